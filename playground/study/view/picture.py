"""What there is to draw of a study."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from playground.scene.drawlist import DrawList
from playground.scene.records import Label
from playground.study.shown import Page
from playground.study.study import Study

_NOTHING: Mapping[str, float] = MappingProxyType({})
NAMES = 5
"""So many names a step of the derivation has at most: more are not read."""


def picture(
    study: Study, arrived: float = 1.0, glow: Mapping[str, float] = _NOTHING
) -> DrawList:
    """Return what to draw now: of the whole what the step knows, and what is lit.

    Parameters
    ----------
    study
        What is on show.
    arrived
        The share of the step's own part that has come in.
    glow
        How far each key stands out that is pointed at, or was just now.
    """
    shown, step = study.compared_picture, study.wanted.step
    if study.page is not Page.DERIVATION or study.asking:
        shown = shown.plain(glow)
    elif step is not None and step <= len(study.steps):
        own = study.steps[step - 1]
        names = named(shown.labels, step, own.keys) | glow.keys()
        shown = shown.upto(step).without(own.hides).arriving(step, arrived)
        shown = shown.naming(names, 1.0 - arrived)
    return shown.lit(glow) if glow else shown


def named(labels: Sequence[Label], step: int, keys: Sequence[str]) -> set[str]:
    """Return the keys whose names a step shows: what it brings, then what it is about.

    What was named before fades to its points and lines.
    """
    names = [label for label in labels if label.since <= step]
    brought = [name.key for name in names if name.since == step]
    there = {name.key for name in names}
    every = dict.fromkeys([*brought, *[key for key in keys if key in there]])
    return {*[*every][:NAMES]}
