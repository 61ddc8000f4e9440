"""How each kind of mistake fills a map: texture is what it makes of an answer.

Its edge is what it is at bottom: an error, a choice, or rounding, which has none.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from playground.scene import Nature
from playground.scene.kinds import Effect, Kind

Array = NDArray[np.float64]

# In logical pixels: stripes are half of their period, which is told along x and y; dots
# stand in rows, every other one shifted by half of their gap.
STRIPE = 12.0
DOT_GAP, DOT_ROW, DOT = 14.0, 7.0, 3.25
SPECK_GAP, SPECK_ROW, SPECK = 6.0, 3.0, 0.9
# So much of the colour is left between stripes and between dots.
LOW = 0.2
# The width of an edge, which is inside; a dash and its period. Between the dashes about
# what is solid there is nothing.
EDGE, DASH, DASHES = 1.5, 8.0, 14.0


class Texture(IntEnum):
    """What a kind's cells are filled with; specks leave the ground between them."""

    SOLID = 0
    STRIPES = 1
    DOTS = 2
    SPECKS = 3


class Edge(IntEnum):
    """What is drawn where a kind ends."""

    NONE = 0
    LINE = 1
    DASHED = 2


_TEXTURES = {
    Effect.MISSED: Texture.SOLID,
    Effect.MADE_UP: Texture.STRIPES,
    Effect.WRONG: Texture.DOTS,
}
_EDGES = {
    Nature.ERROR: Edge.LINE,
    Nature.CHOICE: Edge.DASHED,
    Nature.ROUNDING: Edge.NONE,
}


def texture(kind: Kind) -> Texture:
    """Return what fills the cells of a kind; what is no mistake is solid."""
    if kind.effect is None:
        return Texture.SOLID
    if kind.nature is Nature.ROUNDING:
        return Texture.SPECKS
    return _TEXTURES[kind.effect]


def edge(kind: Kind) -> Edge:
    """Return what is drawn where a kind ends; nothing where it is no mistake."""
    return Edge.NONE if kind.effect is None else _EDGES[kind.nature]


def cover(of: Texture, x: Array, y: Array, sharp: float) -> Array:
    """Return how much of a pixel there is full colour: 1 in a stripe or a dot.

    `x` and `y` are in logical pixels, each of which is `sharp` pixels.
    """
    if of is Texture.SOLID:
        return np.ones(np.broadcast_shapes(x.shape, y.shape))
    if of is Texture.STRIPES:
        off = np.abs((x + y) % STRIPE - STRIPE / 2) / np.sqrt(2.0)
        size = STRIPE / 4 / np.sqrt(2.0)
    else:
        few = of is Texture.SPECKS
        gap, row, size = (
            (SPECK_GAP, SPECK_ROW, SPECK) if few else (DOT_GAP, DOT_ROW, DOT)
        )
        shift = np.floor(y / row) % 2 * gap / 2
        off = np.hypot((x + shift) % gap - gap / 2, y % row - row / 2)
    return np.asarray(np.clip((size - off) * sharp + 0.5, 0.0, 1.0))
