"""Which of a few kinds each of many answers is: what a map colours by."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.scene.drawlist import Role

NONE = -1
"""The index of an element that is of no kind: nothing is painted there."""


@dataclass(frozen=True)
class Kind:
    """A name for the legend, and the meaning whose colour its cells have."""

    name: str
    role: Role


@dataclass(frozen=True)
class Regions:
    """The kinds that may occur, in the legend's order, and which one each element is.

    `index` is an integer array (...) into `kinds`, `NONE` where none of them holds.
    """

    kinds: tuple[Kind, ...]
    index: NDArray[np.intp]

    def without(self, lost: ArrayLike) -> "Regions":
        """Return the same with nothing where an element is `lost`."""
        return replace(self, index=np.where(lost, NONE, self.index))

    def merged(self) -> "Regions":
        """Return the same with kinds of one name made one, the first of them."""
        kinds = tuple(dict.fromkeys(self.kinds))
        place = np.array([*(kinds.index(kind) for kind in self.kinds), NONE], np.intp)
        return Regions(kinds, place[self.index])

    def name(self) -> str:
        """Return the kind of a single answer; "" where there is none."""
        return "" if self.index == NONE else self.kinds[int(self.index)].name


def by_first(*rules: tuple[Kind, ArrayLike]) -> Regions:
    """Return for each element the first kind whose condition holds."""
    kinds = tuple(kind for kind, _ in rules)
    conditions = np.broadcast_arrays(*(np.asarray(met, bool) for _, met in rules))
    index = np.select(conditions, list(range(len(kinds))), NONE)
    return Regions(kinds, np.asarray(index, dtype=np.intp))
