"""What the listing of article 3 answers beside the truth, and why where it differs."""

import math

from playground.collision import articles
from playground.scene.drawlist import Dot, DrawList, Label, Marker, Role
from playground.scene.scene import (Rival, show)
from scenes import _ellipse_mistakes as mistakes
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
    article = mistakes.answered(p, single)
    why, step = _difference(p, r, article, single)
    said = "inside" if article.hit else "outside"
    return Rival(said, not why, why, step)


def draw(p: PointEllipseParams, out: DrawList, single: bool) -> None:
    """Draw the listing's point after the three moves, hollow."""
    article = mistakes.answered(p, single)
    at = pair(article.normalized)
    if p.progress < 3.0 or not all(map(math.isfinite, at)):
        return
    said = "article: inside" if article.hit else "article: outside"
    dot, name = Dot(at, 9.0, Marker.RING), Label(at, said, (1.0, -0.6), gap=14.0)
    out.add(*marked(Role.ACCENT, "article", _SCALE, dot, name))


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
    name = mistakes.found(p, r.exact, article, single).name()
    if name == mistakes.TOO_SMALL.name:
        return _too_small(p, single, kind)
    if name == mistakes.ON_EDGE.name:
        why = "It compares with <, so a point on the ellipse itself counts as outside."
        return why, _COMPARE
    if name == mistakes.MOVED.name:
        why = (
            f"The turn leaves a rounding error of {kind} in y, and the factor rx / ry "
            "enlarges it: P′ is off."
        )
        return why, _SCALE
    if name:
        why = (
            f"P is {show(abs(float(r.exact.distance)), 9)} m from the ellipse, less "
            f"than the rounding error of {kind} in P′."
        )
        return why, _COMPARE
    return "", 0


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


def _too_small(p: PointEllipseParams, single: bool, kind: str) -> tuple[str, int]:
    rx, ry = p.radii
    if not mistakes.scale_is_lost(p.radii, single):
        why = (
            f"The square of rx = {show(rx)} is 0 in {kind}, and nothing is less than "
            "0: even the centre is outside."
        )
        return why, _COMPARE
    if mistakes.number(single)(ry) == 0.0:
        return f"ry = {show(ry)} is 0 in {kind}: dividing by it leaves no P′.", _SCALE
    return f"rx / ry is too large for {kind}: infinite, and P′ is lost.", _SCALE
