"""The row of a lesson's stops: a mark each, which leads there."""

from imgui_bundle import imgui

from playground.app.panels import worded
from playground.app.panels.commands import (
    AS_PREPARED,
    CLOSE_LESSON,
    WRITE,
)
from playground.app.panels.common import Ui, command_button, hint, whole_of
from playground.app.panels.imgui_window import colour, packed
from playground.language import message
from playground.render.theme import RGBA
from playground.scene.roles import Role
from playground.study import lesson_walking, lesson_words
from playground.study.open_lesson import OpenLesson, OpenStop, StopMark
from playground.study.open_scene import OpenScene

# So high a row of marks is, and so far apart they stand at least; a mark's half width.
_ROW, _LEAST, _HALF = 30.0, 20.0, 6.0
_COMMANDS = AS_PREPARED, WRITE, CLOSE_LESSON
_BUTTON, _GAP = 26.0, 5.0


def marks_row(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    """Draw them in as many rows as they need, and under them which stop it is."""
    wide, count = imgui.get_content_region_avail().x, len(walk.visits)
    per_row = min(count, int(wide / _LEAST))
    apart = wide / per_row
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    for place, visit in enumerate(walk.visits):
        row, column = divmod(place, per_row)
        at = imgui.ImVec2(left + column * apart, top + row * _ROW)
        imgui.set_cursor_pos(at)
        _mark(ui, walk, place, visit, min(apart, 36.0))
    imgui.set_cursor_pos(
        imgui.ImVec2(left, top + _ROW * ((count - 1) // per_row + 1) + 2.0)
    )
    _below(ui, walk, wide)


def _mark(
    ui: Ui,
    walk: OpenLesson[OpenScene],
    place: int,
    visit: OpenStop[OpenScene],
    wide: float,
) -> None:
    at = imgui.get_cursor_screen_pos()
    size, steered = imgui.ImVec2(wide, _ROW), imgui.ButtonFlags_.enable_nav
    if imgui.invisible_button(f"##to stop {place + 1}", size, steered):
        ui.do(lesson_walking.go, place)
    lit = imgui.is_item_hovered() or imgui.is_item_focused()
    hint(worded.signed(str(place + 1), visit.stop.called))
    here = place == walk.at and not walk.ending
    draw, x, y = imgui.get_window_draw_list(), at.x + _HALF + 3.0, at.y + _ROW / 2
    if here:
        low, high = imgui.ImVec2(x - 11, y - 11), imgui.ImVec2(x + 11, y + 11)
        draw.add_rect(low, high, packed(ui.theme.accent), 6.0, 2.0)
    task_done = here and visit.stop.task is not None and ui.facts.done
    mark = StopMark.RIGHT if task_done else visit.mark
    tone, full = looks(ui, mark)
    if mark is StopMark.OPEN and (lit or here):
        tone, full = ui.theme.accent, here
    shape(visit, x, y, tone, full=full)


def looks(ui: Ui, mark: StopMark) -> tuple[RGBA, bool]:
    """Return the colour of a mark, and whether it is filled."""
    return {
        StopMark.OPEN: (ui.theme.text_muted, False),
        StopMark.SEEN: (ui.theme.accent, True),
        StopMark.RIGHT: (ui.theme.texts[Role.ENTER], True),
        StopMark.AGAIN: (ui.theme.texts[Role.ARTICLE], False),
    }[mark]


def shape(
    visit: OpenStop[OpenScene], x: float, y: float, tone: RGBA, *, full: bool
) -> None:
    """Draw a stop's shape on the screen: dot, square for a question, diamond."""
    draw, pen, h = imgui.get_window_draw_list(), packed(tone), _HALF
    if visit.stop.question:
        low, high = (
            imgui.ImVec2(x - h + 1, y - h + 1),
            imgui.ImVec2(x + h - 1, y + h - 1),
        )
        if full:
            draw.add_rect_filled(low, high, pen, 2.0)
        else:
            draw.add_rect(low, high, pen, 2.0, 2.0)
    elif visit.stop.task:
        way = imgui.ImVec2(x, y - h), imgui.ImVec2(x + h, y), imgui.ImVec2(x, y + h)
        last = imgui.ImVec2(x - h, y)
        if full:
            draw.add_quad_filled(*way, last, pen)
        else:
            draw.add_quad(*way, last, pen, 1.8)
    elif full:
        draw.add_circle_filled(imgui.ImVec2(x, y), h - 0.5, pen)
    else:
        draw.add_circle(imgui.ImVec2(x, y), h - 1.0, pen, 0, 1.8)


def _below(ui: Ui, walk: OpenLesson[OpenScene], wide: float) -> None:
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    back = message("The end") if walk.ending else message("This stop")
    words = back if walk.listing else message("All stops")
    room = ui.gui.measure(words, 15.0)[0] + 12.0
    imgui.push_font(ui.gui.fonts.body, 15.0)
    imgui.set_cursor_pos_y(top + 5.0)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    commands = [CLOSE_LESSON] if walk.ending else _COMMANDS
    beside = len(commands) * (_BUTTON + _GAP)
    where, free = lesson_words.where(walk), wide - room - beside - _GAP
    worded.text(worded.shortened(where, free))
    imgui.pop_style_color()
    whole_of(where, free)
    for number, command in enumerate(commands):
        x = left + wide - room - beside + number * (_BUTTON + _GAP)
        imgui.set_cursor_pos(imgui.ImVec2(x, top))
        command_button(ui, command, size=_BUTTON)
    imgui.set_cursor_pos(imgui.ImVec2(left + wide - room, top + 1.0))
    clear = colour((0.0, 0.0, 0.0, 0.0))
    imgui.push_style_color(imgui.Col_.button, clear)
    imgui.push_style_color(imgui.Col_.border, clear)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.accent))
    imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(6.0, 3.0))
    if worded.button(words, name="all stops"):
        ui.do(lesson_walking.list_stops, not walk.listing)
    imgui.pop_style_var()
    imgui.pop_style_color(3)
    imgui.pop_font()
    imgui.dummy(imgui.ImVec2(0.0, 2.0))
