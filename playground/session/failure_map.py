"""Maps of user code's mistakes: choice of a region that contains some."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from playground.analysis.curve import Axis, find_axis
from playground.analysis.heat_map import (
    AxisSamples,
    MapKind,
    MapQuery,
    compute_map,
    round_to_power_of_two,
)
from playground.judge.evaluation import EvaluationRun
from playground.judge.shrink import ShrunkCase
from playground.scene.answer import NO_KIND_INDEX, NOT_EVALUATED
from playground.scene.params import Params
from playground.scene.scene import Scene
from playground.session import plot_controls
from playground.session.saved_state import State
from playground.session.session import Session

# Samples per side of a trial map, and its size relative to that of the state.
_SAMPLES_PER_SIDE = 24
_MAP_SIZE_RATIO = 2.5
# Smallest share of the map that has to be wrong, and right, to be worth showing.
_MIN_FAILURE_SHARE = 0.005


def map_view_of_failures(
    judgement: EvaluationRun, found: Sequence[ShrunkCase], *, plain: bool = True
) -> tuple[Params, tuple[Axis, Axis]] | None:
    """Return a state and two axes whose map shows mistakes of the code.

    The axes are the preset's. The state is the preset's if its map has right and wrong
    parts, else the first shrunk case or case of the scene whose map has both, or else
    the one whose map is most balanced.

    Parameters
    ----------
    judgement : EvaluationRun
        The run.
    found : sequence of ShrunkCase
        Its shrunk cases.
    plain : bool
        Whether to return a map without mistakes if no state's map has any.

    Returns
    -------
    tuple of Params, tuple of Axis, or None
        None if the listing has no preset, or if no map has mistakes and `plain` is
        False.
    """
    scene = judgement.build_map_scene()
    listing = scene.listing
    if listing is None or listing.preset is None:
        return None
    preset, cases = listing.preset, scene.cases
    first = cases[preset.case].params
    axes = find_axis(first, preset.x), find_axis(first, preset.y)
    shrunk_states = (judgement.query.find_params(case.arguments) for case in found)
    states = [
        first,
        *(state for state in shrunk_states if state is not None),
        *(case.params for case in cases.values()),
    ]
    fixed_states = (_apply_fixed_arguments(judgement, p) for p in states)
    state, wrong = _select_state(scene, axes, fixed_states)
    return (state, axes) if plain or wrong else None


def _apply_fixed_arguments(judgement: EvaluationRun, p: Params) -> Params:
    """Return the state with the run's fixed arguments set."""
    query = judgement.query
    params = query.find_params({**query.arguments(p), **judgement.fixed})
    if params is None or not judgement.fixed:
        return p
    names = {name for name in vars(params) if name in judgement.query.argument_kinds}
    return replace(p, **{name: getattr(params, name) for name in names})


def _select_state(
    scene: Scene[Any, Any], axes: tuple[Axis, Axis], states: Iterable[Params]
) -> tuple[Params, float]:
    """Return the first state whose map has right and wrong parts, and its wrong share.

    Each part has to cover `_MIN_FAILURE_SHARE` of the map. If there is no such state,
    it is the one whose map is most balanced.
    """
    best: Params | None = None
    most = -1.0, -1.0
    for state in states:
        wrong = _failure_share(scene, axes, state)
        even = min(wrong, 1.0 - wrong)
        if (even, wrong) > most:
            best, most = state, (even, wrong)
        if even >= _MIN_FAILURE_SHARE:
            break
    assert best is not None
    return best, most[1]


def _failure_share(
    scene: Scene[Any, Any], axes: tuple[Axis, Axis], state: Params
) -> float:
    assert scene.query is not None
    assert scene.listing is not None
    x, y = axes
    size = float(scene.query.size(scene.query.arguments(state)))
    step = round_to_power_of_two(_MAP_SIZE_RATIO * (size or 1.0) / _SAMPLES_PER_SIDE)

    def sample_axis(axis: Axis) -> AxisSamples:
        middle = round(axis.value(state) / step)
        return AxisSamples(middle - _SAMPLES_PER_SIDE // 2, _SAMPLES_PER_SIDE, step)

    dtype = scene.listing.dtypes[0]
    question = MapQuery(
        scene, state, x, y, MapKind.MISTAKES, dtype=dtype
    ).canonicalize()
    field = compute_map(question, sample_axis(x), sample_axis(y))
    if field is None:
        return 0.0
    unasked = [n for n, kind in enumerate(field.kinds) if kind.name == NOT_EVALUATED]
    return float(
        np.mean((field.index != NO_KIND_INDEX) & ~np.isin(field.index, unasked))
    )


def open_failure_map(
    judgement: EvaluationRun, params: Params, axes: tuple[Axis, Axis]
) -> Session:
    """Return a session that displays the map of mistakes over two axes, at a state."""
    scene = judgement.build_map_scene()
    session = Session((scene,))
    session.show(State(scene, params))
    plot_controls.set_map_choice(session, over=axes)
    session.look(map=MapKind.MISTAKES, compare=False)
    return session
