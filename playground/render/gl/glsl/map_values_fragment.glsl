#version 330 core
#include "map_cells.glsl"
uniform sampler2D u_cells;   // counted in contour lines from the scale's low end
uniform sampler2D u_turns;   // the threshold, in the same unit
uniform float u_span;        // the scale's range, in the same unit
uniform bool u_lined;
uniform vec2 u_widths;       // half widths of contour and threshold lines, in pixels
uniform vec2 u_sparse;       // the range of line spacings, as slopes per cell
uniform float u_faint;       // the opacity of contour lines
uniform float u_middle;      // shades with a higher luma get dark lines
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
    // Extrapolate beyond the outermost centres.
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
    // NaN must not enter a sum, not even times zero.
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
    // Values end sharply, half-way between two centres.
    float inside = (share - 0.5) / pixel_step(slope(there, f), right, up) + 0.5;
    inside = whole ? 1.0 : clamp(inside, 0.0, 1.0);
    o_colour = vec4(shade, 1.0) * (inside * u_opacity);
}
