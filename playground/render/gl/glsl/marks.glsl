uniform vec2 u_origin;  // the buffer's origin in the window
in vec2 v_local;
flat in vec4 v_first, v_second, v_dash, v_depth, v_stroke, v_fill;
out vec4 o_colour;
const float FAR = 1e9;

// The coverage of a pixel at distance d by a band of half width w around 0.
float band(float d, float w) {
    return max(0.0, min(d + 0.5, w) - max(d - 0.5, -w));
}

float inside(float d) { return clamp(0.5 - d, 0.0, 1.0); }

// The part of [low, high] covered by the dash nearest to s; x > y if none.
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
    // Neighbours share their cut exactly, so no pixel is drawn by both.
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

// Signed distance to a circle through the local origin with curvature k and its centre below;
// written so that a vanishing k causes no rounding.
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

float oval() {
    vec2 q = v_local, curve = v_first.xy;
    return (dot(curve, q * q) - 1.0) / max(length(2.0 * curve * q), 1e-20);
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
    if (kind == 4) {
        vec2 pos = gl_FragCoord.xy - u_origin;
        return ink(v_fill, inside(dot(pos, v_second.xy) - v_second.z));
    }
    if (kind == 2) return ink(v_fill, inside(oval()));
    if (kind == 3) {
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
