"""The pyglet window: events in, frames out, and only when something changed."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from functools import partial, wraps
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

import pyglet
from pyglet.window import Window, key, mouse

from playground.app import asking, commands, files, walking
from playground.app import plan as plans
from playground.app import state as states
from playground.app.dialogs import Dialogs
from playground.app.filming import Filming, Subject, Wish
from playground.app.frontend import Frontend
from playground.app.keeper import Keeper
from playground.app.keeping import Kept, Settings
from playground.app.log import (
    FRAME,
    HUSH,
    RESIZE,
    STATE,
    Deed,
    Log,
    Start,
    Surface,
    Tape,
)
from playground.app.offscreen import picture_of
from playground.app.session import Session
from playground.app.snippet import PLACE, copy_code
from playground.app.view import Choosing, Request
from playground.render.target import write_png
from playground.scene.overriding import override

if TYPE_CHECKING:
    from playground.app.judged import JudgedCode

TITLE = "Geometry Playground"
MINIMUM = (960, 600)
# What is presented is seen from farther away.
_PRESENTED = 1.3
# These wait for a map while a log is written or redone.
_WAITING = ("mouse_press", "mouse_release", "key_press")
# ImGui settles what is under the pointer over the frames after an event.
_SETTLING_FRAMES = 3
_ASKED = "Answer the question first: its state would give it away"
_TOOLTIP_DELAY = 0.5
_NOTICE_SECONDS = 1.8
# So many letters are read in a second.
_LETTERS_READ = 16.0
# What a log may ask for when it is redone: nothing that outlasts it.
_HARMLESS = (None, Request.COPY, Request.PYTHON, Request.TEST, Request.PASTE)
# So often it is looked whether Ctrl+C was pressed in the terminal, in seconds,
_HEEDING = 0.5
# and whether code that was opened has been saved.
_WATCHING = 0.4
# And whether a film has got any further.
_FILM_WATCHING = 0.1
_ICONS, _ICON_SIZES = Path(__file__).with_name("icon"), (16, 32, 48, 128)


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


P = ParamSpec("P")


Handler = Callable[Concatenate["PlaygroundWindow", P], None]


def heard(handler: Handler[P]) -> Handler[P]:
    """Let what a handler hears be noted in a log, and come from one that is redone."""
    name = handler.__name__.removeprefix("on_")

    @wraps(handler)
    def hear(self: "PlaygroundWindow", *values: P.args, **named: P.kwargs) -> None:
        if self.hears(name, *values):
            handler(self, *values, **named)

    return cast("Handler[P]", hear)


class PlaygroundWindow(Window):
    """The program's one window.

    A mouse tells of its moves far more often than there are frames, so they are only
    gathered (`_gather`) until somebody wants to know where it is (`_follow`): the next
    frame, or whatever else happens before it.
    """

    def __init__(
        self, session: Session, settings: Settings | None = None, **options: Any
    ) -> None:
        kept = settings.kept if settings else Kept()
        config = pyglet.gl.Config(double_buffer=True, depth_size=24)
        super().__init__(
            *_fitting(kept.size),
            TITLE,
            resizable=True,
            config=config,
            file_drops=True,
            **options,
        )
        self.set_minimum_size(*(round(length * self.scale) for length in MINIMUM))
        self.session = session
        self.tape = Tape()
        self.frontend = Frontend(session, self._read_clipboard, self._write_clipboard)
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
        self._redone_since = 0.0
        self._film_shown = 0
        self._notice_shown = ""
        self._dialogs = Dialogs(session, self.refresh)
        self._titled = TITLE
        # How large the window is when it does not fill the screen.
        self._windowed = self._size
        self._keeper: Keeper | None = None
        if settings:
            self._keeper = Keeper(
                settings,
                session,
                lambda: self._windowed if self.fullscreen else self._size,
                lambda: self.fullscreen,
                lambda: self.frontend.gui.held,
                self.refresh,
            )
        # Keys and letters for the field that finds things, until it listens.
        self._early: list[Callable[[], None]] = []
        if kept.full_screen:
            pyglet.clock.schedule_once(self._turn_full_screen, 0.0)
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
        return self._surface.fineness

    @property
    def _surface(self) -> Surface:
        """What the window draws on, or what it drew on when the log was written."""
        fineness = max(float(self.scale), 1.0)
        real = (*self.get_size(), *self.get_framebuffer_size())
        return self.tape.surface or Surface(
            *(max(n, 1) for n in real), fineness=fineness
        )

    @property
    def _size(self) -> tuple[int, int]:
        """The window's size, on a display of usual fineness."""
        sides = zip(self.get_framebuffer_size(), MINIMUM, strict=True)
        width, height = (max(round(n / self._fineness), low) for n, low in sides)
        return width, height

    @property
    def _room(self) -> float:
        """How much larger than usual everything may be for the panels to fit."""
        surface = self._surface
        sides = zip((surface.pixels_wide, surface.pixels_high), MINIMUM, strict=True)
        return float(max(min(n / (m * self._fineness) for n, m in sides), 1.0))

    @property
    def logical_size(self) -> tuple[float, float]:
        """The window's size in logical pixels."""
        surface, ratio = self._surface, self.ratio
        return surface.pixels_wide / ratio, surface.pixels_high / ratio

    def refresh(self, _elapsed: float = 0.0) -> None:
        """Ask for frames: now, and a few more until everything has settled."""
        if self.tape.redoing:
            return
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
        if self.frontend.gui.typing or not self.session.view.field:
            self._tell_early()

    def _tell_early(self) -> None:
        if not self._early or (
            self.session.view.field and not self.frontend.gui.typing
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
        pixels = self.get_framebuffer_size()
        if not all(pixels):
            return
        now = time.perf_counter()
        elapsed, self._drawn_at = now - self._drawn_at, now
        if self.tape.redoing:
            self.frame(pixels, self.tape.elapsed)
            return
        # After an idle pause the time that passed is no time that was played.
        elapsed = min(elapsed, 0.1)
        self.hears(FRAME, elapsed)
        self.frame(pixels, elapsed)

    def frame(self, pixels: tuple[int, int], elapsed: float) -> None:
        """Draw one frame into what is bound and has so many pixels."""
        self._follow()
        if self.tape.exact and self.frontend.gui.held:
            # What is pressed in a map hangs on how far it is.
            self.frontend.maps.worker.finish()
        self.frames += 1
        self._map_shown = self.frontend.maps.worker.painted
        judged = self._judged
        self._news = judged.news if judged else 0
        if judged is not self._watched:
            self._watched = judged
            pyglet.clock.unschedule(self._watch)
            pyglet.clock.schedule_interval(self._watch, _WATCHING)
        self.session.room = self._room
        size = self.logical_size
        if self.tape.redoing:
            # As large as there is room for all of it.
            ratio = min(n / m for n, m in zip(pixels, size, strict=True))
            pixels = round(size[0] * ratio), round(size[1] * ratio)
        self.frontend.frame(size, pixels, elapsed)
        self._tell_early()
        self._answer_request()
        self._show_notice()
        self._entitle()
        if self._keeper:
            self._keeper.stir()

    def _entitle(self) -> None:
        """Let the window's title name the file that is open."""
        named = files.named(self.session)
        title = f"{named} – {TITLE}" if named else TITLE
        if title != self._titled:
            self._titled = title
            self.set_caption(title)

    def _show_notice(self) -> None:
        notice = self.session.notice
        if notice and notice != self._notice_shown:
            self.refresh()
            pyglet.clock.unschedule(self._hide_notice)
            seconds = max(_NOTICE_SECONDS, len(notice) / _LETTERS_READ)
            pyglet.clock.schedule_once(self._hide_notice, seconds)
        self._notice_shown = notice

    def _hide_notice(self, _elapsed: float) -> None:
        if self.hears(HUSH):
            self.session.notice = ""
            self.refresh()

    def _answer_request(self) -> None:
        request, self.session.request = self.session.request, None
        if self.tape.redoing and request not in _HARMLESS:
            return
        if request is Request.COPY:
            self._copy()
        elif request in (Request.PYTHON, Request.TEST):
            copy_code(
                self.session,
                self._write_clipboard,
                test=request is Request.TEST,
                at=self.session.aimed,
                named=PLACE if self.session.aimed else "",
            )
        elif request is Request.PASTE:
            self._open_state(self._read_clipboard())
        elif request is Request.OPEN:
            self._dialogs.ask(Choosing.OPEN)
        elif request in (Request.SAVE, Request.SAVE_AS, Request.SAVE_LESSON):
            self._save(request)
        elif request is Request.AFRESH and self._keeper:
            self._keeper.forget()
        elif request is Request.PICTURE:
            self._picture_wanted = True
            self.session.notice = "The picture is saved as soon as the map is done"
        elif request is Request.FILM:
            self._film()
        elif request is Request.FULL_SCREEN:
            # Not now: the frame that asks is still being drawn.
            pyglet.clock.schedule_once(self._turn_full_screen, 0.0)
        elif request is Request.QUIT:
            pyglet.clock.schedule_once(lambda _: self.close(), 0.0)
        if self._picture_wanted and not self.frontend.maps.worker.pending:
            self._picture_wanted = False
            self._save_picture()

    def _copy(self) -> None:
        session = self.session
        if result := asking.copied(session):
            self._write_clipboard(result)
            session.notice = "Result copied"
        elif session.asking:
            session.notice = _ASKED
        else:
            self._write_clipboard(states.dump(session.state))
            session.notice = "State copied as JSON"

    def _save(self, request: Request) -> None:
        """Save the state, or the lesson where that is written or asked for."""
        session, walk = self.session, self.session.walk
        lesson = request is Request.SAVE_LESSON or (walk and walk.writing)
        saving = Choosing.SAVE_LESSON if lesson else Choosing.SAVE
        path = files.place(session, saving)
        if session.asking and not lesson:
            session.notice = _ASKED
        elif path and request is not Request.SAVE_AS:
            files.save(session, path, saving)
        else:
            self._dialogs.ask(saving)

    def _film(self) -> None:
        """Begin the film that is wanted; go on with one, or give it up."""
        session, film = self.session, self.session.film
        try:
            if film is None and session.wish:
                self._begin_film(session.wish)
            elif film and film.noting:
                self.write_log(None, pressed=False)
                film.of_deeds(self.ratio)
            elif film:
                session.film, session.notice = None, "The film was given up"
                # It cleans up, which may take a moment.
                threading.Thread(target=film.close).start()
        except OSError as error:
            session.film, session.notice = None, f"Cannot record: {error.strerror}"

    def _begin_film(self, wish: Wish) -> None:
        session, walk = self.session, self.session.walk
        film = Filming(wish, Path.cwd(), session.scene.id, session.scene_file)
        if film.wish.subject is not Subject.DEEDS:
            layout = self.frontend.layout(self.logical_size)
            canvas = layout.canvas.width, layout.canvas.height
            size = canvas if film.wish.alone else self.logical_size
            lesson = wish.subject is Subject.LESSON
            text = (
                plans.dump(walk.plan) if walk and lesson else states.dump(session.state)
            )
            speed = f"{session.playback.speed:g}"
            options = "--theme", session.view.theme, "--speed", speed
            film.of_shown(text, size, self.ratio, *options)
        elif self.tape.log:
            session.notice = "What you do is being noted already"
            return
        else:
            self.write_log(film.log)
        session.film = film
        pyglet.clock.schedule_interval(self._watch_film, _FILM_WATCHING)

    def _watch_film(self, _elapsed: float) -> None:
        """Show how far the film is, and where it is when it is done."""
        session, film = self.session, self.session.film
        if film and not film.done:
            if film.now != self._film_shown:
                self._film_shown = film.now
                self.refresh()
            return
        pyglet.clock.unschedule(self._watch_film)
        if film:
            session.film = None
            session.notice = (
                f"No film: {film.failure}"
                if film.failure
                else f"Saved {film.path.name} in {film.path.parent}"
            )
            film.close()
        self.refresh()

    def _turn_full_screen(self, _elapsed: float) -> None:
        if not self.fullscreen:
            self._windowed = self._size
        self.set_fullscreen(not self.fullscreen)
        # On X11 it is another window, which never hears that the key was let go.
        self._all_let_go()
        self.refresh()

    def _all_let_go(self) -> None:
        """Let pyglet take the next press of any key for a press, not for its repeat."""
        getattr(self, "pressed_keys", set()).clear()

    def _open_state(self, text: str) -> None:
        if walking.opened(self.session, text):
            return
        scenes = [opened.scene for opened in self.session.all_opened]
        try:
            state = states.load(text, scenes)
        except ValueError as error:
            self.session.notice = f"Cannot open this state: {error}"
            return
        self.session.show(state)
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
        surface = self._surface
        unit = self.logical_size[0] / surface.width
        return x * unit, (surface.height - y) * unit

    def _on_canvas(self, x: float, y: float) -> bool:
        self.frontend.lay_out(self.logical_size)
        view = self.session.view
        if self.frontend.gui.popup_open or view.keys or view.field:
            return False
        bar = self.frontend.recording.bar
        if view.recording or (bar and bar.contains(x, y)):
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
    @heard
    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        self._gather(Moves(self._point(x, y), 0.0, 0.0, held=False))

    def _late_refresh(self, _elapsed: float) -> None:
        self.refresh()

    @override
    @heard
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
    @heard
    def on_mouse_drag(
        self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int
    ) -> None:
        at, before = self._point(x, y), self._point(x - dx, y - dy)
        snap = bool(modifiers & key.MOD_SHIFT)
        self._gather(
            Moves(at, at[0] - before[0], at[1] - before[1], held=True, snap=snap)
        )

    @override
    @heard
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
    @heard
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
    @heard
    def on_mouse_leave(self, x: int, y: int) -> None:
        self._follow()
        self.frontend.controls.left()
        self.frontend.gui.pointer_gone()
        self.refresh()

    @heard
    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Act on a key; Esc never closes the window."""
        self._follow()
        self.session.new_press()
        gui, controls = self.frontend.gui, self.frontend.controls
        self._tell(partial(gui.key, symbol, modifiers, True))
        self._heard()
        view = self.session.view
        given_up = view.field and symbol == key.ESCAPE
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
    @heard
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
    @heard
    def on_text(self, text: str) -> None:
        self._tell(partial(self.frontend.gui.text, text))
        self._heard()

    @heard
    def on_text_motion(self, motion: int) -> None:
        """Nudge the selected handle, again and again while the key is held."""
        self._arrow(motion, coarse=False)

    @heard
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
        return gui.typing or gui.popup_open or self.session.view.field

    @override
    def on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        if not self.tape.redoing:
            session = self.session
            files.open_file(session, Path(paths[0]))
            walk = session.walk
            shown = plans.dump(walk.plan) if walk else states.dump(session.state)
            self.hears(STATE, shown)
            self.refresh()

    def on_resize(self, width: int, height: int) -> None:
        """Draw at once, so that resizing never shows a stretched frame."""
        if hasattr(self, "frontend") and self.hears(RESIZE, *astuple(self._surface)):
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
            self._dialogs.close()
            if self._keeper:
                self._keeper.close()
            pyglet.clock.unschedule(self._turn_full_screen)
            pyglet.clock.unschedule(self._next_frame)
            pyglet.clock.unschedule(self._look_for_news)
            pyglet.clock.unschedule(self._watch)
            pyglet.clock.unschedule(self._late_refresh)
            pyglet.clock.unschedule(self._hide_notice)
            pyglet.clock.unschedule(self._redo_more)
            self.write_log(None)
            pyglet.clock.unschedule(self._watch_film)
            if self.session.film:
                self.session.film.close()
            # A lesson has put the scene away that may have code open.
            walking.close(self.session)
            for own in self.session.all_opened:
                if own.judged:
                    own.judged.close()
            self.switch_to()
            self.frontend.delete()
            del self.frontend
        super().close()

    def hears(self, name: str, *values: object) -> bool:
        """Note an event in the log; False for one of the user's while one is redone.

        Esc ends that.
        """
        if self.tape.exact and name in _WAITING:
            self.frontend.maps.worker.finish()
        known = self.tape.hears(name, *values)
        if not known and name == "key_press" and values[0] == key.ESCAPE:
            self.end_redoing()
        return known

    def write_log(self, path: Path | None, *, pressed: bool = True) -> None:
        """Write what is done from now on to a log; with None no more of it.

        Not even the last press, if that has ended it. OSError where it cannot be
        written.
        """
        log, self.tape.log = self.tape.log, None
        if log:
            log.close(pressed=pressed)
        if path:
            self._follow()
            self.tape.log = Log(path, Start.of(self.session, self._surface))

    def redo(self, start: Start, deeds: Sequence[Deed]) -> None:
        """Begin to redo a log: `deed` does what is next."""
        pyglet.clock.unschedule(self._next_frame)
        self._settling = 0
        self.tape.begin(start, list(deeds))
        self.session.opens_code = False
        start.show(self.session)
        self.frontend.lay_out(self.logical_size)
        start.look_from_there(self.session)

    def redo_in_time(self, start: Start, deeds: Sequence[Deed]) -> None:
        """Redo a log as fast as it was done; then the window is the user's."""
        self.set_size(round(start.surface.width), round(start.surface.height))
        self.redo(start, deeds)
        self._redone_since = time.perf_counter()
        pyglet.clock.schedule_once(self._redo_more, 0.0)

    def _redo_more(self, _elapsed: float) -> None:
        while self.context is not None:
            coming = self.tape.coming
            if coming is None:
                self.end_redoing()
                return
            rest = coming.at - (time.perf_counter() - self._redone_since)
            if rest > 0.0 or self.deed(partial(self.draw, 0.0)):
                pyglet.clock.schedule_once(self._redo_more, max(rest, 0.0))
                return

    def deed(self, draw: Callable[[], object]) -> bool:
        """Do what is next in the log; return whether it was to draw a frame."""
        deed = self.tape.take()
        if deed.name == FRAME:
            self.tape.elapsed = deed.values[0]
            draw()
        elif deed.name == RESIZE:
            self.tape.surface = Surface(*deed.values)
        elif deed.name == STATE:
            self._open_state(deed.values[0])
        elif deed.name == HUSH:
            self.tape.tell(self._hide_notice, [0.0])
        elif handler := getattr(self, f"on_{deed.name}", None):
            self.tape.tell(handler, deed.values)
        return deed.name == FRAME

    def finish_map(self) -> bool:
        """Wait for the map that is on its way; return whether there was any."""
        worker = self.frontend.maps.worker
        shown = worker.painted
        worker.finish()
        return worker.painted is not shown

    def end_redoing(self) -> None:
        """Let the window be the user's, with nothing held any more."""
        self.tape.end()
        self.session.opens_code = True
        self._moves = None
        if self.frontend.gui.held:
            self.frontend.gui.all_up()
            self.frontend.controls.released()
        self._all_let_go()
        self._notice_shown = ""
        self._settling = 0
        self.refresh()

    def _read_clipboard(self) -> str:
        redoing = self.tape.redoing
        return self.tape.clipboard("" if redoing else self.get_clipboard_text())

    def _write_clipboard(self, text: str) -> None:
        if not self.tape.redoing:
            self.set_clipboard_text(text)

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


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """Return a size that was kept, as far as this display has room for it."""
    screen = pyglet.display.get_display().get_default_screen()
    try:
        fine = max(screen.get_scale(), 1.0)
    except NotImplementedError:  # there is none, but for headless pictures
        fine = 1.0
    width, height = (
        max(min(wanted, int(there / fine)), low)
        for wanted, there, low in zip(
            size, (screen.width, screen.height), MINIMUM, strict=True
        )
    )
    return width, height


def run(
    session: Session,
    settings: Settings | None = None,
    log: Path | None = None,
    redone: tuple[Start, Sequence[Deed]] | None = None,
) -> None:
    """Open the window and stay until it is closed.

    What is done there is written to a log, or one is redone first. OSError where the
    log cannot be written.
    """
    # The window is made larger on a fine display, and everything in it is scaled.
    pyglet.options.dpi_scaling = "scaled"
    window = PlaygroundWindow(session, settings)
    # After the first frame: with a picture come all of pyglet's decoders.
    pyglet.clock.schedule_once(lambda _: window.set_icon(*_icons()), 0.0)
    try:
        if log:
            window.write_log(log)
        if redone:
            window.redo_in_time(*redone)
        with _heeded():
            pyglet.app.run(interval=None)
    except (KeyboardInterrupt, OSError):
        window.close()
        raise
    except Exception:
        # What was kept may be to blame: not at every start.
        if settings and window.frames <= _SETTLING_FRAMES:
            settings.set_aside()
        raise


def _icons() -> Iterator[pyglet.image.ImageData]:
    """Return the program's icon in some sizes, of which the system takes one."""
    for size in _ICON_SIZES:
        yield pyglet.image.load(str(_ICONS / f"{size}.png"))


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
