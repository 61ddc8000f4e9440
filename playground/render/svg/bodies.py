"""Solids as outlines that are painted with gradients."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from playground.render.arrays import Array, Point
from playground.render.light import (
    GLASS_GLOSS_POWER,
    GLOSS,
    GLOSS_POWER,
    KEY,
    glass,
    matt,
    shine,
)
from playground.render.shapes import Area, Oval, Prim
from playground.render.solids import Solid
from playground.render.space import Eye, Space
from playground.render.svg.corner import from_corner
from playground.render.theme import RGBA

# Where a gradient has its stops, as shares of the way.
_STOPS = (0.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.87, 0.95, 1.0)
_TURN = np.linspace(0.0, math.tau, 24, endpoint=False)
_ROUND = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=-1)
# How far a highlight reaches, in radii.
_SHINY = 0.42

Stop = tuple[float, RGBA]


@dataclass(frozen=True)
class Gradient:
    """Colours along a line, or from a point to the circle about another.

    With a `radius` it goes from `start` to the circle about `end`.
    """

    start: Point
    end: Point
    stops: tuple[Stop, ...]
    radius: float = 0.0


@dataclass
class SpaceBody(Prim):
    """A ball or a capsule: its outline, and what it is painted with, in turn.

    `rims` are lines along the outline, inside of it: how wide and of which colour.
    """

    outline: Oval | Area
    paints: tuple[RGBA | Gradient, ...]
    rims: tuple[tuple[float, RGBA], ...] = ()


def body(space: Space, solid: Solid) -> SpaceBody:
    """Return a solid as it is seen."""
    one, two = (_seen(space, end, solid.radius) for end in (solid.a, solid.b))
    if not solid.long:
        return SpaceBody(one, _ball(space, solid, one))
    rim = _hull(np.concatenate([_rim(one), _rim(two)]))
    outline = Area(rim, solid.colour)
    wide = (min(one.radii) + min(two.radii)) / 2
    if solid.colour[3] < 1:
        return SpaceBody(outline, *_hollow(space, solid, wide))
    return SpaceBody(outline, (_bar(space, solid, one, two),))


def _seen(space: Space, center: Eye, radius: float) -> Oval:
    """Return the ellipse as which a ball is seen."""
    x, y, z = center
    middle = math.atan2(math.hypot(x, y), -z)
    spread = math.asin(min(radius / math.hypot(*center), 1.0))
    near, far = (math.tan(min(middle + s * spread, 1.5)) for s in (-1, 1))
    flat = math.cos(middle) ** 2 - math.sin(spread) ** 2
    upright = math.sin(spread) / math.sqrt(max(flat, 1e-4))
    angle, away = math.atan2(y, x), (near + far) / 2 * space.focal
    at = np.array([[away * math.cos(angle), away * math.sin(angle)]])
    ((across, down),) = from_corner(space, at).tolist()
    radii = (far - near) / 2 * space.focal, upright * space.focal
    return Oval((across, down), radii, -angle, (0.0, 0.0, 0.0, 0.0))


def _rim(oval: Oval) -> Array:
    cos, sin = math.cos(oval.angle), math.sin(oval.angle)
    turn = np.linspace(0.0, math.tau, 72, endpoint=False)
    own = np.stack([np.cos(turn), np.sin(turn)], axis=-1) * oval.radii
    return np.asarray(own @ np.array([[cos, sin], [-sin, cos]]) + oval.center)


@dataclass(frozen=True)
class _Front:
    """The half of a ball that is seen as an oval; places on it are in its radii."""

    oval: Oval
    right: Array
    up: Array
    toward: Array

    @property
    def size(self) -> float:
        """The radius of a circle of the oval's area."""
        return math.sqrt(self.oval.radii[0] * self.oval.radii[1])

    def place(self, direction: Array) -> Array:
        """Return where the ball's surface faces a direction."""
        return np.array([direction @ self.right, direction @ self.up])

    def normals(self, places: Array) -> Array:
        """Return where the surface faces at places `(n, 2)`."""
        depth = np.sqrt(np.clip(1.0 - (places**2).sum(axis=-1), 0.0, None))[..., None]
        return np.asarray(
            places[..., :1] * self.right
            + places[..., 1:] * self.up
            + depth * self.toward
        )

    def at(self, place: Array) -> Point:
        """Return a place in pixels."""
        x, y = self.oval.center
        return x + self.size * place[0], y - self.size * place[1]

    def gleam(self, place: Array, half: Array, power: float, most: float) -> Gradient:
        """Return the light that is thrown into the eye about a place."""
        stops = []
        for share in _STOPS:
            n = self.normals(place + _ROUND * (_SHINY * share))
            alpha = most * float(shine(n, half, power).mean()) if share < 1 else 0.0
            stops.append((share, (1.0, 1.0, 1.0, alpha)))
        at = self.at(place)
        return Gradient(at, at, tuple(stops), _SHINY * self.size)


def _facing(center: Eye) -> tuple[Array, Array, Array]:
    """Return right, up and toward the eye, as seen at a place."""
    toward = -np.array(center) / math.hypot(*center)
    right = np.cross((0.0, 1.0, 0.0), toward)
    right /= np.linalg.norm(right)
    return right, np.cross(toward, right), toward


def _ball(space: Space, solid: Solid, oval: Oval) -> tuple[RGBA | Gradient, ...]:
    front = _Front(oval, *_facing(solid.a))
    half = KEY + front.toward
    half /= np.linalg.norm(half)
    spot = front.place(half)
    if solid.colour[3] >= 1:
        gloss = front.gleam(spot, half, GLOSS_POWER, GLOSS)
        return _matt_ball(space, solid.colour, front), gloss
    power = GLASS_GLOSS_POWER
    return (
        _glass_ball(space, solid.colour, front),
        front.gleam(spot, half, power, 0.5),
        front.gleam(-spot, half, power, 0.2),
    )


def _glass_ball(space: Space, tint: RGBA, front: _Front) -> Gradient:
    sky, stops = np.array(space.camera.world[1]), []
    for part in _STOPS:
        share = math.sin(part * math.pi / 2)
        n = front.normals(_ROUND * min(share, 0.999))
        stops.append((share, glass(tint, n, front.toward, sky)))
    middle = front.at(np.zeros(2))
    return Gradient(middle, middle, tuple(stops), front.size)


def _matt_ball(space: Space, tint: RGBA, front: _Front) -> Gradient:
    """Return the colours of an opaque ball, from its bright spot to its rim."""
    sky, ground, stops = np.array(space.camera.world[1]), space.theme.background, []
    light = front.place(KEY)
    light *= min(1.0, 0.85 / float(np.linalg.norm(light)))
    for share in _STOPS:
        place = light * (1 - share) + _ROUND * min(share, 0.999)
        # What is far from the bright spot takes the more room.
        room = ((place - light) ** 2).sum(axis=1)
        colour = matt(tint, front.normals(place), front.toward, sky, ground, room)
        stops.append((share, colour))
    return Gradient(front.at(light), front.at(np.zeros(2)), tuple(stops), front.size)


def _bar(space: Space, solid: Solid, one: Oval, two: Oval) -> Gradient:
    """Return the colours across an opaque capsule."""
    _, _, toward = _facing(solid.along(0.5))
    axis = np.subtract(solid.b, solid.a)
    side = np.cross(axis, toward)
    side /= max(float(np.linalg.norm(side)), 1e-9)
    front = np.cross(side, axis)
    front /= max(float(np.linalg.norm(front)), 1e-9)
    sky, ground = np.array(space.camera.world[1]), space.theme.background
    stops = []
    for share in np.linspace(0.0, 1.0, 13).tolist():
        across = 2 * share - 1
        n = across * side + math.sqrt(max(1 - across**2, 0.0)) * front
        stops.append((share, matt(solid.colour, n[None], toward, sky, ground)))
    way = np.subtract(two.center, one.center)
    way /= max(float(np.hypot(*way)), 1e-9)
    # To the right of the axis as seen from the eye; y is down.
    beside = np.array([-way[1], way[0]])
    middle = (np.array(one.center) + two.center) / 2
    reach = (sum(one.radii) + sum(two.radii)) / 4 * beside
    low, high = (middle - reach).tolist(), (middle + reach).tolist()
    return Gradient((low[0], low[1]), (high[0], high[1]), tuple(stops))


def _hollow(
    space: Space, solid: Solid, wide: float
) -> tuple[tuple[RGBA, ...], tuple[tuple[float, RGBA], ...]]:
    """Return what a capsule of glass is filled with, and its rims: denser outward."""
    right, up, toward = _facing(solid.along(0.5))
    sky = np.array(space.camera.world[1])

    def colour(share: float) -> RGBA:
        flat = _ROUND * share
        depth = math.sqrt(1 - share**2)
        n = flat[:, :1] * right + flat[:, 1:] * up + depth * toward
        return glass(solid.colour, n, toward, sky)

    base = colour(0.0)
    left, rims = 1.0 - base[3], []
    shares = np.sin(np.linspace(0.35, 0.985, 9) * math.pi / 2)
    for share in shares.tolist():
        tone = colour(share)
        more = 1.0 - (1.0 - tone[3]) / left
        if more > 0.004:
            rims.append((2 * (1 - share) * wide, (*tone[:3], more)))
            left *= 1.0 - more
    return (base,), tuple(rims)


def _hull(points: Array) -> Array:
    """Return the corners of the smallest convex polygon about points."""
    ordered = sorted(map(tuple, points.tolist()))

    def half(some: Iterable[Sequence[float]]) -> list[Sequence[float]]:
        kept: list[Sequence[float]] = []
        for at in some:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], at) <= 0:
                kept.pop()
            kept.append(at)
        return kept[:-1]

    return np.array([*half(ordered), *half(reversed(ordered))])


def _turn(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
