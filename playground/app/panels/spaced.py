"""Words to be read: lines farther apart than ImGui sets them."""

from imgui_bundle import imgui

from playground.app.panels.common import Ui
from playground.app.panels.imgui_window import colour
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
    imgui.push_font(ui.gui.fonts.bold if bold else ui.gui.fonts.body, size)
    imgui.push_style_color(imgui.Col_.text, colour(tone or ui.theme.text))
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    lines = _lines(ui, text, size, room, bold=bold)
    for number, line in enumerate(lines):
        imgui.set_cursor_pos(imgui.ImVec2(left, top + number * pitch))
        imgui.text(line)
    imgui.pop_style_color()
    imgui.pop_font()
    imgui.set_cursor_pos(imgui.ImVec2(left, top + len(lines) * pitch))
    imgui.dummy(imgui.ImVec2(0.0, 0.0))


def spaced_height(
    ui: Ui, text: str, size: float, pitch: float, wide: float, *, bold: bool = False
) -> float:
    """Return how high `spaced` is."""
    return len(_lines(ui, text, size, wide, bold=bold)) * pitch


def _lines(ui: Ui, text: str, size: float, wide: float, *, bold: bool) -> list[str]:
    of = size, wide, ui.ratio
    name = f"lines {text} {bold}"
    return ui.widgets.kept(name, of, lambda: _broken(ui, text, size, wide, bold=bold))


def _broken(ui: Ui, text: str, size: float, wide: float, *, bold: bool) -> list[str]:
    """Return the lines of a text; a word that is wider than a line has its own."""
    lines = [""]
    imgui.push_font(ui.gui.fonts.bold if bold else ui.gui.fonts.body, size)
    # A no-break space is none to break at.
    for word in text.replace("\n", " ").split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and imgui.calc_text_size(longer).x > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    imgui.pop_font()
    return lines
