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
    """A grip under the pointer.

    Attributes
    ----------
    index : int
        Which of the handle's grips it is.
    point : tuple of float
        The point that is held, in the world.
    gap : float
        How far it is from the pointer, metres.
    body : bool
        Whether the pointer is in a shape that is moved as a whole.
    """

    index: int
    point: Vec
    gap: float
    body: bool = False


def add(a: Vec, b: Vec) -> Vec:
    """Return a + b."""
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def sub(a: Vec, b: Vec) -> Vec:
    """Return a - b."""
    return tuple([x - y for x, y in zip(a, b, strict=True)])


def turn(v: Vec, angle: float) -> Vec:
    """Return a plane vector turned by an angle in radians, counter-clockwise."""
    c, s = math.cos(angle), math.sin(angle)
    return (c * v[0] - s * v[1], s * v[0] + c * v[1])


def rounded(point: Vec, snap: float | None) -> Vec:
    """Return the point on the nearest crossing of a grid of step `snap`, if any."""
    return tuple(round(x / snap) * snap for x in point) if snap else point


@dataclass(frozen=True)
class TurnedAxes:
    """The frame of a shape turned by parameter `angle` about parameter `pivot`.

    The pivot may be the shape's own centre: `TurnedAxes("center", "angle")`.
    """

    named: ClassVar[tuple[str, ...]] = ("pivot", "angle")

    pivot: str
    angle: str

    def to_world(self, p: Any, local: Vec) -> Vec:
        """Carry a point of the unturned shape to where it is drawn, in that state."""
        pivot = getattr(p, self.pivot)
        return add(pivot, turn(sub(local, pivot), getattr(p, self.angle)))

    def to_local(self, p: Any, world: Vec) -> Vec:
        """Carry a drawn point back to the unturned shape, in that state."""
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


def to_world(frame: TurnedAxes | None, p: Any, local: Vec) -> Vec:
    """Carry a point to where it is drawn; without a frame it is there."""
    return frame.to_world(p, local) if frame else local


def to_local(frame: TurnedAxes | None, p: Any, world: Vec) -> Vec:
    """Carry a drawn point back into a frame, if there is one."""
    return frame.to_local(p, world) if frame else world


@dataclass(frozen=True)
class Handle:
    """Base of the handles: one grip or more on a shape.

    One of its own overrides `grips` and `dragged`. Each method is given the params, a
    single state, and the name of the parameter that the handle is declared with.

    Attributes
    ----------
    named : tuple of str
        The fields that name other parameters: by a name, several names or a frame.
    moves_a_place : bool
        Whether what is dragged is a place in the world.
    """

    named: ClassVar[tuple[str, ...]] = ()
    moves_a_place: ClassVar[bool] = False

    def leans_on(self) -> Iterator[str]:
        """Yield the names of the parameters that it leans on."""
        return _names(self)

    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        """Return kind and place of each grip; `pixel` is one pixel's length there."""
        raise NotImplementedError

    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        """Return the nearest grip to a world point, and what of it would be held."""
        grips = [at for _, at in self.grips(p, name, pixel)]
        index = min(range(len(grips)), key=lambda i: math.dist(grips[i], point))
        return Hold(index, grips[index], math.dist(grips[index], point))

    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        """Return the parameters that change.

        Parameters
        ----------
        p : Params
            The state before the drag.
        name : str
            The parameter of this handle.
        index : int
            Which grip is dragged, as `Hold.index` has it.
        target : tuple of float
            Where the point that is held goes, in the world.
        snap : float or None
            The step of the grid that it snaps to, metres.

        Returns
        -------
        mapping
            New values by parameter; they need not be within their ranges.
        """
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
    """Moves a point, and with it other parameters.

    Attributes
    ----------
    carries : tuple of str
        The points that move with it.
    frame : TurnedAxes or None
        The frame that it is turned in.
    disc, ellipse, box : str
        A radius, radii or half extents about it: then the inside of that shape can be
        taken hold of.

    Examples
    --------
    ``center: Vec2 = point(0.0, 0.0, label="Centre", handle=Move(disc="radius"))``
    """

    named = ("carries", "frame", "disc", "ellipse", "box")
    moves_a_place = True

    carries: tuple[str, ...] = ()
    frame: TurnedAxes | None = None
    disc: str = ""
    ellipse: str = ""
    box: str = ""

    @override
    def grips(self, p: Any, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:
        return [(GripKind.CENTER, to_world(self.frame, p, getattr(p, name)))]

    @override
    def hold(self, p: Any, name: str, point: Vec, pixel: float) -> Hold:
        near = super().hold(p, name, point, pixel)
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
    def dragged(
        self, p: Any, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        at = to_world(self.frame, p, getattr(p, name))
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

    Examples
    --------
    ``pivot: Vec2 = point(1.0, 0.0, label="Pivot", handle=Pivot("center", "angle"))``
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
        drawn = TurnedAxes(name, self.angle).to_world(p, getattr(p, self.center))
        return {name: pivot, self.center: add(pivot, turn(sub(drawn, pivot), -angle))}

    def stopped(
        self, before: Any, wanted: Changes, after: Any, name: str, index: int
    ) -> Changes:
        """Stay: with only one of the two moved, the shape would jump."""
        return {key: getattr(before, key) for key in (name, self.center)}


@dataclass(frozen=True)
class Tip(Handle):
    """Moves the tip of an arrow that starts at parameter `tail`.

    Examples
    --------
    ``way: Vec2 = vector(3.0, 1.0, label="Way", handle=Tip("origin"))``
    """

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


def move(
    *,
    carries: tuple[str, ...] = (),
    frame: TurnedAxes | None = None,
    disc: str = "",
    ellipse: str = "",
    box: str = "",
) -> Handle:
    """Return the handle that moves a point (and, by its inside, a whole shape).

    The arguments are those of `Move`.

    Examples
    --------
    ``center: Vec2 = point(0.0, 0.0, label="Centre", handle=move(disc="radius"))``
    """
    return Move(carries, frame, disc, ellipse, box)
