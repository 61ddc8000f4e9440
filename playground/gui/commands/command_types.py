"""Commands with their keys and conditions."""

from collections.abc import Callable
from functools import cached_property
from operator import not_, truth

from pyglet.window import key

from playground.gui.view_state import WindowRequest, WindowView
from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.session.lesson.open_lesson import OpenLesson
from playground.session.session import Session
from playground.session.view.pointer_controls import Controls
from playground.session.view_model import SceneView
from playground.session.view_options import Page

CTRL = key.MOD_CTRL | key.MOD_COMMAND


@dataclass(frozen=True)
class Key:
    """A key with its modifiers.

    Attributes
    ----------
    symbol : int
        The symbol in pyglet.
    name : str
        The name to display, with modifiers: "Ctrl+Z".
    ctrl : bool
        Whether Ctrl, or Command on macOS, is needed.
    shift : bool or None
        Whether Shift is needed; None matches with and without.
    """

    symbol: int
    name: str
    ctrl: bool = False
    shift: bool | None = None

    def matches(self, symbol: int, modifiers: int) -> bool:
        """Return whether a press with pyglet's symbol and modifiers is this key."""
        ctrl, shift = bool(modifiers & CTRL), bool(modifiers & key.MOD_SHIFT)
        shift_matches = self.shift is None or self.shift == shift
        return self.symbol == symbol and self.ctrl == ctrl and shift_matches


# pyglet's symbols for key names that differ, and names that are translated.
_KEY_SYMBOLS = {
    "plus": ("PLUS", "EQUAL", "NUM_ADD"), "minus": ("MINUS", "NUM_SUBTRACT"),
    "0": ("_0", "NUM_0"), "Enter": ("RETURN", "ENTER"), "Esc": ("ESCAPE",),
    "Page Up": ("PAGEUP",), "Page Down": ("PAGEDOWN",), ",": ("COMMA",),
    ".": ("PERIOD",), "?": ("QUESTION",),
}  # fmt: skip
_KEY_LABELS: dict[str, str] = {
    label: label
    for label in (
        message("Space", about="key"),
        message("Left", about="key"),
        message("Right", about="key"),
    )
}


def parse_keys(*names: str, shift: bool | None = None) -> tuple[Key, ...]:
    """Return the keys for names such as "Ctrl+Shift+Z".

    Parameters
    ----------
    *names : str
        Names of keys, with "Ctrl+" and "Shift+" before them.
    shift : bool or None
        Requirement for names without "Shift": False without Shift, None either way.

    Raises
    ------
    AttributeError
        pyglet has no key of this name.
    """
    keys = []
    for name in names:
        *held, last = name.split("+")
        symbol_name = f"_{last}" if last.isdigit() else last.upper()
        for symbol in _KEY_SYMBOLS.get(last, (symbol_name,)):
            with_shift = True if "Shift" in held else shift
            key_label = _KEY_LABELS.get(name, name)
            keys.append(
                Key(getattr(key, symbol), key_label, "Ctrl" in held, with_shift)
            )
        if last == "?":
            keys.append(Key(key.SLASH, name, shift=True))
    return tuple(keys)


@dataclass(frozen=True)
class CommandContext:
    """Current state: the input of conditions and panels, which only read it."""

    study: SceneView
    session: Session
    window_view: WindowView

    @property
    def simple(self) -> bool:
        """Whether the figure is shown without its panels."""
        return is_simple(self.window_view, self.study, self.session.lesson)


def is_simple(
    window_view: WindowView, study: SceneView, walk: OpenLesson | None
) -> bool:
    """Return whether the figure is shown without its panels.

    Even in simple mode, pages other than the first have their panel, and a lesson shows
    what its stops ask for.
    """
    return window_view.simple and study.page is Page.EXPLORE and walk is None


def command_context(session: Session, window_view: WindowView) -> CommandContext:
    """Return the current context."""
    return CommandContext(session.scene_view, session, window_view)


Action = Callable[[Session, Controls, WindowView], object]


@with_texts("title", "word")
@dataclass(frozen=True)
class Command:
    """A command of menus, keys, buttons and the palette.

    Attributes
    ----------
    title : str
        A short description.
    act : callable
        Runs it; takes the session, the controls and the window view.
    keys : tuple of Key
        Shortcuts; the first is displayed.
    is_enabled : callable
        Takes a CommandContext, as those below; returns whether it can run now,
        otherwise its button is dimmed.
    is_available : callable
        Whether it applies at all; otherwise it has no button.
    is_checked : callable
        Whether the option that it toggles is on.
    icon : str or callable
        Icon of its button, or a function that returns the current one; "" for none.
    word : str
        Label of a button with room for one word; "" for none.
    reason : callable
        Returns why it cannot run, if it cannot; "" for no reason.
    """

    title: str
    act: Action
    keys: tuple[Key, ...] = ()
    # `truth` is always true and `not_` never: a context is truthy.
    is_enabled: Callable[[CommandContext], bool] = truth
    is_available: Callable[[CommandContext], bool] = truth
    is_checked: Callable[[CommandContext], bool] = not_
    icon: str | Callable[[CommandContext], str] = ""
    word: str = ""
    reason: Callable[[CommandContext], str] = lambda _: ""

    def current_icon(self, seen: CommandContext) -> str:
        """Return the current icon of its button; "" for none."""
        return self.icon if isinstance(self.icon, str) else self.icon(seen)

    @cached_property
    def help(self) -> str:
        """The title with the first shortcut."""
        if not self.keys:
            return self.title
        return message("{title} ({key})", title=self.title, key=self.keys[0].name)


def window_request(request: WindowRequest) -> Action:
    """Return an action that sends a request to the window."""

    def act(s: Session, c: Controls, w: WindowView) -> None:
        w.request = request

    return act
