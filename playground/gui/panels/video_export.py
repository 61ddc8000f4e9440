"""What film is wanted, and how far it is."""

from imgui_bundle import imgui

from playground.gui import fonts
from playground.gui.imgui_backend import colour
from playground.gui.panels.context import (
    Ui,
    bold,
    choice_row,
    floating,
    icon_button,
    muted,
)
from playground.gui.view_state import FilmProgress, FilmSubject, FilmWish, WindowRequest
from playground.gui.widgets import localized
from playground.gui.widgets.numbers import ENTER
from playground.i18n import message
from playground.scene.camera import Viewport

_WIDTH = 420.0
_BAR = 330.0
_SUBJECTS = {
    FilmSubject.PLAY: message("The time"),
    FilmSubject.STEPS: message("The steps"),
    FilmSubject.LESSON: message("The lesson"),
    FilmSubject.DEEDS: message("What I do"),
}
_KINDS = {".gif": "GIF", ".mp4": "MP4", ".png": message("PNG pictures")}
_ALONE = {False: message("The window"), True: message("Only the figure")}


class Recording:
    """Draws the choice and the bar; remembers what was chosen."""

    def __init__(self) -> None:
        self._wish = FilmWish(FilmSubject.PLAY)
        self.bar: Viewport | None = None

    def draw(self, ui: Ui, canvas: Viewport) -> None:
        """Draw them over the canvas, while they are wanted."""
        self.bar = None
        if ui.window_view.film:
            self._progress(ui, canvas, ui.window_view.film)
        elif ui.window_view.recording:
            self._choice(ui, canvas)

    def _choice(self, ui: Ui, canvas: Viewport) -> None:
        there = _subjects(ui)
        subject = self._wish.subject if self._wish.subject in there else there[0]
        kind, alone = self._wish.kind, self._wish.alone
        with floating("##record", canvas, canvas.y + 24, _WIDTH):
            bold(ui, "Record", 18.0)
            muted(ui, "A film of")
            names = {known: _SUBJECTS[known] for known in there}
            subject = choice_row(ui, names, subject)
            muted(ui, message("as", about="film"))
            kind = choice_row(ui, _KINDS, kind)
            if subject is not FilmSubject.DEEDS:
                muted(ui, message("of", about="film"))
                alone = choice_row(ui, _ALONE, alone)
            self._wish = FilmWish(subject, kind, alone)
            imgui.dummy(imgui.ImVec2(0, 4))
            confirmed = any(imgui.is_key_pressed(key) for key in ENTER)
            if localized.button("Start recording") or confirmed:
                wish = self._wish
                ui.look(recording=False, wish=wish, request=WindowRequest.FILM)
            imgui.same_line()
            if localized.button("Cancel"):
                ui.look(recording=False)

    def _progress(self, ui: Ui, canvas: Viewport, film: FilmProgress) -> None:
        high = canvas.y + canvas.height - 66.0
        with floating("##film", canvas, high, _BAR):
            if film.noting:
                imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 7.0)
                imgui.push_style_color(imgui.Col_.text, colour(ui.theme.accent))
                localized.text(fonts.RECORD)
                imgui.pop_style_color()
                imgui.same_line()
                localized.text("Recording what you do")
                word = message("Stop and make the film")
            else:
                share = film.now / film.all if film.all else 0.0
                said = _how_far(film)
                room = imgui.get_content_region_avail().x - 40.0
                tone = colour(ui.theme.active)
                imgui.push_style_color(imgui.Col_.plot_histogram, tone)
                localized.progress_bar(share, imgui.ImVec2(room, 32.0), said)
                imgui.pop_style_color()
                word = message("Cancel the film")
            imgui.same_line(_BAR - 32.0 - 12.0)
            imgui.set_cursor_pos_y(imgui.get_cursor_start_pos().y)
            if icon_button(ui, fonts.STOP, word):
                ui.look(request=WindowRequest.FILM)
            at, size = imgui.get_window_pos(), imgui.get_window_size()
            self.bar = Viewport(at.x, at.y, size.x, size.y)


def _how_far(film: FilmProgress) -> str:
    if not film.all:
        return message("Recording")
    return message("{now} of {all}", now=film.now, all=film.all)


def _subjects(ui: Ui) -> tuple[FilmSubject, ...]:
    """Return what there is to be filmed."""
    there = {
        FilmSubject.PLAY: ui.study.timeline is not None,
        FilmSubject.STEPS: bool(ui.study.steps),
        FilmSubject.LESSON: ui.facts.walk is not None,
        FilmSubject.DEEDS: True,
    }
    return tuple(subject for subject, has in there.items() if has)
