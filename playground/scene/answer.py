"""An answer told once: its outcomes and its quantities.

Verdict, sentence, rows, verdict map, value map, curve, legend and the outcomes of a
quiz all follow from what is declared here. Every function takes the params and what
`solve` returned for them; their numbers may be arrays, except where a sentence or a
row is made of one answer.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from itertools import cycle
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision.articles.mistakes import Nature
from playground.i18n import Message, enum_of_texts, message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.math_text import DIGITS
from playground.scene.params import Params
from playground.scene.primitives import MISTAKE_ROLES, Role
from playground.scene.refusal import refusal
from playground.scene.symbols import ScalarState

NO_KIND_INDEX = 255
"""The index of an element that is of no kind: nothing is painted there."""

Index = NDArray[np.uint8]


@enum_of_texts
class Effect(StrEnum):
    """What a mistake makes of an answer, from the worst."""

    MISSED_HIT = "missed"
    PHANTOM_HIT = "made up"
    WRONG = "answered wrongly"


EFFECTS = tuple(Effect)

NOT_EVALUATED = message("Not asked")
"""The kind of what somebody's code was not asked, as it has failed too often."""


@with_texts("name", "why", as_messages=False)
@dataclass(frozen=True)
class RegionKind:
    """A name for the legend, and the meaning whose colour its cells have.

    What is no mistake has no `effect`. `why` is what is wrong, in a short sentence.
    """

    name: str
    role: Role
    effect: Effect | None = None
    nature: Nature = Nature.ERROR
    why: str = ""


@dataclass(frozen=True)
class Regions:
    """The kinds that may occur, in the legend's order, and which one each element is.

    Attributes
    ----------
    kinds : tuple of RegionKind
        At most 255.
    index : uint8 array (...)
        The place of each element's kind in `kinds`, or `NO_KIND_INDEX`.

    Raises
    ------
    ValueError
        There are more than 255 kinds.
    """

    kinds: tuple[RegionKind, ...]
    index: Index

    def __post_init__(self) -> None:
        if len(self.kinds) > NO_KIND_INDEX:
            raise refusal(
                "there are {count} kinds; at most {most} can be told apart",
                count=len(self.kinds),
                most=NO_KIND_INDEX,
            )

    def mask_out(self, lost: ArrayLike) -> "Regions":
        """Return the same with nothing where an element is `lost`."""
        if not np.any(lost):
            return self
        index = np.where(lost, np.uint8(NO_KIND_INDEX), self.index)
        return replace(self, index=index)

    def split_by_effect(self, effects: Index) -> "Regions":
        """Return the same with each kind once for every effect, a place in `EFFECTS`.

        They broadcast to the elements.
        """
        kinds = tuple(
            replace(k, effect=effect) for k in self.kinds for effect in Effect
        )
        index = np.where(
            self.index == NO_KIND_INDEX,
            np.uint8(NO_KIND_INDEX),
            self.index * np.uint8(3) + effects,
        )
        return Regions(kinds, np.asarray(index, np.uint8))

    def name(self) -> str:
        """Return the kind of a single answer; "" where there is none."""
        return "" if self.index == NO_KIND_INDEX else self.kinds[int(self.index)].name


def classify_regions(*rules: tuple[RegionKind, ArrayLike]) -> Regions:
    """Return for each element the first kind whose condition holds.

    Parameters
    ----------
    *rules : tuple of Kind and array_like (...)
        Kinds with boolean arrays, which broadcast.

    Returns
    -------
    Regions
        With `NO_KIND_INDEX` where no condition holds.

    Raises
    ------
    ValueError
        There are more than 255 kinds.

    Examples
    --------
    >>> x, rest = np.array([-1.0, 0.0, 3.0]), RegionKind("other", Role.MISS)
    >>> low = RegionKind("low", Role.HIT)
    >>> regions = classify_regions((low, x < 0.0), (rest, x < 2.0))
    >>> regions.index.tolist()
    [0, 1, 255]
    """
    # The first that holds is the least: in bytes, without a branch for an element.
    found = [np.asarray(holds, bool) for _, holds in rules[:NO_KIND_INDEX]]
    kinds = tuple([kind for kind, _ in rules])
    if not any([met.ndim for met in found]):  # a single answer
        first = next((place for place, met in enumerate(found) if met), NO_KIND_INDEX)
        return Regions(kinds, np.array(first, np.uint8))
    index: Index = np.full(
        np.broadcast_shapes(*[m.shape for m in found]), NO_KIND_INDEX, "u1"
    )
    some = np.empty_like(index)
    for place, met in enumerate(found):
        np.subtract(met.view(np.uint8), np.uint8(1), out=some)  # 0 or 255
        np.minimum(index, np.bitwise_or(some, np.uint8(place), out=some), out=index)
    return Regions(kinds, index)


# ----------------------------------------------------------------------------


P = TypeVar("P", bound=Params)
R = TypeVar("R")
Text = str | Callable[[P, R], str]

CURVE_ROLES = Role.MOVER, Role.ENTER, Role.EXIT, Role.SIDE_A, Role.SIDE_B
"""The colours of a curve's lines that choose none: told apart in every theme."""


@with_texts("word", "sentence", "headline")
@dataclass(frozen=True)
class Outcome(Generic[P, R]):
    """One way in which it can end.

    Attributes
    ----------
    word : str
        The kind of hit or miss, unique in the scene: maps and cases tell it apart.
    when : callable
        Boolean array: where it ends so. Of several that hold the first one counts.
    hit : bool
        Whether it counts as a hit.
    role : Role
        The meaning whose colour it has on a map; that of a mistake where it is one.
    sentence : str or callable
        The kind as people read it, with its numbers, for one answer.
    headline : str or callable
        The answer in large letters, for one answer; by default what the scene calls a
        hit or a miss.

    Examples
    --------
    >>> away = Outcome("Miss", lambda p, d: d > 1.0, False, Role.MISS, "It is away.")
    >>> away.when(None, np.array([0.5, 2.0])).tolist()
    [False, True]
    """

    word: str
    when: Callable[[P, R], ArrayLike]
    hit: bool
    role: Role
    sentence: Text[P, R] = ""
    headline: Text[P, R] = ""


@with_texts("word")
@dataclass(frozen=True)
class Zone(Generic[P, R]):
    """One part of another division than by the verdict.

    Attributes
    ----------
    word : str
        What it is called.
    when : callable
        Boolean array, given params and answer: where it is so. Of several that hold the
        first one counts.
    role : Role
        The meaning whose colour it has.
    """

    word: str
    when: Callable[[P, R], ArrayLike]
    role: Role


@with_texts("name", "help", "words")
@dataclass(frozen=True, kw_only=True)
class Quantity(Generic[P, R]):
    """A number, a vector, a yes or no, or a word that belongs to the answer.

    Attributes
    ----------
    name, symbol, unit, help : str
        What people read; `help` says what it measures and in which frame.
    value : callable
        Array (...) or (..., n), NaN where there is none; a word for one answer.
    threshold : number, callable or None
        The value at which the verdict turns.
    hit_above : bool
        Whether it is a hit above that value, not below it.
    row : bool
        Whether it is a row of the result.
    curve, map : int
        Its place among the lines of the curve, and among the value maps; those of one
        place keep their order here, at 0 (or False) it is none.
    key : str or callable
        The key of the drawn records that show it.
    when : callable or None
        Whether the row is there at all, for one answer.
    main : bool
        Whether it is one of the few numbers that matter most, which stand first.
    words : tuple of str
        What 1, 2, ... mean, where the number only stands for a word.
    role : Role or None
        The meaning whose colour its line of the curve has; by default one of
        `CURVE_ROLES`.
    digits : callable or None
        How many digits it is shown with, for one answer, where the usual ones do not
        tell it from another.

    Examples
    --------
    >>> gap = Quantity(
    ...     name="Gap", symbol="g", unit="m", help="From rim to rim.",
    ...     value=lambda p, d: d - 1.0, threshold=0.0, curve=True, map=True,
    ... )
    >>> gap.label
    'Gap g (m)'
    """

    name: str
    value: Callable[[P, R], Any]
    symbol: str = ""
    unit: str = ""
    help: str = ""
    threshold: float | Callable[[P], ArrayLike] | None = None
    hit_above: bool = False
    row: bool = True
    curve: int = False
    map: int = False
    key: Text[P, R] = ""
    when: Callable[[P, R], bool] | None = None
    main: bool = False
    words: tuple[str, ...] = ()
    role: Role | None = None
    digits: Callable[[P, R], int] | None = None

    @cached_property
    def title(self) -> str:
        """The name with its symbol."""
        if not self.symbol:
            return self.name
        return message("{name} {symbol}", name=self.name, symbol=self.symbol)

    @cached_property
    def label(self) -> str:
        """The name with symbol and unit, as an axis or a legend has it."""
        if not self.unit:
            return self.title
        return message("{name} ({unit})", name=self.title, unit=self.unit)


@with_texts("name", "value", "help", as_messages=False)
@dataclass(frozen=True)
class ResultRow:
    """One line of the result.

    Attributes
    ----------
    name, unit, help : str
        What people read; `help` says what it measures, in which frame.
    value : float, sequence (n,) or str
        NaN where there is none.
    key : str
        The key of the drawn records that show it.
    main : bool
        Whether it stands first.
    digits : int
        How many digits a number is shown with.
    """

    name: str
    value: float | Sequence[float] | str
    unit: str = ""
    help: str = ""
    key: str = ""
    main: bool = False
    digits: int = DIGITS


@with_texts("text", "detail", "headline", "scope", as_messages=False)
@dataclass(frozen=True)
class Verdict:
    """The kind of answer, whether it is a hit, its colour, and a sentence.

    `headline` is what people read first, "Hit" or "No hit", and `scope` of which time,
    where a listing's answer is of another.
    """

    text: str
    hit: bool
    role: Role
    detail: str = ""
    headline: str = ""
    scope: str = ""

    @property
    def is_mistake(self) -> bool:
        """Whether what is shown is an error, and so neither a true hit nor a miss."""
        return self.role in MISTAKE_ROLES


@with_texts("zones_caption", "hit", "miss", "scope")
@dataclass(frozen=True)
class Answer(Generic[P, R]):
    """All that can be said of what `solve` returned.

    Attributes
    ----------
    outcomes : tuple of Outcome
        The ways in which it can end; of those that hold the first one counts.
    quantities : tuple of Quantity
        Its numbers, in the order of the rows.
    zones : tuple of Zone
        Another division than that by the verdict.
    zones_caption : str
        By what they divide, in a sentence.
    curve_axis : str
        The number that the curve opens with, such as "center.x".
    hit, miss : str
        What a hit and a miss are called in large letters.
    scope : str
        Of which time the answer is, where a listing's is of another: "during this
        frame".
    scalar_state : callable or None
        One state in plain numbers, whose properties fill the places of sentences and
        keys: "leaves it at {time}".

    Examples
    --------
    >>> inside = Outcome("Inside", lambda p, d: d <= 1.0, True, Role.HIT)
    >>> outside = Outcome("Outside", lambda p, d: True, False, Role.MISS)
    >>> answer = Answer((inside, outside))
    >>> answer.regions(None, np.array([0.5, 2.0])).index.tolist()
    [0, 1]
    >>> answer.verdict(None, np.array(0.5)).text
    'Inside'
    """

    outcomes: tuple[Outcome[P, R], ...] = ()
    quantities: tuple[Quantity[P, R], ...] = ()
    zones: tuple[Zone[P, R], ...] = ()
    zones_caption: str = ""
    curve_axis: str = ""
    hit: str = message("Hit")
    miss: str = message("No hit")
    scope: str = ""
    scalar_state: Callable[[P, R], ScalarState[P, R]] | None = None

    @cached_property
    def curves(self) -> tuple[Quantity[P, R], ...]:
        """The quantities that are lines of the curve."""
        lines = (q for q in self.quantities if q.curve)
        return tuple(sorted(lines, key=lambda q: q.curve))

    @cached_property
    def line_roles(self) -> dict[str, Role]:
        """The colour of each line of the curve, by its label."""
        chosen = {q.role for q in self.curves}
        free = cycle(
            [role for role in CURVE_ROLES if role not in chosen] or CURVE_ROLES
        )
        return {q.label: q.role or next(free) for q in self.curves}

    @cached_property
    def maps(self) -> tuple[Quantity[P, R], ...]:
        """The quantities that a value map shows, first the one it opens with."""
        shown = (q for q in self.quantities if q.map)
        return tuple(sorted(shown, key=lambda q: q.map))

    def regions(self, p: P, r: R) -> Regions:
        """Return the outcome of each answer, `NO_KIND_INDEX` where none holds."""
        return _classify_parts(self.outcomes, p, r)

    def zone_regions(self, p: P, r: R) -> Regions:
        """Return the zone of each answer, `NO_KIND_INDEX` where none holds."""
        return _classify_parts(self.zones, p, r)

    def verdict(self, p: P, r: R) -> Verdict | None:
        """Return one answer's outcome, with its sentence; None if none holds."""
        index = int(self.regions(p, r).index) if self.outcomes else NO_KIND_INDEX
        if index == NO_KIND_INDEX:
            return None
        outcome = self.outcomes[index]
        return Verdict(
            outcome.word,
            outcome.hit,
            outcome.role,
            self.resolve_text(outcome.sentence, p, r),
            self.resolve_text(outcome.headline, p, r)
            or (self.hit if outcome.hit else self.miss),
            self.scope,
        )

    def rows(self, p: P, r: R) -> list[ResultRow]:
        """Return every number of one answer, in the order of the quantities."""
        return [
            ResultRow(
                q.title,
                _row_value(q.value(p, r)),
                q.unit,
                q.help,
                self.key(q, p, r),
                q.main,
                q.digits(p, r) if q.digits else DIGITS,
            )
            for q in self.quantities
            if q.row and (q.when is None or q.when(p, r))
        ]

    def key(self, quantity: Quantity[P, R], p: P, r: R) -> str:
        """Return the key of the drawn records that show a quantity of one answer."""
        key = self.resolve_text(quantity.key, p, r)
        return key + "" if isinstance(key, Message) else key

    def resolve_text(self, text: Text[P, R], p: P, r: R) -> str:
        """Return a text that may depend on the answer."""
        if self.scalar_state and isinstance(text, str) and "{" in text:
            return self.scalar_state(p, r).format_text(text)
        return text if isinstance(text, str) else text(p, r)


_YES, _NO = message("yes"), message("no")


def is_number(value: Any) -> bool:
    """Return whether a value is a number or a vector: no word, no yes or no."""
    return np.asarray(value).dtype.kind in "fiu"


def _classify_parts(parts: Sequence[Outcome[P, R] | Zone[P, R]], p: P, r: R) -> Regions:
    rules = ((RegionKind(part.word, part.role), part.when(p, r)) for part in parts)
    return (
        classify_regions(*rules)
        if parts
        else Regions((), np.array(NO_KIND_INDEX, np.uint8))
    )


def _row_value(value: Any) -> float | tuple[float, ...] | str:
    """Return a value as a row shows it: words, plain numbers, "yes" or "no".

    NaN where there is no finite number, as on curve and map.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return _finite_or_nan(value)
    array: NDArray[Any] = np.asarray(value)
    if array.dtype == np.bool_:
        return _YES if array else _NO
    numbers = array.tolist()
    return (
        tuple(map(_finite_or_nan, numbers)) if array.ndim else _finite_or_nan(numbers)
    )


def _finite_or_nan(number: float) -> float:
    return float(number) if math.isfinite(number) else math.nan
