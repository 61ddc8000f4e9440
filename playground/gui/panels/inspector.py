"""The panel on the right: verdict, case, parameters, result and derivation."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from imgui_bundle import imgui

from playground.gui import fonts
from playground.gui.commands.registry import RESET
from playground.gui.imgui_backend import colour
from playground.gui.panels.code import code
from playground.gui.panels.comparison import (
    PANEL,
    article_link,
    article_tone,
    comparison,
    comparison_room,
    told_now,
    verdict_pair,
)
from playground.gui.panels.context import (
    Ui,
    bold,
    choice_row,
    counted,
    drop_down,
    heading,
    hint,
    muted,
    number_box,
    panel,
    scrolled,
)
from playground.gui.panels.derivation import steps_panel
from playground.gui.panels.lesson_editor import sheet
from playground.gui.panels.maps_page import lab
from playground.gui.panels.quiz import predict
from playground.gui.widgets import localized
from playground.gui.widgets import text as widgets_text
from playground.i18n import message, sentences, translated
from playground.scene import params as parameters
from playground.scene.answer import Row
from playground.scene.camera import Viewport
from playground.scene.math_text import show
from playground.scene.parameter_types import (
    Choice,
    Number,
    Points,
    Spec,
    Toggle,
    Vector,
    Whole,
)
from playground.session.lesson import editor
from playground.session.precision import typed
from playground.session.session import Session
from playground.session.texts import called, case_groups
from playground.session.view_options import Page

_CLICK = message("Click to copy.")
# The sizes that the values may have: all of a result have the same.
_VALUES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
_UNIT = 13.0
_GAP = 6.0
_RIM = 4.0
# Over and under a value.
_ABOVE = 2.0


@dataclass(frozen=True)
class Column:
    """How the values of some rows stand under each other.

    The points of numbers do: `texts` are the values, with blanks where others have
    more digits. The units have a column of their own, `unit` pixels wide. All values
    are of one size.
    """

    texts: tuple[str, ...]
    unit: float
    size: float

    def room(self, width: float) -> float:
        """Return what of a cell's width is there for a value."""
        return width - _RIM - (self.unit + _GAP if self.unit else 0.0)


def _number(row: Row) -> bool:
    """Return whether a value is a number, and not that there is none."""
    return isinstance(row.value, int | float) and not math.isnan(row.value)


def _behind(text: str) -> int:
    """Return how many letters a number has from its point on."""
    whole = text.find(".")
    return len(text) - whole if whole >= 0 else 0


def _column(ui: Ui, rows: Sequence[Row], every: Sequence[Row], width: float) -> Column:
    plain = [show(row.value, row.digits) for row in rows]
    numbers = [_number(row) for row in rows]
    told = [*zip(plain, numbers, strict=True)]
    behind = max((_behind(text) for text, number in told if number), default=0)
    texts = [
        text + " " * (behind - _behind(text)) if number else text
        for text, number in told
    ]
    unit = max(ui.gui.measure(counted(row.unit), _UNIT)[0] for row in rows)
    column = Column(tuple(texts), unit, _VALUES[0])
    room = column.room(width)
    others = (show(row.value, row.digits) for row in every)
    return replace(column, size=min(_fitting(ui, t, room) for t in (*texts, *others)))


def result(ui: Ui) -> None:
    """Draw the result's numbers, and the switch for those that are left out."""
    rows, view = ui.study.rows, ui.study.showing
    if not rows:
        return
    heading(ui, "Result")
    main = [row for row in rows if row.main]
    rest = [row for row in rows if not row.main]
    if main:
        every = rows if view.numbers else main
        _table(ui, "main", main, every)
    if main and rest:
        arrow = fonts.UNFOLDED if view.numbers else fonts.FOLDED
        more = message("All numbers ({count} more)", count=len(rest))
        words = message("Fewer numbers") if view.numbers else more
        label = localized.signed(arrow, words)
        if localized.selectable(label, False, name="#all numbers")[0]:
            ui.do(Session.look, numbers=not view.numbers)
    if rest and (view.numbers or not main):
        _table(ui, "rest", rest, rows)


def _table(ui: Ui, name: str, rows: Sequence[Row], every: Sequence[Row]) -> None:
    """Draw some rows; `every` are all that are shown, in one size."""
    padding = imgui.ImVec2(imgui.get_style().cell_padding.x, _ABOVE)
    imgui.push_style_var(imgui.StyleVar_.cell_padding, padding)
    if imgui.begin_table(f"##{name}", 2):
        stretch = imgui.TableColumnFlags_.width_stretch
        size = imgui.get_font_size()
        names = ui.widgets.kept(
            f"{name} names",
            (ui.study, size),
            lambda: max(
                widgets_text.name_width(ui.gui, row.name, size) for row in rows
            ),
        )
        imgui.table_setup_column("name", imgui.TableColumnFlags_.width_fixed, names)
        imgui.table_setup_column("value", stretch)
        imgui.table_next_row()
        imgui.table_set_column_index(1)
        room = imgui.get_content_region_avail().x
        column = ui.widgets.kept(
            f"{name} column",
            (ui.study, room, len(every)),
            lambda: _column(ui, rows, every, room),
        )
        for number, row in enumerate(rows):
            if number:
                imgui.table_next_row()
            imgui.table_set_column_index(0)
            _row(ui, row, column.texts[number], column, _VALUES[0] + 4.0)
        imgui.end_table()
    imgui.pop_style_var()


def _row(ui: Ui, row: Row, text: str, column: Column, height: float) -> None:
    theme = ui.theme
    high = imgui.ImVec2(0, height)
    flags = imgui.SelectableFlags_.span_all_columns
    lit = bool(row.key) and row.key == ui.controls.motion.lit
    top = imgui.get_cursor_pos_y()
    if localized.selectable(f"##{row.name}", lit, flags, high)[0]:
        imgui.set_clipboard_text(copied(row.value))
        ui.do(Session.say, message("Copied {label}", label=row.name))
    if imgui.is_item_hovered():
        ui.pointed.key = row.key
    hint(sentences(row.help, _CLICK))
    imgui.same_line(0.0, 0.0)
    imgui.set_cursor_pos_y(top + (high.y - imgui.get_font_size()) / 2)
    widgets_text.write_name(ui.gui, row.name, theme.text_muted)
    imgui.table_next_column()
    left = imgui.get_cursor_pos_x()
    room = column.room(imgui.get_content_region_avail().x)
    size = column.size
    imgui.push_font(ui.gui.fonts.mono, size)
    spare = room - localized.calc_text_size(text).x
    imgui.set_cursor_pos(
        imgui.ImVec2(left + max(spare, 0.0), top + (high.y - size) / 2)
    )
    localized.text(text)
    imgui.pop_font()
    if row.unit and text.strip() != "none":
        imgui.same_line(0.0, 0.0)
        imgui.set_cursor_pos(
            imgui.ImVec2(left + room + _GAP, top + (high.y - _UNIT) / 2)
        )
        imgui.push_font(ui.gui.fonts.body, _UNIT)
        imgui.push_style_color(imgui.Col_.text, colour(theme.text_muted))
        localized.text(counted(row.unit, text.strip()))
        imgui.pop_style_color()
        imgui.pop_font()


def _fitting(ui: Ui, text: str, whole: float) -> float:
    """Return the size of a value: a vector with small numbers is a long one.

    A letter is whole pixels wide, so that no smaller size can be worked out.
    """
    for size in _VALUES:
        imgui.push_font(ui.gui.fonts.mono, size)
        width = localized.calc_text_size(text).x
        imgui.pop_font()
        if width <= whole:
            return size
    return _VALUES[-1]


def copied(value: Any) -> str:
    """Return a result with all its digits, ready to paste into code."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return repr(float(value))
    return repr(tuple(float(x) for x in value))


# ----------------------------------------------------------------------------
# The widgets of the parameters: a row for each, by its kind.
# ----------------------------------------------------------------------------


_TYPE = message("Drag, or click to type; 2/3 or sqrt(2) works too.")
_LABEL = 124.0
# What a name keeps off what is beside it.
_BESIDE = 2.0
_BOX = 70.0
# The width of a point's number, and of the button that leaves it out.
_NUMBER = 22.0
_CROSS = 24.0


def parameter(ui: Ui, name: str, spec: Spec) -> None:
    """Draw the row of a parameter, or the rows of a list of points."""
    imgui.begin_group()
    _parameter_row(ui, name, spec)
    imgui.end_group()
    if imgui.is_item_hovered():
        ui.pointed.parameter = name


def _parameter_row(ui: Ui, name: str, spec: Spec) -> None:
    imgui.align_text_to_frame_padding()
    shown = widgets_text.shortened(
        ui.gui, spec.label, _LABEL - _BESIDE - imgui.get_cursor_pos_x()
    )
    widgets_text.write_name(ui.gui, shown, ui.theme.text)
    if shown != translated(spec.label):
        hint(spec.label)
    hint(spec.help)
    imgui.same_line(_LABEL)
    value: Any = getattr(ui.study.params, name)
    changed: Any
    match spec:
        case Number():
            changed = _parameter_number(ui, name, spec, value)
        case Whole():
            changed = _whole(ui, name, spec, value)
        case Points():
            changed = _points(ui, name, spec, value)
        case Vector():
            changed = _vector(ui, name, spec, value)
        case Choice():
            changed = _choice(ui, name, spec, value)
        case Toggle():
            toggled, ticked = localized.checkbox(f"##{name}", value)
            changed = ticked if toggled else None
        case _:
            # A kind of somebody's own is told, and changed by its handle alone.
            muted(ui, f"{value}")
            changed = None
    if changed is not None:
        ui.do(Session.set_value, name, changed, ui.facts.press)


def _parameter_number(ui: Ui, name: str, spec: Number, value: float) -> float | None:
    scale = spec.shown
    low, high = spec.low * scale, spec.high * scale
    width = imgui.get_content_region_avail().x - _BOX - 8
    shown = value * scale
    slid = ui.widgets.slider(name, shown, low, high, width, ui.theme)
    hint(spec.help)
    imgui.same_line()
    # What is slid is written at once.
    there = shown if slid is None else slid
    told = localized.signed(spec.unit, _TYPE)
    entered = _box(ui, name, spec, there, (high - low) / 600, _BOX, told)
    changed = slid if entered is None else entered
    return None if changed is None else changed / scale


def _box(
    ui: Ui,
    key: str,
    spec: Number | Whole | Vector | Points,
    shown: float,
    speed: float,
    width: float,
    told: str,
) -> float | None:
    """Draw the box of one number of a parameter; return a change."""
    whole = isinstance(spec, Whole)
    read = partial(typed, spec)
    return number_box(ui, key, shown, speed, width, read, told, whole=whole)


def _whole(ui: Ui, name: str, spec: Whole, value: int) -> int | None:
    width = imgui.get_content_region_avail().x - _BOX - 8
    slid = ui.widgets.slider(name, value, spec.low, spec.high, width, ui.theme)
    hint(spec.help)
    imgui.same_line()
    there = value if slid is None else round(slid)
    told = localized.signed(spec.unit, _TYPE)
    entered = _box(ui, name, spec, there, 1.0, _BOX, told)
    changed = slid if entered is None else entered
    return None if changed is None or round(changed) == value else round(changed)


def _vector(
    ui: Ui, name: str, spec: Vector, value: tuple[float, ...]
) -> tuple[float, ...] | None:
    room = imgui.get_content_region_avail().x
    return _coordinates(ui, name, spec, value, room)


def _coordinates(
    ui: Ui, name: str, spec: Vector | Points, value: tuple[float, ...], room: float
) -> tuple[float, ...] | None:
    """Draw a number box for each coordinate of a point; return a change."""
    width = (room - 6.0 * (spec.size - 1)) / spec.size
    changed = list(value)
    for axis in range(spec.size):
        if axis:
            imgui.same_line(0.0, 6.0)
        key = f"{name} {axis}"
        unit = spec.unit or message("units")
        part = message("{axis} in {unit}.", axis="xyz"[axis], unit=unit)
        told = localized.below(spec.help, sentences(part, _TYPE))
        moved = _box(ui, key, spec, value[axis], 0.02, width, told)
        if moved is not None:
            changed[axis] = moved
    return tuple(changed) if tuple(changed) != value else None


def _points(
    ui: Ui, name: str, spec: Points, value: tuple[tuple[float, ...], ...]
) -> tuple[tuple[float, ...], ...] | None:
    """Draw a row for each point, and buttons where there may be fewer or more."""
    changed = list(value)
    left = imgui.get_cursor_pos_x()
    gone = None
    for i, at in enumerate(value):
        imgui.set_cursor_pos_x(left)
        imgui.align_text_to_frame_padding()
        muted(ui, f"{i + 1}")
        imgui.same_line(left + _NUMBER)
        room = imgui.get_content_region_avail().x
        if len(value) > spec.least:
            room -= _CROSS + 6.0
        moved = _coordinates(ui, f"{name} {i}", spec, at, room)
        if moved is not None:
            changed[i] = moved
        if len(value) > spec.least:
            imgui.same_line(0.0, 6.0)
            cross = imgui.ImVec2(_CROSS, 0)
            if localized.button("×", cross, name=f"{name} {i}"):
                gone = i
            hint(message("Remove point {number}", number=i + 1))
    if gone is not None:
        del changed[gone]
    if len(value) < spec.most:
        imgui.set_cursor_pos_x(left)
        if localized.button("Add a point", name=name):
            changed = list(spec.with_one_more(tuple(changed)))
    return tuple(changed) if tuple(changed) != value else None


def _choice(ui: Ui, name: str, spec: Choice, value: str) -> str | None:
    imgui.set_next_item_width(-1)
    options = {option: option for option in spec.options}
    picked = drop_down(ui, f"##{name}", value, options, value)
    hint(spec.help)
    return picked


# ----------------------------------------------------------------------------


# Two lines about the verdict.
_TWO_LINES = 40.0


def inspector(ui: Ui, place: Viewport) -> None:
    """Draw the inspector: what can grow stands where it moves nothing one clicks."""
    with panel("inspector", place):
        scene = ui.study.entry
        bold(ui, scene.title, 19.0)
        if source := scene.source:
            # On one line: what it takes is the result's.
            imgui.push_font(ui.gui.fonts.body, 13.0)
            named = localized.together(
                "{name} · {author}", name=source.name, author=source.author
            )
            article_link(ui, named)
            imgui.pop_font()
        _verdict(ui)
        _page_buttons(ui)
        below = comparison_room(ui)
        walk = ui.facts.walk
        # Each scene begins at its own top.
        with scrolled(ui, f"page {scene.id}", -below):
            if walk and walk.writing and walk.sheet:
                sheet(ui, walk)
            else:
                _PAGES[ui.study.page](ui)
        if below:
            comparison(ui)


def _page_buttons(ui: Ui) -> None:
    names: dict[Page | None, str] = {page: str(page) for page in ui.study.pages}
    walk = ui.facts.walk
    now: Page | None = ui.study.page
    if walk and walk.writing:
        # A quiz is no stop, and its place is the sheet's.
        names.pop(Page.PREDICT, None)
        names = {None: message("Lesson"), **names}
        now = None if walk.sheet else now
    chosen = choice_row(ui, names, now) if len(names) > 1 else now
    if walk and chosen is not now:
        ui.do(editor.show_sheet, chosen is None)
    if chosen is not None and chosen is not ui.study.page:
        ui.do(Session.look, page=chosen)


def _verdict(ui: Ui) -> None:
    study = ui.study
    if not (study.untold or study.verdict or study.error):
        return
    told = told_now(ui)
    verdict_pair(ui, told, imgui.get_content_region_avail().x, PANEL)
    with ui.widgets.kept_room(f"verdict {ui.study.entry.id}", _TWO_LINES):
        if told.apart:
            apart = localized.together(
                "{sign} {words}", sign=told.sign, words=told.apart
            )
            widgets_text.write(ui.gui, apart, article_tone(ui))
        if told.geometry.detail:
            muted(ui, told.geometry.detail)


def _explore(ui: Ui) -> None:
    _case(ui)
    heading(ui, "Parameters")
    for name, spec in parameters.relevant(ui.study.params).items():
        if not (isinstance(spec, Number) and spec.time):
            parameter(ui, name, spec)
    result(ui)


def _case(ui: Ui) -> None:
    origin, edited = ui.study.wanted.case, ui.study.edited
    imgui.dummy(imgui.ImVec2(0, 2))
    imgui.align_text_to_frame_padding()
    localized.text("Case")
    imgui.same_line(0.0, 14.0)
    imgui.set_next_item_width(-1)
    cases = ui.study.entry.cases
    here = None if edited else origin
    chosen = drop_down(
        ui,
        "##case",
        called(ui.study),
        lambda: {name: name for name in case_groups(ui.study.entry)},
        here,
        lambda name: cases[name].shows,
        lambda name: case_groups(ui.study.entry)[name],
    )
    if chosen:
        ui.do(Session.choose_case, chosen)
    # The article's answer that stands here needs no room where it stands below.
    with ui.widgets.kept_room(f"case {ui.study.entry.id} {ui.study.showing.compare}"):
        if edited:
            key = RESET.keys[0].name
            muted(
                ui, message("Press {key} to go back to {case}.", key=key, case=origin)
            )
        elif origin:
            muted(ui, cases[origin].shows)
            if told := _otherwise(ui, origin):
                muted(ui, told)


def _otherwise(ui: Ui, name: str) -> str:
    """Return what the article answers to a case of its mistakes, where it is hidden."""
    listing = ui.study.scene.listing
    hidden = ui.study.entry.cases[name].mistake and not ui.study.showing.compare
    compared = ui.study.comparison if hidden else None
    if listing is None or compared is None or compared.agrees:
        return ""
    answered = message("{who}: {answer}.", who=listing.name, answer=compared.answer)
    return sentences(answered, compared.why)


_PAGES = {
    Page.EXPLORE: _explore,
    Page.DERIVATION: steps_panel,
    Page.CODE: code,
    Page.PREDICT: predict,
    Page.LAB: lab,
}
