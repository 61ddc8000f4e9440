"""Answers in columns, for all of them to be compared with the truth at once."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from playground.i18n import message
from playground.judge.cases.case_set import Array, Cases, Flags, Indices
from playground.judge.runner.protocol import CodeAnswer, NoAnswerReason
from playground.scene.query import Query, ResultField

AnswerFields = Mapping[str, Any]
"""An answer by name, `hit` among them."""


class NonsenseError(Exception):
    """An answer that says nothing, in words; all of it if it is `shown`."""

    def __init__(self, words: str, shown: str = "") -> None:
        super().__init__(words)
        self.shown = shown


def parse_answer(query: Query[Any, Any], value: Any) -> dict[str, Any]:
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
        return {**said, **parse_answer(query, said.get(query.number))}
    if value is None or isinstance(value, bool):
        return {"hit": bool(value)}
    if not isinstance(value, int | float):
        shown = _shorten_repr(value, "answers")
        raise NonsenseError(message("answers {value}", value=shown), shown)
    number = float(value)
    if query.result_fields[query.number] is ResultField.DISTANCE:
        hit: Any = number <= 0.0
    else:
        hit = True
    return {"hit": math.nan if math.isnan(number) else hit, query.number: number}


class AnswerTable:
    """Answers in columns.

    Attributes
    ----------
    failed : mapping
        Which have failed so: a boolean array for every way but not being asked.
    is_evaluated, has_verdict, hit, nan : boolean arrays
        Which cases were asked, of which there is a verdict, and which; and where NaN
        stands for it.
    values, has_value : mapping
        Numbers that can be compared, by name, and where there are some.
    unknown : mapping
        Other names in the answers.
    answers : sequence of CodeAnswer
        What was answered, or why that is nothing.
    answer_fields : sequence of mapping or None
        The answers by name; None where there is none.
    """

    def __init__(self, cases: Cases, answers: Sequence[CodeAnswer]) -> None:
        self.cases = cases
        self.values: dict[str, Array] = {}
        self.has_value: dict[str, Flags] = {}
        count = len(cases)
        none = np.zeros(count, bool)
        self.failed = {failed: none.copy() for failed in NoAnswerReason}
        self.hit, self.has_verdict, self.nan = none.copy(), none.copy(), none.copy()
        self.answers = list(answers)
        self.answer_fields: list[AnswerFields | None] = [None] * count
        self._nonsense: dict[int, CodeAnswer] = {}
        columns: dict[str, dict[int, Any]] = {}
        for place, answer in enumerate(answers):
            if answer.failed:
                self.failed[answer.failed][place] = True
                continue
            try:
                said = parse_answer(cases.query, answer.value)
            except NonsenseError as error:
                self._reject(place, str(error), error.shown)
                continue
            self.answer_fields[place] = said
            for name, value in said.items():
                columns.setdefault(name, {})[place] = value
        hits = columns.pop("hit", {})
        known = [name for name in columns if name in cases.query.result_fields]
        numbers = {name: self._parse_numbers(name, columns[name]) for name in known}
        # What says nonsense of one thing says nothing of another.
        self.failed[NoAnswerReason.NONSENSE][[*self._nonsense]] = True
        self.unknown = {
            name: None
            for name, values in columns.items()
            if name not in known and not values.keys() <= self._nonsense.keys()
        }
        self._store_verdicts(
            np.array([*hits], np.intp), np.array([*hits.values()], float)
        )
        for name, found in numbers.items():
            self._store_numbers(name, *found)
        self.is_evaluated = ~self.failed.pop(NoAnswerReason.NOT_EVALUATED)
        for place, answer in self._nonsense.items():
            self.answers[place], self.answer_fields[place] = answer, None

    def _reject(self, place: int, words: str, shown: str = "") -> None:
        answer = CodeAnswer(failed=NoAnswerReason.NONSENSE, words=words, shown=shown)
        self._nonsense.setdefault(place, answer)

    def _store_verdicts(self, places: Indices, hit: Array) -> None:
        fine = ~self.failed[NoAnswerReason.NONSENSE][places]
        places, hit = places[fine], hit[fine]
        self.nan[places] = np.isnan(hit)
        self.has_verdict[places], self.hit[places] = ~self.nan[places], hit == 1.0

    def _parse_numbers(
        self, name: str, values: Mapping[int, Any]
    ) -> tuple[Indices, Any]:
        """Return what can be compared, and where; what cannot is nonsense."""
        shape = self.cases.true(name).shape[1:]
        numbers = _floats([*values.values()])
        if np.shape(numbers) != (len(values), *shape):
            fine: dict[int, Any] = {}
            for place, value in values.items():
                number = _floats(value)
                if number is not None and number.shape == shape:
                    fine[place] = number
                    continue
                said = _shorten_repr(value, f"{name} is")
                self._reject(place, message("{name} is {value}", name=name, value=said))
            values, numbers = fine, [*fine.values()]
        return np.array([*values], np.intp), numbers

    def _store_numbers(self, name: str, places: Indices, numbers: Any) -> None:
        fine = ~self.failed[NoAnswerReason.NONSENSE][places]
        if fine.any():
            true = self.cases.true(name)
            self.values[name] = np.zeros(true.shape)
            self.has_value[name] = np.zeros(len(true), bool)
            self.values[name][places[fine]] = np.asarray(numbers)[fine]
            self.has_value[name][places[fine]] = True


def _floats(value: Any) -> Any:
    """Return an array of a number or of many; None if it is none."""
    try:
        return np.asarray(value, np.float64)
    except (TypeError, ValueError):
        return None


def _shorten_repr(value: Any, before: str) -> str:
    """Return a value as it may be told behind other words, of 80 letters in all."""
    return repr(value)[: 80 - len(f"{before} ")]
