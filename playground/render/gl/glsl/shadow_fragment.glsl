#version 330 core
// The shadow of a solid: the occlusion of the sky above a floor point.
#include "solids.glsl"
#include "floor.glsl"
uniform vec4 u_reach[MAX_SOLIDS];
in vec2 v_pos;
flat in int v_solid;
out vec4 o_colour;
void main() {
    vec3 ray = vec3(v_pos / u_focal, -1.0);
    float t = floor_depth(ray);
    vec4 a4 = u_solid_a[v_solid], b4 = u_solid_b[v_solid];
    vec3 a = a4.xyz - t * ray, ba = b4.xyz - a4.xyz;
    float k = clamp(-dot(a, ba) / max(dot(ba, ba), 1e-20), 0.0, 1.0);
    vec3 d = a + k * ba;
    float r = a4.w, l2 = max(dot(d, d), 1e-12);
    float up = dot(d, u_up);
    float away = sqrt(max(l2 - up * up, 0.0)) / u_reach[v_solid].x;
    float dark = clamp(up * inversesqrt(l2), 0.0, 1.0) * r * r / max(l2, r * r);
    dark *= mix(0.35, 1.0, b4.w) * (1.0 - smoothstep(0.3, 1.0, away));
    dark *= t > 0.0 ? u_shadow.a * floor_fade(ray, t) : 0.0;
    o_colour = vec4(u_shadow.rgb, 1.0) * dark;
}
