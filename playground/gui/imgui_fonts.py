"""The faces of the window in Dear ImGui: ours, and one of the system's if needed."""

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

# It need not be loaded for that.
_BUNDLE_SPEC = find_spec("imgui_bundle")
assert _BUNDLE_SPEC is not None
assert _BUNDLE_SPEC.origin is not None
FONTS_FOLDER = Path(_BUNDLE_SPEC.origin).parent / "assets" / "fonts"


def font_file(name: str) -> Path:
    """Return the file of a font of the window by its name in `render.fonts`."""
    return (FONT_FOLDER if name in (JAPANESE, JAPANESE_BOLD) else FONTS_FOLDER) / name


# ----------------------------------------------------------------------------
# A face of the system's for letters that ours lack: looked for where one is shown.
# ----------------------------------------------------------------------------


# Those with most letters first.
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
    """A file of a font, and by how much its lines are higher than those of BODY.

    That is for letters of the same size.
    """

    file: Path
    height_ratio: float


class _MissingLetters:
    any_missing = False


def track_missing_letters(text: str) -> str:
    """Return a text that is shown; it is remembered whether ours lack a letter of it.

    Examples
    --------
    >>> noted("Hit")
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
    """Return whether a letter has been shown that ours lack."""
    return _MissingLetters.any_missing


@cache
def find_system_font() -> SystemFont | None:
    """Return the best of the system's faces that we know of; None if it has none."""
    found = {
        file.name: file
        for folder in _system_font_folders()
        for file in folder.rglob("*.tt[cf]")
        if file.name in _SYSTEM_FONT_FILES
    }
    for name in _SYSTEM_FONT_FILES:
        if name in found:
            higher = line_height(found[name].read_bytes()) * load_font(BODY[0]).em
            return SystemFont(found[name], higher)
    return None


def _system_font_folders() -> Iterable[Path]:
    """Return where fonts lie in Linux, macOS and Windows."""
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
    """Return how high a line is in ems, by the first font in a file.

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
"""How high a line of words is where nothing else is said, in logical pixels."""


@dataclass(frozen=True)
class Fonts:
    """The faces of the user interface."""

    body: imgui.ImFont
    bold: imgui.ImFont
    mono: imgui.ImFont
    math: imgui.ImFont

    @cached_property
    def fonts_by_face(self) -> Mapping[FontStack, imgui.ImFont]:
        """The loaded fonts by their faces."""
        return {BODY: self.body, BOLD: self.bold, MONO: self.mono, MATH: self.math}


def load_fonts() -> Fonts:
    """Load them into the current context."""
    return Fonts(
        body=_load_face(*BODY),
        bold=_load_face(*BOLD),
        mono=_load_face(*MONO),
        math=_load_face(*MATH),
    )


def add_system_font(own: Fonts) -> bool:
    """Add a face of the system's behind ours; return whether there is any."""
    found = find_system_font()
    if found is None:
        return False
    for face in own.fonts_by_face.values():
        config = _merge_config()
        config.dst_font = face
        size = BODY_SIZE * found.height_ratio
        imgui.get_io().fonts.add_font_from_file_ttf(str(found.file), size, config)
    return True


def _load_face(own: str, *signs: str) -> imgui.ImFont:
    """Load a face; the signs it lacks come from the others."""
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
# The Font Awesome signs on buttons, by what they do.
# ----------------------------------------------------------------------------


PLAY = "\uf04b"
PAUSE = "\uf04c"
STEP_BACK = "\uf048"
STEP_FORWARD = "\uf051"
LOOP = "\uf534"
# What comes next: the sun, a board to throw the picture on, the moon.
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
