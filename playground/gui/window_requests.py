"""What a panel or a key asks for that only the window can do."""

import webbrowser
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pyglet.window import Window

from playground.gui.autosave import Autosave
from playground.gui.event_log import EventPlayer
from playground.gui.file_dialogs import FileDialogs
from playground.gui.frame_scheduler import FrameScheduler
from playground.gui.full_screen import Clipboard, FullScreen
from playground.gui.main_view import MainView
from playground.gui.offscreen import render_window, write_png
from playground.gui.replay import EventRecorder
from playground.gui.video_exporter import VideoExporter
from playground.gui.view_state import WindowRequest
from playground.gui.window_geometry import WindowGeometry
from playground.i18n import message
from playground.scene.author_files import explain_error
from playground.session import files, quiz, texts
from playground.session import saved_state as states
from playground.session.files import FilePurpose
from playground.session.saved_state import make_link as link_to
from playground.session.session import Session
from playground.session.state_as_code import POINTED_PLACE, copy_code

# What a log may ask for when it is redone: nothing that outlasts it.
_REPLAYABLE_REQUESTS = (
    None,
    WindowRequest.COPY,
    WindowRequest.LINK,
    WindowRequest.PYTHON,
    WindowRequest.TEST,
    WindowRequest.PASTE,
)


@dataclass(frozen=True)
class WindowRequestHandler:
    """Answers the window's request, once the frame is drawn in which it came."""

    window: Window
    session: Session
    main_view: MainView
    event_player: EventPlayer
    geometry: WindowGeometry
    frame_scheduler: FrameScheduler
    clipboard: Clipboard
    event_recorder: EventRecorder
    file_dialogs: FileDialogs
    video_exporter: VideoExporter
    full_screen: FullScreen
    autosave: Autosave | None

    def process_requests(self) -> None:
        """Do what is asked for, and take the picture that waited for a map."""
        window_view = self.main_view.window_view
        request, window_view.request = window_view.request, None
        if self.event_player.is_replaying and request not in _REPLAYABLE_REQUESTS:
            return
        if request:
            self._process_request(request)
        if (
            self.frame_scheduler.is_map_awaited
            and not self.main_view.maps.worker.is_pending
        ):
            self.frame_scheduler.is_map_awaited = False
            self._save_picture()

    def _process_request(self, request: WindowRequest) -> None:
        if request in (WindowRequest.COPY, WindowRequest.LINK):
            self._copy(link=request is WindowRequest.LINK)
        elif request in (WindowRequest.PYTHON, WindowRequest.TEST):
            self._copy_code(test=request is WindowRequest.TEST)
        elif request is WindowRequest.PASTE:
            files.open_text(self.session, self.clipboard.read())
        elif request is WindowRequest.OPEN:
            self.file_dialogs.open_dialog(FilePurpose.OPEN)
        elif request is WindowRequest.OPEN_CHOSEN:
            if chosen := self.main_view.window_view.chosen:
                self.event_recorder.open_file(chosen)
        elif request in (
            WindowRequest.SAVE,
            WindowRequest.SAVE_AS,
            WindowRequest.SAVE_LESSON,
        ):
            self._save(request)
        elif request is WindowRequest.AFRESH and self.autosave:
            self.autosave.reset()
        elif request is WindowRequest.PICTURE:
            self.frame_scheduler.is_map_awaited = True
            self.session.notice = message(
                "The picture will be saved as soon as the map is finished"
            )
        elif request is WindowRequest.ARTICLE:
            self._read_article()
        elif request is WindowRequest.FILM:
            self.video_exporter.start_or_continue()
        elif request is WindowRequest.FULL_SCREEN:
            self.full_screen.toggle()
        elif request is WindowRequest.QUIT:
            self.frame_scheduler.schedule.call_once(lambda _: self.window.close(), 0.0)

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
        if not link and (result := quiz.export_round(session)):
            self.clipboard.write(result)
            session.notice = message("Result copied")
        elif session.asking:
            session.notice = texts.ANSWER_FIRST
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
        named = POINTED_PLACE if aimed else ""
        copy_code(
            self.session, self.clipboard.write, test=test, params=aimed, label=named
        )

    def _save(self, request: WindowRequest) -> None:
        """Save the state, or the lesson where that is written or asked for."""
        session, walk = self.session, self.session.lesson
        lesson = request is WindowRequest.SAVE_LESSON or (walk and walk.writing)
        saving = FilePurpose.SAVE_LESSON if lesson else FilePurpose.SAVE
        path = files.current_path(session, saving)
        if session.asking and not lesson:
            session.notice = texts.ANSWER_FIRST
        elif path and request is not WindowRequest.SAVE_AS:
            files.save(session, path, saving)
        else:
            self.file_dialogs.open_dialog(saving)

    def _save_picture(self) -> None:
        session, geometry = self.session, self.geometry
        session.notice = ""
        picture = render_window(self.main_view, geometry.logical_size, geometry.ratio)
        try:
            folder, name = Path.cwd(), session.scene.id
            numbered = (folder / f"{name}-{number}.png" for number in count(1))
            path = next(path for path in numbered if not path.exists())
            write_png(path, picture)
        except OSError as error:
            session.notice = message(
                "Cannot save a picture: {why}", why=explain_error(error)
            )
        else:
            session.notice = message(
                "Saved {file} in {folder}", file=path.name, folder=folder
            )
