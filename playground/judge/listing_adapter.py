"""Somebody's code in the place of a scene's listing: its map of mistakes and badge."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.collision.articles.mistakes import MistakeKind
from playground.i18n import capital, message
from playground.judge.cases.case_set import (
    Cases,
    Flags,
    allowed,
    mapped,
    picked,
    with_fixed,
)
from playground.judge.diagnosis.rounding import labelled
from playground.judge.findings import ROUNDING, Findings, Wrong, found
from playground.judge.report.wording import told
from playground.judge.runner.code_runner import AskedCode
from playground.scene.answer import NONE, NOT_ASKED
from playground.scene.draw_list import DrawList
from playground.scene.listing import Listing, Mistake, Precision, Trial, effects
from playground.scene.math_text import show
from playground.scene.primitives import Dot, Marker, Role
from playground.scene.query import Query, Told, components, number
from playground.scene.scene import Scene

# Of one answer that is wrong in several ways the first of them counts.
ORDER = (
    Wrong.SLOW,
    Wrong.CRASH,
    Wrong.NONSENSE,
    Wrong.NAN,
    Wrong.LOST,
    Wrong.MADE,
    Wrong.TIME,
    Wrong.POINT,
    Wrong.NORMAL,
    Wrong.DISTANCE,
    Wrong.FLAG,
)

_UNASKED = len(ORDER)


@dataclass(frozen=True)
class Judged:
    """Answers to a map's questions, or to one: which is wrong in which way."""

    kind: NDArray[np.uint8]
    """A place in `ORDER`, the one after it for what was not asked, or `NONE`."""
    findings: Findings

    @property
    def said(self) -> Mapping[str, Any] | None:
        """A single answer by name; None where there is none, or several."""
        return self.findings.said[0] if len(self.findings.said) == 1 else None


class JudgedTrial(Trial[Any, Any, Judged]):
    """Code's answers beside the truth."""

    @property
    def effects(self) -> NDArray[np.uint8]:
        """What is wrong with each answer: a place in `EFFECTS`."""
        kind = self.answer.kind
        lost, made = (kind == ORDER.index(w) for w in (Wrong.LOST, Wrong.MADE))
        return effects(lost, made)

    @property
    def words(self) -> str:
        """What there is to say of a single answer."""
        listed = self.answer.findings.words
        return listed[0] if listed else message("it is not asked")

    @property
    def answered(self) -> str:
        """A single answer in a few words."""
        said = self.answer.said
        if said is None:
            return self.words
        name = _query(self).number
        number = said.get(name)
        if not said["hit"]:
            told = message("no hit")
        elif number is None:
            told = message("hit")
        else:
            told = message("hit, {time}", time=f"{name} = {show(number)}")
        if not self.answer.findings.excused[0]:
            return told
        return message("{told}, which is excused", told=told)


@dataclass(frozen=True, kw_only=True)
class JudgedListing(Listing[Any, Any, Judged, JudgedTrial]):
    """A listing that another process is asked for.

    `asks` are its answers for params whose numbers may be arrays.
    """

    asks: Callable[[Any, Precision], Judged]

    @property
    def called(self) -> str:
        """What it is called within a sentence."""
        return message("your code")

    def ask(self, p: Any, dtype: Precision) -> Judged:
        """Return its answers."""
        return self.asks(p, dtype)


def judged(
    scene: Scene[Any, Any],
    code: AskedCode,
    fixed: dict[str, Any],
    tolerance: float,
    excuses: tuple[str, ...],
    slop: float,
    until: float = math.inf,
) -> Scene[Any, Any]:
    """Return the scene with code in the place of its listing.

    Whoever asks for the answers waits for `code`; after that `time.monotonic()` it is
    asked no more.
    """
    query = scene.query
    assert query is not None
    own = scene.listing

    def ask(p: Any, dtype: Precision) -> Judged:
        cases, shape, fine = _cases(query, p, fixed)
        with code.lock:
            answers = code.answers_to(cases, until)
            findings = found(cases, answers, tolerance, excuses, slop)
            if ROUNDING in excuses:
                findings = labelled(
                    code, findings, tolerance, excuses, near=True, until=until
                )
        return Judged(_kinds(findings, fine).reshape(shape), findings)

    listing = JudgedListing(
        asks=ask,
        says=lambda t: t.answered,
        draw=_draw,
        mistakes=(*(_mistake(kind, place) for place, kind in enumerate(ORDER)), _GAP),
        trial=JudgedTrial,
        preset=own.preset if own else None,
        dtypes=(np.float64,),
        name=code.name,
    )
    return replace(scene, listings=(listing,))


def _query(t: JudgedTrial) -> Query[Any, Any]:
    return t.answer.findings.cases.query


def _draw(t: JudgedTrial, out: DrawList) -> None:
    """Append the places that are answered, hollow."""
    said, query = t.answer.said, _query(t)
    if said is None or not said["hit"]:
        return
    points = [
        said[n] for n, told in query.names.items() if told is Told.POINT and n in said
    ]
    time = said.get(query.number)
    if not points and query.at and isinstance(time, float):
        points = [query.at(query.arguments(t.p), time)]
    for point in points:
        if len(point) == out.dimension and np.isfinite(point).all():
            ring = Dot(tuple(point), 9.0, Marker.RING, role=Role.ARTICLE, key="article")
            out.add(ring, since=1)


def _mistake(kind: Wrong, place: int) -> Mistake[JudgedTrial]:
    return Mistake(
        MistakeKind(capital(kind)),
        lambda t: t.answer.kind == place,
        lambda t: message(
            "{kind}: {words}.",
            kind=capital(kind),
            words=told(t.answer.findings, 0, kind),
        ),
    )


_GAP: Mistake[JudgedTrial] = Mistake(
    MistakeKind(NOT_ASKED),
    lambda t: t.answer.kind == _UNASKED,
    lambda t: message("{kind}: {words}.", kind=NOT_ASKED, words=t.words),
)


def _cases(
    query: Query[Any, Any], p: Any, fixed: dict[str, Any]
) -> tuple[Cases, tuple[int, ...], Flags]:
    """Return the cases of params that may be arrays, their shape, and which are asked.

    What the core refuses is not asked.
    """
    arguments = query.arguments(p)
    numbers = [number(arguments, at) for at in components(arguments)]
    shape = np.broadcast_shapes(*map(np.shape, numbers))
    count = math.prod(shape)

    def column(x: Any) -> Any:
        return np.broadcast_to(np.asarray(x, np.float64), shape).ravel()

    columns = with_fixed(query.tidy(mapped(arguments, column)), fixed, count)
    fine = allowed(query, columns)
    asked = picked(columns, fine)
    return Cases(query, asked, np.full(int(fine.sum()), "")), shape, fine


def _kinds(findings: Findings, fine: Flags) -> NDArray[np.uint8]:
    """Return the kind of each answer, the first of `ORDER` if it is of several."""
    found_kinds = np.full(len(findings.cases), NONE, np.uint8)
    for place in reversed(range(len(ORDER))):
        found_kinds[findings.wrong[ORDER[place]]] = place
    found_kinds[~findings.asked] = _UNASKED
    kinds = np.full(len(fine), NONE, np.uint8)
    kinds[fine] = found_kinds
    return kinds
