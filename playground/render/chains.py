"""Straight pieces in chains, cut off out of sight and packed for the shader."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from playground.render.arrays import Array, Packed, Point
from playground.render.shape_rows import COLUMNS, PIECE
from playground.render.shapes import Chain, Pieces


class Chains:
    """The straight pieces of some shapes, each with its place in the drawing order.

    `lines` are the ends of those in sight but for loose pieces, which leave no samples.
    `box` holds half the viewport's width and height.
    """

    # What is nowhere, or infinitely far, is left out at the end.
    @np.errstate(all="ignore")
    def __init__(self, told: Iterable[tuple[int, Chain | Pieces]], box: Point) -> None:
        self.lines: tuple[Array, Array] | None = None
        blocks, looks, size = list[Array](), [], 0
        # Of each straight piece: the point it starts at, the piece before and the one
        # after it in its chain or -1, and the chain.
        starts, before, after, of = list[int](), list[int](), list[int](), list[int]()
        for number, (rank, shape) in enumerate(told):
            piece, pen = len(starts), shape.pen
            if loose := isinstance(shape, Pieces):
                points = np.asarray(shape.ends, np.float64)
                blocks.append(points)
                count, way = len(points) // 2, (0.0, 0.0, 0.0)
                starts.extend(range(size, size + 2 * count, 2))
                before.extend([-1] * count)
                after.extend([-1] * count)
                size += len(points)
            else:
                points = np.asarray(shape.points, np.float64)
                blocks.append(points)
                count, way = len(points) - 1, (shape.phase, *shape.head)
                if shape.closed:
                    blocks.append(points[:1])
                    count += 1
                last, closed = piece + count - 1, shape.closed and count > 1
                starts.extend(range(size, size + count))
                before.append(last if closed else -1)
                before.extend(range(piece, last))
                after.extend(range(piece + 1, last + 1))
                after.append(piece if closed else -1)
                size += count + 1
            of.extend([number] * count)
            looks.append((rank, pen.width / 2, *pen.dash, *way, *pen.colour, loose))
        self._starts = starts
        if not starts:
            return
        self._points = np.concatenate(blocks)
        self._before, self._after = np.array(before), np.array(after)
        self._first, self._chain = np.array(starts), np.array(of)
        self._a = a = self._points[self._first, :2]
        self._b = self._points[self._first + 1, :2]
        self._delta = delta = self._b - a
        self._length = np.hypot(delta[:, 0], delta[:, 1])
        self._style = style = np.array(looks, dtype=np.float64)[self._chain]
        margin = style[:, 1] + style[:, 6] + 2
        self._low, self._high = low, high = clip_pieces(a, delta, margin, box)
        self._ends = a + low[:, None] * delta, a + high[:, None] * delta
        self._seen = (low <= high) & np.isfinite(self._length)
        loud = self._seen & (style[:, 11] == 0)
        self.lines = self._ends[0][loud], self._ends[1][loud]

    @np.errstate(all="ignore")
    def pack(self, deep: bool) -> tuple[Packed, Array]:
        """Return a row `(n, 32)` for each piece in sight, and how far up it lies.

        Where they are `deep` points come with an inverse depth, which then is that.
        """
        if not self._starts:
            return np.empty((0, COLUMNS), dtype=np.float32), np.empty(0)
        a, b, length, style = self._a, self._b, self._length, self._style
        low, high, chain = self._low, self._high, self._chain
        axis = self._delta / np.maximum(length, 1e-12)[:, None]
        axis[~(length > 1e-9)] = (1.0, 0.0)
        rank, thick, head, phase = style[:, 0], style[:, 1], style[:, 5:7], style[:, 4]
        start_at, stop_at = self._ends
        before, after = _cuts(axis, self._before), _cuts(axis, self._after)
        half = (high - low) * length / 2
        rows = np.zeros((len(a), COLUMNS), dtype=np.float32)
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
            fresh = (self._before < 0) | (chain != np.roll(chain, 1))
            way = phase + _arc_lengths(length, np.cumsum(fresh)) + low * length
            rows[:, 19] = np.fmod(way, np.where(style[:, 2] > 0, style[:, 2], 1.0))
        rows[:, 23] = PIECE
        rows[:, 24:28] = style[:, 7:11]
        if deep:
            inverse, ahead = (
                self._points[self._first, 2],
                self._points[self._first + 1, 2],
            )
            slope = (ahead - inverse) / np.maximum(length, 1e-9)
            rows[:, 20:22] = axis * slope[:, None]
            rows[:, 22] = inverse - (axis * a).sum(axis=1) * slope
            rank = (inverse + ahead) / 2
        return rows[self._seen], rank[self._seen]


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
