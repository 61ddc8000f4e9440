"""Page "Lab": options of the map, and the precision panel."""

from imgui_bundle import imgui

from playground.analysis.curve import answer_axes
from playground.analysis.heat_map import MapKind, MapQuery
from playground.analysis.precision import FLOAT_TYPES, PrecisionReading, steppable_axes
from playground.gui import imgui_fonts
from playground.gui.commands.registry import NEXT_MAP
from playground.gui.imgui_backend import push_style
from playground.gui.panels.context import Ui
from playground.gui.widgets import localized
from playground.i18n import message, with_texts
from playground.scene.primitives import Role
from playground.session import plot_controls, precision_controls, texts
from playground.session.session import Session

_LABEL_WIDTH_PX = 62.0
_NEXT_LABEL_WIDTH_PX = 110.0


def draw_maps_page(ui: Ui) -> None:
    """Draw the page "Lab": a map with its axes and options, and the precision."""
    study, question = ui.study, ui.study.question
    if study.maps:
        ui.write_heading("Map")
        _draw_map_choice(ui, question.kind if question else None)
    else:
        ui.write_muted(texts.map_explanation(study, None))
    if question:
        _draw_axis_choices(ui)
        _draw_map_options(ui, question)
    if study.scene.precision_formula:
        ui.write_heading("Precision lens")
        _draw_precision_panel(ui)


def _draw_map_choice(ui: Ui, now: MapKind | None) -> None:
    names: dict[MapKind | None, str] = {None: message("Off")}
    names |= {kind: str(kind) for kind in ui.study.maps}
    choice = ui.choice_row(names, now)
    if choice is not now:
        ui.enqueue(Session.look, map=choice)
    ui.show_tooltip(NEXT_MAP.help)
    ui.write_muted(texts.map_explanation(ui.study, now))


def _draw_axis_choices(ui: Ui) -> None:
    params = ui.study.params
    axes_now = ui.study.map_axes
    pairs = plot_controls.planes(params)
    axes_label = pairs.get(axes_now, message("two numbers"))
    _write_row_label(ui, message("Over", about="a map"))
    if over := ui.drop_down("##over", axes_label, pairs, axes_now):
        ui.enqueue(plot_controls.set_map_choice, over=over)
    ui.show_tooltip("The point that the map moves everywhere")
    chosen_axes = []
    for name, now, other_axis in zip(
        (message("Across"), message("Up")), axes_now, axes_now[::-1], strict=True
    ):
        _write_row_label(ui, name)
        choices = [axis for axis in answer_axes(params) if axis != other_axis]
        words = {axis: axis.label(params, ui.session.units) for axis in choices}
        choice = ui.drop_down(f"##{name}", words[now], words, now)
        ui.show_tooltip("Any parameter can be an axis")
        chosen_axes.append(choice or now)
    x, y = chosen_axes
    if (x, y) != axes_now:
        ui.enqueue(plot_controls.set_map_choice, over=(x, y))


def _draw_map_options(ui: Ui, question: MapQuery) -> None:
    if question.kind is MapKind.VALUES:
        _write_row_label(ui, "Value")
        rewrite, quantity = ui.session.units.rewrite, question.quantity
        quantity_names = {name: rewrite(name) for name in ui.study.quantities}
        name = ui.drop_down(
            "##quantity", quantity_names[quantity], quantity_names, quantity
        )
        if name:
            ui.enqueue(plot_controls.set_map_choice, quantity=name)
    elif question.kind.is_code_map and (listing := ui.study.scene.listing):
        _write_row_label(ui, "Numbers")
        names = {dtype: dtype.__name__ for dtype in listing.dtypes}
        choice = ui.choice_row(names, ui.study.dtype)
        if choice is not ui.study.dtype:  # only a click chooses a type
            ui.enqueue(Session.set_scene_options, dtype=choice)
        ui.show_tooltip(
            "The number type that the code computes with; its own type comes first"
        )
        if not listing.preset:
            return
        if localized.button("Show me where to look", (-1, 0)):
            ui.enqueue(plot_controls.show_preset)
        ui.show_tooltip("A case and two axes on which the mistakes show well")


@with_texts("text")
def _write_row_label(ui: Ui, text: str) -> None:
    imgui.align_text_to_frame_padding()
    ui.write_truncated(text, _LABEL_WIDTH_PX - imgui.get_cursor_pos_x())
    imgui.same_line(_LABEL_WIDTH_PX)
    imgui.set_next_item_width(-1)


def _draw_precision_panel(ui: Ui) -> None:
    readings = ui.study.precision
    ui.write_muted(texts.precision_test_text(ui.study))
    if not readings:
        return
    with ui.card("lens", (12.0, 9.0)):
        if imgui.begin_table("##lens", 3):
            for name, share in (("number", 0.21), ("verdict", 0.28), ("gap", 0.51)):
                flag = imgui.TableColumnFlags_.width_stretch
                imgui.table_setup_column(name, flag, share)
            for reading in readings:
                _draw_reading(ui, reading, readings[-1].hit)
            imgui.end_table()
    _draw_last_bit_steps(ui)


def _draw_reading(ui: Ui, reading: PrecisionReading, truth: bool) -> None:
    theme = ui.theme
    imgui.table_next_row()
    imgui.table_next_column()
    localized.text(reading.name)
    imgui.table_next_column()
    right = reading.hit is truth
    role = Role.HIT if reading.hit else Role.MISS
    tone = theme.texts[role] if right else theme.warning
    word = texts.reading_word(ui.study, reading)
    if not right:
        sign = imgui_fonts.DIFFERS
        word = localized.combine_texts("{said} {sign}", said=word, sign=sign)
    with push_style(text=tone):
        localized.text(word)
    imgui.table_next_column()
    room = imgui.get_content_region_avail().x
    ui.write_truncated(texts.precision_gap_text(reading), room)
    ui.show_tooltip(texts.GAP_HELP)


def _draw_last_bit_steps(ui: Ui) -> None:
    """Draw controls to move a number by its last bit, and to the verdict's edge."""
    known = steppable_axes(ui.study.params)
    chosen_axis = ui.session.open_scene.precision_axis
    axis = chosen_axis if chosen_axis in known else known[0]
    _write_row_label(ui, message("Step", about="by the last bits"))
    words = {other: other.label(ui.study.params) for other in known}
    if chosen := ui.drop_down("##bit", words[axis], words, axis):
        ui.enqueue(Session.set_scene_options, precision_axis=chosen)
    ui.show_tooltip("The number to change by its last bits")
    with push_style(ui.gui.fonts.mono, 15.0):
        localized.text(texts.axis_value_text(ui.study.params, axis))
    for number in FLOAT_TYPES:
        kind = number.__name__
        imgui.align_text_to_frame_padding()
        room = _NEXT_LABEL_WIDTH_PX - imgui.get_cursor_pos_x()
        ui.write_truncated(message("Next {kind}", kind=kind), room)
        imgui.same_line(_NEXT_LABEL_WIDTH_PX)
        width = (imgui.get_content_region_avail().x - 6.0) / 2
        for direction, word, help_text in (
            (-1, message("down"), message("To the nearest {kind} below", kind=kind)),
            (1, message("up"), message("To the nearest {kind} above", kind=kind)),
        ):
            if localized.button(word, (width, 0), name=kind):
                ui.enqueue(precision_controls.step_number, axis, number, direction)
            ui.show_tooltip(help_text)
            if direction < 0:
                imgui.same_line(0.0, 6.0)
    if localized.button("Find the edge", (-1, 0)):
        ui.enqueue(precision_controls.go_to_edge, axis)
    ui.show_tooltip(
        "Go to where the verdict changes: one number is a hit, the next one is a miss"
    )
