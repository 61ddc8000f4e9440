"""Export of the requested film: start, progress and cancellation."""

import threading
from pathlib import Path

from playground.gui.frame_scheduler import WindowComponent, WindowParts
from playground.gui.replay import EventRecorder
from playground.gui.video_process import VideoProcess, find_free_path
from playground.gui.view_state import ExportSubject, VideoRequest
from playground.i18n import message
from playground.scene.author_files import explain_error
from playground.session import files
from playground.session import saved_state as states
from playground.session.lesson import document as plans

# Interval of checks for progress.
_POLL_INTERVAL_S = 0.1


class VideoExporter(WindowComponent):
    """Exporter of films, one at a time.

    Attributes
    ----------
    video_process : VideoProcess or None
        The export of the film being made; None for none.
    """

    def __init__(self, parts: WindowParts, event_recorder: EventRecorder) -> None:
        super().__init__(parts)
        self._event_recorder = event_recorder
        self._drawn_frame_count = 0
        self.video_process: VideoProcess | None = None

    def suggest_path(self) -> Path | None:
        """Return the default path of the requested film; None without a request."""
        session, wish = self._session, self._window_view.wish
        if wish is None:
            return None
        return find_free_path(files.start_folder(session), session.scene.id, wish.kind)

    def start(self, path: Path) -> None:
        """Start the requested film, to be saved at `path`, unless one is being made.

        A failure becomes a notice.
        """
        wish = self._window_view.wish
        try:
            if wish and self.video_process is None:
                self._start_video(wish, path.absolute())
        except OSError as error:
            self._report_failure(error)

    def finish_or_cancel(self) -> None:
        """Finish the recording and start rendering, or cancel the rendering.

        Without a film nothing happens.
        """
        film = self.video_process
        try:
            if film and film.is_logging:
                self._event_recorder.set_log(None, keep_last_press=False)
                film.render_log(self._geometry.ratio)
            elif film:
                self._set_video_process(None)
                self._session.notice = message("The film was cancelled")
                # Closing waits for the process to clean up.
                threading.Thread(target=film.close).start()
        except OSError as error:
            self._report_failure(error)

    def _report_failure(self, error: OSError) -> None:
        self._set_video_process(None)
        self._session.notice = message("Cannot record: {why}", why=explain_error(error))

    def _set_video_process(self, film: VideoProcess | None) -> None:
        self.video_process = self._window_view.film = film

    def _start_video(self, wish: VideoRequest, path: Path) -> None:
        session = self._session
        own = session.watched_scene
        film = VideoProcess(wish, path, own.file.path if own else None)
        if wish.subject is not ExportSubject.ACTIONS:
            self._render_session(film)
        elif self._event_player.log:
            session.notice = message("What you do is already being recorded")
            return
        else:
            self._event_recorder.set_log(film.log)
        self._set_video_process(film)
        self._schedule.call_every(self._poll_progress, _POLL_INTERVAL_S)

    def _render_session(self, film: VideoProcess) -> None:
        """Start rendering the state or the lesson, at the size of this window."""
        session, walk = self._session, self._session.lesson
        whole, ratio = self._geometry.logical_size, self._geometry.ratio
        canvas = self._main_view.layout(whole).canvas
        size = (canvas.width, canvas.height) if film.video_request.alone else whole
        lesson = film.video_request.subject is ExportSubject.LESSON
        text = (
            plans.dump(walk.document) if walk and lesson else states.dump(session.state)
        )
        speed = f"{session.playback.speed:g}"
        view = self._window_view
        simple = ["--simple"] if view.simple and not film.video_request.alone else []
        options = "--theme", view.theme, "--speed", speed, *simple
        film.render_state(text, size, ratio, *options)

    def _poll_progress(self, _elapsed: float) -> None:
        """Show the progress of the film, and its path or failure at the end."""
        session, film = self._session, self.video_process
        if film and not film.is_done:
            if film.finished_frame_count != self._drawn_frame_count:
                self._drawn_frame_count = film.finished_frame_count
                self._frame_scheduler.request_frames()
            return
        self._schedule.cancel(self._poll_progress)
        if film:
            self._set_video_process(None)
            session.notice = _outcome_text(film)
            film.close()
        self._frame_scheduler.request_frames()

    def close(self) -> None:
        """Cancel the current film."""
        self._schedule.cancel(self._poll_progress)
        if self.video_process:
            self.video_process.close()


def _outcome_text(film: VideoProcess) -> str:
    if film.failure:
        return message("No film: {why}", why=film.failure)
    file, folder = film.path.name, film.path.parent
    return message("Saved {file} in {folder}", file=file, folder=folder)
