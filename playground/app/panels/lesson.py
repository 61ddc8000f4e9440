"""A lesson that is open: its sentence, question or task, and the buttons to walk it."""

from imgui_bundle import imgui

from playground.app import icons, walking
from playground.app.commands import (
    AS_PREPARED,
    CLOSE_LESSON,
    STOP_BACK,
    STOP_ON,
    WRITE,
)
from playground.app.gui import colour, packed
from playground.app.layout import LESSON_ROOM
from playground.app.panels.common import Ui, bold, command_button, panel, rule_below
from playground.app.plan import Question, Task
from playground.app.session import OpenScene
from playground.app.walk import Walk
from playground.scene.drawlist import Role
from playground.view.camera import Viewport

SENTENCE = 18.0
# A question or task is set a little smaller than the sentence, and its reason too.
_ASKED, _WHY = 0.94, 0.86
_COMMANDS = STOP_BACK, STOP_ON, AS_PREPARED, WRITE, CLOSE_LESSON
_BUTTON, _GAP = 28.0, 6.0
# What is given as an answer is a button of at least this height, of so much padding.
_ANSWER, _BESIDE = 32.0, 12.0


def lesson(ui: Ui, place: Viewport) -> None:
    """Draw the strip over the picture; it says how high it would be."""
    walk = ui.session.walk
    if walk is None:
        return
    with panel("lesson", place, scrolls=True):
        rule_below(ui, place)
        _head(ui, walk)
        told(ui, walk, SENTENCE)
        spacing = imgui.get_style().item_spacing.y
        padding = imgui.get_style().window_padding.y
        high = imgui.get_cursor_pos_y() + imgui.get_scroll_y() - spacing + padding
        ui.widgets.heights[LESSON_ROOM] = high


def _head(ui: Ui, walk: Walk[OpenScene]) -> None:
    """Draw which stop it is, and at the right the buttons."""
    there = [command for command in _COMMANDS if command.there(ui.session)]
    wide = len(there) * (_BUTTON + _GAP)
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    right = left + imgui.get_content_region_avail().x - wide + _GAP
    imgui.set_cursor_pos_y(top + 5.0)
    imgui.push_clip_rect(
        imgui.get_cursor_screen_pos(),
        imgui.ImVec2(imgui.get_window_pos().x + right - _GAP, 1e4),
        True,
    )
    counted(ui, walk)
    imgui.pop_clip_rect()
    imgui.set_cursor_pos(imgui.ImVec2(right, top))
    for number, command in enumerate(there):
        if number:
            imgui.same_line(0.0, _GAP)
        command_button(ui, command, size=_BUTTON)


def counted(ui: Ui, walk: Walk[OpenScene], size: float = 13.0) -> None:
    """Write which stop it is of how many, and of what lesson."""
    imgui.push_font(ui.gui.fonts.body, size)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    imgui.text_unformatted(f"{walk.at + 1} of {len(walk.visits)} · {walk.title}")
    imgui.pop_style_color()
    imgui.pop_font()


def told(ui: Ui, walk: Walk[OpenScene], size: float) -> None:
    """Write the sentence in that size, and draw the question or the task."""
    stop = walk.stop
    imgui.push_font(ui.gui.fonts.body, size)
    imgui.text_wrapped(stop.say or ("What is to be seen here?" if walk.writing else ""))
    imgui.pop_font()
    if stop.question:
        _question(ui, walk, stop.question, size)
    if stop.task:
        _task(ui, walk, stop.task, size)


def _question(ui: Ui, walk: Walk[OpenScene], question: Question, size: float) -> None:
    bold(ui, question.text, size * _ASKED)
    given, right = walk.visit.given, imgui.get_content_region_avail().x
    begin = imgui.get_cursor_pos_x()
    # Once it is answered the other answers make room for the reason.
    shown = range(len(question.answers)) if given is None else {given, question.right}
    for place in sorted(shown):
        sign = f"{place + 1}"
        if given is not None:
            sign = icons.AGREES if place == question.right else icons.DIFFERS
        label = f"{sign}  {question.answers[place]}"
        wide = min(ui.gui.measure(label, size * _ASKED)[0] + 2 * _BESIDE, right)
        if place != min(shown):
            imgui.same_line(0.0, _GAP)
            if imgui.get_cursor_pos_x() - begin + wide > right:
                imgui.new_line()
        if _answer(ui, walk, place, label, size * _ASKED, wide):
            walking.answer(ui.session, place)
    if given is not None:
        word = "Right." if given == question.right else "No."
        tone = ui.theme.text if given == question.right else ui.theme.warning
        bold(ui, f"{word} {question.why}".strip(), size * _WHY, tone)


def _answer(
    ui: Ui, walk: Walk[OpenScene], place: int, label: str, size: float, wide: float
) -> bool:
    """Draw the button of an answer, whose words may take several lines."""
    theme, given, question = ui.theme, walk.visit.given, walk.stop.question
    tone = theme.text
    if question and given is not None:
        tone = theme.warning
        if place == question.right:
            tone = theme.texts[Role.HIT]
    # What cannot be pressed any more is still to be read: it is not dimmed.
    back = theme.hover if given == place else theme.panel_alt
    imgui.push_style_color(imgui.Col_.button, colour(back))
    imgui.push_style_color(imgui.Col_.button_active, colour(theme.hover))
    imgui.push_font(ui.gui.fonts.body, size)
    inside = wide - 2 * _BESIDE + 1.0
    drawn = imgui.get_font_size()  # rounded, as all that is measured
    extent = imgui.calc_text_size(label, wrap_width=inside)
    high = max(_ANSWER, extent.y + 0.7 * size)
    at = imgui.get_cursor_screen_pos()
    pressed = imgui.button(f"##answer {place + 1}", imgui.ImVec2(wide, high))
    words = imgui.ImVec2(at.x + _BESIDE, at.y + (high - extent.y) / 2)
    imgui.get_window_draw_list().add_text(
        ui.gui.fonts.body, drawn, words, packed(tone), label, wrap_width=inside
    )
    imgui.pop_font()
    imgui.pop_style_color(2)
    return bool(pressed)


def _task(ui: Ui, walk: Walk[OpenScene], task: Task, size: float) -> None:
    done = walking.done(ui.session)
    sign = icons.DONE if done else icons.TO_DO
    tone = ui.theme.texts[Role.HIT] if done else ui.theme.text
    text = f"{sign}  {task.text}" + ("  Done." if done else "")
    bold(ui, text, size * _ASKED, tone)
