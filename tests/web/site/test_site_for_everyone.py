"""Accessibility of a site: by eye or ear, keyboard or finger, at any width."""

from collections.abc import Iterator
from typing import Any

import pytest
from accessibility import hindrances
from served_site import Server, Visited

pytestmark = pytest.mark.slow

# The first has nothing that neither of the others has.
PAGES = [
    pytest.param("ray_circle.html", marks=pytest.mark.exhaustive),
    "sphere_line.html",
    "ray_circle-lesson.html",
]
# A desktop, a tablet or a desktop at 200 %, a telephone, and the narrowest.
SIZES = [(1280, 800), (640, 400), (390, 844), (320, 640)]
# Windows, tablets and telephones, either way up, and where layouts change.
SHAPES = [
    *((1280, 800), (1024, 768), (1080, 1920), (820, 1180)),
    *((701, 900), (700, 900), (390, 844), (844, 390)),
]
# How much of the page's width its parts leave, and how long views are, of their width.
ROOM = """() => {
    const [stage, side] = [".figure-area", ".side"].map(
        (part) => document.querySelector(part).getBoundingClientRect());
    const views = [...document.querySelectorAll(".view:not([hidden])")];
    const beside = side.top < stage.bottom - 1;
    const used = beside ? stage.width + side.width : Math.min(stage.width, side.width);
    return [innerWidth - used, ...views.map((view) => view.getBoundingClientRect())
        .filter(({ width }) => width).map(({ width, height }) => height / width)];
}"""
# What can have the focus, and what has it: by their places in the page.
REACHABLE = """() => [...document.querySelectorAll(
        "a[href], button, select, input, [role=textbox], summary, [tabindex='0']")]
    .filter((part) => !part.disabled)
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => part.outerHTML.slice(0, 70))"""
FOCUSED = """() => {
    const part = document.activeElement;
    if (part === document.body) return null;
    // What is written in is marked by its frame.
    const frame = part.closest(".code-field") ?? part;
    const { outlineStyle, outlineWidth } = getComputedStyle(frame);
    return [part.outerHTML.slice(0, 70), part.dataset.handle ?? "",
        outlineStyle !== "none" && parseFloat(outlineWidth) > 0];
}"""

every_state = pytest.mark.parametrize(
    "every", [False, pytest.param(True, marks=pytest.mark.exhaustive)]
)


def sized(width: int, height: int) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": height}}


# Of which kind each stop of a lesson is.
KINDS = """() => player.lesson.stops.map(({ question, task, page, compared }) => (
    [Boolean(question), Boolean(task), page, Boolean(compared)].join()))"""


def shown_pages(seen: Visited, every: bool) -> Iterator[str]:
    """Open each page of a scene in turn; of a lesson a stop of each kind, or every."""
    page = seen.page
    if page.locator("nav:visible").count():
        kinds = page.evaluate(KINDS)
        for number, kind in enumerate(kinds):
            if every or kind not in kinds[:number]:
                page.evaluate(f"player.open({number})")
                seen.settle()
                yield f"stop {number + 1}"
        return
    for number in range(page.locator("[aria-label=Pages] button").count()):
        button = page.locator("[aria-label=Pages] button").nth(number)
        button.click()
        seen.settle()
        yield button.inner_text()


@pytest.mark.parametrize("address", PAGES)
@every_state
def test_nobody_is_hindered_and_nothing_is_cut_off_or_too_small_for_a_finger(
    opened_live: Any, address: str, every: bool
) -> None:
    seen = opened_live(address, **sized(*SIZES[0]))
    found = []
    themes = ("light", "dark")
    for number, name in enumerate(shown_pages(seen, every)):
        for theme in themes if every else themes[number % 2 :][:1]:
            seen.run("(name) => player.themes.chooseTheme(name)", theme)
            found += [f"{name}, {theme}: {one}" for one in hindrances(seen.page)]
        for width, height in SIZES if every else SIZES[number % 4 :][:1]:
            seen.resize(width, height)
            wide = seen.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (name, width)
            assert seen.look("small") == [], (name, width)
    seen.resize(320, 640)
    assert found + hindrances(seen.page) == []


def test_the_start_page_has_each_lesson_beside_its_scene_and_hinders_nobody(
    browser: Any, server: Server
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(server.address)
    cards = page.locator("main li").evaluate_all(
        "all => all.map((one) => [...one.querySelectorAll('a')].map("
        "(way) => way.getAttribute('href')))"
    )
    scenes = ("ray_circle", "sphere_line", "point_ellipse")
    assert cards == [[f"{name}.html", f"{name}-lesson.html"] for name in scenes]
    # A phone has each in a third of its height, and no row is left with a gap.
    assert page.evaluate("document.documentElement.scrollHeight") < 844 * 1.3
    page.set_viewport_size({"width": 900, "height": 800})
    last = page.locator("main li").last.bounding_box()
    assert last["x"] + last["width"] > 850
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert hindrances(page) == []
    page.close()


@pytest.mark.parametrize("address", PAGES[1:])
def test_a_window_of_any_shape_is_used_whole(opened_live: Any, address: str) -> None:
    seen = opened_live(address, **sized(*SHAPES[0]))
    for width, height in SHAPES:
        seen.resize(width, height)
        left, *shares = seen.page.evaluate(ROOM)
        assert left < 1.5, (width, height)
        assert min(shares) > 0.3, (width, height)
        assert max(shares) < 2.4, (width, height)


def test_a_view_of_space_comes_to_rest_at_any_width(opened_live: Any) -> None:
    # Drawn by the processor it is coarse while it moves: words kept moving between the
    # coarse picture and the sharp one where half the width is no whole number.
    seen = opened_live("sphere_line.html")
    for width in (1274, 1275):
        seen.page.set_viewport_size({"width": width, "height": 800})
        seen.until("() => player.figures[0].isCoarse")
        seen.settle()


@pytest.mark.parametrize("address", PAGES)
def test_all_is_reached_by_the_tab_key_and_seen_to_be(
    opened_live: Any, address: str
) -> None:
    seen = opened_live(address)
    wanted = set(seen.page.evaluate(REACHABLE))
    reached, unseen = set(), []
    for _ in range(3 * len(wanted)):
        if wanted <= reached:
            break
        seen.page.keyboard.press("Tab")
        focused = seen.page.evaluate(FOCUSED)
        if focused:
            reached.add(focused[0])
            unseen += [] if focused[2] else [focused[0]]
    assert wanted <= reached
    assert unseen == []


def test_a_handle_is_moved_by_keys_alone_until_the_verdict_is_another(
    opened_live: Any,
) -> None:
    seen = opened_live("ray_circle.html")
    for _ in range(40):
        seen.page.keyboard.press("Tab")
        focused = seen.page.evaluate(FOCUSED)
        if focused and focused[1]:
            break
    assert seen.page.inner_text("[data-verdict]") == "Hit"
    read = seen.page.evaluate("document.activeElement.ariaValueText")
    for _ in range(40):
        seen.press("Shift+ArrowDown")
        if seen.page.inner_text("[data-verdict]") != "Hit":
            break
    assert seen.page.inner_text("[data-verdict]") == "No hit"
    # It is told to who does not see it, too.
    assert seen.page.evaluate("document.activeElement.ariaValueText") != read
    assert "No hit" in seen.page.inner_text(".announcement")
