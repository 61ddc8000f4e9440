"""Shapes and words of many samples: each once, its numbers as columns."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

SLOT = "\ue000"
"""What stands in a template where a slot goes."""
_NUMBER = re.compile(r"−?\d+(?:\.\d+)?(?:e[+−]\d+)?")

Template = str
Split = Callable[[str], tuple[Template, tuple[str, ...]]]
Column = int | list[int]
Texts = str | dict[str, Any]


def column(numbers: Iterable[int]) -> Column:
    """Return whole numbers as a column."""
    listed = [*numbers]
    if len(listed) == 1:
        return listed[0]
    steps = [after - before for before, after in pairwise(listed)]
    return listed[:1] + steps if any(steps) else listed[0]


def unpacked(packed: Column, count: int) -> list[int]:
    """Return the numbers of a column again."""
    if isinstance(packed, int):
        return [packed] * count
    numbers, now = [], 0
    for step in packed:
        now += step
        numbers.append(now)
    return numbers


def split(text: str) -> tuple[Template, tuple[str, ...]]:
    """Return a text with slots for its numbers, and these."""
    return _NUMBER.sub(SLOT, text), tuple(_NUMBER.findall(text))


def texts(listed: Iterable[str], parted: Split = split) -> Texts:
    """Return texts as templates, which of them each is, and what goes into its slots.

    A slot that is always filled alike is none.
    """
    listed = [*listed]
    if len(listed) == 1 or len({*listed}) == 1:
        return listed[0] if parted is split else filled(*parted(listed[0]))
    templates: dict[Template, int] = {}
    rows: list[list[tuple[str, ...]]] = []
    at = []
    for text in listed:
        template, slots = parted(text)
        number = templates.setdefault(template, len(templates))
        at.append(number)
        if number == len(rows):
            rows.append([])
        rows[number].append(slots)
    packed = [_constants_filled(t, r) for t, r in zip(templates, rows, strict=True)]
    return {
        "of": [template for template, _ in packed],
        "at": column(at),
        "in": [slots for _, slots in packed],
    }


def filled(template: Template, slots: Sequence[str]) -> str:
    """Return a template with what goes into its slots."""
    parts = template.split(SLOT)
    woven = [text for pair in zip(parts, slots, strict=False) for text in pair]
    return "".join([*woven, parts[-1]])


def _constants_filled(
    template: Template, rows: Sequence[tuple[str, ...]]
) -> tuple[Template, list[list[str]]]:
    """Return a template with what is always alike in its place, and the other slots."""
    columns = [list(slot) for slot in zip(*rows, strict=True)]
    parts, changing = template.split(SLOT), []
    whole = parts[0]
    for slot, part in zip(columns, parts[1:], strict=True):
        if len(set(slot)) == 1:
            whole += slot[0] + part
        else:
            whole += SLOT + part
            changing.append(slot)
    return whole, changing


def unpacked_texts(packed: Texts, count: int) -> list[str]:
    """Return the texts again."""
    if isinstance(packed, str):
        return [packed] * count
    found, rows = [], [0] * len(packed["of"])
    for number in unpacked(packed["at"], count):
        parts = packed["of"][number].split(SLOT)
        slots = [slot[rows[number]] for slot in packed["in"][number]]
        rows[number] += 1
        pairs = zip(parts, [*slots, ""], strict=True)
        found.append("".join(part + slot for part, slot in pairs))
    return found


# ----------------------------------------------------------------------------


T = TypeVar("T")

_FIXED = ("k", "tone", "dash", "marker", "since", "key", "lesson", "article")
_WORD = ("tone", "size", "since", "key", "lesson", "article", "rank")
_USUAL = {
    "dash": 0,
    "marker": "",
    "since": 0,
    "key": "",
    "lesson": 0,
    "article": 0,
    "rank": 1,
}
# Opacity, width and the opacity of the inside, which a shape's numbers begin with.
_LOOKS = (("a", 255), ("w", 0), ("fill", 0))
# What a word's numbers are, in the plane and in space.
_PLACES = {
    6: ("a", "x", "y", "toward", "gap", "away"),
    8: ("a", "x", "y", "z", "tx", "ty", "tz", "gap"),
}


class Shape(NamedTuple):
    """A shape of one sample: what it is, and its numbers.

    `fixed` are the values of `_FIXED`, and how many numbers it has.
    """

    fixed: tuple[Any, ...]
    numbers: tuple[int, ...]


class Word(NamedTuple):
    """A label of one sample: what it is, its text, and its numbers.

    `fixed` are the values of `_WORD`.
    """

    fixed: tuple[Any, ...]
    text: str
    numbers: tuple[int, ...]


@dataclass(eq=False)
class _Slot:
    """A shape that some samples have, and its numbers in these."""

    fixed: tuple[Any, ...]
    rows: dict[int, tuple[int, ...]] = field(default_factory=dict)


class Slots:
    """The shapes of all samples in their order of drawing, each listed once."""

    def __init__(self) -> None:
        self._slots: list[_Slot] = []

    def add(self, sample: int, shapes: Sequence[Shape]) -> None:
        """Note a sample's shapes; each goes on with the next slot that it fits."""
        at = 0
        for shape in shapes:
            places = range(at, len(self._slots))
            fits = (i for i in places if self._slots[i].fixed == shape.fixed)
            found = next(fits, None)
            if found is None:
                self._slots.insert(at, _Slot(shape.fixed))
                found = at
            self._slots[found].rows[sample] = shape.numbers
            at = found + 1

    def packed(self, samples: int) -> list[dict[str, Any]]:
        """Return the slots as the page has them."""
        return [_shape(slot, samples) for slot in self._slots]


def _shape(slot: _Slot, samples: int) -> dict[str, Any]:
    columns = _columns(slot.rows, samples)
    found = _unusual(_FIXED, slot.fixed)
    for (name, usual), numbers in zip(_LOOKS, columns, strict=False):
        if numbers != usual:
            found[name] = numbers
    there = column(int(i in slot.rows) for i in range(samples))
    if there != 1:
        found["there"] = there
    return {**found, "n": columns[len(_LOOKS) :]}


def told_shape(shape: Shape) -> dict[str, Any]:
    """Return a shape of one sample as the page has it."""
    fixed, numbers = shape
    looks = numbers[: len(_LOOKS)]
    return {**_told_looks(fixed, looks), "n": numbers[len(_LOOKS) :]}


# From state to state a shape mostly has other places only, and a word another text.
@lru_cache(maxsize=4096)
def _told_looks(fixed: tuple[Any, ...], looks: tuple[int, ...]) -> dict[str, Any]:
    """Return what a shape is and looks like; for all of them, so not to be changed."""
    unusual = {k: n for (k, usual), n in zip(_LOOKS, looks, strict=True) if n != usual}
    return _unusual(_FIXED, fixed) | unusual


def told_word(word: Word) -> dict[str, Any]:
    """Return a word of one sample as the page has it."""
    fixed, text, numbers = word
    places = zip(_PLACES[len(numbers)], numbers, strict=True)
    return {**_told_fixed(fixed), **dict(places), "text": text}


@lru_cache(maxsize=4096)
def _told_fixed(fixed: tuple[Any, ...]) -> dict[str, Any]:
    """Return what does not change of a word; for all of them, so not to be changed."""
    return _unusual(_WORD, fixed)


class Labels:
    """The words of all samples, each listed once."""

    def __init__(self) -> None:
        self._rows: dict[tuple[Any, ...], dict[int, Word]] = {}

    def add(self, sample: int, words: Sequence[Word]) -> None:
        """Note a sample's words."""
        seen: Counter[tuple[Any, ...]] = Counter()
        for word in words:
            seen[word.fixed] += 1
            known = (*word.fixed, seen[word.fixed])
            self._rows.setdefault(known, {})[sample] = word

    def packed(self, samples: int) -> list[dict[str, Any]]:
        """Return the words as the page has them."""
        return [_word(fixed, rows, samples) for fixed, rows in self._rows.items()]


def _word(
    fixed: tuple[Any, ...], rows: Mapping[int, Word], samples: int
) -> dict[str, Any]:
    columns = _columns({i: word.numbers for i, word in rows.items()}, samples)
    said = (rows[i].text if i in rows else "" for i in range(samples))
    return {
        **_unusual(_WORD, fixed),
        **dict(zip(_PLACES[len(columns)], columns, strict=True)),
        "text": texts(said),
    }


def _unusual(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """Return by their names the values that are not as usual."""
    told = zip(names, values, strict=False)
    return {k: v for k, v in told if k not in _USUAL or v != _USUAL[k]}


def _columns(rows: Mapping[int, tuple[int, ...]], samples: int) -> list[Column]:
    return [column(c) for c in zip(*_everywhere(rows, samples), strict=True)]


def _everywhere(rows: Mapping[int, T], samples: int) -> Iterator[T]:
    """Yield a row for every sample: where there is none that of the one before."""
    last = rows[min(rows)]
    for i in range(samples):
        last = rows.get(i, last)
        yield last
