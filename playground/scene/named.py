"""Which drawn records each symbol of a sentence stands for."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from playground.scene import terms
from playground.scene.derivation import Step
from playground.scene.drawlist import DrawList
from playground.scene.notation import symbol
from playground.scene.records import Label

# What is more than a number or a point has this in it.
_MORE = re.compile(r"[^\d\s.,;()−+-]")


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
    found: dict[str, str] = {}
    for step in steps[:now]:
        for latex in (step.formula, step.numbers, step.result):
            for name, key in _symbols(latex):
                found.setdefault(name, key)
    last = len(steps) if now is None else now
    for view in picture.all_views:
        for record in view.records:
            if not isinstance(record, Label) or record.since > last:
                continue
            # With a value it stands at one moment of several: t = 1, t = 2.
            if record.key and (name := symbol(record.text)):
                found[name] = record.key
    return found


# A page names the symbols of each step, and a step those of all before it.
@lru_cache(maxsize=1024)
def _symbols(latex: str) -> tuple[tuple[str, str], ...]:
    """Return the symbols that a formula marks, each with its key."""
    named = ((_symbol(part), key) for key, part in terms.parts(latex))
    return tuple((name, key) for name, key in named if name)


# Of formulas that differ in their numbers the symbols are the same.
@lru_cache(maxsize=1024)
def _symbol(part: str) -> str:
    return symbol(terms.to_unicode(part)) if _MORE.search(part) else ""
