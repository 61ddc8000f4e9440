"""Widths of letters: as in the font files, and nearly as in the window."""

import pytest
from PIL import ImageFont

from playground.gui.imgui_fonts import font_file
from playground.gui.view_state import WindowView
from playground.render.fonts import BODY, BOLD, load_font, measure, missing_letters
from playground.session.session import Session
from scenes import SCENES

LETTERS = "".join(map(chr, range(33, 127))) + "θρ²−′≥√½₀₁∈"
JAPANESE = "円々楕あっんアー、。（「！：\u3000"


@pytest.mark.parametrize("faces", [BODY, BOLD], ids=["body", "bold"])
def test_each_letter_is_as_wide_as_its_font_says(faces):
    for letter in LETTERS + JAPANESE:
        name = next(name for name in faces if letter in load_font(name).advances)
        size = 1000
        # FreeType is asked for an em, and here a size is the height of a line.
        face = ImageFont.truetype(
            font_file(name), size, layout_engine=ImageFont.Layout.BASIC
        )
        width, height = measure(letter, size / load_font(name).em, faces)
        assert width == pytest.approx(face.getlength(letter), abs=1.0), letter
        assert height == size / load_font(name).em


def test_a_line_lies_between_what_rises_and_what_hangs():
    regular = load_font(BODY[0])
    face = ImageFont.truetype(font_file(BODY[0]), 1000)
    up, down = face.getmetrics()
    assert regular.base == pytest.approx(up / (up + down), abs=0.002)
    assert regular.em == pytest.approx(1000 / (up + down), abs=0.002)


def test_what_no_font_has_takes_the_room_of_its_kind():
    em = load_font(BODY[0]).em
    assert missing_letters("鸞") == "鸞"
    assert measure("鸞", 10.0) == (pytest.approx(10.0 * em), 10.0)
    assert measure("Ж" * 2, 10.0)[0] > 0


def test_the_window_measures_nearly_the_same(gl):
    from playground.gui.main_view import MainView
    from playground.render.gl.framebuffer import Framebuffer

    frontend = MainView(Session(SCENES), str, lambda _: None, WindowView())
    target = Framebuffer(960, 600)
    target.bind()
    frontend.draw_frame((960.0, 600.0), (960, 600), 0.0)
    for text in (
        "t = 1.268",
        "depth 0.602",
        "article’s rectangle",
        "ρ² = x² + y²",
        "円の半径は、",
    ):
        for size in (13.0, 15.0, 28.0):
            window, _ = frontend.gui.measure(text, size)
            # Dear ImGui rounds each letter to a whole pixel.
            assert measure(text, size)[0] == pytest.approx(window, abs=0.5 * len(text))
    target.delete()
    frontend.delete()
