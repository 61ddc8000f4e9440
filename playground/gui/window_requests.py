"""Requests that only the window can fulfil, such as files and the clipboard."""

import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playground.gui.autosave import Autosave
from playground.gui.file_dialogs import FileDialogs
from playground.gui.frame_scheduler import WindowComponent, WindowParts
from playground.gui.offscreen import render_window, write_png
from playground.gui.replay import EventRecorder
from playground.gui.video_exporter import VideoExporter
from playground.gui.view_state import WindowRequest
from playground.i18n import message
from playground.scene.author_files import explain_error
from playground.session import files, quiz, texts, user_code
from playground.session import saved_state as states
from playground.session.files import FilePurpose
from playground.session.saved_state import make_link as link_to
from playground.session.state_as_code import POINTED_PLACE, CodeFormat, copy_code

_CODE_FORMATS = {
    WindowRequest.PYTHON: CodeFormat.PYTHON,
    WindowRequest.TEST: CodeFormat.TEST,
    WindowRequest.CPP: CodeFormat.CPP,
    WindowRequest.JAVASCRIPT: CodeFormat.JAVASCRIPT,
    WindowRequest.GDSCRIPT: CodeFormat.GDSCRIPT,
}
# Requests that a replay may run: none with lasting effects.
_REPLAYABLE_REQUESTS = (
    None,
    WindowRequest.COPY,
    WindowRequest.LINK,
    *_CODE_FORMATS,
    WindowRequest.PASTE,
)


class WindowRequestHandler(WindowComponent):
    """Handler of the window's requests; they run after the frame that made them."""

    def __init__(
        self,
        parts: WindowParts,
        event_recorder: EventRecorder,
        file_dialogs: FileDialogs,
        video_exporter: VideoExporter,
        toggle_full_screen: Callable[[], None],
        autosave: Autosave | None,
    ) -> None:
        super().__init__(parts)
        self._event_recorder, self._file_dialogs = event_recorder, file_dialogs
        self._video_exporter = video_exporter
        self._picture_path = Path()
        open_dialog, request = file_dialogs.open_dialog, WindowRequest
        self._handlers: dict[WindowRequest, Callable[[], object]] = {
            request.COPY: self._copy,
            request.LINK: partial(self._copy, link=True),
            request.PASTE: self._paste,
            request.OPEN: partial(open_dialog, FilePurpose.OPEN),
            request.USE_CHOSEN: self._use_chosen,
            request.NEW_CODE: self._begin_code,
            request.EXAMPLE_CODE: partial(self._begin_code, is_example=True),
            request.CHOOSE_CODE: partial(open_dialog, FilePurpose.OPEN_CODE),
            request.EDIT_CODE: self._edit_code,
            request.SAVE: partial(self._save, request.SAVE),
            request.SAVE_AS: partial(self._save, request.SAVE_AS),
            request.SAVE_LESSON: partial(self._save, request.SAVE_LESSON),
            request.PICTURE: partial(open_dialog, FilePurpose.PICTURE),
            request.ARTICLE: self._read_article,
            request.FILM: self._continue_video,
            request.FULL_SCREEN: toggle_full_screen,
            request.QUIT: self._quit,
        }
        self._handlers |= {
            name: partial(self._copy_code, code) for name, code in _CODE_FORMATS.items()
        }
        if autosave:
            self._handlers[request.RESET] = autosave.reset
            self._handlers[request.UNDO_RESET] = autosave.undo_reset

    def process_requests(self) -> None:
        """Process the current request, and save a picture once its map is finished."""
        window_view = self._window_view
        request, window_view.request = window_view.request, None
        if self._event_player.is_replaying and request not in _REPLAYABLE_REQUESTS:
            return
        if request in self._handlers:
            self._handlers[request]()
        if (
            self._frame_scheduler.is_map_awaited
            and not self._main_view.maps.worker.is_pending
        ):
            self._frame_scheduler.is_map_awaited = False
            self._save_picture()

    def _paste(self) -> None:
        files.open_text(self._session, self._main_view.gui.read_clipboard())

    def _use_chosen(self) -> None:
        if chosen := self._window_view.chosen:
            self.use_file(*chosen)

    def _edit_code(self) -> None:
        judged = self._session.open_scene.user_code
        if judged and judged.file:
            self._file_dialogs.edit(judged.file)

    def _quit(self) -> None:
        close = self._window.close
        self._schedule.call_once(lambda _: close(), 0.0)

    def use_file(self, purpose: FilePurpose, path: Path) -> None:
        """Open the chosen file, or save to it; failures become notices.

        A picture is saved once its map is finished.
        """
        session = self._session
        if not purpose.saves:
            self._event_recorder.open_file(path)
        elif purpose is FilePurpose.PICTURE:
            self._picture_path = path
            self._frame_scheduler.is_map_awaited = True
            session.notice = message(
                "The picture will be saved as soon as the map is finished"
            )
        elif purpose is FilePurpose.FILM:
            session.folder = str(path.absolute().parent)
            self._video_exporter.start(path)
        else:
            files.save(session, path, purpose)

    def _continue_video(self) -> None:
        """Finish or cancel the film being made, or ask for the file of a new one."""
        exporter = self._video_exporter
        if exporter.video_process:
            exporter.finish_or_cancel()
        elif path := exporter.suggest_path():
            self._file_dialogs.open_dialog(FilePurpose.FILM, path)

    def _begin_code(self, *, is_example: bool = False) -> None:
        """Write initial user code to a new file and open it.

        The file is also opened in an editor unless it `is_example`. A failure becomes
        that of the user code.
        """
        session = self._session
        try:
            path = user_code.write_first_code(session, is_example=is_example)
        except OSError as error:
            failure = message(
                "Cannot write in {folder}: {why}.",
                folder=user_code.code_folder(),
                why=explain_error(error),
            )
            user_code.set_failure(session, failure)
            return
        self._event_recorder.open_file(path)
        if not is_example:
            self._file_dialogs.edit(path)

    def _read_article(self) -> None:
        """Open the article in the browser, or else copy its link or title."""
        source = self._session.scene.source
        if source is None:
            return
        if source.url and webbrowser.open(source.url):
            self._session.notice = message(
                "{article} opens in the browser", article=source.name
            )
            return
        self._main_view.gui.write_clipboard(
            source.url or f"{source.title}, {source.author}"
        )
        title = message("The title of {article} was copied", article=source.name)
        link = message("The link of {article} was copied", article=source.name)
        self._session.notice = link if source.url else title

    def _copy(self, *, link: bool = False) -> None:
        session = self._session
        if not link and (result := quiz.export_round(session)):
            self._main_view.gui.write_clipboard(result)
            session.notice = message("Result copied")
        elif session.asking:
            session.notice = texts.ANSWER_FIRST
        elif link:
            self._main_view.gui.write_clipboard(link_to(session.state))
            session.notice = message(
                "Link copied: playground run LINK opens it, as Ctrl+V does"
            )
        else:
            self._main_view.gui.write_clipboard(states.dump(session.state))
            session.notice = message("State copied as JSON")

    def _copy_code(self, code_format: CodeFormat) -> None:
        aimed_place = self._session.aimed
        aimed_name = POINTED_PLACE if aimed_place else ""
        copy_code(
            self._session,
            self._main_view.gui.write_clipboard,
            code_format,
            params=aimed_place,
            label=aimed_name,
        )

    def _save(self, request: WindowRequest) -> None:
        """Save the state, or the lesson if it is requested or being written."""
        session, walk = self._session, self._session.lesson
        lesson = request is WindowRequest.SAVE_LESSON or (walk and walk.writing)
        saving = FilePurpose.SAVE_LESSON if lesson else FilePurpose.SAVE
        path = files.current_path(session, saving)
        if session.asking and not lesson:
            session.notice = texts.ANSWER_FIRST
        elif path and request is not WindowRequest.SAVE_AS:
            files.save(session, path, saving)
        else:
            self._file_dialogs.open_dialog(saving)

    def _save_picture(self) -> None:
        session, geometry = self._session, self._geometry
        session.notice = ""
        picture = render_window(self._main_view, geometry.logical_size, geometry.ratio)
        path = self._picture_path.absolute()
        try:
            write_png(path, picture)
        except OSError as error:
            session.notice = message(
                "Cannot save a picture: {why}", why=explain_error(error)
            )
        else:
            session.notice = message(
                "Saved {file} in {folder}", file=path.name, folder=path.parent
            )
            session.folder = str(path.parent)
