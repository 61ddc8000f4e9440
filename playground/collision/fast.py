"""Formulas compiled by numba, where the extra `fast` is installed.

It is the code for single floats as it stands, in a loop. Numba keeps to IEEE 754 unless
it is told otherwise, so that the answers are those of NumPy bit by bit.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MANY = 50_000
"""From so many queries on a second of compiling may be made up for."""


@cache
def available() -> bool:
    """Tell whether numba is installed."""
    return find_spec("numba") is not None


def loop(
    source: str, axes: Sequence[int], count: int, rank: int
) -> Callable[..., None]:
    """Return `run(*inputs, *outputs, sure)`, which asks every query of a batch.

    `source` defines `solve`; `axes` are those of its inputs in a batch of `rank` axes,
    and `count` is that of its outputs.
    """
    import numba

    known: dict[str, Any] = {"sqrt": math.sqrt, "nan": math.nan}
    exec(source, known)
    known["solve"] = numba.njit(known["solve"], error_model="numpy")
    at = "i" if rank == 1 else "i, j"
    places = {1: "i" if rank == 1 else "i, 0", 2: "0, j", 3: at}
    given = [
        f"x{k}[{places[axis]}]" if axis else f"x{k}" for k, axis in enumerate(axes)
    ]
    outs = [f"y{k}" for k in range(count)]
    inner = "    " * (rank + 1)
    lines = [
        f"def run({', '.join([*(f'x{k}' for k in range(len(axes))), *outs, 'sure'])}):",
        "    for i in range(sure.shape[0]):",
        *(["        for j in range(sure.shape[1]):"] if rank == 2 else []),
        f"{inner}found = solve({', '.join(given)})",
        *(f"{inner}{out}[{at}] = found[{k}]" for k, out in enumerate([*outs, "sure"])),
    ]
    exec("\n".join(lines), known)
    run: Callable[..., None] = numba.njit(known["run"], error_model="numpy")
    return run
