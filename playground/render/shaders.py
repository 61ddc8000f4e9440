"""The shading programs, GLSL 3.30, so that macOS runs them too."""

# Nearer than this share of the camera's distance, nothing flat is drawn.
NEAR = 0.02

# What is left of a mark behind an opaque face: as much as behind an opaque ball.
BEHIND = 0.25
# Where the light comes from, in eye coordinates.
LIGHT_FROM = (-0.5, 0.75, 0.62)

_HEADER = "#version 330 core\n"


def _defined(**values: float) -> str:
    """Return the values as names of GLSL."""
    return "".join(f"#define {name} {value!r}\n" for name, value in values.items())


# What hides what in space. A solid is a capsule (a ball is one of no length) in eye
# coordinates, z toward the eye, in units of the camera's distance. A sight line is
# `t * ray` with ray.z = -1, so that t is the depth.
SOLIDS = """
const int MAX_SOLIDS = 48;
uniform int u_solids;
uniform vec4 u_solid_a[MAX_SOLIDS];  // end, radius
uniform vec4 u_solid_b[MAX_SOLIDS];  // end, opacity
uniform float u_focal;               // pixels at depth 1

// Nearest approach of the whole sight line to the axis: depth there, distance.
vec2 approach(vec3 ray, vec3 a, vec3 b) {
    float dd = dot(ray, ray);
    vec3 ba = b - a;
    vec3 a0 = a - ray * (dot(a, ray) / dd);
    vec3 ba0 = ba - ray * (dot(ba, ray) / dd);
    float k = clamp(-dot(a0, ba0) / max(dot(ba0, ba0), 1e-20), 0.0, 1.0);
    return vec2(dot(a + k * ba, ray) / dd, length(a0 + k * ba0));
}

// Depth where the sight line enters (side -1) or leaves (side 1) a ball.
float ball(vec3 ray, vec3 c, float r, float side) {
    float dd = dot(ray, ray);
    float foot = dot(c, ray) / dd;
    vec3 off = c - ray * foot;
    return foot + side * sqrt(max(r * r - dot(off, off), 0.0) / dd);
}

// Depths where the sight line enters and leaves; grazing lines count as touching.
vec2 crossing(vec3 ray, vec3 a, vec3 b, float r) {
    float dd = dot(ray, ray);
    vec3 ba = b - a;
    float baba = dot(ba, ba), bard = dot(ba, ray), baoa = -dot(ba, a);
    float A = baba * dd - bard * bard;
    float B = -baba * dot(ray, a) - baoa * bard;
    float C = baba * dot(a, a) - baoa * baoa - r * r * baba;
    float h = sqrt(max(B * B - A * C, 0.0));
    vec2 body = vec2(-B - h, -B + h) / max(A, 1e-20);
    // Along the axis, the body has no entry of its own.
    bool across = A > 1e-5 * baba * dd;
    vec2 along = bard > 0.0 ? vec2(-1.0, baba + 1.0) : vec2(baba + 1.0, -1.0);
    vec2 y = across ? baoa + body * bard : along;
    float enter = ball(ray, y.x <= 0.0 ? a : b, r, -1.0);
    float leave = ball(ray, y.y <= 0.0 ? a : b, r, 1.0);
    return vec2(y.x > 0.0 && y.x < baba ? body.x : enter,
                y.y > 0.0 && y.y < baba ? body.y : leave);
}

// The share of a pixel that solid i covers nearer than depth t.
float hides(int i, vec3 ray, float t, float slack) {
    vec3 a = u_solid_a[i].xyz, b = u_solid_b[i].xyz;
    vec2 near = approach(ray, a, b);
    float pixel = near.x / u_focal;
    float covered = clamp(0.5 - (near.y - u_solid_a[i].w) / pixel, 0.0, 1.0);
    if (covered == 0.0 || near.x <= 0.0) return 0.0;
    float enter = crossing(ray, a, b, u_solid_a[i].w).x;
    return covered * clamp(0.5 + (t - enter) / max(slack, 1e-7), 0.0, 1.0);
}
"""

# Where an inverse depth falls in the depth buffer: linear, as both are on screen.
# A mark has thickness: lying on a face it is in front of it.
PLACED = """
float placed(float inverse) {
    return clamp(1.0 - 2.0 * NEAR * inverse * SLACK, -1.0, 1.0);
}
"""

SHAPE_VERTEX = (
    _HEADER
    + _defined(NEAR=NEAR, SLACK=1.003)
    + PLACED
    + """
layout(location = 0) in vec4 i_frame;   // centre, direction of the local x axis
layout(location = 1) in vec4 i_mesh;    // half extents outside, of the hole inside
layout(location = 2) in vec4 i_first;
layout(location = 3) in vec4 i_second;
layout(location = 4) in vec4 i_dash;    // half width, period, length, phase
layout(location = 5) in vec4 i_depth;   // inverse depth as a plane, kind
layout(location = 6) in vec4 i_stroke;
layout(location = 7) in vec4 i_fill;
uniform vec2 u_center;
uniform vec2 u_size;
out vec2 v_local;
flat out vec4 v_first, v_second, v_dash, v_depth, v_stroke, v_fill;

// A ring of eight corners: an octagon about round shapes, else a rectangle.
vec2 corner(int k, bool square) {
    float angle = float(k) * 0.78539816339;
    vec2 d = vec2(cos(angle), sin(angle));
    return square ? sign(d) * step(vec2(0.1), abs(d)) : d;
}

void main() {
    int ring = gl_VertexID >> 1;
    bool inner = (gl_VertexID & 1) == 1;
    int kind = int(i_depth.w + 0.5);
    bool square = kind != 1 && kind != 2;
    vec2 at = corner(ring & 7, square);
    v_local = inner ? at * i_mesh.zw : at * i_mesh.xy * (square ? 1.0 : 1.0824);
    vec2 u = i_frame.zw;
    vec2 pos = i_frame.xy + u * v_local.x + vec2(-u.y, u.x) * v_local.y;
    if (kind == 6)
        pos = ring > 0 ? i_first.zw : inner ? i_first.xy : i_frame.xy;
    v_first = i_first; v_second = i_second; v_dash = i_dash;
    v_depth = i_depth; v_stroke = i_stroke; v_fill = i_fill;
    float inverse = dot(i_depth.xyz, vec3(pos, 1.0));
    gl_Position = vec4((pos + u_center) / u_size * 2.0 - 1.0, placed(inverse), 1.0);
}
"""
)

_SHAPE_BODY = """
uniform vec2 u_origin;  // the sheet's origin in the window
in vec2 v_local;
flat in vec4 v_first, v_second, v_dash, v_depth, v_stroke, v_fill;
out vec4 o_colour;
const float FAR = 1e9;

// How much of a pixel at distance d lies in a band of half width w about 0.
float band(float d, float w) {
    return max(0.0, min(d + 0.5, w) - max(d - 0.5, -w));
}

float inside(float d) { return clamp(0.5 - d, 0.0, 1.0); }

// The part of [low, high] that the dash nearest to s covers; x > y if none.
vec2 dash(float s, float low, float high) {
    float period = v_dash.y, on = v_dash.z, phase = v_dash.w;
    if (period == 0.0) return vec2(low, high);
    float turn = round((clamp(s, low, high) + phase - 0.5 * on) / period);
    float start = turn * period - phase;
    return vec2(max(low, start), min(high, start + on));
}

float piece() {
    float h = v_first.x, head = v_first.y, barb = v_first.z;
    vec2 q = v_local;
    // Neighbours share their cut to the last bit, so no pixel is drawn by both.
    vec2 pos = gl_FragCoord.xy - u_origin;
    if (dot(v_second.xy, pos) < v_fill.x) return 0.0;
    if (dot(v_second.zw, pos) > v_fill.y) return 0.0;
    float s = q.x + h;
    vec2 part = dash(s, 0.0, 2.0 * h - 0.85 * head);
    float d = part.x > part.y ? FAR : length(vec2(s - clamp(s, part.x, part.y), q.y));
    float shaft = band(d, v_dash.x);
    if (head == 0.0) return shaft;
    vec2 p = vec2(2.0 * h - s, abs(q.y));
    float side = dot(p, normalize(vec2(-barb, head)));
    float back = dot(p - vec2(0.8 * head, 0.0), normalize(vec2(barb, -0.2 * head)));
    return max(p.x > 0.8 * head ? shaft : 0.0, inside(max(side, back)));
}

// Signed distance to a circle through the local origin whose curvature is k and
// whose middle lies below; written so that a vanishing k leaves no rounding.
vec2 ring(out float fill) {
    float k = v_first.x;
    vec2 p = v_local + vec2(0.0, v_first.y);
    float pp = dot(p, p);
    float scaled = max(1.0 + 2.0 * k * p.y + k * k * pp, 0.0);
    float d = (2.0 * p.y + k * pp) / (1.0 + sqrt(scaled));
    float s = atan(k * p.x, 1.0 + k * p.y) / k;
    float wide = v_second.x;
    vec2 c = vec2(abs(p.x), p.y + 1.0 / k);
    float side = wide > 3.5 ? -FAR : c.x * cos(wide) - c.y * sin(wide);
    fill = inside(d) * inside(side);
    vec2 part = dash(s, v_first.z, v_first.w);
    if (part.x > part.y) return vec2(FAR, d);
    float nearest = clamp(s, part.x, part.y);
    if (nearest == s) return vec2(abs(d), d);
    float half_turn = 0.5 * k * nearest;
    vec2 end = vec2(sin(2.0 * half_turn), -2.0 * sin(half_turn) * sin(half_turn)) / k;
    return vec2(distance(p, end), d);
}

float field() {
    vec2 q = v_local, curve = vec2(v_first.w, v_second.x);
    float level = v_first.x + dot(v_first.yz, q) + dot(curve, q * q);
    vec2 slope = v_first.yz + 2.0 * curve * q;
    return level / max(length(slope), 1e-20);
}

float box(vec2 p, vec2 h) {
    vec2 d = abs(p) - h;
    return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

// Disc, ring, square, diamond, cross.
float mark() {
    float r = v_first.y;
    vec2 p = v_local;
    vec2 t = vec2(p.x + p.y, p.y - p.x) * 0.70710678;
    int marker = int(v_first.x + 0.5);
    if (marker == 2) return box(p, vec2(0.88 * r));
    if (marker == 3) return box(t, vec2(0.88 * r));
    vec2 bar = r * vec2(1.2, 0.26);
    if (marker == 4) return min(box(t, bar), box(t, bar.yx));
    return length(p) - r;
}

vec4 over(vec4 top, vec4 below) { return top + below * (1.0 - top.a); }

vec4 ink(vec4 colour, float cover) {
    return vec4(colour.rgb, 1.0) * (colour.a * cover);
}

vec4 shade() {
    int kind = int(v_depth.w + 0.5);
    if (kind == 0) return ink(v_stroke, piece());
    if (kind == 6) {
        vec2 pos = gl_FragCoord.xy - u_origin;
        return ink(v_fill, inside(dot(pos, v_second.xy) - v_second.z));
    }
    if (kind == 2 || kind == 4) return ink(v_fill, inside(field()));
    if (kind == 5) {
        float d = mark();
        vec4 body = ink(v_fill, inside(d));
        if (int(v_first.x + 0.5) == 1)
            body = over(ink(v_stroke, inside(d + max(0.4 * v_first.y, 1.0))), body);
        return over(body, ink(v_stroke, inside(d - v_first.z)));
    }
    float fill;
    vec2 d = ring(fill);
    return over(ink(v_stroke, band(d.x, v_dash.x)), ink(v_fill, fill));
}
"""

SHAPE_FRAGMENT = (
    _HEADER
    + _SHAPE_BODY
    + """
void main() { o_colour = shade(); }
"""
)

# Through a round lens about the origin of the marks they end at its rim.
ROUND_SHAPE_FRAGMENT = (
    _HEADER
    + _SHAPE_BODY
    + """
uniform float u_round;
void main() {
    float away = length(gl_FragCoord.xy - u_origin);
    o_colour = shade() * clamp(u_round + 0.5 - away, 0.0, 1.0);
}
"""
)

# In space the same marks fade where a solid is in front of them: to a quarter
# behind an opaque one, to a half behind clear glass.
SPACE_SHAPE_FRAGMENT = (
    _HEADER
    + SOLIDS
    + _SHAPE_BODY
    + """
uniform float u_share;
void main() {
    vec4 colour = shade();
    vec2 pos = gl_FragCoord.xy - u_origin;
    float inverse = dot(v_depth.xyz, vec3(pos, 1.0));
    if (inverse > 0.0 && colour.a > 0.0) {
        vec3 ray = vec3(pos / u_focal, -1.0);
        float t = 1.0 / inverse;
        float pixel = t / u_focal;
        float hidden = 0.0;
        for (int i = 0; i < u_solids; ++i) {
            // The mark has thickness: lying on a surface is lying in front of it.
            float behind = hides(i, ray, t - 1.5 * pixel, 2.0 * pixel);
            hidden = max(hidden, behind * mix(0.45, 0.75, u_solid_b[i].w));
        }
        colour *= 1.0 - hidden;
    }
    o_colour = colour * u_share;
}
"""
)

# The floor is the world's plane y = 0, met at `floor_depth`.
FLOOR = """
uniform vec3 u_up;           // the world's axes in eye coordinates
uniform vec3 u_floor_x;
uniform vec3 u_floor_z;
uniform float u_height;      // the eye's height above the floor
uniform vec4 u_floor_eye;    // the eye's x and z: from a grid corner, from the origin
uniform vec4 u_step;         // finest grid step, its strength, line width, fade start
uniform vec4 u_grid_minor, u_grid_major, u_axis_x, u_axis_z, u_shadow;

float floor_depth(vec3 ray) {
    float down = -dot(ray, u_up);
    return u_height / (abs(down) < 1e-6 ? 1e-6 : down);
}

float floor_fade(vec3 ray, float t) {
    float far = 1.0 - smoothstep(u_step.w, 4.0 * u_step.w, length(ray) * t);
    float slant = smoothstep(0.015, 0.12, abs(dot(normalize(ray), u_up)));
    return far * slant * (u_height > 0.0 ? 1.0 : 0.5);
}

float rule(vec2 at, vec2 width, float cell) {
    vec2 d = abs(fract(at / cell - 0.5) - 0.5) * cell;
    vec2 near = clamp(0.5 * u_step.z + 0.5 - d / width, 0.0, 1.0);
    vec2 room = 1.0 - smoothstep(0.12, 0.4, width / cell);
    return max(near.x * room.x, near.y * room.y);
}

vec4 floor_colour(vec3 ray, float t) {
    vec2 off = t * vec2(dot(ray, u_floor_x), dot(ray, u_floor_z));
    vec2 at = u_floor_eye.xy + off, real = u_floor_eye.zw + off;
    vec2 width = max(fwidth(at), vec2(1e-12));
    float fine = rule(at, width, u_step.x) * u_step.y;
    float mid = rule(at, width, 10.0 * u_step.x);
    float wide = rule(at, width, 100.0 * u_step.x);
    vec4 colour = vec4(u_grid_minor.rgb, fine);
    vec3 middling = mix(u_grid_minor.rgb, u_grid_major.rgb, u_step.y);
    colour = mix(colour, vec4(middling, 1.0), mid);
    colour = mix(colour, vec4(u_grid_major.rgb, 1.0), wide);
    vec2 axis = 0.5 * clamp(0.5 * u_step.z + 0.5 - abs(real) / width, 0.0, 1.0);
    colour = mix(colour, vec4(u_axis_x.rgb, 1.0), axis.y);
    colour = mix(colour, vec4(u_axis_z.rgb, 1.0), axis.x);
    return vec4(colour.rgb, 1.0) * (colour.a * floor_fade(ray, t));
}

// What lies beyond the floor is seen through its grid.
vec4 through_floor(vec4 colour, vec3 ray, float t) {
    float ground = floor_depth(ray);
    vec4 grid = floor_colour(ray, max(ground, 0.0));
    return ground > 0.0 && ground < t ? grid + colour * (1.0 - grid.a) : colour;
}
"""

# How matt things are lit; it knows the floor's `u_up`. A bright room fills the shade.
LIGHT = (
    f"""
uniform vec4 u_room;
const vec3 KEY = normalize(vec3{LIGHT_FROM});
"""
    + """

float shine(vec3 n, vec3 view, float power) {
    return pow(clamp(dot(n, normalize(KEY + view)), 0.0, 1.0), power);
}

// Shades stay near the tint and lights go toward white, so that no hue turns muddy.
vec3 matt(vec3 tint, vec3 n, vec3 view) {
    float key = smoothstep(-0.75, 0.95, dot(n, KEY));
    float sky = 0.5 + 0.5 * dot(n, u_up);
    float rim = pow(1.0 - clamp(dot(n, view), 0.0, 1.0), 3.5);
    vec3 room = u_room.rgb * u_room.rgb;
    vec3 colour = tint * mix(0.52 + 0.36 * room, vec3(1.0), key) * mix(0.9, 1.05, sky);
    colour += (1.0 - colour) * room * 0.12;
    float lit = (0.2 + 0.16 * room.g) * key * key * key;
    colour = mix(colour, vec3(1.0), lit + 0.14 * rim * sky);
    return mix(colour, vec3(1.0), 0.38 * shine(n, view, 42.0));
}
"""
)

FULL_VERTEX = (
    _HEADER
    + """
uniform vec2 u_center;
uniform vec2 u_size;
out vec2 v_pos;
void main() {
    vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    v_pos = at * u_size - u_center;
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}
"""
)

FLOOR_FRAGMENT = (
    _HEADER
    + FLOOR
    + """
uniform float u_focal;
in vec2 v_pos;
out vec4 o_colour;
void main() {
    vec3 ray = vec3(v_pos / u_focal, -1.0);
    float t = floor_depth(ray);
    vec4 colour = floor_colour(ray, max(t, 0.0));
    o_colour = t > 0.0 ? colour : vec4(0.0);
}
"""
)

# One quad for each solid, turned by `u_turn` so that it fits a slanting capsule.
SOLID_VERTEX = (
    _HEADER
    + """
const int MAX_SOLIDS = 48;
uniform vec2 u_center;
uniform vec2 u_size;
uniform vec4 u_bounds[MAX_SOLIDS];
uniform vec4 u_turn[MAX_SOLIDS];
out vec2 v_pos;
flat out int v_solid;
void main() {
    v_solid = gl_InstanceID;
    vec4 bounds = u_bounds[v_solid];
    vec2 at = mix(bounds.xy, bounds.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    vec2 u = u_turn[v_solid].xy;
    v_pos = u * at.x + vec2(-u.y, u.x) * at.y;
    gl_Position = vec4((v_pos + u_center) / u_size * 2.0 - 1.0, 0.0, 1.0);
}
"""
)

# How much of the sky above a floor point a solid takes away.
SHADOW_FRAGMENT = (
    _HEADER
    + SOLIDS
    + FLOOR
    + """
uniform vec4 u_reach[MAX_SOLIDS];
in vec2 v_pos;
flat in int v_solid;
out vec4 o_colour;
void main() {
    vec3 ray = vec3(v_pos / u_focal, -1.0);
    float t = floor_depth(ray);
    vec4 a4 = u_solid_a[v_solid], b4 = u_solid_b[v_solid];
    vec3 a = a4.xyz - t * ray, ba = b4.xyz - a4.xyz;
    float k = clamp(-dot(a, ba) / max(dot(ba, ba), 1e-20), 0.0, 1.0);
    vec3 d = a + k * ba;
    float r = a4.w, l2 = max(dot(d, d), 1e-12);
    float up = dot(d, u_up);
    float away = sqrt(max(l2 - up * up, 0.0)) / u_reach[v_solid].x;
    float dark = clamp(up * inversesqrt(l2), 0.0, 1.0) * r * r / max(l2, r * r);
    dark *= mix(0.35, 1.0, b4.w) * (1.0 - smoothstep(0.3, 1.0, away));
    dark *= t > 0.0 ? u_shadow.a * floor_fade(ray, t) : 0.0;
    o_colour = vec4(u_shadow.rgb, 1.0) * dark;
}
"""
)

SOLID_FRAGMENT = (
    _HEADER
    + SOLIDS
    + FLOOR
    + LIGHT
    + """
uniform vec4 u_tint[MAX_SOLIDS];
uniform ivec4 u_cutters[MAX_SOLIDS];  // opaque solids that pass through, or -1
in vec2 v_pos;
flat in int v_solid;
out vec4 o_colour;

vec3 normal_at(vec3 p, vec3 a, vec3 b, float r) {
    vec3 ba = b - a;
    float k = clamp(dot(p - a, ba) / max(dot(ba, ba), 1e-20), 0.0, 1.0);
    return (p - a - k * ba) / r;
}

vec4 glass(vec4 tint, vec3 n, vec3 view) {
    float fresnel = pow(1.0 - abs(dot(n, view)), 2.5);
    float sky = 0.5 + 0.5 * dot(n, u_up);
    float cover = tint.a * (0.45 + 0.25 * sky);
    cover += (1.0 - tint.a * 0.5) * 0.75 * fresnel;
    vec4 body = vec4(tint.rgb * (0.85 + 0.2 * sky), 1.0) * clamp(cover, 0.0, 1.0);
    return body + vec4(vec3(0.4), 0.3) * shine(n, view, 60.0) * (1.0 - body.a);
}

void main() {
    vec4 a4 = u_solid_a[v_solid], b4 = u_solid_b[v_solid];
    vec4 tint = u_tint[v_solid];
    float r = a4.w;
    vec3 ray = vec3(v_pos / u_focal, -1.0);
    vec2 near = approach(ray, a4.xyz, b4.xyz);
    float pixel = near.x / u_focal;
    float cover = clamp(0.5 - (near.y - r) / pixel, 0.0, 1.0);
    vec2 t = crossing(ray, a4.xyz, b4.xyz, r);
    vec3 view = -normalize(ray);
    vec3 front = normal_at(t.x * ray, a4.xyz, b4.xyz, r);
    vec4 colour = vec4(matt(tint.rgb, front, view), 1.0);
    if (tint.a < 1.0) {
        vec3 back = normal_at(t.y * ray, a4.xyz, b4.xyz, r);
        vec4 inner = glass(vec4(tint.rgb, tint.a * 0.6), -back, view) * 0.4;
        colour = glass(tint, front, view);
        colour += inner * (1.0 - colour.a);
    }
    for (int k = 0; k < 4 && u_cutters[v_solid][k] >= 0; ++k)
        cover *= 1.0 - hides(u_cutters[v_solid][k], ray, t.x, 1.5 * pixel);
    o_colour = through_floor(colour, ray, t.x) * cover;
}
"""
)

# The triangles of meshes; `i_tint` goes on where a solid is not in front.
FACE_VERTEX = (
    _HEADER
    + _defined(NEAR=NEAR, SLACK=1.0)
    + PLACED
    + """
layout(location = 0) in vec4 i_place;   // pixels, inverse depth, cover
layout(location = 1) in vec4 i_normal;
layout(location = 2) in vec4 i_tint;
uniform vec2 u_center;
uniform vec2 u_size;
out vec4 v_place;
flat out vec3 v_normal;
flat out vec4 v_tint;
void main() {
    v_place = i_place; v_normal = i_normal.xyz; v_tint = i_tint;
    vec2 at = (i_place.xy + u_center) / u_size * 2.0 - 1.0;
    gl_Position = vec4(at, placed(i_place.z), 1.0);
}
"""
)

FACE_FRAGMENT = (
    _HEADER
    + SOLIDS
    + FLOOR
    + LIGHT
    + """
in vec4 v_place;
flat in vec3 v_normal;
flat in vec4 v_tint;
out vec4 o_colour;
void main() {
    vec3 ray = vec3(v_place.xy / u_focal, -1.0);
    float t = 1.0 / max(v_place.z, 1e-9);
    vec4 colour = vec4(matt(v_tint.rgb, v_normal, -normalize(ray)), 1.0);
    float cover = clamp(v_place.w, 0.0, 1.0) * v_tint.a;
    for (int i = 0; i < u_solids; ++i)
        cover *= 1.0 - hides(i, ray, t, 1.5 * t / u_focal)
                       * mix(0.45, 1.0, u_solid_b[i].w);
    o_colour = through_floor(colour, ray, t) * cover;
}
"""
)
