"""The pyglet window: events in, frames out, and only when something changed."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyglet
from pyglet.window import Window, key, mouse

from playground.app import asking, commands
from playground.app.frontend import Frontend
from playground.app.offscreen import picture_of
from playground.app.session import Session
from playground.app.snippet import PLACE, copy_code
from playground.app.view import Request
from playground.render.target import write_png
from playground.scene import state as states
from playground.scene.overriding import override

if TYPE_CHECKING:
    from playground.app.judged import JudgedCode

SIZE = (1280, 800)
MINIMUM = (960, 600)
# What is presented is seen from farther away.
_PRESENTED = 1.3
# ImGui settles what is under the pointer over the frames after an event.
_SETTLING_FRAMES = 3
_TOOLTIP_DELAY = 0.5
_NOTICE_SECONDS = 1.8
# So often it is looked whether Ctrl+C was pressed in the terminal, in seconds,
_HEEDING = 0.5
# and whether code that was opened has been saved.
_WATCHING = 0.4


@dataclass(frozen=True)
class Moves:
    """The mouse's way since the last frame, as far as anything depends on it.

    `at` is where it is, `dx` and `dy` how far it has come, in logical pixels; `held`
    says whether a button is, `snap` whether Shift is.
    """

    at: tuple[float, float]
    dx: float
    dy: float
    held: bool
    snap: bool = False

    def after(self, before: "Moves") -> "Moves":
        """Return the same with the way that led there."""
        return replace(self, dx=before.dx + self.dx, dy=before.dy + self.dy)


class PlaygroundWindow(Window):
    """The program's one window.

    A mouse tells of its moves far more often than there are frames, so they are only
    gathered (`_gather`) until somebody wants to know where it is (`_follow`): the next
    frame, or whatever else happens before it.
    """

    def __init__(self, session: Session, **options: Any) -> None:
        config = pyglet.gl.Config(double_buffer=True, depth_size=24)
        super().__init__(
            *SIZE,
            "Geometry Playground",
            resizable=True,
            config=config,
            file_drops=True,
            **options,
        )
        self.set_minimum_size(*(round(length * self.scale) for length in MINIMUM))
        self.session = session
        self.frontend = Frontend(
            session, self.get_clipboard_text, self.set_clipboard_text
        )
        self.frames = 0
        # The swap waits for the display; where it does not, this paces the frames.
        mode = self.screen.get_mode()
        self._period = 0.9 / (mode.rate if mode and mode.rate else 60)
        self._settling = 0
        self._moves: Moves | None = None
        self._drawn_at = time.perf_counter()
        self._map_shown: object = None
        self._news = 0
        self._watched: JudgedCode | None = None
        self._picture_wanted = False
        self._space_used = False
        self._notice_shown = ""
        # Keys and letters for the field that finds things, until it listens.
        self._early: list[Callable[[], None]] = []
        self.refresh()

    @property
    def ratio(self) -> float:
        """Physical pixels per logical pixel."""
        view = self.session.view
        wanted = view.scale * (_PRESENTED if view.presenting else 1.0)
        return float(self._fineness * min(wanted, self._room))

    @property
    def _fineness(self) -> float:
        """The display's own pixels per logical pixel."""
        return max(float(self.scale), 1.0)

    @property
    def _room(self) -> float:
        """How much larger than usual everything may be for the panels to fit."""
        sides = zip(self.get_framebuffer_size(), MINIMUM, strict=True)
        return float(max(min(n / (m * self._fineness) for n, m in sides), 1.0))

    @property
    def logical_size(self) -> tuple[float, float]:
        """The window's size in logical pixels."""
        width, height = self.get_framebuffer_size()
        return width / self.ratio, height / self.ratio

    def refresh(self, _elapsed: float = 0.0) -> None:
        """Ask for frames: now, and a few more until everything has settled."""
        if self._settling == 0:
            pyglet.clock.schedule_once(self._next_frame, 0.0)
        self._settling = max(self._settling, _SETTLING_FRAMES)

    def _heard(self) -> None:
        """Ask for frames after a key: ImGui may take in one of them a frame."""
        self.refresh()
        self._settling += 1

    def _tell(self, news: Callable[[], None]) -> None:
        """Tell ImGui of a key or letter, when there is somebody to hear it."""
        self._early.append(news)
        if self.frontend.gui.typing or not self.session.view.finding:
            self._tell_early()

    def _tell_early(self) -> None:
        if not self._early or (
            self.session.view.finding and not self.frontend.gui.typing
        ):
            return
        told, self._early = self._early, []
        for news in told:
            news()
            self._heard()

    def _next_frame(self, _elapsed: float) -> None:
        started = time.perf_counter()
        self.draw(0.0)
        if self.context is None:
            return
        self._settling = max(self._settling - 1, 0)
        if self._settling or self.session.moving:
            self._settling = max(self._settling, 1)
            rest = self._period - (time.perf_counter() - started)
            pyglet.clock.schedule_once(self._next_frame, max(rest, 0.0))
        elif self._awaited or self._unseen or self._picture_wanted:
            pyglet.clock.schedule_once(self._look_for_news, self._period)

    @property
    def _judged(self) -> "JudgedCode | None":
        return self.session.opened.judged

    @property
    def _awaited(self) -> bool:
        """Whether a map or an answer of somebody's code is still to come."""
        judged = self._judged
        return self.frontend.maps.worker.pending or bool(judged and judged.pending)

    @property
    def _unseen(self) -> bool:
        """Whether something has come in while the last frame was drawn, or since."""
        judged = self._judged
        answered = judged is not None and judged.news != self._news
        return answered or self.frontend.maps.worker.painted is not self._map_shown

    def _look_for_news(self, _elapsed: float) -> None:
        """Draw again when a map has got any further, or an answer has come."""
        worker = self.frontend.maps.worker
        news = worker.failure or self._unseen
        if news or (self._picture_wanted and not worker.pending):
            self.refresh()
        elif self._awaited and self._settling == 0:
            pyglet.clock.schedule_once(self._look_for_news, self._period)

    def _watch(self, _elapsed: float) -> None:
        """Draw again when the file of the code that was opened has been saved."""
        if self._judged is None:
            pyglet.clock.unschedule(self._watch)
        elif self._judged.outdated:
            self.refresh()

    def on_draw(self) -> None:
        """Draw one frame into the window, if it has any room."""
        if not all(self.get_framebuffer_size()):
            return
        self._follow()
        now = time.perf_counter()
        elapsed, self._drawn_at = now - self._drawn_at, now
        # After an idle pause the time that passed is no time that was played.
        elapsed = min(elapsed, 0.1)
        self.frames += 1
        self._map_shown = self.frontend.maps.worker.painted
        judged = self._judged
        self._news = judged.news if judged else 0
        if judged is not self._watched:
            self._watched = judged
            pyglet.clock.unschedule(self._watch)
            pyglet.clock.schedule_interval(self._watch, _WATCHING)
        self.session.room = self._room
        self.frontend.frame(self.logical_size, self.get_framebuffer_size(), elapsed)
        self._tell_early()
        self._answer_request()
        self._show_notice()

    def _show_notice(self) -> None:
        notice = self.session.notice
        if notice and notice != self._notice_shown:
            self.refresh()
            pyglet.clock.unschedule(self._hide_notice)
            pyglet.clock.schedule_once(self._hide_notice, _NOTICE_SECONDS)
        self._notice_shown = notice

    def _hide_notice(self, _elapsed: float) -> None:
        self.session.notice = ""
        self.refresh()

    def _answer_request(self) -> None:
        request, self.session.request = self.session.request, None
        if request is Request.COPY:
            result = asking.copied(self.session)
            state = states.dump_state(self.session.scene, self.session.params)
            self.set_clipboard_text(result or state)
            self.session.notice = "Result copied" if result else "State copied as JSON"
        elif request in (Request.PYTHON, Request.TEST):
            copy_code(
                self.session,
                self.set_clipboard_text,
                test=request is Request.TEST,
                at=self.session.aimed,
                named=PLACE if self.session.aimed else "",
            )
        elif request is Request.PASTE:
            self._open_state(self.get_clipboard_text())
        elif request is Request.PICTURE:
            self._picture_wanted = True
            self.session.notice = "The picture is saved as soon as the map is done"
        elif request is Request.FULL_SCREEN:
            # Not now: the frame that asks is still being drawn.
            pyglet.clock.schedule_once(self._turn_full_screen, 0.0)
        elif request is Request.QUIT:
            pyglet.clock.schedule_once(lambda _: self.close(), 0.0)
        if self._picture_wanted and not self.frontend.maps.worker.pending:
            self._picture_wanted = False
            self._save_picture()

    def _turn_full_screen(self, _elapsed: float) -> None:
        self.set_fullscreen(not self.fullscreen)
        # On X11 it is another window, which never hears that the key was let go.
        self._all_let_go()
        self.refresh()

    def _all_let_go(self) -> None:
        """Let pyglet take the next press of any key for a press, not for its repeat."""
        getattr(self, "pressed_keys", set()).clear()

    def _open_state(self, text: str) -> None:
        scenes = [opened.scene for opened in self.session.all_opened]
        try:
            scene, params = states.load_state(text, scenes)
        except ValueError as error:
            self.session.notice = f"Cannot open this state: {error}"
            return
        self.session.load(scene.id, params)
        self.session.notice = "State opened"

    def _save_picture(self) -> None:
        self.session.notice = ""
        picture = picture_of(self.frontend, self.logical_size, self.ratio)
        try:
            folder, name = Path.cwd(), self.session.scene.id
            numbered = (folder / f"{name}-{number}.png" for number in count(1))
            path = next(path for path in numbered if not path.exists())
            write_png(path, picture)
        except OSError as error:
            self.session.notice = f"Cannot save a picture: {error.strerror}"
        else:
            self.session.notice = f"Saved {path.name} in {folder}"

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """Turn pyglet's window position (y up) into logical pixels (y down)."""
        width, height = self.get_size()
        unit = self.logical_size[0] / max(width, 1)
        return x * unit, (height - y) * unit

    def _on_canvas(self, x: float, y: float) -> bool:
        self.frontend.lay_out(self.logical_size)
        view = self.session.view
        if self.frontend.gui.popup_open or view.keys or view.finding:
            return False
        return self.frontend.controls.view_at(x, y) is not None

    def _gather(self, moves: Moves) -> None:
        """Note a move of the mouse; it counts when it is followed."""
        if self._moves and self._moves.held is not moves.held:
            self._follow()
        self._moves = moves.after(self._moves) if self._moves else moves
        self.refresh()

    def _follow(self) -> None:
        """Act on where the mouse has come to since it was last asked for."""
        moves, self._moves = self._moves, None
        if moves is None:
            return
        self.frontend.gui.pointer(*moves.at)
        controls = self.frontend.controls
        if moves.held:
            self.frontend.lay_out(self.logical_size)
            controls.dragged(*moves.at, moves.dx, moves.dy, snap=moves.snap)
            return
        if self._on_canvas(*moves.at):
            controls.moved(*moves.at)
        else:
            controls.left()
        self._show_cursor()
        pyglet.clock.unschedule(self._late_refresh)
        pyglet.clock.schedule_once(self._late_refresh, _TOOLTIP_DELAY)

    @override
    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        self._gather(Moves(self._point(x, y), 0.0, 0.0, held=False))

    def _late_refresh(self, _elapsed: float) -> None:
        self.refresh()

    @override
    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._follow()
        self.session.new_press()
        at = self._point(x, y)
        gui = self.frontend.gui
        gui.pointer(*at)
        gui.button(button, True)
        if self._on_canvas(*at) and button in (mouse.LEFT, mouse.MIDDLE, mouse.RIGHT):
            self._space_used = self.frontend.controls.space
            self.frontend.controls.pressed(
                *at, pan=button != mouse.LEFT, menu=button == mouse.RIGHT
            )
        self._show_cursor()
        self.refresh()

    @override
    def on_mouse_drag(
        self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int
    ) -> None:
        at, before = self._point(x, y), self._point(x - dx, y - dy)
        snap = bool(modifiers & key.MOD_SHIFT)
        self._gather(
            Moves(at, at[0] - before[0], at[1] - before[1], held=True, snap=snap)
        )

    @override
    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._follow()
        at = self._point(x, y)
        self.frontend.gui.pointer(*at)
        self.frontend.gui.button(button, False)
        self.frontend.controls.released()
        if self._on_canvas(*at):
            self.frontend.controls.moved(*at)
        self._show_cursor()
        self.refresh()

    @override
    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        self._follow()
        at = self._point(x, y)
        self.frontend.gui.pointer(*at)
        if self._on_canvas(*at):
            self.frontend.controls.wheel(*at, scroll_y)
        else:
            self.frontend.gui.wheel(scroll_x, scroll_y)
        self.refresh()

    @override
    def on_mouse_leave(self, x: int, y: int) -> None:
        self._follow()
        self.frontend.controls.left()
        self.frontend.gui.pointer_gone()
        self.refresh()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Act on a key; Esc never closes the window."""
        self._follow()
        self.session.new_press()
        gui, controls = self.frontend.gui, self.frontend.controls
        self._tell(partial(gui.key, symbol, modifiers, True))
        self._heard()
        view = self.session.view
        given_up = view.finding and symbol == key.ESCAPE
        if self._busy and not given_up:
            return
        if self.session.panel and symbol in commands.STEERING:
            return
        if symbol == key.SPACE:
            controls.space, self._space_used = True, False
        elif symbol in commands.AXES and controls.drag:
            controls.axis = commands.AXES[symbol]
        elif (found := commands.find(symbol, modifiers)) and found.can(self.session):
            found.act(self.session, controls)

    @override
    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self._follow()
        gui, controls = self.frontend.gui, self.frontend.controls
        self._tell(partial(gui.key, symbol, modifiers, False))
        if symbol in (key.LSHIFT, key.RSHIFT):
            # What was pressed as "+" is let go as "=" now.
            self._all_let_go()
        if symbol == key.SPACE and controls.space:
            controls.space = False
            if not self._space_used and not gui.typing:
                commands.PLAY.act(self.session, controls)
        elif commands.AXES.get(symbol) == controls.axis:
            controls.axis = ""
        self._heard()

    @override
    def on_text(self, text: str) -> None:
        self._tell(partial(self.frontend.gui.text, text))
        self._heard()

    def on_text_motion(self, motion: int) -> None:
        """Nudge the selected handle, again and again while the key is held."""
        self._arrow(motion, coarse=False)

    def on_text_motion_select(self, motion: int) -> None:
        """Nudge the selected handle by a whole grid step."""
        self._arrow(motion, coarse=True)

    def _arrow(self, motion: int, *, coarse: bool) -> None:
        self._follow()
        self._heard()
        session = self.session
        if self._busy or session.panel or motion not in commands.ARROWS:
            return
        dx, dy = commands.ARROWS[motion]
        self.frontend.lay_out(self.logical_size)
        presenting = session.view.presenting
        nudged = not presenting and self.frontend.controls.nudge(dx, dy, coarse=coarse)
        if dx and not nudged and commands.steps(session):
            session.step_derivation(dx)

    @property
    def _busy(self) -> bool:
        """Whether keys are for a field or a list."""
        gui = self.frontend.gui
        return gui.typing or gui.popup_open or self.session.view.finding

    @override
    def on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        self.session.open_code(paths[0])
        self.refresh()

    def on_resize(self, width: int, height: int) -> None:
        """Draw at once, so that resizing never shows a stretched frame."""
        if hasattr(self, "frontend"):
            self.refresh()

    @override
    def on_expose(self) -> None:
        self.refresh()

    @override
    def on_close(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the window and free what it holds."""
        if self.context is not None and hasattr(self, "frontend"):
            pyglet.clock.unschedule(self._next_frame)
            pyglet.clock.unschedule(self._look_for_news)
            pyglet.clock.unschedule(self._watch)
            pyglet.clock.unschedule(self._late_refresh)
            pyglet.clock.unschedule(self._hide_notice)
            for own in self.session.all_opened:
                if own.judged:
                    own.judged.close()
            self.switch_to()
            self.frontend.delete()
            del self.frontend
        super().close()

    def _show_cursor(self) -> None:
        controls = self.frontend.controls
        held = controls.drag and controls.drag.kind == "grip"
        if held:
            shape = self.CURSOR_SIZE
        elif controls.drag:
            shape = self.CURSOR_HAND
        else:
            shape = self.CURSOR_HAND if controls.hover else self.CURSOR_DEFAULT
        self.set_mouse_cursor(self.get_system_mouse_cursor(shape))


def run(session: Session) -> None:
    """Open the window and stay until it is closed."""
    # The window is made larger on a fine display, and everything in it is scaled.
    pyglet.options.dpi_scaling = "scaled"
    PlaygroundWindow(session)
    with _heeded():
        pyglet.app.run(interval=None)


@contextmanager
def _heeded() -> Iterator[None]:
    """Let Ctrl+C in the terminal end the program, whenever it comes.

    It is lost where an object is being deleted, and waits where the loop is just about
    to fall asleep: so it is noted, and the loop wakes now and then to see.
    """
    came = False

    def noted(_number: int, _frame: object) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    def see(_elapsed: float) -> None:
        if came:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, noted)
    pyglet.clock.schedule_interval(see, _HEEDING)
    try:
        yield
    finally:
        pyglet.clock.unschedule(see)
        signal.signal(signal.SIGINT, before)
