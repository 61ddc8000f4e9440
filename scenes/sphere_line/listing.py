"""What the listing of article 4 answers beside the truth, and why it differs."""

import math
from functools import cached_property

import numpy as np

from playground.collision import SphereMotion, SweptSphereLine, articles
from playground.collision._arguments import Array, length
from playground.collision.articles.array_compiler import ArrayRun
from playground.collision.articles.sphere_line import (
    OVERFLOW,
    POSITION_IS_CENTER,
    SLOW_APPROACH_MISSED,
    START_TOUCH_MISSED,
    TIME_FLT_MAX,
    TIME_IN_THE_PAST,
    TIME_WITHOUT_HIT,
    TOO_LARGE,
    UNDERFLOW,
    WRONG_BY_ROUNDING,
    sphere_line,
)
from playground.i18n import message
from playground.scene import (
    Dot,
    DrawList,
    Label,
    Listing,
    ListingComparison,
    MapPreset,
    Marker,
    Mistake,
    Reason,
    Role,
    Segment,
    digits_to_distinguish,
    format_number,
    max_magnitude,
    stack_components,
    style_primitives,
    xyz,
)
from scenes.sphere_line.answer import Flags, crosses
from scenes.sphere_line.params import SphereLineParams
from scenes.sphere_line.picture import MAX_STEP_EXTENSION, section

# The steps of the derivation in which a difference arises.
_FOOT_STEP = 1
_DISCRIMINANT_STEP = 6
_TIMES_STEP = 7
_MOTION_RANGE_STEP = 8
_PLACE_STEP = 9


class SphereComparison(
    ListingComparison[SphereLineParams, SweptSphereLine, articles.SphereLine]
):
    """The listing's answer beside the truth, and what its mistakes ask of both."""

    @property
    def trace(self) -> ArrayRun:
        """The listing's numbers on the way."""
        return self.answer.trace

    @cached_property
    def no_time(self) -> Flags:
        """Whether it has no time to hand out, and so the largest float."""
        return np.asarray(~self.trace.assignment_mask("t"))

    @cached_property
    def near(self) -> Array:
        """Up to which length two places count as one."""
        p = self.p
        return self.tolerance * max_magnitude(*p.start, *p.end, *p.line_point, p.radius)

    @property
    def in_step(self) -> Flags:
        """Whether the time handed out is one of the step."""
        return np.asarray((self.answer.t >= 0.0) & (self.answer.t <= 1.0))

    @property
    def position_error(self) -> Array:
        """How far the position handed out is from the place."""
        return length(self.answer.position - self.truth.contact)

    @cached_property
    def misplaces_contact(self) -> Flags:
        """Whether the position handed out at the right time is not the place."""
        # The centre is a radius off the line, unless it overlaps at the start.
        off = ~self.truth.embedded & (self.p.radius > 10.0 * self.near)
        left = self.agrees_on_hit & ~(
            off | self.returns_past_root | self.no_time | self.mistimes_hit
        )
        away = LISTING.evaluate_where(
            self, left, lambda t: ~(t.position_error <= t.near)
        )
        return np.asarray(off | away)

    @cached_property
    def way(self) -> Array:
        """How long the step is, in m."""
        return length(self.p.step)

    @cached_property
    def has_any_hit(self) -> Flags:
        """Whether there is a hit, or one is answered."""
        return np.asarray(self.truth.hit | self.answer.hit)

    @cached_property
    def agrees_on_hit(self) -> Flags:
        """Whether the hit is answered as one."""
        return np.asarray(self.truth.hit & self.answer.hit)

    @cached_property
    def distorts_direction(self) -> Flags:
        """Whether the length found for the direction, and so its unit, is far off."""
        true = length(stack_components(*self.p.line_direction))
        return np.asarray(np.abs(true - self.trace["size"]) > 1e-3 * self.trace["size"])

    @cached_property
    def misses_hit(self) -> Flags:
        """Whether a hit without overlap is lost, and not by a direction far off."""
        e = self.truth
        return np.asarray(
            e.hit & ~e.embedded & ~self.answer.hit & ~self.distorts_direction
        )

    @cached_property
    def returns_past_root(self) -> Flags:
        """Whether the time of a hit is the root before the start, and truly so."""
        early = self.agrees_on_hit & (self.answer.t * self.way < -self.near)
        return LISTING.evaluate_where(
            self, early, lambda t: ~(t.truth.t_enter * t.way >= -t.near)
        )

    @cached_property
    def crossing(self) -> Flags:
        """Whether a miss is one of motion across the line."""
        return LISTING.evaluate_where(self, self.misses_hit, lambda t: crosses(t.truth))

    @cached_property
    def misses_without_approach(self) -> Flags:
        """Whether it misses a sphere that keeps its distance, or moves off."""
        return LISTING.evaluate_where(self, self.misses_hit, _keeps_distance)

    @cached_property
    def has_wrong_result(self) -> Flags:
        """Whether hit or time are wrong by more than a rounded length."""
        return np.asarray((self.truth.hit != self.answer.hit) | self.mistimes_hit)

    @cached_property
    def mistimes_hit(self) -> Flags:
        """Whether the time of a hit is wrong by more than a rounded length."""
        off = np.abs(self.answer.t - self.truth.t) * self.way
        return np.asarray(self.agrees_on_hit & ~(off <= self.near))


def _keeps_distance(t: SphereComparison) -> Flags:
    e = t.truth
    off = ~t.no_time & (e.omega == 0.0) & (e.beta > 0.0)
    return np.asarray(~crosses(e) | off)


def _format_time(t: SphereComparison) -> str:
    """Return the time handed out, told apart from the end that it is beyond."""
    time = float(t.answer.t)
    return format_number(time, digits_to_distinguish(time, min(max(time, 0.0), 1.0)))


def _says(t: SphereComparison) -> str:
    if t.no_time:
        return message("hit, no time" if t.answer.hit else "no hit")
    if t.answer.hit:
        return message("hit at t = {t}", t=_format_time(t))
    return message("no hit, yet t = {t}", t=_format_time(t))


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


def _explain_meaningless_time(t: SphereComparison) -> str:
    if t.answer.t > 1.0:
        return message(
            'It correctly answers "no hit", but still returns a time, {t}, and a '
            "position beyond the end, which mean nothing.",
            t=_format_time(t),
        )
    return message(
        'It correctly answers "no hit", but still returns a time, {t}, and a position '
        "behind the start, which mean nothing.",
        t=_format_time(t),
    )


# What the rounding spoils, the first that holds.
_ROUNDED: tuple[Reason[SphereComparison], ...] = (
    Reason(
        lambda t: t.agrees_on_hit,
        lambda t: message(
            "The rounding error of {number} moves the time by {change}.",
            number=t.number,
            change=format_number(np.abs(t.answer.t - t.truth.t)),
        ),
        _TIMES_STEP,
    ),
    Reason(
        lambda t: t.truth.embedded,
        lambda t: message(
            "The overlap at the start is less than the rounding error of {number}.",
            number=t.number,
        ),
        _MOTION_RANGE_STEP,
    ),
    Reason(
        lambda t: t.truth.hit & t.no_time,
        lambda t: message(
            "In {number} the rounded discriminant comes out below 0, and the touch is "
            "lost.",
            number=t.number,
        ),
        _DISCRIMINANT_STEP,
    ),
    Reason(
        lambda t: t.truth.hit,
        lambda t: message(
            "The rounding error of {number} moves the first touch out of the motion, "
            "to t = {t}.",
            number=t.number,
            t=_format_time(t),
        ),
        _TIMES_STEP,
    ),
    Reason(
        lambda t: ~(crosses(t.truth) & t.in_step),
        lambda t: message(
            "The gap at the start is less than the rounding error of {number}, which "
            "makes it an overlap.",
            number=t.number,
        ),
        _MOTION_RANGE_STEP,
    ),
    Reason(
        lambda t: t.truth.discriminant < 0.0,
        lambda t: message(
            "The rounding error of {number} in the discriminant is larger than the "
            "miss, and its sign is wrong.",
            number=t.number,
        ),
        _DISCRIMINANT_STEP,
    ),
)

_STILL, _IN_STEP, _OVERLAP = "if abs(Alpha)", "if t >= 0.0", "        if Omega < 0.0"
# The lines in which a direction that is lost, and rounding at all, may decide.
_ANY = ("tmp =", _STILL, _IN_STEP, _OVERLAP, "    if Omega < 0.0", "Omega =")
_NO_WAY = ("size =", "Vx, Vy, Vz = dx / size", "Ex, Ey, Ez =", *_ANY)

MISTAKES: tuple[Mistake[SphereComparison], ...] = (
    Mistake(
        TIME_IN_THE_PAST,
        lambda t: t.returns_past_root,
        lambda t: message(
            "It returns the earlier root, t = {t}, and a position before the start, "
            "where the sphere never was during this motion.",
            t=_format_time(t),
        ),
        _MOTION_RANGE_STEP,
        difference="other time",
        line="t = (-sqrt",
    ),
    Mistake(
        TIME_FLT_MAX,
        lambda t: t.agrees_on_hit & t.no_time,
        lambda t: _NO_TIME[SphereMotion(int(t.truth.motion))],
        _MOTION_RANGE_STEP,
        difference="other time",
        line="return True, FLT_MAX",
    ),
    Mistake(
        TIME_WITHOUT_HIT,
        lambda t: ~(t.has_any_hit | t.no_time),
        _explain_meaningless_time,
        _MOTION_RANGE_STEP,
        reasons=(
            Reason(
                lambda t: np.isnan(t.answer.t),
                lambda t: message(
                    "The products in the discriminant are infinite in {number}: time "
                    "and position are not numbers.",
                    number=t.number,
                ),
                _DISCRIMINANT_STEP,
            ),
            Reason(
                lambda t: ~crosses(t.truth),
                lambda t: message(
                    "The sphere does not move towards or away from the line; rounding "
                    "error alone produces the time {t} and a position, which mean "
                    "nothing.",
                    t=_format_time(t),
                ),
                _TIMES_STEP,
            ),
        ),
        is_always_checked=True,
        difference="yet a time",
        line="return False, t, colli",
    ),
    Mistake(
        SLOW_APPROACH_MISSED,
        lambda t: t.crossing & t.trace["abs(Alpha) <= 0.00001"],
        lambda t: message(
            "α = {alpha} is below its fixed limit of 0.00001, so it counts as no "
            "motion, and then only an overlap is a hit.",
            alpha=format_number(t.trace["Alpha"]),
        ),
        _DISCRIMINANT_STEP,
        line=_STILL,
    ),
    Mistake(
        START_TOUCH_MISSED,
        lambda t: t.misses_without_approach,
        "Without motion across the line it tests only for overlap, with <, so "
        "touching is a miss.",
        _MOTION_RANGE_STEP,
        reasons=(
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
        lambda t: t.has_wrong_result & t.distorts_direction,
        lambda t: message(
            "The square of so short a direction loses its digits in {number}, so V, "
            "which should be a unit vector, is not one.",
            number=t.number,
        ),
        _FOOT_STEP,
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
        difference="other time",
        line=_NO_WAY,
    ),
    Mistake(
        OVERFLOW,
        lambda t: t.has_wrong_result & np.isinf(t.trace["size"]),
        lambda t: message(
            "The square of so long a direction is infinite in {number}, and so is its "
            "length: the line shrinks to the point Q.",
            number=t.number,
        ),
        _FOOT_STEP,
        difference="other time",
        line=_NO_WAY,
    ),
    Mistake(
        TOO_LARGE,
        lambda t: t.has_wrong_result & np.isnan(t.trace["tmp"]),
        lambda t: message(
            "The products in the discriminant are infinite in {number}, and their "
            "difference is not a number.",
            number=t.number,
        ),
        _DISCRIMINANT_STEP,
        difference="other time",
        line=_ANY,
    ),
    Mistake(
        WRONG_BY_ROUNDING,
        lambda t: t.has_wrong_result,
        lambda t: message(
            "The rounding error of {number} moves the touch into the motion.",
            number=t.number,
        ),
        _TIMES_STEP,
        _ROUNDED,
        difference="other time",
        line=(*_ANY, "t = (-sqrt", "Ax, Ay, Az =", "Cx, Cy, Cz =", "Alpha =", "Beta ="),
    ),
    # At the right time, so it is where the sphere is.
    Mistake(
        POSITION_IS_CENTER,
        lambda t: t.agrees_on_hit & t.misplaces_contact,
        lambda t: message(
            'Its "collision position" is where the sphere is, its centre at the moment '
            "of contact, {apart} m from the point of contact itself.",
            apart=format_number(t.position_error),
        ),
        _PLACE_STEP,
        difference="other point",
        line="colli = pre_x + t",
    ),
)


def _draw(t: SphereComparison, out: DrawList) -> None:
    """Append the listing's position and time, hollow, in both views."""
    time = 0.0 if t.no_time else float(t.answer.t)
    if not -MAX_STEP_EXTENSION <= time <= 1.0 + MAX_STEP_EXTENSION:
        return

    def add(view: DrawList, since: int, *records: Dot | Label | Segment) -> None:
        view.add(*style_primitives(Role.ARTICLE, "article", since, *records))

    at = xyz(t.answer.position)
    told = message("article: no time")
    if not t.no_time:
        told = message("article: t = {t}", t=_format_time(t))
    name = Label(at, told, (-1.0, 0.6, 0.0), gap=14.0)
    add(out, _TIMES_STEP, Dot(at, 8.5, Marker.RING), name)
    contact = xyz(t.truth.contact)
    if t.truth.hit and math.dist(at, contact) > t.near:
        apart = Segment(at, contact, width=1.25, dashed=True, alpha=0.7)
        add(out, _PLACE_STEP, apart)
    add(out.views[0], _TIMES_STEP, Dot(section(t.truth).center(time), 8.5, Marker.RING))


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
    arguments=lambda p: (p.radius, *p.start, *p.end, *p.line_point, *p.line_direction),
    answer=articles.SphereLine,
    describe_answer=_says,
    mistakes=MISTAKES,
    comparison=SphereComparison,
    draw=_draw,
    names=NAMES,
    preset=MapPreset("Embedded, leaving", "start.x", "start.y"),
    is_suspect=lambda t: t.has_any_hit,
)
