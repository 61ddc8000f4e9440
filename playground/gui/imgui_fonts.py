"""Fonts of the window in Dear ImGui: bundled ones, and a system font if needed."""

import os
import struct
from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path

from imgui_bundle import imgui

from playground.quick_dataclass import dataclass
from playground.render.fonts import (
    BODY,
    BOLD,
    FONT_FOLDER,
    ICONS,
    JAPANESE,
    JAPANESE_BOLD,
    MATH,
    MONO,
    FontStack,
    load_font,
    missing_letters,
)

# Finds the package's folder without importing it.
_BUNDLE_SPEC = find_spec("imgui_bundle")
assert _BUNDLE_SPEC is not None
assert _BUNDLE_SPEC.origin is not None
FONTS_FOLDER = Path(_BUNDLE_SPEC.origin).parent / "assets" / "fonts"


def font_file(name: str) -> Path:
    """Return the path of a font with a name from `render.fonts`."""
    return (FONT_FOLDER if name in (JAPANESE, JAPANESE_BOLD) else FONTS_FOLDER) / name


# ----------------------------------------------------------------------------
# A system font for letters that the bundled fonts lack, searched on demand.
# ----------------------------------------------------------------------------


# By number of letters, descending.
_SYSTEM_FONT_FILES = (
    "NotoSansCJK-Regular.ttc",
    "ヒラギノ角ゴシック W3.ttc",
    "YuGothR.ttc",
    "meiryo.ttc",
    "NotoSans-Regular.ttf",
    "Arial Unicode.ttf",
    "segoeui.ttf",
    "DejaVuSans.ttf",
)


@dataclass(frozen=True)
class SystemFont:
    """File of a system font, and its line height relative to BODY at the same size."""

    file: Path
    height_ratio: float


class _MissingLetters:
    any_missing = False


def track_missing_letters(text: str) -> str:
    """Return a displayed text, and note whether the bundled fonts lack a letter of it.

    Examples
    --------
    >>> track_missing_letters("Hit")
    'Hit'
    """
    if not text.isascii():
        _update_missing_letters(text)
    return text


@lru_cache(maxsize=4096)
def _update_missing_letters(text: str) -> None:
    _MissingLetters.any_missing = _MissingLetters.any_missing or bool(
        missing_letters(text, (*BODY, *ICONS))
    )


def has_missing_letters() -> bool:
    """Return whether a letter has been displayed that the bundled fonts lack."""
    return _MissingLetters.any_missing


@cache
def find_system_font() -> SystemFont | None:
    """Return the known system font with the most letters; None if none is installed."""
    fonts = {
        file.name: file
        for folder in _system_font_folders()
        for file in folder.rglob("*.tt[cf]")
        if file.name in _SYSTEM_FONT_FILES
    }
    for name in _SYSTEM_FONT_FILES:
        if name in fonts:
            higher = line_height(fonts[name].read_bytes()) * load_font(BODY[0]).em
            return SystemFont(fonts[name], higher)
    return None


def _system_font_folders() -> Iterable[Path]:
    """Return the folders of fonts on Linux, macOS and Windows."""
    home, windows = Path.home(), Path(os.environ.get("WINDIR", "C:\\Windows"))
    return (
        home / ".local/share/fonts",
        Path("/usr/local/share/fonts"),
        Path("/usr/share/fonts"),
        Path("/System/Library/Fonts"),
        Path("/Library/Fonts"),
        windows / "Fonts",
    )


def line_height(data: bytes) -> float:
    """Return the line height, in ems, of the first font in a file with this content.

    The format: https://learn.microsoft.com/typography/opentype/spec/otff
    """
    (start,) = struct.unpack_from(">I", data, 12) if data[:4] == b"ttcf" else (0,)
    (count,) = struct.unpack_from(">H", data, start + 4)
    records = struct.iter_unpack(">4sIII", data[start + 12 :][: 16 * count])
    places = {tag: place for tag, _, place, _ in records}
    (em,) = struct.unpack_from(">H", data, places[b"head"] + 18)
    above, below = struct.unpack_from(">hh", data, places[b"hhea"] + 4)
    return float((above - below) / em)


# ----------------------------------------------------------------------------


BODY_SIZE = 15.0
"""Default font size in logical pixels."""


@dataclass(frozen=True)
class Fonts:
    """Loaded fonts of the user interface."""

    body: imgui.ImFont
    bold: imgui.ImFont
    mono: imgui.ImFont
    math: imgui.ImFont

    @cached_property
    def fonts_by_face(self) -> Mapping[FontStack, imgui.ImFont]:
        """The loaded fonts by font stack."""
        return {BODY: self.body, BOLD: self.bold, MONO: self.mono, MATH: self.math}


def load_fonts() -> Fonts:
    """Load the bundled fonts into the current ImGui context."""
    return Fonts(
        body=_load_face(*BODY),
        bold=_load_face(*BOLD),
        mono=_load_face(*MONO),
        math=_load_face(*MATH),
    )


def add_system_font(own: Fonts) -> bool:
    """Add a system font as fallback to all fonts; return False if there is none."""
    font = find_system_font()
    if font is None:
        return False
    for face in own.fonts_by_face.values():
        config = _merge_config()
        config.dst_font = face
        size = BODY_SIZE * font.height_ratio
        imgui.get_io().fonts.add_font_from_file_ttf(str(font.file), size, config)
    return True


def _load_face(own: str, *signs: str) -> imgui.ImFont:
    """Load a font, with the others of its stack as fallbacks."""
    fonts = imgui.get_io().fonts
    face = fonts.add_font_from_file_ttf(str(font_file(own)), BODY_SIZE)
    for extra in (*signs[:1], *ICONS, *signs[1:]):
        fonts.add_font_from_file_ttf(str(font_file(extra)), BODY_SIZE, _merge_config())
    return face


def _merge_config() -> imgui.ImFontConfig:
    config = imgui.ImFontConfig()
    config.merge_mode = True
    return config


# ----------------------------------------------------------------------------
# Icons of Font Awesome.
# ----------------------------------------------------------------------------


PLAY = "\uf04b"
PAUSE = "\uf04c"
STEP_BACK = "\uf048"
STEP_FORWARD = "\uf051"
LOOP = "\uf534"
# The icon is that of the next theme.
THEMES = {"dark": "\uf185", "light": "\uf26c", "projector": "\uf186"}
FIND = "\uf002"
PRESENT = "\uf51b"
FULL_SCREEN = "\uf0b2"
KEYS = "\uf11c"
UNDO = "\uf0e2"
REDO = "\uf01e"
RESET = "\uf015"
AGAIN = "\uf021"
FIT = "\uf065"
SHARE = "\uf0c5"
OPEN = "\uf07c"
SAVE = "\uf0c7"
PICTURE = "\uf030"
RECORD = "\uf111"
FILM = "\uf03d"
STOP = "\uf04d"
CURVE = "\uf201"
MAP = "\uf279"
ALL = "\uf5fd"
LEFT = "\uf060"
RIGHT = "\uf061"
HIT = "\uf140"
MISS = "\uf05e"
AGREES = "\uf00c"
DIFFERS = "\uf12a"
WARNING = "\uf071"
LESSON = "\uf02d"
WRITE = "\uf044"
PEN = "\uf304"
WIPE = "\uf12d"
CLOSE = "\uf00d"
UP = "\uf062"
DOWN = "\uf063"
DELETE = "\uf2ed"
TO_DO = "\uf192"
DONE = "\uf058"
FOLDED = "\uf0da"
UNFOLDED = "\uf0d7"
CODE = "\uf121"
MORE = "\uf0c9"
LINK = "\uf08e"
