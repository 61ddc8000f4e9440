"""Makes the program's fonts, and the table of letter widths.

Latin letters and signs come from the fonts of imgui_bundle, Japanese ones from BIZ
UDPGothic, which is also bundled for the window. Run it as

    npm pack @fontsource/biz-udpgothic && tar xf fontsource-biz-udpgothic-*.tgz
    uv run --with fonttools --with brotli tests/tools/subset_fonts.py package

and again when a sign is added. If only Japanese sentences have new ones, omit the
folder: then the fonts of pages are made from those of the window. Nothing else needs
fonttools.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from playground.gui.imgui_fonts import FONTS_FOLDER, font_file
from playground.i18n.catalog import CATALOGUE_FOLDER as CATALOGUES
from playground.render.fonts import (
    ADVANCES_FILE,
    BODY,
    BOLD,
    FONT_FOLDER,
    ICONS,
    JAPANESE,
    JAPANESE_BOLD,
    JAPANESE_FAMILY,
    MATH,
    MONO,
)
from playground.scene.math_text import ITALICS

_LETTERS = "".join(map(chr, range(0x20, 0x7F)))
_SIGNS = "·×−±∓≤≥≠≈∞°′″√⇒→∥⊥∈∧∨…⟨⟩Δ‖≡"
_GREEK = "αβγδεζηθικλμνξοπρςστυφχψωΓΣΠΩ"
_NUMBERS = "0123456789 .,:;()[]{}+-=<>/|%'"
_WORDS = _LETTERS + "“”‘’–—…·×−°²³⁴±≤≥≠≈√∞→éüöäαβω"
# What the license asks of what is made from its fonts: another name.
_FAMILY = "Playground Math"
# The kanji of the five articles.
_ARTICLES = (
    "一丁丈上下不両中丸乗事二交人今仕他付以仮件伸位体何作使例供係保修倍倒候値側像"
    "先入全公具内円処出分切列初判利到刻則削前力加効勉動化半単原参及双反取可右号各"
    "合同向否含味呼四回因囲図固在垂型基報場境増士変外多大太夫央始嫌子字存学定実宣"
    "容寧対導小少屈展左差幅平広度座式引弧張強弾当形影径後徐従得心必応思性情意感態"
    "慮憶成戻所扇手打扱抜拡括持指挙接推提換撃数整文断新方既日明時普更書替最有未本"
    "条来果校格楕楽構様標横機次止正歩段比気水求汎決法注流浅深渡測満準点無然照爆版"
    "物特状率現球理環生用申画略番異発白的目直省真着瞬知矩短確示神私移稀程積突立章"
    "符等算範簡精納純紫終組経結線編縮置義考者職能自致興舎良色行衝表装補要見規覧角"
    "解触言計記許話誌認語誤説調謝象質赤越足距跳転軸較載辞辺込近返述追逆途通速連進"
    "運遍達違遠適部配重量長開間関防限除階際離難青非面響頂題類飛高"
)
# Above and below the base line, in the em's parts of Roboto and of BIZ UDPGothic: so a
# line of either has letters of the same size, and its base at the same height.
_ABOVE = 1900
_BELOW = 500
_KANA = range(0x3000, 0x3100)
_KANA_AND_WIDE = (*_KANA, *range(0xFF00, 0xFFEF))
# The dash of many keyboards, which has but the code of the other.
_DASH = 0xFF5E
_ITS_GLYPH = 0x301C
# Texts that no page has as a heading, and how long a heading is at most.
_NO_PAGE = tuple(
    f"playground/{name}"
    for name in (
        *("analysis/", "check/", "cli/", "collision/", "gui/", "judge/", "quiz/"),
        *("tracing/", "video/", "scene/author_files", "scene/json", "scene/loader"),
        *("scene/params", "scene/primitives", "scene/query", "scene/serialization"),
    )
)
# But for what heads a mistake in the page of a class.
_CLASS_HEADINGS = tuple(
    f"playground/judge/{name}.py"
    for name in ("diagnosis/features", "findings", "grading/grade")
)
_SHORT = 20
_PLACE = re.compile(r"\{.*?\}")
# The first sign that is of Japanese alone: its blank.
_FIRST = chr(0x3000)


def _make(source: str, name: str, signs: str, family: str = "") -> None:
    options = _plain_options()
    # A formula needs the larger brackets and roots, a line of text does not.
    formulas = name == "formulas"
    options.layout_features = ["kern", "ssty"] if formulas else ["kern"]
    options.drop_tables += ["FFTM"] if formulas else ["FFTM", "MATH"]
    font = TTFont(FONTS_FOLDER / source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=signs)
    subsetter.subset(font)
    _rename(font, family)
    if family and "CFF " in font:
        font["CFF "].cff.fontNames = [family.replace(" ", "")]
    font.flavor = "woff2"
    font.save(Path(FONT_FOLDER, f"{name}.woff2"))


def _plain_options() -> Options:
    options = Options()
    options.hinting = False
    return options


def _rename(font: TTFont, family: str) -> None:
    for entry in font["name"].names if family else ():
        if entry.nameID in (1, 4, 6, 16):
            entry.string = family.replace(" ", "") if entry.nameID == 6 else family


def _make_japanese(folder: Path) -> None:
    """Make the window's fonts: kana, full-width forms and JIS level 1 kanji."""
    signs = {*_signs_of_jis(range(1, 48)), *map(chr, _KANA_AND_WIDE)}
    for name, weight in ((JAPANESE, 400), (JAPANESE_BOLD, 700)):
        file = folder / f"files/biz-udpgothic-japanese-{weight}-normal.woff2"
        font = TTFont(file, recalcTimestamp=False)
        _cut(font, signs)
        for table in font["cmap"].tables:
            table.cmap[_DASH] = table.cmap[_ITS_GLYPH]
        line = font["hhea"]
        line.ascent, line.descent, line.lineGap = _ABOVE, -_BELOW, 0
        system = font["OS/2"]
        system.sTypoAscender, system.sTypoDescender = _ABOVE, -_BELOW
        system.usWinAscent, system.usWinDescent = _ABOVE, _BELOW
        _rename(font, JAPANESE_FAMILY)
        font.flavor = None
        font.save(FONT_FOLDER / name)


def _make_japanese_of_pages() -> None:
    """Make the fonts of pages and pictures, with the signs of our sentences.

    The bold one has those of headings, names and buttons of pages.
    """
    text = (CATALOGUES / "ja.po").read_text("utf-8")
    for name, source, signs in (
        ("japanese", JAPANESE, {*text, *_ARTICLES, *map(chr, _KANA_AND_WIDE)}),
        ("japanese-bold", JAPANESE_BOLD, {*"".join(_headings()), *map(chr, _KANA)}),
    ):
        font = TTFont(FONT_FOLDER / source, recalcTimestamp=False)
        _cut(font, signs)
        font.flavor = "woff2"
        font.save(FONT_FOLDER / f"{name}.woff2")


def _headings() -> Iterator[str]:
    """Yield the bold texts of pages: short ones without a full stop, and questions."""
    with (CATALOGUES / "ja.po").open("rb") as file:
        every = [one for one in read_po(file) if one.id]
    for one in every:
        places = [place for place, _ in one.locations]
        if all(
            place.startswith(_NO_PAGE) and place not in _CLASS_HEADINGS
            for place in places
        ):
            continue
        said = one.string if isinstance(one.string, tuple) else (one.string,)
        for text in said:
            short = len(_PLACE.sub("", text)) <= _SHORT and "。" not in text
            if short or text.endswith("か。"):
                yield text


def _signs_of_jis(rows: Iterable[int]) -> Iterator[str]:
    """Yield the signs in rows of JIS X 0208; level 1 kanji are in rows 16 to 47."""
    for row in rows:
        for cell in range(1, 95):
            pair = bytes((0xA0 + row, 0xA0 + cell))
            yield from pair.decode("euc_jp", errors="ignore")


def _cut(font: TTFont, signs: set[str]) -> None:
    """Remove all signs that are not exclusively Japanese, which other fonts have."""
    options = _plain_options()
    options.layout_features = []
    options.drop_tables += ["vhea", "vmtx", "GSUB", "GlyphOrder", "gasp"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[ord(sign) for sign in signs if sign >= _FIRST])
    subsetter.subset(font)


def _told(name: str) -> dict[str, Any]:
    """Return the metrics of a font that the program needs, in the file's units."""
    font = TTFont(font_file(name))
    advances, base = font["hmtx"].metrics, font["hhea"].ascent
    em, square = font["head"].unitsPerEm, ""
    runs: list[list[int]] = []
    for code, glyph in sorted(font.getBestCmap().items()):
        wide = advances[glyph][0]
        if 0x4E00 <= code < 0xA000 and wide == em:
            square += chr(code)
        elif runs and runs[-1][0] + len(runs[-1]) - 1 == code:
            runs[-1].append(wide)
        else:
            runs.append([code, wide])
    line = base - font["hhea"].descent
    told = {"line": line, "base": base, "em": em, "leans": _leans(font), "runs": runs}
    return told | ({"square": square} if square else {})


def _leans(font: TTFont) -> dict[str, int]:
    """Return the italic correction of each slanted letter, from the MATH table."""
    if "MATH" not in font:
        return {}
    told = font["MATH"].table.MathGlyphInfo.MathItalicsCorrectionInfo
    glyphs = told.Coverage.glyphs
    by = {g: v.Value for g, v in zip(glyphs, told.ItalicsCorrection, strict=True)}
    letters = font.getBestCmap().items()
    return {chr(code): by[glyph] for code, glyph in letters if by.get(glyph)}


def _table() -> None:
    names = sorted({*BODY, *BOLD, *MONO, *MATH, *ICONS})
    compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
    rows = (f"{json.dumps(name)}: {compact.encode(_told(name))}" for name in names)
    ADVANCES_FILE.write_text("{" + ",\n".join(rows) + "}\n", "utf-8")


if __name__ == "__main__":
    for given in sys.argv[1:]:
        _make(MATH[0], "symbols", ITALICS + _NUMBERS + _SIGNS, _FAMILY)
        _make(MATH[0], "formulas", ITALICS + _LETTERS + _SIGNS + _GREEK, _FAMILY)
        _make(BODY[0], "words", _WORDS)
        _make(BOLD[0], "words-bold", _WORDS)
        _make_japanese(Path(given))
        _table()
    _make_japanese_of_pages()
