"""Something that can be done: its keys, its button, and when it can be."""

from collections.abc import Callable
from functools import cached_property, partial
from operator import not_, truth
from typing import Any, Concatenate, ParamSpec, Protocol

from pyglet.window import key

from playground.gui.view_state import WindowRequest, WindowView
from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.session.lesson.open_lesson import OpenLesson
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.texts import ViewFacts, view_facts
from playground.session.view.pointer_controls import Controls
from playground.session.view_model import SceneView
from playground.session.view_options import Page

CTRL = key.MOD_CTRL | key.MOD_COMMAND


@dataclass(frozen=True)
class Key:
    """A key with its modifiers; `shift` None stands for with and without."""

    symbol: int
    name: str
    ctrl: bool = False
    shift: bool | None = None

    def matches(self, symbol: int, modifiers: int) -> bool:
        """Return whether a press is of this key."""
        ctrl, shift = bool(modifiers & CTRL), bool(modifiers & key.MOD_SHIFT)
        held = self.shift is None or self.shift == shift
        return self.symbol == symbol and self.ctrl == ctrl and held


# What a name of a key means that is not its own, and how some are told.
_KEY_SYMBOLS = {
    "plus": ("PLUS", "EQUAL", "NUM_ADD"), "minus": ("MINUS", "NUM_SUBTRACT"),
    "0": ("_0", "NUM_0"), "Enter": ("RETURN", "ENTER"), "Esc": ("ESCAPE",),
    "Page Up": ("PAGEUP",), "Page Down": ("PAGEDOWN",), ",": ("COMMA",),
    ".": ("PERIOD",), "?": ("QUESTION",),
}  # fmt: skip
_KEY_LABELS: dict[str, str] = {
    told: told
    for told in (
        message("Space", about="key"),
        message("Left", about="key"),
        message("Right", about="key"),
    )
}


def parse_keys(*names: str, shift: bool | None = None) -> tuple[Key, ...]:
    """Return keys by their names: "Ctrl+Shift+Z"; `shift` False is without it alone."""
    keys = []
    for name in names:
        *held, last = name.split("+")
        own = f"_{last}" if last.isdigit() else last.upper()
        for symbol in _KEY_SYMBOLS.get(last, (own,)):
            with_shift = True if "Shift" in held else shift
            told = _KEY_LABELS.get(name, name)
            keys.append(Key(getattr(key, symbol), told, "Ctrl" in held, with_shift))
        if last == "?":
            keys.append(Key(key.SLASH, name, shift=True))
    return tuple(keys)


@dataclass(frozen=True)
class CommandContext:
    """What a command or a panel looks at."""

    study: SceneView
    facts: ViewFacts
    window_view: WindowView

    @property
    def simple(self) -> bool:
        """Whether there is the figure without its panels."""
        return is_simple(self.window_view, self.study, self.facts.lesson)


def is_simple(
    window_view: WindowView, study: SceneView, walk: OpenLesson[OpenScene] | None
) -> bool:
    """Return whether there is the figure without its panels.

    In simple mode too another page than the first has its panel, and a lesson has what
    its stops show.
    """
    return window_view.simple and study.page is Page.EXPLORE and walk is None


def command_context(session: Session, window_view: WindowView) -> CommandContext:
    """Return what there is to look at now."""
    return CommandContext(session.scene_view, view_facts(session), window_view)


Action = Callable[[Session, Controls, WindowView], object]


@with_texts("title", "word")
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
    is_enabled : callable
        Whether it can be done now; its button is dimmed where not.
    is_available : callable
        Whether there is anything to do it to; without it there is no button.
    is_checked : callable
        Whether what it switches is on.
    icon : str or callable
        The sign on its button.
    word : str
        What a button says that has room for a word.
    reason : callable
        Why it cannot be done, where it cannot.
    """

    title: str
    act: Action
    keys: tuple[Key, ...] = ()
    # Always and never: what is looked at is there.
    is_enabled: Callable[[CommandContext], bool] = truth
    is_available: Callable[[CommandContext], bool] = truth
    is_checked: Callable[[CommandContext], bool] = not_
    icon: str | Callable[[CommandContext], str] = ""
    word: str = ""
    reason: Callable[[CommandContext], str] = lambda _: ""

    def current_icon(self, seen: CommandContext) -> str:
        """Return the icon of its button as it is now; "" for none."""
        return self.icon if isinstance(self.icon, str) else self.icon(seen)

    @cached_property
    def help(self) -> str:
        """The title with its key."""
        if not self.keys:
            return self.title
        return message("{title} ({key})", title=self.title, key=self.keys[0].name)


def window_request(request: WindowRequest) -> Action:
    """Return what asks the window to do what only it can."""

    def act(s: Session, c: Controls, w: WindowView) -> None:
        w.request = request

    return act


# ----------------------------------------------------------------------------
# What panels ask to be done: it is, in its order, once all of them are drawn.
# ----------------------------------------------------------------------------


P = ParamSpec("P")


class EnqueueSessionCall(Protocol):
    """Has something done to the session: a function of it, with its arguments."""

    def __call__(
        self,
        function: Callable[Concatenate[Session, P], object],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> None:
        """Have it done later."""


class ActionQueue:
    """Gathers what panels ask for, so that all of them are drawn of the same."""

    def __init__(
        self, session: Session, controls: Controls, window_view: WindowView
    ) -> None:
        self._session, self._controls = session, controls
        self._window_view = window_view
        self._pending: list[Callable[[], object]] = []

    def enqueue(
        self,
        function: Callable[Concatenate[Session, P], object],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> None:
        """Have this done to the session."""
        self._pending.append(partial(function, self._session, *arguments, **named))

    def enqueue_action(self, act: Action) -> None:
        """Have that done which a command does."""
        self._pending.append(
            partial(act, self._session, self._controls, self._window_view)
        )

    def update_window_view(self, **changes: Any) -> None:
        """Have fields of the window's view changed, by name."""
        self._pending.append(partial(self._window_view.look, **changes))

    def run_pending(self) -> bool:
        """Do what was asked for; return whether anything was."""
        asked, self._pending = self._pending, []
        for deed in asked:
            deed()
        return bool(asked)

    def clear(self) -> None:
        """Do nothing of what was asked for."""
        self._pending = []
