import math
from dataclasses import replace

import numpy as np
import pytest

from playground import params as parameters
from playground.collision.article_differences import DIFFERENCES
from playground.drawlist import Arc, Arrow, Circle, Dot, DrawList, Marker, Rect, Role
from playground.scene import picture
from scenes._one_hit import OneHit, disagreement
from scenes._wall import LAST_FRAME
from scenes._wall_lesson import AIM_RING, PASSED, WallFrame
from scenes.ball_block import ARTICLE, EXACT, WALL, BallBlockParams, BallBlockScene

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
    assert disagreement(r) == ""


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
    # Straight on, the ball is clear of the block 3.4 further to the right.
    assert r.t_clear == pytest.approx((4.4 + 0.9 + 0.8) / 8.4)
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
        rule=EXACT,
        center=at["center"],
        velocity=at["velocity"],
        radius=at["radius"],
        block=tuple((low + high) / 2),
        half_extents=tuple((high - low) / 2),
        t=1.0 if swept else 0.0,
    )
    assert disagreement(one_hit(p))


@pytest.mark.parametrize("name", [n for n, c in SCENE.cases.items() if c.differs])
def test_article_is_wrong_where_a_case_says_so(name: str) -> None:
    result = SCENE.solve(case(name))
    if isinstance(result, WallFrame):
        assert result.frame.passed
        exact = wall(replace(case(name), rule=EXACT))
        assert exact.frames[-1].passes == 0
        return
    article = result.reading
    exact_answer = result.exact_word, result.leave
    assert (article.listing_word, article.printed) != exact_answer
    assert disagreement(result)
    assert disagreement(result) in SCENE.verdict(case(name), result).detail


def test_article_agrees_in_the_plain_cases() -> None:
    for name, plain in SCENE.cases.items():
        result = SCENE.solve(plain.params)
        if not plain.differs and isinstance(result, OneHit):
            assert disagreement(result) == "", name


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


def test_before_the_touch_nothing_is_disagreed_on() -> None:
    r = one_hit(replace(case("Centre inside"), t=0.2))
    assert r.reading.listing_word == "No hit"
    assert disagreement(r) == ""


def test_curve_is_zero_at_its_roots() -> None:
    p = case("Fast ball")
    curve = SCENE.curve(p, SCENE.solve(p))
    assert curve is not None
    assert curve.parameter == "t"
    assert len(curve.roots) == 2
    spacing = curve.x[1] - curve.x[0]
    for root in curve.roots:
        gap = float(np.interp(root, curve.x, curve.y))
        assert abs(gap) < 8.6 * spacing
    between = (curve.x > curve.roots[0]) & (curve.x < curve.roots[1])
    assert (curve.y[between] < 0.0).all()
    assert (
        SCENE.curve(case("Wall, exact, fast"), wall(case("Wall, exact, fast"))) is None
    )


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
    both = {"mode", "rule"}
    hit = set(parameters.relevant(BallBlockParams()))
    run = set(parameters.relevant(case("Wall, exact, slow")))
    assert hit & run == both
    assert {"t", "velocity", "block"} <= hit
    assert {"frame", "speed", "heading", "launch"} <= run


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
    p = replace(BallBlockParams(), center=(0.0, 1.2), velocity=(0.0, 0.0), rule=EXACT)
    r = one_hit(p)
    assert (r.exact_word, r.reading.listing_word) == ("Touch", "Top or bottom")
    assert disagreement(r)
