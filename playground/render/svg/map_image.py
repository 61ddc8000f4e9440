"""Maps rendered to pixels by NumPy, with the same colours as in the window.

The same algorithm for OpenGL is in `glsl/`.
"""

import math
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import MapKind
from playground.render import map_colors
from playground.render.instance_format import Array, Point
from playground.render.map_colors import Edge, MapRaster, Texture
from playground.render.map_labels import screen_to_map
from playground.render.png import Pixels
from playground.render.svg.screen_shapes import PlaneMapView
from playground.render.theme import Theme, luminance
from playground.scene.answer import NO_KIND_INDEX

Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]

# Image pixels per pixel of the figure along each side, and the largest total.
_PIXEL_RATIO = 2.0
_MAX_PIXELS = 6e6


def render_map(map_view: PlaneMapView) -> tuple[Point, float, Pixels]:
    """Render the visible part of a map.

    Returns
    -------
    corner : tuple of float
        The upper left corner in the figure, pixels, y down.
    size : float
        The size of an image pixel in the figure.
    pixels : uint8 array (rows, columns, 4)
        Colours, not premultiplied; empty if nothing is visible.
    """
    low, high = _visible_bounds(map_view)
    sides = high[0] - low[0], high[1] - low[1]
    fine = min(_PIXEL_RATIO, math.sqrt(_MAX_PIXELS / max(sides[0] * sides[1], 1)))
    width, height = (math.ceil(max(side, 0) * fine) for side in sides)
    x, y = np.meshgrid(
        low[0] + (np.arange(width) + 0.5) / fine,
        low[1] + (np.arange(height) + 0.5) / fine,
    )
    share, inside = screen_to_map(map_view.corners, x, y)
    raster = map_view.raster
    rows, columns = raster.cells.shape
    positions = share * (columns, rows) - 0.5
    if raster.field.query.kind is MapKind.VALUES:
        colour, cover = _colour_values(raster, positions, map_view.theme, fine)
    else:
        kinds = _kinds_at(raster.cells, positions)
        if raster.is_opaque:
            colour, cover = _colour_mistakes(
                raster, kinds, (x, y), map_view.theme, fine
            )
        else:
            colour, cover = _colour_kinds(raster, kinds, map_view.theme, fine)
    alpha = np.where(inside, cover * raster.opacity, 0.0)
    pixels = np.concatenate([colour, alpha[..., None]], axis=-1)
    byte_values = np.round(pixels * 255).astype(np.uint8)
    return (float(low[0]), float(low[1])), 1.0 / fine, byte_values


def _visible_bounds(map_view: PlaneMapView) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the whole pixels (low, high) between which a map is visible."""
    size = round(map_view.size[0]), round(map_view.size[1])
    weight = map_view.corners[:, 2]
    if (weight <= 0).any():  # it extends behind the eye
        return (0, 0), size
    flat = map_view.corners[:, :2] / weight[:, None]
    low = np.clip(np.floor(flat.min(axis=0)), 0, size).astype(int).tolist()
    high = np.clip(np.ceil(flat.max(axis=0)), 0, size).astype(int).tolist()
    return (low[0], low[1]), (high[0], high[1])


def _kinds_at(cells: NDArray[np.generic], at: Array) -> Indices:
    """Return the kind at each pixel, of positions `at` (..., 2) in cells."""
    return cells[_cell_indices(cells, at)].astype(np.intp)


def _cell_indices(cells: NDArray[np.generic], at: Array) -> tuple[Indices, Indices]:
    """Return row and column of the cell at each position (..., 2) in cells."""
    rows, columns = cells.shape
    column = np.clip(np.round(at[..., 0]), 0, columns - 1).astype(np.intp)
    return np.clip(np.round(at[..., 1]), 0, rows - 1).astype(np.intp), column


def _colour_mistakes(
    raster: MapRaster,
    kinds: Indices,
    at: tuple[Array, Array],
    theme: Theme,
    fine: float,
) -> tuple[Array, Array]:
    """Return the colours and coverages of a map of mistakes, with patterns.

    Parameters
    ----------
    raster : MapRaster
        The map.
    kinds : integer array (...)
        The kind at each pixel.
    at : pair of arrays (...)
        The pixels' x and y in the figure.
    theme : Theme
        The theme.
    fine : float
        Image pixels per pixel of the figure.

    Returns
    -------
    colour, cover : array (..., 3), array (...)
        From 0 to 1.
    """
    full = raster.palette(theme)[0, :, :3] / 255.0
    colour, cover = full[kinds], np.where(kinds == NO_KIND_INDEX, 0.0, 1.0)
    ground = np.array(theme.background[:3])
    for place, kind in enumerate(raster.field.kinds):
        texture, here = map_colors.kind_texture(kind), kinds == place
        if texture is Texture.SOLID or not here.any():
            continue
        share = map_colors.compute_coverage(texture, at[0][here], at[1][here], fine)
        if texture is Texture.SPECKS:
            cover[here] = share
        else:
            low = map_colors.PATTERN_GAP_OPACITY
            strong = (low + (1.0 - low) * share)[:, None]
            colour[here] = ground + (full[place] - ground) * strong
    if raster.fine:
        is_drawn, left_out = _find_edges(
            raster, kinds, at, max(round(map_colors.EDGE_WIDTH_PX * fine), 1)
        )
        colour[is_drawn], cover[is_drawn] = full[kinds[is_drawn]], 1.0
        cover[left_out] = 0.0
    return colour, cover


def _find_edges(
    raster: MapRaster, kinds: Indices, at: tuple[Array, Array], reach: int
) -> tuple[Flags, Flags]:
    """Return masks of the pixels on edges, and in gaps of their dashes.

    `reach` is half an edge's width in image pixels, `at` as in `_colour_mistakes`.
    """
    looks = np.zeros((NO_KIND_INDEX + 1, 2), np.intp)
    for place, kind in enumerate(raster.field.kinds):
        looks[place] = map_colors.kind_texture(kind), map_colors.kind_edge(kind)
    ends = [np.zeros(kinds.shape, np.bool_) for _ in (0, 1)]
    for axis, step in product((0, 1), range(-reach, reach + 1)):
        if step:
            differs = _trim_axis(kinds, axis, step) != _trim_axis(kinds, axis, -step)
            _trim_axis(ends[axis], axis, step)[differs] = True
    edge, solid = looks[kinds, 1], looks[kinds, 0] == Texture.SOLID
    # Dashes of a horizontal edge follow x, of a vertical one y.
    period, length = map_colors.DASHES_PX
    position = np.where(ends[0], at[0], at[1]) % period
    gap = (edge == Edge.DASHED) & (position >= length)
    is_edge = (ends[0] | ends[1]) & (edge != Edge.NONE)
    return is_edge & ~gap, is_edge & gap & solid


def _colour_kinds(
    raster: MapRaster, kinds: Indices, theme: Theme, fine: float
) -> tuple[Array, Array]:
    """Return colours (..., 3) and coverages (...) of kinds, with pale lines between.

    Both are 0 to 1; `fine` is image pixels per pixel of the figure.
    """
    colour = raster.palette(theme)[0, :, :3][kinds] / 255.0
    cover = np.where(kinds == NO_KIND_INDEX, 0.0, 1.0)
    if raster.fine:
        seam = np.zeros(kinds.shape, np.bool_)
        reach = max(round(map_colors.SEAM_HALF_WIDTH_PX * fine), 1)
        for axis in (0, 1):
            for step in range(1, reach + 1):
                a, b = _trim_axis(kinds, axis, step), _trim_axis(kinds, axis, -step)
                is_border = (a != b) & (a != NO_KIND_INDEX) & (b != NO_KIND_INDEX)
                _trim_axis(seam, axis, step)[is_border] = True
                _trim_axis(seam, axis, -step)[is_border] = True
        cover = np.where(seam, cover * map_colors.SEAM_OPACITY, cover)
    return colour, cover


def _trim_axis(values: NDArray[Any], axis: int, step: int) -> NDArray[Any]:
    """Return all but the first or last rows or columns."""
    part = slice(step, None) if step > 0 else slice(None, step)
    return values[part] if axis == 0 else values[:, part]


def _colour_values(
    raster: MapRaster, at: Array, theme: Theme, fine: float
) -> tuple[Array, Array]:
    """Return colours (..., 3) and coverages (...) of values, with contour lines.

    Both are 0 to 1; `at` (..., 2) are the pixels' positions in cells, `fine` is image
    pixels per pixel of the figure.
    """
    level, is_known = _interpolate_cells(raster.cells, at)
    span = raster.scale.span if raster.scale else 1.0
    place = np.clip(level / max(span, 1e-6), 0.0, 1.0) * 255.0
    colour = raster.palette(theme)[0, :, :3][place.astype(np.intp)] / 255.0
    if raster.fine and min(*level.shape, *raster.cells.shape) > 1:
        thin = _line_coverage(
            level - np.round(level), level, map_colors.CONTOUR_HALF_WIDTH_PX * fine
        )
        # Per cell, as the number of pixels per cell varies in space.
        steep = _gradient_length(np.asarray(raster.cells, np.float64))[
            _cell_indices(raster.cells, at)
        ]
        thin = np.where(
            (steep < 1.0 / map_colors.MIN_CONTOUR_SPACING_CELLS)
            & (steep > 1.0 / map_colors.MAX_CONTOUR_SPACING_CELLS),
            thin,
            0.0,
        )
        turn, turning = _interpolate_cells(raster.thresholds, at)
        bold = np.where(
            turning,
            _line_coverage(
                level - turn, level - turn, map_colors.THRESHOLD_HALF_WIDTH_PX * fine
            ),
            0.0,
        )
        luma = colour @ (0.299, 0.587, 0.114)
        dark, light = sorted((theme.background, theme.text), key=luminance)
        ink = np.where(
            luma[..., None] > map_colors.DARK_LINE_MIN_LUMA, dark[:3], light[:3]
        )
        opacity = np.where(
            is_known, np.maximum(map_colors.CONTOUR_OPACITY * thin, bold), 0.0
        )[..., None]
        colour = colour + (ink - colour) * opacity
    return colour, is_known.astype(np.float64)


def _interpolate_cells(
    cells: NDArray[np.generic], at: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Return values interpolated between cell centres, and a mask of finite ones.

    `at` (..., 2) are positions in cells; values that are not finite become 0.
    """
    rows, columns = cells.shape
    last = max(columns - 2, 0), max(rows - 2, 0)
    low = np.clip(np.floor(at), 0, last).astype(np.intp)
    column, row = low[..., 0], low[..., 1]
    dx, dy = at[..., 0] - column, at[..., 1] - row
    beside, above = np.minimum(column + 1, columns - 1), np.minimum(row + 1, rows - 1)
    values = cells.astype(np.float64)
    with np.errstate(invalid="ignore"):
        below = values[row, column] * (1 - dx) + values[row, beside] * dx
        over = values[above, column] * (1 - dx) + values[above, beside] * dx
        level = below * (1 - dy) + over * dy
    is_known = np.isfinite(level)
    return np.where(is_known, level, 0.0), is_known


def _gradient_length(values: Array) -> Array:
    """Return the length of the gradient of values (rows, columns), per cell."""
    down, dx = np.gradient(values)
    return np.asarray(np.hypot(down, dx))


def _line_coverage(above: Array, by: Array, width: float) -> Array:
    """Return the coverage, 0 to 1, of each pixel by a line of half width `width`.

    `above` are the values minus that of the line; `by` has their gradient, also where
    `above` jumps. `width` is in pixels.
    """
    away = np.abs(above) / np.maximum(_gradient_length(by), 1e-12)
    return np.asarray(np.clip(width + 0.5 - away, 0.0, 1.0))
