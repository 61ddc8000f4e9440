"""Listing of article 2's scene: its mistakes, their reasons, and its drawing.

The listing first rotates the circle into a frame, then tests an unrotated rectangle
there. If its answer is right in that frame, the frame is wrong; otherwise its
inequalities are.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import CircleRect, Components, RectFeature, articles
from playground.collision._arguments import Array, length
from playground.collision.articles.array_compiler import run
from playground.collision.articles.circle_rect import (
    ANCHOR_MISREAD,
    DECIDED_BY_ROUNDING,
    QUARTER_TURN_KEPT,
    SIDES_MIXED_UP_INSIDE,
    SIDES_MIXED_UP_OVER_SIDE,
    TOO_LARGE,
    TOO_SMALL,
    TOUCH_MISSED,
    TURNED_WRONG_WAY,
    circle_rotated_rect,
)
from playground.i18n import with_texts
from scenes.circle_rect.answer import excess, offset, solve
from scenes.circle_rect.params import FRAME, NODE, CircleRectParams, N
from scenes.circle_rect.picture import add_to_frame, rotate_into_frame

Flags = NDArray[np.bool_]
# The step of the derivation with the six conditions.
_SIX_CONDITIONS_STEP = 7


def _listing_params(p: CircleRectParams) -> CircleRectParams:
    """Return the params with the pivot and rectangle that the listing is given.

    For a node, it takes the anchor in the node's own coordinates, relative to its lower
    left corner, for a world point, and assumes the rectangle to be centred on it.
    """
    if p.call != NODE:
        return p
    (x, y), (kx, ky), (w, h) = p.pivot, p.rect_center, p.half_extents
    return replace(p, pivot=(x - (kx - w), y - (ky - h)), rect_center=p.pivot)


def _sides(p: CircleRectParams) -> tuple[Components, Components]:
    """Return the lower left and the upper right corner before the rotation."""
    (x, y), (w, h) = p.rect_center, p.half_extents
    return Components((x - w, y - h)), Components((x + w, y + h))


def _listing_arguments(p: CircleRectParams) -> tuple[Any, ...]:
    """Return the listing's arguments for these params."""
    low, high = _sides(p)
    return (*p.center, p.radius, *p.pivot, -np.degrees(p.angle), *low, *high)


def _test_upright(p: CircleRectParams, center: Array, dtype: sc.Precision) -> Flags:
    """Return the result of the inequalities alone, for a rotated circle's centre."""
    answer = articles.circle_rect(center, p.radius, *_sides(p), dtype=dtype)
    return np.asarray(answer.hit)


class RectComparison(
    sc.ListingComparison[CircleRectParams, CircleRect, articles.ArticleCircleRect]
):
    """Comparison of the listing's answer with the core's."""

    # The answer is wrong.
    wrong = sc.array_property(lambda t: t.answer.hit != t.truth.hit)
    # It rotates the circle; it does not although the rectangle is rotated.
    turns_circle = property(lambda t: t.answer.trace.assignment_mask("theta"))
    skips_turn = property(lambda t: np.not_equal(t.p.angle, 0.0) & ~t.turns_circle)
    # The core's result for the state that it tests.
    effective_truth = cached_property(lambda t: solve(t.effective_params))
    # It is wrong, and tests the circle elsewhere.
    tests_other_place = sc.array_property(
        lambda t: (
            t.wrong
            & (
                np.abs(t.effective_truth.distance - t.truth.distance)
                > sc.TOLERANCE[np.float64] * t.size
            )
        )
    )
    # It misses a corner that the circle covers.
    misses_corner = sc.array_property(
        lambda t: (
            t.wrong
            & t.effective_truth.hit
            & (t.effective_truth.distance != 0.0)
            & (t.effective_truth.feature == RectFeature.CORNER)
            & ~t.answer.hit
        )
    )
    # It is wrong because of the pivot, because of the rectangle's centre, or because of
    # either or both.
    wrong_pivot = sc.array_property(
        lambda t: t.is_right_with(replace(_listing_params(t.p), pivot=t.p.pivot))
    )
    wrong_middle = sc.array_property(
        lambda t: t.is_right_with(
            replace(_listing_params(t.p), rect_center=t.p.rect_center)
        )
    )
    misread = sc.array_property(
        lambda t: t.wrong_pivot | t.wrong_middle | t.is_right_with(t.p)
    )

    @cached_property
    def size(self) -> Array:
        """The largest coordinate or length, in m."""
        p = self.p
        lengths = (*p.center, *p.rect_center, *p.pivot, *p.half_extents)
        return sc.max_magnitude(p.radius, *lengths)

    @cached_property
    def effective_params(self) -> CircleRectParams:
        """The state that the listing tests, apart from rounding.

        Rotating the circle by an angle is testing a rectangle rotated the other way.
        """
        turns = self.turns_circle  # reduced to one value if constant
        alike = turns if any(turns.strides) else turns[(0,) * turns.ndim]
        turn: Any = np.where(alike, self.p.angle, 0.0)
        return replace(_listing_params(self.p), angle=-turn)

    @cached_property
    def misses_hit(self) -> Flags:
        """True where its inequalities miss the rectangle that they are given."""
        near = np.abs(self.effective_truth.distance) <= self.tolerance * self.size
        upright_hit = _test_upright(
            self.effective_params, self.effective_truth.local_center, np.float64
        )
        is_missed = self.wrong & self.effective_truth.hit & ~self.answer.hit
        return np.asarray(is_missed & ~(near & upright_hit))

    @cached_property
    def is_right_if_undone(self) -> Flags:
        """True where it would be right if it had undone the rotation."""
        p = _listing_params(self.p)
        true_result = self.truth if p is self.p else solve(p)
        hit = _test_upright(p, true_result.local_center, self.dtype)
        return np.asarray(self.tests_other_place & (hit == self.truth.hit))

    def is_right_with(self, read: CircleRectParams) -> Flags:
        """Return whether the answer would be right for a node read as `read`.

        False where the listing is given plain values, or is right already.
        """
        if self.p.call != NODE:
            return np.zeros_like(self.wrong)
        hit = run(circle_rotated_rect, _listing_arguments(read), self.dtype).hit
        return np.asarray(self.tests_other_place & (hit == self.truth.hit))

    @property
    def is_beside(self) -> Flags:
        """True where the tested centre is beyond the left or right side."""
        excess_values = excess(self.effective_params, self.effective_truth)
        return np.asarray(excess_values[..., 0] > excess_values[..., 1])

    def is_beyond_corner(self, *, right: bool, above: bool) -> Flags:
        """Return whether the tested centre is beyond this corner."""
        is_over = offset(self.effective_params, self.effective_truth) > 0.0
        there = (is_over[..., 0] == right) & (is_over[..., 1] == above)
        return np.asarray(there & (self.effective_truth.feature == RectFeature.CORNER))

    # Values for the placeholders of the reasons.
    anchor = property(lambda t: sc.format_number(t["px, py"]))
    radius = property(lambda t: sc.format_number(t.p.radius))
    distance = property(lambda t: sc.format_number(t.truth.distance))


@with_texts("tested", "turned", "why")
def _explain(tested: str, turned: str, why: str) -> Callable[[RectComparison], str]:
    """Return a function that gives the reason for a mistake, of a comparison.

    A note on the frame in which the listing tests, `tested` or `turned`, comes before
    `why`, unless that is the true frame.
    """

    def explain(t: RectComparison) -> str:
        there, truth = offset(t.effective_params, t.effective_truth), t.truth
        is_apart = (
            length(there - offset(t.p, truth)) > sc.TOLERANCE[np.float64] * t.size
        )
        note = turned if t.turns_circle else tested
        return sc.join_sentences(note if is_apart else "", why)

    return explain


def _wrong_way(t: RectComparison) -> str:
    return sc.message(
        "To undo a counter-clockwise turn, the circle must be turned clockwise. The "
        "article's code turns it counter-clockwise, and so tests a rectangle that is "
        "turned the other way."
        if t.p.angle > 0.0
        else "To undo a clockwise turn, the circle must be turned counter-clockwise. "
        "The article's code turns it clockwise, and so tests a rectangle that is "
        "turned the other way."
    )


def _not_undone(t: RectComparison) -> str:
    whole_degrees = int(abs(t["angle"]))
    if whole_degrees == 0:
        return sc.message(
            "The code cuts the angle down to whole degrees first, so less than a "
            "degree counts as no turn and is not undone."
        )
    return sc.message(
        "An angle whose whole degrees are a multiple of 90, here {whole}, counts as no "
        "turn, so it is not undone.",
        whole=whole_degrees,
    )


def _second_mistake_note(t: RectComparison) -> str:
    """Return a sentence on the other mistake, where correcting one is not enough."""
    is_framed = bool(_test_upright(t.p, t.truth.local_center, t.dtype) == t.truth.hit)
    return sc.message(
        "Correcting that alone is not enough: it misreads the node's anchor as well."
        if is_framed
        else "Correcting that alone is not enough: its inequalities are wrong as well."
    )


def _turn_mistakes(
    where: Callable[[RectComparison], Flags], besides: Callable[[RectComparison], str]
) -> tuple[sc.Mistake[RectComparison], sc.Mistake[RectComparison]]:
    return (
        sc.Mistake(
            TURNED_WRONG_WAY,
            lambda t: where(t) & t.turns_circle,
            lambda t: sc.join_sentences(_wrong_way(t), besides(t)),
            1,
            line="theta = -angle",
        ),
        sc.Mistake(
            QUARTER_TURN_KEPT,
            lambda t: where(t) & t.skips_turn,
            lambda t: sc.join_sentences(_not_undone(t), besides(t)),
            1,
            line="if int(angle) % 90",
        ),
    )


_explain_beside = _explain(
    "In the frame it tests in, the centre is beside the left or right side.",
    "In the frame it turns into, the centre is beside the left or right side.",
    "Its y1 is the top edge and y2 the bottom edge, but the inequalities use them the "
    "other way round, so beside the left or right side the centre would have to be "
    "above the top and below the bottom.",
)
_MIDDLE = sc.message(
    "The article's code builds the rectangle as if every node were anchored in "
    "its middle: about P instead of K."
)

_BAND, _SIDES = "a = xc", "b = xc"
_CORNERS = "c = x1c2", "d = x2c2", "e = x1c2", "f = x2c2"
# A node's anchor is wrong in the arguments.
_MISREAD = "def circle_rotated_rect("


# The condition that the circle only touches.
_TOUCHED: dict[str, Callable[[RectComparison], Flags]] = {
    "c = x1c2": lambda t: t.is_beyond_corner(right=False, above=True),
    "d = x2c2": lambda t: t.is_beyond_corner(right=True, above=True),
    "e = x1c2": lambda t: t.is_beyond_corner(right=False, above=False),
    "f = x2c2": lambda t: t.is_beyond_corner(right=True, above=False),
    _SIDES: lambda t: t.is_beside,
    _BAND: lambda t: ~t.is_beside,
}

MISTAKES: tuple[sc.Mistake[RectComparison], ...] = (
    # The first mistake without which the answer would be right, …
    sc.Mistake(
        ANCHOR_MISREAD,
        lambda t: t.misread,
        "The article's code mistakes the node's anchor for a point of the world "
        "and for the rectangle's middle, so it tests a different circle and a "
        "different rectangle.",
        1,
        reasons=(
            sc.Reason(
                lambda t: t.wrong_pivot,
                "The anchor, {anchor}, is counted from the node's own corner. The "
                "article's code turns the circle about that point of the world.",
            ),
            sc.Reason(lambda t: t.wrong_middle, _MIDDLE, 2),
        ),
        line=_MISREAD,
    ),
    *_turn_mistakes(lambda t: t.is_right_if_undone, lambda t: ""),
    sc.Mistake(
        TOUCH_MISSED,
        lambda t: t.misses_hit & (t.effective_truth.distance == 0.0),
        _explain(
            "In the frame it tests in, the circle only touches.",
            "In the frame it turns into, the circle only touches.",
            "Its inequalities are strict: touching counts as no hit.",
        ),
        _SIX_CONDITIONS_STEP,
        line=_TOUCHED,
    ),
    sc.Mistake(
        SIDES_MIXED_UP_INSIDE,
        lambda t: t.misses_hit & (t.effective_truth.feature == RectFeature.INSIDE),
        _explain(
            "In the frame it tests in, the centre is inside.",
            "In the frame it turns into, the centre is inside.",
            "Its y1 is the top edge and y2 the bottom edge, but the inequalities use "
            "them the other way round, so a circle inside counts only if it crosses "
            "both edges at once.",
        ),
        _SIX_CONDITIONS_STEP,
        line=_BAND,
    ),
    sc.Mistake(
        SIDES_MIXED_UP_OVER_SIDE,
        lambda t: t.misses_hit & (t.effective_truth.feature == RectFeature.EDGE),
        _explain(
            "In the frame it tests in, the centre is over the top or bottom.",
            "In the frame it turns into, the centre is over the top or bottom.",
            "Its y1 is the top edge and y2 the bottom edge, but the inequalities use "
            "them the other way round, so a circle over the top or bottom counts only "
            "if it reaches the opposite edge as well.",
        ),
        _SIX_CONDITIONS_STEP,
        reasons=(sc.Reason(lambda t: t.is_beside, _explain_beside, line=_SIDES),),
        line=_BAND,
    ),
    sc.Mistake(
        TOO_SMALL,
        lambda t: t.misses_corner & (t["r2"] == 0.0),
        "The square of r = {radius} is 0 in {number}, and nothing is less than 0: "
        "the corner is missed.",
        _SIX_CONDITIONS_STEP,
        line=_CORNERS,
    ),
    sc.Mistake(
        TOO_LARGE,
        lambda t: t.misses_corner & np.isinf(t["r2"]),
        "The square of r = {radius} is infinite in {number}, and so is the square "
        "of the distance to the corner: infinity is not less than infinity.",
        _SIX_CONDITIONS_STEP,
        line=_CORNERS,
    ),
    # … or, if several would have to be corrected, the one on which the answer depends.
    *_turn_mistakes(lambda t: t.tests_other_place, _second_mistake_note),
    sc.Mistake(
        ANCHOR_MISREAD,
        lambda t: t.tests_other_place,
        lambda t: sc.join_sentences(_MIDDLE, _second_mistake_note(t)),
        2,
        line=_MISREAD,
    ),
    sc.Mistake(
        DECIDED_BY_ROUNDING,
        lambda t: t.wrong,
        "Every operation is rounded to {number}, and the distance of {distance} m is "
        "too near to 0 for that.",
        _SIX_CONDITIONS_STEP,
        line=(*_CORNERS, _BAND, _SIDES, "cosine =", "sine =", "x = cos", "y = sin"),
    ),
)


def _draw(t: RectComparison, out: sc.DrawList) -> None:
    """Append the listing's rectangle in the world and its circle in the frame."""
    p = t.effective_params
    center = sc.xy(FRAME.to_world(p, p.rect_center))
    out.add(
        sc.Rect(center, p.half_extents, float(p.angle), dashed=True),
        sc.Label(center, sc.message("article's rectangle"), (0.0, -1.0), size=0.87),
        symbol=N.article,
    )
    (frame,) = out.views
    add = add_to_frame(t.p, frame)
    if p.rect_center != t.p.rect_center:
        rect = sc.Rect(p.rect_center, p.half_extents, dashed=True)
        add(rect, symbol=N.article, first_step=2)
    position = sc.xy(t["xc, yc"])
    # A ring's interior is painted, so it goes below everything else.
    ring = N.article.style_primitives(sc.Dot(position, 9.0, sc.Marker.RING))
    frame.add_below(*rotate_into_frame(t.p, *ring))
    above = t.effective_truth.local_center[1] > p.rect_center[1]
    direction = 0.0, 1.0 if above else -1.0
    name = sc.Label(position, sc.message("article's circle"), direction, size=0.87)
    add(sc.Circle(position, p.radius, dashed=True), name, symbol=N.article)


LISTING = sc.Listing(
    code=circle_rotated_rect,
    arguments=lambda p: _listing_arguments(_listing_params(p)),
    answer=articles.ArticleCircleRect,
    describe_answer=lambda t: sc.message("hit" if t.answer.hit else "no hit"),
    mistakes=MISTAKES,
    comparison=RectComparison,
    is_suspect=lambda t: t.wrong,
    draw=_draw,
    names=N.variables,
    preset=sc.MapPreset("Over a corner", "center.x", "center.y"),
)
