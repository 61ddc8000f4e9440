"""The grip that the keyboard moves."""

from playground.app.session import Session
from playground.scene.params import Grip


def next_grip(session: Session, direction: int) -> None:
    """Select the next grip, or the one before."""
    grips, own = [(g.name, g.index) for g in session.grips(1.0)], session.opened
    if not grips:
        return
    if own.grip in grips:
        own.grip = grips[(grips.index(own.grip) + direction) % len(grips)]
    else:
        own.grip = grips[0 if direction > 0 else -1]


def selected(session: Session, pixel: float) -> Grip | None:
    """Return the selected grip, or None."""
    chosen, grips = session.opened.grip, session.grips(pixel)
    return next((g for g in grips if (g.name, g.index) == chosen), None)
