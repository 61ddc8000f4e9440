"""Pages of a graded class: their content, and names that they must not reveal."""

from pathlib import Path
from typing import Any

import pytest
from accessibility import hindrances
from kept_pages import look
from made_up_language import spoken

from playground.i18n import use_language
from playground.judge.grading.class_report import common_mistakes
from playground.judge.grading.grade import (
    CategoryMark,
    GradedMistake,
    GradedOutcome,
    GradedSubmission,
)
from playground.judge.grading.submissions import Submission
from playground.render.fonts import JAPANESE_FAMILY
from playground.web.class_page import (
    ClassAssignment,
    render_class_page,
    render_student_page,
)

ABOUT = ClassAssignment("Ray vs circle", "ray_circle", 100.0, ["Asked 20 cases."])
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"></svg>'
DRAWN = {"light": SVG, "dark": SVG}
NAMES = "ann<b>", "ben", "carol"
PAGES = {name: f"students/{place}.html" for place, name in enumerate(NAMES)}


def graded(name: str, cause: str, where: bytes = b"\xf0") -> GradedSubmission:
    mistake = GradedMistake(
        kind="missed hit",
        nature="rule",
        count=4,
        cause=cause,
        explained=f"Wrong in 4 of 4 cases where {cause} & more.",
        call="ray_circle(origin=(0.0, 0.0))",
        answer_text="it answers None; the truth is a hit",
        cost=(1.0,),
        where=where,
        picture=DRAWN,
    )
    marks = [CategoryMark("random", 100.0, 5, 10)]
    return GradedSubmission(
        Submission(name, f"{name}.py"),
        GradedOutcome.WRONG,
        "4 of 20 answers are wrong.",
        marks,
        [mistake],
        DRAWN,
        ["it tried to use the network"],
    )


RESULTS = [
    graded("ann<b>", "angle < 0"),
    graded("ben", "angle < 0"),
    graded("carol", "radius is 0", b"\x0f"),
]


def all_of(results: list[GradedSubmission]) -> str:
    return render_class_page(results, common_mistakes(results), PAGES, ABOUT)


def test_a_mistake_is_told_once_with_all_who_make_it() -> None:
    text = all_of(RESULTS)
    assert text.count('<section class="mistake"') == 2
    group = text[text.index('id="A"') : text.index('id="B"')]
    assert "Angle &lt; 0" in group
    assert [name in group for name in ("ann&lt;b&gt;", "ben", "carol")] == [1, 1, 0]
    assert "Refused: it tried to use the network." in text


def test_a_page_of_one_names_nobody_else() -> None:
    for one in RESULTS:
        text = render_student_page(one, ABOUT)
        assert "<a " not in text
        named = [name for name in ("ann", "ben", "carol") if name in text]
        assert named == [one.name.removesuffix("<b>")]
        assert "50 of 100 points" in text


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ja", "xx"])
def test_in_other_languages_no_text_is_cut_off(
    browser: Any, tmp_path: Path, language: str
) -> None:
    page = browser.new_page()
    with spoken() if language == "xx" else use_language(language):
        told = all_of(RESULTS), render_student_page(RESULTS[0], ABOUT)
    for text in told:
        (tmp_path / "page.html").write_text(text, encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert look(page, "clipped") == []
    page.close()


def test_in_japanese_it_brings_its_letters() -> None:
    assert "@font-face" not in render_student_page(RESULTS[0], ABOUT)
    with use_language("ja"):
        text = render_student_page(RESULTS[0], ABOUT)
    # Once upright, once bold.
    assert text.count(f'@font-face{{font-family:"{JAPANESE_FAMILY}"') == 2
    assert "font-src data:" in text


@pytest.mark.slow
def test_axe_finds_nothing_and_a_phone_shows_all_its_width(
    browser: Any, tmp_path: Path
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    # The page lets no script in, so axe-core goes round its policy.
    client = context.new_cdp_session(page)
    client.send("Page.setBypassCSP", {"enabled": True})
    for text in (all_of(RESULTS), render_student_page(RESULTS[0], ABOUT)):
        (tmp_path / "page.html").write_text(text, encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert hindrances(page) == []
    context.close()
