"""What the listing of article 2 answers beside the truth, and why it differs."""

import math

from playground.scene.drawlist import Circle, Dot, DrawList, Label, Marker, Rect, Role
from playground.scene.handles import sub
from playground.scene.params import Vec2
from playground.scene.scene import (Rival, show)
from scenes._rect_mistakes import Reason, reasons
from scenes._rect_model import (
    CircleRectAnswer,
    CircleRectParams,
    Listing,
    listing,
    turned,
    whole_degrees,
)

# Places nearer to each other than this part of the coordinates look the same.
_SAME = 1e-9
_MIXED_UP = "Its y1 is the top and y2 the bottom, but the inequalities mix them up: "


def rival(p: CircleRectParams, r: CircleRectAnswer, *, single: bool) -> Rival:
    """Return the listing's answer, and for a difference the reason and its step."""
    kind, answer = ("float32", r.article) if single else ("float64", r.article64)
    text = "hit" if answer.hit else "no hit"
    if answer.hit == r.exact.hit:
        return Rival(text, agrees=True)
    reason = Reason(int(reasons(p, answer.hit, r.exact.distance, kind)))
    why, step = _why(p, reason, float(r.exact.distance), kind)
    return Rival(text, agrees=False, why=why, step=step)


def draw(p: CircleRectParams, out: DrawList, *, single: bool) -> None:
    """Append what the listing tests: in the world, and in the rectangle's frame."""
    asked = listing(p, "float32" if single else "float64")
    _draw_world(p, asked, out)
    _draw_frame(p, asked, out.views[0])


def _draw_world(p: CircleRectParams, asked: Listing, out: DrawList) -> None:
    """Append the rectangle for which the listing's answer is meant.

    Turning the circle by some angle is to see a rectangle turned the other way.
    """
    center, below = turned(asked.rect_center, asked.pivot, -asked.turn), (0.0, -1.0)
    out.add(
        Rect(
            center,
            p.half_extents,
            -asked.turn,
            role=Role.SIDE_B,
            dashed=True,
            key="article",
        ),
        _name(center, "article's rectangle", below),
        since=1,
    )


def _draw_frame(p: CircleRectParams, asked: Listing, out: DrawList) -> None:
    if asked.rect_center != p.rect_center:
        upright = Rect(
            asked.rect_center,
            p.half_extents,
            role=Role.SIDE_B,
            dashed=True,
            key="article",
        )
        out.add(upright, since=2)
    ring = DrawList()
    ring.add(
        Dot(
            asked.center, role=Role.SIDE_B, size=9.0, marker=Marker.RING, key="article"
        ),
        since=1,
    )
    outward = (0.0, 1.0 if asked.center[1] > asked.rect_center[1] else -1.0)
    # A ring's inside is painted: below all else it hides nothing.
    out.records[:0] = ring.records
    out.add(
        Circle(asked.center, p.radius, role=Role.SIDE_B, dashed=True, key="article"),
        _name(asked.center, "article's circle", outward),
        since=1,
    )


def _name(at: Vec2, text: str, toward: Vec2) -> Label:
    return Label(at, text, toward=toward, size=13.0, role=Role.SIDE_B, key="article")


def _why(
    p: CircleRectParams, reason: Reason, distance: float, kind: str
) -> tuple[str, int]:
    """Return a sentence about the reason, and the step in which it arises."""
    match reason:
        case Reason.PIVOT:
            return _wrong_pivot(listing(p, kind))
        case Reason.TURNED:
            return _wrong_way(p)
        case Reason.KEPT:
            return _not_undone(int(abs(whole_degrees(p, kind))))
        case Reason.ROUNDING:
            return (
                f"Every operation is rounded to {kind}, and the distance of "
                f"{show(distance)} m is too near to 0 for that.",
                6,
            )
    sentence, step = _SENTENCES[reason]
    return _there(p, reason, kind) + sentence, step


_SENTENCES = {
    Reason.MIDDLE: (
        "The article's code builds the rectangle as if every node were anchored in "
        "its middle: about P instead of about K.",
        2,
    ),
    Reason.ANCHOR: (
        "The article's code takes the node's anchor for a point of the world, and for "
        "the rectangle's middle: it tests another circle and another rectangle.",
        1,
    ),
    Reason.STRICT: (
        "Its inequalities are strict: touching counts as no hit.",
        6,
    ),
    Reason.INSIDE: (
        _MIXED_UP + "a circle inside must reach both the top and the bottom.",
        4,
    ),
    Reason.BESIDE: (
        _MIXED_UP
        + "the left and right sides ask for a centre above top and below bottom.",
        4,
    ),
    Reason.ABOVE: (
        _MIXED_UP + "a circle over the top or bottom must reach the other one as well.",
        4,
    ),
}


_PLACES = {
    Reason.STRICT: "the circle only touches",
    Reason.INSIDE: "the centre is inside",
    Reason.BESIDE: "the centre is beside the left or right side",
    Reason.ABOVE: "the centre is over the top or bottom",
}


def _there(p: CircleRectParams, reason: Reason, kind: str) -> str:
    """Return what is so where the listing looks, if that is not what one sees."""
    asked = listing(p, kind)
    seen = sub(turned(p.center, p.pivot, -p.angle), p.rect_center)
    apart = math.dist(sub(asked.center, asked.rect_center), seen)
    size = math.hypot(*p.center, *p.rect_center, *p.pivot)
    if reason not in _PLACES or apart <= _SAME * size:
        return ""
    frame = "it turns into" if asked.turn else "it tests in"
    return f"In the frame {frame}, {_PLACES[reason]}. "


def _wrong_pivot(asked: Listing) -> tuple[str, int]:
    corner = show(asked.pivot, 2)
    return (
        f"The anchor, {corner}, is counted from the node's own corner. The article's "
        "code turns the circle about that point of the world.",
        1,
    )


def _wrong_way(p: CircleRectParams) -> tuple[str, int]:
    way, against = "clockwise", "counter-clockwise"
    if p.angle > 0.0:
        way, against = against, way
    return (
        f"To undo a {way} turn the circle must turn {against}. The article's code "
        f"turns it {way}, and so answers for a rectangle turned the other way.",
        1,
    )


def _not_undone(whole: int) -> tuple[str, int]:
    if whole == 0:
        return (
            "The fraction of the angle is cut off before it is looked at: less than "
            "a degree counts as no turn and is not undone.",
            1,
        )
    return (
        f"An angle whose whole degrees are a multiple of 90, here {whole}, counts as "
        "no turn: it is not undone.",
        1,
    )
