#version 330 core
// Shapes inside a magnifier, clipped at its rim around their origin.
#include "marks.glsl"
uniform float u_round;
void main() {
    float away = length(gl_FragCoord.xy - u_origin);
    o_colour = shade() * clamp(u_round + 0.5 - away, 0.0, 1.0);
}
