"""The list of scenes on the left, and the buttons for the whole program."""

from imgui_bundle import imgui

from playground.app import icons
from playground.app.gui import packed
from playground.app.panels import Desktop, bold, icon_button, muted, panel
from playground.camera import Viewport

_ROW = 58.0


def sidebar(desk: Desktop, place: Viewport) -> None:
    """Draw the sidebar."""
    with panel("scenes", place):
        bold(desk, "Geometry", 19.0)
        imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - 6)
        bold(desk, "Playground", 19.0)
        imgui.dummy(imgui.ImVec2(0, 10))
        for index in range(len(desk.session.desks)):
            _entry(desk, index)
        _buttons(desk, place)


def _entry(desk: Desktop, index: int) -> None:
    session, theme = desk.session, desk.theme
    scene = session.desks[index].scene
    open_now = index == session.index
    at = imgui.get_cursor_screen_pos()
    width = imgui.get_content_region_avail().x
    if imgui.invisible_button(f"##{scene.id}", imgui.ImVec2(width, _ROW)):
        session.open(index)
    tone = theme.active if open_now else theme.hover
    draw = imgui.get_window_draw_list()
    low = imgui.ImVec2(at.x - 8, at.y)
    high = imgui.ImVec2(at.x + width + 8, at.y + _ROW)
    if open_now or imgui.is_item_hovered():
        draw.add_rect_filled(low, high, packed(tone), 8.0)
    if open_now:
        mark = imgui.ImVec2(low.x + 3, high.y - 14)
        top = imgui.ImVec2(low.x, low.y + 14)
        draw.add_rect_filled(top, mark, packed(theme.accent), 2.0)
    _titles(desk, scene.title, f"Article {scene.article.number}", at)


def _titles(desk: Desktop, title: str, below: str, at: imgui.ImVec2) -> None:
    draw, theme = imgui.get_window_draw_list(), desk.theme
    place = imgui.ImVec2(at.x + 4, at.y + 10)
    draw.add_text(desk.gui.fonts.body, 15.0, place, packed(theme.text), title)
    place = imgui.ImVec2(at.x + 4, at.y + 31)
    draw.add_text(desk.gui.fonts.body, 13.0, place, packed(theme.text_muted), below)


def _buttons(desk: Desktop, place: Viewport) -> None:
    session = desk.session
    imgui.set_cursor_pos_y(place.height - 84)
    dark = session.theme == "dark"
    if icon_button(
        desk, icons.LIGHT if dark else icons.DARK, "Light or dark theme (Ctrl+T)"
    ):
        session.theme = "light" if dark else "dark"
    imgui.same_line()
    if icon_button(desk, icons.KEYS, "Mouse and keys (F1)", lit=session.show_keys):
        session.show_keys = not session.show_keys
    imgui.same_line()
    if icon_button(desk, icons.SHARE, "Copy the state as JSON (Ctrl+C)"):
        session.request = "copy"
    imgui.same_line()
    if icon_button(desk, icons.PICTURE, "Save a picture (F12)"):
        session.request = "picture"
    muted(desk, "F1 shows the keys")
