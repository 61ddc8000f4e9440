"""The mouse: what its moves and buttons do to the panels and to the figure."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pyglet.window import Window, mouse

from playground.gui.frame_scheduler import Pace
from playground.gui.main_view import Frontend
from playground.gui.view_state import HandLine
from playground.gui.window_geometry import Measures
from playground.session.session import Session

_TOOLTIP_DELAY = 0.5


@dataclass(frozen=True)
class Moves:
    """The mouse's way since the last frame, as far as anything depends on it.

    `at` is where it is, `dx` and `dy` how far it has come, in logical pixels; `held`
    says whether a button is, `snap` whether Shift is.
    """

    at: tuple[float, float]
    dx: float = 0.0
    dy: float = 0.0
    held: bool = False
    snap: bool = False

    def after(self, before: "Moves") -> "Moves":
        """Return the same with the way that led there."""
        return replace(self, dx=before.dx + self.dx, dy=before.dy + self.dy)


class Pointer:
    """Acts on what the mouse does in a window; places are in logical pixels.

    A mouse tells of its moves far more often than there are frames, so they are only
    gathered until somebody wants to know where it is (`follow`): the next frame, or
    whatever else happens before it.

    `space_used` says whether the mouse was pressed since the space bar was.
    """

    def __init__(
        self,
        window: Window,
        session: Session,
        frontend: Frontend,
        measures: Measures,
        pace: Pace,
    ) -> None:
        self._window, self._session, self._frontend = window, session, frontend
        self._measures, self._pace = measures, pace
        self._moves: Moves | None = None
        self._draws = False
        # What gives back all that the press in a panel has changed.
        self._give_back: Callable[[], None] | None = None
        self.space_used = False

    def gather(self, moves: Moves) -> None:
        """Note a move of the mouse; it counts when it is followed.

        A pen follows every one of them.
        """
        if self._draws and moves.held:
            self._draw_to(moves.at)
            return
        if self._moves and self._moves.held is not moves.held:
            self.follow()
        self._moves = moves.after(self._moves) if self._moves else moves
        self._pace.refresh()

    def forget(self) -> None:
        """Follow none of the moves that were gathered."""
        self._moves = None

    def follow(self) -> None:
        """Act on where the mouse has come to since it was last asked for."""
        moves, self._moves = self._moves, None
        if moves is None:
            return
        self._frontend.gui.pointer(*moves.at)
        controls = self._frontend.controls
        if moves.held:
            self._frontend.lay_out(self._measures.logical_size)
            controls.dragged(*moves.at, moves.dx, moves.dy, snap=moves.snap)
            return
        if self._on_canvas(*moves.at) and not self._penned:
            controls.moved(*moves.at)
        else:
            controls.left()
        self._show_cursor()
        self._pace.schedule.drop(self._linger)
        self._pace.schedule.once(self._linger, _TOOLTIP_DELAY)

    def _linger(self, _elapsed: float) -> None:
        """Let a tooltip come that waits for the mouse to stay."""
        self._pace.refresh()

    def press(self, at: tuple[float, float], button: int) -> None:
        """Press a button there."""
        self.follow()
        self._session.new_press()
        gui, controls = self._frontend.gui, self._frontend.controls
        gui.pointer(*at)
        if button == mouse.LEFT and self._penned and self._free(*at):
            self._draws = True
            self._draw_to(at, begins=True)
            return
        gui.button(button, True)
        if self._on_canvas(*at) and button in (mouse.LEFT, mouse.MIDDLE, mouse.RIGHT):
            self.space_used = controls.space
            controls.pressed(*at, pan=button != mouse.LEFT, menu=button == mouse.RIGHT)
        else:
            self._give_back = self._as_now()
        self._show_cursor()
        self._pace.refresh()

    def release(self, at: tuple[float, float], button: int) -> None:
        """Let a button go there."""
        self.follow()
        gui, controls = self._frontend.gui, self._frontend.controls
        gui.pointer(*at)
        if self._draws and button == mouse.LEFT:
            self._draw_to(at)
            self._draws = False
            return
        self._give_back = None
        gui.button(button, False)
        controls.released()
        if self._on_canvas(*at):
            controls.moved(*at)
        self._show_cursor()
        self._pace.refresh()

    def give_back(self) -> bool:
        """Let all be as before the drag in a panel that goes on; False without one."""
        back, self._give_back = self._give_back, None
        if back is None:
            return False
        self._frontend.let_go()
        back()
        return True

    def _as_now(self) -> Callable[[], None]:
        """Return what lets the params, and the curve's height, be as they are now."""
        session, view = self._session, self._frontend.window_view
        own, share = session.opened, view.curve_share
        history = own.history

        def back() -> None:
            if session.opened is own:
                session.go_back_to(history)
            view.look(curve_share=share)

        return back

    def scroll(self, at: tuple[float, float], dx: float, dy: float) -> None:
        """Turn the wheel there."""
        self.follow()
        self._frontend.gui.pointer(*at)
        if self._on_canvas(*at):
            self._frontend.controls.wheel(*at, dy)
        else:
            self._frontend.gui.wheel(dx, dy)
        self._pace.refresh()

    def leave(self) -> None:
        """Leave the window."""
        self.follow()
        self._frontend.controls.left()
        self._frontend.gui.pointer_gone()
        self._pace.refresh()

    def let_go(self) -> None:
        """Hold no button any more."""
        self._draws, self._give_back = False, None
        if self._frontend.gui.held:
            self._frontend.gui.all_up()
            self._frontend.controls.released()

    def close(self) -> None:
        """Wait for nothing any more."""
        self._pace.schedule.drop(self._linger)

    @property
    def _penned(self) -> bool:
        """Whether the mouse is a pen."""
        view = self._frontend.window_view
        return view.pen and view.presenting

    def _draw_to(self, at: tuple[float, float], *, begins: bool = False) -> None:
        """Begin a line there, or draw it on; one that was wiped away has ended."""
        view = self._frontend.window_view
        wide, high = self._measures.logical_size
        share = at[0] / wide, at[1] / high
        if begins:
            view.look(lines=(*view.lines, HandLine((share,), view.pen_colour)))
        elif view.lines:
            *others, line = view.lines
            view.look(lines=(*others, line.led_to(*share)))
        else:
            self._draws = False
        self._pace.refresh()

    def _free(self, x: float, y: float) -> bool:
        """Return whether nothing lies there over canvas and panels."""
        view = self._frontend.window_view
        if self._frontend.gui.popup_open or view.keys or view.field_open:
            return False
        return not (view.recording or self._frontend.covered(x, y))

    def _on_canvas(self, x: float, y: float) -> bool:
        self._frontend.lay_out(self._measures.logical_size)
        if not self._free(x, y):
            return False
        return self._frontend.controls.view_at(x, y) is not None

    def _show_cursor(self) -> None:
        controls, window = self._frontend.controls, self._window
        held = controls.drag and controls.drag.kind == "grip"
        if self._penned:
            shape = window.CURSOR_CROSSHAIR
        elif held:
            shape = window.CURSOR_SIZE
        elif controls.drag:
            shape = window.CURSOR_HAND
        else:
            shape = window.CURSOR_HAND if controls.hover else window.CURSOR_DEFAULT
        window.set_mouse_cursor(window.get_system_mouse_cursor(shape))
