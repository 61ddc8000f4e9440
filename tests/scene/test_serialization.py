"""Serialization of dataclasses: declared fields round-trip, nothing else does."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, ClassVar

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from spoiled import names, spoiled

from playground.scene.json_schema import (
    LengthRange,
    Schema,
    enum_schema,
    integer_schema,
    number_schema,
    text_schema,
)
from playground.scene.json_text import parse_json
from playground.scene.serialization import (
    FieldFormat,
    FileFormat,
    from_json_values,
    to_json_values,
)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Disc:
    center: Annotated[tuple[float, float], FieldFormat(always=True)] = (0.0, 0.0)
    radius: Annotated[float, number_schema(0.0, 9.0)] = 1.0


@dataclass(frozen=True)
class Word:
    letters: Annotated[str, text_schema(5, printable=True)]


def _known_word(name: str, value: str, known: Mapping[str, Any]) -> str:
    if value and value not in known["dictionary"]:
        raise ValueError(f"{name} is not in the dictionary")
    return value


@dataclass(frozen=True)
class Place:
    x: int = 0
    y: int = 0


@dataclass(frozen=True)
class Sheet:
    """Dataclass with a field of each kind."""

    FILE: ClassVar = FileFormat("sheet", 3, "sheet of paper")

    count: Annotated[int, integer_schema(1, 5)]
    lit: bool = False
    colour: Colour = Colour.RED
    word: Annotated[str, _known_word] = ""
    power: Annotated[float | None, number_schema(0.0, 1.0)] = None
    shapes: Annotated[tuple[Disc | Word, ...], LengthRange(0, 3)] = ()
    marks: tuple[str | None, ...] = ()
    sizes: Mapping[str, float] = field(default_factory=dict)
    place: Annotated[Place, FieldFormat(inside="shown", spread=True)] = Place()
    side: Annotated[
        int, enum_schema({"left": -1, "right": 1}), FieldFormat("hand", "shown")
    ] = 1
    title: Annotated[str, FieldFormat(first=True)] = ""
    cache: Annotated[object, FieldFormat(kept=False)] = field(
        default=None, compare=False
    )
    rest: Any = None


FULL = Sheet(
    3,
    True,
    Colour.BLUE,
    "yes",
    0.5,
    (Disc((1.0, 2.0), 3.0), Word("abc")),
    ("a", None),
    {"b": 1.5},
    Place(4, 5),
    -1,
    "T",
    None,
    {"any": [1]},
)
VALUES = {
    "format": "sheet",
    "version": 3,
    "title": "T",
    "count": 3,
    "lit": True,
    "colour": "blue",
    "word": "yes",
    "power": 0.5,
    "shapes": [{"center": [1.0, 2.0], "radius": 3.0}, {"letters": "abc"}],
    "marks": ["a", None],
    "sizes": {"b": 1.5},
    "shown": {"x": 4, "y": 5, "hand": "left"},
    "rest": {"any": [1]},
}


def back(values: Any) -> Sheet:
    return from_json_values(Sheet, values, dictionary=("yes", "no"))


def test_each_field_is_written_as_it_is_declared() -> None:
    assert to_json_values(FULL) == VALUES
    assert list(to_json_values(FULL)) == list(VALUES)
    assert back(VALUES) == FULL


def test_what_is_as_usual_is_left_out() -> None:
    plain = {"format": "sheet", "version": 3, "count": 2}
    assert to_json_values(Sheet(2)) == plain
    assert back(plain) == Sheet(2)
    assert to_json_values(Disc()) == {"center": [0.0, 0.0]}


SHEETS = st.builds(
    Sheet,
    st.integers(1, 5),
    st.booleans(),
    st.sampled_from(Colour),
    st.sampled_from(["", "yes", "no"]),
    st.none() | st.floats(0.0, 1.0),
    st.lists(st.builds(Disc, radius=st.floats(0.0, 9.0)), max_size=3).map(tuple),
    st.lists(st.none() | st.text(max_size=9), max_size=3).map(tuple),
    st.dictionaries(st.text(max_size=9), st.floats(-1e300, 1e300), max_size=3),
    st.builds(Place, st.integers(-(10**9), 10**9), st.integers(0, 9)),
    st.sampled_from([-1, 1]),
    st.text(max_size=9),
)


@settings(max_examples=examples(100))
@given(SHEETS)
def test_every_value_comes_back_from_its_text(sheet: Sheet) -> None:
    assert back(parse_json(json.dumps(to_json_values(sheet)))) == sheet


def test_whatever_stands_in_a_field_is_refused_by_its_name() -> None:
    unnamed = []
    for at, name, values in spoiled(VALUES):
        try:
            back(values)
        except ValueError as error:
            if not (name == "no object" or names(str(error), at)):
                unnamed.append((at, name, str(error)))
    assert not unnamed


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "other"}, 'not a sheet of paper: "format" must be "sheet"'),
        ({"version": 4}, '"version" must be the number 3, not 4'),
        ({"more": 1}, "unknown field 'more' in the sheet of paper"),
        ({"": 1}, "unknown field '' in the sheet of paper"),
        ({"cache": 1}, "unknown field 'cache' in the sheet of paper"),
        ({"x": 1}, "unknown field 'x' in the sheet of paper"),
        ({"shown": {"count": 1}}, "unknown field 'count' in \"shown\""),
        ({"shown": []}, '"shown" must be an object, not []'),
        ({"count": True}, '"count" must be a whole number, not True'),
        ({"count": 2.0}, '"count" must be a whole number, not 2.0'),
        ({"count": 6}, '"count" must be in [1, 5], not 6'),
        ({"lit": 1}, '"lit" must be true or false, not 1'),
        ({"colour": "green"}, "\"colour\" must be one of red, blue, not 'green'"),
        ({"word": "maybe"}, '"word" is not in the dictionary'),
        ({"power": False}, '"power" must be a number, not False'),
        ({"power": float("nan")}, '"power" must be finite'),
        ({"power": 10**400}, '"power" must be finite'),
        ({"power": 1.5}, '"power" must be in [0, 1], not 1.5'),
        ({"shapes": [{}] * 4}, '"shapes" must be a list of 0 to 3 objects, not '),
        ({"shapes": [1]}, "shape 1: it must be an object, not 1"),
        ({"shapes": [{"side": 1}]}, "shape 1: it must have one of center, letters"),
        ({"shapes": [{"center": [1]}]}, '"center" must be a list of 2 numbers'),
        (
            {"shapes": [{"letters": "a"}, {"letters": "abcdef"}]},
            'shape 2: "letters" is too long: more than 5 characters',
        ),
        (
            {"shapes": [{"letters": "\0"}]},
            '"letters" contains a character that cannot be',
        ),
        ({"marks": ["a", 1]}, "mark 2: it must be text, not 1"),
        ({"sizes": {"b": "1"}}, "size b: it must be a number, not '1'"),
        ({"shown": {"hand": -1}}, '"hand" must be one of left, right, not -1'),
    ],
    ids=str,
)
def test_what_is_unfit_is_said_in_a_sentence(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)) as caught:
        back(VALUES | change)
    assert len(str(caught.value)) < 200


def test_a_refusal_stays_of_its_kind_wherever_it_is() -> None:
    class GoneError(ValueError):
        pass

    def refuse(*_: object) -> None:
        raise GoneError("it is gone")

    @dataclass(frozen=True)
    class Item:
        thing: Annotated[Any, Schema(refuse)]

    @dataclass(frozen=True)
    class Items:
        items: tuple[Item, ...]

    with pytest.raises(GoneError, match="item 1: it is gone"):
        from_json_values(Items, {"items": [{"thing": 1}]})


def test_a_class_may_say_how_it_is_written() -> None:
    @dataclass(frozen=True)
    class Half:
        FORM: ClassVar = Schema(
            lambda name, value, known: Half(value / 2), serialize=lambda h, _: h.of * 2
        )
        of: float

    @dataclass(frozen=True)
    class Halves:
        one: Half

    assert to_json_values(Halves(Half(1.5))) == {"one": 3.0}
    assert from_json_values(Halves, {"one": 3.0}) == Halves(Half(1.5))
