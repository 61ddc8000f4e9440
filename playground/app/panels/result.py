"""The result: the few numbers that matter first and large, the rest on demand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from imgui_bundle import imgui

from playground.app.panels import icons, prose, worded
from playground.app.panels.common import Ui, counted, heading, hint
from playground.app.panels.imgui_window import colour
from playground.language import message, sentences
from playground.scene.answer import Row
from playground.scene.mathtext import show
from playground.study.session import Session

_CLICK = message("Click to copy.")
# The sizes that the values may have: all of a result have the same.
_VALUES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
_UNIT = 13.0
_GAP, _RIM = 6.0, 4.0
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
        arrow = icons.UNFOLDED if view.numbers else icons.FOLDED
        more = message("All numbers ({count} more)", count=len(rest))
        words = message("Fewer numbers") if view.numbers else more
        label = worded.signed(arrow, words)
        if worded.selectable(label, False, name="#all numbers")[0]:
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
            lambda: max(prose.name_width(ui.gui, row.name, size) for row in rows),
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
    if worded.selectable(f"##{row.name}", lit, flags, high)[0]:
        imgui.set_clipboard_text(copied(row.value))
        ui.do(Session.say, message("Copied {label}", label=row.name))
    if imgui.is_item_hovered():
        ui.pointed.key = row.key
    hint(sentences(row.help, _CLICK))
    imgui.same_line(0.0, 0.0)
    imgui.set_cursor_pos_y(top + (high.y - imgui.get_font_size()) / 2)
    prose.write_name(ui.gui, row.name, theme.text_muted)
    imgui.table_next_column()
    left = imgui.get_cursor_pos_x()
    room = column.room(imgui.get_content_region_avail().x)
    size = column.size
    imgui.push_font(ui.gui.fonts.mono, size)
    spare = room - worded.calc_text_size(text).x
    imgui.set_cursor_pos(
        imgui.ImVec2(left + max(spare, 0.0), top + (high.y - size) / 2)
    )
    worded.text(text)
    imgui.pop_font()
    if row.unit and text.strip() != "none":
        imgui.same_line(0.0, 0.0)
        imgui.set_cursor_pos(
            imgui.ImVec2(left + room + _GAP, top + (high.y - _UNIT) / 2)
        )
        imgui.push_font(ui.gui.fonts.body, _UNIT)
        imgui.push_style_color(imgui.Col_.text, colour(theme.text_muted))
        worded.text(counted(row.unit, text.strip()))
        imgui.pop_style_color()
        imgui.pop_font()


def _fitting(ui: Ui, text: str, whole: float) -> float:
    """Return the size of a value: a vector with small numbers is a long one.

    A letter is whole pixels wide, so that no smaller size can be worked out.
    """
    for size in _VALUES:
        imgui.push_font(ui.gui.fonts.mono, size)
        width = worded.calc_text_size(text).x
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
