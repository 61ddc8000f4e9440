"""A function's text as steps on arrays, and what it returns."""

import ast
import inspect
from functools import cache, cached_property
from types import FunctionType

from playground.collision.articles.steps import Steps
from playground.collision.articles.text import Text, returned
from playground.collision.articles.values import Expression, Value, length


class Program(Steps):
    """A function's text as steps.

    Attributes
    ----------
    returned : Value
        What it returns.
    count : int
        How many arguments there are.
    """

    def __init__(self, function: FunctionType) -> None:
        super().__init__()
        self._expressions: dict[str, Value] = {}
        self._function = function
        self.count = len(inspect.signature(function).parameters)
        given = [self.step(Expression(f"run.given[{at}]")) for at in range(self.count)]
        self.returned = returned(self, function, given)
        self.returned_part = cache(self._returned_part)
        self.said = cache(self._said)

    def _returned_part(self, places: tuple[int, ...]) -> Value:
        """Return a part of what it returns, of a part of that, and so on."""
        value = self.returned
        for place in places:
            value = self.part(value, place)
        return value

    @cached_property
    def first(self) -> Value:
        """What it returns, of a tuple the first."""
        return self.part(self.returned, 0) if length(self.returned) else self.returned

    def _said(self, word: str | None) -> Value:
        """Return where it returns a word, or None, or a tuple that begins so."""
        return self.says(self.first, word)

    def expression(self, text: str) -> Value:
        """Return the value of an expression of the names, as they are in the end."""
        if text not in self._expressions:
            names = Text(self, self._function, dict(self.ends))
            tree = ast.parse(text, mode="eval").body
            self._expressions[text] = names.value(tree)
        return self._expressions[text]
