"""Comparison of answers with the core: failure kinds, error sizes, allowed deviations.

Verdicts are compared exactly. Times, points and normals are compared only where both
hit, and are right if they are the exact ones for arguments moved by the tolerance. So
the allowed error is small in a well-conditioned case, and larger in an ill-conditioned
one, as when a ball hardly grazes a block.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

import numpy as np

from playground.i18n import enum_of_texts, message
from playground.judge.cases.case_set import Array, Cases, Flags, Indices
from playground.judge.runner.protocol import CodeAnswer, NoAnswerReason, reject_answer
from playground.quick_dataclass import dataclass
from playground.scene.query import (
    ArgumentKind,
    Query,
    ResultField,
    components,
    with_component,
)
from playground.scene.query import component_value as number_at

AnswerFields = Mapping[str, Any]
"""Fields of an answer by name, `hit` among them."""


class NonsenseError(Exception):
    """Raised for an answer that cannot be interpreted.

    Attributes
    ----------
    answer : CodeAnswer
        The answer as a failure, with the reason in words.
    """

    def __init__(self, answer: CodeAnswer) -> None:
        super().__init__(answer.words)
        self.answer = answer


def _make_nonsense(words: str) -> CodeAnswer:
    return CodeAnswer(failed=NoAnswerReason.NONSENSE, words=words)


def parse_answer(query: Query[Any, Any], value: Any) -> dict[str, Any]:
    """Return the fields of an answer, `hit` among them.

    Parameters
    ----------
    query : Query
        The query that was answered.
    value : object
        The code's return value: a mapping of fields, a bool, None, or a bare number.

    Returns
    -------
    dict
        The fields that are not None. `hit` is a bool, or NaN for a NaN time or
        distance.

    Raises
    ------
    NonsenseError
        The value is of no such type, has neither `hit` nor the query's number, or a
        `hit` other than 0 and 1.
    """
    if isinstance(value, Mapping):
        values_given = {name: x for name, x in value.items() if x is not None}
        if "hit" in values_given:
            if values_given["hit"] not in (0, 1):
                said_hit = repr(values_given["hit"])
                words = message("{name} is {value}", name="hit", value=said_hit)
                raise NonsenseError(_make_nonsense(words))
            return {**values_given, "hit": bool(values_given["hit"])}
        if query.number not in value:
            words = message("it has neither hit nor {number}", number=query.number)
            raise NonsenseError(_make_nonsense(words))
        return {**values_given, **parse_answer(query, values_given.get(query.number))}
    if value is None or isinstance(value, bool):
        return {"hit": bool(value)}
    if not isinstance(value, int | float):
        raise NonsenseError(reject_answer(_shorten_repr(value, "answers")))
    number = float(value)
    if query.result_fields[query.number] is ResultField.DISTANCE:
        hit: Any = number <= 0.0
    else:
        hit = True
    return {"hit": math.nan if math.isnan(number) else hit, query.number: number}


# Code for "no verdict" among 1.0 for a hit, 0.0 for a miss, and NaN.
_NO_VERDICT_NUMBER = -1.0


class _AnswerTable:
    """Answers in columns.

    Attributes
    ----------
    failed : mapping
        For each reason except NOT_EVALUATED, which cases failed so, shape (n,).
    has_verdict, hit : ndarray of bool, shape (n,)
        Whether there is a verdict, and whether it is a hit.
    nan : ndarray of bool, shape (n,)
        Whether there is no verdict because its number is NaN.
    values, has_value : mapping
        By field, the numbers to compare, shape (n,) or (n, k), and where there are any.
    answers, answer_fields, is_evaluated, unknown
        As in `Findings`.
    """

    def __init__(self, cases: Cases, answers: Sequence[CodeAnswer]) -> None:
        self.answers, count = list(answers), len(cases)
        self.answer_fields: list[AnswerFields | None] = [None] * count
        columns: dict[str, dict[int, Any]] = {}
        for place, answer in enumerate(answers):
            if answer.failed:
                continue
            try:
                answer_fields = parse_answer(cases.query, answer.value)
            except NonsenseError as error:
                self.answers[place] = error.answer
                continue
            self.answer_fields[place] = answer_fields
            for name, value in answer_fields.items():
                columns.setdefault(name, {})[place] = value
        hits, fields = columns.pop("hit", {}), cases.query.result_fields
        numbers = {
            name: self._parse_numbers(cases, name, values)
            for name, values in columns.items()
            if name in fields
        }
        self.failed = {
            reason: np.array([x.failed is reason for x in self.answers], np.bool_)
            for reason in NoAnswerReason
        }
        self.is_evaluated = ~self.failed.pop(NoAnswerReason.NOT_EVALUATED)
        # An answer with one field that cannot be interpreted is discarded as a whole.
        sound = ~self.failed[NoAnswerReason.NONSENSE]
        for place in np.flatnonzero(~sound).tolist():
            self.answer_fields[place] = None
        self.unknown = tuple(
            name
            for name, values in columns.items()
            if name not in fields and sound[[*values]].any()
        )
        hit = np.array(
            [hits.get(place, _NO_VERDICT_NUMBER) for place in range(count)], float
        )
        self.nan = np.isnan(hit) & sound
        self.has_verdict = (hit >= 0.0) & sound
        self.hit = (hit == 1.0) & sound
        self.values: dict[str, Array] = {}
        self.has_value: dict[str, Flags] = {}
        for name, (places, values) in numbers.items():
            fine = sound[places]
            if fine.any():
                self.values[name] = np.zeros(cases.true(name).shape)
                self.has_value[name] = np.zeros(count, np.bool_)
                self.values[name][places[fine]] = np.asarray(values)[fine]
                self.has_value[name][places[fine]] = True

    def _parse_numbers(
        self, cases: Cases, name: str, values: Mapping[int, Any]
    ) -> tuple[Indices, Any]:
        """Return the indices and numbers of a field; mark answers of a wrong shape."""
        shape = cases.true(name).shape[1:]
        numbers = _floats([*values.values()])
        if np.shape(numbers) != (len(values), *shape):
            fine: dict[int, Any] = {}
            for place, value in values.items():
                number = _floats(value)
                if number is not None and number.shape == shape:
                    fine[place] = number
                elif not self.answers[place].failed:
                    text = _shorten_repr(value, f"{name} is")
                    words = message("{name} is {value}", name=name, value=text)
                    self.answers[place] = _make_nonsense(words)
            values, numbers = fine, [*fine.values()]
        return np.array([*values], np.intp), numbers


def _floats(value: Any) -> Any:
    """Return the value as a float64 array; None if it is not numeric."""
    try:
        return np.asarray(value, np.float64)
    except (TypeError, ValueError):
        return None


def _shorten_repr(value: Any, before: str) -> str:
    """Return a value's repr, cut so that it has 80 characters with `before`."""
    return repr(value)[: 80 - len(f"{before} ")]


TOLERANCE = 1e-6
"""Default allowed error of numbers, relative to the largest length of a case."""

TOUCH, ROUNDING = "touch", "rounding"
"""Deviations that every query has: a touch counts as a miss; rounding errors."""

# Number of perturbed cases that measure the conditioning of a case.
_NEIGHBOUR_COUNT = 8
# Allowed error, as a multiple of the spread of the perturbed cases.
_NEIGHBOUR_SPREAD_FACTOR = 4.0


@enum_of_texts
class FailureKind(StrEnum):
    """Way in which code fails in a case.

    Attributes
    ----------
    MISSED_HIT, PHANTOM_HIT
        The verdict is wrong: a miss instead of a hit, or the reverse.
    TIME, POINT, NORMAL, DISTANCE, FLAG
        A field of this type in the result is wrong.
    NAN
        A number of the answer is not finite where the exact one is.
    CRASH, SLOW
        There is no answer: the code raised or its process ended, or it timed out.
    NONSENSE
        The answer cannot be interpreted.
    """

    MISSED_HIT = "missed hit"
    PHANTOM_HIT = "phantom hit"
    TIME = "time"
    POINT = "point"
    NORMAL = "normal"
    DISTANCE = "distance"
    FLAG = "flag"
    NAN = "not a number"
    CRASH = "crash"
    NONSENSE = "not understood"
    SLOW = "too slow"

    @property
    def is_verdict(self) -> bool:
        """Whether the verdict, hit or miss, is wrong."""
        return self in VERDICT_FAILURES

    @property
    def has_magnitude(self) -> bool:
        """Whether failures of this kind have an error size."""
        return self.is_verdict or (
            self in FIELD_FAILURES and self is not FailureKind.FLAG
        )


VERDICT_FAILURES = (FailureKind.MISSED_HIT, FailureKind.PHANTOM_HIT)
"""Kinds in which the verdict is wrong."""
FAILURE_KINDS_BY_FIELD = {
    ResultField.TIME: FailureKind.TIME,
    ResultField.POINT: FailureKind.POINT,
    ResultField.NORMAL: FailureKind.NORMAL,
    ResultField.DISTANCE: FailureKind.DISTANCE,
    ResultField.FLAG: FailureKind.FLAG,
}
"""Failure kind of a wrong field, by the field's type."""
FIELD_FAILURES = frozenset(FAILURE_KINDS_BY_FIELD.values())
"""Kinds in which a field of the result is wrong."""

POSSIBLE_ROUNDING_FAILURES = (
    *VERDICT_FAILURES,
    *sorted(FIELD_FAILURES),
    FailureKind.NAN,
    FailureKind.CRASH,
)
"""Kinds that rounding alone can cause, as a division by 0 does."""

_KINDS_BY_REASON = {
    NoAnswerReason.CRASH: FailureKind.CRASH,
    NoAnswerReason.DEATH: FailureKind.CRASH,
    NoAnswerReason.NONSENSE: FailureKind.NONSENSE,
    NoAnswerReason.SLOW: FailureKind.SLOW,
}


@dataclass(frozen=True, eq=False)
class Findings:
    """Comparison of answers with the exact results.

    Attributes
    ----------
    cases : Cases
        The n cases.
    wrong : mapping
        By kind, which answers are wrong and not allowed, bool arrays of shape (n,).
    error_sizes : mapping
        By kind, arrays of shape (n,), relative to the largest length of the case: the
        clearance at which a verdict is wrong, or the error of a number.
    answers : sequence of CodeAnswer
        The answers, or why there is none.
    answer_fields : sequence of mapping or None
        The fields of each answer, `hit` among them; None without an answer.
    is_evaluated : ndarray of bool, shape (n,)
        Cases that were run, including those in which the code failed.
    is_allowed_deviation : ndarray of bool, shape (n,)
        Answers that are wrong in an allowed way.
    rule : ndarray of float, shape (n,)
        1.0 if the answer is wrong in exact arithmetic too, 0.0 if by rounding alone,
        NaN if that is not known or nothing is wrong.
    unknown : tuple of str
        Names of fields in the answers that the query does not have.
    """

    cases: Cases
    wrong: Mapping[FailureKind, Flags]
    error_sizes: Mapping[FailureKind, Array]
    answers: Sequence[CodeAnswer]
    answer_fields: Sequence[Mapping[str, Any] | None]
    is_evaluated: Flags
    is_allowed_deviation: Flags
    rule: Array
    unknown: tuple[str, ...] = ()

    @property
    def any_wrong(self) -> Flags:
        """Answers that are wrong in any way, shape (n,)."""
        return self.wrong_in(self.wrong)

    @property
    def wrong_verdict(self) -> Flags:
        """Answers with a hit for a miss, or the reverse, shape (n,)."""
        return self.wrong_in(VERDICT_FAILURES)

    def wrong_in(self, kinds: Iterable[FailureKind]) -> Flags:
        """Return the answers that fail in any of these ways, shape (n,)."""
        return _combine_kinds(self.wrong, kinds)

    def kinds(self) -> list[FailureKind]:
        """Return the failure kinds that occur, in the order of `FailureKind`."""
        return [kind for kind, flags in self.wrong.items() if flags.any()]

    def select(self, place: int) -> "Findings":
        """Return the findings of the single case with this index; n becomes 1."""
        index = np.array([place])
        return replace(
            self,
            cases=self.cases.select(index),
            wrong={kind: flags[index] for kind, flags in self.wrong.items()},
            error_sizes={
                kind: sizes[index] for kind, sizes in self.error_sizes.items()
            },
            answers=[self.answers[place]],
            answer_fields=[self.answer_fields[place]],
            is_evaluated=self.is_evaluated[index],
            is_allowed_deviation=self.is_allowed_deviation[index],
            rule=self.rule[index],
        )

    def with_rounding_labels(self, rule: Array, *, allow_rounding: bool) -> "Findings":
        """Return the findings with `rule` set, and rounding allowed if asked for.

        Parameters
        ----------
        rule : ndarray of float, shape (n,)
            As in the attribute.
        allow_rounding : bool
            Whether answers that are wrong by rounding alone become allowed deviations.
        """
        rounding = self.wrong_in(POSSIBLE_ROUNDING_FAILURES)
        rounding &= (rule == 0.0) & allow_rounding
        wrong = {
            kind: flags & ~rounding if kind in POSSIBLE_ROUNDING_FAILURES else flags
            for kind, flags in self.wrong.items()
        }
        return replace(
            self,
            wrong=wrong,
            is_allowed_deviation=self.is_allowed_deviation | rounding,
            rule=rule,
        )

    def worst_index(self, kind: FailureKind) -> int:
        """Return the index of the largest error of a kind.

        It is 0 if none fails in this way.
        """
        return int(np.argmax(np.where(self.wrong[kind], self.error_sizes[kind], -1.0)))


def _combine_kinds(
    wrong: Mapping[FailureKind, Flags], kinds: Iterable[FailureKind]
) -> Flags:
    return np.asarray(np.logical_or.reduce([wrong[kind] for kind in kinds]))


@np.errstate(over="ignore")  # answers may be huge
def compare_answers(
    cases: Cases,
    answers: Sequence[CodeAnswer],
    tolerance: float = TOLERANCE,
    allow: Iterable[str] = (),
    slop: float = 0.0,
) -> Findings:
    """Compare answers with the exact results.

    Rounding is not allowed here, since it is only known after a run in exact
    arithmetic; see `with_rounding_labels`.

    Parameters
    ----------
    cases : Cases
        The n cases.
    answers : sequence of CodeAnswer
        An answer for each case.
    tolerance : float
        Allowed error of numbers, relative to the largest length of a case.
    allow : iterable of str
        Allowed deviations: "touch", "rounding" or choices of the query.
    slop : float
        A length, in world units, by which an engine documents that it may be off.
        Verdicts closer to the edge are allowed, and numbers that a change of the
        arguments by this length explains.

    Returns
    -------
    Findings
        Their `rule` is NaN everywhere.

    Raises
    ------
    KeyError
        An allowed deviation is unknown.
    """
    sheet = _AnswerTable(cases, answers)
    none = np.zeros(len(cases), bool)
    wrong: dict[FailureKind, Flags] = {kind: none.copy() for kind in FailureKind}
    for reason, flags in sheet.failed.items():
        wrong[_KINDS_BY_REASON[reason]] |= flags
    wrong[FailureKind.NAN] = sheet.nan
    hit, answered_hit = cases.hit, sheet.hit
    wrong[FailureKind.MISSED_HIT] = sheet.has_verdict & hit & ~answered_hit
    wrong[FailureKind.PHANTOM_HIT] = sheet.has_verdict & ~hit & answered_hit
    clear = np.abs(cases.gap) / _not_zero(cases.size)
    deviations = {kind: np.zeros(len(cases)) for kind in FailureKind}
    deviations |= dict.fromkeys(VERDICT_FAILURES, clear)
    both_agree = sheet.has_verdict & (hit == answered_hit)
    beyond = _combine_kinds(wrong, VERDICT_FAILURES) & (clear * cases.size > slop)
    for name, result_field in cases.query.result_fields.items():
        if name not in sheet.values:
            continue
        is_compared = both_agree & sheet.has_value[name]
        if result_field not in (ResultField.FLAG, ResultField.DISTANCE):
            is_compared &= hit
        bad, is_lost, by = _compare_field(
            cases, name, sheet.values[name], is_compared, tolerance
        )
        kind = FAILURE_KINDS_BY_FIELD[result_field]
        wrong[kind] = wrong[kind] | bad
        # A normal is not a length, so the slop is applied to the point instead.
        if result_field not in (ResultField.NORMAL, ResultField.FLAG):
            beyond |= _find_beyond_slop(slop, cases, name, sheet.values[name], bad, by)
        wrong[FailureKind.NAN] = wrong[FailureKind.NAN] | is_lost
        deviations[kind] = np.where(
            bad, np.maximum(deviations[kind], by), deviations[kind]
        )
    is_allowed = _find_allowed_deviations(cases, allow, wrong)
    if slop > 0.0:
        kinds = *VERDICT_FAILURES, *FIELD_FAILURES
        is_allowed |= _combine_kinds(wrong, kinds) & ~beyond
    failures = {*_KINDS_BY_REASON.values(), FailureKind.NAN}
    kept_failures = {
        kind: flags if kind in failures else flags & ~is_allowed
        for kind, flags in wrong.items()
    }
    return Findings(
        cases=cases,
        wrong=kept_failures,
        error_sizes=deviations,
        answers=sheet.answers,
        answer_fields=sheet.answer_fields,
        is_evaluated=sheet.is_evaluated,
        is_allowed_deviation=is_allowed,
        rule=np.full(len(cases), np.nan),
        unknown=sheet.unknown,
    )


def _find_allowed_deviations(
    cases: Cases, allow: Iterable[str], wrong: Mapping[FailureKind, Flags]
) -> Flags:
    """Return a mask of wrong answers that `allow` covers, shape (n,)."""
    is_allowed = np.zeros(len(cases), bool)
    verdict = _combine_kinds(wrong, VERDICT_FAILURES)
    for word in allow:
        if word == TOUCH:
            is_allowed |= verdict & (cases.gap == 0.0)
        elif word != ROUNDING:
            numbers = _combine_kinds(wrong, FIELD_FAILURES)
            is_allowed |= cases.choice_flags[word] & (verdict | numbers)
    return is_allowed


def _find_beyond_slop(
    slop: float, cases: Cases, name: str, answered: Array, bad: Flags, by: Array
) -> Flags:
    """Return a mask of wrong numbers that are off by more than the slop explains.

    `answered` are the values of the field `name`, `bad` those that are wrong, `by`
    their errors relative to the size.
    """
    is_beyond = bad & (by * cases.size > slop)
    if slop > 0.0 and is_beyond.any():
        places = np.flatnonzero(is_beyond)
        subset = cases.select(places)
        part = slop / _not_zero(subset.size)
        fine = _is_within_tolerance(subset, name, answered[places], by[places], part)
        is_beyond[places[fine]] = False
    return is_beyond


def _not_zero(size: Array) -> Array:
    return np.where(size > 0.0, size, 1.0)


def _compare_field(
    cases: Cases, name: str, answered: Array, where: Flags, tolerance: float
) -> tuple[Flags, Flags, Array]:
    """Return masks of wrong values and of non-finite ones, and the relative errors.

    Parameters
    ----------
    cases : Cases
        The n cases.
    name : str
        The field.
    answered : ndarray, shape (n,) or (n, k)
        Its values in the answers.
    where : ndarray of bool, shape (n,)
        The cases in which to compare it.
    tolerance : float
        Allowed error relative to the largest length of a case.
    """
    result_field = cases.query.result_fields[name]
    true = cases.true(name)
    is_known = where & _reduce_components(np.isfinite(true))
    is_lost = is_known & ~_reduce_components(np.isfinite(answered))
    is_known &= ~is_lost
    deviation = np.zeros(len(cases))
    deviation[is_known] = _error(cases.select(is_known), name, answered[is_known])
    if result_field is ResultField.FLAG:
        return is_known & (answered != true), is_lost, deviation
    suspect = is_known & (deviation > tolerance)
    if suspect.any():
        places = np.flatnonzero(suspect)
        fine = _is_within_tolerance(
            cases.select(places), name, answered[places], deviation[places], tolerance
        )
        suspect[places[fine]] = False
    return suspect, is_lost, deviation


def _reduce_components(flags: Flags) -> Flags:
    return flags if flags.ndim == 1 else np.asarray(flags.all(axis=-1))


def _error(cases: Cases, name: str, answers: Array, true: Array | None = None) -> Array:
    """Return the errors of a field, relative to the size of each case, shape (n,).

    Normals and flags are compared as they are. The error of a time is multiplied by the
    speed, which makes it a length, unless the mover rests.
    """
    difference = answers - (cases.true(name) if true is None else true)
    deviation = np.abs(difference) if difference.ndim == 1 else _length(difference)
    pace, size = _error_scale(cases, name)
    return np.asarray(deviation * pace / size)


def _error_scale(cases: Cases, name: str) -> tuple[Array, Array]:
    """Return the factor and the divisor that make a field's error relative, (n,)."""
    query, result_field = cases.query, cases.query.result_fields[name]
    pace, size = np.ones(len(cases)), _not_zero(cases.size)
    if result_field in (ResultField.NORMAL, ResultField.FLAG):
        return pace, pace
    if result_field is ResultField.TIME and query.speed:
        pace = np.asarray(query.speed(cases.columns))
        # A mover at rest has no speed to convert the time with.
        moves = pace > 0.0
        return np.where(moves, pace, 1.0), np.where(moves, size, 1.0)
    return pace, size


def _length(vectors: Array) -> Array:
    return np.asarray(np.sqrt((vectors * vectors).sum(axis=-1)))


def _is_within_tolerance(
    cases: Cases, name: str, answers: Array, by: Array, tolerance: float | Array
) -> Flags:
    """Return a mask of answers right for some arguments within the tolerance.

    `by` are their errors, (n,), relative to the size, as is the tolerance.
    """
    fine = np.zeros(len(cases), bool)
    for neighbour_value, is_defined in _neighbours(cases, name, tolerance):
        near = _error(cases, name, answers, neighbour_value)
        fine |= ~is_defined | (near <= tolerance)
    return fine | (by <= _relative_tolerance(cases, name, tolerance))


def _relative_tolerance(cases: Cases, name: str, tolerance: float | Array) -> Array:
    """Return the allowed relative error, larger in ill-conditioned cases."""
    spread = np.zeros(len(cases))
    for neighbour_value, _ in _neighbours(cases, name, tolerance):
        spread = np.maximum(spread, _error(cases, name, neighbour_value))
    return tolerance + _NEIGHBOUR_SPREAD_FACTOR * spread


def field_tolerance(cases: Cases, name: str, tolerance: float) -> Array:
    """Return the allowed error of a field in its own unit, shape (n,).

    It is larger in ill-conditioned cases. Normals and flags have no unit.

    Parameters
    ----------
    cases : Cases
        The n cases.
    name : str
        A field of the query's result.
    tolerance : float
        Allowed error relative to the largest length of a case.
    """
    pace, size = _error_scale(cases, name)
    return _relative_tolerance(cases, name, tolerance) * size / pace


def _neighbours(
    cases: Cases, name: str, tolerance: float | Array
) -> Iterator[tuple[Array, Flags]]:
    """Yield a field's exact values for perturbed arguments, and where it is defined."""
    rng = np.random.default_rng(0)
    true = cases.true(name)
    for _ in range(_NEIGHBOUR_COUNT):
        neighbour_value = _neighbour(cases, tolerance, rng).true(name)
        yield (
            np.where(np.isfinite(neighbour_value), neighbour_value, true),
            _reduce_components(np.isfinite(neighbour_value)),
        )


def _neighbour(
    cases: Cases, tolerance: float | Array, rng: np.random.Generator
) -> Cases:
    """Return the cases with every number moved up or down by the tolerance.

    It is relative to the size, for angles to at least 1, for directions to their
    length.
    """
    query, count = cases.query, len(cases)
    moved_columns: Any = dict(cases.columns)
    for at in components(cases.columns):
        argument_kind = query.argument_kinds[at[0]]
        x = number_at(cases.columns, at)
        sign = rng.choice((-1.0, 1.0), count)
        match argument_kind:
            case ArgumentKind.WAY:
                magnitude = np.maximum.reduce([np.abs(v) for v in cases.columns[at[0]]])
            case ArgumentKind.ANGLE:
                magnitude = np.maximum(np.abs(x), 1.0)
            case _:
                magnitude = cases.size
        new = x + sign * tolerance * magnitude
        if argument_kind is ArgumentKind.LENGTH:
            new = np.maximum(new, 0.0)
        elif argument_kind is ArgumentKind.POSITIVE:
            new = np.where(new > 0.0, new, x)
        moved_columns = with_component(moved_columns, at, new)
    return Cases(query, query.normalize(moved_columns), cases.category)
