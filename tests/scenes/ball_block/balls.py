"""Balls at blocks and in walls, and helpers to read the answers."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from strategies import numbers

from playground.scene import Precision
from playground.scene.solution import Solution, solve_scene
from scenes.ball_block import one_hit, wall
from scenes.ball_block.one_hit.answer import OneHit
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.ball_block.wall.answer import WallFrame
from scenes.ball_block.wall.params import WallParams

HITS, RUNS = list(one_hit.SCENE.cases), list(wall.SCENE.cases)
PIXEL = 1 / 60

# The block spans (-1, -1) to (1, 1), the radius is 1/2, and the rule looks at the end.
UNIT = OneHitParams(
    radius=0.5, block=(0.0, 0.0), half_extents=(1.0, 1.0), velocity=(0.0, 0.0), t=1.0
)


def _coarse(low: float, high: float) -> st.SearchStrategy[float]:
    return st.integers(int(low * 4), int(high * 4)).map(lambda i: i / 4)


def _steps(number: Any) -> st.SearchStrategy[OneHitParams]:
    return st.builds(
        OneHitParams,
        center=st.tuples(number(-3.0, 3.0), number(-3.0, 3.0)),
        velocity=st.tuples(number(-5.0, 5.0), number(-5.0, 5.0)),
        radius=number(0.0, 1.5),
        block=st.tuples(number(-1.0, 1.0), number(-1.0, 1.0)),
        half_extents=st.tuples(number(0.0, 2.0), number(0.0, 2.0)),
        t=number(0.0, 1.0),
    )


# Coarse numbers make corners level, touches exact and velocities zero.
STEPS = _steps(numbers)
# Quarters alone: every number of the answer that is compared is exact.
QUARTERS = _steps(_coarse)


def hit_case(name: str) -> OneHitParams:
    return one_hit.SCENE.cases[name].params


def ended(name: str) -> OneHitParams:
    """Return a case at the end of the frame, where a game checks it."""
    return replace(hit_case(name), t=1.0)


def run_case(name: str) -> WallParams:
    return wall.SCENE.cases[name].params


def asked(p: OneHitParams | WallParams) -> Solution:
    """Return the solution of the scene that the params belong to."""
    return solve_scene(one_hit.SCENE if isinstance(p, OneHitParams) else wall.SCENE, p)


def hit(p: OneHitParams) -> OneHit:
    return asked(p).result


def run(p: WallParams) -> WallFrame:
    return asked(p).result


def word(p: OneHitParams | WallParams) -> str:
    verdict = asked(p).verdict
    return verdict.text


def row(p: OneHitParams | WallParams, name: str) -> Any:
    return next(r.value for r in asked(p).rows if r.name == name)


def kind(p: OneHitParams, dtype: Precision) -> str:
    """Return the listing's mistake."""
    return asked(p).mistakes(dtype).name()


def drawn(p: OneHitParams | WallParams) -> list[Any]:
    """Return the primitives of the picture."""
    return list(asked(p).draw().primitives)


def keyed(p: OneHitParams | WallParams, key: str, *types: type) -> list[Any]:
    """Return the primitives of a quantity, of these types."""
    return [r for r in drawn(p) if r.key == key and (not types or type(r) in types)]
