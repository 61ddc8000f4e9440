"""A velocity mirrored, as a ball bounces off a wall (fifth article)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from playground.collision.arguments import Argument, Rule
from playground.collision.blocks import Solver
from playground.collision.formula import Field, Term, vector

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from playground.collision.numeric import Array


def _formula(vx: Term, vy: Term, nx: Term, ny: Term) -> dict[str, Field]:
    """Return v - 2 (v . n) n / n . n."""
    n2 = nx * nx + ny * ny
    along = (vx * nx + vy * ny) / n2
    double = along + along
    return {"mirrored": vector((vx - double * nx, vy - double * ny))}


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
