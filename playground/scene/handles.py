"""Handles: draggable marks on the canvas that change parameters.

A handle is declared with its parameter and names the other parameters that it depends
on. Its methods are pure functions of the params: the positions of its marks, the mark
under a press, the changes of a drag. Positions are world coordinates in metres; `pixel`
is the size of one pixel in metres; `snap` is the grid step in metres, or None.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from typing import Any, ClassVar

from playground.quick_dataclass import dataclass
from playground.scene.override import override

Vec = tuple[float, ...]
ParamChanges = Mapping[str, Any]


class HandleKind(StrEnum):
    """The kind of a handle's mark, which decides its shape and the mouse cursor.

    Attributes
    ----------
    CENTER
        Moves a point, or a shape with its centre.
    RIM
        Changes a radius.
    TIP
        Moves the tip of an arrow, or a point along a segment.
    ROTATE
        Rotates a shape.
    CORNER, SIDE
        Move a corner or a side; a SIDE in the middle of a shape moves all of it.
    PIVOT
        Moves the centre of rotation.
    """

    CENTER = "center"
    RIM = "rim"
    TIP = "tip"
    ROTATE = "rotate"
    CORNER = "corner"
    SIDE = "side"
    PIVOT = "pivot"


Marks = list[tuple[HandleKind, Vec]]
"""Kind and position of each mark."""


@dataclass(frozen=True)
class PressedHandle:
    """The mark or body of a handle under the pointer.

    Attributes
    ----------
    index : int
        The index of the mark.
    point : tuple of float
        The held point in the world, metres.
    distance : float
        The distance from the pointer, metres.
    body : bool
        Whether the pointer is inside a shape that moves as a whole.
    """

    index: int
    point: Vec
    distance: float
    body: bool = False


def add(a: Vec, b: Vec) -> Vec:
    """Return a + b."""
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def sub(a: Vec, b: Vec) -> Vec:
    """Return a - b."""
    return tuple([x - y for x, y in zip(a, b, strict=True)])


def rotate_vector(v: Vec, angle: float) -> Vec:
    """Return a plane vector rotated by `angle` radians, counter-clockwise."""
    c, s = math.cos(angle), math.sin(angle)
    return (c * v[0] - s * v[1], s * v[0] + c * v[1])


def snap_point(point: Vec, snap: float | None) -> Vec:
    """Return the nearest point of a grid of step `snap`; without one, the point itself.

    Both are in metres.
    """
    return tuple(round(x / snap) * snap for x in point) if snap else point


@dataclass(frozen=True)
class RotatedFrame:
    """The local frame of a shape rotated by parameter `angle` about parameter `pivot`.

    The pivot may be the shape's own centre: `RotatedFrame("center", "angle")`.
    """

    pivot: str
    angle: str

    def to_world(self, p: Any, local: Vec) -> Vec:
        """Transform a point of the unrotated shape to its position in the world."""
        pivot = getattr(p, self.pivot)
        return add(pivot, rotate_vector(sub(local, pivot), getattr(p, self.angle)))

    def to_local(self, p: Any, world: Vec) -> Vec:
        """Transform a point in the world to the unrotated shape."""
        pivot = getattr(p, self.pivot)
        return add(pivot, rotate_vector(sub(world, pivot), -getattr(p, self.angle)))


def to_world(frame: RotatedFrame | None, p: Any, local: Vec) -> Vec:
    """Transform a local point to the world; without a frame both are the same."""
    return frame.to_world(p, local) if frame else local


def to_local(frame: RotatedFrame | None, p: Any, world: Vec) -> Vec:
    """Transform a point in the world to a frame, if given."""
    return frame.to_local(p, world) if frame else world


@dataclass(frozen=True)
class Handle:
    """Base class of handles.

    A subclass with one mark sets `kind` and overrides `position` and `drag`; one with
    several overrides `list_marks` and `drag`. Methods take `p`, the params of a single
    state, and `name`, the parameter that the handle is declared with.

    Attributes
    ----------
    reference_fields : tuple of str
        The fields that refer to other parameters: by a name, several names or a frame.
    kind : HandleKind
        The kind of the mark.
    moves_point : bool
        Whether the parameter is a position in the world.
    """

    reference_fields: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[HandleKind]
    moves_point: ClassVar[bool] = False

    def depends_on(self) -> Iterator[str]:
        """Yield the names of the parameters that the handle depends on."""
        for field in self.reference_fields:
            value = getattr(self, field)
            if isinstance(value, RotatedFrame):
                yield from (value.pivot, value.angle)
            else:
                yield from filter(None, value if isinstance(value, tuple) else (value,))

    def list_marks(self, p: Any, name: str, pixel: float) -> Marks:
        """Return kind and position of each mark; `pixel` is a pixel's size, metres."""
        return [(self.kind, self.position(p, name))]

    def position(self, p: Any, name: str) -> Vec:
        """Return the position of the only mark in the world, metres.

        By default it is the parameter itself, a point.
        """
        position: Vec = getattr(p, name)
        return position

    def pick(self, p: Any, name: str, point: Vec, pixel: float) -> PressedHandle:
        """Return the mark nearest to a world point, with its distance.

        `point` is in metres, `pixel` is the size of a pixel in metres. Overrides may
        also pick a shape's body or rim.
        """
        grips = [mark for _, mark in self.list_marks(p, name, pixel)]
        index = min(range(len(grips)), key=lambda i: math.dist(grips[i], point))
        return PressedHandle(index, grips[index], math.dist(grips[index], point))

    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        """Return the parameters that a drag changes.

        Parameters
        ----------
        p : Params
            The state before the drag.
        name : str
            The handle's parameter.
        index : int
            The index of the mark, as in `PressedHandle.index`.
        target : tuple of float
            The new position of the held point in the world, metres.
        snap : float or None
            The step of the snapping grid, metres.

        Returns
        -------
        mapping
            New values by parameter, possibly out of range.
        """
        raise NotImplementedError

    def shared_points(self, name: str, index: int) -> tuple[str, ...]:
        """Return the names of the points that mark `index` moves together, if any."""
        return ()

    def adjust_clamped_drag(
        self, before: Any, wanted: ParamChanges, after: Any, name: str, index: int
    ) -> ParamChanges:
        """Return further changes after a parameter's range stopped part of a drag.

        By default, points that move together all move by the largest shift possible for
        each of them. If this is clamped too, the method is called once more.

        Parameters
        ----------
        before : Params
            The params before the drag.
        wanted : mapping
            The changes requested by the drag.
        after : Params
            The params with these changes clamped to their ranges.
        name, index : str, int
            As in `drag`.
        """
        keys = self.shared_points(name, index)
        moved = move_rigidly(*([getattr(p, k) for k in keys] for p in (before, after)))
        return dict(zip(keys, moved, strict=True))


def move_rigidly(before: Sequence[Vec], after: Sequence[Vec]) -> list[Vec]:
    """Return the points of `before`, all shifted by the smallest of their moves.

    The smallest is taken for each axis; `after` holds each point's position after its
    own move.
    """
    moves = [sub(b, a) for a, b in zip(before, after, strict=True)]
    shared = tuple(min(axis, key=abs) for axis in zip(*moves, strict=True))
    return [add(point, shared) for point in before]


@dataclass(frozen=True)
class MoveHandle(Handle):
    """A handle that moves a point, with other points, or a shape by its interior.

    Attributes
    ----------
    carries : tuple of str
        The points that move with it.
    frame : RotatedFrame or None
        The frame that the point is given in.
    disc, ellipse, box : str
        The parameter of the radius, the radii or the half extents of a shape about the
        point, whose interior can be dragged.

    Examples
    --------
    ``center: Vec2 = point(0.0, 0.0, label="Centre", handle=MoveHandle(disc="radius"))``
    """

    reference_fields = ("carries", "frame", "disc", "ellipse", "box")
    kind = HandleKind.CENTER
    moves_point = True

    carries: tuple[str, ...] = ()
    frame: RotatedFrame | None = None
    disc: str = ""
    ellipse: str = ""
    box: str = ""

    @override
    def position(self, p: Any, name: str) -> Vec:
        return to_world(self.frame, p, getattr(p, name))

    @override
    def pick(self, p: Any, name: str, point: Vec, pixel: float) -> PressedHandle:
        near = super().pick(p, name, point, pixel)
        return replace(near, body=self._inside(p, name, point))

    def _inside(self, p: Any, name: str, point: Vec) -> bool:
        offset = sub(to_local(self.frame, p, point), getattr(p, name))
        if self.disc:
            return math.hypot(*offset) <= float(getattr(p, self.disc))
        if self.ellipse:
            axes = list(zip(offset, getattr(p, self.ellipse), strict=True))
            flat = any(r <= 0.0 for _, r in axes)
            return not flat and math.hypot(*(x / r for x, r in axes)) <= 1.0
        if self.box:
            return all(
                abs(x) <= h for x, h in zip(offset, getattr(p, self.box), strict=True)
            )
        return False

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        delta = sub(snap_point(target, snap), self.position(p, name))
        return {key: add(getattr(p, key), delta) for key in (name, *self.carries)}

    @override
    def shared_points(self, name: str, index: int) -> tuple[str, ...]:
        return (name, *self.carries) if self.carries else ()


@dataclass(frozen=True)
class PivotHandle(Handle):
    """A handle that moves the pivot of a rotated shape and leaves the shape in place.

    `center` and `angle` name the parameters of the shape that rotates about the pivot.

    Examples
    --------
    ``pivot: Vec2 = point(1.0, 0.0, label="E", handle=PivotHandle("center", "angle"))``
    """

    reference_fields = ("center", "angle")
    kind = HandleKind.PIVOT

    center: str
    angle: str

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        pivot, angle = snap_point(target, snap), getattr(p, self.angle)
        drawn = RotatedFrame(name, self.angle).to_world(p, getattr(p, self.center))
        return {
            name: pivot,
            self.center: add(pivot, rotate_vector(sub(drawn, pivot), -angle)),
        }

    def adjust_clamped_drag(
        self, before: Any, wanted: ParamChanges, after: Any, name: str, index: int
    ) -> ParamChanges:
        """Undo the drag: moving only one of pivot and centre would move the shape."""
        return {key: getattr(before, key) for key in (name, self.center)}


@dataclass(frozen=True)
class TipHandle(Handle):
    """A handle that moves the tip of an arrow, whose tail is parameter `tail`.

    Examples
    --------
    ``way: Vec2 = vector(3.0, 1.0, label="Way", handle=TipHandle("origin"))``
    """

    reference_fields = ("tail",)
    kind = HandleKind.TIP

    tail: str

    @override
    def position(self, p: Any, name: str) -> Vec:
        return add(getattr(p, self.tail), getattr(p, name))

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        return {name: sub(snap_point(target, snap), getattr(p, self.tail))}


# ----------------------------------------------------------------------------
# Handles of shapes made of points: their corners, bodies, and points on them.
#
# Dragging the body moves the whole shape. It is the line of a segment or polyline,
# or the interior of a capsule or polygon; its mark is at the mean of the points.
# ----------------------------------------------------------------------------


def _centroid(points: Sequence[Vec]) -> Vec:
    """Return the mean of the points."""
    return tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))


def _nearest_fraction(a: Vec, b: Vec, at: Vec) -> float:
    """Return the fraction of the way from `a` to `b` nearest to `at`, in [0, 1]."""
    way = sub(b, a)
    square = sum(x * x for x in way)
    direction = sum(x * y for x, y in zip(sub(at, a), way, strict=True))
    return min(max(direction / square, 0.0), 1.0) if square > 0.0 else 0.0


def _interpolate(a: Vec, b: Vec, share: float) -> Vec:
    """Return the point at fraction `share` of the way from `a` to `b`."""
    return tuple(x + share * (y - x) for x, y in zip(a, b, strict=True))


def _distance_to_polyline(points: Sequence[Vec], at: Vec, *, closed: bool) -> float:
    """Return the distance from `at` to the polyline through `points`."""
    ends = [*points, points[0]] if closed else points
    pieces = pairwise(ends)
    nearest = [_interpolate(a, b, _nearest_fraction(a, b, at)) for a, b in pieces] or [
        points[0]
    ]
    return min(math.dist(near, at) for near in nearest)


def _polygon_contains(points: Sequence[Vec], at: Vec) -> bool:
    """Return whether the polygon contains a point, by the even-odd rule."""
    odd, (x, y) = False, at
    for (ax, ay), (bx, y_next) in zip(points, [*points[1:], points[0]], strict=True):
        if (ay > y) != (y_next > y):
            odd ^= x < ax + (y - ay) / (y_next - ay) * (bx - ax)
    return odd


def _pick_body(
    points: Sequence[Vec], at: Vec, index: int, *, closed: bool, radius: float
) -> PressedHandle:
    """Return the pressed body of a shape, held at the mean of its points.

    The distance, which decides between overlapping bodies, is measured from the axis of
    a line or capsule, and from the mean of a polygon's corners.
    """
    center, line = _centroid(points), _distance_to_polyline(points, at, closed=closed)
    if closed and len(at) == 2 and _polygon_contains(points, at):
        return PressedHandle(index, center, math.dist(center, at), body=True)
    return PressedHandle(index, center, line, body=line <= radius)


def _move_points(points: Sequence[Vec], target: Vec, snap: float | None) -> list[Vec]:
    """Return the points moved to a new mean, by whole steps of `snap` if given."""
    step = snap_point(sub(target, _centroid(points)), snap)
    return [add(point, step) for point in points]


@dataclass(frozen=True)
class CornerHandle(Handle):
    """A handle that moves one end or corner of a shape; its body moves the whole shape.

    Only one of the shape's points needs it; the others have handles of their own.

    Attributes
    ----------
    others : tuple of str
        The other points of the shape, in order: one for a segment, more for a polygon.
    radius : str
        The parameter of the radius that makes a segment a capsule.

    Examples
    --------
    ``a: Vec2 = point(-4.0, -1.0, label="A", handle=CornerHandle(("b",)))``
    """

    reference_fields = ("others", "radius")
    moves_point = True

    others: tuple[str, ...]
    radius: str = ""

    def _points(self, p: Any, name: str) -> list[Vec]:
        return [getattr(p, key) for key in self.shared_points(name, 1)]

    @override
    def shared_points(self, name: str, index: int) -> tuple[str, ...]:
        return (name, *self.others) if index else ()

    @override
    def list_marks(self, p: Any, name: str, pixel: float) -> Marks:
        points = self._points(p, name)
        return [(HandleKind.CENTER, points[0]), (HandleKind.SIDE, _centroid(points))]

    @override
    def pick(self, p: Any, name: str, point: Vec, pixel: float) -> PressedHandle:
        points = self._points(p, name)
        radius = float(getattr(p, self.radius)) if self.radius else 0.0
        return _pick_body(points, point, 1, closed=len(points) > 2, radius=radius)

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        if index == 0:
            return {name: snap_point(target, snap)}
        moved_points = _move_points(self._points(p, name), target, snap)
        return dict(zip(self.shared_points(name, index), moved_points, strict=True))


@dataclass(frozen=True)
class VerticesHandle(Handle):
    """A handle that moves each point of a list; the body moves all of them.

    The points are the corners of a polygon, or of a polyline if not `closed`.
    """

    moves_point = True

    closed: bool = True

    @override
    def list_marks(self, p: Any, name: str, pixel: float) -> Marks:
        points = getattr(p, name)
        marks = [(HandleKind.CORNER, point) for point in points]
        if len(points) > 1:
            marks.append((HandleKind.SIDE, _centroid(points)))
        return marks

    @override
    def pick(self, p: Any, name: str, point: Vec, pixel: float) -> PressedHandle:
        points = getattr(p, name)
        if len(points) == 1:
            return super().pick(p, name, point, pixel)
        return _pick_body(points, point, len(points), closed=self.closed, radius=0.0)

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        points = list(getattr(p, name))
        if index == len(points):
            return {name: tuple(_move_points(points, target, snap))}
        points[index] = snap_point(target, snap)
        return {name: tuple(points)}

    def adjust_clamped_drag(
        self, before: Any, wanted: ParamChanges, after: Any, name: str, index: int
    ) -> ParamChanges:
        """Move all points by the largest shift possible for each of them."""
        points = getattr(before, name)
        if index < len(points):
            return {}
        return {name: tuple(move_rigidly(points, getattr(after, name)))}


@dataclass(frozen=True)
class SlideHandle(Handle):
    """A handle that slides a point along the segment between the points `a` and `b`.

    The parameter is a number: the fraction of the way, 0 at `a` and 1 at `b`.

    Examples
    --------
    ``share: float = slider(0.5, 0.0, 1.0, label="S", handle=SlideHandle("a", "b"))``
    """

    reference_fields = ("a", "b")
    kind = HandleKind.TIP

    a: str
    b: str

    @override
    def position(self, p: Any, name: str) -> Vec:
        return _interpolate(getattr(p, self.a), getattr(p, self.b), getattr(p, name))

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        a, b = getattr(p, self.a), getattr(p, self.b)
        if a == b:
            return {}
        return {name: _nearest_fraction(a, b, snap_point(target, snap))}


# ----------------------------------------------------------------------------
# Handles that resize or rotate a shape.
# ----------------------------------------------------------------------------


SNAP_ANGLE_RADIANS = math.radians(15.0)
# The distance of the rotation mark from the shape.
_ROTATE_OFFSET_PX = 30.0


@dataclass(frozen=True)
class RimHandle(Handle):
    """A handle that changes the radius of a circle or sphere.

    Any point of a circle's rim can be dragged.

    Attributes
    ----------
    center : str
        The parameter of the centre.
    direction : tuple of float
        The unit vector from the centre to the mark, of 2 or 3 numbers.

    Examples
    --------
    ``radius: float = slider(2.0, 0.0, 5.0, label="r", handle=RimHandle("center"))``
    """

    reference_fields = ("center",)
    kind = HandleKind.RIM

    center: str
    direction: Vec = (1.0, 0.0)

    @override
    def position(self, p: Any, name: str) -> Vec:
        radius = getattr(p, name)
        return add(getattr(p, self.center), tuple(radius * x for x in self.direction))

    @override
    def pick(self, p: Any, name: str, point: Vec, pixel: float) -> PressedHandle:
        center, radius = getattr(p, self.center), getattr(p, name)
        away = sub(point, center)
        far = math.hypot(*away)
        if len(center) > 2 or far == 0.0:
            return super().pick(p, name, point, pixel)
        grip = add(center, tuple(x * radius / far for x in away))
        return PressedHandle(0, grip, abs(far - radius))

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        radius = math.dist(target, getattr(p, self.center))
        return {name: snap_point((radius,), snap)[0]}


@dataclass(frozen=True)
class RotateHandle(Handle):
    """A handle that rotates a shape.

    Its mark is on the line from the pivot through the end of the shape's x axis farther
    from it, at a fixed distance in pixels beyond that end: its direction is the same at
    every zoom.

    Attributes
    ----------
    center : str
        The parameter of the shape's centre.
    reach : str
        The parameter of its half extents or radii.
    pivot : str
        The parameter of the centre of rotation, which may be the shape's centre.

    Examples
    --------
    ``turn: float = angle(0.3, label="Turn", handle=RotateHandle("at", "half", "at"))``
    """

    reference_fields = ("center", "reach", "pivot")

    center: str
    reach: str
    pivot: str

    def _local(self, p: Any, pixel: float) -> Vec:
        (x, y), pivot = getattr(p, self.center), getattr(p, self.pivot)
        end = x + math.copysign(getattr(p, self.reach)[0], x - pivot[0]), y
        away = sub(end, pivot)
        far = math.hypot(*away)
        outward = tuple(c / far for c in away) if far else (1.0, 0.0)
        return add(end, tuple(c * _ROTATE_OFFSET_PX * pixel for c in outward))

    @override
    def list_marks(self, p: Any, name: str, pixel: float) -> Marks:
        position = RotatedFrame(self.pivot, name).to_world(p, self._local(p, pixel))
        return [(HandleKind.ROTATE, position)]

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        pivot = getattr(p, self.pivot)
        unturned, reach = sub(self._local(p, 0.0), pivot), sub(target, pivot)
        angle = math.atan2(reach[1], reach[0]) - math.atan2(unturned[1], unturned[0])
        angle = (
            round(angle / SNAP_ANGLE_RADIANS) * SNAP_ANGLE_RADIANS if snap else angle
        )
        return {name: math.remainder(angle, math.tau)}


_CORNERS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_MARK_SIGNS = _CORNERS + _SIDES


@dataclass(frozen=True)
class ResizeHandle(Handle):
    """A handle that moves corners and sides of a rectangle; the opposite ones stay.

    The parameter holds half extents.

    Attributes
    ----------
    center : str
        The parameter of the centre: its unrotated position if the frame's pivot is
        another point.
    frame : RotatedFrame or None
        The frame of the rectangle; `RotatedFrame(center, angle)` about its own centre.

    Examples
    --------
    ``half: Vec2 = lengths(2.0, 1.0, label="Extents", handle=ResizeHandle("center"))``
    """

    reference_fields = ("center", "frame")

    center: str
    frame: RotatedFrame | None = None

    @override
    def list_marks(self, p: Any, name: str, pixel: float) -> Marks:
        kinds = [HandleKind.CORNER] * 4 + [HandleKind.SIDE] * 4
        center, half = getattr(p, self.center), getattr(p, name)
        return [
            (kind, to_world(self.frame, p, add(center, (i * half[0], j * half[1]))))
            for kind, (i, j) in zip(kinds, _MARK_SIGNS, strict=True)
        ]

    @override
    def pick(self, p: Any, name: str, point: Vec, pixel: float) -> PressedHandle:
        near = super().pick(p, name, point, pixel)
        if near.index < 4 and near.distance < 12 * pixel:
            return near
        return min(
            (self._pick_side(p, name, point, i) for i in range(4)),
            key=lambda h: h.distance,
        )

    def _pick_side(self, p: Any, name: str, point: Vec, side: int) -> PressedHandle:
        center, half = getattr(p, self.center), getattr(p, name)
        offset = sub(to_local(self.frame, p, point), center)
        clamped = [min(max(x, -h), h) for x, h in zip(offset, half, strict=True)]
        axis = side % 2
        clamped[axis] = _SIDES[side][axis] * half[axis]
        at = to_world(self.frame, p, add(center, tuple(clamped)))
        return PressedHandle(4 + side, at, math.dist(at, point))

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        signs = _MARK_SIGNS[index]
        center, half = list(getattr(p, self.center)), list(getattr(p, name))
        goal = to_local(self.frame, p, snap_point(target, snap))
        for axis, sign in enumerate(signs):
            if sign:
                fixed_side = center[axis] - sign * half[axis]
                half[axis] = max(sign * (goal[axis] - fixed_side) / 2, 0.0)
                center[axis] = fixed_side + sign * half[axis]
        return {name: tuple(half), self.center: self._center_value(p, tuple(center))}

    @property
    def _pivots_on_center(self) -> bool:
        """True if the centre is the pivot, and so is not itself rotated."""
        return self.frame is not None and self.frame.pivot == self.center

    def _center_value(self, p: Any, center: Vec) -> Vec:
        """Return the value of the centre's parameter."""
        return to_world(self.frame, p, center) if self._pivots_on_center else center

    def adjust_clamped_drag(
        self, before: Any, wanted: ParamChanges, after: Any, name: str, index: int
    ) -> ParamChanges:
        """Move as far as half extents and centre allow; the opposite side stays."""
        center, half = list(getattr(before, self.center)), list(getattr(before, name))
        signs = _MARK_SIGNS[index]
        if self._pivots_on_center:
            return self._adjust_clamped_about_center(before, wanted, after, name, signs)
        for axis, sign in enumerate(signs):
            if sign:
                fixed_side = center[axis] - sign * half[axis]
                room = sign * (getattr(after, self.center)[axis] - fixed_side)
                limits = getattr(after, name)[axis] - half[axis], room - half[axis]
                half[axis] += min(limits, key=abs)
                center[axis] = fixed_side + sign * half[axis]
        return {name: tuple(half), self.center: tuple(center)}

    def _adjust_clamped_about_center(
        self,
        before: Any,
        wanted: ParamChanges,
        after: Any,
        name: str,
        signs: tuple[int, int],
    ) -> ParamChanges:
        """Grow as far as the half extents and then the centre allow.

        The centre's range is axis-aligned, so it stops on its straight path.
        """
        share = 1.0
        start, half = getattr(before, self.center), getattr(before, name)
        if getattr(after, name) == wanted[name]:
            way = sub(wanted[self.center], start)
            room = sub(getattr(after, self.center), start)
            parts = (r / w for r, w in zip(room, way, strict=True) if w)
            share = min(parts, default=0.0)
        scaled = tuple(x * share for x in sub(getattr(after, name), half))
        shift = tuple(s * x for s, x in zip(signs, scaled, strict=True))
        return {
            name: add(half, scaled),
            self.center: self._center_value(before, add(start, shift)),
        }


@dataclass(frozen=True)
class AxesHandle(Handle):
    """A handle that changes the radii of an ellipse, by the ends of its two axes.

    `center` and `angle` name the parameters of its centre and rotation.
    """

    reference_fields = ("center", "angle")

    center: str
    angle: str

    @override
    def list_marks(self, p: Any, name: str, pixel: float) -> Marks:
        rx, ry = getattr(p, name)
        center, angle = getattr(p, self.center), getattr(p, self.angle)
        return [
            (HandleKind.RIM, add(center, rotate_vector(axis, angle)))
            for axis in ((rx, 0.0), (0.0, ry))
        ]

    @override
    def drag(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        offset = sub(target, getattr(p, self.center))
        length = abs(rotate_vector(offset, -getattr(p, self.angle))[index])
        radii = list(getattr(p, name))
        radii[index] = snap_point((length,), snap)[0]
        return {name: tuple(radii)}
