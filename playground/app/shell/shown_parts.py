"""What is on show and can be switched off, each by itself."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.app.panels.window_view import WindowView
from playground.language import message, with_texts
from playground.scene.loading import broken
from playground.study import left_scenes, lesson_walking, own_code
from playground.study.open_scene import OpenScene
from playground.study.session import Session
from playground.study.shown import Page


@dataclass(frozen=True)
class Part:
    """Something on show: its name, "" while it is not, and how it is switched off."""

    name: Callable[[Session, WindowView], str]
    off: Callable[[Session, WindowView], None]


@with_texts("name")
def _looked(name: str, field: str, off: object = False) -> Part:
    """Return what a field of `Showing` switches."""
    return Part(
        lambda s, w: "" if getattr(s.view, field) == off else name,
        lambda s, w: s.look(**{field: off}),
    )


@with_texts("name")
def _window(name: str, field: str, off: object = False) -> Part:
    """Return what a field of the window's view switches."""
    return Part(
        lambda s, w: "" if getattr(w, field) == off else name,
        lambda s, w: w.look(**{field: off}),
    )


def _page(session: Session, _: WindowView) -> str:
    page = session.view.page
    return "" if page is Page.EXPLORE else message("The page {page}", page=page)


def _whole(session: Session, _: WindowView) -> None:
    session.opened.step = None


def _let_go(session: Session, _: WindowView) -> None:
    session.opened.grip = None


PARTS = (
    _window("The page of keys", "keys"),
    _window("The palette", "finding"),
    _window("The field for a file", "choosing", None),
    _window("The choice of a film", "recording"),
    _looked("All numbers", "numbers"),
    _looked("The map", "map", None),
    Part(_page, lambda s, w: s.look(page=Page.EXPLORE)),
    _looked("The comparison", "compare"),
    _looked("The loupe", "loupe"),
    _looked("The curve", "curve"),
    _window("The panel's keyboard", "panel", ""),
    _window("The pen", "pen"),
    _window("What was drawn", "lines", ()),
    _window("Presenting", "presenting"),
    Part(
        lambda s, w: message("The lesson") if s.walk else "",
        lambda s, w: lesson_walking.close(s),
    ),
    Part(
        lambda s, w: message("The code") if s.all_opened[s.index].judged else "",
        lambda s, w: own_code.close_code(s),
    ),
    Part(lambda s, w: message("The step") if s.opened.step else "", _whole),
    Part(lambda s, w: message("The handle") if s.opened.grip else "", _let_go),
    Part(
        lambda s, w: message("The cameras") if s.opened.cameras else "",
        lambda s, w: s.opened.fit(),
    ),
)
"""What is least missed comes first."""


def shown(session: Session, window_view: WindowView) -> set[str]:
    """Return the names of the parts on show."""
    return {part.name(session, window_view) for part in PARTS} - {""}


def all_off(session: Session, window_view: WindowView) -> None:
    """Switch off all that can be."""
    for part in PARTS:
        if part.name(session, window_view):
            part.off(session, window_view)


def first_case(session: Session, window_view: WindowView) -> None:
    """Go to the scene's first case; undo goes back."""
    all_off(session, window_view)
    session.choose_case(session.scene.first_case())


def shut(session: Session, window_view: WindowView, why: str) -> None:
    """Shut the scene on show: in its place it is said why."""
    all_off(session, window_view)
    own = session.all_opened[session.index]
    left = left_scenes.left(session).get(own.scene.id)
    session.all_opened[session.index] = OpenScene(broken(own.scene.id, why), left=left)
