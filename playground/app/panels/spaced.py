"""Words to be read: lines farther apart than ImGui sets them."""

from imgui_bundle import imgui

from playground.app.panels import prose
from playground.app.panels.common import Ui
from playground.render.theme import RGBA


def spaced(
    ui: Ui,
    text: str,
    size: float,
    pitch: float,
    *,
    bold: bool = False,
    tone: RGBA | None = None,
    wide: float = 0.0,
) -> None:
    """Write text in lines that are `pitch` pixels apart, no wider than there is room.

    Parameters
    ----------
    size, pitch
        How large the letters are, and how far it is from line to line.
    wide
        The room; 0 for all that is left.
    """
    room = wide or imgui.get_content_region_avail().x
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    tone = tone or ui.theme.text
    prose.write_lines(ui.gui, text, tone, size, pitch, room, bold=bold)
    high = spaced_height(ui, text, size, pitch, room, bold=bold)
    imgui.set_cursor_pos(imgui.ImVec2(left, top + high))
    imgui.dummy(imgui.ImVec2(0.0, 0.0))


def spaced_height(
    ui: Ui, text: str, size: float, pitch: float, wide: float, *, bold: bool = False
) -> float:
    """Return how high `spaced` is."""
    return ui.gui.paragraph(text, size, wide, bold=bold, pitch=pitch).height
