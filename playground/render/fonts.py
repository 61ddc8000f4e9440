"""The faces of the window and of figures: which letters they have, and how wide.

Read are OpenType's tables `cmap`, formats 4 and 12, `head`, `hhea`, `hmtx` and `MATH`:
https://learn.microsoft.com/typography/opentype/spec/otff
"""

import struct
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from unicodedata import east_asian_width

# They come with Dear ImGui, which need not be loaded for that.
_FOUND = find_spec("imgui_bundle")
assert _FOUND is not None
assert _FOUND.origin is not None
FONTS = Path(_FOUND.origin).parent / "assets" / "fonts"
_MONO = "Inconsolata-Medium.ttf"
# Where the signs come from that a face lacks, the first that has one. Of these only
# Inconsolata has the digits below the line.
_MATH = "latex/latinmodern-math.otf"
_SIGNS = (_MATH, _MONO)
Faces = tuple[str, ...]
BODY: Faces = ("Roboto/Roboto-Regular.ttf", *_SIGNS)
BOLD: Faces = ("Roboto/Roboto-Bold.ttf", *_SIGNS)
MONO: Faces = (_MONO, *_SIGNS)
# Symbols of mathematics, and numbers beside them.
MATH: Faces = (_MATH, *BODY[:1], _MONO)
ICONS = ("Font_Awesome_6_Free-Solid-900.otf",)


@dataclass(frozen=True)
class Font:
    """What a font file says of its letters, in shares of a line's height.

    `advances` is how far the pen moves for each letter, and `overhangs` how far a
    slanted one leans over that. The base line lies `base` below the top of a line, and
    an em is `em` high.
    """

    advances: dict[str, float]
    overhangs: dict[str, float]
    base: float
    em: float


@cache
def font(name: str) -> Font:
    """Read a font file."""
    data = (FONTS / name).read_bytes()
    tables = _tables(data)
    (em,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    up, down = struct.unpack_from(">hh", data, tables[b"hhea"] + 4)
    (count,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    line, metrics = up - down, tables[b"hmtx"]

    def advance(glyph: int) -> float:
        # Those beyond the last have its width.
        at = metrics + 4 * min(glyph, count - 1)
        (wide,) = struct.unpack_from(">H", data, at)
        return float(wide / line)

    glyphs = _glyphs(data, tables[b"cmap"])
    advances = {letter: advance(glyph) for letter, glyph in glyphs.items()}
    slanted = _slanted(data, tables[b"MATH"]) if b"MATH" in tables else {}
    overhangs = {
        c: slanted[glyph] / line for c, glyph in glyphs.items() if glyph in slanted
    }
    return Font(advances, overhangs, up / line, em / line)


@cache
def letters(*names: str) -> frozenset[str]:
    """Return every letter that at least one of the fonts has."""
    return frozenset().union(*(font(name).advances for name in names))


def missing(text: str, faces: Faces = BODY) -> str:
    """Return the letters of a text that no font of a face has."""
    return "".join(sorted(set(text) - letters(*faces) - {"\n"}))


@lru_cache(maxsize=4096)
def measure(text: str, size: float, faces: Faces = BODY) -> tuple[float, float]:
    """Return width and height of a line of text.

    Dear ImGui rounds each letter's width to whole pixels, and this does not.
    """
    return advance(text, size, faces), size


def advance(text: str, size: float, faces: Faces) -> float:
    """Return how wide a text is in lines so high."""
    return sum(_advance(letter, faces) for letter in text) * size


def overhang(text: str, size: float) -> float:
    """Return how far a symbol in lines so high leans over its advance."""
    return font(_MATH).overhangs.get(text[-1:], 0.0) * size


@lru_cache(maxsize=4096)
def _advance(letter: str, faces: Faces) -> float:
    """Return a letter's width in shares of the line's height."""
    for name in faces:
        if letter in (advances := font(name).advances):
            return advances[letter]
    # Another font will have it, as wide as its kind of letters are.
    em = font(faces[0]).em
    return em if east_asian_width(letter) in "WF" else 0.6 * em


def _tables(data: bytes) -> dict[bytes, int]:
    """Return where each table of a font file begins."""
    (count,) = struct.unpack_from(">H", data, 4)
    entries = (struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(count))
    return {tag: offset for tag, _, offset, _ in entries}


def _slanted(data: bytes, table: int) -> dict[int, int]:
    """Return the italics correction of each glyph that has one, in the font's units."""
    info = table + struct.unpack_from(">H", data, table + 6)[0]
    info += struct.unpack_from(">H", data, info)[0]
    coverage, count = struct.unpack_from(">HH", data, info)
    glyphs = _covered(data, info + coverage)
    values = (struct.unpack_from(">h", data, info + 4 + 4 * i)[0] for i in range(count))
    return dict(zip(glyphs, values, strict=True))


def _covered(data: bytes, at: int) -> list[int]:
    """Return the glyphs of a coverage table, a list or a list of ranges."""
    kind, count = struct.unpack_from(">HH", data, at)
    if kind == 1:
        return list(struct.unpack_from(f">{count}H", data, at + 4))
    ranges = (struct.unpack_from(">HH", data, at + 4 + 6 * i) for i in range(count))
    return [glyph for first, last in ranges for glyph in range(first, last + 1)]


def _glyphs(data: bytes, table: int) -> dict[str, int]:
    """Return the number of each letter's glyph."""
    readers = {4: _segments, 12: _groups}
    (count,) = struct.unpack_from(">H", data, table + 2)
    found: dict[str, int] = {}
    for i in range(count):
        _, _, offset = struct.unpack_from(">HHI", data, table + 4 + 8 * i)
        (kind,) = struct.unpack_from(">H", data, table + offset)
        if kind in readers:
            found |= readers[kind](data, table + offset)
    return found


def _segments(data: bytes, at: int) -> dict[str, int]:
    size = struct.unpack_from(">H", data, at + 6)[0]  # twice the number of segments
    count, found = size // 2, {}
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
                found[chr(code)] = (glyph + delta) % 0x10000
    return found


def _groups(data: bytes, at: int) -> dict[str, int]:
    (count,) = struct.unpack_from(">I", data, at + 12)
    found: dict[str, int] = {}
    for i in range(count):
        start, end, glyph = struct.unpack_from(">III", data, at + 16 + 12 * i)
        codes = ((code, glyph + code - start) for code in range(start, end + 1))
        found |= {chr(code): number for code, number in codes if number}
    return found
