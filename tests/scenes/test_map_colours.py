"""Colours of a map's kinds: distinguishable, also for colour-blind readers.

Colours are mixed over the background as on the map; two are compared by CIE76's
difference in CIELAB. Mistakes have opaque colours of their own.
"""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from colour_sight import lab
from every import own_scenes

from playground.analysis.heat_map import MapKind, list_maps, map_point_axes
from playground.render.map_colors import OPACITY, kind_colour
from playground.render.theme import THEMES, mix
from playground.scene.answer import RegionKind
from playground.scene.scene import SceneEntry
from playground.scene.solution import solve_scene

# The least difference of two kinds of one map, and as the colour-blind see them.
PLAIN = 14.0
BLIND = 7.0
ROWS = 48
COLUMNS = 64
MAPS = MapKind.REGIONS, MapKind.ZONES


def least(first: RegionKind, second: RegionKind, of: MapKind, *sights: str) -> float:
    return min(
        float(np.linalg.norm(one - other))
        for theme in THEMES.values()
        for sight in sights
        for one, other in [
            [
                lab(
                    mix(theme.background, kind_colour(of, k.role, theme), OPACITY[of]),
                    sight,
                )
                for k in (first, second)
            ]
        ]
    )


@pytest.mark.slow
@own_scenes
def test_kinds_can_be_told_apart(scene: SceneEntry) -> None:
    """Of every case the maps of its moved point, over the picture and a bit more."""
    for case in scene.cases.values():
        axes = map_point_axes(scene, case.params)
        for kind in set(list_maps(scene, case.params)) & set(MAPS):
            at = getattr(case.params, axes[0].name)
            x = at[0] + np.linspace(-6.0, 6.0, COLUMNS)[None, :]
            y = at[1] + np.linspace(-4.5, 4.5, ROWS)[:, None]
            p = replace(case.params, **{axes[0].name: (x, y, *at[2:])})
            solution = solve_scene(scene, p)
            regions = kind is MapKind.REGIONS
            found = solution.regions if regions else solution.zones
            for pair in combinations(found.kinds, 2):
                assert least(*pair, kind, "normal") >= PLAIN, pair
                blind = least(*pair, kind, "protan", "deutan")
                assert blind >= BLIND, (case.name, pair, blind)
