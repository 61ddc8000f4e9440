"""How each kind of mistake looks on a map: colour, texture and edge.

Colour is the kind, texture what it makes of an answer, the edge what it is at bottom. A
colour stays with its kind while what is mapped changes, so that none flickers.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from playground.collision.articles.mistakes import Nature
from playground.explore.map import MapField
from playground.scene.kinds import EFFECTS, Effect, Kind
from playground.scene.roles import MISTAKE_ROLES, Role

Array = NDArray[np.float64]

# In logical pixels: stripes are half of their period, which is told along x and y; dots
# stand in rows, every other one shifted by half of their gap.
STRIPE = 12.0
DOT_GAP, DOT_ROW, DOT = 14.0, 7.0, 3.25
SPECK_GAP, SPECK_ROW, SPECK = 6.0, 3.0, 0.9
# So much of the colour is left between stripes and between dots.
LOW = 0.2
# Half the width of an edge; a dash and its period.
EDGE, DASH, DASHES = 1.0, 8.0, 14.0


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


def roles(field: MapField, before: Mapping[str, Role]) -> tuple[Role, ...]:
    """Return the colour of each kind of a field.

    Those of mistakes are handed out by severity, but a kind of which `before` has a
    colour keeps it. The seventh and all after it share the last.
    """
    named = _ranked(field)
    kept = {name: before[name] for name in named if name in before}
    # What no kind had before first: one that left the view may come back.
    free = sorted(
        (role for role in MISTAKE_ROLES if role not in kept.values()),
        key=lambda role: role in before.values(),
    )
    for name in named:
        if name not in kept:
            kept[name] = free.pop(0) if free else MISTAKE_ROLES[-1]
    return tuple(
        kind.role if kind.effect is None else kept.get(kind.name, MISTAKE_ROLES[-1])
        for kind in field.kinds
    )


def _ranked(field: MapField) -> list[str]:
    """Return the names of the mistakes in a field, the most severe first."""
    counted = [
        (kind, count)
        for kind, count in zip(field.kinds, field.counts, strict=True)
        if count and kind.effect is not None
    ]
    worst = sorted(
        counted, key=lambda item: (*_severity(item[0]), -item[1], item[0].name)
    )
    return list(dict.fromkeys(kind.name for kind, _ in worst))


def _severity(kind: Kind) -> tuple[bool, int]:
    """Return the worst as the least; rounding is the least of evils."""
    effect = EFFECTS.index(kind.effect) if kind.effect else 0
    return kind.nature is Nature.ROUNDING, effect


def in_order(
    kinds: Iterable[tuple[int, Kind]], shown: tuple[Role, ...]
) -> list[tuple[int, Kind]]:
    """Return kinds as a legend has them: by colour, and those of one by effect."""

    def place(item: tuple[int, Kind]) -> tuple[bool, int, str, int]:
        at, kind = item
        rounded, effect = _severity(kind)
        return rounded, MISTAKE_ROLES.index(shown[at]), kind.name, effect

    return sorted(kinds, key=place)


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
