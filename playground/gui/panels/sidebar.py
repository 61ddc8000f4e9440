"""Sidebar with a live picture of each scene."""

import math
from functools import partial

from imgui_bundle import imgui

from playground.gui.commands.registry import FIND
from playground.gui.imgui_backend import click_area, pack_colour, push_style
from playground.gui.panels.context import Ui
from playground.gui.widgets import localized
from playground.gui.window_layout import RAIL_WIDTH_PX
from playground.i18n import message
from playground.scene.camera import Viewport
from playground.session import first_run
from playground.session.files import file_label
from playground.session.lesson import player
from playground.session.session import Session

# Height relative to the width; square in the rail.
_PICTURE_HEIGHT_SHARE = 96.0 / 172.0
_RAIL_PICTURE_SIZE_PX = (52.0, 52.0)
_SIDE_MARGIN_PX = 12.0
_ENTRY_GAP_PX = 16.0
_MIN_ENTRY_GAP_PX = 6.0
_RAIL_ENTRY_GAP_PX = 12.0
_NAME_SIZE_PX = 14.0
_NAME_LINE_HEIGHT_PX = 18.0
_NAME_GAP_PX = 4.0
_HEADER_HEIGHT_PX = 56.0
_FOOTER_HEIGHT_PX = 52.0
_CORNER_RADIUS_PX = 10.0
# Space for the border above the first and below the last picture.
_EDGE_ROOM_PX = 4.0


def draw_sidebar(ui: Ui, place: Viewport) -> None:
    """Draw the list of scenes, or small pictures alone if it is a rail."""
    pictures = ui.thumbnails.begin(ui.study.params)
    inputs = ui.session.index, ui.session.scenes, ui.simple, file_label(ui.session)
    ui.gui.try_reuse_panel("scenes", place, (inputs, pictures))
    margins = (_SIDE_MARGIN_PX, 0.0)
    with push_style(window_padding=margins), ui.panel("scenes", place) as is_drawn:
        if is_drawn:
            _draw_scenes(ui, place)


def _draw_scenes(ui: Ui, place: Viewport) -> None:
    rail = place.width <= RAIL_WIDTH_PX
    _draw_header(ui, rail=rail)
    imgui.set_cursor_pos((0.0, _HEADER_HEIGHT_PX - _EDGE_ROOM_PX))
    room = place.height - _HEADER_HEIGHT_PX - _FOOTER_HEIGHT_PX + 2.0 * _EDGE_ROOM_PX
    wide = place.width - 2.0 * _SIDE_MARGIN_PX
    size, gap = _RAIL_PICTURE_SIZE_PX, _RAIL_ENTRY_GAP_PX
    if not rail:
        size = wide, float(round(_PICTURE_HEIGHT_SHARE * wide))
        gap = _entry_gap(len(ui.session.scenes), size[1], room - 2.0 * _EDGE_ROOM_PX)
    child_flags = imgui.ChildFlags_.always_use_window_padding
    child_flags |= imgui.ChildFlags_.nav_flattened
    margins = (_SIDE_MARGIN_PX, _EDGE_ROOM_PX)
    with push_style(item_spacing=(0.0, gap), window_padding=margins):
        if imgui.begin_child("##scenes", (place.width, room), child_flags):
            for index in range(len(ui.session.scenes)):
                _draw_entry(ui, index, size, rail=rail)
        imgui.end_child()
    imgui.set_cursor_pos((_SIDE_MARGIN_PX, place.height - _FOOTER_HEIGHT_PX + 10.0))
    words = "" if rail else message("Find anything")
    label = localized.prefix_sign(FIND.current_icon(ui), words)
    if localized.button(label, (-1.0, 32.0), name="find"):
        ui.enqueue_action(FIND.act)
    ui.show_tooltip(FIND.help)


def _entry_gap(count: int, picture: float, room: float) -> float:
    """Return the gap between entries in px: smaller if that makes all of them visible.

    `picture` is the height of a picture, and `room` that of the list.
    """
    spare = room - count * (picture + _NAME_LINE_HEIGHT_PX + _NAME_GAP_PX)
    fitting = spare / max(count - 1, 1)
    return fitting if _MIN_ENTRY_GAP_PX <= fitting < _ENTRY_GAP_PX else _ENTRY_GAP_PX


def _draw_header(ui: Ui, *, rail: bool) -> None:
    imgui.set_cursor_pos_y(18.0)
    if rail:
        wide = ui.gui.measure("Scenes", 13.0)[0]
        imgui.set_cursor_pos_x((RAIL_WIDTH_PX - wide) / 2)
        ui.write_muted("Scenes")
    else:
        wide = localized.calc_text_size("Geometry Playground").x
        room = imgui.get_content_region_avail().x
        ui.write_bold("Geometry Playground", min(17.0, math.floor(15.0 * room / wide)))
        ui.show_tooltip(file_label(ui.session))


def _draw_entry(ui: Ui, index: int, size: tuple[float, float], *, rail: bool) -> None:
    opened = ui.session.opened_scenes[index]
    scene, is_chosen = opened.scene, index == ui.session.index
    position = imgui.get_cursor_screen_pos()
    tall = size[1] if rail else size[1] + _NAME_LINE_HEIGHT_PX + _NAME_GAP_PX
    if click_area(f"##{scene.id}", (size[0], tall)):
        # Only simple mode explains a scene's start.
        simple = ui.window_view.simple
        ui.enqueue(first_run.go_to_scene, index, offers_start=simple)
    is_hovered = imgui.is_item_hovered()
    ui.request_menu(partial(_draw_scene_menu, index=index), is_hovered=is_hovered)
    if imgui.is_item_visible():
        draw_scene_picture(ui, index, position, size)
        rim = ui.theme.accent if is_chosen or is_hovered else ui.theme.border
        high = (position.x + size[0], position.y + size[1])
        draw, width = imgui.get_window_draw_list(), 1.0 + is_chosen
        draw.add_rect(position, high, pack_colour(rim), _CORNER_RADIUS_PX, width)
        if not rail:
            _draw_name(ui, scene.title, position, size, chosen=is_chosen)
    if is_hovered and (rail or ui.gui.measure(scene.title, _NAME_SIZE_PX)[0] > size[0]):
        ui.show_tooltip(scene.title)


def _draw_scene_menu(ui: Ui, index: int) -> None:
    scene = ui.session.opened_scenes[index].scene
    ui.write_muted(scene.title)
    if localized.menu_item("Open this scene", can=index != ui.session.index):
        ui.enqueue(first_run.go_to_scene, index, offers_start=ui.window_view.simple)
    if localized.menu_item(
        message("Open its lesson"), can=scene.lesson_path is not None
    ):
        ui.enqueue(first_run.go_to_scene, index, offers_start=False)
        ui.enqueue(player.start_shipped_lesson, scene)
    if localized.menu_item("Back to its first case"):
        ui.enqueue(first_run.go_to_scene, index, offers_start=False)
        ui.enqueue(Session.choose_case, scene.first_case_name())


def draw_scene_picture(
    ui: Ui, index: int, at: imgui.ImVec2, size: tuple[float, float]
) -> None:
    """Draw a scene's current state as a small picture, of a size in px.

    `at` is the upper left corner on the screen.
    """
    theme, draw = ui.theme, imgui.get_window_draw_list()
    high = (at.x + size[0], at.y + size[1])
    texture = ui.thumbnails.texture(
        ui.session.opened_scenes[index],
        ui.study if index == ui.session.index else None,
        size,
        ui.gui.ratio,
        theme,
        ui.gui.measure,
    )
    draw.add_rect_filled(at, high, pack_colour(theme.panel_alt), _CORNER_RADIUS_PX)
    if texture:
        draw.add_image_rounded(
            imgui.ImTextureRef(texture), at, high,
            (0, 1), (1, 0), 0xFFFFFFFF, _CORNER_RADIUS_PX,
        )  # fmt: skip


def _draw_name(
    ui: Ui, title: str, at: imgui.ImVec2, size: tuple[float, float], *, chosen: bool
) -> None:
    face = ui.gui.fonts.bold if chosen else ui.gui.fonts.body
    tone = ui.theme.text if chosen else ui.theme.text_muted
    draw = imgui.get_window_draw_list()
    low = imgui.ImVec2(at.x, at.y + size[1] + _NAME_GAP_PX)
    draw.push_clip_rect(low, (at.x + size[0], low.y + _NAME_LINE_HEIGHT_PX), True)
    ui.draw_truncated(title, face, _NAME_SIZE_PX, low, size[0], tone)
    draw.pop_clip_rect()
