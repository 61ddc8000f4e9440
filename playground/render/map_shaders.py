"""The shading programs of a map, GLSL 3.30: cells looked up, colours made here.

A cell's middle is at a whole number of `p`; between four middles weights are linear.
What is drawn sharp, the edge between two kinds and a contour line, is so many pixels
away as its value is above zero, over how fast that changes from pixel to pixel.
"""

_HEADER = "#version 330 core\n"

MAP_VERTEX = (
    _HEADER
    + """
uniform vec4 u_corners[4];
out vec2 v_at;
void main() {
    gl_Position = u_corners[gl_VertexID];
    v_at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
}
"""
)

# `vec4`s of four cells are those at the lower left, lower right, upper left and upper
# right of `p`.
_AROUND = (
    _HEADER
    + """
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
"""
)

MAP_KINDS = (
    _AROUND
    + """
const uint NONE = 255u;
uniform usampler2D u_cells;
uniform float u_seam;   // half the width of the line between two kinds, in pixels
uniform float u_faint;  // what it leaves of the opacity

vec4 tone(uint kind) {
    return kind == NONE ? vec4(0.0) : texelFetch(u_palette, ivec2(kind, 0), 0);
}
uint cell(int x, int y) { return texelFetch(u_cells, ivec2(x, y), 0).r; }
uvec3 across(ivec3 x, int y) { return uvec3(cell(x.x, y), cell(x.y, y), cell(x.z, y)); }
// The colour between four middles that are not all of one kind, and how far in pixels
// it is to where the kind that weighs most there has the edge to the next; `away` has
// how far it is to the four.
vec4 parted(uvec4 kinds, vec2 f, vec2 right, vec2 up, inout float away) {
    vec4 weight = weights(f), second = vec4(0.0);
    uint here = kinds.x, there = NONE;
    vec4 first = vec4(equal(kinds, kinds.xxxx));
    float most = dot(first, weight), next = -1e9;
    for (int i = 1; i < 4; i++) {
        if (kinds[i] == here) continue;
        vec4 same = vec4(equal(kinds, uvec4(kinds[i])));
        float sum = dot(same, weight);
        if (sum > most) {
            next = most; there = here; second = first;
            most = sum; here = kinds[i]; first = same;
        } else if (sum > next) {
            next = sum; there = kinds[i]; second = same;
        }
    }
    away += (most - next) / pixel_step(slope(first - second, f), right, up);
    vec4 colour = mix(tone(there), tone(here), min(away + 0.5, 1.0));
    if (u_seam > 0.0 && here != NONE && there != NONE)
        colour *= mix(1.0, u_faint, clamp(u_seam + 0.5 - away, 0.0, 1.0));
    return colour;
}
void main() {
    vec2 p = v_at * vec2(textureSize(u_cells, 0)) - 0.5;
    vec2 right = dFdx(p), up = dFdy(p);
    // The nine cells about the nearest middle: where cells are as small as pixels, an
    // edge that is less than a pixel away may lie beyond the nearest four.
    ivec2 near = ivec2(floor(p + 0.5));
    ivec2 last = textureSize(u_cells, 0) - 1;
    ivec3 x = clamp(near.x + ivec3(-1, 0, 1), 0, last.x);
    ivec3 y = clamp(near.y + ivec3(-1, 0, 1), 0, last.y);
    uvec3 row[3] = uvec3[3](across(x, y.x), across(x, y.y), across(x, y.z));
    uvec3 one = row[1].yyy;
    vec4 colour = tone(one.x);
    if (row[0] != one || row[1] != one || row[2] != one) {
        vec2 off = p - vec2(near);
        ivec2 own = ivec2(greaterThanEqual(off, vec2(0.0)));
        float least = 1e9, cells = max(length(right), length(up));
        // The four about `p` itself go before those beside them.
        for (int n = 0; n < 4 && !(n == 1 && least < 1e9); n++) {
            ivec2 at = abs(own - ivec2(n & 1, n >> 1));
            uvec3 below = row[at.y], above = row[at.y + 1];
            uvec4 kinds =
                at.x == 0 ? uvec4(below.xy, above.xy) : uvec4(below.yz, above.yz);
            if (all(equal(kinds, kinds.xxxx))) continue;
            vec2 f = off - vec2(at) + 1.0, inside = clamp(f, 0.0, 1.0);
            float away = distance(f, inside) / cells;
            vec4 found = parted(kinds, inside, right, up, away);
            if (away < least) { least = away; colour = found; }
        }
    }
    o_colour = colour * u_opacity;
}
"""
)

MAP_VALUES = (
    _AROUND
    + """
uniform sampler2D u_cells;   // in contour lines above the scale's low end
uniform sampler2D u_turns;   // where the verdict turns, in the same
uniform float u_span;        // of the scale, in the same
uniform bool u_lined;
uniform vec2 u_widths;       // half of a thin line's and of the bold one's, in pixels
uniform vec2 u_sparse;       // lines are nearer and farther than so many cells
uniform float u_faint;       // how strong the thin ones are
uniform float u_middle;      // shades with more luma are bright
uniform vec3 u_dark, u_light;

bool known(float value) {
    return (floatBitsToUint(value) & 0x7f800000u) != 0x7f800000u;
}
float cell(sampler2D cells, int x, int y) {
    return texelFetch(cells, ivec2(x, y), 0).r;
}
vec4 around(sampler2D cells, ivec2 low) {
    ivec2 last = textureSize(cells, 0) - 1;
    ivec2 here = min(low, last), there = min(low + 1, last);
    return vec4(
        cell(cells, here.x, here.y), cell(cells, there.x, here.y),
        cell(cells, here.x, there.y), cell(cells, there.x, there.y)
    );
}
float covered(float above, vec2 by, vec2 right, vec2 up, float width) {
    return clamp(width + 0.5 - abs(above) / pixel_step(by, right, up), 0.0, 1.0);
}
void main() {
    vec2 p = v_at * vec2(textureSize(u_cells, 0)) - 0.5;
    vec2 right = dFdx(p), up = dFdy(p);
    // Beyond the outermost middles it goes on as between the last two.
    ivec2 low = clamp(ivec2(floor(p)), ivec2(0), max(textureSize(u_cells, 0) - 2, 0));
    vec2 f = p - vec2(low);
    vec4 levels = around(u_cells, low);
    vec4 there = vec4(
        known(levels.x), known(levels.y), known(levels.z), known(levels.w)
    );
    bool whole = dot(there, there) == 4.0;
    if (!whole) f = clamp(f, 0.0, 1.0);
    vec4 weight = weights(f);
    float share = dot(there, weight);
    if (share <= 0.0) discard;
    // A number that is none must not get into a sum, not even times zero.
    for (int i = 0; i < 4; i++) if (there[i] == 0.0) levels[i] = 0.0;
    float level = dot(levels, weight) / share;
    float place = clamp(level / max(u_span, 1e-6), 0.0, 1.0) * 255.0;
    vec3 shade = texelFetch(u_palette, ivec2(int(place), 0), 0).rgb;
    if (u_lined && whole) {
        vec2 by = slope(levels, f);
        float steep = length(by);
        if (steep < u_sparse.x && steep > u_sparse.y) {
            float thin = covered(level - round(level), by, right, up, u_widths.x);
            vec4 turns = around(u_turns, low);
            float turn = dot(turns, weight);
            float bold = 0.0;
            if (known(turn)) {
                vec2 off = by - slope(turns, f);
                bold = covered(level - turn, off, right, up, u_widths.y);
            }
            float luma = dot(shade, vec3(0.299, 0.587, 0.114));
            vec3 ink = luma > u_middle ? u_dark : u_light;
            shade = mix(shade, ink, max(u_faint * thin, bold));
        }
    }
    // Where numbers end they end half-way between two middles, sharply.
    float inside = (share - 0.5) / pixel_step(slope(there, f), right, up) + 0.5;
    inside = whole ? 1.0 : clamp(inside, 0.0, 1.0);
    o_colour = vec4(shade, 1.0) * (inside * u_opacity);
}
"""
)
