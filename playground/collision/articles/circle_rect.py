"""Listing of article 2: overlap of a circle and a rectangle rotated about a pivot."""

from functools import partial
from math import cos, sin

from playground.collision.articles import mistakes
from playground.collision.articles.mistakes import MistakeCase, MistakeKind, Nature


def circle_rotated_rect(xc, yc, r, px, py, angle, left, bottom, right, top):
    # To undo the rectangle's rotation, rotate the circle about the pivot.
    if int(angle) % 90 != 0:
        theta = -angle * 0.01745329252
        cosine = cos(theta)
        sine = sin(theta)
        x = cosine * (xc - px) - sine * (yc - py) + px
        y = sine * (xc - px) + cosine * (yc - py) + py
        xc = x
        yc = y

    # The rectangle as the engine stores it: a corner and a size.
    width = right - left
    height = top - bottom
    x1 = left
    y1 = bottom + height
    x2 = left + width
    y2 = bottom

    r2 = r * r
    x1c2 = (x1 - xc) * (x1 - xc)
    x2c2 = (x2 - xc) * (x2 - xc)
    y1c2 = (y1 - yc) * (y1 - yc)
    y2c2 = (y2 - yc) * (y2 - yc)

    a = xc > x1 and xc < x2 and yc > y1 - r and yc < y2 + r
    b = xc > x1 - r and xc < x2 + r and yc > y1 and yc < y2
    c = x1c2 + y1c2 < r2
    d = x2c2 + y1c2 < r2
    e = x1c2 + y2c2 < r2
    f = x2c2 + y2c2 < r2
    return a or b or c or d or e or f


_slab = partial(
    MistakeCase, "circle_rect", radius=0.5, rect_min=(-2, -1), rect_max=(2, 1)
)
_bar = partial(
    MistakeCase,
    "circle_rotated_rect",
    radius=0.5,
    pivot=(0, 0),
    rect_min=(-2, -0.25),
    rect_max=(2, 0.25),
)
TURNED_WRONG_WAY = MistakeKind(
    "turned the wrong way",
    Nature.ERROR,
    _bar("turned the wrong way, missed", center=(1, -1), radius=1, angle_degrees=45),
    _bar("turned the wrong way, hit", center=(1, 1), radius=1, angle_degrees=45),
    why="The circle is turned with the rectangle, not against.",
)
QUARTER_TURN_KEPT = MistakeKind(
    "whole 90° (or 0°): not undone",
    Nature.ERROR,
    _bar("quarter turn, missed", center=(0, 1.5), angle_degrees=90),
    _bar("quarter turn, hit", center=(1.5, 0), angle_degrees=90),
    _bar(
        "half turn about an end", center=(-1, 0), angle_degrees=180, rect_min=(0, -0.25)
    ),
    _bar(
        "less than a degree",
        center=(6.3, 0.6),
        angle_degrees=0.9,
        rect_min=(0, -0.25),
        rect_max=(6, 0.25),
    ),
    why="Such an angle counts as no turn, so it is not undone.",
)
SIDES_MIXED_UP_INSIDE = MistakeKind(
    "y1 and y2 mixed up: inside",
    Nature.ERROR,
    _slab("inside", center=(0, 0)),
    why="A circle inside must cross top and bottom at once.",
)
SIDES_MIXED_UP_OVER_SIDE = MistakeKind(
    "y1 and y2 mixed up: side",
    Nature.ERROR,
    _slab("over the left side", center=(-2.25, 0)),
    _slab("over the top side", center=(0, 1.25)),
    why="Over a side it must reach the opposite edge too.",
)
TOUCH_MISSED = MistakeKind(
    "touch: missed",
    Nature.ERROR,
    _slab("touching a corner", center=(2.75, 2), radius=1.25),
    _slab("touching a side", center=(0, 0.5), rect_min=(-2, 0), rect_max=(2, 0)),
    why="The tests are strict: touching counts as no hit.",
)
ANCHOR_MISREAD = MistakeKind(
    "node's anchor misread",
    Nature.ERROR,
    _bar(
        "anchor taken for a world point",
        center=(2, 2),
        pivot=(2, 0.25),
        angle_degrees=45,
        rect_min=(0, 1.75),
        rect_max=(4, 2.25),
        meant={"pivot": (2, 2)},
    ),
    _bar(
        "anchor always in the middle",
        center=(3.5, 0.25),
        angle_degrees=0,
        meant={"rect_min": (0, 0), "rect_max": (4, 0.5)},
    ),
    why="The node's anchor is taken for a point of the world.",
)
DECIDED_BY_ROUNDING = MistakeKind(
    "decided by rounding",
    Nature.ROUNDING,
    _slab("near miss of a corner", center=(-2.1, 1), radius=0.1),
    _slab("just over a corner", center=(2, 1.2), radius=0.2),
)
TOO_SMALL = MistakeKind(
    mistakes.TOO_SMALL,
    Nature.ROUNDING,
    _slab("too small to square", center=(2, 1), radius=1e-23),
)
TOO_LARGE = MistakeKind(
    mistakes.TOO_LARGE,
    Nature.ROUNDING,
    _slab(
        "too large to square",
        center=(2.25e20, 1.25e20),
        radius=5e19,
        rect_min=(-2e20, -1e20),
        rect_max=(2e20, 1e20),
    ),
)
EXCHANGED = MistakeKind(
    mistakes.EXCHANGED,
    Nature.ERROR,
    _slab(
        "corners exchanged",
        center=(2.25, 1.25),
        rect_min=(2, 1),
        rect_max=(-2, -1),
        core_refuses=True,
    ),
)
NEGATIVE_RADIUS = MistakeKind(
    mistakes.NEGATIVE_RADIUS,
    Nature.ERROR,
    _slab("negative radius", center=(2.25, 1.25), radius=-1, core_refuses=True),
)
KINDS = mistakes.list_kinds(globals())
