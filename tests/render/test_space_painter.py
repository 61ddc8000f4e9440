"""Pixels of views in space against the camera's own arithmetic."""

import math
from dataclasses import replace

import numpy as np
import pytest

from playground.render.theme import DARK, LIGHT, PROJECTOR
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.primitives import (
    Arrow,
    Capsule,
    Dot,
    Line,
    Polygon,
    Polyline,
    Role,
    Segment,
    Sphere,
)

SIZE = (160, 140)
# High above the floor, whose grid would show on what is seen through it.
CAMERA = OrbitCamera((0.0, 40.0, 0.0), 10.0, 0.5, 0.3)


def sight_distance(camera, a, b, size=SIZE):
    """Return each pixel's distance of its sight line from a segment, and its depth."""
    view = Viewport(0.0, 0.0, *size)
    result, depth = np.empty(size[::-1]), np.empty(size[::-1])
    points = np.linspace(a, b, 400 if a != b else 1)
    for row in range(size[1]):
        for column in range(size[0]):
            eye, ray = camera.ray(column + 0.5, row + 0.5, view)
            along = (points - eye) @ ray
            away = np.linalg.norm(points - eye - along[:, None] * ray, axis=1)
            best = int(away.argmin())
            result[row, column], depth[row, column] = away[best], along[best]
    return result, depth


SOLIDS = {
    "ball": (Sphere((0.2, 39.9, 0.4), 1.6), (0.2, 39.9, 0.4), (0.2, 39.9, 0.4), 1.6),
    "capsule": (
        Capsule((-1.5, 40.4, 1.0), (1.0, 39.2, -2.0), 0.7),
        (-1.5, 40.4, 1.0),
        (1.0, 39.2, -2.0),
        0.7,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [1.0, 0.4])
@pytest.mark.parametrize("name", SOLIDS)
def test_a_silhouette_lies_where_the_camera_says(paint, name, alpha):
    record, a, b, radius = SOLIDS[name]
    image = paint([replace(record, alpha=alpha)], camera=CAMERA, size=SIZE)
    away, depth = sight_distance(CAMERA, a, b)
    pixel = depth * 2 * math.tan(CAMERA.fov / 2) / SIZE[1]
    off = (away - radius) / pixel
    assert (image[off < -0.8] > 0.05).all()
    assert (image[off > 0.8] < 0.02).all()


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_ball_has_the_same_shape_at_any_pixel_ratio(paint, ratio):
    ball = Sphere((0.0, 40.0, 0.0), 1.5)
    image = paint([ball], camera=CAMERA, size=SIZE, ratio=ratio)
    column = (image[int(70 * ratio)] > 0.1).sum() / ratio
    slope = math.tan(math.asin(1.5 / 10))
    assert column == pytest.approx(2 * slope * 70 / math.tan(0.3), abs=1.6)


def brightness_at(image, camera, point):
    x, y = camera.to_screen(point, Viewport(0.0, 0.0, *SIZE))
    return image[int(y), int(x)]


@pytest.mark.parametrize(("alpha", "share"), [(1.0, 0.25), (0.3, 0.46)])
def test_a_line_behind_a_solid_is_faint(shoot, alpha, share):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, 0.0, 0.0)
    ball = Sphere((0.0, 0.3, 0.0), 1.0, role=Role.OBSTACLE, alpha=alpha)
    line = Segment((-3.0, 0.3, -2.0), (3.0, 0.3, -2.0), role=Role.INK, width=4)
    without = shoot([ball], camera=camera, size=SIZE, theme=DARK)
    image = shoot([ball, line], camera=camera, size=SIZE, theme=DARK)
    ink = np.array(DARK.roles[Role.INK][:3])
    below = brightness_at(without, camera, (0.0, 0.3, -2.0))[:3]
    seen = brightness_at(image, camera, (0.0, 0.3, -2.0))[:3]
    mixed = (seen - below)[2] / (ink - below)[2]
    hidden = 0.75 * alpha + 0.45 * (1 - alpha)
    assert mixed == pytest.approx(1 - hidden, abs=0.03)
    assert mixed == pytest.approx(share, abs=0.05)
    open_air = brightness_at(image, camera, (-2.4, 0.3, -2.0))[:3]
    assert open_air == pytest.approx(ink, abs=0.02)


def test_a_line_before_a_solid_is_not_hidden(paint):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, 0.0, 0.0)
    ball = Sphere((0.0, 0.3, 0.0), 1.0, alpha=0.99)
    line = Segment((-3.0, 0.3, 1.2), (3.0, 0.3, 1.2), width=4)
    image = paint([ball, line], camera=camera, size=SIZE)
    assert brightness_at(image, camera, (0.0, 0.3, 1.2)) > 0.99


def test_a_line_through_a_ball_is_hidden_within(paint):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, math.pi / 2, 0.0)
    ball, line = Sphere((0.0, 1.0, 0.0), 1.0), Line((0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    alone = paint([ball], camera=camera, size=SIZE)
    image = paint([ball, line], camera=camera, size=SIZE)
    for z, covered in ((0.0, True), (1.8, False), (-1.8, False)):
        before = brightness_at(alone, camera, (0.0, 1.0, z))
        after = brightness_at(image, camera, (0.0, 1.0, z))
        assert after < 1.0 if covered else after > 0.95, (z, before, after)


def test_the_nearer_ball_wins(shoot):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, 0.0, 0.0)
    near = Sphere((0.0, 0.0, 1.5), 0.8, role=Role.HIT)
    far = Sphere((0.3, 0.0, -1.5), 1.2, role=Role.OBSTACLE)
    one = shoot([near, far], camera=camera, size=SIZE, theme=DARK)
    two = shoot([far, near], camera=camera, size=SIZE, theme=DARK)
    assert np.array_equal(one, two)
    red, _, blue, _ = brightness_at(one, camera, (0.0, 0.0, 2.3))
    assert red > blue


def test_balls_that_overlap_part_at_their_common_circle(shoot):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, 0.0, 0.0)
    left = Sphere((-0.6, 0.0, 0.0), 1.0, role=Role.HIT)
    right = Sphere((0.6, 0.0, 0.01), 1.0, role=Role.OBSTACLE)
    image = shoot([left, right], camera=camera, size=SIZE, theme=DARK)
    warm = image[70, :, 0] > image[70, :, 2]
    assert warm[70:79].all()
    assert not warm[82:90].any()


def test_the_nearer_of_two_lines_is_on_top(shoot):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, 0.0, 0.0)
    near = Segment((-2.0, -2.0, 1.0), (2.0, 2.0, 1.0), role=Role.HIT, width=8)
    far = Segment((-2.0, 2.0, -1.0), (2.0, -2.0, -1.0), role=Role.OBSTACLE, width=8)
    for records in ([near, far], [far, near]):
        image = shoot(records, camera=camera, size=SIZE, theme=DARK)
        assert image[70, 80, :3] == pytest.approx(DARK.roles[Role.HIT][:3], abs=0.02)


def test_lines_have_a_constant_width(paint):
    camera = OrbitCamera((0.0, 1.0, 0.0), 10.0, 0.0, 0.0)
    line = Line((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), width=3)
    beside = Line((-1.0, 1.0, 0.0), (0.2, 0.0, 1.0), width=3)
    tall = Segment((-0.5, -9.0, -3.0), (-0.5, 9.0, -3.0), width=3)
    image = paint([tall], camera=camera, size=SIZE)
    assert image[100].sum() == pytest.approx(3.0, abs=0.1)
    for record in (line, beside):
        assert np.isfinite(paint([record], camera=camera, size=SIZE)).all()


def test_what_is_behind_the_eye_is_not_drawn(paint):
    behind = CAMERA.eye + CAMERA.axes[2] * 3
    beyond = CAMERA.eye + CAMERA.axes[2] * 30
    empty = paint([], camera=CAMERA, size=SIZE)
    records = [
        Dot(behind),
        Segment(behind, beyond),
        Arrow(beyond, behind),
        Polyline([behind, beyond, behind]),
        Polygon([behind, beyond, behind + 1.0], fill=1.0),
        Sphere(behind, 1.0),
    ]
    assert np.array_equal(paint(records, camera=CAMERA, size=SIZE), empty)


@pytest.mark.parametrize(("share", "seen"), [(0.021, True), (0.019, False)])
def test_what_is_nearer_than_the_near_plane_is_not_drawn(paint, share, seen):
    near = CAMERA.eye - share * CAMERA.distance * CAMERA.axes[2]
    behind = CAMERA.eye + 3.0 * CAMERA.axes[2] + 1e-3 * CAMERA.axes[0]
    empty = paint([], camera=CAMERA, size=SIZE)
    for record in (Dot(near), Segment(near, behind)):
        drawn = paint([record], camera=CAMERA, size=SIZE)
        assert np.array_equal(drawn, empty) != seen


def test_undefined_records_are_left_out(paint):
    nan = (math.nan, 0.0, 0.0)
    records = [
        Dot(nan),
        Segment(nan, (0.0, 0.0, 0.0)),
        Line((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        Sphere(nan, 1.0),
        Sphere((0.0, 0.0, 0.0), 0.0),
        Polyline([nan, nan]),
        Polygon([nan, nan, nan], fill=1.0),
    ]
    empty = paint([], camera=CAMERA, size=SIZE)
    assert np.array_equal(paint(records, camera=CAMERA, size=SIZE), empty)


def test_a_view_from_far_away_looks_the_same(shoot):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, 0.5, 0.3)
    near = shoot([Sphere((0.0, 0.5, 0.0), 1.0)], camera=camera, size=SIZE, theme=DARK)
    large = 1e6
    far_camera = replace(camera, distance=10.0 * large)
    far = shoot(
        [Sphere((0.0, 0.5 * large, 0.0), large)],
        camera=far_camera,
        size=SIZE,
        theme=DARK,
    )
    assert np.abs(near - far).max() < 0.02


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_a_ball_darkens_the_floor_below_it(shoot, theme):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, 0.0, 0.9)
    bare = shoot([], camera=camera, size=SIZE, theme=theme)
    image = shoot([Sphere((0.0, 1.3, 0.0), 1.0)], camera=camera, size=SIZE, theme=theme)
    at = (0.0, 0.0, 0.3)
    assert (
        brightness_at(image, camera, at)[:3].sum()
        < brightness_at(bare, camera, at)[:3].sum()
    )


def test_the_gizmo_shows_the_axes(shoot):
    for facing, seen in (("front", (0, 1)), ("right", (2, 1)), ("top", (0, 2))):
        camera = CAMERA.look_along(facing)
        image = shoot([], camera=camera, size=(260, 250), theme=DARK)
        corner = image[:92, -92:, :3]
        for axis in seen:
            near = np.abs(corner - DARK.axes[axis][:3]).max(axis=-1) < 0.02
            assert near.sum() > 60, (facing, axis)


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=["light", "projector"])
@pytest.mark.parametrize("role", [Role.MOVER, Role.OBSTACLE, Role.ENTER, Role.HIT])
def test_the_shade_of_a_ball_is_no_mud_in_a_bright_room(shoot, theme, role):
    """Its darkest part looks three quarters as light as its colour, or more."""
    camera = OrbitCamera(distance=6.0)
    ball = Sphere((0.0, 1.0, 0.0), 1.0, role=role)
    image = shoot([ball], camera=camera, size=SIZE, theme=theme)
    middle = camera.to_screen(ball.center, Viewport(0, 0, *SIZE))
    radius = 0.9 / camera.pixel_size(ball.center, Viewport(0, 0, *SIZE))
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    tones = image[np.hypot(x - middle[0], y - middle[1]) < radius][:, :3]
    own = lightness(theme.roles[role][:3])
    darkest, lightest = lightness(tones).min(), lightness(tones).max()
    assert darkest > 0.75 * own
    assert lightest > 1.1 * own


def lightness(srgb):
    """Return the perceived lightness of colours, the cube root of their luminance."""
    c = np.asarray(srgb)
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(linear @ (0.2126, 0.7152, 0.0722)))
