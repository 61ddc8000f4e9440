"""Controls on a figure: handles in their shapes, zoom and fit."""

from typing import Any

import pytest
from effort import one_and_exhaustively_each

from playground.scene.params import list_handle_marks
from playground.session.saved_state import case_state
from playground.web.serialize.drawing import serialize_handle_marker
from scenes import CIRCLE_RECT

pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 844}
# The label, the marker and whether it can be seen and taken, of each handle.
HANDLES = """() => [...document.querySelectorAll(".handle")].map((one) => [
    one.dataset.handle, one.dataset.marker, getComputedStyle(one).opacity === "1"])"""


def test_a_handle_has_the_windows_shape_for_what_it_does(opened_live: Any) -> None:
    rectangle = case_state(CIRCLE_RECT).params
    looks = [
        (mark.kind, *serialize_handle_marker(mark, rectangle).values())
        for mark in list_handle_marks(rectangle, 0.01)
    ]
    assert ("corner", "square", "half_extents") in looks
    assert ("pivot", "diamond", "half_extents") in looks
    assert ("rotate", "ring", "half_extents") in looks
    assert ("center", "disc", "half_extents") in looks
    assert ("center", "disc", "radius") in looks
    seen = opened_live("ray_circle.html")
    assert seen.page.evaluate(HANDLES) == [
        ["Ray origin A", "disc", True],
        ["Direction V", "ring", True],
        ["Circle centre O", "disc", True],
        ["Radius r", "ring", True],
    ]


def test_on_a_small_figure_only_the_selected_shape_has_all_its_handles(
    opened_live: Any,
) -> None:
    seen = opened_live("ray_circle.html", viewport=PHONE)

    def shown() -> list[str]:
        return [name for name, _, is_seen in seen.page.evaluate(HANDLES) if is_seen]

    assert shown() == ["Ray origin A", "Direction V", "Circle centre O"]
    centre = seen.page.locator(".handle[data-handle='Circle centre O']").bounding_box()
    x, y = (centre[k] + centre[f] / 2 for k, f in (("x", "width"), ("y", "height")))
    seen.page.mouse.click(x, y + 30)
    assert shown() == ["Ray origin A", "Circle centre O", "Radius r"]
    # The key Tab still comes to all of them.
    seen.page.locator(".handle[data-handle='Direction V']").focus()
    assert shown() == ["Ray origin A", "Direction V", "Circle centre O"]
    seen.settle()


def test_a_figure_is_enlarged_fitted_and_shown_alone_by_buttons(
    opened_live: Any,
) -> None:
    seen = opened_live("ray_circle.html")
    tools = seen.page.locator(".view-tools")
    scale = "() => player.figures[0].projection.scale"
    first = seen.page.evaluate(scale)
    fit = tools.get_by_role("button", name="Fit the view")
    assert not fit.is_visible()
    tools.get_by_role("button", name="Zoom in").click()
    seen.settle()
    assert seen.page.evaluate(scale) > first
    for _ in range(2):
        tools.get_by_role("button", name="Zoom out").click()
    seen.settle()
    assert seen.page.evaluate(scale) < first
    fit.click()
    seen.settle()
    assert seen.page.evaluate(scale) == first
    tools.get_by_role("button", name="Full screen").click()
    seen.until("() => document.fullscreenElement?.className === 'figure-area'")
    # The answer is there too.
    assert seen.page.inner_text(".figure-verdict") == "Hit = Article 1: Hit"
    tools.get_by_role("button", name="Full screen").click()
    seen.until("() => !document.fullscreenElement")


def fill_screen(seen: Any) -> None:
    seen.page.get_by_role("button", name="Full screen").click()
    seen.until("() => player.figureArea.fillsScreen")


def test_on_the_whole_screen_a_presenters_keys_go_through_the_derivation(
    opened_live: Any,
) -> None:
    seen = opened_live("ray_circle.html")
    fill_screen(seen)
    seen.settle()
    view = seen.page.locator(".view").first
    title, place = seen.page.locator(".figure-step h2"), view.bounding_box()
    assert not title.count()
    for key, number in (
        ("ArrowRight", 1),
        ("PageDown", 2),
        ("PageUp", 1),
        ("Space", 2),
        ("ArrowLeft", 1),
    ):
        seen.page.keyboard.press(key)
        title.filter(has_text=f"{number}.").wait_for()
        seen.settle()
        assert seen.page.locator(".figure-step .formula").count()
        assert not seen.page.locator(".figure-verdict").is_visible()
    # Nothing moves when a formula comes, and afterwards all is as it was.
    assert view.bounding_box() == place
    seen.page.evaluate("document.exitFullscreen()")
    seen.until("() => player.tab === 'explore' && player.step === null")
    assert not title.count()


@pytest.mark.parametrize(
    "scene", one_and_exhaustively_each(["point_ellipse", "ray_circle"])
)
def test_on_the_whole_screen_no_step_is_cut_off(opened_live: Any, scene: str) -> None:
    seen = opened_live(f"{scene}.html", viewport={"width": 1280, "height": 800})
    fill_screen(seen)
    for number in range(1, 9):
        seen.run(f"player.openStep({number})")
        hidden, letters = seen.page.evaluate(
            """() => {
              const caption = document.querySelector(".figure-caption");
              return [caption.scrollHeight - caption.clientHeight,
                parseFloat(getComputedStyle(caption).fontSize)];
            }"""
        )
        assert hidden <= 0, number
        assert letters >= 16
    # A phone has one column.
    seen.page.set_viewport_size(PHONE)
    seen.run("player.openStep(1)")
    words = seen.page.locator(".figure-step p").first.bounding_box()
    formulas = seen.page.locator(".figure-step .formulas").bounding_box()
    assert words["y"] + words["height"] <= formulas["y"]
    assert min(words["width"], formulas["width"]) > 300


def test_on_the_whole_screen_space_plays_and_what_differs_is_said(
    opened_live: Any,
) -> None:
    seen = opened_live("sphere_line.html")
    fill_screen(seen)
    line = seen.page.inner_text(".figure-verdict")
    assert line == "Hit = Article 4: Hit, other point"
    seen.page.keyboard.press("Space")
    seen.until("() => player.isPlaying")
    assert seen.page.evaluate("player.figureArea.fillsScreen")
    seen.press("Space")


def test_of_two_views_a_phone_shows_one_and_says_so(opened_live: Any) -> None:
    seen = opened_live("sphere_line.html", viewport=PHONE, has_touch=True)
    tabs = seen.page.locator(".pane-tabs button")
    current = seen.page.locator(".pane-tabs [aria-pressed=true]")
    assert tabs.all_inner_texts() == ["In space", "Seen along the line"]
    assert current.inner_text() == "In space"
    views = seen.page.locator(".view")
    assert views.nth(0).bounding_box()["width"] == seen.page.evaluate(
        "document.querySelector('.views').clientWidth"
    )
    tabs.nth(1).tap()
    current.and_(seen.page.get_by_text("Seen along the line")).wait_for()
    # A finger that is drawn over it leads back.
    seen.touch(*([(x, 300)] for x in range(60, 330, 30)))
    seen.until("() => player.figureArea.paneInSight === 0")
    current.and_(seen.page.get_by_text("In space")).wait_for()


def test_play_brings_the_view_that_moves_into_sight(opened_live: Any) -> None:
    seen = opened_live("sphere_line.html", viewport=PHONE)
    # As where the view in sight stands still while the other moves.
    seen.page.evaluate(
        """() => {
            const [first] = player.figures, update = first.updateView.bind(first);
            const still = structuredClone(first.view);
            first.updateView = () => update(still);
        }"""
    )
    assert seen.page.evaluate("player.figureArea.paneInSight") == 0
    seen.page.get_by_role("button", name="Play").click()
    seen.until("() => player.figureArea.paneInSight === 1")
    seen.settle()


def test_the_verdict_stays_in_sight_where_its_card_is_scrolled_away(
    opened_live: Any,
) -> None:
    seen = opened_live("ray_circle.html", viewport=PHONE)
    for size in (PHONE, {"width": 1280, "height": 800}):
        seen.page.set_viewport_size(size)
        seen.settle()
        bar = seen.page.locator(".verdict-bar p")
        assert not bar.is_visible()
        seen.page.locator("dl.main").evaluate("(one) => one.scrollIntoView()")
        seen.page.evaluate("player.sidePanel.scrollTop += 200")
        bar.wait_for()
        assert bar.inner_text().endswith("Hit = Article 1: Hit")
        side, line = seen.page.locator(".side").bounding_box(), bar.bounding_box()
        assert line["y"] == side["y"]
        tabs = seen.page.locator(".cards > .tabs").bounding_box()
        assert tabs["y"] == line["y"] + line["height"]
        seen.page.evaluate("player.sidePanel.scrollTop = 0")
        bar.wait_for(state="hidden")


def test_the_side_panel_is_made_wider_by_hand_and_stays_so(opened_live: Any) -> None:
    def width() -> float:
        return float(seen.page.locator(".side").bounding_box()["width"])

    seen = opened_live("ray_circle.html", viewport={"width": 1920, "height": 1080})
    first = width()
    assert first > 500  # it has room there
    line = seen.page.get_by_role("separator")
    box = line.bounding_box()
    seen.drag((box["x"] + 6, 500), -200, 0)
    assert abs(width() - first - 200) <= 2
    line.press("ArrowRight")
    wide = width()
    assert wide < first + 200
    seen.page.reload()
    seen.page.wait_for_selector(".verdict")
    assert width() == wide
    line.dblclick()
    assert width() == first
