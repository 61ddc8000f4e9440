"""The keyboard: one table of what each key does, which the help page shows too."""

from collections.abc import Callable
from dataclasses import dataclass

from pyglet.window import key

from playground.app import asking
from playground.app.controls import Controls
from playground.app.session import Session

CTRL = key.MOD_CTRL | key.MOD_COMMAND


@dataclass(frozen=True)
class Binding:
    """A key with its modifiers (None: any), its name on screen, and what it does."""

    symbol: int
    name: str
    does: str
    act: Callable[[Session, Controls], object]
    ctrl: bool = False
    shift: bool | None = None


BINDINGS = (
    Binding(key.SPACE, "Space", "Play or pause", lambda s, c: s.toggle_playing()),
    Binding(key.COMMA, ",", "Time one stop back", lambda s, c: s.step_time(-1)),
    Binding(key.PERIOD, ".", "Time one stop on", lambda s, c: s.step_time(1)),
    Binding(key.L, "L", "Loop on or off", lambda s, c: _toggle_loop(s)),
    Binding(key.TAB, "Tab", "Select the next handle",
            lambda s, c: s.next_grip(1), shift=False),
    Binding(key.TAB, "Shift+Tab", "Select the handle before",
            lambda s, c: s.next_grip(-1), shift=True),
    Binding(key.R, "R", "Reset to the case", lambda s, c: s.reset()),
    Binding(key.F, "F", "Fit the view", lambda s, c: s.fit()),
    Binding(key.G, "G", "The next map, or none",
            lambda s, c: s.next_map()),
    Binding(key._1, "1", "Look from the front (3D)", lambda s, c: c.face("front")),
    Binding(key._3, "3", "Look from the right (3D)", lambda s, c: c.face("right")),
    Binding(key._7, "7", "Look from the top (3D)", lambda s, c: c.face("top")),
    Binding(key.HOME, "Home", "First step of the derivation",
            lambda s, c: s.step_derivation(-99)),
    Binding(key.END, "End", "Show the whole derivation", lambda s, c: _all_steps(s)),
    Binding(key.PAGEUP, "Page Up", "Scene before", lambda s, c: _scene(s, -1)),
    Binding(key.PAGEDOWN, "Page Down", "Next scene", lambda s, c: _scene(s, 1)),
    Binding(key.H, "H, M", "Predict a hit, a miss", lambda s, c: asking.say(s, True)),
    Binding(key.M, "", "", lambda s, c: asking.say(s, False)),
    Binding(key.RETURN, "Enter", "Reveal; next question (or N)",
            lambda s, c: asking.enter(s)),
    Binding(key.ENTER, "", "", lambda s, c: asking.enter(s)),
    Binding(key.N, "", "", lambda s, c: asking.proceed(s)),
    Binding(key.Z, "Ctrl+Z", "Undo", lambda s, c: s.undo(), ctrl=True, shift=False),
    Binding(key.Z, "Ctrl+Shift+Z", "Redo",
            lambda s, c: s.redo(), ctrl=True, shift=True),
    Binding(key.Y, "Ctrl+Y", "Redo", lambda s, c: s.redo(), ctrl=True),
    Binding(key.C, "Ctrl+C", "Copy the state as JSON",
            lambda s, c: _ask(s, "copy"), ctrl=True),
    Binding(key.V, "Ctrl+V", "Open a copied state",
            lambda s, c: _ask(s, "paste"), ctrl=True),
    Binding(key.T, "Ctrl+T", "Light or dark theme",
            lambda s, c: _toggle_theme(s), ctrl=True),
    Binding(key.F12, "F12", "Save a picture", lambda s, c: _ask(s, "picture")),
    Binding(key.F1, "F1", "Show or hide this page", lambda s, c: _toggle_keys(s)),
    Binding(key.QUESTION, "?", "Show or hide this page", lambda s, c: _toggle_keys(s)),
    Binding(key.SLASH, "", "", lambda s, c: _toggle_keys(s), shift=True),
    Binding(key.ESCAPE, "Esc", "Close this page, let go of a handle",
            lambda s, c: _let_go(s)),
    Binding(key.Q, "Ctrl+Q", "Quit", lambda s, c: _ask(s, "quit"), ctrl=True),
)  # fmt: skip

ARROWS = {
    key.LEFT: (-1, 0),
    key.RIGHT: (1, 0),
    key.UP: (0, 1),
    key.DOWN: (0, -1),
}
AXES = {key.X: "x", key.Y: "y", key.Z: "z"}

MOUSE = (
    ("Drag a handle or a shape", "Move, resize or turn it"),
    ("Shift while dragging", "Snap to the grid, angles to 15°"),
    ("X, Y or Z while dragging", "Keep to that axis (3D)"),
    ("Arrow keys", "Nudge the selected handle; Shift for more"),
    ("Left, Right", "Step the derivation when no handle is selected"),
    ("Wheel", "Zoom about the pointer"),
    ("Middle drag, Space + drag", "Pan"),
    ("Drag on empty space", "Pan; orbit in 3D"),
    ("Double click a number", "Type it"),
)


def find(symbol: int, modifiers: int) -> Binding | None:
    """Return what a key press means, or None."""
    ctrl, shift = bool(modifiers & CTRL), bool(modifiers & key.MOD_SHIFT)
    return next(
        (
            b
            for b in BINDINGS
            if b.symbol == symbol
            and b.ctrl == ctrl
            and (b.shift is None or b.shift == shift)
        ),
        None,
    )


def _toggle_loop(session: Session) -> None:
    session.loop = not session.loop


def _all_steps(session: Session) -> None:
    session.desk.step = None


def _scene(session: Session, direction: int) -> None:
    session.open((session.index + direction) % len(session.desks))


def _toggle_theme(session: Session) -> None:
    session.theme = "light" if session.theme == "dark" else "dark"


def _toggle_keys(session: Session) -> None:
    session.show_keys = not session.show_keys


def _let_go(session: Session) -> None:
    if session.show_keys:
        session.show_keys = False
    else:
        session.desk.grip = None


def _ask(session: Session, request: str) -> None:
    session.request = request
