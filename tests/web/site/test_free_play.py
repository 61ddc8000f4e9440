"""A scene's page by hand: every handle, field and key; Python is this process."""

import json
import math
from itertools import chain
from typing import Any
from urllib.parse import unquote

import pytest
from served_site import REFUSED, Server, Visited, nested_link

from playground.session.lesson.document import read_shipped_lesson
from playground.session.saved_state import case_state, make_link, parse_link
from playground.session.view_model import SceneView
from playground.session.view_options import Page
from playground.web.serialize.drawing import ASPECT_RATIOS, view_size
from scenes import SCENES

pytestmark = pytest.mark.slow

RAY, SPHERE = SCENES[0], SCENES[3]


def state(seen: Visited) -> Any:
    """Return the state in the page's address."""
    seen.until("() => player.live.address.isUpToDate")
    address = unquote(str(seen.page.evaluate("location.href")))
    found = parse_link(address, SCENES)
    assert not found.problem
    return found.state


def verdict(seen: Visited) -> str:
    return str(seen.page.inner_text("[data-verdict]"))


def agrees_with_python(seen: Visited) -> None:
    """Assert that the page shows the core's answer for the state in its address."""
    shown = state(seen)
    told = SceneView(shown.scene, shown.params).verdict
    assert told is not None
    assert verdict(seen) == told.headline


def pulled(seen: Visited, number: int, dx: float, dy: float) -> None:
    box = seen.page.locator("[data-handle]").nth(number).bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    seen.drag(start, dx, dy)


def test_every_handle_moves_and_keeps_the_focus(opened_live: Any) -> None:
    seen = opened_live()
    before = state(seen).params
    for number in range(seen.page.locator("[data-handle]").count()):
        at = seen.page.locator("[data-handle]").nth(number).bounding_box()
        pulled(seen, number, 24, -32)
        now = seen.page.locator("[data-handle]").nth(number).bounding_box()
        assert (now["x"], now["y"]) != (at["x"], at["y"])
        if number == 0:  # the others may be held by what they are handles of
            assert now["x"] - at["x"] == pytest.approx(24, abs=2)
            assert now["y"] - at["y"] == pytest.approx(-32, abs=2)
        assert seen.page.evaluate(
            "number => document.activeElement === player.handles[number].button", number
        )
        agrees_with_python(seen)
    assert state(seen).params != before
    # Of two that lie on each other the nearer one is taken, whichever is above.
    taken = seen.page.evaluate(
        """player.handles.slice(0, 2).map(({ button: { dataset } }, number, [a, b]) => {
            const box = [a, b][number].button.getBoundingClientRect();
            const about = { clientX: box.x + 22, clientY: box.y + 22 }, found = [];
            for (const one of [a, b]) {
                one.drag = () => found.push(one.button.dataset.handle);
            }
            for (const one of [a, b]) {
                one.button.dispatchEvent(new PointerEvent("pointerdown", about));
            }
            for (const one of [a, b]) delete one.drag;
            return found.every((name) => name === dataset.handle) && found.length;
        })"""
    )
    assert taken == [2, 2]
    while seen.page.is_enabled("[aria-label=Undo]"):
        seen.press("Control+z")
    assert state(seen).params == before
    seen.press("Control+y")
    assert state(seen).params != before


def test_a_parameter_is_nudged_reset_slid_and_typed(opened_live: Any) -> None:
    seen = opened_live()
    seen.page.locator("[data-handle]").first.focus()
    first = state(seen).params.origin
    seen.press("ArrowUp")
    fine = state(seen).params.origin
    assert fine[0] == first[0]
    assert fine[1] > first[1]
    seen.press("Shift+ArrowUp")
    assert state(seen).params.origin[1] - fine[1] > 2 * (fine[1] - first[1])
    seen.press("r")
    assert state(seen).params.origin == first
    slider = seen.page.get_by_label("Radius r, slider")
    slider.focus()
    seen.press("End")
    end = float(slider.get_attribute("max"))
    assert end == pytest.approx(state(seen).params.radius)
    assert seen.page.evaluate("document.activeElement.type") == "range"
    field = seen.page.get_by_role("textbox", name="Radius r")
    for text, value in (("2/3", 2 / 3), ("sqrt(2)", 2**0.5)):
        field.fill(text)
        field.press("Enter")
        seen.settle()
        assert state(seen).params.radius == pytest.approx(value)
        agrees_with_python(seen)
    field.fill("two")
    field.press("Enter")
    seen.settle()
    fault = seen.page.locator(".field-error:visible")
    assert fault.count() == 1
    assert fault.inner_text()
    assert field.get_attribute("aria-invalid") == "true"
    assert field.input_value() == "two"
    assert state(seen).params.radius == pytest.approx(2**0.5)
    field.press("Escape")
    assert not seen.page.locator(".field-error:visible").count()
    assert field.input_value().startswith("1.414")
    field.fill("two")
    field.press("Enter")
    seen.settle()
    assert seen.page.locator(".field-error:visible").count() == 1
    seen.page.get_by_label("Case", exact=True).select_option(index=2)
    seen.settle()
    assert not seen.page.locator(".field-error:visible").count()


def test_cases_and_scenes_change_in_the_same_page(opened_live: Any) -> None:
    seen = opened_live()
    names = [case for case in RAY.cases if case != "Two hits"][:3]
    for name in names:
        seen.choose("Case", name)
        assert state(seen).case == name
        agrees_with_python(seen)
    # Its pages are told when they are opened.
    seen.click("Derivation")
    study = SceneView(RAY, case_state(RAY, names[-1]).params)
    assert f"All {len(study.steps)} steps" in seen.page.inner_text(".steps")
    seen.press("ArrowRight")
    assert study.steps[0].title in seen.page.inner_text(".step h2")
    seen.click("Code")
    assert seen.page.locator(".code li").count() > 5
    seen.choose("Scene", "sphere_line")
    assert seen.page.evaluate("location.pathname") == "/sphere_line.html"
    assert state(seen).scene is SPHERE
    agrees_with_python(seen)
    seen.page.go_back()
    seen.until("() => player.stop.live.scene === 'ray_circle'")
    seen.settle()
    assert state(seen).case == names[-1]
    # Back before Python has told of the other scene, and on to it again.
    seen.page.evaluate(
        "player.live.freePlay.selectScene('sphere_line'); history.back()"
    )
    seen.until("() => location.pathname === '/ray_circle.html'")
    seen.settle()
    assert state(seen).case == names[-1]
    seen.page.go_forward()
    seen.until("() => player.stop.live.scene === 'sphere_line'")


def test_a_view_of_space_is_turned_back_by_a_button(opened_live: Any) -> None:
    seen = opened_live("sphere_line.html")
    camera = "player.figures[0].camera"
    first = seen.page.evaluate(camera)
    back = seen.page.locator(".view.space .fit-button")
    assert back.is_hidden()
    seen.page.locator(".view.space").focus()
    seen.press("ArrowRight")
    # A press tells Python from where one looks; that is not where one looked at first.
    pulled(seen, 0, 5, 0)
    assert seen.page.evaluate(camera)["yaw"] != first["yaw"]
    back.click()
    seen.settle()
    assert seen.page.evaluate(camera)["yaw"] == first["yaw"]
    assert back.is_hidden()
    # Words stand where they stood while it moved, though that was drawn coarsely; and
    # what is drawn anew leaves them there, wherever they came from.
    coarse, fine, again = seen.page.evaluate(_WORDS_PLACED)
    assert coarse == fine
    assert again == "stays"


# Where words are in a view of space drawn coarsely, and as finely as it can be; and
# whether those of another moment stay in a second picture.
_WORDS_PLACED = """() => {
    const [figure] = player.figures;
    const placed = () => JSON.stringify([...figure.labelCache].map(
        ([name, { left, top }]) => [name, Math.round(left), Math.round(top)]));
    const drawn = (coarse) => {
        figure.isDrawingCoarsely = () => coarse;
        figure.draw(player.sample, player.drawState());
        return placed();
    };
    const [coarse, fine] = [true, false].map((coarse) => {
        figure.labelCache.clear();
        return drawn(coarse);
    });
    const stays = [...Array(8).keys()].every((turn) => {
        figure.camera.yaw += 0.05 * turn;
        return drawn(true) === drawn(false);
    });
    delete figure.isDrawingCoarsely;
    return [coarse, fine, stays ? "stays" : "goes"];
}"""


def test_time_plays_to_its_end(opened_live: Any) -> None:
    seen = opened_live("sphere_line.html")
    seen.page.locator(".time input").focus()
    seen.press("Home")
    seen.page.evaluate("document.activeElement.blur()")
    seen.press(".")
    moments = seen.page.evaluate("player.stop.live.time.moments")
    now = seen.page.evaluate("player.stop.live.time.now")
    assert now == pytest.approx(moments[1][0])
    seen.page.get_by_label("How fast time plays").select_option("4")
    seen.press(" ")
    assert seen.page.evaluate("player.stop.live.time.now") == pytest.approx(
        seen.page.evaluate("player.stop.live.time.high")
    )
    agrees_with_python(seen)
    # In the third look too, which maps and shadows have no colours of.
    seen.run("player.themes.chooseTheme('projector')")
    assert seen.page.locator("html").get_attribute("data-theme") == "projector"
    seen.page.evaluate("player.themes.chooseTheme('light')")


def test_an_address_shows_just_its_state(opened_live: Any, server: Server) -> None:
    case = list(RAY.cases)[2]
    wanted = case_state(RAY, case)
    seen = opened_live(f"ray_circle.html{make_link(wanted)}")
    assert state(seen).params == wanted.params
    agrees_with_python(seen)
    other = make_link(case_state(RAY, list(RAY.cases)[3]))
    seen.page.evaluate("text => { location.hash = text; }", other)
    seen.until(f"() => player.stop.live.case === {json.dumps(list(RAY.cases)[3])}")
    seen.settle()
    agrees_with_python(seen)
    # One that is damaged says so.
    seen.page.goto("about:blank")
    seen.page.goto(f"{server.address}ray_circle.html{other[:-5]}")
    seen.page.get_by_text("damaged").wait_for()
    assert state(seen).case == case_state(RAY).case


def test_a_link_that_is_nested_too_deep_is_refused_in_a_sentence(
    opened_live: Any,
) -> None:
    seen = opened_live(f"ray_circle.html{nested_link()}")
    assert REFUSED in seen.page.inner_text(".notice")
    assert verdict(seen) == "Hit"
    # So it is where the page is open, and the state on show stays.
    seen.choose("Case", "Miss")
    seen.page.evaluate("(hash) => { location.hash = hash; }", nested_link(101))
    seen.page.get_by_text(REFUSED).wait_for()
    assert seen.page.evaluate("location.hash") != nested_link(101)
    assert verdict(seen) == "No hit"


def test_python_takes_over_without_a_jump(opened_live: Any) -> None:
    seen = opened_live(waits=True)
    seen.settle()
    places = """Object.fromEntries(player.handles.map(
        ({ button }) => [button.ariaLabel, parseFloat(button.style.left)]))"""
    first = seen.page.evaluate(places)
    # The tabs, the parameters and the figure have their places before Python.
    laid = """[...document.querySelectorAll(
        ".view, .tabs button, .card, .field input, .field select")]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x, y, width, height])"""
    before = seen.page.evaluate(laid)
    typed = "[...document.querySelectorAll('.field input')].map((part) => part.value)"
    values, disabled = seen.page.evaluate(typed), seen.page.locator(".field :disabled")
    assert disabled.count() >= len(values) > 5
    seen.page.locator("[data-handle]").first.focus()
    seen.until("() => window.pythonComes")
    seen.page.evaluate("pythonComes()")
    seen.until("() => !player.source.isPrecomputed")
    seen.settle()
    after = seen.page.evaluate(laid)
    assert [*chain(*after)] == pytest.approx([*chain(*before)], abs=1.0)
    assert seen.page.evaluate(typed) == values
    assert disabled.count() == 0
    assert seen.page.evaluate("document.activeElement.dataset.handle")
    now = seen.page.evaluate(places)
    assert first
    assert {name: now[name] for name in first} == pytest.approx(first, abs=0.5)


def test_where_an_answer_ends_python_it_is_said(opened_live: Any) -> None:
    seen = opened_live()
    seen.page.evaluate(
        """() => {
            const { worker } = player.live.worker, { onMessage } = worker;
            worker.onMessage = ({ id }) => {
                worker.onMessage = onMessage;
                onMessage({ id, error: "Maximum call stack size exceeded",
                    isFatal: true });
            };
            player.live.do("case", "Miss");
        }"""
    )
    seen.page.locator(".loading.failed[role=alert]").wait_for()
    assert seen.live == "failed"
    assert "Maximum call stack size exceeded" in seen.page.inner_text(".loading.failed")


def names_its_picture(seen: Visited, case: str) -> None:
    """Assert that the page shows a case and its verdict, and names case and scene."""
    scene = next(scene for scene in SCENES if case in scene.cases)
    told = SceneView(scene, case_state(scene, case).params).verdict
    assert told is not None
    assert seen.page.get_by_label("Case", exact=True).input_value() == case
    assert seen.page.get_by_label("Scene", exact=True).input_value() == scene.id
    assert verdict(seen) == told.headline
    # Where a state has no case of its own there is nothing to say of it.
    said = seen.page.get_by_text(scene.cases[case].shows, exact=True)
    assert said.count() == 1


def test_the_name_of_a_case_is_always_the_pictures(opened_live: Any) -> None:
    link = make_link(case_state(RAY, "Miss"))
    seen = opened_live(f"ray_circle.html{link}", waits=True)
    seen.settle()
    names_its_picture(seen, "Two hits")
    cases = seen.page.get_by_label("Case", exact=True)
    assert cases.is_disabled()
    assert seen.page.locator("header").get_by_text("when Python is ready").is_visible()
    # What Python answers comes when it is let through.
    seen.page.evaluate(
        """() => {
            const ask = window.askPython;
            window.held = [];
            window.askPython = async (...asked) => {
                await new Promise((done) => window.held.push(done));
                return ask(...asked);
            };
        }"""
    )
    seen.until("() => window.pythonComes")
    seen.page.evaluate("pythonComes()")
    seen.until("() => held.length")
    assert cases.is_disabled()
    names_its_picture(seen, "Two hits")
    let_through(seen, "Miss")
    assert not seen.page.locator("header").get_by_text("when Python").is_visible()
    cases.select_option("Starts inside")
    seen.until("() => held.length")
    names_its_picture(seen, "Miss")
    let_through(seen, "Starts inside")
    # What it shows is said while it is shown; an edited state keeps the room.
    said = seen.page.get_by_text(RAY.cases["Starts inside"].shows, exact=True)
    top = seen.page.evaluate("player.live.freePlay.parameters.rows.offsetTop")
    seen.page.evaluate("player.live.do('set', 'radius', 0.5)")
    let_through_until(seen, "Edited, from Starts inside")
    assert said.is_hidden()
    assert seen.page.evaluate("player.live.freePlay.parameters.rows.offsetTop") == top
    cases.select_option("Miss")
    let_through(seen, "Miss")
    seen.page.get_by_label("Scene", exact=True).select_option("sphere_line")
    seen.until("() => held.length")
    names_its_picture(seen, "Miss")
    let_through(seen, case_state(SPHERE).case)


def let_through(seen: Visited, case: str) -> None:
    """Let Python answer until the page shows a case."""
    let_through_until(seen, case)
    names_its_picture(seen, case)


def let_through_until(seen: Visited, name: str) -> None:
    """Let Python answer until the page names the state so."""
    seen.until(
        f"""() => {{
            for (const answer of held.splice(0)) answer();
            const [shown] = document.querySelector(".case-list select").selectedOptions;
            return shown?.textContent === {name!r};
        }}"""
    )


def test_the_tabs_are_one_row_and_the_figure_fills_its_room(opened_live: Any) -> None:
    seen = opened_live()
    for width, height in ((1280, 800), (640, 400), (390, 844), (320, 640)):
        seen.resize(width, height)
        tops = "all => all.map((tab) => tab.offsetTop)"
        assert len({*seen.page.locator(".tabs button").evaluate_all(tops)}) == 1
        shares = seen.page.evaluate(
            """["offsetWidth", "offsetHeight"].map((side) => (
                player.figures[0].element[side] / player.figureArea.views[side]))"""
        )
        assert shares == pytest.approx([1.0, 1.0], abs=0.01)


def test_a_lesson_is_live_at_every_stop(opened_live: Any) -> None:
    seen = opened_live("ray_circle-lesson.html")
    plan = read_shipped_lesson(RAY, SCENES)
    assert plan is not None
    for number, stop in enumerate(plan.stops):
        where = f"Stop {number + 1} of {len(plan.stops)}"
        assert seen.page.inner_text(".where").startswith(where)
        assert seen.page.evaluate("player.stop.live.scene") == stop.state.scene.id
        if stop.question:
            assert verdict(seen) == "?"
            assert not seen.page.locator("[data-handle]:visible").count()
            seen.press(str(stop.question.right + 1))
            assert "Right." in seen.page.inner_text("[aria-label=Question]")
        if stop.state.page is Page.DERIVATION:
            assert seen.page.locator(".steps:visible").count()
        assert seen.page.locator("[data-handle]:visible").count()
        if stop.task:
            assert seen.page.inner_text(".task .muted") == "Not yet."
        # Loaded again it is the lesson again, and no state by itself.
        assert "#" not in seen.page.url
        seen.press("PageDown")


def test_views_that_an_answer_brings_are_told_for_their_room(opened_live: Any) -> None:
    seen = opened_live("sphere_line-lesson.html")
    assert seen.page.evaluate("player.figureArea.count") == 1
    seen.page.locator(".answers button").first.click()
    seen.settle()
    told, shape = seen.page.evaluate(
        "[player.figures.map(({ view }) => view.size), player.figureArea.shape]"
    )
    assert told == [[*view_size(2, ASPECT_RATIOS[shape])]] * 2


def test_the_bar_of_a_phone_has_help_colours_and_language_by_their_names(
    opened_live: Any,
) -> None:
    seen = opened_live("ray_circle.html", viewport={"width": 390, "height": 844})
    share, more = seen.page.locator(".menu").all()
    more.locator("summary").click()
    assert more.locator(".items > *").all_inner_texts() == [
        "Help",
        "Theme: light, dark, projector",
        "Grid on or off",
        "Labels on or off",
        "日本語",
    ]
    before = seen.page.locator("canvas").first.screenshot()
    for name in ("Grid on or off", "Labels on or off"):
        more.locator(".items").get_by_text(name).click()
        seen.settle()
        after = seen.page.locator("canvas").first.screenshot()
        assert after != before
        before = after
        more.locator("summary").click()
    assert "Help" not in share.locator(".items").text_content()
    more.get_by_role("button", name="Help").click()
    assert seen.page.get_by_role("dialog").is_visible()


def test_the_code_that_is_copied_shows_the_state_in_a_frame(opened_live: Any) -> None:
    seen = opened_live()
    seen.run("player.source.do('case', 'Miss')")
    seen.page.evaluate(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
    )
    seen.page.get_by_text("Share").click()
    seen.page.get_by_role("button", name="Copy code to embed it").click()
    seen.until("() => window.copied")
    frame = seen.page.evaluate("window.copied")
    assert frame.startswith(f'<iframe src="{seen.page.url.partition("#")[0]}?embed#')
    shown = seen.page.evaluate(
        """(text) => new DOMParser().parseFromString(text, "text/html")
            .querySelector("iframe").src""",
        frame,
    )
    assert parse_link(shown, SCENES).state.case == "Miss"


def test_numbers_are_shown_and_set_in_the_units_that_are_chosen(
    opened_live: Any,
) -> None:
    seen: Visited = opened_live("point_ellipse.html")
    before = state(seen)
    slider = seen.page.get_by_label("Angle θ, slider")
    for name in ("Lengths in pixels", "y points down", "Angles clockwise"):
        seen.page.get_by_label(name).check()
        seen.settle()
    assert state(seen) == before
    assert seen.page.get_by_text("Point P (px)").is_visible()
    assert seen.page.locator("#field-point-1").input_value() == "−2.5"
    # A slider shows and sets the angle that it says.
    assert float(slider.input_value()) == pytest.approx(-35.0, abs=0.6)
    slider.fill("60")
    seen.settle()
    assert state(seen).params.angle == pytest.approx(-math.pi / 3, abs=0.02)
    assert float(slider.input_value()) == pytest.approx(60.0, abs=0.6)
    agrees_with_python(seen)
    # A browser keeps them, of each scene.
    seen.page.reload()
    assert seen.ended() == "ready"
    seen.settle()
    assert seen.page.get_by_label("Angles clockwise").is_checked()
    assert float(slider.input_value()) == pytest.approx(60.0, abs=0.6)
    seen.choose("Scene", "ray_circle")
    assert not seen.page.get_by_label("y points down").is_checked()


def test_a_scene_says_what_to_try_and_then_why_the_article_is_wrong(
    opened_live: Any,
) -> None:
    seen = opened_live("ray_circle.html")
    hint, tabs = (
        seen.page.locator(".verdict .hint"),
        seen.page.locator(".cards > .tabs"),
    )
    assert hint.inner_text() == RAY.start.instruction
    place = tabs.bounding_box()
    seen.run("player.source.do('set', 'origin', [1.75, -0.75])")
    assert hint.inner_text().startswith("It treats any negative time as an error")
    assert tabs.bounding_box() == place
    seen.click("Derivation")
    assert not hint.is_visible()
