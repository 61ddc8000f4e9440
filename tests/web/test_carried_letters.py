"""Letters of Japanese in pages and pictures: from what they carry, not the system's."""

import gettext

import pytest
from carried_fonts import fonts_used

from playground.i18n.catalog import CATALOGUE_FOLDER
from playground.render.fonts import JAPANESE_FAMILY, figure_font_css, page_font_css
from playground.render.svg.svg_writer import PlacedFigure, render_figure, write_svg
from playground.render.text_layout import measure
from playground.render.theme import DARK
from playground.scene.camera import Camera2D
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Label

CLASSES = "円楕々あっんアーヴ、。・「（！？：Ａ１～"
SIZE = (480, 200)


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
    found = fonts_used(browser, page, "p")
    told = "a sentence has a new sign: tests/tools/subset_fonts.py makes the fonts anew"
    assert found == {JAPANESE_FAMILY}, told


def test_english_carries_no_letters_of_japanese():
    assert JAPANESE_FAMILY not in page_font_css() + figure_font_css()
