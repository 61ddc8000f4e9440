"""What the listing of article 2 answers beside the truth, and why it differs.

The listing first puts the circle into a frame, then tests an upright rectangle there.
If the true answer *in that frame* is the one it gives, it looked in the wrong place;
if not, its inequalities are at fault. Either way the reason is that of this answer.
"""

from collections.abc import Iterator
from dataclasses import replace

from playground.collision import RectFeature, articles, circle_rect
from playground.drawlist import Circle, Dot, DrawList, Label, Marker, Rect, Role
from playground.handles import add, sub
from playground.params import Vec2
from playground.scene import Rival, show
from scenes._rect_model import (
    VALUES,
    CircleRectAnswer,
    CircleRectParams,
    Listing,
    listing,
    turned,
    whole_degrees,
)

# Two float64 distances that differ by less than this part of the largest length are
# the same: each takes a dozen operations.
_ROUNDING = 1e-14

_MIXED_UP = "Its y1 is the top and y2 the bottom, but the inequalities mix them up: "


def rival(p: CircleRectParams, r: CircleRectAnswer, *, single: bool) -> Rival:
    """Return the listing's answer, and for a difference the reason and its step."""
    kind = "float32" if single else "float64"
    answer = bool((r.article if single else r.article64).hit)
    text = "hit" if answer else "no hit"
    if answer == r.exact.hit:
        return Rival(text, agrees=True)
    why, step = _why(p, answer, kind)
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


def _true_answer(p: CircleRectParams, asked: Listing) -> bool:
    """Return whether the circle truly meets the rectangle that the listing tests."""
    e = circle_rect(asked.center, p.radius, asked.rect_center, p.half_extents, 0.0)
    return bool(e.hit)


def _listed(p: CircleRectParams, asked: Listing, kind: str) -> bool:
    """Return what the listing's inequalities say of that circle and rectangle."""
    low, high = (change(asked.rect_center, p.half_extents) for change in (sub, add))
    return bool(articles.circle_rect(asked.center, p.radius, low, high, dtype=kind).hit)


def _why(p: CircleRectParams, answer: bool, kind: str) -> tuple[str, int]:
    """Return the first mistake without which the answer would be right.

    Where more than one would have to go, the one that the answer rests on.
    """
    asked = listing(p, kind)
    if not _same_distance(p, asked):
        for mended, reason in _mended(p, asked, kind):
            if _listed(p, mended, kind) != answer:
                return reason
        if _true_answer(p, asked) == answer:
            return _wrong_place(p, answer, asked, kind)
    return _wrong_test(p, answer, asked) or _rounding(p, kind)


def _mended(
    p: CircleRectParams, asked: Listing, kind: str
) -> Iterator[tuple[Listing, tuple[str, int]]]:
    """Yield what the listing would test with one mistake less, and that mistake."""
    about = turned(p.center, p.pivot, asked.turn)
    moved, shifted = about != asked.center, asked.rect_center != p.rect_center
    if moved:
        yield replace(asked, center=about), _wrong_pivot(asked)
    if shifted:
        yield replace(asked, rect_center=p.rect_center), _WRONG_MIDDLE
    if moved and shifted:
        yield replace(asked, center=about, rect_center=p.rect_center), _WRONG_ANCHOR
    if p.angle:
        back = turned(p.center, asked.pivot, -p.angle)
        yield replace(asked, center=back), _wrong_turn(p, kind)


def _wrong_place(
    p: CircleRectParams, answer: bool, asked: Listing, kind: str
) -> tuple[str, int]:
    """Return the reason where the true answer, where the listing looks, is its own."""
    plain = replace(p, call=VALUES)
    if p.angle and _true_answer(p, listing(plain, kind)) == answer:
        return _wrong_turn(p, kind)
    about = turned(p.center, p.pivot, asked.turn)
    if _true_answer(p, replace(asked, rect_center=p.rect_center)) == answer:
        return _wrong_pivot(asked)
    if _true_answer(p, replace(asked, center=about)) == answer:
        return _WRONG_MIDDLE
    return _WRONG_ANCHOR


def _same_distance(p: CircleRectParams, asked: Listing) -> bool:
    """Return whether the listing's place gives the true distance, but for rounding."""
    there = circle_rect(asked.center, p.radius, asked.rect_center, p.half_extents, 0.0)
    here = circle_rect(
        p.center, p.radius, p.rect_center, p.half_extents, p.angle, p.pivot
    )
    lengths = (*p.center, *p.rect_center, *p.pivot, *p.half_extents, p.radius)
    return bool(
        abs(there.distance - here.distance) <= _ROUNDING * max(map(abs, lengths))
    )


def _rounding(p: CircleRectParams, kind: str) -> tuple[str, int]:
    e = circle_rect(p.center, p.radius, p.rect_center, p.half_extents, p.angle, p.pivot)
    return (
        f"Every operation is rounded to {kind}, and the distance of "
        f"{show(float(e.distance))} m is too near to 0 for that.",
        6,
    )


def _wrong_pivot(asked: Listing) -> tuple[str, int]:
    corner = show(asked.pivot, 2)
    return (
        f"The anchor, {corner}, is counted from the node's own corner. The article's "
        "code turns the circle about that point of the world.",
        1,
    )


_WRONG_MIDDLE = (
    "The article's code builds the rectangle as if every node were anchored in its "
    "middle: about P instead of about K.",
    2,
)
_WRONG_ANCHOR = (
    "The article's code takes the node's anchor for a point of the world, and for the "
    "rectangle's middle: it tests another circle and another rectangle.",
    1,
)


def _wrong_turn(p: CircleRectParams, kind: str) -> tuple[str, int]:
    whole = abs(whole_degrees(p, kind))
    if whole % 90:
        way, against = "clockwise", "counter-clockwise"
        if p.angle > 0.0:
            way, against = against, way
        return (
            f"To undo a {way} turn the circle must turn {against}. The article's code "
            f"turns it {way}, and so answers for a rectangle turned the other way.",
            1,
        )
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


def _wrong_test(
    p: CircleRectParams, answer: bool, asked: Listing
) -> tuple[str, int] | None:
    """Return the reason where the test goes wrong on the rectangle it is given."""
    e = circle_rect(asked.center, p.radius, asked.rect_center, p.half_extents, 0.0)
    if _listed(p, asked, "float64") != answer or not e.hit:
        return None
    if e.distance == 0.0:
        return "Its inequalities are strict: touching counts as no hit.", 6
    if e.feature == RectFeature.INSIDE:
        text = "a circle inside must reach both the top and the bottom."
    elif e.feature == RectFeature.CORNER:
        return None
    elif abs(e.normal[0]) > abs(e.normal[1]):
        text = "the left and right sides ask for a centre above top and below bottom."
    else:
        text = "a circle over the top or bottom must reach the other one as well."
    return _MIXED_UP + text, 4
