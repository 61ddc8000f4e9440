// Lighting of matte surfaces; needs `u_up` of the floor. A bright background fills the shade.
uniform vec4 u_room;
const vec3 KEY = normalize(LIGHT_FROM);

float shine(vec3 n, vec3 view, float power) {
    return pow(clamp(dot(n, normalize(KEY + view)), 0.0, 1.0), power);
}

// Shades stay near the tint and lights mix with white, so that no hue becomes muddy.
vec3 matt(vec3 tint, vec3 n, vec3 view) {
    float key = smoothstep(KEY_LIGHT_MIN_COSINE, KEY_LIGHT_MAX_COSINE, dot(n, KEY));
    float sky = 0.5 + 0.5 * dot(n, u_up);
    float rim = pow(1.0 - clamp(dot(n, view), 0.0, 1.0), RIM_EXPONENT);
    vec3 room = u_room.rgb * u_room.rgb;
    vec3 shade = mix(SHADE_FACTOR + SHADE_BACKGROUND_FACTOR * room, vec3(1.0), key);
    vec3 colour = tint * shade * mix(SKY_MIN_FACTOR, SKY_MAX_FACTOR, sky);
    colour += (1.0 - colour) * room * BACKGROUND_FILL_SHARE;
    float lit = (KEY_LIGHT_SHARE + KEY_LIGHT_BACKGROUND_SHARE * room.g) * key * key * key;
    colour = mix(colour, vec3(1.0), lit + RIM_SHARE * rim * sky);
    return mix(colour, vec3(1.0), GLOSS_SHARE * shine(n, view, GLOSS_EXPONENT));
}
