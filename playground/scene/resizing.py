"""Handles that change how large a shape is, or how far it is turned."""

import math
from dataclasses import dataclass
from typing import Any

from playground.scene.handles import (
    Changes,
    GripKind,
    Handle,
    Hold,
    TurnedAxes,
    Vec,
    add,
    rounded,
    sub,
    to_local,
    to_world,
    turn,
)
from playground.scene.overriding import override

SNAP_ANGLE = math.radians(15.0)
# The rotation grip stands this many pixels off the shape.
_ROTATE_OFFSET = 30.0


@dataclass(frozen=True)
class Rim(Handle):
    """Changes the radius of a circle or sphere; all of a circle's rim can be held.

    Attributes
    ----------
    center : str
        The parameter of its centre.
    direction : tuple of float
        The unit vector from there to the visible grip.
    """

    named = ("center",)

    center: str
    direction: Vec

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        radius = getattr(p, name)
        reach = tuple(radius * x for x in self.direction)
        return [(GripKind.RIM, add(getattr(p, self.center), reach))]

    @override
    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        center, radius = getattr(p, self.center), getattr(p, name)
        away = sub(point, center)
        far = math.hypot(*away)
        if len(center) > 2 or far == 0.0:
            return super().hold(p, name, point, pixel)
        held = add(center, tuple(x * radius / far for x in away))
        return Hold(0, held, abs(far - radius))

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        radius = math.dist(target, getattr(p, self.center))
        return {name: rounded((radius,), snap)[0]}


@dataclass(frozen=True)
class Rotate(Handle):
    """Turns a shape; its grip stands off that end of its own x axis far from the pivot.

    It stands on the line from the pivot through that end, so that its direction is the
    same at every zoom.

    Attributes
    ----------
    center, reach, pivot : str
        The parameters of the shape's centre, of its half extents or radii, and of the
        point that it is turned about, which may be its centre.

    Examples
    --------
    ``turn: float = angle(0.3, label="Turn", handle=Rotate("at", "half", "at"))``
    """

    named = ("center", "reach", "pivot")

    center: str
    reach: str
    pivot: str

    def _local(self, p: Any, pixel: float) -> Vec:
        (x, y), pivot = getattr(p, self.center), getattr(p, self.pivot)
        end = x + math.copysign(getattr(p, self.reach)[0], x - pivot[0]), y
        away = sub(end, pivot)
        far = math.hypot(*away)
        outward = tuple(c / far for c in away) if far else (1.0, 0.0)
        return add(end, tuple(c * _ROTATE_OFFSET * pixel for c in outward))

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        at = TurnedAxes(self.pivot, name).to_world(p, self._local(p, pixel))
        return [(GripKind.ROTATE, at)]

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        pivot = getattr(p, self.pivot)
        unturned, reach = sub(self._local(p, 0.0), pivot), sub(target, pivot)
        angle = math.atan2(reach[1], reach[0]) - math.atan2(unturned[1], unturned[0])
        angle = round(angle / SNAP_ANGLE) * SNAP_ANGLE if snap else angle
        return {name: math.remainder(angle, math.tau)}


_CORNERS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True)
class Resize(Handle):
    """Moves corners and sides of a rectangle; the opposite ones stay.

    The parameter holds half extents.

    Attributes
    ----------
    center : str
        The parameter of its centre, unturned where the frame's pivot is another point.
    frame : TurnedAxes or None
        How it is turned; about its own centre by `TurnedAxes(center, angle)`.

    Examples
    --------
    ``half: Vec2 = lengths(2.0, 1.0, label="Half extents", handle=Resize("center"))``
    """

    named = ("center", "frame")

    center: str
    frame: TurnedAxes | None = None

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        kinds = [GripKind.CORNER] * 4 + [GripKind.SIDE] * 4
        return [
            (kind, self._at(p, name, signs))
            for kind, signs in zip(kinds, _CORNERS + _SIDES, strict=True)
        ]

    def _at(self, p: Any, name: str, signs: tuple[int, int]) -> Vec:
        half = getattr(p, name)
        offset = (signs[0] * half[0], signs[1] * half[1])
        return to_world(self.frame, p, add(getattr(p, self.center), offset))

    @override
    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        near = super().hold(p, name, point, pixel)
        if near.index < 4 and near.gap < 12 * pixel:
            return near
        return min(
            (self._hold_side(p, name, point, i) for i in range(4)), key=lambda h: h.gap
        )

    def _hold_side(self, p: Any, name: str, point: Vec, side: int) -> Hold:
        center, half = getattr(p, self.center), getattr(p, name)
        offset = sub(to_local(self.frame, p, point), center)
        held = [min(max(x, -h), h) for x, h in zip(offset, half, strict=True)]
        axis = side % 2
        held[axis] = _SIDES[side][axis] * half[axis]
        at = to_world(self.frame, p, add(center, tuple(held)))
        return Hold(4 + side, at, math.dist(at, point))

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        signs = (_CORNERS + _SIDES)[index]
        center, half = list(getattr(p, self.center)), list(getattr(p, name))
        goal = to_local(self.frame, p, rounded(target, snap))
        for axis, sign in enumerate(signs):
            if sign:
                fixed = center[axis] - sign * half[axis]
                half[axis] = max(sign * (goal[axis] - fixed) / 2, 0.0)
                center[axis] = fixed + sign * half[axis]
        return {name: tuple(half), self.center: self._kept(p, tuple(center))}

    @property
    def _about_itself(self) -> bool:
        """Whether the centre is the pivot: then a move of the centre is not turned."""
        return self.frame is not None and self.frame.pivot == self.center

    def _kept(self, p: Any, center: Vec) -> Vec:
        """Return the centre as its parameter holds it."""
        return to_world(self.frame, p, center) if self._about_itself else center

    def stopped(
        self, before: Any, wanted: Changes, after: Any, name: str, index: int
    ) -> Changes:
        """Reach as far as half extent and centre both allow; the other end stays."""
        center, half = list(getattr(before, self.center)), list(getattr(before, name))
        signs = (_CORNERS + _SIDES)[index]
        if self._about_itself:
            return self._stopped_about_itself(before, wanted, after, name, signs)
        for axis, sign in enumerate(signs):
            if sign:
                fixed = center[axis] - sign * half[axis]
                room = sign * (getattr(after, self.center)[axis] - fixed)
                both = getattr(after, name)[axis] - half[axis], room - half[axis]
                half[axis] += min(both, key=abs)
                center[axis] = fixed + sign * half[axis]
        return {name: tuple(half), self.center: tuple(center)}

    def _stopped_about_itself(
        self,
        before: Any,
        wanted: Changes,
        after: Any,
        name: str,
        signs: tuple[int, int],
    ) -> Changes:
        """Take what the half extents allow; of that the share that the centre allows.

        The world's axes bound the centre, so it stops on its straight way.
        """
        share = 1.0
        start, half = getattr(before, self.center), getattr(before, name)
        if getattr(after, name) == wanted[name]:
            way = sub(wanted[self.center], start)
            room = sub(getattr(after, self.center), start)
            parts = (r / w for r, w in zip(room, way, strict=True) if w)
            share = min(parts, default=0.0)
        grown = tuple(x * share for x in sub(getattr(after, name), half))
        shift = tuple(s * x for s, x in zip(signs, grown, strict=True))
        return {
            name: add(half, grown),
            self.center: self._kept(before, add(start, shift)),
        }


@dataclass(frozen=True)
class Axes(Handle):
    """Changes the radii of an ellipse at the ends of its two axes.

    `center` and `angle` name the parameters of its centre and of how it is turned.
    """

    named = ("center", "angle")

    center: str
    angle: str

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        rx, ry = getattr(p, name)
        center, angle = getattr(p, self.center), getattr(p, self.angle)
        return [
            (GripKind.RIM, add(center, turn(axis, angle)))
            for axis in ((rx, 0.0), (0.0, ry))
        ]

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        offset = sub(target, getattr(p, self.center))
        along = abs(turn(offset, -getattr(p, self.angle))[index])
        radii = list(getattr(p, name))
        radii[index] = rounded((along,), snap)[0]
        return {name: tuple(radii)}


def rim_of(center: str, direction: Vec = (1.0, 0.0)) -> Handle:
    """Return the handle that changes a radius about parameter `center`.

    `direction` is the unit vector to the visible grip, of 3 numbers in space.

    Examples
    --------
    ``radius: float = slider(2.0, 0.0, 5.0, label="Radius", handle=rim_of("center"))``
    """
    return Rim(center, direction)
