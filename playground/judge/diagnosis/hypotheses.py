"""Other questions that wrong answers are right to: as if the angle were in degrees."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.i18n import message
from playground.judge.cases.case_set import Cases, Flags, allowed, picked
from playground.judge.findings import Findings, Wrong, found
from playground.judge.runner.protocol import CodeAnswer
from playground.scene.query import Given

Said = Sequence[Mapping[str, Any] | None]

# So many wrong answers, and as many right ones, a guess is tried on; if it explains
# less than such a part of the first few, no more of them.
_TRIED = 120
_GLANCE = 20
_LEAST = 0.5
# Fewer wrong answers say nothing; and so many of both a guess has to explain.
_FEWEST = 3
_EXPLAINED = 0.9
_KEPT = 0.98
# Up to this part of the size an answer may be rounded.
_ROUNDED = 1e-13


@dataclass(frozen=True)
class Guess:
    """Another question, or another meaning of the answer, with what it explains.

    Of so many wrong answers tried it makes some right, and keeps so many of the right.
    """

    words: str
    explained: int
    wrong: int
    kept: int
    right: int

    @property
    def score(self) -> float:
        """How much of both it explains, up to 2."""
        return self.explained / max(self.wrong, 1) + self.kept / max(self.right, 1)

    @property
    def convinces(self) -> bool:
        """Whether it explains nearly all."""
        return (
            self.wrong >= _FEWEST
            and self.explained >= _EXPLAINED * self.wrong
            and self.kept >= _KEPT * self.right
        )


def as_if(findings: Findings, wrong: Flags, right: Flags) -> Guess | None:
    """Return the guess that explains the answers best; None if none does."""
    rng = np.random.default_rng(0)
    some = [rng.permutation(np.flatnonzero(x))[:_TRIED] for x in (wrong, right)]
    places, count = np.concatenate(some), len(some[0])
    if count < _FEWEST:
        return None
    cases, said = findings.cases.at(places), [findings.said[i] for i in places]
    guesses = []
    with np.errstate(all="ignore"):
        # Of guesses that explain as much the first is told.
        for words, changed_said in _meanings(cases, said):
            tried = _guess(words, cases, changed_said, np.arange(len(places)) < count)
            guesses.append(tried)
        for words, columns in _questions(cases):
            changed = cases.query.tidy(columns)
            fine = np.flatnonzero(allowed(cases.query, changed))
            if len(fine) >= 0.5 * len(places):
                other = Cases(cases.query, picked(changed, fine), cases.family[fine])
                own = [said[i] for i in fine]
                guesses.append(_guess(words, other, own, fine < count))
    best = max((g for g in guesses if g), key=lambda g: g.score, default=None)
    return best if best and best.convinces else None


def _guess(words: str, cases: Cases, said: Said, wrong: Flags) -> Guess | None:
    """Return what a guess explains; None where that is too little to go on."""
    few = np.flatnonzero(wrong)[:_GLANCE]
    first = _tried(words, cases.at(few), [said[i] for i in few], wrong[few])
    if first is None or first.explained < _LEAST * first.wrong:
        return None
    return _tried(words, cases, said, wrong)


def _tried(words: str, cases: Cases, said: Said, wrong: Flags) -> Guess | None:
    try:
        findings = found(cases, [CodeAnswer(one) for one in said])
    except ValueError:  # the core refuses the question
        return None
    # So near to the edge of another question floats may well be right to the true one.
    near = np.abs(cases.gap) <= _ROUNDED * cases.size
    verdict = findings.wrong[Wrong.LOST] | findings.wrong[Wrong.MADE]
    bad = findings.any_wrong & ~(near & verdict & ~wrong)
    return Guess(
        words,
        int((~bad & wrong).sum()),
        int(wrong.sum()),
        int((~bad & ~wrong).sum()),
        int((~wrong).sum()),
    )


Changed = tuple[str, dict[str, Any]]


def _questions(cases: Cases) -> Iterator[Changed]:
    """Yield other questions: words, and the arguments changed so."""
    columns = cases.columns
    for name, kind in cases.query.given.items():
        value = columns[name]
        if value is None:
            continue
        match kind:
            case Given.ANGLE:
                changed = _angles(name, value)
            case Given.LENGTH | Given.POSITIVE:
                changed = _lengths(name, value, kind)
            case Given.PLACE:
                changed = _places(cases, name, value)
            case _:
                changed = _ways(name, value, kind)
        for words, other in changed:
            yield words, {**columns, name: other}
    yield from _moves(columns)
    yield from _square_corners(columns)


def _angles(name: str, x: Any) -> Iterator[tuple[str, Any]]:
    # Many an answer to an angle of some degrees is right to one of 0 too.
    yield message("as if {name} were in degrees", name=name), np.radians(x)
    yield message("as if {name} were 0", name=name), 0.0 * x
    yield message("as if {name} turned the other way", name=name), -x
    yield message("as if {name} were never negative", name=name), np.abs(x)
    yield message("as if {name} were turned into degrees", name=name), np.degrees(x)
    yield message("as if {name} had a quarter turn more", name=name), x + np.pi / 2


def _lengths(name: str, x: Any, kind: Given) -> Iterator[tuple[str, Any]]:
    yield (
        message("as if {name} were twice as large", name=name),
        _each(x, lambda v: 2.0 * v),
    )
    yield (
        message("as if {name} were half as large", name=name),
        _each(x, lambda v: 0.5 * v),
    )
    if kind is Given.LENGTH:
        yield message("as if {name} were 0", name=name), _each(x, lambda v: 0.0 * v)
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


def _places(cases: Cases, name: str, x: Any) -> Iterator[tuple[str, Any]]:
    yield (
        message("as if {name} were the origin of the world", name=name),
        _each(x, lambda v: 0.0 * v),
    )
    yield (
        message("as if {name} were cut to whole numbers", name=name),
        _each(x, np.trunc),
    )
    yield (
        message("as if {name} were rounded to whole numbers", name=name),
        _each(x, np.round),
    )
    given = cases.query.given
    for other, value in cases.columns.items():
        if other == name or not isinstance(value, tuple):
            continue
        if given[other] is Given.PLACE and other == "rect_center":
            yield (
                message(
                    "as if {name} were ignored (taken as {other})",
                    name=name,
                    other=other,
                ),
                value,
            )
        elif given[other] is Given.PLACE:
            yield message("as if {name} were {other}", name=name, other=other), value
        elif given[other] in (Given.LENGTH, Given.POSITIVE):
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


def _ways(name: str, x: Any, kind: Given) -> Iterator[tuple[str, Any]]:
    size = np.sqrt(sum(v * v for v in x))
    yield (
        message("as if {name} were of length 1", name=name),
        tuple(v / np.where(size > 0, size, 1) for v in x),
    )
    yield message("as if {name} were turned round", name=name), _each(x, lambda v: -v)
    yield (
        message("as if {name} were twice as long", name=name),
        _each(x, lambda v: 2.0 * v),
    )
    if len(x) == 2:
        yield message("as if the numbers of {name} were swapped", name=name), x[::-1]
    if kind is Given.STEP:
        yield (
            message("as if it stood still ({name} were 0)", name=name),
            _each(x, lambda v: 0.0 * v),
        )


def _moves(columns: Mapping[str, Any]) -> Iterator[Changed]:
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
        still = _each(columns["velocity"], lambda v: 0.0 * v)
        end = tuple(p + v for p, v in pairs)
        moved = {**columns, "center": end, "velocity": still}
        yield message("as if it stood at its end"), moved


def _square_corners(columns: Mapping[str, Any]) -> Iterator[Changed]:
    """Yield a box that is wider by the radius, where it ought to be rounded."""
    words, radius = message("as if the corners were square"), columns.get("radius")
    if radius is None:
        return
    none = 0.0 * radius
    if "half_extents" in columns:
        wider = _each(columns["half_extents"], lambda v: v + radius)
        yield words, {**columns, "half_extents": wider, "radius": none}
    if {"rect_min", "rect_max"} <= columns.keys():
        low = _each(columns["rect_min"], lambda v: v - radius)
        high = _each(columns["rect_max"], lambda v: v + radius)
        yield words, {**columns, "rect_min": low, "rect_max": high, "radius": none}


def _each(x: Any, change: Callable[[Any], Any]) -> Any:
    return tuple(map(change, x)) if isinstance(x, tuple) else change(x)


def _meanings(cases: Cases, said: Said) -> Iterator[tuple[str, Said]]:
    """Yield other meanings of the answers: words, and what is meant then."""
    query = cases.query
    name = query.number
    if query.pace is not None:
        pace = np.asarray(query.pace(cases.columns))
        yield (
            message("as if {name} were a distance, not a part of the way", name=name),
            _meant(said, name, lambda i, t: t / pace[i]),
        )
        yield (
            message(
                "as if {name} were divided by the way's length once more", name=name
            ),
            _meant(said, name, lambda i, t: t * pace[i]),
        )
    words = message("with the wrong sign of {name}", name=name)
    yield words, _meant(said, name, lambda i, t: -t)
    if "normal" in query.names:
        turned = _meant(said, "normal", lambda i, n: [-x for x in n])
        yield message("with the normal turned round"), turned
        unit = _meant(said, "normal", lambda i, n: [x / np.hypot(*n) for x in n])
        yield message("with a normal that is not of length 1"), unit


def _meant(said: Said, name: str, change: Callable[[int, Any], Any]) -> Said:
    def one(place: int, answer: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        if not answer or answer.get(name) is None:
            return answer
        try:
            return {**answer, name: change(place, answer[name])}
        except (ArithmeticError, TypeError, ValueError):
            return answer

    return [one(place, answer) for place, answer in enumerate(said)]
