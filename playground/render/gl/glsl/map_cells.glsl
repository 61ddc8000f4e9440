// What both programs of a map need: cells are looked up, colours made here.
// A cell's middle is at a whole number of `p`; between four middles weights are linear.
// What is drawn sharp, the edge between two kinds and a contour line, is so many pixels
// away as its value is above zero, over how fast that changes from pixel to pixel.
// `vec4`s of four cells are those at the lower left, lower right, upper left and upper
// right of `p`.
uniform sampler2D u_palette;
uniform float u_opacity;
in vec2 v_at;
out vec4 o_colour;

vec4 weights(vec2 f) {
    vec2 g = 1.0 - f;
    return vec4(g.x * g.y, f.x * g.y, g.x * f.y, f.x * f.y);
}
// How the sum of the weights of some changes from cell to cell.
vec2 slope(vec4 some, vec2 f) {
    return vec2(
        mix(some.y - some.x, some.w - some.z, f.y),
        mix(some.z - some.x, some.w - some.y, f.x)
    );
}
// How much that is from pixel to pixel; `right` and `up` are one in cells.
float pixel_step(vec2 by, vec2 right, vec2 up) {
    return max(length(vec2(dot(by, right), dot(by, up))), 1e-12);
}
