"""Discs at rectangles, and helpers to read the answer and its picture."""

import math
from typing import TypeVar

import numpy as np
from hypothesis import strategies as st

from playground.collision import CircleRect
from playground.collision.articles.array_compiler import ArrayRun
from playground.scene import DrawList, Precision, Primitive, Rect
from playground.scene.solution import Solution, draw_solution, solve_scene
from scenes.circle_rect import SCENE
from scenes.circle_rect.params import NODE, VALUES, CircleRectParams

R = TypeVar("R", bound=Primitive)
NAMES = list(SCENE.cases)

# Near one another, now and then on a grid, so that all outcomes are met.
_near = st.one_of(st.floats(-4.0, 4.0), st.integers(-8, 8).map(lambda i: i / 2))
_pair = st.tuples(_near, _near)
_size = st.one_of(st.floats(0.0, 3.0), st.integers(0, 6).map(lambda i: i / 2))


def discs(angles: st.SearchStrategy[float]) -> st.SearchStrategy[CircleRectParams]:
    """Return a strategy of discs at rectangles with these angles."""
    return st.builds(
        CircleRectParams,
        _pair,
        _size,
        _pair,
        _pair,
        st.tuples(_size, _size),
        angles,
        st.sampled_from([VALUES, NODE]),
    )


ANY_ANGLE = st.one_of(
    st.floats(-math.pi, math.pi),
    st.sampled_from([0.0, 0.3, -0.7, 45.0, 90.0, -90.5, 180.0]).map(math.radians),
)
# Angles whose whole degrees are not in doubt: no float32 rounds them to the next.
CLEAR_ANGLE = st.one_of(
    st.integers(-180, 179).map(lambda i: i + 0.5),
    st.sampled_from([0.0, 90.25, -90.25, 180.0]),
).map(math.radians)


def case(name: str) -> CircleRectParams:
    return SCENE.cases[name].params


def asked(p: CircleRectParams) -> Solution:
    return solve_scene(SCENE, p)


def exact(name: str) -> CircleRect:
    return asked(case(name)).result


def trace(p: CircleRectParams, dtype: Precision) -> ArrayRun:
    listing = SCENE.listing
    return listing.evaluate(p, dtype).trace


def upright(t: ArrayRun) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return centre and half extents of the queried upright rectangle."""
    left, right, bottom, top = (t[name] for name in ("x1", "x2", "y2", "y1"))
    center = (left + right) / 2, (bottom + top) / 2
    half = (right - left) / 2, (top - bottom) / 2
    return (float(center[0]), float(center[1])), (float(half[0]), float(half[1]))


def views(p: CircleRectParams) -> tuple[DrawList, DrawList]:
    world = draw_solution(SCENE, p)
    (frame,) = world.views
    return world, frame


def only(view: DrawList, key: str, kind: type[R]) -> R:
    (record,) = [r for r in view.primitives if r.key == key and isinstance(r, kind)]
    return record


def outside(rect: Rect, at: tuple[float, float]) -> float:
    """Return the signed distance of a point from a drawn rectangle, rounded or not."""
    x, y = np.subtract(at, rect.center)
    c, s = math.cos(rect.angle), math.sin(rect.angle)
    local = abs(c * x + s * y), abs(-s * x + c * y)
    over = [
        v - (h - rect.rounding) for v, h in zip(local, rect.half_extents, strict=True)
    ]
    far = math.hypot(*(max(v, 0.0) for v in over))
    return (far or max(over)) - rect.rounding
