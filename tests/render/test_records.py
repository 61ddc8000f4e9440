"""Primitives: painted in each declared dimension, and refused in others."""

import math
from dataclasses import replace

import numpy as np
import pytest
from bare import measure

from playground import scene
from playground.render.theme import DARK, LIGHT
from playground.scene import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dimension,
    Disc,
    Dot,
    DrawList,
    Ellipse,
    Grid,
    Label,
    Line,
    MagnifierTarget,
    Mesh,
    Patch,
    Polygon,
    Polyline,
    Primitive,
    Rect,
    RightAngle,
    Role,
    Segment,
    Sphere,
)
from playground.scene.camera import Camera2D, OrbitCamera

SIZE = (160, 140)
HIGH = OrbitCamera((0.0, 40.0, 0.0), 10.0, 0.5, 0.3)
FRONT = OrbitCamera((0.0, 40.0, 0.0), 10.0, 0.0, 0.0)
CAMERAS = {2: Camera2D((0.0, 0.0), 20.0), 3: HIGH}

A, B, C = (-1.0, -1.0), (1.5, 0.5), (0.0, 1.5)
PLANE = [
    Dot(A),
    Segment(A, B),
    Line(A, B),
    Arrow(A, B),
    Polyline([A, B, C]),
    Circle(A, 1.0),
    Ellipse(A, (2.0, 1.0)),
    Rect(A, (1.0, 0.5)),
    Arc(A, 1.0, 0.0, 2.0),
    Polygon([A, B, C]),
    RightAngle(A, (1, 0), (0, 1)),
    Grid(((1, 0, 0), (0, 1, 0), (0, 0, 1))),
    Capsule(A, B, 0.5),
    Dimension(A, B, "2 m"),
    MagnifierTarget(A, B),
    Label(A, "A"),
]


def lifted(point):
    """Return a point of the plane in front of the camera in space."""
    return (point[0], 40.0 + point[1], 0.0)


D, E, F = lifted(A), lifted(B), lifted(C)
SPACE = [
    Dot(D),
    Segment(D, E),
    Line(D, (1.0, 1.0, 0.0)),
    Arrow(D, E),
    Polyline([D, E, F]),
    Polygon([D, E, F]),
    RightAngle(D, (1, 0, 0), (0, 1, 0)),
    Capsule(D, E, 0.5),
    Sphere(D, 1.0),
    Disc(D, (0, 0, 1), 1.0),
    Patch(D, (1, 0, 0), (0, 1, 0)),
    Mesh([D, E, F], [(0, 1, 2)]),
    Label(D, "A"),
]
SAMPLES = [(2, r) for r in PLANE] + [(3, r) for r in SPACE]
KINDS = {
    kind
    for kind in vars(scene).values()
    if isinstance(kind, type) and issubclass(kind, Primitive) and kind is not Primitive
}


def test_every_declared_record_and_dimension_is_tried():
    declared = {(d, kind) for kind in KINDS for d in kind.dimensions}
    assert {(d, type(r)) for d, r in SAMPLES} == declared
    assert all(kind.dimensions for kind in KINDS)


@pytest.mark.parametrize(
    ("dimension", "record"), SAMPLES, ids=lambda x: type(x).__name__
)
def test_what_is_declared_is_painted(canvas, paint, dimension, record):
    if isinstance(record, Label):
        assert texts(canvas, [record], CAMERAS[dimension]) == ["A"]
        return
    drawn = paint([record], camera=CAMERAS[dimension], size=SIZE)
    empty = paint([], camera=CAMERAS[dimension], size=SIZE)
    if isinstance(record, MagnifierTarget):
        # It says where a loupe is to look.
        assert np.array_equal(drawn, empty)
        return
    assert (np.abs(drawn - empty) > 0.3).sum() > 10
    half = paint([replace(record, alpha=0.5)], camera=CAMERAS[dimension], size=SIZE)
    assert not np.array_equal(half, drawn)


def texts(canvas, records, camera):
    from playground.render.gl.framebuffer import Framebuffer
    from playground.scene.camera import Viewport

    target = Framebuffer(*SIZE)
    target.bind()
    placed = canvas.draw(
        DrawList(primitives=records),
        camera,
        Viewport(0.0, 0.0, *SIZE),
        framebuffer_size=SIZE,
        pixel_ratio=1.0,
        theme=DARK,
        measure=measure,
    )
    target.delete()
    known = {getattr(record, "text", "") for record in records}
    return [text.text for text in placed if text.text in known]


@pytest.mark.parametrize("kind", sorted(KINDS, key=lambda k: k.__name__))
def test_what_is_not_declared_is_refused_when_it_is_added(kind):
    sample = next(r for _, r in SAMPLES if type(r) is kind)
    for dimension in {2, 3} - set(kind.dimensions):
        words = f"an? {kind.__name__} cannot be drawn in {dimension} dimensions"
        out = DrawList(dimension=dimension)
        with pytest.raises(TypeError, match=words):
            out.add(Dot(A), sample)
        assert out.primitives == []


def test_a_record_of_ones_own_is_refused_in_words():
    class Star(Primitive):
        pass

    with pytest.raises(TypeError, match="a Star cannot be drawn in 2 dimensions"):
        DrawList().add(Star())


# In the plane: a pixel is a tenth of a unit, the middle of the picture the origin.
TENTHS = Camera2D((0.0, 0.0), 10.0)


def pixels(inside, size=SIZE):
    """Return the share of each pixel that fulfils a condition on world points."""
    width, height = size
    fine = (np.arange(8) + 0.5) / 8
    x = (np.arange(width)[:, None] + fine).ravel() - width / 2
    y = height / 2 - (np.arange(height)[:, None] + fine).ravel()
    grid = inside(*np.meshgrid(x / 10.0, y / 10.0))
    return grid.reshape(height, 8, width, 8).mean(axis=(1, 3))


U = [(-5, -4), (5, -4), (5, 4), (2, 4), (2, -1), (-2, -1), (-2, 4), (-5, 4)]
STAR = [
    (5.5 * r * math.sin(k * math.pi / 5), 5.5 * r * math.cos(k * math.pi / 5))
    for k in range(10)
    for r in [1.0 if k % 2 == 0 else 0.4]
]


def even_odd(points):
    def inside(x, y):
        odd = np.zeros(x.shape, bool)
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            if ay != by:
                cut = (ay > y) != (by > y)
                odd ^= cut & (x < ax + (y - ay) / (by - ay) * (bx - ax))
        return odd

    return inside


@pytest.mark.parametrize("points", [U, STAR, U[::-1], STAR[::-1]])
@pytest.mark.parametrize("alpha", [1.0, 0.5])
def test_a_hollow_polygon_is_filled_without_its_hollows_and_without_seams(
    paint, points, alpha
):
    shape = Polygon(points, fill=1.0, alpha=alpha, width=0.0)
    image = paint([shape], camera=TENTHS, size=SIZE)
    truth = alpha * pixels(even_odd(points))
    deep = truth == alpha
    assert np.abs(image[deep] - alpha).max() < 0.01  # nothing twice, no gap
    assert (image[truth == 0] < 0.2).all()
    assert image.sum() == pytest.approx(truth.sum(), rel=0.01)


@pytest.mark.parametrize("zoom", [1e3, 1e6])
def test_a_hollow_polygon_far_beyond_the_view_fills_it(paint, zoom):
    near = Camera2D((-3.5, 0.0), 10.0 * zoom)
    image = paint([Polygon(U, fill=1.0, width=0)], camera=near, size=SIZE)
    assert image.min() > 0.99
    hollow = Camera2D((0.0, 1.0), 10.0 * zoom)
    image = paint([Polygon(U, fill=1.0, width=0)], camera=hollow, size=SIZE)
    assert image.max() < 0.01


@pytest.mark.parametrize(("gap", "above"), [(20.0, True), (-20.0, False)])
def test_a_dimension_stands_beside_what_it_measures(canvas, paint, gap, above):
    mark = Dimension((-5, 0), (5, 0), "10 m", gap=gap)
    image = paint([mark], camera=TENTHS, size=SIZE)
    row = 70 - round(gap)
    assert image[row - 1 : row + 1, 40:120].sum(axis=0).min() > 1.0
    assert (image[:70].sum() > image[70:].sum()) == above
    # A tick at each end.
    for column in (30, 130):
        assert image[row - 4 : row + 4, column - 1 : column + 1].sum(axis=1).min() > 1.0
    assert texts(canvas, [mark], TENTHS) == ["10 m"]


def test_a_dimension_of_nothing_draws_nothing(canvas, paint):
    empty = paint([], camera=TENTHS, size=SIZE)
    mark = Dimension((1, 1), (1, 1), "0 m")
    assert np.array_equal(paint([mark], camera=TENTHS, size=SIZE), empty)
    assert texts(canvas, [mark], TENTHS) == []


def screen(camera, point):
    from playground.scene.camera import Viewport

    x, y = camera.to_screen(point, Viewport(0.0, 0.0, *SIZE))
    return round(float(y)), round(float(x))


def box(center, half):
    """Return the points and triangles of a box."""
    signs = [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    points = [tuple(np.array(center) + np.array(s) * half) for s in signs]
    quads = [
        (0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1),
        (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3),
    ]  # fmt: skip
    return points, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def role(role, theme=DARK):
    return np.array(theme.roles[role][:3])


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_the_sides_of_a_box_are_lit_differently(shoot, theme):
    mesh = Mesh(*box((0, 40, 0), 1.0), role=Role.OBSTACLE)
    camera = OrbitCamera((0.0, 40.0, 0.0), 10.0, 0.6, 0.5)
    image = shoot([mesh], camera=camera, size=SIZE, theme=theme)
    top, front, right = (
        image[screen(camera, at)][:3].sum()
        for at in ((0, 41, 0), (0, 40, 1), (1, 40, 0))
    )
    assert top > front > right


def test_the_order_of_triangles_and_records_does_not_matter(shoot):
    points, triangles = box((0, 40, 0), 1.0)
    one = Mesh(points, triangles, role=Role.OBSTACLE)
    two = Mesh(*box((0.5, 40.2, 1.5), 0.6), role=Role.HIT)
    images = [
        shoot(records, camera=HIGH, size=SIZE, theme=DARK)
        for records in (
            [one, two],
            [two, one],
            [replace(one, triangles=triangles[::-1]), two],
        )
    ]
    assert np.array_equal(images[0], images[1])
    assert np.array_equal(images[0], images[2])


WALL = Mesh(
    [(-2, 38, 0), (2, 38, 0), (2, 42, 0), (-2, 42, 0)],
    [(0, 1, 2), (0, 2, 3)],
    role=Role.OBSTACLE,
)


@pytest.mark.parametrize("depth", [0.2, 1.0, 3.0])
def test_meshes_that_pass_through_each_other_part_where_they_meet(shoot, depth):
    slope = Mesh(
        [(-2, 39, depth), (2, 39, -depth), (2, 41, -depth), (-2, 41, depth)],
        [(0, 1, 2), (0, 2, 3)],
        role=Role.HIT,
    )
    image = shoot([slope, WALL], camera=FRONT, size=SIZE, theme=DARK)
    warm = image[70, :, 0] > image[70, :, 2]
    assert warm[60:79].all()
    assert not warm[81:100].any()


@pytest.mark.parametrize(("z", "share"), [(1.0, 1.0), (0.0, 1.0), (-1.0, 0.25)])
def test_a_line_behind_a_face_is_as_faint_as_behind_a_ball(shoot, z, share):
    line = Segment((-3, 40, z), (3, 40, z), width=4, role=Role.INK)
    bare = shoot([WALL], camera=FRONT, size=SIZE, theme=DARK)[70, 80, :3]
    seen = shoot([WALL, line], camera=FRONT, size=SIZE, theme=DARK)[70, 80, :3]
    mixed = (seen - bare)[0] / (role(Role.INK) - bare)[0]
    assert mixed == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize(("z", "hidden"), [(2.0, False), (-2.0, True)])
def test_a_ball_and_a_face_hide_each_other(shoot, z, hidden):
    ball = Sphere((0, 40, z), 0.8, role=Role.HIT)
    image = shoot([WALL, ball], camera=FRONT, size=SIZE, theme=DARK)
    alone = shoot([WALL], camera=FRONT, size=SIZE, theme=DARK)
    assert np.array_equal(image[70, 80], alone[70, 80]) == hidden


def test_the_rim_of_a_mesh_is_smooth_and_its_inside_has_no_seams(paint):
    points = [(-1, 39, 0), (1.2, 39.1, 0), (1, 41, 0), (-0.8, 40.8, 0), (0, 40, 0)]
    fan = [(4, 0, 1), (4, 1, 2), (4, 2, 3), (4, 3, 0)]
    for alpha in (1.0, 0.5):
        mesh = Mesh(points, fan, alpha=alpha)
        image = paint([mesh], camera=FRONT, size=SIZE)
        inner = image[62:79, 72:90]
        assert np.ptp(inner) < 0.01
        assert ((image > 0.1 * inner.max()) & (image < 0.8 * inner.max())).sum() > 50


def test_a_mesh_below_full_opacity_shows_what_is_behind_it(shoot):
    back = Sphere((0, 40, -2), 0.7, role=Role.HIT)
    clear = Mesh(*box((0, 40, 0), 1.0), role=Role.OBSTACLE, alpha=0.4)
    alone = shoot([clear], camera=FRONT, size=SIZE, theme=DARK)[70, 80, :3]
    image = shoot([clear, back], camera=FRONT, size=SIZE, theme=DARK)[70, 80, :3]
    assert image[0] > alone[0] + 0.1


@pytest.mark.parametrize("alpha", [1.0, 0.4])
def test_a_mesh_about_the_eye_is_cut_where_the_view_begins(paint, alpha):
    eye = tuple(float(x) for x in HIGH.eye)
    room = Mesh(*box(eye, 3.0), alpha=alpha)
    image = paint([room], camera=HIGH, size=SIZE)
    assert np.isfinite(image).all()
    assert image.min() > 0.2  # walls all about


def test_undefined_and_flat_faces_are_left_out(paint):
    nan = (math.nan, 40.0, 0.0)
    records = [
        Mesh([nan, E, F], [(0, 1, 2)]),
        Mesh([D, D, D], [(0, 1, 2)]),
        Mesh([], []),
        Disc(D, (0, 0, 0), 1.0),
        Disc(nan, (0, 0, 1), 1.0),
        Patch(nan, (1, 0, 0), (0, 1, 0)),
    ]
    empty = paint([], camera=HIGH, size=SIZE)
    assert np.array_equal(paint(records, camera=HIGH, size=SIZE), empty)


@pytest.mark.parametrize(
    ("triangles", "words"),
    [
        ([(0, 1)], "triples of whole numbers"),
        ([(0, 1, 2.5)], "triples of whole numbers"),
        ([(0, 1, 3)], "must name points 0 to 2"),
        ([(0, 1, -1)], "must name points 0 to 2"),
    ],
)
def test_a_mesh_says_what_is_wrong_with_its_triangles(triangles, words):
    with pytest.raises(ValueError, match=words):
        Mesh([D, E, F], triangles)


def test_a_disc_is_round_and_at_right_angles_to_its_normal(paint):
    flat = Disc((0, 40, 0), (0, 0, 2), 1.0, fill=1.0, width=0.0)
    image = paint([flat], camera=FRONT, size=SIZE)
    unit = 70 / math.tan(FRONT.fov / 2) / 10
    assert image.sum() == pytest.approx(math.pi * unit**2, rel=0.02)
    edge = paint([replace(flat, normal=(1, 0, 0))], camera=FRONT, size=SIZE)
    assert edge.sum() < 0.05 * image.sum()


def test_a_patch_that_reaches_behind_the_eye_is_still_filled(paint):
    floor = Patch((0, 39, 0), (50, 0, 0), (0, 0, 50), fill=1.0, width=0.0)
    image = paint([floor], camera=HIGH, size=SIZE)
    assert image[-20:].min() > 0.99
