"""Fields of maps made by hand, and helpers for their pixels."""

from dataclasses import replace

import numpy as np

from playground.analysis.curve import Axis
from playground.analysis.heat_map import AxisSamples, MapField, MapKind, MapQuery
from playground.render.map_colors import rasterize_map as whole
from playground.render.theme import DARK
from playground.scene.answer import RegionKind
from playground.scene.primitives import Role
from scenes import ray_circle

SCENE = ray_circle.SCENE

ASKED = MapQuery(
    SCENE,
    SCENE.initial_params(),
    Axis("origin", 0),
    Axis("origin", 1),
    MapKind.VALUES,
    "f",
)

# Two themes that differ in the ink of contour lines alone.
ON_BLACK = replace(DARK, background=(0.0, 0.0, 0.0, 1.0))
ON_WHITE = replace(DARK, background=(1.0, 1.0, 1.0, 1.0))


def paint(field, *, fine=True):
    """Paint a field in the shades that all themes share."""
    return replace(whole(replace(field, is_coarse=not fine)), threshold_share=None)


def valued(values, turns_at=0.0):
    values = np.asarray(values, dtype=np.float64)
    columns, rows = (AxisSamples(0, count, 1.0) for count in values.shape[::-1])
    level = np.atleast_2d(np.asarray(turns_at, np.float64))
    return MapField(ASKED, columns, rows, (), np.empty((0, 0), np.uint8), values, level)


def kinds(index, kind=MapKind.REGIONS, roles=(Role.HIT, Role.MISS, Role.ACCENT)):
    index = np.asarray(index, dtype=np.uint8)
    columns, rows = (AxisSamples(0, count, 1.0) for count in index.shape[::-1])
    known = tuple(RegionKind(role.value, role) for role in roles)
    asked = replace(ASKED, kind=kind)
    empty = np.empty((0, 0))
    return MapField(asked, columns, rows, known, index, empty, empty)


def middles(pixels, each):
    """Return the pixel right of and above each cell's centre."""
    return pixels[each // 2 :: each, each // 2 :: each]
