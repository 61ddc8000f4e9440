"""Listing of article 3's scene: its mistakes, their reasons, and its drawing."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import PointEllipse, articles
from playground.collision._arguments import split_components
from playground.collision.articles.point_ellipse import (
    INSIDE_LOST_BY_ROUNDING,
    ON_EDGE,
    PHANTOM_HIT_BY_ROUNDING,
    POINT_MOVED_BY_ROUNDING,
    RADIUS_RATIO_TOO_LARGE,
    TOO_LARGE,
    TOO_SMALL,
    ZERO_RADIUS_ACCEPTED,
    point_ellipse,
)
from scenes.point_ellipse.params import N, PointEllipseParams

Flags = NDArray[np.bool_]
# The derivation's steps in which a difference arises.
_SCALE_STEP = 4
_COMPARE_STEP = 5


class EllipseComparison(
    sc.ListingComparison[PointEllipseParams, PointEllipse, articles.ArticlePointEllipse]
):
    """Comparison of the listing's answer with the core's."""

    # It answers "outside" for a point of the ellipse.
    misses_hit = sc.array_property(lambda t: t.truth.hit & ~t.answer.hit)
    # rx / ry is infinite or NaN; and the answer is wrong because of that.
    has_infinite_ratio = sc.array_property(lambda t: ~np.isfinite(t["rx / ry"]))
    needle = sc.array_property(
        lambda t: t.has_infinite_ratio & (t.misses_hit | t.misplaces_point)
    )
    # The square of rx is 0 or infinite in its number type.
    has_degenerate_square = sc.array_property(
        lambda t: (t["rx * rx"] == 0.0) | np.isinf(t["rx * rx"])
    )
    # It misses a point although no number is too small or too large.
    near = sc.array_property(
        lambda t: t.misses_hit & ~t.has_infinite_ratio & ~t.has_degenerate_square
    )

    @property
    def number(self) -> str:
        """Name of the number type; the listing itself uses float64."""
        if self.dtype is np.float64:
            return "float64"
        return sc.message("float32 (not its own type)")

    @property
    def suspect(self) -> Flags:
        """True where it may differ: in the answer, or perhaps in the position of P′."""
        p, true, answer = self.p, self.truth, self.answer
        places = zip(
            split_components(true.normalized),
            split_components(answer.normalized),
            strict=True,
        )
        error = np.maximum(*(np.abs(a - b) for a, b in places))
        close = error <= self.tolerance * sc.max_magnitude(*p.center, *p.radii)
        return np.asarray(~close | (true.hit != answer.hit) | p.flat)

    @cached_property
    def misplaces_point(self) -> Flags:
        """True where the answer is right, but not the position of P′."""
        p, true, normalized = self.p, self.truth.normalized, self.answer.normalized
        end = np.moveaxis(np.where(np.isfinite(true), true, 0.0), -1, 0)
        size = sc.max_magnitude(*p.point, *p.center, *p.radii, *end)[..., None]
        near = (true == normalized) | (
            np.abs(true - normalized) <= self.tolerance * size
        )
        right = (self.truth.hit == self.answer.hit) & ~p.flat
        return np.asarray(right & ~near.all(axis=-1))

    # Values for the placeholders of the reasons.
    distance = property(lambda t: sc.format_number(abs(t.truth.distance)))
    rx = property(lambda t: sc.format_number(t.p.radii[0]))
    ry = property(lambda t: sc.format_number(t.p.radii[1]))


_ROUNDED = sc.message(
    "P is {distance} m from the ellipse, less than the rounding error of {number} in "
    "P′."
)
_LESS = "return px * px"
# The lines in which rounding may decide.
_ANY = (_LESS, "py =", "px =", "cosine =", "sine =")

MISTAKES: tuple[sc.Mistake[EllipseComparison], ...] = (
    sc.Mistake(
        ON_EDGE,
        lambda t: t.near & (t.truth.level == 1.0),
        "It compares with <, so a point on the ellipse itself counts as outside.",
        _COMPARE_STEP,
        line=_LESS,
    ),
    sc.Mistake(
        INSIDE_LOST_BY_ROUNDING,
        lambda t: t.near,
        _ROUNDED,
        _COMPARE_STEP,
        line=_ANY,
    ),
    sc.Mistake(
        PHANTOM_HIT_BY_ROUNDING,
        lambda t: t.answer.hit & ~t.truth.hit,
        _ROUNDED,
        _COMPARE_STEP,
        line=_ANY,
    ),
    sc.Mistake(
        RADIUS_RATIO_TOO_LARGE,
        lambda t: t.needle & ~t.p.flat,
        "rx / ry is too large for {number}: infinite, so P′ is lost.",
        _SCALE_STEP,
        (
            sc.Reason(
                lambda t: t.dtype(t.p.radii[1]) == 0.0,
                "ry = {ry} is 0 in {number}: dividing by it leaves no P′.",
            ),
        ),
        line=_ANY,
    ),
    sc.Mistake(
        TOO_SMALL,
        lambda t: t.misses_hit & (t["rx * rx"] == 0.0),
        "The square of rx = {rx} is 0 in {number}, and nothing is less than 0: "
        "even the centre is outside.",
        _COMPARE_STEP,
        line=_ANY,
    ),
    sc.Mistake(
        TOO_LARGE,
        lambda t: t.misses_hit & t.has_degenerate_square,
        "The square of rx = {rx} is infinite in {number}, and so are the other "
        "squares: infinity is not less than infinity.",
        _COMPARE_STEP,
        line=_ANY,
    ),
    sc.Mistake(
        ZERO_RADIUS_ACCEPTED,
        lambda t: t.p.flat,
        "rx / 0 is infinite, and infinity times 0 is not a number, so it answers "
        "outside, even on the segment that the ellipse has become. The correct "
        "result is an error.",
        _SCALE_STEP,
        reasons=(
            sc.Reason(
                lambda t: t.p.radii[0] == 0.0,
                "Nothing is less than rx · rx = 0, so it answers outside, even on "
                "the segment that the ellipse has become. The correct result is an "
                "error.",
                line=_LESS,
            ),
        ),
        line="py =",
    ),
    sc.Mistake(
        POINT_MOVED_BY_ROUNDING,
        lambda t: t.misplaces_point,
        "The turn leaves a rounding error of {number} in y, and the factor rx / ry "
        "enlarges it: P′ is off.",
        _SCALE_STEP,
        line=_ANY,
    ),
)


def _says(t: EllipseComparison) -> str:
    return sc.message("inside" if t.answer.hit else "outside")


def _label(t: EllipseComparison, there: bool) -> str:
    if there:
        return sc.message("article: inside" if t.answer.hit else "article: outside")
    return sc.message(
        "article: inside, without a P′"
        if t.answer.hit
        else "article: outside, without a P′"
    )


def _draw(t: EllipseComparison, out: sc.DrawList) -> None:
    """Append the end of the listing's three moves as a ring, or a label alone.

    It shows at any `progress`.
    """
    end = sc.xy(t.answer.normalized)
    is_finite = bool(np.isfinite(end).all())
    position = end if is_finite else t.p.point
    name = sc.Label(position, _label(t, is_finite), (1.0, -0.6), gap=14.0)
    rings = [sc.Dot(position, 9.0, sc.Marker.RING)] if is_finite else []
    out.add(*rings, name, symbol=N.article)


LISTING = sc.Listing(
    code=point_ellipse,
    arguments=lambda p: (*p.point, *p.center, *p.radii, p.angle),
    answer=articles.ArticlePointEllipse,
    describe_answer=_says,
    mistakes=MISTAKES,
    comparison=EllipseComparison,
    is_suspect=lambda t: t.suspect,
    draw=_draw,
    names=N.variables,
    preset=sc.MapPreset("On the boundary", "point.y", "center.y"),
    dtypes=(np.float64, np.float32),
)
