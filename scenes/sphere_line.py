"""Moving sphere against line in space: article 4, 3D part 16.

A sphere goes straight from start to end. The perpendicular from its centre to the line
changes evenly with time, so that the times of touch are the roots of a quadratic; the
curve under the picture is that quadratic. Seen along the line, in the view beside it,
all of this is plane geometry.
"""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from playground.scene.regions import Regions

from playground.collision import articles, swept_sphere_line
from playground.scene.drawlist import DrawList
from playground.scene.scene import (Article, Case, Decision, Lookout, NumberType, Rival, Row, Scene, Step, Target, Verdict, cases, show)
from playground.scene.timeline import Timeline
from scenes import (
    _sphere_field,
    _sphere_lesson,
    _sphere_mistakes,
    _sphere_picture,
    _sphere_rival,
)
from scenes._sphere_field import EMBEDDED, HIT, MISS, TOUCH
from scenes._sphere_model import (
    SphereLineAnswer,
    SphereLineParams,
    crosses,
    nearest_time,
    nearest_times,
)


class SphereLineScene(Scene[SphereLineParams, SphereLineAnswer]):
    """When and where a moving sphere meets a line."""

    id: ClassVar[str] = "sphere_line"
    title: ClassVar[str] = "Swept sphere vs line"
    article: ClassVar[Article] = Article(
        4,
        "Where and when a moving sphere hits a line",
        "IKD, Game Tsukuro! (Marupeke)",
    )
    dimension: ClassVar[int] = 3
    moved: ClassVar[str] = "start"
    compared: ClassVar[str] = _sphere_field.COMPARED
    zoned: ClassVar[str] = (
        "How the sphere moves at the start in relation to the line, for every place."
    )
    lookout: ClassVar[Lookout] = Lookout(
        "Embedded, leaving", ("start", 0), ("start", 1)
    )
    beside_the_answer: ClassVar[tuple[str, ...]] = ("t",)
    params = SphereLineParams
    cases = cases(
        (
            "Crossing",
            Case(
                SphereLineParams(),
                "The sphere meets the line, sinks in and leaves again: two roots.",
                HIT,
                differs="Hit and time are right, but its collision position is the "
                "sphere's centre, one radius away from the place where the two meet.",
            ),
        ),
        (
            "Tangent",
            Case(
                SphereLineParams(
                    start=(-3.5, 2.25, 1.5),
                    end=(3.5, 2.25, -1.0),
                    radius=1.0,
                    line_point=(0.0, 1.25, 2.0),
                    line_direction=(0.0, 0.0, -2.0),
                    t=0.25,
                ),
                "The nearest approach is exactly one radius: both roots are one.",
                TOUCH,
                differs="Hit and time are right, but its collision position is the "
                "sphere's centre, one radius away from the touch.",
            ),
        ),
        (
            "Miss",
            Case(
                SphereLineParams(
                    start=(-4.0, 3.2, 1.6),
                    end=(4.0, 2.8, -1.4),
                    radius=0.8,
                    line_point=(0.2, 0.9, 2.2),
                    line_direction=(0.2, 0.3, -1.8),
                    t=0.3,
                ),
                "The discriminant is negative: the sphere passes over the line.",
                MISS,
            ),
        ),
        (
            "Ends too early",
            Case(
                SphereLineParams(
                    start=(-1.0, 1.5, 4.0),
                    end=(-1.0, 1.5, 2.0),
                    radius=1.0,
                    line_point=(0.0, 1.5, -1.0),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.5,
                ),
                "The sphere is on its way to the line, but the step ends before.",
                MISS,
                differs="It answers no hit, rightly, but still hands out the time 2 "
                "and a position beyond the end; nothing is defined there.",
            ),
        ),
        (
            "Already past",
            Case(
                SphereLineParams(
                    start=(-1.5, 2.2, 0.8),
                    end=(-4.0, 2.6, 2.6),
                    radius=0.8,
                    line_point=(0.0, 1.2, 1.2),
                    line_direction=(0.2, 0.2, -1.8),
                    t=0.4,
                ),
                "Both roots are negative: the sphere is leaving the line behind.",
                MISS,
                differs="It answers no hit, rightly, but hands out a time in the past "
                "and a position behind the start.",
            ),
        ),
        (
            "Embedded, going through",
            Case(
                SphereLineParams(
                    start=(-0.5, 2.0, 0.25),
                    end=(1.5, 2.0, -3.75),
                    radius=1.0,
                    line_point=(1.5, 1.5, 0.25),
                    line_direction=(1.5, 0.0, 0.0),
                    t=0.5,
                ),
                "The sphere overlaps the line before it moves, so the time is 0.",
                EMBEDDED,
                differs="It returns the root in the past, and a position behind the "
                "start, where the sphere was not in this step.",
            ),
        ),
        (
            "Embedded, leaving",
            Case(
                SphereLineParams(
                    start=(0.0, 3.0, 0.0),
                    end=(0.0, 5.0, 0.0),
                    radius=1.0,
                    line_point=(-2.0, 2.5, 0.0),
                    line_direction=(1.5, 0.0, 0.0),
                    t=0.6,
                ),
                "Overlapping at the start and on its way out.",
                EMBEDDED,
                differs="Its time is −0.75, and its position lies on the other side of "
                "the line.",
            ),
        ),
        (
            "Embedded at rest",
            Case(
                SphereLineParams(
                    start=(0.0, 2.0, 0.0),
                    end=(0.0, 2.0, 0.0),
                    radius=1.2,
                    line_point=(-2.5, 1.5, 0.5),
                    line_direction=(2.0, 0.0, -0.25),
                    t=0.0,
                ),
                "No motion and yet a hit: the sphere overlaps the line throughout.",
                EMBEDDED,
                differs="A hit whose time is FLT_MAX, the largest float: a caller that "
                "moves the sphere by it loses it.",
            ),
        ),
        (
            "Embedded along the line",
            Case(
                SphereLineParams(
                    start=(-3.0, 2.0, 0.0),
                    end=(3.0, 2.0, 0.0),
                    radius=1.0,
                    line_point=(-1.0, 1.5, 0.0),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.4,
                ),
                "Motion along the line never changes the distance, and it overlaps.",
                EMBEDDED,
                differs="A hit whose time is FLT_MAX. The overlap is there at t = 0.",
            ),
        ),
        (
            "Parallel",
            Case(
                SphereLineParams(
                    start=(-3.5, 2.5, 1.0),
                    end=(3.5, 2.5, 1.0),
                    radius=0.8,
                    line_point=(-1.0, 1.0, -0.5),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.35,
                ),
                "α is 0: the sphere flies beside the line and keeps its distance.",
                MISS,
            ),
        ),
        (
            "Rolling on the line",
            Case(
                SphereLineParams(
                    start=(-3.0, 2.5, 0.0),
                    end=(3.0, 2.5, 0.0),
                    radius=1.0,
                    line_point=(-1.0, 1.5, 0.0),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.4,
                ),
                "Motion along the line at exactly one radius: it touches throughout.",
                TOUCH,
                differs="Without motion across the line it counts only overlap, by <, "
                "so touching is a miss.",
            ),
        ),
        (
            "Resting",
            Case(
                SphereLineParams(
                    start=(0.5, 2.8, 1.0),
                    end=(0.5, 2.8, 1.0),
                    radius=0.9,
                    line_point=(-2.0, 1.0, 0.5),
                    line_direction=(2.0, 0.2, -0.4),
                    t=0.0,
                ),
                "There is no step: only the distance at the start counts.",
                MISS,
            ),
        ),
        (
            "Touching at rest",
            Case(
                SphereLineParams(
                    start=(0.0, 2.5, 0.0),
                    end=(0.0, 2.5, 0.0),
                    radius=1.0,
                    line_point=(-2.0, 1.5, 0.0),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.0,
                ),
                "The sphere lies on the line.",
                TOUCH,
                differs="Without motion it counts only overlap, by <, so touching is a "
                "miss.",
            ),
        ),
        (
            "Touching, leaving",
            Case(
                SphereLineParams(
                    start=(0.0, 3.5, 0.0),
                    end=(1.0, 5.5, 0.0),
                    radius=1.0,
                    line_point=(-2.0, 2.5, 0.0),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.5,
                ),
                "The sphere touches at t = 0 and moves off.",
                TOUCH,
                differs="The root it looks at is in the past, and overlap is strict: "
                "it answers no hit.",
            ),
        ),
        (
            "Arrives slowly",
            Case(
                SphereLineParams(
                    start=(0.0, 2.502, 0.0),
                    end=(0.0, 2.499, 0.0),
                    radius=1.0,
                    line_point=(-2.0, 1.5, 0.0),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.0,
                ),
                "A step of 3 mm, in which the sphere arrives.",
                HIT,
                differs="α = 0.000009 is below its fixed 0.00001 and counts as no "
                "motion: it misses the arrival.",
            ),
        ),
        (
            "Arrives at a shallow angle",
            Case(
                SphereLineParams(
                    start=(-3.0, 2.502, 0.0),
                    end=(3.0, 2.499, 0.0),
                    radius=1.0,
                    line_point=(-1.0, 1.5, 0.0),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.3,
                ),
                "A fast sphere that nearly follows the line and settles on it.",
                HIT,
                differs="Only the 3 mm across the line count in α, which is below its "
                "fixed 0.00001: no motion, no hit.",
            ),
        ),
        (
            "Grazing, lost in float",
            Case(
                SphereLineParams(
                    start=(-4.0, 1.0, 3.0),
                    end=(4.0, 1.5, -0.5),
                    radius=1.0,
                    line_point=(-1.0, 1.5, 0.5),
                    line_direction=(-2.0, 1.0, 2.0),
                    t=0.15,
                ),
                "The discriminant is exactly 0: the sphere touches once.",
                TOUCH,
                differs="In float32 the discriminant comes out below 0, and the touch "
                "is lost.",
            ),
        ),
        (
            "Point, missed by 1.6 mm",
            Case(
                SphereLineParams(
                    start=(-4.0, 3.75, 1.5),
                    end=(4.0, 1.75, -0.75),
                    radius=0.0,
                    line_point=(0.5, 2.5, 0.0),
                    line_direction=(-0.5, -1.0, -2.0),
                    t=0.3,
                ),
                "A sphere of radius 0 is a point, and passes the line by 1.6 mm.",
                MISS,
                differs="The rounding error of float32 in the discriminant is larger "
                "than the miss: it answers a hit.",
            ),
        ),
        (
            "The centre for the place",
            Case(
                SphereLineParams(
                    start=(-0.5, 1.5, 4.0),
                    end=(-0.5, 1.5, -2.0),
                    radius=1.5,
                    line_point=(1.0, 1.5, -0.5),
                    line_direction=(2.0, 0.0, 0.0),
                    t=0.5,
                ),
                "The line is touched at the foot H, one radius from the centre.",
                HIT,
                differs="Its collision position is the sphere's centre at the touch, "
                "one radius away from the place where the two meet.",
            ),
        ),
        (
            "Direction too short",
            Case(
                SphereLineParams(
                    start=(3.0, 5.0, 0.0),
                    end=(3.0, 1.0, 0.0),
                    radius=1.0,
                    line_point=(0.0, 2.0, 0.0),
                    line_direction=(1e-23, 0.0, 0.0),
                    t=0.25,
                ),
                "Only the direction of the arrow counts, however short it is.",
                HIT,
                differs="The square of 1e-23 is 0 in float32, and so is its length: "
                "the line shrinks to the point Q, which the sphere misses.",
            ),
        ),
    )

    def solve(self, p: SphereLineParams) -> SphereLineAnswer:
        """Ask the core and the article; ValueError for a line without direction."""
        line = p.line_point, p.line_direction
        exact = swept_sphere_line(p.start, p.end, p.radius, *line, exact=True)
        single, double = (
            articles.sphere_line(p.radius, p.start, p.end, *line, dtype=kind)
            for kind in (np.float32, np.float64)
        )
        return SphereLineAnswer(exact, single, double)

    def draw(self, p: SphereLineParams, r: SphereLineAnswer, out: DrawList) -> None:
        """Draw line, step, perpendicular, touches and place, in space and along it."""
        _sphere_picture.draw(p, r, out)

    def sketch(self, p: SphereLineParams, out: DrawList) -> None:
        """Draw the step of a sphere whose line has no direction."""
        _sphere_picture.sketch(p, out)

    def verdict(self, p: SphereLineParams, r: SphereLineAnswer) -> Verdict:
        """Say whether the sphere meets the line, and when."""
        text, detail = _outcome(p, r)
        return Verdict(text, bool(r.exact.hit), detail)

    def question(self, p: SphereLineParams) -> str:  # noqa: D102
        return "Does the sphere touch the line during its step?"

    def readout(self, p: SphereLineParams, r: SphereLineAnswer) -> list[Row]:
        """Return the touch, the roots, the moment and the coefficients."""
        return _sphere_lesson.readout(p, r)

    def steps(self, p: SphereLineParams, r: SphereLineAnswer) -> list[Step]:
        """Return the derivation from the foot of the perpendicular to the place."""
        return _sphere_lesson.steps(p, r)

    def timeline(self, p: SphereLineParams, r: SphereLineAnswer | None) -> Timeline:
        """Return the step, with stops at both touches and the nearest approach."""
        named = {0.0: "start", 1.0: "end"}
        if r is not None and crosses(r.exact):
            nearest = nearest_time(r.exact)
            enter, leave = float(r.exact.t_enter), float(r.exact.t_exit)
            named = {nearest: "nearest"} | named | {leave: "last touch"}
            named[enter] = "first touch" if enter < leave else "touch"
        stops = sorted(t for t in named if 0.0 <= t <= 1.0)
        names = tuple(named[t] for t in stops)
        return Timeline("t", 0.0, 1.0, 4.0, tuple(stops), names)

    def measure(self, p: SphereLineParams) -> Mapping[str, NDArray[np.float64]]:
        """Return |N|^2 - r^2 at the moment, and its least within the step."""
        e, lost = _sphere_field.solved(p)
        gaps = (
            (distance - p.radius) * (distance + p.radius)
            for distance in (e.distance(p.t), e.distance(nearest_times(e)))
        )
        now, least = (np.where(lost, np.nan, gap) for gap in gaps)
        shape = np.broadcast_shapes(now.shape, least.shape)
        return {
            "|N(t)|² − r² (m²)": np.broadcast_to(now, shape),
            "its least in the step (m²)": np.broadcast_to(least, shape),
        }

    def measured_against(self) -> tuple[str, int]:
        """Return the time: the curve is the quadratic of the derivation."""
        return "t", 0

    def regions(self, p: SphereLineParams) -> Regions:
        """Return what the steps come to."""
        return _sphere_field.regions(p)

    def zones(self, p: SphereLineParams) -> Regions:
        """Return whether it overlaps, rests, or moves along, toward or away."""
        return _sphere_field.zones(p)

    def quantities(self, p: SphereLineParams) -> Mapping[str, NDArray[np.float64]]:
        """Return the first touch, the least gap and the discriminant."""
        return _sphere_field.quantities(p)

    def mistakes(self, p: SphereLineParams, *, single: bool) -> Regions:
        """Return where the listing's hit, time or position is wrong."""
        return _sphere_mistakes.mistakes(p, single=single)

    def decide(self, p: SphereLineParams, number: NumberType) -> Decision | None:
        """Ask the quadratic for a root in the step, without taking it."""
        return _sphere_field.decide(p, number)

    def rival(
        self, p: SphereLineParams, r: SphereLineAnswer, *, single: bool
    ) -> Rival | None:
        """Return the listing's hit, time and position against the true ones."""
        return _sphere_rival.rival(p, r, single)

    def draw_rival(
        self, p: SphereLineParams, r: SphereLineAnswer, out: DrawList, *, single: bool
    ) -> None:
        """Draw the listing's position and time, hollow."""
        _sphere_rival.draw(p, r, out, single)

    def target(self, p: SphereLineParams, r: SphereLineAnswer) -> Target | None:
        """Return the time of the first touch."""
        if not r.exact.hit:
            return None
        return Target("the time of the first touch", float(r.exact.t))


def _outcome(p: SphereLineParams, r: SphereLineAnswer) -> tuple[str, str]:
    e = r.exact
    text, when = _sphere_field.outcome(e).name(), f"at t = {show(e.t)}"
    if text == EMBEDDED:
        return text, "The sphere overlaps the line at the start, so t = 0."
    if text == HIT:
        return text, f"First touch {when}."
    if text == TOUCH:
        return text, f"Touches {when} and does not overlap."
    gap = float(e.distance(nearest_time(e))) - p.radius
    if float(e.t_enter) > 1.0:
        return MISS, f"It would touch at t = {show(e.t_enter)}, after the step ends."
    if float(e.t_exit) < 0.0:
        return MISS, f"It touched at t = {show(e.t_exit)}, before the step began."
    return MISS, f"The nearest approach leaves a gap of {show(gap)} m."
