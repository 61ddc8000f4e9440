// The floor is the world's plane y = 0; a ray meets it at `floor_depth`.
uniform vec3 u_up;           // the world's axes in eye coordinates
uniform vec3 u_floor_x;
uniform vec3 u_floor_z;
uniform float u_height;      // the eye's height above the floor
uniform vec4 u_floor_eye;    // the eye's x and z, from a grid corner and from the origin
uniform vec4 u_step;         // finest grid step, its opacity, line width, fade start
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

// Blends a colour beyond the floor with the floor's grid.
vec4 through_floor(vec4 colour, vec3 ray, float t) {
    float ground = floor_depth(ray);
    vec4 grid = floor_colour(ray, max(ground, 0.0));
    return ground > 0.0 && ground < t ? grid + colour * (1.0 - grid.a) : colour;
}
