"""Inspector on the right: verdict, pages of a scene, parameters and result."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.commands import registry
from playground.gui.imgui_backend import push_style
from playground.gui.panels.code import draw_code_page
from playground.gui.panels.comparison import (
    PANEL_PAIR_STYLE,
    comparison_height,
    current_answer_texts,
    draw_article_link,
    draw_comparison,
    draw_verdict_pair,
    fit_lines,
)
from playground.gui.panels.context import Ui, find_largest_size, pluralize_unit
from playground.gui.panels.derivation_page import draw_derivation_page
from playground.gui.panels.lesson_editor import draw_lesson_editor
from playground.gui.panels.maps_page import draw_maps_page
from playground.gui.panels.quiz_page import draw_quiz_page
from playground.gui.widgets import localized, symbol_text
from playground.i18n import join_sentences, message
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.answer import ResultRow
from playground.scene.camera import Viewport
from playground.scene.math_text import format_number
from playground.scene.parameter_types import (
    Choice,
    Integer,
    Number,
    Parameter,
    Points,
    Toggle,
    Vector,
)
from playground.session.lesson import player
from playground.session.precision_controls import parse_number
from playground.session.session import Session
from playground.session.texts import case_groups, case_label
from playground.session.view_options import Page

_COPY_HINT = message("Click to copy.")
# Font sizes of values; all values of a result have the same.
_VALUE_SIZES_PX = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
_UNIT_SIZE_PX = 13.0
_UNIT_GAP_PX = 6.0
_VALUE_MARGIN_PX = 4.0
# Above and below a value.
_ROW_PADDING_PX = 2.0


@dataclass(frozen=True)
class ValueColumn:
    """Column of values, aligned at the decimal point.

    Attributes
    ----------
    texts : tuple of str
        Values, padded by blanks for alignment.
    unit_width : float
        Width of the column of units in px.
    size : float
        Font size of the values in px.
    """

    texts: tuple[str, ...]
    unit_width: float
    size: float

    def value_width(self, width: float) -> float:
        """Return the width for a value in a cell of the given width, in px."""
        unit_width = self.unit_width + _UNIT_GAP_PX if self.unit_width else 0.0
        return width - _VALUE_MARGIN_PX - unit_width


_UNIT_NAMES = {
    "pixels": (message("metres"), message("pixels")),
    "y_down": (message("y up"), message("y down")),
    "clockwise": (message("counter-clockwise"), message("clockwise")),
}


def _fraction_length(row: ResultRow, text: str) -> int:
    """Return the length of a number's text from its decimal point on.

    It is -1 for words and NaN.
    """
    if not isinstance(row.value, int | float) or math.isnan(row.value):
        return -1
    return len(text) - text.find(".") if "." in text else 0


def _measure_column(
    ui: Ui, rows: Sequence[ResultRow], every: Sequence[ResultRow], width: float
) -> ValueColumn:
    texts = [format_number(row.value, row.digits) for row in rows]
    lengths = [*map(_fraction_length, rows, texts)]
    behind = max(lengths)
    texts = [
        text if length < 0 else text + " " * (behind - length)
        for text, length in zip(texts, lengths, strict=True)
    ]
    unit = max(
        ui.gui.measure(pluralize_unit(row.unit), _UNIT_SIZE_PX)[0] for row in rows
    )
    column = ValueColumn(tuple(texts), unit, _VALUE_SIZES_PX[0])
    room, mono = column.value_width(width), ui.gui.fonts.mono
    texts += [format_number(row.value, row.digits) for row in every]

    def fits(size: float) -> bool:
        # Letters have whole pixels as widths, so it cannot be computed.
        return all(ui.gui.measure(text, size, mono)[0] <= room for text in texts)

    return replace(column, size=find_largest_size(_VALUE_SIZES_PX, fits))


def draw_result(ui: Ui) -> None:
    """Draw the result's numbers, and the switch to show all of them."""
    rows, view = [*map(ui.session.units.show_row, ui.study.rows)], ui.study.showing
    if not rows:
        return
    ui.write_heading("Result")
    main = [row for row in rows if row.main]
    other_rows = [row for row in rows if not row.main]
    if main:
        _draw_table(ui, "main", main, rows if view.numbers else main)
    if main and other_rows:
        arrow = imgui_fonts.UNFOLDED if view.numbers else imgui_fonts.FOLDED
        fold_label = message("All numbers ({count} more)", count=len(other_rows))
        words = message("Fewer numbers") if view.numbers else fold_label
        label = localized.prefix_sign(arrow, words)
        if localized.selectable(label, False, name="#all numbers"):
            ui.enqueue(Session.look, numbers=not view.numbers)
    if other_rows and (view.numbers or not main):
        _draw_table(ui, "rest", other_rows, rows)


def _draw_table(
    ui: Ui, name: str, rows: Sequence[ResultRow], every: Sequence[ResultRow]
) -> None:
    """Draw some rows, in a font size that suits `every` visible row."""
    padding = (imgui.get_style().cell_padding.x, _ROW_PADDING_PX)
    with push_style(cell_padding=padding):
        if not imgui.begin_table(f"##{name}", 2):
            return
        size, inputs = imgui.get_font_size(), (ui.study, ui.session.units)
        names = ui.widgets.memoize(
            f"{name} names",
            (*inputs, size),
            lambda: max(symbol_text.name_width(ui.gui, r.name, size) for r in rows),
        )
        imgui.table_setup_column("name", imgui.TableColumnFlags_.width_fixed, names)
        imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch)
        imgui.table_next_row()
        imgui.table_set_column_index(1)
        room = imgui.get_content_region_avail().x
        column = ui.widgets.memoize(
            f"{name} column",
            (*inputs, room, len(every)),
            lambda: _measure_column(ui, rows, every, room),
        )
        for number, (row, text) in enumerate(zip(rows, column.texts, strict=True)):
            if number:
                imgui.table_next_row()
            imgui.table_set_column_index(0)
            _draw_result_row(ui, row, text, column)
        imgui.end_table()


def _draw_result_row(ui: Ui, row: ResultRow, text: str, column: ValueColumn) -> None:
    theme, height = ui.theme, _VALUE_SIZES_PX[0] + 4.0
    flags = imgui.SelectableFlags_.span_all_columns
    lit = bool(row.key) and row.key == ui.controls.motion.highlight_key
    top = imgui.get_cursor_pos_y()
    if localized.selectable(f"##{row.name}", lit, flags, (0, height)):
        _copy_result(ui, row)
    ui.request_menu(
        partial(_draw_result_menu, row=row), is_hovered=imgui.is_item_hovered()
    )
    if imgui.is_item_hovered():
        ui.hover.key = row.key
    ui.show_tooltip(join_sentences(row.help, _COPY_HINT))
    imgui.same_line(0.0, 0.0)
    imgui.set_cursor_pos_y(top + (height - imgui.get_font_size()) / 2)
    symbol_text.write_name(ui.gui, row.name, theme.text_muted)
    imgui.table_next_column()
    left_edge, size = imgui.get_cursor_pos_x(), column.size
    room = column.value_width(imgui.get_content_region_avail().x)
    with push_style(ui.gui.fonts.mono, size):
        spare = room - localized.calc_text_size(text).x
        imgui.set_cursor_pos((left_edge + max(spare, 0.0), top + (height - size) / 2))
        localized.text(text)
    if row.unit and text.strip() != "none":
        imgui.same_line(0.0, 0.0)
        imgui.set_cursor_pos(
            (left_edge + room + _UNIT_GAP_PX, top + (height - _UNIT_SIZE_PX) / 2)
        )
        with push_style(ui.gui.fonts.body, _UNIT_SIZE_PX, text=theme.text_muted):
            localized.text(pluralize_unit(row.unit, text.strip()))


def _draw_result_menu(ui: Ui, row: ResultRow) -> None:
    ui.write_muted(row.name)
    if localized.menu_item(message("Copy {label}", label=row.name)):
        _copy_result(ui, row)
    if localized.menu_item("Copy all results"):
        rows = map(ui.session.units.show_row, ui.study.rows)
        lines = [f"{row.name}\t{format_for_code(row.value)}" for row in rows]
        imgui.set_clipboard_text("\n".join(lines))
        ui.enqueue(Session.set_notice, message("Copied all results"))
    imgui.separator()
    for command in (registry.COPY, registry.PYTHON, registry.TEST, *registry.LITERALS):
        ui.draw_menu_command(command)


def _copy_result(ui: Ui, row: ResultRow) -> None:
    imgui.set_clipboard_text(format_for_code(row.value))
    ui.enqueue(Session.set_notice, message("Copied {label}", label=row.name))


def format_for_code(value: Any) -> str:
    """Return a value with all its digits, to paste into code."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return repr(float(value))
    return repr(tuple(float(x) for x in value))


# ----------------------------------------------------------------------------
# Rows of parameters, by type.
# ----------------------------------------------------------------------------


_TYPING_HINT = message("Drag, or click to type; 2/3 or sqrt(2) works too.")
_LABEL_WIDTH_PX = 124.0
# Right of a label.
_LABEL_GAP_PX = 2.0
_NUMBER_BOX_WIDTH_PX = 70.0
# The number of a point, and the button that removes it.
_POINT_NUMBER_WIDTH_PX = 22.0
_REMOVE_BUTTON_WIDTH_PX = 24.0


def draw_parameter(ui: Ui, name: str, spec: Parameter) -> None:
    """Draw the row of a parameter, or the rows of a list of points."""
    imgui.begin_group()
    _draw_parameter_row(ui, name, spec)
    imgui.end_group()
    if imgui.is_item_hovered():
        ui.hover.parameter = name
        if imgui.is_mouse_clicked(imgui.MouseButton_.right):
            at = imgui.get_mouse_pos()
            ui.enqueue_action(
                lambda s, c, w: c.request_menu_at((at.x, at.y), name=name, index=None)
            )


def _write_label(ui: Ui, label: str, spec: Parameter) -> None:
    imgui.align_text_to_frame_padding()
    room = _LABEL_WIDTH_PX - _LABEL_GAP_PX - imgui.get_cursor_pos_x()
    ui.write_truncated_name(label, room, ui.theme.text)
    ui.show_tooltip(spec.help)
    imgui.same_line(_LABEL_WIDTH_PX)


def _draw_parameter_row(ui: Ui, name: str, spec: Parameter) -> None:
    _write_label(ui, spec.label, spec)
    value: Any = getattr(ui.study.params, name)
    new_value: Any
    match spec:
        case Number() | Integer():
            new_value = _draw_number(ui, name, spec, value)
        case Points():
            new_value = _draw_points(ui, name, spec, value)
        case Vector():
            room = imgui.get_content_region_avail().x
            new_value = _draw_coordinates(ui, name, spec, value, room)
        case Choice():
            imgui.set_next_item_width(-1)
            options = {option: option for option in spec.options}
            new_value = ui.drop_down(f"##{name}", value, options, value)
            ui.show_tooltip(spec.help)
        case Toggle():
            is_toggled = localized.checkbox(f"##{name}", value)
            new_value = not value if is_toggled else None
        case _:
            # A type defined by a plugin can be changed only by its handle.
            ui.write_muted(f"{value}")
            new_value = None
    if new_value is not None:
        ui.enqueue(Session.set_value, name, new_value, ui.session.gesture_id)


def _draw_number(
    ui: Ui, name: str, spec: Number | Integer, value: float
) -> float | None:
    """Draw a slider and a box for a number; return a changed value."""
    units, is_integer = ui.session.units, isinstance(spec, Integer)
    scale = units.factor(spec)
    ends = (spec.low, spec.high) if is_integer else spec.range_around(value)
    low, high = sorted(end * scale for end in ends)
    width = imgui.get_content_region_avail().x - _NUMBER_BOX_WIDTH_PX - 8
    shown_value = value * scale
    slid = ui.widgets.slider(name, shown_value, low, high, width)
    ui.show_tooltip(spec.help)
    imgui.same_line()
    # The box shows the slider's new value at once.
    current_value = shown_value if slid is None else slid
    entered_value = ui.number_box(
        name,
        round(current_value) if is_integer else current_value,
        1.0 if is_integer else (high - low) / 600,
        _NUMBER_BOX_WIDTH_PX,
        partial(parse_number, spec, units=units),
        localized.prefix_sign(units.unit(spec.unit), _TYPING_HINT),
        is_integer=is_integer,
    )
    new_value = slid if entered_value is None else entered_value
    if new_value is None or not is_integer:
        return None if new_value is None else new_value / scale
    return None if round(new_value) == value else round(new_value)


def _draw_coordinates(
    ui: Ui, name: str, spec: Vector | Points, value: tuple[float, ...], room: float
) -> tuple[float, ...] | None:
    """Draw a number box per coordinate of a point; return a changed value."""
    units = ui.session.units
    width = (room - 6.0 * (spec.size - 1)) / spec.size
    new_values = list(value)
    for axis in range(spec.size):
        if axis:
            imgui.same_line(0.0, 6.0)
        key = f"{name} {axis}"
        unit = units.unit(spec.unit) or message("units")
        factor = units.factor(spec, axis)
        part = message("{axis} in {unit}.", axis="xyz"[axis], unit=unit)
        help_text = localized.stack_texts(spec.help, join_sentences(part, _TYPING_HINT))
        # Turns -0.0 into 0.0.
        shown_value = value[axis] * factor + 0.0
        read = partial(parse_number, spec, units=units, component=axis)
        moved_value = ui.number_box(key, shown_value, 0.02, width, read, help_text)
        if moved_value is not None:
            new_values[axis] = moved_value * factor
    return tuple(new_values) if tuple(new_values) != value else None


def _draw_points(
    ui: Ui, name: str, spec: Points, value: tuple[tuple[float, ...], ...]
) -> tuple[tuple[float, ...], ...] | None:
    """Draw a row per point, and buttons to remove and add points."""
    new_points = list(value)
    left_edge = imgui.get_cursor_pos_x()
    removed_index = None
    for i, point in enumerate(value):
        imgui.set_cursor_pos_x(left_edge)
        imgui.align_text_to_frame_padding()
        ui.write_muted(f"{i + 1}")
        imgui.same_line(left_edge + _POINT_NUMBER_WIDTH_PX)
        room = imgui.get_content_region_avail().x
        if len(value) > spec.min_count:
            room -= _REMOVE_BUTTON_WIDTH_PX + 6.0
        moved_point = _draw_coordinates(ui, f"{name} {i}", spec, point, room)
        if moved_point is not None:
            new_points[i] = moved_point
        if len(value) > spec.min_count:
            imgui.same_line(0.0, 6.0)
            cross = (_REMOVE_BUTTON_WIDTH_PX, 0)
            if localized.button("×", cross, name=f"{name} {i}"):
                removed_index = i
            ui.show_tooltip(message("Remove point {number}", number=i + 1))
    if removed_index is not None:
        del new_points[removed_index]
    if len(value) < spec.max_count:
        imgui.set_cursor_pos_x(left_edge)
        if localized.button("Add a point", name=name):
            new_points = list(spec.add_midpoint(tuple(new_points)))
    return tuple(new_points) if tuple(new_points) != value else None


def _draw_selected_point(ui: Ui, name: str, spec: Points) -> None:
    """Draw the row of the point that is selected, or the first, of many."""
    selected, index = ui.session.current_scene.selected_handle or ("", 0)
    number = index if selected == name else 0
    points = getattr(ui.study.params, name)
    label = message("{label} {number}", label=spec.label, number=number + 1)
    _write_label(ui, label, spec)
    room = imgui.get_content_region_avail().x
    at = _draw_coordinates(ui, name, spec, points[number], room)
    if at is not None:
        changed = (*points[:number], at, *points[number + 1 :])
        ui.enqueue(Session.set_value, name, changed, ui.session.gesture_id)


# ----------------------------------------------------------------------------


# Details of the verdict.
_VERDICT_TEXT_SIZE_PX = 13.0
_VERDICT_TEXT_HEIGHT_PX = 31.0


def draw_inspector(ui: Ui, place: Viewport) -> None:
    """Draw the inspector so that clickable items keep their places."""
    with ui.panel("inspector", place):
        scene = ui.study.entry
        if ui.window_view.simple:
            _draw_page_title(ui)
        else:
            _draw_page_buttons(ui)
        ui.write_bold(scene.title, 19.0)
        if source := scene.source:
            # On one line, to leave space for the result.
            with push_style(ui.gui.fonts.body, 13.0):
                label = localized.combine_texts(
                    "{name} · {author}", name=source.name, author=source.author
                )
                draw_article_link(ui, label)
        _draw_verdict(ui)
        below = comparison_height(ui)
        walk = ui.session.lesson
        # Each scene has its own scroll position.
        with ui.scroll_area(f"page {scene.id}", -below):
            if walk and walk.writing and walk.is_editor_shown:
                draw_lesson_editor(ui, walk)
            else:
                _PAGES[ui.study.page](ui)
        if below:
            draw_comparison(ui)


def _draw_page_title(ui: Ui) -> None:
    """Draw the title of the page in simple mode, with a close button."""
    high, wide = imgui.get_frame_height(), imgui.get_content_region_avail().x
    left_edge = imgui.get_cursor_pos_x()
    ui.write_bold(ui.study.page, 17.0)
    imgui.same_line(left_edge + wide - high)
    if ui.icon_button(imgui_fonts.CLOSE, "Close this page (Esc)", size=high):
        ui.enqueue(Session.look, page=Page.EXPLORE)


def _draw_page_buttons(ui: Ui) -> None:
    names: dict[Page | None, str] = {page: str(page) for page in ui.study.pages}
    walk = ui.session.lesson
    current_page: Page | None = ui.study.page
    if walk and walk.writing:
        # A quiz cannot be a stop; the editor takes its place.
        names.pop(Page.PREDICT, None)
        names = {None: message("Lesson"), **names}
        current_page = None if walk.is_editor_shown else current_page
    choice = ui.choice_row(names, current_page) if len(names) > 1 else current_page
    if walk and choice is not current_page:
        ui.enqueue(player.set_lesson, is_editor_shown=choice is None)
    if choice is not None and choice is not ui.study.page:
        ui.enqueue(Session.look, page=choice)


def _draw_verdict(ui: Ui) -> None:
    if not ui.study.has_answer_text:
        return
    answers = current_answer_texts(ui)
    wide = imgui.get_content_region_avail().x
    draw_verdict_pair(ui, answers, wide, PANEL_PAIR_STYLE)
    # A fixed height, so that nothing below moves.
    top = imgui.get_cursor_pos_y()
    if detail := answers.geometry.detail:
        size, _ = fit_lines(ui, [detail], wide, _VERDICT_TEXT_HEIGHT_PX)
        ui.write_muted(detail, min(size, _VERDICT_TEXT_SIZE_PX))
    imgui.set_cursor_pos_y(top + _VERDICT_TEXT_HEIGHT_PX)


def _draw_explore_page(ui: Ui) -> None:
    _draw_case(ui)
    ui.write_heading("Parameters")
    for name, spec in parameters.relevant_parameters(ui.study.params).items():
        if spec.listed and not (isinstance(spec, Number) and spec.time):
            draw_parameter(ui, name, spec)
        elif isinstance(spec, Points):
            _draw_selected_point(ui, name, spec)
    draw_result(ui)
    _draw_units(ui)


def _draw_units(ui: Ui) -> None:
    """Draw the choices of units."""
    units = ui.session.units
    ui.write_heading("Units")
    for name in ui.study.unit_choices:
        usual, other_unit = _UNIT_NAMES[name]
        now = getattr(units, name)
        if (chosen := ui.choice_row({False: usual, True: other_unit}, now)) is not now:
            ui.enqueue(
                Session.set_scene_options, units=replace(units, **{name: chosen})
            )


def _draw_case(ui: Ui) -> None:
    origin, is_edited = ui.study.options.case, ui.study.is_edited
    imgui.dummy((0, 2))
    draw_case_choice(ui, imgui.get_content_region_avail().x)
    cases = ui.study.entry.cases
    # The comparison below already shows the article's answer.
    is_compared, entry = ui.study.showing.compare, ui.study.entry
    wide = imgui.get_content_region_avail().x
    min_height = ui.widgets.memoize(
        "cases", (entry, wide), lambda: _case_text_height(ui, wide)
    )
    with ui.widgets.reserve_height(f"case {entry.id} {is_compared} {wide}", min_height):
        if is_edited:
            key = registry.RESET.keys[0].name
            text = message("Press {key} to go back to {case}.", key=key, case=origin)
            ui.write_muted(text)
        elif origin:
            ui.write_muted(cases[origin].shows)
            if told := _listing_mistake_text(ui, origin):
                ui.write_muted(told)


def _case_text_height(ui: Ui, wide: float) -> float:
    """Return the height of the highest description of a case."""
    cases = ui.study.entry.cases.values()
    return max(
        symbol_text.measure_height(
            ui.gui, case.shows, _VERDICT_TEXT_SIZE_PX, wide, bold=False
        )
        for case in cases
    )


def draw_case_choice(ui: Ui, wide: float) -> None:
    """Draw the list of cases, `wide` px wide."""
    left_edge, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    imgui.align_text_to_frame_padding()
    localized.text("Case")
    imgui.same_line(0.0, 14.0)
    imgui.set_cursor_pos_y(top)
    imgui.set_next_item_width(left_edge + wide - imgui.get_cursor_pos_x())
    cases = ui.study.entry.cases
    choice = ui.drop_down(
        "##case",
        case_label(ui.study),
        lambda: {name: name for name in case_groups(ui.study.entry)},
        None if ui.study.is_edited else ui.study.options.case,
        lambda name: cases[name].shows,
        lambda name: case_groups(ui.study.entry)[name],
    )
    if choice:
        ui.enqueue(Session.choose_case, choice)


def _listing_mistake_text(ui: Ui, name: str) -> str:
    """Return the article's wrong answer to a case, if the comparison is hidden.

    It is "" without one.
    """
    listing = ui.study.scene.listing
    is_hidden = ui.study.entry.cases[name].mistake and not ui.study.showing.compare
    comparison = ui.study.comparison if is_hidden else None
    if listing is None or comparison is None or comparison.agrees:
        return ""
    sentence = message("{who}: {answer}.", who=listing.name, answer=comparison.answer)
    return join_sentences(sentence, comparison.why)


_PAGES = {
    Page.EXPLORE: _draw_explore_page,
    Page.DERIVATION: draw_derivation_page,
    Page.CODE: draw_code_page,
    Page.PREDICT: draw_quiz_page,
    Page.LAB: draw_maps_page,
}
