"""Formulas: LaTeX rendered to textures by MicroTeX, or Unicode text as a fallback."""

import math
import os
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import numpy as np
from imgui_bundle import imgui, imgui_microtex

from playground.gui.imgui_backend import Gui, pack_colour, push_style
from playground.gui.imgui_fonts import FONTS_FOLDER
from playground.gui.widgets import localized
from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.render.gl.framebuffer import PixelTexture
from playground.render.theme import RGBA, Theme
from playground.scene import formula_symbols
from playground.session.atomic_write import temporary_folder

# Limits of the caches.
_MAX_CACHED_FORMULAS = 256
_MAX_TEXTURE_BYTES = 96 << 20
_BLACK_PIXEL = 0xFF000000
_MIN_FONT_SIZE_PX = 1
# A formula below this share of its size gets a tooltip in full size.
_MIN_READABLE_SCALE = 0.8
# Indent of a continuation line relative to the font size.
_CONTINUATION_INDENT_RATIO = 1.0
_CONTINUATION_START = re.compile(
    r"[=<>+-]|\\(?:le|ge|ne|approx|Rightarrow|to)(?![a-zA-Z])"
)
# In MicroTeX such a letter, coloured or not, overlaps the following sign.
_SLANTED_LETTER = re.compile(
    r"(?<![A-Za-z_\\])([FNPTVWY]\$?\}?)"
    r"(?=\s*(?:[)|=+<>-]|\\(?:right|cdot|mp|pm|le|ge|ne)(?![A-Za-z])))"
)
_TEXT_COLOUR_COMMAND = re.compile(r"\\textcolor\{[^{}]*\}")
# MicroTeX needs this locale to render the probe.
_LOCALE_NAME = "en_US.UTF-8"
_LOCALE_PROBE_LATEX = r"\textcolor{#000000}{|V|^2} \text{at}"
# A substitute on Linux systems without that locale.
_PLAIN_LOCALES = tuple(Path("/usr/lib/locale", name) for name in ("C.utf8", "C.UTF-8"))

_PLAIN_TEXT_NOTICE = message(
    "Formulas are shown as plain text: this system has neither the locale {locale} nor "
    "{plain}.",
    locale=_LOCALE_NAME,
    plain=_PLAIN_LOCALES[0],
)

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class _FormulaTexture:
    texture: PixelTexture
    name: int
    width: int
    height: int

    @property
    def bytes(self) -> int:
        return 4 * self.width * self.height


class Formulas:
    """Renderer of formulas, with caches of lines and textures.

    Attributes
    ----------
    typeset : bool
        Whether MicroTeX is available.
    plain_text_notice : str
        Why formulas are displayed as text; "" if they are typeset.
    """

    def __init__(self, gui: Gui) -> None:
        self._gui = gui
        self.typeset = _start_latex()
        self.plain_text_notice = "" if self.typeset else _PLAIN_TEXT_NOTICE
        self._textures: OrderedDict[tuple[str, int, int], _FormulaTexture | None] = (
            OrderedDict()
        )
        self._texture_bytes = 0
        self._lines = lru_cache(_MAX_CACHED_FORMULAS)(self._compute_lines)
        self._find_symbol_boxes = lru_cache(_MAX_CACHED_FORMULAS)(_find_symbol_boxes)

    def delete(self) -> None:
        """Free the textures."""
        while self._textures:
            self._evict_oldest()

    def draw(
        self,
        latex: str,
        size: float,
        tone: RGBA,
        symbol_colours: Mapping[str, RGBA] | None = None,
        highlight_key: str = "",
    ) -> str:
        """Draw a formula at ImGui's cursor, broken into lines.

        A part that cannot be broken is made smaller to fit, with a tooltip in full
        size.

        Parameters
        ----------
        latex : str
            The formula.
        size : float
            Font size in logical pixels.
        tone : RGBA
            Colour of the text.
        symbol_colours : mapping of str to RGBA, optional
            Colours of symbols by highlight key.
        highlight_key : str
            Highlight key of the symbols to mark; "" for none.

        Returns
        -------
        str
            The highlight key of the symbol under the pointer; "" for none.
        """
        tones = {k: _format_hex(value) for k, value in (symbol_colours or {}).items()}
        room, pointed_key = imgui.get_content_region_avail().x, ""
        for place, line in enumerate(self.break_lines(latex, size, room)):
            if place and is_continuation(line):
                imgui.set_cursor_pos_x(
                    imgui.get_cursor_pos_x() + _CONTINUATION_INDENT_RATIO * size
                )
            key = self._draw_line(line, size, tone, tones, highlight_key)
            pointed_key = key or pointed_key
        return pointed_key

    def break_lines(self, latex: str, size: float, room: float) -> list[str]:
        """Return a formula as the LaTeX of its lines, the fewest that fit if possible.

        The font size and `room`, the width of the lines, are in logical pixels.
        """
        return self._lines(latex, size, room, self._gui.ratio)

    def _compute_lines(
        self, latex: str, size: float, room: float, ratio: float
    ) -> list[str]:
        # Plain text is wrapped on drawing. Rows of a table become lines even if it
        # fits, as they are closer together.
        fits = self.extent(latex, size)[0] <= room
        if not self.typeset or (fits and not formula_symbols.is_table(latex)):
            return [latex]
        parts = formula_symbols.split_formula(latex, 0)
        # Rows stay separate lines, while statements share a line.
        if formula_symbols.is_table(latex):
            rows = (self._compute_lines(row, size, room, ratio) for row in parts)
            return [line for row in rows for line in row]
        lines = list[str]()
        for part in parts:
            longer = lines[-1] + r" \; " + part if lines else ""
            indent = _CONTINUATION_INDENT_RATIO * size * is_continuation(longer)
            free_width = room - indent
            if longer and self.extent(longer, size)[0] <= free_width:
                lines[-1] = longer
            else:
                lines += self._break_statement(part, size, room)
        return lines

    def _break_statement(self, latex: str, size: float, room: float) -> list[str]:
        """Return one statement in lines, with space to indent continuation lines."""
        if self.extent(latex, size)[0] <= room:
            return [latex]
        fitting_lines, moved = [], room - _CONTINUATION_INDENT_RATIO * size
        for level in (1, 2):
            first, *other_parts = formula_symbols.split_formula(latex, level)
            lines = [first]
            for part in other_parts:
                longer, line_room = f"{lines[-1]} {part}", moved if lines[1:] else room
                if self.extent(longer, size)[0] <= line_room:
                    lines[-1] = longer
                else:
                    lines.append(part)
            widest = max(self.extent(line, size)[0] for line in lines)
            # Fewer lines are better, unless they have to be made smaller.
            fitting_lines.append((max(widest, room), len(lines), widest, lines))
        return min(fitting_lines)[3]

    def _draw_line(
        self,
        latex: str,
        size: float,
        tone: RGBA,
        tones: dict[str, str],
        highlight_key: str,
    ) -> str:
        """Draw one line; return the key of the symbol under the pointer, or "".

        `tones` are the colours of symbols in hexadecimal digits.
        """
        theme, ratio = self._gui.theme, self._gui.ratio
        # Colours within the formula mark false parts; they are drawn muted.
        dim = rf"\\textcolor{{{_format_hex(theme.text_muted)}}}"
        coloured = formula_symbols.colour_symbols(
            _TEXT_COLOUR_COMMAND.sub(dim, latex), tones
        )
        room = imgui.get_content_region_avail().x * ratio
        fitting = _round_font_size(size * ratio)
        picture = whole = self._load_texture(coloured, fitting, pack_colour(tone))
        if picture and picture.width > room:
            fitting = _round_font_size(math.floor(fitting * room / picture.width))
            picture = self._load_texture(coloured, fitting, pack_colour(tone))
        if picture is None:
            return _write_as_text(latex, tone, theme, highlight_key)
        at = imgui.get_cursor_screen_pos()
        names = formula_symbols.symbol_keys(latex)
        boxes = (
            self._find_symbol_boxes(latex, fitting) if highlight_key in names else ()
        )
        draw = imgui.get_window_draw_list()
        for name, box in zip(names, boxes, strict=False):
            if name == highlight_key:
                left_edge, top, right, bottom = (length / ratio for length in box)
                low = (at.x + left_edge - 3, at.y + top - 3)
                high = (at.x + right + 3, at.y + bottom + 3)
                draw.add_rect_filled(low, high, pack_colour(theme.accent, 0.28), 4.0)
        _draw_texture(picture, ratio)
        if not imgui.is_item_hovered():
            return ""
        rests = imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip)
        key = self._find_hovered_key(latex, fitting, at)
        if whole and picture.width < _MIN_READABLE_SCALE * whole.width and rests:
            imgui.begin_tooltip()
            _draw_texture(whole, ratio)
            imgui.end_tooltip()
        return key

    def extent(self, latex: str, size: float) -> tuple[float, float]:
        """Return the width and height of a formula on one line.

        They and the font size are in logical pixels. The formula is measured with
        coloured symbols, which may take more space.
        """
        ratio = self._gui.ratio
        coloured = formula_symbols.colour_symbols(
            latex, dict.fromkeys(formula_symbols.symbol_keys(latex), "000000")
        )
        picture = self._load_texture(
            coloured, _round_font_size(size * ratio), _BLACK_PIXEL
        )
        if picture:
            return picture.width / ratio, picture.height / ratio
        text = localized.calc_text_size(formula_symbols.to_unicode(latex))
        return text.x, text.y

    def _find_hovered_key(self, latex: str, size: int, at: imgui.ImVec2) -> str:
        mouse, ratio = imgui.get_mouse_pos(), self._gui.ratio
        x, y, reach = (mouse.x - at.x) * ratio, (mouse.y - at.y) * ratio, 3 * ratio
        boxes = self._find_symbol_boxes(latex, size)
        for key, (left_edge, top, right, bottom) in zip(
            formula_symbols.symbol_keys(latex), boxes, strict=True
        ):
            is_across = left_edge - reach <= x <= right + reach
            if is_across and top - reach <= y <= bottom + reach:
                return key
        return ""

    def _load_texture(
        self, latex: str, size: int, colour: int
    ) -> _FormulaTexture | None:
        if not self.typeset:
            return None
        key = (latex, size, colour)
        if key not in self._textures:
            try:
                self._textures[key] = picture = _upload_formula(*key)
                self._texture_bytes += picture.bytes
            except RuntimeError:  # not LaTeX that MicroTeX knows
                self._textures[key] = None
            while len(self._textures) > _MAX_CACHED_FORMULAS or (
                self._texture_bytes > _MAX_TEXTURE_BYTES and len(self._textures) > 1
            ):
                self._evict_oldest()
        self._textures.move_to_end(key)
        return self._textures[key]

    def _evict_oldest(self) -> None:
        """Free the least recently used texture."""
        _, oldest = self._textures.popitem(last=False)
        if oldest:
            self._texture_bytes -= oldest.bytes
            oldest.texture.delete()


def is_continuation(line: str) -> bool:
    """Return whether a line continues the previous statement."""
    return _CONTINUATION_START.match(line) is not None


def _round_font_size(size: float) -> int:
    """Return a valid font size for MicroTeX in physical pixels, at least 1."""
    return max(round(size), _MIN_FONT_SIZE_PX)


def _draw_texture(picture: _FormulaTexture, ratio: float) -> None:
    imgui.image(
        imgui.ImTextureRef(picture.name),
        (picture.width / ratio, picture.height / ratio),
    )


def _write_as_text(latex: str, tone: RGBA, theme: Theme, lit: str) -> str:
    """Write the formula as text; return its first key if hovered, else ""."""
    names = formula_symbols.symbol_keys(latex)
    with push_style(text=theme.accent if lit and lit in names else tone):
        localized.text_wrapped(formula_symbols.to_unicode(latex))
    return names[0] if names and imgui.is_item_hovered() else ""


def _find_symbol_boxes(latex: str, size: int) -> list[Box]:
    """Return the box of each symbol in px, from a rendering in distinct colours."""
    numbered_latex = formula_symbols.number_symbols(latex)
    pixels = _render_pixels(numbered_latex, size, _BLACK_PIXEL)
    return _find_colour_boxes(pixels, len(formula_symbols.symbol_keys(latex)))


def _find_colour_boxes(pixels: np.ndarray, count: int) -> list[Box]:
    """Return the box of each symbol's colour in px; (0, 0, 0, 0) if it does not occur.

    `pixels` are uint8 RGBA of shape (height, width, 4).
    """
    red, green, blue, alpha = (pixels[..., i].astype(int) for i in range(4))
    boxes: list[Box] = []
    for number in range(count):
        r, g, b = formula_symbols.symbol_colour(number)
        # Premultiplied pixels are rounded, which changes a channel by a level or two.
        near = (abs(red - r) < 9) & (abs(green - g) < 9) & (abs(blue - b) < 9)
        rows, columns = np.nonzero(near & (alpha > 60))
        box = (0, 0, 0, 0)
        if rows.size:
            low, high = (columns.min(), rows.min()), (columns.max(), rows.max())
            box = int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1
        boxes.append(box)
    return boxes


# Each formula needs all colours of the theme in every frame.
@lru_cache(maxsize=256)
def _format_hex(tone: RGBA) -> str:
    red, green, blue = (round(255 * part) for part in tone[:3])
    return f"{red:02x}{green:02x}{blue:02x}"


def _start_latex() -> bool:
    """Start MicroTeX; return whether it is available."""
    folder = FONTS_FOLDER / "latex"
    try:
        imgui_microtex.init(
            str(folder / "latinmodern-math.clm1"), str(folder / "latinmodern-math.otf")
        )
    except RuntimeError:
        return False
    if _can_render_text():
        return True
    try:
        with _temporary_locale():
            return _can_render_text()
    except OSError:
        return False


def _can_render_text() -> bool:
    try:
        imgui_microtex.render(_LOCALE_PROBE_LATEX, 20, _BLACK_PIXEL)
    except RuntimeError:
        return False
    return True


@contextmanager
def _temporary_locale() -> Iterator[None]:
    """Provide a substitute locale under the name that MicroTeX requests.

    The C library reads a locale's files once and keeps them, so it is needed only
    briefly.

    Raises
    ------
    OSError
        Symbolic links cannot be made.
    """
    locale_path = os.environ.get("LOCPATH")
    with temporary_folder() as folder:
        plain = next((p for p in _PLAIN_LOCALES if p.is_dir()), None)
        if plain:
            (folder / _LOCALE_NAME).symlink_to(plain)
        os.environ["LOCPATH"] = str(folder)
        try:
            yield
        finally:
            if locale_path is None:
                del os.environ["LOCPATH"]
            else:
                os.environ["LOCPATH"] = locale_path


def _render_pixels(latex: str, size: float, colour: int) -> np.ndarray:
    """Return a rendered formula, shape (height, width, 4), uint8 RGBA.

    Raises
    ------
    RuntimeError
        MicroTeX cannot read it.
    """
    spaced = _SLANTED_LETTER.sub(r"\1\\,", latex)
    pixels: np.ndarray = imgui_microtex.render(spaced, size, colour).pixels_as_array()
    return pixels


def _upload_formula(latex: str, size: float, colour: int) -> _FormulaTexture:
    pixels = _render_pixels(latex, size, colour)
    height, width = pixels.shape[:2]
    texture = PixelTexture()
    return _FormulaTexture(texture, texture.bind(pixels, smooth=True), width, height)
