"""A site in all its languages: parallel pages, and links between them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from effort import one_and_exhaustively_each
from served_site import Server, Visited

from playground.i18n import use_language
from playground.session.saved_state import parse_link
from scenes import SCENES

pytestmark = pytest.mark.slow

# All that is read, on screen or by ear, but code; symbols are no words.
_READ = """() => {
    const found = new Set([document.title]);
    const silent = "code, pre, math, .cm-content, script, .code .value";
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement: of, textContent } = walk.currentNode;
        if (!of.closest(silent)) found.add(textContent.trim());
    }
    for (const name of ["aria-label", "aria-valuetext", "title", "alt"]) {
        for (const one of document.querySelectorAll(`[${name}]`)) {
            if (!one.closest(silent)) found.add(one.getAttribute(name));
        }
    }
    for (const { view } of player.figures) {
        for (const { text } of view.texts) found.add(String(text));
    }
    return [...found];
}"""
_WORD = re.compile(r"(?<![\w/.-])[A-Za-z]{3,}(?![\w(])")
# Keys, names of people and things, what numbers are called, and the way to English.
_NAMES = {
    *("Ctrl", "Shift", "Enter", "Esc", "Tab", "Page", "Down", "ULP", "English"),
    *("Python", "PNG", "SVG", "IKD", "true", "false", "max", "min", "rad"),
}


@pytest.fixture(autouse=True)
def japanese() -> Iterator[None]:
    """Use Japanese in this process, like the workers of its pages."""
    with use_language("ja"):
        yield


def english(seen: Visited) -> set[str]:
    """Return the English words of the page's texts."""
    read = seen.page.evaluate(_READ)
    return {word for text in read for word in _WORD.findall(text)} - _NAMES


@pytest.mark.parametrize(
    "name", one_and_exhaustively_each(["sphere_line", "ray_circle"])
)
def test_no_page_of_a_scene_in_japanese_says_a_word_of_english(
    opened_live: Any, name: str
) -> None:
    seen = opened_live(f"ja/{name}.html")
    page = seen.page
    assert page.evaluate("document.documentElement.lang") == "ja"
    count = page.locator(".cards > .tabs button").count()
    assert count == 8
    for number in range(count):
        page.locator(".cards > .tabs button").nth(number).click()
        seen.settle()
        assert english(seen) - {name} - code_names(name) == set()


def code_names(scene_id: str) -> set[str]:
    """Return the names in code, which are the same in every language."""
    (scene,) = (entry.scene for entry in SCENES if entry.id == scene_id)
    query = scene.query
    names = *query.argument_kinds, *query.result_fields, "hit"
    return {word for name in names for word in _WORD.findall(name)}


def test_no_stop_of_a_lesson_in_japanese_says_a_word_of_english(
    opened_live: Any,
) -> None:
    seen = opened_live("ja/ray_circle-lesson.html")
    for number in range(seen.page.evaluate("player.lesson.stops.length")):
        seen.run(f"player.open({number})")
        assert english(seen) == set()


def test_the_other_language_shows_the_same_state(opened_live: Any) -> None:
    seen = opened_live("ja/ray_circle.html", locale="ja-JP")
    page = seen.page
    page.evaluate("player.source.do('set', 'radius', 1.25)")
    seen.settle()
    seen.until("() => player.live.address.isUpToDate")
    before = parse_link(page.url, SCENES).state
    assert before.params.radius == 1.25
    page.click(".menu:last-child summary")
    way = page.locator(".menu a[hreflang=en]")
    assert way.get_attribute("lang") == "en"
    with use_language("en"):
        way.click()
        page.wait_for_url(lambda url: "/ray_circle.html#" in url and "/ja/" not in url)
        seen.until("() => window.player?.live && !player.source.isPrecomputed")
        seen.settle()
        seen.until("() => player.live.address.isUpToDate")
        assert parse_link(page.url, SCENES).state == before
        assert page.inner_text("[data-verdict]") == "No hit"
        assert page.get_attribute(".menu a[hreflang]", "hreflang") == "ja"


@pytest.mark.parametrize(("locale", "folder"), [("ja-JP", "ja/"), ("de-DE", "")])
def test_the_start_page_leads_to_the_language_of_whoever_comes(
    browser: Any, server: Server, locale: str, folder: str
) -> None:
    context = browser.new_context(locale=locale)
    page, top = context.new_page(), server.address
    page.goto(top)
    page.wait_for_url(f"{top}{folder}{'index.html' if folder else ''}")
    # What was chosen is led to from then on.
    page.click("nav a")
    chosen = "" if folder else "ja/"
    page.wait_for_url(f"{top}{chosen}index.html")
    page.goto(top)
    page.wait_for_url(f"{top}{f'{chosen}index.html' if chosen else ''}")
    context.close()
