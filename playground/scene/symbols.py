r"""The named quantities of a scene, and one of its states in plain numbers.

What a quantity is called in formulas, its colour, the step of the derivation that shows
it and the variables of the listing that hold it are told once, in a table:

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
    """A named quantity; as text it is its sign in a formula, marked.

    Attributes
    ----------
    role : Role
        The meaning whose colour it has.
    first_step : int
        The first step of the derivation that shows it.
    tex : str
        Its sign in formulas; by default its key.
    derivation : bool
        Whether it is drawn beside the derivation only.
    listing : str
        The listing's variables that stand for it, with blanks between them.
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
        """Return a value of it, as formulas mark it."""
        return term(self.key, tex(value, digits))

    def __call__(self, latex: str) -> str:
        """Return LaTeX of what it stands for, marked."""
        return term(self.key, latex)

    def style_primitives(self, *records: Primitive, **style: Any) -> list[Primitive]:
        """Give records its style, or other values that are named."""
        style = {**self._style, **style}
        return [record._copy_with(style) for record in records]

    @cached_property
    def _style(self) -> dict[str, Any]:
        return {
            "role": self.role,
            "key": self.key,
            "first_step": self.first_step,
            "derivation": self.derivation,
        }


class SymbolTable:
    """The names of a scene, each by its key."""

    def __init__(self, **names: Symbol) -> None:
        vars(self).update({k: replace(name, key=k) for k, name in names.items()})

    def __getattr__(self, key: str) -> Symbol:
        raise AttributeError(f"there is no name {key}", name=key)

    def __getitem__(self, key: str) -> Symbol:
        name: Symbol = vars(self)[key]
        return name

    @property
    def variables(self) -> dict[str, str]:
        """The keys by the listing's variables."""
        every = vars(self).values()
        return {part: name.key for name in every for part in name.listing.split()}


class ScalarAnswer:
    """An answer of one state: its fields as Python's own numbers and tuples."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def __getattr__(self, name: str) -> Any:
        value = np.asarray(getattr(self._answer, name)).tolist()
        value = tuple(value) if isinstance(value, list) else value
        vars(self)[name] = value
        return value


class ScalarState(Generic[P, R]):
    """One state in plain numbers: what picture, derivation and sentences speak of.

    A scene derives its own with properties, which stand in the places of its texts.
    """

    def __init__(self, p: P, e: R) -> None:
        self.p, self.answer, self.e = p, e, ScalarAnswer(e)

    @with_texts("template")
    def format_text(self, template: str) -> str:
        """Return a text whose places are filled with properties of this."""
        return fill_placeholders(template, self, format_number)


def fill_placeholders(
    template: str, source: Any, format_value: Callable[[Any], str]
) -> str:
    """Return a text with its places filled by attributes; one place alone is that."""
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
    """Return what makes something of a state, such as a view, the last not anew."""
    last: tuple[Any, Any, Any] = None, None, None

    def build_or_reuse(p: P, e: R) -> V:
        nonlocal last
        if last[0] is not p or last[1] is not e:
            last = p, e, view(p, e)
        found: V = last[2]
        return found

    return build_or_reuse


@dataclass(frozen=True)
class FormulaNumber:
    """A number in a formula: `{x}`, `{x:^2}` its square, `{x:()}` a factor.

    A negative number, or one with a power, is put in brackets there; by `{x:-}` only
    a negative one is.
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
    """Values written with the digits that give their result; as text, = or ≈.

    There are `least_digits` of them at least.
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
        """≈ and the result, or nothing where these digits give it exactly."""
        return "" if self.sign == "=" else f" {self.sign} {tex(self.result)}"
