"""What there is to draw of a session."""

from collections.abc import Mapping
from types import MappingProxyType

from playground.scene.drawlist import DrawList
from playground.study.session import Session
from playground.study.shown import Page

_NOTHING: Mapping[str, float] = MappingProxyType({})


def whole(session: Session) -> DrawList:
    """Return all there is to draw: with the article's answer, if that is shown."""
    quiz = session.quiz
    shown = session.view.compare and not session.asking
    compared = quiz.question.of_article if quiz else shown
    if compared and session.moment.scene.listing:
        return session.moment.compared_picture(session.dtype)
    return session.moment.picture


def picture(
    session: Session, arrived: float = 1.0, glow: Mapping[str, float] = _NOTHING
) -> DrawList:
    """Return what to draw now: of the whole what the step knows, and what is lit.

    Parameters
    ----------
    session
        What is open.
    arrived
        The share of the step's own part that has come in.
    glow
        How far each key stands out that is pointed at, or was just now.
    """
    shown, moment = whole(session), session.moment
    if session.page is not Page.DERIVATION or session.asking:
        shown = shown.plain(glow)
    elif (step := session.opened.step) is not None and step <= len(moment.steps):
        hidden = moment.steps[step - 1].hides
        shown = shown.upto(step).without(hidden).arriving(step, arrived)
    return shown.lit(glow) if glow else shown
