"""A picture in the world lies where the camera says, and below everything else."""

import numpy as np
import pytest

from playground.render.backdrop import Backdrop
from playground.render.theme import DARK
from playground.scene.drawlist import (
    Circle,
    DrawList,
    Role,
    Sphere,
)
from playground.view.camera import (
    Camera2D,
    OrbitCamera,
    Viewport,
)

SIZE = 160, 140
RED, GREEN = (255, 0, 0, 255), (0, 255, 0, 255)
FLAT = Camera2D((0.7, -0.4), 23.0)
ORBIT = OrbitCamera((0.0, 40.0, 0.0), 10.0, 0.5, 0.6)
# Lower left, lower right, upper left, upper right.
PLANE = np.array([(-2.0, -1.0), (3.0, -1.0), (-2.0, 2.0), (3.0, 2.0)])
SHEET = np.array(
    [(-2.0, 39.5, -1.0), (2.0, 39.5, -1.0), (-2.0, 39.5, 2.0), (2.0, 39.5, 2.0)]
)


@pytest.fixture
def lay(canvas):
    """Draws a backdrop under records and returns RGBA pixels, top row first."""
    from playground.render.target import Target

    targets = []

    def laid(camera, backdrop, records=(), ratio=1.0, place=None, size=SIZE):
        whole = round(size[0] * ratio), round(size[1] * ratio)
        targets.append(Target(*whole))
        targets[-1].bind()
        canvas.draw(
            DrawList(records=list(records)),
            camera,
            place or Viewport(0.0, 0.0, *size),
            framebuffer_size=whole,
            pixel_ratio=ratio,
            theme=DARK,
            backdrop=backdrop,
            measure=lambda text, size: (0.5 * size * len(text), 1.2 * size),
        )
        return targets[-1].read()

    yield laid
    for target in targets:
        target.delete()


def checked(rows=6, columns=10):
    """Return pixels of which each has a colour of its own."""
    row, column = np.mgrid[:rows, :columns]
    pixels = np.zeros((rows, columns, 4), np.uint8)
    pixels[..., 0], pixels[..., 1] = 20 + 220 * column // columns, 20 + 36 * row
    pixels[..., 2], pixels[..., 3] = 200, 255
    return pixels


def middles(corners, rows, columns):
    """Yield each cell's row, column and world middle."""
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
    pixels = checked()
    image = lay(camera, Backdrop(pixels, corners, smooth=False), ratio=ratio)
    hits = [
        np.abs(
            seen_at(image, camera, at, ratio).astype(int) - pixels[row, column]
        ).max()
        for row, column, at in middles(corners, *pixels.shape[:2])
    ]
    # A line of the grid may pass over the middle of a cell.
    assert np.mean(np.array(hits) <= 2) > 0.8


@pytest.mark.parametrize(("camera", "corners"), VIEWS)
def test_it_ends_at_its_corners(lay, camera, corners):
    pixels = np.full((3, 3, 4), RED, np.uint8)
    bare, image = lay(camera, None), lay(camera, Backdrop(pixels, corners, False))
    middle = corners.mean(axis=0)
    for corner in corners:
        within, beyond = (middle + share * (corner - middle) for share in (0.93, 1.07))
        assert seen_at(image, camera, within)[:3].tolist() == [255, 0, 0]
        same = seen_at(image, camera, beyond).astype(int) - seen_at(
            bare, camera, beyond
        )
        assert np.abs(same).max() < 40


def test_a_viewport_beside_others_keeps_it(lay):
    place = Viewport(50.0, 30.0, 90.0, 80.0)
    pixels = np.full((2, 2, 4), GREEN, np.uint8)
    wide = np.array([(-99.0, -99.0), (99.0, -99.0), (-99.0, 99.0), (99.0, 99.0)])
    image = lay(FLAT, Backdrop(pixels, wide, False), place=place)
    green = image[..., 1] > 150
    assert green[30:110, 50:140].mean() > 0.9
    green[30:110, 50:140] = False
    assert not green.any()


@pytest.mark.parametrize(
    ("camera", "corners", "record"),
    [
        (FLAT, PLANE, Circle((0.5, 0.5), 0.8, role=Role.HIT, fill=1.0)),
        (ORBIT, SHEET, Sphere((0.0, 40.5, 0.0), 0.8, role=Role.HIT)),
    ],
    ids=["plane", "space"],
)
def test_shapes_lie_over_it(lay, camera, corners, record):
    pixels = np.full((2, 2, 4), (0, 0, 255, 255), np.uint8)
    below = Backdrop(pixels, corners, False)
    shape, both = lay(camera, None, [record]), lay(camera, below, [record])
    at = (0.5, 0.5) if camera is FLAT else (0.0, 40.5, 0.0)
    assert seen_at(both, camera, at).tolist() == seen_at(shape, camera, at).tolist()
    assert seen_at(both, camera, at)[2] < 200


def test_what_is_transparent_lets_the_ground_through(lay):
    clear, half = np.zeros((2, 2, 4), np.uint8), np.full((2, 2, 4), 128, np.uint8)
    off = (1.43, 0.62)  # away from the lines of the grid
    ground = np.array(DARK.background[:3]) * 255
    for pixels, expected in ((clear, ground), (half, 128 + ground * (127 / 255))):
        image = lay(FLAT, Backdrop(pixels, PLANE, False))
        assert seen_at(image, FLAT, off)[:3] == pytest.approx(expected, abs=1.5)


def test_smooth_blends_and_sharp_does_not(lay):
    pixels = np.array([[(0, 0, 0, 255), (255, 255, 255, 255)]], np.uint8)
    camera = Camera2D((0.57, 0.57), 100.0)
    unit = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])
    sharp, smooth = (
        lay(camera, Backdrop(pixels, unit, soft))[64, 30:110, 1]
        for soft in (False, True)
    )
    assert ((sharp < 40) | (sharp > 230)).mean() > 0.95
    assert ((smooth > 60) & (smooth < 200)).sum() > 15


def test_other_pixels_replace_the_old_ones(lay):
    one, two = (np.full((2, 2, 4), tone, np.uint8) for tone in (RED, GREEN))
    at = (1.43, 0.62)
    for pixels, tone in ((one, RED), (two, GREEN), (one, RED)):
        image = lay(FLAT, Backdrop(pixels, PLANE, False))
        assert tuple(seen_at(image, FLAT, at).tolist()) == tone


def test_odd_sizes_and_views_of_arrays_are_uploaded_right(lay):
    whole = checked(14, 30)
    pixels = whole[::2, 1::3]
    image = lay(FLAT, Backdrop(pixels, PLANE, False))
    hits = [
        np.abs(seen_at(image, FLAT, at).astype(int) - pixels[row, column]).max() <= 2
        for row, column, at in middles(PLANE, *pixels.shape[:2])
    ]
    assert np.mean(hits) > 0.8


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
    pixels = np.full((4, 4, 4), GREEN, np.uint8)
    image = lay(camera, Backdrop(pixels, reach, False))
    green = image[..., 1] > 200
    assert green[-10:, 20:-20].all()
    assert not green[:40].any()
