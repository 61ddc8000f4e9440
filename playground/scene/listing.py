"""Listings compared with the truth, and tables of their mistakes.

The map of mistakes, the badge, the explanation with its step, and the cases that show a
mistake all follow from the table.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from functools import cached_property, reduce
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision._arguments import Selection
from playground.collision._lazy_result import LazyResult
from playground.collision.articles.array_compiler import ArrayRun, run
from playground.collision.articles.mistakes import MistakeKind, Nature
from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.answer import (
    EFFECTS,
    NO_KIND_INDEX,
    Effect,
    Index,
    RegionKind,
    Regions,
    classify_regions,
)
from playground.scene.draw_list import DrawList
from playground.scene.math_text import format_significant
from playground.scene.params import Params
from playground.scene.primitives import MISTAKE_ROLES
from playground.scene.symbols import fill_placeholders

P = TypeVar("P", bound=Params)
R = TypeVar("R")
A = TypeVar("A")
D = TypeVar("D", bound=np.generic)
T = TypeVar("T", bound="ListingComparison[Any, Any, Any]")

Precision = type[np.float32] | type[np.float64]
"""The floating-point type that a listing computes with."""
Lines = str | tuple[str, ...] | Mapping[str, Callable[[T], ArrayLike]]
"""A fragment that identifies a line of a listing, or several possible ones.

A fragment with leading spaces is the beginning of the line. A mapping has a condition
for each line, of arrays; the first that holds counts."""


def array_property(compute: Callable[[Any], Any]) -> Any:
    """Return a cached property whose value is `compute(comparison)` as an array."""
    return cached_property(lambda trial: np.asarray(compute(trial)))


class AnswerPendingError(Exception):
    """Raised while an answer is still being computed; try again later."""


@dataclass(frozen=True)
class ListingComparison(Generic[P, R, A]):
    """A listing's answer and the truth; any of the numbers may be arrays.

    A scene derives a subclass with attributes that several of its mistakes use.

    Attributes
    ----------
    p : Params
        The params.
    truth : any
        The result of `solve`.
    answer : any
        The result of the listing.
    dtype : type
        The precision of the listing.
    """

    p: P
    truth: R
    answer: A
    dtype: Precision

    @property
    def number(self) -> str:
        """The name of the number type: "float32"."""
        return self.dtype.__name__

    @property
    def tolerance(self) -> float:
        """The tolerance for equal points, relative to the largest length.

        It is 1e-5 for float32 and 1e-12 for float64.
        """
        return TOLERANCE[self.dtype]

    def __getitem__(self, name: Any) -> Any:
        """Return an intermediate value of the listing by the name of its variable."""
        trial: Any = self
        return trial.answer.trace[name]

    @with_texts("template")
    def format_text(self, template: str) -> str:
        """Return a text of a single answer, its placeholders filled by attributes.

        Numbers have three significant digits.
        """
        return fill_placeholders(template, self, format_significant)

    @property
    def hits(self) -> tuple[ArrayLike, ArrayLike] | None:
        """The true and the answered hits, each boolean (...).

        None if the truth or the answer has no attribute `hit`. The true ones are those
        of the result: a scene whose outcomes say otherwise replaces this.
        """
        true, answer = (getattr(x, "hit", None) for x in (self.truth, self.answer))
        return None if true is None or answer is None else (true, answer)

    @property
    def effects(self) -> Index:
        """The effect of a mistake in each answer: an index into `EFFECTS`, uint8 (...).

        It has a meaning only where there is a mistake.
        """
        hits = self.hits
        return classify_effects(*hits) if hits else np.array(_WRONG, np.uint8)


_WRONG = EFFECTS.index(Effect.WRONG)


def classify_effects(true: ArrayLike, told: ArrayLike) -> Index:
    """Return the effect of a wrong answer, an index into `EFFECTS`: uint8 (...).

    Parameters
    ----------
    true, told : boolean array_like (...)
        The true and the answered hits.
    """
    true, told = np.asarray(true, bool), np.asarray(told, bool)
    misses, is_invented = (
        np.asarray(a & ~b).view(np.uint8) for a, b in ((true, told), (told, true))
    )
    # As uint8: a missed hit is 0, a phantom hit 1, any other 2.
    return np.asarray(np.uint8(_WRONG) - (misses << np.uint8(1)) - is_invented)


def _line_fragments(line: Lines[T], trial: T) -> tuple[str, ...]:
    if isinstance(line, Mapping):
        return (next(piece for piece, holds in line.items() if holds(trial)),)
    if isinstance(line, tuple):
        return line
    return (line,) if line else ()


def _select_elements(value: Any, where: NDArray[np.bool_], selection: Selection) -> Any:
    """Return the selected elements of arrays in params or a result."""
    if isinstance(value, float | int | str):  # the usual case
        return value
    if isinstance(value, LazyResult):
        return value.select_queries(where, selection)
    if is_dataclass(value) and not isinstance(value, type):
        names = (f.name for f in fields(value))
        selected = {
            name: _select_elements(getattr(value, name), where, selection)
            for name in names
        }
        return type(value)(**selected)
    if isinstance(value, tuple):
        return type(value)(_select_elements(x, where, selection) for x in value)
    if np.ndim(value) == 0:
        return value
    return selection.select(value, value.shape[where.ndim :])


def _broadcast_to_params(answers: NDArray[D], p: Params) -> NDArray[D]:
    """Broadcast `answers` to the shape of the params.

    It has fewer elements if a parameter varies that `solve` ignores.
    """
    values = [getattr(p, f.name) for f in fields(p)]
    arrays = [array for value in values for array in _iterate_arrays(value)]
    shape = np.broadcast_shapes(answers.shape, *{array.shape for array in arrays})
    return answers if answers.shape == shape else np.broadcast_to(answers, shape)


def _iterate_arrays(value: Any) -> Iterator[NDArray[Any]]:
    """Yield the arrays in a parameter's value."""
    if isinstance(value, tuple):
        for part in value:
            yield from _iterate_arrays(part)
    elif isinstance(value, np.ndarray):
        yield value


# Room for some dozen roundings; float32 has 7 significant digits, float64 16.
TOLERANCE: dict[Precision, float] = {np.float32: 1e-5, np.float64: 1e-12}


@with_texts("why")
@dataclass(frozen=True)
class Reason(Generic[T]):
    """A specific reason for a wrong answer, with its step and line.

    Attributes
    ----------
    when : callable
        Takes a comparison; returns whether the reason applies. If a reason names a
        line, its condition and those before it are called with many answers.
    why : str or callable
        An explanation in a sentence, for a single answer; a callable takes its
        comparison.
    step : int
        The step of the derivation, from 1; by default that of the mistake.
    line : str, tuple of str or mapping
        The faulty line; by default that of the mistake.
    """

    when: Callable[[T], ArrayLike]
    why: str | Callable[[T], str]
    step: int = 0
    line: Lines[T] = ""


@with_texts("why", "difference")
@dataclass(frozen=True)
class Mistake(Generic[T]):
    """A way in which a listing's answer differs from the truth.

    Attributes
    ----------
    kind : MistakeKind
        The name in the legend and the nature; several mistakes may share a kind.
    when : callable
        Takes a comparison; returns a boolean array (...). The first mistake that holds
        counts.
    why : str or callable
        An explanation in a sentence, for a single answer; a callable takes its
        comparison.
    step : int
        The step of the derivation in which it arises, from 1; 0 for none.
    reasons : tuple of Reason
        More specific reasons; for a single answer the first that holds replaces `why`.
    line : str, tuple of str or mapping
        A fragment of the faulty line of `Listing.code`, such as "if s < 0.0", or one
        per condition. For rounding, the lines in which it may decide.
    is_always_checked : bool
        Whether it is looked for even where `is_suspect` is False. It is cheap to check,
        and never holds where that is True.
    difference : str
        The difference if the verdict is the same: "other point". By default the kind.
    """

    kind: MistakeKind
    when: Callable[[T], ArrayLike]
    why: str | Callable[[T], str]
    step: int = 0
    reasons: tuple[Reason[T], ...] = ()
    is_always_checked: bool = False
    line: Lines[T] = ""
    difference: str = ""

    @property
    def faulty_line_candidates(
        self,
    ) -> list[tuple[str, list[Callable[[T], ArrayLike]]]]:
        """The possible faulty lines, each with conditions (functions of a comparison).

        The first line whose conditions all hold counts. "" stands for several lines,
        one of which decides by rounding.
        """
        if self.kind.nature is Nature.ROUNDING:
            return [("", [])]
        closer = list(self.reasons)
        while closer and not closer[-1].line:
            closer.pop()
        reasons = [([r.when], r.line or self.line) for r in closer]
        candidates = []
        for when, line in (*reasons, ([], self.line)):
            if isinstance(line, Mapping):
                candidates += [(piece, [*when, holds]) for piece, holds in line.items()]
            else:
                candidates.append((line if isinstance(line, str) else "", when))
        return candidates


# The separator between the verdict and the numbers of an answer.
_NUMBERS = re.compile(r", | at | \(")
_ARTICLE = message("the article")
_AGREEMENT = message("agrees")
_DIFFERENCES = {
    Nature.ERROR: message("differs"),
    Nature.CHOICE: message("differs by choice"),
    Nature.ROUNDING: message("differs by rounding"),
}


@with_texts("answer", "why", "difference", "scope", as_messages=False)
@dataclass(frozen=True)
class ListingVerdict:
    """A listing's answer to one query, with its mistake if there is one.

    If it agrees, all fields but `answer`, `agrees` and `scope` have their defaults.

    Attributes
    ----------
    answer : str
        The answer in a few words.
    agrees : bool
        Whether it agrees with the truth.
    kind : str
        The name of the kind of mistake.
    why : str
        Its explanation in a sentence.
    step : int
        The step of the derivation in which it arises, from 1; 0 for none.
    nature : Nature
        The nature of the mistake.
    line : tuple of str
        Fragments of the faulty line, or of the lines in which rounding may decide.
    difference : str
        The difference if the verdict is the same.
    scope : str
        The time that the answer is about, also if it agrees; "" for the scene's.
    """

    answer: str
    agrees: bool
    kind: str = ""
    why: str = ""
    step: int = 0
    nature: Nature = Nature.ERROR
    line: tuple[str, ...] = ()
    difference: str = ""
    scope: str = ""

    @property
    def agreement_text(self) -> str:
        """Agreement, or the kind of difference, in a word or two."""
        return _AGREEMENT if self.agrees else _DIFFERENCES[self.nature]

    @property
    def headline(self) -> str:
        """The answer without its numbers: "No hit"."""
        head = _NUMBERS.split(self.answer, maxsplit=1)[0]
        return head[:1].upper() + head[1:]


@dataclass(frozen=True)
class MapPreset:
    """A map that shows the mistakes.

    Attributes
    ----------
    case : str
        The name of its case.
    x, y : str
        The parameters along the axes, such as "center.x".
    """

    case: str
    x: str
    y: str


@with_texts("name")
@dataclass(frozen=True, kw_only=True)
class Listing(Generic[P, R, A, T]):
    """Code that answers the scene's query, compared with the truth.

    Attributes
    ----------
    code : function or None
        A plain Python function of one query, defined in a file: it is shown, traced and
        run on arrays. None if another process runs it; then `evaluate` is overridden.
    arguments : callable or None
        Takes params, whose numbers may be arrays; returns the arguments of `code`.
    answer : callable
        Converts a run to the object that the mistakes examine; by default the run.
    describe_answer : callable
        Takes a comparison of a single answer; returns the answer in a few words.
    describe_scope : callable or None
        Takes such a comparison; returns the time that the answer is about, "at t = 0".
        None if that is the scene's.
    mistakes : tuple of Mistake
        The mistakes; if none holds, the answer agrees with the truth.
    is_suspect : callable or None
        Takes a comparison; returns a boolean array (...), True where the answer may be
        wrong. Elsewhere only mistakes with `is_always_checked` are looked for, and
        without one the answer agrees with the truth. By default True everywhere.
    comparison : type
        The class of its comparisons.
    draw : callable or None
        Takes a comparison and a draw list; draws the answer, unfilled.
    preset : MapPreset or None
        A map that shows the mistakes.
    dtypes : tuple of Precision
        The supported precisions; the first is the original one.
    name : str
        The name on screen: "Article".
    trace : callable or None
        Takes params and a precision; returns the `Trace` of code that runs elsewhere.
        It raises AnswerPendingError while the answer is pending, as `evaluate` may.
    names : mapping
        The highlight key of each variable that stands for a symbol: {"sq": "root"}.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Numbers(Params):
    ...     x: float = slider(0.5, -2.0, 2.0, label="x")
    >>> def inside(x):
    ...     return x < 1.0
    >>> strict = Mistake(
    ...     MistakeKind("strict"), lambda t: t.answer.hit != t.truth, "By <.",
    ...     line="return x",
    ... )
    >>> listing = Listing(
    ...     code=inside, arguments=lambda p: (p.x,), mistakes=(strict,),
    ...     comparison=ListingComparison,
    ...     describe_answer=lambda t: "inside" if t.answer.hit else "outside",
    ... )
    >>> p = Numbers(x=1.0)
    >>> truth = np.array(p.x <= 1.0)
    >>> found = listing.verdict(listing.compare_with_truth(p, truth, np.float64))
    >>> found.answer, found.kind, found.why
    ('outside', 'strict', 'By <.')
    """

    code: Callable[..., Any] | None = None
    arguments: Callable[[P], tuple[Any, ...]] | None = None
    answer: Callable[[ArrayRun], A] = lambda found: found  # type: ignore[assignment, return-value]
    describe_answer: Callable[[T], str]
    describe_scope: Callable[[T], str] | None = None
    mistakes: tuple[Mistake[T], ...]
    comparison: Callable[[P, R, A, Precision], T]
    draw: Callable[[T, DrawList], None] | None = None
    preset: MapPreset | None = None
    dtypes: tuple[Precision, ...] = (np.float32, np.float64)
    is_suspect: Callable[[T], ArrayLike] | None = None
    name: str = "Article"
    trace: Callable[[P, Precision], Any] | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def name_in_sentence(self) -> str:
        """The name within a sentence: "the article"."""
        return _ARTICLE if self.name == "Article" else self.name

    def evaluate(self, p: P, dtype: Precision) -> A:
        """Run `code`, which must not be None, for params that may hold arrays.

        Returns
        -------
        any
            The run in the precision `dtype`, as `answer` converts it.

        Raises
        ------
        NotOnArraysError
            `code` cannot be run on arrays.
        """
        assert self.code is not None
        assert self.arguments is not None
        return self.answer(run(self.code, self.arguments(p), dtype))

    def compare_with_truth(self, p: P, truth: R, dtype: Precision) -> T:
        """Run `code`, which must not be None; return its comparison with `truth`.

        The numbers of `p` and `truth` may be arrays.
        """
        return self.comparison(p, truth, self.evaluate(p, dtype), dtype)

    def regions(self, trial: T) -> Regions:
        """Return the kind of mistake in each answer, none where it agrees.

        All kinds have the same role and no effect; a map assigns them.
        """
        kinds = tuple(dict.fromkeys(self._kinds))
        return Regions(
            kinds, self._mistake_indices(trial, [*map(kinds.index, self._kinds)])
        )

    @cached_property
    def names_faulty_lines(self) -> bool:
        """True if there is code, and each mistake names its faulty line."""
        has_mistakes = bool(self.mistakes) and all(m.line for m in self.mistakes)
        return has_mistakes and self.code is not None

    @cached_property
    def faulty_line_fragments(self) -> tuple[str, ...]:
        """The fragments of all possible faulty lines.

        "" stands for all lines in which rounding may decide; tracing finds the one.
        """
        return tuple(
            dict.fromkeys(x for m in self.mistakes for x, _ in m.faulty_line_candidates)
        )

    def find_faulty_lines(self, trial: T) -> Index:
        """Return each answer's faulty line, an index into `faulty_line_fragments`.

        uint8 (...), `NO_KIND_INDEX` where the answer agrees.
        """
        indices = self._mistake_indices(trial, range(len(self.mistakes)))
        indices = _broadcast_to_params(indices, trial.p)
        index = np.full(indices.shape, NO_KIND_INDEX, np.uint8)
        for place, mistake in enumerate(self.mistakes):
            mask = indices == place
            if mask.any():
                index[mask] = self._faulty_line_of_mistake(mistake, trial, mask)
        return index

    def _faulty_line_of_mistake(
        self, mistake: Mistake[T], trial: T, where: NDArray[np.bool_]
    ) -> ArrayLike:
        """Return the faulty line of each answer at `where`; all have that mistake.

        It is an index into `faulty_line_fragments`: an array of them, shape (n,), or
        one for all if the mistake has a single candidate.
        """
        *several, last = mistake.faulty_line_candidates
        otherwise = self.faulty_line_fragments.index(last[0])
        if not several:
            return otherwise
        subset = self.select_answers(trial, where)
        with np.errstate(all="ignore"):
            holds = [
                reduce(np.logical_and, [np.asarray(met(subset), bool) for met in when])
                for _, when in several
            ]
        lines = [self.faulty_line_fragments.index(piece) for piece, _ in several]
        return np.select(holds, lines, otherwise)

    def _mistake_indices(self, trial: T, places: Sequence[int]) -> Index:
        """Return the entry of `places` that belongs to each answer's mistake."""
        place = np.full(NO_KIND_INDEX + 1, NO_KIND_INDEX, np.uint8)
        place[: len(places)] = places
        mask = self._suspect_mask(trial)
        if mask.all():
            return np.asarray(place.take(self._first_mistake(trial)))
        index = np.full(mask.shape, NO_KIND_INDEX, np.uint8)
        for number, m in enumerate(self.mistakes):
            if m.is_always_checked:
                np.putmask(index, np.asarray(m.when(trial), bool), place[number])
        if mask.any():
            subset = self._first_mistake(self.select_answers(trial, mask))
            index[mask] = place.take(subset)
        return index

    def verdict(self, trial: T) -> ListingVerdict:
        """Return the verdict on a single answer."""
        plain = (m for m in self.mistakes if m.is_always_checked)
        is_checked = self._suspect_mask(trial) or any(m.when(trial) for m in plain)
        index = int(self._first_mistake(trial)) if is_checked else NO_KIND_INDEX
        answer = self.describe_answer(trial)
        scope = self.describe_scope(trial) if self.describe_scope else ""
        if index == NO_KIND_INDEX:
            return ListingVerdict(answer, agrees=True, scope=scope)
        mistake = self.mistakes[index]
        holds = (reason for reason in mistake.reasons if reason.when(trial))
        reason: Reason[T] | Mistake[T] = next(holds, mistake)
        why = reason.why
        return ListingVerdict(
            answer,
            agrees=False,
            kind=mistake.kind.name,
            why=trial.format_text(why) if isinstance(why, str) else why(trial),
            step=reason.step or mistake.step,
            nature=mistake.kind.nature,
            line=_line_fragments(reason.line or mistake.line, trial),
            difference=mistake.difference or mistake.kind.name,
            scope=scope,
        )

    def _suspect_mask(self, trial: T) -> NDArray[np.bool_]:
        """Return flags of the answers whose expensive mistakes must be checked."""
        with np.errstate(all="ignore"):
            mask = np.asarray(
                True if self.is_suspect is None else self.is_suspect(trial)
            )
        return _broadcast_to_params(mask, trial.p)

    def select_answers(self, trial: T, where: NDArray[np.bool_]) -> T:
        """Return the comparison of the answers at `where` only, as a flat array.

        The listing runs again, which is cheaper than selecting from all its variables;
        cached arrays are selected. A comparison of a single answer is returned as it
        is.
        """
        if not where.ndim:
            return trial
        selection = Selection.from_mask(where)
        p, truth = (
            _select_elements(x, where, selection) for x in (trial.p, trial.truth)
        )
        subset = self.compare_with_truth(p, truth, trial.dtype)
        for name, value in vars(trial).items():
            if isinstance(value, np.ndarray) and value.shape == where.shape:
                vars(subset)[name] = selection.select(value)
        return subset

    def evaluate_where(
        self, trial: T, where: NDArray[np.bool_], asked: Callable[[T], ArrayLike]
    ) -> NDArray[np.bool_]:
        """Evaluate a condition only for the answers at `where`.

        Parameters
        ----------
        trial : ListingComparison
            The comparison.
        where : boolean array (...)
            The answers of interest.
        asked : callable
            Takes a comparison; returns a boolean array.

        Returns
        -------
        boolean array (...)
            The condition at `where`, False elsewhere.
        """
        where = _broadcast_to_params(where, trial.p)
        result = np.zeros(where.shape, np.bool_)
        if where.any():
            result[where] = asked(self.select_answers(trial, where))
        return result

    @cached_property
    def _kinds(self) -> tuple[RegionKind, ...]:
        return tuple(
            RegionKind(m.kind.name, MISTAKE_ROLES[0], None, m.kind.nature, m.kind.why)
            for m in self.mistakes
        )

    def _first_mistake(self, trial: T) -> Index:
        """Return the index of each answer's mistake in the table."""
        with np.errstate(all="ignore"):
            masks = [m.when(trial) for m in self.mistakes]
        return classify_regions(*zip(self._kinds, masks, strict=True)).index
