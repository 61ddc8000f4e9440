"""The disc and the turned rectangle of article 2, and how its listing is asked."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from playground.collision import CircleRect, RectFeature, articles, circle_rect
from playground.collision.numeric import Array
from playground.scene.handles import (
    Frame,
    Pivot,
    Resize,
    Rotate,
    add,
    move,
    rim_of,
    sub,
)
from playground.scene.params import Params, Vec2, angle, choice, lengths, point, slider
from playground.scene.scene import (stacked)
from scenes._turn import rotation

FRAME = Frame("pivot", "angle")
RIM = (math.sqrt(0.5), math.sqrt(0.5))
VALUES, NODE = "plain values", "engine node"
FEATURE_WORDS = {
    RectFeature.INSIDE: "inside",
    RectFeature.EDGE: "side",
    RectFeature.CORNER: "corner",
}


@dataclass(frozen=True)
class CircleRectParams(Params):
    """A disc and a rectangle that is turned about a pivot.

    The rectangle's centre and half extents are those before the turn. The pivot
    stands before them, so that its grip is on top where both are in one place.
    """

    center: Vec2 = point(
        0.5,
        2.4,
        label="Circle centre C",
        help="Centre of the circle, in the world.",
        handle=move(disc="radius"),
    )
    radius: float = slider(
        1.5,
        0.0,
        10.0,
        label="Radius r",
        unit="m",
        help="Radius of the circle; with 0 it is a point.",
        handle=rim_of("center", RIM),
    )
    pivot: Vec2 = point(
        -2.5,
        -1.75,
        label="Pivot P",
        help="The world point that the rectangle is turned about.",
        handle=Pivot("rect_center", "angle"),
    )
    rect_center: Vec2 = point(
        -1.0,
        -1.5,
        label="Rectangle centre K",
        help="Centre of the rectangle before the turn, in the world.",
        handle=move(carries=("pivot",), frame=FRAME, box="half_extents"),
    )
    half_extents: Vec2 = lengths(
        2.5,
        1.25,
        label="Half extents h",
        parts=("Half width hx", "Half height hy"),
        help="Half of the rectangle's width and height, along its own sides.",
        handle=Resize("rect_center", FRAME),
    )
    angle: float = angle(
        math.radians(30.0),
        label="Angle θ",
        help="How far the rectangle is turned about P, counter-clockwise.",
        handle=Rotate("rect_center", "half_extents", "pivot"),
    )
    call: str = choice(
        VALUES,
        VALUES,
        NODE,
        label="Article's call",
        help="Which of the article's two functions is asked: the one that takes plain "
        "values, or the one that takes a node of the engine, anchored at P.",
    )


@dataclass(frozen=True)
class CircleRectAnswer:
    """The exact answer, and the article's in float32 (as printed) and float64."""

    exact: CircleRect
    article: articles.CircleRect
    article64: articles.CircleRect


@dataclass(frozen=True)
class Listing:
    """What the article's code works with, in the frame in which it tests.

    Numbers, or arrays where the params have arrays.

    Attributes
    ----------
    pivot : pair of float
        The point it turns the circle about.
    degrees : float
        The engine's angle, clockwise.
    turn : float
        By how much it turns the circle, in radians counter-clockwise.
    rect_center : pair of float
        Centre of the upright rectangle it tests against.
    center : pair of float
        Where the circle's centre is after its turn.
    """

    pivot: Vec2
    degrees: float
    turn: float
    rect_center: Vec2
    center: Vec2


def listing(p: CircleRectParams, dtype: DTypeLike = np.float32) -> Listing:
    """Return what the article's code makes of the params.

    From a node it takes the anchor in the node's own coordinates, counted from its
    lower left corner, for a point of the world, and a rectangle about the anchor.
    It turns the circle with the rectangle instead of against it, and not at all when
    the angle's whole degrees are a multiple of 90.
    """
    pivot, middle = p.pivot, p.rect_center
    if p.call == NODE:
        low = sub(p.rect_center, p.half_extents)
        pivot, middle = _pair(sub(p.pivot, low)), p.pivot
    degrees = -np.degrees(p.angle)
    upright = whole_degrees(p, dtype) % 90 == 0
    turn: Any = np.where(upright, 0.0, p.angle)[()]
    return Listing(pivot, degrees, turn, middle, turned(p.center, pivot, turn))


def whole_degrees(p: CircleRectParams, dtype: DTypeLike) -> Array:
    """Return the engine's angle as the listing looks at it, its fraction cut off."""
    degrees = np.asarray(-np.degrees(p.angle), dtype)
    return np.asarray(np.trunc(degrees), np.float64)


def solved(p: CircleRectParams) -> CircleRect:
    """Return the exact answers; any numbers of `p` may be arrays, which broadcast."""
    return circle_rect(
        stacked(*p.center),
        p.radius,
        stacked(*p.rect_center),
        stacked(*p.half_extents),
        None,
        stacked(*p.pivot),
        rotation=rotation(p.angle),
        exact=True,
    )


def ask_article(p: CircleRectParams, dtype: DTypeLike) -> articles.CircleRect:
    """Return the listing's own answers, computed in `dtype`; `p` as for `solved`."""
    asked = listing(p, dtype)
    return articles.circle_rotated_rect(
        stacked(*p.center),
        p.radius,
        stacked(*asked.pivot),
        asked.degrees,
        stacked(*sub(asked.rect_center, p.half_extents)),
        stacked(*add(asked.rect_center, p.half_extents)),
        dtype=dtype,
    )


def _pair(v: tuple[float, ...]) -> Vec2:
    return v[0], v[1]


def xy(array: Array) -> Vec2:
    """Return a vector of a result as a plain pair."""
    return float(array[0]), float(array[1])


def turned(at: Vec2, pivot: Vec2, by: float) -> Vec2:
    """Return a point turned counter-clockwise about a pivot."""
    x, y, c, s = at[0] - pivot[0], at[1] - pivot[1], np.cos(by), np.sin(by)
    return pivot[0] + c * x - s * y, pivot[1] + s * x + c * y


def local(p: CircleRectParams, at: Vec2) -> Vec2:
    """Return a world point in the frame in which the rectangle is not turned."""
    return turned(at, p.pivot, -p.angle)


def local_offset(p: CircleRectParams, e: CircleRect) -> Vec2:
    """Return q, the circle's centre from the rectangle's, in the unturned frame."""
    x, y = xy(e.local_center)
    return x - p.rect_center[0], y - p.rect_center[1]


def excess(p: CircleRectParams, e: CircleRect) -> Vec2:
    """Return how far the circle's centre is beyond each pair of sides."""
    q, h = local_offset(p, e), p.half_extents
    return abs(q[0]) - h[0], abs(q[1]) - h[1]


def feature(e: CircleRect) -> RectFeature:
    """Return the feature as the enum member it is."""
    return RectFeature(int(e.feature))
