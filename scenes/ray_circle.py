"""Article 1, 2D collision part 11: where a ray meets a circle."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from playground.collision import RayCircle, articles, ray_circle
from playground.scene.drawlist import DrawList
from playground.scene.params import Vec2
from playground.scene.regions import Regions
from playground.scene.scene import (
    Article,
    Case,
    Decision,
    Lookout,
    NumberType,
    Rival,
    Row,
    Scene,
    Step,
    Target,
    Verdict,
    cases,
    show,
)
from scenes import _ray_field, _ray_lesson, _ray_picture, _ray_rival
from scenes._ray_model import RayCircleAnswer, RayCircleParams, measured, xy


def _case(
    origin: Vec2,
    direction: Vec2,
    center: Vec2,
    radius: float,
    shows: str,
    outcome: str,
    differs: str = "",
) -> Case:
    params = RayCircleParams(origin, direction, center, radius)
    return Case(params, shows, outcome, differs)


_CASES = cases(
    (
        "Two hits",
        Case(RayCircleParams(), "In through one side, out through another.", "Hit"),
    ),
    (
        "Tangent",
        _case(
            (-4.5, -1.5),
            (2.0, 1.5),
            (1.0, -0.5),
            2.5,
            "The line touches: both times are the same, the discriminant is zero.",
            "Touch",
        ),
    ),
    (
        "Miss",
        _case(
            (-4.5, -2.0),
            (2.5, 1.75),
            (1.5, -0.75),
            2.0,
            "The line passes farther from the centre than the radius: no real time.",
            "Miss",
        ),
    ),
    (
        "Pointing away",
        _case(
            (-1.5, 0.25),
            (-2.0, -0.75),
            (2.5, 0.75),
            2.0,
            "The line meets the circle, but both times are negative: behind the ray.",
            "Behind",
        ),
    ),
    (
        "Radius zero",
        _case(
            (-4.0, 1.0),
            (2.0, 0.0),
            (2.0, 1.0),
            0.0,
            "The circle is a point, and the ray runs through it.",
            "Touch",
        ),
    ),
    (
        "Starts inside",
        _case(
            (1.0, 0.25),
            (2.0, 1.0),
            (1.5, 0.75),
            2.5,
            "One time is behind the start, the other ahead: the ray leaves once.",
            "Inside",
            "A negative time counts as an error in the article's code, so a ray that "
            "starts inside misses. It does meet the circle ahead, where it leaves.",
        ),
    ),
    (
        "Starts on the circle and leaves",
        _case(
            (2.5, 1.0),
            (2.0, 1.0),
            (0.5, 1.0),
            2.0,
            "The start itself is the only point in common: a hit at t = 0.",
            "Touch",
            "The nearer time is negative, so the article's code misses. But the "
            "start lies on the circle: a hit at t = 0.",
        ),
    ),
    (
        "Starts on the circle and enters",
        _case(
            (-1.0, 0.0),
            (1.0, -3.0),
            (0.0, 0.0),
            1.0,
            "The first hit is the start, at t = 0; then the ray crosses the circle.",
            "Hit",
            "The nearer time should be 0. In float32 it comes out a little below, "
            "which the article's code takes for a start inside: no hit.",
        ),
    ),
    (
        "Near miss of a point",
        _case(
            (-0.004, 0.0009),
            (0.002, 0.0),
            (0.0, 0.0),
            0.0,
            "All of it is a few millimetres wide. The ray passes the point by 0.9 mm.",
            "Miss",
            "The discriminant is an area and is held against 1e-6 whatever the scale. "
            "The article's code takes a miss by 0.9 mm for a touch.",
        ),
    ),
    (
        "Tiny circle",
        _case(
            (-0.003, 0.0),
            (0.001, 0.0),
            (0.0, 0.0),
            0.0009,
            "The same as any other circle, a thousand times smaller.",
            "Hit",
            "A discriminant below 1e-6 is replaced by 0, so both of the article's "
            "points are the middle of the chord, here the centre itself.",
        ),
    ),
    (
        "Diagonal at a point",
        _case(
            (3.0, 3.0),
            (-1.0, -1.0),
            (0.0, 0.0),
            0.0,
            "The ray runs along the diagonal, straight through the point.",
            "Touch",
            "In float32 the unit diagonal is rounded, and the discriminant falls "
            "below -1e-6 only three units away: the article's code misses.",
        ),
    ),
    (
        "Far circle missed",
        _case(
            (-5.5, -1.1),
            (2.475, 0.65),
            (4.4, 1.5),
            0.003,
            "Aimed at the very centre of a circle 3400 times as far as it is large.",
            "Hit",
            "The discriminant is a difference of squares near 100, which float32 "
            "knows only to about 1e-5, as much as r squared: the article's code "
            "misses.",
        ),
    ),
    (
        "Far circle hit",
        _case(
            (-5.6, -0.8),
            (2.7253, 0.824),
            (5.3, 2.5),
            0.002,
            "The ray passes the centre at twice the radius. Zoom in to see the gap.",
            "Miss",
            "The same cancellation in float32 the other way round: the article's code "
            "finds a positive discriminant and hits.",
        ),
    ),
    (
        "Far points off the circle",
        _case(
            (-5.3, -0.5),
            (2.675, 1.05),
            (5.4, 3.7),
            0.002,
            "Straight through a small circle. Zoom in to see the two points.",
            "Hit",
            "The same cancellation makes the discriminant twelve times too large: the "
            "article's points lie three radii and more from the centre.",
        ),
    ),
    (
        "Tiny direction",
        _case(
            (-4.0, 0.5),
            (1e-23, 0.0),
            (1.5, 0.0),
            2.0,
            "Only the sense of V matters to the circle; t counts in multiples of it.",
            "Hit",
            "The square of 1e-23 is 0 in float32, and V divided by its length is not "
            "a number. That fails every test for a miss: a hit, at no point at all.",
        ),
    ),
)


class RayCircleScene(Scene[RayCircleParams, RayCircleAnswer]):
    """A ray, a circle, the two points and the nearest approach."""

    id: ClassVar[str] = "ray_circle"
    title: ClassVar[str] = "Ray vs circle"
    article: ClassVar[Article] = Article(
        1, "Where a circle and a ray collide", "Marupeke"
    )
    params = RayCircleParams
    cases = _CASES
    moved: ClassVar[str] = "origin"
    compared: ClassVar[str] = "(M·M − r²) V·V ≤ (M·V)²"
    lookout: ClassVar[Lookout] = Lookout("Two hits", ("origin", 0), ("origin", 1))

    def solve(self, p: RayCircleParams) -> RayCircleAnswer:  # noqa: D102
        circle, ray = (p.center, p.radius), (p.origin, p.direction)
        return RayCircleAnswer(
            exact=ray_circle(*ray, *circle, exact=True),
            article=articles.circle_ray(*circle, *ray),
            article64=articles.circle_ray(*circle, *ray, dtype=np.float64),
        )

    def draw(self, p: RayCircleParams, r: RayCircleAnswer, out: DrawList) -> None:  # noqa: D102
        _ray_picture.draw(p, r, out)

    def sketch(self, p: RayCircleParams, out: DrawList) -> None:  # noqa: D102
        _ray_picture.sketch(p, out)

    def verdict(self, p: RayCircleParams, r: RayCircleAnswer) -> Verdict:  # noqa: D102
        text = _ray_field.outcomes(r.exact).name()
        return Verdict(text, bool(r.exact.hit), _sentence(r.exact, text))

    def question(self, p: RayCircleParams) -> str:  # noqa: D102
        return "Does the ray meet the circle?"

    def readout(self, p: RayCircleParams, r: RayCircleAnswer) -> list[Row]:  # noqa: D102
        return _ray_lesson.readout(p, r.exact)

    def steps(self, p: RayCircleParams, r: RayCircleAnswer) -> list[Step]:  # noqa: D102
        return _ray_lesson.steps(p, r.exact)

    def measure(self, p: RayCircleParams) -> Mapping[str, NDArray[np.float64]]:  # noqa: D102
        return measured(p)

    def measured_against(self) -> tuple[str, int]:  # noqa: D102
        return "direction", 1

    def regions(self, p: RayCircleParams) -> Regions:  # noqa: D102
        return _ray_field.regions(p)

    def quantities(self, p: RayCircleParams) -> Mapping[str, NDArray[np.float64]]:  # noqa: D102
        return _ray_field.quantities(p)

    def mistakes(self, p: RayCircleParams, *, single: bool) -> Regions:  # noqa: D102
        return _ray_field.mistakes(p, single=single)

    def decide(self, p: RayCircleParams, number: NumberType) -> Decision | None:  # noqa: D102
        return _ray_field.decide(p, number)

    def rival(  # noqa: D102
        self, p: RayCircleParams, r: RayCircleAnswer, *, single: bool
    ) -> Rival:
        return _ray_rival.rival(p, r, single=single)

    def draw_rival(  # noqa: D102
        self, p: RayCircleParams, r: RayCircleAnswer, out: DrawList, *, single: bool
    ) -> None:
        _ray_rival.draw(p, r, out, single=single)

    def target(self, p: RayCircleParams, r: RayCircleAnswer) -> Target | None:  # noqa: D102
        if not r.exact.hit:
            return None
        return Target("the first hit point", xy(r.exact.point))


def _sentence(e: RayCircle, word: str) -> str:
    """Return a sentence with the numbers behind the verdict's word."""
    enter, leave = show(float(e.t_enter), 3), show(float(e.t_exit), 3)
    if word == "Touch" and e.discriminant != 0.0:
        return "Starts on the circle and leaves it: one point, at t = 0."
    return {
        "Inside": f"Starts inside the circle and leaves it at t = {leave}.",
        "Touch": f"Touches the circle in one point, at t = {enter}.",
        "Hit": f"Enters the circle at t = {enter}, leaves it at t = {leave}.",
        "Behind": "The line meets the circle only behind the start.",
        "Miss": "The line passes farther from the centre than the radius.",
    }[word]
