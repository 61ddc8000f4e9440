"""The scenes on the left, each a live picture of itself."""

from imgui_bundle import imgui

from playground.gui.commands.registry import FIND
from playground.gui.imgui_backend import packed
from playground.gui.layout import RAIL
from playground.gui.panels.context import Ui, bold, hint, muted, panel
from playground.gui.widgets import localized
from playground.i18n import message
from playground.scene.camera import Viewport
from playground.session import first_run
from playground.session.session import Session

# A picture and what is round it: beside each other all is smaller.
_WIDE, _SMALL = (172.0, 96.0), (52.0, 52.0)
_MARGIN = 12.0
_GAP = 16.0
_SMALL_GAP = 12.0
_NAME = 14.0
_LINE = 18.0
_HEAD = 56.0
_FOOT = 52.0
_ROUND = 10.0


def sidebar(ui: Ui, place: Viewport) -> None:
    """Draw the scenes; a rail has room for small pictures only."""
    pictures = ui.thumbnails.begin(ui.study.params)
    of = ui.facts.index, ui.facts.entries, ui.simple, ui.facts.file
    ui.gui.stays("scenes", place, (of, pictures))
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(_MARGIN, 0.0))
    with panel("scenes", place) as drawn:
        if drawn:
            _scenes(ui, place)
    imgui.pop_style_var()


def _scenes(ui: Ui, place: Viewport) -> None:
    rail = place.width <= RAIL
    _head(ui, rail=rail)
    imgui.set_cursor_pos(imgui.ImVec2(0.0, _HEAD))
    room = imgui.ImVec2(place.width, place.height - _HEAD - _FOOT)
    padded = imgui.ChildFlags_.always_use_window_padding
    padded |= imgui.ChildFlags_.nav_flattened
    gap = _SMALL_GAP if rail else _GAP
    imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(0.0, gap))
    if imgui.begin_child("##scenes", room, padded):
        for index in range(len(ui.facts.entries)):
            _entry(ui, index, rail=rail)
    imgui.end_child()
    imgui.pop_style_var()
    imgui.set_cursor_pos(imgui.ImVec2(_MARGIN, place.height - _FOOT + 10.0))
    words = "" if rail else message("Find anything")
    label = localized.signed(FIND.sign(ui), words)
    if localized.button(label, imgui.ImVec2(-1.0, 32.0), name="find"):
        ui.act(FIND.act)
    hint(FIND.help)


def _head(ui: Ui, *, rail: bool) -> None:
    imgui.set_cursor_pos_y(18.0)
    if rail:
        wide = ui.gui.measure("Scenes", 13.0)[0]
        imgui.set_cursor_pos_x((RAIL - wide) / 2)
        muted(ui, "Scenes")
    else:
        bold(ui, "Geometry Playground", 17.0)
        hint(ui.facts.file)


def _entry(ui: Ui, index: int, *, rail: bool) -> None:
    own, size = ui.facts.opened[index], _SMALL if rail else _WIDE
    scene, chosen = own.scene, index == ui.facts.index
    at = imgui.get_cursor_screen_pos()
    tall = size[1] if rail else size[1] + _LINE + 4.0
    steered = imgui.ButtonFlags_.enable_nav
    extent = imgui.ImVec2(size[0], tall)
    if imgui.invisible_button(f"##{scene.id}", extent, steered):
        # Only simple mode says what to do at a start.
        ui.do(first_run.visit if ui.simple else Session.open, index)
    hovered = imgui.is_item_hovered()
    if imgui.is_item_visible():
        scene_picture(ui, index, at, size)
        rim = ui.theme.accent if chosen or hovered else ui.theme.border
        high = imgui.ImVec2(at.x + size[0], at.y + size[1])
        draw = imgui.get_window_draw_list()
        draw.add_rect(at, high, packed(rim), _ROUND, 2.0 if chosen else 1.0)
        if not rail:
            _name(ui, scene.title, at, size, chosen=chosen)
    if hovered and (rail or ui.gui.measure(scene.title, _NAME)[0] > size[0]):
        hint(scene.title)


def scene_picture(
    ui: Ui, index: int, at: imgui.ImVec2, size: tuple[float, float]
) -> None:
    """Draw a scene as it stands, on the screen."""
    theme, draw = ui.theme, imgui.get_window_draw_list()
    high = imgui.ImVec2(at.x + size[0], at.y + size[1])
    texture = ui.thumbnails.texture(
        ui.facts.opened[index],
        ui.study if index == ui.facts.index else None,
        size,
        ui.ratio,
        theme,
        ui.gui.measure,
    )
    draw.add_rect_filled(at, high, packed(theme.panel_alt), _ROUND)
    if texture:
        draw.add_image_rounded(
            imgui.ImTextureRef(texture), at, high,
            imgui.ImVec2(0, 1), imgui.ImVec2(1, 0), 0xFFFFFFFF, _ROUND,
        )  # fmt: skip


def _name(
    ui: Ui, title: str, at: imgui.ImVec2, size: tuple[float, float], *, chosen: bool
) -> None:
    face = ui.gui.fonts.bold if chosen else ui.gui.fonts.body
    tone = ui.theme.text if chosen else ui.theme.text_muted
    draw = imgui.get_window_draw_list()
    low = imgui.ImVec2(at.x, at.y + size[1] + 4.0)
    draw.push_clip_rect(low, imgui.ImVec2(at.x + size[0], low.y + _LINE), True)
    imgui.push_font(face, _NAME)
    shown = localized.shortened(title, size[0])
    imgui.pop_font()
    draw.add_text(face, _NAME, low, packed(tone), shown)
    draw.pop_clip_rect()
