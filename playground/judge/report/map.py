"""Where a map of somebody's mistakes shows some."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from playground.analysis.curve import Axis, named
from playground.analysis.heat_map import (
    AxisSamples,
    MapKind,
    MapQuestion,
    compute,
    step_near,
)
from playground.judge.evaluation import Judgement
from playground.judge.shrink import Smallest
from playground.scene.answer import NONE, NOT_ASKED
from playground.scene.params import Params
from playground.scene.scene import Scene

# The map is tried at so many places to a side, over this many times the state's size.
_TRIED = 24
_AROUND = 2.5
# With mistakes in this part of it, and as much without, there is something to be seen.
_ENOUGH = 0.005


def shown(
    judgement: Judgement,
    scene: Scene[Any, Any],
    found: Sequence[Smallest],
    *,
    plain: bool = True,
) -> tuple[Params, tuple[Axis, Axis]] | None:
    """Return a state and two axes around which the code is wrong; None without a map.

    It is the listing's preset, unless there is nothing wrong there: then a smallest
    case, or one of the scene's. A `plain` one may show no mistake at all.
    """
    listing = scene.listing
    if listing is None or listing.preset is None:
        return None
    preset, cases = listing.preset, scene.cases
    first = cases[preset.case].params
    axes = named(first, preset.x), named(first, preset.y)
    states = [first, *_held(judgement, found), *(c.params for c in cases.values())]
    asked = (_as_asked(judgement, p) for p in states)
    state, wrong = _most_wrong(scene, axes, asked)
    return (state, axes) if plain or wrong else None


def _held(judgement: Judgement, found: Iterable[Smallest]) -> Iterator[Params]:
    for small in found:
        held: Params | None = judgement.query.held(small.arguments)
        if held is not None:
            yield held


def _as_asked(judgement: Judgement, p: Params) -> Params:
    """Return the state with what the code does not take where it is."""
    query = judgement.query
    held = query.held({**query.arguments(p), **judgement.fixed})
    if held is None or not judgement.fixed:
        return p
    names = {name for name in vars(held) if name in judgement.query.given}
    return replace(p, **{name: getattr(held, name) for name in names})


def _most_wrong(
    scene: Scene[Any, Any], axes: tuple[Axis, Axis], states: Iterable[Params]
) -> tuple[Params, float]:
    """Return the first state with right and wrong around it, or else the most even.

    With it comes which part of the map is wrong.
    """
    best: Params | None = None
    most = -1.0, -1.0
    for state in states:
        wrong = _part_wrong(scene, axes, state)
        even = min(wrong, 1.0 - wrong)
        if (even, wrong) > most:
            best, most = state, (even, wrong)
        if even >= _ENOUGH:
            break
    assert best is not None
    return best, most[1]


def _part_wrong(
    scene: Scene[Any, Any], axes: tuple[Axis, Axis], state: Params
) -> float:
    assert scene.query is not None
    assert scene.listing is not None
    x, y = axes
    size = float(scene.query.size(scene.query.arguments(state)))
    step = step_near(_AROUND * (size or 1.0) / _TRIED)

    def around(axis: Axis) -> AxisSamples:
        middle = round(axis.value(state) / step)
        return AxisSamples(middle - _TRIED // 2, _TRIED, step)

    dtype = scene.listing.dtypes[0]
    question = MapQuestion(scene, state, x, y, MapKind.MISTAKES, dtype=dtype).settled()
    field = compute(question, around(x), around(y))
    if field is None:
        return 0.0
    unasked = [n for n, kind in enumerate(field.kinds) if kind.name == NOT_ASKED]
    return float(np.mean((field.index != NONE) & ~np.isin(field.index, unasked)))
