"""Straight pieces in chains, cut off out of sight and packed for the shader."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from playground.render.arrays import Array, Packed, Point
from playground.render.pen import Pen
from playground.render.shape_rows import COLUMNS, PIECE


class Chains:
    """Straight pieces as they are told; `lines` are the ends of those packed last."""

    def __init__(self) -> None:
        self.lines: tuple[Array, Array] | None = None
        self._points: list[Sequence[float]] = []
        # Of each straight piece: the point it starts at, the piece before and the one
        # after it in its chain or -1, and the chain.
        self._starts: list[int] = []
        self._before: list[int] = []
        self._after: list[int] = []
        self._of: list[int] = []
        self._chains: list[tuple[float, ...]] = []

    def add(
        self,
        points: Sequence[Sequence[float]],
        pen: Pen,
        rank: float,
        *,
        closed: bool = False,
        phase: float = 0.0,
        head: Point = (0.0, 0.0),
    ) -> None:
        """Take a chain through points; what is of a higher rank lies above it."""
        start, piece = len(self._points), len(self._starts)
        self._points.extend(points)
        if closed:
            self._points.append(points[0])
        last = piece + len(self._points) - start - 2
        closed = closed and last > piece
        self._starts.extend(range(start, len(self._points) - 1))
        self._before.append(last if closed else -1)
        self._before.extend(range(piece, last))
        self._after.extend(range(piece + 1, last + 1))
        self._after.append(piece if closed else -1)
        self._of.extend([len(self._chains)] * (last + 1 - piece))
        self._style(pen, rank, phase, head)

    def add_pairs(self, ends: Sequence[Sequence[float]], pen: Pen, rank: float) -> None:
        """Take pieces between each two of the ends, which leave no samples."""
        start, count = len(self._points), len(ends) // 2
        self._points.extend(ends)
        self._starts.extend(range(start, start + 2 * count, 2))
        self._before.extend([-1] * count)
        self._after.extend([-1] * count)
        self._of.extend([len(self._chains)] * count)
        self._style(pen, rank, quiet=True)

    def _style(
        self,
        pen: Pen,
        rank: float,
        phase: float = 0.0,
        head: Point = (0.0, 0.0),
        quiet: bool = False,
    ) -> None:
        looks = (pen.width / 2, *pen.dash, phase, *head, *pen.colour)
        self._chains.append((rank, *looks, quiet))

    # What is nowhere, or infinitely far, is left out at the end.
    @np.errstate(all="ignore")
    def pack(self, box: Point, deep: bool) -> tuple[Packed, Array]:
        """Return a row `(n, 32)` for each piece in sight, and how far up it lies.

        Parameters
        ----------
        box
            Half the viewport's width and height in physical pixels.
        deep
            Whether points come with an inverse depth, which then is how far up.
        """
        if not self._starts:
            return np.empty((0, COLUMNS), dtype=np.float32), np.empty(0)
        points = np.array(self._points, dtype=np.float64)
        first, chain = np.array(self._starts), np.array(self._of)
        a, b = points[first, :2], points[first + 1, :2]
        delta = b - a
        length = np.hypot(delta[:, 0], delta[:, 1])
        axis = delta / np.maximum(length, 1e-12)[:, None]
        axis[~(length > 1e-9)] = (1.0, 0.0)
        style = np.array(self._chains, dtype=np.float64)[chain]
        rank, thick, head, phase = style[:, 0], style[:, 1], style[:, 5:7], style[:, 4]
        low, high = clip_pieces(a, delta, thick + head[:, 1] + 2, box)
        start_at, stop_at = a + low[:, None] * delta, a + high[:, None] * delta
        before = _cuts(axis, np.array(self._before))
        after = _cuts(axis, np.array(self._after))
        half = (high - low) * length / 2
        rows = np.zeros((len(first), COLUMNS), dtype=np.float32)
        rows[:, 0:2] = (start_at + stop_at) / 2
        rows[:, 2:4] = axis
        rows[:, 4] = half + thick + 1
        rows[:, 5] = np.maximum(thick, head[:, 1]) + 1
        rows[:, 8] = half
        rows[:, 9:11] = head * ((chain != _next(chain)) & (high == 1))[:, None]
        rows[:, 12:14], rows[:, 14:16] = before, after
        rows[:, 28] = (before * a).sum(axis=1)
        rows[:, 29] = (after * b).sum(axis=1)
        rows[:, 16:19] = style[:, 1:4]
        if style[:, 2].any():
            fresh = (np.array(self._before) < 0) | (chain != np.roll(chain, 1))
            way = phase + _arc_lengths(length, np.cumsum(fresh)) + low * length
            rows[:, 19] = np.fmod(way, np.where(style[:, 2] > 0, style[:, 2], 1.0))
        rows[:, 23] = PIECE
        rows[:, 24:28] = style[:, 7:11]
        if deep:
            inverse, ahead = points[first, 2], points[first + 1, 2]
            slope = (ahead - inverse) / np.maximum(length, 1e-9)
            rows[:, 20:22] = axis * slope[:, None]
            rows[:, 22] = inverse - (axis * a).sum(axis=1) * slope
            rank = (inverse + ahead) / 2
        seen = (low <= high) & np.isfinite(length)
        loud = seen & (style[:, 11] == 0)
        self.lines = start_at[loud], stop_at[loud]
        return rows[seen], rank[seen]


def _next(chain: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the chain of the next piece, or -1."""
    return np.concatenate([chain[1:], (-1,)])


def _cuts(axis: Array, other: NDArray[np.intp]) -> Array:
    """Return the normals `(n, 2)` that part each piece from its neighbour on one side.

    Two neighbours meet at the bisector of their corner, so each pixel belongs to one
    of them only and a translucent chain is even. Zero leaves a free end alone.
    """
    return np.where((other >= 0)[:, None], axis + axis[other], 0.0)


def _arc_lengths(length: Array, run: NDArray[np.intp]) -> Array:
    """Return how far into its run each piece starts."""
    safe = np.where(np.isfinite(length), length, 0.0)
    total = np.cumsum(safe) - safe
    return np.asarray(total - total[np.searchsorted(run, run)])


@np.errstate(all="ignore")
def clip_pieces(
    a: Array, delta: Array, margin: Array, box: Point
) -> tuple[Array, Array]:
    """Return the shares of each piece between which it lies near the viewport."""
    limit = np.array(box) + margin[:, None]
    way = np.where(delta == 0, 1e-300, delta)
    one, two = (-limit - a) / way, (limit - a) / way
    low, high = np.minimum(one, two), np.maximum(one, two)
    low = np.maximum(np.maximum(low[:, 0], low[:, 1]), 0.0)
    return low, np.minimum(np.minimum(high[:, 0], high[:, 1]), 1.0)
