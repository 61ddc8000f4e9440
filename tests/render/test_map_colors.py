"""Textures for effects of mistakes and edges for kinds, alike in window and figure."""

from dataclasses import replace

import numpy as np
import pytest
from map_fields import kinds, paint

from playground.analysis.heat_map import MapKind
from playground.render.map_colors import (
    MIXED_KIND_INDEX,
    PATTERN_GAP_OPACITY,
    Edge,
    Texture,
    compute_coverage,
    compute_tiles,
    kind_edge,
    kind_texture,
    tile_side,
)
from playground.render.svg.map_image import render_map
from playground.render.svg.screen_shapes import PlaneMapView
from playground.render.theme import DARK, LIGHT
from playground.scene import Nature
from playground.scene.answer import NO_KIND_INDEX, Effect, RegionKind
from playground.scene.primitives import MISTAKE_ROLES, Role

SIDE = 84  # whole periods of stripes and of dots


def mistake(effect, nature=Nature.ERROR):
    return RegionKind("wrong", Role.HIT, effect, nature)


@pytest.mark.parametrize(
    ("kind", "filled", "edged"),
    [
        (mistake(Effect.MISSED_HIT), Texture.SOLID, Edge.LINE),
        (mistake(Effect.PHANTOM_HIT), Texture.STRIPES, Edge.LINE),
        (mistake(Effect.WRONG, Nature.CHOICE), Texture.DOTS, Edge.DASHED),
        (mistake(Effect.MISSED_HIT, Nature.ROUNDING), Texture.SPECKS, Edge.NONE),
        (RegionKind("Hit", Role.HIT), Texture.SOLID, Edge.NONE),
    ],
)
def test_a_kind_looks_like_what_it_does_and_is(kind, filled, edged):
    assert (kind_texture(kind), kind_edge(kind)) == (filled, edged)


@pytest.mark.parametrize(
    ("filled", "least", "most"),
    [
        (Texture.SOLID, 1.0, 1.0),
        (Texture.STRIPES, 0.48, 0.52),
        (Texture.DOTS, 0.30, 0.38),
        (Texture.SPECKS, 0.05, 0.2),
    ],
)
def test_the_more_severe_the_more_is_covered(filled, least, most):
    x, y = np.meshgrid(np.arange(SIDE) + 0.5, np.arange(SIDE) + 0.5)
    assert least <= compute_coverage(filled, x, y, 1.0).mean() <= most


@pytest.fixture
def both(gl):
    """Return a function that draws a map's opaque pixels with and without OpenGL."""
    from pyglet import gl as calls

    from playground.render.gl.framebuffer import Framebuffer
    from playground.render.gl.map_layer import CLIP_CORNERS, MapLayer

    layer, target = MapLayer(), Framebuffer(SIDE, SIDE)

    def drawn(painted, theme):
        target.bind()
        calls.glClearColor(*theme.background)
        calls.glClear(calls.GL_COLOR_BUFFER_BIT)
        calls.glEnable(calls.GL_BLEND)
        calls.glBlendFunc(calls.GL_ONE, calls.GL_ONE_MINUS_SRC_ALPHA)
        layer.draw(painted, CLIP_CORNERS, theme, 1.0, (0.0, float(SIDE)))
        ours = target.read()[..., :3] / 255.0
        ends = [(x, y, 1.0) for y in (SIDE, 0.0) for x in (0.0, SIDE)]
        flat = PlaneMapView(painted, np.array(ends), (SIDE, SIDE), theme)
        _, scale, pixels = render_map(flat)
        fine = round(1.0 / scale)
        shown = pixels.reshape(SIDE, fine, SIDE, fine, 4) / 255.0
        alpha = shown[..., 3:]
        whole = shown[..., :3] * alpha + np.array(theme.background[:3]) * (1 - alpha)
        return ours, whole.mean(axis=(1, 3))

    yield drawn
    target.delete()
    layer.delete()


def mapped(index, *found, fine=True):
    field = kinds(index, MapKind.MISTAKES)
    return paint(replace(field, kinds=tuple(found)), fine=fine)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("effect", Effect)
@pytest.mark.parametrize("nature", Nature)
def test_window_and_figure_have_the_same_texture(both, theme, effect, nature):
    whole = mapped(np.zeros((SIDE, SIDE)), mistake(effect, nature))
    ours, theirs = both(whole, theme)
    assert np.abs(ours - theirs).mean() < 0.02
    full = np.array(theme.roles[MISTAKE_ROLES[0]][:3])
    ground = np.array(theme.background[:3])
    # Nothing of what is below shows, but between the specks of rounding.
    shares = (ours - ground) @ (full - ground) / ((full - ground) @ (full - ground))
    least = 0.0 if nature is Nature.ROUNDING else PATTERN_GAP_OPACITY
    least = 1.0 if kind_texture(mistake(effect, nature)) is Texture.SOLID else least
    assert shares.min() == pytest.approx(least, abs=0.02)


def test_a_mistake_is_edged_inside_and_a_choice_by_dashes(both):
    index = np.full((SIDE, SIDE), NO_KIND_INDEX)
    index[20:64, 20:64] = 0
    full = np.array(DARK.roles[MISTAKE_ROLES[0]][:3])

    def edged(nature):
        for seen in both(mapped(index, mistake(Effect.PHANTOM_HIT, nature)), DARK):
            there = np.abs(seen - full).max(axis=-1) < 0.15
            # The first row of pixels inside the upper edge, and that outside.
            yield there[20, 26:58].mean()
            assert not there[19].any()

    assert min(edged(Nature.ERROR)) > 0.95
    assert all(0.4 < share < 0.75 for share in edged(Nature.CHOICE))
    assert max(edged(Nature.ROUNDING)) < 0.3


def test_neighbours_have_each_their_own_edge(both):
    index = np.zeros((SIDE, SIDE))
    index[:, 42:] = 1
    one = mistake(Effect.PHANTOM_HIT)
    other = replace(one, name="another", effect=Effect.WRONG)
    first, second = (np.array(DARK.roles[r][:3]) for r in MISTAKE_ROLES[:2])
    for seen in both(mapped(index, one, other), DARK):
        assert np.abs(seen[10:70, 41] - first).max() < 0.2
        assert np.abs(seen[10:70, 42] - second).max() < 0.2


def test_a_tile_of_one_kind_has_no_other_in_it_nor_beside_it() -> None:
    rng = np.random.default_rng(3)
    for shape in ((1, 1), (1, 90), (37, 64), (200, 230)):
        cells = np.zeros(shape, np.uint8)
        for _ in range(4):
            row, column = (int(rng.integers(n)) for n in shape)
            cells[row, column:] = rng.integers(256)
        found, wide = compute_tiles(cells), tile_side(cells)
        assert found.shape == tuple(-(-n // wide) for n in shape)
        for (y, x), kind in np.ndenumerate(found):
            low = np.array([y, x]) * wide
            near = cells[
                max(low[0] - 1, 0) : low[0] + wide + 1,
                max(low[1] - 1, 0) : low[1] + wide + 1,
            ]
            assert kind == MIXED_KIND_INDEX or (near == kind).all()


def test_a_map_of_one_kind_has_no_tile_that_is_mixed() -> None:
    assert (compute_tiles(np.full((50, 70), 2, np.uint8)) == 2).all()
