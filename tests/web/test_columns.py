"""Round trips of encoded columns and texts."""

from hypothesis import given
from hypothesis import strategies as st
from page_data import decode_column, decode_texts

from playground.web.columns import encode_column, encode_texts

SAID = st.text(st.sampled_from("ab (,)−.01e+="), max_size=12)


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1))
def test_a_column_comes_back(numbers: list[int]) -> None:
    assert decode_column(encode_column(numbers), len(numbers)) == numbers


def test_a_column_that_stays_is_one_number() -> None:
    assert encode_column([7] * 300) == 7
    assert encode_column([7] * 299 + [8])[1:] == [0] * 298 + [1]


@given(st.lists(SAID, min_size=1))
def test_texts_come_back(said: list[str]) -> None:
    assert decode_texts(encode_texts(said), len(said)) == said


def test_texts_that_differ_in_numbers_share_a_template() -> None:
    packed = encode_texts([f"t = {i}.5 of 9" for i in range(20)])
    assert isinstance(packed, dict)
    assert packed["at"] == 0
    assert len(packed["of"]) == 1
    # What does not change is in the template and fills no slot.
    assert packed["of"][0].endswith(" of 9")
    assert len(packed["in"][0]) == 1
