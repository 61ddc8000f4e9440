"""The page "Lab": which map is shown over what, and the precision lens."""

from imgui_bundle import imgui

from playground.analysis.curve import Axis, deciding
from playground.analysis.heat_map import MapKind, MapQuestion
from playground.analysis.precision import FLOATS, LensReading, choices
from playground.gui import fonts
from playground.gui.commands.registry import NEXT_MAP
from playground.gui.imgui_backend import colour
from playground.gui.panels.context import (
    Ui,
    card,
    choice_row,
    drop_down,
    fitted,
    heading,
    hint,
    muted,
)
from playground.gui.widgets import localized
from playground.i18n import message, with_texts
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.session import plots, precision, texts
from playground.session.session import Session

_LABEL = 62.0
_NEXT = 110.0


def lab(ui: Ui) -> None:
    """Draw the page."""
    study, question = ui.study, ui.study.question
    if study.maps:
        heading(ui, "Map")
        _kinds(ui, question.kind if question else None)
    else:
        muted(ui, texts.explained(study, None))
    if question:
        _axes(ui)
        _details(ui, question)
    if study.scene.lens:
        heading(ui, "Precision lens")
        _lens(ui)


def _kinds(ui: Ui, now: MapKind | None) -> None:
    names: dict[MapKind | None, str] = {None: message("Off")}
    names |= {kind: str(kind) for kind in ui.study.maps}
    chosen = choice_row(ui, names, now)
    if chosen is not now:
        ui.do(Session.look, map=chosen)
    hint(NEXT_MAP.help)
    muted(ui, texts.explained(ui.study, now))


def _axes(ui: Ui) -> None:
    params = ui.study.params
    now = ui.study.map_axes
    pairs = plots.planes(params)
    moved = pairs.get(now, message("two numbers"))
    _label(message("Over", about="a map"))
    if over := drop_down(ui, "##over", moved, pairs, now):
        ui.do(plots.map_over, over=over)
    hint("The point that the map moves everywhere")
    known = deciding(params)
    x, y = now
    across = _axis(
        ui, params, message("Across"), x, [axis for axis in known if axis != y]
    )
    up = _axis(ui, params, message("Up"), y, [axis for axis in known if axis != x])
    if (across, up) != now:
        ui.do(plots.map_over, over=(across, up))


def _axis(ui: Ui, params: Params, name: str, now: Axis, known: list[Axis]) -> Axis:
    """Draw the choice of an axis; return the one chosen."""
    _label(name)
    words = {axis: axis.label(params) for axis in known}
    chosen = drop_down(ui, f"##{name}", now.label(params), words, now)
    hint("Any parameter can be an axis")
    return chosen or now


def _details(ui: Ui, question: MapQuestion) -> None:
    if question.kind is MapKind.VALUES:
        _label("Value")
        known = {name: name for name in ui.study.quantities}
        now = question.quantity
        if name := drop_down(ui, "##quantity", now, known, now):
            ui.do(plots.map_over, quantity=name)
    elif question.kind.of_code and (listing := ui.study.scene.listing):
        _label("Numbers")
        names = {dtype: dtype.__name__ for dtype in listing.dtypes}
        chosen = choice_row(ui, names, ui.study.dtype)
        if chosen is not ui.study.dtype:  # its own are not chosen by being shown
            ui.do(plots.compute_in, chosen)
        hint("The number type that the code computes with; its own type comes first")
        if not listing.preset:
            return
        if localized.button("Show me where to look", imgui.ImVec2(-1, 0)):
            ui.do(plots.show_preset)
        hint("A case and two axes on which the mistakes show well")


@with_texts("text")
def _label(text: str) -> None:
    imgui.align_text_to_frame_padding()
    fitted(text, _LABEL - imgui.get_cursor_pos_x())
    imgui.same_line(_LABEL)
    imgui.set_next_item_width(-1)


def _lens(ui: Ui) -> None:
    said = ui.study.precision
    muted(ui, texts.compared(ui.study))
    if not said:
        return
    with card(ui, "lens", (12.0, 9.0)):
        if imgui.begin_table("##lens", 3):
            for name, share in (("number", 0.21), ("verdict", 0.28), ("gap", 0.51)):
                flag = imgui.TableColumnFlags_.width_stretch
                imgui.table_setup_column(name, flag, share)
            for reading in said:
                _reading(ui, reading, said[-1].hit)
            imgui.end_table()
    _steps(ui)


def _reading(ui: Ui, reading: LensReading, truth: bool) -> None:
    theme = ui.theme
    imgui.table_next_row()
    imgui.table_next_column()
    localized.text(reading.name)
    imgui.table_next_column()
    right = reading.hit is truth
    role = Role.HIT if reading.hit else Role.MISS
    tone = theme.texts[role] if right else theme.warning
    sign = "" if right else fonts.DIFFERS
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    said = texts.reading_word(ui.study, reading)
    localized.text(
        localized.together("{said} {sign}", said=said, sign=sign) if sign else said
    )
    imgui.pop_style_color()
    imgui.table_next_column()
    fitted(texts.gap(reading), imgui.get_content_region_avail().x)
    hint(texts.GAP)


def _steps(ui: Ui) -> None:
    """Draw what moves one number by its last bit, and to the edge of the verdict."""
    known = choices(ui.study.params)
    axis = ui.facts.bit if ui.facts.bit in known else known[0]
    _label(message("Step", about="by the last bits"))
    words = {other: other.label(ui.study.params) for other in known}
    if chosen := drop_down(ui, "##bit", words[axis], words, axis):
        ui.do(precision.choose, chosen)
    hint("The number to change by its last bits")
    imgui.push_font(ui.gui.fonts.mono, 15.0)
    localized.text(texts.value(ui.study.params, axis))
    imgui.pop_font()
    for number in FLOATS:
        kind = number.__name__
        imgui.align_text_to_frame_padding()
        fitted(message("Next {kind}", kind=kind), _NEXT - imgui.get_cursor_pos_x())
        imgui.same_line(_NEXT)
        width = (imgui.get_content_region_avail().x - 6.0) / 2
        for direction, word, told in (
            (-1, message("down"), message("To the nearest {kind} below", kind=kind)),
            (1, message("up"), message("To the nearest {kind} above", kind=kind)),
        ):
            if localized.button(word, imgui.ImVec2(width, 0), name=kind):
                ui.do(precision.step, axis, number, direction)
            hint(told)
            if direction < 0:
                imgui.same_line(0.0, 6.0)
    if localized.button("Find the edge", imgui.ImVec2(-1, 0)):
        ui.do(precision.go_to_edge, axis)
    hint("Go to where the verdict changes: one number is a hit, the next one is a miss")
