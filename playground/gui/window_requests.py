"""What a panel or a key asks for that only the window can do."""

import webbrowser
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pyglet.window import Window

from playground.gui.autosave import Keeper
from playground.gui.event_log import Tape
from playground.gui.file_dialogs import Dialogs
from playground.gui.frame_scheduler import Pace
from playground.gui.full_screen import Clipboard, FullScreen
from playground.gui.main_view import Frontend
from playground.gui.offscreen import picture_of, write_png
from playground.gui.replay import Logbook
from playground.gui.video_export import Films
from playground.gui.view_state import WindowRequest
from playground.gui.window_geometry import Measures
from playground.i18n import message
from playground.scene.author_files import why
from playground.session import files, quiz, texts
from playground.session import saved_state as states
from playground.session.files import Choosing
from playground.session.saved_state import link as link_to
from playground.session.session import Session
from playground.session.state_as_code import PLACE, copy_code

# What a log may ask for when it is redone: nothing that outlasts it.
_HARMLESS = (
    None,
    WindowRequest.COPY,
    WindowRequest.LINK,
    WindowRequest.PYTHON,
    WindowRequest.TEST,
    WindowRequest.PASTE,
)


@dataclass(frozen=True)
class Requests:
    """Answers the window's request, once the frame is drawn in which it came."""

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
        window_view = self.frontend.window_view
        request, window_view.request = window_view.request, None
        if self.tape.redoing and request not in _HARMLESS:
            return
        if request:
            self._do(request)
        if self.pace.map_wanted and not self.frontend.maps.worker.pending:
            self.pace.map_wanted = False
            self._save_picture()

    def _do(self, request: WindowRequest) -> None:
        if request in (WindowRequest.COPY, WindowRequest.LINK):
            self._copy(link=request is WindowRequest.LINK)
        elif request in (WindowRequest.PYTHON, WindowRequest.TEST):
            self._copy_code(test=request is WindowRequest.TEST)
        elif request is WindowRequest.PASTE:
            files.open_text(self.session, self.clipboard.read())
        elif request is WindowRequest.OPEN:
            self.dialogs.ask(Choosing.OPEN)
        elif request is WindowRequest.OPEN_CHOSEN:
            if chosen := self.frontend.window_view.chosen:
                self.logbook.open_file(chosen)
        elif request in (
            WindowRequest.SAVE,
            WindowRequest.SAVE_AS,
            WindowRequest.SAVE_LESSON,
        ):
            self._save(request)
        elif request is WindowRequest.AFRESH and self.keeper:
            self.keeper.forget()
        elif request is WindowRequest.PICTURE:
            self.pace.map_wanted = True
            self.session.notice = message(
                "The picture will be saved as soon as the map is finished"
            )
        elif request is WindowRequest.ARTICLE:
            self._read_article()
        elif request is WindowRequest.FILM:
            self.films.go_on()
        elif request is WindowRequest.FULL_SCREEN:
            self.full_screen.turn()
        elif request is WindowRequest.QUIT:
            self.pace.schedule.once(lambda _: self.window.close(), 0.0)

    def _read_article(self) -> None:
        """Open the scene's article in the browser, or else let it be found."""
        source = self.session.scene.source
        if source is None:
            return
        if source.url and webbrowser.open(source.url):
            self.session.notice = message(
                "{article} opens in the browser", article=source.name
            )
            return
        self.clipboard.write(source.url or f"{source.title}, {source.author}")
        title = message("The title of {article} is copied", article=source.name)
        link = message("The link of {article} is copied", article=source.name)
        self.session.notice = link if source.url else title

    def _copy(self, *, link: bool) -> None:
        session = self.session
        if not link and (result := quiz.copied(session)):
            self.clipboard.write(result)
            session.notice = message("Result copied")
        elif session.asking:
            session.notice = texts.ASKED
        elif link:
            self.clipboard.write(link_to(session.state))
            session.notice = message(
                "Link copied: playground run LINK opens it, as Ctrl+V does"
            )
        else:
            self.clipboard.write(states.dump(session.state))
            session.notice = message("State copied as JSON")

    def _copy_code(self, *, test: bool) -> None:
        aimed = self.session.aimed
        named = PLACE if aimed else ""
        copy_code(self.session, self.clipboard.write, test=test, at=aimed, named=named)

    def _save(self, request: WindowRequest) -> None:
        """Save the state, or the lesson where that is written or asked for."""
        session, walk = self.session, self.session.walk
        lesson = request is WindowRequest.SAVE_LESSON or (walk and walk.writing)
        saving = Choosing.SAVE_LESSON if lesson else Choosing.SAVE
        path = files.place(session, saving)
        if session.asking and not lesson:
            session.notice = texts.ASKED
        elif path and request is not WindowRequest.SAVE_AS:
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
            session.notice = message("Cannot save a picture: {why}", why=why(error))
        else:
            session.notice = message(
                "Saved {file} in {folder}", file=path.name, folder=folder
            )
