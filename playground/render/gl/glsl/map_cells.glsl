// Shared by the programs of maps: cells are textures, colours are computed here. The centre of a
// cell is at an integer `p`; weights between four centres are bilinear. The distance in pixels of a
// sharp line, an edge between two kinds or a contour line, is its value divided by the change of
// the value per pixel. `vec4`s of four cells are lower left, lower right, upper left and upper
// right of `p`.
uniform sampler2D u_palette;
uniform float u_opacity;
in vec2 v_at;
out vec4 o_colour;

vec4 weights(vec2 f) {
    vec2 g = 1.0 - f;
    return vec4(g.x * g.y, f.x * g.y, g.x * f.y, f.x * f.y);
}
// The gradient of the sum of some weights, per cell.
vec2 slope(vec4 some, vec2 f) {
    return vec2(
        mix(some.y - some.x, some.w - some.z, f.y),
        mix(some.z - some.x, some.w - some.y, f.x)
    );
}
// The change per pixel; `right` and `up` are a pixel's steps in cells.
float pixel_step(vec2 by, vec2 right, vec2 up) {
    return max(length(vec2(dot(by, right), dot(by, up))), 1e-12);
}
