"""Legend below a map: its colours, and a readout of the cell under the pointer."""

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from playground.analysis.heat_map import MapKind, MapQuery
from playground.gui import imgui_fonts
from playground.gui.commands import focus
from playground.gui.imgui_backend import (
    click_area,
    pack_colour,
    push_style,
    text_advance,
)
from playground.gui.map_controller import MapController
from playground.gui.panels.context import Ui
from playground.gui.widgets import localized, symbol_text
from playground.gui.widgets.shape_painter import paint_shapes
from playground.gui.window_layout import LEGEND_HEIGHT_KEY, max_caption_height
from playground.i18n import join_sentences, join_texts, message, translate
from playground.quick_dataclass import dataclass
from playground.render.labels import PlacedText
from playground.render.legend import draw_colour_bar, draw_swatch
from playground.render.map_colors import MapRaster
from playground.render.text_layout import TextStyle
from playground.render.theme import RGBA
from playground.scene.camera import Viewport
from playground.scene.math_text import format_number
from playground.scene.params import Params
from playground.session import plot_controls
from playground.session.answer_pair import answer_sentences, geometry_answer
from playground.session.texts import (
    LegendLine,
    empty_map_text,
    texture_text,
    truncate_text,
)
from playground.session.view.map_samples import has_chart
from playground.session.view_model import SceneView

if TYPE_CHECKING:
    from playground.tracing.trace import Trace


PRESENTATION_BOTTOM_MARGIN_PX = 5.0
TEXT_SIZE_PX = 13.0
PRESENTATION_TEXT_SIZE_PX = 19.0
# Margins; in a presentation that of the caption.
LEFT_MARGIN_PX = 18.0
PRESENTATION_LEFT_MARGIN_PX = 27.0
_TOP_MARGIN_PX = 10.0
_SWATCH_SIZE_PX = 14.0
_LARGE_SWATCH_SIZE_PX = 22.0
_SWATCH_GAP_PX = 8.0
_KIND_GAP_PX = 18.0
# If there is space, kinds are in columns, with reasons.
_MIN_COLUMN_WIDTH_PX = 270.0
_COLUMN_ROW_HEIGHT_PX = 37.0
_REASON_OFFSET_PX = 17.0
_MIN_COLUMNS_HEIGHT_PX = 90.0
_CODE_LINE_HEIGHT_PX = 16.0
_TEXT_LINE_HEIGHT_PX = 21.0


@dataclass(frozen=True)
class _LegendPart:
    """A text of a kind with its width in px and style; None is code."""

    text: str
    width: float
    voice: TextStyle | None
    is_name: bool


def legend_text_size(ui: Ui) -> float:
    """Return the font size of the legend in px."""
    return PRESENTATION_TEXT_SIZE_PX if ui.window_view.presenting else TEXT_SIZE_PX


def draw_map_kinds(
    ui: Ui,
    place: Viewport,
    found: Sequence[LegendLine],
    blame: str,
    readout_height: float,
) -> None:
    """Draw the kinds of a map, and the faulty line `blame` if it fits.

    `readout_height` px below them stay free.
    """
    room = place.width - 2 * LEFT_MARGIN_PX + _KIND_GAP_PX
    most = max(int(room // _MIN_COLUMN_WIDTH_PX), 1)
    high = place.height - _TOP_MARGIN_PX - _READOUT_GAP_PX - readout_height
    rows = int(high // _COLUMN_ROW_HEIGHT_PX)
    has_reasons = bool(found) and bool(found[0].why) and not ui.window_view.presenting
    is_high = place.height >= _MIN_COLUMNS_HEIGHT_PX
    if not (has_reasons and is_high and len(found) <= rows * most):
        _draw_in_rows(ui, place, found, readout_height)
        return
    # As many columns as possible without cutting a reason.
    longest = max(ui.gui.measure(entry.why, TEXT_SIZE_PX)[0] for entry in found)
    wide = longest + _LARGE_SWATCH_SIZE_PX + _SWATCH_GAP_PX + _KIND_GAP_PX
    most = min(most, int(room // wide))
    blame_text = blame if len(found) < rows * most else ""
    count = len(found) + bool(blame_text)
    columns = max(min(most, count), -(-count // rows))
    _draw_in_columns(ui, place, found, blame_text, columns)


def _draw_in_columns(
    ui: Ui, place: Viewport, lines: Sequence[LegendLine], blame: str, across: int
) -> None:
    count = len(lines) + bool(blame)
    wide = (place.width - 2 * LEFT_MARGIN_PX + _KIND_GAP_PX) / across
    for number in range(count):
        x = place.x + LEFT_MARGIN_PX + wide * (number % across)
        y = place.y + _TOP_MARGIN_PX + _COLUMN_ROW_HEIGHT_PX * (number // across)
        if number < len(lines):
            _draw_kind_with_reason(ui, lines[number], (x, y), wide - _KIND_GAP_PX)
        else:
            _draw_faulty_line(ui, lines[0], blame, (x, y), wide - _KIND_GAP_PX)
    imgui.set_cursor_pos_y(_TOP_MARGIN_PX + _COLUMN_ROW_HEIGHT_PX * -(-count // across))


def _draw_in_rows(
    ui: Ui, place: Viewport, lines: Sequence[LegendLine], readout_height: float
) -> None:
    """Draw the kinds one after another, in as many rows as fit."""
    size = legend_text_size(ui)
    low = place.y + place.height
    if ui.window_view.presenting:
        # The legend may grow to its maximum height.
        max_height = max_caption_height(low) / 2.0
        low += max_height - place.height - PRESENTATION_BOTTOM_MARGIN_PX
    else:
        # At least a line of the readout is below them.
        low -= min(readout_height, _TEXT_LINE_HEIGHT_PX)
    larger = size - TEXT_SIZE_PX
    side, is_code = _SWATCH_SIZE_PX + larger, bool(lines) and bool(lines[0].code)
    line = (_CODE_LINE_HEIGHT_PX if is_code else _TEXT_LINE_HEIGHT_PX) + larger
    x, y = begin = imgui.get_cursor_screen_pos()
    for number, entry in enumerate(lines):
        parts = list(_kind_parts(ui, entry, is_bold=False))
        wide = side + sum(part.width + _SWATCH_GAP_PX for part in parts)
        if x > begin.x and x + wide > place.x + place.width - LEFT_MARGIN_PX:
            if y + 2 * line > low:
                _draw_overflow(ui, lines[number:], (x, y), size)
                break
            x, y = begin.x, y + line
        _draw_swatch(ui, entry, (x, y + 1.0), side)
        _write_parts(ui, entry, parts, (x + side + _SWATCH_GAP_PX, y), size)
        _kind_button(ui, entry, (x, y), (wide, line))
        x += wide + _KIND_GAP_PX
    if lines:
        imgui.set_cursor_screen_pos((begin.x, y + line))


def _draw_overflow(
    ui: Ui, rest: Sequence[LegendLine], at: tuple[float, float], size: float
) -> None:
    """Draw an ellipsis for kinds that do not fit, with a tooltip."""
    imgui.set_cursor_screen_pos(at)
    with push_style(ui.gui.fonts.body, size):
        localized.text("…")
    names = [localized.prefix_sign(entry.text, entry.share) for entry in rest]
    ui.show_tooltip(reduce(localized.stack_texts, names))


def _draw_kind_with_reason(
    ui: Ui, entry: LegendLine, at: tuple[float, float], wide: float
) -> None:
    x, y = at
    _draw_swatch(ui, entry, (x, y + 4.0), _LARGE_SWATCH_SIZE_PX)
    left = x + _LARGE_SWATCH_SIZE_PX + _SWATCH_GAP_PX
    parts = list(_kind_parts(ui, entry, is_bold=True))
    _write_parts(ui, entry, parts, (left, y), TEXT_SIZE_PX)
    below, room = (left, y + _REASON_OFFSET_PX), x + wide - left
    tone = ui.theme.text_muted
    ui.draw_truncated(entry.why, ui.gui.fonts.body, TEXT_SIZE_PX, below, room, tone)
    _kind_button(ui, entry, at, (wide, _COLUMN_ROW_HEIGHT_PX - 3.0))


def _draw_faulty_line(
    ui: Ui, entry: LegendLine, line: str, at: tuple[float, float], wide: float
) -> None:
    """Draw the faulty line of a kind, with the kind's colour."""
    x, y = at
    draw, tint = imgui.get_window_draw_list(), ui.theme.roles[entry.role]
    low, high = (x + 9.0, y + 2.0), (x + 13.0, y + 30.0)
    draw.add_rect_filled(low, high, pack_colour(tint), 2.0)
    left_edge = x + _LARGE_SWATCH_SIZE_PX + _SWATCH_GAP_PX
    words, tone = message("The faulty line"), ui.theme.text_muted
    ui.gui.draw_text(words, TEXT_SIZE_PX, (left_edge, y), tone)
    below, room = (left_edge, y + _REASON_OFFSET_PX), x + wide - left_edge
    ui.draw_truncated(line, ui.gui.fonts.mono, TEXT_SIZE_PX, below, room, ui.theme.text)
    imgui.set_cursor_screen_pos((x, y))
    imgui.dummy((wide, _COLUMN_ROW_HEIGHT_PX - 3.0))
    ui.show_tooltip(line)


def _kind_parts(ui: Ui, entry: LegendLine, *, is_bold: bool) -> Iterator[_LegendPart]:
    """Yield the texts of a kind."""
    voice = None if entry.code else TextStyle.TITLE if is_bold else TextStyle.PROSE
    size = legend_text_size(ui)
    for text, style in ((entry.text, voice), (entry.share, TextStyle.PROSE)):
        if not text:
            continue
        if style:
            wide = ui.gui.line(text, size, style).width
        else:
            wide = text_advance(text, size, ui.gui.fonts.mono)
        yield _LegendPart(text, wide, style, text is entry.text)


def _write_parts(
    ui: Ui,
    entry: LegendLine,
    parts: Sequence[_LegendPart],
    at: tuple[float, float],
    size: float,
) -> None:
    alone, theme = ui.study.options.mapped.alone, ui.theme
    is_muted = entry.is_stale or (bool(alone) and alone != entry.name)
    x, draw = at[0], imgui.get_window_draw_list()
    for part in parts:
        text, wide = part.text, part.width
        colour = theme.text if part.is_name and not is_muted else theme.text_muted
        if part.voice:
            place = x, at[1]
            placed = PlacedText(
                *place, text, size, colour, wide, size, style=part.voice
            )
            ui.gui.draw_line(draw, placed)
        else:
            ui.gui.draw_text(text, size, (x, at[1]), colour, ui.gui.fonts.mono)
        x += wide + _SWATCH_GAP_PX


def _kind_button(
    ui: Ui, entry: LegendLine, at: tuple[float, float], size: imgui.ImVec2Like
) -> None:
    """Draw the button of a kind, which toggles between this kind and all."""
    name, alone = entry.name, ui.study.options.mapped.alone
    imgui.set_cursor_screen_pos(at)
    effect = f" {entry.kind.effect}" if entry.kind.effect else ""
    if click_area(f"##kind {name}{effect}", size):
        ui.enqueue(plot_controls.set_map_choice, alone="" if alone == name else name)
    again = message("Show all kinds again")
    click = again if alone == name else message("Show only this kind")
    ui.show_tooltip(reduce(localized.stack_texts, (entry.more, entry.why, click)))


def _draw_swatch(
    ui: Ui, entry: LegendLine, at: tuple[float, float], side: float
) -> None:
    """Draw a sample of the kind's look on the map, `side` px wide and high."""
    question = ui.study.question
    kind = question.kind if question else MapKind.REGIONS
    swatch = draw_swatch(entry.kind, entry.role, kind, (0.0, 0.0), side, ui.theme)
    paint_shapes(swatch, at)


# ----------------------------------------------------------------------------


_SCALE_BAR_SIZE_PX = (220.0, 14.0)
_TOOLTIP_WRAP_WIDTH_PX = 260.0
# Two lines at the bottom, with a gap above.
_READOUT_HEIGHT_PX = 46.0
_READOUT_GAP_PX = 3.0


def draw_legend(
    ui: Ui, place: Viewport, maps: MapController, at: Params | None, *, is_static: bool
) -> None:
    """Draw the legend of the map.

    `at` are the params of the cell under the pointer, None for none. An `is_static`
    legend has no readout.
    """
    is_presenting = ui.window_view.presenting
    with ui.panel("legend", place):
        if not is_presenting:
            ui.draw_panel_edge(place, top=True)
        left_edge = PRESENTATION_LEFT_MARGIN_PX if is_presenting else LEFT_MARGIN_PX
        imgui.set_cursor_pos((left_edge, 2.0 if is_presenting else 11.0))
        if maps.worker.failure:
            why = str(maps.worker.failure)
            with push_style(text=ui.theme.warning):
                localized.text_wrapped(localized.prefix_sign(imgui_fonts.WARNING, why))
            return
        image = maps.current_map(ui.study)
        if image is None:
            ui.write_muted("…")
        elif image.field.query.kind is MapKind.VALUES:
            _draw_value_scale(ui, maps, image)
        else:
            _draw_kinds(ui, place, maps, image, has_readout=not is_static)
        if is_presenting:
            height = imgui.get_cursor_pos_y() + PRESENTATION_BOTTOM_MARGIN_PX
            ui.widgets.heights[LEGEND_HEIGHT_KEY] = height
        if is_static:
            return
        below = place.height - _READOUT_HEIGHT_PX
        below = max(imgui.get_cursor_pos_y() + _READOUT_GAP_PX, below)
        imgui.set_cursor_pos((LEFT_MARGIN_PX, below))
        imgui.push_text_wrap_pos(place.width - LEFT_MARGIN_PX)
        _draw_readout(ui, maps, at, place.height - below)
        imgui.pop_text_wrap_pos()


def _draw_kinds(
    ui: Ui,
    place: Viewport,
    maps: MapController,
    raster: MapRaster,
    *,
    has_readout: bool,
) -> None:
    lines = maps.legend_lines(ui.study)
    if not lines:
        ui.write_muted(empty_map_text(ui.study, raster.field), legend_text_size(ui))
        return
    first = lines[0].name

    def find_faulty_line() -> str:
        listing = ui.study.scene.listing
        if listing is None or not listing.names_faulty_lines or not raster.is_opaque:
            return ""
        from playground.tracing.listing_lines import faulty_line  # slow

        return faulty_line(listing, first)

    blame = ui.widgets.memoize("blame", (ui.study.entry, first), find_faulty_line)
    readout_height = 0.0
    if has_readout:
        wide = place.width - 2 * LEFT_MARGIN_PX
        readout_height = _measure_readout(ui, _key_text(ui, maps), wide)
    draw_map_kinds(ui, place, lines, blame, readout_height)


def _draw_value_scale(ui: Ui, maps: MapController, raster: MapRaster) -> None:
    scale = raster.scale
    if scale is None:
        ui.write_muted(empty_map_text(ui.study, raster.field), legend_text_size(ui))
        return
    stale = maps.is_map_stale(ui.study)
    tone = ui.theme.text_muted if stale else ui.theme.text
    name = ui.session.units.rewrite(raster.field.query.quantity)
    _write_word(ui, name, tone)
    imgui.same_line(0.0, 16.0)
    _write_word(ui, format_number(scale.low), tone)
    if scale.is_constant:
        return
    imgui.same_line(0.0, 8.0)
    position = imgui.get_cursor_screen_pos()
    bar = draw_colour_bar(raster, (0.0, 1.0), _SCALE_BAR_SIZE_PX, ui.theme)
    paint_shapes(bar, (position.x, position.y))
    imgui.dummy(_SCALE_BAR_SIZE_PX)
    imgui.same_line(0.0, 8.0)
    _write_word(ui, format_number(scale.high), tone)
    imgui.same_line(0.0, 16.0)
    step_text = message("a line every {step}", step=format_number(scale.step))
    _write_word(ui, step_text, ui.theme.text_muted)


def _write_word(ui: Ui, text: str, tone: RGBA) -> None:
    """Draw a text with symbols, cut to the available width."""
    position, size = imgui.get_cursor_screen_pos(), legend_text_size(ui)
    room = imgui.get_content_region_avail().x
    visible_word = symbol_text.truncate_name(ui.gui, text, size, room)
    corner = position.x, position.y
    symbol_text.write_name_at(ui.gui, visible_word, size, tone, corner)
    imgui.dummy((symbol_text.name_width(ui.gui, visible_word, size), size))


def _draw_readout(ui: Ui, maps: MapController, at: Params | None, high: float) -> None:
    """Draw the answer under the pointer, in the legend and as tooltip."""
    question = ui.study.question
    if at is None or question is None:
        _write_fitted(ui, _key_text(ui, maps), high)
        return
    here = _cell_text(ui, maps, question, at)
    answer = ui.session.units.rewrite(_answer_text(maps.view_at_cell(at), question))
    readout = localized.prefix_sign(here, answer)
    if focus.find_focused_panel(ui):
        _write_fitted(ui, readout, high)
    else:
        _write_fitted(ui, _key_text(ui, maps), high)
        ui.draw_tooltip(readout, (10, 7), _TOOLTIP_WRAP_WIDTH_PX)


def _measure_readout(ui: Ui, text: str, wide: float) -> float:
    return symbol_text.measure_height(ui.gui, text, TEXT_SIZE_PX, wide, bold=False)


def _write_fitted(ui: Ui, text: str, high: float) -> None:
    """Draw a text; if higher than `high` px one line of it, and the rest as tooltip."""
    wide = localized.line_width()
    if _measure_readout(ui, text, wide) <= high:
        ui.write_muted(text)
        return
    line = translate(text).replace("\n", " ")
    ui.write_muted(symbol_text.truncate_name(ui.gui, line, TEXT_SIZE_PX, wide))
    ui.show_tooltip(text)


def _key_text(ui: Ui, maps: MapController) -> str:
    """Return the meaning of textures, and how to use the map."""
    point = message("Point at the map to read it. Click to go there.")
    texture = texture_text(maps.legend_lines(ui.study))
    full_text = localized.prefix_sign(texture, point)
    room = imgui.get_content_region_avail().x
    return full_text if ui.gui.measure(full_text, TEXT_SIZE_PX)[0] < room else texture


def _cell_text(ui: Ui, maps: MapController, question: MapQuery, at: Params) -> str:
    """Return the two values of a cell, with enough digits to distinguish cells.

    It is "" while there is no map.
    """
    image, parts, units = maps.current_map(ui.study), [], ui.session.units
    if image is None:
        return ""
    for axis, samples in (
        (question.x, image.field.columns),
        (question.y, image.field.rows),
    ):
        scale = axis.display_factor(at, units)
        digits = max(math.ceil(-math.log10(samples.step * abs(scale))), 0)
        parts.append(format_number(axis.value(at) * scale, digits))
    if has_chart(ui.study):
        pairs = [
            localized.combine_texts(
                "{name}: {value}", name=axis.label(at, units), value=v
            )
            for axis, v in zip((question.x, question.y), parts, strict=True)
        ]
        return message("{pairs}.", pairs=join_texts(pairs, ","))
    return f"({', '.join(parts)})"


def _answer_text(study: SceneView, question: MapQuery) -> str:
    kind, solution, answer = question.kind, study.solution, geometry_answer(study)
    if solution is None or study.verdict is None:
        return message("No answer: {why}", why=study.error)
    if kind is MapKind.ZONES:
        zone = solution.zones.name()
        return message("Zone: {zone}. Verdict: {word}.", zone=zone, word=answer.word)
    if kind is MapKind.REGIONS:
        return answer_sentences(answer)
    if kind is MapKind.VALUES:
        values = (
            format_number(float(solution.value(quantity)))
            for quantity in study.scene.answer.maps
            if quantity.label == question.quantity
        )
        value, name = next(values, ""), question.quantity
        return localized.combine_texts("{name}: {value}", name=name, value=value)
    return _code_answer_text(study, answer.word, question)


def _code_answer_text(study: SceneView, word: str, question: MapQuery) -> str:
    """Return the exact answer and the code's."""
    listing, comparison = study.scene.listing, study.comparison_in(question.dtype)
    subject = listing.name_in_sentence if listing else message("the code")
    if comparison is None:
        return message("{word}; {who} has not answered yet.", word=word, who=subject)
    if comparison.agrees:
        return message("{word}; {who} agrees.", word=word, who=subject)
    blames = question.kind is MapKind.BLAME
    trace = study.trace_in(question.dtype) if blames else None
    if trace and trace.blamed:
        return _faulty_line_text(trace)
    answer = comparison.answer
    sentence = message(
        "{word}; {who}: {answer}.", word=word, who=subject, answer=answer
    )
    return join_sentences(sentence, comparison.why)


def _faulty_line_text(trace: "Trace") -> str:
    text = truncate_text(trace.faulty_line)
    line = message("Line {number}, {text}", number=trace.blamed, text=text)
    return localized.stack_texts(line, trace.why)
