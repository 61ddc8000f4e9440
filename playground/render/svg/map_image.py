"""A map as pixels, coloured as in the window but without OpenGL.

What is told here in arrays is told to the driver in `glsl/`.
"""

import math
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import MapKind
from playground.render import map_colors
from playground.render.instance_format import Array, Point
from playground.render.map_colors import (
    BOLD,
    CROWDED,
    FAINT,
    FLAT,
    MIDDLE,
    PALE,
    SEAM,
    THIN,
    Edge,
    Painted,
    Texture,
)
from playground.render.map_labels import shares
from playground.render.png import Pixels
from playground.render.svg.plane import FlatPicture
from playground.render.theme import Theme, luminance
from playground.scene.answer import NONE

Places = NDArray[np.intp]
Flags = NDArray[np.bool_]

# So many pixels of the picture are one of the figure, along each side, and it has at
# most so many in all.
_FINE = 2.0
_MOST = 6e6


def picture(seen: FlatPicture) -> tuple[Point, float, Pixels]:
    """Return a map's upper left corner, how large its pixels are, and these.

    Only what is in the view; empty where nothing is. They are not premultiplied.
    """
    low, high = _bounds(seen)
    sides = high[0] - low[0], high[1] - low[1]
    fine = min(_FINE, math.sqrt(_MOST / max(sides[0] * sides[1], 1)))
    width, height = (math.ceil(max(side, 0) * fine) for side in sides)
    x, y = np.meshgrid(
        low[0] + (np.arange(width) + 0.5) / fine,
        low[1] + (np.arange(height) + 0.5) / fine,
    )
    share, inside = shares(seen.corners, x, y)
    painted = seen.painted
    rows, columns = painted.cells.shape
    at = share * (columns, rows) - 0.5
    if painted.field.question.kind is MapKind.VALUES:
        colour, cover = _values(painted, at, seen.theme, fine)
    else:
        kinds = _nearest(painted.cells, at)
        if painted.covers:
            colour, cover = _mistakes(painted, kinds, (x, y), seen.theme, fine)
        else:
            colour, cover = _kinds(painted, kinds, seen.theme, fine)
    alpha = np.where(inside, cover * painted.opacity, 0.0)
    pixels = np.concatenate([colour, alpha[..., None]], axis=-1)
    shown = np.round(pixels * 255).astype(np.uint8)
    return (float(low[0]), float(low[1])), 1.0 / fine, shown


def _bounds(seen: FlatPicture) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the whole pixels between which a map is in view."""
    size = round(seen.size[0]), round(seen.size[1])
    weight = seen.corners[:, 2]
    if (weight <= 0).any():  # it goes on behind the eye
        return (0, 0), size
    flat = seen.corners[:, :2] / weight[:, None]
    low = np.clip(np.floor(flat.min(axis=0)), 0, size).astype(int).tolist()
    high = np.clip(np.ceil(flat.max(axis=0)), 0, size).astype(int).tolist()
    return (low[0], low[1]), (high[0], high[1])


def _nearest(cells: NDArray[np.generic], at: Array) -> Places:
    """Return the kind at each pixel."""
    return cells[_cells(cells, at)].astype(np.intp)


def _cells(cells: NDArray[np.generic], at: Array) -> tuple[Places, Places]:
    """Return row and column of the cell at each pixel."""
    rows, columns = cells.shape
    column = np.clip(np.round(at[..., 0]), 0, columns - 1).astype(np.intp)
    return np.clip(np.round(at[..., 1]), 0, rows - 1).astype(np.intp), column


def _mistakes(
    painted: Painted, kinds: Places, at: tuple[Array, Array], theme: Theme, fine: float
) -> tuple[Array, Array]:
    """Return the colour and cover of each pixel of mistakes, textured and edged."""
    full = painted.palette(theme)[0, :, :3] / 255.0
    colour, cover = full[kinds], np.where(kinds == NONE, 0.0, 1.0)
    ground = np.array(theme.background[:3])
    for place, kind in enumerate(painted.field.kinds):
        filled, here = map_colors.texture(kind), kinds == place
        if filled is Texture.SOLID or not here.any():
            continue
        share = map_colors.cover(filled, at[0][here], at[1][here], fine)
        if filled is Texture.SPECKS:
            cover[here] = share
        else:
            low = map_colors.LOW
            strong = (low + (1.0 - low) * share)[:, None]
            colour[here] = ground + (full[place] - ground) * strong
    if painted.fine:
        drawn, left_out = _edges(
            painted, kinds, at, max(round(map_colors.EDGE * fine), 1)
        )
        colour[drawn], cover[drawn] = full[kinds[drawn]], 1.0
        cover[left_out] = 0.0
    return colour, cover


def _edges(
    painted: Painted, kinds: Places, at: tuple[Array, Array], reach: int
) -> tuple[Flags, Flags]:
    """Return which pixels are on their kind's edge, and which between its dashes."""
    looks = np.zeros((NONE + 1, 2), np.intp)
    for place, kind in enumerate(painted.field.kinds):
        looks[place] = map_colors.texture(kind), map_colors.edge(kind)
    ends = [np.zeros(kinds.shape, np.bool_) for _ in (0, 1)]
    for axis, step in product((0, 1), range(-reach, reach + 1)):
        if step:
            other = _beside(kinds, axis, step) != _beside(kinds, axis, -step)
            _beside(ends[axis], axis, step)[other] = True
    edge, solid = looks[kinds, 1], looks[kinds, 0] == Texture.SOLID
    # Along a level edge dashes are told in x, along an upright one in y.
    along = np.where(ends[0], at[0], at[1]) % map_colors.DASHES
    gap = (edge == Edge.DASHED) & (along >= map_colors.DASH)
    here = (ends[0] | ends[1]) & (edge != Edge.NONE)
    return here & ~gap, here & gap & solid


def _kinds(
    painted: Painted, kinds: Places, theme: Theme, fine: float
) -> tuple[Array, Array]:
    """Return the colour and cover of each pixel of kinds, with pale lines between."""
    colour = painted.palette(theme)[0, :, :3][kinds] / 255.0
    cover = np.where(kinds == NONE, 0.0, 1.0)
    if painted.fine:
        seam, reach = np.zeros(kinds.shape, np.bool_), max(round(SEAM * fine), 1)
        for axis in (0, 1):
            for step in range(1, reach + 1):
                a, b = _beside(kinds, axis, step), _beside(kinds, axis, -step)
                apart = (a != b) & (a != NONE) & (b != NONE)
                _beside(seam, axis, step)[apart] = True
                _beside(seam, axis, -step)[apart] = True
        cover = np.where(seam, cover * PALE, cover)
    return colour, cover


def _beside(values: NDArray[Any], axis: int, step: int) -> NDArray[Any]:
    """Return all but the first or the last rows or columns."""
    part = slice(step, None) if step > 0 else slice(None, step)
    return values[part] if axis == 0 else values[:, part]


def _values(
    painted: Painted, at: Array, theme: Theme, fine: float
) -> tuple[Array, Array]:
    """Return the colour and cover of each pixel of values, with contour lines."""
    level, known = _between(painted.cells, at)
    span = painted.scale.span if painted.scale else 1.0
    place = np.clip(level / max(span, 1e-6), 0.0, 1.0) * 255.0
    colour = painted.palette(theme)[0, :, :3][place.astype(np.intp)] / 255.0
    if painted.fine and min(*level.shape, *painted.cells.shape) > 1:
        thin = _line(level - np.round(level), level, THIN * fine)
        # From cell to cell, which in space is more pixels here than there.
        steep = _steep(np.asarray(painted.cells, np.float64))[_cells(painted.cells, at)]
        thin = np.where((steep < 1.0 / CROWDED) & (steep > 1.0 / FLAT), thin, 0.0)
        turn, turning = _between(painted.turns, at)
        bold = np.where(turning, _line(level - turn, level - turn, BOLD * fine), 0.0)
        luma = colour @ (0.299, 0.587, 0.114)
        dark, light = sorted((theme.background, theme.text), key=luminance)
        ink = np.where(luma[..., None] > MIDDLE, dark[:3], light[:3])
        drawn = np.where(known, np.maximum(FAINT * thin, bold), 0.0)[..., None]
        colour = colour + (ink - colour) * drawn
    return colour, known.astype(np.float64)


def _between(cells: NDArray[np.generic], at: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return the value between four middles of cells, and where there is one."""
    rows, columns = cells.shape
    last = max(columns - 2, 0), max(rows - 2, 0)
    low = np.clip(np.floor(at), 0, last).astype(np.intp)
    column, row = low[..., 0], low[..., 1]
    across, up = at[..., 0] - column, at[..., 1] - row
    beside, above = np.minimum(column + 1, columns - 1), np.minimum(row + 1, rows - 1)
    values = cells.astype(np.float64)
    with np.errstate(invalid="ignore"):
        below = values[row, column] * (1 - across) + values[row, beside] * across
        over = values[above, column] * (1 - across) + values[above, beside] * across
        level = below * (1 - up) + over * up
    known = np.isfinite(level)
    return np.where(known, level, 0.0), known


def _steep(values: Array) -> Array:
    """Return how much values change from one to the next."""
    down, across = np.gradient(values)
    return np.asarray(np.hypot(down, across))


def _line(above: Array, by: Array, width: float) -> Array:
    """Return how much of each pixel a line of half that width covers."""
    away = np.abs(above) / np.maximum(_steep(by), 1e-12)
    return np.asarray(np.clip(width + 0.5 - away, 0.0, 1.0))
