"""The article's own test: is the circle's centre in one of six regions."""

import math
from dataclasses import dataclass

import numpy as np

from playground.collision import CircleRect, RectFeature, articles
from playground.language import listed, message
from playground.scene import Step, faint, stacked, term, tex, xy
from scenes.circle_rect.answer import excess, feature, offset
from scenes.circle_rect.params import CircleRectParams

NAMES = "abcdef"
# The signs of x and y at the corners of c to f.
CORNERS = ((-1, 1), (1, 1), (-1, -1), (1, -1))
# The lines of each condition, as they are meant.
_BOXES = (
    (r"x_1 \le x \le x_2", r"y_2 - r \le y \le y_1 + r"),
    (r"x_1 - r \le x \le x_2 + r", r"y_2 \le y \le y_1"),
)
_DISCS = tuple(
    (rf"(x - x_{1 if i < 0 else 2})^2 + (y - y_{1 if j > 0 else 2})^2 \le r^2",)
    for i, j in CORNERS
)


@dataclass(frozen=True)
class Six:
    """Which of the six conditions are true: as they are meant, and as printed."""

    meant: tuple[bool, ...]
    printed: tuple[bool, ...]


def six(p: CircleRectParams, e: CircleRect) -> Six:
    """Return the six conditions for C', turned back rightly.

    The one about what is nearest is true just when the disc hits, and is decided so.
    """
    (ex, ey), hit, nearest = xy(excess(p, e)), bool(e.hit), feature(e)
    at, (w, h) = xy(offset(p, e)), p.half_extents
    meant = [ex <= 0.0 and ey <= p.radius, ey <= 0.0 and ex <= p.radius]
    meant += [math.hypot(at[0] - x * w, at[1] - y * h) <= p.radius for x, y in CORNERS]
    if nearest is RectFeature.EDGE:
        meant[0 if ey > ex else 1] = hit
    elif nearest is RectFeature.CORNER:
        meant[2 + 2 * (at[1] < 0.0) + (at[0] > 0.0)] = hit
    center, half = stacked(*p.rect_center), stacked(*p.half_extents)
    t = articles.circle_rect(
        e.local_center, p.radius, center - half, center + half, dtype=np.float64
    ).trace
    printed = tuple(bool(t[name]) for name in NAMES)
    return Six(tuple(hit and true for true in meant), printed)


def six_step(p: CircleRectParams, e: CircleRect) -> Step:
    """Return the step that shows them as a table."""
    found = six(p, e)
    # What is true is drawn under one key, the rest under the other.
    drawn = ["test"] * any(found.meant) + ["tests"] * (not all(found.meant))
    (x, y), (w, h) = p.rect_center, p.half_extents
    given = [
        rf"(x, y) & = {term('local_center', tex(xy(e.local_center)))}",
        rf"{term('rectangle', '(x_1, y_1)')} & = {tex((x - w, y + h))}",
        rf"{term('rectangle', '(x_2, y_2)')} & = {tex((x + w, y - h))}",
    ]
    return Step(
        "The article's six conditions",
        message(
            "The rectangle made r taller (a) or wider (b) on each side, and discs of "
            "radius r about the corners (c to f): C′ in any of them is a hit. The "
            "printed code swaps y1 and y2 in a and b, has < for ≤, and declares rect "
            "twice. True here: {meant}; as printed: {printed}.",
            meant=_names(found.meant),
            printed=_names(found.printed),
        ),
        _table(found.meant),
        _array("rl", given),
        keys=(*drawn, "local_center", "rectangle", "r"),
    )


def _names(true: tuple[bool, ...]) -> str:
    names = [name for name, is_true in zip(NAMES, true, strict=True) if is_true]
    return listed(names, ",") if names else message("none")


def _table(true: tuple[bool, ...]) -> str:
    lines = []
    for name, tests, is_true in zip(NAMES, (*_BOXES, *_DISCS), true, strict=True):
        names = [term("test", name) if is_true else name, *[""] * (len(tests) - 1)]
        lines += [_row(*cells, lit=is_true) for cells in zip(names, tests, strict=True)]
    return _array("rll", lines)


def _row(name: str, test: str, *, lit: bool) -> str:
    if lit:
        return " & ".join([r"\Rightarrow" if name else "", name, test])
    return " & ".join(["", *(faint(x) if x else "" for x in (name, test))])


def _array(columns: str, lines: list[str]) -> str:
    body = r" \\ ".join(lines)
    return rf"\begin{{array}}{{{columns}}} {body} \end{{array}}"
