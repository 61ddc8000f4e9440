"""What a panel or a key asks for that only the window can do."""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pyglet.window import Window

from playground.app import asking, files
from playground.app import state as states
from playground.app.clipboard import Clipboard
from playground.app.dialogs import Dialogs
from playground.app.films import Films
from playground.app.frontend import Frontend
from playground.app.full_screen import FullScreen
from playground.app.keeper import Keeper
from playground.app.logbook import Logbook
from playground.app.measures import Measures
from playground.app.offscreen import picture_of
from playground.app.pacing import Pace
from playground.app.session import Session
from playground.app.snippet import PLACE, copy_code
from playground.app.tape import Tape
from playground.app.view import Choosing, Request
from playground.render.gl.target import write_png

_ASKED = "Answer the question first: its state would give it away"
# What a log may ask for when it is redone: nothing that outlasts it.
_HARMLESS = (None, Request.COPY, Request.PYTHON, Request.TEST, Request.PASTE)


@dataclass(frozen=True)
class Requests:
    """Answers the session's request, once the frame is drawn in which it came."""

    window: Window
    session: Session
    frontend: Frontend
    tape: Tape
    measures: Measures
    pace: Pace
    clipboard: Clipboard
    logbook: Logbook
    dialogs: Dialogs
    films: Films
    full_screen: FullScreen
    keeper: Keeper | None

    def answer(self) -> None:
        """Do what is asked for, and take the picture that waited for a map."""
        request, self.session.request = self.session.request, None
        if self.tape.redoing and request not in _HARMLESS:
            return
        if request:
            self._do(request)
        if self.pace.map_wanted and not self.frontend.maps.worker.pending:
            self.pace.map_wanted = False
            self._save_picture()

    def _do(self, request: Request) -> None:
        if request is Request.COPY:
            self._copy()
        elif request in (Request.PYTHON, Request.TEST):
            self._copy_code(test=request is Request.TEST)
        elif request is Request.PASTE:
            files.open_text(self.session, self.clipboard.read())
        elif request is Request.OPEN:
            self.dialogs.ask(Choosing.OPEN)
        elif request is Request.OPEN_CHOSEN and self.session.chosen:
            self.logbook.open_file(self.session.chosen)
        elif request in (Request.SAVE, Request.SAVE_AS, Request.SAVE_LESSON):
            self._save(request)
        elif request is Request.AFRESH and self.keeper:
            self.keeper.forget()
        elif request is Request.PICTURE:
            self.pace.map_wanted = True
            self.session.notice = "The picture is saved as soon as the map is done"
        elif request is Request.FILM:
            self.films.go_on()
        elif request is Request.FULL_SCREEN:
            self.full_screen.turn()
        elif request is Request.QUIT:
            self.pace.schedule.once(lambda _: self.window.close(), 0.0)

    def _copy(self) -> None:
        session = self.session
        if result := asking.copied(session):
            self.clipboard.write(result)
            session.notice = "Result copied"
        elif session.asking:
            session.notice = _ASKED
        else:
            self.clipboard.write(states.dump(session.state))
            session.notice = "State copied as JSON"

    def _copy_code(self, *, test: bool) -> None:
        aimed = self.session.aimed
        named = PLACE if aimed else ""
        copy_code(self.session, self.clipboard.write, test=test, at=aimed, named=named)

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
            self.dialogs.ask(saving)

    def _save_picture(self) -> None:
        session, measures = self.session, self.measures
        session.notice = ""
        picture = picture_of(self.frontend, measures.logical_size, measures.ratio)
        try:
            folder, name = Path.cwd(), session.scene.id
            numbered = (folder / f"{name}-{number}.png" for number in count(1))
            path = next(path for path in numbered if not path.exists())
            write_png(path, picture)
        except OSError as error:
            session.notice = f"Cannot save a picture: {error.strerror}"
        else:
            session.notice = f"Saved {path.name} in {folder}"
