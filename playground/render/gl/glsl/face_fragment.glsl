#version 330 core
#include "solids.glsl"
#include "floor.glsl"
#include "light.glsl"
in vec4 v_place;
flat in vec3 v_normal;
flat in vec4 v_tint;
out vec4 o_colour;
void main() {
    vec3 ray = vec3(v_place.xy / u_focal, -1.0);
    float t = 1.0 / max(v_place.z, 1e-9);
    vec4 colour = vec4(matt(v_tint.rgb, v_normal, -normalize(ray)), 1.0);
    float cover = clamp(v_place.w, 0.0, 1.0) * v_tint.a;
    for (int i = 0; i < u_solids; ++i)
        cover *= 1.0 - hides(i, ray, t, 1.5 * t / u_focal)
                       * mix(0.45, 1.0, u_solid_b[i].w);
    o_colour = through_floor(colour, ray, t) * cover;
}
