#version 330 core
// The triangles of meshes; `i_tint` is their colour where no solid is in front.
#define SLACK 1.0
#include "placed.glsl"
layout(location = 0) in vec4 i_place;   // pixels, inverse depth, coverage
layout(location = 1) in vec4 i_normal;
layout(location = 2) in vec4 i_tint;
uniform vec2 u_center;
uniform vec2 u_size;
out vec4 v_place;
flat out vec3 v_normal;
flat out vec4 v_tint;
void main() {
    v_place = i_place; v_normal = i_normal.xyz; v_tint = i_tint;
    vec2 at = (i_place.xy + u_center) / u_size * 2.0 - 1.0;
    gl_Position = vec4(at, placed(i_place.z), 1.0);
}
