"""A listing's plain text, run on arrays.

Its operations are done in its own order and in the number type asked for, so that its
mistakes show as they would on the author's machine. Arithmetic is plain IEEE: every
operation is rounded at once, division by zero gives infinity or NaN, and a comparison
with NaN is false. Constants are the text's decimals in the number type; sines, cosines
and the like are rounded from float64.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from playground.collision.articles.program import Program
from playground.collision.articles.steps import StepPlaces
from playground.collision.articles.values import (
    Constant,
    NotOnArraysError,
    Value,
    is_number,
)
from playground.language import message

BoolArray = NDArray[np.bool_]
_EVERYWHERE = Constant(bool, value=True)


class ArrayRun:
    """A text's run on many queries at once: every number on the way, and the answer.

    `run["s"]` is what a name stands for in the end; `run["s", 0]` what it was given
    first, an argument where it is one. `run["rx / ry"]` is worked out as the text would
    do it, of the names as they are in the end. Each is an array (...) of the batch's
    shape, of truths or of float64 that hold the number type's values, worked out when
    it is first asked for. Where the text does not come to a line, by an `if` or since
    it has returned, its numbers are what they would have been.

    Attributes
    ----------
    given : tuple of arrays
        The arguments, in the number type.
    shape : tuple of int
        The batch's.
    """

    def __init__(
        self, program: Program, given: Sequence[ArrayLike], kind: np.dtype[Any]
    ) -> None:
        if len(given) != program.count:
            raise TypeError(f"{len(given)} arguments for {program.count}")
        with np.errstate(all="ignore"):
            arrays = (np.asarray(x, np.float64).astype(kind) for x in given)
            self.given = tuple(arrays)
        shapes = {x.shape for x in self.given}
        self.shape = shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)
        self._program = program
        self._kind = kind.type
        self._known: dict[int, Any] = {}
        self._wide: dict[int, NDArray[Any]] = {}

    def value(self, at: int) -> Any:
        """Return what a step works out."""
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = self._program.steps[at](self, self._kind)
        return found

    def __getitem__(self, key: str | tuple[str, int]) -> NDArray[Any]:
        """Return a number on the way, by its name or as an expression."""
        program = self._program
        if isinstance(key, tuple):
            name, which = key
            return self._written(program.settings[name][which].value)
        ends = program.ends
        return self._written(ends[key] if key in ends else program.expression(key))

    @property
    def names(self) -> dict[str, int]:
        """The names that the text gives values to, and how often each."""
        return {name: len(all_) for name, all_ in self._program.settings.items()}

    def reached(self, name: str, which: int = -1) -> BoolArray:
        """Return where the text comes to the line that gives a name its value."""
        mask = self._program.settings[name][which].mask
        return self._written(mask or _EVERYWHERE)

    def returned(self, *places: int) -> NDArray[Any]:
        """Return what it returns, or a part of that; NaN where there is None."""
        return self._written(self._returned(places))

    def says(self, word: str | None) -> BoolArray:
        """Return where it returns a word, or None, or a tuple that begins so."""
        return self._written(self._program.said(word))

    @property
    def hit(self) -> BoolArray:
        """Where it answers a hit: true, a tuple that begins with true, or not None."""
        first = self._program.first
        if is_number(first):
            return self._written(first)
        return np.asarray(~self.says(None))

    def _returned(self, places: Sequence[int]) -> Value:
        return self._program.returned_part(tuple(places))

    def _written(self, value: Value) -> NDArray[Any]:
        """Return a value as an array of the batch's shape, a tuple as vectors."""
        return self._worked_out(self._program.places(value))

    def _worked_out(self, places: StepPlaces) -> NDArray[Any]:
        if isinstance(places, list):
            return np.stack([self._worked_out(place) for place in places], axis=-1)
        if places not in self._wide:
            with np.errstate(all="ignore"):
                array = np.asarray(self.value(places))
                if array.dtype != np.bool_:
                    array = np.asarray(array, self._kind).astype(np.float64, copy=False)
            if array.shape == self.shape:
                array = array.view()
                array.flags.writeable = False
            else:
                array = np.broadcast_to(array, self.shape)
            self._wide[places] = array
        return self._wide[places]


@lru_cache(maxsize=64)
def _program_of(function: FunctionType) -> Program:
    return Program(function)


def run(
    function: Callable[..., Any],
    given: Sequence[ArrayLike],
    dtype: DTypeLike = np.float64,
) -> ArrayRun:
    """Run a function of plain numbers on arrays that broadcast.

    Parameters
    ----------
    function : callable
        Written in Python, in a file: straight lines, `if`, functions of `math` and of
        its own file. It returns a number, a truth, a word, None, or a tuple of those.
    given : sequence of array_like (...)
        Its arguments, in their order.
    dtype : numpy floating type
        What it computes in.

    Raises
    ------
    NotOnArraysError
        It does what can be done with one query only.
    """
    if not isinstance(function, FunctionType):
        raise NotOnArraysError(
            message(
                "{function!r} is not a function written in Python", function=function
            )
        )
    return ArrayRun(_program_of(function), given, np.dtype(dtype))
