"""A face of the system's for letters that ours lack: looked for where one is shown."""

import os
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from playground.render.fonts import BODY, ICONS, font, missing

# Those with most letters first.
_FILES = (
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
class SystemFace:
    """A file of a font, and by how much its lines are higher than those of BODY.

    That is for letters of the same size.
    """

    file: Path
    higher: float


class _LettersShown:
    lacking = False


def noted(text: str) -> str:
    """Return a text that is shown; it is remembered whether ours lack a letter of it.

    Examples
    --------
    >>> noted("Hit")
    'Hit'
    """
    if not text.isascii():
        _note(text)
    return text


@lru_cache(maxsize=4096)
def _note(text: str) -> None:
    _LettersShown.lacking = _LettersShown.lacking or bool(
        missing(text, (*BODY, *ICONS))
    )


def lacking() -> bool:
    """Return whether a letter has been shown that ours lack."""
    return _LettersShown.lacking


@cache
def system_face() -> SystemFace | None:
    """Return the best of the system's faces that we know of; None if it has none."""
    found = {
        file.name: file
        for folder in _folders()
        for file in folder.rglob("*.tt[cf]")
        if file.name in _FILES
    }
    for name in _FILES:
        if name in found:
            higher = line_height(found[name].read_bytes()) * font(BODY[0]).em
            return SystemFace(found[name], higher)
    return None


def _folders() -> Iterable[Path]:
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
