"""What ball against block tells the maps and the lens, worked out by hand."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground.collision import BlockFace
from playground.collision.articles import DIFFERENCES
from playground.scene.regions import NONE
from scenes import _one_hit_mistakes as kinds
from scenes._block_rule import LEAVING
from scenes._one_hit import TOUCH, OneHit
from scenes.ball_block import ONE_HIT, BallBlockParams, BallBlockScene

SCENE = BallBlockScene()


def case(name: str) -> BallBlockParams:
    params = SCENE.cases[name].params
    assert isinstance(params, BallBlockParams)
    return params


ONE_HITS = [name for name in SCENE.cases if case(name).mode == ONE_HIT]

# The block spans (-1, -1) to (1, 1), the radius is 1/2, and the rule looks at the end.
UNIT = BallBlockParams(
    radius=0.5, block=(0.0, 0.0), half_extents=(1.0, 1.0), velocity=(0.0, 0.0), t=1.0
)


def ending(
    end: tuple[float, float], velocity: tuple[float, float], t: float = 1.0
) -> BallBlockParams:
    """Return the step over `velocity` that is at `end` at `t`."""
    x, y = (a - t * b for a, b in zip(end, velocity, strict=True))
    return replace(UNIT, center=(x, y), velocity=velocity, t=t)


BY_HAND = {
    # Free at the end, the block between; and at its far side, on the way out.
    "through": (ending((5.0, 0.0), (10.0, 0.0)), kinds.MISSED),
    "out of the far side": (ending((1.25, 0.0), (4.0, 0.0)), kinds.MISSED),
    # Past the corner (1, 1) within 1/4 of it, free before and after.
    "past a corner": (ending((3.0, -1.0), (4.0, -4.0)), kinds.MISSED),
    # In the left side before it starts: then free, or leaving the right side, at t.
    "from within, free": (ending((2.75, 0.0), (4.0, 0.0)), kinds.OVERLAP),
    "from within, leaving": (ending((1.25, 0.0), (2.5, 0.0)), kinds.OVERLAP),
    "from a touch": (ending((2.5, 0.0), (4.0, 0.0)), kinds.OVERLAP),
    "from just before a touch": (ending((2.49, 0.0), (4.0, 0.0)), kinds.MISSED),
    "in the middle": (ending((0.0, 0.0), (4.0, 0.0)), kinds.INSIDE),
    "inside at once": (ending((0.5, 0.0), (-1.0, 0.0), t=0.0), kinds.INSIDE),
    # From (-2, 1.5) it meets the corner (-1, 1), and ends above the top.
    "top after a corner": (ending((-0.5, 1.25), (1.5, -0.25)), kinds.LATE),
    # Down past the corner (1, 1) to the right side; up past (1, -1) to (1, 1).
    "side after a corner": (ending((1.25, -0.5), (-0.25, -2.5)), kinds.LATE),
    "corner after another": (ending((1.25, 1.25), (-0.25, 2.5)), kinds.LATE),
    "on its way out": (ending((1.125, 1.375), (-2.0, 1.0), t=0.0), kinds.NOT_MOVING_IN),
    "along the top": (ending((0.0, 1.5), (1.0, 0.0), t=0.0), kinds.NOT_MOVING_IN),
    "at rest": (ending((0.0, 1.25), (0.0, 0.0)), kinds.NOT_MOVING_IN),
    "into upper right": (ending((1.25, 1.25), (-2.0, -1.0), t=0.0), kinds.INWARD),
    "into lower left": (ending((-1.25, -1.25), (2.0, 1.0), t=0.0), kinds.INWARD),
    # At 45 degrees the printed exchange is right at the other two corners.
    "into upper left": (ending((-1.25, 1.25), (2.0, -1.0), t=0.0), None),
    "beside the top": (ending((-1.125, 1.375), (0.0, -2.0), t=0.0), kinds.NORMAL),
    "a graze": (ending((1.25, 1.125), (-2.0, 1.0), t=0.0), kinds.NORMAL),
    "a side": (ending((0.0, 1.25), (1.0, -1.0)), None),
    "before the touch": (ending((-4.0, 0.0), (10.0, 0.0), t=0.1), None),
    "free": (ending((-4.0, 0.0), (1.0, 0.0)), None),
    "leaving the top": (ending((0.0, 1.25), (1.0, 1.0), t=0.0), None),
}


@pytest.mark.parametrize("name", BY_HAND)
@pytest.mark.parametrize("single", [True, False])
def test_kinds_by_hand(name: str, single: bool) -> None:
    p, kind = BY_HAND[name]
    wanted = kind.name if kind else ""
    assert SCENE.mistakes(p, single=single).name() == wanted


DIFFERING = {
    "Upper right corner": kinds.INWARD,
    "Lower left corner": kinds.INWARD,
    "Corner almost on the side": kinds.NORMAL,
    "Graze": kinds.NORMAL,
    "Leaving, called a graze": kinds.NOT_MOVING_IN,
    "Touching, gliding": kinds.NOT_MOVING_IN,
    "Centre inside": kinds.INSIDE,
    "Fast ball": kinds.MISSED,
    "Late, and at another face": kinds.LATE,
}


@pytest.mark.parametrize("name", ONE_HITS)
@pytest.mark.parametrize("single", [True, False])
def test_kind_of_every_case(name: str, single: bool) -> None:
    wanted = DIFFERING[name].name if name in DIFFERING else ""
    assert SCENE.mistakes(case(name), single=single).name() == wanted


def test_every_difference_of_the_article_is_of_a_kind() -> None:
    wanted = {
        "upper right corner": kinds.INWARD,
        "lower left corner": kinds.INWARD,
        "corner almost on the side": kinds.NORMAL,
        "leaving, called a graze": kinds.NOT_MOVING_IN,
        "centre inside": kinds.INSIDE,
        "fast ball": kinds.MISSED,
        "late, and at another face": kinds.LATE,
    }
    told = [d for d in DIFFERENCES if d.article == 5 and not d.core_refuses]
    assert {d.name for d in told} == set(wanted)
    for difference in told:
        at = dict(difference.arguments)
        step = "meant" if difference.meant else "now"
        start = dict(difference.meant).get("center", at["center"])
        later = step == "meant" or difference.name == "fast ball"
        p = replace(UNIT, center=start, velocity=at["velocity"], t=float(later))
        assert SCENE.mistakes(p, single=False).name() == wanted[difference.name].name


def test_only_single_precision_is_to_blame_for_rounding() -> None:
    # The gap is 1e-9 more than the radius at t = 1: in float32 it is the radius.
    p = replace(UNIT, center=(-1.5 - 1e-9, 2.0), velocity=(0.0, -2.0))
    assert SCENE.mistakes(p, single=True).name() == kinds.ROUNDING.name
    assert SCENE.mistakes(p, single=False).name() == ""


def test_a_line_of_the_canvas_by_hand() -> None:
    """The ball falls by 2 onto the top, from the heights in turn."""
    heights = np.array([4.0, 3.5, 3.25, 3.0, 2.75, 0.5, -0.75, -1.25])
    p = replace(UNIT, center=(0.0, heights), velocity=(0.0, -2.0))
    regions = SCENE.regions(p)
    words = [regions.kinds[i].name for i in regions.index]
    assert words == ["No hit", *["Top or bottom"] * 5, *["Leaving"] * 2]
    found = SCENE.mistakes(p, single=True)
    names = [found.kinds[i].name if i != NONE else "" for i in found.index]
    inside, overlap = kinds.INSIDE.name, kinds.OVERLAP.name
    # At 3.0 the centre ends on the top itself; 0.5 ends below the bottom, leaving.
    assert names == ["", "", "", "", inside, overlap, "", ""]


# Quarters and eighths: every number of the answer that is compared is exact.
def quarters(low: float, high: float) -> st.SearchStrategy[float]:
    return st.integers(int(low * 4), int(high * 4)).map(lambda i: i / 4)


def pairs(low: float, high: float) -> st.SearchStrategy[tuple[float, float]]:
    return st.tuples(quarters(low, high), quarters(low, high))


STEPS = st.builds(
    BallBlockParams,
    center=pairs(-3.0, 3.0),
    velocity=pairs(-5.0, 5.0),
    radius=quarters(0.0, 1.5),
    block=pairs(-1.0, 1.0),
    half_extents=pairs(0.0, 2.0),
    t=quarters(0.0, 1.0),
)


def one_hit(p: BallBlockParams) -> OneHit:
    result = SCENE.solve(p)
    assert isinstance(result, OneHit)
    return result


@given(STEPS)
def test_kinds_are_what_their_names_say(p: BallBlockParams) -> None:
    r, kind = one_hit(p), SCENE.mistakes(p, single=False).name()
    low, high = p.block_corners
    x, y = r.reading.center
    within = low[0] < x < high[0] and low[1] < y < high[1]
    told = r.reading.listing != BlockFace.NONE
    match kind:
        case kinds.MISSED.name:
            assert r.is_hit
            assert r.t >= r.t_hit > 0.0
            assert not told
            assert not within
        case kinds.OVERLAP.name:
            assert r.is_hit
            assert r.t_hit == 0.0
            assert not told
            assert not within
        case kinds.INSIDE.name:
            assert r.is_hit
            assert not told
            assert within
        case kinds.LATE.name:
            assert r.bounces
            assert told
            assert r.t > r.t_hit
        case kinds.NOT_MOVING_IN.name:
            assert r.word in (LEAVING, TOUCH)
            assert told
        case kinds.INWARD.name:
            assert r.word == "Corner"
            assert r.reading.printed_enters
        case kinds.NORMAL.name:
            assert r.word == "Corner"
            assert told
            assert not r.reading.printed_enters
            graze = r.reading.listing != BlockFace.CORNER
            assert graze or math.dist(r.reading.printed, r.leave) > 0.0
        case _:
            # Exact numbers leave nothing to rounding.
            assert kind == ""


@given(STEPS)
@example(replace(UNIT, center=(2.0, 1.0), velocity=(1.0, 0.0)))
@example(replace(UNIT, center=(1.0, 1.0), velocity=(1.0, -1.0)))
@example(replace(UNIT, center=(0.0, 0.0), velocity=(-1.0, 1.0)))
def test_fractions_decide_as_the_verdict_does(p: BallBlockParams) -> None:
    decision, r = SCENE.decide(p, Fraction), one_hit(p)
    assert decision.hit == SCENE.verdict(p, r).hit
    assert (decision.left <= decision.right) == r.hit
    assert decision.right == Fraction(p.radius) ** 2
    least = SCENE.quantities(p)["Least gap (m)"] + p.radius
    assert math.sqrt(decision.left) == pytest.approx(float(least), abs=1e-12)


def test_decision_by_hand() -> None:
    # Past the corner (1, 1) along y = 3 - x: D = 1 / sqrt 2, from (3, 0) to (0, 3).
    p = replace(UNIT, center=(3.0, 0.0), velocity=(-3.0, 3.0))
    decision = SCENE.decide(p, Fraction)
    assert (decision.left, decision.right) == (Fraction(1, 2), Fraction(1, 4))
    assert not decision.hit
    assert SCENE.decide(replace(p, radius=0.75), Fraction).hit
    # A way that is level with a corner only beyond its end: D is that of the end.
    short = replace(p, velocity=(-1.0, 1.0))
    assert SCENE.decide(short, Fraction).left == 1
    # It crosses the block, without an end in it, and level with no corner.
    through = replace(UNIT, center=(-3.0, 0.25), velocity=(6.0, -0.25))
    assert SCENE.decide(through, Fraction).left == 0


def test_single_precision_decides_a_touch_otherwise() -> None:
    p = replace(UNIT, center=(-1.5 - 1e-9, 2.0), velocity=(0.0, -2.0))
    decided = {n: SCENE.decide(p, n).hit for n in (np.float32, np.float64, Fraction)}
    assert decided == {np.float32: True, np.float64: False, Fraction: False}


def test_quantities_by_hand() -> None:
    # It falls by 4 from a height of 3.5: at the top after half of that.
    p = replace(UNIT, center=(0.0, 3.5), velocity=(1.0, -4.0), t=0.25)
    assert SCENE.quantities(p) == {
        "Touch time (step)": 0.5,
        "Gap at t (m)": 1.0,
        "Least gap (m)": -0.5,
        "Speed into the block (m)": 4.0,
    }
    free = SCENE.quantities(replace(p, velocity=(1.0, 4.0), t=0.0))
    assert np.isnan(free["Touch time (step)"])
    assert np.isnan(free["Speed into the block (m)"])
    assert free["Least gap (m)"] == free["Gap at t (m)"] == 2.0


def test_the_first_canvas_shows_mistakes() -> None:
    x, y = np.arange(-256, 257)[None, :] / 32, np.arange(-160, 161)[:, None] / 32
    p = replace(case(SCENE.first_case()), **{SCENE.moved: (x, y)})
    found = SCENE.mistakes(p, single=True)
    shown = {found.kinds[i].name for i in np.unique(found.index) if i != NONE}
    wanted = kinds.OVERLAP, kinds.MISSED, kinds.INSIDE, kinds.LATE, kinds.NORMAL
    assert shown == {kind.name for kind in wanted}


def test_roles_are_distinct() -> None:
    p = UNIT
    for regions in (SCENE.regions(p), SCENE.mistakes(p, single=True)):
        assert len({kind.role for kind in regions.kinds}) == len(regions.kinds)


def test_a_wall_has_no_map() -> None:
    p = case("Wall, article, fast")
    for regions in (SCENE.regions(p), SCENE.mistakes(p, single=True)):
        assert (regions.kinds, int(regions.index)) == ((), NONE)
    assert SCENE.quantities(p) == {}
