"""Answers to many cases: in columns where they were asked together, or one by one."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from playground.explore.judge.answer_line import CodeAnswer

Places = NDArray[np.intp]


class Answers(Sequence[CodeAnswer]):
    """The answers to so many cases.

    Attributes
    ----------
    single : dict
        Answers by their places.
    parts : list of (array of int, value)
        Places, and the value at all of them, made of arrays and of what is the same
        everywhere. A place that is among `single` too has the answer there.
    """

    def __init__(self, count: int, single: Iterable[CodeAnswer] = ()) -> None:
        self._count = count
        self.single = dict(enumerate(single))
        self.parts: list[tuple[Places, Any]] = []

    def put(self, places: Places, answers: "Answers") -> None:
        """Take answers to some of the cases."""
        self.parts += [(places[at], value) for at, value in answers.parts]
        self.single |= {int(places[at]): one for at, one in answers.single.items()}

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[CodeAnswer]:
        return (self[place] for place in range(self._count))

    @overload
    def __getitem__(self, place: int) -> CodeAnswer: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[CodeAnswer]: ...
    def __getitem__(self, place: int | slice) -> CodeAnswer | Sequence[CodeAnswer]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(self._count))]
        if place in self.single:
            return self.single[place]
        if not 0 <= place < self._count:
            raise IndexError(place)
        part, inside = (array[place] for array in self._found)
        return CodeAnswer(value_at(self.parts[part][1], int(inside)))

    @cached_property
    def _found(self) -> tuple[Places, Places]:
        """In which part each place is, and where there."""
        part, inside = np.zeros((2, self._count), np.intp)
        for which, (places, _) in enumerate(self.parts):
            part[places], inside[places] = which, np.arange(len(places))
        return part, inside


def value_at(value: Any, place: int) -> Any:
    """Return one of the values in columns, in lists as JSON has it."""
    match value:
        case np.ndarray():
            return value[place].item()
        case tuple():
            return [value_at(x, place) for x in value]
        case dict():
            return {name: value_at(x, place) for name, x in value.items()}
    return value
