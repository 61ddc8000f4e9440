"""A command: what can be done, by which keys, and its button."""

from collections.abc import Callable
from dataclasses import dataclass

from pyglet.window import key

from playground.app.canvas.mouse import Controls
from playground.app.panels.window_view import WindowRequest, WindowView
from playground.study.session import Session

CTRL = key.MOD_CTRL | key.MOD_COMMAND


@dataclass(frozen=True)
class Key:
    """A key with its modifiers; `shift` None stands for with and without."""

    symbol: int
    name: str
    ctrl: bool = False
    shift: bool | None = None

    def meant(self, symbol: int, modifiers: int) -> bool:
        """Return whether a press is of this key."""
        ctrl, shift = bool(modifiers & CTRL), bool(modifiers & key.MOD_SHIFT)
        held = self.shift is None or self.shift == shift
        return self.symbol == symbol and self.ctrl == ctrl and held


def _always(session: Session, window_view: WindowView) -> bool:
    return True


def _never(session: Session, window_view: WindowView) -> bool:
    return False


@dataclass(frozen=True)
class Command:
    """Something that can be done.

    Attributes
    ----------
    title : str
        What it does, in a few words.
    act : callable
        Does it.
    keys : tuple of Key
        The first is the one that is shown.
    can : callable
        Whether it can be done now; its button is dimmed where not.
    there : callable
        Whether there is anything to do it to; without it there is no button.
    on : callable
        Whether what it switches is on.
    icon : str or callable
        The sign on its button.
    """

    title: str
    act: Callable[[Session, Controls, WindowView], object]
    keys: tuple[Key, ...] = ()
    can: Callable[[Session, WindowView], bool] = _always
    there: Callable[[Session, WindowView], bool] = _always
    on: Callable[[Session, WindowView], bool] = _never
    icon: str | Callable[[Session, WindowView], str] = ""

    @property
    def help(self) -> str:
        """The title with its key."""
        return f"{self.title} ({self.keys[0].name})" if self.keys else self.title

    def sign(self, session: Session, window_view: WindowView) -> str:
        """Return the sign on its button, now."""
        if isinstance(self.icon, str):
            return self.icon
        return self.icon(session, window_view)


def asks(request: WindowRequest) -> Callable[[Session, Controls, WindowView], None]:
    """Return what asks the window for something."""

    def act(s: Session, c: Controls, w: WindowView) -> None:
        w.request = request

    return act
