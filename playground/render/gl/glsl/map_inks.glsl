// Fill patterns of kinds, and the lines along their edges.
const uint NONE = 255u;
// Texture and edge of a kind are in the second row of the palette.
const int STRIPES = 1, SPECKS = 3, DASHED = 2;
uniform vec2 u_dashes;  // period and length of dashes, in logical pixels
uniform vec2 u_corner;  // the view's upper left corner, in pixels
uniform float u_ratio;  // pixels per logical pixel
uniform float u_stripe; // the period of stripes along x and y
uniform vec3 u_dots;    // spacing of dots in a row, of rows, and radius of dots
uniform vec3 u_specks;  // the same for specks
uniform float u_low;    // opacity between stripes and dots
uniform vec3 u_ground;

// The position of a pixel in the view, in logical pixels from the upper left, y down.
vec2 placed() { return (gl_FragCoord.xy - u_corner) * vec2(1.0, -1.0) / u_ratio; }
float dotted(vec2 at, vec3 by) {
    float shift = mod(floor(at.y / by.y), 2.0) * by.x / 2.0;
    vec2 off = mod(at + vec2(shift, 0.0), by.xy) - by.xy / 2.0;
    return clamp((by.z - length(off)) * u_ratio + 0.5, 0.0, 1.0);
}
float striped(vec2 at) {
    float off = abs(mod(at.x + at.y, u_stripe) - u_stripe / 2.0);
    return clamp((u_stripe / 4.0 - off) / sqrt(2.0) * u_ratio + 0.5, 0.0, 1.0);
}
// The coverage of a pixel by stripes, dots and specks, and whether it is on an edge's dash.
struct Ink { float stripes, dots, specks; bool dash; };
Ink inked(bool level) {
    vec2 at = placed();
    bool dash = mod(level ? at.x : at.y, u_dashes.x) < u_dashes.y;
    return Ink(striped(at), dotted(at, u_dots), dotted(at, u_specks), dash);
}
// The colour of a kind where its edge has coverage `share`; between the dashes around solid kinds
// it is transparent.
vec4 tone(uint kind, float share, Ink ink) {
    vec4 full = texelFetch(u_palette, ivec2(kind, 0), 0), within = full;
    ivec2 look = ivec2(texelFetch(u_palette, ivec2(kind, 1), 0).rg * 255.0 + 0.5);
    if (look.x == SPECKS) within = full * ink.specks;
    else if (look.x != 0) {
        float much = look.x == STRIPES ? ink.stripes : ink.dots;
        within = vec4(mix(u_ground, full.rgb, mix(u_low, 1.0, much)), 1.0);
    }
    bool gap = look.y == DASHED && !ink.dash, bare = look.y == 0 || gap && look.x != 0;
    vec4 edge = gap ? vec4(0.0) : full;
    return kind == NONE ? vec4(0.0) : mix(within, edge, bare ? 0.0 : share);
}
