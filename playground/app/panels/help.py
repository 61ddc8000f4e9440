"""The page of mouse actions and keys, and the short notices at the bottom."""

from collections.abc import Mapping, Sequence

from imgui_bundle import imgui

from playground.app.panels import worded
from playground.app.panels.commands import MOUSE, keyed
from playground.app.panels.common import Ui, bold, heading, muted
from playground.app.panels.imgui_window import colour
from playground.language import message
from playground.scene.camera import Viewport

_WIDTH, _MARGIN = 1240.0, 10.0
# A column is no narrower.
_COLUMN = 400.0
# A heading is as high as so many lines.
_HEADING = 1.6
# A notice leaves so much of the canvas's width free.
_BESIDE = 60.0
# So far a press of an arrow key scrolls.
_LINE = 40.0


def keys_page(ui: Ui) -> None:
    """Draw the page over the middle of the window, in groups and columns.

    Where the window is too low for all of it, wheel and arrow keys scroll.
    """
    whole = imgui.get_io().display_size
    middle = imgui.ImVec2(whole.x / 2, whole.y / 2)
    imgui.set_next_window_pos(middle, imgui.Cond_.always, imgui.ImVec2(0.5, 0.5))
    wide = min(_WIDTH, whole.x - 2 * _MARGIN)
    imgui.set_next_window_size_constraints(
        imgui.ImVec2(wide, 0), imgui.ImVec2(wide, whole.y - 2 * _MARGIN)
    )
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 12.0)
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(22, 14))
    imgui.set_next_window_size(imgui.ImVec2(wide, 0))
    flags = imgui.WindowFlags_.no_decoration & ~imgui.WindowFlags_.no_scrollbar
    imgui.begin("##keys", None, flags)
    _scroll()
    bold(ui, "Mouse and keys", 18.0)
    imgui.same_line(0.0, 16.0)
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 4.0)
    muted(ui, "Esc closes this page; it never quits.")
    groups: dict[str, list[tuple[str, str]]]
    groups = {message("Mouse"): [*MOUSE], **keyed()}
    columns = _columns(groups, max(int(wide // _COLUMN), 1))
    same = imgui.TableFlags_.sizing_stretch_same
    if imgui.begin_table("##columns", len(columns), same):
        for names in columns:
            imgui.table_next_column()
            for name in names:
                heading(ui, name)
                _table(ui, name, groups[name])
        imgui.end_table()
    imgui.end()
    imgui.pop_style_var(3)


def _columns(groups: Mapping[str, Sequence[object]], count: int) -> list[list[str]]:
    """Return the names of the groups in columns that are about equally high."""
    columns: list[list[str]] = [[] for _ in range(count)]
    high = [0.0] * count
    for name in sorted(groups, key=lambda name: -len(groups[name])):
        least = high.index(min(high))
        columns[least].append(name)
        high[least] += len(groups[name]) + _HEADING
    every = [*groups]
    return [sorted(names, key=every.index) for names in columns if names]


def _scroll() -> None:
    """Follow the arrow keys."""
    down = imgui.is_key_pressed(imgui.Key.down_arrow)
    up = imgui.is_key_pressed(imgui.Key.up_arrow)
    if down or up:
        imgui.set_scroll_y(imgui.get_scroll_y() + _LINE * (down - up))


def _table(ui: Ui, name: str, lines: list[tuple[str, str]]) -> None:
    # Small and close, so that the page fits a low window.
    imgui.push_font(ui.gui.fonts.body, 14.0)
    imgui.push_style_var(imgui.StyleVar_.cell_padding, imgui.ImVec2(6, 0.8))
    if imgui.begin_table(f"##{name}", 2):
        imgui.table_setup_column("", imgui.TableColumnFlags_.width_fixed)
        imgui.table_setup_column("", imgui.TableColumnFlags_.width_stretch)
        for what, does in lines:
            imgui.table_next_column()
            imgui.push_style_color(imgui.Col_.text, colour(ui.theme.accent))
            worded.text(what)
            imgui.pop_style_color()
            imgui.table_next_column()
            worded.text_wrapped(does)
        imgui.end_table()
    imgui.pop_style_var()
    imgui.pop_font()


def notice(ui: Ui, canvas: Viewport, over: Sequence[Viewport]) -> None:
    """Draw the present notice at the bottom of the canvas, above what lies over it."""
    foot = min((place.y for place in over), default=canvas.y + canvas.height)
    place = imgui.ImVec2(canvas.center[0], foot - 18)
    imgui.set_next_window_pos(place, imgui.Cond_.always, imgui.ImVec2(0.5, 1.0))
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_inputs
    flags |= imgui.WindowFlags_.always_auto_resize
    # A field that is typed in keeps the keyboard.
    flags |= imgui.WindowFlags_.no_focus_on_appearing
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 8.0)
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(14, 8))
    imgui.push_style_color(imgui.Col_.window_bg, colour(ui.theme.active))
    imgui.begin("##notice", None, flags)
    wide = worded.calc_text_size(ui.facts.notice).x + 1.0
    start = imgui.get_cursor_pos_x()
    imgui.push_text_wrap_pos(start + min(wide, canvas.width - _BESIDE))
    worded.text(ui.facts.notice)
    imgui.pop_text_wrap_pos()
    imgui.end()
    imgui.pop_style_color()
    imgui.pop_style_var(2)
