"""Looks of a page: in space, at all sizes, light and dark, and for screen readers."""

import html
from itertools import pairwise

import pytest
from effort import one_and_exhaustively_each
from kept_pages import WAIT_FOR_REST
from lesson_page import (
    ASK,
    CAMERA,
    CODE,
    FIRST,
    LOOK,
    MAP,
    RAY,
    SPACE,
    STEPS,
    TASK,
    UNIT,
    Open,
    agrees,
    begun_with,
    outside,
    plan,
    shared,
    text,
)
from page_data import decode_lesson

from playground.session.lesson.document import Lesson
from playground.session.view_model import SceneView
from playground.web.lesson_page import render_lesson_page
from playground.web.serialize.sample_texts import mark_symbols, to_mathml

pytestmark = pytest.mark.slow


def test_space_is_lit_and_turns(visit: Open) -> None:
    seen = visit()
    seen.turn(SPACE)

    def camera() -> dict[str, float]:
        seen.settle()
        return dict(seen.page.evaluate(CAMERA))

    first, picture = camera(), seen.picture(".view.space")
    assert seen.look("colours")["lit"] > 500
    x, y = seen.middle(".view.space")
    seen.drag((x, y + 120), 80, -20)
    turned = camera()
    assert turned["yaw"] != first["yaw"]
    assert seen.picture(".view.space") != picture
    agrees(seen, SPACE)
    seen.page.mouse.wheel(0, 300)
    assert camera()["distance"] > turned["distance"]
    seen.page.mouse.dblclick(x, y + 120)
    assert camera() == first
    seen.page.locator(".view.space").focus()
    seen.press("ArrowLeft", "+")
    assert camera()["yaw"] != first["yaw"]
    assert camera()["distance"] < first["distance"]
    seen.press("0")
    assert camera() == first


def test_without_webgl_it_says_so_and_sketches(visit: Open) -> None:
    without = begun_with("""
        const own = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
          return kind === "webgl2" ? null : own.call(this, kind, ...more);
        };
    """)
    seen = visit(source=without)
    seen.turn(SPACE)
    assert "no WebGL 2" in seen.told(".note")
    assert seen.look("colours")["sketched"] > 50
    seen.drag(seen.middle(".handle"), 60, 40)
    agrees(seen, SPACE)


SIZES = [(1280, 800), (360, 740)]


@pytest.mark.parametrize(
    ("width", "height", "tall"), [(1280, 800, 500), (390, 844, 290)]
)
def test_the_figure_never_moves_and_fits_its_words_and_time(
    visit: Open, width: int, height: int, tall: int
) -> None:
    seen = visit(width, height)
    places = set()
    for number in range(len(plan().stops)):
        seen.turn(number)
        seen.settle()
        box = {
            name: seen.page.locator(name).first.bounding_box()
            for name in (".view", ".stop-text", "nav", ".figure-area")
        }
        view, say, ways, stage = box.values()
        places.add((view["x"], view["y"]) if width > height else view["y"])
        assert view["y"] + view["height"] <= height
        # The first words stand in the window beside it or below it, and so does Next.
        assert say["y"] < ways["y"]
        assert ways["y"] + ways["height"] <= height
        assert say["y"] >= stage["y"] + stage["height"] or say["x"] > stage["width"]
        assert seen.page.evaluate("document.documentElement.scrollHeight") <= height
        time = seen.page.locator(".time")
        if time.count():
            slider = time.bounding_box()
            assert slider["y"] + slider["height"] <= height
            assert seen.page.locator(".time input").bounding_box()["width"] >= 100
        if seen.page.locator(".view").count() == 1:
            assert view["height"] >= tall
    assert len(places) == 1


def test_the_marks_of_a_long_lesson_end_before_the_way_on(visit: Open) -> None:
    stops = [*plan().stops[: TASK + 1]] + [plan().stops[LOOK]] * 9
    source = render_lesson_page(Lesson("Twelve stops", tuple(stops)), samples=20)
    seen = visit(390, 844, source=source)
    ends = """() => [...document.querySelectorAll("nav :is(.where, .dots i)")]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect().right)"""
    for width in (390, 320):
        seen.page.set_viewport_size({"width": width, "height": 844})
        for number in range(TASK + 1):
            seen.turn(number)
            way_on = seen.page.locator("nav .filled").bounding_box()
            assert max(seen.page.evaluate(ends)) <= way_on["x"]


def test_no_line_of_the_verdict_lies_on_what_a_stop_says(visit: Open) -> None:
    seen, shown = visit(390, 844), 0
    for number in range(len(plan().stops)):
        seen.turn(number)
        bar = seen.page.locator(".verdict-bar p")
        seen.settle()  # what observes the card comes after a frame
        if not bar.is_visible():
            continue
        shown += 1
        line = bar.bounding_box()
        said = seen.page.locator(".stop-text").bounding_box()
        assert line["y"] >= said["y"] + said["height"]
        side = seen.page.locator(".side").bounding_box()
        assert line["y"] + line["height"] == pytest.approx(
            side["y"] + side["height"], abs=1.0
        )
    assert shown
    seen.press("PageDown")
    seen.settle()
    assert seen.page.locator(".lesson-end").is_visible()
    assert not bar.is_visible()
    # A long moment has room beside the time.
    seen.turn(SPACE)
    seen.page.evaluate(
        """document.querySelector(".clock").textContent =
            "Turned back = 1: in the rectangle's frame" """
    )
    time = seen.page.locator(".time").bounding_box()
    clock = seen.page.locator(".clock").bounding_box()
    buttons = seen.page.locator(".time button").first.bounding_box()
    assert clock["y"] >= time["y"]
    assert clock["y"] + clock["height"] <= buttons["y"]


def test_what_is_said_of_an_answer_comes_into_sight(visit: Open) -> None:
    seen = visit(390, 560)
    seen.turn(ASK)
    for key, shown in (
        ("1", "button:text('Show the answer')"),
        ("2", "p[role=status]"),
    ):
        seen.press(key)
        seen.settle()
        told = seen.page.locator(f"[aria-label=Question] {shown}").bounding_box()
        bar = seen.page.locator(".verdict-bar p").bounding_box()
        side = seen.page.locator(".side").bounding_box()
        end = bar["y"] if bar else side["y"] + side["height"]
        assert told["y"] >= side["y"]
        assert told["y"] + told["height"] <= end


def test_a_question_and_a_step_hide_the_verdict_until_it_is_known(visit: Open) -> None:
    seen = visit()
    seen.turn(ASK)
    assert seen.told(".verdict").split()[:2] == ["Geometry", "?"]
    seen.turn(STEPS)
    assert seen.told(".verdict h2") == "?"
    assert "answers it" in seen.told(".verdict .sentence")
    last = SceneView(RAY, FIRST.params).deciding(of_article=False)
    seen.run(f"player.openStep({last})")
    assert seen.told(".verdict h2") == "Hit"
    seen.run(f"player.openStep({last} - 1)")
    assert seen.told(".verdict h2") == "?"


@pytest.mark.parametrize("size", one_and_exhaustively_each(SIZES[::-1]))
def test_nothing_is_clipped_or_covered(visit: Open, size: tuple[int, int]) -> None:
    seen = visit(*size)
    seen.page.evaluate(
        "player.stops.forEach((stop, n) => player.givenAnswers.set(n, [0, 0]))"
    )
    for number in range(len(plan().stops)):
        seen.turn(number)
        for tab in seen.page.locator(".tabs button").all():
            tab.click()
            for summary in seen.page.locator("summary:visible").all():
                summary.click()
            seen.settle()
            wide = seen.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size[0]
            assert seen.look("clipped") == []
            assert seen.look("covered") == []
            assert seen.look("small") == []
            assert seen.look("shrunk") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_follows_the_system_and_its_text_can_be_read(
    visit: Open, theme: str
) -> None:
    seen = visit(color_scheme=theme)
    named = decode_lesson(seen.page.content())
    want = named["tones"][theme][named["named"]["background"]]
    red, green, blue = (int(want[i : i + 2], 16) for i in (1, 3, 5))
    body = "getComputedStyle(document.body).backgroundColor"
    assert seen.page.evaluate(body) == f"rgb({red}, {green}, {blue})"
    for number in range(len(plan().stops)):
        seen.turn(number)
        assert seen.look("faint") == []
    seen.turn(LOOK)
    before = seen.picture("canvas")
    seen.press("t")
    assert seen.page.evaluate(body) != f"rgb({red}, {green}, {blue})"
    assert seen.picture("canvas") != before


def test_what_a_question_hides_leaves_its_room(visit: Open) -> None:
    seen = visit()
    seen.page.evaluate(f"player.stops[{SPACE}].question = player.stops[{ASK}].question")
    outcomes = "player.lesson.progress.stops"
    seen.page.evaluate(f"{outcomes}[{SPACE}] = {outcomes}[{ASK}]")
    seen.turn(SPACE)
    stage = seen.page.locator(".views").bounding_box()
    first = seen.page.locator(".view").first

    def shares() -> list[float]:
        box = first.bounding_box()
        return [box[side] / stage[side] for side in ("width", "height")]

    assert max(shares()) > 0.99
    assert seen.page.locator(".view:visible").count() == 1
    for answer in seen.page.locator(".answers button").all():
        # Whichever is wrong may be tried again.
        if answer.is_enabled():
            answer.click()
        seen.settle()
    assert seen.page.locator(".view:visible").count() == 2
    assert shares()[0] < 0.5


def test_on_a_phone_the_view_is_shown_in_which_a_step_is_new(visit: Open) -> None:
    seen = visit(390, 844)
    seen.turn(MAP)

    def left(step: int) -> float:
        seen.run(f"player.openStep({step})")
        return float(seen.page.locator(".view").nth(1).bounding_box()["x"])

    # The first turns the world; the second measures in the rectangle's frame.
    assert left(1) > 195
    assert left(2) < 195
    assert left(1) > 195
    seen.run("player.openPage('derivation', 2)")
    assert seen.page.locator(".view").nth(1).bounding_box()["x"] < 195


def test_the_line_to_blame_is_seen_and_no_line_is_cut(visit: Open) -> None:
    for size in SIZES:
        seen = visit(*size)
        seen.turn(CODE)
        listed = seen.page.locator(".code").bounding_box()
        line = seen.page.locator(".code .faulty-line").bounding_box()
        ways = seen.page.locator("nav").bounding_box()
        assert listed["y"] <= line["y"] < ways["y"]
        tops = "all => all.map((e) => e.getBoundingClientRect().y)"
        every = seen.page.locator(".code li").evaluate_all(tops)
        assert min(abs(top - listed["y"]) for top in every) <= 1.0


def test_headings_are_in_order_and_a_reader_hears_the_answer(visit: Open) -> None:
    seen = visit()
    for number in range(len(plan().stops)):
        seen.turn(number)
        levels = [
            int(name[1])
            for name in seen.page.locator("h1, h2, h3").evaluate_all(
                "all => all.filter((e) => e.offsetParent).map((e) => e.tagName)"
            )
        ]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(b <= a + 1 for a, b in pairwise(levels))
    seen.turn(LOOK)
    seen.carry()
    live = seen.page.locator("[aria-live=polite]").inner_text()
    assert live.startswith("No hit. ")
    rows = SceneView(RAY, shared(LOOK).samples.states[seen.sample]).rows
    assert all(f"{row.name}: " in live for row in rows if row.main)
    assert "No hit" in seen.page.locator("canvas[role=img]").get_attribute("aria-label")
    # A figure has a name as soon as it is there.
    assert seen.page.evaluate(
        f"player.open({MAP}), player.figures.map(f => f.canvas.ariaLabel.length > 10)"
    ) == [True, True]


def test_in_a_notebook_it_runs_without_storage(visit: Open) -> None:
    framed = (
        "<!doctype html><meta charset='utf-8'><iframe sandbox='allow-scripts' "
        f'style="width: 800px; height: 720px" srcdoc="{html.escape(text())}"></iframe>'
    )
    seen = visit(source=framed)
    frame = seen.page.frames[-1] if len(seen.page.frames) > 1 else None
    assert frame is not None
    frame.wait_for_selector(".verdict")
    frame.evaluate(WAIT_FOR_REST)
    assert frame.inner_text(".verdict h2") == "Hit"
    box = frame.locator(".handle").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    own, unit, goal = FIRST.params.origin, frame.evaluate(UNIT), outside()
    seen.page.mouse.move(x, y)
    seen.page.mouse.down()
    seen.page.mouse.move(x + (goal[0] - own[0]) * unit, y + (own[1] - goal[1]) * unit)
    seen.page.mouse.up()
    frame.evaluate(WAIT_FOR_REST)
    assert frame.inner_text(".verdict h2") == "No hit"
    frame.get_by_role("button", name="Switch theme").click()


def test_formulas_are_stacked_and_no_smaller_than_they_have_to_be(visit: Open) -> None:
    seen = visit()

    def show(formula: str) -> None:
        seen.page.evaluate(
            """([number, say, formula]) => {
              player.stops[number].say = say;
              for (const step of player.stops[number].steps) step.formula = formula;
              player.open(number);
            }""",
            [STEPS, mark_symbols("So vx' = 2 and rx² = 3."), formula],
        )
        seen.settle()

    show(to_mathml("v_x' = 2"))
    left = "all => all.map((e) => e.getBoundingClientRect().left)"
    for css in (".stop-text .stacked-scripts", "msubsup"):
        every = seen.page.locator(f"{css} > *").evaluate_all(left)
        lowered, raised = every[-2:]
        assert abs(lowered - raised) < 3.0, css
    assert seen.page.locator(".stop-text .stacked-scripts").count() == 2
    cells = "".join(f"<mtd><mn>{n}0000</mn></mtd>" for n in range(1, 9))
    show(f"<math><mtable><mtr>{cells}</mtr></mtable></math>")
    table, room = (
        seen.page.locator(css).first.bounding_box()["width"]
        for css in ("mtable", ".formula")
    )
    assert 0.94 * room < table <= room
