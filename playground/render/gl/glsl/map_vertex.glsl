#version 330 core
uniform vec4 u_corners[4];
out vec2 v_at;
void main() {
    gl_Position = u_corners[gl_VertexID];
    v_at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
}
