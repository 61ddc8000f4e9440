"""Integration of Dear ImGui into pyglet: context, fonts, style, events and drawing.

The bundled pyglet backend needs PyOpenGL and does not consume events, so this adapter
forwards events itself and draws with ImGui's own OpenGL renderer.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from imgui_bundle import imgui
from pyglet.window import key, mouse

from playground.gui.imgui_fonts import (
    BODY_SIZE,
    add_system_font,
    has_missing_letters,
    load_fonts,
    track_missing_letters,
)
from playground.gui.widgets import localized
from playground.i18n import current_language, translate
from playground.render.fonts import FontStack
from playground.render.labels import PlacedText
from playground.render.text_layout import (
    Paragraph,
    TextLine,
    TextStyle,
    break_line,
    insert_no_break_spaces,
    typeset,
)
from playground.render.theme import RGBA, THEMES, Theme, ThemeName
from playground.scene.camera import Viewport

BUTTONS = {mouse.LEFT: 0, mouse.RIGHT: 1, mouse.MIDDLE: 2}
# Names of the keys that ImGui uses, in pyglet, and in ImGui if it has another.
_KEY_NAMES = {
    "LEFT": "left_arrow",
    "RIGHT": "right_arrow",
    "UP": "up_arrow",
    "DOWN": "down_arrow",
    "NUM_ENTER": "keypad_enter",
    "PAGEUP": "page_up",
    "PAGEDOWN": "page_down",
    **{
        name.upper(): name
        for name in ("tab", "home", "end", "delete", "backspace", "enter", "escape")
    },
    **{name.upper(): name for name in ("space", "a", "c", "v", "x", "y", "z")},
}
KEYS = {
    getattr(key, name): getattr(imgui.Key, imgui_name)
    for name, imgui_name in _KEY_NAMES.items()
}
MODIFIERS = {
    key.MOD_CTRL: imgui.Key.mod_ctrl,
    key.MOD_SHIFT: imgui.Key.mod_shift,
    key.MOD_ALT: imgui.Key.mod_alt,
    key.MOD_COMMAND: imgui.Key.mod_super,
}
# Modifiers of the modifier keys.
KEY_MODIFIERS = {
    getattr(key, side + name): getattr(key, f"MOD_{name}")
    for side in "LR"
    for name in ("CTRL", "SHIFT", "ALT", "COMMAND")
}


# ----------------------------------------------------------------------------


# ImGui's position for no mouse: moves from any other would count as a drag, and some
# window managers report that the pointer leaves at every click.
_OFF_SCREEN = (-imgui.FLT_MAX, -imgui.FLT_MAX)
# Offsets of the copies of a text that form its halo.
_HALO_OFFSETS_PX = [
    (x, y) for x in (-2.0, 0.0, 2.0) for y in (-2.0, 0.0, 2.0) if x or y
]

# ImGui shows the last frame's content of a window without drawing its items.
_REUSE_PANEL = imgui.internal.WindowRefreshFlags_.try_to_avoid_refresh
# A window needs a second frame to place its scroll bar.
_SETTLING_DRAW_COUNT = 2

# Font, size, x and y offset, text.
_PositionedPiece = tuple[imgui.ImFont, float, float, float, str]


# A frame uses few different colours.
@lru_cache(maxsize=256)
def colour(rgba: RGBA, alpha: float = 1.0) -> imgui.ImVec4:
    """Return a theme colour for ImGui, its opacity multiplied by `alpha`, 0 to 1."""
    return imgui.ImVec4(*rgba[:3], rgba[3] * alpha)


@lru_cache(maxsize=256)
def pack_colour(rgba: RGBA, alpha: float = 1.0) -> int:
    """Return a theme colour packed for ImGui's draw lists.

    Its opacity is multiplied by `alpha`, 0 to 1.
    """
    return int(imgui.color_convert_float4_to_u32(colour(rgba, alpha)))


_COLOUR_SLOTS, _STYLE_VARS = imgui.Col_.__members__, imgui.StyleVar_.__members__


@contextmanager
def push_style(
    font: imgui.ImFont | None = None, size: float = 0.0, **values: Any
) -> Iterator[None]:
    """Context manager for a font and some of ImGui's colours and sizes.

    `size` is the font's, in logical pixels. `values` are colours of `imgui.Col_` (RGBA)
    and sizes of `imgui.StyleVar_`, by name.
    """
    if font:
        imgui.push_font(font, size)
    colour_count = 0
    for name, value in values.items():
        if name in _COLOUR_SLOTS:
            imgui.push_style_color(_COLOUR_SLOTS[name], colour(value))
            colour_count += 1
        else:
            imgui.push_style_var(_STYLE_VARS[name], value)
    yield
    imgui.pop_style_color(colour_count)
    imgui.pop_style_var(len(values) - colour_count)
    if font:
        imgui.pop_font()


@contextmanager
def open_window(
    name: str,
    at: imgui.ImVec2Like,
    size: imgui.ImVec2Like | None,
    flags: int,
    pivot: tuple[float, float] = (0.0, 0.0),
    **style: Any,
) -> Iterator[None]:
    """Open a window of ImGui.

    Parameters
    ----------
    name : str
        Its name.
    at : ImVec2Like
        Its place in px, with the shares `pivot` of its size to the left and above.
    size : ImVec2Like or None
        Width and height in px, of which 0 fits the content; None leaves it.
    flags : int
        Flags of `imgui.WindowFlags_`.
    **style
        The window's own colours and sizes, as in `push_style`.
    """
    imgui.set_next_window_pos(at, imgui.Cond_.always, pivot)
    if size is not None:
        imgui.set_next_window_size(size)
    with push_style(**style):
        imgui.begin(name, None, flags)
    yield
    imgui.end()


def click_area(name: str, size: imgui.ImVec2Like) -> bool:
    """Place an invisible button, also for the keyboard; return whether it was pressed.

    `name` is its ImGui label, `size` its width and height in px.
    """
    return bool(imgui.invisible_button(name, size, imgui.ButtonFlags_.enable_nav))


def window_area() -> Viewport:
    """Return the area of the open window in px."""
    at, size = imgui.get_window_pos(), imgui.get_window_size()
    return Viewport(at.x, at.y, size.x, size.y)


def text_advance(text: str, size: float, font: imgui.ImFont) -> float:
    """Return the exact width, in logical pixels, of a text of font size `size`.

    ImGui rounds widths up, which leaves gaps between texts drawn one after another.
    """
    baked_font = font.get_font_baked(size)
    wide = sum(baked_font.get_char_advance(ord(letter)) for letter in text)
    return float(wide * size / baked_font.size)


def _whiten_new_textures() -> None:
    """Make transparent texels of new font textures white.

    ImGui leaves them black, so that interpolation gives light letters dark edges.
    """
    for texture in imgui.get_platform_io().textures:
        if texture.status == imgui.ImTextureStatus.want_create:
            texels = texture.get_pixels_array().reshape(-1, 4)
            texels[texels[:, 3] == 0, :3] = 255


class Gui:
    """ImGui context in the current OpenGL context.

    Parameters
    ----------
    read_clipboard : callable
        Takes nothing; returns the clipboard's text.
    write_clipboard : callable
        Takes a text for the clipboard.
    """

    def __init__(
        self, read_clipboard: Callable[[], str], write_clipboard: Callable[[str], None]
    ) -> None:
        self._context = imgui.create_context()
        # Another window may have a context.
        self.activate()
        self._recovery_state = imgui.internal.ErrorRecoveryState()
        self._buttons_down: set[int] = set()
        # Typed since the last frame.
        self.typed_letters = ""
        # The panel with the keyboard focus.
        self.navigated_panel = ""
        # The key and number of draws of each panel; whether no item is in use now nor
        # was in the previous frame; and whether none is in use now.
        self._panel_draws: dict[str, tuple[Hashable, int]] = {}
        self.is_idle = self._was_unused = False
        self._font_texture_id = 0
        self.theme = THEMES[ThemeName.DARK]
        io = imgui.get_io()
        io.set_ini_filename("")
        io.config_input_text_cursor_blink = False
        self.fonts = load_fonts()
        # Most texts repeat from frame to frame.
        self._measured, self.ratio = lru_cache(maxsize=512)(self._measure), 1.0
        self._measured_language, self._has_system_font = current_language(), False
        self.advance = lru_cache(maxsize=4096)(self._measure_advance)
        self.line = lru_cache(maxsize=1024)(self._typeset)
        self._parts = lru_cache(maxsize=1024)(self._position_pieces)
        self._paragraphs = lru_cache(maxsize=512)(self._break_paragraph)
        self._caches = (
            self._measured,
            self.advance,
            self.line,
            self._parts,
            self._paragraphs,
        )
        platform = imgui.get_platform_io()
        self.read_clipboard, self.write_clipboard = read_clipboard, write_clipboard
        platform.platform_get_clipboard_text_fn = lambda _: read_clipboard()
        platform.platform_set_clipboard_text_fn = lambda _, text: write_clipboard(text)
        imgui.backends.opengl3_init("#version 330")
        self.apply_theme(self.theme)

    def delete(self) -> None:
        """Free the context and its OpenGL objects."""
        self.activate()
        imgui.backends.opengl3_shutdown()
        imgui.destroy_context(self._context)

    def activate(self) -> None:
        """Make this context the current one."""
        imgui.set_current_context(self._context)

    def begin(
        self,
        size: tuple[float, float],
        ratio: float,
        elapsed: float,
        *,
        panel: str = "",
    ) -> None:
        """Start a frame.

        Parameters
        ----------
        size : tuple of float
            Width and height in logical pixels.
        ratio : float
            Physical pixels per logical pixel.
        elapsed : float
            Seconds since the previous frame.
        panel : str
            The panel with the keyboard focus; "" for none.
        """
        self.activate()
        has_changed = ratio != self.ratio
        if (
            has_changed
            or current_language() != self._measured_language
            or self._add_system_font()
        ):
            for cache in self._caches:
                cache.cache_clear()
            localized.clear_measurements()
            self.ratio, self._measured_language = ratio, current_language()
        io = imgui.get_io()
        io.display_size = imgui.ImVec2(*size)
        io.display_framebuffer_scale = imgui.ImVec2(ratio, ratio)
        io.delta_time = max(elapsed, 1e-4)
        window = imgui.internal.find_window_by_name(panel)
        # A new panel gets the focus in the next frame.
        panel = panel if window else ""
        is_entered = panel != "" and panel != self.navigated_panel
        self._enable_navigation(panel)
        if has_changed:
            # Glyphs baked for the former ratio would have the wrong size.
            for font in self.fonts.fonts_by_face.values():
                imgui.internal.im_font_atlas_font_discard_bakes(io.fonts, font, 0)
        imgui.backends.opengl3_new_frame()
        imgui.new_frame()
        if has_changed:
            self._rasterize_fonts()
        imgui.internal.error_recovery_store_state(self._recovery_state)
        if self.has_popup_open and imgui.is_mouse_clicked(0):
            # A click in or beside a popup must not count towards a double click.
            io.mouse_clicked_time[0] = _OFF_SCREEN[0]
        if is_entered:
            imgui.set_window_focus(panel)
            imgui.internal.nav_init_window(window, True)
            imgui.set_nav_cursor_visible(True)
        imgui.push_font(self.fonts.body, BODY_SIZE)
        letters = self._font_texture_id
        self._font_texture_id = io.fonts.tex_data.unique_id
        rests, self._was_unused = self._was_unused, not self._is_in_use()
        # Panels drawn with the former font texture cannot be reused.
        self.is_idle = rests and self._was_unused and letters == self._font_texture_id

    def _is_in_use(self) -> bool:
        """Return whether an item is active, a popup is open, or there is input."""
        io = imgui.get_io()
        return bool(
            self.navigated_panel
            or self.has_popup_open
            or self.typed_letters
            or imgui.is_any_item_active()
            or io.want_text_input
            or io.mouse_wheel
            or io.mouse_wheel_h
        )

    def try_reuse_panel(self, panel: str, place: Viewport, of: Hashable) -> bool:
        """Reuse the last frame's content of a panel that depends only on `of`.

        Return whether it is reused. That is not possible while the pointer is on
        `place`, the panel's rectangle, or anything is in use, as its items have to
        react, nor before the panel has been drawn twice, as ImGui measures in one frame
        and places in the next.
        """
        io = imgui.get_io()
        panel_inputs = of, place, self.ratio, self.theme, self._measured_language
        drawn_of, count = self._panel_draws.get(panel, (None, 0))
        count = count if drawn_of == panel_inputs else 0
        at, before = io.mouse_pos, io.mouse_pos_prev
        is_pointed_at = place.contains(at.x, at.y) or place.contains(before.x, before.y)
        is_reused = count >= _SETTLING_DRAW_COUNT and self.is_idle and not is_pointed_at
        self._panel_draws[panel] = panel_inputs, count if is_reused else count + 1
        if is_reused:
            imgui.internal.set_next_window_refresh_policy(_REUSE_PANEL)
        return is_reused

    def reuse_next_panel(self) -> None:
        """Reuse the last frame's content of the next window."""
        imgui.internal.set_next_window_refresh_policy(_REUSE_PANEL)

    def reuse_windows(self, names: Sequence[str]) -> None:
        """Reuse the last frame's content of those named windows that had any."""
        for name in names:
            window = imgui.internal.find_window_by_name(name)
            if window and window.was_active:
                self.reuse_next_panel()
                imgui.begin(name, None, window.flags)
                imgui.end()

    def invalidate_panels(self) -> None:
        """Redraw all panels in the next frame."""
        self._panel_draws.clear()

    def _add_system_font(self) -> bool:
        """Add a system font once a letter needs it; return whether one was added."""
        if self._has_system_font or not has_missing_letters():
            return False
        self._has_system_font = True
        return add_system_font(self.fonts)

    def _rasterize_fonts(self) -> None:
        """Set all fonts' pixel density; ImGui sets only that of the current one."""
        for font in self.fonts.fonts_by_face.values():
            imgui.push_font(font, BODY_SIZE)
            imgui.pop_font()

    def _enable_navigation(self, panel: str) -> None:
        """Enable keyboard navigation in a panel and in open popups."""
        io = imgui.get_io()
        keyboard = imgui.ConfigFlags_.nav_enable_keyboard.value
        self.navigated_panel = panel
        if panel or self.has_popup_open:
            io.config_flags |= keyboard
        else:
            io.config_flags &= ~keyboard

    def end(self) -> None:
        """End the frame and draw it into the current framebuffer."""
        self.typed_letters = ""
        imgui.pop_font()
        imgui.render()
        _whiten_new_textures()
        imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())

    def abandon_frame(self) -> None:
        """End a failed frame without drawing it, whatever was begun in it."""
        self.activate()
        self.typed_letters = ""
        self.invalidate_panels()
        self.apply_theme(self.theme)
        if imgui.get_current_context().within_frame_scope:
            with _silence_error_recovery():
                imgui.internal.error_recovery_try_to_recover_state(self._recovery_state)
                imgui.end_frame()
                if self.has_popup_open:
                    imgui.internal.close_popup_to_level(0, False)
        imgui.internal.clear_active_id()

    def release_active_item(self) -> None:
        """Release the pressed item, which may be a different one in the next frame."""
        self.activate()
        imgui.internal.clear_active_id()

    @property
    def has_pending_input(self) -> bool:
        """Whether input is queued, or a system font has yet to be added."""
        self.activate()
        waits = len(imgui.get_current_context().input_events_queue) > 0
        return waits or (has_missing_letters() and not self._has_system_font)

    @property
    def has_popup_open(self) -> bool:
        """Whether a popup is open."""
        self.activate()
        flags = imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level
        return bool(imgui.is_popup_open("", flags))

    @property
    def is_scrolled(self) -> bool:
        """Whether any panel is scrolled."""
        self.activate()
        windows = imgui.get_current_context().windows
        return any(w.was_active and (w.scroll.x or w.scroll.y) for w in windows)

    @property
    def is_button_down(self) -> bool:
        """Whether a mouse button is pressed."""
        return bool(self._buttons_down)

    @property
    def has_text_focus(self) -> bool:
        """Whether a text field has the keyboard."""
        self.activate()
        return bool(imgui.get_io().want_text_input)

    def measure(
        self,
        text: str,
        size: float,
        font: imgui.ImFont | None = None,
        wrap_width: float = -1.0,
    ) -> tuple[float, float]:
        """Return width and height of a text in logical pixels.

        Parameters
        ----------
        text : str
            The text.
        size : float
            Font size in logical pixels.
        font : ImFont, optional
            The font; by default that of words.
        wrap_width : float
            Width at which lines are broken, in logical pixels; negative for no breaks.
        """
        return self._measured(text, size, font or self.fonts.body, wrap_width)

    def _measure(
        self, text: str, size: float, font: imgui.ImFont, wrap_width: float
    ) -> tuple[float, float]:
        with push_style(font, size):
            extent = localized.calc_text_size(text, wrap_width=wrap_width)
        return extent.x, extent.y

    def measure_styled(
        self, text: str, size: float, style: TextStyle
    ) -> tuple[float, float]:
        """Return width and height of a text in a style, in logical pixels.

        `size` is the line height of its words.
        """
        line = self.line(text, size, style)
        return line.width, line.height

    def measure_name(self, text: str, size: float) -> tuple[float, float]:
        """Return width and height of a label in a figure, in logical pixels.

        `size` is the line height of its words.
        """
        return self.measure_styled(text, size, TextStyle.NAME)

    def _position_pieces(
        self, text: str, size: float, voice: TextStyle
    ) -> list[_PositionedPiece]:
        """Return the pieces of a line: font, size, offset and text.

        The offsets are from its upper left corner.
        """
        line = self.line(text, size, voice)
        faces = self.fonts.fonts_by_face
        return [
            (faces[p.font_stack], p.size, p.x, p.top(line.base), p.text)
            for p in line.pieces
        ]

    def _typeset(self, text: str, size: float, voice: TextStyle) -> TextLine:
        """Return a line typeset with the window's fonts."""
        track_missing_letters(translate(text))
        return typeset(text, size, self.advance, voice)

    def paragraph(
        self,
        text: str,
        size: float,
        max_width: float,
        *,
        bold: bool = False,
        pitch: float = 0.0,
    ) -> Paragraph:
        """Return a text broken into lines.

        Parameters
        ----------
        text : str
            The text.
        size : float
            Font size in logical pixels.
        max_width : float
            Maximum width of a line in logical pixels.
        bold : bool
            Whether to use the bold font.
        pitch : float
            Distance of lines in logical pixels; 0 for the smallest.
        """
        return self._paragraphs(text, size, max_width, bold, pitch or size)

    def _break_paragraph(
        self, text: str, size: float, room: float, bold: bool, pitch: float
    ) -> Paragraph:
        text = insert_no_break_spaces(translate(text))
        whole_line = self.line(text, size, TextStyle.TITLE if bold else TextStyle.PROSE)
        return break_line(whole_line, pitch, room, self.advance)

    def _measure_advance(self, text: str, size: float, faces: FontStack) -> float:
        """Return the width of a text in a font."""
        return text_advance(text, size, self.fonts.fonts_by_face[faces])

    def draw_texts(
        self,
        texts: list[PlacedText],
        viewport: Viewport,
        onto: imgui.ImDrawList | None = None,
    ) -> None:
        """Draw texts clipped to the viewport.

        They are drawn into the draw list `onto`, by default behind the panels.
        """
        below = onto or imgui.get_background_draw_list()
        low = (viewport.x, viewport.y)
        high = (viewport.x + viewport.width, viewport.y + viewport.height)
        below.push_clip_rect(low, high, True)
        for text in texts:
            if text.background[3] > 0.0:
                below.add_rect_filled(
                    (text.x - 3, text.y - 1),
                    (text.x + text.width + 3, text.y + text.height + 1),
                    pack_colour(text.background),
                    4.0,
                )
            self.draw_line(below, text)
        below.pop_clip_rect()

    def draw_text(
        self,
        text: str,
        size: float,
        at: tuple[float, float],
        tone: RGBA,
        font: imgui.ImFont | None = None,
        align: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Draw a text in the open window, by default in the font of words.

        `align` are the shares of its width and height left of and above `at`.
        """
        font = font or self.fonts.body
        wide, high = self.measure(text, size, font) if any(align) else (0.0, 0.0)
        at = at[0] - align[0] * wide, at[1] - align[1] * high
        draw, words = imgui.get_window_draw_list(), translate(text)
        draw.add_text(font, size, at, pack_colour(tone), words)

    def draw_line(self, onto: imgui.ImDrawList, text: PlacedText) -> None:
        """Draw a line of text with its halo."""
        tone, halo = pack_colour(text.colour), pack_colour(text.halo)
        copies = _HALO_OFFSETS_PX if text.halo[3] > 0.0 else ()
        parts = self._parts(text.text, text.size, text.style)
        x, y = text.x, text.y
        for dx, down in copies:
            for font, size, right, below, words in parts:
                position = (x + right + dx, y + below + down)
                onto.add_text(font, size, position, halo, words)
        for font, size, right, below, words in parts:
            position = (x + right, y + below)
            onto.add_text(font, size, position, tone, words)

    def pointer(self, x: float, y: float) -> None:
        """Forward the mouse position, in logical pixels, y down."""
        self.activate()
        imgui.get_io().add_mouse_pos_event(x, y)

    def release_all_buttons(self) -> None:
        """Release all pressed mouse buttons."""
        for button in tuple(self._buttons_down):
            self.button(button, False)

    def pointer_leave(self) -> None:
        """Forward that the mouse has left the window, unless a button is pressed."""
        if not self._buttons_down:
            self.pointer(*_OFF_SCREEN)

    def button(self, button: int, pressed: bool) -> None:
        """Forward a press or release of a pyglet mouse button.

        Other buttons are ignored.
        """
        self.activate()
        if button in BUTTONS:
            (self._buttons_down.add if pressed else self._buttons_down.discard)(button)
            imgui.get_io().add_mouse_button_event(BUTTONS[button], pressed)

    def wheel(self, dx: float, dy: float) -> None:
        """Forward a turn of the wheel, in notches, right and up positive."""
        self.activate()
        imgui.get_io().add_mouse_wheel_event(dx, dy)

    def key(self, symbol: int, modifiers: int, pressed: bool) -> None:
        """Forward a press or release of a pyglet key with pyglet's modifiers."""
        self.activate()
        io = imgui.get_io()
        # X11 reports the modifiers before the event.
        held = KEY_MODIFIERS.get(symbol, 0)
        modifiers = modifiers | held if pressed else modifiers & ~held
        for flag, modifier in MODIFIERS.items():
            io.add_key_event(modifier, bool(modifiers & flag))
        if symbol in KEYS:
            io.add_key_event(KEYS[symbol], pressed)

    def text(self, text: str) -> None:
        """Forward typed characters to ImGui; unprintable ones are left out."""
        self.activate()
        self.typed_letters += track_missing_letters(text)
        for letter in text:
            if letter.isprintable():
                imgui.get_io().add_input_character(ord(letter))

    def apply_theme(self, theme: Theme) -> None:
        """Set the theme's colours and the program's sizes in ImGui's style."""
        self.activate()
        self.theme = theme
        style = imgui.get_style()
        _set_proportions(style)
        for slot, value in _style_colours(theme).items():
            style.set_color_(slot, value)


@contextmanager
def _silence_error_recovery() -> Iterator[None]:
    """Context manager in which ImGui recovers from errors silently."""
    io = imgui.get_io()
    names = [
        f"config_error_recovery_enable_{suffix}" for suffix in ("assert", "debug_log")
    ]
    values_before = {name: getattr(io, name) for name in names}
    for name in names:
        setattr(io, name, False)
    try:
        yield
    finally:
        for name, value in values_before.items():
            setattr(io, name, value)


def _set_proportions(style: imgui.Style) -> None:
    style.window_padding = imgui.ImVec2(18, 16)
    style.frame_padding = imgui.ImVec2(9, 5)
    style.item_spacing = imgui.ImVec2(8, 7)
    style.item_inner_spacing = imgui.ImVec2(6, 4)
    style.cell_padding = imgui.ImVec2(6, 4)
    style.window_border_size = 0.0
    style.child_border_size = 0.0
    style.popup_border_size = 1.0
    style.frame_border_size = 1.0
    style.window_rounding = 0.0
    style.child_rounding = 8.0
    style.frame_rounding = 6.0
    style.popup_rounding = 8.0
    style.grab_rounding = 6.0
    style.grab_min_size = 12.0
    # Fits into half of a panel's padding.
    style.scrollbar_size = 8.0
    style.scrollbar_rounding = 4.0
    style.hover_delay_normal = 0.35
    style.hover_stationary_delay = 0.1


def _style_colours(theme: Theme) -> dict[int, imgui.ImVec4]:
    """Return the colours of ImGui's style."""
    clear = (0.0, 0.0, 0.0, 0.0)
    names_by_colour: list[tuple[RGBA, str]] = [
        (clear, "child_bg border_shadow scrollbar_bg"),
        (theme.panel, "window_bg popup_bg"),
        (theme.panel_alt, "frame_bg button checkbox_selected_bg"),
        (theme.hover, "frame_bg_hovered button_hovered header_hovered"),
        (theme.active, "frame_bg_active button_active header header_active"),
        (theme.active, "text_selected_bg"),
        (theme.accent, "slider_grab slider_grab_active check_mark plot_lines"),
        (theme.accent, "input_text_cursor nav_cursor"),
        (theme.text, "text"),
        (theme.text_muted, "text_disabled"),
        (theme.text_muted, "scrollbar_grab_hovered scrollbar_grab_active"),
        (theme.edge, "border scrollbar_grab"),
        (theme.border, "separator"),
        (theme.shadow, "modal_window_dim_bg"),
    ]
    return {
        _COLOUR_SLOTS[name]: colour(value)
        for value, names in names_by_colour
        for name in names.split()
    }
