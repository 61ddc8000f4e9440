"""Rays and circles, and helpers to read the answer and its picture."""

from hypothesis import strategies as st

from playground.collision import RayCircle
from playground.scene import Primitive
from playground.scene.solution import Solution, draw_solution, solve_scene
from scenes.ray_circle import SCENE
from scenes.ray_circle.params import RayCircleParams

# Near one another, now and then on a grid, so that all outcomes are met.
_near = st.one_of(st.floats(-4.0, 4.0), st.integers(-8, 8).map(lambda i: i / 2))
_pair = st.tuples(_near, _near)
RAYS = st.builds(
    RayCircleParams,
    _pair,
    _pair.filter(lambda v: v != (0.0, 0.0)),
    _pair,
    st.one_of(st.floats(0.0, 4.0), st.integers(0, 8).map(lambda i: i / 2)),
)


def case(name: str) -> RayCircleParams:
    return SCENE.cases[name].params


def asked(name: str) -> Solution:
    return solve_scene(SCENE, case(name))


def exact(name: str) -> RayCircle:
    return asked(name).result


def values(p: RayCircleParams) -> dict[str, object]:
    """Return the values of curves and maps by label; numbers of `p` may be arrays."""
    solution = solve_scene(SCENE, p)
    shown = (*SCENE.answer.curves, *SCENE.answer.maps)
    return {quantity.label: solution.value(quantity) for quantity in shown}


def records(name: str, key: str, kind: type[Primitive]) -> list[Primitive]:
    drawn = draw_solution(SCENE, case(name)).primitives
    return [r for r in drawn if r.key == key and isinstance(r, kind)]
