"""What the listing of article 3 answers beside the truth, and why where it differs."""

import math

import numpy as np

from playground.collision import articles
from playground.drawlist import Dot, DrawList, Label, Marker, Role
from playground.params import Vec2
from playground.scene import Rival, show
from scenes._ellipse_model import (
    PointEllipseAnswer,
    PointEllipseParams,
    marked,
    pair,
)

# The steps of the derivation in which a difference arises.
_SCALE, _COMPARE = 4, 5


def rival(p: PointEllipseParams, r: PointEllipseAnswer, single: bool) -> Rival:
    """Return the listing's answer, and why it differs where it does."""
    article = _article(p, single)
    why, step = _difference(p, r, article, single)
    said = "inside" if article.hit else "outside"
    return Rival(said, not why, why, step)


def draw(p: PointEllipseParams, out: DrawList, single: bool) -> None:
    """Draw the listing's point after the three moves, hollow."""
    article = _article(p, single)
    at = pair(article.normalized)
    if p.progress < 3.0 or not all(map(math.isfinite, at)):
        return
    said = "article: inside" if article.hit else "article: outside"
    dot, name = Dot(at, 9.0, Marker.RING), Label(at, said, (1.0, -0.6), gap=14.0)
    out.add(*marked(Role.ACCENT, "article", _SCALE, dot, name))


def _article(p: PointEllipseParams, single: bool) -> articles.PointEllipse:
    number = np.float32 if single else np.float64
    return articles.point_ellipse(p.point, p.center, p.radii, p.angle, dtype=number)


def _difference(
    p: PointEllipseParams,
    r: PointEllipseAnswer,
    article: articles.PointEllipse,
    single: bool,
) -> tuple[str, int]:
    """Return why the listing differs and the step in which it does, or nothing."""
    if r.exact is None:
        return _refused(p), _SCALE
    kind = "float32" if single else "float64"
    hit, said = bool(r.exact.hit), bool(article.hit)
    if hit == said:
        if _same(p, pair(r.exact.normalized), pair(article.normalized), single):
            return "", 0
        why = _scale_lost(p, single) or (
            f"The turn leaves a rounding error of {kind} in y, and the factor rx / ry "
            "enlarges it: P′ is off."
        )
        return why, _SCALE
    if hit and (why := _scale_lost(p, single)):
        return why, _SCALE
    if hit and (why := _square_lost(p, single)):
        return why, _COMPARE
    if hit and float(r.exact.level) == 1.0:
        why = "It compares with <, so a point on the ellipse itself counts as outside."
        return why, _COMPARE
    why = (
        f"P is {show(abs(float(r.exact.distance)), 9)} m from the ellipse, less than "
        f"the rounding error of {kind} in P′."
    )
    return why, _COMPARE


def _refused(p: PointEllipseParams) -> str:
    if p.radii[0] == 0.0:
        return (
            "Nothing is less than rx · rx = 0: it answers outside, even on the segment "
            "that the ellipse has become. The core refuses."
        )
    return (
        "rx / 0 is infinite, and infinity times 0 is not a number: it answers outside, "
        "even on the segment that the ellipse has become. The core refuses."
    )


def _scale_lost(p: PointEllipseParams, single: bool) -> str:
    """Return why rx / ry is no number of that type, or nothing."""
    number, kind = (np.float32, "float32") if single else (np.float64, "float64")
    rx, ry = (number(radius) for radius in p.radii)
    if ry == 0.0:
        return f"ry = {show(p.radii[1])} is 0 in {kind}: dividing by it leaves no P′."
    with np.errstate(over="ignore"):
        if np.isfinite(rx / ry):
            return ""
    return f"rx / ry is too large for {kind}: infinite, and P′ is lost."


def _square_lost(p: PointEllipseParams, single: bool) -> str:
    """Return what follows from an rx whose square vanishes, or nothing."""
    number, kind = (np.float32, "float32") if single else (np.float64, "float64")
    rx = number(p.radii[0])
    with np.errstate(under="ignore"):
        if rx * rx > 0.0:
            return ""
    return (
        f"The square of rx = {show(p.radii[0])} is 0 in {kind}, and nothing is less "
        "than 0: even the centre is outside."
    )


def _same(p: PointEllipseParams, exact: Vec2, said: Vec2, single: bool) -> bool:
    """Return whether both points after the three moves look the same."""
    finite = [x for x in (*exact, *p.point, *p.center, *p.radii) if math.isfinite(x)]
    tolerance = (1e-5 if single else 1e-12) * max(map(abs, finite))
    return all(
        a == b or abs(a - b) <= tolerance for a, b in zip(exact, said, strict=True)
    )
