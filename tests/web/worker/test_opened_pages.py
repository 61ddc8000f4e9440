"""Pages opened by a stop, independent of the previous page."""

import json
from dataclasses import replace
from typing import Any

import pytest

from playground.session.lesson.document import read_shipped_lesson
from playground.session.saved_state import case_state, make_link
from playground.session.view_options import Page
from playground.web.worker.session_worker import SessionWorker
from scenes import SCENES

RAY = SCENES[0]
TOLD_WITH = {Page.DERIVATION: "steps", Page.CODE: "code"}


@pytest.mark.parametrize(("page", "part"), TOLD_WITH.items())
def test_its_parts_are_told_at_once(page: Page, part: str) -> None:
    plan = read_shipped_lesson(RAY, SCENES)
    assert plan is not None
    places = [n for n, stop in enumerate(plan.stops) if stop.state.page is page]
    assert places
    live = SessionWorker(SCENES)

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
        untold = found["set"]["verdict"]["word"] == "?"
        step = found["stop"]["step"] or 0
        assert untold == (bool(step) and step < found["set"]["tells"])


def test_the_lens_of_a_link_is_told_with_it() -> None:
    address = make_link(replace(case_state(RAY), page=Page.LAB))
    asked = {"do": [["link", address]], "show": {"tab": "explore"}}
    told = json.loads(SessionWorker(SCENES).ask(json.dumps(asked)))
    assert told["stop"]["page"] == "lab"
    assert told["live"]["lens"]


def test_a_page_that_begins_with_a_link_has_nothing_to_undo() -> None:
    live, address = SessionWorker(SCENES), make_link(case_state(RAY, [*RAY.cases][3]))

    def told(*verb: object) -> Any:
        return json.loads(live.ask(json.dumps({"do": [verb]})))["live"]

    assert not told("link", address, True)["undo"]
    assert told("link", make_link(case_state(RAY, [*RAY.cases][1])))["undo"]
    assert told("undo")["case"] == [*RAY.cases][3]
