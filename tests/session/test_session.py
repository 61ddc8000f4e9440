"""Session without a window, with a scene of two numbers."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from playground.scene import (
    Answer,
    Case,
    Derivation,
    Dot,
    DrawList,
    Outcome,
    Params,
    Quantity,
    Role,
    Scene,
    SceneEntry,
    Step,
    Timeline,
    Vec2,
    cases,
)
from playground.scene import params as declare
from playground.scene.camera import Camera2D
from playground.session import step_navigation
from playground.session.saved_state import State
from playground.session.session import Session
from playground.session.view import pointer_controls
from playground.session.view.animation import animate_primitives
from playground.session.view_model import SceneView
from playground.session.view_options import Page
from scenes import SCENES


@dataclass(frozen=True)
class Place(Params):
    at: Vec2 = declare.point(0.0, 0.0, label="At")
    goal: Vec2 = declare.point(3.0, 0.0, label="Goal")
    size: float = declare.slider(1.0, 0.0, 5.0, label="Size")
    t: float = declare.time(0.0, 0.0, 2.0, label="Time")


def distance(p: Place) -> np.ndarray:
    if np.ndim(p.size) == 0 and p.size == 0.0:
        raise ValueError("size must not be 0")
    apart = np.hypot(*(a - b for a, b in zip(p.at, p.goal, strict=True)))
    return np.asarray(apart / p.size)


def drawn(p: Place, r: np.ndarray, out: DrawList) -> None:
    """Draw a given dot, and one more for each of three steps."""
    for k in range(4):
        out.add(Dot((k, float(r)), first_step=k))


def sketch(p: Place, out: DrawList) -> None:
    out.add(Dot(p.at))


def timeline(p: Place, r: np.ndarray | None) -> Timeline:
    return Timeline("t", 0.0, 2.0, 4.0, (0.5,), ("half",))


ANSWER: Answer[Place, np.ndarray] = Answer(
    (
        Outcome("Near", lambda p, r: r <= 1.0, True, Role.HIT),
        Outcome("Far", lambda p, r: True, False, Role.MISS),
    ),
    (Quantity(name="ratio", value=lambda p, r: r, threshold=1.0, curve=True),),
)


def walking(name: str, **parts: Any) -> Scene[Place, np.ndarray]:
    return Scene(
        id=name,
        title=name.capitalize(),
        params=Place,
        cases=cases(
            Case("Near", Place(), "", "Far"),
            Case("Big", Place(size=4.0, t=1.5), "", "Near"),
        ),
        solve=distance,
        picture=drawn,
        sketch=sketch,
        answer=ANSWER,
        derivation=Derivation(lambda p, r: [Step(f"{k}", "", "") for k in range(3)]),
        **parts,
    )


@pytest.fixture
def walk() -> Scene[Place, np.ndarray]:
    return walking("walk", timeline=timeline)


@pytest.fixture
def session(walk: SceneEntry) -> Session:
    return Session((walk, walking("still")))


def edit(session: Session, **values: object) -> None:
    session.edit(replace(session.params, **values))


def test_each_scene_keeps_its_state_and_leaving_one_pauses(session: Session) -> None:
    assert (session.scene.id, session.open_scene.case) == ("walk", "Near")
    assert session.params == Place()
    edit(session, size=3.0)
    step_navigation.toggle_playing(session)
    session.open(0)
    assert session.playback.playing
    session.open(1)
    assert not session.playback.playing
    assert session.scene_view.scene.id == "still"
    assert session.params == Place()
    session.open(0)
    assert session.scene_view.scene.id == "walk"
    assert session.params == Place(size=3.0)


def test_what_is_refused_is_said_and_sketched(session: Session) -> None:
    edit(session, size=0.0, at=(1.0, 2.0))
    moment = session.scene_view
    assert moment.error == "size must not be 0"
    assert moment.verdict is None
    assert (moment.rows, moment.steps) == ([], [])
    assert moment.curve is None
    assert [record.at for record in moment.picture.primitives] == [(1.0, 2.0)]
    assert moment.timeline is not None
    step_navigation.step_derivation(session, 1)
    assert session.open_scene.step is None
    edit(session, size=1.0)
    assert session.scene_view.error == ""
    never_solved = SceneView(session.scene, Place(size=0.0))
    assert never_solved.timeline == Timeline("t", 0.0, 2.0, 4.0)


def test_scenes_are_found_by_name(session: Session) -> None:
    assert session.find("still") == 1
    with pytest.raises(ValueError, match="unknown scene 'gone'; there are walk, still"):
        session.find("gone")


def test_a_case_is_chosen_afresh_and_can_be_undone(session: Session) -> None:
    session.open_scene.step = 2
    session.open_scene.cameras[0] = Camera2D()
    step_navigation.toggle_playing(session)
    session.choose_case("Big")
    assert session.params == Place(size=4.0, t=1.5)
    assert (session.open_scene.case, session.open_scene.step) == ("Big", None)
    assert not session.open_scene.cameras
    assert not session.playback.playing
    session.undo()
    assert session.params.size == 1.0
    with pytest.raises(ValueError, match="unknown case 'Huge'; there are Near, Big"):
        session.choose_case("Huge")
    assert session.open_scene.case == "Near"


def test_a_loaded_state_is_shown_afresh(session: Session) -> None:
    walk, still = session.scenes
    session.open_scene.step = 1
    step_navigation.toggle_playing(session)
    session.show(State(walk, Place(size=4.0, t=0.5)))
    assert (session.open_scene.case, session.open_scene.is_edited) == ("Big", False)
    assert session.open_scene.step is None
    assert not session.playback.playing
    session.show(State(walk, Place(size=2.0)))
    assert (session.open_scene.case, session.open_scene.is_edited) == ("", False)
    session.reset()
    assert session.open_scene.case == "Near"
    session.show(State(still, Place(size=3.0)))
    assert (session.scene.id, session.params) == ("still", Place(size=3.0))
    session.undo()
    assert session.params == Place()


def test_a_value_is_clamped(session: Session) -> None:
    session.set_value("size", 99.0)
    assert session.params.size == 5.0
    session.set_value("at", (9e12, 1.0))
    assert session.params.at == (1e12, 1.0)


def test_one_press_is_one_step(session: Session) -> None:
    for press in range(2):
        session.begin_gesture()
        for k in range(5):
            session.set_value("size", 1.1 + press + 0.1 * k, session.gesture_id)
    session.undo()
    assert session.params.size == pytest.approx(1.5)
    session.undo()
    assert session.params.size == 1.0
    session.redo()
    session.redo()
    assert session.params.size == pytest.approx(2.5)


def test_time_is_no_step_and_stays_when_one_is_undone(session: Session) -> None:
    edit(session, size=2.0)
    session.set_value("t", 1.25)
    session.undo()
    assert (session.params.size, session.params.t) == (1.0, 1.25)
    session.go_to(0.75)
    session.redo()
    assert (session.params.size, session.params.t) == (2.0, 0.75)


def test_playing_moves_time_and_loops(session: Session) -> None:
    session.advance(1.0)
    assert session.scene_view.current_time == 0.0  # paused
    step_navigation.toggle_playing(session)
    session.advance(1.0)
    assert session.scene_view.current_time == 0.5  # 2 units in 4 seconds
    session.set_playback(speed=2.0)
    session.advance(1.0)
    assert session.scene_view.current_time == 1.5
    session.advance(1.0)
    assert session.scene_view.current_time == 0.5
    assert session.playback.playing
    step_navigation.toggle_playing(session)
    session.advance(1.0)
    assert (session.scene_view.current_time, session.playback.playing) == (0.5, False)
    session.go_to(9.0)
    assert session.scene_view.current_time == 2.0
    session.go_to(-9.0)
    assert session.scene_view.current_time == 0.0


def test_without_a_loop_playing_ends_at_the_end_and_then_starts_over(
    session: Session,
) -> None:
    session.set_playback(loop=False)
    step_navigation.toggle_playing(session)
    session.advance(99.0)
    assert (session.scene_view.current_time, session.playback.playing) == (2.0, False)
    step_navigation.toggle_playing(session)
    assert (session.scene_view.current_time, session.playback.playing) == (0.0, True)


def test_stepping_goes_from_stop_to_stop_and_pauses(session: Session) -> None:
    step_navigation.toggle_playing(session)
    step_navigation.step_time(session, 1)
    assert (session.scene_view.current_time, session.playback.playing) == (0.5, False)
    step_navigation.step_time(session, 1)
    step_navigation.step_time(session, 1)
    assert session.scene_view.current_time == 2.0
    step_navigation.step_time(session, -1)
    assert session.scene_view.current_time == 0.5


def test_a_scene_without_time_ignores_the_transport(session: Session) -> None:
    session.open(1)
    step_navigation.toggle_playing(session)
    step_navigation.step_time(session, 1)
    session.go_to(1.0)
    session.advance(1.0)
    assert not session.playback.playing
    assert math.isnan(session.scene_view.current_time)
    assert session.params == Place()


def test_the_derivation_is_walked_from_its_end(session: Session) -> None:
    def shown() -> int:
        return len(animate_primitives(session.scene_view).primitives)

    assert shown() == 4
    step_navigation.step_derivation(session, -1)
    assert (session.open_scene.step, shown()) == (2, 3)
    step_navigation.step_derivation(session, -99)
    assert (session.open_scene.step, shown()) == (1, 2)
    for _ in range(5):
        step_navigation.step_derivation(session, 1)
    assert (session.open_scene.step, shown()) == (3, 4)
    step_navigation.go_to_step(session, 1)
    for page in (Page.EXPLORE, Page.LAB):
        session.look(page=page)
        assert shown() == 4
    session.look(page=Page.DERIVATION)
    assert shown() == 2


def test_tab_visits_every_grip_and_starts_over(session: Session) -> None:
    names = []
    for _ in range(4):
        pointer_controls.select_next_handle(session, 1)
        names.append(session.open_scene.selected_handle)
    assert names == [("at", 0), ("goal", 0), ("at", 0), ("goal", 0)]
    session.open_scene.selected_handle = None
    pointer_controls.select_next_handle(session, -1)
    assert session.open_scene.selected_handle == ("goal", 0)
    grip = pointer_controls.find_selected_handle(session, 0.01)
    assert grip is not None
    assert grip.at == (3.0, 0.0)


def test_an_edited_case_is_that_case_again_when_the_edit_is_undone(
    session: Session,
) -> None:
    session.choose_case("Big")
    session.go_to(1.0)
    assert not session.open_scene.is_edited
    edit(session, size=3.0)
    assert (session.open_scene.case, session.open_scene.is_edited) == ("Big", True)
    session.undo()
    assert not session.open_scene.is_edited
    session.redo()
    assert session.open_scene.is_edited
    session.reset()
    assert (session.open_scene.case, session.open_scene.is_edited) == ("Big", False)
    assert session.params == Place(size=4.0, t=1.5)
    session.undo()
    assert session.params.size == 3.0


@pytest.mark.parametrize(
    "entry", [e for e in SCENES if len(e.sub_scenes()) > 1], ids=lambda e: e.id
)
def test_another_mode_is_seen_from_elsewhere_there_and_back(entry: SceneEntry) -> None:
    session = Session((entry,))
    other = entry.join_params(
        entry.sub_scenes()[1], entry.sub_scenes()[1].initial_params()
    )
    (choice,) = (
        name
        for name, value in vars(other).items()
        if isinstance(value, str) and value != getattr(session.params, name)
    )
    for change in (
        lambda: session.set_value(choice, getattr(other, choice)),
        session.undo,
        session.redo,
    ):
        session.open_scene.cameras[0] = Camera2D()
        change()
        assert session.open_scene.cameras == {}


def test_undo_from_case_to_case_fits_the_view_and_within_one_keeps_it(
    session: Session,
) -> None:
    session.choose_case("Big")
    edit(session, size=3.0)
    for travel, fitted in (
        (session.undo, False),
        (session.undo, True),
        (session.redo, True),
        (session.redo, False),
    ):
        session.open_scene.cameras[0] = Camera2D()
        travel()
        assert (session.open_scene.cameras == {}) == fitted
