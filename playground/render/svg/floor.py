"""The floor of a view in space: its lines, and the shadows of solids on it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from playground.render.arrays import Array
from playground.render.composing import SpaceView
from playground.render.light import NEAR, smooth
from playground.render.pen import Pen
from playground.render.shapes import Pieces, Prim
from playground.render.solids import Solid, shadow_reach
from playground.render.space import Space, floor_step
from playground.render.svg.corner import from_corner
from playground.render.theme import RGBA, faded, mix

# Lines are drawn in pieces so long, in multiples of the eye's distance, as far as they
# can be seen, in so many strengths.
_PIECE, _FAR, _FADES = 0.15, 4.8, 12
# Shadows are soft: so many pixels have the same.
_CELL = 4.0


@dataclass
class Cloud(Prim):
    """A colour in as many strengths as there are cells, soft between them.

    `alphas` has the top row first, and a cell is so many pixels wide and high.
    """

    cell: float
    alphas: Array
    colour: RGBA


def floor(view: SpaceView) -> Iterator[Prim]:
    """Yield the floor's lines, and the shadows on it."""
    yield from _rules(view.space)
    yield from _shadows(view.space, view.solids)


def _rules(space: Space) -> Iterator[Pieces]:
    theme, (step, strength) = space.theme, floor_step(space)
    middling = mix(theme.grid_minor, theme.grid_major, strength)
    tones = [(faded(theme.grid_minor, strength), 1), (middling, 10)]
    tones.append((theme.grid_major, 100))
    eye, unit = space.camera.plain[0], space.camera.distance
    reach = _FAR * unit
    for across in (0, 2):
        level = [math.ceil((eye[across] - reach) / step)]
        level.append(math.floor((eye[across] + reach) / step))
        index = np.arange(level[0], level[1] + 1)
        index = index[index != 0]
        for colour, every in tones:
            own = index[index % every == 0]
            if every < 100:
                own = own[own % (10 * every) != 0]
            # Lines that would run together are left out.
            yield from _ruled(space, across, own * step, colour, every * step / unit)
        axis = theme.axes[2 if across == 0 else 0]
        yield from _ruled(space, across, np.zeros(1), faded(axis, 0.5), math.inf)


def _ruled(
    space: Space, across: int, offsets: Array, colour: RGBA, cell: float
) -> Iterator[Pieces]:
    """Yield lines of the floor at some offsets, by how faint they are."""
    if not len(offsets) or colour[3] < 0.02:
        return
    camera = space.camera
    eye, unit = camera.plain[0], camera.distance
    along = 2 - across
    ends = eye[along] + np.arange(-_FAR, _FAR + _PIECE, _PIECE) * unit
    points = np.zeros((len(offsets), len(ends), 3))
    points[..., across] = offsets[:, None]
    points[..., along] = ends
    seen = space.eye(points)
    a, b = seen[:, :-1].reshape(-1, 3), seen[:, 1:].reshape(-1, 3)
    ahead = (-a[:, 2] > NEAR) & (-b[:, 2] > NEAR)
    a, b = a[ahead], b[ahead]
    one, two = space.flat(a), space.flat(b)
    box = np.array(space.sheet.box)
    out = ((one[:, :2] > box) & (two[:, :2] > box)).any(axis=1)
    out |= ((one[:, :2] < -box) & (two[:, :2] < -box)).any(axis=1)
    middle = (a + b) / 2
    share = _floor_fade(space, middle)
    # A cell this small on the screen would be a blur.
    pixel = np.linalg.norm(middle, axis=1) / space.focal * space.ratio
    share *= 1.0 - smooth(0.12, 0.4, pixel / cell)
    levels = np.round(share * _FADES).astype(np.intp)
    levels[out] = 0
    for level in range(1, _FADES + 1):
        some = levels == level
        if some.any():
            ends_of = np.stack([one[some, :2], two[some, :2]], axis=1).reshape(-1, 2)
            pen = Pen(faded(colour, level / _FADES), max(1.0, space.ratio))
            yield Pieces(from_corner(space, ends_of), pen)


def _floor_fade(space: Space, at: Array) -> Array:
    """Return what is left of the floor at points in eye coordinates."""
    far = np.maximum(np.linalg.norm(at, axis=-1), 1e-9)
    up = np.abs(at @ np.array(space.camera.world[1])) / far
    share = (1.0 - smooth(1.2, _FAR, far)) * smooth(0.015, 0.12, up)
    return np.asarray(share * (1.0 if space.camera.eye[1] > 0 else 0.5))


def _shadows(space: Space, found: Sequence[Solid]) -> Iterator[Cloud]:
    """Yield how dark the floor is under the solids."""
    cast = [(solid, reach) for solid in found if (reach := shadow_reach(space, solid))]
    if not cast or space.camera.eye[1] <= 0:
        return
    up, (wide, tall) = np.array(space.camera.world[1]), space.sheet.box
    columns, rows = (math.ceil(2 * side / _CELL) for side in (wide, tall))
    x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    across, upward = x * _CELL - wide, tall - y * _CELL
    ray = np.stack([across, upward, np.full_like(x, -space.focal)], axis=-1)
    down = -(ray @ up)
    height = space.camera.plain[0][1] / space.camera.distance
    at = ray * (height / np.where(down > 1e-9, down, np.inf))[..., None]
    fade = np.where(down > 1e-9, _floor_fade(space, at), 0.0)
    left = np.ones_like(x)
    for solid, reach in cast:
        strength = space.theme.shadow[3] * (0.35 + 0.65 * solid.colour[3])
        left *= 1.0 - strength * fade * _dark(solid, at, up, reach)
    yield Cloud(_CELL, 1.0 - left, space.theme.shadow)


def _dark(solid: Solid, at: Array, up: Array, reach: float) -> Array:
    """Return how much of the sky a solid takes away from points of the floor."""
    a, way = np.array(solid.a), np.subtract(solid.b, solid.a)
    share = np.clip((at - a) @ way / max(float(way @ way), 1e-20), 0.0, 1.0)
    off = a + share[..., None] * way - at
    above, square = off @ up, np.maximum((off * off).sum(axis=-1), 1e-12)
    away = np.minimum(np.sqrt(np.maximum(square - above**2, 0.0)), reach) / reach
    dark = np.clip(above / np.sqrt(square), 0.0, 1.0)
    dark *= solid.radius**2 / np.maximum(square, solid.radius**2)
    return np.asarray(dark * (1.0 - smooth(0.3, 1.0, away)))
