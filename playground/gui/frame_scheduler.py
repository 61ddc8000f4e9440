"""When frames are drawn: only when something has changed."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import pyglet
from pyglet.window import Window

from playground.gui.error_boundary import Boundary
from playground.gui.event_log import Tape
from playground.gui.main_view import Frontend
from playground.session.session import Session

if TYPE_CHECKING:
    from playground.session.user_code_run import JudgedCode
    from playground.session.watched_scene import OwnScene


Work = Callable[[float], object]


class Schedule:
    """Has work done later: it is told how many seconds have passed."""

    def __init__(self, boundary: Boundary) -> None:
        self._boundary = boundary

    def once(self, work: Work, seconds: float) -> None:
        """Do it once, after so many seconds."""
        pyglet.clock.schedule_once(_Guarded(self._boundary, work), seconds)

    def every(self, work: Work, seconds: float) -> None:
        """Do it again and again, so many seconds apart."""
        pyglet.clock.schedule_interval(_Guarded(self._boundary, work), seconds)

    def drop(self, work: Work) -> None:
        """Do it no more."""
        pyglet.clock.unschedule(_Guarded(self._boundary, work))


@dataclass(frozen=True)
class _Guarded:
    """Work that ends nothing; the same work is equal, as pyglet looks for it."""

    boundary: Boundary
    work: Work

    def __call__(self, elapsed: float) -> None:
        work = partial(self.work, elapsed)
        self.boundary.attempt("What was to come", work, by_itself=True)


# ----------------------------------------------------------------------------


# ImGui settles what is under the pointer over the frames after an event.
SETTLING_FRAMES = 3
# So often it is looked whether a file that is followed has been saved, in seconds.
_WATCHING = 0.4


class Pace:
    """Asks the window for frames.

    After an event, while something moves or plays, and when a map, a film or judged
    code has something new to show.

    `map_wanted` says that somebody waits until the map is finished; `schedule` calls
    functions later, for everybody in the window.
    """

    def __init__(
        self,
        window: Window,
        session: Session,
        frontend: Frontend,
        tape: Tape,
        schedule: Schedule,
    ) -> None:
        self.schedule = schedule
        self._window, self._session, self._tape = window, session, tape
        self._frontend, self._worker = frontend, frontend.maps.worker
        # The swap waits for the display; where it does not, this paces the frames.
        mode = window.screen.get_mode()
        self._period = 0.9 / (mode.rate if mode and mode.rate else 60)
        self.map_wanted = False
        self._settling = 0
        self._map_shown: object = None
        self._news = 0
        self._begun: object = None
        self._watched: tuple[JudgedCode | None, OwnScene | None] = (None, None)

    def refresh(self) -> None:
        """Ask for frames: now, and a few more until everything has settled."""
        if self._tape.redoing:
            return
        if self._settling == 0:
            self.schedule.once(self._next_frame, 0.0)
        self._settling = max(self._settling, SETTLING_FRAMES)

    def refresh_after_key(self) -> None:
        """Ask for frames after a key: ImGui may take in one of them a frame."""
        self.refresh()
        self._settling += 1

    def rest(self) -> None:
        """Draw no frame by itself until the next that is asked for."""
        self.schedule.drop(self._next_frame)
        self._settling = 0

    @property
    def resting(self) -> bool:
        """Whether all that has come is shown, and no frame is to be drawn."""
        return self._settling == 0 and not self._unseen

    def frame_begins(self) -> None:
        """Note what the frame that is drawn now shows."""
        self._map_shown = self._worker.painted
        judged, own = self._judged, self._session.own_scene
        self._news = judged.news if judged else 0
        self._begun = self._to_be_seen
        if (judged, own) != self._watched:
            self._watched = judged, own
            self.schedule.drop(self._watch)
            self.schedule.every(self._watch, _WATCHING)

    def close(self) -> None:
        """Draw no more."""
        for scheduled in (self._next_frame, self._look_for_news, self._watch):
            self.schedule.drop(scheduled)

    def _next_frame(self, _elapsed: float) -> None:
        started = time.perf_counter()
        try:
            self._window.draw(0.0)
        except Exception:
            # It is asked for again with the next event.
            self._settling = 0
            raise
        if self._window.context is None:
            return
        self._settling = max(self._settling - 1, 0)
        if self._torn or self._frontend.gui.behind:
            self._settling = max(self._settling, 1)
        frontend = self._frontend
        moving = frontend.controls.motion.moving or frontend.thumbnails.pending
        if self._settling or moving:
            self._settling = max(self._settling, 1)
            rest = self._period - (time.perf_counter() - started)
            self.schedule.once(self._next_frame, max(rest, 0.0))
        elif self._awaited or self._unseen or self.map_wanted:
            self.schedule.once(self._look_for_news, self._period)

    @property
    def _torn(self) -> bool:
        """Whether the last frame has shown what was so before it, and what after."""
        return self._begun != self._to_be_seen

    @property
    def _to_be_seen(self) -> object:
        return self._session.to_be_seen, replace(self._frontend.window_view)

    @property
    def _judged(self) -> "JudgedCode | None":
        return self._session.opened.judged

    @property
    def _awaited(self) -> bool:
        """Whether a map or an answer of somebody's code is still to come."""
        judged = self._judged
        return self._worker.pending or bool(judged and judged.pending)

    @property
    def _unseen(self) -> bool:
        """Whether something has come in while the last frame was drawn, or since."""
        judged = self._judged
        answered = judged is not None and judged.news != self._news
        return answered or self._worker.painted is not self._map_shown

    def _look_for_news(self, _elapsed: float) -> None:
        """Draw again when a map has got any further, or an answer has come."""
        worker = self._worker
        news = worker.failure or self._unseen
        if news or (self.map_wanted and not worker.pending):
            self.refresh()
        elif self._awaited and self._settling == 0:
            self.schedule.once(self._look_for_news, self._period)

    def _watch(self, _elapsed: float) -> None:
        """Draw again when the file of a scene or of opened code has been saved."""
        judged, own = self._judged, self._session.own_scene
        if judged is None and own is None:
            self.schedule.drop(self._watch)
        elif (judged and judged.outdated) or (own and own.file.outdated):
            self.refresh()
