"""Maps of kinds: colours, sharp edges, and seams between kinds."""

import math

import numpy as np
import pytest
from map_fields import kinds, middles, paint, valued

from playground.analysis.heat_map import MapKind
from playground.render.map_colors import OPACITY, kind_colour
from playground.render.theme import DARK, LIGHT, contrast
from playground.scene.answer import NO_KIND_INDEX
from playground.scene.primitives import Role


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("kind", [MapKind.REGIONS, MapKind.MISTAKES])
def test_in_the_middle_of_a_cell_is_its_roles_colour_premultiplied(
    lay_out, theme, kind
):
    index = [
        [0, NO_KIND_INDEX, NO_KIND_INDEX, 1],
        [NO_KIND_INDEX] * 4,
        [2, NO_KIND_INDEX, NO_KIND_INDEX, NO_KIND_INDEX],
    ]
    seen = middles(lay_out(paint(kinds(index, kind)), theme, each=8), 8)
    opacity = OPACITY[kind]
    for at, role in (((0, 0), Role.HIT), ((0, 3), Role.MISS), ((2, 0), Role.ACCENT)):
        expected = [*(c * opacity for c in kind_colour(kind, role, theme)[:3]), opacity]
        assert seen[at] == pytest.approx(expected, abs=1.0 / 255)
    assert seen[2, 2].tolist() == [0, 0, 0, 0]


def tones(theme, *roles, opacity=OPACITY[MapKind.REGIONS]):
    own = (kind_colour(MapKind.REGIONS, role, theme) for role in roles)
    return [np.array(colour) * opacity for colour in own]


def between(pixel, one, two):
    """Return the share of `two` in a mixture of two colours."""
    share = np.dot(pixel - one, two - one) / np.dot(two - one, two - one)
    assert pixel == pytest.approx(one + share * (two - one), abs=2.0 / 255)
    return share


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_an_edge_is_one_pixel_of_both_colours_wide(lay_out, theme):
    index = np.zeros((4, 5))
    index[:, 2:] = 1
    # Nine pixels a cell: the edge is in the middle of none, and beside none.
    pixels = lay_out(paint(kinds(index), fine=False), theme, each=9)
    one, two = tones(theme, Role.HIT, Role.MISS)
    shares = [between(pixel, one, two) for pixel in pixels[18]]
    assert shares[:17] == pytest.approx([0.0] * 17, abs=0.01)
    assert shares[19:] == pytest.approx([1.0] * 26, abs=0.01)
    assert (np.diff(shares) > -0.01).all()
    # Of a slanted edge some pixels are between both.
    slanted = np.add.outer(np.arange(12), np.arange(12)) > 11
    pixels = lay_out(paint(kinds(slanted), fine=False), theme, each=9)
    shares = np.array([between(p, one, two) for p in pixels.reshape(-1, 4)])
    mixed = ((shares > 0.05) & (shares < 0.95)).mean()
    assert 0.5 / 108 < mixed < 4.0 / 108


def test_a_field_without_cells_is_painted():
    for shape in ((0, 5), (5, 0), (0, 0)):
        assert paint(kinds(np.empty(shape), roles=())).cells.size == 0
        assert paint(valued(np.empty(shape))).cells.size == 0


@pytest.mark.parametrize("kind", [MapKind.REGIONS, MapKind.ZONES, MapKind.MISTAKES])
@pytest.mark.parametrize("ground", [NO_KIND_INDEX, 1])
def test_a_rare_cell_is_seen_in_the_cells_around_it(kind, ground):
    index = np.full((11, 12), ground)
    index[4, 7] = 0
    grown = kinds(index, kind).display_index
    assert (grown == 0).sum() == 9
    assert (grown[3:6, 6:9] == 0).all()
    for corner in ((0, 11), (10, 0), (0, 0), (10, 11)):
        index = np.full((11, 12), ground)
        index[corner] = 0
        assert (kinds(index, kind).display_index == 0).sum() == 4


def test_a_frequent_kind_stays_where_it_is():
    index = np.full((10, 10), NO_KIND_INDEX)
    index[3, 2:5] = 0
    assert np.array_equal(kinds(index).display_index, index)


@pytest.fixture
def strip(gl):
    """Return a function that draws a map's middle row off the pixel grid."""
    from pyglet import gl as calls

    from playground.render.gl.framebuffer import Framebuffer
    from playground.render.gl.map_layer import MapLayer

    layer, target = MapLayer(), Framebuffer(60, 20)

    def row(painted, cell, shift):
        reach, shift = painted.cells.shape[1] * cell / 60, shift / 30
        corners = [(x + shift, y, 1.0) for y in (-1, 1) for x in (-reach, reach)]
        target.bind()
        calls.glDisable(calls.GL_BLEND)
        calls.glDisable(calls.GL_SCISSOR_TEST)
        calls.glClear(calls.GL_COLOR_BUFFER_BIT)
        layer.draw(painted, np.array(corners), DARK, 1.0)
        return target.read()[10, :, 3] / 255

    yield row
    target.delete()
    layer.delete()


@pytest.mark.parametrize("each", [1, 9])
def test_two_kinds_have_a_seam_and_an_edge_of_the_map_has_none(lay_out, each):
    index = np.full((6, 8), NO_KIND_INDEX)
    index[1:5, 1:4], index[1:5, 4:7] = 0, 1
    fine, coarse = (
        lay_out(paint(kinds(index), fine=fine), each=each)[..., 3]
        for fine in (True, False)
    )
    opacity = OPACITY[MapKind.REGIONS]
    kept = coarse[3 * each, each * 2 : each * 6]
    assert kept == pytest.approx(np.full(4 * each, opacity), abs=0.01)
    thinner = fine < coarse - 0.01
    assert thinner[2 * each : 4 * each, 4 * each - 1 : 4 * each + 1].all()
    beside = np.abs(np.arange(8 * each) + 0.5 - 4 * each) > 1.5
    assert not thinner[:, beside].any()
    if each > 1:
        # A pixel of the screen wide, whatever the cell's size, and a quarter as strong.
        lost = (coarse - fine)[3 * each].sum() / opacity
        assert lost == pytest.approx(0.75, abs=0.2)


def test_a_seam_is_as_dark_wherever_it_lies_between_the_pixels(strip):
    index = np.zeros((20, 400))
    index[:, 200:] = 1
    painted = paint(kinds(index))
    for cell in (0.71, 0.9, 1.0, 1.1, 1.41, 2.0, 2.8, 16.0):
        rows = [strip(painted, cell, shift) for shift in np.linspace(0.0, 1.0, 9)]
        dark = [(1.0 - row / row[0]).sum() for row in rows]
        # Three quarters of a pixel's; where cells are smaller than that it may be less.
        assert 0.5 < min(dark) <= max(dark) < 0.78, cell


@pytest.mark.parametrize("slope", [0.3, 0.57, 1.0, 1.73, 3.1])
@pytest.mark.parametrize("each", [1.0, 1.7, 2.3, 5.0])
def test_a_seam_is_nowhere_but_between_its_kinds(lay_out, slope, each):
    """A slanted edge has steps of all lengths: none throws a shadow beside itself."""
    y, x = np.mgrid[:60, :60]
    painted = paint(kinds(slope * x + y > 44.0))
    pixels = lay_out(painted, each=each, ratio=2.0)[..., 3]
    scale = 60 / len(pixels)
    y, x = (np.mgrid[: len(pixels), : len(pixels)] + 0.5) * scale - 0.5
    away = np.abs(slope * x + y - 44.0) / math.hypot(slope, 1.0)
    far = away > 0.75 + 1.5 * scale
    assert pixels[far] == pytest.approx(OPACITY[MapKind.REGIONS], abs=0.01)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_a_miss_is_quiet_ground_but_a_mistake_is_not(theme):
    miss, hit = (kind_colour(MapKind.REGIONS, r, theme) for r in (Role.MISS, Role.HIT))
    assert (
        contrast(miss, theme.background) < 1.5 < 3.0 < contrast(hit, theme.background)
    )
    assert kind_colour(MapKind.MISTAKES, Role.MISS, theme) == theme.roles[Role.MISS]
