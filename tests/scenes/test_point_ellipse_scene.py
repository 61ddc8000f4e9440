import math

import numpy as np
import pytest

from playground.drawlist import (
    Circle,
    Dot,
    DrawList,
    Ellipse,
    Grid,
    Marker,
    Record,
    Role,
)
from playground.handles import GripKind
from playground.params import drag, grips, with_values
from playground.scene import picture, show
from scenes.point_ellipse import (
    EDGE,
    INSIDE,
    OUTSIDE,
    REFUSED,
    PointEllipseParams,
    PointEllipseScene,
)

SCENE = PointEllipseScene()
UPRIGHT = PointEllipseParams(
    point=(4.0, 3.0), center=(2.0, 1.0), radii=(2.0, 1.0), angle=0.0
)
TURNED = with_values(UPRIGHT, angle=math.pi / 6)


def drawn(p: PointEllipseParams, **values: float) -> DrawList:
    return picture(SCENE, with_values(p, **values))


def only(out: DrawList, kind: type[Record], key: str = "") -> list[Record]:
    return [x for x in out.records if isinstance(x, kind) and key in ("", x.key)]


def solid_ellipse(p: PointEllipseParams, progress: float) -> Ellipse:
    ellipses = only(drawn(p, progress=progress), Ellipse)
    return next(x for x in ellipses if not x.dashed)


def row(p: PointEllipseParams, name: str) -> object:
    rows = SCENE.readout(p, SCENE.solve(p))
    return next(x.value for x in rows if x.name == name)


def on_ellipse(p: PointEllipseParams, at: object, tolerance: float = 1e-12) -> bool:
    dx, dy = np.asarray(at) - p.center
    c, s = math.cos(p.angle), math.sin(p.angle)
    level = math.hypot((c * dx + s * dy) / p.radii[0], (c * dy - s * dx) / p.radii[1])
    return abs(level - 1.0) <= tolerance


def test_numbers_of_an_upright_ellipse() -> None:
    # P - C = (2, 2); scaled by 2 in y: (2, 4), of length sqrt 20; rx = 2.
    assert row(UPRIGHT, "P moved") == (2.0, 2.0)
    assert row(UPRIGHT, "P turned") == (2.0, 2.0)
    assert row(UPRIGHT, "P′") == (2.0, 4.0)
    assert row(UPRIGHT, "|P′|") == pytest.approx(math.sqrt(20.0))
    assert row(UPRIGHT, "Level") == pytest.approx(math.sqrt(5.0))
    assert row(UPRIGHT, "Circle's gap") == pytest.approx(math.sqrt(20.0) - 2.0)


def test_distance_is_the_least_over_the_whole_ellipse() -> None:
    for case in SCENE.cases.values():
        p = case.params
        r = SCENE.solve(p)
        if r.exact is None or min(p.radii) < 1e-3:
            continue
        s = np.linspace(0.0, math.tau, 200_001)
        x, y = p.radii[0] * np.cos(s), p.radii[1] * np.sin(s)
        c, t = math.cos(p.angle), math.sin(p.angle)
        dx = p.center[0] + c * x - t * y - p.point[0]
        dy = p.center[1] + t * x + c * y - p.point[1]
        least = float(np.hypot(dx, dy).min())
        # Sampled, the least distance is too long by at most half a sample's step.
        assert least - 1e-4 <= abs(row(p, "Distance d")) <= least + 1e-12
        assert on_ellipse(p, row(p, "Nearest point Q"))


def test_k_is_on_the_ellipse_and_on_the_ray_from_the_centre() -> None:
    for p in (UPRIGHT, TURNED, SCENE.cases["Needle"].params):
        k = np.asarray(row(p, "Circle's nearest K"))
        ray = np.subtract(p.point, p.center)
        assert on_ellipse(p, k)
        offset = k - p.center
        assert offset[0] * ray[1] - offset[1] * ray[0] == pytest.approx(0.0, abs=1e-12)
        assert offset @ ray > 0.0
        detour = math.dist(p.point, tuple(k))
        assert row(p, "|P − K|") == pytest.approx(detour)
        assert detour >= abs(row(p, "Distance d")) - 1e-12


def test_the_two_gaps_agree_for_a_circle_only() -> None:
    def gaps(name: str) -> tuple[float, float]:
        p = SCENE.cases[name].params
        return row(p, "Circle's gap"), row(p, "Distance d")

    assert gaps("Circle")[0] == pytest.approx(gaps("Circle")[1])
    large, small = gaps("Scaled gap too large"), gaps("Scaled gap too small")
    assert large[0] > 2.0 * large[1] > 0.0
    assert 0.0 < small[0] < 0.5 * small[1]


def test_verdicts_of_points_on_the_long_axis() -> None:
    def verdict(x: float) -> str:
        p = with_values(UPRIGHT, point=(2.0 + x, 1.0))
        return SCENE.verdict(p, SCENE.solve(p)).text

    assert [verdict(x) for x in (1.9, 2.0, 2.1)] == [INSIDE, EDGE, OUTSIDE]
    flat = with_values(UPRIGHT, radii=(2.0, 0.0))
    assert SCENE.verdict(flat, SCENE.solve(flat)).text == REFUSED


def test_the_message_of_the_core_is_shown_for_a_radius_of_zero() -> None:
    for name in ("No height", "No width"):
        p = SCENE.cases[name].params
        r = SCENE.solve(p)
        assert "radii must be greater than zero" in SCENE.verdict(p, r).detail
        assert SCENE.curve(p, r) is None
        assert 4 <= len(SCENE.steps(p, r)) <= 9
        assert drawn(p).records


@pytest.mark.parametrize("progress", [0.0, 0.3, 1.0, 1.6, 2.0, 2.4, 3.0])
def test_the_image_is_the_carried_ellipse(progress: float) -> None:
    """Each point of the ellipse, carried by hand, lies on the drawn image."""
    p, image = TURNED, solid_ellipse(TURNED, progress)
    move, turn, stretch = (min(max(progress - k, 0.0), 1.0) for k in range(3))
    scale = 1.0 + stretch * (p.radii[0] / p.radii[1] - 1.0)
    c, s = math.cos(p.angle * (1.0 - turn)), math.sin(p.angle * (1.0 - turn))
    for k in range(12):
        x = p.radii[0] * math.cos(k)
        y = p.radii[1] * math.sin(k) * scale
        at = (
            (1.0 - move) * p.center[0] + c * x - s * y,
            (1.0 - move) * p.center[1] + s * x + c * y,
        )
        carried = PointEllipseParams(
            center=image.center, radii=image.radii, angle=image.angle
        )
        assert on_ellipse(carried, at)


def test_at_the_end_the_image_is_the_circle_about_the_origin() -> None:
    image = solid_ellipse(TURNED, 3.0)
    assert image.center == pytest.approx((0.0, 0.0), abs=1e-15)
    assert image.radii == pytest.approx((2.0, 2.0))
    goal = only(drawn(TURNED), Circle)[0]
    assert (goal.center, goal.radius) == ((0.0, 0.0), 2.0)


def test_the_ghost_stays_where_the_handles_are() -> None:
    for progress in (0.0, 1.5, 3.0):
        out = drawn(TURNED, progress=progress)
        ghost = next(x for x in only(out, Ellipse) if x.dashed)
        assert (ghost.center, ghost.radii, ghost.angle) == (
            TURNED.center,
            TURNED.radii,
            TURNED.angle,
        )
        assert any(x.at == TURNED.point for x in only(out, Dot, "point"))
        places = {
            grip.at for grip in grips(with_values(TURNED, progress=progress), 0.0)
        }
        assert {TURNED.center, TURNED.point} <= places


def test_the_point_goes_with_the_ellipse_and_the_grid() -> None:
    for progress in (0.0, 0.7, 1.4, 2.2, 3.0):
        out = drawn(TURNED, progress=progress)
        (grid,) = only(out, Grid)
        carried = np.asarray(grid.matrix) @ (*TURNED.point, 1.0)
        dots = [
            x.at for x in only(out, Dot, "normalized") if x.marker is not Marker.RING
        ]
        assert any(np.allclose(at, carried[:2], rtol=0, atol=1e-12) for at in dots)


def test_the_comparison_is_shown_at_the_end_and_not_before() -> None:
    assert not only(drawn(TURNED, progress=2.99), Record, "length")
    ends = [x.at for x in only(drawn(TURNED, progress=3.0), Dot, "length")]
    reach = row(TURNED, "|P′|")
    assert ends == [(reach, 0.0)]


def test_hit_and_miss_differ_by_role_and_marker() -> None:
    for name, role, marker in (
        ("Inside", Role.HIT, Marker.DISC),
        ("Outside", Role.MISS, Marker.DIAMOND),
    ):
        dots = only(drawn(SCENE.cases[name].params), Dot, "normalized")
        assert any((x.role, x.marker) == (role, marker) for x in dots)


def test_the_nearest_points_drawn_lie_on_both_pictures() -> None:
    out = drawn(TURNED)
    foot, carried = sorted((x.at for x in only(out, Dot, "closest")), key=_far)[::-1]
    assert on_ellipse(TURNED, foot)
    assert math.hypot(*carried) == pytest.approx(TURNED.radii[0])
    squares = [x.at for x in only(out, Dot, "ray_point")]
    assert sum(on_ellipse(TURNED, at) for at in squares) == 1
    assert any(math.hypot(*at) == pytest.approx(TURNED.radii[0]) for at in squares)


def _far(at: tuple[float, float]) -> float:
    return math.hypot(*at)


@pytest.mark.parametrize(
    ("name", "index", "target", "expected"),
    [
        ("point", 0, (1.0, -2.0), {"point": (1.0, -2.0)}),
        ("center", 0, (0.5, 0.25), {"center": (0.5, 0.25)}),
        ("radii", 0, (5.0, 1.0), {"radii": (3.0, 1.0)}),
        ("radii", 1, (2.0, 3.5), {"radii": (2.0, 2.5)}),
        ("angle", 0, (2.0, 4.0), {"angle": math.pi / 2}),
    ],
)
def test_each_grip_does_what_its_name_says(
    name: str, index: int, target: tuple[float, float], expected: dict[str, object]
) -> None:
    moved = drag(UPRIGHT, name, index, target)
    for key in ("point", "center", "radii", "angle", "progress"):
        value = expected.get(key, getattr(UPRIGHT, key))
        assert getattr(moved, key) == pytest.approx(value)


def test_the_axis_grips_follow_the_turned_ellipse() -> None:
    for grip in grips(TURNED, 0.0):
        if grip.kind is GripKind.RIM:
            assert on_ellipse(TURNED, grip.at)
            away = np.subtract(grip.at, TURNED.center) * 1.25
            radii = drag(TURNED, "radii", grip.index, tuple(TURNED.center + away)).radii
            assert radii[grip.index] == pytest.approx(1.25 * TURNED.radii[grip.index])
            assert radii[1 - grip.index] == TURNED.radii[1 - grip.index]


def test_grips_of_the_first_case_stand_apart() -> None:
    p = SCENE.cases[SCENE.first_case()].params
    places = [grip.at for grip in grips(p, 1 / 60)]
    gaps = [math.dist(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert min(gaps) * 60 >= 20.0


@pytest.mark.parametrize(
    "name", [name for name, case in SCENE.cases.items() if case.differs]
)
def test_where_a_case_differs_the_article_says_outside(name: str) -> None:
    p = SCENE.cases[name].params
    r = SCENE.solve(p)
    assert not r.article.hit
    assert r.exact is None or r.exact.hit
    assert "article's code says outside" in SCENE.verdict(p, r).detail


def test_elsewhere_the_article_agrees() -> None:
    for case in SCENE.cases.values():
        if not case.differs:
            r = SCENE.solve(case.params)
            assert r.exact is not None
            assert bool(r.article.hit) == bool(r.exact.hit)


def test_the_curve_is_zero_at_its_roots_and_holds_the_present_value() -> None:
    p = SCENE.cases["Inside"].params
    r = SCENE.solve(p)
    curve = SCENE.curve(p, r)
    assert curve is not None
    assert len(curve.roots) == 4
    for root in curve.roots:
        turned = with_values(p, angle=root)
        assert row(turned, "Distance d") == pytest.approx(0.0, abs=1e-12)
    crossings = int((np.diff(np.sign(curve.y)) != 0).sum())
    assert crossings == len(curve.roots)
    present = float(np.interp(p.angle, curve.x, curve.y))
    assert present == pytest.approx(row(p, "Distance d"), abs=1e-3)


def test_the_timeline_stops_at_the_end_of_each_move() -> None:
    p = SCENE.cases["Inside"].params
    timeline = SCENE.timeline(p, None)
    assert timeline is not None
    assert timeline.stops == (0.0, 1.0, 2.0, 3.0)
    assert len(timeline.names) == 4
    assert timeline.step(1.3, 1) == 2.0


def test_steps_hold_this_moments_numbers() -> None:
    steps = SCENE.steps(UPRIGHT, SCENE.solve(UPRIGHT))
    results = [step.result for step in steps]
    assert results[1] == r"\vec{P_1} = (2, 2)"
    assert results[3] == r"\vec{P'} = (2, 4)"
    assert "4.472 > 2" in steps[4].numbers
    assert results[4] == r"\text{outside}"
    assert show(row(UPRIGHT, "Distance d"), 3) in results[-1]


def test_keys_of_steps_and_rows_name_something_drawn() -> None:
    p = SCENE.cases["Inside"].params
    r = SCENE.solve(p)
    keys = {record.key for record in picture(SCENE, p).records}
    for step in SCENE.steps(p, r):
        assert set(step.keys) <= keys
    assert {x.key for x in SCENE.readout(p, r)} <= keys | {""}


def test_each_step_adds_to_the_picture_until_the_end() -> None:
    out = picture(SCENE, SCENE.cases["Inside"].params)
    last = max(record.since for record in out.records)
    assert last == 8
    sizes = [len(out.upto(step).records) for step in range(last + 1)]
    assert sizes == sorted(sizes)
    assert sizes[0] >= 5


def test_radii_near_zero_leave_a_finite_picture() -> None:
    for radii in ((1e-300, 2.0), (2.0, 1e-300), (5e-324, 5e-324)):
        p = with_values(UPRIGHT, radii=radii)
        for record in drawn(p).records:
            at = getattr(record, "at", (0.0,))
            assert np.isfinite(at).all()
