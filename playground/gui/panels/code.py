"""Page "Code": the lines of a listing with their current values."""

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from imgui_bundle import imgui

from playground.analysis.heat_map import MapKind
from playground.gui import imgui_fonts
from playground.gui.imgui_backend import pack_colour, push_style
from playground.gui.panels.context import Ui
from playground.gui.panels.evaluation_results import draw_evaluation
from playground.gui.panels.user_code_start import draw_user_code_start
from playground.gui.view_state import WindowRequest
from playground.gui.widgets import localized
from playground.i18n import capitalize, join_sentences, message, translate
from playground.render.text_layout import insert_no_break_spaces
from playground.render.theme import RGBA
from playground.scene import Nature
from playground.scene.formula_symbols import symbol_keys as keys_of
from playground.scene.listing import ListingVerdict, Precision
from playground.scene.math_text import with_power
from playground.scene.primitives import Role
from playground.session import step_navigation, user_code
from playground.session.answer_pair import YOUR_CODE
from playground.tracing.value_format import format_pair, format_value

if TYPE_CHECKING:  # slow to import
    from playground.session.user_code_run import CodeFailure, UserCode
    from playground.tracing.trace import CodeLine, Trace, Value

_FONT_SIZE_PX = 13.0
_SMALL_FONT_SIZE_PX = 11.0
# Columns: digits of line numbers, and the share of the values.
_DIGIT_WIDTH_PX = 8.0
_VALUE_COLUMN_SHARE = 0.36
# Smallest errors shown if rounding makes the answer wrong, and otherwise.
_NEGLIGIBLE_ERROR_ULP = 0.05
_LARGE_ERROR_ULP = 1.0
_OWNERS = {False: message("The article's code"), True: YOUR_CODE}
_EDIT_LABEL, _CLOSE_LABEL = message("Edit"), message("Close")
_BUTTON_GAP_PX = 6.0
# Height of the lines in a lesson.
MIN_LISTING_HEIGHT_PX = 100.0
# Height of user code, a dozen lines; with less space the page scrolls.
_USER_CODE_MIN_HEIGHT_PX = 252.0
_ERROR_HELP = message(
    "The rounding error of this line itself, and the error inherited from the "
    "numbers it used; a unit in the last place (ulp) is the step to the next "
    "float32 or float64 number"
)


def draw_code_page(ui: Ui) -> None:
    """Draw the page "Code"."""
    judged = ui.session.open_scene.user_code
    if judged and judged.opened:
        _draw_user_code_bar(ui, judged)
        if not judged.failure:
            draw_evaluation(ui, judged)
    elif (query := ui.study.scene.query) and _draw_owner_choice(ui):
        draw_user_code_start(ui, query)
        if judged and judged.failure:
            _draw_load_failure(ui, judged, judged.failure)
        return
    if judged and judged.failure:
        _draw_load_failure(ui, judged, judged.failure)
        return
    trace = ui.study.trace
    if trace is None:
        ui.write_muted(_explain_missing_lines(ui))
        return
    if judged is None:
        description = message(
            "Each line with its value in {dtype}, and below that the true value where "
            "it differs. Grey lines are not reached.",
            dtype=ui.study.dtype.__name__,
        )
        ui.write_muted(description)
    _draw_faulty_line(ui, trace)
    min_height = _USER_CODE_MIN_HEIGHT_PX if judged else MIN_LISTING_HEIGHT_PX
    _draw_line_area(ui, trace, min_height)


def _draw_owner_choice(ui: Ui) -> bool:
    """Draw the choice of article or user code; return whether it is the user's."""
    is_user_code = ui.study.showing.user_code
    is_chosen = ui.choice_row(_OWNERS, is_user_code)
    if is_chosen is not is_user_code:
        ui.enqueue(user_code.show_page if is_chosen else user_code.show_article)
    return is_user_code


def draw_listing(ui: Ui) -> None:
    """Draw the lines with their values in the remaining space."""
    trace = ui.study.trace
    if trace is None:
        ui.write_muted(_explain_missing_lines(ui))
        return
    _draw_faulty_line(ui, trace)
    _draw_line_area(ui, trace)


def _draw_line_area(
    ui: Ui, trace: "Trace", least: float = MIN_LISTING_HEIGHT_PX
) -> None:
    """Draw the lines in the remaining space, at least `least` px high."""
    is_led_to = bool(ui.widgets.line_to_show)
    tall = max(imgui.get_content_region_avail().y, least)
    if imgui.begin_child("##lines", (0, tall), imgui.ChildFlags_.nav_flattened):
        _draw_lines(ui, trace)
    imgui.end_child()
    if is_led_to:
        imgui.set_scroll_here_y(1.0)


def _draw_user_code_bar(ui: Ui, judged: "UserCode") -> None:
    """Draw the name of the open code with its buttons."""
    description = message(
        "The code runs again each time the file is saved. Each line with its value in "
        "{dtype}, and below that the same without rounding where it differs. Grey "
        "lines are not reached.",
        dtype=ui.study.dtype.__name__,
    )
    style = imgui.get_style()
    words = [*([_EDIT_LABEL] if judged.file else []), _CLOSE_LABEL]
    buttons = sum(
        localized.calc_text_size(word).x + 2 * style.frame_padding.x + _BUTTON_GAP_PX
        for word in words
    )
    room = imgui.get_content_region_avail().x - buttons
    left_edge = imgui.get_cursor_pos_x()
    imgui.align_text_to_frame_padding()
    with push_style(ui.gui.fonts.bold, 14.0):
        localized.text(localized.truncate_text(Path(judged.text).name, room))
    ui.show_tooltip(localized.stack_texts(judged.text, description))
    imgui.same_line(left_edge + room + _BUTTON_GAP_PX)
    if judged.file:
        if localized.button(_EDIT_LABEL):
            ui.update_window_view(request=WindowRequest.EDIT_CODE)
        imgui.same_line(0.0, _BUTTON_GAP_PX)
    if localized.button(_CLOSE_LABEL):
        ui.enqueue(user_code.show_start)
    ui.show_tooltip("Close it and choose other code")
    if judged.file:
        ui.write_muted(_shorten_home(judged.file.parent))
    if ui.session.open_scene.code_failure:
        ui.write_warning(ui.session.open_scene.code_failure)


def _shorten_home(path: Path) -> str:
    """Return a path with ~ for the user's own folder."""
    home = Path.home()
    return str(Path("~", path.relative_to(home)) if path.is_relative_to(home) else path)


def _draw_load_failure(ui: Ui, judged: "UserCode", failure: "CodeFailure") -> None:
    """Draw the reason that the saved code does not load, with the lines there."""
    words = failure.words
    if judged.opened:
        words = _strip_name(words, judged.text)  # which stands above
    ui.write_warning(capitalize(words))
    older = message("Until then the last version that loaded is used.")
    reload_hint = message("Fix it and save; it reloads automatically.")
    if not judged.text.startswith("engine:"):
        ui.write_muted(join_sentences(reload_hint, older if judged.opened else ""))
    if failure.around and imgui.begin_table("##failure", 2):
        flags = imgui.TableColumnFlags_
        number_width = _line_number_width(max(failure.around))
        imgui.table_setup_column("line", flags.width_fixed, number_width)
        imgui.table_setup_column("text", flags.width_stretch)
        for number, text in failure.around.items():
            imgui.table_next_row()
            imgui.table_next_column()
            _draw_number_and_text(ui, text, number, is_faulty=number == failure.line)
        imgui.end_table()


def _strip_name(words: str, name: str) -> str:
    """Return an error text without the code's name at its beginning."""
    tail = words.removeprefix(f"{name} ")
    # A translation may not begin with it.
    return tail if translate(words) == words else words


def _explain_missing_lines(ui: Ui) -> str:
    judged = ui.session.open_scene.user_code
    if judged and judged.answering:
        return message("Running…")
    if judged:
        return message("Its lines cannot be shown; its answer is below.")
    return message("There is nothing to run for these parameters.")


def _draw_faulty_line(ui: Ui, trace: "Trace") -> None:
    """Draw the exception, the faulty line and the reason, in a reserved space.

    It is two lines high, for user code one, to leave space for the code.
    """
    is_brief = ui.session.open_scene.is_user_code_shown
    height = _FONT_SIZE_PX if is_brief else 2 * _FONT_SIZE_PX
    with ui.widgets.reserve_height(f"blame {ui.study.entry.id} {is_brief}", height):
        if trace.raised:
            ui.write_warning(trace.raised)
        if trace.blamed:
            comparison = ui.study.showing.compare and ui.study.comparison
            reason = "" if comparison and comparison.why == trace.why else trace.why
            line = message("Line {number}", number=trace.blamed)
            if is_brief and reason:
                line = message("Line {number}: {why}", number=trace.blamed, why=reason)
            ui.write_warning(line, imgui_fonts.DIFFERS)
            if reason and not is_brief:
                ui.write_muted(reason)


class ValueText(NamedTuple):
    """Text of a value, its tooltip, and its exact value if that differs.

    The exact value is split into the prefix common to both and the rest.
    """

    text: str
    hint: str
    common_prefix: str = ""
    differing_suffix: str = ""


class LineText(NamedTuple):
    """Texts beside and below a line of code."""

    values: list[ValueText]
    errors: str


def _draw_lines(ui: Ui, trace: "Trace") -> None:
    """Draw the visible lines; others are left empty."""
    if not imgui.begin_table("##code", 3):
        return
    fixed = imgui.TableColumnFlags_.width_fixed
    stretch = imgui.TableColumnFlags_.width_stretch
    imgui.table_setup_column("line", fixed, _line_number_width(trace.lines[-1].number))
    imgui.table_setup_column("text", stretch, 1.0 - _VALUE_COLUMN_SHARE)
    imgui.table_setup_column("value", stretch, _VALUE_COLUMN_SHARE)
    roles = _line_roles(ui)
    min_error = _min_visible_error(ui.study.comparison)
    kind = ui.study.dtype
    line_texts: dict[int, LineText] = ui.widgets.memoize(
        "told", (ui.study, id(trace)), dict
    )
    # Row heights and scroll state are stored per panel.
    table_id = imgui.get_id("##code")
    rooms, key = ui.widgets.heights, f"blamed {table_id} {ui.study.entry.id}"
    height, height_key = imgui.get_window_height(), f"{key} height"
    is_shown = (rooms.get(key), rooms.get(height_key)) == (trace.blamed, height)
    tops: list[tuple[str, float]] = []
    for line in trace.lines:
        imgui.table_next_row()
        imgui.table_next_column()
        tops.append((f"{key} {line.number} {line.text}", imgui.get_cursor_pos_y()))
        room = imgui.ImVec2(1.0, rooms.get(tops[-1][0], 0.0))
        is_faulty = line.number == trace.blamed
        if room.y and not imgui.is_rect_visible(room):
            imgui.dummy(room)
        else:
            if line.number not in line_texts:
                line_texts[line.number] = _format_line(line, min_error, kind)
            line_text, role = line_texts[line.number], roles.get(line.number)
            _draw_line(ui, line, role, line_text, is_faulty=is_faulty)
            if trace.truth and line.number == trace.answered_at:
                _draw_truth(ui, trace.truth)
        if line.number == ui.widgets.line_to_show:
            ui.widgets.line_to_show = 0
            imgui.set_scroll_from_pos_y(tops[-1][1] - imgui.get_scroll_y(), 0.25)
        if is_faulty and not is_shown:
            # The top of a long line has to be visible.
            top = tops[-1][1] - imgui.get_scroll_y()
            imgui.set_scroll_from_pos_y(top, 0.25)
            rooms[key], rooms[height_key] = trace.blamed, height
    if not trace.blamed:
        rooms.pop(key, None)
    between = 2 * imgui.get_style().cell_padding.y
    for (name, top), (_, below) in pairwise(tops):
        rooms[name] = below - top - between
    imgui.end_table()


def _line_number_width(last: int) -> float:
    """Return the width, in px, of a column of line numbers up to `last`."""
    return 4.0 + _DIGIT_WIDTH_PX * max(len(str(last)), 2)


def _format_line(line: "CodeLine", least: float, kind: Precision) -> LineText:
    """Return the texts of a line; a `def` has only its parameters' values.

    `least` is the smallest error to show, in ulp.
    """
    if line.text.strip().startswith("def "):
        return LineText([], "")
    many = len(line.values) > 1
    values = [
        _format_value(value, kind, has_several_values=many) for value in line.values
    ]
    return LineText(values, _format_errors(line, least))


def _min_visible_error(comparison: ListingVerdict | None) -> float:
    """Return the smallest error to show, in ulp.

    It is small if rounding makes the answer wrong.
    """
    if comparison is None or comparison.agrees:
        return _LARGE_ERROR_ULP
    is_rounding = comparison.nature is Nature.ROUNDING
    return _NEGLIGIBLE_ERROR_ULP if is_rounding else _LARGE_ERROR_ULP


def _format_errors(line: "CodeLine", least: float) -> str:
    """Return a text for a line's own rounding error and the one it inherited.

    It is "" if there is none or both are at most `least` ulp.
    """
    made_error, inherited_error = line.local_error or 0.0, line.input_error or 0.0
    if max(made_error, inherited_error) <= least:
        return ""
    arguments = {
        "made": _format_ulp(made_error),
        "inherited": _format_ulp(inherited_error),
    }
    if inherited_error <= _NEGLIGIBLE_ERROR_ULP:
        return message("Rounding here: {made} units in the last place", **arguments)
    if made_error <= _NEGLIGIBLE_ERROR_ULP:
        return message(
            "Rounding from above: {inherited} units in the last place", **arguments
        )
    return message(
        "Rounding here: {made}, from above: {inherited} units in the last place",
        **arguments,
    )


def _format_ulp(size: float) -> str:
    """Return an error in ulp as short text."""
    if size < 9.95:
        return f"{size:.1f}"
    if size < 99999.5:
        return f"{size:.0f}"
    mantissa, _, power = f"{size:.0e}".partition("e+")
    return with_power(mantissa, int(power)) if power else "∞"


def _line_roles(ui: Ui) -> dict[int, Role]:
    """Return the roles of lines on a map of faulty lines, by line number."""
    question, listing = ui.study.question, ui.study.scene.listing
    if question is None or question.kind is not MapKind.BLAME or listing is None:
        return {}
    from playground.tracing.listing_lines import possible_faulty_lines

    lines = possible_faulty_lines(listing).items()
    return {
        at: ui.map_kind_roles[name] for at, name in lines if name in ui.map_kind_roles
    }


def _draw_number_and_text(
    ui: Ui,
    text: str,
    number: int,
    role: Role | None = None,
    *,
    is_faulty: bool,
    is_muted: bool = False,
) -> None:
    """Draw a line's number and its text in two cells of a row."""
    theme = ui.theme
    if is_faulty:
        tint = (*theme.warning[:3], 0.16)
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, pack_colour(tint))
    if role:
        _draw_map_mark(theme.roles[role])
    tone = theme.warning if is_faulty else theme.text_muted
    ui.write_code(f"{number:2}", tone, _SMALL_FONT_SIZE_PX)
    imgui.table_next_column()
    ui.write_code(ui.wrap_code(text), theme.text_muted if is_muted else theme.text)


def _draw_line(
    ui: Ui, line: "CodeLine", role: Role | None, line_text: LineText, *, is_faulty: bool
) -> None:
    quiet = not line.reached or line.text.lstrip().startswith("#")
    _draw_number_and_text(
        ui, line.text, line.number, role, is_faulty=is_faulty, is_muted=quiet
    )
    _handle_hover(ui, line, is_faulty=is_faulty)
    if line_text.errors:
        _write_under_line(ui, line.text, line_text.errors)
    imgui.table_next_column()
    for value in line_text.values:
        _draw_value(ui, value)


def _write_under_line(ui: Ui, text: str, told: str) -> None:
    """Draw muted text below a line of code, at its indentation."""
    with push_style(ui.gui.fonts.mono, _FONT_SIZE_PX):
        indent = imgui.calc_text_size(text[: len(text) - len(text.lstrip())]).x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + indent)
    ui.write_muted(told, _SMALL_FONT_SIZE_PX)
    ui.show_tooltip(_ERROR_HELP)


def _draw_map_mark(tone: RGBA) -> None:
    """Draw a bar in the line's colour on the map, behind its number."""
    position = imgui.get_cursor_screen_pos()
    low, high = (position.x + 16, position.y + 2), (position.x + 22, position.y + 14)
    imgui.get_window_draw_list().add_rect_filled(low, high, pack_colour(tone), 2.0)


def _handle_hover(ui: Ui, line: "CodeLine", *, is_faulty: bool) -> None:
    """Highlight the quantity of the line under the pointer; a click opens its step."""
    if not imgui.is_item_hovered() or (listing := ui.study.scene.listing) is None:
        return
    comparison = ui.study.comparison
    keys = [listing.names[v.name] for v in line.values if v.name in listing.names]
    if keys:
        ui.hover.key = keys[0]
    step = comparison.step if is_faulty and comparison else _find_step(ui, keys)
    if step:
        ui.show_tooltip(
            message("Click to see step {step} of the derivation", step=step)
        )
        if imgui.is_item_clicked():
            ui.enqueue(step_navigation.go_to_step, step)


def _find_step(ui: Ui, keys: Sequence[str]) -> int:
    """Return the first step whose formula has one of these symbols; 0 for none."""
    for number, step in enumerate(ui.study.steps, 1):
        if set(keys) & set(keys_of(step.formula)):
            return number
    return 0


def _format_value(
    value: "Value", kind: Precision, *, has_several_values: bool
) -> ValueText:
    text, true = format_pair(value.rounded, value.true, kind)
    name = f"{value.name} = " if has_several_values else ""
    if value.sides:
        low, sign, high = value.sides
        name = f"{format_value(low, kind)} {sign} {format_value(high, kind)}: "
    if value.true is None or true in (text, format_value(value.rounded, kind)):
        return ValueText(f"{name}{text}", _explain_error(value))
    blank, common_length = " " * len(name), len(true)
    if not isinstance(value.rounded, tuple):
        common_length = len(os.path.commonprefix((text, true)))  # noqa: RUF071 (letters)
    prefix, suffix = f"{blank}{true[:common_length]}", true[common_length:]
    return ValueText(f"{name}{text}", _explain_error(value), prefix, suffix)


def _draw_value(ui: Ui, value: ValueText) -> None:
    theme = ui.theme
    imgui.push_text_wrap_pos(0.0)
    ui.write_code(value.text, theme.text)
    ui.show_tooltip(value.hint)
    prefix = value.common_prefix
    if value.differing_suffix:
        letter = ui.gui.measure("0", _FONT_SIZE_PX, ui.gui.fonts.mono)[0]
        room = int(imgui.get_content_region_avail().x / letter)
        prefix = fit_prefix(prefix, room - len(value.differing_suffix))
    if prefix or value.differing_suffix:
        ui.write_code(prefix, theme.text_muted)
    if value.differing_suffix:
        imgui.same_line(0.0, 0.0)
        ui.write_code(value.differing_suffix, theme.warning)
    imgui.pop_text_wrap_pos()


def fit_prefix(prefix: str, room: int) -> str:
    """Return the beginning of a number in so many letters: its last digits at least.

    The blanks before it go first.
    """
    if len(prefix) > room:
        prefix = prefix.lstrip()
    over = len(prefix) - room
    return prefix if over <= 0 else f"…{prefix[over + 1 :]}"


def _draw_truth(ui: Ui, words: str) -> None:
    """Draw the exact answer below the line that answered."""
    imgui.push_text_wrap_pos(0.0)
    truth_text = translate(message("Truth: {words}", words=words))
    ui.write_code(insert_no_break_spaces(truth_text), ui.theme.warning)
    imgui.pop_text_wrap_pos()
    ui.show_tooltip("The true answer to the question; this line's differs")


def _explain_error(value: "Value") -> str:
    if value.local_error is None or value.input_error is None:
        return ""
    return message(
        "Off by {made:.2g} units in the last place by this line's own rounding, "
        "and by {inherited:.3g} inherited from its inputs.",
        made=value.local_error,
        inherited=value.input_error,
    )
