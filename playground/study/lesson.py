"""A lesson as a value and as a file: states, each with a sentence, in an order.

The page *Derivation* is something else: a scene's own steps, `scene.Lesson`.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from playground.scene.answer import Quantity
from playground.scene.listing import Precision
from playground.scene.reading import read_whole
from playground.scene.scene import Entry, Scene
from playground.scene.solution import Solution, ask
from playground.scene.state import SceneMissingError, begun, known, read, said
from playground.study import state as states
from playground.study.state import State

FORMAT = "geometry-playground-lesson"
VERSION = 1
STOPS, ANSWERS = 99, 4
"""The most stops of a lesson, and the most answers to a question."""
LETTERS, TITLE = 2000, 200
"""The most letters of a sentence, and of a title or an answer."""
_FAR = 1e12


class Sense(StrEnum):
    """How a quantity is to stand to a number."""

    IS = "is"
    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True)
class Measured:
    """A quantity, by its title, is a number (within so much), above it or below it."""

    quantity: str
    sense: Sense = Sense.IS
    number: float = 0.0
    within: float = 0.0

    def holds(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether it is so; not where there is no such number."""
        quantity = measured(solution.scene).get(self.quantity)
        if quantity is None:
            return False
        value = float(solution.value(quantity))
        if self.sense is Sense.ABOVE:
            return value > self.number
        if self.sense is Sense.BELOW:
            return value < self.number
        return abs(value - self.number) <= self.within


@dataclass(frozen=True)
class Ends:
    """The verdict is this word."""

    outcome: str

    def holds(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether it is so."""
        verdict = solution.verdict
        return verdict is not None and verdict.text == self.outcome


@dataclass(frozen=True)
class Errs:
    """The listing makes a mistake of this kind."""

    mistake: str

    def holds(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether it is so."""
        compared = solution.compare(dtype)
        return compared is not None and compared.kind == self.mistake


@dataclass(frozen=True)
class Agrees:
    """The listing's answer is the true one, or is not."""

    agrees: bool

    def holds(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether it is so."""
        compared = solution.compare(dtype)
        return compared is not None and compared.agrees is self.agrees


Check = Measured | Ends | Errs | Agrees


@dataclass(frozen=True)
class Question:
    """A question about a state.

    Attributes
    ----------
    answers : tuple of str
        What can be chosen; `right` is the place of the right one, from 0.
    why : str
        What is said once it is answered.
    checks : tuple of Check or None
        What each answer says of the state, where a check can say that.
    """

    text: str
    answers: tuple[str, ...]
    right: int
    why: str = ""
    checks: tuple[Check | None, ...] = ()


@dataclass(frozen=True)
class Task:
    """Something to be done to a state; it is done where all checks hold."""

    text: str
    checks: tuple[Check, ...]

    def done(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether it is done in this answer; `dtype` is the listing's."""
        return all(check.holds(solution, dtype) for check in self.checks)


@dataclass(frozen=True)
class Stop:
    """A state with its sentence, and a question or a task or neither."""

    state: State
    say: str
    question: Question | None = None
    task: Task | None = None


@dataclass(frozen=True)
class Plan:
    """A lesson: its title, its stops, and where it comes from."""

    title: str
    stops: tuple[Stop, ...]
    source: str = ""


def measured(scene: Scene[Any, Any]) -> dict[str, Quantity[Any, Any]]:
    """Return the quantities that are one number each, by their titles."""
    found: dict[str, Quantity[Any, Any]] = {}
    for quantity in _numbers(scene):
        found.setdefault(quantity.title, quantity)
    return found


@lru_cache(maxsize=32)
def _numbers(scene: Scene[Any, Any]) -> tuple[Quantity[Any, Any], ...]:
    for case in scene.cases.values():
        with suppress(ValueError):
            solution = ask(scene, case.params)
            given = solution.params, solution.result
            every = scene.answer.quantities
            return tuple(q for q in every if not q.words and _plain(q.value(*given)))
    return ()


def _plain(value: Any) -> bool:
    """Return whether a value is one number: no vector, no word, no yes or no."""
    array = np.asarray(value)
    return array.ndim == 0 and array.dtype.kind in "fiu"


def outcomes(scene: Scene[Any, Any]) -> tuple[str, ...]:
    """Return the words of the verdicts."""
    return tuple(outcome.word for outcome in scene.answer.outcomes)


def mistakes(scene: Scene[Any, Any]) -> tuple[str, ...]:
    """Return the kinds of the listing's mistakes."""
    listing = scene.listing
    made = listing.mistakes if listing else ()
    return tuple(dict.fromkeys(m.kind.name for m in made))


def lesson_of(entry: Entry, scenes: Sequence[Entry]) -> Plan | None:
    """Return the lesson that comes with a scene; None if none does.

    ValueError says what is wrong with its file, OSError that it cannot be read.
    """
    if entry.plan is None:
        return None
    return load(read_whole(Path(entry.plan)), scenes)


def is_lesson(text: str) -> bool:
    """Return whether JSON text says of itself that it is a lesson."""
    try:
        values = read(text)
    except ValueError:
        return False
    return isinstance(values, dict) and values.get("format") == FORMAT


def to_dict(plan: Plan) -> dict[str, Any]:
    """Return a lesson as JSON values."""
    values: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "title": plan.title,
    }
    if plan.source:
        values["source"] = plan.source
    values["stops"] = [_stop_to_dict(stop) for stop in plan.stops]
    return values


def dump(plan: Plan) -> str:
    """Return a lesson as readable JSON text."""
    text = json.dumps(to_dict(plan), indent=2, ensure_ascii=False) + "\n"
    # A vector is read on one line. In a text of JSON no line ends.
    return re.sub(r"\[\n\s+([^][\"{}]*)\n\s+\]", _on_one_line, text)


def _on_one_line(found: re.Match[str]) -> str:
    return f"[{' '.join(found[1].split())}]"


def _stop_to_dict(stop: Stop) -> dict[str, Any]:
    values: dict[str, Any] = {"say": stop.say, "state": states.to_dict(stop.state)}
    if (asked := stop.question) is not None:
        question: dict[str, Any] = {
            "text": asked.text,
            "answers": list(asked.answers),
            # People count from 1, and so do the keys that answer.
            "right": asked.right + 1,
        }
        if asked.why:
            question["why"] = asked.why
        if asked.checks:
            question["checks"] = [c and _check_to_dict(c) for c in asked.checks]
        values["question"] = question
    if (task := stop.task) is not None:
        checks = [_check_to_dict(check) for check in task.checks]
        values["task"] = {"text": task.text, "checks": checks}
    return values


def _check_to_dict(check: Check) -> dict[str, Any]:
    if isinstance(check, Ends):
        return {"outcome": check.outcome}
    if isinstance(check, Errs):
        return {"mistake": check.mistake}
    if isinstance(check, Agrees):
        return {"article": "agrees" if check.agrees else "differs"}
    values = {"quantity": check.quantity, check.sense.value: check.number}
    return values | ({"within": check.within} if check.sense is Sense.IS else {})


def load(text: str, scenes: Sequence[Entry]) -> Plan:
    """Return the lesson of a file; ValueError says briefly what is wrong with it."""
    return from_dict(read(text), scenes)


def from_dict(values: Any, scenes: Sequence[Entry]) -> Plan:
    """Return a lesson from JSON values; ValueError naming what is wrong.

    That is a SceneMissingError where it is a scene that is missing.
    """
    begun(values, FORMAT, VERSION, "lesson", ("title", "source", "stops"))
    title = _text(values, "title", TITLE)
    source = _text(values, "source", TITLE) if "source" in values else ""
    stops = values.get("stops")
    if not isinstance(stops, list) or not 1 <= len(stops) <= STOPS:
        raise ValueError(f'"stops" must be a list of 1 to {STOPS}')
    return Plan(title, tuple(_stops(stops, scenes)), source)


def _stops(stops: list[Any], scenes: Sequence[Entry]) -> list[Stop]:
    found = []
    for number, values in enumerate(stops, start=1):
        try:
            found.append(_stop(values, scenes))
        except SceneMissingError as error:
            raise SceneMissingError(f"stop {number}: {error}") from error
        except ValueError as error:
            raise ValueError(f"stop {number}: {error}") from error
    return found


def _stop(values: Any, scenes: Sequence[Entry]) -> Stop:
    _object(values, "a stop", ("say", "state", "question", "task"))
    state = states.from_dict(values.get("state"), scenes)
    if "question" in values and "task" in values:
        raise ValueError("it has a question and a task; make it two stops")
    scene, _ = state.scene.at(state.params)
    question = _question(values["question"], scene) if "question" in values else None
    task = _task(values["task"], scene) if "task" in values else None
    return Stop(state, _text(values, "say", LETTERS), question, task)


def _question(values: Any, scene: Scene[Any, Any]) -> Question:
    names = ("text", "answers", "right", "why", "checks")
    _object(values, "a question", names)
    answers = values.get("answers")
    if not isinstance(answers, list) or not 2 <= len(answers) <= ANSWERS:
        raise ValueError(f'"answers" must be a list of 2 to {ANSWERS} texts')
    right = values.get("right")
    numbers = range(1, len(answers) + 1)
    if isinstance(right, bool) or not isinstance(right, int) or right not in numbers:
        raise ValueError(
            f'"right" must be the number of an answer, 1 to {len(answers)}, '
            f"not {said(right)}"
        )
    checks = values.get("checks", [])
    if not isinstance(checks, list) or len(checks) not in (0, len(answers)):
        raise ValueError('"checks" must be a list, one for each answer, or null')
    return Question(
        _text(values, "text", LETTERS),
        tuple(_text({"answer": a}, "answer", TITLE) for a in answers),
        right - 1,
        _text(values, "why", LETTERS) if "why" in values else "",
        tuple(None if check is None else _check(check, scene) for check in checks),
    )


def _task(values: Any, scene: Scene[Any, Any]) -> Task:
    _object(values, "a task", ("text", "checks"))
    checks = values.get("checks")
    if not isinstance(checks, list) or not 1 <= len(checks) <= ANSWERS:
        raise ValueError(f'"checks" must be a list of 1 to {ANSWERS}')
    text = _text(values, "text", LETTERS)
    return Task(text, tuple(_check(check, scene) for check in checks))


def _check(values: Any, scene: Scene[Any, Any]) -> Check:
    """Return a check; every name in it must be one of the scene's."""
    if not isinstance(values, dict):
        raise ValueError(f"a check must be an object, not {said(values)}")
    about = next((name for name in _CHECKS if name in values), None)
    if about is None:
        raise ValueError(f"a check is about one of {', '.join(_CHECKS)}")
    if about == "quantity":
        return _measured(values, scene)
    known(values, (about,), "a check")
    word = values[about]
    if about == "outcome":
        return Ends(_one_of(word, outcomes(scene), "outcome"))
    if about == "mistake":
        return Errs(_one_of(word, mistakes(scene), "mistake"))
    if scene.listing is None:
        raise ValueError(f"there is no article's code in {scene.title}")
    return Agrees(_one_of(word, ("agrees", "differs"), "article") == "agrees")


_CHECKS = "quantity", "outcome", "mistake", "article"


def _measured(values: dict[str, Any], scene: Scene[Any, Any]) -> Measured:
    sense = next((sense for sense in Sense if sense.value in values), None)
    if sense is None:
        raise ValueError(f"a quantity has one of {', '.join(Sense)}")
    within = ("within",) if sense is Sense.IS else ()
    known(values, ("quantity", sense.value, *within), "a check")
    return Measured(
        _quantity(values["quantity"], scene),
        sense,
        _number(sense.value, values[sense.value]),
        abs(_number("within", values.get("within", 0.0))),
    )


def _quantity(word: Any, scene: Scene[Any, Any]) -> str:
    """Return the title of the quantity that a title, a name or a symbol means."""
    every = measured(scene)
    meant = [t for t, q in every.items() if word and word in (q.name, q.symbol)]
    if isinstance(word, str) and word in every:
        meant = [word]
    if len(meant) > 1:
        raise ValueError(f"{said(word)} may be {' or '.join(meant)}")
    return meant[0] if meant else _one_of(word, tuple(every), "quantity")


def _one_of(word: Any, words: Sequence[str], what: str) -> str:
    if not isinstance(word, str) or word not in words:
        there = ", ".join(words) or "none"
        raise ValueError(f"unknown {what} {said(word)}; there are {there}")
    return word


def _object(values: Any, what: str, names: Sequence[str]) -> None:
    if not isinstance(values, dict):
        raise ValueError(f"{what} must be an object, not {said(values)}")
    known(values, names, what)


def _text(values: Mapping[str, Any], name: str, most: int) -> str:
    text = values.get(name)
    if not isinstance(text, str):
        raise ValueError(f'"{name}" must be text, not {said(text)}')
    if len(text) > most:
        raise ValueError(f'"{name}" is too long: more than {most} letters')
    if not text.replace("\n", "").isprintable():
        raise ValueError(f'"{name}" has a letter that cannot be shown: {said(text)}')
    return text


def _number(name: str, value: Any) -> float:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    # No more is asked of a whole number than that it is small: it may have any length.
    if not plain or not -_FAR <= value <= _FAR or math.isnan(value):
        raise ValueError(f'"{name}" must be a number within {_FAR:g}')
    return float(value)


def alone(state: State) -> Plan:
    """Return a lesson of one stop, which says what the state's case shows."""
    scene, case = state.scene, state.scene.cases.get(state.case)
    source = scene.source
    return Plan(
        scene.title,
        (Stop(state, case.shows if case else ""),),
        f"{source.name} · {source.author}" if source else "",
    )
