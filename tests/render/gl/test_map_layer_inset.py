"""Map of a chart, drawn on the theme's background."""

import ctypes

import numpy as np
import pytest

from playground.analysis.curve import Axis
from playground.analysis.heat_map import AxisSamples, MapField, MapKind, MapQuery
from playground.render.map_colors import OPACITY, rasterize_map
from playground.render.theme import DARK, LIGHT
from playground.scene.answer import NO_KIND_INDEX, RegionKind
from playground.scene.primitives import Role
from scenes import ray_circle

SHARE = OPACITY[MapKind.REGIONS]


def halves(kind):
    index = np.full((4, 6), kind, np.uint8)
    index[:, 3:] = NO_KIND_INDEX
    columns, rows = (AxisSamples(0, count, 1.0) for count in index.shape[::-1])
    axes, scene = (Axis("radius"), Axis("origin", 1)), ray_circle.SCENE
    asked = MapQuery(scene, scene.initial_params(), *axes, MapKind.REGIONS)
    known = (RegionKind("hit", Role.HIT), RegionKind("corner", Role.CORNER))
    none = np.empty((0, 0))
    return rasterize_map(MapField(asked, columns, rows, known, index, none, none))


def read(name, size):
    from pyglet import gl as calls

    pixels = np.empty((size[1], size[0], 4), np.uint8)
    calls.glBindTexture(calls.GL_TEXTURE_2D, name)
    calls.glGetTexImage(
        calls.GL_TEXTURE_2D, 0, calls.GL_RGBA, calls.GL_UNSIGNED_BYTE,
        pixels.ctypes.data,
    )  # fmt: skip
    return pixels / 255.0


def test_it_is_the_map_on_the_ground_in_every_theme_and_size(gl):
    from playground.render.gl.map_layer import MapTexture

    inset = MapTexture()
    for kind, role in enumerate((Role.HIT, Role.CORNER)):
        for theme in (DARK, LIGHT):
            for size in ((60, 40), (90, 44)):
                pixels = read(inset.bind(halves(kind), theme, size, 1.0), size)
                ground = np.array(theme.background[:3])
                full = np.array(theme.roles[role][:3])
                left, right = pixels[5, size[0] // 4], pixels[5, size[0] * 3 // 4]
                on = full * SHARE + ground * (1.0 - SHARE)
                assert left == pytest.approx([*on, 1.0], abs=1.5 / 255)
                assert right == pytest.approx([*ground, 1.0], abs=1.5 / 255)
    inset.delete()


def test_what_is_drawn_to_stays_what_it_was(gl):
    from pyglet import gl as calls

    from playground.render.gl.framebuffer import Framebuffer
    from playground.render.gl.map_layer import MapTexture

    inset, target = MapTexture(), Framebuffer(30, 20)
    target.bind()
    calls.glUseProgram(0)
    calls.glClearColor(1.0, 0.0, 0.0, 1.0)
    calls.glDisable(calls.GL_SCISSOR_TEST)
    calls.glClear(calls.GL_COLOR_BUFFER_BIT)
    inset.bind(halves(0), DARK, (50, 50), 1.0)
    viewport, used = (ctypes.c_int * 4)(), ctypes.c_int(-1)
    calls.glGetIntegerv(calls.GL_CURRENT_PROGRAM, used)
    assert used.value == 0
    calls.glGetIntegerv(calls.GL_VIEWPORT, viewport)
    assert list(viewport) == [0, 0, 30, 20]
    calls.glClearColor(0.0, 1.0, 0.0, 1.0)
    calls.glClear(calls.GL_COLOR_BUFFER_BIT)
    assert (target.read() == (0, 255, 0, 255)).all()
    inset.delete()
    target.delete()
