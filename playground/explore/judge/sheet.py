"""Answers in columns, for all of them to be compared with the truth at once."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np

from playground.explore.judge.answer_line import Failed
from playground.explore.judge.answers import Answers, Places, value_at
from playground.explore.judge.cases import Array, Cases, Flags
from playground.language import message
from playground.scene.query import Query, Told

T = TypeVar("T")
Said = Mapping[str, Any]
"""An answer by name, `hit` among them."""


class NonsenseError(Exception):
    """An answer that says nothing, in words."""


def understood(query: Query[Any, Any], value: Any) -> dict[str, Any]:
    """Return an answer as names and values, `hit` among them; NaN may be a verdict."""
    if isinstance(value, Mapping):
        said = {name: x for name, x in value.items() if x is not None}
        if "hit" in said:
            if said["hit"] not in (0, 1):
                raise NonsenseError(
                    message("{name} is {value}", name="hit", value=repr(said["hit"]))
                )
            return {**said, "hit": bool(said["hit"])}
        if query.number not in value:
            raise NonsenseError(
                message("it has neither hit nor {number}", number=query.number)
            )
        return {**said, **understood(query, said.get(query.number))}
    if value is None or isinstance(value, bool):
        return {"hit": bool(value)}
    if not isinstance(value, int | float):
        raise NonsenseError(message("answers {value}", value=_short(value, "answers")))
    number = float(value)
    if query.names[query.number] is Told.DISTANCE:
        hit: Any = number <= 0.0
    else:
        hit = True
    return {"hit": math.nan if math.isnan(number) else hit, query.number: number}


class AnswerSheet:
    """Answers in columns.

    Attributes
    ----------
    failed : mapping
        Which have failed so: a boolean array for every way but not being asked.
    asked, decided, hit, nan : boolean arrays
        Which cases were asked, of which there is a verdict, and which; and where NaN
        stands for it.
    values, told : mapping
        Numbers that can be compared, by name, and where there are some.
    unknown : mapping
        Other names in the answers.
    words : sequence of str
        What there is to say of an answer: what it was, or what was raised.
    said : sequence of mapping or None
        The answers by name; None where there is none.
    """

    def __init__(self, cases: Cases, answers: Answers) -> None:
        self.cases = cases
        self.values: dict[str, Array] = {}
        self.told: dict[str, Flags] = {}
        self.unknown: dict[str, None] = {}
        count = len(cases)
        none = np.zeros(count, bool)
        self.failed = {failed: none.copy() for failed in Failed}
        self.hit, self.decided, self.nan = none.copy(), none.copy(), none.copy()
        self._answers = answers
        self._nonsense: dict[int, str] = {}
        for places, value in answers.parts:
            self._take_all(places, value)
        for place, answer in answers.single.items():
            if answer.failed:
                self.failed[answer.failed][place] = True
            else:
                self._take(place, answer.value)
        self.asked = ~self.failed.pop(Failed.UNASKED)
        self.words = _AnswersAsList(count, self._words)
        self.said = _AnswersAsList(count, self._said)

    def _words(self, place: int) -> str:
        answer = self._answers[place]
        if answer.failed:
            return answer.words
        if place in self._nonsense:
            return self._nonsense[place]
        return message("answers {value!r}", value=answer.value)

    def _said(self, place: int) -> Said | None:
        answer = self._answers[place]
        if answer.failed or place in self._nonsense:
            return None
        return understood(self.cases.query, answer.value)

    def _take_all(self, places: Places, value: Any) -> None:
        """Take a value in columns, or what it is made of if it is strange."""
        columns = self._columns(value, len(places))
        if columns is None:
            for inside, place in enumerate(places.tolist()):
                self._take(place, value_at(value, inside))
            return
        self._verdict(places, columns.pop("hit"))
        for name, numbers in columns.items():
            self._number(name, places, numbers)

    def _take(self, place: int, value: Any) -> None:
        try:
            said = understood(self.cases.query, value)
            numbers = {n: self._numbers(n, x) for n, x in said.items() if n != "hit"}
        except NonsenseError as error:
            self._nonsense[place] = str(error)
            self.failed[Failed.NONSENSE][place] = True
            return
        at = np.array([place])
        self._verdict(at, said["hit"])
        for name, number in numbers.items():
            self._number(name, at, number)

    def _columns(self, value: Any, count: int) -> dict[str, Any] | None:
        """Return what a value in columns says; None if that takes a closer look."""
        query = self.cases.query
        match value:
            case None | bool():
                return {"hit": bool(value)}
            case float():
                return self._columns(np.full(count, value), count)
            case np.ndarray() if _is_truths(value):
                return {"hit": value}
            case np.ndarray():
                of_distance = query.names[query.number] is Told.DISTANCE
                verdicts = value <= 0.0 if of_distance else True
                return {
                    "hit": np.where(np.isnan(value), np.nan, verdicts),
                    query.number: value,
                }
            case dict():
                said: dict[str, Any] = {n: x for n, x in value.items() if x is not None}
                hit = value.get("hit")
                if isinstance(hit, bool) or _is_truths(hit):
                    verdict: dict[str, Any] | None = {"hit": hit}
                elif hit is None and query.number in value:
                    verdict = self._columns(said.get(query.number), count)
                else:
                    verdict = None
                return verdict and self._all_numbers({**said, **verdict}, count)
        return None

    def _all_numbers(self, said: dict[str, Any], count: int) -> dict[str, Any] | None:
        """Return the columns as floats, a row a case; None if some are not numbers."""
        numbers = {"hit": said.pop("hit")}
        for name, value in said.items():
            parts = value if isinstance(value, tuple) else (value,)
            if not all(_is_number(x) for x in parts):
                return None
            if name in self.cases.query.names:
                shape = self.cases.true(name).shape[1:]
                if shape != ((len(parts),) if isinstance(value, tuple) else ()):
                    return None
            spread = [np.broadcast_to(np.asarray(x, float), count) for x in parts]
            numbers[name] = np.stack(spread, axis=-1) if value is parts else spread[0]
        return numbers

    def _numbers(self, name: str, value: Any) -> Any:
        """Return what can be compared; NonsenseError for what should and cannot be."""
        if name not in self.cases.query.names:
            return value
        try:
            numbers = np.asarray(value, np.float64)
        except (TypeError, ValueError) as error:
            raise _no_number(name, value) from error
        if numbers.shape != self.cases.true(name).shape[1:]:
            raise _no_number(name, value)
        return numbers

    def _verdict(self, places: Places, hit: Any) -> None:
        nan = np.isnan(np.broadcast_to(np.asarray(hit, float), len(places)))
        self.nan[places] = nan
        self.decided[places] = ~nan
        self.hit[places] = ~nan & np.not_equal(hit, 0.0)

    def _number(self, name: str, places: Places, numbers: Any) -> None:
        if name not in self.cases.query.names:
            self.unknown[name] = None
            return
        if name not in self.values:
            shape = self.cases.true(name).shape
            self.values[name] = np.zeros(shape)
            self.told[name] = np.zeros(shape[0], bool)
        self.values[name][places], self.told[name][places] = numbers, True


def _no_number(name: str, value: Any) -> NonsenseError:
    said = _short(value, f"{name} is")
    return NonsenseError(message("{name} is {value}", name=name, value=said))


def _short(value: Any, before: str) -> str:
    """Return a value as it may be told behind other words, of 80 letters in all."""
    return repr(value)[: 80 - len(f"{before} ")]


def _is_truths(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == np.bool_


def _is_number(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fb"
    return isinstance(value, int | float)


class _AnswersAsList(Sequence[T], Generic[T]):
    """A list of which each item is worked out when it is asked for."""

    def __init__(self, count: int, item: Callable[[int], T]) -> None:
        self._count, self._item = count, item

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...
    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        if isinstance(place, slice):
            return [self._item(one) for one in range(*place.indices(self._count))]
        if not -self._count <= place < self._count:
            raise IndexError(place)
        return self._item(place % self._count)
