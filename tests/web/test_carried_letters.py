"""Japanese letters in pages and pictures: from bundled fonts, not the system's."""

import gettext
from pathlib import Path

import pytest
from carried_fonts import empty_letters, fonts_used

import playground.web
from playground.i18n import translate, use_language
from playground.i18n.catalog import CATALOGUE_FOLDER
from playground.judge.diagnosis.features import CHOICE_TEXTS
from playground.judge.findings import FailureKind
from playground.render.fonts import (
    JAPANESE_FAMILY,
    figure_font_css,
    japanese_font_css,
    page_font_css,
)
from playground.render.svg.svg_writer import PlacedFigure, render_figure, write_svg
from playground.render.text_layout import measure
from playground.render.theme import DARK
from playground.scene.camera import Camera2D
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Label

CLASSES = "円楕々あっんアーヴ、。・「（！？：Ａ１～"
SIZE = (480, 200)
WEB_FOLDER = Path(playground.web.__file__).parent


def picture(text: str) -> str:
    camera, labels = Camera2D((0.0, 0.0), 40.0), [Label((-2.0, 0.0), text)]
    figure = render_figure(DrawList(primitives=labels), camera, SIZE, DARK, measure)
    return write_svg([PlacedFigure(figure, (0.0, 0.0))], SIZE, DARK, "A picture", "")


@pytest.mark.slow
def test_a_picture_brings_the_letters_of_its_labels(browser):
    assert JAPANESE_FAMILY not in picture("A circle")
    found = fonts_used(browser, picture(CLASSES), "tspan:not([font-family])")
    assert found == {JAPANESE_FAMILY}


@pytest.mark.slow
def test_a_page_has_every_letter_of_our_sentences(browser):
    with (CATALOGUE_FOLDER / "ja.mo").open("rb") as file:
        texts = gettext.GNUTranslations(file)._catalog.values()
    signs = "".join(sorted({c for c in CLASSES + "".join(texts) if c >= "\u3000"}))
    style = f"{page_font_css(japanese=True)} p{{font-family:'{JAPANESE_FAMILY}'}}"
    page = f"<!doctype html><style>{style}</style><p>{signs}</p>"
    told = "a sentence has a new sign: tests/tools/subset_fonts.py makes the fonts anew"
    assert fonts_used(browser, page, "p") == {JAPANESE_FAMILY}, told
    drawn = signs.replace("\u3000", "")
    assert empty_letters(browser, page, f"20px '{JAPANESE_FAMILY}'", drawn) == "", told


@pytest.mark.slow
def test_what_heads_a_mistake_of_a_class_has_bold_letters(browser):
    with use_language("ja"):
        heads = "".join(map(translate, [*FailureKind, *CHOICE_TEXTS.values()]))
    page = f"<style>{japanese_font_css()}</style>"
    font = f"bold 20px '{JAPANESE_FAMILY}'"
    assert empty_letters(browser, page, font, heads) == ""


@pytest.mark.slow
def test_code_in_a_page_has_the_letters_of_japanese(browser):
    css = [(WEB_FOLDER / name).read_text() for name in ("player.css", "site.css")]
    style = "".join([page_font_css(japanese=True), *css])
    page = f"""<!doctype html><style>{style}</style>
        <div class="editor"><div class="cm-editor">
        <div class="cm-scroller"><span>採点</span></div></div></div>
        <pre class="signature"><span>採点</span></pre>
        <div class="code"><code><span>採点</span></code></div>"""
    for place in ("editor", "signature", "code"):
        assert fonts_used(browser, page, f".{place} span") == {JAPANESE_FAMILY}, place


def test_english_carries_no_letters_of_japanese():
    assert JAPANESE_FAMILY not in page_font_css() + figure_font_css()
