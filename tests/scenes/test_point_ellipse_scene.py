import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from playground.scene.drawlist import (
    Arrow,
    Circle,
    Dot,
    DrawList,
    Ellipse,
    Grid,
    Marker,
    Record,
    Role,
    Segment,
)
from playground.scene.handles import GripKind
from playground.scene.params import drag, grips, with_values
from playground.scene.scene import (Step, picture, show)
from playground.scene.terms import keys, plain
from scenes.point_ellipse import (
    EDGE,
    INSIDE,
    OUTSIDE,
    REFUSED,
    PointEllipseParams,
    PointEllipseScene,
)

SCENE = PointEllipseScene()
D = "Distance d (m)"
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
        assert np.isnan(SCENE.measure(p)[D])
        assert SCENE.target(p, r) is None
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
    (k,), (image,) = (only(out, Dot, key) for key in ("ray_point", "gap"))
    assert on_ellipse(TURNED, k.at)
    assert math.hypot(*image.at) == pytest.approx(TURNED.radii[0])


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


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("name", SCENE.cases)
def test_the_article_differs_where_the_case_says_so(name: str, single: bool) -> None:
    case = SCENE.cases[name]
    rival = SCENE.rival(case.params, SCENE.solve(case.params), single=single)
    assert rival.agrees == (not case.differs)
    assert bool(rival.why) == (rival.step > 0) == bool(case.differs)
    if case.differs:
        assert rival.answer == "outside"


@pytest.mark.parametrize(
    ("changes", "single", "word", "step"),
    [
        ({"point": (4.0, 1.0)}, False, "compares with <", 5),
        ({"point": (2.0, 1.0), "radii": (1e-170, 1.0)}, False, "is 0 in float64", 5),
        ({"point": (2.0, 1.0), "radii": (1e-30, 1.0)}, True, "is 0 in float32", 5),
        ({"point": (2.0, 1.0), "radii": (2.0, 1e-50)}, True, "dividing by it", 4),
        ({"point": (3.0, 1.0), "radii": (2.0, 1e-310)}, False, "too large", 4),
        ({"point": (4.0 - 1e-9, 1.0)}, True, "rounding error of float32", 5),
        ({"radii": (2.0, 0.0)}, True, "The core refuses", 4),
        ({"radii": (0.0, 1.0)}, False, "The core refuses", 4),
    ],
)
def test_why_the_article_differs(
    changes: dict[str, object], single: bool, word: str, step: int
) -> None:
    p = with_values(UPRIGHT, **changes)
    rival = SCENE.rival(p, SCENE.solve(p), single=single)
    assert (rival.agrees, rival.step) == (False, step)
    assert word in rival.why


def test_a_needle_magnifies_the_rounding_of_float32() -> None:
    p = with_values(TURNED, point=(2.0 + 3**0.5, 2.0), radii=(8.0, 1e-5))
    rival = SCENE.rival(p, SCENE.solve(p), single=True)
    assert (rival.agrees, rival.step) == (False, 4)
    assert "enlarges" in rival.why


def test_the_article_agrees_if_answer_and_last_point_are_right() -> None:
    random = np.random.default_rng(3)
    seen = set()
    for _ in range(600):
        radii = tuple(float(x) for x in random.choice([1e-4, 0.5, 1.0, 2.5], 2))
        p = PointEllipseParams(
            point=tuple(float(x) for x in random.integers(-5, 6, 2) / 2.0),
            center=tuple(float(x) for x in random.integers(-5, 6, 2) / 2.0),
            radii=radii,
            angle=float(random.choice([0.0, math.pi / 2, random.uniform(-3.0, 3.0)])),
        )
        for single in (True, False):
            rival = SCENE.rival(p, SCENE.solve(p), single=single)
            end, inside = by_hand(p, np.float32 if single else np.float64)
            assert rival.answer == ("inside" if inside else "outside")
            exact, _ = by_hand(p, np.longdouble)
            truth = truly_inside(p)
            share = 1e-5 if single else 1e-12
            size = max(map(abs, (*p.point, *p.center, *radii, *map(float, exact))))
            near = np.abs(exact - end.astype(np.longdouble)).max() <= share * size
            agrees = bool(near and inside == truth)
            # In the last digit of the tolerance either is right.
            off = np.abs(exact - end.astype(np.longdouble)).max() / (share * size)
            if not 0.99 < off < 1.01:
                assert rival.agrees == agrees, p
            seen.add(rival.agrees)
    assert seen == {True, False}


def truly_inside(p: PointEllipseParams) -> bool:
    """Return whether x²/rx² + y²/ry² <= 1: for a quarter turn as people mean it."""
    c, s = Fraction(float(np.cos(p.angle))), Fraction(float(np.sin(p.angle)))
    if p.angle == math.pi / 2:
        c, s = Fraction(0), Fraction(1)
    dx, dy = (Fraction(a) - Fraction(b) for a, b in zip(p.point, p.center, strict=True))
    rx, ry = map(Fraction, p.radii)
    return ((c * dx + s * dy) / rx) ** 2 + ((c * dy - s * dx) / ry) ** 2 <= 1


def by_hand(p: PointEllipseParams, number: type) -> tuple[np.ndarray, bool]:
    """Return the article's point and answer: its three moves one after another."""
    (x, y), (cx, cy), (rx, ry) = (
        tuple(number(v) for v in pair) for pair in (p.point, p.center, p.radii)
    )
    angle = np.float64(number(p.angle))
    c, s = number(np.cos(angle)), number(np.sin(angle))
    px = (x - cx) * c + (y - cy) * s
    py = (rx / ry) * (-(x - cx) * s + (y - cy) * c)
    return np.array([px, py]), bool(px * px + py * py < rx * rx)


def test_the_articles_point_is_drawn_hollow_at_the_end() -> None:
    p = SCENE.cases["Outside"].params
    r = SCENE.solve(p)
    for progress, count in ((2.5, 0), (3.0, 1)):
        now = with_values(p, progress=progress)
        out = picture(SCENE, now)
        SCENE.draw_rival(now, r, out, single=True)
        dots = only(out, Dot, "article")
        assert len(dots) == count
        for dot in dots:
            assert dot.marker is Marker.RING
            assert dot.at == pytest.approx(row(p, "P′"), abs=1e-5)


def test_no_point_of_the_article_is_drawn_where_it_has_none() -> None:
    p = SCENE.cases["No height"].params
    out = picture(SCENE, p)
    SCENE.draw_rival(p, SCENE.solve(p), out, single=True)
    assert not only(out, Record, "article")


@pytest.mark.parametrize(
    ("name", "component"),
    [(name, i) for name in ("point", "center", "radii") for i in (0, 1)]
    + [("angle", -1), ("progress", -1)],
)
def test_a_curve_holds_at_each_sample_what_the_scene_answers(
    name: str, component: int
) -> None:
    values = np.linspace(0.0, 3.0, 13)
    line = SCENE.measure(changed(TURNED, name, component, values))[D]
    assert line.shape == values.shape
    for value, distance in zip(values, line, strict=True):
        p = changed(TURNED, name, component, float(value))
        r = SCENE.solve(p)
        if r.exact is None:
            assert np.isnan(distance)
            continue
        assert distance == pytest.approx(row(p, "Distance d"), abs=1e-14)
        assert (SCENE.verdict(p, r).text == OUTSIDE) == (distance > 0.0)


def changed(
    p: PointEllipseParams, name: str, component: int, value: object
) -> PointEllipseParams:
    if component >= 0:
        held = list(getattr(p, name))
        held[component] = value
        value = tuple(held)
    return replace(p, **{name: value})


def test_the_curve_is_zero_where_the_turned_ellipse_passes_through_p() -> None:
    """With P at distance q in direction s, cos²s/rx² + sin²s/ry² = 1/q²."""
    assert SCENE.measured_against() == ("angle", 0)
    p = with_values(UPRIGHT, point=(2.9, 2.2))
    reach, heading = math.hypot(0.9, 1.2), math.atan2(1.2, 0.9)
    # 1/q² = cos² / 4 + (1 - cos²), with rx = 2 and ry = 1.
    s = math.acos(math.sqrt((1.0 - 1.0 / reach**2) / 0.75))
    roots = np.array([heading - s, heading + s, heading + s - math.pi])
    line = SCENE.measure(replace(p, angle=roots))[D]
    assert line == pytest.approx(np.zeros(3), abs=1e-12)


def test_the_target_is_the_nearest_point_where_there_is_one() -> None:
    for name, case in SCENE.cases.items():
        p = case.params
        target = SCENE.target(p, SCENE.solve(p))
        two = name in ("At the centre", "Too thin to square")
        assert (target is None) == (case.outcome not in (INSIDE, EDGE) or two)
        if target is not None:
            assert on_ellipse(p, target.value)
            assert target.value == pytest.approx(row(p, "Nearest point Q"))


def test_a_point_with_two_nearest_points_is_no_target() -> None:
    # The cusps of the evolute of (2, 1) are at 2 - 1/2 = 1.5 from the centre.
    for x, two in ((0.0, True), (1.4, True), (1.6, False)):
        p = with_values(UPRIGHT, point=(2.0 + x, 1.0))
        assert (SCENE.target(p, SCENE.solve(p)) is None) == two


def test_the_timeline_stops_at_the_end_of_each_move() -> None:
    p = SCENE.cases["Inside"].params
    timeline = SCENE.timeline(p, None)
    assert timeline is not None
    assert timeline.stops == (0.0, 1.0, 2.0, 3.0)
    assert len(timeline.names) == 4
    assert timeline.step(1.3, 1) == 2.0


def test_steps_hold_this_moments_numbers() -> None:
    steps = SCENE.steps(UPRIGHT, SCENE.solve(UPRIGHT))
    numbers = [plain(step.numbers) for step in steps]
    results = [plain(step.result) for step in steps]
    assert results[1] == r"\vec{P_1} = (2, 2)"
    assert numbers[2] == r"x_2 = (2, 2) \cdot (1, 0)"
    assert results[3] == r"\vec{P'} = (2, 4)"
    assert "4.472 > 2" in numbers[4]
    assert results[4] == r"\text{outside}"
    assert show(row(UPRIGHT, "Distance d"), 3) in results[6]
    assert numbers[7].startswith(r"2.472 \ne ")


def test_the_steps_go_with_the_three_moves() -> None:
    for name, times in (
        ("Inside", [0.0, 1.0, 2.0, 3.0, 3.0, 2.0, 3.0, 3.0]),
        ("No width", [0.0, 1.0, 2.0, 3.0]),
    ):
        p = SCENE.cases[name].params
        assert [step.time for step in SCENE.steps(p, SCENE.solve(p))] == times


# What is drawn only where it is not zero, or where there is one.
OPTIONAL = {"x", "y", "rx", "ry", "angle", "gap", "ray_point", "translated", "rotated"}


@pytest.mark.parametrize("name", SCENE.cases)
def test_terms_and_rows_stand_for_something_drawn_by_then(name: str) -> None:
    p = SCENE.cases[name].params
    r = SCENE.solve(p)
    optional = set() if name in ("Inside", "Outside") else OPTIONAL
    for number, step in enumerate(SCENE.steps(p, r), 1):
        drawn = picture(SCENE, with_values(p, progress=step.time)).upto(number).keys()
        terms = keys(step.formula + step.numbers + step.result)
        assert terms
        assert set(terms) | set(step.keys) <= drawn | optional, step.title
    assert {x.key for x in SCENE.readout(p, r)} <= picture(SCENE, p).keys() | optional
    assert all(x.key and x.help for x in SCENE.readout(p, r))


def test_the_legs_are_the_components_after_each_move() -> None:
    for progress, name in ((1.0, "P moved"), (2.0, "P turned"), (3.0, "P′")):
        out = drawn(TURNED, progress=progress)
        (x,), (y,) = (only(out, Segment, key) for key in ("x", "y"))
        end = np.asarray(row(TURNED, name))
        assert x.a == pytest.approx((0.0, 0.0), abs=1e-12)
        assert x.b == pytest.approx(y.a)
        assert y.b == pytest.approx(end)
        if progress >= 2.0:
            assert x.b == pytest.approx((end[0], 0.0), abs=1e-12)


def test_the_vector_of_each_move_ends_in_its_point() -> None:
    for progress, key, name in (
        (1.0, "translated", "P moved"),
        (2.0, "rotated", "P turned"),
    ):
        (arrow,) = only(drawn(TURNED, progress=progress), Arrow, key)
        assert arrow.tail == pytest.approx((0.0, 0.0), abs=1e-12)
        assert arrow.tip == pytest.approx(row(TURNED, name))


def test_the_tangent_is_at_a_right_angle_to_the_distance() -> None:
    for p in (TURNED, UPRIGHT, SCENE.cases["Needle"].params):
        (line,) = only(drawn(p), Segment, "tangent")
        foot = np.asarray(row(p, "Nearest point Q"))
        along = np.subtract(line.b, line.a)
        assert np.add(line.a, line.b) / 2 == pytest.approx(foot)
        assert along @ (np.asarray(p.point) - foot) == pytest.approx(0.0, abs=1e-9)


def test_a_segment_goes_through_the_moves_that_it_can() -> None:
    p = with_values(SCENE.cases["No height"].params, angle=0.5)
    (still,) = (x for x in only(drawn(p), Segment, "ellipse") if not x.dashed)
    assert sorted([still.a, still.b]) == [
        pytest.approx((-2.4, 0.0), abs=1e-12),
        pytest.approx((2.4, 0.0), abs=1e-12),
    ]


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


@pytest.mark.parametrize("name", ["Inside", "Needle", "Scaled gap too small"])
def test_the_numbers_of_the_ellipse_equation_give_its_result(name: str) -> None:
    p = SCENE.cases[name].params
    step = SCENE.steps(p, SCENE.solve(p))[5]
    numbers = plain(step.numbers).replace(r"\right)^2", "")
    x, rx, y, ry, level = map(float, re.findall(r"-?\d+(?:\.\d+)?", numbers))
    assert (x / rx) ** 2 + (y / ry) ** 2 == pytest.approx(level, abs=0.0015)


def test_at_the_centre_there_is_no_k_and_in_a_circle_the_gap_is_true() -> None:
    def last(name: str) -> Step:
        p = SCENE.cases[name].params
        return SCENE.steps(p, SCENE.solve(p))[-1]

    assert "none" in last("At the centre").result
    assert "K" in last("At the centre").text
    assert r"\ne" not in last("Circle").formula + last("Circle").numbers
    assert "nothing is scaled" in last("Circle").text
