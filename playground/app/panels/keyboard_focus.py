"""The panels that the keyboard can go about in, and which of them it is in."""

from playground.app.panels.window_view import WindowView
from playground.study.session import Session


def panels(session: Session, window_view: WindowView) -> tuple[str, ...]:
    """Return those on show, in the keyboard's order."""
    presenting = window_view.presenting
    mapped = session.study.question is not None
    timed = session.study.timeline is not None
    curve = session.study.curve is not None
    there = {
        "inspector": not presenting,
        "lesson": session.walk is not None and not presenting,
        "caption": session.walk is not None and presenting,
        "legend": mapped,
        "curve": session.view.curve and curve and not (mapped or presenting),
        "transport": timed and not presenting,
        "scenes": not presenting,
    }
    return tuple(name for name, shown in there.items() if shown)


def panel(session: Session, window_view: WindowView) -> str:
    """Return the panel that has the keyboard: the one wanted, if it is there."""
    wanted = window_view.panel
    return wanted if wanted and wanted in panels(session, window_view) else ""


def next_panel(session: Session, window_view: WindowView, way: int) -> None:
    """Give the keyboard to the next panel, and after the last to the picture."""
    every = ("", *panels(session, window_view))
    at = every.index(panel(session, window_view)) + way
    window_view.panel = every[at % len(every)]
