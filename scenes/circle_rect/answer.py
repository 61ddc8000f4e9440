"""Answer of article 2's scene: outcomes, quantities, precision formula and quiz."""

from functools import cached_property

import numpy as np

import playground.scene as sc
from playground.collision import CircleRect, Components, RectFeature, circle_rect
from playground.collision._arguments import Array
from scenes.circle_rect.params import FRAME, VALUES, CircleRectParams

FEATURE_WORDS = {
    RectFeature.INSIDE: sc.message("inside"),
    RectFeature.EDGE: sc.message("side"),
    RectFeature.CORNER: sc.message("corner"),
}
_CORNERS = (
    sc.message("Corner lower left"),
    sc.message("Corner lower right"),
    sc.message("Corner upper right"),
    sc.message("Corner upper left"),
)


def solve(p: CircleRectParams) -> CircleRect:
    """Return the core's result for params, whose numbers may be arrays."""
    return circle_rect(
        Components(p.center),
        p.radius,
        Components(p.rect_center),
        Components(p.half_extents),
        None,
        Components(p.pivot),
        rotation=sc.rotation(p.angle),
    )


def feature(e: CircleRect) -> RectFeature:
    """Return the feature of a single result as an enum member."""
    return RectFeature(int(e.feature))


def offset(p: CircleRectParams, e: CircleRect) -> Array:
    """Return q (..., 2), from the rectangle's centre to the circle's, metres.

    It is in the rectangle's frame.
    """
    return e.local_center - sc.stack_components(*p.rect_center)


def excess(p: CircleRectParams, e: CircleRect) -> Array:
    """Return the distance of the circle's centre beyond each pair of sides, metres.

    The shape is (..., 2); a component is negative between the two sides.
    """
    return np.abs(offset(p, e)) - sc.stack_components(*p.half_extents)


class DiscAndRect(sc.ScalarState[CircleRectParams, CircleRect]):
    """One disc and one rectangle as plain numbers.

    Attributes
    ----------
    depth, gap : float
        Depth of the overlap, and signed distance of the disc, metres.
    distance : float
        Distance from the rectangle to the circle's centre, metres; negative inside.
    feature : RectFeature
        Part of the rectangle on which the closest point lies.
    role : Role
        HIT or MISS.
    """

    def __init__(self, p: CircleRectParams, answer: CircleRect) -> None:
        super().__init__(p, answer)
        self.depth: float = self.e.depth
        self.gap: float = self.e.distance
        # Distance from the rectangle to the circle's centre; negative inside.
        self.distance = self.gap + p.radius
        self.feature = feature(answer)
        self.role = sc.Role.HIT if self.e.hit else sc.Role.MISS

    @cached_property
    def q(self) -> sc.Vec2:
        """The circle's centre relative to the rectangle's, in the rectangle's frame."""
        return sc.xy(offset(self.p, self.answer))

    @cached_property
    def excess(self) -> sc.Vec2:
        """Distance of the circle's centre beyond each pair of sides, metres."""
        return sc.xy(excess(self.p, self.answer))

    @cached_property
    def local_closest(self) -> sc.Vec2:
        """The closest point in the rectangle's frame."""
        return sc.xy(FRAME.to_local(self.p, self.e.closest))


of = sc.cache_last_state(DiscAndRect)

OUTCOMES: tuple[sc.Outcome[CircleRectParams, CircleRect], ...] = (
    sc.Outcome(
        "Inside",
        lambda p, e: e.feature == RectFeature.INSIDE,
        True,
        sc.Role.ACCENT,
        "The centre is inside. The shortest way out, over a side, is {depth} m.",
    ),
    sc.Outcome(
        "Corner hit",
        lambda p, e: e.overlaps & (e.feature == RectFeature.CORNER),
        True,
        sc.Role.ENTER,
        "The disc overlaps a corner by {depth} m.",
    ),
    sc.Outcome(
        "Side hit",
        lambda p, e: e.overlaps,
        True,
        sc.Role.HIT,
        "The disc overlaps a side by {depth} m.",
    ),
    sc.Outcome(
        "Touch",
        lambda p, e: e.hit,
        True,
        sc.Role.NORMAL,
        "Circle and rectangle share a single point.",
    ),
    sc.Outcome(
        "Miss", lambda p, e: True, False, sc.Role.MISS, "A gap of {gap} m is left."
    ),
)


def _corner(i: int, name: str) -> sc.Quantity[CircleRectParams, CircleRect]:
    return sc.Quantity(
        name=name,
        unit="m",
        help="Corner of the turned rectangle, in the world; named for where it is "
        "before the turn.",
        value=lambda p, e: e.corners[..., i, :],
        key="rectangle",
    )


QUANTITIES: tuple[sc.Quantity[CircleRectParams, CircleRect], ...] = (
    sc.Quantity(
        name="Hit",
        help="Whether disc and rectangle share a point; touching is a hit.",
        value=lambda p, e: e.hit,
        key="depth",
    ),
    sc.Quantity(
        name="Distance",
        main=True,
        symbol="g",
        unit="m",
        help="Gap between circle and rectangle; negative where they overlap.",
        value=lambda p, e: e.distance,
        threshold=0.0,
        curve=True,
        map=True,
        key="depth",
    ),
    sc.Quantity(
        name="Depth",
        unit="m",
        help="How far the disc must move along the normal to just touch; 0 if apart.",
        value=lambda p, e: e.depth,
        key="depth",
    ),
    sc.Quantity(
        name="Depth",
        unit="m",
        value=lambda p, e: np.where(e.hit, e.depth, np.nan),
        row=False,
        map=True,
    ),
    sc.Quantity(
        name="Closest point",
        main=True,
        symbol="Q",
        unit="m",
        help="Point of the rectangle's boundary nearest to C, in the world.",
        value=lambda p, e: e.closest,
        key="closest",
    ),
    sc.Quantity(
        name="Normal",
        help="Unit vector from the rectangle toward the circle, in the world.",
        value=lambda p, e: e.normal,
        key="normal",
    ),
    sc.Quantity(
        name="Feature",
        main=True,
        help="What Q lies on. Inside: C is in the rectangle, and Q is on the nearest "
        "side.",
        value=lambda p, e: FEATURE_WORDS[feature(e)],
        key="closest",
    ),
    sc.Quantity(
        name="Local centre",
        symbol="C′",
        unit="m",
        help="The circle's centre in the frame in which the rectangle is not turned.",
        value=lambda p, e: e.local_center,
        key="local_center",
    ),
    sc.Quantity(
        name="Offset",
        symbol="q",
        unit="m",
        help="C′ measured from the rectangle's centre, in the unturned frame.",
        value=offset,
        key="q",
    ),
    sc.Quantity(
        name="Excess",
        symbol="e",
        unit="m",
        help="How far C′ is beyond the sides, in the unturned frame; negative between "
        "them.",
        value=excess,
        key="excess",
    ),
    *(_corner(i, name) for i, name in enumerate(_CORNERS)),
)

ZONES: tuple[sc.Zone[CircleRectParams, CircleRect], ...] = (
    sc.Zone(
        "the centre is inside",
        lambda p, e: e.feature == RectFeature.INSIDE,
        sc.Role.NORMAL,
    ),
    sc.Zone(
        "a side is nearest", lambda p, e: e.feature == RectFeature.EDGE, sc.Role.SIDE_B
    ),
    sc.Zone(
        "a corner is nearest",
        lambda p, e: e.feature == RectFeature.CORNER,
        sc.Role.ENTER,
    ),
)

ANSWER = sc.Answer(
    OUTCOMES,
    QUANTITIES,
    ZONES,
    "Which part of the rectangle (inside, side or corner) is nearest to the "
    "circle's centre, at every place of the map.",
    curve_axis="angle",
    scalar_state=of,
)


def _decide(p: CircleRectParams, number: sc.NumberType) -> sc.Decision:
    """Compare the squared distance of the circle's centre beyond the sides with r².

    Cosine and sine of the rotation are those that the core uses.
    """
    (x, y), (kx, ky), (px, py), (w, h) = (
        sc.convert_components(v, number)
        for v in (p.center, p.rect_center, p.pivot, p.half_extents)
    )
    r, zero = sc.convert_components((p.radius, 0.0), number)
    c, s = sc.convert_components(sc.rotation(p.angle).tolist(), number)
    dx, dy = x - px, y - py
    qx, qy = c * dx + s * dy - (kx - px), c * dy - s * dx - (ky - py)
    ex, ey = max(abs(qx) - w, zero), max(abs(qy) - h, zero)
    left_side, right = ex * ex + ey * ey, r * r
    return sc.Decision(bool(left_side <= right), left_side, right)


LENS = sc.PrecisionFormula("|max(e, 0)|² ≤ r²", _decide)


def _target(p: CircleRectParams, e: CircleRect) -> sc.Target | None:
    if not e.hit:
        return None
    return sc.Target("the rectangle's boundary point nearest to C", sc.xy(e.closest))


def _article_question(p: CircleRectParams) -> str:
    return sc.message(
        "Given plain values, what will the article's code answer: do they touch?"
        if p.call == VALUES
        else "Given an engine node anchored at P, what will the article's code answer: "
        "do they touch?"
    )


QUIZ = sc.Quiz(
    "Does the disc touch the rectangle?",
    _target,
    decides="Compare with the radius",
    article=_article_question,
)


def timeline(p: CircleRectParams, e: CircleRect | None) -> sc.Timeline:
    """Return the rotation from the world into the rectangle's frame."""
    names = sc.message("as in the world"), sc.message("in the rectangle's frame")
    return sc.Timeline("turned", 0.0, 1.0, 2.0, (0.0, 1.0), names)
