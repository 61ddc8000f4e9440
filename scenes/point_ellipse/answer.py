"""Answer of article 3's scene: outcomes, quantities, precision formula and quiz."""

import math
from dataclasses import replace
from functools import cached_property

import numpy as np

import playground.scene as sc
from playground.collision import Components, PointEllipse, point_ellipse
from playground.collision._arguments import Array, length
from scenes.point_ellipse.params import PointEllipseParams

# Lengths with a smaller difference, relative to the larger radius, are shown as equal.
EQUAL_LENGTH_RATIO = 1e-9
# Least distance, relative to it, at which P and its nearest point give a direction.
_MIN_DIRECTION_RATIO = 1e-6


# A radius of 1e-300 scales P′ to infinity, which is outside.
@np.errstate(over="ignore", invalid="ignore")
def solve(p: PointEllipseParams) -> PointEllipse:
    """Return the core's result; with a radius of 0, no hit and NaN for other fields."""
    flat, wide = p.flat, p.flat[..., None]
    result = point_ellipse(
        Components(p.point),
        Components(p.center),
        np.where(wide, 1.0, sc.stack_components(*p.radii)),
        None,
        rotation=sc.rotation(p.angle),
    )
    if not flat.any():
        return result
    return replace(
        result,
        hit=result.hit & ~flat,
        inside=result.inside & ~flat,
        normalized=np.where(wide, np.nan, result.normalized),
        level=np.where(flat, np.nan, result.level),
        distance=np.where(flat, np.nan, result.distance),
        closest=np.where(wide, np.nan, result.closest),
    )


def circle_gap(p: PointEllipseParams, e: PointEllipse) -> Array:
    """Return the distance (metres) of P′ from the circle; negative inside, 0 on it."""
    rx, ry = p.radii
    gap = length(e.normalized) - rx
    gap = np.where(gap == 0.0, (e.level - 1.0) * rx, gap)
    gap = np.where(np.equal(rx, ry), e.distance, gap)
    return sc.sign_by_verdict(gap, e.hit, e.hit & ~e.inside)


def ray_point(p: PointEllipseParams, e: PointEllipse) -> Array:
    """Return K (..., 2), where the ray from C through P leaves the ellipse.

    NaN for P = C, and where the level is infinite or undefined.

    The three moves carry it to the circle's nearest point. The level is proportional to
    the distance along the ray.
    """
    level = np.where((e.level > 0.0) & np.isfinite(e.level), e.level, np.nan)
    return sc.stack_components(*p.center) + e.translated / level[..., None]


def detour(p: PointEllipseParams, e: PointEllipse) -> Array:
    """Return the distance from P to K (`ray_point`), metres; NaN where K is."""
    return length(sc.stack_components(*p.point) - ray_point(p, e))


class PointAndEllipse(sc.ScalarState[PointEllipseParams, PointEllipse]):
    """One point and one ellipse as plain numbers.

    Attributes
    ----------
    flat : bool
        A radius is 0.
    on_edge : bool
        P is exactly on the ellipse.
    length, gap : float
        |P′|, and the distance of P′ from the circle, metres.
    slack : float
        Difference of lengths (metres) below which they are shown as equal.
    touches : bool
        P is on the ellipse, within `slack`.
    role : Role
        HIT or MISS.
    """

    def __init__(self, p: PointEllipseParams, answer: PointEllipse) -> None:
        super().__init__(p, answer)
        self.flat = bool(p.flat)
        self.on_edge: bool = self.e.hit and not self.e.inside
        # |P′|, and the distance of P′ from the circle.
        self.length = float(length(answer.normalized))
        self.gap = float(circle_gap(p, answer))
        # Lengths with a smaller difference are shown as equal, and P as on the ellipse.
        self.slack = EQUAL_LENGTH_RATIO * max(p.radii)
        self.touches = bool(abs(self.e.distance) <= self.slack)
        self.role = sc.Role.HIT if self.e.hit else sc.Role.MISS

    @property
    def digits(self) -> int:
        """Number of digits that distinguish |P′| from rx."""
        rx = self.p.radii[0]
        return sc.digits_to_distinguish(rx if self.on_edge else self.length, rx)

    @property
    def size(self) -> str:
        """Length |P′| as text, with `digits` digits."""
        return self.rx if self.on_edge else sc.format_number(self.length, self.digits)

    @property
    def rx(self) -> str:
        """Radius rx as text, with `digits` digits."""
        return sc.format_number(self.p.radii[0], self.digits)

    @cached_property
    def tangent(self) -> sc.Vec2:
        """Unit tangent of the ellipse at its point nearest to P.

        It is perpendicular to the line from there to P. On the ellipse it comes from
        the position, which is inaccurate at the end of a needle.
        """
        p, d = self.p, self.e.distance
        if abs(d) > _MIN_DIRECTION_RATIO * max(p.radii):
            x, y = sc.sub(p.point, self.e.closest)
            return -y / d, x / d
        foot, (rx, ry), (ahead, aside) = (
            sc.sub(self.e.closest, p.center),
            p.radii,
            p.axes,
        )
        x, y = -sc.dot(foot, aside) / ry * rx, sc.dot(foot, ahead) / rx * ry
        size = math.hypot(x, y)
        if size == 0.0 or not math.isfinite(size):
            return ahead
        return sc.xy((np.multiply(x, ahead) + np.multiply(y, aside)) / size)

    @property
    def has_two_nearest(self) -> bool:
        """True if several points of the ellipse are nearest to P, within `slack`.

        P is then on the long axis between the cusps of the evolute, at most
        `a - b**2 / a` from the centre, or at the centre of a circle.
        """
        (x, y), (rx, ry) = self.e.rotated, self.p.radii
        major, minor = (x, y) if rx >= ry else (y, x)
        long, short = max(rx, ry), min(rx, ry)
        reach = (long - short) * (1.0 + short / long)
        return bool(abs(minor) <= self.slack and abs(major) <= reach + self.slack)


of = sc.cache_last_state(PointAndEllipse)


def _compare_length(p: PointEllipseParams, e: PointEllipse) -> str:
    """Return a sentence that compares |P′| with rx."""
    v, rx = of(p, e), p.radii[0]
    if v.on_edge:
        return v.format_text("P is on the edge: |P′| = {size} is exactly rx = {rx}.")
    if e.inside:
        return v.format_text(
            "|P′| = {size} is less than rx = {rx}."
            if v.length < rx
            else "|P′| is less than rx, by less than the digits can show."
        )
    return v.format_text(
        "|P′| = {size} is more than rx = {rx}."
        if v.length > rx
        else "|P′| is more than rx, by less than the digits can show."
    )


OUTCOMES: tuple[sc.Outcome[PointEllipseParams, PointEllipse], ...] = (
    sc.Outcome("Inside", lambda p, e: e.inside, True, sc.Role.HIT, _compare_length),
    sc.Outcome(
        "On the edge", lambda p, e: e.hit, True, sc.Role.NORMAL, _compare_length
    ),
    sc.Outcome("Outside", lambda p, e: ~p.flat, False, sc.Role.MISS, _compare_length),
    sc.Outcome(
        "Refused",
        lambda p, e: p.flat,
        False,
        sc.Role.ACCENT,
        "No answer: radii must be greater than zero.",
        headline="Refused",
    ),
)

_NUMBERS: tuple[sc.Quantity[PointEllipseParams, PointEllipse], ...] = (
    sc.Quantity(
        name="Inside or on it",
        help="Whether |P′| ≤ rx, compared in the circle's frame.",
        value=lambda p, e: e.hit,
        key="length",
    ),
    sc.Quantity(
        name="P moved",
        unit="m",
        help="P after the first move, when the ellipse's centre is at the origin.",
        value=lambda p, e: e.translated,
        key="translated",
    ),
    sc.Quantity(
        name="P turned",
        unit="m",
        help="P after the second move, in the ellipse's own frame.",
        value=lambda p, e: e.rotated,
        key="rotated",
    ),
    sc.Quantity(
        name="P′",
        main=True,
        unit="m",
        help="P after all three moves, in the frame of the circle.",
        value=lambda p, e: e.normalized,
        key="normalized",
    ),
    sc.Quantity(
        name="|P′|",
        main=True,
        unit="m",
        help="Length of P′ in the circle's frame; this is what is compared with rx.",
        value=lambda p, e: length(e.normalized),
        key="length",
        digits=lambda p, e: of(p, e).digits,
    ),
    sc.Quantity(
        name="Level",
        main=True,
        help="|P′| / rx: 0 at the centre, 1 on the ellipse. Not a distance.",
        value=lambda p, e: e.level,
        threshold=1.0,
        map=2,
        key="length",
    ),
    sc.Quantity(
        name="Circle's gap",
        unit="m",
        help="|P′| − rx, negative inside: the distance from the circle, but only in "
        "the scaled picture.",
        value=circle_gap,
        key="gap",
    ),
    sc.Quantity(
        name="Distance",
        main=True,
        symbol="d",
        unit="m",
        help="True signed distance from the ellipse in the world, negative inside.",
        value=lambda p, e: e.distance,
        threshold=0.0,
        curve=True,
        map=True,
        key="closest",
    ),
    sc.Quantity(
        name="Nearest point",
        symbol="Q",
        unit="m",
        help="The point of the ellipse nearest to P, in the world.",
        value=lambda p, e: e.closest,
        key="closest",
    ),
    sc.Quantity(
        name="Circle's nearest",
        symbol="K",
        unit="m",
        help="The circle's nearest point carried back to the world: where the ray from "
        "C through P leaves the ellipse.",
        value=ray_point,
        key="ray_point",
    ),
    sc.Quantity(
        name="|P − K|",
        unit="m",
        help="Distance in the world from P to K; never less than |d|.",
        value=detour,
        key="ray_point",
    ),
)

_REFUSED: sc.Quantity[PointEllipseParams, PointEllipse] = sc.Quantity(
    name="Exact answer",
    help="There is no answer: radii must be greater than zero.",
    value=lambda p, e: sc.message("no answer"),
    key="ellipse",
    when=lambda p, e: bool(p.flat),
)

ANSWER = sc.Answer(
    OUTCOMES,
    (*(replace(q, when=lambda p, e: not p.flat) for q in _NUMBERS), _REFUSED),
    curve_axis="angle",
    hit="Inside",
    miss="Outside",
    scalar_state=of,
)


@np.errstate(all="ignore")
def _decide(p: PointEllipseParams, number: sc.NumberType) -> sc.Decision | None:
    """Compare squares after the three moves, as in the article; None if flat."""
    if p.flat:
        return None
    (x, y), (cx, cy), (rx, ry), (cosine, sine) = (
        sc.convert_components(v, number)
        for v in (p.point, p.center, p.radii, p.axes[0])
    )
    x, y = x - cx, y - cy
    x, y = cosine * x + sine * y, cosine * y - sine * x
    y = rx / ry * y
    left_side, right = x * x + y * y, rx * rx
    return sc.Decision(bool(left_side <= right), left_side, right)


LENS = sc.PrecisionFormula("P′·P′ ≤ rx²", _decide)


def _target(p: PointEllipseParams, e: PointEllipse) -> sc.Target | None:
    """Return the nearest point of the ellipse, if P is inside and the point unique."""
    if not e.hit or of(p, e).has_two_nearest:
        return None
    return sc.Target("the nearest point of the ellipse", sc.xy(e.closest))


QUIZ = sc.Quiz(
    lambda p: "" if p.flat else sc.message("Is the point in the ellipse?"),
    _target,
    ANSWER.hit,
    ANSWER.miss,
    decides=lambda p, e: "" if p.flat else sc.message("Compare |P′| with rx"),
)


def timeline(p: PointEllipseParams, e: PointEllipse | None) -> sc.Timeline:
    """Return the three moves, with a stop at the end of each."""
    names = (
        sc.message("as it stands"),
        sc.message("moved to the origin"),
        sc.message("turned back"),
        sc.message("a circle"),
    )
    return sc.Timeline("progress", 0.0, 3.0, 6.0, (0.0, 1.0, 2.0, 3.0), names)
