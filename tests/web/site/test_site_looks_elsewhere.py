"""Translated pages, in Japanese and a made-up language: no text is cut."""

from collections.abc import Iterator
from typing import Any

import pytest
from carried_fonts import fonts_used
from kept_pages import WAIT_FOR_REST, look
from made_up_language import spoken
from native_live import visits
from served_site import Server, Visited, build

from playground.i18n import use_language
from playground.render.fonts import JAPANESE_FAMILY, page_font_css

pytestmark = pytest.mark.slow

SCENE = "circle_rect"
LANGUAGES = "ja", "xx"
SIZES = (1280, 800), (390, 844)
# The letters of Japanese that are set in bold.
_BOLD = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let found = "";
    while (walk.nextNode()) {
        const { parentElement: of, textContent } = walk.currentNode;
        if (of.checkVisibility() && getComputedStyle(of).fontWeight > 500) {
            found += textContent;
        }
    }
    return found.replace(/[^\\u3000-\\u9fff]/g, "");
}"""

# Each text that the first figure writes, where it begins, and how wide it is.
_WRITTEN = """() => {
    const pen = CanvasRenderingContext2D.prototype, own = pen.fillText, found = [];
    pen.fillText = function (text, x, ...more) {
        found.push([text, x, this.measureText(text).width]);
        return own.call(this, text, x, ...more);
    };
    player.figures[0].draw(player.sample, player.drawState());
    pen.fillText = own;
    return found;
}"""


@pytest.fixture(scope="module")
def told_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a site of a scene and its lesson in these languages."""
    path = tmp_path_factory.mktemp("elsewhere")
    with pytest.MonkeyPatch.context() as patch, spoken():
        patch.setattr("playground.web.site.languages", lambda: ("en", *LANGUAGES))
        build(path, [SCENE])
    with Server(path) as server:
        yield server


def in_each(usual: str) -> pytest.MarkDecorator:
    """Parametrize by the languages, of which one is usual, the other exhaustive."""
    return pytest.mark.parametrize(
        "language",
        [
            pytest.param(one, marks=[] if one == usual else pytest.mark.exhaustive)
            for one in LANGUAGES
        ],
        indirect=True,
    )


@pytest.fixture
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Return a language, which is active in this process too, as it serves the page."""
    with spoken() if request.param == "xx" else use_language(request.param):
        yield request.param


@pytest.fixture
def opened_elsewhere(browser: Any, told_elsewhere: Server) -> Iterator[Any]:
    yield from visits(browser, told_elsewhere)


def amiss(page: Any, sizes: tuple[tuple[int, int], ...] = SIZES) -> set[str]:
    """Return the texts that are cut on a screen and on a phone."""
    found = set()
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate("Boolean(window.player)"):
            page.evaluate(WAIT_FOR_REST)
        wide = page.evaluate("document.documentElement.scrollWidth")
        found |= {f"{width}: the page is {wide} wide"} if wide > width else set()
        found |= {f"{width}: {one}" for one in look(page, "clipped")}
    return found


def ask(seen: Visited, *deed: object) -> None:
    """Run a command of the quiz."""
    seen.run("deed => player.source.do('quiz', ...deed)", [*deed])


@in_each("xx")
def test_no_text_of_a_scene_or_of_its_quiz_is_cut_off(
    opened_elsewhere: Any, language: str
) -> None:
    seen = opened_elsewhere(f"{language}/{SCENE}.html")
    found = set()
    for tab in seen.page.locator(".cards > .tabs button").all():
        tab.evaluate("tab => tab.click()")
        seen.settle()
        if cut := amiss(seen.page):
            # A card may still be laying out what has just come.
            seen.settle()
            found |= cut & amiss(seen.page)
    ask(seen, "begin", 1)
    found |= amiss(seen.page)
    ask(seen, "answer", 0)
    ask(seen, "reveal")
    assert seen.page.locator(".quiz .outcome").is_visible()
    assert found | amiss(seen.page) == set()


def test_numbers_on_a_canvas_stand_a_little_apart_from_japanese(
    opened_elsewhere: Any,
) -> None:
    with use_language("ja"):
        seen = opened_elsewhere(f"ja/{SCENE}.html")
        written = seen.page.evaluate(_WRITTEN)
    places = {text: (x, x + wide) for text, x, wide in written}
    gap = places["0.602"][0] - places["深さ"][1]
    assert 1.0 < gap < 3.0


@in_each("ja")
def test_no_text_of_a_lesson_is_cut_off(opened_elsewhere: Any, language: str) -> None:
    seen = opened_elsewhere(f"{language}/{SCENE}-lesson.html")
    found, bold = set(), ""
    for number in range(seen.page.evaluate("player.lesson.stops.length")):
        seen.run(f"player.open({number})")
        found |= amiss(seen.page, SIZES[number % 2 :][:1])
        bold += seen.page.evaluate(_BOLD)
    assert found == set()
    if language == "ja":
        assert carried(seen.context.browser, bold)


@pytest.mark.parametrize("language", LANGUAGES, indirect=True)
def test_no_text_of_the_start_page_is_cut_off(
    browser: Any, told_elsewhere: Server, language: str
) -> None:
    page = browser.new_page()
    page.goto(f"{told_elsewhere.address}{language}/index.html")
    found = amiss(page)
    bold = page.evaluate(_BOLD)
    page.close()
    assert found == set()
    if language == "ja":
        assert carried(browser, bold)


def carried(browser: Any, bold: str) -> bool:
    """Return whether the page's bold font has all these letters."""
    style = f"{page_font_css(japanese=True)} b{{font-family:'{JAPANESE_FAMILY}'}}"
    page = f"<!doctype html><style>{style}</style><b>{''.join({*bold})}</b>"
    return bool(bold) and fonts_used(browser, page, "b") == {JAPANESE_FAMILY}
