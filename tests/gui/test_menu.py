"""Menus: themes by name, the about page, and a number's context menu."""

from pyglet.window import key, mouse

from playground.gui.commands.registry import ABOUT, GROUPS, THEMES
from playground.render.theme import ThemeName


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
