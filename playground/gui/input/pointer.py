"""Pointer input: mouse moves, buttons and the wheel, on panels and figure."""

from collections.abc import Callable
from dataclasses import replace

from pyglet.window import mouse

from playground.gui.event_log import HIDE_BAR
from playground.gui.frame_scheduler import WindowComponent, WindowParts
from playground.gui.imgui_backend import BUTTONS
from playground.gui.view_state import PenLine
from playground.quick_dataclass import dataclass

_TOOLTIP_DELAY_S = 0.5
# Time for which a presentation's bar stays after a mouse move.
_BAR_DURATION_S = 2.5


@dataclass(frozen=True)
class PointerMove:
    """Coalesced mouse moves since the last frame.

    Attributes
    ----------
    at : tuple of float
        Position in logical pixels.
    dx, dy : float
        Distance moved in logical pixels.
    is_button_down : bool
        Whether a mouse button is pressed.
    snap : bool
        Whether Shift is pressed.
    """

    at: tuple[float, float]
    dx: float = 0.0
    dy: float = 0.0
    is_button_down: bool = False
    snap: bool = False

    def accumulate(self, before: "PointerMove") -> "PointerMove":
        """Return this move merged with an earlier one, with summed distances."""
        return replace(self, dx=before.dx + self.dx, dy=before.dy + self.dy)


class Pointer(WindowComponent):
    """Handler of the mouse in a window; positions are in logical pixels.

    There are far more mouse moves than frames, so they are coalesced until the next
    frame or another event (`flush_moves`).

    Attributes
    ----------
    is_space_used : bool
        Whether a button was pressed while the space bar is held.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts)
        self._queued_move: PointerMove | None = None
        self._is_drawing = False
        # Restores the state before the press in a panel.
        self._revert_press: Callable[[], None] | None = None
        self.is_space_used = False

    def coalesce_moves(self, moves: PointerMove) -> None:
        """Merge a move into the queued one; a pen line gets each move at once."""
        if self._is_drawing and moves.is_button_down:
            self._extend_pen_line(moves.at)
            return
        last_move = self._queued_move
        if last_move and last_move.is_button_down is not moves.is_button_down:
            self.flush_moves()
            last_move = None
        self._queued_move = moves.accumulate(last_move) if last_move else moves
        self._frame_scheduler.request_frames()

    def discard_moves(self) -> None:
        """Drop the queued move."""
        self._queued_move = None

    def flush_moves(self) -> None:
        """Handle the queued move, if there is one."""
        moves, self._queued_move = self._queued_move, None
        if moves is None:
            return
        self._main_view.gui.pointer(*moves.at)
        controls = self._main_view.controls
        if moves.is_button_down:
            self._main_view.apply_layout(self._geometry.logical_size)
            controls.pointer_drag(*moves.at, moves.dx, moves.dy, snap=moves.snap)
            return
        if self._is_on_canvas(*moves.at) and not self._is_pen_active:
            controls.pointer_move(*moves.at)
        else:
            controls.pointer_leave()
        self._update_cursor()
        self._show_bar()
        self._schedule.cancel(self._show_tooltip)
        self._schedule.call_once(self._show_tooltip, _TOOLTIP_DELAY_S)

    def _show_bar(self) -> None:
        """Show a presentation's bar for a while, but not with the pen."""
        view = self._window_view
        if view.presenting and not view.pen:
            view.look(has_bar=True)
            self._schedule.cancel(self._time_out_bar)
            self._schedule.call_once(self._time_out_bar, _BAR_DURATION_S)

    def _time_out_bar(self, _elapsed: float) -> None:
        """Hide the bar, unless the mouse is on it or a popup is open."""
        if self._main_view.is_bar_used:
            self._show_bar()
        elif self._event_player.record_event(HIDE_BAR):
            self.hide_bar()

    def hide_bar(self) -> None:
        """Hide the bar of a presentation."""
        self._window_view.look(has_bar=False)
        self._frame_scheduler.request_frames()

    def _show_tooltip(self, _elapsed: float) -> None:
        """Request a frame for a tooltip, which waits for the mouse to rest."""
        self._frame_scheduler.request_frames()

    def pointer_down(self, at: tuple[float, float], button: int) -> None:
        """Handle a press of a pyglet mouse button at a position in px."""
        self.flush_moves()
        view = self._window_view
        if view.is_black:
            # The press only ends the black screen, as its target is invisible.
            view.look(is_black=False)
            self._frame_scheduler.request_frames()
            return
        self._session.begin_gesture()
        gui, controls = self._main_view.gui, self._main_view.controls
        gui.pointer(*at)
        if button == mouse.LEFT and self._is_pen_active and self._is_uncovered(*at):
            self._is_drawing = True
            self._extend_pen_line(at, is_new_line=True)
            return
        gui.button(button, True)
        # A click takes the keyboard focus from the panel.
        self._window_view.look(panel="")
        if self._is_on_canvas(*at) and button in BUTTONS:
            self.is_space_used = controls.space
            controls.pointer_down(
                *at, pan=button != mouse.LEFT, menu=button == mouse.RIGHT
            )
        else:
            self._revert_press = self._capture_state()
        self._update_cursor()
        self._frame_scheduler.request_frames()

    def pointer_up(self, at: tuple[float, float], button: int) -> None:
        """Handle the release of a pyglet mouse button at a position in px."""
        self.flush_moves()
        gui, controls = self._main_view.gui, self._main_view.controls
        gui.pointer(*at)
        if self._is_drawing and button == mouse.LEFT:
            self._extend_pen_line(at)
            self._is_drawing = False
            return
        self._revert_press = None
        gui.button(button, False)
        controls.pointer_up()
        if self._is_on_canvas(*at):
            controls.pointer_move(*at)
        self._update_cursor()
        self._frame_scheduler.request_frames()

    def revert_drag(self) -> bool:
        """Undo a drag in a panel that is in progress; return whether there was one."""
        back, self._revert_press = self._revert_press, None
        if back is None:
            return False
        self._main_view.release_panel_drag()
        back()
        return True

    def _capture_state(self) -> Callable[[], None]:
        """Return a function that restores the current params and panel sizes."""
        session, view = self._session, self._window_view
        opened = session.open_scene
        sizes = {
            name: getattr(view, name)
            for name in ("curve_share", "sidebar_width", "panel_width")
        }
        history = opened.history

        def restore_state() -> None:
            if session.open_scene is opened:
                session.restore_history(history)
            view.look(**sizes)

        return restore_state

    def wheel(self, at: tuple[float, float], dx: float, dy: float) -> None:
        """Handle a turn of the wheel at a position.

        `dx` and `dy` are notches, right and up positive.
        """
        self.flush_moves()
        self._main_view.gui.pointer(*at)
        if self._is_on_canvas(*at):
            self._main_view.controls.wheel(*at, dy)
        else:
            self._main_view.gui.wheel(dx, dy)
        self._frame_scheduler.request_frames()

    def pointer_leave(self) -> None:
        """Handle that the mouse has left the window."""
        self.flush_moves()
        self._main_view.controls.pointer_leave()
        self._main_view.gui.pointer_leave()
        self._frame_scheduler.request_frames()

    def release_buttons(self) -> None:
        """Release all mouse buttons, without finishing the drag."""
        self._is_drawing, self._revert_press = False, None
        if self._main_view.gui.is_button_down:
            self._main_view.gui.release_all_buttons()
            self._main_view.controls.pointer_up()

    def close(self) -> None:
        """Cancel the timers."""
        self._schedule.cancel(self._show_tooltip)
        self._schedule.cancel(self._time_out_bar)

    @property
    def _is_pen_active(self) -> bool:
        """Whether the mouse draws with the pen."""
        view = self._window_view
        return view.pen and view.presenting

    def _extend_pen_line(
        self, at: tuple[float, float], *, is_new_line: bool = False
    ) -> None:
        """Begin a pen line or extend it; wiping it ends it."""
        view = self._window_view
        wide, high = self._geometry.logical_size
        share = at[0] / wide, at[1] / high
        if is_new_line:
            view.look(lines=(*view.lines, PenLine((share,), view.pen_colour)))
        elif view.lines:
            *other_lines, line = view.lines
            view.look(lines=(*other_lines, line.extend_to(*share)))
        else:
            self._is_drawing = False
        self._frame_scheduler.request_frames()

    def _is_uncovered(self, x: float, y: float) -> bool:
        """Return whether no overlay or button covers a point."""
        view = self._window_view
        is_covered = self._main_view.gui.has_popup_open or view.has_overlay
        return not (is_covered or self._main_view.is_covered(x, y))

    def _is_on_canvas(self, x: float, y: float) -> bool:
        self._main_view.apply_layout(self._geometry.logical_size)
        if not self._is_uncovered(x, y):
            return False
        return self._main_view.controls.view_at(x, y) is not None

    def _update_cursor(self) -> None:
        controls, window = self._main_view.controls, self._window
        is_held = controls.drag and controls.drag.kind == "grip"
        if self._is_pen_active:
            shape = window.CURSOR_CROSSHAIR
        elif is_held:
            shape = window.CURSOR_SIZE
        elif controls.drag:
            shape = window.CURSOR_HAND
        else:
            shape = window.CURSOR_HAND if controls.hover else window.CURSOR_DEFAULT
        window.set_mouse_cursor(window.get_system_mouse_cursor(shape))
