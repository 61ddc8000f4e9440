"""Letters in the window: sharp, with halos, Japanese, and from fonts of the system."""

import gettext
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from imgui_bundle import imgui
from pyglet import gl as opengl

from playground.gui import imgui_fonts
from playground.gui.imgui_backend import Gui
from playground.gui.imgui_fonts import FONTS_FOLDER
from playground.gui.widgets import localized
from playground.gui.widgets import symbol_text as widgets_text
from playground.i18n.catalog import CATALOGUE_FOLDER
from playground.render.fonts import (
    BODY,
    BOLD,
    ICONS,
    MATH,
    MONO,
    load_font,
    missing_letters,
)
from playground.render.gl.framebuffer import Framebuffer
from playground.render.labels import PlacedText
from playground.render.text_layout import TextStyle
from playground.render.theme import DARK
from playground.scene.camera import Viewport

INK, WHITE, NOTHING = (0.2, 0.0, 0.4, 1.0), (1.0, 1.0, 1.0, 1.0), (0.0,) * 4
# A letter of each class: kanji, both kana, marks, brackets, full-width forms.
CLASSES = "円楕々あっんアーヴ、。・「（！？：Ａ１～￥"
TEXT = "円と直線の交点を求めるには、まず「中心」から直線へ垂線を下ろします。" * 3
# Letters that another font of imgui_bundle has, and none.
THEIRS, NOBODYS = "\uf08c", "\ue0ff"


def painted(
    gui: Gui,
    draw: Callable[[], object],
    size: tuple[int, int],
    ratio: float = 1.0,
    frames: int = 2,
) -> np.ndarray:
    """Return the pixels of what is drawn on white in a window without panels."""
    target = Framebuffer(*size)
    for _ in range(frames):
        target.bind()
        opengl.glClearColor(*WHITE)
        opengl.glClear(opengl.GL_COLOR_BUFFER_BIT)
        gui.begin((size[0] / ratio, size[1] / ratio), ratio, 0.1)
        draw()
        gui.end()
    pixels = target.read()
    target.delete()
    return pixels[..., :3].astype(int)


def letters(
    gui: Gui, faces: object, text: str, *, frames: int = 2, tracks: bool = False
) -> list[bytes]:
    """Return the pixels of each letter; note missing ones if it `tracks` them."""
    places = [10 + 40 * number for number in range(len(text))]

    def draw() -> None:
        if tracks:
            imgui_fonts.track_missing_letters(text)
        onto, font = imgui.get_background_draw_list(), gui.fonts.fonts_by_face[faces]
        for x, letter in zip(places, text, strict=True):
            onto.add_text(font, 30.0, imgui.ImVec2(x, 10.0), 0xFF000000, letter)

    pixels = painted(gui, draw, (20 + 40 * len(text), 60), frames=frames)
    return [pixels[:, x : x + 35].tobytes() for x in places]


def written(gui, size, ratio, halo=NOTHING, voice=TextStyle.NAME):
    """Return the pixels of a word and a formula."""

    def draw() -> None:
        for row, text in enumerate(("article's circle", "gap 0.521, θ = −45°")):
            at = 20.0 / ratio, 12.0 / ratio + 2 * row * size
            words = PlacedText(*at, text, size, INK, 0.0, 0.0, style=voice, halo=halo)
            gui.draw_texts([words], Viewport(0.0, 0.0, 480.0, 160.0))

    return painted(gui, draw, (480, 160), ratio)


@pytest.fixture
def gui(driver) -> Gui:
    driver.see()
    return driver.window.main_view.gui


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_halo_is_not_seen_on_a_ground_of_its_own_colour(gui, ratio):
    # So many sizes need a second texture for their letters.
    for size in (15.5, 17.4, 21.7, 26.1, 31.9, 38.3):
        bare = written(gui, size / ratio, ratio)
        assert bare.min() < 120
        assert bare[0].min() == 255
        around = written(gui, size / ratio, ratio, halo=WHITE)
        assert np.abs(bare - around).max() <= 1, size


@pytest.mark.parametrize("voice", [TextStyle.NAME, TextStyle.TITLE, TextStyle.PROSE])
def test_letters_of_every_face_are_as_sharp_at_another_scale(gui, voice):
    def contrast(size: float, ratio: float) -> float:
        """Return the contrast of adjacent pixels, low for scaled textures."""
        pixels = written(gui, size, ratio, voice=voice)
        return float((np.diff(pixels, axis=1) ** 2).sum())

    usual = contrast(30.0, 1.0)
    assert contrast(15.0, 2.0) > 0.9 * usual
    assert contrast(12.0, 2.5) > 0.9 * usual


@pytest.mark.parametrize("faces", [BODY, BOLD, MONO, MATH])
def test_a_letter_of_each_class_is_drawn_in_every_face(gui, faces):
    box, *drawn = letters(gui, faces, NOBODYS + CLASSES)
    assert box not in drawn
    assert len(set(drawn)) == len(CLASSES)


def test_the_window_has_every_letter_of_our_sentences():
    with (CATALOGUE_FOLDER / "ja.mo").open("rb") as file:
        texts = gettext.GNUTranslations(file)._catalog.values()
    for faces in (BODY, BOLD):
        assert {text for text in texts if missing_letters(text, faces)} == set()


@contextmanager
def a_window(gui: Gui) -> Iterator[None]:
    gui.begin((900.0, 600.0), 1.0, 0.1)
    imgui.set_next_window_size(imgui.ImVec2(400.0, 500.0))
    imgui.begin("A test's")
    yield
    imgui.end()
    gui.end()


def test_lines_that_imgui_writes_end_where_japanese_may(gui):
    lines = []
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
def test_a_text_is_as_high_as_was_said(gui, text):
    with a_window(gui):
        room = imgui.get_content_region_avail().x
        before = imgui.get_cursor_pos_y()
        widgets_text.write(gui, text, DARK.text)
        gap, size = imgui.get_style().item_spacing.y, imgui.get_font_size()
        high = imgui.get_cursor_pos_y() - before - gap
        said = widgets_text.measure_height(gui, text, size, room, bold=False)
        assert high == pytest.approx(said)
        assert high > 2 * size


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Return the only folder of system fonts, before any letter is displayed."""
    monkeypatch.setattr(
        imgui_fonts, "_system_font_folders", lambda: (tmp_path / "no", tmp_path)
    )
    monkeypatch.setattr(imgui_fonts._MissingLetters, "any_missing", False)
    caches = imgui_fonts.find_system_font, imgui_fonts._update_missing_letters
    for cached in caches:
        cached.cache_clear()
    yield tmp_path
    for cached in caches:
        cached.cache_clear()


def drawn(gui: Gui, text: str) -> list[bytes]:
    """Return the pixels of a text, and note its missing letters."""
    return letters(gui, BODY, text, frames=1, tracks=text != NOBODYS)


def test_a_letter_is_a_box_until_a_face_is_found_for_it(gl, folder):
    (folder / "deeper").mkdir()
    font = folder / "deeper" / "DejaVuSans.ttf"
    shutil.copy(FONTS_FOLDER / "fontawesome-webfont.ttf", font)
    assert missing_letters(THEIRS, (*BODY, *ICONS)) == THEIRS
    gui = Gui(str, lambda _: None)
    latin, box = drawn(gui, "Hit"), drawn(gui, NOBODYS)
    assert not gui.has_pending_input
    assert drawn(gui, THEIRS) == box
    assert gui.has_pending_input
    assert drawn(gui, THEIRS) != box
    assert not gui.has_pending_input
    # Edges are a level off where a letter lies elsewhere in the texture.
    again = drawn(gui, "Hit")
    before, after = (np.frombuffer(b"".join(x), dtype=int) for x in (latin, again))
    assert np.abs(before - after).max() <= 2
    gui.delete()


def test_without_any_face_of_the_system_a_box_stays(gl, folder):
    (folder / "DejaVuSans.txt").write_text("no font")
    gui = Gui(str, lambda _: None)
    assert drawn(gui, THEIRS) == drawn(gui, NOBODYS)
    assert not gui.has_pending_input
    gui.delete()


def test_our_own_texts_need_no_face_of_the_system(driver, folder):
    driver.settle()
    assert not imgui_fonts.has_missing_letters()


def test_how_high_a_line_is_stands_in_the_file():
    data = (FONTS_FOLDER / BODY[0]).read_bytes()
    assert imgui_fonts.line_height(data) == pytest.approx(1 / load_font(BODY[0]).em)
