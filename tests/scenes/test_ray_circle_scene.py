import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground.collision import RayCircle
from playground.collision.article_differences import DIFFERENCES
from playground.drawlist import Arrow, Dot, Line, Marker, Record, RightAngle, Segment
from playground.params import drag, grips
from playground.scene import picture
from scenes.ray_circle import RayCircleParams, RayCircleScene

SCENE = RayCircleScene()
PIXEL = 0.02

number = st.floats(-20.0, 20.0)
pair = st.tuples(number, number)


def case(name: str) -> RayCircleParams:
    params = SCENE.cases[name].params
    assert isinstance(params, RayCircleParams)
    return params


def exact(name: str) -> RayCircle:
    return SCENE.solve(case(name)).exact


def records(name: str, key: str, kind: type[Record]) -> list[Record]:
    drawn = picture(SCENE, case(name)).records
    return [r for r in drawn if r.key == key and isinstance(r, kind)]


# A = (-4.5, -1.5), V = (3, 1), O = (1.75, -0.75), r = 2.5 by hand:
# O - A = (6.25, 0.75), V.V = 10, (O - A).V = 19.5, V x (O - A) = -4, D = 4 / sqrt 10.
def test_two_hits_by_hand() -> None:
    e = exact("Two hits")
    half = math.sqrt(2.5**2 - 1.6) / math.sqrt(10)
    assert float(e.closest_t) == pytest.approx(1.95)
    assert float(e.t_enter) == pytest.approx(1.95 - half)
    assert float(e.t_exit) == pytest.approx(1.95 + half)


def test_known_times_of_the_cases() -> None:
    assert float(exact("Tangent").t) == 2.0  # (-0.5, 1.5) is 2.5 from (1, -0.5)
    assert float(exact("Radius zero").t) == 3.0
    assert float(exact("Starts on the circle and leaves").t) == 0.0
    enters = exact("Starts on the circle and enters")
    assert (float(enters.t), float(enters.t_exit)) == (0.0, pytest.approx(0.2))
    assert not exact("Miss").hit
    assert float(exact("Pointing away").t_exit) < 0.0


@pytest.mark.parametrize("name", ["Two hits", "Starts inside", "Pointing away"])
def test_crossings_are_drawn_on_both_shapes(name: str) -> None:
    p = case(name)
    for key in ("t_enter", "t_exit"):
        (dot,) = records(name, key, Dot)
        assert isinstance(dot, Dot)
        assert math.dist(dot.at, p.center) == pytest.approx(p.radius)
        x, y = dot.at[0] - p.origin[0], dot.at[1] - p.origin[1]
        assert x * p.direction[1] - y * p.direction[0] == pytest.approx(0, abs=1e-9)


def test_a_touch_is_one_dot() -> None:
    drawn = [r for r in picture(SCENE, case("Tangent")).records if isinstance(r, Dot)]
    assert sum(r.key in ("t_enter", "t_exit") for r in drawn) == 1


def test_a_crossing_behind_the_start_is_crossed_out() -> None:
    (behind,) = records("Starts inside", "t_enter", Dot)
    (ahead,) = records("Starts inside", "t_exit", Dot)
    assert isinstance(behind, Dot)
    assert isinstance(ahead, Dot)
    assert behind.marker is Marker.CROSS
    assert ahead.marker is Marker.DISC


def test_the_line_behind_the_start_is_dashed() -> None:
    (behind,) = records("Two hits", "behind", Line)
    (ahead,) = records("Two hits", "ray", Line)
    assert isinstance(behind, Line)
    assert isinstance(ahead, Line)
    assert (behind.dashed, behind.start, behind.stop) == (True, -math.inf, 0.0)
    assert (ahead.dashed, ahead.start, ahead.stop) == (False, 0.0, math.inf)


def test_the_perpendicular_is_one() -> None:
    (side,) = records("Miss", "D", Segment)
    (mark,) = records("Miss", "D", RightAngle)
    assert isinstance(side, Segment)
    assert isinstance(mark, RightAngle)
    v = case("Miss").direction
    across = side.b[0] - side.a[0], side.b[1] - side.a[1]
    assert across[0] * v[0] + across[1] * v[1] == pytest.approx(0.0, abs=1e-9)
    assert mark.at == side.a


def test_the_gap_joins_circle_and_line() -> None:
    (gap,) = records("Miss", "gap", Segment)
    assert isinstance(gap, Segment)
    p = case("Miss")
    assert math.dist(gap.a, p.center) == pytest.approx(p.radius)
    assert math.dist(gap.b, p.center) == pytest.approx(
        p.radius + math.dist(*_ends(gap))
    )


def _ends(segment: Segment) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return tuple(segment.a), tuple(segment.b)


@pytest.mark.parametrize("key", ["normal_enter", "normal_exit"])
def test_normals_point_away_from_the_centre(key: str) -> None:
    (arrow,) = records("Two hits", key, Arrow)
    assert isinstance(arrow, Arrow)
    p = case("Two hits")
    out = np.subtract(arrow.tail, p.center)
    along = np.subtract(arrow.tip, arrow.tail)
    assert out[0] * along[1] - out[1] * along[0] == pytest.approx(0.0, abs=1e-9)
    assert out @ along > 0.0


@pytest.mark.parametrize(
    "name", [name for name, case in SCENE.cases.items() if case.differs]
)
def test_where_the_article_differs_it_does(name: str) -> None:
    p = case(name)
    r = SCENE.solve(p)
    assert "article" in SCENE.verdict(p, r).detail
    if r.article.hit == r.exact.hit:
        off = np.abs(r.article.near - r.exact.point_enter).max()
        assert not off < 0.5 * p.radius


@pytest.mark.parametrize(
    "name", [name for name, case in SCENE.cases.items() if not case.differs]
)
def test_elsewhere_the_article_agrees(name: str) -> None:
    r = SCENE.solve(case(name))
    assert r.article.hit == r.exact.hit
    assert "article" not in SCENE.verdict(case(name), r).detail
    if r.exact.hit:
        assert r.article.near == pytest.approx(r.exact.point_enter, abs=1e-5)


def test_every_difference_of_the_article_is_a_case() -> None:
    names = {
        d.name.capitalize()
        for d in DIFFERENCES
        if d.article == 1 and not d.core_refuses
    }
    assert names == {name for name, case in SCENE.cases.items() if case.differs}


def test_grips_do_what_they_are_called() -> None:
    p = case("Two hits")
    moved = drag(p, "origin", 0, (-4.0, -2.0))
    assert (moved.origin, moved.direction) == ((-4.0, -2.0), p.direction)
    aimed = drag(p, "direction", 0, (0.0, 0.0))
    assert aimed == replace(p, direction=(4.5, 1.5))
    assert drag(p, "center", 0, (2.0, 1.0)) == replace(p, center=(2.0, 1.0))
    wider = drag(p, "radius", 0, (1.75, 2.25))
    assert wider == replace(p, radius=3.0)


def test_default_grips_stand_apart() -> None:
    places = [g.at for g in grips(RayCircleParams(), PIXEL)]
    assert len(places) == 4
    gaps = [math.dist(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert min(gaps) > 24 * PIXEL


def test_without_a_direction_the_circle_is_still_drawn() -> None:
    p = replace(RayCircleParams(), direction=(0.0, 0.0))
    with pytest.raises(ValueError, match="direction"):
        SCENE.solve(p)
    assert {r.key for r in picture(SCENE, p).records} >= {"circle", "A"}


def test_curve_is_zero_where_the_line_touches() -> None:
    p = case("Two hits")
    curve = SCENE.curve(p, SCENE.solve(p))
    assert curve is not None
    (root,) = curve.roots
    assert root == pytest.approx(4 / math.sqrt(10))
    touching = SCENE.solve(replace(p, radius=root)).exact
    assert float(touching.discriminant) == pytest.approx(0.0, abs=1e-12)
    now = np.interp(p.radius, curve.x, curve.y)
    assert now == pytest.approx(2.5**2 - 1.6, abs=0.01)


@settings(max_examples=150, deadline=None)
@given(pair, pair, pair, st.floats(0.0, 10.0))
# A miss whose discriminant, the square of its gap, is too small for a float.
@example((0.0, 0.0), (0.0, 1.0), (2.2e-309, 0.0), 0.0)
def test_anything_solves_draws_and_explains(
    origin: tuple[float, float],
    direction: tuple[float, float],
    center: tuple[float, float],
    radius: float,
) -> None:
    p = RayCircleParams(origin, direction, center, radius)
    drawn = picture(SCENE, p)
    for record in drawn.records:
        for place in ("at", "a", "b", "tail", "tip", "center"):
            assert np.isfinite(getattr(record, place, 0.0)).all()
    if direction == (0.0, 0.0):
        return
    r = SCENE.solve(p)
    assert SCENE.verdict(p, r).text in {c.outcome for c in SCENE.cases.values()}
    steps = SCENE.steps(p, r)
    assert max(record.since for record in drawn.records) <= len(steps) == 9
    assert all("nan" not in s.numbers + s.result for s in steps)
    assert SCENE.readout(p, r)
    assert SCENE.curve(p, r) is not None
