#version 330 core
// Flat shapes in space, fainter behind solids: a quarter behind an opaque one, about half behind
// clear glass.
#include "solids.glsl"
#include "marks.glsl"
uniform float u_share;
void main() {
    vec4 colour = shade();
    vec2 pos = gl_FragCoord.xy - u_origin;
    float inverse = dot(v_depth.xyz, vec3(pos, 1.0));
    if (inverse > 0.0 && colour.a > 0.0) {
        vec3 ray = vec3(pos / u_focal, -1.0);
        float t = 1.0 / inverse;
        float pixel = t / u_focal;
        float hidden = 0.0;
        for (int i = 0; i < u_solids; ++i) {
            // A mark on a surface counts as in front of it.
            float behind = hides(i, ray, t - 1.5 * pixel, 2.0 * pixel);
            hidden = max(hidden, behind * mix(0.45, 0.75, u_solid_b[i].w));
        }
        colour *= 1.0 - hidden;
    }
    o_colour = colour * u_share;
}
