"""Handles: the grips on the canvas that change parameters when they are dragged.

A handle is declared with its parameter and names the other parameters it leans on.
It is pure: where its grips are, what a press holds, and what a move changes, each a
function of the params. Positions are world tuples; `pixel` is the world length of one
pixel; `snap` is the grid step while snapping, else None.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from playground.scene.overriding import override

Vec = tuple[float, ...]
Changes = Mapping[str, Any]

SNAP_ANGLE = math.radians(15.0)
# The rotation grip stands this many pixels off the shape.
_ROTATE_OFFSET = 30.0


class GripKind(StrEnum):
    """What a grip does; it decides its marker and the mouse cursor."""

    CENTER = "center"
    RIM = "rim"
    TIP = "tip"
    ROTATE = "rotate"
    CORNER = "corner"
    SIDE = "side"
    PIVOT = "pivot"


@dataclass(frozen=True)
class Hold:
    """A grip under the pointer: its index, the point held, and how far it is."""

    index: int
    point: Vec
    gap: float
    body: bool = False


def add(a: Vec, b: Vec) -> Vec:
    """Return a + b."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def sub(a: Vec, b: Vec) -> Vec:
    """Return a - b."""
    return tuple(x - y for x, y in zip(a, b, strict=True))


def turn(v: Vec, angle: float) -> Vec:
    """Return the plane vector `v` turned counter-clockwise."""
    c, s = math.cos(angle), math.sin(angle)
    return (c * v[0] - s * v[1], s * v[0] + c * v[1])


def rounded(point: Vec, snap: float | None) -> Vec:
    """Return the point with each coordinate at the nearest multiple of `snap`."""
    return tuple(round(x / snap) * snap for x in point) if snap else point


@dataclass(frozen=True)
class Frame:
    """The frame of a shape turned by parameter `angle` about parameter `pivot`.

    The pivot may be the shape's own centre: `Frame("center", "angle")`.
    """

    named: ClassVar[tuple[str, ...]] = ("pivot", "angle")

    pivot: str
    angle: str

    def to_world(self, p: Any, local: Vec) -> Vec:
        """Carry a point of the unturned shape to where it is drawn."""
        pivot = getattr(p, self.pivot)
        return add(pivot, turn(sub(local, pivot), getattr(p, self.angle)))

    def to_local(self, p: Any, world: Vec) -> Vec:
        """Carry a drawn point back to the unturned shape."""
        pivot = getattr(p, self.pivot)
        return add(pivot, turn(sub(world, pivot), -getattr(p, self.angle)))


def _names(part: Any) -> Iterator[str]:
    """Yield the parameters that the fields of a handle or frame name."""
    for field in part.named:
        value = getattr(part, field)
        if isinstance(value, str):
            yield from (value,) if value else ()
        elif isinstance(value, tuple):
            yield from value
        elif value is not None:
            yield from _names(value)


def _to_world(frame: Frame | None, p: Any, local: Vec) -> Vec:
    return frame.to_world(p, local) if frame else local


def _to_local(frame: Frame | None, p: Any, world: Vec) -> Vec:
    return frame.to_local(p, world) if frame else world


@dataclass(frozen=True)
class Handle:
    """Base: one grip or more on a shape.

    `named` lists the fields that name other parameters, alone, several or as a frame;
    `moves_a_place` tells whether what is dragged is a place in the world.
    """

    named: ClassVar[tuple[str, ...]] = ()
    moves_a_place: ClassVar[bool] = False

    def leans_on(self) -> Iterator[str]:
        """Yield the names of the parameters that it leans on."""
        return _names(self)

    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        """Return kind and world position of each grip."""
        raise NotImplementedError

    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        """Return the nearest grip to `point` and what of it would be held."""
        grips = [at for _, at in self.grips(p, name, pixel)]
        index = min(range(len(grips)), key=lambda i: math.dist(grips[i], point))
        return Hold(index, grips[index], math.dist(grips[index], point))

    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        """Return the parameters that change when the held point goes to `target`."""
        raise NotImplementedError

    def stopped(
        self, before: Any, wanted: Changes, after: Any, name: str, index: int
    ) -> Changes:
        """Return what changes instead where a range has stopped a part of the drag.

        `before` are the params before the drag, `wanted` what was to change, `after`
        the params with that clamped to their ranges. Asked once more where a range
        stops a part of what it returns.
        """
        return {}


@dataclass(frozen=True)
class Move(Handle):
    """Moves a point, and with it the parameters in `carries`.

    With `disc`, `ellipse` or `box` (names of a radius, radii or half extents) the
    whole inside of the shape can be taken hold of.
    """

    named = ("carries", "frame", "disc", "ellipse", "box")
    moves_a_place = True

    carries: tuple[str, ...] = ()
    frame: Frame | None = None
    disc: str = ""
    ellipse: str = ""
    box: str = ""

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        return [(GripKind.CENTER, _to_world(self.frame, p, getattr(p, name)))]

    @override
    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        near = super().hold(p, name, point, pixel)
        return replace(near, body=self._inside(p, name, point))

    def _inside(self, p: Any, name: str, point: Vec) -> bool:
        offset = sub(_to_local(self.frame, p, point), getattr(p, name))
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
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        at = _to_world(self.frame, p, getattr(p, name))
        delta = sub(rounded(target, snap), at)
        return {key: add(getattr(p, key), delta) for key in (name, *self.carries)}

    def stopped(
        self, before: Any, wanted: Changes, after: Any, name: str, index: int
    ) -> Changes:
        """Move everything by what all of it can be moved."""
        if not self.carries:
            return {}
        keys = (name, *self.carries)
        moves = [sub(getattr(after, key), getattr(before, key)) for key in keys]
        shared = tuple(min(axis, key=abs) for axis in zip(*moves, strict=True))
        return {key: add(getattr(before, key), shared) for key in keys}


@dataclass(frozen=True)
class Pivot(Handle):
    """Moves the pivot and leaves the shape where it is drawn.

    `center` and `angle` name the parameters of the shape that turns about the pivot.
    """

    named = ("center", "angle")

    center: str
    angle: str

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        return [(GripKind.PIVOT, getattr(p, name))]

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        pivot, angle = rounded(target, snap), getattr(p, self.angle)
        drawn = Frame(name, self.angle).to_world(p, getattr(p, self.center))
        return {name: pivot, self.center: add(pivot, turn(sub(drawn, pivot), -angle))}

    def stopped(
        self, before: Any, wanted: Changes, after: Any, name: str, index: int
    ) -> Changes:
        """Stay: with only one of the two moved, the shape would jump."""
        return {key: getattr(before, key) for key in (name, self.center)}


@dataclass(frozen=True)
class Tip(Handle):
    """Moves the tip of an arrow that starts at parameter `tail`."""

    named = ("tail",)

    tail: str

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        return [(GripKind.TIP, add(getattr(p, self.tail), getattr(p, name)))]

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        return {name: sub(rounded(target, snap), getattr(p, self.tail))}


@dataclass(frozen=True)
class Rim(Handle):
    """Changes the radius of a circle or sphere; all of its rim can be held.

    The visible grip stands in `direction` (unit) from parameter `center`.
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
    same at every zoom. `center` and `reach` name the shape's centre and half extents
    (or radii).
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
        at = Frame(self.pivot, name).to_world(p, self._local(p, pixel))
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

    The parameter holds half extents; `center` names its centre, unturned where the
    frame's pivot is another point. About its own centre: `Frame(center, angle)`.
    """

    named = ("center", "frame")

    center: str
    frame: Frame | None = None

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
        return _to_world(self.frame, p, add(getattr(p, self.center), offset))

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
        offset = sub(_to_local(self.frame, p, point), center)
        held = [min(max(x, -h), h) for x, h in zip(offset, half, strict=True)]
        axis = side % 2
        held[axis] = _SIDES[side][axis] * half[axis]
        at = _to_world(self.frame, p, add(center, tuple(held)))
        return Hold(4 + side, at, math.dist(at, point))

    @override
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        signs = (_CORNERS + _SIDES)[index]
        center, half = list(getattr(p, self.center)), list(getattr(p, name))
        goal = _to_local(self.frame, p, rounded(target, snap))
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
        return _to_world(self.frame, p, center) if self._about_itself else center

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
    """Changes the radii of an ellipse at the ends of its two axes."""

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


def move(
    *,
    carries: tuple[str, ...] = (),
    frame: Frame | None = None,
    disc: str = "",
    ellipse: str = "",
    box: str = "",
) -> Handle:
    """Return the handle that moves a point (and, by its inside, a whole shape)."""
    return Move(carries, frame, disc, ellipse, box)


def rim_of(center: str, direction: Vec = (1.0, 0.0)) -> Handle:
    """Return the handle that changes a radius about parameter `center`."""
    return Rim(center, direction)
