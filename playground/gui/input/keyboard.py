"""The keyboard: what keys and letters do to the panels and to the session."""

import math
from collections.abc import Callable
from functools import partial

from pyglet.window import Window, key

from playground.gui.commands import focus, registry
from playground.gui.commands.command import seen
from playground.gui.event_log import Tape
from playground.gui.frame_scheduler import Pace
from playground.gui.input.pointer import Pointer
from playground.gui.main_view import Frontend
from playground.gui.window_geometry import Measures
from playground.session import step_navigation
from playground.session.session import Session

# With one of these held a letter is a command, not an axis.
_COMMANDS = key.MOD_CTRL | key.MOD_COMMAND | key.MOD_ALT
# What may be meant as text, and for so many seconds after some is: who types has not
# seen that the field is gone.
_LETTERS = range(key.SPACE, key.ASCIITILDE + 1)
_TYPING = 0.5


class Keyboard:
    """Acts on the keys of a window."""

    def __init__(
        self,
        window: Window,
        session: Session,
        frontend: Frontend,
        tape: Tape,
        measures: Measures,
        pace: Pace,
        pointer: Pointer,
    ) -> None:
        self._window, self._session, self._frontend = window, session, frontend
        self._measures, self._pace, self._pointer = measures, pace, pointer
        self._tape, self._typed_at = tape, -math.inf
        # Keys and letters for the field that finds things, until it listens.
        self._early: list[Callable[[], None]] = []

    def press(self, symbol: int, modifiers: int) -> None:
        """Press a key."""
        self._pointer.follow()
        self._session.new_press()
        gui, controls = self._frontend.gui, self._frontend.controls
        now = seen(self._session, self._frontend.window_view)
        panel = focus.panel(now)
        steered = symbol in registry.steering(panel)
        if steered or not panel or symbol not in registry.PAGING:
            self._tell(partial(gui.key, symbol, modifiers, True))
        self._pace.refresh_after_key()
        window_view = self._frontend.window_view
        given_up = window_view.field_open and symbol == key.ESCAPE
        letter = symbol in _LETTERS and not modifiers & _COMMANDS
        if self._busy and not given_up:
            self._typed_at = self._tape.now if letter else self._typed_at
            return
        if letter and self._tape.now - self._typed_at < _TYPING:
            return
        if symbol == key.ESCAPE and (controls.give_back() or self._pointer.give_back()):
            return
        if steered:
            return
        if symbol == key.SPACE:
            controls.space, self._pointer.space_used = True, False
        elif symbol in registry.AXES and not modifiers & _COMMANDS:
            controls.axis = registry.AXES[symbol]
        elif (found := registry.find(symbol, modifiers)) and found.can(now):
            found.act(self._session, controls, window_view)

    def release(self, symbol: int, modifiers: int) -> None:
        """Let a key go."""
        self._pointer.follow()
        gui, controls = self._frontend.gui, self._frontend.controls
        self._tell(partial(gui.key, symbol, modifiers, False))
        if symbol in (key.LSHIFT, key.RSHIFT):
            # What was pressed as "+" is let go as "=" now.
            self.all_let_go()
        if symbol == key.SPACE and controls.space:
            controls.space = False
            if not self._pointer.space_used and not gui.typing:
                registry.PLAY.act(self._session, controls, self._frontend.window_view)
        elif registry.AXES.get(symbol) == controls.axis:
            controls.axis = ""
        self._pace.refresh_after_key()

    def type(self, text: str) -> None:
        """Type letters."""
        self._tell(partial(self._frontend.gui.text, text))
        self._pace.refresh_after_key()

    def arrow(self, motion: int, *, coarse: bool) -> None:
        """Nudge the selected handle, or step where there is nothing to nudge."""
        self._pointer.follow()
        self._pace.refresh_after_key()
        session, window_view = self._session, self._frontend.window_view
        steered = focus.panel(seen(session, window_view))
        if self._busy or steered or motion not in registry.ARROWS:
            return
        dx, dy = registry.ARROWS[motion]
        self._frontend.lay_out(self._measures.logical_size)
        # On a stage there are steps to go through, but for what a quiz asks.
        still = window_view.presenting and session.quiz is None
        nudged = not still and self._frontend.controls.nudge(dx, dy, coarse=coarse)
        if dx and not nudged and registry.steps(seen(session, window_view)):
            step_navigation.step_derivation(session, dx)

    def tell_early(self) -> None:
        """Tell ImGui what was typed for a field before that listened."""
        if not self._early or not self._listens:
            return
        told, self._early = self._early, []
        for news in told:
            news()
            self._pace.refresh_after_key()

    def all_let_go(self) -> None:
        """Let pyglet take the next press of any key for a press, not for its repeat."""
        getattr(self._window, "pressed_keys", set()).clear()

    def lost(self) -> None:
        """Hold nothing more: what is let go now, another window hears."""
        self._frontend.controls.axis = ""
        self._frontend.controls.space = False

    def _tell(self, news: Callable[[], None]) -> None:
        """Tell ImGui of a key or letter, when there is somebody to hear it."""
        self._early.append(news)
        self.tell_early()

    @property
    def _listens(self) -> bool:
        """Whether what is typed goes where it is meant to."""
        return self._frontend.gui.typing or not self._frontend.window_view.field_open

    @property
    def _busy(self) -> bool:
        """Whether keys are for a field or a list."""
        gui = self._frontend.gui
        return gui.typing or gui.popup_open or self._frontend.window_view.field_open
