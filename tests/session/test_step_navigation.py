"""Steps of the derivation, and the time that they show, animated or at once."""

from every import own_scenes

from playground.scene.scene import SceneEntry
from playground.session import step_navigation
from playground.session.session import Session
from playground.session.view.animation import animate_primitives
from scenes import SCENES


@own_scenes
def test_a_picture_of_a_step_is_what_it_comes_to_in_the_window(
    scene: SceneEntry,
) -> None:
    waited, at_once = Session([scene]), Session([scene])
    for number in range(1, len(at_once.scene_view.steps) + 1):
        step_navigation.go_to_step(waited, number)
        for _ in range(400):
            waited.advance(0.05)
        assert not waited.playback.moving
        step_navigation.arrive_at_step(at_once, number)
        assert at_once.params == waited.params
        assert at_once.step_age > 1.0
        assert (
            animate_primitives(at_once.scene_view).primitives
            == animate_primitives(waited.scene_view).primitives
        )


def test_the_derivation_speaks_of_the_time_on_show():
    """The picture of a later move is not told by the formulas of an earlier one."""
    session = Session(SCENES)
    session.open(session.find("point_ellipse"))
    step_navigation.arrive_at_step(session, 3)
    shown = {}
    for time in (2.0, 2.94, 0.5, 0.0):
        session.go_to(time)
        shown[time] = session.open_scene.step
    assert shown == {2.0: 3, 2.94: 4, 0.5: 2, 0.0: 1}
    # As it plays, too, which a film of the time does.
    step_navigation.toggle_playing(session)
    steps = []
    for _ in range(5):
        session.advance(1.0)
        steps.append(session.open_scene.step)
    assert steps == [2, 2, 3, 3, 4]


def test_a_step_on_its_way_to_its_time_stays():
    session = Session(SCENES)
    session.open(session.find("point_ellipse"))
    step_navigation.arrive_at_step(session, 1)
    step_navigation.go_to_step(session, 3)
    for _ in range(20):
        session.advance(0.1)
        assert session.open_scene.step == 3


def test_where_the_answer_is_of_a_time_every_step_is_of_it():
    session = Session(SCENES)
    session.open(session.find("ball_block"))
    step_navigation.arrive_at_step(session, 3)
    session.go_to(0.5)
    assert session.open_scene.step == 3
