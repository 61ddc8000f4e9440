"""Formulas compiled by numba, where the extra `fast` is installed.

The bounds of errors, with their roots, are worked out once for a block, as for NumPy.
But going through the numbers once to measure them and once more to ask takes too long:
so a block is asked with room around what the one before has measured, and measured
meanwhile. Where it does not fit in, it is asked again. Numba keeps to IEEE 754 unless
it is told otherwise, so that the answers are those of NumPy bit by bit.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playground.collision.emit.numbers import LoopCode

MANY = 50_000
"""From so many queries on a second of compiling may be made up for."""

BLOCK = 1024
"""So many queries are measured together: their numbers stay in the cache."""
_ROOM = 2.0
"""How much larger the next block's numbers may be."""
_CUT = "block_"


@cache
def available() -> bool:
    """Tell whether numba is installed."""
    return find_spec("numba") is not None


def loop(
    code: LoopCode, axes: Sequence[int], count: int, rank: int
) -> Callable[..., None]:
    """Return `run(*inputs, *outputs, sure)`, which asks every query of a batch.

    `axes` are those of the inputs in a batch of `rank` axes, and `count` is the number
    of outputs.
    """
    import numba

    known: dict[str, Any] = {"sqrt": math.sqrt, "nan": math.nan, "inf": math.inf}
    exec(code.source, known)
    # Left to itself, LLVM calls what is as long as that, and passes all by memory.
    for name in ("once", "solve"):
        known[name] = numba.njit(known[name], error_model="numpy", forceinline=True)
    known.update(bits=numba.njit(_bits), number=numba.njit(_number))
    exec(_source(code, axes, count, rank), known)
    run: Callable[..., None] = numba.njit(known["run"], error_model="numpy")
    return run


def _source(code: LoopCode, axes: Sequence[int], count: int, rank: int) -> str:
    """Return the text of `run`: a block that its bounds do not fit is asked twice."""
    # Cut out: of an index that does not begin at 0 numba asks whether it is below 0.
    cut = [f"x{k}" for k, axis in enumerate(axes) if axis & 1]
    at = "i" if rank == 1 else "i, j"
    places = {1: "i" if rank == 1 else "i, 0", 2: "0, j", 3: at}
    given = [
        f"{_CUT * (axis & 1)}x{k}[{places[axis]}]" if axis else f"x{k}"
        for k, axis in enumerate(axes)
    ]
    names = ", ".join(f"x{k}" for k in range(len(axes)))
    outs = [f"y{k}" for k in range(count)] + ["sure"]
    ends = range(code.bounds)
    bounds = ", ".join(f"b{k}" for k in ends)
    fits = [f"e{k} <= b{k}" for k in ends]
    total = " + ".join(["0.0", *(f"s{k}" for k in ends)])
    numbers = ", ".join([*given, *(f"known[{k}]" for k in range(code.known))])
    # Of whole numbers LLVM finds the largest many at a time, of floats it may not, and
    # the bits of a float that is not negative rise with it. Along one axis, where each
    # query has numbers of its own to be read, that takes longer.
    raised, lowered = ("bits({0} if {0} < inf else 0.0)", "number({0})")
    if rank == 1:
        raised = lowered = "{0}"
    inner = "    " * (rank + 3)
    lines = [
        f"def run({names}, {', '.join(outs)}):",
        f"    rows = {f'max(1, {BLOCK} // sure.shape[1])' if rank == 2 else BLOCK}",
        *(f"    b{k} = nan" for k in ends),
        f"    known = once({bounds})",
        "    for start in range(0, sure.shape[0], rows):",
        *(f"        {_CUT}{x} = {x}[start:start + rows]" for x in [*cut, *outs]),
        "        for again in range(2):",
        *(f"            m{k} = {raised.format('0.0')}" for k in ends),
        f"            for i in range({_CUT}sure.shape[0]):",
        *(["                for j in range(sure.shape[1]):"] if rank == 2 else []),
        f"{inner}found = solve({numbers})",
        *(f"{inner}{_CUT}{out}[{at}] = found[{k}]" for k, out in enumerate(outs)),
        *(f"{inner}s{k} = found[{k + len(outs)}]" for k in ends),
        # What is no number is never sure, and raises no bound.
        f"{inner}{_CUT}sure[{at}] &= {total} < inf",
        *(f"{inner}n{k} = {raised.format(f's{k}')}" for k in ends),
        *(f"{inner}m{k} = n{k} if n{k} > m{k} else m{k}" for k in ends),
        *(f"            e{k} = {lowered.format(f'm{k}')}" for k in ends),
        f"            if again or ({' and '.join(fits) or True}):",
        "                break",
        *(f"            b{k} = e{k} * {_ROOM}" for k in ends),
        f"            known = once({bounds})",
    ]
    return "\n".join(lines)


def _bits(number: float) -> np.int64:
    return np.float64(number).view(np.int64)


def _number(bits: np.int64) -> np.float64:
    return np.int64(bits).view(np.float64)
