"""What a question hides: where a time is asked for, its stops would tell it."""

import pytest

from playground.app.moment import Hidden, Moment
from playground.scene.scene import Entry
from scenes import SCENES


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_time_runs_without_its_stops_where_a_time_is_asked_for(scene: Entry) -> None:
    shown, hidden = (kind(scene, scene.opened()) for kind in (Moment, Hidden))
    if scene.id == "sphere_line":
        assert hidden.timed
        assert shown.timeline.stops
        assert not hidden.timeline.stops
        assert hidden.timeline.parameter == shown.timeline.parameter
    else:
        assert not hidden.timed
        assert hidden.timeline is None
