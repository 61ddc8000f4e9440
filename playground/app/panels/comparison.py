"""The listing's answer beside the truth, at the foot of the panel."""

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from playground.app.panels import icons, worded
from playground.app.panels.common import Ui, hint, muted, whole_of
from playground.app.panels.imgui_window import colour
from playground.app.panels.verdict_pair import told_now
from playground.language import message, translated
from playground.render.paragraphs import unbroken
from playground.render.theme import RGBA
from playground.scene.listing import Comparison, Precision
from playground.scene.roles import Role
from playground.study import charts, steps_and_time
from playground.study.session import Session
from playground.study.shown import Page

_GAP = 8.0
# The button of the number's type.
_TYPE = 92.0


def comparison_room(ui: Ui) -> float:
    """Return how high it is; 0 where there is nothing to compare."""
    study = ui.study
    asked = study.wanted.questioned
    if study.scene.listing is None or asked or study.solution is None:
        return 0.0
    spacing = imgui.get_style().item_spacing.y
    switch = imgui.get_frame_height() + 2.0 * spacing
    if not ui.study.showing.compare or ui.study.comparison is None:
        return float(switch)
    return float(switch + ui.widgets.room(_name(ui)) + spacing)


def _name(ui: Ui) -> str:
    return f"article {ui.study.entry.id}"


def comparison(ui: Ui) -> None:
    """Draw the answer, and under it the switch, which so stays where it is."""
    listing = ui.study.scene.listing
    if listing is None:
        return
    imgui.separator()
    compared = ui.study.comparison if ui.study.showing.compare else None
    if compared:
        with ui.widgets.kept_room(_name(ui)):
            _answer(ui, compared)
    style = imgui.get_style()
    foot = imgui.get_window_height() - style.window_padding.y
    imgui.set_cursor_pos_y(foot - imgui.get_frame_height())
    told = told_now(ui).code
    whose = told.whose if told else listing.name
    label = message("{whose} beside truth", whose=whose)
    wide = imgui.get_content_region_avail().x
    room = wide - imgui.get_frame_height() - style.item_inner_spacing.x
    if compared:
        room -= _TYPE + _GAP
    toggled, shown = worded.checkbox(label, ui.study.showing.compare, room)
    whole_of(label, room)
    hint("Show what its code answers, in outline, beside the exact answer")
    if toggled:
        ui.do(Session.look, compare=shown)
    if compared:
        imgui.same_line(wide - _TYPE + style.window_padding.x)
        now, own = ui.study.dtype, listing.dtypes
        if worded.button(now.__name__, imgui.ImVec2(_TYPE, 0), name="precision"):
            ui.do(charts.compute_in, own[(own.index(now) + 1) % len(own)])
        hint(_numbers(now, own))


def _look(ui: Ui, compared: Comparison) -> tuple[RGBA, str]:
    if compared.agrees:
        return ui.theme.text_muted, icons.AGREES
    return ui.theme.texts[Role.ARTICLE], icons.DIFFERS


def _answer(ui: Ui, compared: Comparison) -> None:
    buttons = _buttons(ui, compared)
    padding = imgui.get_style().frame_padding.x
    widths = (worded.calc_text_size(b.label).x + 2.0 * padding + _GAP for b in buttons)
    # Beside the buttons, if there are any.
    right = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - sum(widths)
    imgui.push_text_wrap_pos(right if buttons else 0.0)
    tone, sign = _look(ui, compared)
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    top = imgui.get_cursor_pos_y()
    said = message("{how}: {answer}", how=compared.how, answer=compared.answer)
    worded.text(unbroken(translated(worded.signed(sign, said))))
    imgui.pop_style_color()
    imgui.pop_text_wrap_pos()
    below = imgui.get_cursor_pos_y()
    if buttons:
        imgui.set_cursor_pos(imgui.ImVec2(right + _GAP, top))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(padding, 1.0))
        for number, button in enumerate(buttons):
            if number:
                imgui.same_line(0.0, _GAP)
            if worded.button(button.label):
                button.act()
            hint(button.help)
        imgui.pop_style_var()
        imgui.set_cursor_pos_y(max(below, imgui.get_cursor_pos_y()))
    if not compared.agrees:
        muted(ui, compared.why)


class _CompareButton(NamedTuple):
    label: str
    help: str
    act: Callable[[], object]


def _buttons(ui: Ui, compared: Comparison) -> list[_CompareButton]:
    """Return what leads to where the two part."""
    step = compared.step
    found: list[_CompareButton] = []
    if compared.agrees:
        return found
    if 0 < step <= len(ui.study.steps):
        found.append(
            _CompareButton(
                message("See step {step}", step=step),
                message("The step of the derivation where the two start to differ"),
                lambda: ui.do(steps_and_time.go_to_step, step),
            )
        )
    if ui.study.listed and ui.study.page is not Page.CODE:
        found.append(
            _CompareButton(
                message("See line"),
                message("The line of the code that is to blame"),
                lambda: ui.do(Session.look, page=Page.CODE),
            )
        )
    return found


def _numbers(now: Precision, own: tuple[Precision, ...]) -> str:
    """Return what the numbers are to the code."""
    alone, name = len(own) == 1, now.__name__
    if now is not own[0]:
        return message(
            "What its code would answer in {name}; click for other types", name=name
        )
    if alone:
        return message("The type of number that its code computes with")
    return message(
        "The type of number that its code computes with; click for other types"
    )
