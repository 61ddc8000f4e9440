#version 330 core
// Each instance is a tile of a map; tiles of the other type are degenerate.
uniform vec4 u_corners[4];
uniform usampler2D u_tiles;  // the only kind of each tile, or MIXED
uniform int u_tile;          // the cells along a tile's side
uniform int u_mixed;         // the type of tiles to draw: of several kinds, or of one
uniform vec2 u_size;         // the map's columns and rows
const uint MIXED = 254u, NONE = 255u;
out vec2 v_at;
flat out uint v_kind;
invariant gl_Position;
void main() {
    int columns = textureSize(u_tiles, 0).x;
    ivec2 tile = ivec2(gl_InstanceID % columns, gl_InstanceID / columns);
    v_kind = texelFetch(u_tiles, tile, 0).r;
    ivec2 cell = (tile + ivec2(gl_VertexID & 1, gl_VertexID >> 1)) * u_tile;
    v_at = min(vec2(cell) / u_size, 1.0);
    vec4 low = mix(u_corners[0], u_corners[1], v_at.x);
    vec4 high = mix(u_corners[2], u_corners[3], v_at.x);
    bool drawn = v_kind != NONE && (v_kind == MIXED) == (u_mixed == 1);
    gl_Position = drawn ? mix(low, high, v_at.y) : vec4(2.0, 2.0, 2.0, 1.0);
}
