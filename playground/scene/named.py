"""Which drawn records each symbol of a sentence stands for."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from playground.scene import terms
from playground.scene.derivation import Step
from playground.scene.drawlist import DrawList
from playground.scene.notation import symbol

# What is more than a number or a point has this in it.
_MORE = re.compile(r"[^\d\s.,;()−+-]")
# And this is in no name of a symbol.
_DECIMAL = re.compile(r"\d\.\d")


def keys_of_symbols(
    picture: DrawList, steps: Sequence[Step], now: int | None
) -> Mapping[str, str]:
    """Return the keys of records by the names of the symbols that stand for them.

    Parameters
    ----------
    picture : DrawList
        Its labels name what they are beside.
    steps : sequence of Step
        The derivation, whose formulas mark what their terms stand for.
    now : int or None
        The step that is shown, from 1, or all of them: what is drawn later is not
        named yet.

    Examples
    --------
    >>> from playground.scene.mathtext import term
    >>> step = Step("Start", "A is given.", term("start", "A_0") + " = 1")
    >>> dict(keys_of_symbols(DrawList(), [step], None))
    {'A_0': 'start'}
    """
    drawn, last = _drawn(picture), len(steps) if now is None else now
    found: dict[str, str] = {}
    for step in steps[:now]:
        _add(found, step)
    return found | _keys(drawn, last)


def keys_at_each_step(
    picture: DrawList, steps: Sequence[Step]
) -> list[Mapping[str, str]]:
    """Return `keys_of_symbols` while each of the steps is shown in turn."""
    drawn = _drawn(picture)
    known: dict[str, str] = {}
    found: list[Mapping[str, str]] = []
    for now, step in enumerate(steps, 1):
        _add(known, step)
        found.append(known | _keys(drawn, now))
    return found


def _add(found: dict[str, str], step: Step) -> None:
    """Note what the formulas of a step mark; what was marked before stays."""
    for latex in (step.formula, step.numbers, step.result):
        for name, key in _symbols(latex):
            found.setdefault(name, key)


# A symbol beside a record, its key and the step that brings it.
_Drawn = tuple[str, str, int]


def _drawn(picture: DrawList) -> list[_Drawn]:
    """Return the symbols that are drawn, in their order."""
    # With a value it stands at one moment of several: t = 1, t = 2.
    return [
        (name, label.key, label.since)
        for label in picture.labels
        if label.key and (name := symbol(label.text))
    ]


def _keys(drawn: Sequence[_Drawn], now: int) -> dict[str, str]:
    return {name: key for name, key, since in drawn if since <= now}


# A page names the symbols of each step, and a step those of all before it.
@lru_cache(maxsize=1024)
def _symbols(latex: str) -> tuple[tuple[str, str], ...]:
    """Return the symbols that a formula marks, each with its key."""
    named = ((_symbol(part), key) for key, part in terms.parts(latex))
    return tuple((name, key) for name, key in named if name)


# Of formulas that differ in their numbers the symbols are the same.
@lru_cache(maxsize=1024)
def _symbol(part: str) -> str:
    if _DECIMAL.search(part) or not _MORE.search(part):
        return ""
    return symbol(terms.to_unicode(part))
