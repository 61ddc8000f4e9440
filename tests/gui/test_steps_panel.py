"""Page of the derivation: previous steps in rows, one open, none ahead."""

from itertools import pairwise

import pytest
from every import any_scene
from imgui_bundle import imgui_microtex

from playground.scene import formula_symbols
from playground.session import step_navigation
from playground.session.view_options import Page

_READ = 22.0
"""The least size of the open step's formula."""
_FAR = 80.0
"""From line to line it is no farther, however high a fraction is."""


def arrive(driver, number: int) -> list:
    driver.session.look(page=Page.DERIVATION)
    step_navigation.arrive_at_step(driver.session, number)
    driver.settle(5)
    return driver.session.scene_view.steps


@pytest.mark.slow
@any_scene
def test_each_step_behind_has_one_line_those_ahead_none_and_the_open_one_is_large(
    driver, texts, formulas, scene
):
    driver.open(scene.id)
    count = len(arrive(driver, 1))
    for now in range(1, count + 1):
        steps = arrive(driver, now)
        formulas.clear()
        driver.items.places.clear()
        assert steps[now - 1].text in driver.anew(texts)
        formula = steps[now - 1].formula
        assert max(f.size for f in formulas if f.latex == formula) >= _READ
        assert not {step.text for step in steps[: now - 1]} & set(texts)
        ahead = steps[now:]
        assert not [s.title for s in ahead if any(s.title in text for text in texts)]
        rows = [
            driver.items.places[f"##step {number}"][1]
            for number in range(1, now)
            if f"##step {number}" in driver.items.places
        ]
        assert all(b - a < _FAR for a, b in pairwise(rows))


@pytest.mark.slow
@any_scene
def test_a_click_on_a_line_opens_its_step_and_a_number_leads_to_any(driver, scene):
    driver.open(scene.id)
    count = len(arrive(driver, 3))
    driver.click_item("##step 2")
    assert driver.session.open_scene.step == 2
    driver.click_item(f"to step {count}")
    assert driver.session.open_scene.step == count
    driver.click_item("to step 1")
    assert driver.session.open_scene.step == 1


def test_the_whole_derivation_is_a_line_each_and_a_click_opens_one(driver, texts):
    driver.open("ray_circle")
    driver.session.look(page=Page.DERIVATION)
    driver.settle()
    driver.anew(texts)
    steps = driver.session.scene_view.steps
    assert all(step.title in texts for step in steps)
    assert not any(step.text in texts for step in steps)
    driver.click_item("##step 4")
    assert driver.session.open_scene.step == 4


def test_no_part_of_a_fraction_loses_its_colour(driver, monkeypatch):
    black = []
    render = imgui_microtex.render

    def noted(latex: str, size: int, colour: int):
        pixels = render(latex, size, colour)
        values = pixels.pixels_as_array()
        solid = values[values[..., 3] > 250][:, :3]
        if colour != 0xFF000000 and len(solid) and (solid.max(axis=1) < 8).any():
            black.append(latex)
        return pixels

    monkeypatch.setattr(imgui_microtex, "render", noted)
    driver.open("ball_block")
    steps = arrive(driver, 8)
    assert r"\dfrac" in steps[7].formula
    assert len(formula_symbols.symbol_keys(steps[7].formula)) == 3
    assert not black
