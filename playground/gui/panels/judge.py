"""The whole trial of somebody's code: a button, a bar, and what was found by kinds."""

from typing import TYPE_CHECKING

from imgui_bundle import imgui

from playground.gui import fonts
from playground.gui.imgui_backend import colour, packed
from playground.gui.panels.context import Ui, hint, icon_button, muted
from playground.gui.widgets import localized
from playground.i18n import capital, message, translated
from playground.render.text_layout import unbroken
from playground.render.theme import RGBA
from playground.scene.primitives import Role
from playground.session import user_code

if TYPE_CHECKING:  # what judges is slow to import
    from playground.judge.report.data import ToldKind, ToldTrial
    from playground.session.evaluation_job import TrialOfCode, TrialState
    from playground.session.user_code_run import JudgedCode

_BAR = 28.0
_WORDS = 13.0
_INDENT = 10.0
# Between two rows.
_NEAR = 3.0
_ASKED = message(
    "Asks it some 4,000 cases of all kinds, near the edges and far off, and tells what "
    "is wrong and what the wrong answers have in common"
)


def trial(ui: Ui, judged: "JudgedCode") -> None:
    """Draw it."""
    held = judged.trial
    if held is None:
        if localized.button("Judge it by 4,000 cases", imgui.ImVec2(-1, 0)):
            ui.do(user_code.try_code)
        hint(_ASKED)
        return
    if held.state.runs:
        _progress(ui, held.state)
        return
    _came_of_it(ui, judged, held)


def _progress(ui: Ui, state: "TrialState") -> None:
    gap = 6.0
    room = imgui.get_content_region_avail().x - _BAR - gap
    imgui.push_style_color(imgui.Col_.plot_histogram, colour(ui.theme.active))
    localized.progress_bar(state.share, imgui.ImVec2(room, _BAR), "")
    imgui.pop_style_color()
    low, size = imgui.get_item_rect_min(), ui.gui.measure(state.words, _WORDS)
    at = imgui.ImVec2(low.x + (room - size[0]) / 2, low.y + (_BAR - size[1]) / 2)
    tone, draw = packed(ui.theme.text), imgui.get_window_draw_list()
    draw.add_text(ui.gui.fonts.body, _WORDS, at, tone, translated(state.words))
    imgui.same_line(0.0, gap)
    if icon_button(ui, fonts.STOP, "Stop the trial", size=_BAR):
        ui.do(user_code.end_trial)


def _came_of_it(ui: Ui, judged: "JudgedCode", held: "TrialOfCode") -> None:
    state, told = held.state, held.state.told
    wide = imgui.get_content_region_avail().x
    again = message("Judge again")
    side = imgui.get_frame_height()
    room = localized.calc_text_size(again).x + 2 * imgui.get_style().frame_padding.x
    top = imgui.get_cursor_pos()
    imgui.push_text_wrap_pos(top.x + wide - room - side - 18.0)
    unjudged = localized.signed(fonts.WARNING, message("Not judged"))
    tone, words = _verdict(ui, told) if told else (ui.theme.warning, unjudged)
    _said(ui, words, tone)
    imgui.pop_text_wrap_pos()
    below = imgui.get_cursor_pos()
    imgui.set_cursor_pos(imgui.ImVec2(top.x + wide - room - side - 6.0, top.y))
    if localized.button(again):
        ui.do(user_code.try_code)
    hint(_ASKED)
    imgui.same_line(0.0, 6.0)
    if icon_button(ui, fonts.CLOSE, "Put the trial away", size=side):
        ui.do(user_code.end_trial)
    lower = max(below.y, imgui.get_cursor_pos_y())
    imgui.set_cursor_pos(imgui.ImVec2(below.x, lower))
    if older := judged.older():
        _said(ui, localized.signed(fonts.WARNING, older), ui.theme.warning)
    if state.failure:
        muted(ui, judged.untried())
    if told:
        spacing = imgui.get_style().item_spacing
        near = imgui.ImVec2(spacing.x, _NEAR)
        imgui.push_style_var(imgui.StyleVar_.item_spacing, near)
        _kinds(ui, told, held.chosen)
        imgui.pop_style_var()
        for note in told.notes:
            muted(ui, note)
    imgui.separator()


def _verdict(ui: Ui, told: "ToldTrial") -> tuple[RGBA, str]:
    signs = {
        "right": (ui.theme.texts[Role.ENTER], fonts.AGREES),
        "wrong": (ui.theme.texts[Role.ARTICLE], fonts.DIFFERS),
        "undecided": (ui.theme.warning, fonts.WARNING),
    }
    tone, sign = signs[told.outcome]
    return tone, localized.signed(sign, capital(told.head))


def _said(ui: Ui, words: str, tone: RGBA) -> None:
    imgui.push_font(ui.gui.fonts.bold, 15.0)
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    localized.text_wrapped(unbroken(translated(words)))
    imgui.pop_style_color()
    imgui.pop_font()


def _kinds(ui: Ui, told: "ToldTrial", chosen: int) -> None:
    """Draw a row for each kind; that of what is nothing but rounding is one for all."""
    rounded = [n for n, kind in enumerate(told.kinds) if kind.nature == "rounding"]
    for number, kind in enumerate(told.kinds):
        if number not in rounded:
            here = number == chosen
            _row(ui, number, kind.kind, f"{kind.count:,}", kind.why, lit=here)
            if here:
                _unfolded(ui, number, kind)
    if rounded:
        first, here = rounded[0], chosen in rounded
        count = sum(told.kinds[n].count for n in rounded)
        name = message("only rounding")
        _row(ui, first, name, f"{count:,}", told.rounding, lit=here)
        if here:
            muted(ui, told.rounding)


def _row(ui: Ui, number: int, name: str, count: str, why: str, *, lit: bool) -> None:
    """Draw one row, which leads to the smallest case."""
    wide = imgui.get_content_region_avail().x
    at = imgui.get_cursor_pos()
    sign = fonts.UNFOLDED if lit else fonts.FOLDED
    if localized.selectable(f"##kind {number}", lit)[0]:
        ui.do(user_code.open_case, number)
    other = message("{why}\n\nClick for its smallest case", why=why)
    hint(message("Go to its smallest case") if lit else other)
    below = imgui.get_cursor_pos()
    imgui.set_cursor_pos(at)
    localized.text(localized.signed(sign, capital(name)))
    imgui.same_line(at.x + wide - localized.calc_text_size(count).x)
    localized.text(count)
    imgui.set_cursor_pos(below)


def _unfolded(ui: Ui, number: int, kind: "ToldKind") -> None:
    imgui.indent(_INDENT)
    muted(ui, kind.why)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(8.0, 2.0))
    cases = {
        message("Smallest case"): kind.smallest,
        message("Typical case"): kind.typical,
    }
    there = [(name, case) for name, case in cases.items() if case]
    for place, (name, case) in enumerate(there):
        if place:
            imgui.same_line(0.0, 6.0)
        if localized.button(name, name=f"{number}"):
            ui.do(user_code.open_case, number, typical=case is kind.typical)
        hint(localized.below(case.call, case.told))
    imgui.pop_style_var()
    imgui.unindent(_INDENT)
