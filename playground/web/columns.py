"""Column encoding of samples: each shape and label once, its numbers as columns."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from playground.quick_dataclass import dataclass

SLOT_MARKER = "\ue000"
"""The placeholder of a slot in a template."""
_NUMBER = re.compile(r"−?\d+(?:\.\d+)?(?:e[+−]\d+)?")

Template = str
Split = Callable[[str], tuple[Template, tuple[str, ...]]]
Column = int | list[int]
Texts = str | dict[str, Any]


def encode_column(numbers: Iterable[int]) -> Column:
    """Encode whole numbers, at least one, as in a column.

    That is one number if all are equal, else the first and the differences between
    successive ones.
    """
    values = [*numbers]
    if len(values) == 1:
        return values[0]
    steps = [following - last for last, following in pairwise(values)]
    return values[:1] + steps if any(steps) else values[0]


def split_numbers(text: str) -> tuple[Template, tuple[str, ...]]:
    """Split a text into a template with slots for its numbers, and the numbers."""
    return _NUMBER.sub(SLOT_MARKER, text), tuple(_NUMBER.findall(text))


def encode_texts(listed: Iterable[str], parted: Split = split_numbers) -> Texts:
    """Encode texts as templates, the template of each text, and the slots' contents.

    Slots with constant contents are filled in the template. Equal texts are encoded as
    one string.

    Parameters
    ----------
    listed : iterable of str
        The texts, at least one.
    parted : callable
        Splits a text into its template and the contents of its slots.

    Returns
    -------
    str or dict
        The one string; or `of`, the templates, `at`, the column of their indices, and
        `in`, by template and slot the contents in the texts with that template.
    """
    listed = [*listed]
    if len(listed) == 1 or len({*listed}) == 1:
        return listed[0] if parted is split_numbers else fill_slots(*parted(listed[0]))
    templates: dict[Template, int] = {}
    rows: list[list[tuple[str, ...]]] = []
    positions = []
    for text in listed:
        template, slots = parted(text)
        number = templates.setdefault(template, len(templates))
        positions.append(number)
        if number == len(rows):
            rows.append([])
        rows[number].append(slots)
    packed = [
        _inline_constant_slots(t, r) for t, r in zip(templates, rows, strict=True)
    ]
    return {
        "of": [template for template, _ in packed],
        "at": encode_column(positions),
        "in": [slots for _, slots in packed],
    }


def fill_slots(template: Template, slots: Sequence[str]) -> str:
    """Return a template with its slots filled with texts, in order."""
    parts = template.split(SLOT_MARKER)
    woven = [text for pair in zip(parts, slots, strict=False) for text in pair]
    return "".join([*woven, parts[-1]])


def _inline_constant_slots(
    template: Template, rows: Sequence[tuple[str, ...]]
) -> tuple[Template, list[list[str]]]:
    """Return a template with constant slots filled, and the contents of the others."""
    columns = [list(slot) for slot in zip(*rows, strict=True)]
    parts, changing = template.split(SLOT_MARKER), []
    first_part = parts[0]
    for slot, part in zip(columns, parts[1:], strict=True):
        if len(set(slot)) == 1:
            first_part += slot[0] + part
        else:
            first_part += SLOT_MARKER + part
            changing.append(slot)
    return first_part, changing


# ----------------------------------------------------------------------------


T = TypeVar("T")

_SHAPE_FIELDS = ("k", "tone", "dash", "marker", "since", "key", "lesson", "article")
_LABEL_FIELDS = ("tone", "size", "since", "key", "lesson", "article", "rank")
_DEFAULTS = {
    "dash": 0,
    "marker": "",
    "since": 0,
    "key": "",
    "lesson": 0,
    "article": 0,
    "rank": 1,
}
# The first numbers of a shape: opacity, width and fill opacity, with their defaults.
_STYLE_DEFAULTS = (("a", 255), ("w", 0), ("fill", 0))
# The numbers of a label, in the plane and in space.
_LABEL_NUMBER_FIELDS = {
    6: ("a", "x", "y", "toward", "gap", "away"),
    8: ("a", "x", "y", "z", "tx", "ty", "tz", "gap"),
}


class Shape(NamedTuple):
    """A shape of one sample.

    `fixed` are the values of `_SHAPE_FIELDS`, followed by the count of `numbers`. These
    are opacity, line width and fill opacity, then those of the geometry.
    """

    fixed: tuple[Any, ...]
    numbers: tuple[int, ...]


class LabelColumn(NamedTuple):
    """A label of one sample.

    `fixed` are the values of `_LABEL_FIELDS`, `numbers` those named in
    `_LABEL_NUMBER_FIELDS`.
    """

    fixed: tuple[Any, ...]
    text: str
    numbers: tuple[int, ...]


@dataclass(eq=False)
class _ShapeSlot:
    """A shape that some samples have, with its numbers in each."""

    fixed: tuple[Any, ...]
    rows: dict[int, tuple[int, ...]] = field(default_factory=dict)


class ShapeSlots:
    """The shapes of all samples in drawing order, each listed once."""

    def __init__(self) -> None:
        self._slots: list[_ShapeSlot] = []

    def add(self, sample: int, shapes: Sequence[Shape]) -> None:
        """Add a sample's shapes, each to the next slot that fits or to a new one.

        `sample` is the index of the sample.
        """
        slot_index = 0
        for shape in shapes:
            places = range(slot_index, len(self._slots))
            fits = (i for i in places if self._slots[i].fixed == shape.fixed)
            free_slot = next(fits, None)
            if free_slot is None:
                self._slots.insert(slot_index, _ShapeSlot(shape.fixed))
                free_slot = slot_index
            self._slots[free_slot].rows[sample] = shape.numbers
            slot_index = free_slot + 1

    def serialize(self, samples: int) -> list[dict[str, Any]]:
        """Return the slots as JSON values; `samples` is the number of samples."""
        return [_serialize_shape_slot(slot, samples) for slot in self._slots]


def _serialize_shape_slot(slot: _ShapeSlot, samples: int) -> dict[str, Any]:
    columns = _encode_columns(slot.rows, samples)
    serialized = _drop_defaults(_SHAPE_FIELDS, slot.fixed)
    for (name, usual), numbers in zip(_STYLE_DEFAULTS, columns, strict=False):
        if numbers != usual:
            serialized[name] = numbers
    presence = encode_column(int(i in slot.rows) for i in range(samples))
    if presence != 1:
        serialized["there"] = presence
    return {**serialized, "n": columns[len(_STYLE_DEFAULTS) :]}


def serialize_shape(shape: Shape) -> dict[str, Any]:
    """Return a shape of one sample as JSON values."""
    constants, numbers = shape
    looks = numbers[: len(_STYLE_DEFAULTS)]
    return {**_serialize_style(constants, looks), "n": numbers[len(_STYLE_DEFAULTS) :]}


# Between states mostly the positions of shapes and the texts of labels change.
@lru_cache(maxsize=4096)
def _serialize_style(fixed: tuple[Any, ...], looks: tuple[int, ...]) -> dict[str, Any]:
    """Return a shape's style; cached and shared, so not to be modified."""
    unusual = {
        k: n for (k, usual), n in zip(_STYLE_DEFAULTS, looks, strict=True) if n != usual
    }
    return _drop_defaults(_SHAPE_FIELDS, fixed) | unusual


def serialize_label(word: LabelColumn) -> dict[str, Any]:
    """Return a label of one sample as JSON values."""
    constants, text, numbers = word
    places = zip(_LABEL_NUMBER_FIELDS[len(numbers)], numbers, strict=True)
    return {**_serialize_label_fields(constants), **dict(places), "text": text}


@lru_cache(maxsize=4096)
def _serialize_label_fields(fixed: tuple[Any, ...]) -> dict[str, Any]:
    """Return a label's fixed fields; cached and shared, so not to be modified."""
    return _drop_defaults(_LABEL_FIELDS, fixed)


class LabelSlots:
    """The labels of all samples, each listed once."""

    def __init__(self) -> None:
        self._rows: dict[tuple[Any, ...], dict[int, LabelColumn]] = {}

    def add(self, sample: int, words: Sequence[LabelColumn]) -> None:
        """Add the labels of the sample of an index."""
        counts: Counter[tuple[Any, ...]] = Counter()
        for word in words:
            counts[word.fixed] += 1
            slot_key = (*word.fixed, counts[word.fixed])
            self._rows.setdefault(slot_key, {})[sample] = word

    def serialize(self, samples: int) -> list[dict[str, Any]]:
        """Return the labels as JSON values; `samples` is the number of samples."""
        return [
            _serialize_label_slot(constants, rows, samples)
            for constants, rows in self._rows.items()
        ]


def _serialize_label_slot(
    fixed: tuple[Any, ...], rows: Mapping[int, LabelColumn], samples: int
) -> dict[str, Any]:
    columns = _encode_columns({i: word.numbers for i, word in rows.items()}, samples)
    texts = (rows[i].text if i in rows else "" for i in range(samples))
    return {
        **_drop_defaults(_LABEL_FIELDS, fixed),
        **dict(zip(_LABEL_NUMBER_FIELDS[len(columns)], columns, strict=True)),
        "text": encode_texts(texts),
    }


def _drop_defaults(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """Return the values by name, without those that have their default."""
    pairs = zip(names, values, strict=False)
    return {k: v for k, v in pairs if k not in _DEFAULTS or v != _DEFAULTS[k]}


def _encode_columns(rows: Mapping[int, tuple[int, ...]], samples: int) -> list[Column]:
    return [encode_column(c) for c in zip(*_fill_forward(rows, samples), strict=True)]


def _fill_forward(rows: Mapping[int, T], samples: int) -> Iterator[T]:
    """Yield a row for each of `samples` samples.

    A missing row repeats the previous one. Before the first row, that one is repeated.
    """
    last = rows[min(rows)]
    for i in range(samples):
        last = rows.get(i, last)
        yield last
