"""Picture of a moving sphere and a line, in space and along the line."""

import math

import numpy as np
import pytest
from sphere_states import PLAIN, center, off_line, only

import playground.scene as sc
from playground.scene.params import with_values
from playground.scene.solution import draw_solution, solve_scene
from scenes.sphere_line import SCENE


def test_the_contact_lies_on_the_line_and_on_the_sphere() -> None:
    for case in SCENE.cases.values():
        p, solution = case.params, solve_scene(SCENE, case.params)
        dots = only(solution.draw(), sc.Dot, "contact")
        assert len(dots) == solution.verdict.hit
        for dot in dots:
            assert off_line(p, dot.at) == pytest.approx(0.0, abs=1e-12)
            away = math.dist(dot.at, solution.result.center)
            if case.outcome == "Embedded":
                assert away < p.radius
            else:
                assert away == pytest.approx(p.radius, abs=1e-9)
            assert (dot.role, dot.marker) == (sc.Role.HIT, sc.Marker.DISC)


def test_a_miss_is_marked_at_the_nearest_approach_by_a_cross() -> None:
    for case in SCENE.cases.values():
        p = case.params
        marks = only(draw_solution(SCENE, p), sc.Dot, "nearest")
        assert len(marks) == (case.outcome == "Miss")
        for mark in marks:
            assert (mark.role, mark.marker) == (sc.Role.MISS, sc.Marker.CROSS)
            nearest = min(off_line(p, center(p, t)) for t in np.linspace(0, 1, 401))
            rows = {row.name: row.value for row in solve_scene(SCENE, p).rows}
            at = center(p, rows["Nearest at"])
            assert math.dist(mark.at, at) <= nearest + 1e-9


def test_the_perpendicular_is_perpendicular_at_any_time() -> None:
    for t in (0.0, 0.2, 0.7, 1.0):
        p = with_values(SCENE.cases["Crossing"].params, t=t)
        (arrow,) = only(draw_solution(SCENE, p), sc.Arrow, "N")
        assert arrow.tail == pytest.approx(tuple(center(p, t)))
        assert off_line(p, arrow.tip) == pytest.approx(0.0, abs=1e-12)
        run = np.subtract(arrow.tip, arrow.tail) @ p.line_direction
        assert run == pytest.approx(0.0, abs=1e-12)


def test_the_spheres_stand_at_their_times() -> None:
    out = draw_solution(SCENE, PLAIN)
    places = {x.key: x.center for x in only(out, sc.Sphere)}
    times = {"start": 0.0, "sphere": 0.125, "t_enter": 0.25, "t_exit": 0.5, "end": 1.0}
    assert set(places) == set(times)
    for key, t in times.items():
        assert places[key] == pytest.approx(tuple(center(PLAIN, t)))
    (capsule,) = only(out, sc.Capsule)
    assert (capsule.a, capsule.b, capsule.radius) == (PLAIN.start, PLAIN.end, 1.0)
    solid = [x.key for x in only(out, sc.Sphere) if x.alpha == 1.0]
    assert solid == ["sphere"]


def test_the_article_is_drawn_hollow_in_both_views() -> None:
    for name in ("Crossing", "Embedded, leaving", "Ends too early", "Resting"):
        p = SCENE.cases[name].params
        solution, before = (
            solve_scene(SCENE, p),
            len(draw_solution(SCENE, p).primitives),
        )
        out = solution.draw(np.float32)
        (dot,) = only(out, sc.Dot, "article")
        assert dot.marker is sc.Marker.RING
        answered = SCENE.listing.evaluate(p, np.float32)
        assert dot.at == pytest.approx(tuple(answered.position), abs=1e-6)
        assert {x.key for x in out.primitives[before:]} == {"article"}
        (beside,) = only(out.views[0], sc.Dot, "article")
        assert math.hypot(*beside.at) == pytest.approx(off_line(p, dot.at), abs=1e-5)


def test_a_time_far_outside_the_step_is_not_drawn() -> None:
    p = with_values(PLAIN, end=(0.5, 2.0, 2.9))
    assert not only(solve_scene(SCENE, p).draw(np.float32), sc.Primitive, "article")


def test_the_view_along_the_line_keeps_every_distance_to_it() -> None:
    for name in ("Crossing", "Miss", "Parallel", "Already past"):
        p = SCENE.cases[name].params
        (ball,) = only(draw_solution(SCENE, p).views[0], sc.Circle, "sphere")
        assert math.hypot(*ball.center) == pytest.approx(
            off_line(p, center(p, p.t)), abs=1e-12
        )
        assert ball.radius == p.radius


def test_the_triangle_of_c_and_t_a_closes_with_n() -> None:
    view = draw_solution(SCENE, SCENE.cases["Crossing"].params).views[0]
    n, c, part = (only(view, sc.Arrow, key)[0] for key in ("N", "C", "tA"))
    assert n.tail == part.tail
    assert part.tip == c.tail
    assert c.tip == n.tip == (0.0, 0.0)


def test_the_half_chord_is_the_root() -> None:
    p = SCENE.cases["Crossing"].params
    e = solve_scene(SCENE, p).result
    view = draw_solution(SCENE, p).views[0]
    (half,) = only(view, sc.Segment, "half_chord")
    length = math.sqrt(float(e.discriminant) / float(e.alpha))
    assert math.dist(half.a, half.b) == pytest.approx(length)
    (height,) = only(view, sc.Segment, "h")
    assert math.dist(height.a, height.b) ** 2 + length**2 == pytest.approx(p.radius**2)
    for key in ("t_enter", "t_exit"):
        (dot,) = only(view, sc.Dot, key)
        assert math.hypot(*dot.at) == pytest.approx(p.radius)
