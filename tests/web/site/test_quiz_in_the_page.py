"""Quiz, precision panel and a lesson's end in a page; Python is this process."""

import json
from typing import Any

import pytest
from served_site import Visited

from playground.quiz.round import QUESTION_COUNT

pytestmark = pytest.mark.slow

# What would tell the answer, wherever it stood in the page.
_SHOWN = ".verdict, .article, .fields, dl, .code, .map, .curve, .outcome, .quiz .step"


def begun(seen: Visited, seed: int = 7) -> None:
    seen.click("Predict")
    seen.page.get_by_label("Seed").fill(str(seed))
    seen.press("Enter")


def told(seen: Visited) -> Any:
    return json.loads(seen.page.evaluate("JSON.stringify(player.stop)"))


def test_nothing_tells_the_answer_before_it_is_given(opened_live: Any) -> None:
    seen = opened_live()
    begun(seen)
    for _ in range(2):
        assert seen.page.locator(".quiz").is_visible()
        assert not seen.page.locator(_SHOWN).locator("visible=true").count()
        stop = told(seen)
        assert not [
            stop[name] for name in ("rows", "dims", "article", "map") if stop[name]
        ]
        # The case that a question comes from may be called a miss.
        assert not (stop["case"] + stop["live"]["case"])
        assert seen.page.get_by_label("Case").input_value() == ""
        assert stop["live"]["curve"] is None
        assert stop["verdict"]["word"] == "?"
        assert "answered" not in stop["live"]["quiz"]
        # Words of the state, and none of its verdict.
        assert not seen.page.inner_text(".announcement")
        label = seen.page.locator("canvas").first.get_attribute("aria-label")
        assert "Hit" not in label
        assert "Miss" not in label
        seen.press("m", "Enter")
    # A case that is chosen leaves the quiz.
    seen.choose("Case", "Two hits")
    assert seen.page.locator(".quiz").is_hidden()
    assert "Hit" in seen.page.inner_text("[data-verdict]")


def test_a_round_is_played_to_its_end_by_keys(opened_live: Any) -> None:
    seen = opened_live()
    begun(seen)
    wrong = 0
    for number in range(1, QUESTION_COUNT + 1):
        assert (
            seen.page.inner_text(".quiz h2") == f"Question {number} of {QUESTION_COUNT}"
        )
        assert seen.page.locator(".quiz .filled").get_attribute("aria-disabled")
        seen.press("h")
        while told(seen)["live"]["quiz"].get("places") and not seen.page.evaluate(
            "player.quiz.ready"
        ):
            seen.press("ArrowLeft")
        if told(seen)["live"]["asking"]:
            seen.press("Enter")
        outcome = seen.page.inner_text(".quiz .outcome")
        assert outcome.startswith(("✓ Right", "✗ Wrong"))
        if outcome.startswith("✗"):
            wrong += 1
            assert seen.page.locator(".quiz .step .formula").count()
            assert seen.page.get_by_role("button", name="See step").is_visible()
        seen.press("Enter")
    assert wrong
    assert seen.page.inner_text(".quiz h2") == "Result"
    assert seen.page.locator(".quiz .lines li").count() == QUESTION_COUNT


def test_a_reload_goes_on_with_the_round(opened_live: Any) -> None:
    seen = opened_live()
    begun(seen)
    # Before the second question is revealed, and after it.
    for keys in (("m", "Enter"), ("m",)):
        seen.press(*keys)
        before = told(seen)["live"]["quiz"]
        seen.page.reload()
        seen.until("() => Boolean(window.player?.stop.live?.quiz)")
        seen.settle()
        assert told(seen)["live"]["quiz"] == before
        assert seen.page.locator(".quiz").is_visible()
        assert seen.page.inner_text(".quiz h2") == "Question 2 of 10"
    seen.click("Stop")
    # What the quiz asked is not left behind as a state of the scene.
    seen.click("Explore")
    assert not told(seen)["live"]["changed"]


def test_start_gives_a_sign_at_once_and_no_button_moves(opened_live: Any) -> None:
    seen = opened_live()
    seen.click("Predict")
    main = seen.page.locator(".quiz .filled")
    pressed_text = "(button) => { button.click(); return button.textContent; }"
    assert main.evaluate(pressed_text) == "One moment…"
    seen.settle()
    buttons = seen.page.locator(".quiz .round-buttons button, .quiz .choices button")
    places = set()
    for key in ("m", "Enter", "m", "Enter", "m"):
        assert buttons.count()
        places.add(str([one.bounding_box() for one in buttons.all()]))
        seen.press(key)
    assert len(places) == 1


def test_a_place_is_given_by_a_press_and_the_step_is_seen(opened_live: Any) -> None:
    seen = opened_live(has_touch=True)
    begun(seen)
    box = seen.page.locator("canvas").first.bounding_box()
    at = box["x"] + 0.6 * box["width"], box["y"] + 0.4 * box["height"]
    # A drag answers nothing.
    seen.drag(at, 30, 20)
    assert told(seen)["live"]["quiz"]["given"] is None
    camera = seen.page.evaluate("player.figures[0].camera")
    seen.page.touchscreen.tap(*at)
    seen.settle()
    guess = seen.page.evaluate(
        """() => {
            const [figure] = player.figures, { unit, texts } = figure.view;
            const label = texts.find(({ text }) => text === "your guess");
            const [x, y] = [label.x, label.y].map((n) => (n[0] ?? n) * unit);
            const { left, top } = figure.canvas.getBoundingClientRect();
            const [u, v] = figure.projection.toScreen(x, y);
            return [left + u, top + v];
        }"""
    )
    assert guess == pytest.approx(at, abs=2)
    assert told(seen)["live"]["quiz"]["given"] == 0
    # A tap is the answer: what is revealed is in the same scale.
    assert seen.page.evaluate("player.figures[0].camera") == camera
    step = told(seen)["live"]["quiz"]["step"]["number"]
    seen.page.get_by_role("button", name="See step").tap()
    seen.settle()
    assert seen.page.evaluate("[player.tab, player.step]") == ["derivation", step]


def test_the_lens_reads_one_verdict_in_three_precisions(opened_live: Any) -> None:
    seen = opened_live()
    seen.click("Lens")
    names = seen.page.locator(".precision-lens tbody th").all_inner_texts()
    assert names == ["float32", "float64", "exact"]
    before = seen.page.inner_text(".precision-lens output")
    seen.click("Next float32 up")
    assert seen.page.inner_text(".precision-lens output") != before


def hrefs(place: Any) -> list[str]:
    """Return the targets of its links."""
    return [str(link.get_attribute("href")) for link in place.locator("a").all()]


def test_a_lesson_ends_with_what_can_be_said(opened_live: Any) -> None:
    seen = opened_live("point_ellipse-lesson.html")
    count = seen.page.evaluate("player.stops.length")
    go_to_end = f"player.open({count - 1})"
    seen.page.evaluate(go_to_end)
    seen.press("PageDown")
    end = seen.page.locator(".lesson-end")
    assert end.is_visible()
    # There is no lesson after the last one.
    assert [way.split("#")[0] for way in hrefs(end)] == ["point_ellipse.html"] * 2
    home, other, scene = hrefs(seen.page.locator("header"))
    assert (home, scene) == ("index.html", "point_ellipse.html")
    assert other == "ja/point_ellipse-lesson.html"
    assert end.locator(".review li").count()
    seen.page.get_by_role("button", name="All stops").click()
    seen.press("Escape")
    assert not seen.page.locator("dialog[open]").count()
    seen.page.get_by_role("button", name="All stops").click()
    stops = seen.page.locator("dialog[open] .stops button")
    assert stops.count() == count
    stops.nth(1).click()
    seen.settle()
    assert not end.is_visible()
    assert seen.page.evaluate("player.number") == 1
    seen.page.evaluate("document.activeElement.blur()")
    # Enter goes on, and from the end where that leads first.
    seen.press("Enter")
    assert seen.page.evaluate("player.number") == 2
    seen.page.evaluate(go_to_end)
    seen.press("PageDown")
    seen.page.keyboard.press("Enter")
    seen.page.wait_for_url("**/point_ellipse.html#**")
