"""What article 2's scene tells a map, and a lens: many discs at once, one exactly."""

import numpy as np
from playground.scene.regions import Kind, Regions, by_first

from playground.collision import CircleRect, RectFeature
from playground.collision.numeric import Array
from playground.scene.drawlist import Role
from playground.scene.scene import (Decision, NumberType, in_numbers)
from scenes import _rect_mistakes
from scenes._rect_model import CircleRectParams, ask_article, solved
from scenes._turn import rotation

DISTANCE = "Distance s (m)"


def outcomes(e: CircleRect) -> Regions:
    """Return which word the verdict has for each answer."""
    overlap = e.distance < 0.0
    return by_first(
        (Kind("Inside", Role.ACCENT), overlap & (e.feature == RectFeature.INSIDE)),
        (Kind("Corner hit", Role.CORNER), overlap & (e.feature == RectFeature.CORNER)),
        (Kind("Side hit", Role.HIT), overlap),
        (Kind("Touch", Role.NORMAL), e.hit),
        (Kind("Miss", Role.MISS), True),
    )


def regions(p: CircleRectParams) -> Regions:
    return outcomes(solved(p))


def zones(p: CircleRectParams) -> Regions:
    """Return what of the rectangle is nearest to the circle's centre."""
    feature = solved(p).feature
    return by_first(
        (Kind("the centre is inside", Role.NORMAL), feature == RectFeature.INSIDE),
        (Kind("a side is nearest", Role.SIDE_A), feature == RectFeature.EDGE),
        (Kind("a corner is nearest", Role.CORNER), feature == RectFeature.CORNER),
    )


def quantities(p: CircleRectParams) -> dict[str, Array]:
    e = solved(p)
    return {
        DISTANCE: e.distance,
        "Depth (m)": np.where(e.hit, e.depth, np.nan),
    }


def mistakes(p: CircleRectParams, *, single: bool) -> Regions:
    kind = "float32" if single else "float64"
    return _rect_mistakes.mistakes(p, solved(p), ask_article(p, kind), kind)


def decide(p: CircleRectParams, number: NumberType) -> Decision:
    """Decide by what the circle's centre is beyond the sides, squared, against r².

    The turn is the cosine and the sine that the core is given.
    """
    (x, y), (kx, ky), (px, py), (w, h) = (
        in_numbers(v, number)
        for v in (p.center, p.rect_center, p.pivot, p.half_extents)
    )
    r, zero = in_numbers((p.radius, 0.0), number)
    c, s = in_numbers(rotation(p.angle).tolist(), number)
    dx, dy = x - px, y - py
    qx, qy = c * dx + s * dy - (kx - px), c * dy - s * dx - (ky - py)
    ex, ey = max(abs(qx) - w, zero), max(abs(qy) - h, zero)
    left, right = ex * ex + ey * ey, r * r
    return Decision(bool(left <= right), left, right)
