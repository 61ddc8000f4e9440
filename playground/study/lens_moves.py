"""One number moved under the lens: by its last bit, or to the edge of the verdict."""

from playground.explore.curve import Axis
from playground.explore.lens import edge, stepped
from playground.language import message
from playground.scene.listing import Precision
from playground.study.session import Session


def choose(session: Session, axis: Axis) -> None:
    """Choose the number that is moved."""
    session.opened.bit = axis


def step(session: Session, axis: Axis, kind: Precision, direction: int) -> None:
    """Go to the next number of that kind: up for 1, down for -1."""
    session.edit(stepped(session.params, axis, kind, direction))


def go_to_edge(session: Session, axis: Axis) -> None:
    """Go to the last number that is a hit; a notice says that there is none."""
    session.notice = message("The verdict does not change along this number")
    found = session.tried(lambda: edge(session.scene, session.params, axis))
    if found:
        session.notice = ""
        session.edit(found)
