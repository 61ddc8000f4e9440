"""Steps of the derivation: the time that they speak of, waited for or at once."""

from every import own_scenes

from playground.scene.scene import Entry
from playground.study import steps_and_time
from playground.study.session import Session
from playground.study.view.picture import picture


@own_scenes
def test_a_picture_of_a_step_is_what_it_comes_to_in_the_window(scene: Entry) -> None:
    waited, at_once = Session([scene]), Session([scene])
    for number in range(1, len(at_once.study.steps) + 1):
        steps_and_time.go_to_step(waited, number)
        for _ in range(400):
            waited.advance(0.05)
        assert not waited.playback.moving
        steps_and_time.arrive_at_step(at_once, number)
        assert at_once.params == waited.params
        assert at_once.step_age > 1.0
        assert picture(at_once.study).records == picture(waited.study).records
