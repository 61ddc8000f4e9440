"""The film that is wanted: begun, watched while it is made, and given up."""

import threading
from pathlib import Path

from playground.gui.event_log import Tape
from playground.gui.frame_scheduler import Pace
from playground.gui.main_view import Frontend
from playground.gui.replay import Logbook
from playground.gui.video_process import Filming
from playground.gui.view_state import FilmSubject, FilmWish
from playground.gui.window_geometry import Measures
from playground.i18n import message
from playground.scene.author_files import why
from playground.session import saved_state as states
from playground.session.lesson import document as plans
from playground.session.session import Session

# So often it is looked whether a film has got any further, in seconds.
_WATCHING = 0.1


class Films:
    """Makes the session's films, one after the other."""

    def __init__(
        self,
        session: Session,
        frontend: Frontend,
        tape: Tape,
        measures: Measures,
        pace: Pace,
        logbook: Logbook,
    ) -> None:
        self._session, self._frontend, self._tape = session, frontend, tape
        self._measures, self._pace, self._logbook = measures, pace, logbook
        self._shown = 0
        self.film: Filming | None = None

    def go_on(self) -> None:
        """Begin the film that is wanted; go on with one, or give it up."""
        session, film, wish = self._session, self.film, self._frontend.window_view.wish
        try:
            if film is None and wish:
                self._begin(wish)
            elif film and film.noting:
                self._logbook.write(None, pressed=False)
                film.of_deeds(self._measures.ratio)
            elif film:
                self._have(None)
                session.notice = message("The film was cancelled")
                # It cleans up, which may take a moment.
                threading.Thread(target=film.close).start()
        except OSError as error:
            self._have(None)
            session.notice = message("Cannot record: {why}", why=why(error))

    def _have(self, film: Filming | None) -> None:
        self.film = self._frontend.window_view.film = film

    def _begin(self, wish: FilmWish) -> None:
        session = self._session
        own = session.own_scene
        film = Filming(
            wish, Path.cwd(), session.scene.id, own.file.path if own else None
        )
        if wish.subject is not FilmSubject.DEEDS:
            self._draw_shown(film)
        elif self._tape.log:
            session.notice = message("What you do is already being recorded")
            return
        else:
            self._logbook.write(film.log)
        self._have(film)
        self._pace.schedule.every(self._watch, _WATCHING)

    def _draw_shown(self, film: Filming) -> None:
        """Begin to draw the state or the lesson, in a window as large as this one."""
        session, walk = self._session, self._session.walk
        whole, ratio = self._measures.logical_size, self._measures.ratio
        canvas = self._frontend.layout(whole).canvas
        size = (canvas.width, canvas.height) if film.wish.alone else whole
        lesson = film.wish.subject is FilmSubject.LESSON
        text = plans.dump(walk.plan) if walk and lesson else states.dump(session.state)
        speed = f"{session.playback.speed:g}"
        options = "--theme", self._frontend.window_view.theme, "--speed", speed
        film.of_shown(text, size, ratio, *options)

    def _watch(self, _elapsed: float) -> None:
        """Show how far the film is, and where it is when it is done."""
        session, film = self._session, self.film
        if film and not film.done:
            if film.now != self._shown:
                self._shown = film.now
                self._pace.refresh()
            return
        self._pace.schedule.drop(self._watch)
        if film:
            self._have(None)
            session.notice = _came_of(film)
            film.close()
        self._pace.refresh()

    def close(self) -> None:
        """Give up the one that is made."""
        self._pace.schedule.drop(self._watch)
        if self.film:
            self.film.close()


def _came_of(film: Filming) -> str:
    if film.failure:
        return message("No film: {why}", why=film.failure)
    file, folder = film.path.name, film.path.parent
    return message("Saved {file} in {folder}", file=file, folder=folder)
