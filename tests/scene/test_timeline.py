"""Time axis: playback, stop at the end, loop, and steps between stops."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.scene.timeline import Timeline

# From 2 to 6 in 8 seconds: half a unit a second.
LINE = Timeline("t", 2.0, 6.0, 8.0, (2.0, 3.0, 4.5), ("start", "one", "two"))

times = st.floats(2.0, 6.0)


def test_playing_takes_the_declared_seconds() -> None:
    assert LINE.advance(2.0, 1.0) == (2.5, True)
    assert LINE.advance(2.0, 7.9)[1]
    assert LINE.advance(2.0, 8.0) == (6.0, False)


def test_speed_multiplies_the_time() -> None:
    assert LINE.advance(2.0, 1.0, speed=4.0) == (4.0, True)
    assert LINE.advance(2.0, 1.0, speed=0.25) == (2.125, True)


def test_a_loop_starts_over_and_keeps_what_was_over() -> None:
    assert LINE.advance(5.5, 2.0, loop=True) == (pytest.approx(2.5), True)
    assert LINE.advance(5.5, 82.0, loop=True) == (pytest.approx(2.5), True)


@given(times, st.floats(0.0, 1e4), st.sampled_from((0.1, 1.0, 4.0)), st.booleans())
def test_time_stays_in_the_range(
    time: float, elapsed: float, speed: float, loop: bool
) -> None:
    after, runs = LINE.advance(time, elapsed, speed=speed, loop=loop)
    assert 2.0 <= after <= 6.0
    assert runs or after == 6.0
    assert runs or not loop


def test_stepping_visits_every_stop_and_both_ends() -> None:
    now, seen = 2.0, []
    while now < 6.0:
        now = LINE.step(now, 1)
        seen.append(now)
    assert seen == [3.0, 4.5, 6.0]
    back = []
    while now > 2.0:
        now = LINE.step(now, -1)
        back.append(now)
    assert back == [4.5, 3.0, 2.0]


def test_a_stop_reached_but_for_rounding_is_not_visited_twice() -> None:
    assert LINE.step(3.0 - 1e-12, 1) == 4.5
    assert LINE.step(3.0 + 1e-12, -1) == 2.0


def test_stops_need_no_order_and_those_outside_count_as_the_ends() -> None:
    line = Timeline("t", 0.0, 1.0, 1.0, (0.75, -3.0, 0.25, 9.0))
    assert line.step(0.0, 1) == 0.25
    assert line.step(0.25, 1) == 0.75
    assert line.step(0.75, 1) == line.step(1.0, 1) == 1.0
    assert line.step(0.25, -1) == line.step(0.0, -1) == 0.0
