"""The row of a lesson's stops: a mark each, which leads there."""

from imgui_bundle import imgui

from playground.app.panels.common import Ui, hint
from playground.app.panels.imgui_window import colour, packed
from playground.render.theme import RGBA
from playground.scene.roles import Role
from playground.study import lesson_walking
from playground.study.open_lesson import OpenLesson, OpenStop, StopMark
from playground.study.open_scene import OpenScene

# So high a row of marks is, and so far apart they stand at least; a mark's half width.
_ROW, _LEAST, _HALF = 30.0, 20.0, 6.0


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
    hint(f"{place + 1}  {visit.stop.called}")
    here = place == walk.at and not walk.ending
    draw, x, y = imgui.get_window_draw_list(), at.x + _HALF + 3.0, at.y + _ROW / 2
    if here:
        low, high = imgui.ImVec2(x - 11, y - 11), imgui.ImVec2(x + 11, y + 11)
        draw.add_rect(low, high, packed(ui.theme.accent), 6.0, 2.0)
    task_done = here and visit.stop.task is not None and ui.facts.done
    mark = StopMark.RIGHT if task_done else visit.mark
    full = mark in (StopMark.SEEN, StopMark.RIGHT) or (here and mark is StopMark.OPEN)
    shape(visit, x, y, _tone(ui, mark, lit=lit or here), full=full)


def _tone(ui: Ui, mark: StopMark, *, lit: bool) -> RGBA:
    if mark is StopMark.RIGHT:
        return ui.theme.texts[Role.ENTER]
    if mark is StopMark.AGAIN:
        return ui.theme.texts[Role.ARTICLE]
    return ui.theme.accent if lit or mark is StopMark.SEEN else ui.theme.text_muted


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
    word = "This stop##all stops" if walk.listing else "All stops##all stops"
    room = ui.gui.measure(word.partition("##")[0], 15.0)[0] + 12.0
    imgui.push_font(ui.gui.fonts.body, 15.0)
    imgui.set_cursor_pos_y(top + 3.0)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    imgui.text(told(walk))
    imgui.pop_style_color()
    imgui.set_cursor_pos(imgui.ImVec2(left + wide - room, top))
    clear = colour((0.0, 0.0, 0.0, 0.0))
    imgui.push_style_color(imgui.Col_.button, clear)
    imgui.push_style_color(imgui.Col_.border, clear)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.accent))
    imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(6.0, 3.0))
    if imgui.button(word):
        ui.do(lesson_walking.list_stops, not walk.listing)
    imgui.pop_style_var()
    imgui.pop_style_color(3)
    imgui.pop_font()
    imgui.dummy(imgui.ImVec2(0.0, 2.0))


def told(walk: OpenLesson[OpenScene]) -> str:
    """Return which stop it is, or at the end what was right and what was done."""
    if not walk.ending:
        kind = " · question" if walk.stop.question else ""
        kind = " · task" if walk.stop.task else kind
        return f"Stop {walk.at + 1} of {len(walk.visits)}{kind}"
    asked = [v.mark for v in walk.visits if v.stop.question]
    tasks = [v.mark for v in walk.visits if v.stop.task]
    parts = []
    if asked:
        parts.append(f"{asked.count(StopMark.RIGHT)} of {len(asked)} questions right")
    if tasks:
        parts.append(f"{tasks.count(StopMark.RIGHT)} of {len(tasks)} tasks done")
    return " · ".join(parts) or f"All {len(walk.visits)} stops"
