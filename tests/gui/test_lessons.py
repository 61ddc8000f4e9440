"""Derivations, results, the article and curves, driven by real events."""

import numpy as np
import pytest
from imgui_bundle import imgui
from pyglet.window import key

from playground.analysis.curve import Axis
from playground.scene import formula_symbols
from playground.scene.derivation import Step
from playground.session import step_navigation
from playground.session.view_options import Page


def box_of(formulas, latex: str) -> tuple[float, float, float, float]:
    """Return the rectangle in which a formula was drawn last."""
    return [drawn.box for drawn in formulas if drawn.latex == latex][-1]


def first_formula(driver) -> Step:
    driver.open("ray_circle", "Two hits")
    driver.click_item("Derivation")
    driver.key(key.HOME)
    return driver.session.scene_view.steps[0]


def test_pointing_at_terms_lights_what_they_stand_for(driver, formulas):
    step = first_formula(driver)
    left, top, right, bottom = box_of(formulas, step.formula)
    seen = set()
    for i in range(40):
        driver.move(left + (right - left) * i / 40, (top + bottom) / 2)
        seen.add(driver.controls.motion.highlight_key)
    keys = formula_symbols.symbol_keys(step.formula)
    wanted = set(keys) if driver.window.main_view._formulas.typeset else {keys[0]}
    assert seen - {""} == wanted


def test_the_badge_says_where_the_article_differs(driver):
    driver.open("ray_circle", "Two hits")
    assert not driver.session.view.compare
    driver.click_item("vs. exact")
    assert driver.session.view.compare
    assert driver.session.scene_view.comparison_in(np.float32).agrees
    driver.session.choose_case("Starts inside")
    driver.settle()
    assert driver.session.view.compare
    comparison = driver.session.scene_view.comparison_in(np.float32)
    assert not comparison.agrees
    assert comparison.why
    driver.click_item(f"See step {comparison.step}")
    driver.session.advance(10.0)
    assert driver.session.open_scene.step == comparison.step
    assert driver.session.view.page is Page.DERIVATION


@pytest.mark.slow
@pytest.mark.parametrize(("line", "shrinks"), [("formula", True), ("result", False)])
def test_a_formula_that_had_to_shrink_is_seen_whole(
    driver, formulas, monkeypatch, line, shrinks
):
    driver.resize(840, 600)
    driver.open("ball_block", "Top side")
    driver.click_item("Derivation")
    step_navigation.go_to_step(driver.session, 5)
    driver.settle(8)
    widths = []
    image = imgui.image

    def noting(name, size):
        widths.append(size[0])
        image(name, size)

    step = driver.session.scene_view.steps[4]
    left, top, right, bottom = box_of(formulas, getattr(step, line))
    driver.move((left + right) / 2, (top + bottom) / 2)
    monkeypatch.setattr(imgui, "image", noting)
    # How long a pointer rests is counted in real time.
    style = imgui.get_style()
    style.hover_delay_short = style.hover_stationary_delay = 0.0
    driver.settle(4)
    # What is in the panel is narrower than it.
    assert (max(widths) > driver.layout.inspector.width - 20.0) == shrinks


def test_precision_button(driver):
    driver.open("ray_circle", "Far circle, article misses")
    assert not driver.session.scene_view.comparison_in(np.float32).agrees
    driver.click_item("##precision")
    assert driver.session.scene_view.dtype is np.float64
    assert driver.session.scene_view.comparison_in(np.float64).agrees


def test_the_curve_can_run_over_another_number(driver):
    driver.open("ray_circle", "Two hits")
    driver.click_item("##axis")
    driver.click_item("Circle centre O y")
    assert driver.session.open_scene.axis == Axis("center", 1)
    assert driver.session.scene_view.curve.axis == Axis("center", 1)


def test_dragging_the_curves_marker_changes_the_parameter(driver):
    driver.open("ray_circle", "Two hits")
    driver.session.open_scene.axis = Axis("radius")
    driver.settle()
    low, high = driver.session.scene_view.curve.x[[0, -1]]
    place = driver.layout.curve
    # Both ends of what is pressed, by what a press there sets.
    at, ends = place.y + place.height / 2, []
    for x in (place.x + 0.3 * place.width, place.x + 0.7 * place.width):
        driver.click(x, at)
        ends.append((x, driver.params.radius))
        driver.session.undo()
        driver.settle()
    (x, first), (u, second) = ends
    assert low < first < second < high
    slope = (u - x) / (second - first)
    now = x + slope * (driver.params.radius - first), at
    past = len(driver.session.open_scene.history.past)
    driver.drag(now, (x + slope * (3.0 - first), at))
    assert driver.params.radius == pytest.approx(3.0, abs=0.05)
    assert len(driver.session.open_scene.history.past) == past + 1


def test_a_press_held_in_the_plot_stays_with_the_pointer(driver):
    """Above half of its span a length's plot would double, and the value with it."""
    driver.open("ray_circle", "Two hits")
    driver.session.open_scene.axis = Axis("radius")
    driver.settle()
    low, high = driver.session.scene_view.curve.x[[0, -1]]
    place = driver.layout.curve
    driver.move(place.x + place.width * 0.8, place.y + place.height / 2)
    driver.press()
    driver.settle(6)
    assert driver.params.radius == pytest.approx(low + 0.8 * (high - low), rel=0.05)
    driver.release()


def test_pointing_at_a_parameter_lights_its_handle(driver):
    driver.open("ray_circle", "Two hits")
    usual = {r.size for r in driver.controls.overlay() if hasattr(r, "marker")}
    driver.move(*driver.item("##number radius"))
    assert driver.controls.parameter == "radius"
    sizes = {r.size for r in driver.controls.overlay() if hasattr(r, "marker")}
    assert max(sizes) > max(usual)
    driver.move(*driver.item("##number center 1"))
    assert driver.controls.parameter == "center"
