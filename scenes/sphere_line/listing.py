"""Listing of article 4's scene: its mistakes, their reasons, and its drawing."""

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import SphereMotion, SweptSphereLine, articles
from playground.collision._arguments import Array, length
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
from scenes.sphere_line.answer import is_near_step, of
from scenes.sphere_line.params import N, SphereLineParams, crosses

# The derivation's steps in which a difference arises.
_FOOT_STEP = 1
_DISCRIMINANT_STEP = 6
_TIMES_STEP = 7
_MOTION_RANGE_STEP = 8
_PLACE_STEP = 9


class SphereComparison(
    sc.ListingComparison[SphereLineParams, SweptSphereLine, articles.SphereLine]
):
    """Comparison of the listing's answer with the core's."""

    # It has computed no time and returns FLT_MAX.
    no_time = sc.array_property(lambda t: ~t.answer.trace.assignment_mask("t"))
    # The returned time is within the step.
    in_step = sc.array_property(lambda t: (t.answer.t >= 0.0) & (t.answer.t <= 1.0))
    # Distance of the returned position from the contact point.
    position_error = sc.array_property(
        lambda t: length(t.answer.position - t.truth.contact)
    )
    # Length of the step, in m.
    way = sc.array_property(lambda t: length(t.p.step))
    # There is a hit or it answers one; there is a hit and it answers one.
    has_any_hit = sc.array_property(lambda t: t.truth.hit | t.answer.hit)
    agrees_on_hit = sc.array_property(lambda t: t.truth.hit & t.answer.hit)
    # The computed length of the direction, and so its unit vector, is far off.
    distorts_direction = sc.array_property(
        lambda t: (
            np.abs(length(sc.stack_components(*t.p.line_direction)) - t["size"])
            > 1e-3 * t["size"]
        )
    )
    # It misses a hit without overlap, and not because of the direction.
    misses_hit = sc.array_property(
        lambda t: (
            t.truth.hit & ~t.truth.embedded & ~t.answer.hit & ~t.distorts_direction
        )
    )
    # It returns the root before the start, which is truly negative, as a hit's time.
    returns_past_root = sc.array_property(
        lambda t: LISTING.evaluate_where(
            t,
            t.agrees_on_hit & (t.answer.t * t.way < -t.near),
            lambda some: ~(some.truth.t_enter * some.way >= -some.near),
        )
    )
    # It misses a hit by motion across the line.
    crossing = sc.array_property(
        lambda t: LISTING.evaluate_where(t, t.misses_hit, lambda t: crosses(t.truth))
    )
    # It misses a sphere that keeps its distance or moves away.
    misses_without_approach = sc.array_property(
        lambda t: LISTING.evaluate_where(t, t.misses_hit, _keeps_distance)
    )
    # Hit or time are wrong by more than the rounding of a length.
    has_wrong_result = sc.array_property(
        lambda t: (t.truth.hit != t.answer.hit) | t.mistimes_hit
    )
    mistimes_hit = sc.array_property(
        lambda t: t.agrees_on_hit & ~(np.abs(t.answer.t - t.truth.t) * t.way <= t.near)
    )

    @cached_property
    def near(self) -> Array:
        """Distance (metres) below which two positions count as equal."""
        p = self.p
        return self.tolerance * sc.max_magnitude(
            *p.start, *p.end, *p.line_point, p.radius
        )

    @cached_property
    def misplaces_contact(self) -> NDArray[np.bool_]:
        """True where the position at the right time is not the contact point."""
        # The centre is a radius off the line, unless it overlaps at the start.
        misplaced = ~self.truth.embedded & (self.p.radius > 10.0 * self.near)
        remaining = self.agrees_on_hit & ~(
            misplaced | self.returns_past_root | self.no_time | self.mistimes_hit
        )
        away = LISTING.evaluate_where(
            self, remaining, lambda t: ~(t.position_error <= t.near)
        )
        return np.asarray(misplaced | away)

    @property
    def t(self) -> str:
        """The returned time as text; outside [0, 1], with digits that show that."""
        time = float(self.answer.t)
        end = min(max(time, 0.0), 1.0)
        return sc.format_number(time, sc.digits_to_distinguish(time, end))

    # More values for the placeholders of the reasons.
    change = property(lambda t: sc.format_number(np.abs(t.answer.t - t.truth.t)))
    alpha = property(lambda t: sc.format_number(t["Alpha"]))
    apart = property(lambda t: sc.format_number(t.position_error))


def _keeps_distance(t: SphereComparison) -> NDArray[np.bool_]:
    e = t.truth
    is_off = ~t.no_time & (e.omega == 0.0) & (e.beta > 0.0)
    return np.asarray(~crosses(e) | is_off)


def _says(t: SphereComparison) -> str:
    if t.no_time:
        return sc.message("hit, no time" if t.answer.hit else "no hit")
    return t.format_text("hit at t = {t}" if t.answer.hit else "no hit, yet t = {t}")


_NO_TIME = {
    SphereMotion.RESTING: sc.message(
        "The sphere does not move, so it returns FLT_MAX, the largest float, as the "
        "time; it really meets the line at t = 0."
    ),
    SphereMotion.PARALLEL: sc.message(
        "The sphere moves along the line, so it returns FLT_MAX, the largest float, as "
        "the time; it really meets the line at t = 0."
    ),
    SphereMotion.CROSSING: sc.message(
        "The motion across the line is below its fixed limit, so it returns FLT_MAX, "
        "the largest float, as the time; it really meets the line at t = 0."
    ),
}


def _explain_meaningless_time(t: SphereComparison) -> str:
    return t.format_text(
        'It correctly answers "no hit", but still returns a time, {t}, and a position '
        "beyond the end, which mean nothing."
        if t.answer.t > 1.0
        else 'It correctly answers "no hit", but still returns a time, {t}, and a '
        "position behind the start, which mean nothing."
    )


# Effects of rounding; the first that applies is given.
_ROUNDED: tuple[sc.Reason[SphereComparison], ...] = (
    sc.Reason(
        lambda t: t.agrees_on_hit,
        "The rounding error of {number} moves the time by {change}.",
        _TIMES_STEP,
    ),
    sc.Reason(
        lambda t: t.truth.embedded,
        "The overlap at the start is less than the rounding error of {number}.",
        _MOTION_RANGE_STEP,
    ),
    sc.Reason(
        lambda t: t.truth.hit & t.no_time,
        "In {number} the rounded discriminant comes out below 0, and the touch is "
        "lost.",
        _DISCRIMINANT_STEP,
    ),
    sc.Reason(
        lambda t: t.truth.hit,
        "The rounding error of {number} moves the first touch out of the motion, "
        "to t = {t}.",
        _TIMES_STEP,
    ),
    sc.Reason(
        lambda t: ~(crosses(t.truth) & t.in_step),
        "The gap at the start is less than the rounding error of {number}, which "
        "makes it an overlap.",
        _MOTION_RANGE_STEP,
    ),
    sc.Reason(
        lambda t: t.truth.discriminant < 0.0,
        "The rounding error of {number} in the discriminant is larger than the "
        "miss, and its sign is wrong.",
        _DISCRIMINANT_STEP,
    ),
)

_STILL, _IN_STEP, _OVERLAP = "if abs(Alpha)", "if t >= 0.0", "        if Omega < 0.0"
# The lines in which rounding may decide, and those for a direction that is lost.
_ANY = ("tmp =", _STILL, _IN_STEP, _OVERLAP, "    if Omega < 0.0", "Omega =")
_NO_WAY = ("size =", "Vx, Vy, Vz = dx / size", "Ex, Ey, Ez =", *_ANY)

MISTAKES: tuple[sc.Mistake[SphereComparison], ...] = (
    sc.Mistake(
        TIME_IN_THE_PAST,
        lambda t: t.returns_past_root,
        "It returns the earlier root, t = {t}, and a position before the start, "
        "where the sphere never was during this motion.",
        _MOTION_RANGE_STEP,
        difference="other time",
        line="t = (-sqrt",
    ),
    sc.Mistake(
        TIME_FLT_MAX,
        lambda t: t.agrees_on_hit & t.no_time,
        lambda t: _NO_TIME[SphereMotion(int(t.truth.motion))],
        _MOTION_RANGE_STEP,
        difference="other time",
        line="return True, FLT_MAX",
    ),
    sc.Mistake(
        TIME_WITHOUT_HIT,
        lambda t: ~(t.has_any_hit | t.no_time),
        _explain_meaningless_time,
        _MOTION_RANGE_STEP,
        reasons=(
            sc.Reason(
                lambda t: np.isnan(t.answer.t),
                "The products in the discriminant are infinite in {number}: time "
                "and position are not numbers.",
                _DISCRIMINANT_STEP,
            ),
            sc.Reason(
                lambda t: ~crosses(t.truth),
                "The sphere does not move towards or away from the line; rounding "
                "error alone produces the time {t} and a position, which mean "
                "nothing.",
                _TIMES_STEP,
            ),
        ),
        is_always_checked=True,
        difference="yet a time",
        line="return False, t, colli",
    ),
    sc.Mistake(
        SLOW_APPROACH_MISSED,
        lambda t: t.crossing & t["abs(Alpha) <= 0.00001"],
        "α = {alpha} is below its fixed limit of 0.00001, so it counts as no "
        "motion, and then only an overlap is a hit.",
        _DISCRIMINANT_STEP,
        line=_STILL,
    ),
    sc.Mistake(
        START_TOUCH_MISSED,
        lambda t: t.misses_without_approach,
        "Without motion across the line it tests only for overlap, with <, so "
        "touching is a miss.",
        _MOTION_RANGE_STEP,
        reasons=(
            sc.Reason(
                lambda t: crosses(t.truth),
                "The sphere touches as it leaves: the root that the code looks "
                "at is in the past, and it tests for overlap with <.",
                line=_IN_STEP,
            ),
        ),
        line=_OVERLAP,
    ),
    sc.Mistake(
        UNDERFLOW,
        lambda t: t.has_wrong_result & t.distorts_direction,
        "The square of so short a direction loses its digits in {number}, so V, "
        "which should be a unit vector, is not one.",
        _FOOT_STEP,
        (
            sc.Reason(
                lambda t: t["size"] == 0.0,
                "The square of so short a direction is 0 in {number}, and so is "
                "its length: the line shrinks to the point Q.",
            ),
        ),
        difference="other time",
        line=_NO_WAY,
    ),
    sc.Mistake(
        OVERFLOW,
        lambda t: t.has_wrong_result & np.isinf(t["size"]),
        "The square of so long a direction is infinite in {number}, and so is its "
        "length: the line shrinks to the point Q.",
        _FOOT_STEP,
        difference="other time",
        line=_NO_WAY,
    ),
    sc.Mistake(
        TOO_LARGE,
        lambda t: t.has_wrong_result & np.isnan(t["tmp"]),
        "The products in the discriminant are infinite in {number}, and their "
        "difference is not a number.",
        _DISCRIMINANT_STEP,
        difference="other time",
        line=_ANY,
    ),
    sc.Mistake(
        WRONG_BY_ROUNDING,
        lambda t: t.has_wrong_result,
        "The rounding error of {number} moves the touch into the motion.",
        _TIMES_STEP,
        _ROUNDED,
        difference="other time",
        line=(*_ANY, "t = (-sqrt", "Ax, Ay, Az =", "Cx, Cy, Cz =", "Alpha =", "Beta ="),
    ),
    # The time is right, so it returns the sphere's centre.
    sc.Mistake(
        POSITION_IS_CENTER,
        lambda t: t.agrees_on_hit & t.misplaces_contact,
        'Its "collision position" is where the sphere is, its centre at the moment '
        "of contact, {apart} m from the point of contact itself.",
        _PLACE_STEP,
        difference="other point",
        line="colli = pre_x + t",
    ),
)


def _draw(t: SphereComparison, out: sc.DrawList) -> None:
    """Append the listing's position and time as rings, in both views."""
    time = 0.0 if t.no_time else float(t.answer.t)
    if not is_near_step(time):
        return
    position, contact = sc.xyz(t.answer.position), sc.xyz(t.truth.contact)
    caption = (
        sc.message("article: no time")
        if t.no_time
        else t.format_text("article: t = {t}")
    )
    name = sc.Label(position, caption, (-1.0, 0.6, 0.0), gap=14.0)
    out.add(sc.Dot(position, 8.5, sc.Marker.RING), name, symbol=N.article)
    if t.truth.hit and math.dist(position, contact) > t.near:
        error_line = sc.Segment(position, contact, width=1.25, dashed=True, alpha=0.7)
        out.add(error_line, symbol=N.article, first_step=_PLACE_STEP)
    center_across = of(t.p, t.truth).center_across(time)
    out.views[0].add(sc.Dot(center_across, 8.5, sc.Marker.RING), symbol=N.article)


LISTING: sc.Listing[
    SphereLineParams, SweptSphereLine, articles.SphereLine, SphereComparison
] = sc.Listing(
    code=sphere_line,
    arguments=lambda p: (p.radius, *p.start, *p.end, *p.line_point, *p.line_direction),
    answer=articles.SphereLine,
    describe_answer=_says,
    mistakes=MISTAKES,
    comparison=SphereComparison,
    draw=_draw,
    names=N.variables,
    preset=sc.MapPreset("Embedded, leaving", "start.x", "start.y"),
    is_suspect=lambda t: t.has_any_hit,
)
