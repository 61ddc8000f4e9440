"""Draggable edges of the sidebar and the side panel."""

from imgui_bundle import imgui

from playground.gui.imgui_backend import open_window, pack_colour
from playground.gui.panels.context import Ui
from playground.gui.window_layout import (
    TOP_BAR_HEIGHT_PX,
    panel_width,
    sidebar_width,
)
from playground.scene.camera import Viewport

# Inside the panel.
_GRIP_WIDTH_PX = 8.0
_FLAGS = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_background
_FLAGS |= imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
_FLAGS |= imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_nav


def draw_dividers(ui: Ui) -> None:
    """Draw the edges; a drag sets a width and a double click resets it."""
    layout, io = ui.layout, imgui.get_io()
    total_width, x = io.display_size.x, io.mouse_pos.x
    left_width = 0.0
    if scenes := layout.sidebar:
        left_width = scenes.width
        edge = Viewport(left_width - _GRIP_WIDTH_PX, 0.0, _GRIP_WIDTH_PX, scenes.height)
        wanted_width = _draw_divider(ui, "scenes divider", edge, x)
        if wanted_width is not None:
            width = wanted_width and sidebar_width(total_width, max(wanted_width, 1.0))
            ui.update_window_view(sidebar_width=width)
    if beside := layout.inspector or layout.lesson:
        height = max(beside.height, 1.0)
        edge = Viewport(beside.x, TOP_BAR_HEIGHT_PX, _GRIP_WIDTH_PX, height)
        wanted_width = _draw_divider(ui, "panel divider", edge, total_width - x)
        if wanted_width is not None:
            width = wanted_width and panel_width(
                total_width, left_width, max(wanted_width, 1.0)
            )
            ui.update_window_view(panel_width=width)


def _draw_divider(ui: Ui, name: str, edge: Viewport, there: float) -> float | None:
    """Draw an edge; return `there` while it is dragged, and 0 for a double click.

    `there` is the width that the pointer's position gives. Else return None.
    """
    wanted_edge, size = None, (edge.width, edge.height)
    with open_window(
        f"##{name}",
        (edge.x, edge.y),
        size,
        _FLAGS,
        window_padding=(0.0, 0.0),
        window_min_size=(1.0, 1.0),
    ):
        imgui.invisible_button(name, size)
        active = imgui.is_item_active()
        if active or imgui.is_item_hovered():
            imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew)
            x = edge.x + edge.width / 2.0
            line = (x, edge.y), (x, edge.y + edge.height)
            tone = pack_colour(ui.theme.accent if active else ui.theme.edge)
            imgui.get_window_draw_list().add_line(*line, tone, 2.0)
        if imgui.is_item_hovered() and imgui.is_mouse_double_clicked(0):
            wanted_edge = 0.0
        elif active and imgui.get_io().mouse_delta.x:
            wanted_edge = there
        ui.show_tooltip("Drag to make it wider; double click for the usual width")
    return wanted_edge
