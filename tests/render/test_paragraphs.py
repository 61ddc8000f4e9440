"""Lines of a text: as wide as they are said to be."""

import pytest

from playground.render import fonts
from playground.render.paragraphs import broken
from playground.render.typeset import Voice, typeset


def test_a_line_is_as_wide_as_its_words_however_many_are_joined() -> None:
    text, size = "The comments say the side they mean", 20.0
    line = typeset(text, size, fonts.advance, Voice.PROSE)
    lines = broken(line, 26.0, 0.6 * line.width, fonts.advance)
    assert len({y for _, y, _ in lines.pieces}) == 2
    for _, _, piece in lines.pieces:
        own = fonts.advance(piece.text, piece.size, piece.faces)
        assert piece.width == pytest.approx(own)
