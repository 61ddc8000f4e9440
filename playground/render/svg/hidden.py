"""Marks in space in parts, fainter where something hides them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from playground.render.arrays import Array
from playground.render.composing import SpaceView
from playground.render.light import BEHIND
from playground.render.shapes import Chain, Mark, Prim
from playground.render.solids import Solid
from playground.render.space import Space
from playground.render.space_faces import Faces
from playground.render.svg.corner import from_middle
from playground.render.theme import faded

# A line is looked at so often, in pixels, for what hides it.
_LOOK = 3.0


def parted(view: SpaceView, prim: Prim) -> Iterator[Prim]:
    """Yield a mark in parts, those fainter that something hides."""
    space = view.space
    if not (view.solids or len(view.meshes.solid)):
        yield prim
    elif isinstance(prim, Mark):
        at = np.array([[*from_middle(space, np.array([prim.at[:2]]))[0], prim.inverse]])
        yield replace(prim, share=float(_left(view, at)[0]))
    elif isinstance(prim, Chain):
        yield from _stretches(view, prim)
    else:
        yield prim


def _stretches(view: SpaceView, chain: Chain) -> Iterator[Chain]:
    """Yield the stretches of a line of which about as much is left."""
    points = chain.points
    if chain.closed:
        points = np.concatenate([points, points[:1]])
    fine, way = _finely(points)
    middle = (fine[:-1] + fine[1:]) / 2
    at = np.column_stack([from_middle(view.space, middle[:, :2]), middle[:, 2]])
    levels = np.round(_left(view, at) * 8)
    if (levels == levels[0]).all():
        colour = faded(chain.pen.colour, levels[0] / 8)
        yield replace(chain, pen=replace(chain.pen, colour=colour))
        return
    turns = np.flatnonzero(np.diff(levels)) + 1
    starts, stops = [0, *turns.tolist()], [*turns.tolist(), len(levels)]
    for start, stop in zip(starts, stops, strict=True):
        colour = faded(chain.pen.colour, float(levels[start]) / 8)
        yield replace(
            chain,
            points=fine[start : stop + 1],
            pen=replace(chain.pen, colour=colour),
            closed=False,
            phase=chain.phase + float(way[start]),
            head=chain.head if stop == len(levels) else (0.0, 0.0),
        )


def _finely(points: Array) -> tuple[Array, Array]:
    """Return a line with points every few pixels, and how far along each is."""
    delta = np.diff(points, axis=0)
    length = np.hypot(delta[:, 0], delta[:, 1])
    count = np.clip(np.ceil(length / _LOOK), 1, 2048).astype(np.intp)
    parts = [
        a + np.arange(n)[:, None] / n * step
        for a, step, n in zip(points[:-1], delta, count, strict=True)
    ]
    fine = np.concatenate([*parts, points[-1:]])
    steps = np.diff(fine, axis=0)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))])
    return fine, way


def _left(view: SpaceView, at: Array) -> Array:
    """Return what is left of marks at pixels from the middle with inverse depth."""
    hidden = np.zeros(len(at))
    depth = 1.0 / np.maximum(at[:, 2], 1e-9)
    for solid in view.solids:
        behind = _behind(view.space, solid, at, depth)
        share = 0.45 + 0.3 * solid.colour[3]
        hidden = np.maximum(hidden, np.where(behind, share, 0.0))
    left = 1.0 - hidden
    return np.where(_covered(view.meshes, at), left * BEHIND, left)


def _behind(space: Space, solid: Solid, at: Array, depth: Array) -> NDArray[np.bool_]:
    """Return which points a solid is in front of; lying on it is before it."""
    ray = np.column_stack([at[:, :2] / space.focal, -np.ones(len(at))])
    a, b = np.array(solid.a), np.array(solid.b)
    square = (ray * ray).sum(axis=1)
    way = b - a
    off_a = a - ray * ((ray @ a) / square)[:, None]
    off = way - ray * ((ray @ way) / square)[:, None]
    size = np.maximum((off * off).sum(axis=1), 1e-20)
    share = np.clip(-(off_a * off).sum(axis=1) / size, 0.0, 1.0)
    near = np.linalg.norm(off_a + share[:, None] * off, axis=1)
    # The sight line enters no later than it would the ball where it is nearest.
    center = a + share[:, None] * way
    foot = (center * ray).sum(axis=1) / square
    enter = foot - np.sqrt(np.maximum(solid.radius**2 - near**2, 0.0) / square)
    pixel = foot / space.focal
    return np.asarray((near < solid.radius) & (depth - 1.5 * pixel > enter))


def _covered(meshes: Faces, at: Array) -> NDArray[np.bool_]:
    """Return which points lie behind an opaque face."""
    found = np.zeros(len(at), np.bool_)
    rows = meshes.solid.astype(np.float64)[:, :3].reshape(-1, 3, 3)
    for a, b, c in rows:
        one, two = b[:2] - a[:2], c[:2] - a[:2]
        area = one[0] * two[1] - one[1] * two[0]
        if abs(area) < 1e-9:
            continue
        way = at[:, :2] - a[:2]
        u = (way[:, 0] * two[1] - way[:, 1] * two[0]) / area
        v = (one[0] * way[:, 1] - one[1] * way[:, 0]) / area
        inverse = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2])
        inside = (u >= 0) & (v >= 0) & (u + v <= 1)
        found |= inside & (at[:, 2] * 1.003 < inverse)
    return found
