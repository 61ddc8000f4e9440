"""Listing of article 1's scene: its mistakes, their reasons, and its drawing."""

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import RayCircle, articles, ray_circle
from playground.collision._arguments import Array, length
from playground.collision.articles import ray_circle as kinds
from scenes.ray_circle.answer import of
from scenes.ray_circle.params import N, RayCircleParams

Flags = NDArray[np.bool_]


class RayComparison(
    sc.ListingComparison[RayCircleParams, RayCircle, articles.CircleRay]
):
    """Comparison of the listing's answer with the core's."""

    # The largest coordinate or the radius, in m.
    size = sc.array_property(
        lambda t: sc.max_magnitude(t.p.radius, *t.p.origin, *t.p.center)
    )
    # Both parts of V are 0 in the listing's numbers.
    no_direction = sc.array_property(
        lambda t: (t["vx", 0] == 0.0) & (t["vy", 0] == 0.0)
    )
    # The larger of the squares that are subtracted in the discriminant.
    squares = sc.array_property(lambda t: np.maximum(t["dotAA"], t["r * r"]))
    # The length of V after division by its length.
    length = sc.array_property(lambda t: length(t["vx, vy"]))
    # V · V is 0 or subnormal, with few digits,
    unsquared = sc.array_property(lambda t: t["len"] < np.sqrt(np.finfo(t.dtype).tiny))
    # so few that the normalized V is no unit vector.
    off_unit = sc.array_property(
        lambda t: np.abs(t.length - 1.0) >= 8 * np.finfo(t.dtype).eps
    )
    # The coordinates are subnormal, with few digits.
    is_subnormal = sc.array_property(lambda t: t.size < np.finfo(t.dtype).tiny)
    # Distance of the points from the true ones; NaN where a point is NaN.
    point_error = sc.array_property(lambda t: t.point_error_from(t.truth))
    wrong = sc.array_property(lambda t: ~t.agrees_with(t.truth))
    # It misses a hit; and it does so because the nearer time is negative.
    misses_hit = sc.array_property(lambda t: t.truth.hit & ~t.answer.hit)
    late = sc.array_property(
        lambda t: t.misses_hit & (t["t1"] < 0.0) & (t.truth.t_enter < 0.0)
    )

    @property
    def suspect(self) -> Flags:
        """True where the answer may be wrong: the hit, or the times of its points.

        Unless the square of V or the coordinates underflow, the error of a point
        exceeds that of its time by less than half the tolerance, some 50 units in the
        last place.
        """
        t, e, pace = self, self.truth, np.hypot(*self.p.direction)
        errors = np.maximum(
            abs(t["t1"] - e.t_enter * pace), abs(t["t2"] - e.t_exit * pace)
        )
        close = np.isfinite(t["len"]) & (errors <= 0.5 * self.tolerance * self.size)
        close &= ~(self.unsquared | self.is_subnormal)
        return np.asarray((self.answer.hit != e.hit) | (e.hit & ~close))

    def point_error_from(self, true: RayCircle) -> Array:
        """Return the larger distance of the two points from those of another result."""
        near = length(self.answer.near - true.point_enter)
        return np.maximum(near, length(self.answer.far - true.point_exit))

    def agrees_with(self, true: RayCircle) -> Flags:
        """Return whether the hit, and the points of a hit, are those of `true`."""
        agree, both_hit = self.answer.hit == true.hit, self.answer.hit & true.hit
        if not both_hit.any():
            return np.asarray(agree)
        error = self.point_error if true is self.truth else self.point_error_from(true)
        return np.asarray(agree & (~both_hit | (error <= self.tolerance * self.size)))

    @property
    def has_zeroed_discriminant(self) -> Flags:
        """True where it is wrong because a discriminant is treated as 0."""
        t, e = self, self.truth
        zero = np.asarray(self.wrong & self.answer.hit & (t["s"] == 0.0))
        if not zero.any():
            return zero
        near_miss = ~e.line_meets & (t["s", 0] < 0.0)
        half_chord = np.sqrt(np.maximum(e.discriminant, 0.0))
        has_collapsed = (t["s", 0] != 0.0) & (half_chord > 0.5 * self.point_error)
        return np.asarray(zero & (near_miss | has_collapsed))

    @property
    def is_right_for_rounded_input(self) -> bool:
        """True if the answer is right for the arguments rounded to its type."""
        p, kind = self.p, self.dtype
        if kind is np.float64:
            return False
        arguments = (p.origin, p.direction, p.center, p.radius)
        rounded = (np.asarray(v, kind).astype(np.float64) for v in arguments)
        return bool(self.agrees_with(ray_circle(*rounded)))

    @property
    def confuses_line_hit(self) -> bool:
        """True if hit and miss of the whole line are confused."""
        if self.misses_hit:
            return bool(self["s"] < 0.0)
        return not self.truth.line_meets

    @property
    def has_root_error(self) -> bool:
        """True if the root of s is off by more than half the tolerance of points."""
        error = np.sqrt(self["s"]) - np.sqrt(self.truth.discriminant)
        return bool(abs(error) > 0.5 * self.tolerance * self.size)

    # Values for the placeholders of the reasons.
    leave = property(lambda t: sc.format_number(t.truth.t_exit))
    found = property(lambda t: t["s", 0])
    true = property(lambda t: t.truth.discriminant)


_ROUNDED: sc.Reason[RayComparison] = sc.Reason(
    lambda t: t.is_right_for_rounded_input,
    "Rounded to {number}, the numbers given already describe a different ray and "
    "circle, and for those the answer is right.",
    1,
)
_WRONG_SIGN: sc.Reason[RayComparison] = sc.Reason(
    lambda t: t.confuses_line_hit,
    "The discriminant is a difference of squares near {squares} m². In {number} it "
    "comes out as {found} m² instead of {true} m².",
    6,
)

_SIGN, _NOT_PAST = "if s < 0.0", "if t1 < 0.0"
# The lines in which rounding may decide, and those for a direction that is lost.
_ANY = ("ax -=", "ay -=", _SIGN, _NOT_PAST)
_NO_WAY = ("if vx == 0.0", "len =", "vx /=", "vy /=", "dotAA =", *_ANY)
_DIFFERENCE = ("s = dotAV", *_ANY)

MISTAKES: tuple[sc.Mistake[RayComparison], ...] = (
    sc.Mistake(
        kinds.UNDERFLOW,
        lambda t: t.wrong & (t.no_direction | (t["len"] == 0.0)),
        "V · V is too small for {number} and becomes 0. V divided by its length is "
        "then not a number, which passes every test for a miss.",
        4,
        (
            sc.Reason(
                lambda t: t.no_direction,
                "V is too short for {number}: it is 0 there, an error, so no hit.",
                1,
            ),
        ),
        difference="other points",
        line=_NO_WAY,
    ),
    sc.Mistake(
        kinds.OVERFLOW,
        lambda t: t.wrong & np.isinf(t["len"]),
        "V · V is too large for {number} and becomes infinite. V divided by its "
        "length is then 0, and the ray goes nowhere.",
        4,
        (
            sc.Reason(
                lambda t: np.isnan(t.length),
                "V is too long for {number}: it is infinite there. Divided by its "
                "length it is not a number, which passes every test for a miss.",
                1,
            ),
        ),
        difference="other points",
        line=_NO_WAY,
    ),
    sc.Mistake(
        kinds.TOO_LARGE,
        lambda t: t.wrong & np.isinf(t.squares),
        "The squares of the lengths are too large for {number} and become "
        "infinite; their difference is not a number.",
        6,
        difference="other points",
        line=_DIFFERENCE,
    ),
    sc.Mistake(
        kinds.START_INSIDE_MISSED,
        lambda t: t.late & t.truth.inside,
        'It treats any negative time as an error (its comment says "both", '
        'its code says "either"), so a ray that starts inside is reported as '
        "a miss, though it leaves the circle at t = {leave}.",
        8,
        line=_NOT_PAST,
    ),
    sc.Mistake(
        kinds.START_ON_CIRCLE_MISSED,
        lambda t: t.late,
        "The earlier time is negative, which it treats as an error. But the "
        "start is on the circle: a hit at t = 0.",
        8,
        line=_NOT_PAST,
    ),
    sc.Mistake(
        kinds.UNDERFLOW,
        lambda t: t.wrong & t.unsquared & t.off_unit,
        "V · V is so small that {number} keeps few of its digits: V divided by its "
        "length is {length} long instead of 1.",
        4,
        (_ROUNDED,),
        difference="other points",
        line=_NO_WAY,
    ),
    sc.Mistake(
        kinds.SMALL_DISCRIMINANT_ZEROED,
        lambda t: t.has_zeroed_discriminant,
        "Its discriminant, {found} m², is below 0.000001, which it treats as 0 "
        "whatever the scale, so both points become the middle of the chord.",
        6,
        (
            _ROUNDED,
            sc.Reason(
                lambda t: ~t.truth.line_meets,
                "Its discriminant, {found} m², is less than 0.000001 away from 0, "
                "which it treats as 0 whatever the scale, so a near miss is taken "
                "for a touch.",
            ),
        ),
        difference="other points",
        line="if abs(s) < 0.000001",
    ),
    sc.Mistake(
        kinds.HIT_LOST_BY_ROUNDING,
        lambda t: t.misses_hit,
        lambda t: sc.message(
            "The earlier time should be {true}. In {number} it comes out as {found}, "
            "and it treats a negative time as an error.",
            true=sc.format_significant(t.truth.t_enter),
            number=t.number,
            found=sc.format_significant(t["t1"] / t["len"]),
        ),
        7,
        (_ROUNDED, _WRONG_SIGN),
        line=_DIFFERENCE,
    ),
    sc.Mistake(
        kinds.PHANTOM_HIT_BY_ROUNDING,
        lambda t: t.answer.hit & ~t.truth.hit,
        lambda t: sc.message(
            "The later time is {true}, only just behind the start. In {number} it "
            "comes out as {found}, which is not negative.",
            true=sc.format_significant(t.truth.t_exit),
            number=t.number,
            found=sc.format_significant(t["t2"] / t["len"]),
        ),
        7,
        (_ROUNDED, _WRONG_SIGN),
        line=(*_DIFFERENCE, "c1x ="),
    ),
    sc.Mistake(
        kinds.POINTS_SHIFTED_BY_ROUNDING,
        lambda t: t.wrong,
        "Every operation is rounded to {number}; here that moves the points by "
        "{off} m.",
        9,
        (
            _ROUNDED,
            sc.Reason(
                lambda t: t.has_root_error,
                lambda t: sc.message(
                    "The discriminant is a difference of squares near {squares} m². In "
                    "{number} it is off by {wrong} m², and so its points by {off} m.",
                    squares=sc.format_significant(t.squares),
                    number=t.number,
                    wrong=sc.format_significant(t["s"] - t.truth.discriminant),
                    off=sc.format_significant(t.point_error),
                ),
                6,
            ),
        ),
        difference="other points",
        line=(*_DIFFERENCE, "sq =", "t1 =", "t2 ="),
    ),
)


def _says(t: RayComparison) -> str:
    near = t.answer.near
    if not t.answer.hit:
        return sc.message("no hit")
    if not np.isfinite(near).all():
        return sc.message("hit, at points that are not numbers")
    near = np.where(np.abs(near) < 1e-9 * t.size, 0.0, near)
    return sc.message("hit at {place}", place=sc.format_number(near))


def _draw(t: RayComparison, out: sc.DrawList) -> None:
    """Append the listing's points as rings, with the time of the nearer one.

    Without points for a true hit, append the listing's answer at the hit point.
    """
    near, far = t.answer.near, t.answer.far
    if np.isfinite(near).all() and np.isfinite(far).all():
        time = sc.format_number(t["t1"] / t["len"], of(t.p, t.truth).digits)
        places, text = [near, far], sc.message("article: t = {time}", time=time)
    elif t.truth.hit:
        places = [t.truth.point]
        text = sc.message("article: no points" if t.answer.hit else "article: no hit")
    else:
        return
    # A ring's interior is painted, so it goes below everything else.
    rings = (sc.Dot(sc.xy(position), 16.0, sc.Marker.RING) for position in places)
    out.add_below(*N.article.style_primitives(*rings))
    name = sc.Label(sc.xy(places[0]), text, (-0.3, -1.0), gap=18.0, size=0.87)
    out.add(name, symbol=N.article)


LISTING = sc.Listing(
    code=kinds.circle_ray,
    arguments=lambda p: (*p.center, p.radius, *p.origin, *p.direction),
    answer=articles.CircleRay,
    describe_answer=_says,
    mistakes=MISTAKES,
    comparison=RayComparison,
    is_suspect=lambda t: t.suspect,
    draw=_draw,
    names=N.variables,
    preset=sc.MapPreset("Two hits", "origin.x", "origin.y"),
)
