import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.collision import CircleRect, articles
from playground.collision.article_differences import DIFFERENCES
from playground.drawlist import Arrow, Circle, Dot, DrawList, Marker, Rect, Segment
from playground.params import Params, drag, grips, pick
from playground.scene import picture
from scenes._rect_model import NODE, VALUES, listing
from scenes.circle_rect import CircleRectParams, CircleRectScene

SCENE = CircleRectScene()
PIXEL = 0.02

number = st.floats(-20.0, 20.0)
pair = st.tuples(number, number)
half = st.floats(0.0, 10.0)


def case(name: str) -> CircleRectParams:
    params = SCENE.cases[name].params
    assert isinstance(params, CircleRectParams)
    return params


def exact(name: str) -> CircleRect:
    return SCENE.solve(case(name)).exact


def views(p: Params) -> tuple[DrawList, DrawList]:
    world = picture(SCENE, p)
    (frame,) = world.views
    return world, frame


def only(view: DrawList, key: str, kind: type) -> object:
    (record,) = [r for r in view.records if r.key == key and isinstance(r, kind)]
    return record


def drawn_rect(view: DrawList) -> Rect:
    rect = only(view, "rectangle", Rect)
    assert isinstance(rect, Rect)
    return rect


def outside(rect: Rect, at: tuple[float, float]) -> float:
    """Signed distance of a point from a drawn rectangle, rounded or not."""
    x, y = at[0] - rect.center[0], at[1] - rect.center[1]
    c, s = math.cos(rect.angle), math.sin(rect.angle)
    local = abs(c * x + s * y), abs(-s * x + c * y)
    over = [
        v - (h - rect.rounding) for v, h in zip(local, rect.half_extents, strict=True)
    ]
    far = math.hypot(*(max(v, 0.0) for v in over))
    return (far or max(over)) - rect.rounding


def test_cases_by_hand() -> None:
    # The corner (2, 1) is (0.75, 0.5) from (2.75, 1.5).
    corner = exact("Upright corner")
    assert float(corner.depth) == pytest.approx(1.25 - math.hypot(0.75, 0.5))
    assert tuple(corner.closest) == pytest.approx((2.0, 1.0))
    # 0.75 below the top, and the radius beyond.
    assert float(exact("Inside").depth) == pytest.approx(1.5)
    assert tuple(exact("Inside").normal) == pytest.approx((0.0, 1.0))
    # Upright, the bar reaches x = 0.4; the disc's centre is at 0.5.
    assert float(exact("Quarter turn, missed").depth) == pytest.approx(1.1)
    assert float(exact("Touching a corner").distance) == 0.0
    assert float(exact("Quarter turn, hit").distance) == pytest.approx(2 - 0.4 - 1.2)


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_the_closest_point_lies_on_the_drawn_rectangle(name: str) -> None:
    for view in views(case(name)):
        dot = only(view, "closest", Dot)
        assert isinstance(dot, Dot)
        at = float(dot.at[0]), float(dot.at[1])
        assert outside(drawn_rect(view), at) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_both_views_show_the_same_distances(name: str) -> None:
    lengths = []
    for view in views(case(name)):
        way = only(view, "distance", Segment)
        assert isinstance(way, Segment)
        lengths.append(math.dist(way.a, way.b))
    assert lengths[0] == pytest.approx(lengths[1])


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_the_centre_is_in_the_grown_rectangle_when_they_overlap(name: str) -> None:
    p, e = case(name), exact(name)
    (grown,) = [r for r in views(p)[0].records if r.key == "expanded"]
    assert isinstance(grown, Rect)
    assert outside(grown, p.center) == pytest.approx(float(e.distance), abs=1e-9)


def test_the_second_view_is_upright_and_moves_along() -> None:
    p = case("Over a corner")
    _, frame = views(p)
    assert drawn_rect(frame).angle == 0.0
    before = only(frame, "circle", Circle)
    after = only(views(replace(p, angle=p.angle + 0.3))[1], "circle", Circle)
    assert isinstance(before, Circle)
    assert isinstance(after, Circle)
    # Seen from the rectangle, the circle turns the other way about the pivot.
    turned = np.subtract(after.center, p.pivot)
    at = np.subtract(before.center, p.pivot)
    assert math.dist(turned, (0, 0)) == pytest.approx(math.dist(at, (0, 0)))
    cross, dot = at[0] * turned[1] - at[1] * turned[0], at @ turned
    assert math.atan2(cross, dot) == pytest.approx(-0.3)


def test_depth_is_the_push_that_makes_them_touch() -> None:
    p, e = case("Over a corner"), exact("Over a corner")
    pushed = tuple(np.asarray(p.center) + float(e.depth) * e.normal)
    apart = SCENE.solve(replace(p, center=pushed)).exact
    assert float(apart.distance) == pytest.approx(0.0, abs=1e-12)
    arrow = only(views(p)[0], "normal", Arrow)
    assert isinstance(arrow, Arrow)
    along = np.subtract(arrow.tip, arrow.tail)
    assert tuple(along / np.hypot(*along)) == pytest.approx(tuple(e.normal))


def test_hit_and_miss_differ_by_marker() -> None:
    for name, marker in (("Over a corner", Marker.DISC), ("Miss", Marker.CROSS)):
        dot = only(views(case(name))[0], "closest", Dot)
        assert isinstance(dot, Dot)
        assert dot.marker is marker


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_the_article_differs_exactly_where_a_case_says_so(name: str) -> None:
    r = SCENE.solve(case(name))
    differs = bool(SCENE.cases[name].differs)
    assert (r.article.hit != r.exact.hit) == differs
    assert ("article" in SCENE.verdict(case(name), r).detail) == differs


def test_every_difference_of_the_article_is_a_case() -> None:
    names = {
        d.name.capitalize()
        for d in DIFFERENCES
        if d.article == 2 and not d.core_refuses
    }
    assert names <= {name for name, case in SCENE.cases.items() if case.differs}


# The difference's own numbers, given as the scene's params: the same two answers.
@pytest.mark.parametrize(
    "difference",
    [d for d in DIFFERENCES if d.article == 2 and not d.core_refuses],
    ids=lambda d: d.name,
)
def test_the_recorded_differences_show_in_the_scene(difference) -> None:  # type: ignore[no-untyped-def]
    given_ = {**difference.arguments, **difference.meant}
    low, high = np.asarray(given_["rect_min"]), np.asarray(given_["rect_max"])
    p = CircleRectParams(
        center=given_["center"],
        radius=given_["radius"],
        pivot=given_.get("pivot", (0.0, 0.0)),
        rect_center=tuple((low + high) / 2),
        half_extents=tuple((high - low) / 2),
        angle=-math.radians(given_.get("angle_degrees", 0.0)),
        call=NODE if difference.meant else VALUES,
    )
    r = SCENE.solve(p)
    assert r.article.hit != r.exact.hit


def test_grips_do_what_they_are_called() -> None:
    p = case("Over a corner")
    assert drag(p, "center", 0, (1.0, 2.0)) == replace(p, center=(1.0, 2.0))
    assert drag(p, "radius", 0, (0.5, 4.4)).radius == pytest.approx(2.0)
    turned = drag(p, "angle", 0, (p.pivot[0], p.pivot[1] + 5.0))
    arm = math.atan2(0.25, 4.0)  # the grip is off the side's middle, P below K
    assert turned == replace(p, angle=pytest.approx(math.pi / 2 - arm))


def test_moving_the_rectangle_takes_the_pivot_along() -> None:
    p = case("Over a corner")
    (grip,) = [g for g in grips(p, PIXEL) if g.name == "rect_center"]
    moved = drag(p, "rect_center", 0, (grip.at[0] + 1.0, grip.at[1] - 2.0))
    before, after = SCENE.solve(p).exact.corners, SCENE.solve(moved).exact.corners
    assert np.allclose(after, np.add(before, (1.0, -2.0)))
    assert moved.pivot == pytest.approx((p.pivot[0] + 1.0, p.pivot[1] - 2.0))


def test_moving_the_pivot_leaves_the_rectangle_where_it_is() -> None:
    p = case("Over a corner")
    moved = drag(p, "pivot", 0, (2.0, 1.0))
    assert moved.pivot == (2.0, 1.0)
    assert np.allclose(SCENE.solve(moved).exact.corners, SCENE.solve(p).exact.corners)


@pytest.mark.parametrize("index", range(8))
def test_corners_and_sides_follow_the_pointer(index: int) -> None:
    p = case("Over a corner")
    grip = [g for g in grips(p, PIXEL) if g.name == "half_extents"][index]
    target = grip.at[0] + 0.2, grip.at[1] + 0.1
    moved = drag(p, "half_extents", index, target)
    after = [g for g in grips(moved, PIXEL) if g.name == "half_extents"][index]
    gap = math.dist(after.at, target)
    # A corner goes to the pointer, a side only across itself.
    assert gap == pytest.approx(0.0, abs=1e-9) if index < 4 else gap < 0.23
    corners = SCENE.solve(moved).exact.corners
    still = np.abs(corners - SCENE.solve(p).exact.corners).max(axis=1) < 1e-9
    assert still.sum() == (1 if index < 4 else 2)


def test_default_grips_stand_apart_and_the_inside_moves_the_rectangle() -> None:
    p = CircleRectParams()
    places = [g.at for g in grips(p, PIXEL)]
    gaps = [math.dist(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert min(gaps) > 24 * PIXEL
    held = pick(p, (-2.6, -1.0), PIXEL)
    assert held is not None
    assert held[0] == "rect_center"


def test_curve_is_zero_where_they_touch() -> None:
    p = case("Over a corner")
    curve = SCENE.curve(p, SCENE.solve(p))
    assert curve is not None
    assert len(curve.roots) == 2
    for root in curve.roots:
        touching = SCENE.solve(replace(p, angle=root)).exact
        assert float(touching.distance) == pytest.approx(0.0, abs=1e-9)
    now = np.interp(p.angle, curve.x, curve.y)
    assert now == pytest.approx(float(SCENE.solve(p).exact.distance), abs=1e-3)


@settings(max_examples=150, deadline=None)
@given(
    st.builds(
        CircleRectParams,
        pair,
        half,
        pair,
        pair,
        st.tuples(half, half),
        st.floats(-math.pi, math.pi),
        st.sampled_from([VALUES, NODE]),
    )
)
def test_anything_solves_draws_and_explains(p: CircleRectParams) -> None:
    world, frame = views(p)
    for record in (*world.records, *frame.records):
        for place in ("at", "a", "b", "tail", "tip", "center"):
            assert np.isfinite(getattr(record, place, 0.0)).all()
    r = SCENE.solve(p)
    assert SCENE.verdict(p, r).text in {c.outcome for c in SCENE.cases.values()}
    steps = SCENE.steps(p, r)
    assert max(x.since for x in (*world.records, *frame.records)) <= len(steps) == 8
    assert all("none" not in s.numbers + s.result for s in steps)
    assert SCENE.readout(p, r)


def test_the_article_is_drawn_where_its_code_tests() -> None:
    random = np.random.default_rng(5)
    hits = 0
    for i in range(300):
        p = CircleRectParams(
            center=tuple(random.uniform(-4.0, 4.0, 2)),
            radius=random.uniform(0.0, 3.0),
            pivot=tuple(random.uniform(-2.0, 2.0, 2)),
            rect_center=tuple(random.uniform(-2.0, 2.0, 2)),
            half_extents=tuple(random.uniform(0.0, 3.0, 2)),
            angle=math.radians(random.choice([-90.0, 0.4, 90.5, -33.0, 70.0])),
            call=(VALUES, NODE)[i % 2],
        )
        drawn = listing(p)
        upright = articles.circle_rect(
            drawn.center,
            p.radius,
            np.subtract(drawn.rect_center, p.half_extents),
            np.add(drawn.rect_center, p.half_extents),
            dtype=np.float64,
        )
        assert upright.hit == SCENE.solve(p).article64.hit
        hits += bool(upright.hit)
    assert 30 < hits < 270
