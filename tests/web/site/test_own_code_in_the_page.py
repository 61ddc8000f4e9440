"""A function of one's own on trial in the page: written, tried, ended, looked into."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from served_site import PATIENCE, Server, Visited
from webassembly import needed

from playground.session.saved_state import case_state, make_link, parse_link
from playground.web.worker.evaluation_worker import EvaluationWorker
from scenes import RAY_CIRCLE, SCENES

pytestmark = [pytest.mark.slow, needed]

RIGHT = """
from playground.collision import ray_circle as core

def ray_circle(origin, direction, center, radius):
    found = core(origin, direction, center, radius)
    return float(found.t) if found.hit else None
"""
# A start inside is forgotten.
WRONG = """
from math import sqrt

def ray_circle(origin, direction, center, radius):
    mx, my = origin[0] - center[0], origin[1] - center[1]
    vx, vy = direction
    a, b = vx * vx + vy * vy, mx * vx + my * vy
    s = b * b - a * (mx * mx + my * my - radius * radius)
    t = (-b - sqrt(s)) / a if s >= 0 else -1
    return t if t >= 0 else None
"""
ENDLESS = "def ray_circle(origin, **_):\n    while True:\n        pass\n"
# No line of it is run again: Python cannot look at the clock.
DEAF = "def ray_circle(origin, **_):\n    return sum(iter(int, 1))\n"
# It would ask the server for something, whether as a page's markup or as Python.
HOSTILE = f"""\
import js
js.fetch("/ran")
# </textarea><img src=x onerror="fetch('/ran')"><script>fetch('/ran')</script>
{WRONG}"""
BROKEN = "import math\n\ndef ray_circle(origin:\n    pass\n"


class OwnCode:
    """The page's card, as somebody uses it."""

    def __init__(self, seen: Visited) -> None:
        self.seen, self.page = seen, seen.page
        self.field = self.page.get_by_role("textbox", name="Your ray_circle, in Python")
        self.head = self.page.locator(".report .head")
        self.opened()

    def opened(self) -> None:
        assert self.seen.ended() == "ready"
        self.page.get_by_role("button", name="Your code").click()
        self.field.wait_for()

    def begin_anew(self, address: str) -> None:
        """Go back to the page as a test finds it, whatever another one left."""
        if self.page.url.partition("#")[0] != address:
            self.page.goto(address)
        self.opened()
        self.button("Start anew").click()

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def address(self) -> str:
        """Return what the address holds once all is at rest."""
        told = self.page.evaluate(
            """async () => {
                const passed = (done) => setTimeout(done, 20);
                await player.whenIdle();
                while (!player.live.address.isUpToDate) await new Promise(passed);
                return location.hash;
            }"""
        )
        return str(told)

    def tried(self, code: str) -> str:
        """Try code, and return what is told first."""
        self.field.fill(code)
        self.field.press("Control+Enter")
        # It is empty from the key on until all is told.
        self.page.wait_for_selector(".report .head:not(:empty)", timeout=PATIENCE)
        return str(self.head.inner_text()).replace("\u00a0", " ")


@pytest.fixture(scope="module")
def own_card(with_python: Visited) -> OwnCode:
    return OwnCode(with_python)


@pytest.fixture
def own(own_card: OwnCode, server: Server) -> Iterator[OwnCode]:
    own_card.begin_anew(f"{server.address}ray_circle.html")
    yield own_card
    assert own_card.seen.heard == []


def test_right_endless_and_broken_code_is_told_apart(own: OwnCode) -> None:
    assert "None of 3,917 answers is wrong" in own.tried(RIGHT)
    assert "Too slow: " in own.tried(ENDLESS)
    assert "t gives no answer in 0.25 s" in own.page.inner_text(".report .kind")
    assert own.tried(BROKEN).startswith("Line 3: ray_circle cannot be loaded: Syntax")
    own.button("Go to line 3").click()
    chosen = "(e) => e.value.slice(e.selectionStart, e.selectionEnd)"
    assert own.field.evaluate(chosen) == "def ray_circle(origin:"
    assert own.field.get_attribute("aria-invalid") == "true"


def test_a_case_of_wrong_code_is_opened_and_mapped(own: OwnCode) -> None:
    assert (
        "1,012 of 3,917 answers are wrong, and 295 more by rounding alone."
        in own.tried(WRONG)
    )
    # The smallest, and a typical one, are those that are found elsewhere.
    asked = json.dumps({"scene": "ray_circle", "code": WRONG})
    said: list[str] = []
    lost = json.loads(EvaluationWorker(SCENES, said.append).ask(asked))["kinds"][0]
    # What takes long from then on is no hanging code.
    assert json.loads(said[-1])["asked"]
    assert "origin=(0.0, 0.0)" in lost["call"]
    shown = own.page.locator(".report .kind").first.locator("pre")
    assert shown.all_inner_texts() == [lost["call"], lost["typical"]["call"]]
    own.button("Open this case").first.click()
    told = own.page.evaluate(
        """async () => {
            await player.whenIdle();
            const found = player.stop.live.fields.find(({ name }) => name === 'origin');
            return found.values;
        }"""
    )
    assert told == [0.0, 0.0]
    # The article has lost it too: what it says stands beside.
    beside = own.page.locator(".comparison-list:visible")
    beside.wait_for(timeout=PATIENCE)
    said = beside.inner_text().replace("\n", " ")
    assert said == "Geometry Hit Article 1 ≠ No hit Your code ≠ No hit"
    own.button("Map of where it is wrong").click()
    legend = own.page.locator(".report .legend li")
    legend.first.wait_for(timeout=PATIENCE)
    assert "Missed hit" in legend.first.inner_text()
    # It lies under the figure, which says whose it is.
    assert own.page.evaluate("Boolean(player.drawState().map)")
    title = own.page.locator(".map-title")
    assert title.inner_text() == "Map: where your code is wrong"
    # The article's map is on its own pages alone, and no click goes to it here.
    own.page.get_by_role("button", name="Map", exact=True).click()
    own.page.get_by_role("button", name="Mistakes", exact=True).click()
    own.page.get_by_text("Map: where the article's code is wrong").wait_for(
        timeout=PATIENCE
    )
    own.page.get_by_role("button", name="Your code").click()
    title.get_by_text("Map: where your code is wrong").wait_for(timeout=PATIENCE)
    own.button("Map of where it is wrong").click()
    title.wait_for(state="hidden")
    assert own.page.evaluate("player.drawState().map") is None


# From now on the user's code gets no question, until `letGo` is called.
_HOLD_ANSWERS = """() => {
    const { map } = player.cards.evaluationCard, { requestWorker } = map;
    const held = new Promise((done) => { window.letGo = done; });
    map.requestWorker = async (question) => {
        await held;
        map.requestWorker = requestWorker;
        return requestWorker(question);
    };
}"""


def test_an_answer_to_another_state_is_greyed_until_the_next_is_there(
    own: OwnCode,
) -> None:
    own.tried(WRONG)
    answer = ".report.map > p:first-child"
    said = own.page.locator(f"{answer}:visible")
    fresh = own.page.locator(f"{answer}[aria-busy=false]:not(:empty):visible")
    fresh.wait_for(timeout=PATIENCE)
    assert "stale" not in (said.get_attribute("class") or "").split()
    own.page.evaluate(_HOLD_ANSWERS)
    own.page.evaluate("player.live.do('set', 'radius', 0.5)")
    own.page.locator(f"{answer}.stale[aria-busy=true]:visible").wait_for()
    assert float(said.evaluate("one => getComputedStyle(one).opacity")) < 1.0
    own.page.evaluate("letGo()")
    fresh.wait_for(timeout=PATIENCE)
    assert float(said.evaluate("one => getComputedStyle(one).opacity")) == 1.0


def test_what_gives_no_sign_of_life_can_be_stopped(own: OwnCode) -> None:
    own.field.fill(DEAF)
    own.field.press("Control+Enter")
    own.button("Stop").click()
    own.button("Try it").wait_for()
    assert own.head.inner_text() == "Stopped."
    assert own.tried(BROKEN).startswith("Line 3: ")


def test_code_is_written_with_the_keyboard_and_kept(own: OwnCode) -> None:
    assert (
        "def ray_circle(origin, direction, center, radius):" in own.field.input_value()
    )
    own.field.fill("")
    own.field.press_sequentially("def f():")
    own.field.press("Enter")
    own.field.press_sequentially("if x:")
    own.field.press("Enter")
    own.field.press("Shift+Tab")
    own.field.press("Tab")
    own.field.press_sequentially("pass")
    text = "def f():\n    if x:\n        pass"
    assert own.field.input_value() == text
    own.field.press("Escape")
    own.field.press("Tab")
    assert own.button("Try it").evaluate("(e) => e === document.activeElement")
    own.page.reload()
    own.page.get_by_role("button", name="Your code").click(timeout=PATIENCE)
    own.field.wait_for(timeout=PATIENCE)
    assert own.field.input_value() == text
    own.button("Start anew").click()
    assert "direction, center, radius):" in own.field.input_value()


def test_code_that_a_link_brings_runs_only_when_told_to(
    own: OwnCode, server: Server
) -> None:
    own.field.fill("# my own work\n")
    state, page = case_state(RAY_CIRCLE, "Tangent"), own.page
    page.goto(f"{server.address}ray_circle.html{make_link(state, code=HOSTILE)}")
    page.reload()
    came = page.get_by_text("This code came with the link. It was not run")
    came.wait_for(timeout=PATIENCE)
    assert own.field.input_value() == HOSTILE
    assert page.evaluate("player.whenIdle().then(() => player.stop.case)") == "Tangent"
    page.wait_for_selector(".actions button:not(:disabled)")
    assert own.head.inner_text() == ""
    # The address goes on to hold it, beside another state.
    page.get_by_role("combobox", name="Case").select_option("Miss")
    held = parse_link(own.address(), [RAY_CIRCLE])
    assert (held.state.case, held.code) == ("Miss", HOSTILE)
    assert not any("/ran" in address for address in server.asked)
    # One's own is there as it was.
    own.button("Back to what you had written").click()
    assert own.field.input_value() == "# my own work\n"
    assert parse_link(own.address(), [RAY_CIRCLE]).code == ""
    own.field.fill(WRONG)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    own.button("Copy link").click()
    page.get_by_text("The link is copied, with this code.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert parse_link(copied, [RAY_CIRCLE]).code == WRONG
    # What is damaged says so, and shows its state.
    page.goto(f"{server.address}ray_circle.html{make_link(state)}/eNo")
    page.get_by_text("The code that came with the link is damaged").wait_for(
        timeout=PATIENCE
    )
    assert page.evaluate("player.stop.case") == "Tangent"
