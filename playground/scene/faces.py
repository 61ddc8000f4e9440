"""Records of flat things in space: a disc, a patch of a plane, a mesh of triangles."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from playground.language import message
from playground.scene.extents import Extent, Vec
from playground.scene.overriding import override
from playground.scene.records import SPACE, Filled, Record

Array = NDArray[np.float64]

_PANE = 0.2


@dataclass(frozen=True)
class Disc(Filled):
    """A round pane about `center`, at right angles to `normal` (of any length)."""

    dimensions = SPACE

    center: Vec
    normal: Vec
    radius: float
    fill: float = field(default=_PANE, kw_only=True)

    @override
    def extent(self) -> Extent | None:
        size = math.hypot(*self.normal) or 1.0
        reach = [self.radius * math.sqrt(1 - (n / size) ** 2) for n in self.normal]
        ends = zip(self.center, reach, strict=True)
        return list(product(*((x - d, x + d) for x, d in ends))), 0.0

    def rim(self, count: int) -> Array:
        """Return so many points `(count, 3)` on its rim; NaN if the normal is zero."""
        normal = np.asarray(self.normal, dtype=np.float64)
        size = float(np.linalg.norm(normal))
        unit = normal / size if size else np.full(3, math.nan)
        across = np.cross(unit, np.eye(3)[int(np.abs(normal).argmin())])
        across /= np.linalg.norm(across)
        turn = np.linspace(0.0, math.tau, count, endpoint=False)[:, None]
        spread = np.cos(turn) * across + np.sin(turn) * np.cross(unit, across)
        return np.asarray(np.asarray(self.center) + self.radius * spread)


@dataclass(frozen=True)
class Patch(Filled):
    """A pane of a plane: all points `center + i * u + j * v`, i and j in -1..1."""

    dimensions = SPACE

    center: Vec
    u: Vec
    v: Vec
    fill: float = field(default=_PANE, kw_only=True)

    @override
    def extent(self) -> Extent | None:
        return self.corners().tolist(), 0.0

    def corners(self) -> Array:
        """Return its four corners `(4, 3)` in turn."""
        signs = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)])
        return np.asarray(np.asarray(self.center) + signs @ np.array([self.u, self.v]))


@dataclass(frozen=True)
class Mesh(Record):
    """A lit surface of triangles. Both sides can be seen.

    Below full opacity what is behind it shines through.

    Attributes
    ----------
    points : sequence (m, 3)
        Its corners, in the world.
    triangles : sequence (n, 3)
        Three indices of `points` each.

    Raises
    ------
    ValueError
        The triangles are no triples of whole numbers, or name points that are none.

    Examples
    --------
    >>> corners = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    >>> Mesh(corners, ((0, 1, 2),)).alpha
    1.0
    """

    dimensions = SPACE

    points: Sequence[Vec]
    triangles: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        corners = np.asarray(self.triangles)
        if not corners.size:
            return
        if corners.ndim != 2 or corners.shape[1] != 3 or corners.dtype.kind not in "iu":
            raise ValueError(message("triangles must be triples of whole numbers"))
        count = len(self.points)
        if corners.min() < 0 or corners.max() >= count:
            raise ValueError(
                message("triangles must name points 0 to {last}", last=count - 1)
            )

    @override
    def extent(self) -> Extent | None:
        return (self.points, 0.0) if len(self.points) else None
