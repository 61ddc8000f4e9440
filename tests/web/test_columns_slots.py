"""Shapes and texts of many samples, each listed once, in drawing order."""

from typing import Any

from page_data import decode_column, decode_texts

from playground.web.columns import LabelColumn, LabelSlots, Shape, ShapeSlots

CIRCLE, LINE = ("circle", 1, 0, "", 0, "", 0, 0), ("line", 2, 1, "", 3, "r", 1, 1)
LOOKS = (255, 0, 0)


def shape(
    what: tuple[Any, ...], *numbers: int, looks: tuple[int, ...] = LOOKS
) -> Shape:
    return Shape((*what, len(looks) + len(numbers)), (*looks, *numbers))


def packed(*samples: list[Shape]) -> list[dict[str, Any]]:
    slots = ShapeSlots()
    for i, shapes in enumerate(samples):
        slots.add(i, shapes)
    return slots.serialize(len(samples))


def test_a_shape_of_all_samples_is_one_and_says_only_what_is_unusual() -> None:
    (found,) = packed([shape(CIRCLE, 1, 5)], [shape(CIRCLE, 2, 5)])
    assert found == {"k": "circle", "tone": 1, "n": [[1, 1], 5]}
    (found,) = packed([shape(LINE, 7, looks=(255, 10, 20))])
    assert (found["w"], found["fill"]) == (10, 20)
    assert "a" not in found
    said = {name: found[name] for name in ("dash", "since", "key", "lesson", "article")}
    assert said == {"dash": 1, "since": 3, "key": "r", "lesson": 1, "article": 1}
    (found,) = packed([shape(CIRCLE, looks=(128, 0, 0))])
    assert (found["a"], "w" in found, "fill" in found) == (128, False, False)


def test_two_alike_are_two_and_keep_their_order() -> None:
    one, two = packed(
        [shape(CIRCLE, 1), shape(CIRCLE, 2)], [shape(CIRCLE, 3), shape(CIRCLE, 4)]
    )
    assert (one["n"], two["n"]) == ([[1, 2]], [[2, 2]])


def test_what_is_between_in_some_is_between_in_the_list() -> None:
    found = packed(
        [shape(CIRCLE, 1), shape(LINE, 9)],
        [shape(CIRCLE, 2), shape(CIRCLE, 8), shape(LINE, 9)],
        [shape(LINE, 5), shape(CIRCLE, 6)],
    )
    kinds = [each["k"] for each in found]
    there = [decode_column(each.get("there", 1), 3) for each in found]
    assert kinds == ["circle", "circle", "line", "circle"]
    assert there == [[1, 1, 0], [0, 1, 0], [1, 1, 1], [0, 0, 1]]
    # Where it is not there it has the numbers of the one before: that costs nothing.
    assert decode_column(found[0]["n"][0], 3) == [1, 2, 2]


def test_words_are_told_apart_by_what_they_are() -> None:
    labels, what = LabelSlots(), (1, 93, 0, "", 0, 0, 0)
    places = (2, 0, 100, 0)
    one, two = (
        LabelColumn(what, text, (255, 1, *places)) for text in ("r = 1", "r = 2")
    )
    labels.add(0, [one, two])
    labels.add(2, [LabelColumn(what, "r = 3", (255, 4, *places))])
    first, second = labels.serialize(3)
    assert decode_texts(first["text"], 3) == ["r = 1", "", "r = 3"]
    assert decode_texts(second["text"], 3) == ["r = 2", "", ""]
    assert (first["tone"], first["size"]) == (1, 93)
    assert decode_column(first["x"], 3) == [1, 1, 4]
    assert (second["y"], second["gap"], second["away"]) == (2, 100, 0)
