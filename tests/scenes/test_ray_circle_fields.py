"""Kinds of mistakes of article 1, by hand and against exact fractions."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes._ray_mistakes import (
    INSIDE,
    INVENTED,
    LOST,
    RIM,
    SHIFTED,
    SNAPPED,
    UNDERFLOW,
)

from scenes.ray_circle import RayCircleParams, RayCircleScene

SCENE = RayCircleScene()

_near = st.one_of(
    st.floats(-4.0, 4.0),
    st.integers(-8, 8).map(lambda i: i / 2),
)
_pair = st.tuples(_near, _near)
RAYS = st.builds(
    RayCircleParams,
    _pair,
    _pair.filter(lambda v: v != (0.0, 0.0)),
    _pair,
    st.one_of(st.floats(0.0, 4.0), st.integers(0, 8).map(lambda i: i / 2)),
)


def case(name: str) -> RayCircleParams:
    params = SCENE.cases[name].params
    assert isinstance(params, RayCircleParams)
    return params


KINDS = [
    ("Starts inside", INSIDE),
    ("Starts on the circle and leaves", RIM),
    ("Starts on the circle and enters", LOST),
    ("Near miss of a point", SNAPPED),
    ("Tiny circle", SNAPPED),
    ("Diagonal at a point", LOST),
    ("Far circle missed", LOST),
    ("Far circle hit", INVENTED),
    ("Far points off the circle", SHIFTED),
    ("Tiny direction", UNDERFLOW),
]


def test_every_case_that_differs_has_its_kind_and_every_kind_its_case() -> None:
    assert {name for name, _ in KINDS} == {
        n for n, c in SCENE.cases.items() if c.differs
    }
    assert {kind for _, kind in KINDS} == set(
        SCENE.mistakes(RayCircleParams(), single=True).kinds
    )


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_case_is_of_its_kind(name: str, kind: object) -> None:
    found = SCENE.mistakes(case(name), single=True)
    assert found.kinds[int(found.index)] == kind


def test_the_kinds_have_names_and_colours_of_their_own() -> None:
    for found in (
        SCENE.mistakes(RayCircleParams(), single=True),
        SCENE.regions(RayCircleParams()),
    ):
        assert len({kind.name for kind in found.kinds}) == len(found.kinds)
        assert len({kind.role for kind in found.kinds}) == len(found.kinds)


def grid() -> RayCircleParams:
    """Starts all over the picture, among them (0, 0), the circle's centre."""
    x, y = np.arange(-16, 17) / 4, np.arange(-12, 13)[:, None] / 4
    return RayCircleParams((x, y), (1.0, 0.0), (0.0, 0.0), 2.5)  # type: ignore[arg-type]


def test_a_start_inside_is_missed_all_over_the_disc() -> None:
    p, found = grid(), SCENE.mistakes(grid(), single=True)
    x, y = p.origin
    inside = np.square(x) + np.square(y) < 2.5**2
    assert np.array_equal(found.index == found.kinds.index(INSIDE), inside)


def test_a_start_on_the_circle_is_missed_where_the_ray_leaves() -> None:
    # On the grid only (2.5, 0), (1.5, 2), (2, 1.5) and their mirror images are on it.
    p, found = grid(), SCENE.mistakes(grid(), single=True)
    at = found.index == found.kinds.index(RIM)
    starts = {
        (float(p.origin[0][j]), float(p.origin[1][i, 0])) for i, j in np.argwhere(at)
    }  # type: ignore[index,call-overload]
    assert starts == {(2.5, 0.0), (1.5, 2.0), (2.0, 1.5), (1.5, -2.0), (2.0, -1.5)}
    assert (found.index >= 0).sum() == (
        found.index == found.kinds.index(INSIDE)
    ).sum() + 5


def test_the_words_of_a_row_of_starts() -> None:
    # Along the level tangent y = 2.5, then along y = 0, from the left to the right.
    x = np.array([-3.0, -2.5, 0.0, 2.5, 3.0])
    for y, words in (
        (2.5, ["Touch", "Touch", "Touch", "Behind", "Behind"]),
        (0.0, ["Hit", "Hit", "Inside", "Touch", "Behind"]),
        (3.0, ["Miss"] * 5),
    ):
        found = SCENE.regions(replace(grid(), origin=(x, y)))  # type: ignore[arg-type]
        assert [found.kinds[i].name for i in found.index] == words


def test_the_values_of_a_row_of_starts() -> None:
    x = np.array([-4.5, 0.0, 4.5])
    first, distance, s = SCENE.quantities(
        replace(grid(), origin=(x, 1.5), direction=(2.0, 0.0))  # type: ignore[arg-type]
    ).values()
    assert first == pytest.approx([1.25, 1.0, np.nan], nan_ok=True)
    assert distance == pytest.approx([1.5] * 3)
    assert s == pytest.approx([4.0] * 3)


@given(p=RAYS)
@settings(max_examples=300, deadline=None)
def test_a_kind_says_what_is_so(p: RayCircleParams) -> None:
    exact = SCENE.decide(p, Fraction)
    square = Fraction(p.direction[0]) ** 2 + Fraction(p.direction[1]) ** 2
    power = exact.left / square
    s = float((exact.right - exact.left) / square)
    single, double = (SCENE.mistakes(p, single=one).name() for one in (True, False))
    for name in (single, double):
        assert (name == INSIDE.name) <= (power < 0)
        assert (name == RIM.name) <= (power == 0)
        assert (name in (INSIDE.name, RIM.name, LOST.name)) <= exact.hit
        assert (name == INVENTED.name) <= (not exact.hit)
    assert (double == SNAPPED.name) <= (abs(s) < 1.1e-6)
    # What rounding broke, more digits mend; not close to where float64 rounds.
    if single in (LOST.name, INVENTED.name, SHIFTED.name) and abs(s) > 1.1e-6:
        assert double in ("", INSIDE.name, RIM.name)


@given(p=RAYS)
@settings(max_examples=300, deadline=None)
def test_fractions_decide_as_the_core_does(p: RayCircleParams) -> None:
    assert SCENE.decide(p, Fraction).hit == SCENE.solve(p).exact.hit


def test_float32_decides_wrong_where_squares_cancel() -> None:
    # Near the line's distance of 4 mm, twelve metres away.
    p = case("Far circle hit")
    thicker = [replace(p, radius=r) for r in np.linspace(0.003, 0.005, 41).tolist()]
    single, double, exact = (
        [SCENE.decide(q, number).hit for q in thicker]
        for number in (np.float32, np.float64, Fraction)
    )
    assert exact == sorted(exact)
    assert 5 < sum(exact) < 36
    assert double == exact != single


def test_without_a_direction_nothing_is_said() -> None:
    p = RayCircleParams(direction=(np.array([0.0, 1.0]), 0.0))  # type: ignore[arg-type]
    first, second = SCENE.regions(p).index
    assert first == -1 < second
    assert SCENE.mistakes(p, single=True).index[0] == -1
    assert all(np.isnan(values[0]) for values in SCENE.quantities(p).values())
