"""Keyboard input: shortcuts, typed text and nudging of handles."""

import math
from collections.abc import Callable
from functools import partial

from pyglet.window import key

from playground.gui.commands import actions, availability, focus, registry
from playground.gui.commands.command_types import command_context
from playground.gui.frame_scheduler import WindowComponent, WindowParts
from playground.gui.input.pointer import Pointer
from playground.session import step_navigation

# With these modifiers a letter is a shortcut, not an axis.
_COMMAND_MODIFIERS = key.MOD_CTRL | key.MOD_COMMAND | key.MOD_ALT
# Keys of letters, ignored shortly after typing in a field: users may type on before
# they notice that the field has closed.
_LETTER_KEYS = range(key.SPACE, key.ASCIITILDE + 1)
_TYPING_PAUSE_DURATION_S = 0.5


class Keyboard(WindowComponent):
    """Handler of a window's keys."""

    def __init__(self, parts: WindowParts, pointer: Pointer) -> None:
        super().__init__(parts)
        self._pointer, self._last_letter_at_s = pointer, -math.inf
        # Input for the command palette until its field has the focus.
        self._queued_input: list[Callable[[], None]] = []

    def key_down(self, symbol: int, modifiers: int) -> None:
        """Handle a press of a key; `symbol` and `modifiers` are pyglet's."""
        self._pointer.flush_moves()
        self._session.begin_gesture()
        gui, controls = self._main_view.gui, self._main_view.controls
        context = command_context(self._session, self._window_view)
        panel = focus.find_focused_panel(context)
        is_navigation = symbol in registry.navigation_keys(panel)
        if is_navigation or not panel or symbol not in registry.PAGING_KEYS:
            self._queue_input(partial(gui.key, symbol, modifiers, True))
        # A tooltip would stay over what the keys show, until the mouse moves again.
        gui.pointer_leave()
        self._frame_scheduler.request_frames_after_key()
        window_view = self._window_view
        given_up = window_view.is_field_open and symbol == key.ESCAPE
        letter = symbol in _LETTER_KEYS and not modifiers & _COMMAND_MODIFIERS
        now_s = self._event_player.clock_seconds
        if self._is_field_or_list_open and not given_up:
            self._last_letter_at_s = now_s if letter else self._last_letter_at_s
            return
        if letter and now_s - self._last_letter_at_s < _TYPING_PAUSE_DURATION_S:
            return
        if symbol == key.ESCAPE and (
            controls.cancel_drag() or self._pointer.revert_drag()
        ):
            return
        if is_navigation:
            return
        if symbol == key.SPACE:
            controls.space, self._pointer.is_space_used = True, False
        elif symbol in registry.AXES and not modifiers & _COMMAND_MODIFIERS:
            controls.axis = registry.AXES[symbol]
        else:
            commands = registry.find_commands(symbol, modifiers)
            if act := next((c.act for c in commands if c.is_enabled(context)), None):
                act(self._session, controls, window_view)

    def key_up(self, symbol: int, modifiers: int) -> None:
        """Handle the release of a key; `symbol` and `modifiers` are pyglet's."""
        self._pointer.flush_moves()
        gui, controls = self._main_view.gui, self._main_view.controls
        self._queue_input(partial(gui.key, symbol, modifiers, False))
        if symbol in (key.LSHIFT, key.RSHIFT):
            # Without Shift a key pressed as "+" is released as "=".
            self.release_all_keys()
        if symbol == key.SPACE and controls.space:
            controls.space = False
            if not self._pointer.is_space_used and not gui.has_text_focus:
                self._press_space()
        elif registry.AXES.get(symbol) == controls.axis:
            controls.axis = ""
        self._frame_scheduler.request_frames_after_key()

    def _press_space(self) -> None:
        """Play or pause; in a presentation without time, go to the next step."""
        session, window_view = self._session, self._window_view
        if window_view.presenting and not session.scene_view.has_timeline:
            actions.step_presentation(session, window_view, 1)
        else:
            registry.PLAY.act(session, self._main_view.controls, window_view)

    def type_text(self, text: str) -> None:
        """Handle typed characters."""
        self._queue_input(partial(self._main_view.gui.text, text))
        self._frame_scheduler.request_frames_after_key()

    def press_arrow(self, motion: int, *, is_coarse: bool) -> None:
        """Nudge the selected handle, or step through the derivation or presentation.

        `motion` is pyglet's symbol of an arrow key; other keys do nothing.
        """
        self._pointer.flush_moves()
        self._frame_scheduler.request_frames_after_key()
        session, window_view = self._session, self._window_view
        panel = focus.find_focused_panel(command_context(session, window_view))
        if self._is_field_or_list_open or panel or motion not in registry.ARROWS:
            return
        dx, dy = registry.ARROWS[motion]
        self._main_view.apply_layout(self._geometry.logical_size)
        # In a presentation arrows change steps, but a quiz's guess is nudged.
        if window_view.presenting and session.quiz is None:
            actions.step_presentation(session, window_view, dx - dy)
            return
        is_nudged = self._main_view.controls.nudge(dx, dy, coarse=is_coarse)
        if (
            dx
            and not is_nudged
            and availability.can_step_derivation(command_context(session, window_view))
        ):
            step_navigation.step_derivation(session, dx)

    def flush_input(self) -> None:
        """Forward queued input to ImGui if its field has the focus."""
        if not self._queued_input or not self._can_flush:
            return
        queued, self._queued_input = self._queued_input, []
        for news in queued:
            news()
            self._frame_scheduler.request_frames_after_key()

    def release_all_keys(self) -> None:
        """Forget pressed keys, as pyglet ignores repeated presses."""
        getattr(self._window, "pressed_keys", set()).clear()

    def handle_focus_loss(self) -> None:
        """Release held keys, whose release another window will receive."""
        self._main_view.controls.axis = ""
        self._main_view.controls.space = False

    def _queue_input(self, news: Callable[[], None]) -> None:
        """Queue input for ImGui, and forward it if possible."""
        self._queued_input.append(news)
        self.flush_input()

    @property
    def _can_flush(self) -> bool:
        """Whether no field is waiting for the focus."""
        view = self._main_view
        return view.gui.has_text_focus or not view.window_view.is_field_open

    @property
    def _is_field_or_list_open(self) -> bool:
        """Whether keys belong to a text field or a popup."""
        gui, is_field_open = (
            self._main_view.gui,
            self._window_view.is_field_open,
        )
        return gui.has_text_focus or gui.has_popup_open or is_field_open
