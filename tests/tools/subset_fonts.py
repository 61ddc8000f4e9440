"""Makes the fonts that pictures and pages carry, and the table of how wide letters are.

Both come from the fonts of imgui_bundle.

They are made once, by

    uv run --with fonttools --with brotli tests/tools/subset_fonts.py

and again where a sign is added. Nothing else needs fonttools.
"""

import json
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from playground.app.panels.font_files import FONTS
from playground.render.embedded import HERE
from playground.render.fonts import ADVANCES, BODY, BOLD, ICONS, MATH, MONO
from playground.scene.notation import ITALICS

_LETTERS = "".join(map(chr, range(0x20, 0x7F)))
_SIGNS = "·×−±∓≤≥≠≈∞°′″√⇒→∥⊥∈∧∨…⟨⟩Δ‖≡"
_GREEK = "αβγδεζηθικλμνξοπρςστυφχψωΓΣΠΩ"
_NUMBERS = "0123456789 .,:;()[]{}+-=<>/|%'"
_WORDS = _LETTERS + "“”‘’–—…·×−°²³⁴±≤≥≠≈√∞→éüöäαβω"
# What the license asks of what is made from its fonts: another name.
_FAMILY = "Playground Math"


def _make(source: str, name: str, signs: str, family: str = "") -> None:
    options = Options()
    options.hinting = False
    # A formula needs the larger brackets and roots, a line of text does not.
    formulas = name == "formulas"
    options.layout_features = ["kern", "ssty"] if formulas else ["kern"]
    options.drop_tables += ["FFTM"] if formulas else ["FFTM", "MATH"]
    font = TTFont(FONTS / source)
    subsetter = Subsetter(options)
    subsetter.populate(text=signs)
    subsetter.subset(font)
    for entry in font["name"].names if family else ():
        if entry.nameID in (1, 4, 6, 16):
            entry.string = family.replace(" ", "") if entry.nameID == 6 else family
    if family and "CFF " in font:
        font["CFF "].cff.fontNames = [family.replace(" ", "")]
    font.flavor = "woff2"
    font.save(Path(HERE, f"{name}.woff2"))


def _told(name: str) -> dict[str, Any]:
    """Return what the program asks of a font file, in the file's own units."""
    font = TTFont(FONTS / name)
    advances, base = font["hmtx"].metrics, font["hhea"].ascent
    runs: list[list[int]] = []
    for code, glyph in sorted(font.getBestCmap().items()):
        wide = advances[glyph][0]
        if runs and runs[-1][0] + len(runs[-1]) - 1 == code:
            runs[-1].append(wide)
        else:
            runs.append([code, wide])
    line = base - font["hhea"].descent
    em, leans = font["head"].unitsPerEm, _leans(font)
    return {"line": line, "base": base, "em": em, "leans": leans, "runs": runs}


def _leans(font: TTFont) -> dict[str, int]:
    """Return how far each slanted letter leans over its advance: MATH's corrections."""
    if "MATH" not in font:
        return {}
    told = font["MATH"].table.MathGlyphInfo.MathItalicsCorrectionInfo
    glyphs = told.Coverage.glyphs
    by = {g: v.Value for g, v in zip(glyphs, told.ItalicsCorrection, strict=True)}
    letters = font.getBestCmap().items()
    return {chr(code): by[glyph] for code, glyph in letters if by.get(glyph)}


def _table() -> None:
    names = sorted({*BODY, *BOLD, *MONO, *MATH, *ICONS})
    rows = (
        f"{json.dumps(name)}: {json.dumps(_told(name), separators=(',', ':'))}"
        for name in names
    )
    ADVANCES.write_text("{" + ",\n".join(rows) + "}\n")


if __name__ == "__main__":
    _make(MATH[0], "symbols", ITALICS + _NUMBERS + _SIGNS, _FAMILY)
    _make(MATH[0], "formulas", ITALICS + _LETTERS + _SIGNS + _GREEK, _FAMILY)
    _make(BODY[0], "words", _WORDS)
    _make(BOLD[0], "words-bold", _WORDS)
    _table()
