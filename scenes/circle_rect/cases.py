"""Cases of article 2's scene."""

from math import radians

import playground.scene as sc
from playground.collision.articles.circle_rect import (
    ANCHOR_MISREAD,
    DECIDED_BY_ROUNDING,
    QUARTER_TURN_KEPT,
    SIDES_MIXED_UP_INSIDE,
    SIDES_MIXED_UP_OVER_SIDE,
    TOO_SMALL,
    TOUCH_MISSED,
    TURNED_WRONG_WAY,
)
from scenes.circle_rect.params import NODE, CircleRectParams


def _slab(center: sc.Vec2, radius: float) -> CircleRectParams:
    """Return a disc at an unrotated slab."""
    return CircleRectParams(center, radius, (-1.0, -0.5), (0.0, 0.0), (2.0, 1.0), 0.0)


def _bar(center: sc.Vec2, degrees: float) -> CircleRectParams:
    """Return a disc at a bar rotated about a point off its centre."""
    turn = radians(degrees)
    return CircleRectParams(center, 1.2, (0.0, 0.0), (0.6, 0.0), (3.0, 0.4), turn)


CASES = sc.cases(
    sc.Case(
        "Over a corner",
        CircleRectParams(),
        "The disc overlaps a corner of a rectangle turned about a point off its "
        "centre.",
        "Corner hit",
        TURNED_WRONG_WAY.name,
    ),
    sc.Case(
        "Miss",
        CircleRectParams(
            (2.5, 2.75), 1.25, (-2.5, -1.5), (-1.0, -1.0), (2.5, 1.25), radians(25.0)
        ),
        "The centre is outside the rectangle grown by r: a gap is left.",
        "Miss",
    ),
    sc.Case(
        "Upright corner",
        _slab((2.75, 1.5), 1.25),
        "Without a turn both frames are the same, and the article's corner test works.",
        "Corner hit",
    ),
    sc.Case(
        "Radius zero",
        CircleRectParams(
            (-0.5, -0.5), 0.0, (-0.5, -0.5), (-0.5, -0.5), (2.5, 1.25), radians(20.0)
        ),
        "The circle is a point, at the very centre of the rectangle.",
        "Inside",
        SIDES_MIXED_UP_INSIDE.name,
    ),
    sc.Case(
        "Over the left side",
        _slab((-2.4, 0.1), 0.75),
        "The disc overlaps one side and reaches no corner.",
        "Side hit",
        SIDES_MIXED_UP_OVER_SIDE.name,
    ),
    sc.Case(
        "Over the top side",
        _slab((0.4, 1.5), 1.0),
        "The disc overlaps the top side and reaches no corner.",
        "Side hit",
        SIDES_MIXED_UP_OVER_SIDE.name,
    ),
    sc.Case(
        "Inside",
        _slab((0.5, 0.25), 0.75),
        "The disc's centre is inside: its way out leads over the nearest side.",
        "Inside",
        SIDES_MIXED_UP_INSIDE.name,
    ),
    sc.Case(
        "Touching a corner",
        _slab((2.75, 2.0), 1.25),
        "The corner is (0.75, 1) away, which is exactly the radius of 1.25.",
        "Touch",
        TOUCH_MISSED.name,
    ),
    sc.Case(
        "Touching a side",
        CircleRectParams((0.5, 1.25), 1.25, (-1.0, -0.5), (0.0, 0.0), (3.0, 0.0), 0.0),
        "A rectangle without height is a segment; the disc rests on it.",
        "Touch",
        TOUCH_MISSED.name,
    ),
    sc.Case(
        "Just short of a corner",
        CircleRectParams((-2.1, 1.0), 0.1, (0.0, 0.0), (0.0, 0.0), (2.0, 1.0), 0.0),
        "From −2.1 to −2 is 0.1, but the numbers are rounded as they are stored: "
        "the circle ends just before the corner.",
        "Miss",
        DECIDED_BY_ROUNDING.name,
    ),
    sc.Case(
        "Too small to square",
        CircleRectParams((2.0, 1.0), 1e-23, (0.0, 0.0), (0.0, 0.0), (2.0, 1.0), 0.0),
        "A circle centred exactly on the corner, smaller than any picture can show.",
        "Corner hit",
        TOO_SMALL.name,
    ),
    sc.Case(
        "Turned the wrong way, article misses",
        _bar((1.9, -1.1), -45.0),
        "The bar is turned clockwise, and the disc overlaps its side.",
        "Side hit",
        TURNED_WRONG_WAY.name,
    ),
    sc.Case(
        "Turned the wrong way, article hits",
        _bar((1.9, 1.1), -45.0),
        "The disc is where the bar would be if it had been turned counter-clockwise.",
        "Miss",
        TURNED_WRONG_WAY.name,
    ),
    sc.Case(
        "Quarter turn, article misses",
        _bar((0.5, 2.0), 90.0),
        "The bar stands upright, and the disc overlaps its side.",
        "Side hit",
        QUARTER_TURN_KEPT.name,
    ),
    sc.Case(
        "Quarter turn, article hits",
        _bar((2.0, 0.5), 90.0),
        "The disc is where the bar was before it turned.",
        "Miss",
        QUARTER_TURN_KEPT.name,
    ),
    sc.Case(
        "Half turn about an end",
        CircleRectParams(
            (-1.5, 0.6), 1.0, (0.0, 0.0), (1.5, 0.0), (1.5, 0.4), radians(180.0)
        ),
        "Half a turn about its left end has carried the bar to the other side.",
        "Side hit",
        QUARTER_TURN_KEPT.name,
    ),
    sc.Case(
        "Less than a degree",
        CircleRectParams(
            (3.3, 0.6), 0.5, (-3.0, 0.0), (0.0, 0.0), (3.0, 0.25), radians(-0.9)
        ),
        "Turned by 0.9 degrees, the far corner has moved out of the disc.",
        "Miss",
        QUARTER_TURN_KEPT.name,
    ),
    sc.Case(
        "Anchor taken for a world point",
        CircleRectParams(
            (2.6, 2.0), 0.75, (2.0, 2.0), (2.0, 2.0), (2.0, 0.25), radians(-45.0), NODE
        ),
        "The article's second function is given a node anchored in its middle.",
        "Side hit",
        ANCHOR_MISREAD.name,
    ),
    sc.Case(
        "Anchor always in the middle",
        CircleRectParams(
            (3.5, 0.5), 0.75, (0.0, 0.0), (2.0, 0.25), (2.0, 0.25), 0.0, NODE
        ),
        "The article's second function is given a node anchored at its corner.",
        "Side hit",
        ANCHOR_MISREAD.name,
    ),
)

START = sc.GuidedStart(
    CircleRectParams(
        (4.2, 0.4), 1.0, (-1.5, -1.0), (0.6, 0.2), (2.5, 0.6), radians(30.0)
    ),
    "center",
    (0.6, 1.4),
    "Drag C onto the rectangle: a published routine looks past it.",
    "You found it. The disc overlaps the rectangle, and the routine says: no hit.",
)
