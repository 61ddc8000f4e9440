"""Typeset formulas: LaTeX as a texture, or Unicode text where LaTeX cannot start."""

import math
import os
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from imgui_bundle import imgui, imgui_microtex

from playground.gui.fonts import FONTS
from playground.gui.imgui_backend import packed
from playground.gui.widgets import localized
from playground.i18n import message
from playground.render.gl.framebuffer import PixelTexture
from playground.render.theme import RGBA, Theme
from playground.scene import formula_symbols
from playground.session.atomic_write import passing_folder

# Each text is set once; so many are kept, and of their pictures so many bytes.
_KEPT = 256
_BYTES = 96 << 20
_BLACK = 0xFF000000
# However little room there is, formulas are set this large, in pixels.
_SMALLEST = 1
# A formula that is set smaller than this share of its size is hard to read.
_READABLE = 0.8
# How far a line that goes on with the one before it is moved in, in sizes.
_INDENT = 1.0
_GOES_ON = re.compile(r"[=<>+-]|\\(?:le|ge|ne|approx|Rightarrow|to)(?![a-zA-Z])")
# MicroTeX lets such a letter, in a colour or not, lean into what stands behind it.
_LEANS = re.compile(
    r"(?<![A-Za-z_\\])([FNPTVWY]\$?\}?)"
    r"(?=\s*(?:[)|=+<>-]|\\(?:right|cdot|mp|pm|le|ge|ne)(?![A-Za-z])))"
)
_FAINT = re.compile(r"\\textcolor\{[^{}]*\}")
# What MicroTeX sets only with the locale that it asks the C library for by this name.
_LOCALE = "en_US.UTF-8"
_NEEDS_LOCALE = r"\textcolor{#000000}{|V|^2} \text{at}"
# The same letters and numbers without a country, in whatever Linux has no other.
_PLAIN_LOCALES = tuple(Path("/usr/lib/locale", name) for name in ("C.utf8", "C.UTF-8"))

_EXCUSE = message(
    "Formulas are shown as plain text: this system has neither the locale {locale} nor "
    "{plain}.",
    locale=_LOCALE,
    plain=_PLAIN_LOCALES[0],
)

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class _FormulaPicture:
    texture: PixelTexture
    name: int
    width: int
    height: int

    @property
    def bytes(self) -> int:
        return 4 * self.width * self.height


@dataclass(frozen=True)
class _FormulaLook:
    """How a formula is drawn: see `Formulas.draw`."""

    size: float
    tone: RGBA
    theme: Theme
    ratio: float
    tones: Mapping[str, RGBA]
    lit: str


class Formulas:
    """Draws formulas and tells which of their terms the pointer is on.

    `excuse` says why they are written as text, where LaTeX cannot start.
    """

    def __init__(self) -> None:
        self.typeset = _start()
        self.excuse = "" if self.typeset else _EXCUSE
        self._kept: OrderedDict[tuple[str, int, int], _FormulaPicture | None] = (
            OrderedDict()
        )
        self._lines: OrderedDict[tuple[str, float, float, float], list[str]] = (
            OrderedDict()
        )
        self._held = 0
        self._boxes: OrderedDict[tuple[str, int], list[Box]] = OrderedDict()

    def delete(self) -> None:
        """Free the pictures."""
        while self._kept:
            self._forget()

    def draw(
        self,
        latex: str,
        size: float,
        tone: RGBA,
        theme: Theme,
        ratio: float,
        *,
        tones: Mapping[str, RGBA],
        lit: str,
    ) -> str:
        """Draw a formula at ImGui's cursor, in lines as wide as the space there.

        Only a part that no line can be made of is set smaller, and seen whole under a
        pointer that rests on it.
        Terms have the colours of `tones`; those of the key `lit` lie on a plate.
        Return the key of the term under the pointer, or "".
        """
        look = _FormulaLook(size, tone, theme, ratio, tones, lit)
        room, pointed = imgui.get_content_region_avail().x, ""
        for place, line in enumerate(self.lines(latex, size, ratio, room)):
            if place and _goes_on(line):
                imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + _INDENT * size)
            pointed = self._line(line, look) or pointed
        return pointed

    def lines(self, latex: str, size: float, ratio: float, room: float) -> list[str]:
        """Return a formula in as few lines as are no wider than the room, if any."""
        known = (latex, size, ratio, room)
        if known not in self._lines:
            self._lines[known] = self._broken(latex, size, ratio, room)
            if len(self._lines) > _KEPT:
                self._lines.popitem(last=False)
        return self._lines[known]

    def _broken(self, latex: str, size: float, ratio: float, room: float) -> list[str]:
        # Plain text is broken where it is written, and rows closer than in a table.
        fits = self.extent(latex, size, ratio)[0] <= room
        if not self.typeset or (fits and not formula_symbols.is_table(latex)):
            return [latex]
        parts = formula_symbols.pieces(latex, 0)
        # Rows of a table stay rows, and statements are side by side.
        if formula_symbols.is_table(latex):
            rows = (self._broken(row, size, ratio, room) for row in parts)
            return [line for row in rows for line in row]
        lines = list[str]()
        for part in parts:
            longer = lines[-1] + r" \; " + part if lines else ""
            own = room - (_INDENT * size if _goes_on(longer) else 0.0)
            if longer and self.extent(longer, size, ratio)[0] <= own:
                lines[-1] = longer
            else:
                lines += self._parted(part, size, ratio, room)
        return lines

    def _parted(self, latex: str, size: float, ratio: float, room: float) -> list[str]:
        """Return one statement in lines, each but the first moved in."""
        if self.extent(latex, size, ratio)[0] <= room:
            return [latex]
        tried, moved = [], room - _INDENT * size
        for level in (1, 2):
            first, *others = formula_symbols.pieces(latex, level)
            lines = [first]
            for part in others:
                longer, own = f"{lines[-1]} {part}", moved if lines[1:] else room
                if self.extent(longer, size, ratio)[0] <= own:
                    lines[-1] = longer
                else:
                    lines.append(part)
            widest = max(self.extent(line, size, ratio)[0] for line in lines)
            # The fewer lines the better, unless they have to be made smaller.
            tried.append((max(widest, room), len(lines), widest, lines))
        return min(tried)[3]

    def _line(self, latex: str, look: "_FormulaLook") -> str:
        """Draw one line; return the key of the term under the pointer, or ""."""
        size, tone, theme = look.size, look.tone, look.theme
        ratio, lit = look.ratio, look.lit
        tones = {key: _hex(value) for key, value in look.tones.items()}
        # What is not the case is coloured in the formula itself.
        dim = rf"\\textcolor{{{_hex(theme.text_muted)}}}"
        painted = formula_symbols.coloured(_FAINT.sub(dim, latex), tones)
        room = imgui.get_content_region_avail().x * ratio
        fitting = _pixels(size * ratio)
        picture = whole = self._picture(painted, fitting, packed(tone))
        if picture and picture.width > room:
            fitting = _pixels(math.floor(fitting * room / picture.width))
            picture = self._picture(painted, fitting, packed(tone))
        if picture is None:
            return _as_text(latex, tone, theme, lit)
        at = imgui.get_cursor_screen_pos()
        self._plates(latex, fitting, at, theme, ratio, lit)
        _show(picture, ratio)
        if not imgui.is_item_hovered():
            return ""
        rests = imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip)
        key = self._pointed(latex, fitting, at, ratio)
        if whole and picture.width < _READABLE * whole.width and rests:
            imgui.begin_tooltip()
            _show(whole, ratio)
            imgui.end_tooltip()
        return key

    def extent(self, latex: str, size: float, ratio: float) -> tuple[float, float]:
        """Return how wide and high a formula is, in logical pixels.

        Set in colours, a term can take more room than without.
        """
        painted = formula_symbols.coloured(
            latex, dict.fromkeys(formula_symbols.keys(latex), "000000")
        )
        picture = self._picture(painted, _pixels(size * ratio), _BLACK)
        if picture:
            return picture.width / ratio, picture.height / ratio
        text = localized.calc_text_size(formula_symbols.to_unicode(latex))
        return text.x, text.y

    def _plates(
        self,
        latex: str,
        size: int,
        at: imgui.ImVec2,
        theme: Theme,
        ratio: float,
        lit: str,
    ) -> None:
        names = formula_symbols.keys(latex)
        if not lit or lit not in names:
            return
        draw = imgui.get_window_draw_list()
        for key, box in zip(names, self._term_boxes(latex, size), strict=True):
            if key == lit:
                left, top, right, bottom = (length / ratio for length in box)
                low = imgui.ImVec2(at.x + left - 3, at.y + top - 3)
                high = imgui.ImVec2(at.x + right + 3, at.y + bottom + 3)
                draw.add_rect_filled(low, high, packed(theme.accent, 0.28), 4.0)

    def _pointed(self, latex: str, size: int, at: imgui.ImVec2, ratio: float) -> str:
        mouse = imgui.get_mouse_pos()
        x, y = (mouse.x - at.x) * ratio, (mouse.y - at.y) * ratio
        reach = 3 * ratio
        for key, (left, top, right, bottom) in zip(
            formula_symbols.keys(latex), self._term_boxes(latex, size), strict=True
        ):
            if (
                left - reach <= x <= right + reach
                and top - reach <= y <= bottom + reach
            ):
                return key
        return ""

    def _term_boxes(self, latex: str, size: int) -> list[Box]:
        """Return each term's box in pixels, read off a picture with a colour each."""
        key = (latex, size)
        if key not in self._boxes:
            pixels = _rendered(formula_symbols.numbered(latex), size, _BLACK)
            count = len(formula_symbols.keys(latex))
            self._boxes[key] = _boxes(pixels, count)
            if len(self._boxes) > _KEPT:
                self._boxes.popitem(last=False)
        return self._boxes[key]

    def _picture(self, latex: str, size: int, colour: int) -> _FormulaPicture | None:
        key = (latex, size, colour)
        if self.typeset and key not in self._kept:
            self._set(key)
        if not self.typeset:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def _set(self, key: tuple[str, int, int]) -> None:
        try:
            self._kept[key] = picture = _upload(*key)
            self._held += picture.bytes
        except RuntimeError:  # not LaTeX that MicroTeX knows
            self._kept[key] = None
        while len(self._kept) > _KEPT or (self._held > _BYTES and len(self._kept) > 1):
            self._forget()

    def _forget(self) -> None:
        """Let go of the picture that was drawn longest ago."""
        _, oldest = self._kept.popitem(last=False)
        if oldest:
            self._held -= oldest.bytes
            oldest.texture.delete()


def _goes_on(line: str) -> bool:
    """Return whether a line is no statement of its own."""
    return _GOES_ON.match(line) is not None


def _pixels(size: float) -> int:
    """Return a size that formulas can be set in."""
    return max(round(size), _SMALLEST)


def _show(picture: _FormulaPicture, ratio: float) -> None:
    imgui.image(
        imgui.ImTextureRef(picture.name),
        imgui.ImVec2(picture.width / ratio, picture.height / ratio),
    )


def _as_text(latex: str, tone: RGBA, theme: Theme, lit: str) -> str:
    """Write the formula as text; as a whole it stands for its first term."""
    names = formula_symbols.keys(latex)
    imgui.push_style_color(
        imgui.Col_.text, packed(theme.accent if lit and lit in names else tone)
    )
    localized.text_wrapped(formula_symbols.to_unicode(latex))
    imgui.pop_style_color()
    return names[0] if names and imgui.is_item_hovered() else ""


def _boxes(pixels: np.ndarray, count: int) -> list[Box]:
    """Return the box of every colour of `term_colour`; empty if it has none."""
    red, green, blue, alpha = (pixels[..., i].astype(int) for i in range(4))
    boxes: list[Box] = []
    for number in range(count):
        r, g, b = formula_symbols.term_colour(number)
        # The rounding of premultiplied pixels moves a channel by a level or two.
        near = (abs(red - r) < 9) & (abs(green - g) < 9) & (abs(blue - b) < 9)
        rows, columns = np.nonzero(near & (alpha > 60))
        boxes.append(
            (
                int(columns.min()), int(rows.min()),
                int(columns.max()) + 1, int(rows.max()) + 1,
            )
            if rows.size
            else (0, 0, 0, 0)
        )  # fmt: skip
    return boxes


# A theme has few colours, and each formula asks for all of them in every frame.
@lru_cache(maxsize=256)
def _hex(tone: RGBA) -> str:
    red, green, blue = (round(255 * part) for part in tone[:3])
    return f"{red:02x}{green:02x}{blue:02x}"


def _start() -> bool:
    """Start MicroTeX; False where it cannot start."""
    folder = FONTS / "latex"
    try:
        imgui_microtex.init(
            str(folder / "latinmodern-math.clm1"), str(folder / "latinmodern-math.otf")
        )
    except RuntimeError:
        return False
    if _sets_text():
        return True
    try:
        with _locale_of_our_own():
            return _sets_text()
    except OSError:
        return False


def _sets_text() -> bool:
    try:
        imgui_microtex.render(_NEEDS_LOCALE, 20, _BLACK)
    except RuntimeError:
        return False
    return True


@contextmanager
def _locale_of_our_own() -> Iterator[None]:
    """Let the C library find the locale under the name that MicroTeX has for it.

    It reads a locale's files once and keeps them, so that a short while is enough.
    """
    before = os.environ.get("LOCPATH")
    with passing_folder() as folder:
        plain = next((p for p in _PLAIN_LOCALES if p.is_dir()), None)
        if plain:
            (folder / _LOCALE).symlink_to(plain)
        os.environ["LOCPATH"] = str(folder)
        try:
            yield
        finally:
            if before is None:
                del os.environ["LOCPATH"]
            else:
                os.environ["LOCPATH"] = before


def _rendered(latex: str, size: float, colour: int) -> np.ndarray:
    """Return the picture of a formula: `(height, width, 4)` bytes."""
    apart = _LEANS.sub(r"\1\\,", latex)
    pixels: np.ndarray = imgui_microtex.render(apart, size, colour).pixels_as_array()
    return pixels


def _upload(latex: str, size: float, colour: int) -> _FormulaPicture:
    pixels = _rendered(latex, size, colour)
    height, width = pixels.shape[:2]
    texture = PixelTexture()
    return _FormulaPicture(texture, texture.bind(pixels, smooth=True), width, height)
