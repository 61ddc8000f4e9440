#version 330 core
#include "map_cells.glsl"
const uint NONE = 255u;
// A kind's texture and edge are in the second row of the palette.
const int STRIPES = 1, SPECKS = 3, DASHED = 2;
uniform usampler2D u_cells;
uniform float u_seam;   // half the width of the line between two kinds, in pixels
uniform float u_faint;  // what it leaves of the opacity
uniform float u_edge;   // the width of the line inside a mistake's edge, in pixels
uniform vec2 u_dashes;  // the period of its dashes and their length, in logical pixels
uniform vec2 u_corner;  // the view's upper left one, in pixels
uniform float u_ratio;  // pixels of a logical one
uniform float u_stripe; // the period of stripes along x and y
uniform vec3 u_dots;    // the gap of dots in a row, that of rows, and a dot's radius
uniform vec3 u_specks;  // the same of what rounding is drawn with
uniform float u_low;    // how much colour there is between stripes and dots
uniform vec3 u_ground;

// Where on the view a pixel is, in logical pixels from its upper left corner, y down.
vec2 placed() { return (gl_FragCoord.xy - u_corner) * vec2(1.0, -1.0) / u_ratio; }
vec4 full(uint kind) { return texelFetch(u_palette, ivec2(kind, 0), 0); }
ivec2 look(uint kind) {
    return ivec2(texelFetch(u_palette, ivec2(kind, 1), 0).rg * 255.0 + 0.5);
}
float dotted(vec3 by) {
    vec2 at = placed();
    float shift = mod(floor(at.y / by.y), 2.0) * by.x / 2.0;
    vec2 off = mod(at + vec2(shift, 0.0), by.xy) - by.xy / 2.0;
    return clamp((by.z - length(off)) * u_ratio + 0.5, 0.0, 1.0);
}
float striped() {
    vec2 at = placed();
    float off = abs(mod(at.x + at.y, u_stripe) - u_stripe / 2.0);
    return clamp((u_stripe / 4.0 - off) / sqrt(2.0) * u_ratio + 0.5, 0.0, 1.0);
}
vec4 tone(uint kind) {
    if (kind == NONE) return vec4(0.0);
    vec4 colour = full(kind);
    int filled = look(kind).x;
    if (filled == 0) return colour;
    if (filled == SPECKS) return colour * dotted(u_specks);
    float share = filled == STRIPES ? striped() : dotted(u_dots);
    return vec4(mix(u_ground, colour.rgb, mix(u_low, 1.0, share)), 1.0);
}
uint cell(int x, int y) { return texelFetch(u_cells, ivec2(x, y), 0).r; }
uvec3 across(ivec3 x, int y) { return uvec3(cell(x.x, y), cell(x.y, y), cell(x.z, y)); }
// A kind's tone where its edge has that share; along it dashes are told in x or in y.
// Between the dashes about a solid kind there is nothing.
vec4 edged(uint kind, float share, bool level) {
    vec4 within = tone(kind);
    if (kind == NONE) return within;
    ivec2 looks = look(kind);
    vec2 at = placed();
    bool gap = looks.y == DASHED && mod(level ? at.x : at.y, u_dashes.x) >= u_dashes.y;
    if (looks.y == 0 || gap && looks.x != 0) return within;
    return mix(within, gap ? vec4(0.0) : full(kind), share);
}
// The colour between four middles that are not all of one kind, and how far in pixels
// it is to where the kind that weighs most there has the edge to the next; `away` has
// how far it is to the four. `level` says that the edge is more level than upright.
vec4 parted(uvec4 kinds, vec2 f, vec2 right, vec2 up, bool level, inout float away) {
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
    float line = u_edge > 0.0 ? clamp(u_edge + 0.5 - away, 0.0, 1.0) : 0.0;
    vec4 inner = edged(here, line, level), outer = edged(there, line, level);
    vec4 colour = mix(outer, inner, min(away + 0.5, 1.0));
    if (u_seam > 0.0 && here != NONE && there != NONE)
        colour *= mix(1.0, u_faint, clamp(u_seam + 0.5 - away, 0.0, 1.0));
    return colour;
}
// Whether the edge about the middle cell is more level than upright on the screen.
bool lies(uvec3 row[3], uint one, vec2 right, vec2 up) {
    vec3 low = vec3(equal(row[0], uvec3(one))), high = vec3(equal(row[2], uvec3(one)));
    vec3 middle = vec3(equal(row[1], uvec3(one)));
    vec3 sums = low + 2.0 * middle + high, rows = vec3(1.0, 2.0, 1.0);
    vec2 by = vec2(sums.z - sums.x, dot(rows, high) - dot(rows, low));
    // One that is about as much the one as the other is told in x throughout.
    return abs(dot(by, up)) > 0.6 * abs(dot(by, right));
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
    vec4 colour = vec4(0.0);
    float least = 1e9;
    if (row[0] != one || row[1] != one || row[2] != one) {
        bool level = lies(row, one.x, right, up);
        vec2 off = p - vec2(near);
        ivec2 own = ivec2(greaterThanEqual(off, vec2(0.0)));
        float cells = max(length(right), length(up));
        // The four about `p` itself go before those beside them.
        for (int n = 0; n < 4 && !(n == 1 && least < 1e9); n++) {
            ivec2 at = abs(own - ivec2(n & 1, n >> 1));
            uvec3 below = row[at.y], above = row[at.y + 1];
            uvec4 kinds =
                at.x == 0 ? uvec4(below.xy, above.xy) : uvec4(below.yz, above.yz);
            if (all(equal(kinds, kinds.xxxx))) continue;
            vec2 f = off - vec2(at) + 1.0, inside = clamp(f, 0.0, 1.0);
            float away = distance(f, inside) / cells;
            vec4 found = parted(kinds, inside, right, up, level, away);
            if (away < least) { least = away; colour = found; }
        }
    }
    o_colour = (least < 1e9 ? colour : tone(one.x)) * u_opacity;
}
