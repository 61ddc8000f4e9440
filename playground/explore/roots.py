"""Where a sampled line crosses zero: a bracket that closes in on one root."""

import math
import operator
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# A bracket is looked at close to its likely root alone; if that is elsewhere, so
# finely, and about its likely root in steps that shrink.
_CLOSE = np.array([-4e-4, -2e-5, 2e-5, 4e-4])
_PIECES = 32
_NEAR = 4.0 ** -np.arange(2.0, 11.0)
# One this much narrower than two samples needs no other look.
_NARROW = 4e-4
# So many samples about a root are on a polynomial if their differences of the tenth
# degree are no larger than this part of the largest; it is zero where it is so small.
_SMOOTH = 12
_OFF, _ZERO = 1e-6, 1e-14
_STEPS = 20
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
    looked : bool
        Whether the places close to its likely root were looked at.
    """

    line: str
    x: Array
    y: Array
    i: int
    width: float
    ends: tuple[float, float]
    growing: bool
    looked: bool = False

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
        return b - a < 1.001 * _NARROW * self.width

    @property
    def pole(self) -> bool:
        """Whether it is no root: a pole changes sign too, but the values grow there."""
        nearest = float(np.abs(self.y[self.i : self.i + 2]).min())
        far = nearest > _FOUND * min(self.ends)
        return nearest > max(self.ends) or (self.growing and far)

    def looks(self) -> Array:
        """Return places within, in order, most of them about the likely root."""
        a, b = self._sides
        root = self.root()
        if not self.looked:
            self.looked, places = True, root + _CLOSE * self.width
            return places[(places > a) & (places < b)]
        reach = (b - a) * _NEAR
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


def smooth_root(x: Array, y: Array, i: int) -> float | None:
    """Return the root between two even samples, if those about it are smooth enough.

    It is that of the polynomial through twelve, whose last differences tell how far the
    line may be from it: nowhere far enough to need another look.
    """
    low = min(max(i - _SMOOTH // 2 + 1, 0), len(y) - _SMOOTH)
    row: list[float] = y[low : low + _SMOOTH].tolist()
    size, place = max(map(abs, row)), i - low
    a, b, one, two = float(place), place + 1.0, row[place], row[place + 1]
    first = [row[0]]
    while len(row) > 1:
        row = [*map(operator.sub, row[1:], row)]
        first.append(row[0])
        if len(row) == 2 and not max(map(abs, row)) <= _OFF * size:
            return None
    # False position in the form of Illinois (Dowell and Jarratt, 1971).
    s = a
    for _ in range(_STEPS):
        s = b - two * (b - a) / (two - one)
        here = 0.0
        for k in range(_SMOOTH - 1, -1, -1):
            here = first[k] + here * (s - k) / (k + 1)
        if abs(here) <= _ZERO * size:
            return float(x[i] + (s - place) * (x[i + 1] - x[i]))
        if (here < 0.0) == (two < 0.0):
            b, two, one = s, here, one / 2
        else:
            a, one, b, two = b, two, s, here
    return None


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
