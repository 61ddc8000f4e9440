"""Which drawn records each symbol of a sentence stands for."""

from collections.abc import Mapping, Sequence

from playground.scene import terms
from playground.scene.derivation import Step
from playground.scene.drawlist import DrawList
from playground.scene.notation import symbol
from playground.scene.records import Label


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
            for key, part in terms.parts(latex):
                if name := symbol(terms.to_unicode(part)):
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
