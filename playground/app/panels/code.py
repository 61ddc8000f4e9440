"""The page "Code": a listing line by line, with the values of this moment."""

from imgui_bundle import imgui

from playground.app import icons
from playground.app.gui import colour, packed
from playground.app.panels.common import Ui, bold, card, hint, muted
from playground.explore.digits import beside, written
from playground.explore.laid_open import LaidOpen, Line, Value
from playground.render.theme import RGBA

_SIZE = 14.0
_SMALL = 12.0
# What the columns of line, text, and value take of the width; the rest is the error.
_SHARES = (("line", 0.05), ("text", 0.55), ("value", 0.4))
_UNREACHED = 0.45


def code(ui: Ui) -> None:
    """Draw the page."""
    session = ui.session
    laid = session.moment.laid_open(session.dtype)
    if laid is None:
        muted(ui, "There is nothing to run for these parameters.")
        return
    muted(
        ui,
        f"Each line with its value in {session.dtype.__name__}, and below it the true "
        "one where they differ. Grey: not reached.",
    )
    _blame(ui, laid)
    if imgui.begin_child("##lines", (0, 0), imgui.ChildFlags_.nav_flattened):
        _lines(ui, laid)
    imgui.end_child()


def _blame(ui: Ui, laid: LaidOpen) -> None:
    """Say which line is to blame, in a place that is always there."""
    with ui.widgets.kept_room(f"blame {ui.session.scene.id}", 2 * _SIZE):
        if laid.raised:
            bold(ui, f"{icons.WARNING}  {laid.raised}", 15.0, ui.theme.warning)
        elif laid.blamed:
            number = laid.blamed - laid.lines[0].number + 1
            bold(ui, f"{icons.DIFFERS}  Line {number}", 15.0, ui.theme.warning)
            muted(ui, laid.why)


def _lines(ui: Ui, laid: LaidOpen) -> None:
    if not imgui.begin_table("##code", len(_SHARES)):
        return
    for name, share in _SHARES:
        flag = imgui.TableColumnFlags_.width_stretch
        imgui.table_setup_column(name, flag, share)
    first = laid.lines[0].number
    for line in laid.lines:
        _line(ui, line, line.number - first + 1, blamed=line.number == laid.blamed)
    imgui.end_table()


def _line(ui: Ui, line: Line, number: int, *, blamed: bool) -> None:
    theme = ui.theme
    imgui.table_next_row()
    if blamed:
        tint = (*theme.warning[:3], 0.16)
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, packed(tint))
    imgui.table_next_column()
    _text(ui, f"{number}", theme.warning if blamed else theme.text_muted, _SMALL)
    imgui.table_next_column()
    tone = theme.text if line.reached else theme.text_muted
    _text(ui, line.text or " ", tone)
    _pointed(ui, line)
    imgui.table_next_column()
    for value in line.values:
        _value(ui, value, many=len(line.values) > 1)


def _pointed(ui: Ui, line: Line) -> None:
    """Light what the line under the pointer gives a value to; a click goes there."""
    listing = ui.session.moment.scene.listing
    if listing is None or not imgui.is_item_hovered():
        return
    keys = [listing.names[v.name] for v in line.values if v.name in listing.names]
    if keys:
        ui.pointed = keys[0]


def _value(ui: Ui, value: Value, *, many: bool) -> None:
    theme, kind = ui.theme, ui.session.dtype
    text, true = beside(value.rounded, value.true, kind)
    name = f"{value.name} = " if many else ""
    _text(ui, f"{name}{text}", theme.text)
    hint(_error(value))
    if value.true is not None and true != text and true != written(value.rounded, kind):
        same = _same(text, true)
        blank = " " * len(name)
        _text(ui, blank + true[:same], theme.text_muted)
        imgui.same_line(0.0, 0.0)
        _text(ui, true[same:], theme.warning)


def _same(text: str, true: str) -> int:
    """Return with how many equal letters two texts begin."""
    pairs = enumerate(zip(text, true, strict=False))
    ends = (place for place, (a, b) in pairs if a != b)
    return next(ends, min(len(text), len(true)))


def _error(value: Value) -> str:
    if value.made is None or value.inherited is None:
        return ""
    return (
        f"Off by {value.made:.2g} of the last place from this line's own rounding, and "
        f"by {value.inherited:.3g} from the numbers that came in."
    )


def _text(ui: Ui, text: str, tone: RGBA, size: float = _SIZE) -> None:
    imgui.push_font(ui.gui.fonts.mono, size)
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    imgui.text_unformatted(text)
    imgui.pop_style_color()
    imgui.pop_font()
