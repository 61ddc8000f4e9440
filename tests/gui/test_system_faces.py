"""System fonts for letters that the bundled fonts lack."""

import shutil

import pytest
from imgui_bundle import imgui
from pyglet import gl as opengl

from playground.gui import imgui_fonts
from playground.gui.imgui_backend import Gui
from playground.gui.imgui_fonts import FONTS_FOLDER
from playground.render.fonts import BODY, ICONS, load_font, missing_letters
from playground.render.gl.framebuffer import Framebuffer

SIZE = (200, 60)
# Letters that another font of imgui_bundle has, and none.
THEIRS, NOBODYS = "\uf08c", "\ue0ff"


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Return the only folder of system fonts, before any letter is displayed."""
    monkeypatch.setattr(
        imgui_fonts, "_system_font_folders", lambda: (tmp_path / "no", tmp_path)
    )
    monkeypatch.setattr(imgui_fonts._MissingLetters, "any_missing", False)
    imgui_fonts.find_system_font.cache_clear()
    imgui_fonts._update_missing_letters.cache_clear()
    yield tmp_path
    imgui_fonts.find_system_font.cache_clear()
    imgui_fonts._update_missing_letters.cache_clear()


def drawn(gui: Gui, text: str) -> bytes:
    """Return the pixels of a text without noting its missing letters."""
    target = Framebuffer(*SIZE)
    target.bind()
    opengl.glClearColor(1.0, 1.0, 1.0, 1.0)
    opengl.glClear(opengl.GL_COLOR_BUFFER_BIT)
    gui.begin(SIZE, 1.0, 0.1)
    onto, at = imgui.get_background_draw_list(), imgui.ImVec2(10.0, 10.0)
    shown = text if text == NOBODYS else imgui_fonts.track_missing_letters(text)
    onto.add_text(gui.fonts.body, 30.0, at, 0xFF000000, shown)
    gui.end()
    pixels = target.read()[..., 0].tobytes()
    target.delete()
    return pixels


def test_a_letter_is_a_box_until_a_face_is_found_for_it(gl, folder):
    (folder / "deeper").mkdir()
    shutil.copy(
        FONTS_FOLDER / "fontawesome-webfont.ttf", folder / "deeper" / "DejaVuSans.ttf"
    )
    assert missing_letters(THEIRS, (*BODY, *ICONS)) == THEIRS
    gui = Gui(str, lambda _: None)
    latin, box = drawn(gui, "Hit"), drawn(gui, NOBODYS)
    assert not gui.has_pending_input
    assert drawn(gui, THEIRS) == box
    assert gui.has_pending_input
    assert drawn(gui, THEIRS) != box
    assert not gui.has_pending_input
    assert drawn(gui, "Hit") == latin
    gui.delete()


def test_without_any_face_of_the_system_a_box_stays(gl, folder):
    (folder / "DejaVuSans.txt").write_text("no font")
    gui = Gui(str, lambda _: None)
    assert drawn(gui, THEIRS) == drawn(gui, NOBODYS)
    assert not gui.has_pending_input
    gui.delete()


def test_our_own_texts_need_no_face_of_the_system(driver, folder):
    driver.see()
    assert not imgui_fonts.has_missing_letters()


def test_how_high_a_line_is_stands_in_the_file():
    data = (FONTS_FOLDER / BODY[0]).read_bytes()
    assert imgui_fonts.line_height(data) == pytest.approx(1 / load_font(BODY[0]).em)
