"""Where a sampled line crosses zero: a bracket that closes in on one root."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# A bracket is looked at so finely, and about its likely root in steps that shrink.
_PIECES = 32
_NEAR = 4.0 ** -np.arange(2.0, 11.0)
# One this much narrower than two samples needs no other look.
_NARROW = 1e-4
# A root is found where the value has come down to this part of what it was beside it.
_FOUND = 1e-3


@dataclass
class Bracket:
    """Two neighbouring places between which a line changes its sign.

    Attributes
    ----------
    line : str
        The name of the line.
    x, y : array
        Up to four places and the line there; the sign changes after place `i`.
    width, ends
        How far apart the two were at first, and how large the line was there.
    growing : bool
        Whether the values grow toward the gap, from both sides.
    """

    line: str
    x: Array
    y: Array
    i: int
    width: float
    ends: tuple[float, float]
    growing: bool

    @staticmethod
    def at(line: str, x: Array, y: Array, i: int) -> "Bracket":
        """Return the bracket between the samples `i` and `i + 1`."""
        low = max(i - 1, 0)
        x, y, i = x[low : i + 3], y[low : i + 3], i - low
        ends = abs(float(y[i])), abs(float(y[i + 1]))
        growing = ends[0] > abs(y[0]) and ends[1] > abs(y[-1])
        return Bracket(line, x, y, i, float(x[i + 1] - x[i]), ends, bool(growing))

    @property
    def _sides(self) -> tuple[float, float]:
        return float(self.x[self.i]), float(self.x[self.i + 1])

    @property
    def narrow(self) -> bool:
        """Whether there is no need to look again."""
        a, b = self._sides
        return b - a <= _NARROW * self.width

    @property
    def pole(self) -> bool:
        """Whether it is no root: a pole changes sign too, but the values grow there."""
        nearest = float(np.abs(self.y[self.i : self.i + 2]).min())
        far = nearest > _FOUND * min(self.ends)
        return nearest > max(self.ends) or (self.growing and far)

    def looks(self) -> Array:
        """Return places within, in order, most of them about the likely root."""
        a, b = self._sides
        root, reach = self.root(), (b - a) * _NEAR
        even = np.linspace(a, b, _PIECES + 1)
        places = np.sort(np.concatenate([even, [root], root - reach, root + reach]))
        return places[(places > a) & (places < b)]

    def seen(self, x: Array, y: Array) -> None:
        """Close in on where the sign changes among these places and the two sides."""
        i = self.i
        x = np.concatenate([self.x[: i + 1], x, self.x[i + 1 :]])
        y = np.concatenate([self.y[: i + 1], y, self.y[i + 1 :]])
        with np.errstate(invalid="ignore"):
            gaps = np.flatnonzero((y[:-1] < 0.0) != (y[1:] < 0.0))
        sizes = np.abs(y)
        nearest = np.minimum(sizes[gaps], sizes[gaps + 1])
        nearest[~np.isfinite(sizes[gaps] + sizes[gaps + 1])] = math.inf
        gap = int(gaps[nearest.argmin()])
        low = max(gap - 1, 0)
        self.x, self.y, self.i = x[low : gap + 3], y[low : gap + 3], gap - low

    def root(self) -> float:
        """Return where the line is likely zero, between the two sides."""
        a, b = self._sides
        return next(r for r in self._guesses() if a <= r <= b)

    def _guesses(self) -> Iterator[float]:
        """Yield what four places say, what two do, and the middle."""
        x, y, i = self.x.tolist(), self.y.tolist(), self.i
        if len(x) == 4 and _steady(y):
            yield _inverse(x, _sized(y))
        low, high = _sized(y[i : i + 2])
        if low != high:
            yield x[i] + low / (low - high) * (x[i + 1] - x[i])
        yield (x[i] + x[i + 1]) / 2


def _sized(y: list[float]) -> list[float]:
    """Return the values against the largest, which may be near a float's limits."""
    size = max(map(abs, y))
    return [value / size for value in y]


def _steady(y: list[float]) -> bool:
    return y[0] < y[1] < y[2] < y[3] or y[0] > y[1] > y[2] > y[3]


def _inverse(x: list[float], y: list[float]) -> float:
    """Return where the cubic through the points, x over y, is at y = 0."""
    root = 0.0
    for i, own in enumerate(y):
        weight = 1.0
        for j, other in enumerate(y):
            if i != j:
                weight *= other / (other - own) if other != own else math.nan
        root += weight * (x[i] - x[1])
    return x[1] + root
