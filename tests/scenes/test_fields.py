"""Fields: the vectorised verdicts, values and mistakes against the single answers."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import params_of

from playground.explore.curve import Axis, axes
from playground.scene.params import Params
from playground.scene.regions import NONE
from playground.scene.scene import AnyScene
from scenes import SCENES

every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
every_case = pytest.mark.parametrize(
    ("scene", "params"),
    [
        pytest.param(scene, case.params, id=f"{scene.id}-{name}")
        for scene in SCENES
        for name, case in scene.cases.items()
    ],
)


def agrees_with_the_single_answer(scene: AnyScene, params: Params) -> None:
    """Compare the word and the mistake with what verdict and badge say."""
    try:
        result = scene.solve(params)
    except ValueError:
        assert scene.regions(params).index == NONE
        return
    if not scene.regions(params).kinds:  # no map of this: a whole wall of blocks
        return
    assert scene.regions(params).name() == scene.verdict(params, result).text
    for single in (True, False):
        rival = scene.rival(params, result, single=single)
        wrong = scene.mistakes(params, single=single).name()
        assert bool(wrong) == (rival is not None and not rival.agrees), (wrong, rival)


@every_case
def test_of_every_case(scene: AnyScene, params: Params) -> None:
    agrees_with_the_single_answer(scene, params)


@every_scene
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_of_any_params(scene: AnyScene, data: st.DataObject) -> None:
    agrees_with_the_single_answer(scene, data.draw(params_of(scene.params)))


@every_case
@pytest.mark.parametrize("seed", range(3))
def test_many_at_once_are_as_one_by_one(
    scene: AnyScene, params: Params, seed: int
) -> None:
    """Two numbers of the params, any two, become a grid of arrays."""
    rng = np.random.default_rng(seed)
    known = axes(params)
    first, second = (known[i] for i in rng.choice(len(known), 2, replace=False))
    rows, columns = spread(first, params, rng, 5), spread(second, params, rng, 6)
    grid = varied(params, (first, rows[:, None]), (second, columns[None, :]))
    ask = (
        lambda p: scene.regions(p).index,
        lambda p: scene.zones(p).index,
        lambda p: scene.mistakes(p, single=True).index,
        lambda p: scene.mistakes(p, single=False).index,
        *(
            lambda p, name=name: scene.quantities(p)[name]
            for name in scene.quantities(params)
        ),
    )
    for question in ask:
        together = np.broadcast_to(question(grid), (5, 6))
        for i, j in np.ndindex(5, 6):
            one = varied(params, (first, float(rows[i])), (second, float(columns[j])))
            assert np.array_equal(together[i, j], question(one), equal_nan=True)


def spread(
    axis: Axis, params: Params, rng: np.random.Generator, count: int
) -> np.ndarray:
    """Return values from the axis's span, with its ends and the present one."""
    low, high = axis.span(params)
    values = rng.uniform(low, high, count)
    values[:3] = low, high, axis.value(params)
    return values


def varied(params: Params, *changes: tuple[Axis, object]) -> Params:
    for axis, value in changes:
        params = replace(params, **{axis.name: axis.replaced(params, value)})
    return params


@every_case
def test_exact_numbers_decide_as_the_core_does(scene: AnyScene, params: Params) -> None:
    try:
        result = scene.solve(params)
    except ValueError:
        return
    if not scene.regions(params).kinds:
        return
    decision = scene.decide(params, Fraction)
    if decision is None:  # the core refuses, and the verdict says so
        assert scene.verdict(params, result).text == "Refused"
        return
    assert isinstance(decision.right - decision.left, Fraction | int)
    assert decision.hit == scene.verdict(params, result).hit


@every_case
@pytest.mark.parametrize("number", [np.float32, np.float64])
def test_every_kind_of_number_decides(
    scene: AnyScene, params: Params, number: type
) -> None:
    try:
        scene.solve(params)
    except ValueError:
        return
    if not scene.regions(params).kinds:
        return
    with np.errstate(all="ignore"):
        decision = scene.decide(params, number)
    if decision is None:
        assert scene.decide(params, Fraction) is None
        return
    assert type(decision.left) is type(decision.right) is number
