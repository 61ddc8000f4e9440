"""Label placement by greedy cost minimization, in logical pixels, y down.

Each label takes the cheapest of many positions around its anchor: away from outlines,
dots and labels already placed, inside the viewport, near the anchor, and in the
preferred direction. The result is deterministic.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.render import grid
from playground.render.boxes import Box, boxes_along, boxes_overlap, grow_box
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Array, Point
from playground.render.shapes import CLEAR, ScreenSegments
from playground.render.stroke_style import Pen, placement_rank
from playground.render.summed_area import build_summed_area_table, sum_boxes
from playground.render.text_layout import TextStyle, truncate_to_width
from playground.render.theme import RGBA, Theme, scale_opacity, title_size
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, Viewport
from playground.scene.primitives import Label

Measure = Callable[[str, float], Point]

_CELL_SIZE_PX = 6.0
_DIRECTION_COUNT = 16
_RING_DISTANCES_PX = (0.0, 9.0, 20.0, 36.0, 58.0, 86.0)
# Padding of a text.
_LABEL_PADDING_X_PX = 4.0
_LABEL_PADDING_Y_PX = 1.0
# Labels in a row that are closer would read as one: d = −0.429Q.
_LABEL_GAP_PX = 9.0
# The distance of texts from the viewport's border.
_VIEWPORT_MARGIN_PX = 2.0

# Costs, in pixels of distance that a label would move to avoid each.
_COST_OVERLAP = 4000.0
_COST_OUTSIDE = 8000.0
_COST_OCCUPIED = 34.0
_COST_FULLY_OCCUPIED = 240.0
_COST_TURN = 26.0
_COST_DISTANCE = 1.0
_COST_CROSSED = 120.0
# Costs of leaving the previous position: for a change to the opposite direction, and
# per pixel of change in distance.
_COST_SIDE_CHANGE = 40.0
_COST_DISTANCE_CHANGE = 0.3
# A label that must change its side during a drag stays farther from the border, so that
# it need not change again soon.
_NEAR_BORDER_PX = 80.0
_COST_NEAR_BORDER = 4.0
# The duration of a label's move to another side.
_SIDE_CHANGE_S = 0.15
# A label farther than this from its anchor has a leader, with a gap at both ends.
_MAX_DISTANCE_WITHOUT_LEADER_PX = 24.0
_LEADER_GAP_PX = 4.0
# The spacing of the boxes that keep other labels off a leader.
_LEADER_BOX_SPACING_PX = 8.0
_LEADER_SAMPLE_SHARES = tuple(i / 8 for i in range(1, 8))
_MAX_PLACEMENT_ATTEMPTS = 48


class LabelSide(NamedTuple):
    """The position of a label in a frame, in logical pixels.

    Attributes
    ----------
    distance : float
        The distance from the anchor, in addition to the gap.
    angle : float
        The direction from the anchor on screen, y down, radians.
    offset : Point
        The vector from the anchor to the drawn corner.
    shift : Point
        During a move, the remaining offset from the final position.
    remaining_s : float
        During a move, its remaining time, seconds.
    """

    distance: float = 0.0
    angle: float = 0.0
    offset: Point = (0.0, 0.0)
    shift: Point = (0.0, 0.0)
    remaining_s: float = 0.0


# By the key of a label.
LabelSides = dict[Hashable, LabelSide]


def has_moving_labels(label_sides: LabelSides | None) -> bool:
    """Return whether a label is still moving to another side; False for None."""
    return any(side.remaining_s for side in (label_sides or {}).values())


class _Place(NamedTuple):
    """A candidate position: its corner, polar offset and share of occupied area."""

    x: float
    y: float
    distance: float
    angle: float
    covered: float


# Candidate positions, ring by ring: angle from the preferred direction, distance, cost
# and index.
_DIRECTION_ANGLES = [
    step * (math.tau / _DIRECTION_COUNT) for step in range(_DIRECTION_COUNT)
]
_RING_DISTANCE_COLUMN = np.array(_RING_DISTANCES_PX)[:, None]
_POSITION_COSTS = _COST_DISTANCE * _RING_DISTANCE_COLUMN + [
    _COST_TURN * (1 - math.cos(t)) / 2 for t in _DIRECTION_ANGLES
]
_POSITION_INDICES = np.arange(_POSITION_COSTS.size).reshape(_POSITION_COSTS.shape)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text to draw, at its top left corner in logical pixels, y down.

    Attributes
    ----------
    x, y, width, height : float
        Its box.
    text, size, colour : str, float, RGBA
        The text, its line height in pixels and its colour.
    background : RGBA
        The colour of the box behind it, over a map; transparent for none.
    leader : pair of points, or None
        The ends of the line from a distant anchor to the text.
    label : Label or None
        The label that it was placed for.
    style : TextStyle
        The text style.
    halo : RGBA
        The colour around its letters, over lines; transparent for none.
    """

    x: float
    y: float
    text: str
    size: float
    colour: RGBA
    width: float
    height: float
    background: RGBA = CLEAR
    leader: tuple[Point, Point] | None = None
    label: Label | None = None
    style: TextStyle = TextStyle.NAME
    halo: RGBA = CLEAR

    @property
    def box(self) -> Box:
        """Left, top, right and bottom, in logical pixels."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    def on_background(self, colour: RGBA) -> "PlacedText":
        """Return the text on a background of this colour, without a halo."""
        return replace(self, background=colour, halo=CLEAR)

    def move(self, x: float, y: float) -> "PlacedText":
        """Return the text moved right and down by logical pixels; its leader stays."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class LabelRequest:
    """A label to place, in logical pixels.

    Attributes
    ----------
    x, y : float
        The anchor on screen, y down.
    toward : tuple of float
        The preferred direction on screen.
    gap : float
        The distance from the anchor.
    text, size : str, float
        The text and its size.
    colour : RGBA
        The text's colour.
    halo : RGBA
        The colour of its outline where it covers shapes, or moves.
    key : hashable
        Identifies the label across frames.
    label : Label or None
        The primitive, if there is one.
    """

    x: float
    y: float
    toward: tuple[float, float]
    gap: float
    text: str
    size: float
    colour: RGBA
    halo: RGBA = CLEAR
    key: Hashable = None
    label: Label | None = None


class _Entry(NamedTuple):
    """A label to place, its width and height, and its previous side, if any."""

    request: LabelRequest
    extent: Point
    was: LabelSide | None

    @property
    def angle(self) -> float:
        """The preferred direction on screen, y down, radians."""
        return math.atan2(self.request.toward[1], self.request.toward[0])

    def list_boxes(self, place: _Place) -> list[Box]:
        """Return the boxes that it occupies at a place: its own and its leader's."""
        leader = self.find_leader(place.x, place.y)
        return [
            (place.x, place.y, place.x + self.extent[0], place.y + self.extent[1]),
            *(boxes_along(leader, _LEADER_BOX_SPACING_PX, 1.0) if leader else ()),
        ]

    def find_leader(self, x: float, y: float) -> tuple[Point, Point] | None:
        """Return the ends of its leader for an upper left corner; None if it is near.

        It leads from the anchor to the text, with a gap at both ends.
        """
        request, (width, height) = self.request, self.extent
        u = min(max(request.x, x - 2.0), x + width + 2.0) - request.x
        v = min(max(request.y, y), y + height) - request.y
        far = math.hypot(u, v)
        ring = request.gap + _RING_DISTANCES_PX[1] + 1.0
        if far <= max(_MAX_DISTANCE_WITHOUT_LEADER_PX, ring):
            return None
        near_share = min(max(request.gap, _LEADER_GAP_PX), far / 3) / far
        far_share = 1.0 - _LEADER_GAP_PX / far
        return (
            (request.x + u * near_share, request.y + v * near_share),
            (request.x + u * far_share, request.y + v * far_share),
        )


def place_labels(
    requests: Sequence[LabelRequest],
    occupied_samples: Array,
    viewport: Viewport,
    measure: Measure,
    label_sides: LabelSides | None = None,
    occupied_boxes: Sequence[Box] = (),
    *,
    keeps_sides: bool = False,
    elapsed_s: float = math.inf,
) -> list[PlacedText]:
    """Place labels one after another.

    Parameters
    ----------
    requests : sequence of LabelRequest
        The labels, the most important first; those with anchors out of view are left
        out.
    occupied_samples : array (n, 2)
        Screen points on outlines and dots to avoid.
    viewport : Viewport
        The limits.
    measure : callable
        Returns width and height of a text in a size, in logical pixels.
    label_sides : dict or None
        The previous positions, updated; labels prefer to stay there.
    occupied_boxes : sequence of boxes
        Boxes (left, top, right, bottom) to avoid.
    keeps_sides : bool
        Whether labels keep their positions regardless of overlaps, unless they would
        leave the viewport.
    elapsed_s : float
        The time since the last placement, for moves to other sides, seconds.
    """
    label_sides = {} if label_sides is None else label_sides
    sides_before = dict(label_sides)
    if not keeps_sides:
        label_sides.clear()
    entries = [
        _Entry(r, measure(r.text, r.size), sides_before.get(r.key))
        for r in requests
        if viewport.contains(r.x, r.y)
    ]
    if not entries:
        return []
    occupancy = _OccupancyGrid(occupied_samples, viewport)
    places: list[_Place | None] = [None] * len(entries)
    if keeps_sides:
        places = _keep_sides(entries, occupancy)
    boxes = [*occupied_boxes]
    for entry, kept in zip(entries, places, strict=True):
        boxes += entry.list_boxes(kept) if kept else []
    new = [number for number, place in enumerate(places) if place is None]
    ranking = _rank_positions([entries[i] for i in new], occupancy, keeps_sides)
    for i, candidates in zip(new, ranking, strict=True):
        place = _choose_position(candidates, entries[i], boxes)
        boxes += entries[i].list_boxes(place)
        places[i] = place
    result = []
    for entry, found in zip(entries, places, strict=True):
        assert found is not None
        request, extent, _ = entry
        side = _ease_side(entry, found, elapsed_s)
        label_sides[request.key] = side
        x, y = found.x + side.shift[0], found.y + side.shift[1]
        needs_halo = found.covered > 0.0 or side.remaining_s > 0.0
        result.append(
            PlacedText(
                x,
                y,
                request.text,
                request.size,
                request.colour,
                *extent,
                leader=entry.find_leader(x, y),
                label=request.label,
                halo=request.halo if needs_halo else CLEAR,
            )
        )
    return result


def _keep_sides(
    entries: Sequence[_Entry], occupancy: "_OccupancyGrid"
) -> list[_Place | None]:
    """Return each label's place in its previous direction, None if not possible.

    At the border a label slides along, as long as it does not cover its anchor.
    """
    view = occupancy.viewport
    requests, extents, sides_before = zip(*entries, strict=True)
    sides = [was or LabelSide() for was in sides_before]
    anchors = np.array([(request.x, request.y) for request in requests])
    size, low = np.array(extents), np.array([view.x, view.y])
    reach = np.array(
        [[r.gap + side.distance] for r, side in zip(requests, sides, strict=True)]
    )
    ways = np.array([(math.cos(side.angle), math.sin(side.angle)) for side in sides])
    wanted = anchors - size / 2 + _offset(ways, size, reach)
    high = low + np.array([view.width, view.height]) - size
    corners = np.minimum(np.maximum(wanted, low), high)
    far = np.maximum(np.maximum(corners - anchors, anchors - corners - size), 0.0)
    is_free = (corners == wanted).all(axis=1) | (np.hypot(*far.T) > _LEADER_GAP_PX)
    coverage = occupancy.measure_coverage(*(corners - low).T, *size.T)
    candidates = zip(
        sides_before, is_free, corners.tolist(), coverage.tolist(), strict=True
    )
    return [
        _Place(x, y, was.distance, was.angle, share) if was and free else None
        for was, free, (x, y), share in candidates
    ]


def _ease_side(entry: _Entry, place: _Place, elapsed_s: float) -> LabelSide:
    """Return the side of a label, or its state during a move."""
    request, _, was = entry
    x, y = place.x - request.x, place.y - request.y
    shift, remaining_s = (0.0, 0.0), 0.0
    if was and (was.distance, was.angle) != (place.distance, place.angle):
        shift = was.offset[0] - x, was.offset[1] - y
        remaining_s = _SIDE_CHANGE_S if elapsed_s < math.inf else 0.0
    elif was:
        remaining_s = max(was.remaining_s - elapsed_s, 0.0)
        share = remaining_s / (was.remaining_s or 1.0)
        shift = was.shift[0] * share, was.shift[1] * share
    if not remaining_s:
        shift = 0.0, 0.0
    offset = x + shift[0], y + shift[1]
    return LabelSide(place.distance, place.angle, offset, shift, remaining_s)


class _OccupancyGrid:
    """A coarse raster of the viewport for counting occupied cells in boxes."""

    def __init__(self, occupied_samples: Array, viewport: Viewport) -> None:
        self.viewport = viewport
        self._columns = columns = int(viewport.width // _CELL_SIZE_PX) + 2
        self._rows = rows = int(viewport.height // _CELL_SIZE_PX) + 2
        # Invisible or NaN points fall into a border, which is cut off.
        cell = (occupied_samples - (viewport.x, viewport.y)) / _CELL_SIZE_PX + 1.0
        cell = np.fmin(np.fmax(cell, 0.0), (columns + 1, rows + 1)).astype(np.intp)
        raster = np.zeros((rows + 2, columns + 2), dtype=np.bool_)
        raster[cell[:, 1], cell[:, 0]] = True
        self._table = build_summed_area_table(raster[1:-1, 1:-1])

    def measure_coverage(
        self,
        left: Array | float,
        top: Array | float,
        width: Array | float,
        height: Array | float,
    ) -> Array:
        """Return the occupied share of texts, 0 for a free place.

        Their boxes are in logical pixels from the viewport's upper left corner.
        """
        right, bottom = left + width, top + height
        west, east = self._nearest_lines(
            left - _LABEL_PADDING_X_PX, right + _LABEL_PADDING_X_PX, self._columns
        )
        first, last = self._nearest_lines(
            top - _LABEL_PADDING_Y_PX, bottom + _LABEL_PADDING_Y_PX, self._rows
        )
        count = sum_boxes(self._table, west, first, east, last).astype(np.float64)
        return count / np.maximum(width * height / _CELL_SIZE_PX**2, 1.0)

    def _nearest_lines(
        self, low: Array | float, high: Array | float, most: int
    ) -> NDArray[np.intp]:
        """Return the nearest grid lines, clamped to the viewport."""
        ends = np.rint(np.stack([low, high]) / _CELL_SIZE_PX).astype(np.intp)
        return np.minimum(np.maximum(ends, 0), most)


def _rank_positions(
    entries: Sequence[_Entry], occupancy: _OccupancyGrid, keeps_sides: bool
) -> Array:
    """Return all candidate positions of each label, the cheapest first.

    Returns
    -------
    ndarray (n, positions, 5)
        For each of n labels and each position: cost, index, left, top, and occupied
        share.
    """
    if not entries:
        return np.empty((0, 0, 5))
    angles = [entry.angle for entry in entries]
    view = occupancy.viewport
    width, height = np.array([entry.extent for entry in entries]).T[:, :, None, None]
    # The corner of a text centred on its anchor, from the viewport's corner.
    home_x, home_y, gap = np.array(
        [
            (r.x - w / 2 - view.x, r.y - h / 2 - view.y, r.gap)
            for r, (w, h), _ in entries
        ]
    ).T[:, :, None, None]
    # NumPy's cosine differs between platforms in the last bit.
    ways = [first + turn for first in angles for turn in _DIRECTION_ANGLES]
    dx = np.array([*map(math.cos, ways)]).reshape(-1, 1, _DIRECTION_COUNT)
    down = np.array([*map(math.sin, ways)]).reshape(-1, 1, _DIRECTION_COUNT)
    reach = gap + _RING_DISTANCE_COLUMN
    x = home_x + _offset(dx, width, reach)
    y = home_y + _offset(down, height, reach)
    room = view.width - width, view.height - height
    missing = _measure_overflow((x, y), room, _VIEWPORT_MARGIN_PX)
    coverage = occupancy.measure_coverage(x, y, width, height)
    cost = _POSITION_COSTS + np.where(missing > 0.0, _COST_OUTSIDE + 10 * missing, 0.0)
    cost += np.where(
        coverage > 0.0, _COST_OCCUPIED + _COST_FULLY_OCCUPIED * coverage, 0.0
    )
    if keeps_sides:
        has_left = np.array([bool(entry.was) for entry in entries])[:, None, None]
        near = _measure_overflow((x, y), room, _NEAR_BORDER_PX)
        cost += _COST_NEAR_BORDER * has_left * near
    for mine, angle, entry in zip(cost, angles, entries, strict=True):
        if entry.was:
            for move_cost in _move_costs(angle, entry.was):
                mine += move_cost
    costs = (
        cost,
        np.broadcast_to(_POSITION_INDICES, cost.shape),
        view.x + x,
        view.y + y,
        coverage,
    )
    table = np.stack(costs, axis=-1).reshape(len(entries), -1, len(costs))
    order = table[:, :, 0].argsort(axis=1, kind="stable")
    return np.take_along_axis(table, order[:, :, None], axis=1)


def _move_costs(angle: float, was: LabelSide) -> tuple[Array, Array]:
    """Return the costs of turning from a previous position, and of moving farther.

    They are (directions,) and (rings, 1), in pixels; `angle` is the label's preferred
    direction, in radians.
    """
    turns = [1 - math.cos(angle + turn - was.angle) for turn in _DIRECTION_ANGLES]
    change = np.abs(_RING_DISTANCE_COLUMN - was.distance)
    return _COST_SIDE_CHANGE * np.array(turns) / 2, _COST_DISTANCE_CHANGE * change


def _measure_overflow(
    corner: tuple[Array, Array], room: tuple[Array, Array], margin: float
) -> Array:
    """Return the distance by which texts violate a margin to the viewport's border.

    `corner` are their upper left corners, `room` their largest possible ones, in
    logical pixels from the viewport's.
    """
    (x, y), (right, bottom) = corner, room
    left_overflow, top = np.maximum(margin - x, 0.0), np.maximum(margin - y, 0.0)
    right, bottom = x - right + margin, y - bottom + margin
    return left_overflow + np.maximum(right, 0.0) + top + np.maximum(bottom, 0.0)


def _offset(share: Array, extent: Array, reach: Array) -> Array:
    """Return the offset of a box's centre from the anchor, along one axis.

    The box just touches a circle of radius `reach` around the anchor; `share` is the
    direction's component, -1 to 1, and `extent` the box's size. A soft sign keeps
    labels above and below centred.
    """
    sign = np.minimum(np.maximum(1.6 * share, -1.0), 1.0)
    return sign * extent / 2 + share * reach


def _choose_position(
    places: Array, entry: _Entry, occupied_boxes: Sequence[Box]
) -> _Place:
    """Return the position with the least total of its cost and overlaps."""
    _, number, x, y, coverage = _find_cheapest(places, entry, occupied_boxes)
    ring, turn = divmod(int(number), _DIRECTION_COUNT)
    angle = entry.angle + _DIRECTION_ANGLES[turn]
    return _Place(x, y, _RING_DISTANCES_PX[ring], angle, coverage)


def _find_cheapest(
    places: Array, entry: _Entry, occupied_boxes: Sequence[Box]
) -> list[float]:
    """Return a row of the ranked positions, as from `_rank_positions`.

    The first free position wins unless its leader crosses another text.
    """
    extent, free = entry.extent, list[list[float]]()
    # The cheapest few usually include a free one, and any overlap costs more.
    for place in places[:_MAX_PLACEMENT_ATTEMPTS].tolist():
        max_cost = free[0][0] + _COST_CROSSED if free else _COST_OVERLAP
        if place[0] >= max_cost:
            break
        if not _overlap_cost(place, extent, occupied_boxes):
            if not _leader_crosses(place, entry, occupied_boxes):
                best: list[float] = place
                return best
            free.append(place)
    if free:
        return free[0]
    candidates: list[list[float]] = places.tolist()
    return min(
        candidates,
        key=lambda p: (p[0] + _overlap_cost(p, extent, occupied_boxes), p[1]),
    )


def _leader_crosses(
    place: Sequence[float], entry: _Entry, occupied_boxes: Sequence[Box]
) -> bool:
    """Return whether the leader of a text would cross an occupied box."""
    x, y, extent = entry.request.x, entry.request.y, entry.extent
    left_edge, top = place[2:4]
    u = min(max(x, left_edge), left_edge + extent[0])
    v = min(max(y, top), top + extent[1])
    if math.hypot(u - x, v - y) <= _MAX_DISTANCE_WITHOUT_LEADER_PX:
        return False
    at = [(x + share * (u - x), y + share * (v - y)) for share in _LEADER_SAMPLE_SHARES]
    for low, high, right, foot in occupied_boxes:
        for a, b in at:
            if low < a < right and high < b < foot:
                return True
    return False


def _overlap_cost(
    place: Sequence[float], extent: Point, occupied_boxes: Sequence[Box]
) -> float:
    """Return the cost of a label's overlaps with occupied boxes."""
    left_edge, top = place[2] - _LABEL_GAP_PX, place[3] - _LABEL_PADDING_Y_PX
    right = place[2] + extent[0] + _LABEL_GAP_PX
    bottom = place[3] + extent[1] + _LABEL_PADDING_Y_PX
    cost = 0.0
    for x, y, end, foot in occupied_boxes:
        if left_edge < end and x < right and top < foot and y < bottom:
            shared = min(right, end) - max(left_edge, x)
            cost += _COST_OVERLAP + shared * (min(bottom, foot) - max(top, y))
    return cost


def find_occupied_boxes(boxes: Array, occupied_samples: Array) -> NDArray[np.bool_]:
    """Return a mask of the boxes `(n, 4)` (left, top, right, bottom) with samples.

    `occupied_samples` (m, 2) are points in the same pixels.
    """
    x, y = occupied_samples.T
    left_edges, top, right, bottom = boxes.T[:, :, None]
    inside = (x >= left_edges) & (x <= right) & (y >= top) & (y <= bottom)
    return np.asarray(inside.any(axis=1))


# ----------------------------------------------------------------------------
# The texts of a view: labels, titles, ticks, and the shapes that they avoid.
# ----------------------------------------------------------------------------


_SAMPLE_SPACING_PX = 5.0
# The opacity of a text's background over a map.
LABEL_BACKGROUND_OPACITY = 0.72
# The size of a note relative to a label.
_NOTE_SIZE_RATIO = 0.87
# The dots of a leader. No other line is dotted.
_LEADER_DOT_SPACING_PX = 4.0
_LEADER_DOT_WIDTH_PX = 1.5
_LEADER_OPACITY = 0.85
# Tick numbers in a row that are closer would read as one.
_TICK_GAP_PX = 8.0
# The position of a view's title, and the relative width of bold letters.
_TITLE_OFFSET_PX = (16.0, 12.0)
_BOLD_WIDTH_RATIO = 1.04

Corner = tuple[float, float]
# A label with its anchor in buffer pixels and its preferred direction.
AnchoredLabel = tuple[Label, Point, Sequence[float]]


@dataclass(frozen=True)
class LabelStyle:
    """The style of a view's texts; lengths are in logical pixels.

    Attributes
    ----------
    measure : callable
        Takes a text and a size; returns width and height.
    label_size : float
        The size of labels.
    label_sides : dict or None
        The labels' positions in the last frame, updated; None to place them anew.
    theme : Theme
        The colours.
    occupied_boxes : tuple of boxes
        Screen boxes that texts avoid.
    keeps_sides : bool
        Whether labels keep those positions, regardless of overlaps.
    elapsed_s : float
        The time since the last frame, in seconds.
    is_y_down : bool
        Whether the numbers of the vertical axis grow downwards.
    """

    measure: Measure
    label_size: float
    label_sides: LabelSides | None
    theme: Theme
    occupied_boxes: tuple[Box, ...] = ()
    keeps_sides: bool = False
    elapsed_s: float = math.inf
    is_y_down: bool = False

    @property
    def note_size(self) -> float:
        """The size of a note, in logical pixels."""
        return _NOTE_SIZE_RATIO * self.label_size

    def make_requests(
        self, found: Sequence[AnchoredLabel], frame: PixelViewport
    ) -> list[LabelRequest]:
        """Return the labels to place, those of the verdict first, faint ones last.

        Labels whose anchor is covered by an occupied box are left out. `found` has
        anchors in physical pixels from the view's centre, y up.
        """
        x, y = frame.viewport.center
        counts: Counter[str] = Counter()
        requests = []
        for label, at, toward in sorted(found, key=lambda one: placement_rank(one[0])):
            # The text of a number changes, its key does not.
            base_key = label.key or label.text
            counts[base_key] += 1
            request = LabelRequest(
                x + float(at[0]) / frame.ratio,
                y - float(at[1]) / frame.ratio,
                (float(toward[0]), -float(toward[1])),
                label.gap,
                label.text,
                label.size * self.label_size,
                scale_opacity(self.theme.texts[label.role], label.alpha),
                scale_opacity(self.theme.background, label.alpha),
                (base_key, counts[base_key]),
                label,
            )
            if not self._is_covered(request):
                requests.append(request)
        return requests

    def _is_covered(self, request: LabelRequest) -> bool:
        """Return whether an occupied box covers the label's anchor."""
        x, y = request.x, request.y
        return any(
            left_edge <= x <= right and top <= y <= foot
            for left_edge, top, right, foot in self.occupied_boxes
        )


def _find_title_corner(
    extent: Corner, viewport: Viewport, occupied_boxes: Sequence[Box]
) -> Corner:
    """Return a free upper left corner for a view's title of some width and height.

    If none is free it is the usual one.
    """
    x, y = viewport.x + _TITLE_OFFSET_PX[0], viewport.y + _TITLE_OFFSET_PX[1]
    right = viewport.x + viewport.width

    def is_free(at: Corner) -> bool:
        place = *at, at[0] + extent[0], at[1] + extent[1]
        return place[2] < right and not any(
            boxes_overlap(place, box) for box in occupied_boxes
        )

    right_places = [(box[2] + 16.0, y) for box in occupied_boxes if box[2] > x]
    over = [box for box in occupied_boxes if box[0] < x + extent[0] and x < box[2]]
    below = sorted((x, box[3] + 8.0) for box in over)
    return next((at for at in ((x, y), *right_places, *below) if is_free(at)), (x, y))


def place_title(
    caption: str, viewport: Viewport, style: LabelStyle
) -> tuple[list[PlacedText], list[Box]]:
    """Return a view's title and the box that it reserves, none for an empty caption.

    A title wider than the view is cut.
    """
    if not caption:
        return [], []
    size, theme = title_size(style.label_size), style.theme

    def bold_width(text: str) -> float:
        # `measure` has no bold font, which is slightly wider.
        return _BOLD_WIDTH_RATIO * style.measure(text, size)[0]

    room = viewport.width - 2 * _TITLE_OFFSET_PX[0]
    if bold_width(caption) > room:
        caption = truncate_to_width(translate(caption), room, bold_width)
    extent = bold_width(caption), style.measure(caption, size)[1]
    x, y = _find_title_corner(extent, viewport, style.occupied_boxes)
    text = PlacedText(
        x, y, caption, size, theme.text_muted, *extent,
        scale_opacity(theme.background, 1.0), style=TextStyle.TITLE,
    )  # fmt: skip
    left_edge, top, right, bottom = text.box
    return [text], [(left_edge - 4.0, top - 4.0, right + 8.0, bottom + 4.0)]


def draw_leaders(
    placed: Sequence[PlacedText],
    frame: PixelViewport,
    theme: Theme,
    buffer: InstanceBuffer,
) -> None:
    """Draw the dotted leaders of labels far from their anchors."""
    ratio = frame.ratio
    for text in placed:
        if text.leader is None:
            continue
        tone = scale_opacity(theme.text_muted, _LEADER_OPACITY * text.colour[3])
        start, end = frame.to_pixels(np.array(text.leader))
        far = float(np.hypot(*(end - start)))
        step = (end - start) / far
        dots = (
            start + np.arange(0.0, far, _LEADER_DOT_SPACING_PX * ratio)[:, None] * step
        )
        # A dot is a very short line with round ends.
        ends = np.stack([dots, dots + 0.1 * ratio * step], axis=1).reshape(-1, 2)
        buffer.add(ScreenSegments(ends, Pen(tone, _LEADER_DOT_WIDTH_PX * ratio)))


def sample_shapes(buffer: InstanceBuffer, frame: PixelViewport) -> Array:
    """Return screen points `(n, 2)`, logical pixels, on the shapes of a buffer."""
    return frame.to_screen(buffer.sample_points(_SAMPLE_SPACING_PX * frame.ratio))


def sample_axes(camera: Camera2D, viewport: Viewport) -> Array:
    """Return screen points `(n, 2)`, logical pixels, on the axes, visible or not."""
    x, y = camera.to_screen((0.0, 0.0), viewport)
    xs = np.arange(viewport.x, viewport.x + viewport.width, _SAMPLE_SPACING_PX)
    down = np.arange(viewport.y, viewport.y + viewport.height, _SAMPLE_SPACING_PX)
    level = np.stack([xs, np.full_like(xs, y)], axis=1)
    upright = np.stack([np.full_like(down, x), down], axis=1)
    return np.concatenate([level, upright])


def place_tick_texts(
    camera: Camera2D,
    viewport: Viewport,
    colours: tuple[RGBA, RGBA],
    measure: Measure,
    size: float,
    *,
    is_y_down: bool = False,
) -> list[tuple[PlacedText, list[PlacedText]]]:
    """Return the grid's tick numbers, each with the earlier ones that it overlaps.

    Parameters
    ----------
    camera, viewport
        The camera and its viewport, in logical pixels.
    colours : pair of RGBA
        The colours of the numbers and of their background.
    measure : callable
        Takes a text and a size; returns width and height in logical pixels.
    size : float
        The size of the numbers, logical pixels.
    is_y_down : bool
        Whether the numbers along the left edge grow downwards.
    """
    tone, ground = colours
    texts: list[PlacedText] = []
    for tick in grid.compute_ticks(camera, viewport, is_y_down=is_y_down):
        extent = measure(tick.text, size)
        corner = grid.tick_corner(tick, extent, viewport)
        if corner:
            text = PlacedText(*corner, tick.text, size, tone, *extent, ground)
            texts.append(text)
    boxes = [text.box for text in texts]
    return [
        (text, [texts[i] for i in _find_overlaps(text, boxes[:place])])
        for place, text in enumerate(texts)
    ]


def select_free_ticks(
    numbers: Sequence[tuple[PlacedText, list[PlacedText]]],
    occupied_boxes: Sequence[Box],
    occupied_samples: Array,
) -> list[PlacedText]:
    """Return the tick numbers without those that overlap something.

    Parameters
    ----------
    numbers : sequence of pairs
        As returned by `place_tick_texts`.
    occupied_boxes : sequence of boxes
        Boxes to avoid.
    occupied_samples : array (n, 2)
        Screen points to avoid.
    """
    texts: list[PlacedText] = []
    for text, rivals in numbers:
        if not (
            _find_overlaps(text, occupied_boxes)
            or any(rival in texts for rival in rivals)
        ):
            texts.append(text)
    boxes = [(t.x - 1, t.y, t.x + t.width + 1, t.y + t.height) for t in texts]
    is_hidden = find_occupied_boxes(np.array(boxes).reshape(-1, 4), occupied_samples)
    return [text for text, on_ink in zip(texts, is_hidden, strict=True) if not on_ink]


def _find_overlaps(text: PlacedText, boxes: Sequence[Box]) -> list[int]:
    """Return the indices of the boxes that a text overlaps, or nearly in its row."""
    padded_box = grow_box(text.box, _TICK_GAP_PX, 0.0)
    return [
        number for number, box in enumerate(boxes) if boxes_overlap(padded_box, box)
    ]
