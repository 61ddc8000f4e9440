"""Lesson documents: a sequence of stops with states, texts, questions and tasks.

The steps on the page *Derivation* are something else: a scene's `derivation`.
"""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np

from playground.i18n import join_texts, message
from playground.quick_dataclass import dataclass
from playground.scene import json_schema, serialization
from playground.scene.answer import Quantity
from playground.scene.author_files import read_text_file
from playground.scene.json_schema import Schema, ValidationContext
from playground.scene.json_text import parse_json, quote_value
from playground.scene.listing import Precision
from playground.scene.scene import Scene, SceneEntry
from playground.scene.solution import Solution, solve_scene
from playground.scene.state_format import STATE_FORMAT, STATE_VERSION, SceneById
from playground.session.saved_state import State

FORMAT = "geometry-playground-lesson"
MAX_STOPS = 99
MAX_ANSWERS = 4
"""Limits for the stops of a lesson and the answers to a question."""
MAX_SENTENCE_LETTERS = 2000
MAX_TITLE_LETTERS = 200
"""Limits for a sentence, and for a title or an answer."""
_MAX_NUMBER = 1e12
# Japanese sentences end without a space.
_SENTENCE_END = re.compile(r"(?<=[.?!]) |(?<=[。？！])")


Sentence = Annotated[str, json_schema.text_schema(MAX_SENTENCE_LETTERS, printable=True)]
Title = Annotated[str, json_schema.text_schema(MAX_TITLE_LETTERS, printable=True)]
_NUMBER = json_schema.number_schema(-_MAX_NUMBER, _MAX_NUMBER)
_AGREES = json_schema.enum_schema({"agrees": True, "differs": False})


class QuantityRelation(StrEnum):
    """Relation of a quantity to a number."""

    IS = "is"
    ABOVE = "above"
    BELOW = "below"


def _validate_agreement(_: str, agrees: bool, context: ValidationContext) -> bool:
    if context["state"].scene_part.listing is None:
        raise ValueError(
            message(
                "there is no article's code in {scene}",
                scene=context["state"].scene_part.title,
            )
        )
    return agrees


@dataclass(frozen=True)
class QuantityCheck:
    """Check of a quantity, by its title, against a number.

    Attributes
    ----------
    quantity : str
        Title of the quantity.
    sense : QuantityRelation
        The relation.
    number : float
        The number.
    within : float
        Largest difference that the relation IS accepts, in the quantity's unit.
    """

    FORM: ClassVar = Schema(
        lambda name, values, known: _parse_quantity_check(name, values, known),
        serialize=lambda measured, _: _quantity_check_values(measured),
    )

    quantity: str
    sense: QuantityRelation = QuantityRelation.IS
    number: float = 0.0
    within: float = 0.0

    def holds(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether the check holds.

        False without such a quantity, and for NaN.
        """
        quantity = scalar_quantities(solution.scene).get(self.quantity)
        if quantity is None:
            return False
        value = float(solution.value(quantity))
        if self.sense is QuantityRelation.ABOVE:
            return value > self.number
        if self.sense is QuantityRelation.BELOW:
            return value < self.number
        return abs(value - self.number) <= self.within


@dataclass(frozen=True)
class OutcomeCheck:
    """Check that the scene's verdict has this word."""

    outcome: Annotated[
        str,
        json_schema.membership_validator(
            lambda known: outcome_words(known["state"].scene_part)
        ),
    ]

    def holds(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether the check holds; False without a verdict."""
        verdict = solution.verdict
        return verdict is not None and verdict.text == self.outcome


@dataclass(frozen=True)
class MistakeCheck:
    """Check that the listing makes a mistake of this kind, given by its name."""

    mistake: Annotated[
        str,
        json_schema.membership_validator(
            lambda known: mistake_names(known["state"].scene_part)
        ),
    ]

    def holds(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether the check holds for the listing in `dtype`."""
        comparison = solution.listing_verdict(dtype)
        return comparison is not None and comparison.kind == self.mistake


@dataclass(frozen=True)
class AgreementCheck:
    """Check that the listing's answer is right, or wrong if `agrees` is False."""

    agrees: Annotated[
        bool, _AGREES, _validate_agreement, serialization.FieldFormat("article")
    ]

    def holds(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether the check holds for the listing in `dtype`.

        False without one.
        """
        comparison = solution.listing_verdict(dtype)
        return comparison is not None and comparison.agrees is self.agrees


Check = QuantityCheck | OutcomeCheck | MistakeCheck | AgreementCheck


def _parse_right_answer(name: str, value: Any, context: ValidationContext) -> int:
    number = json_schema.integer_schema(1, len(context["answers"]))
    return int(number.validate(name, value, context)) - 1


# Counted from 1 in the file, like the keys that answer.
_RIGHT_ANSWER = Schema(_parse_right_answer, serialize=lambda place, _: place + 1)


def _validate_checks(
    name: str, checks: tuple[Any, ...], context: ValidationContext
) -> tuple[Any, ...]:
    if len(checks) not in (0, len(context["answers"])):
        raise ValueError(
            message("{name} must be a list, one for each answer, or null", name=name)
        )
    return checks


@dataclass(frozen=True)
class LessonQuestion:
    """A question about a state.

    Attributes
    ----------
    text : str
        The question.
    answers : tuple of str
        The possible answers.
    right : int
        Index of the right one, from 0.
    why : str
        The explanation after the answer; "" for none.
    checks : tuple of Check or None
        For each answer a check of its statement, or None; empty if none can be checked.
    """

    text: Sentence
    answers: Annotated[tuple[Title, ...], json_schema.LengthRange(2, MAX_ANSWERS)]
    right: Annotated[int, _RIGHT_ANSWER]
    why: Sentence = ""
    checks: Annotated[tuple[Check | None, ...], _validate_checks] = ()


@dataclass(frozen=True)
class LessonTask:
    """A task to change the state so that all checks hold.

    Attributes
    ----------
    text : str
        The instruction.
    checks : tuple of Check
        1 to `MAX_ANSWERS` checks.
    """

    text: Sentence
    checks: Annotated[tuple[Check, ...], json_schema.LengthRange(1, MAX_ANSWERS)]

    def is_done(self, solution: Solution, dtype: Precision) -> bool:
        """Return whether a solution, and the listing in `dtype`, fulfill the task."""
        return all(check.holds(solution, dtype) for check in self.checks)


def _validate_task(
    _: str, task: LessonTask | None, context: ValidationContext
) -> LessonTask | None:
    if task and context.get("question"):
        raise ValueError(message("it has a question and a task; make it two stops"))
    return task


@dataclass(frozen=True)
class Stop:
    """A stop of a lesson: a state with a text, and a question, a task or neither.

    Attributes
    ----------
    state : State
        The state.
    say : str
        The text.
    question, task : LessonQuestion, LessonTask or None
        At most one of them.
    title : str
        Title in the list of stops; "" for the first sentence of the text.
    learned : str
        The statement at the lesson's end of what was learned; "" for none.
    """

    state: State
    say: Annotated[Sentence, serialization.FieldFormat(first=True)]
    question: LessonQuestion | None = None
    task: Annotated[LessonTask | None, _validate_task] = None
    title: Annotated[Title, serialization.FieldFormat(first=True)] = ""
    learned: Annotated[Title, serialization.FieldFormat(first=True)] = ""

    @property
    def display_title(self) -> str:
        """Its title, or the first sentence of its text."""
        return self.title or _SENTENCE_END.split(self.say, maxsplit=1)[0]


@dataclass(frozen=True)
class Lesson:
    """A lesson: title, 1 to `MAX_STOPS` stops and the source, "" for none."""

    FILE: ClassVar = serialization.FileFormat(FORMAT, 1, "lesson")

    title: Annotated[Title, serialization.FieldFormat(first=True)]
    stops: Annotated[tuple[Stop, ...], json_schema.LengthRange(1, MAX_STOPS)]
    source: Annotated[Title, serialization.FieldFormat(first=True)] = ""


def scalar_quantities(scene: Scene[Any, Any]) -> dict[str, Quantity[Any, Any]]:
    """Return the quantities that are single numbers, by title; the first of each title.

    They are found by solving the first case that has a solution; empty if none has.
    """
    quantities: dict[str, Quantity[Any, Any]] = {}
    for quantity in _find_scalar_quantities(scene):
        quantities.setdefault(quantity.title, quantity)
    return quantities


@lru_cache(maxsize=32)
def _find_scalar_quantities(scene: Scene[Any, Any]) -> tuple[Quantity[Any, Any], ...]:
    for case in scene.cases.values():
        with suppress(ValueError):
            solution = solve_scene(scene, case.params)
            arguments = solution.params, solution.result
            quantities = scene.answer.quantities
            return tuple(
                q for q in quantities if not q.words and _is_scalar(q.value(*arguments))
            )
    return ()


def _is_scalar(value: Any) -> bool:
    """Return whether a value is a single number, not a vector, word or bool."""
    array = np.asarray(value)
    return array.ndim == 0 and array.dtype.kind in "fiu"


def outcome_words(scene: Scene[Any, Any]) -> tuple[str, ...]:
    """Return the words of the verdicts that a scene can give."""
    return tuple(outcome.word for outcome in scene.answer.outcomes)


def mistake_names(scene: Scene[Any, Any]) -> tuple[str, ...]:
    """Return the names of the kinds of mistake that the listing declares."""
    listing = scene.listing
    mistakes = listing.mistakes if listing else ()
    return tuple(dict.fromkeys(m.kind.name for m in mistakes))


def read_shipped_lesson(
    entry: SceneEntry, scenes: Sequence[SceneEntry]
) -> Lesson | None:
    """Return the lesson of a scene; None if it has none.

    Raises
    ------
    ValueError
        The file is not a lesson of these scenes.
    OSError
        The file cannot be read.
    """
    if entry.lesson_path is None:
        return None
    return load(read_text_file(Path(entry.lesson_path)), scenes)


def is_lesson(text: str) -> bool:
    """Return whether a JSON text has the format of a lesson."""
    try:
        values = parse_json(text)
    except ValueError:
        return False
    return isinstance(values, dict) and values.get("format") == FORMAT


def dump(plan: Lesson) -> str:
    """Return a lesson as readable JSON text, which `load` reads."""
    values = serialization.to_json_values(plan)
    text = json.dumps(values, indent=2, ensure_ascii=False)
    # Put vectors on one line. JSON strings contain no line breaks.
    vectors = re.compile(r"\[\n\s+([^][\"{}]*)\n\s+\]")
    return vectors.sub(lambda match: f"[{' '.join(match[1].split())}]", text) + "\n"


def load(text: str, scenes: Sequence[SceneEntry]) -> Lesson:
    """Return the lesson in a JSON text.

    A lesson that names its `scene` may give each stop just a `case`, the `params` that
    differ from the case's, and `show`, instead of a complete state.

    Raises
    ------
    ValueError
        The text is not a lesson of these scenes; the message is brief. If a scene is
        missing it is a SceneMissingError.
    """
    values = _expand_states(parse_json(text), scenes)
    return serialization.from_json_values(Lesson, values, scenes=scenes)


def _expand_states(values: Any, scenes: Sequence[SceneEntry]) -> Any:
    """Return a lesson's JSON values with complete states."""
    if not isinstance(values, dict) or "scene" not in values:
        return values
    Lesson.FILE.check_header(values)
    scene = serialization.schema_of(SceneById).validate(
        '"scene"', values["scene"], {"scenes": scenes}
    )
    other_values = {name: value for name, value in values.items() if name != "scene"}
    stops = other_values.get("stops")
    if isinstance(stops, list):
        other_values["stops"] = [_expand_state(stop, scene) for stop in stops]
    return other_values


def _expand_state(stop: Any, scene: SceneEntry) -> Any:
    """Return a stop's JSON values with a complete state."""
    if not isinstance(stop, dict) or "state" in stop:
        return stop
    state = {name: stop[name] for name in ("case", "params", "show") if name in stop}
    # Parsing the state refuses an unknown case.
    cases = (c for c in scene.cases.values() if c.name == state.get("case"))
    start = next((case.params for case in cases), scene.initial_params())
    changes = state.get("params", {})
    if isinstance(changes, dict):
        changes = serialization.to_json_values(start) | changes
    head = {"format": STATE_FORMAT, "version": STATE_VERSION, "scene": scene.id}
    other_values = {name: value for name, value in stop.items() if name not in state}
    return {**other_values, "state": {**head, **state, "params": changes}}


def _parse_quantity_check(
    name: str, values: Any, context: ValidationContext
) -> QuantityCheck:
    """Return the check in JSON values, in which the relation's name has the number.

    Raises
    ------
    ValueError
        The values are invalid.
    """
    sense = next((sense for sense in QuantityRelation if sense.value in values), None)
    if sense is None:
        raise ValueError(
            message("a quantity has one of {names}", names=", ".join(QuantityRelation))
        )
    within = ("within",) if sense is QuantityRelation.IS else ()
    serialization.reject_unknown_names(values, ("quantity", sense.value, *within), name)
    return QuantityCheck(
        _quantity_title(values["quantity"], context["state"].scene_part),
        sense,
        _NUMBER.validate(f'"{sense}"', values[sense.value], context),
        abs(_NUMBER.validate('"within"', values.get("within", 0.0), context)),
    )


def _quantity_check_values(measured: QuantityCheck) -> dict[str, Any]:
    values = {"quantity": measured.quantity, measured.sense.value: measured.number}
    exact = measured.sense is QuantityRelation.IS
    return values | ({"within": measured.within} if exact else {})


def _quantity_title(word: Any, scene: Scene[Any, Any]) -> str:
    """Return the title of the quantity with this title, name or symbol.

    Raises
    ------
    ValueError
        There is no such quantity, or several have that name or symbol.
    """
    quantities = scalar_quantities(scene)
    titles = [t for t, q in quantities.items() if word and word in (q.name, q.symbol)]
    if isinstance(word, str) and word in quantities:
        titles = [word]
    if len(titles) > 1:
        choices = join_texts(titles, "or")
        raise ValueError(
            message("{word} may be {titles}", word=quote_value(word), titles=choices)
        )
    if titles:
        return titles[0]
    return str(json_schema.check_membership('"quantity"', word, list(quantities)))


def single_stop_lesson(state: State) -> Lesson:
    """Return a lesson whose only stop is a state.

    Its text is that of the state's case.
    """
    scene, case = state.scene, state.scene.cases.get(state.case)
    source = scene.source
    return Lesson(
        scene.title,
        (Stop(state, case.shows if case else ""),),
        message("{name} · {author}", name=source.name, author=source.author)
        if source
        else "",
    )
