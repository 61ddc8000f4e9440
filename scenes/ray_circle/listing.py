"""What the listing of article 1 answers beside the truth, and why it differs."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.collision import RayCircle, articles, ray_circle
from playground.collision.articles import ray_circle as kinds
from playground.collision.articles.run import ArrayRun
from playground.collision.numeric import Array, length
from playground.language import message
from playground.scene import (
    Dot,
    DrawList,
    Label,
    Listing,
    Marker,
    Mistake,
    Preset,
    Reason,
    Role,
    Trial,
    few,
    largest,
    show,
    xy,
)
from scenes.ray_circle.answer import time_digits
from scenes.ray_circle.params import RayCircleParams

Flags = NDArray[np.bool_]


class RayTrial(Trial[RayCircleParams, RayCircle, articles.CircleRay]):
    """The listing's answer beside the truth, and what its mistakes ask of both."""

    @property
    def trace(self) -> ArrayRun:
        """The listing's numbers on the way."""
        return self.answer.trace

    @property
    def no_direction(self) -> Flags:
        """Whether both parts of V are 0 in the listing's numbers."""
        t = self.trace
        return np.asarray((t["vx", 0] == 0.0) & (t["vy", 0] == 0.0))

    @property
    def squares(self) -> Array:
        """The larger of the squares whose difference the discriminant is."""
        return np.asarray(np.maximum(self.trace["dotAA"], self.trace["r * r"]))

    @property
    def unit_length(self) -> Array:
        """How long V comes out once it is divided by its length."""
        return length(self.trace["vx, vy"])

    @cached_property
    def size(self) -> Array:
        """The largest coordinate or the radius, in m."""
        return largest(self.p.radius, *self.p.origin, *self.p.center)

    @property
    def suspect(self) -> Flags:
        """Whether the answer may be wrong: the hit, or the times of its points.

        Unless V's square loses digits, rounding moves a point by less than half the
        tolerance, some 50 units in the last place, more than its time is off.
        """
        t, e, pace = self.trace, self.truth, np.hypot(*self.p.direction)
        off = np.maximum(
            abs(t["t1"] - e.t_enter * pace), abs(t["t2"] - e.t_exit * pace)
        )
        close = (
            ~self.unsquared
            & np.isfinite(t["len"])
            & (off <= 0.5 * self.tolerance * self.size)
        )
        return np.asarray((self.answer.hit != e.hit) | (e.hit & ~close))

    @property
    def unsquared(self) -> Flags:
        """Whether V · V is 0, or so small that it keeps few of its digits."""
        return np.asarray(self.trace["len"] < np.sqrt(np.finfo(self.dtype).tiny))

    @cached_property
    def off(self) -> Array:
        """By how much the points are off; NaN where one of them is none."""
        return self._off(self.truth)

    def _off(self, true: RayCircle) -> Array:
        near = length(self.answer.near - true.point_enter)
        return np.maximum(near, length(self.answer.far - true.point_exit))

    def same(self, true: RayCircle) -> Flags:
        """Return whether the answers are those: the hit, and its points if any."""
        agree, both = self.answer.hit == true.hit, self.answer.hit & true.hit
        if not both.any():
            return np.asarray(agree)
        off = self.off if true is self.truth else self._off(true)
        return np.asarray(agree & (~both | (off <= self.tolerance * self.size)))

    @cached_property
    def wrong(self) -> Flags:
        """Whether the answer is not the true one."""
        return ~self.same(self.truth)

    @cached_property
    def missed(self) -> Flags:
        """Whether a true hit is answered as none."""
        return np.asarray(self.truth.hit & ~self.answer.hit)

    @cached_property
    def late(self) -> Flags:
        """Whether a hit is missed since its nearer time is negative, and truly so."""
        past = (self.trace["t1"] < 0.0) & (self.truth.t_enter < 0.0)
        return np.asarray(self.missed & past)

    @cached_property
    def snapped(self) -> Flags:
        """Whether a discriminant that counts as 0 is what makes it wrong."""
        t, e = self.trace, self.truth
        zero = np.asarray(self.wrong & self.answer.hit & (t["s"] == 0.0))
        if not zero.any():
            return zero
        raw = t["s", 0]
        near_miss = ~e.line_meets & (raw < 0.0)
        half_chord = np.sqrt(np.maximum(e.discriminant, 0.0))
        collapsed = (raw != 0.0) & (half_chord > 0.5 * self.off)
        return np.asarray(zero & (near_miss | collapsed))

    @property
    def given(self) -> bool:
        """Whether one answer is true of the numbers given, rounded beforehand."""
        if self.dtype is np.float64:
            return False
        p = self.p
        given = (
            np.asarray(v, self.dtype).astype(np.float64)
            for v in (p.origin, p.direction, p.center, p.radius)
        )
        return bool(self.same(ray_circle(*given)))

    @property
    def no_unit(self) -> Flags:
        """Whether V · V keeps so few digits that V by its length is no unit vector."""
        off = np.abs(self.unit_length - 1.0) >= 8 * np.finfo(self.dtype).eps
        return np.asarray(self.unsquared & off)

    @property
    def misled(self) -> bool:
        """Whether hit and miss of the whole line are confused."""
        if self.missed:
            return bool(self.trace["s"] < 0.0)
        return not self.truth.line_meets

    @property
    def rooted(self) -> bool:
        """Whether the root of the discriminant is off by what the points are."""
        off = np.sqrt(self.trace["s"]) - np.sqrt(self.truth.discriminant)
        return bool(abs(off) > 0.5 * self.tolerance * self.size)


def _says(trial: RayTrial) -> str:
    answer = trial.answer
    if not answer.hit:
        return message("no hit")
    if not np.isfinite(answer.near).all():
        return message("hit, at points that are not numbers")
    rounding = np.abs(answer.near) < 1e-9 * trial.size
    return message("hit at {place}", place=show(np.where(rounding, 0.0, answer.near)))


def _wrong_sign(t: RayTrial) -> str:
    return message(
        "The discriminant is a difference of squares near {squares} m². In {number} it "
        "comes out as {found} m² instead of {true} m².",
        squares=few(t.squares),
        number=t.number,
        found=few(t.trace["s", 0]),
        true=few(t.truth.discriminant),
    )


_ROUNDED: Reason[RayTrial] = Reason(
    lambda t: t.given,
    lambda t: message(
        "Rounded to {number}, the numbers given already describe a different ray and "
        "circle, and for those the answer is right.",
        number=t.number,
    ),
    1,
)

_MISLED = (_ROUNDED, Reason[RayTrial](lambda t: t.misled, _wrong_sign, 6))

_SIGN, _NOT_PAST = "if s < 0.0", "if t1 < 0.0"
# The lines in which a direction that is lost, and rounding at all, may decide.
_ANY = ("ax -=", "ay -=", _SIGN, _NOT_PAST)
_NO_WAY = ("if vx == 0.0", "len =", "vx /=", "vy /=", "dotAA =", *_ANY)
_DIFFERENCE = ("s = dotAV", *_ANY)

MISTAKES: tuple[Mistake[RayTrial], ...] = (
    Mistake(
        kinds.UNDERFLOW,
        lambda t: t.wrong & (t.no_direction | (t.trace["len"] == 0.0)),
        lambda t: message(
            "V · V is too small for {number} and becomes 0. V divided by its length is "
            "then not a number, which passes every test for a miss.",
            number=t.number,
        ),
        4,
        (
            Reason(
                lambda t: t.no_direction,
                lambda t: message(
                    "V is too short for {number}: it is 0 there, an error, so no hit.",
                    number=t.number,
                ),
                1,
            ),
        ),
        line=_NO_WAY,
    ),
    Mistake(
        kinds.OVERFLOW,
        lambda t: t.wrong & np.isinf(t.trace["len"]),
        lambda t: message(
            "V · V is too large for {number} and becomes infinite. V divided by its "
            "length is then 0, and the ray goes nowhere.",
            number=t.number,
        ),
        4,
        (
            Reason(
                lambda t: np.isnan(t.unit_length),
                lambda t: message(
                    "V is too long for {number}: it is infinite there. Divided by its "
                    "length it is not a number, which passes every test for a miss.",
                    number=t.number,
                ),
                1,
            ),
        ),
        line=_NO_WAY,
    ),
    Mistake(
        kinds.TOO_LARGE,
        lambda t: t.wrong & np.isinf(t.squares),
        lambda t: message(
            "The squares of the lengths are too large for {number} and become "
            "infinite; their difference is not a number.",
            number=t.number,
        ),
        6,
        line=_DIFFERENCE,
    ),
    Mistake(
        kinds.INSIDE,
        lambda t: t.late & t.truth.inside,
        lambda t: message(
            'It treats any negative time as an error (its comment says "both", '
            'its code says "either"), so a ray that starts inside is reported as '
            "a miss, though it leaves the circle at t = {leave}.",
            leave=show(t.truth.t_exit),
        ),
        8,
        line=_NOT_PAST,
    ),
    Mistake(
        kinds.RIM,
        lambda t: t.late,
        "The earlier time is negative, which it treats as an error. But the "
        "start is on the circle: a hit at t = 0.",
        8,
        line=_NOT_PAST,
    ),
    Mistake(
        kinds.UNDERFLOW,
        lambda t: t.wrong & t.no_unit,
        lambda t: message(
            "V · V is so small that {number} keeps few of its digits: V divided by its "
            "length is {length} long instead of 1.",
            number=t.number,
            length=few(t.unit_length),
        ),
        4,
        (_ROUNDED,),
        line=_NO_WAY,
    ),
    Mistake(
        kinds.SNAPPED,
        lambda t: t.snapped,
        lambda t: message(
            "Its discriminant, {found} m², is below 0.000001, which it treats as 0 "
            "whatever the scale, so both points become the middle of the chord.",
            found=few(t.trace["s", 0]),
        ),
        6,
        closer=(
            _ROUNDED,
            Reason(
                lambda t: ~t.truth.line_meets,
                lambda t: message(
                    "Its discriminant, {found} m², is less than 0.000001 away from 0, "
                    "which it treats as 0 whatever the scale, so a near miss is taken "
                    "for a touch.",
                    found=few(t.trace["s", 0]),
                ),
            ),
        ),
        line="if abs(s) < 0.000001",
    ),
    Mistake(
        kinds.LOST,
        lambda t: t.missed,
        lambda t: message(
            "The earlier time should be {true}. In {number} it comes out as {found}, "
            "and it treats a negative time as an error.",
            true=few(t.truth.t_enter),
            number=t.number,
            found=few(t.trace["t1"] / t.trace["len"]),
        ),
        7,
        _MISLED,
        line=_DIFFERENCE,
    ),
    Mistake(
        kinds.INVENTED,
        lambda t: t.answer.hit & ~t.truth.hit,
        lambda t: message(
            "The later time is {true}, only just behind the start. In {number} it "
            "comes out as {found}, which is not negative.",
            true=few(t.truth.t_exit),
            number=t.number,
            found=few(t.trace["t2"] / t.trace["len"]),
        ),
        7,
        _MISLED,
        line=(*_DIFFERENCE, "c1x ="),
    ),
    Mistake(
        kinds.SHIFTED,
        lambda t: t.wrong,
        lambda t: message(
            "Every operation is rounded to {number}; here that moves the points by "
            "{off} m.",
            number=t.number,
            off=few(t.off),
        ),
        9,
        (
            _ROUNDED,
            Reason(
                lambda t: t.rooted,
                lambda t: message(
                    "The discriminant is a difference of squares near {squares} m². In "
                    "{number} it is off by {wrong} m², and so its points by {off} m.",
                    squares=few(t.squares),
                    number=t.number,
                    wrong=few(t.trace["s"] - t.truth.discriminant),
                    off=few(t.off),
                ),
                6,
            ),
        ),
        line=(*_DIFFERENCE, "sq =", "t1 =", "t2 ="),
    ),
)


def _draw(t: RayTrial, out: DrawList) -> None:
    """Append the listing's points, hollow, with the time of the nearer one.

    Where it has none for a true hit, what it answers instead stands at the hit point.
    """
    near, far = t.answer.near, t.answer.far
    if np.isfinite(near).all() and np.isfinite(far).all():
        time = show(t.trace["t1"] / t.trace["len"], time_digits(t.truth))
        places, text = [near, far], message("article: t = {time}", time=time)
    elif t.truth.hit:
        places = [t.truth.point]
        text = message("article: no points" if t.answer.hit else "article: no hit")
    else:
        return
    look = dict[str, Any](role=Role.ARTICLE, key="article")
    rings = (Dot(xy(at), size=16.0, marker=Marker.RING, **look) for at in places)
    # A ring's inside is painted: below all else it hides nothing.
    out.add_below(*rings, since=7)
    name = Label(xy(places[0]), text, toward=(-0.3, -1.0), gap=18.0, size=0.87, **look)
    out.add(name, since=7)


NAMES = {
    **dict.fromkeys(("ox", "oy"), "O"),
    **dict.fromkeys(("ax", "ay", "dotAA"), "M"),
    **dict.fromkeys(("vx", "vy", "len"), "V"),
    **dict.fromkeys(("c1x", "c1y"), "point"),
    **dict.fromkeys(("t2", "c2x", "c2y"), "t_exit"),
    **dict.fromkeys(("s", "sq"), "half_chord"),
    "r": "r",
    "dotAV": "along",
    "t1": "t_enter",
}


LISTING = Listing(
    code=kinds.circle_ray,
    given=lambda p: (*p.center, p.radius, *p.origin, *p.direction),
    answer=articles.CircleRay,
    says=_says,
    mistakes=MISTAKES,
    trial=RayTrial,
    wrong=lambda t: t.suspect,
    draw=_draw,
    names=NAMES,
    preset=Preset("Two hits", "origin.x", "origin.y"),
)
