"""Film panel: options of a film, and its progress."""

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.imgui_backend import push_style, window_area
from playground.gui.panels.context import Ui
from playground.gui.view_state import (
    ExportSubject,
    VideoProgress,
    VideoRequest,
    WindowRequest,
)
from playground.gui.widgets import localized
from playground.gui.widgets.numbers import is_enter_pressed
from playground.i18n import message
from playground.scene.camera import Viewport

_DIALOG_WIDTH_PX = 420.0
_PROGRESS_WIDTH_PX = 330.0
_SUBJECTS = {
    ExportSubject.PLAY: message("The time"),
    ExportSubject.STEPS: message("The steps"),
    ExportSubject.LESSON: message("The lesson"),
    ExportSubject.ACTIONS: message("What I do"),
}
_KINDS = {".gif": "GIF", ".mp4": "MP4", ".png": message("PNG pictures")}
_FIGURE_ONLY_LABELS = {False: message("The window"), True: message("Only the figure")}


class RecordingPanel:
    """Panel with a film's options, which it remembers, or its progress.

    Attributes
    ----------
    bar : Viewport or None
        The area of the progress in px; None while no film is made.
    """

    def __init__(self) -> None:
        self._wish = VideoRequest(ExportSubject.PLAY)
        self.bar: Viewport | None = None

    def draw(self, ui: Ui, canvas: Viewport) -> None:
        """Draw the options or the progress over the canvas, if open."""
        self.bar = None
        if ui.window_view.film:
            self._draw_progress(ui, canvas, ui.window_view.film)
        elif ui.window_view.recording:
            self._draw_choice(ui, canvas)

    def _draw_choice(self, ui: Ui, canvas: Viewport) -> None:
        subjects = _available_subjects(ui)
        subject = self._wish.subject if self._wish.subject in subjects else subjects[0]
        kind, alone = self._wish.kind, self._wish.alone
        with ui.floating_window("##record", canvas, canvas.y + 24, _DIALOG_WIDTH_PX):
            ui.write_bold("Record", 18.0)
            ui.write_muted("A film of")
            names = {known: _SUBJECTS[known] for known in subjects}
            subject = ui.choice_row(names, subject)
            ui.write_muted(message("as", about="film"))
            kind = ui.choice_row(_KINDS, kind)
            if subject is not ExportSubject.ACTIONS:
                ui.write_muted(message("of", about="film"))
                alone = ui.choice_row(_FIGURE_ONLY_LABELS, alone)
            self._wish = VideoRequest(subject, kind, alone)
            imgui.dummy((0, 4))
            if localized.button("Choose where to save…") or is_enter_pressed():
                request, wish = WindowRequest.FILM, self._wish
                ui.update_window_view(recording=False, wish=wish, request=request)
            imgui.same_line()
            if localized.button("Cancel"):
                ui.update_window_view(recording=False)

    def _draw_progress(self, ui: Ui, canvas: Viewport, film: VideoProgress) -> None:
        high = canvas.y + canvas.height - 66.0
        with ui.floating_window("##film", canvas, high, _PROGRESS_WIDTH_PX):
            if film.is_logging:
                imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 7.0)
                with push_style(text=ui.theme.accent):
                    localized.text(imgui_fonts.RECORD)
                imgui.same_line()
                localized.text("Recording what you do")
                word = message("Stop and make the film")
            else:
                share = film.finished_frame_count / max(film.frame_count, 1)
                progress_text = _progress_text(film)
                room = imgui.get_content_region_avail().x - 40.0
                with push_style(plot_histogram=ui.theme.active):
                    localized.progress_bar(share, (room, 32.0), progress_text)
                word = message("Cancel the film (Esc)")
            imgui.same_line(_PROGRESS_WIDTH_PX - 32.0 - 12.0)
            imgui.set_cursor_pos_y(imgui.get_cursor_start_pos().y)
            if ui.icon_button(imgui_fonts.STOP, word):
                ui.update_window_view(request=WindowRequest.FILM)
            self.bar = window_area()


def _progress_text(film: VideoProgress) -> str:
    if not film.frame_count:
        return message("Recording")
    finished_count, count = film.finished_frame_count, film.frame_count
    return message("{now} of {all}", now=finished_count, all=count)


def _available_subjects(ui: Ui) -> tuple[ExportSubject, ...]:
    """Return the available subjects of a film."""
    subjects = {
        ExportSubject.PLAY: ui.study.timeline is not None,
        ExportSubject.STEPS: bool(ui.study.steps),
        ExportSubject.LESSON: ui.session.lesson is not None,
        ExportSubject.ACTIONS: True,
    }
    return tuple(subject for subject, has in subjects.items() if has)
