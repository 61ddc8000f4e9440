"""Numbers and truths as steps, each an expression of earlier ones."""

import math
from collections.abc import Callable, Iterable
from threading import RLock
from typing import Any, TypeAlias

import numpy as np

from playground.collision.articles.array_functions import where
from playground.collision.articles.values import (
    NONE,
    Constant,
    Expression,
    Mask,
    MaskedChoice,
    NameSetting,
    NotOnArraysError,
    Several,
    Value,
    length,
)
from playground.language import message

StepPlaces: TypeAlias = "int | list[StepPlaces]"
_NAN = Constant(float, math.nan)
_MOST_STEPS = 400
"""A step may ask for the one before it: Python's own depth of calls is 1000."""


class Steps:
    """What a text works out, step by step.

    Attributes
    ----------
    steps : list of callable
        What works a number out, from the run and its number type.
    settings : dict
        What each name is given, in the order of the lines: an argument first.
    ends : dict
        What each name stands for in the end.
    """

    def __init__(self) -> None:
        self.steps: list[Callable[[Any, Any], Any]] = []
        self.settings: dict[str, list[NameSetting]] = {}
        self.ends: dict[str, Value] = {}
        self._scope: dict[str, Any] = {"where": where, "no": np.logical_not}
        self._made: dict[str, Expression] = {}
        self._places: dict[int, tuple[Value, StepPlaces]] = {}
        self._lock = RLock()

    def step(self, code: Expression) -> Expression:
        """Return a step that works this out, once and for all."""
        with self._lock:
            if code.at < 0 and code.text not in self._made:
                work = eval(f"lambda run, kind: {code.text}", self._scope)
                at = len(self.steps)
                self._made[code.text] = Expression(f"run.value({at})", code.truth, at)
                self.steps.append(work)
                if at == _MOST_STEPS:
                    raise NotOnArraysError(message("it is too long"))
            return code if code.at >= 0 else self._made[code.text]

    def places(self, value: Value) -> "StepPlaces":
        """Return which step works a value out; of a tuple, which each of its parts."""
        if isinstance(value, Expression):
            return self.step(value).at
        known = self._places.get(id(value))
        if known is None:
            found: StepPlaces
            if size := length(value):
                found = [self.places(self.part(value, place)) for place in range(size)]
            else:
                found = self.step(self.code(_NAN if value == NONE else value)).at
            # While it is kept no other has its id; 0.0 and -0.0 are equal, too.
            known = self._places[id(value)] = value, found
        return known[1]

    def known(self, function: Callable[..., Any]) -> str:
        """Return by what name the steps call a function."""
        name = f"f{id(function)}"
        self._scope[name] = function
        return name

    def code(self, value: Value) -> Expression:
        """Return a value as one number, or one truth; None in a choice is NaN."""
        match value:
            case Expression():
                return value
            case Constant(kind, x) if kind in (bool, int, float):
                return Expression(f"({x!r})", kind is bool)
            case MaskedChoice():
                return self._merged(value)
        raise NotOnArraysError(message("it computes with what is no number"))

    def _merged(self, value: MaskedChoice) -> Expression:
        codes = [self._typed(x) for _, x in value.options]
        truth = codes[0].truth
        if any(code.truth != truth for code in codes):
            raise NotOnArraysError(
                message("it is a truth here, and a number or None there")
            )
        *first, text = (code.text for code in codes)
        for (mask, _), one in zip(value.options[-2::-1], reversed(first), strict=True):
            assert mask is not None
            if one in ("(True)", "(False)"):
                sure = f"{mask.text} |" if one == "(True)" else f"no({mask.text}) &"
                text = f"({sure} {text})"
            else:
                text = f"where({mask.text}, lambda: {one}, lambda: {text})"
        return Expression(text, truth)

    def _typed(self, value: Value) -> Expression:
        """Return a number, a constant one in the number type."""
        if value == NONE:
            return Expression("kind('nan')")
        code = self.code(value)
        plain = isinstance(value, Constant) and not code.truth
        return Expression(f"kind{code.text}") if plain else code

    def both(self, one: Mask, other: Mask) -> Mask:
        """Return where both hold."""
        if one is None or other is None:
            return one or other
        return self.step(Expression(f"{one.text} & {other.text}", truth=True))

    def other(self, mask: Expression) -> Expression:
        """Return where it does not hold."""
        return self.step(Expression(f"no({mask.text})", truth=True))

    def either(self, masks: Iterable[Mask]) -> Mask:
        """Return where one of them holds."""
        texts = [mask.text for mask in masks if mask is not None]
        return self.step(Expression(" | ".join(texts), truth=True))

    def chosen(self, options: Iterable[tuple[Mask, Value]]) -> Value:
        """Return one of several values, said as simply as may be."""
        found: dict[Value, list[Mask]] = {}
        for mask, value in options:
            inner = (
                value.options if isinstance(value, MaskedChoice) else ((None, value),)
            )
            for more, option in inner:
                found.setdefault(option, []).append(self.both(mask, more))
        if len(found) == 1:
            return next(iter(found))
        pairs = [
            (masks[0] if len(masks) == 1 else self.either(masks), value)
            for value, masks in found.items()
        ]
        sizes = {len(v.parts) if isinstance(v, Several) else 0 for v in found}
        if len(sizes) > 1 or sizes == {0}:
            return MaskedChoice(tuple(pairs))
        places = range(sizes.pop())
        return Several(tuple(self._part(pairs, place) for place in places))

    def part(self, value: Value, place: int) -> Value:
        """Return one of the values in a tuple; None has None in every place."""
        match value:
            case Several(parts) if place < len(parts):
                return parts[place]
            case Constant(_, None):
                return value
            case MaskedChoice(options):
                return self._part(options, place)
        raise NotOnArraysError(message("it takes a part of what is no tuple"))

    def _part(self, options: Iterable[tuple[Mask, Value]], place: int) -> Value:
        return self.chosen([(mask, self.part(x, place)) for mask, x in options])

    def says(self, value: Value, word: str | None) -> Expression:
        """Return where a value is that word, or None."""
        options = value.options if isinstance(value, MaskedChoice) else ((None, value),)
        masks = [m for m, x in options if x == Constant(type(word), word)]
        found = self.either(masks) if masks and None not in masks else None
        return found or Expression(f"kind(0) {'==' if masks else '!='} 0", truth=True)
