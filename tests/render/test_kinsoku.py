"""Line breaking of Japanese: forbidden starts and ends, unbreakable parts."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from playground.render.fonts import BODY, advance
from playground.render.text_layout import (
    TextStyle,
    break_line,
    insert_no_break_spaces,
    typeset_line,
    wrap_text,
)

SIZE = 16.0
# Of each class one that authors use.
NEVER_FIRST = "、。，．・：；？！）」』】々ーぁっゃゅょァィッャュョ"
NEVER_LAST = "（「『【"
WHOLE = ["circle_rect.py", "P_1", "t = 0.52", "4,000件", "0.5 s", "(1, 2)", "Ctrl+S"]
LETTERS = st.sampled_from(
    [*"円線交点のをはカタカナひらがな", *NEVER_FIRST, *NEVER_LAST]
)
TEXTS = st.lists(
    st.one_of(LETTERS, LETTERS, st.sampled_from(WHOLE)), min_size=20, max_size=60
)
ROOMS = st.floats(20.0, 120.0)


def wide(text: str) -> float:
    return advance(text, SIZE, BODY)


def said(text: str) -> str:
    """Return the original text of a typeset line."""
    return text.replace("\u00a0", " ").replace("\n", "")


def check_ends(lines: list[str]) -> None:
    for before, after in pairwise(lines):
        assert after[0] not in NEVER_FIRST, lines
        assert before[-1] not in NEVER_LAST, lines


@given(TEXTS, ROOMS)
def test_no_line_begins_or_ends_with_what_may_not(parts: list[str], room: float):
    text = insert_no_break_spaces("".join(parts))
    lines = wrap_text(text, room, wide).split("\n")
    # But for the blank behind a word, which a line ends without.
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    check_ends(lines)
    for one in lines:
        # What is wider has no place where it may end.
        assert wide(one) <= room or wrap_text(one, 0.0, wide) == one


@given(TEXTS, ROOMS)
def test_lines_with_symbols_keep_to_the_same(parts: list[str], room: float):
    text = insert_no_break_spaces("".join(parts))
    set_ = typeset_line(text, SIZE, TextStyle.PROSE)
    found = break_line(set_, SIZE, room, advance)
    rows: dict[float, str] = {}
    for _, y, piece in found.pieces:
        # Raised and lowered pieces are nearer to their own line than to another.
        row = round((y - piece.top(set_.base)) / SIZE)
        rows[row] = rows.get(row, "") + piece.text
    lines = [rows[row] for row in sorted(rows)]
    assert said("".join(lines)) == said("".join(piece.text for piece in set_.pieces))
    check_ends(lines)


def test_what_belongs_together_is_in_one_line_however_narrow():
    for whole in WHOLE:
        text = insert_no_break_spaces(f"円と{whole}を")
        lines = said(wrap_text(text, 0.0, wide).replace("\n", "|"))
        assert f"円|と|{whole}" in lines


def test_japanese_fills_its_lines():
    text = "円と直線の交点を求めるには、まず中心から直線へ垂線を下ろします。" * 3
    room = 20 * wide("円")
    *full, _ = wrap_text(text, room, wide).split("\n")
    # At most what may not begin a line is moved on with the letter before it.
    assert all(room - wide(one) < 3 * wide("円") for one in full)


def test_a_text_that_is_set_is_no_wider_than_there_is_room():
    text = "円Oの半径rは、直線からの距離dより小さく、t = 0.52で交わります。" * 3
    set_ = typeset_line(insert_no_break_spaces(text), SIZE, TextStyle.PROSE)
    for room in range(120, 400, 7):
        found = break_line(set_, SIZE, float(room), advance)
        for x, _, piece in found.pieces:
            assert x + piece.width <= room + 0.01, piece.text


def test_a_symbol_stands_a_little_apart_from_letters_of_japanese():
    word, symbol, after, *_ = typeset_line("円Oの、", SIZE, TextStyle.PROSE).pieces
    assert symbol.x > word.x + word.width
    assert after.x > symbol.x + symbol.width
    # Their own ground parts brackets and commas from it.
    symbol, comma = typeset_line("O、", SIZE, TextStyle.PROSE).pieces
    assert comma.x == symbol.x + symbol.width
    # And a line's end.
    lines = break_line(
        typeset_line("円はO", SIZE, TextStyle.PROSE), SIZE, wide("円は") + 1.0, advance
    )
    assert [x for x, _, piece in lines.pieces if piece.name] == [0.0]
