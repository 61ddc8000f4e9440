"""Listing of article 3: test of a point in an ellipse."""

import math
from functools import partial
from math import cos, sin

from playground.collision.articles import mistakes
from playground.collision.articles.mistakes import MistakeCase, MistakeKind, Nature


def point_ellipse(x, y, cx, cy, rx, ry, rad):
    # The moves that turn the ellipse into a circle about 0, applied to the point.
    sine = sin(rad)
    cosine = cos(rad)
    px = (x - cx) * cosine + (y - cy) * sine
    py = (rx / ry) * (-(x - cx) * sine + (y - cy) * cosine)
    return px * px + py * py < rx * rx


_COSINE = math.cos(math.pi / 2)  # 6e-17: the float π / 2 is that much short of π / 2

_case = partial(MistakeCase, "point_ellipse", center=(0, 0), angle=0)
ON_EDGE = MistakeKind(
    "on the edge: < misses it",
    Nature.ERROR,
    _case("on the ellipse", point=(2, 0), radii=(2, 1)),
    why="It compares with <: on the ellipse counts as outside.",
)
INSIDE_LOST_BY_ROUNDING = MistakeKind(
    "inside: lost by rounding",
    Nature.ROUNDING,
    _case("just inside", point=(2.5, 1.2), radii=(6.5, 1.3)),
)
PHANTOM_HIT_BY_ROUNDING = MistakeKind(
    "outside: hit by rounding",
    Nature.ROUNDING,
    _case("just outside", point=(2.0, 10.5), radii=(2.9, 14.5)),
    _case(
        "beside a needle", point=(3 * _COSINE, 3), radii=(4, 1e-33), angle=math.pi / 2
    ),
    _case(
        "squares lost to underflow",
        point=(1.5e-162, 1.5e-162),
        radii=(1.6e-162, 1.6e-162),
    ),
)
TOO_SMALL = MistakeKind(
    "radius too small to square",
    Nature.ROUNDING,
    _case("radius too small to square", point=(0, 0), radii=(1e-170, 1e-170)),
)
TOO_LARGE = MistakeKind(
    "radius too large to square",
    Nature.ROUNDING,
    _case("radius too large to square", point=(1e160, 0), radii=(2e160, 1e160)),
)
RADIUS_RATIO_TOO_LARGE = MistakeKind(
    "rx / ry too large",
    Nature.ROUNDING,
    _case("needle beyond every scale", point=(0, 0), radii=(1e200, 1e-200)),
)
ZERO_RADIUS_ACCEPTED = MistakeKind(
    "radius 0: not refused",
    Nature.ERROR,
    _case("no height", point=(1, 0), radii=(2, 0), core_refuses=True),
    _case("no width", point=(0, 1), radii=(0, 2), core_refuses=True),
    why="A radius of 0 is not refused: dividing by it fails.",
)
# No smallest case: in float64, the listing's number type, no point was found that is
# visibly off and has the right verdict.
POINT_MOVED_BY_ROUNDING = MistakeKind("P′ moved by rounding", Nature.ROUNDING)
NEGATIVE_RADIUS = MistakeKind(
    mistakes.NEGATIVE_RADIUS,
    Nature.ERROR,
    _case("negative radius", point=(1, 0), radii=(-2, -1), core_refuses=True),
)
KINDS = mistakes.list_kinds(globals())
