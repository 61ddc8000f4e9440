// What fills the cells of a kind, and what its edge is drawn with.
const uint NONE = 255u;
// A kind's texture and edge are in the second row of the palette.
const int STRIPES = 1, SPECKS = 3, DASHED = 2;
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
float dotted(vec2 at, vec3 by) {
    float shift = mod(floor(at.y / by.y), 2.0) * by.x / 2.0;
    vec2 off = mod(at + vec2(shift, 0.0), by.xy) - by.xy / 2.0;
    return clamp((by.z - length(off)) * u_ratio + 0.5, 0.0, 1.0);
}
float striped(vec2 at) {
    float off = abs(mod(at.x + at.y, u_stripe) - u_stripe / 2.0);
    return clamp((u_stripe / 4.0 - off) / sqrt(2.0) * u_ratio + 0.5, 0.0, 1.0);
}
// What is full of colour at this pixel: stripes, dots, specks, and the dashes of an edge.
struct Ink { float stripes, dots, specks; bool dash; };
Ink inked(bool level) {
    vec2 at = placed();
    bool dash = mod(level ? at.x : at.y, u_dashes.x) < u_dashes.y;
    return Ink(striped(at), dotted(at, u_dots), dotted(at, u_specks), dash);
}
// A kind's tone where its edge has that share; between the dashes about a solid kind
// there is nothing.
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
