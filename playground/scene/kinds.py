"""Which of a few kinds each of many answers is: what a map colours by."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision.articles.mistakes import Nature
from playground.language import enum_of_texts, message, with_texts
from playground.scene.roles import Role

NONE = 255
"""The index of an element that is of no kind: nothing is painted there."""

Index = NDArray[np.uint8]


@enum_of_texts
class Effect(StrEnum):
    """What a mistake makes of an answer, from the worst."""

    MISSED = "missed"
    MADE_UP = "made up"
    WRONG = "answered wrongly"


EFFECTS = tuple(Effect)

NOT_ASKED = message("Not asked")
"""The kind of what somebody's code was not asked, as it has failed too often."""


@with_texts("name", "why", kept=False)
@dataclass(frozen=True)
class Kind:
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
    kinds : tuple of Kind
        At most 255.
    index : uint8 array (...)
        The place of each element's kind in `kinds`, or `NONE`.

    Raises
    ------
    ValueError
        There are more than 255 kinds.
    """

    kinds: tuple[Kind, ...]
    index: Index

    def __post_init__(self) -> None:
        if len(self.kinds) > NONE:
            raise ValueError(
                message(
                    "there are {count} kinds; at most {most} can be told apart",
                    count=len(self.kinds),
                    most=NONE,
                )
            )

    def without(self, lost: ArrayLike) -> "Regions":
        """Return the same with nothing where an element is `lost`."""
        if not np.any(lost):
            return self
        index = np.where(lost, np.uint8(NONE), self.index)
        return replace(self, index=index)

    def by_effect(self, effects: Index) -> "Regions":
        """Return the same with each kind once for every effect, a place in `EFFECTS`.

        They broadcast to the elements.
        """
        kinds = tuple(
            replace(k, effect=effect) for k in self.kinds for effect in Effect
        )
        index = np.where(
            self.index == NONE, np.uint8(NONE), self.index * np.uint8(3) + effects
        )
        return Regions(kinds, np.asarray(index, np.uint8))

    def merged(self) -> "Regions":
        """Return the same with kinds of one name made one, the first of them."""
        kinds = tuple(dict.fromkeys(self.kinds))
        if kinds == self.kinds:
            return self
        place = np.full(NONE + 1, NONE, np.uint8)
        place[: len(self.kinds)] = [kinds.index(kind) for kind in self.kinds]
        return Regions(kinds, np.asarray(place[self.index]))

    def name(self) -> str:
        """Return the kind of a single answer; "" where there is none."""
        return "" if self.index == NONE else self.kinds[int(self.index)].name


def by_first(*rules: tuple[Kind, ArrayLike]) -> Regions:
    """Return for each element the first kind whose condition holds.

    Parameters
    ----------
    *rules : tuple of Kind and array_like (...)
        Kinds with boolean arrays, which broadcast.

    Returns
    -------
    Regions
        With `NONE` where no condition holds.

    Raises
    ------
    ValueError
        There are more than 255 kinds.

    Examples
    --------
    >>> x, rest = np.array([-1.0, 0.0, 3.0]), Kind("other", Role.MISS)
    >>> by_first((Kind("low", Role.HIT), x < 0.0), (rest, x < 2.0)).index.tolist()
    [0, 1, 255]
    """
    # The first that holds is the least: in bytes, without a branch for an element.
    found = [np.asarray(holds, bool) for _, holds in rules[:NONE]]
    kinds = tuple([kind for kind, _ in rules])
    if not any([met.ndim for met in found]):  # a single answer
        first = next((place for place, met in enumerate(found) if met), NONE)
        return Regions(kinds, np.array(first, np.uint8))
    index: Index = np.full(np.broadcast_shapes(*[m.shape for m in found]), NONE, "u1")
    some = np.empty_like(index)
    for place, met in enumerate(found):
        np.subtract(met.view(np.uint8), np.uint8(1), out=some)  # 0 or 255
        np.minimum(index, np.bitwise_or(some, np.uint8(place), out=some), out=index)
    return Regions(kinds, index)
