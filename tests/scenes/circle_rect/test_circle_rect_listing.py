"""Mistakes of article 2, by hand, and against other calls of its listing."""

import inspect
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from discs import ANY_ANGLE, CLEAR_ANGLE, asked, case, discs, trace, upright
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.collision import articles, circle_rect
from playground.collision.articles.circle_rect import (
    ANCHOR_MISREAD,
    DECIDED_BY_ROUNDING,
    QUARTER_TURN_KEPT,
    SIDES_MIXED_UP_INSIDE,
    SIDES_MIXED_UP_OVER_SIDE,
    TOUCH_MISSED,
    TURNED_WRONG_WAY,
    circle_rotated_rect,
)
from playground.scene import NO_KIND_INDEX, ListingVerdict, Precision
from scenes.circle_rect.params import NODE, CircleRectParams

PRECISIONS: tuple[Precision, ...] = (np.float32, np.float64)
precisions = pytest.mark.parametrize("dtype", PRECISIONS)


def kind_of(p: CircleRectParams, dtype: Precision) -> str:
    return asked(p).mistakes(dtype).name()


def compared(p: CircleRectParams, dtype: Precision) -> ListingVerdict:
    return asked(p).listing_verdict(dtype)


def true_hit(p: CircleRectParams) -> bool:
    return bool(asked(p).result.hit)


def test_a_node_misread_in_both_ways() -> None:
    # Undone rightly, C is at (-1.23, -0.40), 0.40 below the square. The listing turns
    # it about (4, -2), to (2.04, 2.60), and puts the square's middle at (2, -2). With
    # only one of the two set right it is still more than 2 away; with both, 1.81.
    p = CircleRectParams(
        (0.0, 1.0), 2.0, (2.0, -2.0), (-1.0, 1.0), (1.0, 1.0), math.radians(-30), NODE
    )
    assert kind_of(p, np.float64) == ANCHOR_MISREAD.name
    assert "a different circle and a different" in compared(p, np.float64).why


@pytest.mark.parametrize(
    ("name", "center"),
    [
        ("Touching a corner", (2.75 - 1e-9, 2.0)),
        ("Touching a side", (0.5, 1.25 - 1e-9)),
    ],
)
def test_a_touch_that_only_float32_sees(name: str, center: tuple[float, float]) -> None:
    # The disc overlaps by a nanometre; in float32 it just touches.
    p = replace(case(name), center=center)
    assert true_hit(p)
    assert kind_of(p, np.float32) == DECIDED_BY_ROUNDING.name
    assert kind_of(p, np.float64) == ""


@precisions
@pytest.mark.parametrize("pivot", [-1.4, -5.3])
def test_a_touch_is_missed_by_no_rounding_wherever_the_pivot_is(
    pivot: float, dtype: Precision
) -> None:
    # Seen from the pivot in plain float64, the disc would be a digit off the corner.
    p = replace(case("Touching a corner"), pivot=(pivot, pivot))
    assert kind_of(p, dtype) == TOUCH_MISSED.name


def test_a_turn_of_a_hair_is_not_rounding() -> None:
    # The disc that only touched the corner now overlaps by 1.5e-10 m: in float64 far
    # more than a rounding.
    p = replace(case("Touching a corner"), angle=1e-10)
    distance = float(asked(p).result.distance)
    assert distance == pytest.approx(-1.5e-10, rel=1e-4)
    assert kind_of(p, np.float64) == QUARTER_TURN_KEPT.name


def test_rounding_is_no_reason_far_from_the_edge() -> None:
    # Where the listing looks, the disc reaches the top and the bottom but for the last
    # digits: float64 hits, float32 does not, and both for no good reason.
    p = CircleRectParams(
        (0.5, 2.0), 1.0, (-1.0, 1.0), (-1.0, 1.0), (2.0, 0.5), math.radians(45), NODE
    )
    assert float(asked(p).result.distance) < -1.0
    assert kind_of(p, np.float32) == SIDES_MIXED_UP_INSIDE.name


def test_the_map_of_an_upright_slab() -> None:
    # r = 1/2 against 4 by 2: no circle is tall enough for the top and the bottom, so
    # only corners are found, and on them touching is missed.
    x, y = np.arange(-12, 13) / 4, np.arange(-8, 9)[:, None] / 4
    slab = asked(replace(case("Inside"), center=(x, y), radius=0.5))
    words, wrong = slab.regions, slab.mistakes(np.float32)
    missed = {
        "Inside": SIDES_MIXED_UP_INSIDE.name,
        "Side hit": SIDES_MIXED_UP_OVER_SIDE.name,
        "Touch": TOUCH_MISSED.name,
    }
    for (i, j), index in np.ndenumerate(words.index):
        found, expected = wrong.index[i, j], missed.get(words.kinds[index].name, "")
        near = math.hypot(abs(x[j]) - 2.0, abs(float(y[i, 0])) - 1.0)
        if near < 0.5:  # the corner is found, whatever else is overlapped
            expected = ""
        assert ("" if found == NO_KIND_INDEX else wrong.kinds[found].name) == expected


LEADS = {
    TOUCH_MISSED.name: "the circle only touches. ",
    SIDES_MIXED_UP_INSIDE.name: "the centre is inside. ",
    "beside": "the centre is beside the left or right side. ",
    "above": "the centre is over the top or bottom. ",
}


@pytest.mark.slow
@given(p=discs(CLEAR_ANGLE), dtype=st.sampled_from(PRECISIONS))
@settings(max_examples=examples(250))
def test_a_reason_tells_where_the_listing_looks(
    p: CircleRectParams, dtype: Precision
) -> None:
    """The reason describes the centre in the listing's frame."""
    said = compared(p, dtype)
    if said.kind not in (
        SIDES_MIXED_UP_INSIDE.name,
        SIDES_MIXED_UP_OVER_SIDE.name,
        TOUCH_MISSED.name,
    ):
        assert not said.why.startswith("In the frame")
        return
    t = trace(p, dtype)
    middle, half = upright(t)
    x, y = (float(v) for v in np.abs(np.subtract(t["xc, yc"], middle)) - half)
    lead = said.kind
    if lead == TOUCH_MISSED.name:
        touching = math.hypot(max(x, 0.0), max(y, 0.0))
        assert touching == pytest.approx(p.radius, abs=1e-6)
    elif lead == SIDES_MIXED_UP_INSIDE.name:
        assert max(x, y) < 1e-6
    else:
        lead = "beside" if x > y else "above"
        assert min(x, y) < 1e-6
        assert -1e-6 < max(x, y) <= p.radius + 1e-6
    if said.why.startswith("In the frame"):
        frame = "it turns into" if t.assignment_mask("theta") else "it tests in"
        assert said.why.startswith(f"In the frame {frame}, {LEADS[lead]}")
        assert p.angle or p.call == NODE
    else:
        # Then it looks at what one sees, but for the last digits.
        seen = np.subtract(asked(p).result.local_center, p.rect_center)
        assert np.subtract(t["xc, yc"], middle) == pytest.approx(seen, abs=1e-5)


@pytest.mark.parametrize(
    ("degrees", "kind"),
    [
        (-75.0, TURNED_WRONG_WAY.name),
        (-90.4, QUARTER_TURN_KEPT.name),
    ],
)
def test_the_turn_is_blamed_where_undoing_it_helps(degrees: float, kind: str) -> None:
    random, count = np.random.default_rng(3), 4000
    x, y, px, py, kx, ky = random.uniform(-3.0, 3.0, (6, count))
    p = CircleRectParams(
        (x, y),
        random.uniform(0.0, 2.0, count),
        (px, py),
        (kx, ky),
        (2.0, 0.75),
        math.radians(degrees),
    )
    found = asked(p).mistakes(np.float64)
    names = [k.name for k in found.kinds]
    blamed = found.index == names.index(kind)
    other = (found.index != NO_KIND_INDEX) & ~blamed
    center, middle, pivot = (np.stack(v, -1) for v in ((x, y), (kx, ky), (px, py)))
    shape = (p.radius, middle, p.half_extents)
    truth = circle_rect(center, *shape, p.angle, pivot)
    seen = 0.0 if kind == QUARTER_TURN_KEPT.name else -p.angle
    mirrored = circle_rect(center, *shape, seen, pivot)
    # Asked about the circle as it is in the rectangle's frame, the listing has no turn
    # to undo.
    low, high = middle - p.half_extents, middle + p.half_extents
    undone = articles.circle_rect(
        truth.local_center, p.radius, low, high, dtype=np.float64
    )
    helped = (found.index != NO_KIND_INDEX) & (undone.hit == truth.hit)
    assert min(helped.sum(), other.sum(), (blamed & ~helped).sum()) > 20
    assert blamed[helped].all()
    # Otherwise the answer is at least the true one for the rectangle it was meant for.
    rest = (found.index != NO_KIND_INDEX) & ~helped
    assert np.array_equal(blamed[rest], (mirrored.hit != truth.hit)[rest])


# The listing with its turn corrected, and nothing else.
_CORRECTED = (
    inspect.getsource(circle_rotated_rect)
    .replace("theta = -angle", "theta = angle")
    .replace("if int(angle) % 90 != 0", "if angle != 0.0")
)


@settings(max_examples=examples(300))
@given(p=discs(ANY_ANGLE))
def test_correcting_the_turn_is_enough_unless_more_is_said(
    p: CircleRectParams,
) -> None:
    said, t = compared(p, np.float64), trace(p, np.float64)
    if said.kind not in (TURNED_WRONG_WAY.name, QUARTER_TURN_KEPT.name):
        return
    corrected: dict[str, Any] = {"cos": math.cos, "sin": math.sin}
    exec(_CORRECTED, corrected)
    names = ("px, py", "angle", "left, bottom", "right, top")
    given = np.concatenate([np.ravel(t[name]) for name in names]).tolist()
    hit = corrected["circle_rotated_rect"](*p.center, p.radius, *given)
    enough = "Correcting that alone is not enough" not in said.why
    assert enough == (hit == true_hit(p))
