#version 330 core
uniform vec2 u_center;
uniform vec2 u_size;
out vec2 v_pos;
void main() {
    vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    v_pos = at * u_size - u_center;
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}
