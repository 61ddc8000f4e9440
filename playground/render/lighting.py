"""How matt things and glass are lit: the numbers of it, and averages over places.

The numbers stand here alone. `shaders` tells them to GLSL by their names, a page tells
its player those of `PLAYER_CONSTANTS`.
"""

import numpy as np

from playground.render.instance_format import Array
from playground.render.theme import RGBA

# Nearer than this share of the camera's distance, nothing flat is drawn.
NEAR_DISTANCE = 0.02
# What is left of a mark behind an opaque face: as much as behind an opaque ball.
HIDDEN_OPACITY = 0.25
# Where the light comes from, in eye coordinates.
LIGHT_FROM = (-0.5, 0.75, 0.62)
# Between these cosines to the light, shade turns into light.
KEY_LIGHT_MIN_COSINE = -0.75
KEY_LIGHT_MAX_COSINE = 0.95
# What is left of a tint in the shade, and how much a bright room adds to that.
SHADE_FACTOR = 0.52
SHADE_BACKGROUND_FACTOR = 0.36
# What is left of it below, and above.
SKY_MIN_FACTOR = 0.9
SKY_MAX_FACTOR = 1.05
# How far toward white: by the room, where the light is full, at the rim, in the gloss.
BACKGROUND_FILL_SHARE = 0.12
KEY_LIGHT_SHARE = 0.2
KEY_LIGHT_BACKGROUND_SHARE = 0.16
RIM_SHARE = 0.14
RIM_EXPONENT = 3.5
GLOSS_SHARE = 0.38
GLOSS_EXPONENT = 42.0
# Of glass: what of its opacity covers, at its rim too, and how bright it is.
GLASS_OPACITY_FACTOR = 0.45
GLASS_SKY_OPACITY_FACTOR = 0.25
GLASS_RIM_OPACITY = 0.75
GLASS_RIM_EXPONENT = 2.5
GLASS_SHADE_FACTOR = 0.85
GLASS_SKY_SHADE_FACTOR = 0.2
GLASS_GLOSS_EXPONENT = 60.0
# Its back is seen through its front, paler.
GLASS_BACK_WEIGHT = 0.4
GLASS_BACK_OPACITY_FACTOR = 0.6

SHADER_CONSTANTS = {
    name: value
    for name, value in globals().items()
    if name.isupper() and isinstance(value, float | tuple)
}
"""All of the above by name."""
PLAYER_CONSTANTS = {
    "NEAR_DISTANCE": NEAR_DISTANCE,
    "HIDDEN_OPACITY": HIDDEN_OPACITY,
}
"""Those that a page's player counts with itself."""

KEY_LIGHT_DIRECTION = np.array(LIGHT_FROM) / np.linalg.norm(LIGHT_FROM)


def shade_matte(
    tint: RGBA,
    n: Array,
    view: Array,
    up: Array,
    ground: RGBA,
    weights: Array | None = None,
) -> RGBA:
    """Return the colour of a matt surface whose normals are `(m, 3)`, no highlight."""
    toward = n @ KEY_LIGHT_DIRECTION
    key = smoothstep(KEY_LIGHT_MIN_COSINE, KEY_LIGHT_MAX_COSINE, toward)[:, None]
    sky = (0.5 + 0.5 * (n @ up))[:, None]
    rim = (1.0 - np.clip(n @ view, 0.0, 1.0))[:, None] ** RIM_EXPONENT
    room = np.array(ground[:3]) ** 2
    shade = SHADE_FACTOR + SHADE_BACKGROUND_FACTOR * room
    shade = shade + (1.0 - shade) * key
    lift = SKY_MIN_FACTOR + (SKY_MAX_FACTOR - SKY_MIN_FACTOR) * sky
    colour = np.array(tint[:3]) * shade * lift
    colour = colour + (1.0 - colour) * room * BACKGROUND_FILL_SHARE
    lit = (
        KEY_LIGHT_SHARE + KEY_LIGHT_BACKGROUND_SHARE * room[1]
    ) * key**3 + RIM_SHARE * rim * sky
    colour = colour + (1.0 - colour) * lit
    if weights is None or not weights.any():
        weights = np.ones(len(n))
    red, green, blue = np.average(colour, axis=0, weights=weights).tolist()
    return red, green, blue, tint[3]


def compute_specular(n: Array, half: Array, power: float) -> Array:
    """Return how much light is thrown into the eye, `half` being half-way to it."""
    return np.asarray(np.clip(n @ half, 0.0, 1.0) ** power)


def shade_glass(tint: RGBA, n: Array, view: Array, up: Array) -> RGBA:
    """Return the colour of a clear ball where its front has normals `(m, 3)`."""
    # Its back is seen through it, from inside.
    back = 2 * (n @ view)[:, None] * view - n
    front = _shade_glass_layer(tint, n, view, up)
    faint = (*tint[:3], GLASS_BACK_OPACITY_FACTOR * tint[3])
    inner = GLASS_BACK_WEIGHT * _shade_glass_layer(faint, back, view, up)
    whole = (front + inner * (1.0 - front[:, 3:])).mean(axis=0)
    red, green, blue, _ = (whole / max(whole[3], 1e-6)).tolist()
    return red, green, blue, float(whole[3])


def _shade_glass_layer(tint: RGBA, n: Array, view: Array, up: Array) -> Array:
    """Return colours multiplied by their opacity."""
    fresnel = np.clip(1.0 - np.abs(n @ view), 0.0, 1.0) ** GLASS_RIM_EXPONENT
    sky = 0.5 + 0.5 * (n @ up)
    cover = tint[3] * (GLASS_OPACITY_FACTOR + GLASS_SKY_OPACITY_FACTOR * sky)
    cover = cover + (1.0 - 0.5 * tint[3]) * GLASS_RIM_OPACITY * fresnel
    colour = (
        np.array(tint[:3])
        * (GLASS_SHADE_FACTOR + GLASS_SKY_SHADE_FACTOR * sky)[:, None]
    )
    whole = np.column_stack([colour, np.ones(len(n))])
    return np.asarray(whole * np.clip(cover, 0.0, 1.0)[:, None])


def smoothstep(low: float, high: float, at: Array) -> Array:
    """Return what GLSL's smoothstep returns."""
    share = np.clip((at - low) / (high - low), 0.0, 1.0)
    return np.asarray(share * share * (3 - 2 * share))
