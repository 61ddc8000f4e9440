"""A session that shows the map of somebody's mistakes."""

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.judge.evaluation import EvaluationRun
from playground.scene.params import Params
from playground.session import plot_controls
from playground.session.saved_state import State
from playground.session.session import Session


def open_failure_map(
    judgement: EvaluationRun, params: Params, axes: tuple[Axis, Axis]
) -> Session:
    """Return a session that shows where code is wrong, around a state."""
    scene = judgement.build_map_scene()
    session = Session((scene,))
    session.show(State(scene, params))
    plot_controls.set_map_choice(session, over=axes)
    session.look(map=MapKind.MISTAKES, compare=False)
    return session
