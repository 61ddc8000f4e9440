"""Lines of text: of the measured width, with space between symbols and words."""

import itertools

import pytest
from PIL import ImageFont

from playground.gui.imgui_fonts import FONTS_FOLDER
from playground.render import fonts
from playground.render.fonts import MATH, advance, load_font
from playground.render.text_layout import TextStyle, break_line, typeset

SIZE = 100.0
BLANK = advance(" ", SIZE, fonts.BODY)


def ink_ends(letter, size):
    """Return the right end of a symbol's ink, measured by FreeType."""
    em = load_font(MATH[0]).em * size
    face = ImageFont.truetype(
        FONTS_FOLDER / MATH[0], 1000, layout_engine=ImageFont.Layout.BASIC
    )
    return face.getbbox(letter)[2] / 1000 * em


@pytest.mark.parametrize("symbol", "PVCMOrty")
def test_a_slanted_symbol_leaves_the_whole_blank_before_the_next_word(symbol):
    line = typeset(f"The way {symbol} is long.", SIZE, advance, TextStyle.PROSE)
    for pieces in (
        [(piece.x, piece) for piece in line.pieces],
        [(x, piece) for x, _, piece in break_line(line, SIZE, 1e9, advance).pieces],
    ):
        at = next(i for i, (_, p) in enumerate(pieces) if p.name == symbol)
        (x, drawn), (after, words) = pieces[at : at + 2]
        assert words.text.startswith(" is")
        gap = after + BLANK - x - ink_ends(drawn.text, drawn.size)
        # FreeType's box is whole pixels of a thousand.
        assert gap > 0.95 * BLANK


def test_no_comma_lies_on_a_subscript():
    line = typeset("by r_x, here", SIZE, advance, TextStyle.PROSE)
    low, comma = next(
        (low, after)
        for low, after in itertools.pairwise(line.pieces)
        if after.text.startswith(",")
    )
    assert comma.x - low.x - ink_ends(low.text, low.size) > 0.05 * SIZE


def test_a_line_of_nothing_is_as_high_as_any_other():
    line = typeset("", SIZE, advance)
    assert (line.pieces, line.width, line.height) == ((), 0.0, SIZE)


def test_a_line_is_as_wide_as_its_words_however_many_are_joined() -> None:
    text, size = "The comments say the side they mean", 20.0
    line = typeset(text, size, advance, TextStyle.PROSE)
    lines = break_line(line, 26.0, 0.6 * line.width, advance)
    assert len({y for _, y, _ in lines.pieces}) == 2
    for _, _, piece in lines.pieces:
        own = advance(piece.text, piece.size, piece.font_stack)
        assert piece.width == pytest.approx(own)


def test_a_prime_stands_above_the_subscript_of_its_symbol() -> None:
    line = typeset("v_x′ = 2", 20.0, advance, TextStyle.NAME)
    symbol, low, prime, rest = line.pieces
    assert (low.text, prime.text) == ("𝑥", "′")
    assert low.x == prime.x == symbol.x + symbol.width
    assert prime.down < low.down
    lower = low.x + advance(low.text, low.size, low.font_stack)
    assert rest.x >= lower
