"""A lesson's page in a real browser, by real events: mouse, keys and what is seen."""

import html
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from playground.page.one_file import page, unpacked
from playground.page.stops import Shared, sharing
from playground.page.words import where
from playground.scene.mathtext import show
from playground.study.lesson import Ends, Plan, Question, Stop, Task, lesson_of
from playground.study.shown import Page as Shown
from playground.study.state import of_case
from playground.study.study import Study
from scenes import SCENES

pytestmark = pytest.mark.slow

RAY, RECT, _, SPHERE, _ = SCENES
FIRST = of_case(RAY)
# The stops, by their places.
LOOK, ASK, TASK, STEPS, SPACE, MAP, CODE = range(7)
EACH = 80
LOOKS = (Path(__file__).parent / "looks.js").read_text(encoding="utf-8")


@cache
def plan() -> Plan:
    mapped = next(s for s in lesson_of(RECT, SCENES).stops if s.state.map)  # type: ignore[union-attr]
    question = Question("Does it hit?", ("It misses", "It hits"), 1, "It goes through.")
    return Plan(
        "A lesson",
        (
            Stop(FIRST, "Look at the ray."),
            Stop(FIRST, "Think first.", question=question),
            Stop(FIRST, "Move it.", task=Task("Make it miss.", (Ends("Miss"),))),
            Stop(replace(FIRST, page=Shown.DERIVATION, step=2), "Step by step."),
            Stop(replace(of_case(SPHERE), compare=True), "A sphere flies."),
            mapped,
            Stop(
                replace(of_case(RAY, "Starts inside"), page=Shown.CODE),
                "Find the line.",
            ),
        ),
        "Somebody",
    )


@cache
def shared(number: int) -> Shared:
    """The samples of a stop, as Python has them."""
    group = next(group for group in sharing(plan().stops) if number in group)
    return Shared([plan().stops[i] for i in group], EACH)


@cache
def outside() -> tuple[float, float]:
    """A place of the ray's start from which it misses, as far as can be from others."""
    places = [
        value or FIRST.params.origin for value in shared(LOOK).samples.ways[0].values
    ]

    def apart(place: tuple[float, float]) -> float:
        return min(math.dist(place, other) for other in places if other != place)

    def misses(place: tuple[float, float]) -> bool:
        verdict = Study(RAY, replace(FIRST.params, origin=place)).verdict
        return verdict is not None and verdict.text == "Miss"

    return max(filter(misses, places), key=apart)


@pytest.fixture(scope="session")
def text() -> str:
    return page(plan(), samples=EACH * len(sharing(plan().stops)))


@dataclass
class Visit:
    """A page that is open, and what it said and asked for."""

    page: Any
    heard: list[str]

    def told(self, css: str) -> str:
        return str(self.page.inner_text(css)).replace("\xa0", " ")

    def look(self, name: str) -> Any:
        """Ask one of the questions about looks."""
        return self.page.evaluate(f"(() => {{ {LOOKS} return {name}(); }})()")

    def turn(self, number: int) -> None:
        self.page.evaluate("number => player.open(number)", number)
        self.settle()

    def settle(self) -> None:
        """Wait until it was played, drawn and told."""
        self.page.evaluate("player.settled()")

    def picture(self, css: str = ".view") -> bytes:
        self.settle()
        return bytes(self.page.locator(css).first.screenshot())

    def middle(self, css: str) -> tuple[float, float]:
        box = self.page.locator(css).first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, css: str, dx: float, dy: float) -> None:
        x, y = self.middle(css)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for part in (0.3, 0.7, 1.0):
            self.page.mouse.move(x + part * dx, y + part * dy)
        self.page.mouse.up()
        self.settle()

    def carry(self) -> None:
        """Drag the ray's start to where it misses."""
        x, y = outside()
        own, unit = FIRST.params.origin, self.page.evaluate(UNIT)
        self.drag(".handle", (x - own[0]) * unit, (own[1] - y) * unit)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    @property
    def sample(self) -> int:
        return int(self.page.evaluate("player.sample"))


CAMERA = "({ ...player.figures[0].camera })"
# How many px of the page a unit of the world has in the plane.
UNIT = "player.figures[0].view.scale * player.figures[0].scale"
Open = Callable[..., Visit]


@pytest.fixture
def visit(browser: Any, text: str, tmp_path: Path) -> Iterator[Open]:
    """Open the lesson, which says nothing to the console and asks for nothing."""
    heard: list[str] = []
    contexts = []

    def opened_at(
        width: int = 1280, height: int = 800, source: str = text, **more: Any
    ) -> Visit:
        file = tmp_path / "lesson.html"
        file.write_text(source, encoding="utf-8")
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, **more)
        contexts.append(context)
        own = file.as_uri()

        def asked(route: Any) -> None:
            if (
                route.request.url.startswith(("data:", "blob:"))
                or route.request.url == own
            ):
                route.continue_()
                return
            heard.append(route.request.url)
            route.abort()

        context.route("**/*", asked)
        found = context.new_page()
        found.on("console", lambda said: heard.append(said.text))
        found.on("pageerror", lambda error: heard.append(str(error)))
        found.goto(own)
        return Visit(found, heard)

    def ready(*arguments: Any, **more: Any) -> Visit:
        seen = opened_at(*arguments, **more)
        if "source" not in more:
            seen.page.wait_for_selector(".verdict")
            seen.settle()
        return seen

    yield ready
    for context in contexts:
        context.close()
    assert heard == []


def agrees(seen: Visit, number: int) -> None:
    """Assert that the page says of its sample what the scene says in that state."""
    found = shared(number)
    state = found.samples.states[seen.sample]
    moment = Study(found.scene, state)
    assert moment.verdict is not None
    assert seen.told(".verdict h2") == moment.verdict.text
    assert seen.told(".verdict p") == moment.verdict.detail
    names = seen.page.locator("dl dt").all_text_contents()
    every = dict(
        zip(
            (name.replace("\xa0", " ") for name in names),
            seen.page.locator("dl dd").all_text_contents(),
            strict=True,
        )
    )
    for row in moment.rows:
        told = every[row.name].replace("\xa0", " ")
        value = show(row.value, row.digits)
        assert told == (f"{value} {row.unit}".strip() if value != "none" else value)
    for way, handle in zip(
        found.samples.ways, seen.page.locator(".handle").all(), strict=True
    ):
        name = way.grip.name
        places = [way.at(found.stops[0].state.params, value) for value in way.values]
        at = [getattr(p, name) for p in places].index(getattr(state, name))
        assert handle.get_attribute("aria-valuetext") == where(places, name)[at]


def test_a_drag_moves_the_shape_and_the_verdict(visit: Open) -> None:
    seen = visit()
    agrees(seen, LOOK)
    before, words = seen.picture("canvas"), seen.told(".verdict")
    assert words.startswith("Hit")
    x, y = seen.middle(".handle")
    seen.carry()
    assert seen.told(".verdict h2") == "Miss"
    assert seen.picture("canvas") != before
    goal = outside()
    assert shared(LOOK).samples.states[seen.sample].origin == goal
    agrees(seen, LOOK)
    # The handle is where the pointer left it.
    unit, own = seen.page.evaluate(UNIT), FIRST.params.origin
    now = seen.middle(".handle")
    assert now[0] == pytest.approx(x + (goal[0] - own[0]) * unit, abs=1)
    assert now[1] == pytest.approx(y - (goal[1] - own[1]) * unit, abs=1)


@pytest.mark.parametrize("number", [LOOK, SPACE, MAP])
def test_after_any_drag_the_page_says_what_the_scene_says(
    visit: Open, number: int
) -> None:
    seen = visit()
    seen.turn(number)
    found = set()
    for dx, dy in ((60, 0), (-140, 30), (30, 120), (90, -200)):
        seen.drag(".handle", dx, dy)
        agrees(seen, number)
        found.add(seen.sample)
    assert len(found) > 1


def test_touch_drags_turns_and_pinches(visit: Open) -> None:
    seen = visit(390, 844, has_touch=True, is_mobile=True)
    wire = seen.page.context.new_cdp_session(seen.page)

    def touch(*frames: list[tuple[float, float]]) -> None:
        for number, frame in enumerate(frames):
            kind = "touchMove" if number else "touchStart"
            points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(frame)]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        seen.settle()

    x, y = seen.middle(".handle")
    touch([(x, y)], [(x + 60, y + 60)], [(x + 120, y + 120)])
    assert seen.middle(".handle")[1] > y + 60
    agrees(seen, LOOK)
    seen.turn(SPACE)
    x, y = seen.middle(".view.space")
    first = seen.page.evaluate(CAMERA)
    touch([(x, y + 80)], [(x + 40, y + 80)])
    turned = seen.page.evaluate(CAMERA)
    assert turned["yaw"] != first["yaw"]
    touch([(x - 30, y + 80), (x + 30, y + 80)], [(x - 60, y + 80), (x + 60, y + 80)])
    near = seen.page.evaluate(CAMERA)
    assert near["yaw"] == turned["yaw"]
    assert near["distance"] == pytest.approx(first["distance"] / 2)


def test_arrows_move_the_handle_that_has_the_focus(visit: Open) -> None:
    seen = visit()
    seen.page.locator(".handle").first.focus()
    moved = []
    ways = {"ArrowUp": (1, -1), "ArrowRight": (0, 1), "ArrowDown": (1, 1)}
    for key, (axis, sign) in ways.items():
        before = seen.middle(".handle")
        seen.press(key)
        after = seen.middle(".handle")
        agrees(seen, LOOK)
        if after != before:  # at the border there is nothing beyond
            moved.append(key)
            assert sign * (after[axis] - before[axis]) > 1
    assert len(moved) >= 2
    assert seen.page.evaluate("document.activeElement.className") == "handle"


def test_tab_reaches_all(visit: Open) -> None:
    seen = visit()
    seen.turn(SPACE)
    reached = []
    for _ in range(20):
        seen.page.keyboard.press("Tab")
        reached.append(seen.look("focused"))
    names = [one["name"] for one in reached]
    wanted = ["Next ▶", "Light or dark", "View in space", "start", "Play", "Time t"]
    wanted += ["Numbers", "Derivation", "All numbers", "checkbox"]
    places = [-1]
    for part in wanted:
        found = [i for i, name in enumerate(names) if part.lower() in name.lower()]
        assert found, (part, names)
        places.append(next(i for i in found if i > places[-1]))
    assert all(one["outlined"] for one in reached if one["inside"])


def test_keys_walk_steps_and_stops(visit: Open) -> None:
    seen = visit()
    seen.turn(STEPS)
    assert "Step 2 of" in seen.told(".steps")
    second = seen.told(".step")
    seen.press("ArrowRight")
    assert "Step 3 of" in seen.told(".steps")
    assert seen.told(".step") != second
    seen.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert "Step 1 of" in seen.told(".steps")
    state = shared(STEPS).samples.states[seen.sample]
    assert Study(RAY, state).steps[0].title in seen.told(".step h3")
    seen.press("PageUp")
    assert seen.told(".where") == "3 of 7"
    seen.press("PageDown", "PageDown")
    assert seen.told(".say") == plan().stops[SPACE].say
    seen.press(*4 * ("PageDown",))
    assert seen.told(".where") == "7 of 7"


def test_a_formulas_terms_light_the_figure(visit: Open) -> None:
    seen = visit()
    seen.turn(STEPS)
    before = seen.picture("canvas")
    term = seen.page.locator(".term").first
    term.hover()
    assert seen.picture("canvas") != before
    seen.page.mouse.move(5, 5)
    assert seen.picture("canvas") == before
    term.focus()
    assert seen.picture("canvas") != before


def test_a_question_hides_what_it_asks_for(visit: Open) -> None:
    seen = visit()
    seen.turn(ASK)
    body = seen.page.inner_text("body")
    assert "Does it hit?" in body
    assert not re.search(r"1\.268|Enters", body)
    assert seen.page.locator(".handle:visible").count() == 0
    before = seen.picture("canvas")
    seen.page.get_by_role("button", name="It misses").click()
    seen.settle()
    assert "No: It hits. It goes through." in seen.told("[aria-label=Question]")
    assert seen.picture("canvas") != before
    agrees(seen, ASK)
    # It stays answered while others are looked at.
    seen.press("PageDown", "PageUp")
    agrees(seen, ASK)


def test_a_task_is_done_where_its_checks_hold(visit: Open) -> None:
    seen = visit()
    seen.turn(TASK)
    task = "[aria-label=Task]"
    assert "Not yet." in seen.told(task)
    seen.carry()
    assert seen.told(".verdict h2") == "Miss"
    assert "Done." in seen.told(task)
    seen.press("r")
    assert seen.told(".verdict h2") == "Hit"
    assert "Not yet." in seen.told(task)


def test_time_is_scrubbed_stepped_and_played(visit: Open) -> None:
    seen = visit()
    seen.turn(SPACE)
    slider = seen.page.locator("input[type=range]")
    slider.focus()
    seen.press("Home")
    start = seen.told(".clock")
    assert start.endswith("start")
    seen.press("ArrowRight", "ArrowRight")
    assert seen.told(".clock") != start
    agrees(seen, SPACE)
    seen.press("Home")
    seen.page.evaluate("document.activeElement.blur()")
    seen.press(".")
    stepped = seen.told(".clock")
    assert stepped != start
    seen.press(",")
    assert seen.told(".clock") == start
    seen.press(" ")
    seen.settle()
    assert slider.input_value() == slider.get_attribute("max")
    agrees(seen, SPACE)


def test_who_wants_no_motion_plays_moment_by_moment(visit: Open) -> None:
    seen = visit(reduced_motion="reduce")
    seen.turn(SPACE)
    slider = seen.page.locator("input[type=range]")
    slider.focus()
    seen.press("Home")
    seen.page.get_by_role("button", name="Play").click()
    seen.settle()
    assert slider.input_value() == "1"
    assert not seen.page.evaluate("player.playing")


def test_the_article_beside_the_truth(visit: Open) -> None:
    seen = visit()
    seen.turn(SPACE)
    box = seen.page.locator("[aria-label=Article] input")
    assert box.is_checked()
    before = seen.picture(".views")
    assert re.match("Agrees|Differs", seen.told(".badge"))
    seen.press("a")
    assert not box.is_checked()
    assert seen.page.locator(".badge:visible").count() == 0
    assert seen.picture(".views") != before


def test_a_map_lies_under_the_figure(visit: Open) -> None:
    seen = visit()
    seen.turn(MAP)
    with_map = seen.picture()
    assert seen.page.locator(".legend li").count() >= 2
    seen.page.get_by_role("button", name="Numbers").click()
    assert seen.picture() != with_map


def test_the_code_shows_what_ran_and_the_line_to_blame(visit: Open) -> None:
    seen = visit()
    seen.turn(CODE)
    state = shared(CODE).samples.states[seen.sample]
    laid = Study(RAY, state).laid_open_in(shared(CODE).dtype)
    assert laid is not None
    lines = seen.page.locator(".code li").all()
    told = [line.locator("code").text_content() for line in lines]
    assert [text.strip() for text in told] == [line.text.strip() for line in laid.lines]
    ran = [line.get_attribute("class") or "" for line in lines]
    assert ["idle" not in name for name in ran] == [line.reached for line in laid.lines]
    (blamed,) = (i for i, name in enumerate(ran) if "blamed" in name)
    assert laid.lines[blamed].number == laid.blamed
    assert laid.why in seen.told("[aria-label=Code] p")


def test_space_is_lit_and_turns(visit: Open) -> None:
    seen = visit()
    seen.turn(SPACE)
    first = seen.picture(".view.space")
    assert seen.look("colours")["lit"] > 500
    x, y = seen.middle(".view.space")
    seen.page.mouse.move(x, y + 120)
    seen.page.mouse.down()
    seen.page.mouse.move(x + 80, y + 100)
    seen.page.mouse.up()
    turned = seen.picture(".view.space")
    assert turned != first
    agrees(seen, SPACE)
    seen.page.mouse.wheel(0, 300)
    assert seen.picture(".view.space") != turned
    seen.page.mouse.dblclick(x, y + 120)
    seen.page.mouse.move(5, 5)
    assert seen.picture(".view.space") == first
    seen.page.locator(".view.space").focus()
    seen.press("ArrowLeft", "+")
    assert seen.page.evaluate(
        "player.figures[0].camera.yaw !== player.figures[0].first.yaw"
    )
    seen.press("0")
    seen.page.evaluate("document.activeElement.blur()")
    assert seen.picture(".view.space") == first


def test_without_webgl_it_says_so_and_sketches(visit: Open, text: str) -> None:
    without = text.replace(
        "<body>",
        """<body><script>
        const own = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
          return kind === "webgl2" ? null : own.call(this, kind, ...more);
        };</script>""",
    )
    seen = visit(source=without)
    seen.page.wait_for_selector(".verdict")
    seen.turn(SPACE)
    assert "no WebGL 2" in seen.told(".note")
    assert seen.look("colours")["sketched"] > 50
    seen.drag(".handle", 60, 40)
    agrees(seen, SPACE)


SIZES = [(1280, 800), (360, 740)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_clipped_or_covered(visit: Open, width: int, height: int) -> None:
    seen = visit(width, height)
    seen.page.evaluate("player.stops.forEach((stop, n) => player.given.set(n, 0))")
    for number in range(len(plan().stops)):
        seen.turn(number)
        for tab in seen.page.locator(".tabs button").all():
            tab.click()
            for summary in seen.page.locator("summary:visible").all():
                summary.click()
            seen.settle()
            assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
            assert seen.look("clipped") == []
            assert seen.look("covered") == []
    for handle in seen.page.locator(".handle").all():
        box = handle.bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_follows_the_system_and_its_text_can_be_read(
    visit: Open, theme: str
) -> None:
    seen = visit(color_scheme=theme)
    named = unpacked(page_text(seen))
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


def page_text(seen: Visit) -> str:
    return str(seen.page.content())


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
    assert live.startswith("Miss. ")
    rows = Study(RAY, shared(LOOK).samples.states[seen.sample]).rows
    assert all(f"{row.name}: " in live for row in rows if row.main)
    assert "Miss" in seen.page.locator("canvas[role=img]").get_attribute("aria-label")


def test_in_a_notebook_it_runs_without_storage(visit: Open, text: str) -> None:
    framed = (
        "<!doctype html><meta charset='utf-8'><iframe sandbox='allow-scripts' "
        f'style="width: 800px; height: 720px" srcdoc="{html.escape(text)}"></iframe>'
    )
    seen = visit(source=framed)
    frame = seen.page.frames[-1] if len(seen.page.frames) > 1 else None
    assert frame is not None
    frame.wait_for_selector(".verdict")
    frame.evaluate("player.settled()")
    assert frame.inner_text(".verdict h2") == "Hit"
    box = frame.locator(".handle").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    own, unit, goal = FIRST.params.origin, frame.evaluate(UNIT), outside()
    seen.page.mouse.move(x, y)
    seen.page.mouse.down()
    seen.page.mouse.move(x + (goal[0] - own[0]) * unit, y + (own[1] - goal[1]) * unit)
    seen.page.mouse.up()
    frame.evaluate("player.settled()")
    assert frame.inner_text(".verdict h2") == "Miss"
    frame.get_by_role("button", name="Light or dark").click()
