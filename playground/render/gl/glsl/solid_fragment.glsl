#version 330 core
#include "solids.glsl"
#include "floor.glsl"
#include "light.glsl"
uniform vec4 u_tint[MAX_SOLIDS];
uniform ivec4 u_cutters[MAX_SOLIDS];  // opaque solids that intersect it, or -1
in vec2 v_pos;
flat in int v_solid;
out vec4 o_colour;

vec3 normal_at(vec3 p, vec3 a, vec3 b, float r) {
    vec3 ba = b - a;
    float k = clamp(dot(p - a, ba) / max(dot(ba, ba), 1e-20), 0.0, 1.0);
    return (p - a - k * ba) / r;
}

vec4 glass(vec4 tint, vec3 n, vec3 view) {
    float fresnel = pow(1.0 - abs(dot(n, view)), GLASS_RIM_EXPONENT);
    float sky = 0.5 + 0.5 * dot(n, u_up);
    float cover = tint.a * (GLASS_OPACITY_FACTOR + GLASS_SKY_OPACITY_FACTOR * sky);
    cover += (1.0 - tint.a * 0.5) * GLASS_RIM_OPACITY * fresnel;
    vec4 body = vec4(tint.rgb * (GLASS_SHADE_FACTOR + GLASS_SKY_SHADE_FACTOR * sky), 1.0) * clamp(cover, 0.0, 1.0);
    return body + vec4(vec3(0.4), 0.3) * shine(n, view, GLASS_GLOSS_EXPONENT) * (1.0 - body.a);
}

void main() {
    vec4 a4 = u_solid_a[v_solid], b4 = u_solid_b[v_solid];
    vec4 tint = u_tint[v_solid];
    float r = a4.w;
    vec3 ray = vec3(v_pos / u_focal, -1.0);
    vec2 near = approach(ray, a4.xyz, b4.xyz);
    float pixel = near.x / u_focal;
    float cover = clamp(0.5 - (near.y - r) / pixel, 0.0, 1.0);
    vec2 t = crossing(ray, a4.xyz, b4.xyz, r);
    vec3 view = -normalize(ray);
    vec3 front = normal_at(t.x * ray, a4.xyz, b4.xyz, r);
    vec4 colour = vec4(matt(tint.rgb, front, view), 1.0);
    if (tint.a < 1.0) {
        vec3 back = normal_at(t.y * ray, a4.xyz, b4.xyz, r);
        vec4 inner = glass(vec4(tint.rgb, tint.a * GLASS_BACK_OPACITY_FACTOR), -back, view) * GLASS_BACK_WEIGHT;
        colour = glass(tint, front, view);
        colour += inner * (1.0 - colour.a);
    }
    for (int k = 0; k < 4 && u_cutters[v_solid][k] >= 0; ++k)
        cover *= 1.0 - hides(u_cutters[v_solid][k], ray, t.x, 1.5 * pixel);
    o_colour = through_floor(colour, ray, t.x) * cover;
}
