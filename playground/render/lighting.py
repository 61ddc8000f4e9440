"""Lighting of matte solids and glass: constants, and averages for figures.

`shaders` defines the constants in GLSL, and a page passes `PLAYER_CONSTANTS` to its
player.
"""

import numpy as np

from playground.render.instance_format import Array
from playground.render.theme import RGBA

# The near plane of flat shapes, relative to the camera's distance.
NEAR_DISTANCE = 0.02
# The opacity of marks behind opaque surfaces.
HIDDEN_OPACITY = 0.25
# The direction of the light source, in eye coordinates.
LIGHT_FROM = (-0.5, 0.75, 0.62)
# The range of cosines to the light over which shade turns into light.
KEY_LIGHT_MIN_COSINE = -0.75
KEY_LIGHT_MAX_COSINE = 0.95
# The brightness of shade, and the contribution of a bright background.
SHADE_FACTOR = 0.52
SHADE_BACKGROUND_FACTOR = 0.36
# The brightness of surfaces that face down, and up.
SKY_MIN_FACTOR = 0.9
SKY_MAX_FACTOR = 1.05
# Mixing with white: by the background, in full light, at the rim, in highlights.
BACKGROUND_FILL_SHARE = 0.12
KEY_LIGHT_SHARE = 0.2
KEY_LIGHT_BACKGROUND_SHARE = 0.16
RIM_SHARE = 0.14
RIM_EXPONENT = 3.5
GLOSS_SHARE = 0.38
GLOSS_EXPONENT = 42.0
# Glass: the opacity of the body and the rim, and the brightness.
GLASS_OPACITY_FACTOR = 0.45
GLASS_SKY_OPACITY_FACTOR = 0.25
GLASS_RIM_OPACITY = 0.75
GLASS_RIM_EXPONENT = 2.5
GLASS_SHADE_FACTOR = 0.85
GLASS_SKY_SHADE_FACTOR = 0.2
GLASS_GLOSS_EXPONENT = 60.0
# The back of glass, seen paler through its front.
GLASS_BACK_WEIGHT = 0.4
GLASS_BACK_OPACITY_FACTOR = 0.6

SHADER_CONSTANTS = {
    name: value
    for name, value in globals().items()
    if name.isupper() and isinstance(value, float | tuple)
}
"""All constants above, by name."""
PLAYER_CONSTANTS = {
    "NEAR_DISTANCE": NEAR_DISTANCE,
    "HIDDEN_OPACITY": HIDDEN_OPACITY,
}
"""Constants that a page's player uses itself."""

KEY_LIGHT_DIRECTION = np.array(LIGHT_FROM) / np.linalg.norm(LIGHT_FROM)


def shade_matte(
    tint: RGBA,
    n: Array,
    view: Array,
    up: Array,
    ground: RGBA,
    weights: Array | None = None,
) -> RGBA:
    """Return the average colour of a matte surface, without highlights.

    Parameters
    ----------
    tint : RGBA
        The surface's colour.
    n : array (m, 3)
        Unit normals in eye coordinates.
    view, up : array (3,)
        Unit vectors to the eye and to the world's top.
    ground : RGBA
        The background.
    weights : array (m,), optional
        The weights of the normals.
    """
    facing = n @ KEY_LIGHT_DIRECTION
    key = smoothstep(KEY_LIGHT_MIN_COSINE, KEY_LIGHT_MAX_COSINE, facing)[:, None]
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
    """Return specular intensities (m,) of unit normals (m, 3).

    `half` (3,) is the unit vector half-way between light and eye, `power` the exponent.
    """
    return np.asarray(np.clip(n @ half, 0.0, 1.0) ** power)


def shade_glass(tint: RGBA, n: Array, view: Array, up: Array) -> RGBA:
    """Return the average colour of a glass ball.

    Parameters
    ----------
    tint : RGBA
        The ball's colour.
    n : array (m, 3)
        Unit normals of its front in eye coordinates.
    view, up : array (3,)
        Unit vectors to the eye and to the world's top.
    """
    # The inside of the back is visible through the front.
    back = 2 * (n @ view)[:, None] * view - n
    front = _shade_glass_layer(tint, n, view, up)
    faint = (*tint[:3], GLASS_BACK_OPACITY_FACTOR * tint[3])
    inner = GLASS_BACK_WEIGHT * _shade_glass_layer(faint, back, view, up)
    shade = (front + inner * (1.0 - front[:, 3:])).mean(axis=0)
    red, green, blue, _ = (shade / max(shade[3], 1e-6)).tolist()
    return red, green, blue, float(shade[3])


def _shade_glass_layer(tint: RGBA, n: Array, view: Array, up: Array) -> Array:
    """Return the colours of one side of a glass ball, premultiplied, (m, 4)."""
    fresnel = np.clip(1.0 - np.abs(n @ view), 0.0, 1.0) ** GLASS_RIM_EXPONENT
    sky = 0.5 + 0.5 * (n @ up)
    cover = tint[3] * (GLASS_OPACITY_FACTOR + GLASS_SKY_OPACITY_FACTOR * sky)
    cover = cover + (1.0 - 0.5 * tint[3]) * GLASS_RIM_OPACITY * fresnel
    colour = (
        np.array(tint[:3])
        * (GLASS_SHADE_FACTOR + GLASS_SKY_SHADE_FACTOR * sky)[:, None]
    )
    opaque_colour = np.column_stack([colour, np.ones(len(n))])
    return np.asarray(opaque_colour * np.clip(cover, 0.0, 1.0)[:, None])


def smoothstep(low: float, high: float, at: Array) -> Array:
    """Return the cubic step from 0 at `low` to 1 at `high`, as in GLSL.

    `at` and the result have the same shape (...).
    """
    share = np.clip((at - low) / (high - low), 0.0, 1.0)
    return np.asarray(share * share * (3 - 2 * share))
