"""Units of a scene: pixels, y down and clockwise angles, displayed and typed."""

from dataclasses import replace

import pytest
from pyglet.window import key
from test_window import typed

from playground.analysis.curve import find_axis
from playground.gui.commands.registry import UNITS
from playground.scene.units import METRES, Units
from playground.session import plot_controls, restore
from playground.session.session import Session
from scenes import CIRCLE_RECT, RAY_CIRCLE

GAME = Units(pixels=True, y_down=True, clockwise=True)


@pytest.fixture
def game(driver):
    """Return a window with a ray in the units of a game."""
    driver.open("ray_circle")
    driver.session.set_scene_options(units=GAME)
    return driver


def test_what_is_typed_and_dragged_is_read_as_it_is_shown(driver):
    driver.open("circle_rect")
    before, state = driver.params, driver.session.state
    driver.session.set_scene_options(units=GAME)
    assert driver.session.state == state
    # Only heights of places and ways are turned.
    typed(driver, "half_extents 1", "3")
    assert driver.params.half_extents == (2.5, 3.0)
    typed(driver, "center 0", "2")
    assert driver.params.center == (2.0, before.center[1])
    typed(driver, "center 1", "-480")
    assert driver.params.center[1] == 480.0
    typed(driver, "angle", "90")
    assert driver.params.angle == pytest.approx(-1.5707963, abs=1e-6)
    typed(driver, "radius", "-1")
    assert driver.session.notice == "Radius r must be at least 0 px"
    assert driver.params.radius == 1.5
    driver.open("ray_circle")
    driver.session.set_scene_options(units=GAME)
    driver.key(key.P, key.MOD_CTRL)
    driver.type("circle centre o y 48")
    driver.key(key.ENTER)
    assert driver.params.center[1] == -48.0
    at = driver.item("##number center 1")
    driver.drag(at, (at[0] + 50.0, at[1]))
    assert driver.params.center[1] < -48.0


def test_results_are_in_them(driver, texts):
    driver.open("ray_circle")
    rows = driver.session.scene_view.rows
    place = next(r for r in rows if isinstance(r.value, tuple | list) and r.unit == "m")
    shown, (x, y) = GAME.show_row(place), place.value
    assert (shown.value, shown.unit) == ((x, -y), "px")
    driver.session.look(numbers=True)
    driver.session.set_scene_options(units=GAME)
    driver.settle()
    lines = [line.replace(" ", "") for line in driver.anew(texts)]
    assert any(line.startswith("(−0.69") and ",0.23" in line for line in lines)
    assert "px" in texts
    # So is the answer of the article.
    driver.session.look(compare=True)
    driver.session.set_scene_options(units=Units(y_down=True))
    assert any("(−0.696, 0.232)" in line for line in driver.anew(texts))
    assert not any("(−0.696, −0.232)" in line for line in texts)


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


def test_a_verdict_and_a_figure_say_what_the_fields_say(driver, texts, labels):
    driver.open("circle_rect")
    driver.session.set_scene_options(units=GAME)
    labels.clear()
    assert any("0.602 px" in line for line in driver.anew(texts))
    assert "θ = −30°" in {label.text for label, _ in labels}


def test_the_page_and_commands_choose_them(driver):
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
    driver.open("ray_circle")
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


def test_the_upright_axis_counts_down(driver, labels):
    def numbers() -> set[str]:
        shown = driver.anew(labels)
        place = driver.controls.places[0]
        return {t.text for t, at in shown if at == place and t.x < place.x + 20.0}

    driver.open("ray_circle")
    before = numbers()
    driver.session.set_scene_options(units=Units(y_down=True))
    driver.settle(1)
    after = numbers()
    for text in before - {"0"}:
        turned = text.removeprefix("−") if text.startswith("−") else f"−{text}"
        assert turned in after


def test_points_in_labels_are_turned_where_only_y_points_down(
    driver, labels, monkeypatch
):
    compose = driver.window.main_view.canvas.draw

    def with_point(*given, **named):
        texts = compose(*given, **named)
        return [replace(text, text="(1, 2.5)") for text in texts]

    monkeypatch.setattr(driver.window.main_view.canvas, "draw", with_point)
    driver.open("ray_circle")
    driver.session.set_scene_options(units=Units(y_down=True))
    drawn = {label.text for label, _ in driver.anew(labels)}
    assert "(1, −2.5)" in drawn
    assert "(1, 2.5)" not in drawn


def test_the_curve_and_its_axis_are_in_them(game, texts, labels):
    game.session.look(curve=True)
    axis = find_axis(game.params, "direction.y")
    game.session.set_scene_options(axis=axis)
    game.settle()
    labels.clear()
    assert any("(px²)" in text for text in game.anew(texts))
    assert axis.label(game.params, GAME) == "Direction V y (px)"
    # The picture stays as it is, so its numbers fall.
    place = game.layout.curve
    drawn = [label for label, at in labels if at == place]
    foot = max(label.y for label in drawn)
    numbers = sorted((label.x, label.text) for label in drawn if label.y == foot)
    assert [text for _, text in numbers][:2] == ["6", "4"]
    # Its marker is where the value is, and sets what is under the pointer.
    middle = place.x + place.width / 2, place.y + place.height / 2
    game.click(middle[0] + 100.0, middle[1])
    assert game.params.direction[1] > 0.0


def test_a_map_over_two_numbers_is_in_them(game, labels):
    game.click_item("Maps")
    over = [find_axis(game.params, path) for path in ("direction.y", "radius")]
    plot_controls.set_map_choice(game.session, over=tuple(over))
    maps = game.window.main_view.maps
    game.until(lambda: maps.current_map(game.session.scene_view))
    drawn = {label.text for label, _ in game.anew(labels)}
    assert {"Direction V y (px)", "Radius r (px)"} <= drawn
