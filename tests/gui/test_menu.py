"""Menus: themes by name, the about page, and a number's context menu."""

from pyglet.window import key, mouse

from playground.gui.commands.registry import ABOUT, GROUPS, THEMES
from playground.render.theme import ThemeName
from playground.session import plot_controls


def test_each_theme_is_in_the_menu_by_its_name(driver):
    for command, theme in zip(THEMES, ThemeName, strict=True):
        command.act(driver.session, driver.controls, driver.window_view)
        assert driver.window_view.theme is theme
        assert [c.is_checked(driver.seen) for c in THEMES].count(True) == 1
        assert command.is_checked(driver.seen)
    assert any(set(THEMES) <= set(group) for group in GROUPS.values())


def test_the_page_about_the_program_has_version_licence_and_articles(driver, texts):
    driver.key(key.P, key.MOD_CTRL)
    driver.type("about")
    driver.key(key.ENTER)
    driver.settle()
    said = " ".join(texts)
    assert "Version 0." in said
    assert "MIT License" in said
    for opened in driver.session.opened_scenes:
        source = opened.scene.source
        assert source is None or source.author in said
    driver.key(key.ESCAPE)
    assert not ABOUT.is_checked(driver.seen)


def test_the_right_button_on_a_number_offers_reset_and_copy(driver):
    driver.open("ray_circle")
    before = driver.params.radius
    driver.session.set_value("radius", 32.0)
    driver.settle()
    at = driver.item("##number radius")
    driver.click(*at, mouse.RIGHT)
    driver.settle()
    driver.click_item("Copy Radius r")
    assert driver.window.clipboard == "32.0"
    driver.click(*at, mouse.RIGHT)
    driver.settle()
    driver.click_item("Back to the case's value")
    assert driver.params.radius == before


def test_the_right_button_on_a_result_offers_it_and_all_of_them(driver, texts):
    driver.open("ray_circle")
    driver.settle()
    at = driver.item("##Distance")
    driver.click(*at, mouse.RIGHT)
    driver.settle()
    driver.click_item("Copy Distance")
    distance = next(
        row.value for row in driver.session.scene_view.rows if row.name == "Distance"
    )
    assert driver.window.clipboard == repr(float(distance))
    driver.click(*at, mouse.RIGHT)
    driver.settle()
    driver.click_item("Copy all results")
    copied = dict(line.split("\t") for line in driver.window.clipboard.splitlines())
    assert copied["Distance"] == repr(float(distance))
    assert len(copied) == len(driver.session.scene_view.rows)


def test_the_right_button_on_a_scene_opens_it_its_lesson_or_its_first_case(driver):
    driver.open("ray_circle")
    driver.settle()

    def choose(scene_id: str, label: str) -> None:
        driver.click(*driver.item(f"##{scene_id}"), mouse.RIGHT)
        driver.settle(3)
        driver.click_item(label)
        driver.settle()

    choose("circle_rect", "Open this scene")
    assert driver.session.scene.id == "circle_rect"
    driver.session.set_value("radius", 0.3)
    choose("circle_rect", "Back to its first case")
    first = driver.session.scene.first_case_name()
    assert driver.session.open_scene.case == first
    assert not driver.session.open_scene.is_edited
    choose("ray_circle", "Open its lesson")
    assert driver.session.lesson
    assert driver.session.scene.id == "ray_circle"


def test_the_right_button_on_the_curve_copies_it_and_shows_its_whole_axis(driver):
    driver.open("ray_circle")
    driver.session.look(curve=True)
    driver.settle(3)
    curve, place = driver.session.scene_view.curve, driver.layout.curve
    driver.click(*place.center, mouse.RIGHT)
    driver.settle(3)
    before = driver.params
    driver.click_item("Copy the curve's numbers")
    head, *rows = [line.split("\t") for line in driver.window.clipboard.splitlines()]
    assert head[1:] == [*curve.lines]
    assert [float(row[0]) for row in rows] == curve.x.tolist()
    assert driver.params == before
    plot_controls.zoom_span(driver.session, curve.axis, float(curve.x[100]), 0.5)
    assert driver.session.span
    driver.click(*place.center, mouse.RIGHT)
    driver.settle(3)
    driver.click_item("Show the whole axis")
    assert not driver.session.span
