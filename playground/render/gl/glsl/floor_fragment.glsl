#version 330 core
#include "floor.glsl"
uniform float u_focal;
in vec2 v_pos;
out vec4 o_colour;
void main() {
    vec3 ray = vec3(v_pos / u_focal, -1.0);
    float t = floor_depth(ray);
    vec4 colour = floor_colour(ray, max(t, 0.0));
    o_colour = t > 0.0 ? colour : vec4(0.0);
}
