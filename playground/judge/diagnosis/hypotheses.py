"""Hypotheses about wrong answers: other queries that they answer correctly.

An example is a function that treats an angle as degrees.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from playground.i18n import join_texts, message
from playground.judge.cases.case_set import (
    Cases,
    Flags,
    Indices,
    find_valid_rows,
    select_rows,
)
from playground.judge.findings import Findings, compare_answers
from playground.judge.runner.protocol import CodeAnswer
from playground.quick_dataclass import dataclass
from playground.scene.query import ArgumentKind

RawAnswers = Sequence[Mapping[str, Any] | None]

# Wrong answers, and as many right ones, in each of the two samples; and the share of
# the first few that a hypothesis has to explain to be tested further.
_MAX_SAMPLE_COUNT = 120
_PRELIMINARY_COUNT = 20
_MIN_PRELIMINARY_SHARE = 0.5
# Wrong answers needed, and the shares of wrong and right ones to be explained.
_MIN_WRONG_ANSWERS = 3
_MIN_EXPLAINED_RATIO = 0.9
_MIN_KEPT_RATIO = 0.98
# Margin of the score, up to 2, over that of a constant answer.
_MIN_CONSTANT_MARGIN = 0.05
# Rounding error of an answer, relative to the size.
_ROUNDING_TOLERANCE = 1e-13
# Names of a figure's center and half of its extent.
_OWN_EXTENTS = (
    ("center", "radius"),
    ("center", "radii"),
    ("rect_center", "half_extents"),
)


@dataclass(frozen=True)
class Hypothesis:
    """A changed query or answer, and how well it explains the answers.

    Attributes
    ----------
    text : str
        The change in words: "as if ...".
    explained, wrong : int
        Number of wrong answers that it explains, and of all tested.
    kept, right : int
        Number of right answers that remain right, and of all tested.
    """

    text: str
    explained: int
    wrong: int
    kept: int
    right: int

    @property
    def score(self) -> float:
        """Sum of the explained and kept shares, 0 to 2."""
        return self.explained / max(self.wrong, 1) + self.kept / max(self.right, 1)

    @property
    def is_convincing(self) -> bool:
        """Whether it explains 90 % of the wrong and 98 % of the right answers."""
        return (
            self.wrong >= _MIN_WRONG_ANSWERS
            and self.explained >= _MIN_EXPLAINED_RATIO * self.wrong
            and self.kept >= _MIN_KEPT_RATIO * self.right
        )


@dataclass(frozen=True, eq=False)
class _Sample:
    """Some cases with their answers.

    Attributes
    ----------
    cases : Cases
        The n cases.
    said : sequence of mapping or None
        The fields of each answer.
    wrong : ndarray of bool, shape (n,)
        The answers that are wrong.
    """

    cases: Cases
    said: RawAnswers
    wrong: Flags

    def select(self, places: Indices) -> "_Sample":
        """Return the sample restricted to some cases."""
        answers = [self.said[i] for i in np.arange(len(self.said))[places]]
        return _Sample(self.cases.select(places), answers, self.wrong[places])

    def score_constant(self) -> float:
        """Return the score, 0 to 2, of always giving the most frequent answer."""
        count = max(int(self.wrong.sum()), 1), max(int((~self.wrong).sum()), 1)
        scores = defaultdict[str, float](float)
        for answer, wrong in zip(self.said, self.wrong, strict=True):
            scores[repr(answer)] += 1.0 / count[0 if wrong else 1]
        return max(scores.values())


def find_constant_answer(findings: Findings, spoken: Flags) -> str:
    """Return the constant answer of the code in words; "" if its answers vary.

    Parameters
    ----------
    findings : Findings
        The answers.
    spoken : ndarray of bool, shape (n,)
        The cases to consider, all of which have an answer; fewer than three give "".
    """
    places = np.flatnonzero(spoken)
    if len(places) < _MIN_WRONG_ANSWERS:
        return ""
    first = findings.answer_fields[places[0]]
    if any(repr(findings.answer_fields[i]) != repr(first) for i in places[1:]):
        return ""
    assert first is not None
    if first.keys() & findings.cases.query.result_fields.keys():
        return message("always {answers}", answers=findings.answers[places[0]].text)
    if first["hit"]:
        return message("always answers a hit")
    return message("always answers a miss")


def find_hypothesis(
    findings: Findings, wrong: Flags, right: Flags
) -> Hypothesis | None:
    """Return the hypothesis that best explains the answers; None if none is convincing.

    It is selected on one sample and tested on another, where it also has to beat a
    constant answer. Its counts are those of the test.

    Parameters
    ----------
    findings : Findings
        The answers.
    wrong, right : ndarray of bool, shape (n,)
        The wrong and the right answers to consider.
    """
    chosen_by, tested_on = _draw_samples(findings, wrong, right)
    if chosen_by.wrong.sum() < _MIN_WRONG_ANSWERS:
        return None
    with np.errstate(all="ignore"):
        results = (_test_hypothesis(*candidate) for candidate in _hypotheses(chosen_by))
        # The first of equally good hypotheses is the simplest.
        best = max((x for x in results if x), key=lambda x: x.score, default=None)
        if best is None or not _is_supported(best, chosen_by):
            return None
        again = (x for text, x in _hypotheses(tested_on) if text == best.text)
        sample = next(again, None)
        tested = sample and _score_hypothesis(best.text, sample)
    return tested if tested and _is_supported(tested, tested_on) else None


def _draw_samples(
    findings: Findings, wrong: Flags, right: Flags
) -> tuple[_Sample, _Sample]:
    """Return two disjoint samples, each with wrong and right answers."""
    rng = np.random.default_rng(0)
    drawn_places = [
        rng.permutation(np.flatnonzero(x))[: 2 * _MAX_SAMPLE_COUNT]
        for x in (wrong, right)
    ]

    def sample(half: int) -> _Sample:
        places = np.concatenate([x[half::2] for x in drawn_places])
        answers = [findings.answer_fields[i] for i in places]
        return _Sample(findings.cases.select(places), answers, wrong[places])

    return sample(0), sample(1)


def _is_supported(one: Hypothesis, sample: _Sample) -> bool:
    return (
        one.is_convincing and one.score > sample.score_constant() + _MIN_CONSTANT_MARGIN
    )


def _hypotheses(sample: _Sample) -> Iterator[tuple[str, _Sample]]:
    """Yield each hypothesis with the sample changed by it, simple ones first.

    Hypotheses whose arguments the core refuses in most cases are left out.
    """
    cases = sample.cases
    for words, answers in _answer_hypotheses(cases, sample.said):
        yield words, _Sample(cases, answers, sample.wrong)
    for words, columns in _argument_hypotheses(cases):
        changed = cases.query.normalize(columns)
        fine = np.flatnonzero(find_valid_rows(cases.query, changed))
        if len(fine) >= 0.5 * len(cases):
            some = sample.select(fine)
            other = Cases(cases.query, select_rows(changed, fine), some.cases.category)
            yield words, _Sample(other, some.said, some.wrong)


def _test_hypothesis(words: str, sample: _Sample) -> Hypothesis | None:
    """Return the scored hypothesis; None if it fails on the first few cases."""
    few_places = np.flatnonzero(sample.wrong)[:_PRELIMINARY_COUNT]
    first = _score_hypothesis(words, sample.select(few_places))
    if first is None or first.explained < _MIN_PRELIMINARY_SHARE * first.wrong:
        return None
    return _score_hypothesis(words, sample)


def _score_hypothesis(words: str, sample: _Sample) -> Hypothesis | None:
    """Return the hypothesis with its counts; None if the core refuses the arguments."""
    cases, wrong = sample.cases, sample.wrong
    try:
        findings = compare_answers(cases, [CodeAnswer(one) for one in sample.said])
    except ValueError:  # the core refuses the arguments
        return None
    # Near the edge of the changed query, rounding decides; do not count right answers.
    near = np.abs(cases.gap) <= _ROUNDING_TOLERANCE * cases.size
    bad = findings.any_wrong & ~(near & findings.wrong_verdict & ~wrong)
    return Hypothesis(
        words,
        int((~bad & wrong).sum()),
        int(wrong.sum()),
        int((~bad & ~wrong).sum()),
        int((~wrong).sum()),
    )


ChangedArguments = tuple[str, dict[str, Any]]
_Changes = dict[str, Callable[[Any], Any]]


def _map_components(x: Any, change: Callable[[Any], Any]) -> Any:
    return tuple(map(change, x)) if isinstance(x, tuple) else change(x)


def _map_each(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: _map_components(x, change)


def _scale(by: float) -> Callable[[Any], Any]:
    return _map_each(lambda v: by * v)


def _reverse(x: Any) -> Any:
    return x[::-1]


def _normalize(x: Any) -> Any:
    size = np.sqrt(sum(v * v for v in x))
    return tuple(v / np.where(size > 0, size, 1) for v in x)


# Changes of an argument, by its kind; simple ones first.
_ANGLE_CHANGES: _Changes = {
    # Before "were 0", since answers to a few degrees often match those to 0.
    message("as if {name} were in degrees"): np.radians,
    message("as if {name} were 0"): _scale(0.0),
    message("as if {name} turned the other way"): np.negative,
    message("as if {name} were never negative"): np.abs,
    message("as if the sign of {name} were lost, as by acos(cos {name})"): (
        lambda x: np.arccos(np.cos(x))
    ),
    message("as if {name} were converted to degrees"): np.degrees,
    message("as if a quarter turn were added to {name}"): lambda x: x + np.pi / 2,
}
_SIZE_CHANGES: _Changes = {
    message("as if {name} were twice as large"): _scale(2.0),
    message("as if {name} were half as large"): _scale(0.5),
}
_LENGTH_CHANGES: _Changes = {message("as if {name} were 0"): _scale(0.0)}
_PAIR_CHANGES: _Changes = {
    message("as if {name} were swapped"): _reverse,
    message("as if both {name} were the larger one"): lambda x: (np.maximum(*x),) * 2,
    message("as if both {name} were the smaller one"): lambda x: (np.minimum(*x),) * 2,
}
_NUMBER_CHANGES: _Changes = {
    message("as if {name} were its square"): np.square,
    message("as if {name} were its square root"): np.sqrt,
}
_POINT_CHANGES: _Changes = {
    message("as if {name} were the origin of the world"): _scale(0.0),
    message("as if {name} were truncated to integers"): _map_each(np.trunc),
    message("as if {name} were rounded to integers"): _map_each(np.round),
}
_VECTOR_CHANGES: _Changes = {
    message("as if {name} were of length 1"): _normalize,
    message("as if {name} were reversed"): _map_each(np.negative),
    message("as if {name} were twice as long"): _scale(2.0),
    message("as if the components of {name} were never negative"): _map_each(np.abs),
}
_FLAT_CHANGES: _Changes = {
    message("as if the components of {name} were swapped"): _reverse
}
_STEP_CHANGES: _Changes = {
    message("as if the body did not move ({name} = 0)"): _scale(0.0)
}
_OTHER_POINT_TEXT = message("as if {name} were {other}")
_IGNORED_TEXT = message("as if {name} were ignored (taken as {other})")
_CORNER_TEXTS = {
    -1.0: message("as if {name} were a corner: {name} minus {other}"),
    1.0: message("as if {name} were a corner: {name} plus {other}"),
}


def _argument_hypotheses(cases: Cases) -> Iterator[ChangedArguments]:
    """Yield changed arguments, each with its text."""
    columns = cases.columns
    for name, kind in cases.query.argument_kinds.items():
        value = columns[name]
        if value is None:
            continue
        for text, change in _changes_of(kind, value).items():
            yield message(text, name=name), {**columns, name: change(value)}
        if kind is ArgumentKind.PLACE:
            for words, changed_columns in _point_changes(cases, name):
                yield words, {**columns, name: changed_columns}
    yield from _motion_changes(columns)
    yield from _square_corners(columns)
    yield from _corner_pivots(columns)
    yield from _shift_centers(columns)


def _changes_of(kind: ArgumentKind, value: Any) -> _Changes:
    """Return the changes of an argument of a kind that need no other argument."""
    match kind:
        case ArgumentKind.ANGLE:
            return _ANGLE_CHANGES
        case ArgumentKind.LENGTH | ArgumentKind.POSITIVE:
            several = isinstance(value, tuple)
            zero = _LENGTH_CHANGES if kind is ArgumentKind.LENGTH else {}
            return (
                _SIZE_CHANGES | zero | (_PAIR_CHANGES if several else _NUMBER_CHANGES)
            )
        case ArgumentKind.PLACE:
            return _POINT_CHANGES
        case _:
            swaps = _FLAT_CHANGES if len(value) == 2 else {}
            still = _STEP_CHANGES if kind is ArgumentKind.STEP else {}
            return _VECTOR_CHANGES | swaps | still


def _point_changes(cases: Cases, name: str) -> Iterator[tuple[str, Any]]:
    """Yield a point replaced by another point, or moved by lengths."""
    x, argument_kinds = cases.columns[name], cases.query.argument_kinds
    for other_name, value in cases.columns.items():
        if other_name == name or not isinstance(value, tuple):
            continue
        if argument_kinds[other_name] is ArgumentKind.PLACE:
            text = _IGNORED_TEXT if other_name == "rect_center" else _OTHER_POINT_TEXT
            yield message(text, name=name, other=other_name), value
        elif argument_kinds[other_name] in (ArgumentKind.LENGTH, ArgumentKind.POSITIVE):
            for sign, text in _CORNER_TEXTS.items():
                moved_value = _move(x, tuple(sign * e for e in value))
                yield message(text, name=name, other=other_name), moved_value


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
            message("as if it were at rest at its start"),
            {**columns, "end": columns["start"]},
        )
        yield (
            message("as if it were at rest at its end"),
            {**columns, "start": columns["end"]},
        )
    if {"center", "velocity"} <= columns.keys():
        pairs = zip(columns["center"], columns["velocity"], strict=True)
        still = _scale(0.0)(columns["velocity"])
        end = tuple(p + v for p, v in pairs)
        moved_columns = {**columns, "center": end, "velocity": still}
        yield message("as if it were at rest at its end"), moved_columns


def _square_corners(columns: Mapping[str, Any]) -> Iterator[ChangedArguments]:
    """Yield a box enlarged by the radius without rounded corners."""
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


def _corner_pivots(columns: Mapping[str, Any]) -> Iterator[ChangedArguments]:
    """Yield a box that turns about each of its corners."""
    if not {"pivot", "rect_center", "half_extents"} <= columns.keys():
        return
    for signs in product((-1, 1), repeat=2):
        offset, text = _offset(signs, columns["half_extents"], "half_extents")
        words = message(
            "as if pivot were a corner: rect_center + {offset}", offset=text
        )
        yield words, {**columns, "pivot": _move(columns["rect_center"], offset)}


def _shift_centers(columns: Mapping[str, Any]) -> Iterator[ChangedArguments]:
    """Yield figures moved by half their extent along one or more axes."""
    for center, extent in _OWN_EXTENTS:
        if {center, extent} <= columns.keys():
            yield from _shift(columns, (center,), columns[extent], extent)
    if {"rect_min", "rect_max"} <= columns.keys():
        corners = zip(columns["rect_min"], columns["rect_max"], strict=True)
        half = tuple(0.5 * (high - low) for low, high in corners)
        names = "rect_min", "rect_max"
        yield from _shift(columns, names, half, "(rect_max - rect_min)", " / 2")


def _shift(
    columns: Mapping[str, Any],
    names: Sequence[str],
    extent: Any,
    text: str,
    part: str = "",
) -> Iterator[ChangedArguments]:
    for signs in product((-1, 0, 1), repeat=len(columns[names[0]])):
        if any(signs):
            offset, description = _offset(signs, extent, text, part)
            moved_columns = {name: _move(columns[name], offset) for name in names}
            words = message(
                "as if {names} were shifted by {offset}",
                names=join_texts(names),
                offset=description,
            )
            yield words, {**columns, **moved_columns}


def _offset(
    signs: Sequence[int], extent: Any, text: str, part: str = ""
) -> tuple[tuple[Any, ...], str]:
    """Return the extent times a sign, -1, 0 or 1, along each axis, and as text."""
    is_vector = isinstance(extent, tuple)
    extents = extent if is_vector else (extent,) * len(signs)
    letters = [f".{x}" if is_vector else "" for x in "xyz"]
    texts = [
        f"{'-' if sign < 0 else ''}{text}{letter}{part}" if sign else "0"
        for sign, letter in zip(signs, letters, strict=False)
    ]
    offset = tuple(sign * x for sign, x in zip(signs, extents, strict=True))
    return offset, f"({', '.join(texts)})"


def _move(place: tuple[Any, ...], offset: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(x + offset_part for x, offset_part in zip(place, offset, strict=True))


def _answer_hypotheses(
    cases: Cases, answers: RawAnswers
) -> Iterator[tuple[str, RawAnswers]]:
    """Yield other interpretations of the answers, each with its text."""
    query = cases.query
    name = query.number
    if query.speed is not None:
        pace = np.asarray(query.speed(cases.columns))
        yield (
            message(
                "as if {name} were a distance, not a fraction of the path", name=name
            ),
            _reinterpret_answers(answers, name, lambda i, t: t / pace[i]),
        )
        yield (
            message(
                "as if {name} were divided by the path length once more", name=name
            ),
            _reinterpret_answers(answers, name, lambda i, t: t * pace[i]),
        )
    words = message("with the wrong sign of {name}", name=name)
    yield words, _reinterpret_answers(answers, name, lambda i, t: -t)
    if "normal" in query.result_fields:
        turned = _reinterpret_answers(answers, "normal", lambda i, n: [-x for x in n])
        yield message("with the normal reversed"), turned
        unit = _reinterpret_answers(
            answers, "normal", lambda i, n: [x / np.hypot(*n) for x in n]
        )
        yield message("with a normal that is not of length 1"), unit


def _reinterpret_answers(
    answers: RawAnswers, name: str, change: Callable[[int, Any], Any]
) -> RawAnswers:
    """Return the answers with a field changed, where they have it.

    `change` takes the index of the case and the value.
    """

    def reinterpret(
        place: int, answer: Mapping[str, Any] | None
    ) -> Mapping[str, Any] | None:
        if not answer or answer.get(name) is None:
            return answer
        try:
            return {**answer, name: change(place, answer[name])}
        except (ArithmeticError, TypeError, ValueError):
            return answer

    return [reinterpret(place, answer) for place, answer in enumerate(answers)]
