"""What there is to draw of a study."""

from collections.abc import Mapping
from types import MappingProxyType

from playground.scene.drawlist import DrawList
from playground.study.shown import Page
from playground.study.study import Study

_NOTHING: Mapping[str, float] = MappingProxyType({})


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
        hidden = study.steps[step - 1].hides
        shown = shown.upto(step).without(hidden).arriving(step, arrived)
    return shown.lit(glow) if glow else shown
