"""The derivation in a page: the step that speaks of the time on show."""

from typing import Any

import pytest
from native_live import settle

pytestmark = pytest.mark.slow


def test_the_derivation_speaks_of_the_time_on_show(opened_live: Any) -> None:
    seen = opened_live("point_ellipse.html")
    seen.page.get_by_role("button", name="Derivation").click()
    settle(seen)
    seen.page.evaluate("player.openStep(3)")
    settle(seen)
    assert seen.page.evaluate("player.step") == 3
    for time, number in ((2.94, 4), (0.5, 2), (2.0, 3)):
        seen.page.evaluate(f"player.transport.setTime({time})")
        settle(seen)
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
