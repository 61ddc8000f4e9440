"""Derivation in a page: the step for the displayed time."""

from typing import Any

import pytest

pytestmark = pytest.mark.slow


def test_the_derivation_speaks_of_the_time_on_show(opened_live: Any) -> None:
    seen = opened_live("point_ellipse.html")
    seen.click("Derivation")
    seen.run("player.openStep(3)")
    assert seen.page.evaluate("player.step") == 3
    for time, number in ((2.94, 4), (0.5, 2), (2.0, 3)):
        seen.run(f"player.transport.setTime({time})")
        assert seen.page.evaluate("player.step") == number
        shown = seen.page.locator(".step:visible")
        assert shown.locator("h2").first.inner_text().startswith(f"{number}.")
        assert shown.locator(".formula").count()


def test_the_derivation_speaks_of_the_time_before_python_is_there(
    opened_live: Any,
) -> None:
    seen = opened_live("point_ellipse.html", waits=True)
    seen.page.evaluate("player.openPage('derivation', 3)")
    last = seen.page.evaluate("player.transport.dim.count - 1")
    seen.page.evaluate(f"player.transport.goToMoment({last})")
    assert seen.page.evaluate("player.step") == 4
    seen.page.evaluate("player.transport.goToMoment(0)")
    assert seen.page.evaluate("player.step") == 1


_NOTE_TIMES = """() => {
  window.times = [];
  const show = player.show.bind(player);
  player.show = () => {
    times.push(player.transport.range.now);
    show();
  };
}"""


def test_python_plays_the_way_to_the_next_step(opened_live: Any) -> None:
    seen = opened_live("point_ellipse.html")
    seen.click("Derivation")
    seen.run("player.openStep(2)")
    seen.page.evaluate(_NOTE_TIMES)
    seen.press("ArrowRight")
    times = seen.page.evaluate("times")
    assert times == sorted(times)
    assert len({time for time in times if 1.0 < time < 2.0}) > 2
    assert times[-1] == 2.0
    assert seen.page.evaluate("player.step") == 3
    # Asked again before it has come it is there, and no step farther.
    seen.page.keyboard.press("ArrowRight")
    seen.until("() => player.isPlaying")
    seen.press("ArrowRight")
    assert seen.page.evaluate("[player.step, player.transport.range.now]") == [4, 3.0]
    seen.press("ArrowLeft")
    assert seen.page.evaluate("[player.step, player.transport.range.now]") == [3, 2.0]


def test_a_page_of_another_mode_keeps_its_tab_and_says_why(opened_live: Any) -> None:
    # As where a link opens a mode without it.
    seen = opened_live("ray_circle.html", waits=True)
    tabs = seen.page.locator(".cards > .tabs button")
    before = tabs.all_inner_texts()
    seen.page.evaluate("() => { player.live.hasPage = (name) => name !== 'code'; }")
    seen.until("() => window.pythonComes")
    seen.page.evaluate("pythonComes()")
    seen.until("() => !player.source.isPrecomputed")
    seen.settle()
    assert tabs.all_inner_texts() == before
    missing = tabs.filter(has_text="Code").first
    assert missing.get_attribute("aria-disabled") == "true"
    missing.dispatch_event("click")
    assert seen.page.evaluate("player.tab") == "explore"
    told = "Code is not available in this mode of the scene"
    assert seen.page.inner_text(".notice") == told == missing.get_attribute("title")
