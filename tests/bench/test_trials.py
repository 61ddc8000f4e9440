"""The table of the libraries that are installed."""

import pytest

from playground.bench.trials import trials
from scenes import SCENES


@pytest.mark.slow
def test_every_library_is_tried_in_every_scene_that_it_can_be_asked() -> None:
    found, told = trials(SCENES, 300)
    # Box2D's own search for a time of impact may end without one.
    failed = {(trial.library, trial.scene): trial.failed for trial in found}
    assert failed.pop(("Box2D", "Ball vs block")) < 3
    assert not any(failed.values())
    assert all(trial.cases > 200 for trial in found)
    by_scene = {trial.scene: trial for trial in found if trial.library == "pymunk"}
    titles = [entry.title for entry in SCENES]
    assert list(by_scene) == [titles[0], titles[1], titles[4]]
    assert by_scene[titles[0]].excused > 50
    assert 0.0 < (by_scene[titles[0]].widest_gap or 0.0) < 1e-13
    assert told[0].startswith("pymunk ")
    assert "float64; tolerance: " in told[0]
