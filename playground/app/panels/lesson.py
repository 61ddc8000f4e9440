"""What a stop of a lesson says: its sentence, its question or task, and the answers."""

from dataclasses import dataclass

from imgui_bundle import imgui

from playground.app.panels import icons, prose, worded
from playground.app.panels.common import Ui, bold
from playground.app.panels.imgui_window import colour, packed
from playground.app.panels.run_in import line_height
from playground.language import message, translated
from playground.render.paragraphs import unbroken
from playground.study import lesson_walking, lesson_words
from playground.study.lesson import LessonQuestion, LessonTask
from playground.study.open_lesson import OpenLesson
from playground.study.open_scene import OpenScene

# A question or task is set a little smaller than the sentence, and its reason too.
_ASKED, _WHY = 0.94, 0.86
_GAP = 6.0
# What is given as an answer is a button of at least this height, of so much padding.
_ANSWER, _BESIDE = 32.0, 12.0


def counted(ui: Ui, walk: OpenLesson[OpenScene], size: float = 13.0) -> None:
    """Write which stop it is of how many, and of what lesson."""
    imgui.push_font(ui.gui.fonts.body, size)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    where, title = lesson_words.where(walk), walk.title
    worded.text_unformatted(
        worded.together("{where} · {title}", where=where, title=title)
    )
    imgui.pop_style_color()
    imgui.pop_font()


def told(ui: Ui, walk: OpenLesson[OpenScene], size: float) -> None:
    """Write the sentence in that size, and draw the question or the task.

    Once a question is answered the sentence makes room for the reason.
    """
    stop = walk.stop
    if walk.visit.given is None:
        room, pitch = imgui.get_content_region_avail().x, line_height(size)
        prose.write_spaced(ui.gui, sentence(walk), ui.theme.text, size, pitch, room)
    if stop.question:
        bold(ui, stop.question.text, size * _ASKED)
        _answers(ui, walk, stop.question, size * _ASKED)
        if reason := lesson_words.why(walk, stop.question):
            right = walk.visit.given == stop.question.right
            tone = ui.theme.text if right else ui.theme.warning
            bold(ui, reason, size * _WHY, tone)
    if stop.task:
        done = ui.facts.done
        tone = ui.theme.accent if done else ui.theme.text
        bold(ui, task_words(stop.task, done=done), size * _ASKED, tone)


def told_height(ui: Ui, walk: OpenLesson[OpenScene], size: float, wide: float) -> float:
    """Return how high that would be, in a column so wide."""
    stop = walk.stop
    texts = list[tuple[bool, str, float]]()
    between = imgui.get_style().item_spacing.y
    high = 0.0
    if walk.visit.given is None:
        pitch = line_height(size)
        said = ui.gui.paragraph(sentence(walk), size, wide, pitch=pitch)
        high += said.height + between
    if stop.question:
        texts.append((True, stop.question.text, size * _ASKED))
        if reason := lesson_words.why(walk, stop.question):
            texts.append((True, reason, size * _WHY))
        buttons = _laid_out(ui, walk, stop.question, size * _ASKED, wide)
        high += max(b.y + b.high for b in buttons) + between
    if stop.task:
        texts.append((True, task_words(stop.task, done=True), size * _ASKED))
    for bold_, text, large in texts:
        high += prose.height(ui.gui, text, large, wide, bold=bold_) + between
    return high


def sentence(walk: OpenLesson[OpenScene]) -> str:
    """Return what the stop says."""
    return walk.stop.say or (message("What can be seen here?") if walk.writing else "")


def task_words(task: LessonTask, *, done: bool) -> str:
    """Return a task, and whether it is done."""
    if not done:
        return worded.signed(icons.TO_DO, task.text)
    return message("{sign}  {task}  Done.", sign=icons.DONE, task=task.text)


def answer_sign(
    walk: OpenLesson[OpenScene], question: LessonQuestion, place: int
) -> str:
    """Return the key of an answer, or once it is given whether it is right."""
    if walk.visit.given is None:
        return str(place + 1)
    if place == question.right:
        return icons.AGREES
    return icons.CLOSE if place == walk.visit.given else str(place + 1)


@dataclass(frozen=True)
class _StopButton:
    """The button of an answer: where it lies beside or below the others."""

    place: int
    label: str
    x: float
    y: float
    wide: float
    high: float


def _laid_out(
    ui: Ui,
    walk: OpenLesson[OpenScene],
    question: LessonQuestion,
    size: float,
    wide: float,
) -> list[_StopButton]:
    """Return the buttons of the answers in rows; their words may take more lines.

    Once it is answered the other answers make room for the reason.
    """
    given = walk.visit.given
    shown = range(len(question.answers)) if given is None else {given, question.right}
    buttons: list[_StopButton] = []
    imgui.push_font(ui.gui.fonts.body, size)
    x = y = below = 0.0
    for place in sorted(shown):
        sign = answer_sign(walk, question, place)
        words = unbroken(translated(question.answers[place]))
        label = f"{sign}  {words}"
        room = min(worded.calc_text_size(label).x + 2 * _BESIDE, wide)
        extent = worded.calc_text_size(label, wrap_width=room - 2 * _BESIDE + 1.0)
        high = max(_ANSWER, extent.y + 0.7 * size)
        if x and x + room > wide:
            x, y = 0.0, below + _GAP
        buttons.append(_StopButton(place, label, x, y, room, high))
        x, below = x + room + _GAP, max(below, y + high)
    imgui.pop_font()
    return buttons


def _answers(
    ui: Ui, walk: OpenLesson[OpenScene], question: LessonQuestion, size: float
) -> None:
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    room = imgui.get_content_region_avail().x
    for button in _laid_out(ui, walk, question, size, room):
        imgui.set_cursor_pos(imgui.ImVec2(left + button.x, top + button.y))
        if _answer(ui, walk, question, button, size):
            ui.do(lesson_walking.answer, button.place)


def _answer(
    ui: Ui,
    walk: OpenLesson[OpenScene],
    question: LessonQuestion,
    button: _StopButton,
    size: float,
) -> bool:
    theme, given = ui.theme, walk.visit.given
    tone = theme.text
    if given is not None:
        right = button.place == question.right
        tone = theme.accent if right else theme.warning
    # What cannot be pressed any more is still to be read: it is not dimmed.
    back = theme.hover if given == button.place else theme.panel_alt
    imgui.push_style_color(imgui.Col_.button, colour(back))
    imgui.push_style_color(imgui.Col_.button_active, colour(theme.hover))
    imgui.push_font(ui.gui.fonts.body, size)
    drawn = imgui.get_font_size()  # rounded, as all that is measured
    inside = button.wide - 2 * _BESIDE + 1.0
    extent = worded.calc_text_size(button.label, wrap_width=inside)
    at = imgui.get_cursor_screen_pos()
    extents = imgui.ImVec2(button.wide, button.high)
    pressed = worded.button(f"##answer {button.place + 1}", extents)
    words = imgui.ImVec2(at.x + _BESIDE, at.y + (button.high - extent.y) / 2)
    lines = worded.in_lines(button.label, inside)
    imgui.get_window_draw_list().add_text(
        ui.gui.fonts.body, drawn, words, packed(tone), lines, wrap_width=inside
    )
    imgui.pop_font()
    imgui.pop_style_color(2)
    return bool(pressed)
