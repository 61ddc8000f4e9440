"""Adapter that puts user code in place of a scene's listing, for its map and badge."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.collision.articles.mistakes import MistakeKind
from playground.i18n import capitalize, lower, message
from playground.judge.cases.case_set import (
    Cases,
    Flags,
    find_valid_rows,
    map_columns,
    select_rows,
    with_fixed,
)
from playground.judge.cases.generators import find_fixed_arguments
from playground.judge.diagnosis.rounding import label_rounding_failures
from playground.judge.findings import ROUNDING, FailureKind, Findings, compare_answers
from playground.judge.report.wording import answer_sentence
from playground.judge.runner.code_runner import CodeRunner
from playground.quick_dataclass import dataclass
from playground.scene.answer import NO_KIND_INDEX, NOT_EVALUATED, Answer
from playground.scene.draw_list import DrawList
from playground.scene.listing import (
    Listing,
    ListingComparison,
    Mistake,
    Precision,
    classify_effects,
)
from playground.scene.math_text import format_number
from playground.scene.primitives import Dot, Marker, Role
from playground.scene.query import Query, ResultField, component_value, components
from playground.scene.scene import Scene

# An answer that is wrong in several ways counts as the first of these.
FAILURE_ORDER = (
    FailureKind.SLOW,
    FailureKind.CRASH,
    FailureKind.NONSENSE,
    FailureKind.NAN,
    FailureKind.MISSED_HIT,
    FailureKind.PHANTOM_HIT,
    FailureKind.TIME,
    FailureKind.POINT,
    FailureKind.NORMAL,
    FailureKind.DISTANCE,
    FailureKind.FLAG,
)

_NOT_EVALUATED_INDEX = len(FAILURE_ORDER)


@dataclass(frozen=True)
class EvaluatedAnswers:
    """Answers to the cells of a map, or to one case, with the kind of each failure.

    Attributes
    ----------
    kind : ndarray of uint8
        In the shape of the params' arrays.
    findings : Findings
        Of the cells that the core accepts.
    """

    kind: NDArray[np.uint8]
    """Index in `FAILURE_ORDER`, its length if not evaluated, or `NO_KIND_INDEX`."""
    findings: Findings

    @property
    def answer_fields(self) -> Mapping[str, Any] | None:
        """The fields of a single answer; None without an answer or for several."""
        return (
            self.findings.answer_fields[0]
            if len(self.findings.answer_fields) == 1
            else None
        )


class UserCodeComparison(ListingComparison[Any, Any, EvaluatedAnswers]):
    """Comparison of user code's answers with the exact result."""

    @property
    def effects(self) -> NDArray[np.uint8]:
        """Indices into `EFFECTS`, in the shape of the params' arrays."""
        kind = self.answer.kind
        misses, is_invented = (
            kind == FAILURE_ORDER.index(w)
            for w in (FailureKind.MISSED_HIT, FailureKind.PHANTOM_HIT)
        )
        return classify_effects(misses, is_invented)

    @property
    def answer_text(self) -> str:
        """Text of the first answer as the code gave it, or "not tested" without any."""
        answers = self.answer.findings.answers
        return answers[0].text if answers else message("not tested")

    def describe_answer(self, words: Answer[Any, Any]) -> str:
        """Return a single answer in the scene's words for a hit and a miss.

        Without an answer it is the reason.
        """
        fields = self.answer.answer_fields
        if fields is None:
            is_nonsense = self.answer.findings.wrong[FailureKind.NONSENSE].any()
            return (
                message(
                    "{kind}, {text}", kind=FailureKind.NONSENSE, text=self.answer_text
                )
                if is_nonsense
                else self.answer_text
            )
        name = _query(self).number
        number = fields.get(name)
        verdict_word = lower(words.hit if fields["hit"] else words.miss)
        if fields["hit"] and number is not None:
            value = f"{name} = {format_number(number)}"
            verdict_word = message("{told}, {value}", told=verdict_word, value=value)
        if not self.answer.findings.is_allowed_deviation[0]:
            return verdict_word
        return message("{told}, which is allowed", told=verdict_word)


@dataclass(frozen=True, kw_only=True)
class UserCodeListing(Listing[Any, Any, EvaluatedAnswers, UserCodeComparison]):
    """Listing whose answers come from user code in a worker.

    Attributes
    ----------
    asks : callable
        Takes params, whose numbers may be arrays, and a float type; returns
        EvaluatedAnswers.
    """

    asks: Callable[[Any, Precision], EvaluatedAnswers]

    @property
    def name_in_sentence(self) -> str:
        """Its name within a sentence."""
        return message("your code")

    def evaluate(self, p: Any, dtype: Precision) -> EvaluatedAnswers:
        """Return the code's answers for params, whose numbers may be arrays.

        `asks` may ignore `dtype`, since user code computes in floats of its own.
        """
        return self.asks(p, dtype)


def replace_listing(
    scene: Scene[Any, Any],
    code: CodeRunner,
    tolerance: float,
    allow: tuple[str, ...],
    until: float = math.inf,
) -> Scene[Any, Any]:
    """Return the scene with user code as its only listing.

    Evaluating the listing blocks until `code` has answered.

    Parameters
    ----------
    scene : Scene
        A scene with a query.
    code : CodeRunner
        The user code.
    tolerance : float
        Allowed error of numbers, relative to the largest length of a case.
    allow : tuple of str
        Allowed deviations.
    until : float
        Time of `time.monotonic()`, in seconds, after which no case is evaluated; such
        cells are "not evaluated".
    """
    query = scene.query
    assert query is not None
    own_listing, slop = scene.listing, code.header.slop
    fixed_arguments = find_fixed_arguments(scene, code.header.takes)

    def ask(p: Any, dtype: Precision) -> EvaluatedAnswers:
        cases, shape, fine = _cases(query, p, fixed_arguments)
        with code.lock:
            answers = code.answers_to(cases, until)
            findings = compare_answers(cases, answers, tolerance, allow, slop)
            if ROUNDING in allow:
                findings = label_rounding_failures(
                    code, findings, tolerance, allow, near=True, until=until
                )
        return EvaluatedAnswers(_kinds(findings, fine).reshape(shape), findings)

    listing = UserCodeListing(
        asks=ask,
        describe_answer=lambda t: t.describe_answer(scene.answer),
        draw=_draw,
        mistakes=(
            *(_make_mistake(kind, place) for place, kind in enumerate(FAILURE_ORDER)),
            _NOT_EVALUATED_MISTAKE,
        ),
        comparison=UserCodeComparison,
        preset=own_listing.preset if own_listing else None,
        dtypes=(np.float64,),
        name=code.name,
    )
    return replace(scene, listings=(listing,))


def _query(t: UserCodeComparison) -> Query[Any, Any]:
    return t.answer.findings.cases.query


def _draw(t: UserCodeComparison, out: DrawList) -> None:
    """Draw the points of the answer as hollow circles."""
    fields, query = t.answer.answer_fields, _query(t)
    if fields is None or not fields["hit"]:
        return
    points = [
        fields[n]
        for n, result_field in query.result_fields.items()
        if result_field is ResultField.POINT and n in fields
    ]
    time = fields.get(query.number)
    if not points and query.position_at and isinstance(time, float):
        points = [query.position_at(query.arguments(t.p), time)]
    for point in points:
        if len(point) == out.dimension and np.isfinite(point).all():
            ring = Dot(tuple(point), 9.0, Marker.RING, role=Role.ARTICLE, key="article")
            out.add(ring, first_step=1)


def _make_mistake(kind: FailureKind, place: int) -> Mistake[UserCodeComparison]:
    return Mistake(
        MistakeKind(capitalize(kind)),
        lambda t: t.answer.kind == place,
        lambda t: message(
            "{kind}: {words}.",
            kind=capitalize(kind),
            words=answer_sentence(t.answer.findings, 0, kind),
        ),
    )


_NOT_EVALUATED_MISTAKE: Mistake[UserCodeComparison] = Mistake(
    MistakeKind(NOT_EVALUATED),
    lambda t: t.answer.kind == _NOT_EVALUATED_INDEX,
    lambda t: message("{kind}: {words}.", kind=NOT_EVALUATED, words=t.answer_text),
)


def _cases(
    query: Query[Any, Any], p: Any, fixed: dict[str, Any]
) -> tuple[Cases, tuple[int, ...], Flags]:
    """Return the valid cases of params that may be arrays, their shape, and a mask.

    The mask says which cells of the flattened shape have a case; the core refuses
    others.
    """
    arguments = query.arguments(p)
    numbers = [component_value(arguments, at) for at in components(arguments)]
    shape = np.broadcast_shapes(*map(np.shape, numbers))
    count = math.prod(shape)

    def column(x: Any) -> Any:
        return np.broadcast_to(np.asarray(x, np.float64), shape).ravel()

    columns = with_fixed(query.normalize(map_columns(arguments, column)), fixed, count)
    fine = find_valid_rows(query, columns)
    asked_columns = select_rows(columns, fine)
    return Cases(query, asked_columns, np.full(int(fine.sum()), "")), shape, fine


def _kinds(findings: Findings, fine: Flags) -> NDArray[np.uint8]:
    """Return the failure kind of each cell; the first of `FAILURE_ORDER` wins."""
    found_kinds = np.full(len(findings.cases), NO_KIND_INDEX, np.uint8)
    for place in reversed(range(len(FAILURE_ORDER))):
        found_kinds[findings.wrong[FAILURE_ORDER[place]]] = place
    found_kinds[~findings.is_evaluated] = _NOT_EVALUATED_INDEX
    kinds = np.full(len(fine), NO_KIND_INDEX, np.uint8)
    kinds[fine] = found_kinds
    return kinds
