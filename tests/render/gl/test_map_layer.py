"""Map in the world: at the camera's position, below everything else."""

import ctypes
from itertools import product

import numpy as np
import pytest
from bare import measure

from playground.analysis.curve import Axis
from playground.analysis.heat_map import AxisSamples, MapField, MapKind, MapQuery
from playground.render.map_colors import OPACITY, MapImage, MapRaster, rasterize_map
from playground.render.theme import DARK, LIGHT
from playground.scene.answer import NO_KIND_INDEX, RegionKind
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Circle, Role, Sphere
from scenes import ray_circle

SIZE = 160, 140
FLAT = Camera2D((0.7, -0.4), 23.0)
ORBIT = OrbitCamera((0.0, 40.0, 0.0), 10.0, 0.5, 0.6)
# Lower left, lower right, upper left, upper right.
PLANE = np.array([(-2.0, -1.0), (3.0, -1.0), (-2.0, 2.0), (3.0, 2.0)])
SHEET = np.array(
    [(-2.0, 39.5, -1.0), (2.0, 39.5, -1.0), (-2.0, 39.5, 2.0), (2.0, 39.5, 2.0)]
)


@pytest.fixture
def lay(canvas):
    """Return a function that draws a map under primitives: RGBA, top row first."""
    from playground.render.gl.framebuffer import Framebuffer

    targets = []

    def laid(camera, backdrop, records=(), ratio=1.0, place=None, size=SIZE):
        whole = round(size[0] * ratio), round(size[1] * ratio)
        targets.append(Framebuffer(*whole))
        targets[-1].bind()
        canvas.draw(
            DrawList(primitives=list(records)),
            camera,
            place or Viewport(0.0, 0.0, *size),
            framebuffer_size=whole,
            pixel_ratio=ratio,
            theme=DARK,
            map_image=backdrop,
            measure=measure,
        )
        return targets[-1].read()

    yield laid
    for target in targets:
        target.delete()


ROLES = (Role.HIT, Role.OBSTACLE, Role.ACCENT, Role.CORNER)
SHARE = OPACITY[MapKind.REGIONS]
GROUND = np.array(DARK.background[:3])


def mapped(index) -> MapRaster:
    """Return a map of these kinds, without seams."""
    index = np.asarray(index, np.uint8)
    columns, rows = (AxisSamples(0, count, 1.0) for count in index.shape[::-1])
    axes, scene = (Axis("origin", 0), Axis("origin", 1)), ray_circle.SCENE
    asked = MapQuery(scene, scene.initial_params(), *axes, MapKind.REGIONS)
    known = tuple(RegionKind(role.value, role) for role in ROLES)
    none = np.empty((0, 0))
    return rasterize_map(
        MapField(asked, columns, rows, known, index, none, none, is_coarse=True)
    )


def tone(kind):
    """Return the colour of a kind on the theme's background, 0 to 255."""
    if kind == NO_KIND_INDEX:
        return 255 * GROUND
    own = np.array(DARK.roles[ROLES[kind]][:3])
    return 255 * (own * SHARE + GROUND * (1.0 - SHARE))


def checked(rows=6, columns=10):
    """Return kinds in a pattern without equal neighbours."""
    row, column = np.mgrid[:rows, :columns]
    return (row * 2 + column) % 4


def middles(corners, rows, columns):
    """Yield each cell's row, column and centre in the world."""
    origin, across, up = corners[0], corners[1] - corners[0], corners[2] - corners[0]
    for row in range(rows):
        for column in range(columns):
            share = (column + 0.5) / columns, (row + 0.5) / rows
            yield row, column, origin + share[0] * across + share[1] * up


def seen_at(image, camera, point, ratio=1.0, place=None):
    x, y = camera.to_screen(point, place or Viewport(0.0, 0.0, *SIZE))
    return image[int(y * ratio), int(x * ratio)]


VIEWS = [
    pytest.param(FLAT, PLANE, id="plane"),
    pytest.param(ORBIT, SHEET, id="space"),
]


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize(("camera", "corners"), VIEWS)
def test_each_cell_lies_where_the_camera_says(lay, camera, corners, ratio):
    index = checked()
    image = lay(camera, MapImage(mapped(index), corners), ratio=ratio)
    hits = [
        np.abs(seen_at(image, camera, at, ratio)[:3] - tone(index[row, column])).max()
        for row, column, at in middles(corners, *index.shape)
    ]
    # A line of the grid may pass over the middle of a cell.
    assert np.mean(np.array(hits) <= 2) > 0.8


@pytest.mark.parametrize(("camera", "corners"), VIEWS)
def test_it_ends_at_its_corners(lay, camera, corners):
    below = MapImage(mapped(np.zeros((3, 3))), corners)
    bare, image = lay(camera, None), lay(camera, below)
    middle = corners.mean(axis=0)
    for corner in corners:
        within, beyond = (middle + share * (corner - middle) for share in (0.93, 1.07))
        assert seen_at(image, camera, within)[:3] == pytest.approx(tone(0), abs=2)
        same = seen_at(image, camera, beyond).astype(int) - seen_at(
            bare, camera, beyond
        )
        assert np.abs(same).max() < 40


def test_a_viewport_beside_others_keeps_it(lay):
    place = Viewport(50.0, 30.0, 90.0, 80.0)
    wide = np.array([(-99.0, -99.0), (99.0, -99.0), (-99.0, 99.0), (99.0, 99.0)])
    image = lay(FLAT, MapImage(mapped(np.zeros((2, 2))), wide), place=place)
    there = np.abs(image[..., :3] - tone(0)).max(axis=-1) <= 2
    assert there[30:110, 50:140].mean() > 0.9
    there[30:110, 50:140] = False
    assert not there.any()


@pytest.mark.parametrize(
    ("camera", "corners", "record"),
    [
        (FLAT, PLANE, Circle((0.5, 0.5), 0.8, role=Role.HIT, fill=1.0)),
        (ORBIT, SHEET, Sphere((0.0, 40.5, 0.0), 0.8, role=Role.HIT)),
    ],
    ids=["plane", "space"],
)
def test_shapes_lie_over_it(lay, camera, corners, record):
    below = MapImage(mapped(np.ones((2, 2))), corners)
    shape, both = lay(camera, None, [record]), lay(camera, below, [record])
    at = (0.5, 0.5) if camera is FLAT else (0.0, 40.5, 0.0)
    assert seen_at(both, camera, at).tolist() == seen_at(shape, camera, at).tolist()
    assert np.abs(seen_at(both, camera, at)[:3] - tone(1)).max() > 20


def test_what_is_transparent_lets_the_ground_through(lay):
    off = (1.43, 0.62)  # away from the lines of the grid
    for kind in (NO_KIND_INDEX, 0):
        image = lay(FLAT, MapImage(mapped(np.full((2, 2), kind)), PLANE))
        assert seen_at(image, FLAT, off)[:3] == pytest.approx(tone(kind), abs=1.5)


def test_another_map_replaces_the_old_one(lay):
    one, two = (mapped(np.full((2, 2), kind)) for kind in (0, 1))
    wide, off = mapped(np.full((3, 5), 2)), (1.43, 0.62)
    for painted, kind in ((one, 0), (two, 1), (wide, 2), (one, 0)):
        image = lay(FLAT, MapImage(painted, PLANE))
        assert seen_at(image, FLAT, off)[:3] == pytest.approx(tone(kind), abs=1.5)


def test_a_sheet_that_passes_behind_the_eye_is_cut_off(lay):
    camera = OrbitCamera((0.0, 40.0, 0.0), 10.0, 0.0, 0.05)
    reach = np.array(
        [
            (-50.0, 38.0, 60.0),
            (50.0, 38.0, 60.0),
            (-50.0, 38.0, -60.0),
            (50.0, 38.0, -60.0),
        ]
    )
    image = lay(camera, MapImage(mapped(np.ones((4, 4))), reach))
    there = np.abs(image[..., :3] - tone(1)).max(axis=-1) <= 2
    assert there[-10:, 20:-20].all()
    assert not there[:40].any()


# A map as a texture, for charts.


def read(name, size):
    from pyglet import gl as calls

    pixels = np.empty((size[1], size[0], 4), np.uint8)
    calls.glBindTexture(calls.GL_TEXTURE_2D, name)
    calls.glGetTexImage(
        calls.GL_TEXTURE_2D, 0, calls.GL_RGBA, calls.GL_UNSIGNED_BYTE,
        pixels.ctypes.data,
    )  # fmt: skip
    return pixels / 255.0


def test_a_texture_is_the_map_on_the_ground_in_every_theme_and_size(gl):
    from playground.render.gl.map_layer import MapTexture

    inset = MapTexture()
    for kind, theme, size in product((0, 3), (DARK, LIGHT), ((60, 40), (90, 44))):
        halves = mapped(
            np.where(np.arange(6) < 3, kind, np.full((4, 1), NO_KIND_INDEX))
        )
        pixels = read(inset.bind(halves, theme, size, 1.0), size)
        ground = np.array(theme.background[:3])
        on = np.array(theme.roles[ROLES[kind]][:3]) * SHARE + ground * (1.0 - SHARE)
        left, right = pixels[5, size[0] // 4], pixels[5, size[0] * 3 // 4]
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
    inset.bind(mapped(np.zeros((4, 6))), DARK, (50, 50), 1.0)
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
