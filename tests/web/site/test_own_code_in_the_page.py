"""User code in a page: written, saved, tried, traced, and in a link."""

from typing import Any

import pytest
from accessibility import hindrances
from kept_pages import WAIT_FOR_REST
from own_code_card import BROKEN, WRONG, OwnCode
from served_site import PATIENCE, Server

from playground.scene import author_files
from playground.session.saved_state import case_state, make_link, parse_link
from scenes import RAY_CIRCLE

pytestmark = pytest.mark.slow

# It would ask the server for something, whether as a page's markup or as Python.
HOSTILE = f"""\
import js
js.fetch("/ran")
# </textarea><img src=x onerror="fetch('/ran')"><script>fetch('/ran')</script>
{WRONG}"""


@pytest.fixture
def own(opened_live: Any) -> OwnCode:
    return OwnCode(opened_live())


# Whether what is chosen is in sight, with nothing over it.
_IS_LINE_SEEN = """() => {
    const { left, top, height } = getSelection().getRangeAt(0).getBoundingClientRect();
    const seen = document.elementFromPoint(left + 2, top + height / 2);
    return Boolean(seen?.closest(".cm-line.faulty-line"));
}"""
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


def test_an_answer_that_is_too_much_ends_its_trial(own: OwnCode) -> None:
    own.page.evaluate("() => { window.usual = window.askPython; }")
    for letter, count, words in (
        ("x", 2**24 + 1, "more data than a page can take"),
        ("[", 10**5, "more than 100 deep"),
    ):
        own.page.evaluate(
            """([letter, count]) => {
                window.askPython = async (text, worker) => (worker.startsWith("Judge")
                    ? letter.repeat(count) : usual(text, worker));
            }""",
            [letter, count],
        )
        own.tried(WRONG)
        report = own.page.locator(".report").first.inner_text()
        assert words in report.replace("\u00a0", " ")
        own.page.evaluate("() => { window.askPython = window.usual; }")
        assert own.tried(BROKEN).startswith("Line 3: ")


def test_code_is_written_with_the_keyboard_and_kept(own: OwnCode) -> None:
    assert "def ray_circle(origin, direction, center, radius):" in own.text()
    own.field.fill("")
    own.field.press_sequentially("def f():")
    own.field.press("Enter")
    own.field.press_sequentially("if x:")
    own.field.press("Enter")
    own.field.press("Shift+Tab")
    own.field.press("Tab")
    own.field.press_sequentially("pass")
    text = "def f():\n    if x:\n        pass"
    assert own.text() == text
    own.field.press("Escape")
    own.field.press("Tab")
    assert own.button("Test it").evaluate("(e) => e === document.activeElement")
    own.page.reload()
    own.page.get_by_role("button", name="Your code").click(timeout=PATIENCE)
    own.field.wait_for(timeout=PATIENCE)
    assert own.text() == text
    # Letters that are typed do nothing else.
    own.field.fill("")
    own.field.press_sequentially("# art?")
    assert own.text() == "# art?"
    own.field.press("Control+z")
    assert own.text() != "# art?"
    assert own.page.evaluate("player.stop.case") == "Two hits"
    # So are those of an input method.
    own.field.fill("")
    own.field.press_sequentially("# ")
    method = own.page.context.new_cdp_session(own.page)
    for text in ("k", "か", "かn", "かん"):
        held = {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        method.send("Input.imeSetComposition", held)
    method.send("Input.insertText", {"text": "漢"})
    own.field.press("Enter")
    own.field.press_sequentially("x")
    assert own.text() == "# 漢\nx"


def test_a_message_stands_at_its_line_until_the_next_try(own: OwnCode) -> None:
    own.tried(BROKEN)
    numbers = own.page.locator(".cm-lineNumbers .cm-gutterElement:visible")
    assert numbers.all_inner_texts() == ["1", "2", "3", "4", "5"]
    told = own.page.locator(".line-message")
    assert "'(' was never closed" in told.inner_text()
    above = told.locator("xpath=preceding-sibling::*[1]")
    assert above.inner_text() == "def ray_circle(origin:"
    assert own.field.get_attribute("aria-invalid") == "true"
    # It moves with its line, and stays while that is mended.
    own.field.press("Control+Home")
    own.field.press("Enter")
    assert above.inner_text() == "def ray_circle(origin:"
    own.button("Go to line 3").click()
    assert own.page.evaluate("getSelection().toString()") == ""
    own.tried("x = 1")
    assert "never closed" not in "".join(told.all_inner_texts())


def test_three_lines_lead_to_the_line_and_to_the_smallest_case(
    own: OwnCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In a browser a map has no limit.
    monkeypatch.setattr(author_files, "CALL_LIMIT_S", 60.0)
    lead, count, smallest = filter(None, own.tried(WRONG).splitlines())
    assert lead.endswith("(940 of 940). Look at line 10.")
    at_line = own.page.locator(".line-message").inner_text()
    assert f"{at_line} Look at line 10." == lead
    assert count.startswith("1,012 of 3,917 answers are wrong")
    assert smallest.startswith("Smallest case: ray_circle(origin=(0.0, 0.0), ")
    # What there is beside them is folded.
    assert own.page.locator(".report .kind:visible").count() == 0
    own.page.get_by_text("Details", exact=True).click()
    kinds = own.page.locator(".report .kind h3:visible").all_inner_texts()
    assert kinds[0] == "Missed hit: 1,076 of 3,917"
    own.button("Go to line 10").click()
    line = "    return t if t >= 0 else None"
    own.page.wait_for_function(_IS_LINE_SEEN)
    assert own.page.evaluate("getSelection().toString()") == line
    assert own.field.evaluate("(field) => field === document.activeElement")
    own.button("Smallest case").click()
    own.page.evaluate(WAIT_FOR_REST)
    told = own.page.evaluate("player.stop.live.fields.map(({ values }) => values)")
    assert told[:2] == [[0.0, 0.0], [1.0, 0.0]]
    for theme in ("light", "dark"):
        own.page.evaluate("(name) => player.themes.chooseTheme(name)", theme)
        assert hindrances(own.page, ".side") == []
    show_three_answers_and_a_map(own)
    grey_an_answer_to_another_state(own)


def show_three_answers_and_a_map(own: OwnCode) -> None:
    """Assert that the article's answer stands beside, and whose map it is."""
    beside = own.page.locator(".comparison-list:visible")
    beside.wait_for(timeout=PATIENCE)
    said = beside.inner_text().replace("\n", " ")
    assert said == "Geometry Hit Article 1 ≠ No hit Your code ≠ No hit"
    own.button("Map of its mistakes").click()
    assert own.page.locator(".report.map [role=status]").inner_text() == "Asking"
    own.page.locator(".report .legend li").first.wait_for(timeout=PATIENCE)
    # It lies under the figure, which says whose it is.
    assert own.page.evaluate("Boolean(player.drawState().map)")
    title = own.page.locator(".map-title")
    assert title.inner_text() == "Map: where your code is wrong"
    # The article's map is on its own pages alone, and no click goes to it here.
    own.page.get_by_role("button", name="Map", exact=True).click()
    own.page.get_by_role("button", name="Mistakes", exact=True).click()
    own.page.get_by_text("Map: where the article's code is wrong").wait_for()
    own.page.get_by_role("button", name="Your code").click()
    title.get_by_text("Map: where your code is wrong").wait_for()
    own.button("Map of its mistakes").click()
    title.wait_for(state="hidden")
    assert own.page.evaluate("player.drawState().map") is None


def grey_an_answer_to_another_state(own: OwnCode) -> None:
    """Assert that an answer is greyed until the one to the shown state is there."""
    answer = ".report.map > p:first-child"
    said = own.page.locator(f"{answer}:visible")
    fresh = own.page.locator(f"{answer}[aria-busy=false]:not(:empty):visible")
    fresh.wait_for(timeout=PATIENCE)
    own.page.evaluate(_HOLD_ANSWERS)
    own.page.evaluate("player.live.do('set', 'radius', 0.5)")
    own.page.locator(f"{answer}.stale[aria-busy=true]:visible").wait_for()
    assert float(said.evaluate("one => getComputedStyle(one).opacity")) < 1.0
    own.page.evaluate("letGo()")
    fresh.wait_for(timeout=PATIENCE)
    assert float(said.evaluate("one => getComputedStyle(one).opacity")) == 1.0


def test_code_begins_anew_from_a_file_or_as_an_example(own: OwnCode) -> None:
    signature = "def ray_circle(origin, direction, center, radius):"
    card = own.page.get_by_role("region", name="Your code")
    said = card.inner_text()
    assert signature in said
    assert "origin, center: a point; direction: " in said
    assert "Return the first t (None for a miss), or True or False; or a dict" in said
    assert signature in own.text()
    own.button("Example with a bug").click()
    assert "with a bug to be found" in own.text()
    with own.page.expect_file_chooser() as chosen:
        own.button("Choose file…").click()
    chosen.value.set_files(
        {"name": "mine.py", "mimeType": "text/x-python", "buffer": b"# mine\r\n"}
    )
    own.field.get_by_text("# mine").wait_for()
    own.button("New").click()
    assert signature in own.text()
    own.field.press("Control+z")
    assert own.text() == "# mine\n"


def test_on_a_phone_a_line_is_gone_to_and_lines_wrap(opened_live: Any) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True}
    own = OwnCode(opened_live(**phone, has_touch=True))
    lines = ["import math", *["x = 1"] * 60, *BROKEN.splitlines()]
    assert own.tried("\n".join(lines)).startswith("Line 64: ")
    own.button("Go to line 64").click()
    own.page.wait_for_function(_IS_LINE_SEEN)
    own.field.fill(f"# {'far ' * 60}")
    # It would zoom for smaller letters.
    is_cut, size = own.field.evaluate(
        """(field) => [field.scrollWidth > field.clientWidth,
            getComputedStyle(field).fontSize]"""
    )
    assert (is_cut, size) == (False, "16px")


def test_an_editor_that_cannot_be_loaded_is_said(opened_live: Any) -> None:
    seen = opened_live()
    seen.page.route("**/codemirror.js*", lambda route: route.abort())
    seen.page.get_by_role("button", name="Your code").click()
    seen.page.get_by_text("The editor could not be loaded. Reload the page").wait_for()
    assert seen.page.get_by_role("button", name="Test it").is_disabled()
    seen.page.unroute("**/codemirror.js*")
    seen.heard.clear()


def test_code_that_a_link_brings_runs_only_when_told_to(
    own: OwnCode, server: Server
) -> None:
    own.field.fill("# my own work\n")
    state, page = case_state(RAY_CIRCLE, "Tangent"), own.page
    page.goto(f"{server.address}ray_circle.html{make_link(state, code=HOSTILE)}")
    page.reload()
    came = page.get_by_text("This code came with the link. It was not run")
    came.wait_for(timeout=PATIENCE)
    assert own.text() == HOSTILE
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
    assert own.text() == "# my own work\n"
    assert parse_link(own.address(), [RAY_CIRCLE]).code == ""
    own.field.fill(WRONG)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    own.button("Copy link").click()
    page.get_by_text("The link, with this code, was copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    page.context.clear_permissions()
    assert parse_link(copied, [RAY_CIRCLE]).code == WRONG
    # What is damaged says so, and shows its state.
    page.goto(f"{server.address}ray_circle.html{make_link(state)}/eNo")
    page.get_by_text("The code that came with the link is damaged").wait_for(
        timeout=PATIENCE
    )
    assert page.evaluate("player.stop.case") == "Tangent"
