"""What the listing of article 4 answers beside the truth, and why it differs."""

import math
from functools import cached_property

import numpy as np

from playground.collision import SphereMotion, SweptSphereLine, articles
from playground.collision._arguments import Array, length
from playground.collision.articles.array_compiler import ArrayRun
from playground.collision.articles.sphere_line import (
    CENTRE,
    NO_TIME,
    OVERFLOW,
    PAST,
    ROUNDED,
    STILL,
    TOO_LARGE,
    TOUCHING,
    UNASKED,
    UNDERFLOW,
    sphere_line,
)
from playground.i18n import message
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
    Segment,
    Trial,
    digits_apart,
    largest,
    marked,
    show,
    stacked,
    xyz,
)
from scenes.sphere_line.answer import Flags, crosses
from scenes.sphere_line.params import SphereLineParams
from scenes.sphere_line.picture import EXTENSION, section

# The steps of the derivation in which a difference arises.
_FOOT = 1
_DISCRIMINANT = 6
_TIMES = 7
_WITHIN = 8
_PLACE = 9


class SphereTrial(Trial[SphereLineParams, SweptSphereLine, articles.SphereLine]):
    """The listing's answer beside the truth, and what its mistakes ask of both."""

    @property
    def trace(self) -> ArrayRun:
        """The listing's numbers on the way."""
        return self.answer.trace

    @cached_property
    def no_time(self) -> Flags:
        """Whether it has no time to hand out, and so the largest float."""
        return np.asarray(~self.trace.reached("t"))

    @cached_property
    def near(self) -> Array:
        """Up to which length two places count as one."""
        p = self.p
        return self.tolerance * largest(*p.start, *p.end, *p.line_point, p.radius)

    @property
    def in_step(self) -> Flags:
        """Whether the time handed out is one of the step."""
        return np.asarray((self.answer.t >= 0.0) & (self.answer.t <= 1.0))

    @property
    def apart(self) -> Array:
        """How far the position handed out is from the place."""
        return length(self.answer.position - self.truth.contact)

    @cached_property
    def displaced(self) -> Flags:
        """Whether the position handed out at the right time is not the place."""
        # The centre is a radius off the line, unless it overlaps at the start.
        off = ~self.truth.embedded & (self.p.radius > 10.0 * self.near)
        left = self.both & ~(off | self.past | self.no_time | self.mistimed)
        away = LISTING.only(self, left, lambda t: ~(t.apart <= t.near))
        return np.asarray(off | away)

    @cached_property
    def way(self) -> Array:
        """How long the step is, in m."""
        return length(self.p.step)

    @cached_property
    def told(self) -> Flags:
        """Whether there is a hit, or one is answered."""
        return np.asarray(self.truth.hit | self.answer.hit)

    @cached_property
    def both(self) -> Flags:
        """Whether the hit is answered as one."""
        return np.asarray(self.truth.hit & self.answer.hit)

    @cached_property
    def bent(self) -> Flags:
        """Whether the length found for the direction, and so its unit, is far off."""
        true = length(stacked(*self.p.line_direction))
        return np.asarray(np.abs(true - self.trace["size"]) > 1e-3 * self.trace["size"])

    @cached_property
    def missed(self) -> Flags:
        """Whether a hit without overlap is lost, and not by a direction far off."""
        e = self.truth
        return np.asarray(e.hit & ~e.embedded & ~self.answer.hit & ~self.bent)

    @cached_property
    def past(self) -> Flags:
        """Whether the time of a hit is the root before the start, and truly so."""
        early = self.both & (self.answer.t * self.way < -self.near)
        return LISTING.only(
            self, early, lambda t: ~(t.truth.t_enter * t.way >= -t.near)
        )

    @cached_property
    def crossing(self) -> Flags:
        """Whether a miss is one of motion across the line."""
        return LISTING.only(self, self.missed, lambda t: crosses(t.truth))

    @cached_property
    def kept(self) -> Flags:
        """Whether it misses a sphere that keeps its distance, or moves off."""
        return LISTING.only(self, self.missed, _kept)

    @cached_property
    def spoiled(self) -> Flags:
        """Whether hit or time are wrong by more than a rounded length."""
        return np.asarray((self.truth.hit != self.answer.hit) | self.mistimed)

    @cached_property
    def mistimed(self) -> Flags:
        """Whether the time of a hit is wrong by more than a rounded length."""
        off = np.abs(self.answer.t - self.truth.t) * self.way
        return np.asarray(self.both & ~(off <= self.near))


def _kept(t: SphereTrial) -> Flags:
    e = t.truth
    off = ~t.no_time & (e.omega == 0.0) & (e.beta > 0.0)
    return np.asarray(~crosses(e) | off)


def _time(t: SphereTrial) -> str:
    """Return the time handed out, told apart from the end that it is beyond."""
    time = float(t.answer.t)
    return show(time, digits_apart(time, min(max(time, 0.0), 1.0)))


def _says(t: SphereTrial) -> str:
    if t.no_time:
        return message("hit, no time" if t.answer.hit else "no hit")
    if t.answer.hit:
        return message("hit at t = {t}", t=_time(t))
    return message("no hit, yet t = {t}", t=_time(t))


_NO_TIME = {
    SphereMotion.RESTING: message(
        "The sphere does not move, so it returns FLT_MAX, the largest float, as the "
        "time; it really meets the line at t = 0."
    ),
    SphereMotion.PARALLEL: message(
        "The sphere moves along the line, so it returns FLT_MAX, the largest float, as "
        "the time; it really meets the line at t = 0."
    ),
    SphereMotion.CROSSING: message(
        "The motion across the line is below its fixed limit, so it returns FLT_MAX, "
        "the largest float, as the time; it really meets the line at t = 0."
    ),
}


def _unasked(t: SphereTrial) -> str:
    if t.answer.t > 1.0:
        return message(
            'It correctly answers "no hit", but still returns a time, {t}, and a '
            "position beyond the end, which mean nothing.",
            t=_time(t),
        )
    return message(
        'It correctly answers "no hit", but still returns a time, {t}, and a position '
        "behind the start, which mean nothing.",
        t=_time(t),
    )


# What the rounding spoils, the first that holds.
_ROUNDED: tuple[Reason[SphereTrial], ...] = (
    Reason(
        lambda t: t.both,
        lambda t: message(
            "The rounding error of {number} moves the time by {change}.",
            number=t.number,
            change=show(np.abs(t.answer.t - t.truth.t)),
        ),
        _TIMES,
    ),
    Reason(
        lambda t: t.truth.embedded,
        lambda t: message(
            "The overlap at the start is less than the rounding error of {number}.",
            number=t.number,
        ),
        _WITHIN,
    ),
    Reason(
        lambda t: t.truth.hit & t.no_time,
        lambda t: message(
            "In {number} the rounded discriminant comes out below 0, and the touch is "
            "lost.",
            number=t.number,
        ),
        _DISCRIMINANT,
    ),
    Reason(
        lambda t: t.truth.hit,
        lambda t: message(
            "The rounding error of {number} moves the first touch out of the motion, "
            "to t = {t}.",
            number=t.number,
            t=_time(t),
        ),
        _TIMES,
    ),
    Reason(
        lambda t: ~(crosses(t.truth) & t.in_step),
        lambda t: message(
            "The gap at the start is less than the rounding error of {number}, which "
            "makes it an overlap.",
            number=t.number,
        ),
        _WITHIN,
    ),
    Reason(
        lambda t: t.truth.discriminant < 0.0,
        lambda t: message(
            "The rounding error of {number} in the discriminant is larger than the "
            "miss, and its sign is wrong.",
            number=t.number,
        ),
        _DISCRIMINANT,
    ),
)

_STILL, _IN_STEP, _OVERLAP = "if abs(Alpha)", "if t >= 0.0", "        if Omega < 0.0"
# The lines in which a direction that is lost, and rounding at all, may decide.
_ANY = ("tmp =", _STILL, _IN_STEP, _OVERLAP, "    if Omega < 0.0", "Omega =")
_NO_WAY = ("size =", "Vx, Vy, Vz = dx / size", "Ex, Ey, Ez =", *_ANY)

MISTAKES: tuple[Mistake[SphereTrial], ...] = (
    Mistake(
        PAST,
        lambda t: t.past,
        lambda t: message(
            "It returns the earlier root, t = {t}, and a position before the start, "
            "where the sphere never was during this motion.",
            t=_time(t),
        ),
        _WITHIN,
        line="t = (-sqrt",
    ),
    Mistake(
        NO_TIME,
        lambda t: t.both & t.no_time,
        lambda t: _NO_TIME[SphereMotion(int(t.truth.motion))],
        _WITHIN,
        line="return True, FLT_MAX",
    ),
    Mistake(
        UNASKED,
        lambda t: ~(t.told | t.no_time),
        _unasked,
        _WITHIN,
        closer=(
            Reason(
                lambda t: np.isnan(t.answer.t),
                lambda t: message(
                    "The products in the discriminant are infinite in {number}: time "
                    "and position are not numbers.",
                    number=t.number,
                ),
                _DISCRIMINANT,
            ),
            Reason(
                lambda t: ~crosses(t.truth),
                lambda t: message(
                    "The sphere does not move towards or away from the line; rounding "
                    "error alone produces the time {t} and a position, which mean "
                    "nothing.",
                    t=_time(t),
                ),
                _TIMES,
            ),
        ),
        plain=True,
        line="return False, t, colli",
    ),
    Mistake(
        STILL,
        lambda t: t.crossing & t.trace["abs(Alpha) <= 0.00001"],
        lambda t: message(
            "α = {alpha} is below its fixed limit of 0.00001, so it counts as no "
            "motion, and then only an overlap is a hit.",
            alpha=show(t.trace["Alpha"]),
        ),
        _DISCRIMINANT,
        line=_STILL,
    ),
    Mistake(
        TOUCHING,
        lambda t: t.kept,
        "Without motion across the line it tests only for overlap, with <, so "
        "touching is a miss.",
        _WITHIN,
        closer=(
            Reason(
                lambda t: crosses(t.truth),
                "The sphere touches as it leaves: the root that the code looks "
                "at is in the past, and it tests for overlap with <.",
                line=_IN_STEP,
            ),
        ),
        line=_OVERLAP,
    ),
    Mistake(
        UNDERFLOW,
        lambda t: t.spoiled & t.bent,
        lambda t: message(
            "The square of so short a direction loses its digits in {number}, so V, "
            "which should be a unit vector, is not one.",
            number=t.number,
        ),
        _FOOT,
        (
            Reason(
                lambda t: t.trace["size"] == 0.0,
                lambda t: message(
                    "The square of so short a direction is 0 in {number}, and so is "
                    "its length: the line shrinks to the point Q.",
                    number=t.number,
                ),
            ),
        ),
        line=_NO_WAY,
    ),
    Mistake(
        OVERFLOW,
        lambda t: t.spoiled & np.isinf(t.trace["size"]),
        lambda t: message(
            "The square of so long a direction is infinite in {number}, and so is its "
            "length: the line shrinks to the point Q.",
            number=t.number,
        ),
        _FOOT,
        line=_NO_WAY,
    ),
    Mistake(
        TOO_LARGE,
        lambda t: t.spoiled & np.isnan(t.trace["tmp"]),
        lambda t: message(
            "The products in the discriminant are infinite in {number}, and their "
            "difference is not a number.",
            number=t.number,
        ),
        _DISCRIMINANT,
        line=_ANY,
    ),
    Mistake(
        ROUNDED,
        lambda t: t.spoiled,
        lambda t: message(
            "The rounding error of {number} moves the touch into the motion.",
            number=t.number,
        ),
        _TIMES,
        _ROUNDED,
        line=(*_ANY, "t = (-sqrt", "Ax, Ay, Az =", "Cx, Cy, Cz =", "Alpha =", "Beta ="),
    ),
    # At the right time, so it is where the sphere is.
    Mistake(
        CENTRE,
        lambda t: t.both & t.displaced,
        lambda t: message(
            'Its "collision position" is where the sphere is, its centre at the moment '
            "of contact, {apart} m from the point of contact itself.",
            apart=show(t.apart),
        ),
        _PLACE,
        line="colli = pre_x + t",
    ),
)


def _draw(t: SphereTrial, out: DrawList) -> None:
    """Append the listing's position and time, hollow, in both views."""
    time = 0.0 if t.no_time else float(t.answer.t)
    if not -EXTENSION <= time <= 1.0 + EXTENSION:
        return

    def add(view: DrawList, since: int, *records: Dot | Label | Segment) -> None:
        view.add(*marked(Role.ARTICLE, "article", since, *records))

    at = xyz(t.answer.position)
    told = message("article: no time")
    if not t.no_time:
        told = message("article: t = {t}", t=_time(t))
    name = Label(at, told, (-1.0, 0.6, 0.0), gap=14.0)
    add(out, _TIMES, Dot(at, 8.5, Marker.RING), name)
    contact = xyz(t.truth.contact)
    if t.truth.hit and math.dist(at, contact) > t.near:
        apart = Segment(at, contact, width=1.25, dashed=True, alpha=0.7)
        add(out, _PLACE, apart)
    add(out.views[0], _TIMES, Dot(section(t.truth).center(time), 8.5, Marker.RING))


NAMES = {
    **dict.fromkeys(("pre_x", "pre_y", "pre_z"), "start"),
    **dict.fromkeys(("pos_x", "pos_y", "pos_z"), "end"),
    **dict.fromkeys(("qx", "qy", "qz"), "line"),
    **dict.fromkeys(("dx", "dy", "dz", "size", "Vx", "Vy", "Vz"), "V"),
    **dict.fromkeys(("Ex", "Ey", "Ez", "dotEV"), "step"),
    **dict.fromkeys(("Rx", "Ry", "Rz", "dotRV"), "offset"),
    **dict.fromkeys(("Ax", "Ay", "Az", "Alpha"), "A"),
    **dict.fromkeys(("Cx", "Cy", "Cz", "Omega"), "C"),
    "Beta": "shadow",
    "tmp": "half_chord",
    "r": "radius",
    "t": "t_enter",
    "colli": "contact",
}


LISTING = Listing(
    code=sphere_line,
    given=lambda p: (p.radius, *p.start, *p.end, *p.line_point, *p.line_direction),
    answer=articles.SphereLine,
    says=_says,
    mistakes=MISTAKES,
    trial=SphereTrial,
    draw=_draw,
    names=NAMES,
    preset=Preset("Embedded, leaving", "start.x", "start.y"),
    wrong=lambda t: t.told,
)
