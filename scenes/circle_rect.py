"""Article 2: does a disc touch a rectangle that is turned about a pivot."""

import math
from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from playground.scene.regions import Regions

from playground.collision import CircleRect
from playground.scene.drawlist import DrawList
from playground.scene.params import Vec2
from playground.scene.scene import (Article, Case, Decision, Lookout, NumberType, Rival, Row, Scene, Step, Target, Verdict, cases, show)
from scenes import _rect_field, _rect_lesson, _rect_picture, _rect_rival
from scenes._rect_model import (
    NODE,
    VALUES,
    CircleRectAnswer,
    CircleRectParams,
    ask_article,
    solved,
    xy,
)


def _case(
    circle: tuple[Vec2, float],
    rectangle: tuple[Vec2, Vec2],
    turn: tuple[Vec2, float],
    shows: str,
    outcome: str,
    differs: str = "",
    *,
    call: str = VALUES,
) -> Case:
    """Return a case; `turn` is the pivot and the angle in counter-clockwise degrees."""
    pivot, degrees = turn
    params = CircleRectParams(
        *circle, pivot, *rectangle, math.radians(degrees), call=call
    )
    return Case(params, shows, outcome, differs)


_SLAB = ((0.0, 0.0), (2.0, 1.0))
_BAR = ((0.6, 0.0), (3.0, 0.4))
_LEVEL = ((-1.0, -0.5), 0.0)
_MIXED_UP = (
    "In the article's code y1 is the top and y2 the bottom, but its inequalities are "
    "those of a screen whose y grows downward. "
)

_CASES = cases(
    (
        "Over a corner",
        Case(
            CircleRectParams(),
            "The disc overlaps a corner of a rectangle turned about a point off its "
            "centre.",
            "Corner hit",
            "To undo the rectangle's turn the circle must turn the other way. The "
            "article's code turns it with the rectangle, and tests it far away.",
        ),
    ),
    (
        "Miss",
        _case(
            ((2.5, 2.75), 1.25),
            ((-1.0, -1.0), (2.5, 1.25)),
            ((-2.5, -1.5), 25.0),
            "The centre is outside the rectangle grown by r: a gap is left.",
            "Miss",
        ),
    ),
    (
        "Upright corner",
        _case(
            ((2.75, 1.5), 1.25),
            ((0.0, 0.0), (2.0, 1.0)),
            _LEVEL,
            "Without a turn both frames are the same, and corners are tested right.",
            "Corner hit",
        ),
    ),
    (
        "Radius zero",
        _case(
            ((1.5, 2.25), 0.0),
            ((-0.5, -0.5), (2.5, 1.25)),
            ((-2.0, -1.0), 20.0),
            "The circle is a point: the distance is its own from the rectangle.",
            "Miss",
        ),
    ),
    (
        "Over the left side",
        _case(
            ((-2.4, 0.1), 0.75),
            _SLAB,
            _LEVEL,
            "The disc overlaps one side and reaches no corner.",
            "Side hit",
            _MIXED_UP + "The test for the left and right sides asks for a centre above "
            "the top and below the bottom: it is never true.",
        ),
    ),
    (
        "Over the top side",
        _case(
            ((0.4, 1.5), 1.0),
            _SLAB,
            _LEVEL,
            "The disc overlaps the top side and reaches no corner.",
            "Side hit",
            _MIXED_UP + "The test for the top asks the circle to reach the bottom as "
            "well.",
        ),
    ),
    (
        "Inside",
        _case(
            ((0.5, 0.25), 0.75),
            _SLAB,
            _LEVEL,
            "The disc is inside: its way out leads over the nearest side.",
            "Inside",
            _MIXED_UP + "A circle inside must reach both the top and the bottom; this "
            "one is missed.",
        ),
    ),
    (
        "Touching a corner",
        _case(
            ((2.75, 2.0), 1.25),
            _SLAB,
            _LEVEL,
            "The corner is (0.75, 1) away, which is exactly the radius of 1.25.",
            "Touch",
            "The article's inequalities are strict: touching is no hit.",
        ),
    ),
    (
        "Touching a side",
        _case(
            ((0.5, 1.25), 1.25),
            ((0.0, 0.0), (3.0, 0.0)),
            _LEVEL,
            "A rectangle without height is a segment; the disc rests on it.",
            "Touch",
            "The article's inequalities are strict. Without a height y1 and y2 are "
            "the same, so this is the only mistake left.",
        ),
    ),
    (
        "Turned the wrong way, missed",
        _case(
            ((1.9, -1.1), 1.2),
            _BAR,
            ((0.0, 0.0), -45.0),
            "The bar is turned clockwise, and the disc overlaps its side.",
            "Side hit",
            "To undo a clockwise turn the circle must turn counter-clockwise. The "
            "article's code turns it clockwise once more, off the bar.",
        ),
    ),
    (
        "Turned the wrong way, hit",
        _case(
            ((1.9, 1.1), 1.2),
            _BAR,
            ((0.0, 0.0), -45.0),
            "The disc is where the bar would be had it turned counter-clockwise.",
            "Miss",
            "The article's code turns the circle the wrong way, and so answers for the "
            "mirror image of the bar.",
        ),
    ),
    (
        "Quarter turn, missed",
        _case(
            ((0.5, 2.0), 1.2),
            _BAR,
            ((0.0, 0.0), 90.0),
            "The bar stands upright, and the disc overlaps its side.",
            "Side hit",
            "A multiple of 90 degrees is not undone: the article's code tests the bar "
            "lying, as it was before the turn.",
        ),
    ),
    (
        "Quarter turn, hit",
        _case(
            ((2.0, 0.5), 1.2),
            _BAR,
            ((0.0, 0.0), 90.0),
            "The disc is where the bar was before it turned.",
            "Miss",
            "A multiple of 90 degrees is not undone: the article's code hits the bar "
            "where it no longer is.",
        ),
    ),
    (
        "Half turn about an end",
        _case(
            ((-1.5, 0.6), 1.0),
            ((1.5, 0.0), (1.5, 0.4)),
            ((0.0, 0.0), 180.0),
            "Half a turn about its left end has carried the bar to the other side.",
            "Side hit",
            "The article's code takes any multiple of 90 degrees for no turn. Half a "
            "turn leaves a rectangle in place only about its own centre.",
        ),
    ),
    (
        "Less than a degree",
        _case(
            ((3.3, 0.6), 0.5),
            ((0.0, 0.0), (3.0, 0.25)),
            ((-3.0, 0.0), -0.9),
            "Turned by 0.9 degrees, the far corner has sunk out of the disc.",
            "Miss",
            "The article's code cuts off the fraction of the angle before it looks "
            "for multiples of 90: 0.9 degrees counts as none.",
        ),
    ),
    (
        "Anchor taken for a world point",
        _case(
            ((2.6, 2.0), 0.75),
            ((2.0, 2.0), (2.0, 0.25)),
            ((2.0, 2.0), -45.0),
            "The article's second function is given a node anchored in its middle.",
            "Side hit",
            "The anchor is counted from the node's own corner, here (2, 0.25), but "
            "the article's code turns the circle about that point of the world.",
            call=NODE,
        ),
    ),
    (
        "Anchor always in the middle",
        _case(
            ((3.5, 0.5), 0.75),
            ((2.0, 0.25), (2.0, 0.25)),
            ((0.0, 0.0), 0.0),
            "The article's second function is given a node anchored at its corner.",
            "Side hit",
            "The article's code builds the upright rectangle as if every node were "
            "anchored in its middle: half a width and height off.",
            call=NODE,
        ),
    ),
)


class CircleRectScene(Scene[CircleRectParams, CircleRectAnswer]):
    """A disc and a turned rectangle, in the world and in the rectangle's frame."""

    id: ClassVar[str] = "circle_rect"
    title: ClassVar[str] = "Circle vs rotated rectangle"
    article: ClassVar[Article] = Article(
        2, "Collision of a circle and a rectangle with an angle", "PG diary, Takachan"
    )
    params = CircleRectParams
    cases = _CASES
    moved: ClassVar[str] = "center"
    compared: ClassVar[str] = "|max(e, 0)|² ≤ r²"
    zoned: ClassVar[str] = (
        "What of the rectangle is nearest to the circle's centre, for every place."
    )
    lookout: ClassVar[Lookout] = Lookout("Over a corner", ("center", 0), ("center", 1))

    def solve(self, p: CircleRectParams) -> CircleRectAnswer:  # noqa: D102
        return CircleRectAnswer(
            exact=solved(p),
            article=ask_article(p, np.float32),
            article64=ask_article(p, np.float64),
        )

    def draw(self, p: CircleRectParams, r: CircleRectAnswer, out: DrawList) -> None:  # noqa: D102
        out.caption = "World"
        _rect_picture.draw_world(p, r, out)
        _rect_picture.draw_frame(p, r, out.view("Rectangle's frame"))

    def verdict(self, p: CircleRectParams, r: CircleRectAnswer) -> Verdict:  # noqa: D102
        text = _rect_field.outcomes(r.exact).name()
        return Verdict(text, bool(r.exact.hit), _sentence(r.exact, text))

    def question(self, p: CircleRectParams) -> str:  # noqa: D102
        return "Does the disc touch the rectangle?"

    def readout(self, p: CircleRectParams, r: CircleRectAnswer) -> list[Row]:  # noqa: D102
        return _rect_lesson.readout(p, r.exact)

    def steps(self, p: CircleRectParams, r: CircleRectAnswer) -> list[Step]:  # noqa: D102
        return _rect_lesson.steps(p, r.exact)

    def measure(self, p: CircleRectParams) -> Mapping[str, NDArray[np.float64]]:
        """Return the signed distance; one number of `p` may be an array."""
        return {_rect_field.DISTANCE: solved(p).distance}

    def measured_against(self) -> tuple[str, int]:  # noqa: D102
        return "angle", 0

    def regions(self, p: CircleRectParams) -> Regions:  # noqa: D102
        return _rect_field.regions(p)

    def zones(self, p: CircleRectParams) -> Regions:  # noqa: D102
        return _rect_field.zones(p)

    def quantities(self, p: CircleRectParams) -> Mapping[str, NDArray[np.float64]]:  # noqa: D102
        return _rect_field.quantities(p)

    def mistakes(self, p: CircleRectParams, *, single: bool) -> Regions:  # noqa: D102
        return _rect_field.mistakes(p, single=single)

    def decide(self, p: CircleRectParams, number: NumberType) -> Decision:  # noqa: D102
        return _rect_field.decide(p, number)

    def rival(  # noqa: D102
        self, p: CircleRectParams, r: CircleRectAnswer, *, single: bool
    ) -> Rival:
        return _rect_rival.rival(p, r, single=single)

    def draw_rival(  # noqa: D102
        self, p: CircleRectParams, r: CircleRectAnswer, out: DrawList, *, single: bool
    ) -> None:
        _rect_rival.draw(p, out, single=single)

    def target(self, p: CircleRectParams, r: CircleRectAnswer) -> Target | None:  # noqa: D102
        if not r.exact.hit:
            return None
        return Target(
            "the rectangle's boundary point nearest to C", xy(r.exact.closest)
        )


def _sentence(e: CircleRect, word: str) -> str:
    """Return a sentence with the number behind the verdict's word."""
    depth = show(float(e.depth), 3)
    return {
        "Miss": f"A gap of {show(float(e.distance), 3)} m is left.",
        "Touch": "Circle and rectangle share a single point.",
        "Inside": f"The centre is inside. The way out over a side is {depth} m.",
        "Corner hit": f"The disc overlaps a corner by {depth} m.",
        "Side hit": f"The disc overlaps a side by {depth} m.",
    }[word]
