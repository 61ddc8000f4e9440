#version 330 core
#include "map_cells.glsl"
#include "map_inks.glsl"
uniform usampler2D u_cells;
uniform float u_seam;   // half the width of lines between kinds, in pixels
uniform float u_faint;  // the opacity along these lines
uniform float u_edge;   // the width of a mistake's edge, which is inside, in pixels

uint cell(int x, int y) { return texelFetch(u_cells, ivec2(x, y), 0).r; }
uvec3 across(ivec3 x, int y) { return uvec3(cell(x.x, y), cell(x.y, y), cell(x.z, y)); }
// Between four centres of different kinds: the kind with the largest weight, the next one, and the
// distance in pixels to the edge between them, beyond `away`.
struct Parting { uint here, there; float away; };
Parting parted(uvec4 kinds, vec2 f, vec2 right, vec2 up, float away) {
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
    return Parting(here, there, away);
}
// The colour on either side of an edge, or of a single kind.
vec4 coloured(Parting of, bool level) {
    float line = u_edge > 0.0 ? clamp(u_edge + 0.5 - of.away, 0.0, 1.0) : 0.0;
    Ink ink = inked(level);
    vec4 inner = tone(of.here, line, ink), outer = tone(of.there, line, ink);
    vec4 colour = mix(outer, inner, min(of.away + 0.5, 1.0));
    if (u_seam > 0.0 && of.here != NONE && of.there != NONE)
        colour *= mix(1.0, u_faint, clamp(u_seam + 0.5 - of.away, 0.0, 1.0));
    return colour;
}
// Whether the edge near the central cell is rather horizontal on screen.
bool lies(uvec3 row[3], uint one, vec2 right, vec2 up) {
    vec3 low = vec3(equal(row[0], uvec3(one))), high = vec3(equal(row[2], uvec3(one)));
    vec3 middle = vec3(equal(row[1], uvec3(one)));
    vec3 sums = low + 2.0 * middle + high, rows = vec3(1.0, 2.0, 1.0);
    vec2 by = vec2(sums.z - sums.x, dot(rows, high) - dot(rows, low));
    // A diagonal edge counts as horizontal throughout.
    return abs(dot(by, up)) > 0.6 * abs(dot(by, right));
}
void main() {
    vec2 p = v_at * vec2(textureSize(u_cells, 0)) - 0.5;
    vec2 right = dFdx(p), up = dFdy(p);
    // The nine cells around the nearest centre: with cells as small as pixels, an edge less than a
    // pixel away may be outside the nearest four.
    ivec2 near = ivec2(floor(p + 0.5));
    ivec2 last = textureSize(u_cells, 0) - 1;
    ivec3 x = clamp(near.x + ivec3(-1, 0, 1), 0, last.x);
    ivec3 y = clamp(near.y + ivec3(-1, 0, 1), 0, last.y);
    uvec3 row[3] = uvec3[3](across(x, y.x), across(x, y.y), across(x, y.z));
    uvec3 one = row[1].yyy;
    // Far from any edge all cells are of one kind.
    Parting found = Parting(one.x, one.x, 1e9);
    bool level = false;
    if (row[0] != one || row[1] != one || row[2] != one) {
        level = lies(row, one.x, right, up);
        vec2 off = p - vec2(near);
        ivec2 own = ivec2(greaterThanEqual(off, vec2(0.0)));
        mat2 pixels = inverse(mat2(right, up));
        // The four cells around `p` take precedence.
        for (int n = 0; n < 4 && !(n == 1 && found.away < 1e9); n++) {
            ivec2 at = abs(own - ivec2(n & 1, n >> 1));
            uvec3 below = row[at.y], above = row[at.y + 1];
            uvec4 kinds =
                at.x == 0 ? uvec4(below.xy, above.xy) : uvec4(below.yz, above.yz);
            if (all(equal(kinds, kinds.xxxx))) continue;
            vec2 f = off - vec2(at) + 1.0, inside = clamp(f, 0.0, 1.0);
            float away = length(pixels * (f - inside));
            Parting other = parted(kinds, inside, right, up, away);
            if (other.away < found.away) found = other;
        }
    }
    o_colour = coloured(found, level) * u_opacity;
}
