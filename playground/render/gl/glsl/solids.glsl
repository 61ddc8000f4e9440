// Occlusion in space. A solid is a capsule (a ball is one of length 0) in eye coordinates, z toward
// the eye, in units of the camera's distance. A ray is `t * ray` with ray.z = -1, so that t is the
// depth.
const int MAX_SOLIDS = 48;
uniform int u_solids;
uniform vec4 u_solid_a[MAX_SOLIDS];  // end, radius
uniform vec4 u_solid_b[MAX_SOLIDS];  // end, opacity
uniform float u_focal;               // pixels at depth 1

// The nearest approach of the whole ray to the axis: depth there, distance.
vec2 approach(vec3 ray, vec3 a, vec3 b) {
    float dd = dot(ray, ray);
    vec3 ba = b - a;
    vec3 a0 = a - ray * (dot(a, ray) / dd);
    vec3 ba0 = ba - ray * (dot(ba, ray) / dd);
    float k = clamp(-dot(a0, ba0) / max(dot(ba0, ba0), 1e-20), 0.0, 1.0);
    return vec2(dot(a + k * ba, ray) / dd, length(a0 + k * ba0));
}

// The depth where the ray enters (side -1) or leaves (side 1) a ball.
float ball(vec3 ray, vec3 c, float r, float side) {
    float dd = dot(ray, ray);
    float foot = dot(c, ray) / dd;
    vec3 off = c - ray * foot;
    return foot + side * sqrt(max(r * r - dot(off, off), 0.0) / dd);
}

// The depths where the ray enters and leaves; grazing rays count as touching.
vec2 crossing(vec3 ray, vec3 a, vec3 b, float r) {
    float dd = dot(ray, ray);
    vec3 ba = b - a;
    float baba = dot(ba, ba), bard = dot(ba, ray), baoa = -dot(ba, a);
    float A = baba * dd - bard * bard;
    float B = -baba * dot(ray, a) - baoa * bard;
    float C = baba * dot(a, a) - baoa * baoa - r * r * baba;
    float h = sqrt(max(B * B - A * C, 0.0));
    vec2 body = vec2(-B - h, -B + h) / max(A, 1e-20);
    // A ray along the axis does not enter through the cylinder.
    bool across = A > 1e-5 * baba * dd;
    vec2 along = bard > 0.0 ? vec2(-1.0, baba + 1.0) : vec2(baba + 1.0, -1.0);
    vec2 y = across ? baoa + body * bard : along;
    float enter = ball(ray, y.x <= 0.0 ? a : b, r, -1.0);
    float leave = ball(ray, y.y <= 0.0 ? a : b, r, 1.0);
    return vec2(y.x > 0.0 && y.x < baba ? body.x : enter,
                y.y > 0.0 && y.y < baba ? body.y : leave);
}

// The coverage of a pixel by solid i nearer than depth t.
float hides(int i, vec3 ray, float t, float slack) {
    vec3 a = u_solid_a[i].xyz, b = u_solid_b[i].xyz;
    vec2 near = approach(ray, a, b);
    float pixel = near.x / u_focal;
    float covered = clamp(0.5 - (near.y - u_solid_a[i].w) / pixel, 0.0, 1.0);
    if (covered == 0.0 || near.x <= 0.0) return 0.0;
    float enter = crossing(ray, a, b, u_solid_a[i].w).x;
    return covered * clamp(0.5 + (t - enter) / max(slack, 1e-7), 0.0, 1.0);
}
