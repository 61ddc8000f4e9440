r"""Symbols of a scene, and single states as plain numbers for its texts.

A symbol table declares once the sign of each quantity in formulas, its colour, the
first step that shows it and its variables in the listing:

>>> N = SymbolTable(
...     A=Symbol(Role.MOVER), M=Symbol(Role.INK, 3, tex="M_0", listing="ax ay")
... )
>>> print(rf"{N.M} = {N.A}")
\term{M}{M_0} = \term{A}{A}
>>> N.variables
{'ax': 'M', 'ay': 'M'}
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, lru_cache
from string import Formatter
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.math_text import DIGITS, choose_digits, format_number, term, tex
from playground.scene.params import Params
from playground.scene.primitives import Primitive, Role

P = TypeVar("P", bound=Params)
R = TypeVar("R")
V = TypeVar("V")


@dataclass(frozen=True)
class Symbol:
    """A named quantity; `str` returns its sign in formulas, marked with its key.

    Attributes
    ----------
    role : Role
        The meaning whose colour it has.
    first_step : int
        The first step of the derivation that shows it.
    tex : str
        Its sign in formulas; by default its key.
    derivation : bool
        Whether it is drawn only while the derivation is shown.
    listing : str
        The listing's variables that stand for it, separated by spaces.
    key : str
        The highlight key, set by the symbol table.
    """

    role: Role
    first_step: int = 0
    tex: str = ""
    derivation: bool = False
    listing: str = ""
    key: str = ""

    def __str__(self) -> str:
        return term(self.key, self.tex or self.key)

    def mark_value(self, value: ArrayLike, digits: int = DIGITS) -> str:
        """Return a number or vector (n,) as LaTeX marked with the symbol's key."""
        return term(self.key, tex(value, digits))

    def __call__(self, latex: str) -> str:
        """Return `latex` marked with the symbol's key."""
        return term(self.key, latex)

    def style_primitives(self, *records: Primitive, **style: Any) -> list[Primitive]:
        """Return the primitives in the symbol's style; `style` overrides it."""
        style = {**self._style, **style}
        return [record.copy_with(**style) for record in records]

    @cached_property
    def _style(self) -> dict[str, Any]:
        return {
            "role": self.role,
            "key": self.key,
            "first_step": self.first_step,
            "derivation": self.derivation,
        }


class SymbolTable:
    """The symbols of a scene, as attributes and items named by their keys."""

    def __init__(self, **names: Symbol) -> None:
        vars(self).update({k: replace(name, key=k) for k, name in names.items()})

    def __getattr__(self, key: str) -> Symbol:
        raise AttributeError(f"there is no name {key}", name=key)

    def __getitem__(self, key: str) -> Symbol:
        name: Symbol = vars(self)[key]
        return name

    @property
    def variables(self) -> dict[str, str]:
        """The key of each variable of the listing."""
        all_values = vars(self).values()
        return {part: name.key for name in all_values for part in name.listing.split()}


class ScalarAnswer:
    """A view of a single answer: its fields as Python numbers and tuples."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def __getattr__(self, name: str) -> Any:
        value = np.asarray(getattr(self._answer, name)).tolist()
        value = tuple(value) if isinstance(value, list) else value
        vars(self)[name] = value
        return value


class ScalarState(Generic[P, R]):
    """Params `p` and result `e` of a single state, as plain numbers.

    `answer` is the result itself, whose numbers are arrays.

    Figure, derivation and sentences use it. A scene's subclass adds properties, which
    fill the placeholders of texts.
    """

    def __init__(self, p: P, e: R) -> None:
        self.p, self.answer, self.e = p, e, ScalarAnswer(e)

    @with_texts("template")
    def format_text(self, template: str) -> str:
        """Return a text with its placeholders replaced by attributes of this object."""
        return fill_placeholders(template, self, format_number)


def fill_placeholders(
    template: str, source: Any, format_value: Callable[[Any], str]
) -> str:
    """Return `template` with its placeholders replaced by attributes of `source`.

    `format_value` converts attributes that are not texts. A template of nothing but a
    placeholder yields the attribute itself.
    """
    names = _placeholder_names(template)
    if names and template == f"{{{names[0]}}}":
        alone: str = getattr(source, names[0])
        return alone
    values = {name: getattr(source, name) for name in names}
    return message(
        template,
        **{k: v if isinstance(v, str) else format_value(v) for k, v in values.items()},
    )


@lru_cache(maxsize=1024)
def _placeholder_names(template: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def cache_last_state(view: Callable[[P, R], V]) -> Callable[[P, R], V]:
    """Return `view` with its last result cached, by identity of its arguments."""
    last: tuple[Any, Any, Any] = None, None, None

    def build_or_reuse(p: P, e: R) -> V:
        nonlocal last
        if last[0] is not p or last[1] is not e:
            last = p, e, view(p, e)
        value: V = last[2]
        return value

    return build_or_reuse


@dataclass(frozen=True)
class FormulaNumber:
    """A number in a formula: `{x}`, `{x:^2}` its square, `{x:()}` a factor.

    With these formats a negative number, or one with a power, is put in parentheses;
    with `{x:-}` only a negative one is.

    Attributes
    ----------
    key : str
        The highlight key that it is marked with; "" for none.
    value : float or array_like (n,)
        The number or vector.
    digits : int
        Its number of digits, as in `tex`.
    """

    key: str
    value: Any
    digits: int = DIGITS

    def __format__(self, how: str) -> str:
        text = tex(self.value, self.digits)
        if how and (text.startswith("-") or (how != "-" and "^" in text)):
            text = f"({text})"
        if how == "^2":
            text += "^2"
        return term(self.key, text) if self.key else text


class FormattedCalculation:
    """Values with as many digits as reproduce the result; `str` returns = or ≈.

    Parameters
    ----------
    result : array_like
        The exact result.
    formula : callable
        Takes the values, rounded, and returns their result.
    least_digits : int
        The least number of digits.
    **values : array_like
        The values; each becomes an attribute, a `FormulaNumber` marked with its name
        as its key, or unmarked if the name begins with "_".

    Attributes
    ----------
    result : array_like
        The exact result.
    digits : int
        The number of digits of the values.
    sign : str
        "=", or LaTeX for ≈ if even ten digits do not reproduce the result.
    """

    def __init__(
        self,
        result: ArrayLike,
        formula: Callable[..., ArrayLike],
        *,
        least_digits: int = DIGITS,
        **values: ArrayLike,
    ) -> None:
        self.result = result
        self.digits, self.sign = choose_digits(
            result, formula, *values.values(), digits=least_digits
        )
        for name, value in values.items():
            key = "" if name.startswith("_") else name
            vars(self)[name] = FormulaNumber(key, value, self.digits)

    def __getattr__(self, name: str) -> FormulaNumber:
        raise AttributeError(name)

    def __str__(self) -> str:
        return self.sign

    @property
    def approximation(self) -> str:
        """The sign ≈ and the result; empty if the digits reproduce it exactly."""
        return "" if self.sign == "=" else f" {self.sign} {tex(self.result)}"
