"""What is wrong in answers: of which kind, by how much, and what is excused.

A verdict is right or wrong, exactly. Of a time, a place or a normal it is asked only
where both hit, and whether it is the true one for arguments moved by the tolerance: so
much a rounded answer may be off, little where it is well defined and more where it is
not, as when a ball hardly grazes a block.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from playground.i18n import enum_of_texts
from playground.judge.answer_table import AnswerSheet
from playground.judge.cases.case_set import Array, Cases, Flags
from playground.judge.runner.protocol import CodeAnswer, Failed
from playground.scene.query import (
    Given,
    Told,
    components,
    with_number,
)
from playground.scene.query import number as number_at

TOLERANCE = 1e-6
"""How far a number may be off, as a part of the largest length of its case."""

TOUCH, ROUNDING = "touch", "rounding"
"""Choices that every query knows: touching counts as a miss; what is rounded."""

# So many neighbours of a case say how well its answer is defined.
_NEIGHBOURS = 8
# An error may be so many times what it makes of the tolerance.
_SPREAD = 4.0


@enum_of_texts
class Wrong(StrEnum):
    """A kind of wrong answer."""

    LOST = "hit lost"
    MADE = "hit made"
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
    def of_verdict(self) -> bool:
        """Whether it is about hit or miss."""
        return self in (Wrong.LOST, Wrong.MADE)

    @property
    def of_number(self) -> bool:
        """Whether it says by how much."""
        return self.of_verdict or (self in NUMBERS and self is not Wrong.FLAG)


KINDS = {
    Told.TIME: Wrong.TIME,
    Told.POINT: Wrong.POINT,
    Told.NORMAL: Wrong.NORMAL,
    Told.DISTANCE: Wrong.DISTANCE,
    Told.FLAG: Wrong.FLAG,
}
"""What a field of the result is, and so in which way it may be wrong."""
NUMBERS = frozenset(KINDS.values())
"""The kinds that are about a field of the result."""

ROUNDABLE = (Wrong.LOST, Wrong.MADE, *sorted(NUMBERS), Wrong.NAN, Wrong.CRASH)
"""The kinds that may come of rounding alone, as a division by 0 does."""

_FAILED = {
    Failed.CRASH: Wrong.CRASH,
    Failed.NONSENSE: Wrong.NONSENSE,
    Failed.SLOW: Wrong.SLOW,
}


@dataclass(frozen=True, eq=False)
class Findings:
    """What was found in the answers to cases.

    Attributes
    ----------
    cases : Cases
        What was asked.
    wrong : mapping
        Boolean arrays: which answers are wrong, by kind, and not excused.
    off : mapping
        By how much, as a part of the largest length: the gap at which a verdict is
        wrong, or the error of a number.
    words : sequence of str
        What there is to say of an answer: what it was, or what was raised.
    said : sequence of mapping or None
        The answers by name, `hit` among them; None where there is none.
    asked : boolean array
        Which cases were answered, or failed to be.
    excused : boolean array
        Which are wrong as it was declared.
    rule : array of float
        1.0 where an answer is wrong in true numbers too, 0.0 where it is so by rounding
        alone, NaN where that is not known or nothing is wrong.
    unknown : tuple of str
        Names in the answers that are not judged.
    """

    cases: Cases
    wrong: Mapping[Wrong, Flags]
    off: Mapping[Wrong, Array]
    words: Sequence[str]
    said: Sequence[Mapping[str, Any] | None]
    asked: Flags
    excused: Flags
    rule: Array
    unknown: tuple[str, ...] = ()

    @property
    def any_wrong(self) -> Flags:
        """Which answers are wrong in any way."""
        none = np.zeros(len(self.cases), bool)
        return np.asarray(np.logical_or.reduce([none, *self.wrong.values()]))

    def kinds(self) -> list[Wrong]:
        """Return the kinds that were found."""
        return [kind for kind, flags in self.wrong.items() if flags.any()]

    def one(self, place: int) -> "Findings":
        """Return what was found in one of the answers."""
        some = np.array([place])
        return replace(
            self,
            cases=self.cases.at(some),
            wrong={kind: flags[some] for kind, flags in self.wrong.items()},
            off={kind: by[some] for kind, by in self.off.items()},
            words=[self.words[place]],
            said=[self.said[place]],
            asked=self.asked[some],
            excused=self.excused[some],
            rule=self.rule[some],
        )

    def labelled(self, rule: Array, *, excused: bool) -> "Findings":
        """Return the findings with it known what is rounding, maybe to be excused."""
        rounding = np.logical_or.reduce([self.wrong[kind] for kind in ROUNDABLE])
        rounding &= (rule == 0.0) & excused
        wrong = {
            kind: flags & ~rounding if kind in ROUNDABLE else flags
            for kind, flags in self.wrong.items()
        }
        return replace(self, wrong=wrong, excused=self.excused | rounding, rule=rule)

    def widest(self, kind: Wrong) -> int:
        """Return the place of the one that is wrong by most."""
        return int(np.argmax(np.where(self.wrong[kind], self.off[kind], -1.0)))


@np.errstate(over="ignore")  # an answer may be any number
def found(
    cases: Cases,
    answers: Sequence[CodeAnswer],
    tolerance: float = TOLERANCE,
    excuses: Iterable[str] = (),
    slop: float = 0.0,
) -> Findings:
    """Compare answers with the truth.

    What is wrong by no more than the `slop`, a length, is excused too, and of numbers
    what such a change of the arguments makes of them. Rounding is not
    excused here: only in true numbers it is known which it is, see `labelled`.
    """
    sheet = AnswerSheet(cases, answers)
    none = np.zeros(len(cases), bool)
    wrong: dict[Wrong, Flags] = {kind: none.copy() for kind in Wrong}
    wrong |= {_FAILED[failed]: flags for failed, flags in sheet.failed.items()}
    wrong[Wrong.NAN] = sheet.nan
    off = {kind: np.zeros(len(cases)) for kind in Wrong}
    hit, said = cases.hit, sheet.hit
    clear = np.abs(cases.gap) / _not_zero(cases.size)
    wrong[Wrong.LOST], wrong[Wrong.MADE] = (
        sheet.decided & hit & ~said,
        (sheet.decided & ~hit & said),
    )
    for kind in (Wrong.LOST, Wrong.MADE):
        off[kind] = clear
    agreed = sheet.decided & (hit == said)
    beyond = (wrong[Wrong.LOST] | wrong[Wrong.MADE]) & (clear * cases.size > slop)
    for name, told in cases.query.names.items():
        if name not in sheet.values:
            continue
        where = agreed & sheet.told[name]
        if told not in (Told.FLAG, Told.DISTANCE):
            where &= hit
        bad, lost, by = _compared(cases, name, sheet.values[name], where, tolerance)
        kind = KINDS[told]
        wrong[kind] = wrong[kind] | bad
        # A normal is no length: it is as good as the place.
        if told not in (Told.NORMAL, Told.FLAG):
            beyond |= _beyond(slop, cases, name, sheet.values[name], bad, by)
        wrong[Wrong.NAN] = wrong[Wrong.NAN] | lost
        off[kind] = np.where(bad, np.maximum(off[kind], by), off[kind])
    excused = _excused(cases, excuses, wrong)
    if slop > 0.0:
        numbers = (wrong[kind] for kind in (Wrong.LOST, Wrong.MADE, *NUMBERS))
        excused |= np.logical_or.reduce([*numbers]) & ~beyond
    failures = {*_FAILED.values(), Wrong.NAN}
    kept = {
        kind: flags if kind in failures else flags & ~excused
        for kind, flags in wrong.items()
    }
    return Findings(
        cases=cases,
        wrong=kept,
        off=off,
        words=sheet.words,
        said=sheet.said,
        asked=sheet.asked,
        excused=excused,
        rule=np.full(len(cases), np.nan),
        unknown=tuple(sheet.unknown),
    )


def _excused(
    cases: Cases, excuses: Iterable[str], wrong: Mapping[Wrong, Flags]
) -> Flags:
    """Return which wrong answers were declared."""
    excused = np.zeros(len(cases), bool)
    verdict = wrong[Wrong.LOST] | wrong[Wrong.MADE]
    for word in excuses:
        if word == TOUCH:
            excused |= verdict & (cases.gap == 0.0)
        elif word != ROUNDING:
            numbers = np.logical_or.reduce([wrong[kind] for kind in NUMBERS])
            excused |= cases.chosen[word] & (verdict | numbers)
    return excused


def _beyond(
    slop: float, cases: Cases, name: str, answered: Array, bad: Flags, by: Array
) -> Flags:
    """Return which wrong numbers are off by more than a length makes of them."""
    beyond = bad & (by * cases.size > slop)
    if slop > 0.0 and beyond.any():
        places = np.flatnonzero(beyond)
        some = cases.at(places)
        part = slop / _not_zero(some.size)
        fine = _well(some, name, answered[places], by[places], part)
        beyond[places[fine]] = False
    return beyond


def _not_zero(size: Array) -> Array:
    return np.where(size > 0.0, size, 1.0)


def _compared(
    cases: Cases, name: str, answered: Array, where: Flags, tolerance: float
) -> tuple[Flags, Flags, Array]:
    """Return where a field is wrong, where no number, and by what part of the size."""
    told = cases.query.names[name]
    true = cases.true(name)
    known = where & _all(np.isfinite(true))
    lost = known & ~_all(np.isfinite(answered))
    known &= ~lost
    by = np.zeros(len(cases))
    by[known] = _error(cases.at(known), name, answered[known])
    if told is Told.FLAG:
        return known & (answered != true), lost, by
    suspect = known & (by > tolerance)
    if suspect.any():
        places = np.flatnonzero(suspect)
        fine = _well(cases.at(places), name, answered[places], by[places], tolerance)
        suspect[places[fine]] = False
    return suspect, lost, by


def _all(flags: Flags) -> Flags:
    return flags if flags.ndim == 1 else np.asarray(flags.all(axis=-1))


def _error(
    cases: Cases, name: str, answered: Array, true: Array | None = None
) -> Array:
    """Return how far numbers are off, as a part of the largest length."""
    query, told = cases.query, cases.query.names[name]
    difference = answered - (cases.true(name) if true is None else true)
    by = np.abs(difference) if difference.ndim == 1 else _length(difference)
    if told in (Told.NORMAL, Told.FLAG):
        return by
    if told is Told.TIME and query.pace:
        # One that stands still has no way to be off by.
        pace = np.asarray(query.pace(cases.columns))
        return np.where(pace > 0.0, by * pace / _not_zero(cases.size), by)
    return np.asarray(by / _not_zero(cases.size))


def _length(vectors: Array) -> Array:
    return np.asarray(np.sqrt((vectors * vectors).sum(axis=-1)))


def _well(
    cases: Cases, name: str, answered: Array, by: Array, tolerance: float | Array
) -> Flags:
    """Return which answers are true ones of arguments within the tolerance, or near."""
    fine = np.zeros(len(cases), bool)
    for other, defined in _neighbours(cases, name, tolerance):
        near = _error(cases, name, answered, other)
        fine |= ~defined | (near <= tolerance)
    return fine | (by <= _room(cases, name, tolerance))


def _room(cases: Cases, name: str, tolerance: float | Array) -> Array:
    """Return what part of the size a number may be off, more where ill defined."""
    spread = np.zeros(len(cases))
    for other, _ in _neighbours(cases, name, tolerance):
        spread = np.maximum(spread, _error(cases, name, other))
    return tolerance + _SPREAD * spread


def leeway(cases: Cases, name: str, tolerance: float) -> Array:
    """Return by how much a field may be off, in its own unit."""
    query, told = cases.query, cases.query.names[name]
    room, size = _room(cases, name, tolerance), _not_zero(cases.size)
    if told in (Told.NORMAL, Told.FLAG):
        return room
    if told is Told.TIME and query.pace:
        pace = np.asarray(query.pace(cases.columns))
        return np.where(pace > 0.0, room * size / np.where(pace > 0.0, pace, 1.0), room)
    return room * size


def _neighbours(
    cases: Cases, name: str, tolerance: float | Array
) -> Iterator[tuple[Array, Flags]]:
    """Yield a field for arguments moved by the tolerance, and where it is defined."""
    rng = np.random.default_rng(0)
    true = cases.true(name)
    for _ in range(_NEIGHBOURS):
        other = _neighbour(cases, tolerance, rng).true(name)
        yield np.where(np.isfinite(other), other, true), _all(np.isfinite(other))


def _neighbour(
    cases: Cases, tolerance: float | Array, rng: np.random.Generator
) -> Cases:
    """Return the cases with every number moved by the tolerance, one way or other."""
    query, count = cases.query, len(cases)
    moved: Any = dict(cases.columns)
    for at in components(cases.columns):
        given = query.given[at[0]]
        x = number_at(cases.columns, at)
        sign = rng.choice((-1.0, 1.0), count)
        match given:
            case Given.WAY:
                whole = np.maximum.reduce([np.abs(v) for v in cases.columns[at[0]]])
            case Given.ANGLE:
                whole = np.maximum(np.abs(x), 1.0)
            case _:
                whole = cases.size
        new = x + sign * tolerance * whole
        if given is Given.LENGTH:
            new = np.maximum(new, 0.0)
        elif given is Given.POSITIVE:
            new = np.where(new > 0.0, new, x)
        moved = with_number(moved, at, new)
    return Cases(query, query.tidy(moved), cases.family)
