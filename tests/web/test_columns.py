"""Round trips of encoded columns and texts, and slots in drawing order."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from page_data import decode_column, decode_texts

from playground.web.columns import (
    LabelColumn,
    LabelSlots,
    Shape,
    ShapeSlots,
    encode_column,
    encode_texts,
)

SAID = st.text(st.sampled_from("ab (,)−.01e+="), max_size=12)
CIRCLE, LINE = ("circle", 1, 0, "", 0, "", 0, 0), ("line", 2, 1, "", 3, "r", 1, 1)


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1))
def test_a_column_comes_back(numbers: list[int]) -> None:
    assert decode_column(encode_column(numbers), len(numbers)) == numbers


def test_a_column_that_stays_is_one_number() -> None:
    assert encode_column([7] * 300) == 7


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


def shape(what: tuple[Any, ...], *numbers: int) -> Shape:
    return Shape((*what, 3 + len(numbers)), (255, 0, 0, *numbers))


def test_what_is_between_in_some_is_between_in_the_list() -> None:
    slots = ShapeSlots()
    slots.add(0, [shape(CIRCLE, 1), shape(LINE, 9)])
    slots.add(1, [shape(CIRCLE, 2), shape(CIRCLE, 8), shape(LINE, 9)])
    slots.add(2, [shape(LINE, 5), shape(CIRCLE, 6)])
    found = slots.serialize(3)
    kinds = [each["k"] for each in found]
    there = [decode_column(each.get("there", 1), 3) for each in found]
    assert kinds == ["circle", "circle", "line", "circle"]
    assert there == [[1, 1, 0], [0, 1, 0], [1, 1, 1], [0, 0, 1]]
    # Where it is not there it has the numbers of the one before: that costs nothing.
    assert decode_column(found[0]["n"][0], 3) == [1, 2, 2]


def test_labels_are_told_apart_by_what_they_are() -> None:
    labels, what = LabelSlots(), (1, 93, 0, "", 0, 0, 0)
    for sample, texts in ((0, ("r = 1", "r = 2")), (2, ("r = 3",))):
        words = [LabelColumn(what, text, (255, sample, 2, 0, 100, 0)) for text in texts]
        labels.add(sample, words)
    first, second = labels.serialize(3)
    assert decode_texts(first["text"], 3) == ["r = 1", "", "r = 3"]
    assert decode_texts(second["text"], 3) == ["r = 2", "", ""]
    assert decode_column(first["x"], 3) == [0, 0, 2]
