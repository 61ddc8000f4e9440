"""How matt things and glass are lit, averaged over places: see `shaders`."""

import numpy as np

from playground.render.instances import Array
from playground.render.shaders import LIGHT_FROM
from playground.render.theme import RGBA

KEY = np.array(LIGHT_FROM) / np.linalg.norm(LIGHT_FROM)


def matt(
    tint: RGBA,
    n: Array,
    view: Array,
    up: Array,
    ground: RGBA,
    weights: Array | None = None,
) -> RGBA:
    """Return the colour of a matt surface whose normals are `(m, 3)`, no highlight."""
    toward = n @ KEY
    key = smooth(-0.75, 0.95, toward)[:, None]
    sky = (0.5 + 0.5 * (n @ up))[:, None]
    rim = (1.0 - np.clip(n @ view, 0.0, 1.0))[:, None] ** 3.5
    room = np.array(ground[:3]) ** 2
    shade = 0.52 + 0.36 * room
    colour = np.array(tint[:3]) * (shade + (1.0 - shade) * key) * (0.9 + 0.15 * sky)
    colour = colour + (1.0 - colour) * room * 0.12
    lit = (0.2 + 0.16 * room[1]) * key**3 + 0.14 * rim * sky
    colour = colour + (1.0 - colour) * lit
    if weights is None or not weights.any():
        weights = np.ones(len(n))
    red, green, blue = np.average(colour, axis=0, weights=weights).tolist()
    return red, green, blue, tint[3]


def shine(n: Array, half: Array, power: float) -> Array:
    """Return how much light is thrown into the eye, `half` being half-way to it."""
    return np.asarray(np.clip(n @ half, 0.0, 1.0) ** power)


def glass(tint: RGBA, n: Array, view: Array, up: Array) -> RGBA:
    """Return the colour of a clear ball where its front has normals `(m, 3)`."""
    # Its back is seen through it, from inside.
    back = 2 * (n @ view)[:, None] * view - n
    front = _pane(tint, n, view, up)
    inner = 0.4 * _pane((*tint[:3], 0.6 * tint[3]), back, view, up)
    whole = (front + inner * (1.0 - front[:, 3:])).mean(axis=0)
    red, green, blue, _ = (whole / max(whole[3], 1e-6)).tolist()
    return red, green, blue, float(whole[3])


def _pane(tint: RGBA, n: Array, view: Array, up: Array) -> Array:
    """Return colours multiplied by their opacity."""
    fresnel = np.clip(1.0 - np.abs(n @ view), 0.0, 1.0) ** 2.5
    sky = 0.5 + 0.5 * (n @ up)
    cover = tint[3] * (0.45 + 0.25 * sky) + (1.0 - 0.5 * tint[3]) * 0.75 * fresnel
    colour = np.array(tint[:3]) * (0.85 + 0.2 * sky)[:, None]
    whole = np.column_stack([colour, np.ones(len(n))])
    return np.asarray(whole * np.clip(cover, 0.0, 1.0)[:, None])


def smooth(low: float, high: float, at: Array) -> Array:
    """Return what GLSL's smoothstep returns."""
    share = np.clip((at - low) / (high - low), 0.0, 1.0)
    return np.asarray(share * share * (3 - 2 * share))
