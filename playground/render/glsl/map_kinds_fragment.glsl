#version 330 core
#include "map_cells.glsl"
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
