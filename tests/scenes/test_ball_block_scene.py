import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import numbers

from playground import collision
from playground.collision import BlockFace
from playground.collision.articles import DIFFERENCES
from playground.explore import curve
from playground.scene import params as parameters
from playground.scene import terms
from playground.scene.drawlist import (
    Arc,
    Arrow,
    Circle,
    Dot,
    DrawList,
    Marker,
    Rect,
    Role,
    Segment,
)
from playground.scene.scene import picture
from scenes import _one_hit
from scenes._block_lesson import live_row
from scenes._one_hit import TOUCH, OneHit
from scenes._wall import LAST_FRAME
from scenes._wall_lesson import AIM_RING, PASSED, WallFrame
from scenes.ball_block import (
    ARTICLE,
    EXACT,
    ONE_HIT,
    WALL,
    BallBlockParams,
    BallBlockScene,
)

SCENE = BallBlockScene()
ROOT_HALF = math.sqrt(0.5)
PIXEL = 1 / 60


def one_hit(p: BallBlockParams) -> OneHit:
    result = SCENE.solve(p)
    assert isinstance(result, OneHit)
    return result


def wall(p: BallBlockParams) -> WallFrame:
    result = SCENE.solve(p)
    assert isinstance(result, WallFrame)
    return result


def case(name: str) -> BallBlockParams:
    params = SCENE.cases[name].params
    assert isinstance(params, BallBlockParams)
    return params


def grip(p: BallBlockParams, name: str, index: int = 0) -> parameters.Grip:
    return next(
        g for g in parameters.grips(p, PIXEL) if (g.name, g.index) == (name, index)
    )


def value(p: BallBlockParams, row: str) -> object:
    return next(r.value for r in SCENE.readout(p, SCENE.solve(p)) if r.name == row)


# The block of the one-hit cases spans (-1.8, -1.8) to (3, 0.6); r = 0.9.
def test_top_side_by_hand() -> None:
    r = one_hit(case("Top side"))
    assert r.reading.center == pytest.approx((-0.2, 0.95))
    assert r.reading.gap == pytest.approx((-1.6, 0.35))
    assert r.reading.toward == pytest.approx((2.6, 2.45))
    assert r.reading.distance == pytest.approx(0.35 - 0.9)
    assert r.reading.bounced == (2.6, 2.45)
    assert r.t_hit == pytest.approx((3.4 - 1.5) / 2.45)
    assert r.contact == pytest.approx((-2.8 + 2.6 * 1.9 / 2.45, 0.6))
    assert r.normal == (0.0, 1.0)


def test_corners_touched_at_45_degrees_by_hand() -> None:
    for name, x, y in (
        ("Upper left corner", -1, 1),
        ("Lower right corner", 1, -1),
        ("Upper right corner", 1, 1),
        ("Lower left corner", -1, -1),
    ):
        r = one_hit(case(name))
        assert r.t_hit == pytest.approx(0.75)
        assert r.normal == pytest.approx((x * ROOT_HALF, y * ROOT_HALF))
        # (2.2, 1) into the corner comes back as (1, 2.2) out of it.
        assert r.leave == pytest.approx((x * 1.0, y * 2.2))
        assert r.reading.bounced == pytest.approx((x * 1.0, y * 2.2))
        right = x * y < 0
        assert r.reading.printed == pytest.approx(
            (x * 1.0, y * 2.2) if right else (-x * 1.0, -y * 2.2)
        )
        assert r.reading.printed_enters is not right


def test_fast_ball_by_hand() -> None:
    r = one_hit(case("Fast ball"))
    assert r.reading.listing_word == "No hit"
    assert r.t_hit == pytest.approx((4.4 - 0.9 - 0.8) / 8.4)
    assert r.leave == (-8.4, 1.2)
    assert r.ball_at(1.0) == pytest.approx((-1.7 - 8.4 * (1 - r.t_hit), -0.9 + 1.2))


def test_leaving_called_a_graze_by_hand() -> None:
    r = one_hit(case("Leaving, called a graze"))
    # From the corner (3, 0.6) to the ball (0.2, 0.6): moving (-0.6, 1.7), so outward.
    assert r.speed_in == pytest.approx(-(0.2 * -0.6 + 0.6 * 1.7) / math.hypot(0.2, 0.6))
    assert r.leave == (-0.6, 1.7)
    assert r.reading.listing_word == "Graze"
    assert r.reading.printed == (0.6, 1.7)


@pytest.mark.parametrize(
    "difference",
    [d for d in DIFFERENCES if d.article == 5 and not d.core_refuses],
    ids=lambda d: d.name,
)
def test_every_difference_of_the_article_is_told(difference) -> None:  # type: ignore[no-untyped-def]
    at = dict(difference.arguments) | dict(difference.meant)
    low, high = np.array(at["rect_min"]), np.array(at["rect_max"])
    swept = difference.name in ("fast ball", "late, and at another face")
    p = BallBlockParams(
        center=at["center"],
        velocity=at["velocity"],
        radius=at["radius"],
        block=tuple((low + high) / 2),
        half_extents=tuple((high - low) / 2),
        t=1.0 if swept else 0.0,
    )
    rival = SCENE.rival(p, SCENE.solve(p), single=False)
    assert rival is not None
    assert not rival.agrees
    steps = {
        "upper right corner": 7,
        "lower left corner": 7,
        "corner almost on the side": 6,
        "leaving, called a graze": 5,
        "centre inside": 5,
        "fast ball": 1,
        "late, and at another face": 1,
    }
    assert rival.step == steps[difference.name]


ONE_HITS = {n: c for n, c in SCENE.cases.items() if c.params.mode == ONE_HIT}


@pytest.mark.parametrize("name", ONE_HITS)
@pytest.mark.parametrize("single", [False, True])
def test_article_differs_just_where_a_case_says_so(name: str, single: bool) -> None:
    p = case(name)
    rival = SCENE.rival(p, SCENE.solve(p), single=single)
    assert rival is not None
    assert rival.agrees is not bool(SCENE.cases[name].differs)
    assert bool(rival.why) is bool(rival.step) is not rival.agrees
    assert "ounding" not in rival.why


def test_wall_runs_by_its_own_rule() -> None:
    p = case("Wall, article, fast")
    result = wall(p)
    assert SCENE.rival(p, result, single=False) is None
    assert result.frame.passed
    assert wall(replace(p, rule=EXACT)).frames[-1].passes == 0


# Coarse numbers make corners level, touches exact and velocities zero.
STEPS = st.builds(
    BallBlockParams,
    center=st.tuples(numbers(-3.0, 3.0), numbers(-3.0, 3.0)),
    velocity=st.tuples(numbers(-5.0, 5.0), numbers(-5.0, 5.0)),
    radius=numbers(0.0, 1.5),
    block=st.tuples(numbers(-1.0, 1.0), numbers(-1.0, 1.0)),
    half_extents=st.tuples(numbers(0.0, 2.0), numbers(0.0, 2.0)),
    t=numbers(0.0, 1.0),
)


@given(STEPS, st.booleans())
def test_article_agrees_where_it_turns_the_ball_as_it_should(
    p: BallBlockParams, single: bool
) -> None:
    low, high = p.block_corners
    velocity = np.array(p.velocity)
    sweep = collision.sweep_ball_block(
        p.center, p.radius, velocity, low, high, exact=True
    )
    at = p.center + p.t * velocity
    code = collision.articles.circle_rectangle(
        at, p.radius, velocity, low, high, dtype=np.float32 if single else np.float64
    )
    speed = float(np.hypot(*velocity))
    digits = 1e-5 if single else 1e-12
    largest = np.abs([*p.center, *p.velocity, p.radius, *low, *high]).max()
    true_velocity, touched = velocity, bool(sweep.hit)
    inward = -float(velocity @ sweep.normal) if touched else math.nan
    turned = touched and inward > 1e-12 * speed
    if turned:
        true_velocity = collision.reflect(velocity, sweep.normal)
    told = code.face != BlockFace.NONE
    if turned and told:
        kept = np.float64(velocity.astype(np.float32)) if single else velocity
        after = {
            BlockFace.CORNER: collision.articles.corner_bounce(kept),
            BlockFace.LEFT_RIGHT: kept * (-1, 1),
            BlockFace.TOP_BOTTOM: kept * (1, -1),
        }[BlockFace(int(code.face))]
        apart = math.dist(after, true_velocity)
        assume(not 0.1 * digits * speed < apart < 10.0 * digits * speed)
        agrees = code.face == sweep.face and apart <= digits * speed
    elif touched and not told and inward >= -1e-12 * speed:
        late = (p.t - float(sweep.t)) * speed
        gap = float(_one_hit.signed_gap(at, np.array(low), np.array(high))) - p.radius
        for length in (late, abs(gap)):
            assume(not 0.1 * digits * largest < length < 10.0 * digits * largest)
        just_touching = late <= digits * largest and abs(gap) <= digits * largest
        agrees = p.t < sweep.t or just_touching
    else:
        agrees = not told
    rival = SCENE.rival(p, SCENE.solve(p), single=single)
    assert rival is not None
    assert rival.agrees == agrees
    assert (rival.why == "", rival.step == 0) == (rival.agrees, rival.agrees)
    assert rival.why == "" or rival.why.endswith(".")


def test_rounding_is_the_reason_where_only_float32_errs() -> None:
    # The gap is 1e-9 more than the radius at t = 1: in float32 it is the radius.
    p = BallBlockParams(
        center=(-1.0 - 0.25 - 1e-9, 2.0),
        velocity=(0.0, -2.0),
        radius=0.25,
        block=(0.0, 0.0),
        half_extents=(1.0, 1.0),
    )
    double = SCENE.rival(p, SCENE.solve(p), single=False)
    single = SCENE.rival(p, SCENE.solve(p), single=True)
    assert double is not None
    assert double.agrees
    assert single is not None
    assert not single.agrees
    assert single.why.startswith("Rounding")


def test_article_is_asked_no_earlier_than_the_touch() -> None:
    p = replace(case("Centre inside"), t=0.2)
    rival = SCENE.rival(p, SCENE.solve(p), single=False)
    assert rival is not None
    assert rival.agrees
    assert rival.answer == "no hit yet at t = 0.2"


def test_article_is_drawn_hollow_where_it_looks() -> None:
    for name in ONE_HITS:
        p = case(name)
        r = one_hit(p)
        out = DrawList()
        SCENE.draw_rival(p, r, out, single=False)
        assert {record.key for record in out.records} == {"article"}
        (ring,) = [record for record in out.records if isinstance(record, Dot)]
        assert ring.marker == Marker.RING
        end = np.add(p.center, np.multiply(p.t, p.velocity))
        assert tuple(ring.at) == pytest.approx(tuple(end))
        arrows = [record for record in out.records if isinstance(record, Arrow)]
        assert bool(arrows) == (r.reading.listing != BlockFace.NONE)
        assert all(arrow.dashed for arrow in arrows)
        if arrows:
            assert np.subtract(arrows[0].tip, ring.at) == pytest.approx(
                np.array(r.reading.printed)
            )


@given(STEPS)
def test_the_live_row_of_the_table_is_the_rule_s_answer(p: BallBlockParams) -> None:
    reading = one_hit(p).reading
    answers = {
        0: (BlockFace.LEFT_RIGHT, False),
        1: (BlockFace.TOP_BOTTOM, False),
        2: (BlockFace.CORNER, False),
        3: (BlockFace.LEFT_RIGHT, True),
        4: (BlockFace.TOP_BOTTOM, True),
        5: (BlockFace.NONE, False),
    }
    assert answers[live_row(reading)] == (reading.face, reading.graze)


def test_the_live_row_is_lit() -> None:
    p = case("Graze")
    formula = SCENE.steps(p, SCENE.solve(p))[4].formula
    lit = [row for row in formula.split(r"\\") if r"\Rightarrow" in row]
    assert len(lit) == 1
    assert "left or right" in lit[0]
    assert "graze" in lit[0]
    assert "textcolor" not in lit[0]
    rows = [row for row in formula.split(r"\\")[1:] if row not in lit]
    assert all("textcolor" in row for row in rows)


def check_terms(p: BallBlockParams) -> None:
    steps, drawn = SCENE.steps(p, SCENE.solve(p)), picture(SCENE, p)
    for number, step in enumerate(steps, 1):
        known = {record.key for record in drawn.upto(number).records}
        for latex in (step.formula, step.numbers, step.result):
            assert set(terms.keys(latex)) <= known
            assert "none" not in latex


@given(STEPS)
def test_terms_stand_for_something_drawn(p: BallBlockParams) -> None:
    check_terms(p)


@pytest.mark.parametrize("name", SCENE.cases)
def test_steps_have_terms(name: str) -> None:
    p = case(name)
    check_terms(p)
    for step in SCENE.steps(p, SCENE.solve(p)):
        assert terms.keys(step.formula + step.numbers + step.result)


@pytest.mark.parametrize("name", ONE_HITS)
def test_terms_cover_the_argument(name: str) -> None:
    p = case(name)
    steps = SCENE.steps(p, SCENE.solve(p))
    named = [set(terms.keys(s.formula + s.numbers + s.result)) for s in steps]
    assert len(named) == 9
    assert {"ball", "block", "zones"} <= named[0]
    assert {"fold_x", "ball"} <= named[1]
    assert {"fold_y", "ball"} <= named[2]
    assert {"fold_x", "fold_y"} <= named[3]
    assert {"fold_x", "fold_y"} <= named[4]
    assert {"velocity"} <= named[5]
    assert {"touch", "closest"} & named[7]
    assert {"normal", "velocity"} & named[8]


@settings(max_examples=25)
@given(STEPS)
def test_measure_broadcasts_and_turns_with_the_verdict(p: BallBlockParams) -> None:
    for axis in curve.axes(p):
        value = axis.value(p)
        low, high = axis.span(p)
        x = np.array([value, low, 0.5 * (low + high), 0.25 * low + 0.75 * high, high])
        measured = SCENE.measure(replace(p, **{axis.name: axis.replaced(p, x)}))
        for i, number in enumerate(x):
            q = replace(p, **{axis.name: axis.replaced(p, float(number))})
            one, r = SCENE.measure(q), one_hit(q)
            gap, least, face = measured
            told = r.reading.face if r.reading.face else math.nan
            for name in measured:
                np.testing.assert_array_equal(
                    np.broadcast_to(measured[name], x.shape)[i], one[name]
                )
            assert one[gap] == pytest.approx(r.reading.distance, abs=1e-12)
            np.testing.assert_array_equal(one[face], told)
            if abs(one[least]) > 1e-9:
                assert (one[least] < 0.0) == r.hit


def test_roots_of_the_curve_are_touch_and_clear() -> None:
    p = case("Fast ball")
    sampled = curve.sample(SCENE, p, curve.Axis(*SCENE.measured_against()))
    assert sampled is not None
    assert (sampled.axis.name, len(sampled.lines)) == ("t", 3)
    # Straight on, the ball is clear of the block 3.4 further to the right.
    assert sampled.roots == pytest.approx((2.7 / 8.4, (4.4 + 0.9 + 0.8) / 8.4))


def test_roots_against_a_coordinate_are_where_the_verdict_turns() -> None:
    p = case("No overlap")
    sampled = curve.sample(SCENE, p, curve.Axis("center", 1))
    assert sampled is not None
    turns = 0
    # Where the end of the step is the nearest place both gaps are zero.
    for root in {round(root, 8) for root in sampled.roots}:
        words = {
            one_hit(replace(p, center=(p.center[0], root + offset))).hit
            for offset in (-1e-6, 1e-6)
        }
        turns += len(words) == 2
    assert turns == 2


def test_a_wall_has_no_curve() -> None:
    assert SCENE.measure(case("Wall, exact, fast")) == {}


@given(STEPS)
def test_target_lies_on_both_shapes(p: BallBlockParams) -> None:
    r = one_hit(p)
    target = SCENE.target(p, r)
    assert (target is not None) == SCENE.verdict(p, r).hit
    if target is None:
        return
    low, high = p.block_corners
    assert isinstance(target.value, tuple)
    assert tuple(np.clip(target.value, low, high)) == target.value
    reach = math.dist(target.value, r.center)
    assert reach <= p.radius + 1e-9
    if r.t_hit > 0.0:
        assert reach == pytest.approx(p.radius, abs=1e-9)


@pytest.mark.parametrize("rule", [ARTICLE, EXACT])
def test_target_in_the_wall_is_where_the_ball_meets_the_block(rule: str) -> None:
    for frame in range(0, 200):
        p = BallBlockParams(mode=WALL, rule=rule, speed=0.6, frame=float(frame))
        r = wall(p)
        target = SCENE.target(p, r)
        assert (target is not None) == SCENE.verdict(p, r).hit
        if target is not None:
            assert isinstance(target.value, tuple)
            reach = math.dist(target.value, r.frame.impacts[0].center)
            assert reach <= p.ball_radius + 1e-9


def test_only_one_hit_is_asked_about() -> None:
    assert SCENE.question(case("Top side")).endswith(".")
    assert SCENE.question(case("Wall, exact, slow")) == ""


def test_velocity_is_laid_out_as_its_parts() -> None:
    p = case("Left side")
    arrows = {
        r.key: r
        for r in picture(SCENE, p).records
        if isinstance(r, Arrow) and r.key in ("toward_x", "toward_y", "inward")
    }
    assert tuple(arrows["toward_x"].tail) == p.center
    assert tuple(arrows["toward_x"].tip) == tuple(arrows["toward_y"].tail)
    assert tuple(arrows["toward_y"].tip) == pytest.approx((-2.3, -0.7))
    # The velocity's projection on the normal of the left side.
    along = np.subtract(arrows["inward"].tip, arrows["inward"].tail)
    assert along == pytest.approx(np.array((2.1, 0.0)))


def test_how_near_a_miss_comes_is_drawn() -> None:
    p = case("No overlap")
    (line,) = [
        r
        for r in picture(SCENE, p).records
        if isinstance(r, Segment) and r.key == "closest"
    ]
    # The way (-3.6, 1.2) + t (3.2, 1.6) is level with the corner (-1.8, 0.6) where
    # (t (3.2, 1.6) - (1.8, -0.6)) . (3.2, 1.6) = 0.
    t = (1.8 * 3.2 - 0.6 * 1.6) / (3.2**2 + 1.6**2)
    assert tuple(line.a) == pytest.approx((-1.8, 0.6))
    assert tuple(line.b) == pytest.approx((-3.6 + 3.2 * t, 1.2 + 1.6 * t))
    assert value(p, "Least distance") == pytest.approx(math.dist(line.a, line.b))


@pytest.mark.parametrize("name", ["Upper left corner", "Upper right corner"])
def test_the_printed_rule_is_drawn_as_its_mirror(name: str) -> None:
    p = case(name)
    drawn = {r.key: r for r in picture(SCENE, p).records}
    mirror, outward = drawn["mirror"], drawn["diagonal"]
    assert isinstance(mirror, Segment)
    assert isinstance(outward, Arrow)
    x, y = np.subtract(mirror.b, mirror.a)
    assert x == pytest.approx(y)
    lies_across = np.dot((x, y), np.subtract(outward.tip, outward.tail))
    assert (abs(float(lies_across)) < 1e-12) == (name == "Upper left corner")
    assert ("printed" in drawn) is (name == "Upper right corner")


def test_verdict_words() -> None:
    assert {c.outcome for c in SCENE.cases.values()} == {
        "Top or bottom",
        "Left or right",
        "Corner",
        "Graze",
        "Leaving",
        "Inside",
        "Touch",
        "No hit",
        PASSED,
    }


def test_touch_is_drawn_where_it_is() -> None:
    p = case("Late, and at another face")
    records = picture(SCENE, p).records
    (ring,) = [r for r in records if isinstance(r, Circle) and r.key == "touch"]
    (dot,) = [r for r in records if isinstance(r, Dot) and r.key == "contact"]
    assert math.dist(ring.center, dot.at) == pytest.approx(ring.radius)
    assert tuple(dot.at) == pytest.approx((-1.8, 0.6))
    (normal,) = [r for r in records if isinstance(r, Arrow) and r.key == "normal"]
    assert tuple(normal.tail) == tuple(dot.at)
    x, y = np.subtract(ring.center, dot.at)
    nx, ny = np.subtract(normal.tip, dot.at)
    assert x * ny - y * nx == pytest.approx(0.0, abs=1e-12)


def test_zones_are_drawn_around_the_block() -> None:
    records = picture(SCENE, case("Top side")).upto(1).records
    zones = [r for r in records if r.key == "zones"]
    bands = [r for r in zones if isinstance(r, Rect)]
    sectors = [r for r in zones if isinstance(r, Arc)]
    assert len(bands) == len(sectors) == 4
    areas = {role: 0.0 for role in (Role.SIDE_A, Role.SIDE_B)}
    for band in bands:
        areas[band.role] += 4 * band.half_extents[0] * band.half_extents[1]
    assert areas == {
        Role.SIDE_A: pytest.approx(2 * 4.8 * 0.9),
        Role.SIDE_B: pytest.approx(2 * 2.4 * 0.9),
    }
    corners = {(round(x, 9), round(y, 9)) for x, y in (s.center for s in sectors)}
    assert corners == {(-1.8, -1.8), (3.0, -1.8), (3.0, 0.6), (-1.8, 0.6)}
    for sector in sectors:
        middle = sector.start + sector.sweep / 2
        outward = np.sign(np.subtract(sector.center, (0.6, -0.6)))
        assert (
            np.sign((math.cos(middle), math.sin(middle))).tolist() == outward.tolist()
        )


def test_live_zone_is_the_one_with_the_centre() -> None:
    for name, kind in (("Top side", Rect), ("Graze", Arc)):
        records = picture(SCENE, case(name)).records
        live = [r for r in records if r.key == "decision"]
        assert any(isinstance(r, kind) for r in live)
    records = picture(SCENE, case("No overlap")).records
    assert not [r for r in records if r.key == "decision"]


def test_no_zones_without_a_radius() -> None:
    p = replace(case("Top side"), radius=0.0)
    assert not [r for r in picture(SCENE, p).records if r.key == "zones"]


def test_scrubbing_moves_the_ball() -> None:
    for t in (0.0, 0.3, 1.0):
        p = replace(case("Top side"), t=t)
        (ball,) = [
            r
            for r in picture(SCENE, p).records
            if isinstance(r, Circle) and r.key == "ball"
        ]
        assert ball.center == pytest.approx((-2.8 + 2.6 * t, 3.4 - 2.45 * t))


def test_ball_is_taken_by_its_inside() -> None:
    p = case("Left side")
    held = parameters.pick(p, (-4.4 + 0.45, -1.9 - 0.5), PIXEL)
    assert held is not None
    name, hold = held
    assert (name, hold.body) == ("center", True)
    moved = parameters.drag(p, "center", 0, (-4.0, -2.0))
    assert (moved.center, moved.velocity) == ((-4.0, -2.0), p.velocity)


def test_grips_of_one_hit() -> None:
    p = BallBlockParams()
    assert parameters.drag(p, "radius", 0, (-2.8, 4.6)).radius == pytest.approx(1.2)
    assert parameters.drag(p, "velocity", 0, (0.2, 1.4)).velocity == pytest.approx(
        (3.0, -2.0)
    )
    assert grip(p, "velocity").at == pytest.approx((-0.2, 0.95))
    moved = parameters.drag(p, "block", 0, (1.0, 0.0))
    assert (moved.block, moved.half_extents) == ((1.0, 0.0), p.half_extents)
    wider = parameters.drag(p, "half_extents", 0, (4.0, 1.6))
    assert wider.block_corners[0] == pytest.approx(p.block_corners[0])
    assert wider.block_corners[1] == pytest.approx((4.0, 1.6))


def test_grips_of_the_wall() -> None:
    p = case("Wall, article, fast")
    assert {g.name for g in parameters.grips(p, PIXEL)} == {
        "launch",
        "heading",
        "ball_radius",
    }
    x, y = p.launch
    aimed = parameters.drag(p, "heading", 0, (x, y + AIM_RING + 0.7))
    assert aimed.heading == pytest.approx(math.pi / 2)
    assert aimed.speed == pytest.approx(0.7)
    assert grip(aimed, "heading").at == pytest.approx((x, y + AIM_RING + 0.7))
    same = parameters.drag(p, "heading", 0, grip(p, "heading").at)
    assert same.heading == pytest.approx(p.heading)
    assert same.speed == pytest.approx(p.speed)
    assert parameters.drag(p, "launch", 0, (0.5, -1.0)).launch == (0.5, -1.0)


def test_arrow_of_the_launch_is_as_long_as_the_speed() -> None:
    p = case("Wall, exact, fast")
    (arrow,) = [
        r
        for r in picture(SCENE, p).records
        if isinstance(r, Arrow) and r.key == "launch"
    ]
    assert math.dist(arrow.tail, arrow.tip) == pytest.approx(p.speed)
    assert tuple(arrow.tip) == pytest.approx(grip(p, "heading").at)


def test_default_grips_stand_apart() -> None:
    places = [g.at for g in parameters.grips(BallBlockParams(), PIXEL)]
    gaps = [math.dist(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert min(gaps) > 2 * parameters.REACH * PIXEL


def test_only_the_mode_s_parameters_are_shown() -> None:
    hit = set(parameters.relevant(BallBlockParams()))
    run = set(parameters.relevant(case("Wall, exact, slow")))
    assert hit & run == {"mode"}
    assert {"t", "velocity", "block"} <= hit
    assert {"rule", "frame", "speed", "heading", "launch"} <= run


def test_timeline_follows_the_mode() -> None:
    p = BallBlockParams()
    line = SCENE.timeline(p, SCENE.solve(p))
    assert line.parameter == "t"
    assert line.stops[1] == pytest.approx(1.9 / 2.45)
    assert len(line.stops) == len(line.names) == 3
    p = case("Wall, article, slow")
    line = SCENE.timeline(p, SCENE.solve(p))
    assert (line.parameter, line.end) == ("frame", LAST_FRAME)
    assert line.step(105.0, 1) == 106.0
    assert line.step(105.0, -1) == 104.0
    assert line.names[105] == "Frame 105: top or bottom"
    assert SCENE.timeline(p, None).names == ()


def test_the_part_of_a_frame_is_dropped() -> None:
    p = case("Wall, article, slow")
    assert wall(replace(p, frame=105.9)).index == 105
    assert wall(replace(p, frame=float(LAST_FRAME))).index == LAST_FRAME


def test_wall_counts_are_shown() -> None:
    fast, exact = case("Wall, article, fast"), case("Wall, exact, fast")
    assert fast == replace(exact, rule=ARTICLE)
    article_passes, article_hits = (
        value(fast, "Passed through"),
        value(fast, "Blocks hit"),
    )
    assert article_passes == 16.0
    assert article_hits == 1.0
    assert value(exact, "Passed through") == 0.0
    assert value(exact, "Blocks hit") == 4.0
    records = picture(SCENE, fast).records
    crosses = [r for r in records if isinstance(r, Dot) and r.marker == Marker.CROSS]
    assert len(crosses) == len(wall(fast).frame.passed)


def test_wall_overlap_is_the_zone_s_depth() -> None:
    p = case("Wall, article, slow")
    r = wall(p)
    (impact,) = r.frame.impacts
    overlap = value(p, "Overlap")
    bottom = {3: 0.85, 9: 1.75, 15: 2.65}[impact.block - impact.block % 6 + 3]
    assert overlap == pytest.approx(p.ball_radius - (bottom - r.frame.center[1]))


@pytest.mark.parametrize("rule", [ARTICLE, EXACT])
@pytest.mark.parametrize("speed", [0.25, 1.9, 3.0])
def test_every_frame_can_be_told(rule: str, speed: float) -> None:
    words = {c.outcome for c in SCENE.cases.values()}
    for frame in (*range(0, 40), 200, 400, LAST_FRAME):
        p = BallBlockParams(mode=WALL, rule=rule, speed=speed, frame=float(frame))
        result = SCENE.solve(p)
        assert SCENE.verdict(p, result).text in words
        assert 4 <= len(SCENE.steps(p, result)) <= 9
        assert SCENE.readout(p, result)
        out = DrawList()
        SCENE.draw(p, result, out)
        assert out.bounds() is not None


def test_wall_can_be_used_up() -> None:
    p = BallBlockParams(mode=WALL, rule=EXACT, speed=3.0, frame=float(LAST_FRAME))
    r = wall(p)
    assert r.focus == -1
    assert not any(r.frame.alive)
    assert SCENE.verdict(p, r).text == "No hit"


def test_a_ball_at_rest_overlapping_touches() -> None:
    p = replace(BallBlockParams(), center=(0.0, 1.2), velocity=(0.0, 0.0))
    r = one_hit(p)
    assert (r.word, r.reading.listing_word) == (TOUCH, "Top or bottom")
    rival = SCENE.rival(p, r, single=False)
    assert rival is not None
    assert not rival.agrees
    assert rival.step == 5
