"""The panels that the keyboard can go about in, and which of them it is in."""

from playground.app import charts
from playground.app.session import Session


def panels(session: Session) -> tuple[str, ...]:
    """Return those on show, in the keyboard's order."""
    presenting, mapped = session.view.presenting, charts.question(session) is not None
    timed = session.moment.timeline is not None
    curve = charts.curve(session) is not None
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


def panel(session: Session) -> str:
    """Return the panel that has the keyboard: the one wanted, if it is there."""
    wanted = session.view.panel
    return wanted if wanted and wanted in panels(session) else ""


def next_panel(session: Session, way: int) -> None:
    """Give the keyboard to the next panel, and after the last to the picture."""
    every = ("", *panels(session))
    at = every.index(panel(session)) + way
    session.look(panel=every[at % len(every)])
