#version 330 core
// One quad per solid, rotated by `u_turn` to fit a slanting capsule.
const int MAX_SOLIDS = 48;
uniform vec2 u_center;
uniform vec2 u_size;
uniform vec4 u_bounds[MAX_SOLIDS];
uniform vec4 u_turn[MAX_SOLIDS];
out vec2 v_pos;
flat out int v_solid;
void main() {
    v_solid = gl_InstanceID;
    vec4 bounds = u_bounds[v_solid];
    vec2 at = mix(bounds.xy, bounds.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    vec2 u = u_turn[v_solid].xy;
    v_pos = u * at.x + vec2(-u.y, u.x) * at.y;
    gl_Position = vec4((v_pos + u_center) / u_size * 2.0 - 1.0, 0.0, 1.0);
}
