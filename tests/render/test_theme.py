import colorsys
from itertools import combinations, product

import pytest
from colour_sight import SIGHTS, apart

from playground.render.theme import (
    THEMES,
    contrast,
    luminance,
)
from playground.scene.primitives import MISTAKE_ROLES, Role

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


# What a scene draws with, and the least difference of any two of these nine that was
# reached: in ordinary sight, for deuteranopes and for protanopes.
DRAWN = (
    Role.MOVER,
    Role.OBSTACLE,
    Role.ENTER,
    Role.EXIT,
    Role.HIT,
    Role.NORMAL,
    Role.ARTICLE,
    Role.ACCENT,
    Role.CONSTRUCTION,
)
REACHED = {"dark": (18.8, 13.3, 14.6), "light": (19.5, 12.8, 15.4)}
# The only two that differ by less than 15 for somebody.
CLOSE = (
    {Role.HIT, Role.MOVER},
    {Role.NORMAL, Role.MOVER},
    {Role.NORMAL, Role.ENTER},
    {Role.EXIT, Role.CONSTRUCTION},
    {Role.ARTICLE, Role.OBSTACLE},
    {Role.ACCENT, Role.CONSTRUCTION},
)


@themes
def test_every_role_has_a_colour(theme):
    assert set(theme.roles) == set(theme.texts) == set(Role)


@themes
def test_words_reach_the_contrast_of_text(theme):
    grounds = theme.background, theme.panel, theme.panel_alt, theme.hover
    for role, ground in product(Role, grounds):
        assert contrast(theme.texts[role], ground) >= 4.5, role
    # The result of a step is written in it.
    for ground in (theme.panel, theme.panel_alt):
        assert contrast(theme.accent, ground) >= 4.5
    assert contrast(theme.roles[Role.INK], theme.background) >= 4.5
    assert contrast(theme.roles[Role.MUTED], theme.background) >= 4.5
    assert contrast(theme.tick_text, theme.background) >= 4.5


@themes
def test_shapes_reach_the_contrast_of_graphics(theme):
    for role, colour in theme.roles.items():
        assert contrast(colour, theme.background) >= 3.0, role


@themes
def test_panels_are_legible(theme):
    for ground in (theme.panel, theme.panel_alt, theme.hover, theme.active):
        assert contrast(theme.text, ground) >= 4.5
    # What is selected is `active`.
    for ground in (theme.panel, theme.panel_alt, theme.hover, theme.active):
        assert contrast(theme.text_muted, ground) >= 4.5
    for ground in (theme.panel, theme.panel_alt):
        assert contrast(theme.warning, ground) >= 4.5
        assert contrast(theme.edge, ground) >= 3.0
        assert contrast(theme.accent, ground) >= 3.0
    assert contrast(theme.accent_text, theme.accent) >= 4.5


@themes
def test_hit_and_miss_differ_in_luminance(theme):
    assert contrast(theme.roles[Role.HIT], theme.roles[Role.MISS]) >= 1.5


def differences(theme, roles, sight):
    return {
        (one, two): apart(theme.roles[one], theme.roles[two], sight)
        for one, two in roles
    }


@themes
@pytest.mark.parametrize("sight", SIGHTS)
def test_kinds_of_mistakes_are_told_apart(theme, sight):
    found = differences(theme, combinations(MISTAKE_ROLES, 2), sight)
    assert min(found.values()) >= 15.0, min(found, key=found.get)


@themes
def test_the_first_kinds_which_most_maps_need_differ_most(theme):
    first, second, third = MISTAKE_ROLES[:3]
    pairs = differences(theme, [(first, second), (second, third)], "normal")
    assert min(pairs.values()) >= 45.0


@themes
@pytest.mark.parametrize("sight", SIGHTS)
def test_what_a_scene_draws_with_is_told_apart(theme, sight):
    least = REACHED["dark" if theme.name == "dark" else "light"]
    found = differences(theme, combinations(DRAWN, 2), sight)
    at_least = least[list(SIGHTS).index(sight)]
    assert min(found.values()) >= at_least - 0.05, min(found, key=found.get)
    assert all({*pair} in CLOSE for pair, by in found.items() if by < 14.95)


@themes
@pytest.mark.parametrize("sight", SIGHTS)
def test_zones_and_misses_are_told_from_what_meets_them(theme, sight):
    zones = Role.SIDE_A, Role.SIDE_B, Role.CORNER
    pairs = [
        *combinations(zones, 2),
        *product(zones, (Role.ARTICLE,)),
        *product((Role.MISS,), (Role.HIT, Role.ARTICLE, Role.MOVER, Role.OBSTACLE)),
    ]
    found = differences(theme, pairs, sight)
    assert min(found.values()) >= 7.5, min(found, key=found.get)


@themes
def test_the_zones_have_their_article_s_colours(theme):
    """Red above and below, blue at the sides, purple at the corners."""
    hues = [
        colorsys.rgb_to_hsv(*theme.roles[role][:3])[0] * 360
        for role in (Role.SIDE_A, Role.SIDE_B, Role.CORNER)
    ]
    assert [round(hue / 60) % 6 for hue in hues[:2]] in ([0, 3], [0, 4])
    assert 265 <= hues[2] <= 305


@themes
def test_the_grid_stays_behind(theme):
    for colour in (theme.grid_minor, theme.grid_major):
        assert 1.0 < contrast(colour, theme.background) < 1.6


def test_contrast_ends():
    white, black = (1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0)
    assert contrast(white, black) == pytest.approx(21.0)
    assert contrast(black, white) == pytest.approx(21.0)
    assert luminance((0.5, 0.5, 0.5, 1.0)) == pytest.approx(0.2140, abs=1e-4)


def test_themes_differ_in_background():
    dark, light = THEMES["dark"], THEMES["light"]
    assert all(name == theme.name for name, theme in THEMES.items())
    for bright in (light, THEMES["projector"]):
        assert luminance(dark.background) < 0.05 < 0.8 < luminance(bright.background)
