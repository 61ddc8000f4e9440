"""What is on show and can be switched off, each by itself."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.app import leaving, opened_code, walking
from playground.app.opened import OpenScene
from playground.app.session import Session
from playground.app.view import Page
from playground.scene.loading import broken


@dataclass(frozen=True)
class Part:
    """Something on show: its name, "" while it is not, and how it is switched off."""

    name: Callable[[Session], str]
    off: Callable[[Session], None]


def _looked(name: str, field: str, off: object = False) -> Part:
    """Return what a field of the view switches."""
    return Part(
        lambda s: "" if getattr(s.view, field) == off else name,
        lambda s: s.look(**{field: off}),
    )


def _page(session: Session) -> str:
    page = session.view.page
    return "" if page is Page.EXPLORE else f"The page {page}"


def _whole(session: Session) -> None:
    session.opened.step = None


def _let_go(session: Session) -> None:
    session.opened.grip = None


PARTS = (
    _looked("The page of keys", "keys"),
    _looked("The palette", "finding"),
    _looked("The field for a file", "choosing", None),
    _looked("The choice of a film", "recording"),
    _looked("All numbers", "numbers"),
    _looked("The map", "map", None),
    Part(_page, lambda s: s.look(page=Page.EXPLORE)),
    _looked("The comparison", "compare"),
    _looked("The loupe", "loupe"),
    _looked("The curve", "curve"),
    _looked("The panel's keyboard", "panel", ""),
    _looked("Presenting", "presenting"),
    Part(lambda s: "The lesson" if s.walk else "", walking.close),
    Part(
        lambda s: "The code" if s.all_opened[s.index].judged else "",
        opened_code.close_code,
    ),
    Part(lambda s: "The step" if s.opened.step else "", _whole),
    Part(lambda s: "The handle" if s.opened.grip else "", _let_go),
    Part(lambda s: "The cameras" if s.opened.cameras else "", lambda s: s.opened.fit()),
)
"""What is least missed comes first."""


def shown(session: Session) -> set[str]:
    """Return the names of the parts on show."""
    return {part.name(session) for part in PARTS} - {""}


def all_off(session: Session) -> None:
    """Switch off all that can be."""
    for part in PARTS:
        if part.name(session):
            part.off(session)


def first_case(session: Session) -> None:
    """Go to the scene's first case; undo goes back."""
    all_off(session)
    session.choose_case(session.scene.first_case())


def shut(session: Session, why: str) -> None:
    """Shut the scene on show: in its place it is said why."""
    all_off(session)
    own = session.all_opened[session.index]
    left = leaving.left(session).get(own.scene.id)
    session.all_opened[session.index] = OpenScene(broken(own.scene.id, why), left=left)
