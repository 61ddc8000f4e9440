"""What a scene says: plain records in world space, with no OpenGL behind them.

Positions are world coordinates (y up, 2 or 3 numbers); `width`, `size` and `gap`
are logical pixels. Colour is named by its role and chosen by the theme. A record
with `since=k` belongs to the derivation from its k-th step on, and `key` names the
quantity it shows, so that a formula's term and its picture can point at each other.
One with `lesson` explains the derivation and would only crowd the picture without it.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

Vec = Sequence[float]

# What is left of the other records while one quantity is pointed at.
_FAINT = 0.35


class Role(StrEnum):
    """What a colour means; the theme says which colour that is."""

    INK = "ink"
    MUTED = "muted"
    MOVER = "mover"
    OBSTACLE = "obstacle"
    HIT = "hit"
    MISS = "miss"
    ENTER = "enter"
    EXIT = "exit"
    NORMAL = "normal"
    CONSTRUCTION = "construction"
    ACCENT = "accent"
    SIDE_A = "side_a"
    SIDE_B = "side_b"
    CORNER = "corner"


class Marker(StrEnum):
    """The outline of a `Dot`, so that meaning never rests on colour alone."""

    DISC = "disc"
    RING = "ring"
    SQUARE = "square"
    DIAMOND = "diamond"
    CROSS = "cross"


@dataclass(frozen=True, kw_only=True)
class Record:
    """Base of every record: role, opacity, quantity, first step, lesson only."""

    role: Role = Role.INK
    alpha: float = 1.0
    key: str = ""
    since: int = 0
    lesson: bool = False


@dataclass(frozen=True, kw_only=True)
class Stroke(Record):
    """A record with an outline: width in pixels (0 for none), dashed or not."""

    width: float = 2.0
    dashed: bool = False


@dataclass(frozen=True, kw_only=True)
class Filled(Stroke):
    """A closed outline; `fill` is the opacity of its inside."""

    fill: float = 0.0


@dataclass(frozen=True)
class Dot(Record):
    """A marker of fixed size; `size` is its radius in pixels."""

    at: Vec
    size: float = 5.0
    marker: Marker = Marker.DISC


@dataclass(frozen=True)
class Segment(Stroke):
    """A straight piece from `a` to `b`."""

    a: Vec
    b: Vec


@dataclass(frozen=True)
class Line(Stroke):
    """The points `at + k * direction`, `start <= k <= stop`; clipped to the view."""

    at: Vec
    direction: Vec
    start: float = -math.inf
    stop: float = math.inf


@dataclass(frozen=True)
class Arrow(Stroke):
    """A vector from `tail` to `tip`, its head at `tip`."""

    tail: Vec
    tip: Vec


@dataclass(frozen=True)
class Polyline(Stroke):
    """A chain of straight pieces through `points`."""

    points: Sequence[Vec]


@dataclass(frozen=True)
class Circle(Filled):
    """A circle in the plane."""

    center: Vec
    radius: float


@dataclass(frozen=True)
class Ellipse(Filled):
    """An ellipse whose own x axis is turned by `angle` (radians, ccw)."""

    center: Vec
    radii: Vec
    angle: float = 0.0


@dataclass(frozen=True)
class Rect(Filled):
    """A rectangle about `center`, turned by `angle`, corners rounded by `rounding`.

    `half_extents` reach to the straight sides, so a rectangle grown by r is one with
    half extents + r and `rounding` r.
    """

    center: Vec
    half_extents: Vec
    angle: float = 0.0
    rounding: float = 0.0


@dataclass(frozen=True)
class Arc(Filled):
    """Part of a circle from `start` over `sweep` radians; filled it is a sector."""

    center: Vec
    radius: float
    start: float
    sweep: float


@dataclass(frozen=True)
class Polygon(Filled):
    """A convex polygon."""

    points: Sequence[Vec]


@dataclass(frozen=True)
class RightAngle(Stroke):
    """The small square that marks a right angle at `at`; arms point along a and b."""

    at: Vec
    a: Vec
    b: Vec
    size: float = 10.0


@dataclass(frozen=True)
class Grid(Stroke):
    """A unit grid of `2 * half` cells a side, carried by `matrix` (3 x 3 rows)."""

    matrix: Sequence[Vec]
    half: int = 8


@dataclass(frozen=True)
class Sphere(Record):
    """A lit ball in space; below full opacity it is drawn as glass."""

    center: Vec
    radius: float


@dataclass(frozen=True)
class Capsule(Record):
    """All points within `radius` of the segment `a` to `b`, in space."""

    a: Vec
    b: Vec
    radius: float


@dataclass(frozen=True)
class Label(Record):
    """A short text near `at`; the renderer finds a free place about `gap` px away.

    `toward` is the direction (world) in which to try first.
    """

    at: Vec
    text: str
    toward: Vec = (1.0, 1.0)
    gap: float = 10.0
    size: float = 15.0


@dataclass(frozen=True)
class Bounds:
    """An axis-aligned box, `low <= high` in each axis."""

    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass
class DrawList:
    """An ordered list of records, and the further views beside it.

    `dimension` is 2 or 3. `caption` names the view on screen.
    """

    caption: str = ""
    dimension: int = 2
    records: list[Record] = field(default_factory=list)
    views: list["DrawList"] = field(default_factory=list)

    def add(self, *records: Record, since: int = 0) -> None:
        """Append records; `since` sets the first step of those that name none."""
        self.records.extend(
            replace(record, since=since) if since and not record.since else record
            for record in records
        )

    def view(self, caption: str, dimension: int = 2) -> "DrawList":
        """Open a further view with a camera of its own, shown beside this one."""
        self.views.append(DrawList(caption, dimension))
        return self.views[-1]

    @property
    def all_views(self) -> list["DrawList"]:
        """The view itself and the further ones, in the order of their places."""
        return [self, *self.views]

    def upto(self, step: int) -> "DrawList":
        """Return what is known at `step`: records whose `since` is not later."""
        return DrawList(
            self.caption,
            self.dimension,
            [record for record in self.records if record.since <= step],
            [view.upto(step) for view in self.views],
        )

    def outlined(self) -> "DrawList":
        """Return the picture without the insides of its plane shapes."""
        records = [
            replace(r, fill=0.0) if isinstance(r, Filled) else r for r in self.records
        ]
        return replace(self, records=records)

    def plain(self, key: str = "") -> "DrawList":
        """Return the list without what only explains, but for the records of `key`."""
        return DrawList(
            self.caption,
            self.dimension,
            [r for r in self.records if not r.lesson or (key and r.key == key)],
            [view.plain(key) for view in self.views],
        )

    def arriving(self, step: int, share: float) -> "DrawList":
        """Return the list with the records of that very step `share` of the way in."""
        return self._mapped(
            lambda record: (
                replace(record, alpha=record.alpha * share)
                if share < 1.0 and record.since == step
                else record
            )
        )

    def lit(self, key: str) -> "DrawList":
        """Return the list with the records of that key strong, the others faint.

        Where no record has the key nothing changes.
        """
        if key not in self.keys():
            return self
        return self._mapped(
            lambda record: (
                _strong(record)
                if record.key == key
                else replace(record, alpha=record.alpha * _FAINT)
            )
        )

    def keys(self) -> set[str]:
        """Return the keys of all records, in the further views too."""
        return {r.key for view in self.all_views for r in view.records if r.key}

    def _mapped(self, change: Callable[[Record], Record]) -> "DrawList":
        return DrawList(
            self.caption,
            self.dimension,
            [change(record) for record in self.records],
            [view._mapped(change) for view in self.views],
        )

    def bounds(self) -> Bounds | None:
        """Return the box around everything finite, or None if there is nothing."""
        boxes = [box for record in self.records for box in _boxes(record)]
        if not boxes:
            return None
        axes = range(self.dimension)
        return Bounds(
            tuple(min(low[i] for low, _ in boxes) for i in axes),
            tuple(max(high[i] for _, high in boxes) for i in axes),
        )


def marked(role: Role, key: str, since: int, *records: Record) -> Iterator[Record]:
    """Give the records of one quantity their role, key and first step."""
    return (replace(x, role=role, key=key, since=since) for x in records)


def _strong(record: Record) -> Record:
    """Return the record as it looks while its quantity is pointed at."""
    full = replace(record, alpha=1.0)
    if isinstance(full, Stroke):
        return replace(full, width=full.width + 1.5)
    return replace(full, size=full.size + 2.0) if isinstance(full, Dot) else full


def _boxes(record: Record) -> Iterator[tuple[Vec, Vec]]:
    """Yield boxes that cover the record; infinite and decorative ones yield none."""
    match record:
        case Circle(center=c, radius=r) | Sphere(center=c, radius=r):
            yield _box([c], r)
        case Arc():
            yield _box(_arc_points(record))
        case Ellipse(center=c, radii=radii):
            yield _box([c], max(radii))
        case Rect(center=(x, y), rounding=r):
            w, h = _turned_extents(record)
            yield _box([(x - w, y - h), (x + w, y + h)], r)
        case Capsule(a=a, b=b, radius=r):
            yield _box([a, b], r)
        case Segment(a=a, b=b) | Arrow(tail=a, tip=b):
            yield _box([a, b])
        case Polyline(points=points) | Polygon(points=points) if len(points):
            yield _box(points)
        case Dot(at=at) | Line(at=at):
            yield _box([at])


def _turned_extents(rect: Rect) -> tuple[float, float]:
    """Return half the width and height of the turned rectangle, less its rounding."""
    w, h = (max(extent - rect.rounding, 0.0) for extent in rect.half_extents)
    c, s = abs(math.cos(rect.angle)), abs(math.sin(rect.angle))
    return c * w + s * h, s * w + c * h


def _arc_points(arc: Arc) -> list[Vec]:
    """Return the arc's ends and where it turns back in x or y; its centre if filled."""
    (x, y), end = arc.center, arc.start + arc.sweep
    low, high = min(arc.start, end), max(arc.start, end)
    quarter = math.pi / 2
    first = math.ceil(low / quarter)
    # After four quarters it only turns back where it has been.
    turns = range(first, min(math.floor(high / quarter), first + 3) + 1)
    angles = [arc.start, end, *(quarter * i for i in turns)]
    points: list[Vec] = [
        (x + arc.radius * math.cos(a), y + arc.radius * math.sin(a)) for a in angles
    ]
    return [*points, arc.center] if arc.fill else points


def _box(points: Iterable[Vec], margin: float = 0.0) -> tuple[Vec, Vec]:
    columns = list(zip(*points, strict=True))
    return (
        tuple(min(column) - margin for column in columns),
        tuple(max(column) + margin for column in columns),
    )
