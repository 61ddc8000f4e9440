#version 330 core
#define SLACK 1.003
#include "placed.glsl"
layout(location = 0) in vec4 i_frame;   // centre, direction of the local x axis
layout(location = 1) in vec4 i_mesh;    // outer half extents, and those of the inner hole
layout(location = 2) in vec4 i_first;
layout(location = 3) in vec4 i_second;
layout(location = 4) in vec4 i_dash;    // half width, period, length, phase
layout(location = 5) in vec4 i_depth;   // inverse depth as a plane, kind
layout(location = 6) in vec4 i_stroke;
layout(location = 7) in vec4 i_fill;
uniform vec2 u_center;
uniform vec2 u_size;
out vec2 v_local;
flat out vec4 v_first, v_second, v_dash, v_depth, v_stroke, v_fill;

// A ring of eight corners: an octagon around round shapes, else a rectangle.
vec2 corner(int k, bool square) {
    float angle = float(k) * 0.78539816339;
    vec2 d = vec2(cos(angle), sin(angle));
    return square ? sign(d) * step(vec2(0.1), abs(d)) : d;
}

void main() {
    int ring = gl_VertexID >> 1;
    bool inner = (gl_VertexID & 1) == 1;
    int kind = int(i_depth.w + 0.5);
    bool square = kind != 1 && kind != 2;
    vec2 at = corner(ring & 7, square);
    v_local = inner ? at * i_mesh.zw : at * i_mesh.xy * (square ? 1.0 : 1.0824);
    vec2 u = i_frame.zw;
    vec2 pos = i_frame.xy + u * v_local.x + vec2(-u.y, u.x) * v_local.y;
    if (kind == 4)
        pos = ring > 0 ? i_first.zw : inner ? i_first.xy : i_frame.xy;
    v_first = i_first; v_second = i_second; v_dash = i_dash;
    v_depth = i_depth; v_stroke = i_stroke; v_fill = i_fill;
    float inverse = dot(i_depth.xyz, vec3(pos, 1.0));
    gl_Position = vec4((pos + u_center) / u_size * 2.0 - 1.0, placed(inverse), 1.0);
}
