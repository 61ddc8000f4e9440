"""Labels of contour lines: on the line, sparse, legible, where there is space."""

from dataclasses import replace

import numpy as np
import pytest
from bare import measure

from playground.analysis.curve import Axis
from playground.analysis.heat_map import AxisSamples, MapField, MapKind, MapQuery
from playground.render.map_colors import MapImage, rasterize_map
from playground.render.map_labels import (
    ContourNumbers,
    find_crossings,
    select_free_numbers,
)
from playground.render.theme import DARK, LIGHT, PROJECTOR, contrast
from playground.scene.camera import Camera2D, Viewport
from scenes import ray_circle

SCENE = ray_circle.SCENE
VIEW = Viewport(20.0, 10.0, 600.0, 500.0)
STEP = 1.0 / 64.0
CAMERA = Camera2D((0.0, 0.0), 64.0)
NO_INK = np.empty((0, 2))


def field(function, first=(-300, -250), count=(600, 500), level=np.nan):
    """Return a function of the plane as a field, one cell per pixel."""
    asked = MapQuery(
        SCENE,
        SCENE.initial_params(),
        Axis("origin", 0),
        Axis("origin", 1),
        MapKind.VALUES,
        "f",
    )
    columns, rows = (AxisSamples(a, n, STEP) for a, n in zip(first, count, strict=True))
    values = function(columns.values[None], rows.values[:, None])
    turns = np.full((1, 1), level)
    return MapField(asked, columns, rows, (), np.empty((0, 0), np.uint8), values, turns)


def backdrop(asked, *, fine=True):
    corners = [(x, y) for y in asked.rows.edges for x in asked.columns.edges]
    return MapImage(
        rasterize_map(replace(asked, is_coarse=not fine)), np.array(corners)
    )


def texts(behind, theme=DARK, numbers=None, camera=CAMERA):
    return (numbers or ContourNumbers()).place_numbers(
        behind,
        lambda points: camera.to_screen(points, VIEW),
        VIEW,
        camera,
        theme,
        12.0,
        measure,
    )


def middle(text):
    return text.x + text.width / 2, text.y + text.height / 2


def radius(x, y):
    return np.hypot(x, y)


def hills(x, y):
    return np.sin(x) * np.cos(0.7 * y) + 0.3 * x


def tilted(x, y):
    return 0.2 * x - 0.35 * y + 0.0 * x * y


FUNCTIONS = pytest.mark.parametrize("function", [radius, hills, tilted])


@FUNCTIONS
def test_each_number_is_the_value_where_it_stands(function):
    found = texts(backdrop(field(function)))
    assert len(found) >= 8
    for text in found:
        x, y = CAMERA.to_world(middle(text), VIEW)
        value = float(text.text.replace("−", "-"))
        assert float(function(x, y)) == pytest.approx(value, abs=0.003)


@FUNCTIONS
def test_numbers_are_apart_and_those_of_one_line_far_apart(function):
    found = texts(backdrop(field(function)))
    for place, one in enumerate(found):
        for other in found[:place]:
            away = np.hypot(*np.subtract(middle(one), middle(other)))
            assert away > (200.0 if one.text == other.text else 60.0)


@pytest.mark.parametrize("theme", [DARK, LIGHT, PROJECTOR], ids=lambda t: t.name)
def test_numbers_are_legible_on_the_shade_that_breaks_the_line(theme):
    for level in (np.nan, 2.0):
        for text in texts(backdrop(field(radius, level=level)), theme):
            assert text.background[3] == 1.0
            assert contrast(text.colour, text.background) >= 4.5


@pytest.mark.parametrize("half", [0.1, 0.4, 2.0])
def test_no_number_stands_where_the_map_ends(half):
    def band(x, y):
        return np.where(abs(y - 0.3 * x) < half, np.hypot(x, y), np.nan)

    found = texts(backdrop(field(band)))
    assert found or half == 0.1
    for text in found:
        left, top, right, low = text.box
        for corner in ((left, top), (right, top), (left, low), (right, low)):
            x, y = CAMERA.to_world(corner, VIEW)
            assert abs(y - 0.3 * x) < half


def test_a_map_without_lines_has_no_numbers():
    assert not texts(backdrop(field(radius), fine=False))
    assert not texts(backdrop(field(lambda x, y: 0.0 * x * y + 3.0)))
    assert not texts(backdrop(field(lambda x, y: np.nan * x * y)))
    assert not texts(backdrop(field(radius, count=(1, 40))))
    assert not texts(backdrop(field(radius, count=(0, 0))))


def test_numbers_give_way_to_labels_and_outlines():
    found = texts(backdrop(field(radius)))
    first, second = found[:2]
    assert select_free_numbers(found, [], NO_INK) == found
    kept = select_free_numbers(found, [first.box], np.array([middle(second)]))
    assert kept == found[2:]


def test_the_numbers_stay_on_the_same_guides_while_the_map_moves():
    here = backdrop(field(hills))
    moved = backdrop(field(hills, first=(-260, -270)))
    for behind in (here, moved):
        spots = find_crossings(behind.raster)
        low, high = behind.corners[0], behind.corners[3]
        places = (low + (high - low) * spots.share) / STEP
        apart = np.abs(places - 32.0 * np.round(places / 32.0)).min(axis=1)
        assert apart.max() < 1e-6


def test_nothing_is_looked_for_again_while_neither_map_nor_view_changes():
    numbers, behind = ContourNumbers(), backdrop(field(radius))
    first = texts(behind, numbers=numbers)
    assert texts(behind, numbers=numbers) is first
    another = backdrop(field(tilted))
    assert texts(another, numbers=numbers) == texts(another) != first
    near = Camera2D((0.5, 0.0), 128.0)
    assert texts(another, numbers=numbers, camera=near) != texts(another)
