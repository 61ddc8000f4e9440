"""Why the listing of article 2 answers wrongly, for any number of discs at once.

The listing first puts the circle into a frame, then tests an upright rectangle there.
If the true answer *in that frame* is the one it gives, it looked in the wrong place;
if not, its inequalities are at fault. Either way the reason is that of this answer.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from enum import IntEnum
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playground.scene.regions import NONE, Kind, Regions

from playground.collision import CircleRect, RectFeature, articles, circle_rect
from playground.collision.numeric import Array
from playground.scene.drawlist import Role
from playground.scene.handles import add, sub
from playground.scene.params import Vec2
from playground.scene.scene import (stacked)
from scenes._rect_model import NODE, CircleRectParams, Listing, listing, turned

Flags = NDArray[np.bool_]

# Two distances that differ by less than this part of the largest length are the same:
# each takes a dozen operations.
_ROUNDING = {"float32": 1e-6, "float64": 1e-14}


class Reason(IntEnum):
    """What a wrong answer rests on."""

    TURNED = 0  # about the pivot, with the rectangle instead of against it
    KEPT = 1  # not turned at all
    INSIDE = 2  # top and bottom mixed up, for a centre in the rectangle,
    BESIDE = 3  # for one beyond the left or right side,
    ABOVE = 4  # for one beyond the top or bottom
    STRICT = 5  # touching is no hit
    PIVOT = 6  # the node's anchor misread: the pivot that comes of it,
    MIDDLE = 7  # the rectangle's middle,
    ANCHOR = 8  # or only both together
    ROUNDING = 9


_ANCHOR = Kind("node's anchor misread", Role.CORNER)
_SIDE = Kind("y1 and y2 mixed up: side", Role.SIDE_A)
KINDS = {
    Reason.TURNED: Kind("turned the wrong way", Role.HIT),
    Reason.KEPT: Kind("whole 90° (or 0°): not undone", Role.NORMAL),
    Reason.INSIDE: Kind("y1 and y2 mixed up: inside", Role.ENTER),
    Reason.BESIDE: _SIDE,
    Reason.ABOVE: _SIDE,
    Reason.STRICT: Kind("touch: missed", Role.INK),
    Reason.PIVOT: _ANCHOR,
    Reason.MIDDLE: _ANCHOR,
    Reason.ANCHOR: _ANCHOR,
    Reason.ROUNDING: Kind("decided by rounding", Role.MISS),
}
_LEGEND = tuple(dict.fromkeys(KINDS.values()))
_PLACE = np.array([_LEGEND.index(KINDS[reason]) for reason in Reason])


def mistakes(
    p: CircleRectParams, e: CircleRect, answer: articles.CircleRect, kind: str
) -> Regions:
    """Return the kind of mistake in each answer, of none where it is the true one.

    Any numbers of `p` may be arrays; `e` and `answer` are of their common shape.
    """
    wrong = np.asarray(answer.hit != e.hit)
    index = np.full(wrong.shape, NONE, np.intp)
    found = reasons(_picked(p, wrong), answer.hit[wrong], e.distance[wrong], kind)
    index[wrong] = _PLACE[found]
    return Regions(_LEGEND, index)


def _picked(p: CircleRectParams, where: Flags) -> CircleRectParams:
    """Return the params of those elements alone, in a row."""

    def row(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(row, value))
        return np.broadcast_to(value, where.shape)[where]

    numbers = (f.name for f in fields(p) if f.name != "call")
    return replace(p, **{name: row(getattr(p, name)) for name in numbers})


def reasons(
    p: CircleRectParams, hit: Flags, distance: Array, kind: str
) -> NDArray[np.intp]:
    """Return the `Reason` of each wrong answer `hit`; `distance` is the true one.

    It is the first mistake without which the answer would be right. Where more than
    one would have to go, the one that the answer rests on.
    """
    asked = listing(p, kind)
    there = circle_rect(
        stacked(*asked.center),
        p.radius,
        stacked(*asked.rect_center),
        stacked(*p.half_extents),
        0.0,
    )
    largest = _largest(p)
    elsewhere = np.abs(there.distance - distance) > _ROUNDING["float64"] * largest
    rounded = np.abs(there.distance) <= _ROUNDING[kind] * largest
    rounded &= _listed(p, asked, "float64")
    conditions = [
        *(
            (reason, elsewhere & applies & (_listed(p, mended, kind) != hit))
            for reason, applies, mended in _mended(p, asked)
        ),
        *_wrong_test(there, there.hit & ~hit & ~rounded),
        *_wrong_place(p, asked, elsewhere),
    ]
    found, where = zip(*conditions, strict=True)
    return np.select(where, [np.intp(reason) for reason in found], Reason.ROUNDING)


def _mended(
    p: CircleRectParams, asked: Listing
) -> Iterator[tuple[Reason, Flags, Listing]]:
    """Yield each mistake, where it is made, and what would be tested without it."""
    if p.call == NODE:
        about = turned(p.center, p.pivot, asked.turn)
        moved = _differ(about, asked.center)
        shifted = _differ(p.rect_center, asked.rect_center)
        plain = replace(asked, center=about, rect_center=p.rect_center)
        yield Reason.PIVOT, moved, replace(asked, center=about)
        yield Reason.MIDDLE, shifted, replace(asked, rect_center=p.rect_center)
        yield Reason.ANCHOR, moved & shifted, plain
    back = replace(asked, center=turned(p.center, asked.pivot, -p.angle))
    for reason, applies in _wrong_turn(p, asked):
        yield reason, applies, back


def _wrong_turn(p: CircleRectParams, asked: Listing) -> list[tuple[Reason, Flags]]:
    turning, angle = np.not_equal(asked.turn, 0.0), np.not_equal(p.angle, 0.0)
    return [(Reason.TURNED, turning), (Reason.KEPT, angle & ~turning)]


def _wrong_place(
    p: CircleRectParams, asked: Listing, elsewhere: Flags
) -> list[tuple[Reason, Flags]]:
    """Return the reasons where the listing looks in the wrong place, and tests right.

    A node read right would not have helped; what remains is the turn, if any.
    """
    turn = [(r, elsewhere & applies) for r, applies in _wrong_turn(p, asked)]
    return [*turn, (Reason.MIDDLE, elsewhere)]


def _wrong_test(there: CircleRect, missed: Flags) -> list[tuple[Reason, Flags]]:
    """Return the reasons where the inequalities miss the rectangle they are given."""
    across = np.abs(there.normal[..., 0]) > np.abs(there.normal[..., 1])
    edge = missed & (there.feature == RectFeature.EDGE)
    return [
        (Reason.STRICT, missed & (there.distance == 0.0)),
        (Reason.INSIDE, missed & (there.feature == RectFeature.INSIDE)),
        (Reason.BESIDE, edge & across),
        (Reason.ABOVE, edge),
    ]


def _listed(p: CircleRectParams, asked: Listing, kind: str) -> Flags:
    """Return what the listing's inequalities say of that circle and rectangle."""
    low, high = (change(asked.rect_center, p.half_extents) for change in (sub, add))
    return articles.circle_rect(
        stacked(*asked.center), p.radius, stacked(*low), stacked(*high), dtype=kind
    ).hit


def _differ(a: Vec2, b: Vec2) -> Flags:
    return np.asarray(np.not_equal(a[0], b[0]) | np.not_equal(a[1], b[1]))


def _largest(p: CircleRectParams) -> Array:
    """Return the largest coordinate or length, in m."""
    lengths = (*p.center, *p.rect_center, *p.pivot, *p.half_extents, p.radius)
    return reduce(np.maximum, map(np.abs, lengths), np.asarray(0.0))
