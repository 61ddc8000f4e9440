"""The steps of a derivation: those behind in a line each, the present one open."""

import re
from collections.abc import Sequence

from imgui_bundle import imgui

from playground.gui.commands.registry import ALL_STEPS, STEP_BACK, STEP_ON
from playground.gui.imgui_backend import packed
from playground.gui.panels.context import (
    Ui,
    bold,
    card,
    command_row,
    hint,
    muted,
    scrolled,
)
from playground.gui.widgets import localized, text
from playground.gui.widgets.paragraphs import formula_tones, spaced
from playground.i18n import message
from playground.render.theme import RGBA
from playground.scene import formula_symbols
from playground.scene.derivation import Step
from playground.session import step_navigation

# The open step: its title, its words and their lines, its formula, what is in numbers.
_TITLE = 17.0
_WORDS = (15.0, 22.0)
_LARGE = (24.0, 23.0, 22.0)
_NUMBERS = 20.0
# A step behind: how high at least, its title, what came out, and between the two.
_ROW = 30.0
_PAST = 14.0
_CAME = 17.0
_GAP = 14.0
# Where a title begins, and above and below a formula that is higher than the row.
_INDENT = 22.0
_AIR = 5.0
# A step's mark in the row of all: as wide at most, and how thick its bar is.
_MARK = 34.0
_BAR = 3.0
_APART = 4.0


def steps_panel(ui: Ui) -> None:
    """Draw them; of a step to come only its number."""
    steps, now = ui.study.steps, ui.study.wanted.step
    if not steps:
        muted(ui, "There is no derivation for these parameters.")
        return
    _marks(ui, steps)
    if ui.formulas.excuse:
        muted(ui, ui.formulas.excuse)
    # The marks stay where they are while the steps scroll.
    with scrolled(ui, f"steps {ui.study.entry.id}"):
        for number, step in enumerate(steps[:now], start=1):
            if number == now:
                _open(ui, number, step)
            else:
                imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(0, 0))
                _behind(ui, number, step)
                imgui.pop_style_var()


def _marks(ui: Ui, steps: Sequence[Step]) -> None:
    """Draw where one is in the steps: a number for each, which leads there."""
    command_row(ui, STEP_BACK, STEP_ON, ALL_STEPS)
    now, count = ui.study.wanted.step, len(steps)
    imgui.same_line()
    high = imgui.get_item_rect_size().y
    top = imgui.get_cursor_pos_y()
    imgui.set_cursor_pos_y(top + (high - imgui.get_frame_height()) / 2)
    place = message("Step {number} of {count}", number=now, count=count)
    localized.text(message("All {count} steps", count=count) if now is None else place)
    imgui.same_line(0.0, _GAP)
    wide = min(imgui.get_content_region_avail().x / count, _MARK)
    left, draw = imgui.get_cursor_pos_x(), imgui.get_window_draw_list()
    for number, step in enumerate(steps, start=1):
        imgui.set_cursor_pos(imgui.ImVec2(left + (number - 1) * wide, top))
        at = imgui.get_cursor_screen_pos()
        size, steered = imgui.ImVec2(wide, high), imgui.ButtonFlags_.enable_nav
        if imgui.invisible_button(f"##to step {number}", size, steered):
            ui.do(step_navigation.go_to_step, number)
        known = now is None or number <= now
        lit = number == now or imgui.is_item_hovered() or imgui.is_item_focused()
        named = localized.signed(str(number), step.title)
        hint(named if known else message("Step {number}", number=number))
        tone = ui.theme.accent if lit else ui.theme.text_muted
        across, tall = ui.gui.measure(str(number), 13.0)
        x, y = at.x + (wide - _APART - across) / 2, at.y + 12.0 - tall / 2
        where = imgui.ImVec2(x, y)
        draw.add_text(ui.gui.fonts.body, 13.0, where, packed(tone), str(number))
        bar = packed(ui.theme.accent if known else ui.theme.edge)
        low = imgui.ImVec2(at.x, at.y + high - _BAR - 4.0)
        end = imgui.ImVec2(at.x + wide - _APART, low.y + _BAR)
        draw.add_rect_filled(low, end, bar, _BAR / 2)


def _behind(ui: Ui, number: int, step: Step) -> None:
    """Draw a step that was passed in one line; a click opens it.

    While it is scrolled out of sight only its room is kept: setting formulas that
    nobody sees is what would make a drag slower.
    """
    name = f"{ui.study.entry.id} {number}"
    left, at = imgui.get_cursor_pos(), imgui.get_cursor_screen_pos()
    wide = imgui.get_content_region_avail().x
    size = imgui.ImVec2(wide, ui.widgets.heights.get(name, _ROW))
    if not ui.controls.motion.scrolls and not imgui.is_rect_visible(size):
        imgui.dummy(size)
        return
    title = text.name_width(ui.gui, step.title, _PAST)
    room = wide - _INDENT - title - _GAP
    out, across, tall = ui.widgets.kept(
        f"came out {name}",
        (step.result, step.formula, room, ui.ratio),
        lambda: _came_out(ui, step, room),
    )
    high = max(_ROW, tall + 2.0 * _AIR)
    if localized.selectable(f"##step {number}", False, 0, imgui.ImVec2(wide, high))[0]:
        ui.do(step_navigation.go_to_step, number)
    ui.widgets.heights[name] = high
    below = imgui.get_cursor_pos()
    rule = imgui.ImVec2(at.x, at.y + high), imgui.ImVec2(at.x + wide, at.y + high)
    imgui.get_window_draw_list().add_line(*rule, packed(ui.theme.border))
    line = left.y + (high - ui.gui.measure(step.title, _PAST)[1]) / 2
    imgui.push_font(ui.gui.fonts.body, _PAST)
    for x, words, tone in (
        (left.x, str(number), ui.theme.text_muted),
        (left.x + _INDENT, step.title, ui.theme.text),
    ):
        imgui.set_cursor_pos(imgui.ImVec2(x, line))
        text.write_name(ui.gui, words, tone)
    imgui.pop_font()
    if out:
        place = imgui.ImVec2(left.x + wide - across, left.y + (high - tall) / 2)
        imgui.set_cursor_pos(place)
        _draw(ui, out, _CAME, ui.theme.text)
    imgui.set_cursor_pos(below)
    imgui.dummy(imgui.ImVec2(0.0, 0.0))


def _came_out(ui: Ui, step: Step, room: float) -> tuple[str, float, float]:
    """Return what came out of a step as far as there is room, and how large that is."""
    for latex in _shorter(step.result or step.formula):
        wide, high = ui.formulas.extent(latex, _CAME, ui.ratio)
        if wide + 1.0 <= room:
            return latex, wide + 1.0, high
    return "", 0.0, 0.0


def _shorter(latex: str) -> list[str]:
    """Return a formula, what it says in the end, its first statements, their right."""
    *_, told = re.split(r":\s*\\;\s*", latex)
    stated = formula_symbols.pieces(latex, 0)
    some = [r" \; ".join(stated[:n]).rstrip(",") for n in range(len(stated), 0, -1)]
    parts = formula_symbols.pieces(stated[0].rstrip(","), 1)
    ends = [" ".join(parts[n:]) for n in range(1, len(parts))]
    return [latex, told, *some, *(end[1:] for end in ends if end.startswith("="))]


def _open(ui: Ui, number: int, step: Step) -> None:
    """Draw the present step, with its formula as large as there is room for."""
    imgui.dummy(imgui.ImVec2(0.0, 2.0))
    top = imgui.get_cursor_pos_y()
    with card(ui, f"step {number}", (14.0, 11.0), lit=True):
        bold(ui, localized.signed(str(number), step.title), _TITLE)
        spaced(ui, step.text, *_WORDS)
        formula_lines(ui, step)
    if imgui.is_item_clicked():
        ui.do(step_navigation.go_to_step, number)
    if ui.controls.motion.scrolls:
        # Of one that is higher than the panel the beginning is to be seen.
        below = imgui.get_cursor_pos_y() - imgui.get_window_height()
        imgui.set_scroll_y(max(min(top, below), 0.0))


def formula_lines(ui: Ui, step: Step) -> None:
    """Draw a step's formula, the same in numbers, and the result."""
    room = imgui.get_content_region_avail().x
    of = step.formula, room, ui.ratio
    large = ui.widgets.kept("formula's size", of, lambda: _largest(ui, step, room))
    _draw(ui, step.formula, large, ui.theme.text)
    _draw(ui, step.numbers, _NUMBERS, ui.theme.text_muted)
    _draw(ui, step.result, _NUMBERS, ui.theme.accent)


def _largest(ui: Ui, step: Step, room: float) -> float:
    """Return the largest size that takes no more lines than the least."""
    least = len(ui.formulas.lines(step.formula, _LARGE[-1], ui.ratio, room))
    for size in _LARGE:
        lines = ui.formulas.lines(step.formula, size, ui.ratio, room)
        extents = (ui.formulas.extent(line, size, ui.ratio)[0] for line in lines)
        if len(lines) <= least and max(extents) <= room:
            return size
    return _LARGE[-1]


def _draw(ui: Ui, latex: str, size: float, tone: RGBA) -> None:
    if latex:
        tones, lit = formula_tones(ui), ui.controls.motion.lit
        pointed = ui.formulas.draw(
            latex, size, tone, ui.theme, ui.ratio, tones=tones, lit=lit
        )
        ui.pointed.key = pointed or ui.pointed.key
