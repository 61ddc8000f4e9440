"""The window's faces, and which letters they have.

The letters are those of OpenType's table `cmap`, formats 4 and 12:
https://learn.microsoft.com/typography/opentype/spec/cmap
"""

import struct
from functools import cache
from pathlib import Path

import imgui_bundle

FONTS = Path(imgui_bundle.__file__).parent / "assets" / "fonts"
_MONO = "Inconsolata-Medium.ttf"
# Where the signs come from that a face lacks, the first that has one. Of these only
# Inconsolata has the digits below the line.
_SIGNS = ("latex/latinmodern-math.otf", _MONO)
BODY = ("Roboto/Roboto-Regular.ttf", *_SIGNS)
BOLD = ("Roboto/Roboto-Bold.ttf", *_SIGNS)
MONO = (_MONO, *_SIGNS)
ICONS = ("Font_Awesome_6_Free-Solid-900.otf",)


@cache
def letters(*names: str) -> frozenset[str]:
    """Return every letter that at least one of the fonts has."""
    return frozenset().union(*(_letters(FONTS / name) for name in names))


def missing(text: str, faces: tuple[str, ...] = BODY) -> str:
    """Return the letters of a text that no font of a face has."""
    return "".join(sorted(set(text) - letters(*faces) - {"\n"}))


def _letters(path: Path) -> set[str]:
    data = path.read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    entries = (struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(count))
    table = next(offset for tag, _, offset, _ in entries if tag == b"cmap")
    (count,) = struct.unpack_from(">H", data, table + 2)
    found: set[str] = set()
    for i in range(count):
        _, _, offset = struct.unpack_from(">HHI", data, table + 4 + 8 * i)
        (kind,) = struct.unpack_from(">H", data, table + offset)
        reader = {4: _segments, 12: _groups}.get(kind)
        found |= reader(data, table + offset) if reader else set()
    return found


def _segments(data: bytes, at: int) -> set[str]:
    size = struct.unpack_from(">H", data, at + 6)[0]  # twice the number of segments
    count, found = size // 2, set()
    for i in range(count):
        (end,) = struct.unpack_from(">H", data, at + 14 + 2 * i)
        place = at + 16 + size + 2 * i
        (start,) = struct.unpack_from(">H", data, place)
        (delta,) = struct.unpack_from(">H", data, place + size)
        (offset,) = struct.unpack_from(">H", data, place + 2 * size)
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if offset:
                spot = place + 2 * size + offset + 2 * (code - start)
                (glyph,) = struct.unpack_from(">H", data, spot)
            # A glyph named 0 is the empty box, with or without the delta.
            if (glyph + delta) % 0x10000 and (glyph or not offset):
                found.add(chr(code))
    return found


def _groups(data: bytes, at: int) -> set[str]:
    (count,) = struct.unpack_from(">I", data, at + 12)
    found: set[str] = set()
    for i in range(count):
        start, end, glyph = struct.unpack_from(">III", data, at + 16 + 12 * i)
        found |= {chr(code) for code in range(start, end + 1) if glyph + code - start}
    return found
