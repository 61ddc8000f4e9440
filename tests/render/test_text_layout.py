"""Lines of text, of the measured width."""

import pytest

from playground.render import fonts
from playground.render.text_layout import TextStyle, break_line, typeset


def test_a_line_is_as_wide_as_its_words_however_many_are_joined() -> None:
    text, size = "The comments say the side they mean", 20.0
    line = typeset(text, size, fonts.advance, TextStyle.PROSE)
    lines = break_line(line, 26.0, 0.6 * line.width, fonts.advance)
    assert len({y for _, y, _ in lines.pieces}) == 2
    for _, _, piece in lines.pieces:
        own = fonts.advance(piece.text, piece.size, piece.font_stack)
        assert piece.width == pytest.approx(own)


def test_a_prime_stands_above_the_subscript_of_its_symbol() -> None:
    line = typeset("v_x′ = 2", 20.0, fonts.advance, TextStyle.NAME)
    symbol, low, prime, rest = line.pieces
    assert (low.text, prime.text) == ("𝑥", "′")
    assert low.x == prime.x == symbol.x + symbol.width
    assert prime.down < low.down
    lower = low.x + fonts.advance(low.text, low.size, low.font_stack)
    assert rest.x >= lower
