"""Somebody's code beside the truth, and the table of its mistakes.

Map of mistakes, badge, sentence and step, and the cases that show a mistake all come
from that table.
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
"""The numbers that a listing computes with."""
Lines = str | tuple[str, ...] | Mapping[str, Callable[[T], ArrayLike]]
"""What only one line of a listing has in it, or several, where any may be meant.

With spaces before it, it is how the line begins. A mapping says of each of several
lines, of many answers, where it is meant; of those that hold the first one counts.
"""


def array_property(compute: Callable[[Any], Any]) -> Any:
    """Return a property of a trial, worked out once: in arrays of many answers."""
    return cached_property(lambda trial: np.asarray(compute(trial)))


class AnswerPendingError(Exception):
    """An answer is still on its way: ask again."""


@dataclass(frozen=True)
class ListingComparison(Generic[P, R, A]):
    """A listing's answer beside the truth; any of the numbers may be arrays.

    A scene derives its own from this for what several of its mistakes ask.

    Attributes
    ----------
    p : Params
        What was asked.
    truth : any
        What `solve` returned.
    answer : any
        What the listing returned.
    dtype : type
        The numbers that it computed with.
    """

    p: P
    truth: R
    answer: A
    dtype: Precision

    @property
    def number(self) -> str:
        """The kind of number in a word: "float32"."""
        return self.dtype.__name__

    @property
    def tolerance(self) -> float:
        """Up to which part of the largest length two places count as one."""
        return TOLERANCE[self.dtype]

    def __getitem__(self, name: Any) -> Any:
        """Return a number of the listing's on the way, by its own name."""
        trial: Any = self
        return trial.answer.trace[name]

    @with_texts("template")
    def format_text(self, template: str) -> str:
        """Return a text of one answer, its places filled with properties of this."""
        return fill_placeholders(template, self, format_significant)

    @property
    def hits(self) -> tuple[ArrayLike, ArrayLike] | None:
        """Whether there truly is a hit, and whether one is answered.

        None where truth or answer has no `hit`.
        """
        true, told = (getattr(x, "hit", None) for x in (self.truth, self.answer))
        return None if true is None or told is None else (true, told)

    @property
    def effects(self) -> Index:
        """What a mistake would make of each answer: a place in `EFFECTS`."""
        hits = self.hits
        return classify_effects(*hits) if hits else np.array(_WRONG, np.uint8)


_WRONG = EFFECTS.index(Effect.WRONG)


def classify_effects(true: ArrayLike, told: ArrayLike) -> Index:
    """Return where a true hit is told as none, or a hit that is none: `EFFECTS`."""
    true, told = np.asarray(true, bool), np.asarray(told, bool)
    missed, made = (
        np.asarray(a & ~b).view(np.uint8) for a, b in ((true, told), (told, true))
    )
    # In bytes: missed is 0, made up 1, and all the rest 2.
    return np.asarray(np.uint8(_WRONG) - (missed << np.uint8(1)) - made)


def _line_fragments(line: Lines[T], trial: T) -> tuple[str, ...]:
    if isinstance(line, Mapping):
        return (next(piece for piece, holds in line.items() if holds(trial)),)
    if isinstance(line, tuple):
        return line
    return (line,) if line else ()


def _select_elements(value: Any, where: NDArray[np.bool_], selection: Selection) -> Any:
    """Return the elements of arrays in params or a result; plain values stay."""
    if isinstance(value, float | int | str):  # most are
        return value
    if isinstance(value, LazyResult):
        return value.select_queries(where, selection)
    if is_dataclass(value) and not isinstance(value, type):
        names = (f.name for f in fields(value))
        picked = {
            name: _select_elements(getattr(value, name), where, selection)
            for name in names
        }
        return type(value)(**picked)
    if isinstance(value, tuple):
        return type(value)(_select_elements(x, where, selection) for x in value)
    if np.ndim(value) == 0:
        return value
    return selection.select(value, value.shape[where.ndim :])


def _broadcast_to_params(answers: NDArray[D], p: Params) -> NDArray[D]:
    """Return something of each answer with an element for each state of the params.

    It has fewer where a parameter runs along an axis and `solve` ignores it.
    """
    values = [getattr(p, f.name) for f in fields(p)]
    arrays = [array for value in values for array in _iterate_arrays(value)]
    shape = np.broadcast_shapes(answers.shape, *{array.shape for array in arrays})
    return answers if answers.shape == shape else np.broadcast_to(answers, shape)


def _iterate_arrays(value: Any) -> Iterator[NDArray[Any]]:
    """Yield the arrays in the value of a parameter."""
    if isinstance(value, tuple):
        for part in value:
            yield from _iterate_arrays(part)
    elif isinstance(value, np.ndarray):
        yield value


# A listing takes some dozen roundings; float32 keeps 7 digits, float64 16.
TOLERANCE: dict[Precision, float] = {np.float32: 1e-5, np.float64: 1e-12}


@with_texts("why")
@dataclass(frozen=True)
class Reason(Generic[T]):
    """Why one answer is wrong, in which step and line, on a condition.

    Attributes
    ----------
    when : callable
        Whether it is the reason, given a trial. Where it names a line, its condition
        and those of the reasons before it are asked of many answers.
    why : str or callable
        What is wrong, in a sentence, for one answer.
    step : int
        The step of the derivation; by default that of its mistake.
    line : str, tuple of str or mapping
        The line to blame; by default that of its mistake.
    """

    when: Callable[[T], ArrayLike]
    why: str | Callable[[T], str]
    step: int = 0
    line: Lines[T] = ""


@with_texts("why", "difference")
@dataclass(frozen=True)
class Mistake(Generic[T]):
    """One way in which a listing's answer is not the true one.

    Attributes
    ----------
    kind : MistakeKind
        What it is called in the legend, and what it is at bottom; several mistakes may
        be of one kind.
    when : callable
        Boolean array: where it is made. Of several that hold the first one counts.
    why : str or callable
        What is wrong, in a sentence, for one answer.
    step : int
        The step of the derivation in which it arises, from 1; 0 for none.
    reasons : tuple of Reason
        Closer reasons; the first that holds of one answer is told in place of `why`.
    line : str, tuple of str or mapping
        A piece of the line of `Listing.code` that is to blame, "if s < 0.0", or of
        each line when it is. Of rounding the lines in which it may decide.
    is_always_checked : bool
        Whether it takes no looking for: it holds nowhere that `is_suspect` does.
    difference : str
        What is other where the verdict is the same: "other point". By default the
        kind.
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
        """The lines that may be to blame: of those whose conditions hold the first.

        "" is one of several lines, where rounding decides.
        """
        if self.kind.nature is Nature.ROUNDING:
            return [("", [])]
        closer = list(self.reasons)
        while closer and not closer[-1].line:
            closer.pop()
        reasons = [([r.when], r.line or self.line) for r in closer]
        found = []
        for when, line in (*reasons, ([], self.line)):
            if isinstance(line, Mapping):
                found += [(piece, [*when, holds]) for piece, holds in line.items()]
            else:
                found.append((line if isinstance(line, str) else "", when))
        return found


# From here on an answer tells more than whether it is a hit.
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
    """What a listing answers for one query, and the mistake in it, if there is one.

    `line` are the pieces of the lines to blame, `difference` what is other where the
    verdict is the same, `scope` of which time the answer is.
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
        """Whether it agrees, and if not by what it differs, in a word or two."""
        return _AGREEMENT if self.agrees else _DIFFERENCES[self.nature]

    @property
    def headline(self) -> str:
        """The answer without its numbers: "No hit"."""
        head = _NUMBERS.split(self.answer, maxsplit=1)[0]
        return head[:1].upper() + head[1:]


@dataclass(frozen=True)
class MapPreset:
    """A map on which the mistakes show.

    Attributes
    ----------
    case : str
        The name of the case that it opens with.
    x, y : str
        The numbers that run across and upward, such as "center.x".
    """

    case: str
    x: str
    y: str


@with_texts("name")
@dataclass(frozen=True, kw_only=True)
class Listing(Generic[P, R, A, T]):
    """Code that answers the same question.

    Attributes
    ----------
    code : function or None
        A plain Python function of one query, in a file: its text is shown, laid open
        and run on arrays. None where another process has it: then `evaluate` is
        overridden.
    arguments : callable or None
        The arguments of `code` for params, whose numbers may be arrays.
    answer : callable
        What the mistakes ask of a run: by default the run itself.
    describe_answer : callable
        One of its answers, in a few words.
    describe_scope : callable or None
        Of which time one of its answers is: "at t = 0". None where it answers what the
        scene asks.
    mistakes : tuple of Mistake
        Where none of them holds it agrees with the truth.
    is_suspect : callable or None
        Boolean array: where to look for them at all, if they take long to find.
    comparison : type
        What the mistakes are asked with.
    draw : callable or None
        Appends its answer to the picture, hollow.
    preset : MapPreset or None
        Where to look for its mistakes.
    dtypes : tuple of Precision
        The numbers it can compute with; the first are its own.
    name : str
        What it is called: "Article".
    trace : callable or None
        Lays its code open where that is run elsewhere: `Trace` for params, in a
        precision. AnswerPendingError while the answer is on its way, as `evaluate` may
        raise it.
    names : mapping
        The terms that its variables stand for, by the keys that records and formulas
        have: {"sq": "root"}.

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
        """What it is called within a sentence: "the article"."""
        return _ARTICLE if self.name == "Article" else self.name

    def evaluate(self, p: P, dtype: Precision) -> A:
        """Return its answers for params whose numbers may be arrays."""
        assert self.code is not None
        assert self.arguments is not None
        return self.answer(run(self.code, self.arguments(p), dtype))

    def compare_with_truth(self, p: P, truth: R, dtype: Precision) -> T:
        """Return its answer beside the truth."""
        return self.comparison(p, truth, self.evaluate(p, dtype), dtype)

    def regions(self, trial: T) -> Regions:
        """Return the kind of mistake in each answer, of none where it agrees."""
        kinds = tuple(dict.fromkeys(self._kinds))
        return Regions(
            kinds, self._mistake_indices(trial, [*map(kinds.index, self._kinds)])
        )

    @cached_property
    def names_faulty_lines(self) -> bool:
        """Whether there is code, and each mistake names the line that is to blame."""
        named = bool(self.mistakes) and all(m.line for m in self.mistakes)
        return named and self.code is not None

    @cached_property
    def faulty_line_fragments(self) -> tuple[str, ...]:
        """The lines that are to blame for a mistake, each by its piece.

        "" are all those in which rounding may decide: which one, a run has to find.
        """
        return tuple(
            dict.fromkeys(x for m in self.mistakes for x, _ in m.faulty_line_candidates)
        )

    def find_faulty_lines(self, trial: T) -> Index:
        """Return which of `faulty_line_fragments` each answer's mistake is in."""
        made = self._mistake_indices(trial, range(len(self.mistakes)))
        made = _broadcast_to_params(made, trial.p)
        index = np.full(made.shape, NO_KIND_INDEX, np.uint8)
        for place, mistake in enumerate(self.mistakes):
            where = made == place
            if where.any():
                index[where] = self._faulty_line_of_mistake(mistake, trial, where)
        return index

    def _faulty_line_of_mistake(
        self, mistake: Mistake[T], trial: T, where: NDArray[np.bool_]
    ) -> ArrayLike:
        """Return the line of each of those answers, all of which make the mistake."""
        *several, last = mistake.faulty_line_candidates
        otherwise = self.faulty_line_fragments.index(last[0])
        if not several:
            return otherwise
        some = self.select_answers(trial, where)
        with np.errstate(all="ignore"):
            holds = [
                reduce(np.logical_and, [np.asarray(met(some), bool) for met in when])
                for _, when in several
            ]
        lines = [self.faulty_line_fragments.index(piece) for piece, _ in several]
        return np.select(holds, lines, otherwise)

    def _mistake_indices(self, trial: T, places: Sequence[int]) -> Index:
        """Return for each answer its mistake's place among `places`."""
        place = np.full(NO_KIND_INDEX + 1, NO_KIND_INDEX, np.uint8)
        place[: len(places)] = places
        where = self._suspect_mask(trial)
        if where.all():
            return np.asarray(place.take(self._first_mistake(trial)))
        index = np.full(where.shape, NO_KIND_INDEX, np.uint8)
        for number, m in enumerate(self.mistakes):
            if m.is_always_checked:
                np.putmask(index, np.asarray(m.when(trial), bool), place[number])
        if where.any():
            some = self._first_mistake(self.select_answers(trial, where))
            index[where] = place.take(some)
        return index

    def verdict(self, trial: T) -> ListingVerdict:
        """Return what is to be said of one answer."""
        plain = (m for m in self.mistakes if m.is_always_checked)
        looked = self._suspect_mask(trial) or any(m.when(trial) for m in plain)
        index = int(self._first_mistake(trial)) if looked else NO_KIND_INDEX
        if index == NO_KIND_INDEX:
            return ListingVerdict(
                self.describe_answer(trial), agrees=True, scope=self._scope(trial)
            )
        mistake = self.mistakes[index]
        holds = (reason for reason in mistake.reasons if reason.when(trial))
        reason: Reason[T] | Mistake[T] = next(holds, mistake)
        why = reason.why
        why = trial.format_text(why) if isinstance(why, str) else why(trial)
        return ListingVerdict(
            self.describe_answer(trial),
            agrees=False,
            kind=mistake.kind.name,
            why=why,
            step=reason.step or mistake.step,
            nature=mistake.kind.nature,
            line=_line_fragments(reason.line or mistake.line, trial),
            difference=mistake.difference or mistake.kind.name,
            scope=self._scope(trial),
        )

    def _scope(self, trial: T) -> str:
        return self.describe_scope(trial) if self.describe_scope else ""

    def _suspect_mask(self, trial: T) -> NDArray[np.bool_]:
        """Return where to look for mistakes."""
        with np.errstate(all="ignore"):
            found = np.asarray(
                True if self.is_suspect is None else self.is_suspect(trial)
            )
        return _broadcast_to_params(found, trial.p)

    def select_answers(self, trial: T, where: NDArray[np.bool_]) -> T:
        """Return those of many answers alone, in a row; of one that one.

        The listing answers them again: that is less than to pick out all its numbers.
        What is known of each of them stays known.
        """
        if not where.ndim:
            return trial
        selection = Selection.from_mask(where)
        p, truth = (
            _select_elements(x, where, selection) for x in (trial.p, trial.truth)
        )
        some = self.compare_with_truth(p, truth, trial.dtype)
        for name, known in vars(trial).items():
            if isinstance(known, np.ndarray) and known.shape == where.shape:
                vars(some)[name] = selection.select(known)
        return some

    def evaluate_where(
        self, trial: T, where: NDArray[np.bool_], asked: Callable[[T], ArrayLike]
    ) -> NDArray[np.bool_]:
        """Return whether something is so, asked only where it matters; else not."""
        where = _broadcast_to_params(where, trial.p)
        found = np.zeros(where.shape, np.bool_)
        if where.any():
            found[where] = asked(self.select_answers(trial, where))
        return found

    @cached_property
    def _kinds(self) -> tuple[RegionKind, ...]:
        return tuple(
            RegionKind(m.kind.name, MISTAKE_ROLES[0], None, m.kind.nature, m.kind.why)
            for m in self.mistakes
        )

    def _first_mistake(self, trial: T) -> Index:
        """Return the place of each answer's mistake in the table."""
        if not self.mistakes:
            return np.array(NO_KIND_INDEX, np.uint8)
        with np.errstate(all="ignore"):
            found = [m.when(trial) for m in self.mistakes]
        return classify_regions(*zip(self._kinds, found, strict=True)).index
