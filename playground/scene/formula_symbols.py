r"""Marked symbols in formulas: `\term{key}{...}` stands for the drawn quantity `key`.

Formulas are split, coloured and converted to plain text here. Functions that read a
mark's content raise ValueError if its brace is not closed.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from playground.scene.math_text import dim_formula
from playground.scene.refusal import refusal

_SYMBOL_KEY = re.compile(r"\\term\{([^{}]*)\}")
_SYMBOL_START = re.compile(r"\\term\{([^{}]*)\}\{")
_BRACE = re.compile(r"[{}]")


def replace_symbols(latex: str, render: Callable[[str, str], str]) -> str:
    """Return the formula with each symbol replaced by `render(key, content)`.

    Raises
    ------
    ValueError
        A symbol's brace is not closed.
    """
    parts, at = [], 0
    while found := _SYMBOL_START.search(latex, at):
        end = _find_closing_brace(latex, found.end())
        parts += [latex[at : found.start()], render(found[1], latex[found.end() : end])]
        at = end + 1
    return "".join([*parts, latex[at:]])


def strip_symbols(latex: str) -> str:
    """Return the formula without its marks."""
    return replace_symbols(latex, lambda key, content: content)


def symbol_keys(latex: str) -> list[str]:
    """Return the keys of the formula's symbols, in order."""
    return _SYMBOL_KEY.findall(latex)


def list_symbols(latex: str) -> list[tuple[str, str]]:
    """Return key and content of each of the formula's symbols."""
    symbols: list[tuple[str, str]] = []

    def collect(key: str, part: str) -> str:
        symbols.append((key, part))
        return part

    replace_symbols(latex, collect)
    return symbols


def colour_symbols(latex: str, colours: dict[str, str]) -> str:
    r"""Return the formula with symbols in their colours.

    `colours` maps keys to colours `rrggbb`, as a leading # would begin an argument's
    name inside `\dfrac`; a symbol whose key it lacks loses its mark.
    """

    def paint(key: str, content: str) -> str:
        tone = colours.get(key)
        return rf"\textcolor{{{tone}}}{{${content}$}}" if tone else content

    return replace_symbols(latex, paint)


# Line breaks of a formula: after a separator of statements; before a relation; before
# a summand. Spaces go to the end of a line.
_BREAK_PATTERNS = (
    re.compile(r"(?:,\s*(?:\\[;:,!]|\\q?quad(?![a-z]))|\\q?quad(?![a-z]))\s*()"),
    re.compile(r"()(?:[=<>]|\\(?:le|ge|ne|approx|Rightarrow|to)(?![a-zA-Z]))"),
    re.compile(r"(?<=[\w})|])\s*()[+-](?=\s)"),
)
_TABLE = re.compile(r"\\begin\{array\}\{r?l\}(.*)\\end\{array\}", re.DOTALL)
_SIGN = re.compile(r"\\left|\\right|\\begin|\\end|\\[a-zA-Z]+|\\.|.", re.DOTALL)
_OPENS = frozenset(("{", "(", "[", "\\left", "\\begin"))
_CLOSES = frozenset(("}", ")", "]", "\\right", "\\end"))


def split_formula(latex: str, level: int) -> list[str]:
    r"""Split a formula into parts that may be lines of their own.

    Parameters
    ----------
    latex : str
        A formula. Rows are split if all of it is an `array` with columns `l` or `rl`;
        other environments stay whole.
    level : int
        0 splits statements and rows of a table, 1 also before relations, 2 also before
        summands.

    Examples
    --------
    >>> split_formula(r"s = r^2 - (a - b), \; t = 1", 0)
    ['s = r^2 - (a - b),', 't = 1']
    >>> split_formula("s = r^2 - (a - b)", 2)
    ['s', '= r^2', '- (a - b)']
    """
    if table := _TABLE.fullmatch(latex.strip()):
        rows = [row.replace("&", "").strip() for row in table[1].split(r"\\")]
        return [
            part
            for row in rows
            for part in (split_formula(row, level) if level else [row])
        ]
    outside = _top_level_positions(latex)
    cuts = {
        match.start(1)
        for parting in _BREAK_PATTERNS[: level + 1]
        for match in parting.finditer(latex)
        if match.start(1) in outside and 0 < match.start(1) < len(latex)
    }
    ends = [0, *sorted(cuts), len(latex)]
    parts = (latex[a:b].strip() for a, b in pairwise(ends))
    return [re.sub(r"\s*\\(?:[;:,!]|q?quad)$", "", part) for part in parts if part]


def stack_rows(rows: Sequence[str], columns: str = "l") -> str:
    r"""Return LaTeX rows one below another, with a letter in `columns` per column.

    Examples
    --------
    >>> print(stack_rows(["a & = 1", "b & = 2"], "rl"))
    \begin{array}{rl} a & = 1 \\ b & = 2 \end{array}
    """
    body = r" \\ ".join(rows)
    return rf"\begin{{array}}{{{columns}}} {body} \end{{array}}"


def condition_row(cells: Sequence[str], *, holds: bool) -> str:
    """Return a row of a table of conditions: with an arrow if it holds, else in gray.

    A row whose first cell is empty continues the one above, and has no arrow.
    """
    if holds:
        return " & ".join([r"\Rightarrow" if cells[0] else "", *cells])
    dimmed_cells = [dim_formula(strip_symbols(cell)) if cell else "" for cell in cells]
    return " & ".join(["", *dimmed_cells])


def is_table(latex: str) -> bool:
    """Return whether a formula is an array of rows."""
    return _TABLE.fullmatch(latex.strip()) is not None


def _top_level_positions(latex: str) -> set[int]:
    """Return the positions outside all brackets, groups and tables."""
    depth, bars, places = 0, 0, {0}
    for sign in _SIGN.finditer(latex):
        if sign[0] in _CLOSES:
            depth -= 1
        bars += sign[0] == "|"
        if depth == 0 and bars % 2 == 0:
            places |= {sign.start(), sign.end()}
        if sign[0] in _OPENS:
            depth += 1
    return places


def number_symbols(latex: str) -> str:
    """Return the formula with its symbol i coloured by `symbol_colour(i)`.

    It has at most 110 symbols.
    """
    count = iter(range(256))

    def paint(key: str, content: str) -> str:
        red, green, blue = symbol_colour(next(count))
        return rf"\textcolor{{{red:02x}{green:02x}{blue:02x}}}{{${content}$}}"

    return replace_symbols(latex, paint)


def symbol_colour(number: int) -> tuple[int, int, int]:
    """Return a unique colour (red, green, blue, each 0 to 255) for number 0 to 109."""
    return 24 * (number % 10) + 20, 255, 24 * (number // 10)


def _find_closing_brace(latex: str, start: int) -> int:
    """Return the position of the brace that closes the group open at `start`."""
    depth = 1
    for brace in _BRACE.finditer(latex, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.start()
    raise refusal("a term is not closed in {latex!r}", latex=latex)


_UNICODE_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "theta": "θ",
    "lambda": "λ", "omega": "ω", "pi": "π", "varphi": "φ", "phi": "φ", "Delta": "Δ",
    "cdot": "·", "times": "×", "pm": "±", "mp": "∓", "le": "≤", "leq": "≤",
    "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "to": "→", "rightarrow": "→",
    "Rightarrow": "⇒", "infty": "∞", "approx": "≈", "perp": "⊥", "parallel": "∥",
    "in": "∈", "land": "∧", "lor": "∨", "ldots": "…", "dots": "…", "circ": "°",
    "quad": "  ", "qquad": "   ", "lVert": "|", "rVert": "|", "lvert": "|",
    "rvert": "|", "Vert": "|", "vert": "|", "prime": "′", "equiv": "≡",
    "mapsto": "→", "langle": "⟨", "rangle": "⟩", "min": "min", "max": "max",
    "cos": "cos", "sin": "sin", "colon": ":", "tau": "τ", "lbrace": "{", "rbrace": "}",
}  # fmt: skip
_WRAPPERS = (
    "mathbf|mathrm|text|operatorname|vec|hat|bar|mathit|boldsymbol|mathsf|overline"
)
_GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"


def to_unicode(latex: str) -> str:
    r"""Return a formula as plain text, with one line for each row of a table.

    Examples
    --------
    >>> to_unicode(term("P", "x^2") + r" \le \frac{1}{2}")
    'x² ≤ 1/2'
    """
    latex = _split_table_rows(strip_symbols(latex))
    text = re.sub(r"\\(left|right|displaystyle|limits|big|Big)(?![a-zA-Z])", "", latex)
    text = re.sub(r"\\[,;:! ]", " ", text)
    for _ in range(6):
        text = re.sub(rf"\\(?:{_WRAPPERS})\s*{_GROUP}", r"\1", text)
        text = re.sub(rf"\\[dt]?frac\s*{_GROUP}\s*{_GROUP}", r"(\1)/(\2)", text)
        text = re.sub(rf"\\sqrt\s*{_GROUP}", r"√(\1)", text)
    text = re.sub(r"\^\{?\\circ\}?", "°", text)
    text = re.sub(r"\^\{?2\}?", "²", text)
    text = re.sub(r"\^\{?\\prime\}?|'", "′", text)
    text = re.sub(
        r"\\([a-zA-Z]+)", lambda found: _UNICODE_SIGNS.get(found[1], found[1]), text
    )
    text = text.replace("\\|", "|").replace("\\", "")
    text = re.sub(r"([_^])\{([^{}]*)\}", r"\1\2", text)
    text = text.replace("{", "").replace("}", "").replace("-", "−").replace("&", "")
    text = re.sub(r"\((\w+)\)/\((\w+)\)", r"\1/\2", text)
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _split_table_rows(latex: str) -> str:
    """Return the formula with each row of a table on its own line."""
    text = re.sub(r"\\begin\{array\}\{[^{}]*\}|\\end\{array\}|\\hline|\$", "", latex)
    text = re.sub(r"\\textcolor\{[^{}]*\}" + _GROUP, r"\1", text)
    return re.sub(r"\\\\(\[[^\]]*\])?", "\n", text).replace("&", "   ")
