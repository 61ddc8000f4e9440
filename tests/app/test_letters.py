"""The faces of the window have every letter that the texts are held to."""

import pytest

from playground.render.fonts import BODY, BOLD, ICONS, MONO, letters


@pytest.mark.parametrize(
    ("face", "fonts"), [("body", BODY), ("bold", BOLD), ("mono", MONO)]
)
def test_a_face_has_all_that_its_fonts_have(driver, face, fonts):
    drawn = getattr(driver.window.frontend.gui.fonts, face)
    # ImGui keeps letters of two bytes.
    known = {c for c in letters(*fonts, *ICONS) if " " < c <= "\uffff"}
    assert {c for c in known if not drawn.is_glyph_in_font(ord(c))} == set()


@pytest.mark.parametrize("fonts", [BODY, BOLD, MONO])
def test_digits_stand_above_and_below_the_line(fonts):
    assert set("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹") <= letters(*fonts)
