"""Magnifier in the window: where it opens and closes, and what it must not reveal."""

import math
from dataclasses import replace

import pytest
from every import ENTRIES, every_scene
from pyglet.window import key

from playground.scene.primitives import MagnifierTarget
from playground.scene.solution import solve_scene
from playground.session import quiz
from playground.session.precision_controls import calculate
from scenes import circle_rect


@pytest.fixture
def enlarged(driver, labels):
    """Return a function that returns the labels of magnifiers in the next frame."""
    return lambda: [x.text for x, _ in driver.anew(labels) if x.text.startswith("×")]


@pytest.mark.slow
def test_it_opens_by_itself_where_the_gap_is_small_and_only_there(driver, enlarged):
    for scene, case in (
        ("ray_circle", "Far circle, article hits"),
        ("circle_rect", "Less than a degree"),
        ("point_ellipse", "Needle"),
    ):
        driver.open(scene, case)
        assert len(enlarged()) == 1, case
    # Where there is nothing to enlarge it is shut.
    for scene, case in (
        ("ray_circle", "Tangent"),
        ("circle_rect", "Touching a side"),
        ("circle_rect", "Just short of a corner"),
        ("point_ellipse", "Just inside"),
        ("sphere_line", "Tangent"),
        ("ball_block", "Touching, gliding"),
        *((e.id, e.first_case_name()) for e in ENTRIES if e.dimension == 2),
    ):
        driver.open(scene, case)
        assert not enlarged(), (scene, case)


def test_a_key_puts_it_away_and_brings_it_back(driver, enlarged):
    driver.open("circle_rect", "Less than a degree")
    assert enlarged()
    driver.key(key.S)
    assert not enlarged()
    driver.key(key.S)
    assert enlarged()


def test_zooming_in_shuts_it(driver, enlarged):
    driver.open("ray_circle", "Near miss of a point")
    driver.change(radius=0.0007)
    assert not enlarged()
    driver.session.open_scene.fit()
    at = driver.screen(driver.params.center)
    driver.wheel(*at, -30)
    assert enlarged()
    driver.wheel(*at, 30)
    assert not enlarged()


def from_afar(driver):
    """Zoom out until no gap is large."""
    driver.wheel(*driver.controls.places[0].center, -30)


def test_it_tells_no_answer_before_it_is_given(driver, enlarged):
    driver.open("circle_rect")
    quiz.begin_round(driver.session, 1)
    from_afar(driver)
    assert not enlarged()
    driver.key(key.M)
    assert driver.session.quiz.answer
    from_afar(driver)
    assert enlarged()


def test_a_gap_without_a_step_is_not_told_in_a_question_either(window_of, labels):
    def drawn(p, answer, out):
        x, y = p.center
        out.add(MagnifierTarget((x, y), (x + 1e-3, y), "told"))
        circle_rect.SCENE.picture(p, answer, out)

    driver = window_of(replace(circle_rect.SCENE, picture=drawn))
    assert "told" in [text.text for text, _ in driver.anew(labels)]
    quiz.begin_round(driver.session, 1)
    shown = [text.text for text, _ in driver.anew(labels)]
    assert shown
    assert "told" not in shown


def gaps(picture):
    views = picture.self_and_views
    return [
        r for view in views for r in view.primitives if isinstance(r, MagnifierTarget)
    ]


@every_scene
def test_what_it_says_is_how_large_the_gap_is(scene):
    for case in scene.cases.values():
        try:
            found = gaps(solve_scene(scene, case.params).draw())
        except ValueError:
            continue
        assert len(found) <= 1
        for gap in found:
            assert gap.first_step > 0
            size, told = math.dist(gap.a, gap.b), gap.text.split()[-1].replace("−", "-")
            if told == "touch":
                assert size == 0.0
                continue
            extent = max(map(abs, (*gap.a, *gap.b, size)))
            about = pytest.approx(size, rel=2e-2, abs=4e-16 * extent)
            assert abs(calculate(told)) == about, case.name
