"""Steps of the derivation: the time that they speak of, waited for or at once."""

from every import own_scenes

from playground.scene.scene import SceneEntry
from playground.session import step_navigation
from playground.session.session import Session
from playground.session.view.animation import animate_primitives


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
