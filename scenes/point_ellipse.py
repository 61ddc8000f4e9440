"""Point against ellipse: article 3, "point and ellipse".

The ellipse stays in the world as a dashed ghost, where it is dragged. Its image, the
point and the grid go through the three moves of the article as `progress` runs from 0
to 3, and end as a circle about the origin. Beside it stands what the circle cannot
tell: the true distance and the nearest point of the ellipse.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from playground.scene.regions import Regions

from playground.collision import articles
from playground.scene.drawlist import DrawList
from playground.scene.scene import (Article, Case, Decision, Lookout, NumberType, Rival, Row, Scene, Step, Target, Verdict, cases, show)
from playground.scene.timeline import Timeline
from scenes import (
    _ellipse_field,
    _ellipse_lesson,
    _ellipse_mistakes,
    _ellipse_picture,
    _ellipse_rival,
)
from scenes._ellipse_field import EDGE, INSIDE, OUTSIDE, REFUSED
from scenes._ellipse_model import (
    NOWHERE,
    PointEllipseAnswer,
    PointEllipseParams,
    has_two_nearest,
    pair,
    ray_point,
    scaled_length,
)


class PointEllipseScene(Scene[PointEllipseParams, PointEllipseAnswer]):
    """The animation of article 3, and the true distance beside it."""

    id: ClassVar[str] = "point_ellipse"
    hit_and_miss: ClassVar[tuple[str, str]] = "Inside", "Outside"
    moved: ClassVar[str] = "point"
    compared: ClassVar[str] = _ellipse_field.COMPARED
    turns_at: ClassVar[Mapping[str, float]] = MappingProxyType(
        {_ellipse_field.LEVEL: 1.0}
    )
    lookout: ClassVar[Lookout] = Lookout("On the boundary", ("point", 1), ("center", 1))
    beside_the_answer: ClassVar[tuple[str, ...]] = ("progress",)
    title: ClassVar[str] = "Point vs ellipse"
    article: ClassVar[Article] = Article(
        3, "Point and ellipse collision", "Mushoku no manabiya"
    )
    params = PointEllipseParams
    cases = cases(
        (
            "Inside",
            Case(
                PointEllipseParams(),
                "The point goes with the ellipse to the origin and ends in the circle.",
                INSIDE,
            ),
        ),
        (
            "Outside",
            Case(
                PointEllipseParams(point=(2.89, 2.18)),
                "The point ends outside the circle: |P′| is longer than rx.",
                OUTSIDE,
            ),
        ),
        (
            "On the boundary",
            Case(
                PointEllipseParams(
                    point=(4.5, 2.0), center=(3.0, 1.0), radii=(2.5, 1.25), angle=0.0
                ),
                "P is exactly on the ellipse, and P′ exactly on the circle.",
                EDGE,
                differs="The article compares with <, so a point on the ellipse itself "
                "counts as outside; our sets are closed.",
            ),
        ),
        (
            "At the centre",
            Case(
                PointEllipseParams(
                    point=(3.2, 1.2), center=(3.2, 1.2), angle=math.radians(20.0)
                ),
                "P′ is the origin. Every point of the circle is equally near to it, "
                "but of the ellipse only the ends of the short axis are.",
                INSIDE,
            ),
        ),
        (
            "Needle",
            Case(
                PointEllipseParams(
                    point=(4.46, 1.79),
                    center=(3.4, 1.2),
                    radii=(2.8, 0.14),
                    angle=math.radians(20.0),
                ),
                "A hair's breadth from a thin ellipse: scaled twentyfold, the gap "
                "looks like a unit and more.",
                OUTSIDE,
            ),
        ),
        (
            "Circle",
            Case(
                PointEllipseParams(
                    point=(1.3, 2.9),
                    center=(3.2, 1.2),
                    radii=(1.8, 1.8),
                    angle=math.radians(35.0),
                ),
                "With rx = ry nothing is stretched: here, and only here, |P′| − rx is "
                "the distance.",
                OUTSIDE,
            ),
        ),
        (
            "Turned by 90°",
            Case(
                PointEllipseParams(
                    point=(3.6, 2.9),
                    center=(3.2, 1.2),
                    radii=(2.2, 1.0),
                    angle=math.pi / 2,
                ),
                "P is inside only because the ellipse stands upright; the turn back "
                "lays both down.",
                INSIDE,
            ),
        ),
        (
            "Scaled gap too large",
            Case(
                PointEllipseParams(
                    point=(2.38, 2.09),
                    center=(3.4, 0.6),
                    radii=(2.4, 0.8),
                    angle=math.radians(15.0),
                ),
                "Stretching enlarges: the circle's gap |P′| − rx is several times the "
                "true distance.",
                OUTSIDE,
            ),
        ),
        (
            "Scaled gap too small",
            Case(
                PointEllipseParams(
                    point=(1.53, 4.09),
                    center=(3.2, 0.2),
                    radii=(0.8, 2.8),
                    angle=math.radians(30.0),
                ),
                "With ry > rx the scaling shrinks, and the circle's gap is far less "
                "than the true distance.",
                OUTSIDE,
            ),
        ),
        (
            "Nearest elsewhere",
            Case(
                PointEllipseParams(
                    point=(4.44, 1.69),
                    center=(3.1, 1.2),
                    radii=(2.9, 0.9),
                    angle=math.radians(10.0),
                ),
                "The circle's nearest point lies straight ahead, at the end of the "
                "long axis; the ellipse's lies at the side.",
                INSIDE,
            ),
        ),
        (
            "Too thin to square",
            Case(
                PointEllipseParams(
                    point=(3.2, 1.2),
                    center=(3.2, 1.2),
                    radii=(1e-170, 2.0),
                    angle=math.radians(30.0),
                ),
                "An ellipse thinner than any picture can show, and the point at its "
                "centre.",
                INSIDE,
                differs="The square of rx = 1e-170 is 0 in the computer, and nothing "
                "is less than 0: the article finds even the centre outside.",
            ),
        ),
        (
            "No height",
            Case(
                PointEllipseParams(
                    point=(4.2, 1.2), center=(3.2, 1.2), radii=(2.4, 0.0), angle=0.0
                ),
                "With ry = 0 the ellipse is a segment and cannot be scaled to a "
                "circle.",
                REFUSED,
                differs="rx / 0 is infinite and infinity times 0 is not a number: the "
                "article answers outside, even on the segment. The core refuses.",
            ),
        ),
        (
            "No width",
            Case(
                PointEllipseParams(
                    point=(3.2, 2.2), center=(3.2, 1.2), radii=(0.0, 2.0), angle=0.0
                ),
                "With rx = 0 the ellipse is a segment, and the circle it becomes a "
                "point.",
                REFUSED,
                differs="Nothing is less than rx · rx = 0: the article answers "
                "outside, even on the segment. The core refuses.",
            ),
        ),
    )

    def solve(self, p: PointEllipseParams) -> PointEllipseAnswer:
        """Ask the core and the article; a radius of 0 is answered with a refusal."""
        article = articles.point_ellipse(p.point, p.center, p.radii, p.angle)
        try:
            exact = _ellipse_field.asked(p, p.radii)
        except ValueError as error:
            return PointEllipseAnswer(None, article, str(error), NOWHERE)
        return PointEllipseAnswer(exact, article, "", ray_point(p, float(exact.level)))

    def draw(self, p: PointEllipseParams, r: PointEllipseAnswer, out: DrawList) -> None:
        """Draw the ghost, the image at `progress`, the comparison and the distance."""
        _ellipse_picture.draw(p, r, out)

    def verdict(self, p: PointEllipseParams, r: PointEllipseAnswer) -> Verdict:
        """Say where the point is."""
        if r.exact is None:
            return Verdict(REFUSED, False, f"The core refuses: {r.refusal}.")
        text = _ellipse_field.outcome(r.exact).name()
        relation = {INSIDE: "less than", EDGE: "exactly", OUTSIDE: "more than"}[text]
        detail = f"|P′| = {show(scaled_length(r.exact), 3)} is {relation} rx."
        return Verdict(text, bool(r.exact.hit), detail)

    def question(self, p: PointEllipseParams) -> str:
        """Return what a student is to predict; a segment has no inside."""
        return "Is the point in the ellipse?" if min(p.radii) > 0.0 else ""

    def readout(self, p: PointEllipseParams, r: PointEllipseAnswer) -> list[Row]:
        """Return the stages of P, both gaps and both nearest points."""
        return _ellipse_lesson.readout(p, r)

    def steps(self, p: PointEllipseParams, r: PointEllipseAnswer) -> list[Step]:
        """Return the three moves, the comparison, and why it is not a distance."""
        return _ellipse_lesson.steps(p, r)

    def timeline(
        self, p: PointEllipseParams, r: PointEllipseAnswer | None
    ) -> Timeline | None:
        """Return the three moves, a stop at the end of each."""
        names = ("as it stands", "moved to the origin", "turned back", "a circle")
        return Timeline("progress", 0.0, 3.0, 6.0, (0.0, 1.0, 2.0, 3.0), names)

    def measure(self, p: PointEllipseParams) -> Mapping[str, NDArray[np.float64]]:
        """Return the signed distance, NaN where a radius is 0."""
        exact, flat = _ellipse_field.solved(p)
        distance = np.where(flat, np.nan, exact.distance)
        shape = np.broadcast_shapes(distance.shape, np.shape(p.progress))
        return {_ellipse_field.DISTANCE: np.broadcast_to(distance, shape)}

    def measured_against(self) -> tuple[str, int]:
        """Return the angle: the ellipse turns about its centre."""
        return "angle", 0

    def regions(self, p: PointEllipseParams) -> Regions:
        """Return where the points are."""
        return _ellipse_field.regions(p)

    def quantities(self, p: PointEllipseParams) -> Mapping[str, NDArray[np.float64]]:
        """Return the true distance, and the level that the circle knows."""
        return _ellipse_field.quantities(p)

    def mistakes(self, p: PointEllipseParams, *, single: bool) -> Regions:
        """Return where the listing's comparison or its numbers fail."""
        return _ellipse_mistakes.mistakes(p, single=single)

    def decide(self, p: PointEllipseParams, number: NumberType) -> Decision | None:
        """Compare P′ with the circle, squared; of a segment there is nothing."""
        return _ellipse_field.decide(p, number)

    def rival(
        self, p: PointEllipseParams, r: PointEllipseAnswer, *, single: bool
    ) -> Rival | None:
        """Return whether the listing finds the point inside, and where it ends."""
        return _ellipse_rival.rival(p, r, single)

    def draw_rival(
        self,
        p: PointEllipseParams,
        r: PointEllipseAnswer,
        out: DrawList,
        *,
        single: bool,
    ) -> None:
        """Draw where the three moves of the listing end, hollow."""
        _ellipse_rival.draw(p, out, single)

    def target(self, p: PointEllipseParams, r: PointEllipseAnswer) -> Target | None:
        """Return the nearest point of the ellipse, where P is inside and it is one."""
        if r.exact is None or not r.exact.hit or has_two_nearest(p, r.exact):
            return None
        return Target("the nearest point of the ellipse", pair(r.exact.closest))
