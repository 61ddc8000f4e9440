"""Time steps that are sent to a page: only those that have changed."""

from typing import Any

from asked_live import AskedLive


def time_after(asked: AskedLive, *deeds: list[Any]) -> dict[str, Any]:
    time: dict[str, Any] = asked.do(*deeds)["live"]["time"]
    assert asked.told["error"] == ""
    return time


def test_moments_are_told_again_once_they_are_others() -> None:
    asked = AskedLive()
    first = time_after(asked, ["scene", "ball_block"], ["case", "Wall, article, fast"])
    assert first["moments"][8] == [8.0, "Frame 8"]
    assert len(first["moments"]) == 601
    later = time_after(asked, ["time", 8])
    assert later["now"] == 8.0
    # Between two frames it is still the one.
    assert time_after(asked, ["time", 8.254])["text"] == "Frame = 8"
    assert "moments" not in later
    launched = time_after(asked, ["set", "speed", 1.1])
    assert len(launched["moments"]) == 601


def test_another_scene_and_back_tells_them_again() -> None:
    asked = AskedLive()
    wall = ["scene", "ball_block"], ["case", "Wall, article, fast"]
    first = time_after(asked, *wall)
    assert time_after(asked, ["scene", "point_ellipse"])["moments"] != first["moments"]
    assert time_after(asked, *wall)["moments"] == first["moments"]


def test_the_way_to_the_next_stop_is_played_where_that_is_wanted() -> None:
    asked = AskedLive()
    time_after(asked, ["lesson", "point_ellipse", 1])
    told = time_after(asked, ["stop", 2, True])
    assert (told["now"], told["moving"]) == (1.0, True)
    waited = [time_after(asked, ["advance", 0.1]) for _ in range(12)]
    times = [told["now"] for told in waited]
    assert len([time for time in times if 1.0 < time < 2.0]) > 6
    assert times[-1] == 2.0
    assert not waited[-1]["moving"]
    assert time_after(asked, ["stop", 3])["now"] == 3.0


def test_the_way_to_a_step_is_played_where_that_is_wanted() -> None:
    asked = AskedLive()
    time_after(asked, ["scene", "point_ellipse"], ["step", 2])
    told = time_after(asked, ["step", 3, True])
    assert (told["now"], told["moving"]) == (1.0, True)
    assert time_after(asked, ["advance", 2.0])["now"] == 2.0
