"""Page of the derivation: previous steps in a row each, the current one open."""

import re
from collections.abc import Sequence

from imgui_bundle import imgui

from playground.gui.commands.registry import ALL_STEPS, STEP_BACK, STEP_FORWARD
from playground.gui.imgui_backend import click_area, pack_colour, push_style
from playground.gui.panels.context import Ui, find_largest_size
from playground.gui.widgets import localized, symbol_text
from playground.i18n import message
from playground.scene import formula_symbols
from playground.scene.derivation import Step
from playground.session import step_navigation

# The open step.
_TITLE_SIZE_PX = 17.0
_TEXT_SIZE_AND_PITCH_PX = (15.0, 22.0)
_FORMULA_SIZES_PX = (24.0, 23.0, 22.0)
_NUMBERS_SIZE_PX = 20.0
# Rows of previous steps.
_MIN_ROW_HEIGHT_PX = 30.0
_ROW_TITLE_SIZE_PX = 14.0
_ROW_RESULT_SIZE_PX = 17.0
_ROW_GAP_PX = 14.0
_TITLE_INDENT_PX = 22.0
_FORMULA_PADDING_PX = 5.0
# Marks of steps.
_MAX_MARK_WIDTH_PX = 34.0
_MARK_BAR_HEIGHT_PX = 3.0
_MARK_GAP_PX = 4.0


def draw_derivation_page(ui: Ui) -> None:
    """Draw the page; following steps appear only as numbers."""
    steps, current = ui.study.steps, ui.study.options.step
    if not steps:
        ui.write_muted("There is no derivation for these parameters.")
        return
    _draw_step_marks(ui, steps)
    if ui.formulas.plain_text_notice:
        ui.write_muted(ui.formulas.plain_text_notice)
    # The marks stay where they are while the steps scroll.
    with ui.scroll_area(f"steps {ui.study.entry.id}"):
        for number, step in enumerate(steps[:current], start=1):
            if number == current:
                _draw_open_step(ui, number, step)
            else:
                with push_style(item_spacing=(0, 0)):
                    _draw_passed_step(ui, number, step)


def _draw_step_marks(ui: Ui, steps: Sequence[Step]) -> None:
    """Draw the current position, and a button with the number of each step."""
    ui.command_row(STEP_BACK, STEP_FORWARD, ALL_STEPS)
    now, count = ui.study.options.step, len(steps)
    imgui.same_line()
    high = imgui.get_item_rect_size().y
    top = imgui.get_cursor_pos_y()
    imgui.set_cursor_pos_y(top + (high - imgui.get_frame_height()) / 2)
    place = message("Step {number} of {count}", number=now, count=count)
    localized.text(message("All {count} steps", count=count) if now is None else place)
    imgui.same_line(0.0, _ROW_GAP_PX)
    wide = min(imgui.get_content_region_avail().x / count, _MAX_MARK_WIDTH_PX)
    left_edge, draw = imgui.get_cursor_pos_x(), imgui.get_window_draw_list()
    for number, step in enumerate(steps, start=1):
        imgui.set_cursor_pos((left_edge + (number - 1) * wide, top))
        at = imgui.get_cursor_screen_pos()
        if click_area(f"##to step {number}", (wide, high)):
            ui.enqueue(step_navigation.go_to_step, number)
        is_passed = now is None or number <= now
        lit = number == now or imgui.is_item_hovered() or imgui.is_item_focused()
        label = localized.prefix_sign(str(number), step.title)
        ui.show_tooltip(label if is_passed else message("Step {number}", number=number))
        tone = ui.theme.accent if lit else ui.theme.text_muted
        middle = at.x + (wide - _MARK_GAP_PX) / 2, at.y + 12.0
        ui.gui.draw_text(str(number), 13.0, middle, tone, align=(0.5, 0.5))
        bar = pack_colour(ui.theme.accent if is_passed else ui.theme.edge)
        low = imgui.ImVec2(at.x, at.y + high - _MARK_BAR_HEIGHT_PX - 4.0)
        end = (at.x + wide - _MARK_GAP_PX, low.y + _MARK_BAR_HEIGHT_PX)
        draw.add_rect_filled(low, end, bar, _MARK_BAR_HEIGHT_PX / 2)


def _draw_passed_step(ui: Ui, number: int, step: Step) -> None:
    """Draw a previous step in one row; a click opens it.

    A row scrolled out of sight is left empty, as typesetting its formulas would slow
    down drags.
    """
    name = f"{ui.study.entry.id} {number}"
    cursor, position = imgui.get_cursor_pos(), imgui.get_cursor_screen_pos()
    wide = imgui.get_content_region_avail().x
    size = (wide, ui.widgets.heights.get(name, _MIN_ROW_HEIGHT_PX))
    if not ui.controls.motion.is_scrolling and not imgui.is_rect_visible(size):
        imgui.dummy(size)
        return
    title = symbol_text.name_width(ui.gui, step.title, _ROW_TITLE_SIZE_PX)
    room = wide - _TITLE_INDENT_PX - title - _ROW_GAP_PX
    short_text, text_width, tall = ui.widgets.memoize(
        f"came out {name}",
        (step.result, step.formula, room, ui.gui.ratio),
        lambda: _fit_result(ui, step, room),
    )
    high = max(_MIN_ROW_HEIGHT_PX, tall + 2.0 * _FORMULA_PADDING_PX)
    if localized.selectable(f"##step {number}", False, 0, (wide, high)):
        ui.enqueue(step_navigation.go_to_step, number)
    ui.widgets.heights[name] = high
    below = imgui.get_cursor_pos()
    rule = (position.x, position.y + high), (position.x + wide, position.y + high)
    imgui.get_window_draw_list().add_line(*rule, pack_colour(ui.theme.border))
    line = cursor.y + (high - ui.gui.measure(step.title, _ROW_TITLE_SIZE_PX)[1]) / 2
    with push_style(ui.gui.fonts.body, _ROW_TITLE_SIZE_PX):
        for x, words, tone in (
            (cursor.x, str(number), ui.theme.text_muted),
            (cursor.x + _TITLE_INDENT_PX, step.title, ui.theme.text),
        ):
            imgui.set_cursor_pos((x, line))
            symbol_text.write_name(ui.gui, words, tone)
    if short_text:
        place = (cursor.x + wide - text_width, cursor.y + (high - tall) / 2)
        imgui.set_cursor_pos(place)
        ui.draw_formula(short_text, _ROW_RESULT_SIZE_PX, ui.theme.text)
    imgui.set_cursor_pos(below)
    imgui.dummy((0.0, 0.0))


def _fit_result(ui: Ui, step: Step, room: float) -> tuple[str, float, float]:
    """Return the longest form of a step's result that fits, with width and height.

    All are in px; ("", 0, 0) if none fits.
    """
    for latex in _list_shorter_formulas(step.result or step.formula):
        wide, high = ui.formulas.extent(latex, _ROW_RESULT_SIZE_PX)
        if wide + 1.0 <= room:
            return latex, wide + 1.0, high
    return "", 0.0, 0.0


def _list_shorter_formulas(latex: str) -> list[str]:
    """Return a formula and shorter parts: its conclusion, first parts, right sides."""
    *_, last_part = re.split(r":\s*\\;\s*", latex)
    stated = formula_symbols.split_formula(latex, 0)
    some = [r" \; ".join(stated[:n]).rstrip(",") for n in range(len(stated), 0, -1)]
    parts = formula_symbols.split_formula(stated[0].rstrip(","), 1)
    ends = [" ".join(parts[n:]) for n in range(1, len(parts))]
    return [latex, last_part, *some, *(end[1:] for end in ends if end.startswith("="))]


def _draw_open_step(ui: Ui, number: int, step: Step) -> None:
    """Draw the current step, with its formula as large as fits."""
    imgui.dummy((0.0, 2.0))
    top = imgui.get_cursor_pos_y()
    with ui.card(f"step {number}", (14.0, 11.0), is_highlighted=True):
        ui.write_bold(localized.prefix_sign(str(number), step.title), _TITLE_SIZE_PX)
        ui.write_paragraph(step.text, *_TEXT_SIZE_AND_PITCH_PX)
        draw_step_formulas(ui, step)
    if imgui.is_item_clicked():
        ui.enqueue(step_navigation.go_to_step, number)
    if ui.controls.motion.is_scrolling:
        # If it is higher than the panel, its top is visible.
        below = imgui.get_cursor_pos_y() - imgui.get_window_height()
        imgui.set_scroll_y(max(min(top, below), 0.0))


def draw_step_formulas(ui: Ui, step: Step) -> None:
    """Draw a step's formula, the formula with numbers, and the result."""
    room = imgui.get_content_region_avail().x
    inputs = step.formula, room, ui.gui.ratio
    large = ui.widgets.memoize(
        "formula's size", inputs, lambda: _choose_formula_size(ui, step, room)
    )
    for latex, size, tone in (
        (step.formula, large, ui.theme.text),
        (step.numbers, _NUMBERS_SIZE_PX, ui.theme.text_muted),
        (step.result, _NUMBERS_SIZE_PX, ui.theme.accent),
    ):
        if latex:
            ui.draw_formula(latex, size, tone)


def _choose_formula_size(ui: Ui, step: Step, room: float) -> float:
    """Return the largest font size that needs no more lines than the smallest.

    `room` is the width, in px.
    """
    smallest = _FORMULA_SIZES_PX[-1]
    min_count = len(ui.formulas.break_lines(step.formula, smallest, room))

    def fits(size: float) -> bool:
        lines = ui.formulas.break_lines(step.formula, size, room)
        extents = (ui.formulas.extent(line, size)[0] for line in lines)
        return len(lines) <= min_count and max(extents) <= room

    return find_largest_size(_FORMULA_SIZES_PX, fits)
