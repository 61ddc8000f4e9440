"""Finds places for labels; pure arithmetic in logical pixels, y down.

Each label tries places around its anchor and takes the cheapest: far from outlines,
dots and labels already placed, inside the viewport, near the anchor, and on the side
that was asked for. The same input gives the same places.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from playground.render.theme import RGBA
from playground.scene.camera import Viewport
from playground.scene.records import Label

Array = NDArray[np.float64]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
Measure = Callable[[str, float], Point]

_CELL = 6.0
_NO_PLATE: RGBA = (0.0, 0.0, 0.0, 0.0)
_DIRECTIONS = 16
_RINGS = (0.0, 9.0, 20.0, 36.0, 58.0, 86.0)
# What stays free beside a text, and above and below it.
_BESIDE, _ABOVE = 4.0, 1.0
# Texts keep this far from the viewport's border.
_RIM = 2.0

# Costs, in pixels of distance that a label would go to avoid the thing.
_COST_OVERLAP = 4000.0
_COST_OUTSIDE = 8000.0
_COST_INK = 26.0
_COST_FULL_INK = 120.0
_COST_TURN = 26.0
_COST_AWAY = 1.0
# To the other side of its anchor, and as far in or out as a label was, where it was
# before is preferred by so much.
_COST_JUMP, _COST_SHIFT = 40.0, 0.3
# A label farther than this from its anchor is joined to it by a line, which keeps off
# both by so much.
_LEADER, _OFF = 24.0, 4.0
_TRIES = 12

# Where labels were: how far out, and in which direction, by what tells them apart.
Sides = dict[Hashable, tuple[float, float]]

# A label's places, the cheapest first: what one costs, its number, how far out it is,
# and how far it is turned from the direction that is asked for.
_PLACES = sorted(
    (
        _COST_AWAY * ring + _COST_TURN * (1 - math.cos(turn)) / 2,
        number * _DIRECTIONS + step,
        ring,
        turn,
    )
    for number, ring in enumerate(_RINGS)
    for step in range(_DIRECTIONS)
    for turn in (step * (math.tau / _DIRECTIONS),)
)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text to draw: its top left corner in logical pixels, y down, and its looks.

    Where the text lies on lines, `plate` is the colour to lay under it, over `width`
    by `height`; with zero opacity there is none. `leader` holds the ends of a line from
    the anchor to a text that is far from it. `label` is what it was placed for, if any;
    `mono` says that it is code.
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
    mono: bool = False

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
    plate: RGBA = _NO_PLATE
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
    inked = _Inked(ink, viewport)
    result: list[PlacedText] = []
    for request in seen:
        extent = measure(request.text, request.size)
        was = before.get(request.known)
        places = _places(request, extent, inked, was)
        boxes = [*taken, *(text.box for text in result)]
        _, number, x, y, covered = _chosen(places, extent, boxes)
        sides[request.known] = (
            _RINGS[number // _DIRECTIONS],
            _asked(request) + number % _DIRECTIONS * (math.tau / _DIRECTIONS),
        )
        plate = request.plate if covered > 0 else _NO_PLATE
        result.append(
            PlacedText(
                x,
                y,
                request.text,
                request.size,
                request.colour,
                *extent,
                plate,
                _leader(request, (x, y, x + extent[0], y + extent[1])),
                request.label,
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


def _asked(request: Request) -> float:
    return math.atan2(request.toward[1], request.toward[0])


# A place for a label: cost, number, left, top, and the share of it that has ink.
_Place = tuple[float, int, float, float, float]


class _Inked:
    """How much ink lies in a box: a coarse raster of the viewport."""

    def __init__(self, ink: Array, viewport: Viewport) -> None:
        self.viewport = viewport
        self._columns = columns = int(viewport.width // _CELL) + 2
        self._rows = rows = int(viewport.height // _CELL) + 2
        # What is out of sight, or nowhere, falls into a border, which is cut off.
        cell = (ink - (viewport.x, viewport.y)) / _CELL + 1.0
        cell = np.fmin(np.fmax(cell, 0.0), (columns + 1, rows + 1)).astype(np.intp)
        raster = np.zeros((rows + 2, columns + 2), dtype=np.uint8)
        raster[cell[:, 1], cell[:, 0]] = 1
        self._raster = raster[1:-1, 1:-1].tobytes()

    def cells(self, left: float, top: float, right: float, bottom: float) -> int:
        """Return the number of cells with ink in a box, counted from the viewport's."""
        wide, count = self._columns, self._raster.count
        west, east = round(left / _CELL), round(right / _CELL)
        first, last = round(top / _CELL) * wide, round(bottom / _CELL) * wide
        cells = 0
        for row in range(first + west, last + west, wide):
            cells += count(1, row, row + east - west)
        return cells

    def cut(self, x: float, y: float) -> Point:
        """Return the nearest point between which and another cells can be counted."""
        right, bottom = _CELL * self._columns, _CELL * self._rows
        return min(max(x, 0.0), right), min(max(y, 0.0), bottom)


def _places(
    request: Request, extent: Point, inked: _Inked, was: Point | None
) -> Iterator[_Place]:
    """Yield places, the cheapest first; no more of them are looked at than it takes."""
    view, (width, height) = inked.viewport, extent
    right, bottom = view.width - _RIM - width, view.height - _RIM - height
    # From the viewport's corner to that of the text, were its middle on the anchor.
    home_x = request.x - width / 2 - view.x
    home_y = request.y - height / 2 - view.y
    first = _asked(request)
    area = max(width * height / _CELL**2, 1.0)
    found: list[_Place] = []
    for cost, number, ring, turn in _PLACES:
        while found and found[0][0] < cost:
            yield heappop(found)
        across, down = math.cos(first + turn), math.sin(first + turn)
        # The box's middle moves so that the box just touches a circle about the anchor;
        # a soft sign keeps labels above and below centred.
        reach = request.gap + ring
        x = home_x + _soft(across) * width / 2 + across * reach
        y = home_y + _soft(down) * height / 2 + down * reach
        low = x - _BESIDE, y - _ABOVE
        high = x + width + _BESIDE, y + height + _ABOVE
        if not (_RIM <= x <= right and _RIM <= y <= bottom):
            low, high = inked.cut(*low), inked.cut(*high)
            missing = max(_RIM - x, 0.0) + max(x - right, 0.0)
            missing += max(_RIM - y, 0.0) + max(y - bottom, 0.0)
            cost += _COST_OUTSIDE + 10 * missing
        covered = inked.cells(*low, *high) / area
        if covered:
            cost += _COST_INK + _COST_FULL_INK * covered
        if was:
            cost += _COST_JUMP * (1 - math.cos(first + turn - was[1])) / 2
            cost += _COST_SHIFT * abs(ring - was[0])
        heappush(found, (cost, number, view.x + x, view.y + y, covered))
    while found:
        yield heappop(found)


def _soft(share: float) -> float:
    """Return a sign that is a share near zero."""
    share *= 1.6
    return 1.0 if share > 1.0 else -1.0 if share < -1.0 else share


def _chosen(places: Iterator[_Place], extent: Point, taken: Sequence[Box]) -> _Place:
    """Return the place whose own cost and overlap with what is taken is least."""
    looked = []
    # The few cheapest usually hold a free one, and no overlap is cheaper than that.
    for place in islice(places, _TRIES):
        looked.append(place)
        if place[0] >= _COST_OVERLAP:
            break
        if not _overlap_cost(place, extent, taken):
            return place
    every = [*looked, *places]
    return min(every, key=lambda p: (p[0] + _overlap_cost(p, extent, taken), p[1]))


def _overlap_cost(place: _Place, extent: Point, taken: Sequence[Box]) -> float:
    """Return how much of the boxes that are taken a label at this place would cover."""
    left, top = place[2] - _BESIDE, place[3] - _ABOVE
    right, bottom = place[2] + extent[0] + _BESIDE, place[3] + extent[1] + _ABOVE
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
