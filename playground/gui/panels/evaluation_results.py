"""Evaluation of user code: options, progress, and failures by kind."""

from dataclasses import replace
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.imgui_backend import push_style
from playground.gui.panels.context import Ui
from playground.gui.widgets import localized
from playground.i18n import capitalize, message
from playground.render.theme import RGBA
from playground.scene.math_text import format_number
from playground.scene.primitives import Role
from playground.session import user_code

if TYPE_CHECKING:  # slow to import
    from playground.judge.report.verdict import EvaluationVerdict, KindVerdict
    from playground.session.evaluation_job import EvaluationJob, EvaluationState
    from playground.session.user_code_run import UserCode

_PROGRESS_BAR_HEIGHT_PX = 28.0
_TOLERANCES = (1e-3, 1e-6, 1e-9, 1e-12)
_PROGRESS_TEXT_SIZE_PX = 13.0
_CASE_INDENT_PX = 10.0
_ROW_GAP_PX = 3.0
_BUTTON_GAP_PX = 6.0
# So all buttons below a report have room in a row of the narrowest panel.
_BUTTON_PADDING_PX = 5.0
_EVALUATION_HINT = message(
    "Tests it with about 4,000 cases of all kinds, near the edge and far from "
    "it, and shows what is wrong and what the wrong answers have in common"
)


def draw_evaluation(ui: Ui, judged: "UserCode") -> None:
    """Draw the options, the progress or the report."""
    trial = judged.trial
    if trial is None:
        _draw_evaluation_options(ui, judged)
        if localized.button("Test it with 4,000 cases", (-1, 0)):
            ui.enqueue(user_code.start_evaluation)
        ui.show_tooltip(_EVALUATION_HINT)
        return
    if trial.state.runs:
        _draw_progress(ui, trial.state)
        return
    _draw_report(ui, judged, trial)


def _draw_progress(ui: Ui, state: "EvaluationState") -> None:
    gap = 6.0
    room = imgui.get_content_region_avail().x - _PROGRESS_BAR_HEIGHT_PX - gap
    with push_style(plot_histogram=ui.theme.active):
        localized.progress_bar(state.share, (room, _PROGRESS_BAR_HEIGHT_PX), "")
    low = imgui.get_item_rect_min()
    at = low.x + room / 2, low.y + _PROGRESS_BAR_HEIGHT_PX / 2
    size, tone = _PROGRESS_TEXT_SIZE_PX, ui.theme.text
    ui.gui.draw_text(state.words, size, at, tone, align=(0.5, 0.5))
    imgui.same_line(0.0, gap)
    if ui.icon_button(imgui_fonts.STOP, "Stop the test", size=_PROGRESS_BAR_HEIGHT_PX):
        ui.enqueue(user_code.cancel_evaluation)


def _draw_report(ui: Ui, judged: "UserCode", job: "EvaluationJob") -> None:
    state, report = job.state, job.state.report
    label = localized.prefix_sign(imgui_fonts.WARNING, message("Cannot be tested"))
    tone, words = _verdict_style(ui, report) if report else (ui.theme.warning, label)
    ui.write_bold(words, 15.0, tone)
    if older := judged.stale_result_text():
        ui.write_warning(older)
    if state.failure:
        ui.write_muted(judged.evaluation_failure_text())
    tall = imgui.get_style().frame_padding.y
    with push_style(frame_padding=(_BUTTON_PADDING_PX, tall)):
        has_buttons = report is not None and _draw_main_lines(ui, report)
        _draw_report_buttons(ui, begins_row=not has_buttons)
    if ui.widgets.is_report_unfolded:
        if report:
            _draw_details(ui, report, job.chosen)
        _draw_evaluation_options(ui, judged)
    imgui.separator()


def _draw_details(ui: Ui, verdict: "EvaluationVerdict", chosen: int) -> None:
    spacing = imgui.get_style().item_spacing
    near = (spacing.x, _ROW_GAP_PX)
    with push_style(item_spacing=near):
        _draw_failure_kinds(ui, verdict, chosen)
    for note in verdict.notes:
        ui.write_muted(note)
    if verdict.printed:
        count = len(verdict.printed)
        ui.write_muted(message("Printed, the first {count} lines:", count=count))
    for line in verdict.printed:
        ui.write_muted(line)


def _stay_in_row(words: str) -> None:
    """Place the next button in the same row if it fits."""
    padding = imgui.get_style().frame_padding.x
    width = localized.calc_text_size(words).x + 2.0 * padding
    end = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
    if imgui.get_item_rect_max().x + _BUTTON_GAP_PX + width <= end:
        imgui.same_line(0.0, _BUTTON_GAP_PX)


def _draw_report_buttons(ui: Ui, *, begins_row: bool) -> None:
    """Draw the buttons to show details, to repeat and to dismiss."""
    is_unfolded = ui.widgets.is_report_unfolded
    arrow = imgui_fonts.UNFOLDED if is_unfolded else imgui_fonts.FOLDED
    words = localized.prefix_sign(arrow, message("Details"))
    if not begins_row:
        _stay_in_row(words)
    if localized.button(words, name="details"):
        ui.widgets.is_report_unfolded = not is_unfolded
    _stay_in_row("Test again")
    if localized.button("Test again"):
        ui.enqueue(user_code.start_evaluation)
    ui.show_tooltip(_EVALUATION_HINT)
    _stay_in_row(imgui_fonts.CLOSE)
    side = imgui.get_frame_height()
    if ui.icon_button(imgui_fonts.CLOSE, "Dismiss results", size=side):
        ui.enqueue(user_code.cancel_evaluation)


def _draw_main_lines(ui: Ui, verdict: "EvaluationVerdict") -> bool:
    """Draw the summary below the first line; return whether it ends with buttons."""
    for line in verdict.lines[1:]:
        localized.text_wrapped(line)
    if verdict.line and localized.button(
        message("Go to line {line}", line=verdict.line)
    ):
        ui.widgets.line_to_show = verdict.line
    if main := verdict.main_kind:
        number = verdict.kinds_by_nature.index(main)
        if verdict.line:
            _stay_in_row("Smallest case")
        if localized.button("Smallest case", name="main"):
            ui.enqueue(user_code.open_failure_case, number)
    elif verdict.rounding and localized.button("Allow rounding"):
        ui.enqueue(user_code.allow_rounding)
    return bool(verdict.line or verdict.main_kind or verdict.rounding)


def _verdict_style(ui: Ui, verdict: "EvaluationVerdict") -> tuple[RGBA, str]:
    signs = {
        "right": (ui.theme.texts[Role.ENTER], imgui_fonts.AGREES),
        "wrong": (ui.theme.texts[Role.ARTICLE], imgui_fonts.DIFFERS),
        "undecided": (ui.theme.warning, imgui_fonts.WARNING),
    }
    tone, sign = signs[verdict.outcome]
    return tone, localized.prefix_sign(sign, verdict.lines[0])


def _draw_failure_kinds(ui: Ui, verdict: "EvaluationVerdict", chosen: int) -> None:
    """Draw a row per kind of failure; kinds that are only rounding share one."""
    kinds = verdict.kinds_by_nature
    rounded = [n for n, kind in enumerate(kinds) if kind.nature == "rounding"]
    for number, kind in enumerate(kinds):
        if number not in rounded:
            here = number == chosen
            _draw_failure_kind(
                ui, number, kind.kind, kind.count, kind.explained, is_highlighted=here
            )
            if here:
                _draw_kind_details(ui, number, kind)
    if rounded:
        here, count = chosen in rounded, sum(kinds[n].count for n in rounded)
        name, reason = message("only rounding"), verdict.rounding
        _draw_failure_kind(ui, rounded[0], name, count, reason, is_highlighted=here)
        if here:
            ui.write_muted(reason)


def _draw_failure_kind(
    ui: Ui, number: int, name: str, count: int, reason: str, *, is_highlighted: bool
) -> None:
    """Draw a row that opens the kind's shrunk case; `number` is the kind's index."""
    wide = imgui.get_content_region_avail().x
    cursor = imgui.get_cursor_pos()
    sign = imgui_fonts.UNFOLDED if is_highlighted else imgui_fonts.FOLDED
    if localized.selectable(f"##kind {number}", is_highlighted):
        ui.enqueue(user_code.open_failure_case, number)
    hint = message("{why}\n\nClick for its smallest case", why=reason)
    ui.show_tooltip(message("Go to its smallest case") if is_highlighted else hint)
    below = imgui.get_cursor_pos()
    imgui.set_cursor_pos(cursor)
    localized.text(localized.prefix_sign(sign, capitalize(name)))
    count_text = f"{count:,}"
    imgui.same_line(cursor.x + wide - localized.calc_text_size(count_text).x)
    localized.text(count_text)
    imgui.set_cursor_pos(below)


def _draw_kind_details(ui: Ui, number: int, kind: "KindVerdict") -> None:
    imgui.indent(_CASE_INDENT_PX)
    ui.write_muted(kind.explained)
    with push_style(frame_padding=(8.0, 2.0)):
        for name, case, is_typical in (
            (message("Smallest case"), kind.smallest, False),
            (message("Typical case"), kind.typical, True),
        ):
            if not case:
                continue
            if is_typical and kind.smallest:
                imgui.same_line(0.0, 6.0)
            if localized.button(name, name=f"{number}"):
                ui.enqueue(user_code.open_failure_case, number, typical=is_typical)
            ui.show_tooltip(localized.stack_texts(case.call, case.told))
    imgui.unindent(_CASE_INDENT_PX)


def _draw_evaluation_options(ui: Ui, judged: "UserCode") -> None:
    """Draw the tolerance and the allowed deviations."""
    from playground.session.user_code_run import (
        allowable_deviations,
        deviation_text,
        find_query,
    )

    terms = judged.terms
    sizes = sorted({*_TOLERANCES, terms.tolerance})
    labels = {x: message("Tolerance {number}", number=format_number(x)) for x in sizes}
    current_label = labels[terms.tolerance]
    imgui.set_next_item_width(-1)
    if chosen := ui.drop_down("##tolerance", current_label, labels, terms.tolerance):
        terms = replace(terms, tolerance=chosen)
    ui.show_tooltip("Tolerance of numbers, as a fraction of the largest length")
    with push_style(ui.gui.fonts.body, 13.0, frame_padding=(6, 2)):
        imgui.align_text_to_frame_padding()
        localized.text("Allowed:")
        for word in allowable_deviations(find_query(judged.entry)):
            imgui.same_line(0.0, 12.0)
            toggled = localized.checkbox(word.replace("_", " "), word in terms.allow)
            ui.show_tooltip(deviation_text(word))
            if toggled:
                allow = tuple(w for w in terms.allow if w != word)
                if allow == terms.allow:
                    allow = (*allow, word)
                terms = replace(terms, allow=allow)
    if terms != judged.terms:
        ui.enqueue(user_code.evaluate_user_code, terms)
