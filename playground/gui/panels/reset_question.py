"""Confirmation of a reset."""

from imgui_bundle import imgui

from playground.gui.panels.context import Ui
from playground.gui.view_state import WindowRequest
from playground.gui.widgets import localized
from playground.scene.camera import Viewport

_QUESTION_WIDTH_PX = 420.0


def draw_reset_question(ui: Ui, canvas: Viewport) -> None:
    """Draw the confirmation over the canvas while it is open."""
    if not ui.window_view.asks_reset:
        return
    with ui.floating_window("##reset", canvas, canvas.y + 24, _QUESTION_WIDTH_PX):
        ui.write_bold("Start afresh?", 18.0)
        ui.write_muted(
            "All scenes, lessons and settings will be as on the first start. "
            "Until you close the window you can undo it: menu, Help.",
        )
        imgui.dummy((0, 4))
        if localized.button("Start afresh"):
            ui.update_window_view(asks_reset=False, request=WindowRequest.RESET)
        imgui.same_line()
        if localized.button("Cancel"):
            ui.update_window_view(asks_reset=False)
