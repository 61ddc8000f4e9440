"""Makes the fonts that pictures and pages carry, from those of imgui_bundle.

They are made once, by

    uv run --with fonttools --with brotli tests/tools/subset_fonts.py

and again where a sign is added. Nothing else needs fonttools.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from playground.render.embedded import HERE
from playground.render.fonts import BODY, BOLD, FONTS, MATH
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


if __name__ == "__main__":
    _make(MATH[0], "symbols", ITALICS + _NUMBERS + _SIGNS, _FAMILY)
    _make(MATH[0], "formulas", ITALICS + _LETTERS + _SIGNS + _GREEK, _FAMILY)
    _make(BODY[0], "words", _WORDS)
    _make(BOLD[0], "words-bold", _WORDS)
