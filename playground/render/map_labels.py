"""The names of mistakes on their map: inside an area, or on a tag with a leader.

A name stays where it is as long as it fits there, so that none jumps while what is
mapped changes; another place is looked for only once a map is fine.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import AxisSamples
from playground.render.grid import number
from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Array, Point
from playground.render.labels import Box, Measure, PlacedText, Words, touched
from playground.render.map_colors import (
    CROWDED,
    FLAT,
    Backdrop,
    MapName,
    Painted,
    Texture,
    texture,
)
from playground.render.plane_painter import rect_points
from playground.render.shapes import Area, Chain, Ring
from playground.render.stroke_style import Pen
from playground.render.text_layout import Voice
from playground.render.theme import RGBA, Theme, contrast, mix
from playground.render.viewport import PixelViewport
from playground.scene.answer import NONE
from playground.scene.camera import Viewport


def shares(corners: Array, x: Array, y: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return how far to the right and up in the map each point is, and which are in it.

    `corners` `(4, 3)` are where its lower left, lower right, upper left and upper right
    are seen: x and y, times w, and w.
    """
    first = corners[0]
    ways = np.column_stack([corners[1] - first, corners[2] - first, first])
    back = np.linalg.inv(ways)
    found = np.stack([x, y, np.ones_like(x)], axis=-1) @ back.T
    weight = found[..., 2]
    ahead = weight > 0
    share = found[..., :2] / np.where(ahead, weight, 1.0)[..., None]
    inside = ahead & ((share >= 0.0) & (share <= 1.0)).all(axis=-1)
    return np.where(inside[..., None], share, 0.0), inside


def cells_at(cells: NDArray[np.generic], share: Array) -> NDArray[np.generic]:
    """Return the cell at each share of the way through a map."""
    size = np.array(cells.shape[::-1])
    at = np.clip((share * size).astype(np.intp), 0, size - 1)
    return np.asarray(cells[at[..., 1], at[..., 0]])


# ----------------------------------------------------------------------------


Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

# No more names are on one map.
_MOST = 4
# A map is looked at so many pixels apart.
_STEP = 6.0
# A name in an area against a name of the figure, as large as it gets and as small as it
# may, and the words below it; a name on a tag, at least so large.
_LARGE = 24.0
_SMALL = 0.8
_BELOW = 0.7
_TAG = 15.0
_TAGGED = 0.62
_TAG_BELOW = 0.87
# A name alone on a tag, which a room reads.
_ALONE = 0.81
# Bold words are a little wider than they are measured.
_BOLDER = 1.06
# What is free about words in an area, and in a tag.
_ROOM = 5.0
_PADDING = (12.0, 7.0)
_ROUND = 8.0
# An area is looked for that is so many times as large as the words.
_SCALES = 2.0, 1.5, 1.2, 1.0
# A tag is so far from where its leader ends, at least, from the border, from others.
_AWAY = 28.0
_RIM = 8.0
_APART = 8.0
# What a pixel of a mistake under a tag costs, in pixels farther away, and what a pixel
# of a leader over the figure does; what it runs over is looked at in so many points.
_COVERED = 0.02
_CROSSED = 4.0
_POINTS = 24
# A leader may end in one of so many areas, so far apart in points of the grid, if they
# are at least so deep against the deepest.
_AREAS = 4
_AREA = 10.0
_DEEP = 0.6
_BORDER = 2.0
_LEADER = 1.5
_CASING = 3.5
_DOT = 4.0


@dataclass(frozen=True)
class PlacedName:
    """A name in its place; with an `anchor` it is a tag, whose leader ends there."""

    name: MapName
    box: Box
    size: float
    anchor: Point | None = None


def named(
    painted: Painted, words: Iterable[tuple[int, str, str]]
) -> tuple[MapName, ...]:
    """Return names for kinds, given as their place among the field's and two lines.

    The second line may be "".
    """
    kinds = painted.field.kinds
    return tuple(
        MapName(
            at,
            painted.roles[at],
            title,
            note,
            (kinds[at].name, kinds[at].effect or ""),
            texture(kinds[at]) is Texture.SOLID,
        )
        for at, title, note in words
    )


class _Sight:
    """What a view shows, in points of a grid: kinds, and what is in the way."""

    def __init__(
        self,
        backdrop: Backdrop,
        ends: Array,
        viewport: Viewport,
        ink: Array,
        taken: Sequence[Box],
    ) -> None:
        self.viewport = viewport
        columns, rows = (
            max(int(side // _STEP), 1) for side in (viewport.width, viewport.height)
        )
        x = viewport.x + (np.arange(columns) + 0.5) * _STEP
        y = viewport.y + (np.arange(rows) + 0.5) * _STEP
        share, inside = shares(ends, *np.meshgrid(x, y))
        kinds = cells_at(backdrop.painted.cells, share)
        self.kinds = np.where(inside, kinds, NONE)
        self.blocked = np.zeros((rows, columns), np.bool_)
        at = ((ink - (viewport.x, viewport.y)) // _STEP).astype(np.intp)
        within = ((at >= 0) & (at < (columns, rows))).all(axis=1)
        self.blocked[at[within, 1], at[within, 0]] = True
        for box in taken:
            self.blocked[self.part(box)] = True
        self.named = np.zeros((rows, columns), np.bool_)

    def put(self, place: PlacedName) -> None:
        """Take the box of a name, a little about it, and the way of its leader."""
        left, top, right, bottom = place.box
        around = left - _APART, top - _APART, right + _APART, bottom + _APART
        self.blocked[self.part(around)] = True
        self.named[self.part(around)] = True
        if place.anchor is not None:
            self.blocked[self.way(np.array(place.box), place.anchor)] = True

    def way(self, boxes: NDArray[Any], anchor: Point) -> tuple[Places, Places]:
        """Return rows and columns of points on the way from boxes `(4, …)` to a point.

        They have the shape (points, …).
        """
        left, top, right, bottom = boxes
        near = np.clip(anchor[0], left, right), np.clip(anchor[1], top, bottom)
        share = np.linspace(0.0, 1.0, _POINTS).reshape(-1, *[1] * left.ndim)
        corner = self.viewport.x, self.viewport.y
        column, row = (
            ((a + share * (b - a) - low) // _STEP).astype(np.intp)
            for a, b, low in zip(near, anchor, corner, strict=True)
        )
        rows, columns = self.named.shape
        return np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)

    def part(self, box: Box) -> tuple[slice, slice]:
        """Return the rows and the columns of the grid in a box."""
        left, top, right, bottom = box
        x, y = self.viewport.x, self.viewport.y
        ends = [
            (max(int((low - start) // _STEP), 0), max(int((high - start) // _STEP), 0))
            for low, high, start in ((top, bottom, y), (left, right, x))
        ]
        return slice(ends[0][0], ends[0][1] + 1), slice(ends[1][0], ends[1][1] + 1)

    def within(self, box: Box, rim: float = 0.0) -> bool:
        """Return whether a box lies in the view."""
        place = self.viewport
        return (
            box[0] >= place.x + rim
            and box[1] >= place.y + rim
            and box[2] <= place.x + place.width - rim
            and box[3] <= place.y + place.height - rim
        )

    def of(self, name: MapName) -> Flags:
        """Return where a name's kind is."""
        return np.asarray(self.kinds == name.kind)

    def spot(self, row: int, column: int) -> Point:
        """Return a point of the grid on the screen."""
        return (
            self.viewport.x + (column + 0.5) * _STEP,
            self.viewport.y + (row + 0.5) * _STEP,
        )


class MapNames:
    """Finds the places of names, and keeps those that still fit."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], PlacedName] = {}

    def placed(
        self,
        backdrop: Backdrop | None,
        ends: Array | None,
        viewport: Viewport,
        ink: Array,
        taken: Sequence[Box],
        words: Words,
    ) -> list[PlacedName]:
        """Return the names of a map and where they stand; `ends` are its corners.

        They stand neither on `ink`, points on the screen, nor on boxes that are taken.
        """
        if backdrop is None or ends is None or not backdrop.names:
            return []
        seen = _Sight(backdrop, ends, viewport, ink, taken)
        found: list[PlacedName] = []
        for name in backdrop.names[:_MOST]:
            before = self._kept.get(name.key)
            place = before and _still(replace(before, name=name), seen, words)
            if place is None and backdrop.painted.fine:
                place = _inside(name, seen, words) or _tagged(name, seen, words)
            if place:
                found.append(place)
                seen.put(place)
        self._kept = {place.name.key: place for place in found}
        return found


def _still(place: PlacedName, seen: _Sight, words: Words) -> PlacedName | None:
    """Return a name where it was, if it fits there."""
    if place.size not in _sizes(words) and place.anchor is None:
        return None
    wide, tall = _extent(place.name, place.size, words, tag=place.anchor is not None)
    x, y = place.box[0], place.box[1]
    if place.anchor is None:
        x = (place.box[0] + place.box[2] - wide) / 2
    box = x, y, x + wide, y + tall
    part, own = seen.part(box), seen.of(place.name)
    if not seen.within(box) or seen.blocked[part].any():
        return None
    if place.anchor is None:
        return replace(place, box=box) if own[part].all() else None
    at = seen.part((*place.anchor, *place.anchor))
    return replace(place, box=box) if own[at].any() else None


def _sizes(words: Words) -> tuple[float, float]:
    large = max(min(1.6 * words.name, _LARGE), words.name)
    return large, _SMALL * large


def _tag_size(name: MapName, words: Words) -> float:
    return max(_TAG, (_TAGGED if name.note else _ALONE) * words.name)


def _extent(name: MapName, size: float, words: Words, *, tag: bool) -> Point:
    """Return width and height of a name with the words below it, and what is about."""
    below = _TAG_BELOW if tag else _BELOW
    wide, tall = words.measure(name.title, size)
    note = words.measure(name.note, below * size) if name.note else (0.0, 0.0)
    around = _PADDING if tag else (_ROOM, _ROOM)
    return (
        max(_BOLDER * wide, note[0]) + 2 * around[0],
        tall + note[1] + 2 * around[1],
    )


def _inside(name: MapName, seen: _Sight, words: Words) -> PlacedName | None:
    """Return a place in the middle of an area that holds the words."""
    if not name.solid:
        return None
    free = seen.of(name) & ~seen.blocked
    for size in _sizes(words):
        wide, tall = _extent(name, size, words, tag=False)
        for scale in _SCALES:
            room = round(scale * tall / _STEP) + 1, round(scale * wide / _STEP) + 1
            rows, columns = np.nonzero(_whole(free, room))
            if not rows.size:
                continue
            off = np.hypot(rows - rows.mean(), columns - columns.mean())
            best = int(np.argmin(off))
            row, column = rows[best] + room[0] / 2, columns[best] + room[1] / 2
            x, y = seen.viewport.x + column * _STEP, seen.viewport.y + row * _STEP
            box = x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2
            return PlacedName(name, box, size)
    return None


def _whole(free: Flags, room: tuple[int, int]) -> Flags:
    """Return at which upper left corners so many rows and columns are all free."""
    return np.asarray(_sums(~free, room) == 0)


def _sums(flags: Flags, room: tuple[int, int]) -> NDArray[np.int32]:
    """Return how many flags there are in each box of so many rows and columns."""
    tall, wide = room
    if tall > flags.shape[0] or wide > flags.shape[1]:
        return np.zeros((0, 0), np.int32)
    whole = np.zeros((flags.shape[0] + 1, flags.shape[1] + 1), np.int32)
    np.cumsum(flags, axis=0, out=whole[1:, 1:])
    np.cumsum(whole[1:, 1:], axis=1, out=whole[1:, 1:])
    return np.asarray(
        whole[tall:, wide:] - whole[:-tall, wide:] - whole[tall:, :-wide]
        + whole[:-tall, :-wide]
    )  # fmt: skip


def _tagged(name: MapName, seen: _Sight, words: Words) -> PlacedName | None:
    """Return a place beside an area for a tag, whose leader ends deep inside."""
    size = _tag_size(name, words)
    wide, tall = _extent(name, size, words, tag=True)
    room = round(tall / _STEP) + 1, round(wide / _STEP) + 1
    rows, columns = np.nonzero(_whole(~seen.blocked, room))
    left = seen.viewport.x + (columns + 0.5) * _STEP
    top = seen.viewport.y + (rows + 0.5) * _STEP
    place = seen.viewport
    inside = (left >= place.x + _RIM) & (left + wide <= place.x + place.width - _RIM)
    inside &= (top >= place.y + _RIM) & (top + tall <= place.y + place.height - _RIM)
    left, top = left[inside], top[inside]
    boxes = np.stack([left, top, left + wide, top + tall])
    covered = _sums(np.asarray(seen.kinds != NONE), room)[rows[inside], columns[inside]]
    found: list[tuple[float, PlacedName]] = []
    for anchor in _anchors(seen.of(name), seen.blocked):
        x, y = seen.spot(*anchor)
        away = np.hypot(
            np.maximum(np.maximum(left - x, x - left - wide), 0.0),
            np.maximum(np.maximum(top - y, y - top - tall), 0.0),
        )
        cost = away + _COVERED * _STEP**2 * covered
        way = seen.way(boxes, (x, y))
        cost += _CROSSED * away * seen.blocked[way].mean(axis=0)
        cost[seen.named[way].any(axis=0) | (away < _AWAY)] = np.inf
        best = int(np.argmin(cost)) if cost.size else 0
        if cost.size and cost[best] < np.inf:
            box = left[best], top[best], left[best] + wide, top[best] + tall
            found.append((float(cost[best]), PlacedName(name, box, size, (x, y))))
    return min(found, key=lambda one: one[0])[1] if found else None


def _anchors(flags: Flags, blocked: Flags) -> Iterator[tuple[int, int]]:
    """Yield points far inside some areas, on nothing else if there are such."""
    kept = flags & ~blocked
    kept = kept if kept.any() else flags
    rows, columns = np.indices(kept.shape)
    depth = np.zeros_like(rows)
    while kept.any():
        depth += kept
        inner = np.pad(kept, 1)
        kept = (
            inner[1:-1, 1:-1]
            & inner[:-2, 1:-1]
            & inner[2:, 1:-1]
            & inner[1:-1, :-2]
            & inner[1:-1, 2:]
        )
    least = max(_DEEP * int(depth.max()), 1.0)
    for _ in range(_AREAS):
        row, column = divmod(int(np.argmax(depth)), len(depth[0]))
        if depth[row, column] < least:
            return
        yield row, column
        depth[np.hypot(rows - row, columns - column) < _AREA] = 0


def tags(
    placed: Sequence[PlacedName], frame: PixelViewport, theme: Theme, sheet: Sheet
) -> None:
    """Draw the tags, each with its leader."""
    tagged = [place for place in placed if place.anchor is not None]
    # A leader goes below every tag.
    for place in tagged:
        _leader(place, frame, theme, sheet)
    for place in tagged:
        left, top, right, bottom = place.box
        middle = frame.to_sheet(np.array([(left + right) / 2, (top + bottom) / 2]))
        center = float(middle[0]), float(middle[1])
        half = (right - left) / 2 * frame.ratio, (bottom - top) / 2 * frame.ratio
        around = rect_points(center, half, 0.0, _ROUND * frame.ratio, sheet.box)
        sheet.put(Area(around, theme.background))
        border = Pen(theme.roles[place.name.role], _BORDER * frame.ratio)
        sheet.put(Chain(around, border, closed=True))


def _leader(
    place: PlacedName, frame: PixelViewport, theme: Theme, sheet: Sheet
) -> None:
    assert place.anchor is not None
    left, top, right, bottom = place.box
    x, y = place.anchor
    near = min(max(x, left), right), min(max(y, top), bottom)
    ends = frame.to_sheet(np.array([near, (x, y)])).tolist()
    for tone, wide in ((theme.background, _LEADER + _CASING), (theme.text, _LEADER)):
        sheet.put(Chain(ends, Pen(tone, wide * frame.ratio)))
    at = ends[1][0], ends[1][1]
    rim = Pen(theme.background, _BORDER * frame.ratio)
    sheet.put(Ring(at, _DOT * frame.ratio, rim, theme.text))


def texts(placed: Sequence[PlacedName], theme: Theme, words: Words) -> list[PlacedText]:
    """Return the words of names: in an area in the ground's colour."""
    found = []
    for place in placed:
        tag = place.anchor is not None
        around = _PADDING if tag else (_ROOM, _ROOM)
        small = (_TAG_BELOW if tag else _BELOW) * place.size
        tones = (
            (theme.text, theme.text_muted)
            if tag
            else (theme.background, theme.background)
        )
        y = place.box[1] + around[1]
        lines = (
            (place.name.title, place.size, _BOLDER, Voice.TITLE),
            (place.name.note, small, 1.0, Voice.PROSE),
        )
        for (text, size, wider, voice), tone in zip(lines, tones, strict=True):
            if not text:
                continue
            wide, tall = words.measure(text, size)
            wide *= wider
            x = place.box[0] + around[0]
            if not tag:
                x = (place.box[0] + place.box[2] - wide) / 2
            found.append(PlacedText(x, y, text, size, tone, wide, tall, voice=voice))
            y += tall
    return found


# ----------------------------------------------------------------------------
# Numbers on a value map's contour lines: few, upright, each in a break of its line.
# ----------------------------------------------------------------------------


# Numbers are looked for along so many rows and columns, at about equal distances.
_GUIDES = 10
# Numbers of one line, and of any two, are at least so many pixels apart.
_SAME = 220.0
_OTHER = 72.0
# The map goes on for so many cells to the sides of a number, and above and below it.
_ABOUT = (16, 9)
# One of the two reads at 4.5:1 on whatever shade.
_INKS: tuple[RGBA, RGBA] = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)
# So much is free about a number, and from the border of the view.
_NUMBER_ROOM = 3.0
_NUMBER_RIM = 6.0


@dataclass(frozen=True)
class Spots:
    """Where contour lines cross the guides, the most level pieces of line first.

    `share` is (n, 2): how far to the right and up in the map; `line` counts from the
    scale's low end.
    """

    share: Array
    line: NDArray[np.intp]


class ContourNumbers:
    """Finds where numbers go; keeps what was found for the last map and view."""

    def __init__(self) -> None:
        self._spotted: tuple[Painted, Spots] | None = None
        self._chosen: tuple[tuple[object, ...], list[PlacedText]] | None = None

    def texts(
        self,
        backdrop: Backdrop,
        to_screen: Callable[[Array], Array],
        viewport: Viewport,
        key: object,
        theme: Theme,
        size: float,
        measure: Measure,
    ) -> list[PlacedText]:
        """Return the numbers of a map in a view; `key` stands for `to_screen`."""
        painted = backdrop.painted
        if painted.scale is None:
            return []
        asked = backdrop.corners.tobytes(), viewport, key, theme, size
        spots = self._spots(painted)
        if self._chosen is None or self._chosen[0] != asked:
            at = to_screen(_within(backdrop.corners, spots.share))
            picked = _apart(at, spots.line, viewport)
            lines = spots.line[picked].tolist()
            looks = _looks(painted, set(lines), theme)
            texts = [
                _text(looks[line], at[i], size, measure)
                for i, line in zip(picked, lines, strict=True)
            ]
            self._chosen = asked, [t for t in texts if _number_is_inside(t, viewport)]
        return self._chosen[1]

    def _spots(self, painted: Painted) -> Spots:
        if self._spotted is None or self._spotted[0] is not painted:
            self._spotted, self._chosen = (painted, spots_of(painted)), None
        return self._spotted[1]


def free(
    texts: Sequence[PlacedText], taken: Sequence[Box], ink: Array
) -> list[PlacedText]:
    """Return the numbers that lie neither on what is taken nor on an outline."""
    if not texts:
        return []
    boxes = np.array([text.box for text in texts])
    boxes += (-_NUMBER_ROOM, -_NUMBER_ROOM, _NUMBER_ROOM, _NUMBER_ROOM)
    hidden = touched(boxes, ink)
    if taken:
        left, top, right, low = boxes.T[:, :, None]
        x, y, end, foot = np.array(taken).T
        hidden |= ((left < end) & (x < right) & (top < foot) & (y < low)).any(axis=1)
    return [text for text, under in zip(texts, hidden, strict=True) if not under]


def spots_of(painted: Painted) -> Spots:
    """Return where contour lines that are drawn cross the guides."""
    none = Spots(np.empty((0, 2)), np.empty(0, np.intp))
    if painted.scale is None or not painted.fine or min(painted.cells.shape) < 2:
        return none
    cells, field = painted.cells, painted.field
    across = _crossed(cells, _guides(field.rows))
    up = _crossed(cells.T, _guides(field.columns))
    column = np.concatenate([across[0], up[1]])
    row = np.concatenate([across[1], up[0]])
    line = np.concatenate([across[2], up[2]])
    slant = np.concatenate([across[3], 1.0 - up[3]])
    at = np.stack([column, row], axis=-1)
    best = np.argsort(slant, kind="stable")
    best = best[_surrounded(cells, at[best])]
    return Spots((at[best] + 0.5) / cells.shape[::-1], line[best])


def _surrounded(cells: NDArray[Any], at: Array) -> NDArray[np.bool_]:
    """Return about which places there are values on all sides."""
    known = np.ones(len(at), np.bool_)
    last = np.array(cells.shape[::-1]) - 1
    for way in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        beside = np.round(at + np.multiply(way, _ABOUT)).astype(np.intp)
        known &= ((beside >= 0) & (beside <= last)).all(axis=1)
        column, row = np.clip(beside, 0, last).T
        known &= np.isfinite(cells[row, column])
    return known


def _guides(samples: AxisSamples) -> NDArray[np.intp]:
    """Return the places of samples that stay guides while the map is moved."""
    every = 1 << max(samples.count // _GUIDES, 1).bit_length() - 1
    first = -samples.first % every
    return np.arange(first, samples.count - 1, every)


def _crossed(cells: NDArray[Any], guides: NDArray[np.intp]) -> tuple[Any, ...]:
    """Return place along the guide, guide, line, and how steep along it, in shares.

    The last is 0 where the values change only across the guide: there the line runs
    along it.
    """
    values = cells[guides]
    whole = np.ceil(values)
    # Between two values is a line where they round up to two numbers.
    guide, place = np.nonzero(whole[:, 1:] != whole[:, :-1])
    here, there = values[guide, place], values[guide, place + 1]
    beside = cells[guides[guide] + 1, place]
    with np.errstate(invalid="ignore"):
        along = (there - here).astype(np.float64)
        steep = np.hypot(along, beside - here)
        met = np.nonzero((steep < 1.0 / CROWDED) & (steep > 1.0 / FLAT))
    guide, place, here, along = guide[met], place[met], here[met], along[met]
    line = np.ceil(np.minimum(here, there[met])).astype(np.intp)
    part = (line - here) / along
    return place + part, guides[guide], line, np.abs(along) / steep[met]


def _within(corners: Array, share: Array) -> Array:
    """Return the world points at shares of a map's sides."""
    x, y = share[:, :1], share[:, 1:]
    low = corners[0] + (corners[1] - corners[0]) * x
    return np.asarray(low + (corners[2] - corners[0]) * y)


def _apart(at: Array, line: NDArray[np.intp], viewport: Viewport) -> list[int]:
    """Return which of the spots on the screen have a number: none near another."""
    low = (viewport.x + _NUMBER_RIM, viewport.y + _NUMBER_RIM)
    high = (
        low[0] + viewport.width - 2 * _NUMBER_RIM,
        low[1] + viewport.height - 2 * _NUMBER_RIM,
    )
    with np.errstate(invalid="ignore"):
        left = np.asarray(((at > low) & (at < high)).all(axis=1))
    picked, (x, y) = [], at.T.copy()
    for best in range(len(line)):
        if not left[best]:
            continue
        picked.append(best)
        across, down = x - x[best], y - y[best]
        near = np.where(line == line[best], _SAME**2, _OTHER**2)
        left &= across * across + down * down > near
    return picked


# A line's number, its own colour and that of the ground.
_Look = tuple[str, RGBA, RGBA]


def _looks(painted: Painted, lines: Iterable[int], theme: Theme) -> dict[int, _Look]:
    """Return what each line's numbers look like: where they are the line is broken."""
    scale = painted.scale
    assert scale is not None
    shades = painted.palette(theme)[0, :, :3] / 255.0
    looks = {}
    for line in lines:
        place = min(max(line / max(scale.span, 1e-6), 0.0), 1.0) * 255.0
        red, green, blue = shades[int(place)].tolist()
        ground = mix(theme.background, (red, green, blue, 1.0), painted.opacity)
        _, tone = max((contrast(ink, ground), ink) for ink in _INKS)
        text = number(scale.low + line * scale.step, scale.step)
        looks[line] = text, tone, ground
    return looks


def _text(look: _Look, at: Array, size: float, measure: Measure) -> PlacedText:
    text, tone, ground = look
    wide, tall = measure(text, size)
    x, y = float(at[0]) - wide / 2, float(at[1]) - tall / 2
    return PlacedText(x, y, text, size, tone, wide, tall, ground)


def _number_is_inside(text: PlacedText, viewport: Viewport) -> bool:
    left, top, right, low = text.box
    return (
        left >= viewport.x + _NUMBER_RIM
        and top >= viewport.y + _NUMBER_RIM
        and right <= viewport.x + viewport.width - _NUMBER_RIM
        and low <= viewport.y + viewport.height - _NUMBER_RIM
    )
