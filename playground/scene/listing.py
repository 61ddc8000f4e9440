"""Somebody's code beside the truth, and the table of its mistakes.

Map of mistakes, badge, sentence and step, and the cases that show a mistake all come
from that table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from itertools import cycle
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision.articles import Nature
from playground.collision.solved import Solved
from playground.scene.drawlist import MISTAKES, DrawList, Role
from playground.scene.kinds import NONE, Kind, Regions, by_first
from playground.scene.params import Params

P = TypeVar("P", bound=Params)
R = TypeVar("R")
A = TypeVar("A")
T = TypeVar("T", bound="Trial[Any, Any, Any]")

Precision = type[np.float32] | type[np.float64]
"""The numbers that a listing computes with."""
Places = tuple[NDArray[np.intp], ...]
Pieces = str | tuple[str, ...]
"""What only one line of a listing has in it, or several, where any may be meant.

With spaces before it, it is how the line begins.
"""


class WaitingError(Exception):
    """An answer is still on its way: ask again."""


@dataclass(frozen=True)
class Trial(Generic[P, R, A]):
    """A listing's answer beside the truth; any of the numbers may be arrays.

    A scene derives its own from this for what several of its mistakes ask.
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


def _pieces(line: Pieces | Callable[[T], str], trial: T) -> tuple[str, ...]:
    if callable(line):
        return (line(trial),)
    if isinstance(line, tuple):
        return line
    return (line,) if line else ()


def _picked(value: Any, where: NDArray[np.bool_], places: Places) -> Any:
    """Return the elements of arrays in params or a result; plain values stay."""
    if isinstance(value, Solved):
        return value.at(where)
    if is_dataclass(value) and not isinstance(value, type):
        names = (f.name for f in fields(value))
        picked = {name: _picked(getattr(value, name), where, places) for name in names}
        return type(value)(**picked)
    if isinstance(value, tuple):
        return type(value)(_picked(x, where, places) for x in value)
    if np.ndim(value) == 0:
        return value
    if value.shape[: where.ndim] == where.shape:
        return value[places]
    return np.broadcast_to(value, where.shape)[places]


# A listing takes some dozen roundings; float32 keeps 7 digits, float64 16.
TOLERANCE: dict[Precision, float] = {np.float32: 1e-5, np.float64: 1e-12}


@dataclass(frozen=True)
class Reason(Generic[T]):
    """Why one answer is wrong, in which step and line, on a condition."""

    when: Callable[[T], ArrayLike]
    why: str | Callable[[T], str]
    step: int
    line: Pieces | Callable[[T], str] = ""


@dataclass(frozen=True)
class Mistake(Generic[T]):
    """One way in which a listing's answer is not the true one.

    Attributes
    ----------
    kind : str
        Its name in the legend; several mistakes may be of one kind.
    when : callable
        Boolean array: where it is made. Of several that hold the first one counts.
    why : str or callable
        What is wrong, in a sentence, for one answer.
    step : int
        The step of the derivation in which it arises, from 1; 0 for none.
    nature : Nature
        An error, a choice that the author declares, or rounding.
    closer : tuple of Reason
        Closer reasons; the first that holds of one answer is told in place of `why`.
    line : str, tuple of str or callable
        A piece of the line of `Listing.code` that is to blame, "if s < 0.0"; for one
        answer. Of rounding the lines in which it may decide.
    plain : bool
        Whether it takes no looking for: it holds nowhere that the listing is `wrong`.
    """

    kind: str
    when: Callable[[T], ArrayLike]
    why: str | Callable[[T], str]
    step: int = 0
    nature: Nature = Nature.ERROR
    closer: tuple[Reason[T], ...] = ()
    plain: bool = False
    line: Pieces | Callable[[T], str] = ""


_DIFFERS = {
    Nature.ERROR: "differs",
    Nature.CHOICE: "differs by choice",
    Nature.ROUNDING: "differs by rounding",
}


@dataclass(frozen=True)
class Comparison:
    """What a listing answers for one query, and the mistake in it, if there is one.

    `line` are the pieces of the lines to blame.
    """

    answer: str
    agrees: bool
    kind: str = ""
    why: str = ""
    step: int = 0
    nature: Nature = Nature.ERROR
    line: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """Whether it agrees, and if not by what it differs, in a word or two."""
        return "agrees" if self.agrees else _DIFFERS[self.nature]


@dataclass(frozen=True)
class Preset:
    """A map on which the mistakes show: a case, and the axes, such as "center.x"."""

    case: str
    x: str
    y: str


@dataclass(frozen=True, kw_only=True)
class Listing(Generic[P, R, A, T]):
    """Code that answers the same question.

    Attributes
    ----------
    ask : callable
        Its answers for params whose numbers may be arrays, in a precision.
    says : callable
        One of its answers, in a few words.
    mistakes : tuple of Mistake
        Where none of them holds it agrees with the truth.
    wrong : callable or None
        Boolean array: where to look for them at all, if they take long to find.
    trial : type
        What the mistakes are asked with.
    draw : callable or None
        Appends its answer to the picture, hollow.
    preset : Preset or None
        Where to look for its mistakes.
    dtypes : tuple of Precision
        The numbers it can compute with; the first are its own.
    name : str
        What it is called: "Article".
    code : function or None
        Itself as a plain Python function of one query, whose text is shown.
    given : callable or None
        The arguments of `code` for params, in a precision: plain numbers.
    lines : callable or None
        Lays its code open where that is run elsewhere: `LaidOpen` for params, in a
        precision. WaitingError while the answer is on its way, as `ask` may raise it.
    names : mapping
        The terms that its variables stand for, by the keys that records and formulas
        have: {"sq": "root"}.
    """

    ask: Callable[[P, Precision], A]
    says: Callable[[T], str]
    mistakes: tuple[Mistake[T], ...]
    trial: Callable[[P, R, A, Precision], T]
    draw: Callable[[T, DrawList], None] | None = None
    preset: Preset | None = None
    dtypes: tuple[Precision, ...] = (np.float32, np.float64)
    wrong: Callable[[T], ArrayLike] | None = None
    name: str = "Article"
    code: Callable[..., Any] | None = None
    given: Callable[[P, Precision], tuple[Any, ...]] | None = None
    lines: Callable[[P, Precision], Any] | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    def tried(self, p: P, truth: R, dtype: Precision) -> T:
        """Return its answer beside the truth."""
        return self.trial(p, truth, self.ask(p, dtype), dtype)

    def regions(self, trial: T) -> Regions:
        """Return the kind of mistake in each answer, of none where it agrees."""
        where = self._where(trial)
        if where.all():
            return self._first(trial).merged()
        found = Regions(self._kinds, np.empty(0, np.uint8)).merged()
        index = np.full(where.shape, NONE, np.uint8)
        for m in self._plain:
            place = found.kinds.index(Kind(m.kind, self._roles[m.kind]))
            np.putmask(index, np.asarray(m.when(trial), bool), place)
        if where.any():
            found = self._first(self.among(trial, where)).merged()
            index[np.nonzero(where)] = found.index
        return Regions(found.kinds, index)

    def compare(self, trial: T) -> Comparison:
        """Return what is to be said of one answer."""
        looked = self._where(trial) or any(m.when(trial) for m in self._plain)
        index = int(self._first(trial).index) if looked else NONE
        if index == NONE:
            return Comparison(self.says(trial), agrees=True)
        mistake = self.mistakes[index]
        holds = (reason for reason in mistake.closer if reason.when(trial))
        reason: Reason[T] | Mistake[T] = next(holds, mistake)
        why = reason.why if isinstance(reason.why, str) else reason.why(trial)
        return Comparison(
            self.says(trial),
            agrees=False,
            kind=mistake.kind,
            why=why,
            step=reason.step,
            nature=mistake.nature,
            line=_pieces(reason.line or mistake.line, trial),
        )

    def _where(self, trial: T) -> NDArray[np.bool_]:
        """Return where to look for mistakes."""
        with np.errstate(all="ignore"):
            return np.asarray(True if self.wrong is None else self.wrong(trial))

    def among(self, trial: T, where: NDArray[np.bool_]) -> T:
        """Return those of many answers alone, in a row; of one that one.

        The listing answers them again: that is less than to pick out all its numbers.
        What is known of each of them stays known.
        """
        if not where.ndim:
            return trial
        places = np.nonzero(where)
        p, truth = (_picked(x, where, places) for x in (trial.p, trial.truth))
        some = self.tried(p, truth, trial.dtype)
        for name, known in vars(trial).items():
            if isinstance(known, np.ndarray) and known.shape == where.shape:
                vars(some)[name] = known[places]
        return some

    def only(
        self, trial: T, where: NDArray[np.bool_], asked: Callable[[T], ArrayLike]
    ) -> NDArray[np.bool_]:
        """Return whether something is so, asked only where it matters; else not."""
        found = np.zeros(where.shape, np.bool_)
        if where.any():
            found[where] = asked(self.among(trial, where))
        return found

    @property
    def _plain(self) -> list[Mistake[T]]:
        return [m for m in self.mistakes if m.plain]

    @cached_property
    def _roles(self) -> dict[str, Role]:
        """A colour for each kind of mistake; errors have the clearest, the first."""
        natures = list(Nature)
        ranked = sorted(self.mistakes, key=lambda m: natures.index(m.nature))
        kinds = dict.fromkeys(m.kind for m in ranked)
        return dict(zip(kinds, cycle(MISTAKES), strict=False))

    @property
    def _kinds(self) -> tuple[Kind, ...]:
        return tuple(Kind(m.kind, self._roles[m.kind]) for m in self.mistakes)

    def _first(self, trial: T) -> Regions:
        if not self.mistakes:
            return Regions((), np.array(NONE, np.uint8))
        with np.errstate(all="ignore"):
            found = [m.when(trial) for m in self.mistakes]
        return by_first(*zip(self._kinds, found, strict=True))
