"""The answer of a scene, declared once: its outcomes and its quantities.

Verdict, sentence, result rows, verdict map, value maps, curve, legend and the quiz's
outcomes all follow from this declaration. Each callable takes the params and the result
that `solve` returned for them. Both may hold arrays, except where a sentence or a row
describes a single answer.
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
"""The index of an element without a kind, which maps leave unpainted."""

Index = NDArray[np.uint8]


@enum_of_texts
class Effect(StrEnum):
    """The effect of a mistake on the answer, worst first.

    Attributes
    ----------
    MISSED_HIT
        A hit is answered as a miss.
    PHANTOM_HIT
        A miss is answered as a hit.
    WRONG
        Hit or miss is right, or unknown, but something else is wrong.
    """

    MISSED_HIT = "missed"
    PHANTOM_HIT = "phantom hit"
    WRONG = "wrong value"


EFFECTS = tuple(Effect)

NOT_EVALUATED = message("Not tested")
"""The kind of cases skipped because the user code had failed too often."""


@with_texts("name", "why", as_messages=False)
@dataclass(frozen=True)
class RegionKind:
    """A kind of map cell: a name in the legend, and a role that decides the colour.

    Attributes
    ----------
    name : str
        The name in the legend.
    role : Role
        The meaning whose colour the cells have.
    effect : Effect or None
        The effect of the mistake; None if the kind is no mistake.
    nature : Nature
        The nature of the mistake.
    why : str
        A short sentence that says what is wrong.
    """

    name: str
    role: Role
    effect: Effect | None = None
    nature: Nature = Nature.ERROR
    why: str = ""


@dataclass(frozen=True)
class Regions:
    """The kinds of a map in legend order, and the kind of each element.

    Attributes
    ----------
    kinds : tuple of RegionKind
        At most 255.
    index : uint8 array (...)
        Each element's index into `kinds`, or `NO_KIND_INDEX`.

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
                "there are {count} kinds; at most {most} can be distinguished",
                count=len(self.kinds),
                most=NO_KIND_INDEX,
            )

    def mask_out(self, lost: ArrayLike) -> "Regions":
        """Return a copy without a kind where `lost`, a boolean array (...), is True."""
        if not np.any(lost):
            return self
        index = np.where(lost, np.uint8(NO_KIND_INDEX), self.index)
        return replace(self, index=index)

    def split_by_effect(self, effects: Index) -> "Regions":
        """Return a copy with each kind split into one kind per effect.

        Parameters
        ----------
        effects : uint8 array (...)
            Each element's index into `EFFECTS`; broadcasts with `index`.

        Returns
        -------
        Regions
            Kind i becomes the kinds 3 i to 3 i + 2, in the order of `EFFECTS`.

        Raises
        ------
        ValueError
            There would be more than 255 kinds.
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
        """Return the kind's name for a single answer, or "" if it has none."""
        return "" if self.index == NO_KIND_INDEX else self.kinds[int(self.index)].name


def classify_regions(*rules: tuple[RegionKind, ArrayLike]) -> Regions:
    """Return the first kind whose condition holds, for each element.

    Parameters
    ----------
    *rules : tuple of RegionKind and array_like (...)
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
    # The minimum over the indices of the conditions that hold, without branches.
    masks = [np.asarray(holds, bool) for _, holds in rules[:NO_KIND_INDEX]]
    kinds = tuple([kind for kind, _ in rules])
    if not any([mask.ndim for mask in masks]):  # a single answer
        first = next((place for place, mask in enumerate(masks) if mask), NO_KIND_INDEX)
        return Regions(kinds, np.array(first, np.uint8))
    index: Index = np.full(
        np.broadcast_shapes(*[m.shape for m in masks]), NO_KIND_INDEX, "u1"
    )
    some = np.empty_like(index)
    for place, mask in enumerate(masks):
        np.subtract(mask.view(np.uint8), np.uint8(1), out=some)  # 0 or 255
        np.minimum(index, np.bitwise_or(some, np.uint8(place), out=some), out=index)
    return Regions(kinds, index)


# ----------------------------------------------------------------------------


P = TypeVar("P", bound=Params)
R = TypeVar("R")
Text = str | Callable[[P, R], str]

CURVE_ROLES = Role.MOVER, Role.ENTER, Role.EXIT, Role.SIDE_A, Role.SIDE_B
"""Default roles of a curve's lines; their colours differ in every theme."""


@with_texts("word", "sentence", "headline")
@dataclass(frozen=True)
class Outcome(Generic[P, R]):
    """One possible outcome of a query.

    Attributes
    ----------
    word : str
        The name of the outcome, unique in the scene; maps and cases use it.
    when : callable
        Takes params and result; returns a boolean array (...). The first outcome that
        holds counts.
    hit : bool
        Whether the outcome counts as a hit.
    role : Role
        The meaning whose colour it has on a map.
    sentence : str or callable
        The answer in words, with its numbers, for a single answer.
    headline : str or callable
        The answer in large letters, for a single answer; by default the scene's word
        for a hit or a miss.

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
    """One region of a second classification, independent of the verdict.

    Attributes
    ----------
    word : str
        The name of the zone.
    when : callable
        Takes params and result; returns a boolean array (...). The first zone that
        holds counts.
    role : Role
        The meaning whose colour it has.
    """

    word: str
    when: Callable[[P, R], ArrayLike]
    role: Role


@with_texts("name", "help", "words")
@dataclass(frozen=True, kw_only=True)
class Quantity(Generic[P, R]):
    """A number, vector, boolean or word that belongs to the answer.

    Attributes
    ----------
    name, symbol, unit, help : str
        Texts on screen; `help` says what it measures and in which frame.
    value : callable
        Takes params and result; returns an array (...) or (..., n), NaN where
        undefined, or a word for a single answer.
    threshold : number, callable or None
        The value that separates hits from misses; a callable takes params alone and
        returns an array (...). None if the quantity decides nothing.
    hit_above : bool
        Whether values above the threshold are hits, rather than those below.
    row : bool
        Whether it is a row of the result.
    curve, map : int
        The rank among the curve's lines and among the value maps; equal ranks keep the
        order of declaration. 0 (or False) leaves it out.
    key : str or callable
        The highlight key of the primitives that show it; a callable takes params and
        result of a single answer.
    when : callable or None
        Takes params and result of a single answer; returns whether the row is shown.
    main : bool
        Whether it is among the few most important numbers, which come first.
    words : tuple of str
        The meanings of 1, 2, ..., if the number stands for a word.
    role : Role or None
        The meaning whose colour its curve line has; by default one of `CURVE_ROLES`.
    digits : callable or None
        Takes params and result of a single answer; returns the number of digits to
        show, if the usual number would hide a difference.

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
        """Name and symbol."""
        if not self.symbol:
            return self.name
        return message("{name} {symbol}", name=self.name, symbol=self.symbol)

    @cached_property
    def label(self) -> str:
        """Name, symbol and unit, as on an axis or in a legend."""
        if not self.unit:
            return self.title
        return message("{name} ({unit})", name=self.title, unit=self.unit)


@with_texts("name", "value", "help", as_messages=False)
@dataclass(frozen=True)
class ResultRow:
    """One row of the result.

    Attributes
    ----------
    name, unit, help : str
        Texts on screen; `help` says what it measures and in which frame.
    value : float, sequence (n,) or str
        NaN where undefined.
    key : str
        The highlight key of the primitives that show it.
    main : bool
        Whether it is among the rows that come first.
    digits : int
        The number of digits to show, as in `format_number`.
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
    """A single answer's outcome: its name, its colour, a sentence.

    Attributes
    ----------
    text : str
        The word of the outcome.
    hit : bool
        Whether it is a hit.
    role : Role
        The meaning whose colour it has.
    detail : str
        A sentence with the numbers.
    headline : str
        The answer in large letters, such as "Hit" or "No hit".
    scope : str
        The time that the answer is about, if the listing's is about another.
    """

    text: str
    hit: bool
    role: Role
    detail: str = ""
    headline: str = ""
    scope: str = ""

    @property
    def is_mistake(self) -> bool:
        """True if the answer is a mistake, so neither a true hit nor a true miss."""
        return self.role in MISTAKE_ROLES


@with_texts("zones_caption", "hit", "miss", "scope")
@dataclass(frozen=True)
class Answer(Generic[P, R]):
    """The meaning of a result of `solve`: its outcomes, quantities and zones.

    Attributes
    ----------
    outcomes : tuple of Outcome
        The possible outcomes; the first that holds counts.
    quantities : tuple of Quantity
        The quantities, in the order of the rows.
    zones : tuple of Zone
        A second classification, independent of the verdict.
    zones_caption : str
        The criterion of the zones, in a sentence.
    curve_axis : str
        The parameter along the curve at first, such as "center.x".
    hit, miss : str
        The headlines of a hit and a miss.
    scope : str
        The time that the answer is about, if the listing's is about another: "during
        this frame".
    scalar_state : callable or None
        Takes params and result of a single answer; returns an object whose properties
        fill the placeholders of sentences and keys: "leaves it at {time}".

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
        """The quantities drawn as lines of the curve, by rank."""
        lines = (q for q in self.quantities if q.curve)
        return tuple(sorted(lines, key=lambda q: q.curve))

    @cached_property
    def line_roles(self) -> dict[str, Role]:
        """The role of each line of the curve, by its label.

        A line without a role gets the next of `CURVE_ROLES` that no line has chosen.
        """
        chosen_roles = {q.role for q in self.curves}
        free = cycle(
            [role for role in CURVE_ROLES if role not in chosen_roles] or CURVE_ROLES
        )
        return {q.label: q.role or next(free) for q in self.curves}

    @cached_property
    def maps(self) -> tuple[Quantity[P, R], ...]:
        """The quantities shown as value maps, by rank."""
        mapped = (q for q in self.quantities if q.map)
        return tuple(sorted(mapped, key=lambda q: q.map))

    def regions(self, p: P, r: R) -> Regions:
        """Return the outcome of each answer, or `NO_KIND_INDEX` where none holds."""
        return _classify_parts(self.outcomes, p, r)

    def zone_regions(self, p: P, r: R) -> Regions:
        """Return the zone of each answer, or `NO_KIND_INDEX` where none holds."""
        return _classify_parts(self.zones, p, r)

    def verdict(self, p: P, r: R) -> Verdict | None:
        """Return the verdict of a single answer, or None if no outcome holds."""
        index = int(self.regions(p, r).index)
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
        """Return the rows of a single answer, in the order of the quantities.

        Quantities whose `row` or `when` is false are left out.
        """
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
        """Return the highlight key of a quantity, for a single answer."""
        key = self.resolve_text(quantity.key, p, r)
        return key + "" if isinstance(key, Message) else key

    def resolve_text(self, text: Text[P, R], p: P, r: R) -> str:
        """Return a text for a single answer.

        `text` is a callable that takes `p` and `r`, or a text whose placeholders, if
        any, are filled by the properties of `scalar_state`.
        """
        if self.scalar_state and isinstance(text, str) and "{" in text:
            return self.scalar_state(p, r).format_text(text)
        return text if isinstance(text, str) else text(p, r)


_YES, _NO = message("yes"), message("no")


def is_number(value: Any) -> bool:
    """Return whether a value is a number or vector, rather than a word or boolean."""
    return np.asarray(value).dtype.kind in "fiu"


def _classify_parts(parts: Sequence[Outcome[P, R] | Zone[P, R]], p: P, r: R) -> Regions:
    rules = ((RegionKind(part.word, part.role), part.when(p, r)) for part in parts)
    return classify_regions(*rules)


def _row_value(value: Any) -> float | tuple[float, ...] | str:
    """Convert a value to a word, plain numbers, "yes" or "no"; NaN for infinity."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return _finite_or_nan(value)
    array: NDArray[Any] = np.asarray(value)
    if array.dtype == np.bool_:
        return _YES if array else _NO
    numbers = array.tolist()
    if array.ndim:
        return tuple(map(_finite_or_nan, numbers))
    return _finite_or_nan(numbers)


def _finite_or_nan(number: float) -> float:
    return float(number) if math.isfinite(number) else math.nan
