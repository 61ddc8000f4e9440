"""Units of a scene: pixels, y down and clockwise angles, displayed and typed."""

from dataclasses import replace

import pytest
from conftest import Driver
from every import SCENES
from pyglet.window import key
from test_window import typed

from playground.analysis.curve import find_axis
from playground.gui.commands.registry import UNITS
from playground.scene.units import METRES, Units
from playground.session import plot_controls, restore
from playground.session.session import Session
from scenes import CIRCLE_RECT, RAY_CIRCLE

GAME = Units(pixels=True, y_down=True, clockwise=True)


def written(driver: Driver, texts: list[str]) -> list[str]:
    driver.window.main_view.gui.invalidate_panels()
    texts.clear()
    driver.settle(1)
    return texts


def test_what_is_typed_is_read_as_it_is_shown(driver):
    driver.open("circle_rect")
    driver.session.set_scene_options(units=GAME)
    driver.settle()
    typed(driver, "center 1", "-480")
    assert driver.params.center[1] == 480.0
    typed(driver, "angle", "90")
    assert driver.params.angle == pytest.approx(-1.5707963, abs=1e-6)
    typed(driver, "radius", "-1")
    assert driver.session.notice == "Radius r must be at least 0 px"
    assert driver.params.radius == 1.5


def test_only_heights_of_places_and_ways_are_turned(driver):
    driver.open("circle_rect")
    driver.session.set_scene_options(units=GAME)
    before = driver.params
    typed(driver, "half_extents 1", "3")
    assert driver.params.half_extents == (2.5, 3.0)
    typed(driver, "center 0", "2")
    assert driver.params.center == (2.0, before.center[1])


def test_a_number_is_dragged_the_way_it_is_shown(driver):
    driver.open("ray_circle")
    driver.session.set_scene_options(units=Units(y_down=True))
    driver.settle()
    at = driver.item("##number center 1")
    before = driver.params.center[1]
    driver.drag(at, (at[0] + 50.0, at[1]))
    assert driver.params.center[1] < before


def test_results_are_in_them(driver, texts):
    driver.open("ray_circle")
    rows = driver.session.scene_view.rows
    place = next(r for r in rows if isinstance(r.value, tuple | list) and r.unit == "m")
    shown, (x, y) = GAME.show_row(place), place.value
    assert (shown.value, shown.unit) == ((x, -y), "px")
    driver.session.look(numbers=True)
    driver.session.set_scene_options(units=GAME)
    driver.settle()
    lines = [line.replace(" ", "") for line in written(driver, texts)]
    assert any(line.startswith("(−0.69") and ",0.23" in line for line in lines)
    assert "px" in texts


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A gap of 12.5 m is left.", "A gap of 12.5 px is left."),
        ("θ = 30°", "θ = −30°"),
        ("θ = −12.5°", "θ = 12.5°"),
        ("θ = 0°", "θ = 0°"),
        ("3 mm, 2 m², m = 4", "3 mm, 2 px², m = 4"),
        ("Discriminant s (m²), V x (m)", "Discriminant s (px²), V x (px)"),
        ("at (−0.566, −0.658)", "at (−0.566, 0.658)"),
        ("M = (1, 2.5), (3, 0)", "M = (1, −2.5), (3, 0)"),
        ("(1, 2, 3)", "(1, 2, 3)"),
    ],
)
def test_sentences_and_labels_are_in_them(text, shown):
    assert GAME.rewrite(text) == shown
    assert METRES.rewrite(text) == text


def test_a_verdict_and_a_figure_say_what_the_fields_say(driver, texts, monkeypatch):
    drawn = []
    draw = driver.window.main_view.gui.draw_texts

    def noting(words, *rest):
        drawn.extend(word.text for word in words)
        draw(words, *rest)

    monkeypatch.setattr(driver.window.main_view.gui, "draw_texts", noting)
    driver.open("circle_rect")
    driver.session.set_scene_options(units=GAME)
    drawn.clear()
    assert any("0.602 px" in line for line in written(driver, texts))
    assert "θ = −30°" in drawn


def test_the_page_has_choices_that_there_is_something_for(driver):
    driver.resize(1280, 1800)
    driver.open("circle_rect")
    for choice, units in (
        ("pixels", Units(pixels=True)),
        ("y down", replace(GAME, clockwise=False)),
        ("counter-clockwise", replace(GAME, clockwise=False)),
        ("metres", replace(GAME, pixels=False, clockwise=False)),
    ):
        driver.click_item(choice)
        assert driver.session.open_scene.units == units
    driver.open("sphere_line")
    with pytest.raises(StopIteration):
        driver.item("y down")


def test_commands_toggle_them(driver):
    for command in UNITS:
        command.act(driver.session, driver.controls, driver.window_view)
    assert driver.session.open_scene.units == GAME
    assert all(command.is_checked(driver.seen) for command in UNITS)


def test_they_are_kept_for_each_scene():
    session = Session([RAY_CIRCLE, CIRCLE_RECT])
    session.edit(replace(session.params, radius=2.0))
    session.set_scene_options(units=GAME)
    session.open(1)
    session.edit(replace(session.params, radius=2.0))
    left = restore.serialize_scenes(session)
    again = Session([RAY_CIRCLE, CIRCLE_RECT])
    restore.restore_scenes(again, left, "ray_circle")
    assert again.open_scene.units == GAME
    again.open(1)
    assert again.open_scene.units == METRES


def test_the_palette_sets_a_number_in_them(driver):
    driver.open("ray_circle")
    driver.session.set_scene_options(units=GAME)
    driver.key(key.P, key.MOD_CTRL)
    driver.type("circle centre o y 48")
    driver.key(key.ENTER)
    assert driver.params.center[1] == -48.0


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_a_state_and_the_core_stay_as_they_are(scene):
    session = Session([scene])
    before = session.state
    session.set_scene_options(units=GAME)
    assert session.state == before


def test_the_upright_axis_counts_down(driver, monkeypatch):
    shown = []
    draw = driver.window.main_view.gui.draw_texts

    def noting(texts, place, *rest):
        if place == driver.controls.places[0]:
            shown.extend(t.text for t in texts if t.x < place.x + 20.0)
        draw(texts, place, *rest)

    monkeypatch.setattr(driver.window.main_view.gui, "draw_texts", noting)

    def numbers() -> list[str]:
        shown.clear()
        driver.settle(1)
        return [*shown]

    driver.open("ray_circle")
    before = numbers()
    driver.session.set_scene_options(units=Units(y_down=True))
    driver.settle(1)
    after = {*numbers()}
    for text in {*before} - {"0"}:
        turned = text.removeprefix("−") if text.startswith("−") else f"−{text}"
        assert turned in after


def test_points_in_labels_are_turned_where_only_y_points_down(driver, monkeypatch):
    drawn = []
    compose, gui = driver.window.main_view.canvas.draw, driver.window.main_view.gui

    def with_point(*given, **named):
        texts = compose(*given, **named)
        return [replace(text, text="(1, 2.5)") for text in texts]

    monkeypatch.setattr(driver.window.main_view.canvas, "draw", with_point)
    monkeypatch.setattr(gui, "draw_texts", lambda words, *rest: drawn.extend(words))
    driver.open("ray_circle")
    driver.session.set_scene_options(units=Units(y_down=True))
    drawn.clear()
    driver.settle(1)
    assert "(1, −2.5)" in {word.text for word in drawn}
    assert "(1, 2.5)" not in {word.text for word in drawn}


def test_the_answer_at_the_foot_is_in_them(driver, texts):
    driver.open("ray_circle")
    driver.session.look(compare=True)
    driver.session.set_scene_options(units=Units(y_down=True))
    assert any("(−0.696, 0.232)" in line for line in written(driver, texts))
    assert not any("(−0.696, −0.232)" in line for line in texts)


def test_the_curve_and_its_axis_are_in_them(driver, texts, monkeypatch):
    drawn = []
    draw = driver.window.main_view.gui.draw_texts

    def noting(words, place, *rest):
        drawn.extend(words if place == driver.layout.curve else ())
        draw(words, place, *rest)

    monkeypatch.setattr(driver.window.main_view.gui, "draw_texts", noting)
    driver.open("ray_circle")
    driver.session.look(curve=True)
    axis = find_axis(driver.params, "direction.y")
    driver.session.set_scene_options(axis=axis)
    driver.session.set_scene_options(units=GAME)
    driver.settle()
    drawn.clear()
    written(driver, texts)
    assert any("(px²)" in text for text in texts)
    assert axis.label(driver.params, GAME) == "Direction V y (px)"
    # The picture stays as it is, so its numbers fall.
    place = driver.layout.curve
    foot = max(word.y for word in drawn)
    numbers = sorted((word.x, word.text) for word in drawn if word.y == foot)
    assert [text for _, text in numbers][:2] == ["6", "4"]
    # Its marker is where the value is, and sets what is under the pointer.
    middle = place.x + place.width / 2, place.y + place.height / 2
    driver.click(middle[0] + 100.0, middle[1])
    assert driver.params.direction[1] > 0.0


def test_a_map_over_two_numbers_is_in_them(driver, monkeypatch):
    drawn = []
    draw = driver.window.main_view.gui.draw_texts

    def noting(words, *rest):
        drawn.extend(word.text for word in words)
        draw(words, *rest)

    monkeypatch.setattr(driver.window.main_view.gui, "draw_texts", noting)
    driver.open("ray_circle")
    driver.click_item("Maps")
    over = [find_axis(driver.params, path) for path in ("direction.y", "radius")]
    plot_controls.set_map_choice(driver.session, over=tuple(over))
    driver.session.set_scene_options(units=GAME)
    driver.until(
        lambda: driver.window.main_view.maps.current_map(driver.session.scene_view)
    )
    drawn.clear()
    driver.settle(2)
    assert {"Direction V y (px)", "Radius r (px)"} <= {*drawn}
