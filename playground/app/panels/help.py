"""The page of mouse actions and keys, and the short notices at the bottom."""

from imgui_bundle import imgui

from playground.app.commands import MOUSE, keyed
from playground.app.gui import colour
from playground.app.panels.common import Ui, bold, heading, muted
from playground.view.camera import Viewport

_WIDTH = 620.0


def keys_page(ui: Ui, canvas: Viewport) -> None:
    """Draw the page over the middle of the canvas."""
    imgui.set_next_window_pos(
        imgui.ImVec2(*canvas.center), imgui.Cond_.always, imgui.ImVec2(0.5, 0.5)
    )
    imgui.set_next_window_size(imgui.ImVec2(_WIDTH, 0))
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 12.0)
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(26, 20))
    imgui.begin("##keys", None, imgui.WindowFlags_.no_decoration)
    bold(ui, "Mouse and keys", 19.0)
    heading(ui, "Mouse and arrow keys")
    _table(ui, "mouse", list(MOUSE))
    heading(ui, "Keys")
    shown = keyed()
    half = (len(shown) + 1) // 2
    if imgui.begin_table("##keys", 2):
        for part in (shown[:half], shown[half:]):
            imgui.table_next_column()
            _table(ui, part[0][0], part)
        imgui.end_table()
    muted(ui, "Esc closes this page; it never quits.")
    imgui.end()
    imgui.pop_style_var(3)


def _table(ui: Ui, name: str, lines: list[tuple[str, str]]) -> None:
    # Small and close, so that the page fits a low window.
    imgui.push_font(ui.gui.fonts.body, 14.0)
    imgui.push_style_var(imgui.StyleVar_.cell_padding, imgui.ImVec2(8, 1.5))
    if imgui.begin_table(f"##{name}", 2, imgui.TableFlags_.sizing_fixed_fit):
        for what, does in lines:
            imgui.table_next_column()
            imgui.push_style_color(imgui.Col_.text, colour(ui.theme.accent))
            imgui.text(what)
            imgui.pop_style_color()
            imgui.table_next_column()
            imgui.text(does)
        imgui.end_table()
    imgui.pop_style_var()
    imgui.pop_font()


def notice(ui: Ui, canvas: Viewport) -> None:
    """Draw the present notice at the bottom of the canvas."""
    place = imgui.ImVec2(canvas.center[0], canvas.y + canvas.height - 18)
    imgui.set_next_window_pos(place, imgui.Cond_.always, imgui.ImVec2(0.5, 1.0))
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_inputs
    flags |= imgui.WindowFlags_.always_auto_resize
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 8.0)
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(14, 8))
    imgui.push_style_color(imgui.Col_.window_bg, colour(ui.theme.active))
    imgui.begin("##notice", None, flags)
    imgui.text(ui.session.notice)
    imgui.end()
    imgui.pop_style_color()
    imgui.pop_style_var(2)
