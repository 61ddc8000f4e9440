"""Handles of shapes made of points: their corners, their bodies, what slides on them.

A body is what is taken hold of to move the whole shape: the line of a segment or chain,
the inside of a capsule or polygon. Its own grip stands in the middle of the points.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playground.scene.handles import (
    Changes,
    GripKind,
    Handle,
    Hold,
    Vec,
    add,
    rounded,
    sub,
)
from playground.scene.overriding import override


def _middle(points: Sequence[Vec]) -> Vec:
    """Return the mean of the points."""
    return tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))


def _share(a: Vec, b: Vec, at: Vec) -> float:
    """Return the share of the way from a to b that comes nearest to a point."""
    way = sub(b, a)
    square = sum(x * x for x in way)
    along = sum(x * y for x, y in zip(sub(at, a), way, strict=True))
    return min(max(along / square, 0.0), 1.0) if square > 0.0 else 0.0


def _part_way(a: Vec, b: Vec, share: float) -> Vec:
    """Return the point that share of the way from a to b."""
    return tuple(x + share * (y - x) for x, y in zip(a, b, strict=True))


def _from_line(points: Sequence[Vec], at: Vec, *, closed: bool) -> float:
    """Return how far a point is from the chain through the points."""
    ends = [*points, points[0]] if closed else points
    pieces = pairwise(ends)
    nearest = [_part_way(a, b, _share(a, b, at)) for a, b in pieces] or [points[0]]
    return min(math.dist(near, at) for near in nearest)


def _inside(points: Sequence[Vec], at: Vec) -> bool:
    """Tell whether a point lies in the polygon, by the crossings to its right."""
    odd, (x, y) = False, at
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if (ay > y) != (by > y):
            odd ^= x < ax + (y - ay) / (by - ay) * (bx - ax)
    return odd


def _held(
    points: Sequence[Vec], at: Vec, index: int, *, closed: bool, radius: float
) -> Hold:
    """Return the hold of a body, by the middle of its points.

    How near it is tells where bodies lie over each other: from the axis of a line or
    capsule, from the middle of a polygon.
    """
    center, line = _middle(points), _from_line(points, at, closed=closed)
    if closed and len(at) == 2 and _inside(points, at):
        return Hold(index, center, math.dist(center, at), body=True)
    return Hold(index, center, line, body=line <= radius)


def _moved(points: Sequence[Vec], target: Vec, snap: float | None) -> list[Vec]:
    """Return the points moved so that their middle goes to a target, or in steps."""
    step = rounded(sub(target, _middle(points)), snap)
    return [add(point, step) for point in points]


def _stiffly(before: Sequence[Vec], after: Sequence[Vec]) -> list[Vec]:
    """Return the points moved by what all of them could be moved."""
    moves = [sub(b, a) for a, b in zip(before, after, strict=True)]
    shared = tuple(min(axis, key=abs) for axis in zip(*moves, strict=True))
    return [add(point, shared) for point in before]


@dataclass(frozen=True)
class Corner(Handle):
    """Moves a point that is one end or corner of a shape; the body moves all of it.

    Only one of the points needs it; the others are moved by handles of their own.

    Attributes
    ----------
    others : tuple of str
        The points that make the shape with it, in turn: one for a segment, more for a
        polygon.
    radius : str
        The parameter of the radius that makes a segment a capsule.

    Examples
    --------
    ``a: Vec2 = point(-4.0, -1.0, label="A", handle=Corner(("b",)))``
    """

    named = ("others", "radius")
    moves_a_place = True

    others: tuple[str, ...]
    radius: str = ""

    def _points(self, p: Any, name: str) -> list[Vec]:
        return [getattr(p, key) for key in (name, *self.others)]

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        points = self._points(p, name)
        return [(GripKind.CENTER, points[0]), (GripKind.SIDE, _middle(points))]

    @override
    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        points = self._points(p, name)
        radius = float(getattr(p, self.radius)) if self.radius else 0.0
        return _held(points, point, 1, closed=len(points) > 2, radius=radius)

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        if index == 0:
            return {name: rounded(target, snap)}
        moved = _moved(self._points(p, name), target, snap)
        return dict(zip((name, *self.others), moved, strict=True))

    def stopped(
        self, before: Any, wanted: Changes, after: Any, name: str, index: int
    ) -> Changes:
        """Move everything by what all of it can be moved."""
        if index == 0:
            return {}
        moved = _stiffly(self._points(before, name), self._points(after, name))
        return dict(zip((name, *self.others), moved, strict=True))


@dataclass(frozen=True)
class Vertices(Handle):
    """Moves each of a list of points; the body moves all of them.

    They are the corners of a polygon, or of a chain if it is not `closed`.
    """

    moves_a_place = True

    closed: bool = True

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        points = getattr(p, name)
        corners = [(GripKind.CORNER, point) for point in points]
        return (
            [*corners, (GripKind.SIDE, _middle(points))] if len(points) > 1 else corners
        )

    @override
    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        points = getattr(p, name)
        if len(points) == 1:
            return super().hold(p, name, point, pixel)
        return _held(points, point, len(points), closed=self.closed, radius=0.0)

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        points = list(getattr(p, name))
        if index == len(points):
            return {name: tuple(_moved(points, target, snap))}
        points[index] = rounded(target, snap)
        return {name: tuple(points)}

    def stopped(
        self, before: Any, wanted: Changes, after: Any, name: str, index: int
    ) -> Changes:
        """Move everything by what all of it can be moved."""
        points = getattr(before, name)
        if index < len(points):
            return {}
        return {name: tuple(_stiffly(points, getattr(after, name)))}


@dataclass(frozen=True)
class Slide(Handle):
    """Slides a point along the segment between the points `a` and `b`.

    The parameter is a number: the share of the way, 0 at `a` and 1 at `b`.

    Examples
    --------
    ``share: float = slider(0.5, 0.0, 1.0, label="Share", handle=Slide("a", "b"))``
    """

    named = ("a", "b")

    a: str
    b: str

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        a, b = getattr(p, self.a), getattr(p, self.b)
        return [(GripKind.TIP, _part_way(a, b, getattr(p, name)))]

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        a, b = getattr(p, self.a), getattr(p, self.b)
        if a == b:
            return {}
        return {name: _share(a, b, rounded(target, snap))}


@dataclass(frozen=True)
class Girth(Handle):
    """Changes the radius of a capsule about the segment between points `a` and `b`.

    All of its outline can be held. The visible grip stands beyond `b`, on the axis.
    """

    named = ("a", "b")

    a: str
    b: str

    def _axis(self, p: Any, at: Vec) -> Vec:
        a, b = getattr(p, self.a), getattr(p, self.b)
        return _part_way(a, b, _share(a, b, at))

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        a, b, radius = getattr(p, self.a), getattr(p, self.b), getattr(p, name)
        far = math.dist(a, b)
        # Without a length the capsule is a disc: to the right then.
        right = (radius, *(0.0 for _ in b[1:]))
        reach = tuple(x * radius / far for x in sub(b, a)) if far else right
        return [(GripKind.RIM, add(b, reach))]

    @override
    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        near, radius = self._axis(p, point), getattr(p, name)
        far = math.dist(near, point)
        if len(point) > 2 or far == 0.0:
            return super().hold(p, name, point, pixel)
        held = add(near, tuple(x * radius / far for x in sub(point, near)))
        return Hold(0, held, abs(far - radius))

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        return {name: rounded((math.dist(target, self._axis(p, target)),), snap)[0]}
