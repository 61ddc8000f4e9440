"""Finds places for labels; pure arithmetic in logical pixels, y down.

Each label tries places around its anchor and takes the cheapest: far from outlines,
dots and labels already placed, inside the viewport, near the anchor, and on the side
that was asked for. The same input gives the same places.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from playground.render import grid
from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Array, Point
from playground.render.shapes import Pieces
from playground.render.stroke_style import Pen
from playground.render.text_layout import Voice
from playground.render.theme import RGBA, Theme, faded, title_size
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, Viewport
from playground.scene.primitives import Label, Role

Box = tuple[float, float, float, float]
Measure = Callable[[str, float], Point]

_CELL = 6.0
_NO_PLATE: RGBA = (0.0, 0.0, 0.0, 0.0)
_DIRECTIONS = 16
_RINGS = (0.0, 9.0, 20.0, 36.0, 58.0, 86.0)
# What stays free beside a text, and above and below it.
_BESIDE = 4.0
_ABOVE = 1.0
# Names in a row that are nearer than this read as one: d = −0.429Q.
_APART = 9.0
# Texts keep this far from the viewport's border.
_RIM = 2.0

# Costs, in pixels of distance that a label would go to avoid the thing.
_COST_OVERLAP = 4000.0
_COST_OUTSIDE = 8000.0
_COST_INK = 34.0
_COST_FULL_INK = 240.0
_COST_TURN = 26.0
_COST_AWAY = 1.0
_COST_CROSSED = 120.0
# To the other side of its anchor, and as far in or out as a label was, where it was
# before is preferred by so much.
_COST_JUMP = 40.0
_COST_SHIFT = 0.3
# A label farther than this from its anchor is joined to it by a line, which keeps off
# both by so much.
_LEADER = 24.0
_OFF = 4.0
# How far the places along that line are apart which keep others off it.
_SPACED = 8.0
_ON_THE_WAY = tuple(i / 8 for i in range(1, 8))
_TRIES = 48

# Where labels were: how far out, and in which direction, by what tells them apart.
Sides = dict[Hashable, tuple[float, float]]

# A label's places, ring by ring: how far they are turned from the direction that is
# asked for, how far out they are, and what that costs; their numbers.
_TURNS = [step * (math.tau / _DIRECTIONS) for step in range(_DIRECTIONS)]
_OUT = np.array(_RINGS)[:, None]
_COSTS = _COST_AWAY * _OUT + [_COST_TURN * (1 - math.cos(t)) / 2 for t in _TURNS]
_NUMBERS = np.arange(_COSTS.size).reshape(_COSTS.shape)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text to draw: its top left corner in logical pixels, y down, and its looks.

    Where the text lies on a picture, `plate` is the colour to lay under it, over
    `width` by `height`; where it lies on lines, `halo` is the colour about its letters;
    with zero opacity there is none. `leader` holds the ends of a line from the anchor
    to a text that is far from it. `label` is what it was placed for, if any; `voice`
    says how it is set.
    """

    x: float
    y: float
    text: str
    size: float
    colour: RGBA
    width: float
    height: float
    plate: RGBA = _NO_PLATE
    leader: tuple[Point, Point] | None = None
    label: Label | None = None
    voice: Voice = Voice.NAME
    halo: RGBA = _NO_PLATE

    @property
    def box(self) -> Box:
        """Left, top, right and bottom."""
        return self.x, self.y, self.x + self.width, self.y + self.height


@dataclass(frozen=True, slots=True)
class Request:
    """A label to place: anchor and preferred direction on screen, gap in pixels.

    `known` tells it from the others from one frame to the next.
    """

    x: float
    y: float
    toward: tuple[float, float]
    gap: float
    text: str
    size: float
    colour: RGBA
    halo: RGBA = _NO_PLATE
    known: Hashable = None
    label: Label | None = None


def place(
    requests: Sequence[Request],
    ink: Array,
    viewport: Viewport,
    measure: Measure,
    sides: Sides | None = None,
    taken: Sequence[Box] = (),
) -> list[PlacedText]:
    """Place labels one after another.

    Parameters
    ----------
    requests
        Labels, the most important first; one whose anchor is not in sight is left out.
    ink
        Points `(n, 2)` on screen, along outlines and on dots, to keep clear.
    viewport
        Where the labels shall stay.
    measure
        Returns the width and height of a text at a size, in logical pixels.
    sides
        Where labels were before, and now where they are: one does not leave its side
        for a little.
    taken
        Boxes (left, top, right, bottom) that are no room for labels.
    """
    before, sides = dict(sides or {}), {} if sides is None else sides
    sides.clear()
    seen = [request for request in requests if viewport.contains(request.x, request.y)]
    if not seen:
        return []
    extents = [measure(request.text, request.size) for request in seen]
    known = [before.get(request.known) for request in seen]
    asked = [math.atan2(request.toward[1], request.toward[0]) for request in seen]
    places = _places(seen, extents, asked, known, _Inked(ink, viewport))
    boxes, result = [*taken], []
    each = zip(seen, extents, asked, places, strict=True)
    for request, extent, first, own in each:
        _, number, x, y, covered = _chosen(own, extent, (request.x, request.y), boxes)
        sides[request.known] = (
            _RINGS[int(number) // _DIRECTIONS],
            first + _TURNS[int(number) % _DIRECTIONS],
        )
        box = x, y, x + extent[0], y + extent[1]
        leader = _leader(request, box)
        boxes += [box, *_along(leader)]
        result.append(
            PlacedText(
                x,
                y,
                request.text,
                request.size,
                request.colour,
                *extent,
                leader=leader,
                label=request.label,
                halo=request.halo if covered > 0 else _NO_PLATE,
            )
        )
    return result


def _leader(request: Request, box: Box) -> tuple[Point, Point] | None:
    """Return the line from near the anchor to the text, if that is far from it."""
    left, top, right, bottom = box
    end = (
        min(max(request.x, left - 2.0), right + 2.0),
        min(max(request.y, top), bottom),
    )
    x, y = end[0] - request.x, end[1] - request.y
    far = math.hypot(x, y)
    if far <= max(_LEADER, request.gap + _RINGS[1] + 1.0):
        return None
    free, rest = min(max(request.gap, _OFF), far / 3) / far, 1.0 - _OFF / far
    return (
        (request.x + x * free, request.y + y * free),
        (request.x + x * rest, request.y + y * rest),
    )


def _along(leader: tuple[Point, Point] | None) -> list[Box]:
    """Return small boxes along a leader, which no later text is to lie on."""
    if leader is None:
        return []
    (x, y), (u, v) = leader
    count = max(int(math.dist(*leader) // _SPACED), 1)
    at = [(x + i * (u - x) / count, y + i * (v - y) / count) for i in range(count + 1)]
    return [(a - 1.0, b - 1.0, a + 1.0, b + 1.0) for a, b in at]


class _Inked:
    """How much ink lies in a box: a coarse raster of the viewport."""

    def __init__(self, ink: Array, viewport: Viewport) -> None:
        self.viewport = viewport
        self._columns = columns = int(viewport.width // _CELL) + 2
        self._rows = rows = int(viewport.height // _CELL) + 2
        # What is out of sight, or nowhere, falls into a border, which is cut off.
        cell = (ink - (viewport.x, viewport.y)) / _CELL + 1.0
        cell = np.fmin(np.fmax(cell, 0.0), (columns + 1, rows + 1)).astype(np.intp)
        raster = np.zeros((rows + 2, columns + 2), dtype=np.int32)
        raster[cell[:, 1], cell[:, 0]] = 1
        raster[0] = raster[:, 0] = 0
        # How much there is above and to the left of each corner of the cells.
        self._above = raster[:-1, :-1].cumsum(axis=0).cumsum(axis=1)

    def cells(self, left: Array, top: Array, right: Array, bottom: Array) -> Array:
        """Return the number of cells with ink in boxes, counted from the viewport's."""
        west, east = self._lines(left, right, self._columns)
        first, last = self._lines(top, bottom, self._rows)
        above = self._above
        return np.asarray(
            above[last, east]
            - above[first, east]
            - above[last, west]
            + above[first, west],
            dtype=np.float64,
        )

    def _lines(self, low: Array, high: Array, most: int) -> NDArray[np.intp]:
        """Return the lines between the cells that are nearest, in sight."""
        ends = np.rint(np.stack([low, high]) / _CELL).astype(np.intp)
        return np.minimum(np.maximum(ends, 0), most)


def _places(
    requests: Sequence[Request],
    extents: Sequence[Point],
    asked: Sequence[float],
    known: Sequence[Point | None],
    inked: _Inked,
) -> Array:
    """Return all places of each label, the cheapest first.

    Returns
    -------
    ndarray (n, places, 5)
        Of each of n labels and each of its places: what it costs, its number, left and
        top of the text there, and the share of it that has ink.
    """
    view = inked.viewport
    width, height = np.array(extents).T[:, :, None, None]
    # From the viewport's corner to that of the text, were its middle on the anchor.
    home_x, home_y, gap = np.array(
        [
            (r.x - w / 2 - view.x, r.y - h / 2 - view.y, r.gap)
            for r, (w, h) in zip(requests, extents, strict=True)
        ]
    ).T[:, :, None, None]
    # Not NumPy's cosine: in its last digit it is not the same everywhere.
    ways = [first + turn for first in asked for turn in _TURNS]
    across = np.array([*map(math.cos, ways)]).reshape(-1, 1, _DIRECTIONS)
    down = np.array([*map(math.sin, ways)]).reshape(-1, 1, _DIRECTIONS)
    # The box's middle moves so that the box just touches a circle about the anchor;
    # a soft sign keeps labels above and below centred.
    reach = gap + _OUT
    x = home_x + _soft(across) * width / 2 + across * reach
    y = home_y + _soft(down) * height / 2 + down * reach
    missing = _beyond(x, view.width - _RIM - width)
    missing = missing + _beyond(y, view.height - _RIM - height)
    ends = x + width + _BESIDE, y + height + _ABOVE
    ink = inked.cells(x - _BESIDE, y - _ABOVE, *ends)
    covered = ink / np.maximum(width * height / _CELL**2, 1.0)
    cost = _COSTS + np.where(missing > 0.0, _COST_OUTSIDE + 10 * missing, 0.0)
    cost += np.where(covered > 0.0, _COST_INK + _COST_FULL_INK * covered, 0.0)
    _keep_in_place(cost, asked, known)
    each = cost, np.broadcast_to(_NUMBERS, cost.shape), view.x + x, view.y + y, covered
    found = np.stack(each, axis=-1).reshape(len(requests), -1, len(each))
    order = found[:, :, 0].argsort(axis=1, kind="stable")
    return np.take_along_axis(found, order[:, :, None], axis=1)


def _keep_in_place(
    cost: Array, asked: Sequence[float], known: Sequence[Point | None]
) -> None:
    """Add what it costs labels to leave where they were."""
    for mine, first, was in zip(cost, asked, known, strict=True):
        if was:
            turns = [1 - math.cos(first + turn - was[1]) for turn in _TURNS]
            mine += _COST_JUMP * np.array(turns) / 2
            mine += _COST_SHIFT * np.abs(_OUT - was[0])


def _beyond(place: Array, most: Array) -> Array:
    """Return how far a text is too near to the viewport's border."""
    return np.maximum(_RIM - place, 0.0) + np.maximum(place - most, 0.0)


def _soft(share: Array) -> Array:
    """Return a sign that is a share near zero."""
    return np.minimum(np.maximum(1.6 * share, -1.0), 1.0)


def _chosen(
    places: Array, extent: Point, anchor: Point, taken: Sequence[Box]
) -> list[float]:
    """Return the place whose own cost and overlap with what is taken is least.

    Of the free ones the first counts that is not reached across another text.
    """
    free: list[list[float]] = []
    # The few cheapest usually hold a free one, and no overlap is cheaper than that.
    for place in places[:_TRIES].tolist():
        most = free[0][0] + _COST_CROSSED if free else _COST_OVERLAP
        if place[0] >= most:
            break
        if not _overlap_cost(place, extent, taken):
            if not _crosses(place, extent, anchor, taken):
                chosen: list[float] = place
                return chosen
            free.append(place)
    if free:
        return free[0]
    every: list[list[float]] = places.tolist()
    return min(every, key=lambda p: (p[0] + _overlap_cost(p, extent, taken), p[1]))


def _crosses(
    place: Sequence[float], extent: Point, anchor: Point, taken: Sequence[Box]
) -> bool:
    """Return whether the way from the anchor to a text leads over what is taken."""
    (x, y), left, top = anchor, place[2], place[3]
    u = min(max(x, left), left + extent[0])
    v = min(max(y, top), top + extent[1])
    if math.hypot(u - x, v - y) <= _LEADER:
        return False
    at = [(x + share * (u - x), y + share * (v - y)) for share in _ON_THE_WAY]
    for low, high, right, foot in taken:
        for a, b in at:
            if low < a < right and high < b < foot:
                return True
    return False


def _overlap_cost(place: Sequence[float], extent: Point, taken: Sequence[Box]) -> float:
    """Return how much of the boxes that are taken a label at this place would cover."""
    left, top = place[2] - _APART, place[3] - _ABOVE
    right, bottom = place[2] + extent[0] + _APART, place[3] + extent[1] + _ABOVE
    cost = 0.0
    for x, y, end, foot in taken:
        if left < end and x < right and top < foot and y < bottom:
            shared = min(right, end) - max(left, x)
            cost += _COST_OVERLAP + shared * (min(bottom, foot) - max(top, y))
    return cost


def touched(boxes: Array, ink: Array) -> NDArray[np.bool_]:
    """Return in which of the boxes `(n, 4)` (left, top, right, bottom) ink lies."""
    x, y = ink.T
    left, top, right, bottom = boxes.T[:, :, None]
    inside = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
    return np.asarray(inside.any(axis=1))


# ----------------------------------------------------------------------------
# The words of a view: which there are, how they are set, and what is in their way.
# ----------------------------------------------------------------------------


_SAMPLE_SPACING = 5.0
# How much of a picture a plate hides.
PLATE = 0.72
_NOTHING: RGBA = (0.0, 0.0, 0.0, 0.0)
# A note against a name.
_NOTE = 0.87
# The dots that join a label to its anchor: how far apart, how wide, how strong. No
# line of a figure is dotted.
_DOTTED = 4.0
_DOT = 1.5
_FREE_LEADER = 0.85
# Numbers nearer to each other than this, in a row, would read as one.
_ROOM = 8.0
# Where a view's title lies, and how much wider bold letters are.
_CORNER = (16.0, 12.0)
_BOLDER = 1.04

Corner = tuple[float, float]
# A label, where in sheet pixels it belongs, and in which direction to try first.
Found = tuple[Label, Point, Sequence[float]]


@dataclass(frozen=True)
class Words:
    """How the words of a view are set; boxes on screen that are `taken` are no room."""

    measure: Measure
    name: float
    sides: Sides | None
    theme: Theme
    taken: tuple[Box, ...] = ()

    @property
    def small(self) -> float:
        """The size of a note."""
        return _NOTE * self.name

    def requests(self, found: Sequence[Found], frame: PixelViewport) -> list[Request]:
        """Return the labels to place, those of the verdict first, the faint last."""
        ordered = sorted(found, key=lambda one: rank(one[0]))
        seen: Counter[str] = Counter()
        requests = []
        for label, at, toward in ordered:
            # The text of a number changes with it, its key does not.
            known = label.key or label.text
            seen[known] += 1
            request = self._request(label, at, toward, frame, seen[known])
            if not self._hidden(request):
                requests.append(request)
        return requests

    def _hidden(self, request: Request) -> bool:
        """Return whether something lies over what a label is for."""
        x, y = request.x, request.y
        return any(
            left <= x <= right and top <= y <= foot
            for left, top, right, foot in self.taken
        )

    def _request(
        self,
        label: Label,
        at: Point,
        toward: Sequence[float],
        frame: PixelViewport,
        number: int,
    ) -> Request:
        x, y = frame.viewport.center
        return Request(
            x + float(at[0]) / frame.ratio,
            y - float(at[1]) / frame.ratio,
            (float(toward[0]), -float(toward[1])),
            label.gap,
            label.text,
            label.size * self.name,
            faded(self.theme.texts[label.role], label.alpha),
            faded(self.theme.background, label.alpha),
            (label.key or label.text, number),
            label,
        )


def rank(label: Label) -> int:
    """Return how late a label is placed: the verdict's own numbers come first."""
    if label.role in (Role.HIT, Role.MISS):
        return 0
    return 2 if label.derivation or label.role in (Role.MUTED, Role.CONSTRUCTION) else 1


def box_of(place: Viewport) -> Box:
    """Return left, top, right and bottom of a place."""
    return place.x, place.y, place.x + place.width, place.y + place.height


def _heading_corner(extent: Corner, viewport: Viewport, taken: Sequence[Box]) -> Corner:
    """Return where a view's heading of that extent begins: beside what is taken."""
    x, y = viewport.x + _CORNER[0], viewport.y + _CORNER[1]
    right = viewport.x + viewport.width

    def free(at: Corner) -> bool:
        left, top, end, foot = at[0], at[1], at[0] + extent[0], at[1] + extent[1]
        lain = (
            left < box[2] and box[0] < end and top < box[3] and box[1] < foot
            for box in taken
        )
        return end < right and not any(lain)

    beside = [(box[2] + 16.0, y) for box in taken if box[2] > x]
    over = [box for box in taken if box[0] < x + extent[0] and x < box[2]]
    below = sorted((x, box[3] + 8.0) for box in over)
    return next((at for at in ((x, y), *beside, *below) if free(at)), (x, y))


def heading(
    caption: str, viewport: Viewport, words: Words
) -> tuple[PlacedText, Box] | None:
    """Return a view's title in its corner, and what it keeps free; None without one."""
    if not caption:
        return None
    size, theme = title_size(words.name), words.theme
    # Whoever measures has no bold face, which is a little wider.
    width, height = words.measure(caption, size)
    extent = _BOLDER * width, height
    x, y = _heading_corner(extent, viewport, words.taken)
    text = PlacedText(
        x, y, caption, size, theme.text_muted, *extent,
        faded(theme.background, 1.0), voice=Voice.TITLE,
    )  # fmt: skip
    left, top, right, bottom = text.box
    return text, (left - 4.0, top - 4.0, right + 8.0, bottom + 4.0)


def leaders(
    placed: Sequence[PlacedText], frame: PixelViewport, theme: Theme, sheet: Sheet
) -> None:
    """Draw the dotted lines that join labels to anchors far off."""
    ratio = frame.ratio
    for text in placed:
        if text.leader is None:
            continue
        tone = faded(theme.text_muted, _FREE_LEADER * text.colour[3])
        start, end = frame.to_sheet(np.array(text.leader))
        far = float(np.hypot(*(end - start)))
        step = (end - start) / far
        dots = start + np.arange(0.0, far, _DOTTED * ratio)[:, None] * step
        # A dot is a piece of a line with round ends that has next to no length.
        ends = np.stack([dots, dots + 0.1 * ratio * step], axis=1).reshape(-1, 2)
        sheet.put(Pieces(ends, Pen(tone, _DOT * ratio)))


def legible(
    texts: list[PlacedText], theme: Theme, *, plated: bool, covered: bool = False
) -> list[PlacedText]:
    """Give each text a plate of the background's colour where a picture is behind.

    One that is `covered` by opaque colours shows none of them through a plate.
    """
    if not plated:
        return texts
    ground = faded(theme.background, 1.0 if covered else PLATE)
    return [replace(text, plate=ground, halo=_NOTHING) for text in texts]


def samples(sheet: Sheet, frame: PixelViewport) -> Array:
    """Return points on screen on what was drawn on a sheet."""
    return frame.to_screen(sheet.samples(_SAMPLE_SPACING * frame.ratio))


def axis_samples(camera: Camera2D, viewport: Viewport) -> Array:
    """Return points on screen on the axes, in sight or not."""
    x, y = camera.to_screen((0.0, 0.0), viewport)
    across = np.arange(viewport.x, viewport.x + viewport.width, _SAMPLE_SPACING)
    down = np.arange(viewport.y, viewport.y + viewport.height, _SAMPLE_SPACING)
    level = np.stack([across, np.full_like(across, y)], axis=1)
    upright = np.stack([np.full_like(down, x), down], axis=1)
    return np.concatenate([level, upright])


def tick_texts(
    camera: Camera2D,
    viewport: Viewport,
    tones: tuple[RGBA, RGBA],
    measure: Measure,
    size: float,
) -> list[tuple[PlacedText, list[PlacedText]]]:
    """Return the numbers of the grid, each with those before it that it would be on.

    `tones` are the colour of the numbers, and that of the ground under them.
    """
    tone, ground = tones
    texts: list[PlacedText] = []
    for tick in grid.ticks(camera, viewport):
        extent = measure(tick.text, size)
        corner = grid.tick_corner(tick, extent, viewport)
        if corner:
            text = PlacedText(*corner, tick.text, size, tone, *extent, ground)
            texts.append(text)
    boxes = [text.box for text in texts]
    return [
        (text, [texts[i] for i in _under(text, boxes[:place])])
        for place, text in enumerate(texts)
    ]


def free_ticks(
    numbers: Sequence[tuple[PlacedText, list[PlacedText]]],
    taken: Sequence[Box],
    ink: Array,
) -> list[PlacedText]:
    """Return the numbers on the axes without those that would lie on something."""
    texts: list[PlacedText] = []
    for text, crowded in numbers:
        if not (_under(text, taken) or any(other in texts for other in crowded)):
            texts.append(text)
    boxes = [(t.x - 1, t.y, t.x + t.width + 1, t.y + t.height) for t in texts]
    hidden = touched(np.array(boxes).reshape(-1, 4), ink)
    return [text for text, on_ink in zip(texts, hidden, strict=True) if not on_ink]


def _under(text: PlacedText, boxes: Sequence[Box]) -> list[int]:
    """Return the numbers of the boxes that a text would lie on."""
    left, top, right, bottom = text.box
    left, right = left - _ROOM, right + _ROOM
    return [
        number
        for number, (x, y, end, foot) in enumerate(boxes)
        if left < end and x < right and top < foot and y < bottom
    ]
