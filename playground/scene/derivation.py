"""Derivations: steps of an argument with the current numbers."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Generic, TypeVar

from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene import formula_symbols
from playground.scene.draw_list import DrawList
from playground.scene.math_text import symbol_name, term
from playground.scene.params import Params
from playground.scene.refusal import refusal

P = TypeVar("P", bound=Params)
R = TypeVar("R")


@with_texts("title", "text", as_messages=False)
@dataclass(frozen=True)
class Step:
    r"""One step of the derivation.

    Attributes
    ----------
    title, text : str
        The step and its reason, in plain sentences.
    formula, numbers, result : str
        LaTeX: the statement in symbols, with the current numbers, and its result.
        `\term{key}{...}`, written by `term`, marks a part that stands for the
        primitives of that highlight key.
    keys : tuple of str
        The highlight keys that the step is about.
    time : float or None
        The time to which the step animates the figure; None for no animation.
    begins : float or None
        The time from which it does; None for the present one.
    hides : tuple of str
        Highlight keys that the step hides in the figure.
    plots : bool
        Whether the curve is shown from this step on, without its roots. By default it
        comes with the answer.

    Raises
    ------
    ValueError
        The braces of the LaTeX do not match.

    Examples
    --------
    >>> step = Step("Compare", "P is near.", r"|P| \le r", rf"{tex(0.5)} \le 2")
    >>> print(step.numbers)
    0.5 \le 2
    """

    title: str
    text: str
    formula: str
    numbers: str = ""
    result: str = ""
    keys: tuple[str, ...] = ()
    time: float | None = None
    begins: float | None = None
    hides: tuple[str, ...] = ()
    plots: bool = False

    def __post_init__(self) -> None:
        for part in ("formula", "numbers", "result"):
            if fault := _find_brace_fault(getattr(self, part)):
                raise refusal(
                    "the step {title!r}: in its {part} {fault}",
                    title=self.title,
                    part=part,
                    fault=fault,
                )


_SIGN = re.compile(r"\\.|[{}]", re.DOTALL)


# Restyled copies of a step have the same formulas.
@lru_cache(maxsize=1024)
def _find_brace_fault(latex: str) -> str:
    """Return a message about unmatched braces, or ""; escaped braces are ignored."""
    open_at = []
    for sign in _SIGN.finditer(latex):
        if sign[0] == "{":
            open_at.append(sign.start())
        elif sign[0] == "}" and not open_at:
            end = latex[: sign.end()][-24:]
            return message("a brace closes nothing: {latex}", latex=end)
        elif sign[0] == "}":
            open_at.pop()
    if not open_at:
        return ""
    return message("a brace is not closed: {latex}", latex=latex[open_at[-1] :][:24])


@dataclass(frozen=True)
class Derivation(Generic[P, R]):
    """The steps of the argument for one answer, from the question to the result.

    `steps` takes params and result of a single state and returns a list of `Step`.
    """

    steps: Callable[[P, R], list[Step]]


def mark_drawn_symbols(steps: Sequence[Step], picture: DrawList) -> list[Step]:
    """Return the steps with marks only on symbols already drawn at that step.

    It is for derivations with quantities that are not always drawn.
    """
    since: dict[str, int] = {}
    for view in picture.self_and_views:
        for record in view.primitives:
            since[record.key] = min(
                since.get(record.key, record.first_step), record.first_step
            )
    return [_mark_step(step, since, number) for number, step in enumerate(steps, 1)]


def _mark_step(step: Step, since: Mapping[str, int], number: int) -> Step:
    def mark(key: str, part: str) -> str:
        return term(key, part) if since.get(key, number + 1) <= number else part

    formula, numbers, result = (
        formula_symbols.replace_symbols(latex, mark)
        for latex in (step.formula, step.numbers, step.result)
    )
    return replace(step, formula=formula, numbers=numbers, result=result)


# ----------------------------------------------------------------------------
# Highlight keys of the symbols in sentences.
# ----------------------------------------------------------------------------


# Present in anything but a number or a point.
_NON_NUMBER = re.compile(r"[^\d\s.,;()−+-]")
# Absent from the names of symbols.
_DECIMAL = re.compile(r"\d\.\d")


def map_symbols_to_keys(
    picture: DrawList, steps: Sequence[Step], last_step: int | None
) -> Mapping[str, str]:
    """Return the highlight keys of symbols, by their names.

    Parameters
    ----------
    picture : DrawList
        The figure, whose labels name what they are next to.
    steps : sequence of Step
        The derivation, whose formulas mark their symbols.
    last_step : int or None
        The current step, from 1, or None for all; symbols drawn later are left out.

    Examples
    --------
    >>> from playground.scene.math_text import term
    >>> step = Step("Start", "A is given.", term("start", "A_0") + " = 1")
    >>> dict(map_symbols_to_keys(DrawList(), [step], None))
    {'A_0': 'start'}
    """
    keys: dict[str, str] = {}
    for step in steps[:last_step]:
        for latex in (step.formula, step.numbers, step.result):
            for name, key in _list_formula_symbols(latex):
                keys.setdefault(name, key)
    last = len(steps) if last_step is None else last_step
    # A label with a value shows one moment of several: t = 1, t = 2.
    return keys | {
        name: label.key
        for label in picture.labels
        if label.key and label.first_step <= last and (name := symbol_name(label.text))
    }


def map_symbols_at_each_step(
    picture: DrawList, steps: Sequence[Step]
) -> list[Mapping[str, str]]:
    """Return `map_symbols_to_keys` for each step."""
    numbers = range(1, len(steps) + 1)
    return [map_symbols_to_keys(picture, steps, number) for number in numbers]


# Pages list the symbols of each step and of all steps before it.
@lru_cache(maxsize=1024)
def _list_formula_symbols(latex: str) -> tuple[tuple[str, str], ...]:
    """Return the symbols that a formula marks, each with its key."""
    names = (
        (_formula_symbol(part), key)
        for key, part in formula_symbols.list_symbols(latex)
    )
    return tuple((name, key) for name, key in names if name)


# Formulas that differ only in their numbers have the same symbols.
@lru_cache(maxsize=1024)
def _formula_symbol(part: str) -> str:
    if _DECIMAL.search(part) or not _NON_NUMBER.search(part):
        return ""
    return symbol_name(formula_symbols.to_unicode(part))
