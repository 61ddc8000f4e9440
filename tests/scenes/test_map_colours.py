"""The colours of a map's kinds are told apart, by colour-blind readers too.

Tones are mixed as the map is painted over the background; two are compared by CIE76's
difference in CIELAB. Colour-blind sight is simulated by the matrices of Machado,
Oliveira and Fernandes ("A Physiologically-based Model for Simulation of Color Vision
Deficiency", 2009) for the complete lack of a cone.
"""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from every import own_scenes

from playground.explore.laid_open.lines_to_blame import by_line
from playground.explore.map import MapKind, kinds_of, moved
from playground.render.paint import tone
from playground.render.theme import THEMES, Theme, mix
from playground.scene.kinds import Kind, Regions
from playground.scene.params import Params
from playground.scene.roles import Role
from playground.scene.scene import Entry
from playground.scene.solution import ask

NORMAL = np.eye(3)
PROTANOPIA = np.array(
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]
)
DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
# The least difference of two kinds of one map, and as the colour-blind see them.
PLAIN, BLIND = 14.0, 7.0
ROWS, COLUMNS = 48, 64
MAPS = {
    MapKind.REGIONS: 0.45,
    MapKind.ZONES: 0.45,
    MapKind.MISTAKES: 0.55,
    MapKind.BLAME: 0.55,
}


def lab(colour: tuple[float, ...], sight: np.ndarray) -> np.ndarray:
    """Return the CIELAB of an sRGB colour, seen so, for the white of D65."""
    c = np.array(colour[:3])
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(sight @ linear, 0.0, 1.0) / TO_XYZ.sum(axis=1)
    low = xyz / (3 * (6 / 29) ** 2) + 4 / 29
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), low)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def apart(
    first: Role, second: Role, of: MapKind, theme: Theme, sight: np.ndarray
) -> float:
    tones = (
        mix(theme.background, tone(of, r, theme), MAPS[of]) for r in (first, second)
    )
    one, other = (lab(tone, sight) for tone in tones)
    return float(np.linalg.norm(one - other))


def least(first: Kind, second: Kind, of: MapKind, *sights: np.ndarray) -> float:
    return min(
        apart(first.role, second.role, of, theme, sight)
        for theme in THEMES.values()
        for sight in sights
    )


def asked(scene: Entry, kind: MapKind, params: Params) -> Regions:
    solution = ask(scene, params)
    if kind is MapKind.MISTAKES:
        listing = solution.scene.listing
        assert listing is not None
        return solution.mistakes(listing.dtypes[0])
    if kind is MapKind.BLAME:
        listing = solution.scene.listing
        assert listing is not None
        return by_line(listing, solution.blamed(listing.dtypes[0]))
    return solution.regions if kind is MapKind.REGIONS else solution.zones


def test_the_difference_by_known_colours() -> None:
    assert lab((1.0, 1.0, 1.0), NORMAL) == pytest.approx([100, 0, 0], abs=1e-3)
    assert lab((0.0, 0.0, 0.0), NORMAL) == pytest.approx([0, 0, 0], abs=1e-9)
    # sRGB red has L* 53.24, a* 80.09, b* 67.20.
    assert lab((1.0, 0.0, 0.0), NORMAL) == pytest.approx([53.24, 80.09, 67.2], abs=0.02)
    # Grey stays what it is for everyone.
    for sight in (PROTANOPIA, DEUTERANOPIA):
        assert lab((0.5, 0.5, 0.5), sight) == pytest.approx(
            lab((0.5, 0.5, 0.5), NORMAL), abs=0.05
        )


def together(found: Regions, kind: MapKind) -> list[tuple[Kind, Kind]]:
    """Return the kinds of one map; of mistakes only those that come in it.

    There are more of them than colours: some come at extreme lengths alone.
    """
    come = np.unique(found.index)
    kinds = [
        known
        for place, known in enumerate(found.kinds)
        if place in come or not kind.of_code
    ]
    return list(combinations(kinds, 2))


@pytest.mark.slow
@own_scenes
def test_kinds_can_be_told_apart(scene: Entry) -> None:
    """Of every case the maps of its moved point, over the picture and a bit more."""
    for case in scene.cases.values():
        axes = moved(scene, case.params)
        for kind in set(kinds_of(scene, case.params)) & set(MAPS):
            assert axes is not None
            at = getattr(case.params, axes[0].name)
            x = at[0] + np.linspace(-6.0, 6.0, COLUMNS)[None, :]
            y = at[1] + np.linspace(-4.5, 4.5, ROWS)[:, None]
            p = replace(case.params, **{axes[0].name: (x, y, *at[2:])})
            found = asked(scene, kind, p)
            for pair in together(found, kind):
                assert least(*pair, kind, NORMAL) >= PLAIN, pair
                blind = least(*pair, kind, PROTANOPIA, DEUTERANOPIA)
                assert blind >= BLIND, (case.name, pair, blind)
