"""Other questions that wrong answers are right to: as if the angle were in degrees."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.i18n import message
from playground.judge.cases.case_set import Cases, Flags, find_valid_rows, select_rows
from playground.judge.findings import FailureKind, Findings, compare_answers
from playground.judge.runner.protocol import CodeAnswer
from playground.scene.query import ArgumentKind

RawAnswers = Sequence[Mapping[str, Any] | None]

# So many wrong answers, and as many right ones, a guess is tried on; if it explains
# less than such a part of the first few, no more of them.
_MAX_TRIED_ANSWERS = 120
_PRELIMINARY_COUNT = 20
_MIN_PRELIMINARY_SHARE = 0.5
# Fewer wrong answers say nothing; and so many of both a guess has to explain.
_MIN_WRONG_ANSWERS = 3
_MIN_EXPLAINED_RATIO = 0.9
_MIN_KEPT_RATIO = 0.98
# Up to this part of the size an answer may be rounded.
_ROUNDING_TOLERANCE = 1e-13


@dataclass(frozen=True)
class Hypothesis:
    """Another question, or another meaning of the answer, with what it explains.

    Of so many wrong answers tried it makes some right, and keeps so many of the right.
    """

    text: str
    explained: int
    wrong: int
    kept: int
    right: int

    @property
    def score(self) -> float:
        """How much of both it explains, up to 2."""
        return self.explained / max(self.wrong, 1) + self.kept / max(self.right, 1)

    @property
    def is_convincing(self) -> bool:
        """Whether it explains nearly all."""
        return (
            self.wrong >= _MIN_WRONG_ANSWERS
            and self.explained >= _MIN_EXPLAINED_RATIO * self.wrong
            and self.kept >= _MIN_KEPT_RATIO * self.right
        )


def find_hypothesis(
    findings: Findings, wrong: Flags, right: Flags
) -> Hypothesis | None:
    """Return the guess that explains the answers best; None if none does."""
    rng = np.random.default_rng(0)
    some = [
        rng.permutation(np.flatnonzero(x))[:_MAX_TRIED_ANSWERS] for x in (wrong, right)
    ]
    places, count = np.concatenate(some), len(some[0])
    if count < _MIN_WRONG_ANSWERS:
        return None
    cases, said = (
        findings.cases.select(places),
        [findings.answer_fields[i] for i in places],
    )
    guesses = []
    with np.errstate(all="ignore"):
        # Of guesses that explain as much the first is told.
        for words, changed_said in _answer_hypotheses(cases, said):
            tried = _test_hypothesis(
                words, cases, changed_said, np.arange(len(places)) < count
            )
            guesses.append(tried)
        for words, columns in _argument_hypotheses(cases):
            changed = cases.query.normalize(columns)
            fine = np.flatnonzero(find_valid_rows(cases.query, changed))
            if len(fine) >= 0.5 * len(places):
                other = Cases(
                    cases.query, select_rows(changed, fine), cases.category[fine]
                )
                own = [said[i] for i in fine]
                guesses.append(_test_hypothesis(words, other, own, fine < count))
    best = max((g for g in guesses if g), key=lambda g: g.score, default=None)
    return best if best and best.is_convincing else None


def _test_hypothesis(
    words: str, cases: Cases, said: RawAnswers, wrong: Flags
) -> Hypothesis | None:
    """Return what a guess explains; None where that is too little to go on."""
    few = np.flatnonzero(wrong)[:_PRELIMINARY_COUNT]
    first = _score_hypothesis(
        words, cases.select(few), [said[i] for i in few], wrong[few]
    )
    if first is None or first.explained < _MIN_PRELIMINARY_SHARE * first.wrong:
        return None
    return _score_hypothesis(words, cases, said, wrong)


def _score_hypothesis(
    words: str, cases: Cases, said: RawAnswers, wrong: Flags
) -> Hypothesis | None:
    try:
        findings = compare_answers(cases, [CodeAnswer(one) for one in said])
    except ValueError:  # the core refuses the question
        return None
    # So near to the edge of another question floats may well be right to the true one.
    near = np.abs(cases.gap) <= _ROUNDING_TOLERANCE * cases.size
    verdict = (
        findings.wrong[FailureKind.MISSED_HIT] | findings.wrong[FailureKind.PHANTOM_HIT]
    )
    bad = findings.any_wrong & ~(near & verdict & ~wrong)
    return Hypothesis(
        words,
        int((~bad & wrong).sum()),
        int(wrong.sum()),
        int((~bad & ~wrong).sum()),
        int((~wrong).sum()),
    )


ChangedArguments = tuple[str, dict[str, Any]]


def _argument_hypotheses(cases: Cases) -> Iterator[ChangedArguments]:
    """Yield other questions: words, and the arguments changed so."""
    columns = cases.columns
    for name, kind in cases.query.argument_kinds.items():
        value = columns[name]
        if value is None:
            continue
        match kind:
            case ArgumentKind.ANGLE:
                changed = _angle_changes(name, value)
            case ArgumentKind.LENGTH | ArgumentKind.POSITIVE:
                changed = _length_changes(name, value, kind)
            case ArgumentKind.PLACE:
                changed = _point_changes(cases, name, value)
            case _:
                changed = _vector_changes(name, value, kind)
        for words, other in changed:
            yield words, {**columns, name: other}
    yield from _motion_changes(columns)
    yield from _square_corners(columns)


def _angle_changes(name: str, x: Any) -> Iterator[tuple[str, Any]]:
    # Many an answer to an angle of some degrees is right to one of 0 too.
    yield message("as if {name} were in degrees", name=name), np.radians(x)
    yield message("as if {name} were 0", name=name), 0.0 * x
    yield message("as if {name} turned the other way", name=name), -x
    yield message("as if {name} were never negative", name=name), np.abs(x)
    yield message("as if {name} were turned into degrees", name=name), np.degrees(x)
    yield message("as if {name} had a quarter turn more", name=name), x + np.pi / 2


def _length_changes(name: str, x: Any, kind: ArgumentKind) -> Iterator[tuple[str, Any]]:
    yield (
        message("as if {name} were twice as large", name=name),
        _map_components(x, lambda v: 2.0 * v),
    )
    yield (
        message("as if {name} were half as large", name=name),
        _map_components(x, lambda v: 0.5 * v),
    )
    if kind is ArgumentKind.LENGTH:
        yield (
            message("as if {name} were 0", name=name),
            _map_components(x, lambda v: 0.0 * v),
        )
    if isinstance(x, tuple):
        yield message("as if {name} were swapped", name=name), x[::-1]
        yield (
            message("as if both {name} were the larger one", name=name),
            (np.maximum(*x),) * 2,
        )
        yield (
            message("as if both {name} were the smaller one", name=name),
            (np.minimum(*x),) * 2,
        )
    else:
        yield message("as if {name} were its square", name=name), x * x
        yield message("as if {name} were its root", name=name), np.sqrt(x)


def _point_changes(cases: Cases, name: str, x: Any) -> Iterator[tuple[str, Any]]:
    yield (
        message("as if {name} were the origin of the world", name=name),
        _map_components(x, lambda v: 0.0 * v),
    )
    yield (
        message("as if {name} were cut to whole numbers", name=name),
        _map_components(x, np.trunc),
    )
    yield (
        message("as if {name} were rounded to whole numbers", name=name),
        _map_components(x, np.round),
    )
    given = cases.query.argument_kinds
    for other, value in cases.columns.items():
        if other == name or not isinstance(value, tuple):
            continue
        if given[other] is ArgumentKind.PLACE and other == "rect_center":
            yield (
                message(
                    "as if {name} were ignored (taken as {other})",
                    name=name,
                    other=other,
                ),
                value,
            )
        elif given[other] is ArgumentKind.PLACE:
            yield message("as if {name} were {other}", name=name, other=other), value
        elif given[other] in (ArgumentKind.LENGTH, ArgumentKind.POSITIVE):
            pairs = [*zip(x, value, strict=True)]
            less, plus = (tuple(p + sign * e for p, e in pairs) for sign in (-1.0, 1.0))
            yield (
                message(
                    "as if {name} were a corner: {name} less {other}",
                    name=name,
                    other=other,
                ),
                less,
            )
            yield (
                message(
                    "as if {name} were a corner: {name} plus {other}",
                    name=name,
                    other=other,
                ),
                plus,
            )


def _vector_changes(name: str, x: Any, kind: ArgumentKind) -> Iterator[tuple[str, Any]]:
    size = np.sqrt(sum(v * v for v in x))
    yield (
        message("as if {name} were of length 1", name=name),
        tuple(v / np.where(size > 0, size, 1) for v in x),
    )
    yield (
        message("as if {name} were turned round", name=name),
        _map_components(x, lambda v: -v),
    )
    yield (
        message("as if {name} were twice as long", name=name),
        _map_components(x, lambda v: 2.0 * v),
    )
    if len(x) == 2:
        yield message("as if the numbers of {name} were swapped", name=name), x[::-1]
    if kind is ArgumentKind.STEP:
        yield (
            message("as if it stood still ({name} were 0)", name=name),
            _map_components(x, lambda v: 0.0 * v),
        )


def _motion_changes(columns: Mapping[str, Any]) -> Iterator[ChangedArguments]:
    if {"start", "end"} <= columns.keys():
        for axis, letter in enumerate("xyz"):
            flat = {
                name: tuple(0.0 * v if i == axis else v for i, v in enumerate(x))
                for name, x in columns.items()
                if name in ("start", "end")
            }
            yield (
                message("as if it moved in the plane {letter} = 0", letter=letter),
                {**columns, **flat},
            )
        yield (
            message("as if it stood at its start"),
            {**columns, "end": columns["start"]},
        )
        yield message("as if it stood at its end"), {**columns, "start": columns["end"]}
    if {"center", "velocity"} <= columns.keys():
        pairs = zip(columns["center"], columns["velocity"], strict=True)
        still = _map_components(columns["velocity"], lambda v: 0.0 * v)
        end = tuple(p + v for p, v in pairs)
        moved = {**columns, "center": end, "velocity": still}
        yield message("as if it stood at its end"), moved


def _square_corners(columns: Mapping[str, Any]) -> Iterator[ChangedArguments]:
    """Yield a box that is wider by the radius, where it ought to be rounded."""
    words, radius = message("as if the corners were square"), columns.get("radius")
    if radius is None:
        return
    none = 0.0 * radius
    if "half_extents" in columns:
        wider = _map_components(columns["half_extents"], lambda v: v + radius)
        yield words, {**columns, "half_extents": wider, "radius": none}
    if {"rect_min", "rect_max"} <= columns.keys():
        low = _map_components(columns["rect_min"], lambda v: v - radius)
        high = _map_components(columns["rect_max"], lambda v: v + radius)
        yield words, {**columns, "rect_min": low, "rect_max": high, "radius": none}


def _map_components(x: Any, change: Callable[[Any], Any]) -> Any:
    return tuple(map(change, x)) if isinstance(x, tuple) else change(x)


def _answer_hypotheses(
    cases: Cases, said: RawAnswers
) -> Iterator[tuple[str, RawAnswers]]:
    """Yield other meanings of the answers: words, and what is meant then."""
    query = cases.query
    name = query.number
    if query.speed is not None:
        pace = np.asarray(query.speed(cases.columns))
        yield (
            message("as if {name} were a distance, not a part of the way", name=name),
            _reinterpret_answers(said, name, lambda i, t: t / pace[i]),
        )
        yield (
            message(
                "as if {name} were divided by the way's length once more", name=name
            ),
            _reinterpret_answers(said, name, lambda i, t: t * pace[i]),
        )
    words = message("with the wrong sign of {name}", name=name)
    yield words, _reinterpret_answers(said, name, lambda i, t: -t)
    if "normal" in query.result_fields:
        turned = _reinterpret_answers(said, "normal", lambda i, n: [-x for x in n])
        yield message("with the normal turned round"), turned
        unit = _reinterpret_answers(
            said, "normal", lambda i, n: [x / np.hypot(*n) for x in n]
        )
        yield message("with a normal that is not of length 1"), unit


def _reinterpret_answers(
    said: RawAnswers, name: str, change: Callable[[int, Any], Any]
) -> RawAnswers:
    def reinterpret(
        place: int, answer: Mapping[str, Any] | None
    ) -> Mapping[str, Any] | None:
        if not answer or answer.get(name) is None:
            return answer
        try:
            return {**answer, name: change(place, answer[name])}
        except (ArithmeticError, TypeError, ValueError):
            return answer

    return [reinterpret(place, answer) for place, answer in enumerate(said)]
