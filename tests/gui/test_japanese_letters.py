"""Japanese in the window: all letters are drawn, and lines break correctly."""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from imgui_bundle import imgui
from pyglet import gl

from playground.gui.widgets import localized
from playground.gui.widgets import symbol_text as widgets_text
from playground.i18n.catalog import CATALOGUE_FOLDER
from playground.render.fonts import BODY, BOLD, MATH, MONO, missing_letters
from playground.render.gl.framebuffer import Framebuffer
from playground.render.theme import DARK

# A letter of each class: kanji, both kana, marks, brackets, full-width forms.
CLASSES = "円楕々あっんアーヴ、。・「（！？：Ａ１～￥"
SIZE = (900, 60)
TEXT = "円と直線の交点を求めるには、まず「中心」から直線へ垂線を下ろします。" * 3


def letters_drawn(gui, faces, text: str) -> list[bytes]:
    """Return the pixels of each letter of a text."""
    target, found = Framebuffer(*SIZE), []
    for _ in range(2):
        target.bind()
        gl.glClearColor(1.0, 1.0, 1.0, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gui.begin(SIZE, 1.0, 0.1)
        for place, letter in enumerate(text):
            at = imgui.ImVec2(10.0 + 40.0 * place, 10.0)
            onto = imgui.get_background_draw_list()
            onto.add_text(gui.fonts.fonts_by_face[faces], 30.0, at, 0xFF000000, letter)
        gui.end()
    pixels = target.read()[..., 0]
    target.delete()
    for place in range(len(text)):
        found.append(pixels[:, 10 + 40 * place : 45 + 40 * place].tobytes())
    return found


@pytest.mark.parametrize("faces", [BODY, BOLD, MONO, MATH])
def test_a_letter_of_each_class_is_drawn_in_every_face(driver, faces):
    driver.see()
    gui = driver.window.main_view.gui
    box, *drawn = letters_drawn(gui, faces, "\ue0ff" + CLASSES)
    assert box not in drawn
    assert len(set(drawn)) == len(CLASSES)


def test_the_window_has_every_letter_of_our_sentences():
    with (CATALOGUE_FOLDER / "ja.mo").open("rb") as file:
        texts = gettext.GNUTranslations(file)._catalog
    assert {text for text in texts.values() if missing_letters(text, BODY)} == set()
    assert {text for text in texts.values() if missing_letters(text, BOLD)} == set()


@contextmanager
def a_window(gui) -> Iterator[None]:
    gui.begin((900.0, 600.0), 1.0, 0.1)
    imgui.set_next_window_size(imgui.ImVec2(400.0, 500.0))
    imgui.begin("A test's")
    yield
    imgui.end()
    gui.end()


def test_lines_that_imgui_writes_end_where_japanese_may(driver):
    gui, lines = driver.window.main_view.gui, []
    with a_window(gui):
        for room in range(90, 380, 7):
            lines.append(localized.break_japanese(TEXT, float(room)).split("\n"))
            wide = max(imgui.calc_text_size(line).x for line in lines[-1])
            assert wide <= room
            size = localized.calc_text_size(TEXT, wrap_width=float(room))
            assert size.y == pytest.approx(15.0 * len(lines[-1]))
    assert len({len(one) for one in lines}) > 5
    for one in lines:
        assert "".join(one) == TEXT
        assert not any(line[0] in "、。」" or line[-1] == "「" for line in one)


@pytest.mark.parametrize("text", [TEXT, f"{TEXT}半径rは"])
def test_a_text_is_as_high_as_was_said(driver, text):
    gui = driver.window.main_view.gui
    with a_window(gui):
        room = imgui.get_content_region_avail().x
        before = imgui.get_cursor_pos_y()
        widgets_text.write(gui, text, DARK.text)
        gap = imgui.get_style().item_spacing.y
        high = imgui.get_cursor_pos_y() - before - gap
        said = widgets_text.measure_height(
            gui, text, imgui.get_font_size(), room, bold=False
        )
        assert high == pytest.approx(said)
        assert high > 2 * imgui.get_font_size()
