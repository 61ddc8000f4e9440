"""Names of mistakes on their map: inside an area, or on a tag with a leader.

A name keeps its position as long as it fits, so that names do not jump while the map
changes; a new position is chosen only for a fine map.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import AxisSamples
from playground.quick_dataclass import dataclass
from playground.render.boxes import Box, contains_box, grow_box, viewport_box
from playground.render.grid import format_tick
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Array, Point
from playground.render.labels import (
    LabelStyle,
    Measure,
    PlacedText,
    find_occupied_boxes,
)
from playground.render.map_colors import (
    MAX_CONTOUR_SPACING_CELLS,
    MIN_CONTOUR_SPACING_CELLS,
    MapImage,
    MapName,
    MapRaster,
    Texture,
    kind_texture,
)
from playground.render.plane_painter import rect_points
from playground.render.shapes import Area, Ring, ScreenPolyline
from playground.render.stroke_style import Pen
from playground.render.summed_area import build_summed_area_table, sum_boxes
from playground.render.text_layout import TextStyle
from playground.render.theme import RGBA, Theme, contrast, mix
from playground.render.viewport import PixelViewport
from playground.scene.answer import NO_KIND_INDEX
from playground.scene.camera import Viewport


def screen_to_map(
    corners: Array, x: Array, y: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Return the relative positions of screen points in the map.

    Parameters
    ----------
    corners : array (4, 3)
        The corners on screen, homogeneous (x w, y w, w): lower left, lower right, upper
        left, upper right.
    x, y : array (...)
        Screen points.

    Returns
    -------
    share : ndarray (..., 2)
        Fractions to the right and up; 0 outside the map.
    inside : boolean array (...)
        Whether each point is inside the map.

    Raises
    ------
    LinAlgError
        The corners are on one line.
    """
    first = corners[0]
    ways = np.column_stack([corners[1] - first, corners[2] - first, first])
    back = np.linalg.inv(ways)
    map_points = np.stack([x, y, np.ones_like(x)], axis=-1) @ back.T
    weight = map_points[..., 2]
    ahead = weight > 0
    share = map_points[..., :2] / np.where(ahead, weight, 1.0)[..., None]
    inside = ahead & ((share >= 0.0) & (share <= 1.0)).all(axis=-1)
    return np.where(inside[..., None], share, 0.0), inside


def cells_at(cells: NDArray[np.generic], share: Array) -> NDArray[np.generic]:
    """Return the cells (...) at relative positions (..., 2), 0 to 1, in a map."""
    size = np.array(cells.shape[::-1])
    indices = np.clip((share * size).astype(np.intp), 0, size - 1)
    return np.asarray(cells[indices[..., 1], indices[..., 0]])


# ----------------------------------------------------------------------------


Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

# The largest number of names on a map.
_MAX_NAMES = 4
# The spacing of the grid on which a map is sampled.
_GRID_STEP_PX = 6.0
# Sizes: names in an area with their notes, and names on a tag.
_MAX_AREA_NAME_SIZE_PX = 24.0
_MIN_AREA_NAME_SIZE_RATIO = 0.8
_AREA_NOTE_SIZE_RATIO = 0.7
_MIN_TAG_NAME_SIZE_PX = 15.0
_TAG_NAME_SIZE_RATIO = 0.62
_TAG_NOTE_SIZE_RATIO = 0.87
# A name on a tag without a note, for presentations.
_LONE_TAG_NAME_SIZE_RATIO = 0.81
# Bold letters are wider than measured.
_BOLD_WIDTH_RATIO = 1.06
# Padding around texts in an area and on a tag.
_AREA_PADDING_PX = 5.0
_TAG_PADDING_PX = (12.0, 7.0)
_TAG_CORNER_RADIUS_PX = 8.0
# Sizes of the free area searched for, relative to the text, in order.
_AREA_SCALES = 2.0, 1.5, 1.2, 1.0
# The least distances of a tag: from its anchor, from the border, from others.
_MIN_LEADER_LENGTH_PX = 28.0
_VIEWPORT_MARGIN_PX = 8.0
_TAG_GAP_PX = 8.0
# Costs in pixels of distance: per covered pixel of a mistake, and per pixel of a leader
# across the figure, sampled at this number of points.
_COVERED_PIXEL_COST = 0.02
_CROSSED_PIXEL_COST = 4.0
_LEADER_SAMPLE_COUNT = 24
# Candidate anchors: their number, least distance in grid points, and least depth
# relative to the deepest.
_MAX_ANCHORS = 4
_MIN_ANCHOR_DISTANCE = 10.0
_MIN_DEPTH_RATIO = 0.6
_TAG_BORDER_WIDTH_PX = 2.0
_LEADER_WIDTH_PX = 1.5
_LEADER_CASING_WIDTH_PX = 3.5
_LEADER_DOT_RADIUS_PX = 4.0


@dataclass(frozen=True)
class PlacedName:
    """A positioned name: its box and text size in logical pixels.

    On a tag, `anchor` is the end of its leader.
    """

    name: MapName
    box: Box
    size: float
    anchor: Point | None = None


def make_map_names(
    raster: MapRaster, words: Iterable[tuple[int, str, str]]
) -> tuple[MapName, ...]:
    """Return names of kinds, from tuples of a kind's index, its name and its note.

    The note is "" for none.
    """
    kinds = raster.field.kinds
    return tuple(
        MapName(
            anchor,
            raster.roles[anchor],
            title,
            note,
            (kinds[anchor].name, kinds[anchor].effect or ""),
            kind_texture(kinds[anchor]) is Texture.SOLID,
        )
        for anchor, title, note in words
    )


class _ViewGrid:
    """A view sampled on a grid of 6 pixels: kinds, and occupied points.

    Attributes
    ----------
    kinds : array (rows, columns)
        The map's kind at each grid point, `NO_KIND_INDEX` for none.
    blocked : boolean array (rows, columns)
        Grid points that names must not cover.
    name_mask : boolean array (rows, columns)
        Grid points covered by names already placed.
    """

    def __init__(
        self,
        map_image: MapImage,
        ends: Array,
        viewport: Viewport,
        occupied_samples: Array,
        occupied_boxes: Sequence[Box],
    ) -> None:
        self.viewport = viewport
        columns, rows = (
            max(int(side // _GRID_STEP_PX), 1)
            for side in (viewport.width, viewport.height)
        )
        x = viewport.x + (np.arange(columns) + 0.5) * _GRID_STEP_PX
        y = viewport.y + (np.arange(rows) + 0.5) * _GRID_STEP_PX
        share, inside = screen_to_map(ends, *np.meshgrid(x, y))
        kinds = cells_at(map_image.raster.cells, share)
        self.kinds = np.where(inside, kinds, NO_KIND_INDEX)
        self.blocked = np.zeros((rows, columns), np.bool_)
        cells = ((occupied_samples - (viewport.x, viewport.y)) // _GRID_STEP_PX).astype(
            np.intp
        )
        is_inside = ((cells >= 0) & (cells < (columns, rows))).all(axis=1)
        self.blocked[cells[is_inside, 1], cells[is_inside, 0]] = True
        for box in occupied_boxes:
            self.blocked[self.box_slices(box)] = True
        self.name_mask = np.zeros((rows, columns), np.bool_)

    def block_name(self, place: PlacedName) -> None:
        """Mark the box of a name with a margin, and its leader, as occupied."""
        part = self.box_slices(grow_box(place.box, _TAG_GAP_PX, _TAG_GAP_PX))
        self.blocked[part] = self.name_mask[part] = True
        if place.anchor is not None:
            self.blocked[self.leader_cells(np.array(place.box), place.anchor)] = True

    def leader_cells(
        self, boxes: NDArray[Any], anchor: Point
    ) -> tuple[Indices, Indices]:
        """Return grid rows and columns of points from boxes `(4, ...)` to an anchor.

        Each has the shape (24, ...). Boxes and anchor are in logical pixels.
        """
        left_edge, top, right, bottom = boxes
        near = np.clip(anchor[0], left_edge, right), np.clip(anchor[1], top, bottom)
        share = np.linspace(0.0, 1.0, _LEADER_SAMPLE_COUNT).reshape(
            -1, *[1] * left_edge.ndim
        )
        corner = self.viewport.x, self.viewport.y
        column, row = (
            ((a + share * (b - a) - low) // _GRID_STEP_PX).astype(np.intp)
            for a, b, low in zip(near, anchor, corner, strict=True)
        )
        rows, columns = self.name_mask.shape
        return np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)

    def box_slices(self, box: Box) -> tuple[slice, slice]:
        """Return the grid rows and columns of a box in logical pixels."""
        left_edge, top, right, bottom = box
        x, y = self.viewport.x, self.viewport.y
        ends = [
            (
                max(int((low - start) // _GRID_STEP_PX), 0),
                max(int((high - start) // _GRID_STEP_PX), 0),
            )
            for low, high, start in ((top, bottom, y), (left_edge, right, x))
        ]
        return slice(ends[0][0], ends[0][1] + 1), slice(ends[1][0], ends[1][1] + 1)

    def kind_mask(self, name: MapName) -> Flags:
        """Return the mask (rows, columns) of a name's kind."""
        return np.asarray(self.kinds == name.kind)


class MapNamePlacer:
    """A placer of names that keeps positions which still fit."""

    def __init__(self) -> None:
        self._placed_names: dict[tuple[str, str], PlacedName] = {}

    def place_names(
        self,
        map_image: MapImage | None,
        ends: Array | None,
        viewport: Viewport,
        occupied_samples: Array,
        occupied_boxes: Sequence[Box],
        style: LabelStyle,
    ) -> list[PlacedName]:
        """Return the positioned names of a map, at most the first four.

        Parameters
        ----------
        map_image : MapImage or None
            The map.
        ends : array (4, 3) or None
            Its corners on screen, as in `screen_to_map`; None if it is not visible.
        viewport : Viewport
            Names lie completely inside.
        occupied_samples, occupied_boxes : array (n, 2), sequence of boxes
            Screen points and boxes, in logical pixels, that names avoid.
        style : LabelStyle
            The style of the texts.
        """
        if map_image is None or ends is None or not map_image.names:
            return []
        grid = _ViewGrid(map_image, ends, viewport, occupied_samples, occupied_boxes)
        names: list[PlacedName] = []
        for name in map_image.names[:_MAX_NAMES]:
            before = self._placed_names.get(name.key)
            place = before and _keep_position(replace(before, name=name), grid, style)
            if place is None and map_image.raster.fine:
                place = _place_in_area(name, grid, style) or _place_tag(
                    name, grid, style
                )
            if place:
                names.append(place)
                grid.block_name(place)
        self._placed_names = {place.name.key: place for place in names}
        return names


def _keep_position(
    place: PlacedName, grid: _ViewGrid, style: LabelStyle
) -> PlacedName | None:
    """Return a name at its previous position; None if it does not fit any more."""
    if place.size not in _area_name_sizes(style) and place.anchor is None:
        return None
    wide, tall = _measure_name(
        place.name, place.size, style, is_tag=place.anchor is not None
    )
    x, y = place.box[0], place.box[1]
    if place.anchor is None:
        x = (place.box[0] + place.box[2] - wide) / 2
    box = x, y, x + wide, y + tall
    part, own_mask = grid.box_slices(box), grid.kind_mask(place.name)
    if not contains_box(viewport_box(grid.viewport), box) or grid.blocked[part].any():
        return None
    if place.anchor is None:
        return replace(place, box=box) if own_mask[part].all() else None
    anchor_slices = grid.box_slices((*place.anchor, *place.anchor))
    return replace(place, box=box) if own_mask[anchor_slices].any() else None


def _area_name_sizes(style: LabelStyle) -> tuple[float, float]:
    large = max(min(1.6 * style.label_size, _MAX_AREA_NAME_SIZE_PX), style.label_size)
    return large, _MIN_AREA_NAME_SIZE_RATIO * large


def _tag_size(name: MapName, style: LabelStyle) -> float:
    return max(
        _MIN_TAG_NAME_SIZE_PX,
        (_TAG_NAME_SIZE_RATIO if name.note else _LONE_TAG_NAME_SIZE_RATIO)
        * style.label_size,
    )


def _note_size_and_padding(size: float, *, is_tag: bool) -> tuple[float, Point]:
    """Return the size of a note below a name of `size`, and the padding around both."""
    if is_tag:
        return _TAG_NOTE_SIZE_RATIO * size, _TAG_PADDING_PX
    return _AREA_NOTE_SIZE_RATIO * size, (_AREA_PADDING_PX, _AREA_PADDING_PX)


def _measure_name(
    name: MapName, size: float, style: LabelStyle, *, is_tag: bool
) -> Point:
    """Return width and height of a name with its note and padding."""
    note_size, (dx, dy) = _note_size_and_padding(size, is_tag=is_tag)
    wide, tall = style.measure(name.title, size)
    note = style.measure(name.note, note_size) if name.note else (0.0, 0.0)
    return max(_BOLD_WIDTH_RATIO * wide, note[0]) + 2 * dx, tall + note[1] + 2 * dy


def _place_in_area(
    name: MapName, grid: _ViewGrid, style: LabelStyle
) -> PlacedName | None:
    """Return a position near the centre of a sufficiently large area of the kind.

    It is None without such an area, and for kinds with a pattern.
    """
    if not name.solid:
        return None
    free = grid.kind_mask(name) & ~grid.blocked
    for size in _area_name_sizes(style):
        wide, tall = _measure_name(name, size, style, is_tag=False)
        for scale in _AREA_SCALES:
            room = (
                round(scale * tall / _GRID_STEP_PX) + 1,
                round(scale * wide / _GRID_STEP_PX) + 1,
            )
            rows, columns = np.nonzero(_find_free_boxes(free, room))
            if not rows.size:
                continue
            distance = np.hypot(rows - rows.mean(), columns - columns.mean())
            best = int(np.argmin(distance))
            row, column = rows[best] + room[0] / 2, columns[best] + room[1] / 2
            x = grid.viewport.x + column * _GRID_STEP_PX
            y = grid.viewport.y + row * _GRID_STEP_PX
            box = x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2
            return PlacedName(name, box, size)
    return None


def _find_free_boxes(free: Flags, box_shape: tuple[int, int]) -> Flags:
    """Return a mask of the upper left corners of boxes in which all cells are free.

    `box_shape` is the number of rows and columns.
    """
    return np.asarray(_count_in_boxes(~free, box_shape) == 0)


def _count_in_boxes(flags: Flags, box_shape: tuple[int, int]) -> NDArray[np.int32]:
    """Return the number of set flags in the box at each upper left corner."""
    tall, wide = box_shape
    if tall > flags.shape[0] or wide > flags.shape[1]:
        return np.zeros((0, 0), np.int32)
    left_part, right = slice(None, -wide), slice(wide, None)
    top, bottom = slice(None, -tall), slice(tall, None)
    return sum_boxes(build_summed_area_table(flags), left_part, top, right, bottom)


def _place_tag(name: MapName, grid: _ViewGrid, style: LabelStyle) -> PlacedName | None:
    """Return a position for a tag near an area, with a leader into its interior.

    It is None if there is no room.
    """
    size = _tag_size(name, style)
    wide, tall = _measure_name(name, size, style, is_tag=True)
    room = round(tall / _GRID_STEP_PX) + 1, round(wide / _GRID_STEP_PX) + 1
    rows, columns = np.nonzero(_find_free_boxes(~grid.blocked, room))
    left_edges = grid.viewport.x + (columns + 0.5) * _GRID_STEP_PX
    top = grid.viewport.y + (rows + 0.5) * _GRID_STEP_PX
    boxes = np.stack([left_edges, top, left_edges + wide, top + tall])
    low_x, low_y, high_x, high_y = viewport_box(grid.viewport)
    inside = (boxes[0] >= low_x + _VIEWPORT_MARGIN_PX) & (
        boxes[2] <= high_x - _VIEWPORT_MARGIN_PX
    )
    inside &= (boxes[1] >= low_y + _VIEWPORT_MARGIN_PX) & (
        boxes[3] <= high_y - _VIEWPORT_MARGIN_PX
    )
    boxes = boxes[:, inside]
    coverage = _count_in_boxes(np.asarray(grid.kinds != NO_KIND_INDEX), room)[
        rows[inside], columns[inside]
    ]
    candidates: list[tuple[float, PlacedName]] = []
    for anchor in _find_anchors(grid.kind_mask(name), grid.blocked):
        x = grid.viewport.x + (anchor[1] + 0.5) * _GRID_STEP_PX
        y = grid.viewport.y + (anchor[0] + 0.5) * _GRID_STEP_PX
        left_edges, top = boxes[:2]
        away = np.hypot(
            np.maximum(np.maximum(left_edges - x, x - left_edges - wide), 0.0),
            np.maximum(np.maximum(top - y, y - top - tall), 0.0),
        )
        cost = away + _COVERED_PIXEL_COST * _GRID_STEP_PX**2 * coverage
        way = grid.leader_cells(boxes, (x, y))
        cost += _CROSSED_PIXEL_COST * away * grid.blocked[way].mean(axis=0)
        cost[grid.name_mask[way].any(axis=0) | (away < _MIN_LEADER_LENGTH_PX)] = np.inf
        best = int(np.argmin(cost)) if cost.size else 0
        if cost.size and cost[best] < np.inf:
            left_edge, upper, right, bottom = boxes[:, best].tolist()
            tag = PlacedName(name, (left_edge, upper, right, bottom), size, (x, y))
            candidates.append((float(cost[best]), tag))
    return min(candidates, key=lambda one: one[0])[1] if candidates else None


def _find_anchors(flags: Flags, blocked: Flags) -> Iterator[tuple[int, int]]:
    """Yield up to four grid points (row, column) deep inside some areas.

    Unoccupied ones are preferred.
    """
    is_free = flags & ~blocked
    is_free = is_free if is_free.any() else flags
    rows, columns = np.indices(is_free.shape)
    depth = np.zeros_like(rows)
    while is_free.any():
        depth += is_free
        inner = np.pad(is_free, 1)
        is_free = (
            inner[1:-1, 1:-1]
            & inner[:-2, 1:-1]
            & inner[2:, 1:-1]
            & inner[1:-1, :-2]
            & inner[1:-1, 2:]
        )
    min_depth = max(_MIN_DEPTH_RATIO * int(depth.max()), 1.0)
    for _ in range(_MAX_ANCHORS):
        row, column = divmod(int(np.argmax(depth)), len(depth[0]))
        if depth[row, column] < min_depth:
            return
        yield row, column
        depth[np.hypot(rows - row, columns - column) < _MIN_ANCHOR_DISTANCE] = 0


def draw_tags(
    placed: Sequence[PlacedName],
    frame: PixelViewport,
    theme: Theme,
    buffer: InstanceBuffer,
) -> None:
    """Draw the tags and their leaders."""
    tags = [place for place in placed if place.anchor is not None]
    # Leaders are below all tags.
    for place in tags:
        _draw_leader(place, frame, theme, buffer)
    for place in tags:
        left, top, right, bottom = place.box
        middle = frame.to_pixels(np.array([(left + right) / 2, (top + bottom) / 2]))
        center = float(middle[0]), float(middle[1])
        half = (right - left) / 2 * frame.ratio, (bottom - top) / 2 * frame.ratio
        outline = rect_points(
            center, half, 0.0, _TAG_CORNER_RADIUS_PX * frame.ratio, buffer.box
        )
        buffer.add(Area(outline, theme.background))
        border = Pen(theme.roles[place.name.role], _TAG_BORDER_WIDTH_PX * frame.ratio)
        buffer.add(ScreenPolyline(outline, border, closed=True))


def _draw_leader(
    place: PlacedName, frame: PixelViewport, theme: Theme, buffer: InstanceBuffer
) -> None:
    assert place.anchor is not None
    left_edge, top, right, bottom = place.box
    x, y = place.anchor
    near = min(max(x, left_edge), right), min(max(y, top), bottom)
    ends = frame.to_pixels(np.array([near, (x, y)])).tolist()
    for tone, wide in (
        (theme.background, _LEADER_WIDTH_PX + _LEADER_CASING_WIDTH_PX),
        (theme.text, _LEADER_WIDTH_PX),
    ):
        buffer.add(ScreenPolyline(ends, Pen(tone, wide * frame.ratio)))
    target = ends[1][0], ends[1][1]
    rim = Pen(theme.background, _TAG_BORDER_WIDTH_PX * frame.ratio)
    buffer.add(Ring(target, _LEADER_DOT_RADIUS_PX * frame.ratio, rim, theme.text))


def make_name_texts(
    placed: Sequence[PlacedName], theme: Theme, style: LabelStyle
) -> list[PlacedText]:
    """Return the texts of names; in an area they have the background's colour."""
    texts = []
    for place in placed:
        tag = place.anchor is not None
        small, padding = _note_size_and_padding(place.size, is_tag=tag)
        ground = theme.background
        tones = (theme.text, theme.text_muted) if tag else (ground, ground)
        y = place.box[1] + padding[1]
        lines = (
            (place.name.title, place.size, _BOLD_WIDTH_RATIO, TextStyle.TITLE),
            (place.name.note, small, 1.0, TextStyle.PROSE),
        )
        for (text, size, wider, voice), tone in zip(lines, tones, strict=True):
            if not text:
                continue
            wide, tall = style.measure(text, size)
            wide *= wider
            x = place.box[0] + padding[0]
            if not tag:
                x = (place.box[0] + place.box[2] - wide) / 2
            texts.append(PlacedText(x, y, text, size, tone, wide, tall, style=voice))
            y += tall
    return texts


# ----------------------------------------------------------------------------
# Numbers on a value map's contour lines: few, upright, each in a gap of its line.
# ----------------------------------------------------------------------------


# The number of rows and of columns along which numbers are placed.
_GUIDE_COUNT = 10
# The least distances between numbers of the same line, and of different lines.
_SAME_LINE_SPACING_PX = 220.0
_OTHER_LINE_SPACING_PX = 72.0
# The least distance of a number from missing cells, horizontally and vertically.
_CLEARANCE_CELLS = (16, 9)
# On any shade, one of the two has a contrast of 4.5:1.
_NUMBER_COLOURS: tuple[RGBA, RGBA] = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)
# Padding around a number, and its distance from the view's border.
_NUMBER_PADDING_PX = 3.0
_NUMBER_MARGIN_PX = 6.0


@dataclass(frozen=True)
class ContourCrossings:
    """Crossings of contour lines with the guides, the most horizontal ones first.

    Attributes
    ----------
    share : array (n, 2)
        Fractions to the right and up in the map.
    line : integer array (n,)
        Contour lines, counted from the scale's low end.
    """

    share: Array
    line: NDArray[np.intp]


class ContourNumbers:
    """A placer of contour numbers with caches for the last map and view."""

    def __init__(self) -> None:
        self._find_crossings = lru_cache(maxsize=1)(find_crossings)
        self._texts_cache: tuple[tuple[object, ...], list[PlacedText]] | None = None

    def place_numbers(
        self,
        map_image: MapImage,
        to_screen: Callable[[Array], Array],
        viewport: Viewport,
        key: object,
        theme: Theme,
        size: float,
        measure: Measure,
    ) -> list[PlacedText]:
        """Return the numbers of a map in a view.

        Parameters
        ----------
        map_image : MapImage
            The map; without contour lines it has no numbers.
        to_screen : callable
            Converts world points `(n, 2)` or `(n, 3)` to logical screen points `(n,
            2)`.
        viewport : Viewport
            Numbers lie completely inside.
        key : hashable
            Identifies `to_screen` in the cache.
        theme, size, measure
            Theme, size in logical pixels and measure of the texts, as in
            `place_labels`.
        """
        raster = map_image.raster
        if raster.scale is None:
            return []
        cache_key = raster, map_image.corners.tobytes(), viewport, key, theme, size
        spots = self._find_crossings(raster)
        if self._texts_cache is None or self._texts_cache[0] != cache_key:
            positions = to_screen(_interpolate_corners(map_image.corners, spots.share))
            picked_indices = _select_spaced_numbers(positions, spots.line, viewport)
            lines = spots.line[picked_indices].tolist()
            looks = _number_styles(raster, set(lines), theme)
            texts = [
                _make_number_text(looks[line], positions[i], size, measure)
                for i, line in zip(picked_indices, lines, strict=True)
            ]
            room = _room_for_numbers(viewport)
            self._texts_cache = (
                cache_key,
                [text for text in texts if contains_box(room, text.box)],
            )
        return self._texts_cache[1]


def select_free_numbers(
    texts: Sequence[PlacedText], occupied_boxes: Sequence[Box], occupied_samples: Array
) -> list[PlacedText]:
    """Return the numbers that overlap neither boxes nor sample points (n, 2).

    Both are on screen, in logical pixels.
    """
    if not texts:
        return []
    padding = _NUMBER_PADDING_PX, _NUMBER_PADDING_PX
    boxes = np.array([grow_box(text.box, *padding) for text in texts])
    is_hidden = find_occupied_boxes(boxes, occupied_samples)
    if occupied_boxes:
        left, top, right, low = boxes.T[:, :, None]
        x, y, end, foot = np.array(occupied_boxes).T
        is_hidden |= ((left < end) & (x < right) & (top < foot) & (y < low)).any(axis=1)
    return [text for text, under in zip(texts, is_hidden, strict=True) if not under]


def find_crossings(raster: MapRaster) -> ContourCrossings:
    """Return the crossings of drawn contour lines with the guides.

    There are none while the map is coarse, for other maps, and close to missing cells.
    """
    none = ContourCrossings(np.empty((0, 2)), np.empty(0, np.intp))
    if raster.scale is None or not raster.fine or min(raster.cells.shape) < 2:
        return none
    cells, field = raster.cells, raster.field
    x_crossings = _find_line_crossings(cells, _guide_indices(field.rows))
    y_crossings = _find_line_crossings(cells.T, _guide_indices(field.columns))
    column = np.concatenate([x_crossings[0], y_crossings[1]])
    row = np.concatenate([x_crossings[1], y_crossings[0]])
    line = np.concatenate([x_crossings[2], y_crossings[2]])
    slant = np.concatenate([x_crossings[3], 1.0 - y_crossings[3]])
    positions = np.stack([column, row], axis=-1)
    best = np.argsort(slant, kind="stable")
    best = best[_has_values_around(cells, positions[best])]
    return ContourCrossings((positions[best] + 0.5) / cells.shape[::-1], line[best])


def _has_values_around(cells: NDArray[Any], at: Array) -> NDArray[np.bool_]:
    """Return a mask of the positions (n, 2) with values on all sides.

    They are column and row in `cells`.
    """
    has_values = np.ones(len(at), np.bool_)
    last = np.array(cells.shape[::-1]) - 1
    for way in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        neighbors = np.round(at + np.multiply(way, _CLEARANCE_CELLS)).astype(np.intp)
        has_values &= ((neighbors >= 0) & (neighbors <= last)).all(axis=1)
        column, row = np.clip(neighbors, 0, last).T
        has_values &= np.isfinite(cells[row, column])
    return has_values


def _guide_indices(samples: AxisSamples) -> NDArray[np.intp]:
    """Return the indices of the rows or columns along which numbers are placed.

    They stay the same samples while the map moves.
    """
    stride = 1 << max(samples.count // _GUIDE_COUNT, 1).bit_length() - 1
    first = -samples.first % stride
    return np.arange(first, samples.count - 1, stride)


def _find_line_crossings(
    cells: NDArray[Any], guides: NDArray[np.intp]
) -> tuple[Any, ...]:
    """Return the crossings of contour lines with guides, the rows of these indices.

    Returns
    -------
    tuple of arrays (n,)
        Position along the guide, guide, line, and slant: 0 where values change only
        across the guide, so that the line runs along it, else up to 1.
    """
    values = cells[guides]
    ceilings = np.ceil(values)
    # A line passes between two values that round up to different numbers.
    guide, place = np.nonzero(ceilings[:, 1:] != ceilings[:, :-1])
    here, value_there = values[guide, place], values[guide, place + 1]
    neighbors = cells[guides[guide] + 1, place]
    with np.errstate(invalid="ignore"):
        change = (value_there - here).astype(np.float64)
        steep = np.hypot(change, neighbors - here)
        met = np.nonzero(
            (steep < 1.0 / MIN_CONTOUR_SPACING_CELLS)
            & (steep > 1.0 / MAX_CONTOUR_SPACING_CELLS)
        )
    guide, place, here, change = guide[met], place[met], here[met], change[met]
    line = np.ceil(np.minimum(here, value_there[met])).astype(np.intp)
    part = (line - here) / change
    return place + part, guides[guide], line, np.abs(change) / steep[met]


def _interpolate_corners(corners: Array, share: Array) -> Array:
    """Return the world points at relative positions `(n, 2)` in a map."""
    x, y = share[:, :1], share[:, 1:]
    low = corners[0] + (corners[1] - corners[0]) * x
    return np.asarray(low + (corners[2] - corners[0]) * y)


def _select_spaced_numbers(
    at: Array, line: NDArray[np.intp], viewport: Viewport
) -> list[int]:
    """Return the indices of well-spaced positions `(n, 2)` on screen, the first first.

    `line` (n,) are their contour lines; two numbers of the same line are farther apart.
    """
    room = _room_for_numbers(viewport)
    with np.errstate(invalid="ignore"):
        remaining = np.asarray(((at > room[:2]) & (at < room[2:])).all(axis=1))
    picked_indices, (x, y) = [], at.T.copy()
    for best in range(len(line)):
        if not remaining[best]:
            continue
        picked_indices.append(best)
        dx, down = x - x[best], y - y[best]
        near = np.where(
            line == line[best], _SAME_LINE_SPACING_PX**2, _OTHER_LINE_SPACING_PX**2
        )
        remaining &= dx * dx + down * down > near
    return picked_indices


def _room_for_numbers(viewport: Viewport) -> Box:
    return grow_box(viewport_box(viewport), -_NUMBER_MARGIN_PX, -_NUMBER_MARGIN_PX)


# A line's number, its colour and its background.
_NumberStyle = tuple[str, RGBA, RGBA]


def _number_styles(
    raster: MapRaster, lines: Iterable[int], theme: Theme
) -> dict[int, _NumberStyle]:
    """Return text, colour and background of the numbers of each line, by its number.

    The background interrupts the line.
    """
    scale = raster.scale
    assert scale is not None
    shades = raster.palette(theme)[0, :, :3] / 255.0
    looks = {}
    for line in lines:
        place = min(max(line / max(scale.span, 1e-6), 0.0), 1.0) * 255.0
        red, green, blue = shades[int(place)].tolist()
        ground = mix(theme.background, (red, green, blue, 1.0), raster.opacity)
        _, tone = max((contrast(ink, ground), ink) for ink in _NUMBER_COLOURS)
        text = format_tick(scale.low + line * scale.step, scale.step)
        looks[line] = text, tone, ground
    return looks


def _make_number_text(
    look: _NumberStyle, at: Array, size: float, measure: Measure
) -> PlacedText:
    text, tone, ground = look
    wide, tall = measure(text, size)
    x, y = float(at[0]) - wide / 2, float(at[1]) - tall / 2
    return PlacedText(x, y, text, size, tone, wide, tall, ground)
