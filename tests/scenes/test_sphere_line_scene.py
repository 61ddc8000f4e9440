import math

import numpy as np
import pytest

from playground.collision.articles import FLT_MAX
from playground.drawlist import (
    Arrow,
    Capsule,
    Dot,
    DrawList,
    Marker,
    Record,
    Role,
    Sphere,
)
from playground.handles import GripKind
from playground.params import drag, grips, with_values
from playground.scene import picture
from scenes.sphere_line import (
    EMBEDDED,
    HIT,
    MISS,
    TOUCH,
    SphereLineParams,
    SphereLineScene,
)

SCENE = SphereLineScene()
# Along -z past a line along x at height 2: the gap closes at z = 1 and opens at -1.
PLAIN = SphereLineParams(
    start=(0.5, 2.0, 3.0),
    end=(0.5, 2.0, -5.0),
    radius=1.0,
    line_point=(-3.0, 2.0, 0.0),
    line_direction=(4.0, 0.0, 0.0),
    t=0.125,
)


def row(p: SphereLineParams, name: str) -> object:
    rows = SCENE.readout(p, SCENE.solve(p))
    return next(x.value for x in rows if x.name == name)


def only(out: DrawList, kind: type[Record], key: str = "") -> list[Record]:
    return [x for x in out.records if isinstance(x, kind) and key in ("", x.key)]


def off_line(p: SphereLineParams, at: object) -> float:
    v = np.asarray(p.line_direction) / np.linalg.norm(p.line_direction)
    return float(np.linalg.norm(np.cross(np.subtract(at, p.line_point), v)))


def center(p: SphereLineParams, t: float) -> np.ndarray:
    return (1.0 - t) * np.asarray(p.start) + t * np.asarray(p.end)


def test_numbers_of_a_plain_crossing() -> None:
    assert row(PLAIN, "t") == pytest.approx(0.25)
    assert row(PLAIN, "Contact") == pytest.approx((0.5, 2.0, 0.0))
    assert row(PLAIN, "Centre") == pytest.approx((0.5, 2.0, 1.0))
    assert (row(PLAIN, "t_enter"), row(PLAIN, "t_exit")) == pytest.approx((0.25, 0.5))
    assert row(PLAIN, "Nearest at") == pytest.approx(0.375)
    assert row(PLAIN, "Motion") == "crossing"
    # E = (0, 0, -8), so A = (0, 0, 8); R = (-3.5, 0, -3), so C = (0, 0, -3).
    assert row(PLAIN, "α") == pytest.approx(64.0)
    assert row(PLAIN, "β") == pytest.approx(-24.0)
    assert row(PLAIN, "ω") == pytest.approx(8.0)
    assert row(PLAIN, "β² − αω") == pytest.approx(64.0)


def test_numbers_of_the_scrubbed_moment() -> None:
    assert row(PLAIN, "S(t)") == pytest.approx((0.5, 2.0, 2.0))
    assert row(PLAIN, "H(t)") == pytest.approx((0.5, 2.0, 0.0))
    assert row(PLAIN, "|N(t)|") == pytest.approx(2.0)
    assert row(PLAIN, "|N(t)|² − r²") == pytest.approx(3.0)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, HIT),
        ({"end": (0.5, 2.0, 1.5)}, MISS),
        ({"end": (0.5, 2.0, 1.0)}, TOUCH),
        ({"end": (0.5, 2.0, 7.0)}, MISS),
        ({"start": (0.5, 3.0, 3.0), "end": (0.5, 3.0, -5.0)}, TOUCH),
        ({"start": (0.5, 3.5, 3.0), "end": (0.5, 3.5, -5.0)}, MISS),
        ({"start": (0.5, 2.0, 0.5)}, EMBEDDED),
        ({"start": (0.5, 2.0, 1.0)}, HIT),
        ({"start": (0.5, 2.0, 1.0), "end": (0.5, 2.0, 5.0)}, TOUCH),
        ({"start": (0.0, 2.5, 0.0), "end": (3.0, 2.5, 0.0)}, EMBEDDED),
        ({"start": (0.0, 3.0, 0.0), "end": (3.0, 3.0, 0.0)}, TOUCH),
        ({"start": (0.0, 3.5, 0.0), "end": (0.0, 3.5, 0.0)}, MISS),
    ],
)
def test_verdicts(changes: dict[str, object], expected: str) -> None:
    p = with_values(PLAIN, **changes)
    assert SCENE.verdict(p, SCENE.solve(p)).text == expected


def test_the_contact_lies_on_the_line_and_on_the_sphere() -> None:
    for case in SCENE.cases.values():
        p = case.params
        dots = only(picture(SCENE, p), Dot, "contact")
        assert len(dots) == bool(SCENE.solve(p).exact.hit)
        for dot in dots:
            assert off_line(p, dot.at) == pytest.approx(0.0, abs=1e-12)
            away = math.dist(dot.at, row(p, "Centre"))
            if case.outcome == EMBEDDED:
                assert away < p.radius
            else:
                assert away == pytest.approx(p.radius, abs=1e-9)
            assert (dot.role, dot.marker) == (Role.HIT, Marker.DISC)


def test_there_is_no_earlier_contact() -> None:
    for case in SCENE.cases.values():
        p = case.params
        first = float(SCENE.solve(p).exact.t)
        times = np.linspace(0.0, 1.0, 101)
        for t in times if math.isnan(first) else times[:-1] * first if first else ():
            assert off_line(p, center(p, t)) > p.radius


def test_a_miss_is_marked_at_the_nearest_approach_by_a_cross() -> None:
    for case in SCENE.cases.values():
        p = case.params
        marks = only(picture(SCENE, p), Dot, "nearest")
        assert len(marks) == (case.outcome == MISS)
        for mark in marks:
            assert (mark.role, mark.marker) == (Role.MISS, Marker.CROSS)
            nearest = min(off_line(p, center(p, t)) for t in np.linspace(0, 1, 401))
            t = float(row(p, "Nearest at"))
            assert math.dist(mark.at, center(p, t)) <= nearest + 1e-9


def test_the_perpendicular_is_perpendicular_at_any_time() -> None:
    for t in (0.0, 0.2, 0.7, 1.0):
        p = with_values(SCENE.cases["Crossing"].params, t=t)
        (arrow,) = only(picture(SCENE, p), Arrow, "N")
        assert arrow.tail == pytest.approx(tuple(center(p, t)))
        assert off_line(p, arrow.tip) == pytest.approx(0.0, abs=1e-12)
        run = np.subtract(arrow.tip, arrow.tail) @ p.line_direction
        assert run == pytest.approx(0.0, abs=1e-12)


def test_the_spheres_stand_at_their_times() -> None:
    out = picture(SCENE, PLAIN)
    places = {x.key: x.center for x in only(out, Sphere)}
    times = {"start": 0.0, "sphere": 0.125, "t_enter": 0.25, "t_exit": 0.5, "end": 1.0}
    assert set(places) == set(times)
    for key, t in times.items():
        assert places[key] == pytest.approx(tuple(center(PLAIN, t)))
    (capsule,) = only(out, Capsule)
    assert (capsule.a, capsule.b, capsule.radius) == (PLAIN.start, PLAIN.end, 1.0)
    solid = [x.key for x in only(out, Sphere) if x.alpha == 1.0]
    assert solid == ["sphere"]


def test_a_resting_sphere_has_no_step_to_draw() -> None:
    out = picture(SCENE, SCENE.cases["Resting"].params)
    assert not only(out, Capsule)
    assert [x.key for x in only(out, Sphere)] == ["start", "sphere"]


def test_touches_outside_the_step_are_faint() -> None:
    (ball,) = only(
        picture(SCENE, SCENE.cases["Ends too early"].params), Sphere, "t_enter"
    )
    (inside,) = only(picture(SCENE, PLAIN), Sphere, "t_enter")
    assert ball.alpha < inside.alpha


def test_a_line_without_direction_is_refused_and_sketched() -> None:
    p = with_values(PLAIN, line_direction=(0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="line_direction"):
        SCENE.solve(p)
    out = picture(SCENE, p)
    assert {x.key for x in only(out, Sphere)} == {"start", "sphere", "end"}
    assert SCENE.timeline(p, None).stops == (0.0, 1.0)


@pytest.mark.parametrize(
    ("name", "target", "expected"),
    [
        ("start", (1.0, 3.0, 2.0), {"start": (1.0, 3.0, 2.0)}),
        ("end", (-1.0, 2.5, -2.0), {"end": (-1.0, 2.5, -2.0)}),
        ("radius", (0.5, 4.5, 3.0), {"radius": 2.5}),
        ("line_point", (1.0, 1.0, 1.0), {"line_point": (1.0, 1.0, 1.0)}),
        ("line_direction", (-3.0, 4.0, 1.0), {"line_direction": (0.0, 2.0, 1.0)}),
    ],
)
def test_each_grip_does_what_its_name_says(
    name: str, target: tuple[float, ...], expected: dict[str, object]
) -> None:
    moved = drag(PLAIN, name, 0, target)
    for key in ("start", "end", "radius", "line_point", "line_direction", "t"):
        value = expected.get(key, getattr(PLAIN, key))
        assert getattr(moved, key) == pytest.approx(value)


def test_the_radius_grip_stands_on_top_of_the_sphere() -> None:
    (grip,) = (g for g in grips(PLAIN, 0.01) if g.kind is GripKind.RIM)
    assert grip.at == (0.5, 3.0, 3.0)


@pytest.mark.parametrize(
    "name", [name for name, case in SCENE.cases.items() if case.differs]
)
def test_where_a_case_differs_the_article_answers_otherwise(name: str) -> None:
    r = SCENE.solve(SCENE.cases[name].params)
    exact, article = r.exact, r.article
    hit = bool(exact.hit) != bool(article.hit)
    time = bool(exact.hit) and abs(float(exact.t) - float(article.t)) > 0.1
    place = bool(exact.hit) and math.dist(exact.contact, article.position) > 0.1
    without_a_hit = not exact.hit and float(article.t) != FLT_MAX
    assert hit or time or place or without_a_hit


def test_elsewhere_hit_and_time_agree() -> None:
    for case in SCENE.cases.values():
        r = SCENE.solve(case.params)
        if not case.differs:
            assert bool(r.article.hit) == bool(r.exact.hit)
            if r.exact.hit:
                assert float(r.article.t) == pytest.approx(float(r.exact.t), abs=1e-6)
            assert "article" not in SCENE.verdict(case.params, r).detail


def test_the_article_tells_its_stand_in_for_no_time_by_name() -> None:
    p = SCENE.cases["Embedded at rest"].params
    assert row(p, "Article's t") == "FLT_MAX"
    assert row(p, "Article's code") == "hit at t = FLT_MAX"


def test_the_curve_is_the_quadratic_and_has_its_roots() -> None:
    curve = SCENE.curve(PLAIN, SCENE.solve(PLAIN))
    assert curve.parameter == "t"
    assert curve.y == pytest.approx((3.0 - 8.0 * curve.x) ** 2 - 1.0)
    assert curve.roots == pytest.approx((0.25, 0.5))
    assert curve.x[0] < 0.0 < 1.0 < curve.x[-1]


def test_roots_far_outside_the_step_are_not_on_the_curve() -> None:
    for name in ("Ends too early", "Miss", "Parallel", "Resting"):
        p = SCENE.cases[name].params
        assert SCENE.curve(p, SCENE.solve(p)).roots == ()


def test_the_timeline_stops_at_touches_and_nearest_approach() -> None:
    timeline = SCENE.timeline(PLAIN, SCENE.solve(PLAIN))
    assert dict(zip(timeline.names, timeline.stops, strict=True)) == pytest.approx(
        {
            "start": 0.0,
            "first touch": 0.25,
            "nearest": 0.375,
            "last touch": 0.5,
            "end": 1.0,
        }
    )


def test_a_stop_at_an_end_is_told_once() -> None:
    for case in SCENE.cases.values():
        timeline = SCENE.timeline(case.params, SCENE.solve(case.params))
        assert len(set(timeline.stops)) == len(timeline.stops) == len(timeline.names)
        assert timeline.stops[0] == 0.0
        assert timeline.stops[-1] == 1.0


def test_steps_hold_this_moments_numbers() -> None:
    steps = SCENE.steps(PLAIN, SCENE.solve(PLAIN))
    assert steps[0].result == r"\vec{S}(0.125) = (0.5, 2, 2)"
    assert steps[1].numbers == "u = 3.5"
    assert steps[2].numbers == r"(0, 0, -3) + 0.125 \cdot (0, 0, 8)"
    assert steps[3].numbers == r"\alpha = 64, \; \beta = -24, \; \omega = 8"
    assert steps[4].numbers == r"(-24)^2 - 64 \cdot 8 > 0"
    assert steps[5].result == r"t_1 = 0.25, \; t_2 = 0.5"
    assert steps[6].result == "t = 0.25"
    assert steps[7].result == r"\vec{H}(0.25) = (0.5, 2, 0)"


def test_steps_are_true_where_there_is_no_root() -> None:
    for name, meaning in (
        ("Parallel", "stays apart"),
        ("Rolling on the line", "touches throughout"),
        ("Embedded at rest", "overlaps throughout"),
    ):
        p = SCENE.cases[name].params
        steps = SCENE.steps(p, SCENE.solve(p))
        assert meaning in steps[4].result
        assert steps[5].result == r"\text{none}"
        assert (steps[6].result == "t = 0") == (SCENE.cases[name].outcome != MISS)


def test_keys_of_steps_and_rows_name_something_drawn() -> None:
    for name in ("Crossing", "Miss"):
        p = SCENE.cases[name].params
        r = SCENE.solve(p)
        keys = {record.key for record in picture(SCENE, p).records}
        absent = {"t_enter", "t_exit", "contact"} if name == "Miss" else set()
        for step in SCENE.steps(p, r):
            assert set(step.keys) <= keys | absent
        assert {x.key for x in SCENE.readout(p, r)} <= keys | absent | {""}


def test_each_step_adds_to_the_picture_until_the_end() -> None:
    out = picture(SCENE, SCENE.cases["Crossing"].params)
    assert {record.since for record in out.records} == {0, 2, 3, 4, 5, 6, 8}
    assert len(out.upto(0).records) >= 8
