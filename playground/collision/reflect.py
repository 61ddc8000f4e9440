"""A velocity mirrored, as a ball bounces off a wall (fifth article)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from playground.collision.arguments import Argument, Rule
from playground.collision.blocks import Solver
from playground.collision.formula import Field, Term, peak, vector

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from playground.collision.numeric import Array


def _formula(
    vx: Term, vy: Term, nx: Term, ny: Term, u: Term, tiny: Term, huge: Term
) -> dict[str, Field]:
    """Return v - 2 (v . n) n / n . n, and where floats give it.

    No sign is asked for: the error is at most some 10 u of the speed, unless something
    underflows. What does is 2**-1073 in v . n; where |v|^2 |n|^2 and |n|^2 are above
    `tiny` that is far below u of it.
    """
    v2, n2 = vx * vx + vy * vy, nx * nx + ny * ny
    both = v2 * n2
    along = (vx * nx + vy * ny) / n2
    double = along + along
    kept = (peak(v2) < huge) & (peak(n2) < huge) & (n2 > tiny) & (both > tiny)
    return {"mirrored": vector((vx - double * nx, vy - double * ny), kept)}


_SOLVER = Solver(
    _formula,
    Argument("velocity", 2),
    Argument("normal", 2, Rule.NOT_ZERO, unit="normal"),
)


def reflect(velocity: ArrayLike, normal: ArrayLike) -> Array:
    """Return `velocity` mirrored in the line that `normal` stands on.

    Parameters
    ----------
    velocity : array_like (..., 2)
        Any finite vector.
    normal : array_like (..., 2)
        Not zero; only its direction matters.

    Returns
    -------
    array (..., 2)
        `v - 2 (v . n) n` with `n` the unit normal: speed unchanged.

    Raises
    ------
    ValueError
        For NaN or infinity, a zero normal, a last axis that is not 2, or
        shapes that do not broadcast.
    """
    return np.asarray(_SOLVER.ask(velocity, normal).solve(("mirrored",))["mirrored"])
