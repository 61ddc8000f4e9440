"""A page that a stop opens is told with it, whatever was on show before."""

import json
from typing import Any

import pytest

from playground.page.live import Live
from playground.study.lesson import lesson_of
from playground.study.shown import Page
from scenes import SCENES

RAY = SCENES[0]
TOLD_WITH = {Page.DERIVATION: "steps", Page.CODE: "code"}


@pytest.mark.parametrize(("page", "part"), TOLD_WITH.items())
def test_its_parts_are_told_at_once(page: Page, part: str) -> None:
    plan = lesson_of(RAY, SCENES)
    assert plan is not None
    places = [n for n, stop in enumerate(plan.stops) if stop.state.page is page]
    assert places
    live = Live(SCENES)

    def told(*verbs: list[Any]) -> Any:
        asked = {"do": verbs, "show": {"tab": "explore", "parts": []}}
        return json.loads(live.ask(json.dumps(asked)))

    told(["lesson", RAY.id, 0])
    for number in places:
        found = told(["stop", number])
        assert found["error"] == ""
        assert found["stop"]["page"] == page.value.lower()
        assert found["set"][part]
        # Before the step that answers it the answer is not told, and that is said.
        untold = found["set"]["verdict"]["word"] == ""
        step = found["stop"]["step"] or 0
        assert untold == (bool(step) and step < found["set"]["tells"])
