"""The keyboard: what keys and letters do to the panels and to the session."""

import math
from collections.abc import Callable
from functools import partial

from pyglet.window import key

from playground.gui.commands import focus, registry
from playground.gui.commands.command_types import command_context
from playground.gui.frame_scheduler import WindowComponent, WindowParts
from playground.gui.input.pointer import Pointer
from playground.session import step_navigation

# With one of these held a letter is a command, not an axis.
_COMMAND_MODIFIERS = key.MOD_CTRL | key.MOD_COMMAND | key.MOD_ALT
# What may be meant as text, and for so many seconds after some is: who types has not
# seen that the field is gone.
_LETTER_KEYS = range(key.SPACE, key.ASCIITILDE + 1)
_TYPING_PAUSE_DURATION_S = 0.5


class Keyboard(WindowComponent):
    """Acts on the keys of a window."""

    def __init__(self, parts: WindowParts, pointer: Pointer) -> None:
        super().__init__(parts)
        self._pointer, self._last_letter_at_s = pointer, -math.inf
        # Keys and letters for the field that finds things, until it listens.
        self._queued_input: list[Callable[[], None]] = []

    def key_down(self, symbol: int, modifiers: int) -> None:
        """Press a key."""
        self._pointer.flush_moves()
        self._session.begin_gesture()
        gui, controls = self._main_view.gui, self._main_view.controls
        now = command_context(self._session, self._main_view.window_view)
        panel = focus.find_focused_panel(now)
        steered = symbol in registry.navigation_keys(panel)
        if steered or not panel or symbol not in registry.PAGING_KEYS:
            self._queue_input(partial(gui.key, symbol, modifiers, True))
        # A tooltip would stay over what the keys show, until the mouse moves again.
        gui.pointer_leave()
        self._frame_scheduler.request_frames_after_key()
        window_view = self._main_view.window_view
        given_up = window_view.is_field_open and symbol == key.ESCAPE
        letter = symbol in _LETTER_KEYS and not modifiers & _COMMAND_MODIFIERS
        if self._is_field_or_list_open and not given_up:
            self._last_letter_at_s = (
                self._event_player.clock_seconds if letter else self._last_letter_at_s
            )
            return
        if (
            letter
            and self._event_player.clock_seconds - self._last_letter_at_s
            < _TYPING_PAUSE_DURATION_S
        ):
            return
        if symbol == key.ESCAPE and (
            controls.cancel_drag() or self._pointer.revert_drag()
        ):
            return
        if steered:
            return
        if symbol == key.SPACE:
            controls.space, self._pointer.is_space_used = True, False
        elif symbol in registry.AXES and not modifiers & _COMMAND_MODIFIERS:
            controls.axis = registry.AXES[symbol]
        else:
            found = registry.find_commands(symbol, modifiers)
            if act := next((c.act for c in found if c.is_enabled(now)), None):
                act(self._session, controls, window_view)

    def key_up(self, symbol: int, modifiers: int) -> None:
        """Let a key go."""
        self._pointer.flush_moves()
        gui, controls = self._main_view.gui, self._main_view.controls
        self._queue_input(partial(gui.key, symbol, modifiers, False))
        if symbol in (key.LSHIFT, key.RSHIFT):
            # What was pressed as "+" is let go as "=" now.
            self.release_all_keys()
        if symbol == key.SPACE and controls.space:
            controls.space = False
            if not self._pointer.is_space_used and not gui.has_text_focus:
                self._press_space()
        elif registry.AXES.get(symbol) == controls.axis:
            controls.axis = ""
        self._frame_scheduler.request_frames_after_key()

    def _press_space(self) -> None:
        """Play or pause; what is presented and has no time goes on."""
        session, window_view = self._session, self._main_view.window_view
        if window_view.presenting and not session.scene_view.has_timeline:
            registry.step_presentation(session, window_view, 1)
        else:
            registry.PLAY.act(session, self._main_view.controls, window_view)

    def type_text(self, text: str) -> None:
        """Type letters."""
        self._queue_input(partial(self._main_view.gui.text, text))
        self._frame_scheduler.request_frames_after_key()

    def press_arrow(self, motion: int, *, is_coarse: bool) -> None:
        """Nudge the selected handle, or step where there is nothing to nudge."""
        self._pointer.flush_moves()
        self._frame_scheduler.request_frames_after_key()
        session, window_view = self._session, self._main_view.window_view
        steered = focus.find_focused_panel(command_context(session, window_view))
        if self._is_field_or_list_open or steered or motion not in registry.ARROWS:
            return
        dx, dy = registry.ARROWS[motion]
        self._main_view.apply_layout(self._geometry.logical_size)
        # What is presented is gone through, but for what a quiz asks.
        if window_view.presenting and session.quiz is None:
            registry.step_presentation(session, window_view, dx - dy)
            return
        nudged = self._main_view.controls.nudge(dx, dy, coarse=is_coarse)
        if (
            dx
            and not nudged
            and registry.can_step_derivation(command_context(session, window_view))
        ):
            step_navigation.step_derivation(session, dx)

    def flush_input(self) -> None:
        """Tell ImGui what was typed for a field before that listened."""
        if not self._queued_input or not self._can_flush:
            return
        told, self._queued_input = self._queued_input, []
        for news in told:
            news()
            self._frame_scheduler.request_frames_after_key()

    def release_all_keys(self) -> None:
        """Let pyglet take the next press of any key for a press, not for its repeat."""
        getattr(self._window, "pressed_keys", set()).clear()

    def handle_focus_loss(self) -> None:
        """Hold nothing more: what is let go now, another window hears."""
        self._main_view.controls.axis = ""
        self._main_view.controls.space = False

    def _queue_input(self, news: Callable[[], None]) -> None:
        """Tell ImGui of a key or letter, when there is somebody to hear it."""
        self._queued_input.append(news)
        self.flush_input()

    @property
    def _can_flush(self) -> bool:
        """Whether what is typed goes where it is meant to."""
        return (
            self._main_view.gui.has_text_focus
            or not self._main_view.window_view.is_field_open
        )

    @property
    def _is_field_or_list_open(self) -> bool:
        """Whether keys are for a field or a list."""
        gui = self._main_view.gui
        return (
            gui.has_text_focus
            or gui.has_popup_open
            or self._main_view.window_view.is_field_open
        )
