"""The page "Code": a listing line by line, with the values of this moment."""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from imgui_bundle import imgui

from playground.analysis.heat_map import MapKind
from playground.gui import fonts
from playground.gui.imgui_backend import colour, packed
from playground.gui.panels.context import Ui, bold, drop_down, hint, muted, whole_of
from playground.gui.panels.judge import trial
from playground.gui.widgets import localized
from playground.gui.widgets.numbers import nearly
from playground.i18n import capital, message, sentences, translated
from playground.render.text_layout import unbroken
from playground.render.theme import RGBA
from playground.scene import Nature
from playground.scene.formula_symbols import keys as keys_of
from playground.scene.listing import Comparison, Precision
from playground.scene.math_text import show, with_power
from playground.scene.primitives import Role
from playground.scene.query import Query
from playground.session import step_navigation, user_code
from playground.tracing.digits import beside, written

if TYPE_CHECKING:  # what lays code open is slow to import
    from playground.session.user_code_run import CodeFailure, JudgedCode
    from playground.tracing.trace import CodeLine, LaidOpen, Value

_SIZE = 13.0
_SMALL = 11.0
# How wide the numbers of the lines are; the value takes that share of the rest.
_DIGIT = 8.0
_VALUES = 0.36
_OPEN = 74.0
# An error is shown from so many ulp on where rounding makes the answer wrong, and where
# it does not.
_LEAST = 0.05
_LARGE = 1.0
_TOLERANCES = (1e-3, 1e-6, 1e-9, 1e-12)
# In a lesson the lines have at least so much room.
LEAST_LINES = 100.0
# Below what there is of one's own code, where one scrolls to them.
_OWN_LINES = 120.0
_ULP = message(
    "The error that the line itself made, and the error that came in with the "
    "numbers it used, in ulp (units of the last place)"
)


def code(ui: Ui) -> None:
    """Draw the page."""
    if query := ui.study.scene.query:
        _opening(ui, query)
    judged = ui.facts.judged
    if judged and (judged.opened or judged.trial):
        trial(ui, judged)
    if judged and judged.failure:
        _failure(ui, judged, judged.failure)
        return
    laid = ui.study.laid_open_in(ui.study.dtype)
    if laid is None:
        muted(ui, _nothing(ui))
        return
    if judged is None:
        told = message(
            "Each line with its value in {dtype}, and below that the true value where "
            "it differs. Grey lines are not reached.",
            dtype=ui.study.dtype.__name__,
        )
        muted(ui, told)
    _blame(ui, laid)
    _in_their_room(ui, laid, _OWN_LINES if judged else LEAST_LINES)


def listed(ui: Ui) -> None:
    """Draw the lines with their values alone, in what room there is."""
    laid = ui.study.laid_open_in(ui.study.dtype)
    if laid is None:
        muted(ui, _nothing(ui))
        return
    _blame(ui, laid)
    _in_their_room(ui, laid)


def _in_their_room(ui: Ui, laid: "LaidOpen", least: float = LEAST_LINES) -> None:
    """Draw the lines where there is room left, or else below."""
    tall = max(imgui.get_content_region_avail().y, least)
    if imgui.begin_child("##lines", (0, tall), imgui.ChildFlags_.nav_flattened):
        _lines(ui, laid)
    imgui.end_child()


def _opening(ui: Ui, query: Query[Any, Any]) -> None:
    """Draw the field that takes code of one's own, or what is open of it."""
    judged = ui.facts.judged
    if judged:
        bold(ui, judged.text, 14.0)
        told = message(
            "The code is judged again each time the file is saved. Each line with its "
            "value in {dtype}, and below that the same without rounding where it "
            "differs. Grey lines are not reached.",
            dtype=ui.study.dtype.__name__,
        )
        hint(told)
        if localized.button("Close it and go back to the article's code"):
            ui.do(user_code.close_code)
        elif judged.opened and not judged.failure:
            _terms(ui, judged)
        return
    wide = imgui.get_content_region_avail().x
    imgui.set_next_item_width(wide - _OPEN)
    asked = message("Your own: FILE.py, FILE.py:FUNCTION or engine:NAME")
    room = localized.field_room()
    with nearly():
        entered, ui.widgets.typed = localized.input_text_with_hint(
            "##own", asked, ui.widgets.typed, imgui.InputTextFlags_.enter_returns_true
        )
    whole_of(asked, room)
    told = message(
        "A function {name}({names}); you can also drop its file on the window. It runs "
        "in a separate process.",
        name=query.name,
        names=", ".join(query.given),
    )
    hint(told)
    imgui.same_line()
    pressed = localized.button("Open", imgui.ImVec2(-1, 0))
    if (entered or pressed) and ui.widgets.typed.strip():
        ui.do(user_code.open_code, ui.widgets.typed)


def _terms(ui: Ui, judged: "JudgedCode") -> None:
    """Draw the choices that are excused, and the tolerance, which can be changed."""
    from playground.session.user_code_run import excusable, excuse_words, query_of

    terms = judged.terms
    sizes = sorted({*_TOLERANCES, terms.tolerance})
    listed = {x: message("Tolerance {number}", number=show(x)) for x in sizes}
    now = listed[terms.tolerance]
    imgui.same_line(0.0, 12.0)
    imgui.set_next_item_width(-1)
    if localized.combo_room() < localized.calc_text_size(now).x:
        imgui.new_line()
    if chosen := drop_down(ui, "##tolerance", now, listed, terms.tolerance):
        terms = replace(terms, tolerance=chosen)
    hint("How far off a number may be, as a fraction of the largest length")
    imgui.push_font(ui.gui.fonts.body, 13.0)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(6, 2))
    imgui.align_text_to_frame_padding()
    localized.text("Excused:")
    for word in excusable(query_of(judged.entry)):
        imgui.same_line(0.0, 12.0)
        toggled, _ = localized.checkbox(word.replace("_", " "), word in terms.excuses)
        hint(excuse_words(word))
        if toggled:
            left = tuple(w for w in terms.excuses if w != word)
            excuses = left if word in terms.excuses else (*terms.excuses, word)
            terms = replace(terms, excuses=excuses)
    imgui.pop_style_var()
    imgui.pop_font()
    if terms != judged.terms:
        ui.do(user_code.judge_code, terms)


def _failure(ui: Ui, judged: "JudgedCode", failure: "CodeFailure") -> None:
    """Say why the code as it is saved now cannot be loaded, with the lines there."""
    said = capital(_without_name(failure.words, judged.text))
    bold(ui, localized.signed(fonts.WARNING, said), 15.0, ui.theme.warning)
    older = message("Until then the last version that loaded is used.")
    watched = message("Fix it and save; it reloads automatically.")
    if not judged.text.startswith("engine:"):
        muted(ui, sentences(watched, older if judged.opened else ""))
    if failure.around and imgui.begin_table("##failure", 2):
        imgui.table_setup_column(
            "line",
            imgui.TableColumnFlags_.width_fixed,
            _numbers(max(failure.around)),
        )
        imgui.table_setup_column("text", imgui.TableColumnFlags_.width_stretch)
        for number, text in failure.around.items():
            imgui.table_next_row()
            imgui.table_next_column()
            _text_of(ui, text, number, blamed=number == failure.line)
        imgui.end_table()


def _without_name(words: str, name: str) -> str:
    """Return what is wrong without whose it is, which stands above."""
    rest = words.removeprefix(f"{name} ")
    # Elsewhere it may not begin with that.
    return rest if translated(words) == words else words


def _nothing(ui: Ui) -> str:
    judged = ui.facts.judged
    if judged and judged.answering:
        return message("Running…")
    if judged:
        return message("Its lines cannot be shown; its answer is below.")
    return message("There is nothing to run for these parameters.")


def _blame(ui: Ui, laid: "LaidOpen") -> None:
    """Say which line is to blame, in a place that is always there."""
    with ui.widgets.kept_room(f"blame {ui.study.entry.id}", 2 * _SIZE):
        if laid.raised:
            raised = localized.signed(fonts.WARNING, laid.raised)
            bold(ui, raised, 15.0, ui.theme.warning)
        if laid.blamed:
            line = message("Line {number}", number=laid.blamed)
            bold(ui, localized.signed(fonts.DIFFERS, line), 15.0, ui.theme.warning)
            told = ui.study.showing.compare and ui.study.comparison
            if laid.why and (not told or told.why != laid.why):
                muted(ui, laid.why)


class ToldValue(NamedTuple):
    """A value in words, what is told of it, and the true one where it differs.

    Of that, `same` is what the two have in common from their beginning.
    """

    text: str
    hint: str
    same: str = ""
    rest: str = ""


class ToldLine(NamedTuple):
    """What is written beside a line of code, and below it."""

    values: list[ToldValue]
    errors: str


def _lines(ui: Ui, laid: "LaidOpen") -> None:
    """Draw the lines; of those scrolled out of sight only the room."""
    if not imgui.begin_table("##code", 3):
        return
    fixed, stretch = (
        imgui.TableColumnFlags_.width_fixed,
        imgui.TableColumnFlags_.width_stretch,
    )
    imgui.table_setup_column("line", fixed, _numbers(laid.lines[-1].number))
    imgui.table_setup_column("text", stretch, 1.0 - _VALUES)
    imgui.table_setup_column("value", stretch, _VALUES)
    roles, least, kind = _roles(ui), _least(ui.study.comparison), ui.study.dtype
    told: dict[int, ToldLine] = ui.widgets.kept("told", (ui.study, id(laid)), dict)
    # Each panel with lines has its own rows, and has been scrolled or not.
    here = imgui.get_id("##code")
    rooms, key = ui.widgets.heights, f"blamed {here} {ui.study.entry.id}"
    shown = rooms.get(key)
    tops: list[tuple[str, float]] = []
    for line in laid.lines:
        imgui.table_next_row()
        imgui.table_next_column()
        tops.append((f"{key} {line.number} {line.text}", imgui.get_cursor_pos_y()))
        room = imgui.ImVec2(1.0, rooms.get(tops[-1][0], 0.0))
        blamed = line.number == laid.blamed
        if room.y and not imgui.is_rect_visible(room):
            imgui.dummy(room)
        else:
            if line.number not in told:
                told[line.number] = _told_line(line, least, kind)
            beside, role = told[line.number], roles.get(line.number)
            _line(ui, line, role, beside, blamed=blamed)
            if laid.truth and line.number == laid.answered_at:
                _truth(ui, laid.truth)
        if blamed and shown != laid.blamed:
            # A long one is read from its top.
            top = tops[-1][1] - imgui.get_scroll_y()
            imgui.set_scroll_from_pos_y(top, 0.25)
            rooms[key] = laid.blamed
    if not laid.blamed:
        rooms.pop(key, None)
    between = 2 * imgui.get_style().cell_padding.y
    for (name, top), (_, below) in pairwise(tops):
        rooms[name] = below - top - between
    imgui.end_table()


def _numbers(last: int) -> float:
    """Return how wide the numbers of lines are."""
    return 4.0 + _DIGIT * max(len(str(last)), 2)


def _told_line(line: "CodeLine", least: float, kind: Precision) -> ToldLine:
    """Return what is told of a line; a `def` has the parameters' values only."""
    if line.text.strip().startswith("def "):
        return ToldLine([], "")
    many = len(line.values) > 1
    values = [_told_value(value, kind, many=many) for value in line.values]
    return ToldLine(values, _errors(line, least))


def _least(compared: Comparison | None) -> float:
    """Return from what size on errors are shown: small ones if they decide."""
    if compared is None or compared.agrees:
        return _LARGE
    return _LEAST if compared.nature is Nature.ROUNDING else _LARGE


def _errors(line: "CodeLine", least: float) -> str:
    """Return the error that a line made, and the one it inherited, in a few words.

    "" where there is none, and for those that are too small to be told.
    """
    made, inherited = line.made or 0.0, line.inherited or 0.0
    if max(made, inherited) <= least:
        return ""
    given = {"made": _ulp(made), "inherited": _ulp(inherited)}
    if inherited <= _LEAST:
        return message("made {made} ulp", **given)
    if made <= _LEAST:
        return message("inherited {inherited} ulp", **given)
    return message("made {made}, inherited {inherited} ulp", **given)


def _ulp(size: float) -> str:
    """Return an error as short text."""
    if size < 9.95:
        return f"{size:.1f}"
    if size < 99999.5:
        return f"{size:.0f}"
    mantissa, _, power = f"{size:.0e}".partition("e+")
    return with_power(mantissa, int(power)) if power else "∞"


def _roles(ui: Ui) -> dict[int, Role]:
    """Return the colours of the lines on the map, where that shows them."""
    question, listing = ui.study.question, ui.study.scene.listing
    if question is None or question.kind is not MapKind.BLAME or listing is None:
        return {}
    from playground.tracing.listing_lines import blamable_lines

    lines = blamable_lines(listing).items()
    return {at: ui.tones[name] for at, name in lines if name in ui.tones}


def _text_of(
    ui: Ui,
    text: str,
    number: int,
    role: Role | None = None,
    *,
    blamed: bool,
    quiet: bool = False,
) -> None:
    """Write a line's number and its text, in two cells of a row."""
    theme = ui.theme
    if blamed:
        tint = (*theme.warning[:3], 0.16)
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, packed(tint))
    if role:
        _mark(theme.roles[role])
    _text(ui, f"{number:2}", theme.warning if blamed else theme.text_muted, _SMALL)
    imgui.table_next_column()
    _text(ui, _broken(ui, text), theme.text_muted if quiet else theme.text)


def _line(
    ui: Ui,
    line: "CodeLine",
    role: Role | None,
    told: ToldLine,
    *,
    blamed: bool,
) -> None:
    quiet = not line.reached or line.text.lstrip().startswith("#")
    _text_of(ui, line.text, line.number, role, blamed=blamed, quiet=quiet)
    _pointed(ui, line, blamed=blamed)
    if told.errors:
        _under(ui, line.text, told.errors)
    imgui.table_next_column()
    for value in told.values:
        _value(ui, value)


def _under(ui: Ui, text: str, told: str) -> None:
    """Write quietly below a line of code, where it begins."""
    imgui.push_font(ui.gui.fonts.mono, _SIZE)
    indent = imgui.calc_text_size(text[: len(text) - len(text.lstrip())]).x
    imgui.pop_font()
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + indent)
    muted(ui, told, _SMALL)
    hint(_ULP)


def _mark(tone: RGBA) -> None:
    """Draw a bar behind a line's number, in the colour that it has on the map."""
    at = imgui.get_cursor_screen_pos()
    low, high = imgui.ImVec2(at.x + 16, at.y + 2), imgui.ImVec2(at.x + 22, at.y + 14)
    imgui.get_window_draw_list().add_rect_filled(low, high, packed(tone), 2.0)


def _broken(ui: Ui, text: str) -> str:
    """Return a line of code in lines as long as there is room for."""
    imgui.push_font(ui.gui.fonts.mono, _SIZE)
    letter = imgui.calc_text_size("x").x
    imgui.pop_font()
    return _wrapped(text, max(int(imgui.get_content_region_avail().x / letter), 16))


@lru_cache(maxsize=1024)
def _wrapped(text: str, room: int) -> str:
    indent = " " * (len(text) - len(text.lstrip()) + 4)
    return "\n".join(textwrap.wrap(text, room, subsequent_indent=indent)) or " "


def _pointed(ui: Ui, line: "CodeLine", *, blamed: bool) -> None:
    """Light what the line under the pointer is about; a click goes to its step."""
    if not imgui.is_item_hovered() or (listing := ui.study.scene.listing) is None:
        return
    compared = ui.study.comparison
    keys = [listing.names[v.name] for v in line.values if v.name in listing.names]
    if keys:
        ui.pointed.key = keys[0]
    step = compared.step if blamed and compared else _step_of(ui, keys)
    if step:
        hint(message("Click to see step {step} of the derivation", step=step))
        if imgui.is_item_clicked():
            ui.do(step_navigation.go_to_step, step)


def _step_of(ui: Ui, keys: Sequence[str]) -> int:
    """Return the first step whose formula has one of these terms; 0 for none."""
    for number, step in enumerate(ui.study.steps, 1):
        if set(keys) & set(keys_of(step.formula)):
            return number
    return 0


def _told_value(value: "Value", kind: Precision, *, many: bool) -> ToldValue:
    text, true = beside(value.rounded, value.true, kind)
    name = f"{value.name} = " if many else ""
    if value.sides:
        low, sign, high = value.sides
        name = f"{written(low, kind)} {sign} {written(high, kind)}: "
    if value.true is None or true in (text, written(value.rounded, kind)):
        return ToldValue(f"{name}{text}", _error(value))
    same = len(true) if isinstance(value.rounded, tuple) else _same(text, true)
    blank = " " * len(name)
    return ToldValue(
        f"{name}{text}", _error(value), f"{blank}{true[:same]}", true[same:]
    )


def _value(ui: Ui, value: ToldValue) -> None:
    theme = ui.theme
    imgui.push_text_wrap_pos(0.0)
    _text(ui, value.text, theme.text)
    hint(value.hint)
    if value.same or value.rest:
        _text(ui, value.same, theme.text_muted)
    if value.rest:
        imgui.same_line(0.0, 0.0)
        _text(ui, value.rest, theme.warning)
    imgui.pop_text_wrap_pos()


def _truth(ui: Ui, words: str) -> None:
    """Write the true answer to the question below what was answered."""
    imgui.push_text_wrap_pos(0.0)
    told = unbroken(translated(message("Truth: {words}", words=words)))
    _text(ui, told, ui.theme.warning)
    imgui.pop_text_wrap_pos()
    hint("The true answer to the question, which is another than this line's")


def _same(text: str, true: str) -> int:
    """Return with how many equal letters two texts begin."""
    pairs = enumerate(zip(text, true, strict=False))
    ends = (place for place, (a, b) in pairs if a != b)
    return next(ends, min(len(text), len(true)))


def _error(value: "Value") -> str:
    if value.made is None or value.inherited is None:
        return ""
    return message(
        "Off by {made:.2g} of the last place from this line's own rounding, and by "
        "{inherited:.3g} from the numbers that came in.",
        made=value.made,
        inherited=value.inherited,
    )


def _text(ui: Ui, text: str, tone: RGBA, size: float = _SIZE) -> None:
    imgui.push_font(ui.gui.fonts.mono, size)
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    # Code is the same in every language.
    imgui.text_unformatted(text)
    imgui.pop_style_color()
    imgui.pop_font()
