"""Listing of article 1: intersection of a ray and a circle."""

from functools import partial
from math import sqrt

from playground.collision.articles import mistakes
from playground.collision.articles.mistakes import MistakeCase, MistakeKind, Nature


def circle_ray(ox, oy, r, ax, ay, vx, vy):
    if r < 0.0:
        return None
    if vx == 0.0 and vy == 0.0:
        return None

    # The ray's start relative to the circle's centre.
    ax -= ox
    ay -= oy

    # The direction, normalised.
    len = sqrt(vx * vx + vy * vy)
    vx /= len
    vy /= len

    dotAV = ax * vx + ay * vy
    dotAA = ax * ax + ay * ay
    s = dotAV * dotAV - dotAA + r * r
    if abs(s) < 0.000001:
        s = 0.0
    if s < 0.0:
        return None

    sq = sqrt(s)
    t1 = -dotAV - sq
    t2 = -dotAV + sq
    if t1 < 0.0 or t2 < 0.0:
        return None

    c1x = ax + t1 * vx + ox
    c1y = ay + t1 * vy + oy
    c2x = ax + t2 * vx + ox
    c2y = ay + t2 * vy + oy
    return (c1x, c1y), (c2x, c2y)


_case = partial(MistakeCase, "circle_ray", center=(0, 0), radius=1, direction=(1, 0))
START_INSIDE_MISSED = MistakeKind(
    "start inside: missed",
    Nature.ERROR,
    _case("starts inside", radius=2, origin=(1, 0)),
    why="One of its two times is negative: taken for a miss.",
)
START_ON_CIRCLE_MISSED = MistakeKind(
    "start on circle: missed",
    Nature.ERROR,
    _case("starts on the circle and leaves", radius=2, origin=(2, 0)),
    why="The earlier time is negative: taken for a miss.",
)
SMALL_DISCRIMINANT_ZEROED = MistakeKind(
    "s below 1e-6 taken for 0",
    Nature.ERROR,
    _case("near miss of a point", radius=0, origin=(-0.5, 0.0009)),
    _case("tiny circle", radius=0.0009, origin=(-0.5, 0)),
    why="A discriminant below 1e-6 counts as 0 at any scale.",
)
HIT_LOST_BY_ROUNDING = MistakeKind(
    "missed hit by rounding",
    Nature.ROUNDING,
    _case("starts on the circle and enters", origin=(-1, 0), direction=(1, -3)),
    _case("diagonal at a point", radius=0, origin=(3, 3), direction=(-1, -1)),
    _case(
        "far circle missed",
        center=(1250, 900),
        radius=0.5,
        origin=(0, 0),
        direction=(1250, 900),
    ),
)
PHANTOM_HIT_BY_ROUNDING = MistakeKind(
    "phantom hit by rounding",
    Nature.ROUNDING,
    _case(
        "far circle hit",
        center=(900, 700),
        radius=0.5,
        origin=(0, 0),
        direction=(899.5, 700.5),
    ),
    _case("just past a point", center=(1, 0), radius=0, origin=(1 + 2 ** (-30), 0)),
)
POINTS_SHIFTED_BY_ROUNDING = MistakeKind(
    "points off by rounding",
    Nature.ROUNDING,
    _case(
        "far points off the circle",
        center=(600, 900),
        radius=0.5,
        origin=(0, 0),
        direction=(600, 900),
    ),
)
UNDERFLOW = MistakeKind(
    mistakes.UNDERFLOW,
    Nature.ROUNDING,
    _case("tiny direction", center=(3, 0), origin=(0, 0), direction=(1e-23, 0)),
    _case("short direction", center=(3, 0), origin=(0, 0), direction=(3e-23, 0)),
)
OVERFLOW = MistakeKind(
    mistakes.OVERFLOW,
    Nature.ROUNDING,
    _case("huge direction", center=(3, 0), origin=(0, 0), direction=(1e20, 0)),
    _case("infinite direction", center=(3, 2), origin=(0, 0), direction=(1e39, 0)),
)
TOO_LARGE = MistakeKind(
    mistakes.TOO_LARGE,
    Nature.ROUNDING,
    _case(
        "too far to square",
        center=(1e20, 0),
        radius=1e19,
        origin=(0, 0),
        direction=(1, 1),
    ),
)
NEGATIVE_RADIUS = MistakeKind(
    mistakes.NEGATIVE_RADIUS,
    Nature.CHOICE,
    _case("negative radius", radius=-1, origin=(-3, 0), core_refuses=True),
)
NO_DIRECTION = MistakeKind(
    mistakes.NO_DIRECTION,
    Nature.CHOICE,
    _case("no direction", origin=(-3, 0), direction=(0, 0), core_refuses=True),
)
KINDS = mistakes.list_kinds(globals())
