import colorsys
from itertools import combinations, product

import numpy as np
import pytest

from playground.render.theme import (
    THEMES,
    contrast,
    luminance,
)
from playground.scene.roles import MISTAKE_ROLES, Role

# Machado, Oliveira and Fernandes (2009), full severity, on linear RGB.
DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
PROTANOPIA = np.array(
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]
)
TRITANOPIA = np.array(
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ]
)
SIGHTS = {
    "normal": np.eye(3),
    "deutan": DEUTERANOPIA,
    "protan": PROTANOPIA,
    "tritan": TRITANOPIA,
}
# What every picture is made of: hit, miss, the article, ray, shape and normal.
MAIN = (
    Role.HIT,
    Role.MISS,
    Role.ARTICLE,
    Role.ACCENT,
    Role.MOVER,
    Role.OBSTACLE,
    Role.NORMAL,
)
TOLD_APART = [
    {Role.HIT, Role.MISS},
    {Role.ENTER, Role.EXIT},
    {Role.MOVER, Role.OBSTACLE},
    {Role.SIDE_A, Role.SIDE_B},
    {Role.SIDE_A, Role.CORNER},
    {Role.SIDE_B, Role.CORNER},
    {Role.NORMAL, Role.OBSTACLE},
    {Role.NORMAL, Role.MOVER},
    {Role.NORMAL, Role.HIT},
    {Role.HIT, Role.MOVER},
    {Role.HIT, Role.ENTER},
    # What an article's code answers.
    *(
        {Role.ARTICLE, role}
        for role in (
            Role.MOVER,
            Role.HIT,
            Role.ENTER,
            Role.SIDE_A,
            Role.SIDE_B,
            Role.CORNER,
        )
    ),
]

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def linear(colour):
    c = np.asarray(colour[:3])
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def oklab(rgb):
    to_lms = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    to_lab = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return to_lab @ np.cbrt(to_lms @ np.clip(rgb, 0, 1))


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


@themes
@pytest.mark.parametrize(
    "sight", [np.eye(3), DEUTERANOPIA, PROTANOPIA], ids=["normal", "deutan", "protan"]
)
def test_roles_that_meet_are_told_apart(theme, sight):
    for one, two in TOLD_APART:
        first, second = (
            oklab(sight @ linear(theme.roles[role])) for role in (one, two)
        )
        # About twenty times a just noticeable difference in OKLab is 0.04.
        assert np.linalg.norm(first - second) >= 0.06, (one, two)


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
@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS)
def test_what_every_picture_is_made_of_is_told_apart(theme, sight):
    for one, two in combinations(MAIN, 2):
        first, second = (
            oklab(sight @ linear(theme.roles[role])) for role in (one, two)
        )
        # Some thirty times the least difference that is seen side by side, 0.002.
        assert np.linalg.norm(first - second) >= 0.06, (one, two)


@themes
@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS)
def test_mistakes_are_told_from_each_other_and_from_the_truth(theme, sight):
    for one, two in (
        *combinations(MISTAKE_ROLES, 2),
        *product(MISTAKE_ROLES, (Role.HIT, Role.ARTICLE)),
    ):
        first, second = (
            oklab(sight @ linear(theme.roles[role])) for role in (one, two)
        )
        assert np.linalg.norm(first - second) >= 0.06, (one, two)


def hue(colour):
    _, a, b = oklab(linear(colour))
    return np.degrees(np.arctan2(b, a)), np.hypot(a, b)


def apart(one, two):
    return abs((one - two + 180.0) % 360.0 - 180.0)


@themes
def test_the_hues_of_the_article_and_of_a_hit_are_theirs_alone(theme):
    """But for the faces of article 5, whose colours are its own."""
    article, hit = (hue(theme.roles[role])[0] for role in (Role.ARTICLE, Role.HIT))
    faces = {Role.SIDE_A, Role.SIDE_B, Role.CORNER}
    for role in set(Role) - faces - {Role.ARTICLE}:
        other, chroma = hue(theme.roles[role])
        if chroma >= 0.045:
            assert apart(other, article) >= 25.0, role
    for role in MISTAKE_ROLES:
        assert apart(hue(theme.roles[role])[0], hit) >= 22.0, role
    other, _ = hue(theme.accent)
    assert apart(other, article) >= 25.0


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
