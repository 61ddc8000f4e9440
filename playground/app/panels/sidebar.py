"""The list of scenes on the left, and the buttons for the whole program."""

from imgui_bundle import imgui

from playground.app.gui import packed
from playground.app.layout import RAIL
from playground.app.panels import icons
from playground.app.panels.common import Desktop, bold, hint, icon_button, muted, panel
from playground.app.session import Session
from playground.view.camera import Viewport

_ROW = 58.0


def sidebar(desk: Desktop, place: Viewport) -> None:
    """Draw the sidebar; as a rail it has room for numbers only."""
    rail = place.width <= RAIL
    with panel("scenes", place):
        if not rail:
            bold(desk, "Geometry", 19.0)
            imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - 6)
            bold(desk, "Playground", 19.0)
            imgui.dummy(imgui.ImVec2(0, 10))
        for index in range(len(desk.session.desks)):
            _entry(desk, index, rail=rail)
        _buttons(desk, place, rail=rail)


def _entry(desk: Desktop, index: int, *, rail: bool) -> None:
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
    if rail:
        hint(scene.title)
        _number(desk, str(index + 1), imgui.ImVec2(at.x + width / 2, at.y + _ROW / 2))
    else:
        _titles(desk, scene.title, scene.source.name if scene.source else "", at)


def _number(desk: Desktop, text: str, middle: imgui.ImVec2) -> None:
    width, height = desk.gui.measure(text, 19.0)
    place = imgui.ImVec2(middle.x - width / 2, middle.y - height / 2)
    draw = imgui.get_window_draw_list()
    draw.add_text(desk.gui.fonts.bold, 19.0, place, packed(desk.theme.text), text)


def _titles(desk: Desktop, title: str, below: str, at: imgui.ImVec2) -> None:
    draw, theme = imgui.get_window_draw_list(), desk.theme
    place = imgui.ImVec2(at.x + 4, at.y + 10)
    draw.add_text(desk.gui.fonts.body, 15.0, place, packed(theme.text), title)
    place = imgui.ImVec2(at.x + 4, at.y + 31)
    draw.add_text(desk.gui.fonts.body, 13.0, place, packed(theme.text_muted), below)


def _buttons(desk: Desktop, place: Viewport, *, rail: bool) -> None:
    session = desk.session
    dark = session.theme == "dark"
    buttons = (
        (icons.LIGHT if dark else icons.DARK, "Light or dark theme (Ctrl+T)", False),
        (icons.KEYS, "Mouse and keys (F1)", session.show_keys),
        (icons.SHARE, "Copy the state as JSON (Ctrl+C)", False),
        (icons.PICTURE, "Save a picture (F12)", False),
    )
    imgui.set_cursor_pos_y(
        place.height - (len(buttons) * 39.0 + 14.0 if rail else 84.0)
    )
    for number, (icon, help_text, lit) in enumerate(buttons):
        if number and not rail:
            imgui.same_line()
        if icon_button(desk, icon, help_text, lit=lit):
            _press(session, number)
    if not rail:
        muted(desk, "F1 shows the keys")


def _press(session: Session, number: int) -> None:
    if number == 0:
        session.theme = "light" if session.theme == "dark" else "dark"
    elif number == 1:
        session.show_keys = not session.show_keys
    else:
        session.request = "copy" if number == 2 else "picture"
