"""Pixels of rendered primitives against independent geometry, supersampled."""

import math

import numpy as np
import pytest
from effort import on_diagonals, one_and_exhaustively_each

from playground.scene.camera import Camera2D
from playground.scene.primitives import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dot,
    Ellipse,
    Grid,
    Line,
    Marker,
    Polygon,
    Polyline,
    Rect,
    RightAngle,
    Segment,
)

SIZE = (120, 100)
SUB = 8


def coverage(inside, size=SIZE, ratio=1.0):
    """Return the share of each pixel inside, for `inside(x, y)` in world units."""
    width, height = round(size[0] * ratio), round(size[1] * ratio)
    x = ((np.arange(width * SUB) + 0.5) / SUB - width / 2) / ratio
    y = -((np.arange(height * SUB) + 0.5) / SUB - height / 2) / ratio
    full = inside(*np.meshgrid(x, y)).astype(float)
    return full.reshape(height, SUB, width, SUB).mean(axis=(1, 3))


def to_segment(x, y, a, b):
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    k = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
    return np.hypot(x - ax - k * dx, y - ay - k * dy)


def turned(x, y, angle):
    c, s = math.cos(angle), math.sin(angle)
    return c * x + s * y, -s * x + c * y


def in_rect(x, y, half, angle, rounding=0.0):
    u, v = turned(x, y, angle)
    du = np.maximum(np.abs(u) - half[0] + rounding, 0)
    dv = np.maximum(np.abs(v) - half[1] + rounding, 0)
    return np.hypot(du, dv) <= rounding + 1e-9


def in_sector(x, y, radius, start, sweep):
    angle = np.mod(np.arctan2(y, x) - start, math.tau)
    return (np.hypot(x, y) < radius) & (angle < sweep)


TRIANGLE = [(-40.0, -30.0), (35.0, -20.0), (5.0, 38.0)]


def in_triangle(x, y):
    result = np.ones_like(x, dtype=bool)
    for (ax, ay), (bx, by) in zip(TRIANGLE, TRIANGLE[1:] + TRIANGLE[:1], strict=True):
        result &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    return result


SHAPES = {
    "disc": (
        Circle((3.3, -2.7), 31.4, fill=1.0, width=0),
        lambda x, y: np.hypot(x - 3.3, y + 2.7) < 31.4,
    ),
    "circle": (
        Circle((3.3, -2.7), 31.4, width=3),
        lambda x, y: np.abs(np.hypot(x - 3.3, y + 2.7) - 31.4) < 1.5,
    ),
    "hairline circle": (
        Circle((0.2, 0.1), 30, width=0.5),
        lambda x, y: np.abs(np.hypot(x - 0.2, y - 0.1) - 30) < 0.25,
    ),
    "capsule": (
        Capsule((-30.0, -20.0), (25.0, 28.0), 12.0, fill=1.0, width=0),
        lambda x, y: to_segment(x, y, (-30, -20), (25, 28)) < 12,
    ),
    "segment": (
        Segment((-40.0, -20.0), (30.0, 35.0), width=5),
        lambda x, y: to_segment(x, y, (-40, -20), (30, 35)) < 2.5,
    ),
    "rectangle": (
        Rect((0.0, 0.0), (40, 22), 0.4, fill=1.0, width=0),
        lambda x, y: in_rect(x, y, (40, 22), 0.4),
    ),
    "rounded rectangle": (
        Rect((0.0, 0.0), (40, 30), 0.4, rounding=12, fill=1.0, width=0),
        lambda x, y: in_rect(x, y, (40, 30), 0.4, 12),
    ),
    "filled ellipse": (
        Ellipse((0.0, 0.0), (45, 15), 0.6, fill=1.0, width=0),
        lambda x, y: np.hypot(turned(x, y, 0.6)[0] / 45, turned(x, y, 0.6)[1] / 15) < 1,
    ),
    "polygon": (Polygon(TRIANGLE, fill=1.0, width=0), in_triangle),
    "sector": (
        Arc((0.0, 0.0), 40, 0.3, 1.9, fill=1.0, width=0),
        lambda x, y: in_sector(x, y, 40, 0.3, 1.9),
    ),
    "large sector": (
        Arc((0.0, 0.0), 40, 0.3, 4.9, fill=1.0, width=0),
        lambda x, y: in_sector(x, y, 40, 0.3, 4.9),
    ),
    "right angle": (
        RightAngle((0.0, 0.0), (1.0, 0.0), (0.0, 2.0), size=20, width=4),
        lambda x, y: (
            np.minimum(
                to_segment(x, y, (20, 0), (20, 20)), to_segment(x, y, (20, 20), (0, 20))
            )
            < 2
        ),
    ),
    "polyline": (
        Polyline([(-40.0, 0.0), (0.0, 30.0), (20.0, -30.0)], width=6),
        lambda x, y: (
            np.minimum(
                to_segment(x, y, (-40, 0), (0, 30)),
                to_segment(x, y, (0, 30), (20, -30)),
            )
            < 3
        ),
    ),
}


# Each shape at one ratio, the others exhaustively.
@on_diagonals("name, ratio", SHAPES, {"1.0": 1.0, "1.5": 1.5, "2.0": 2.0}, apart=3)
def test_pixels_are_covered_as_the_shape_covers_them(paint, name, ratio):
    record, inside = SHAPES[name]
    found, exact = paint([record], ratio=ratio), coverage(inside, ratio=ratio)
    difference = np.abs(found - exact)
    # Distance to coverage is exact for straight level edges only: at 45 degrees it
    # is off by up to 1/16, at a sharp corner by up to a half.
    assert difference.max() < 0.45
    assert np.quantile(difference, 0.99) < 0.09
    assert found.sum() == pytest.approx(exact.sum(), rel=0.01)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("width", [1.0, 2.0, 3.5])
@pytest.mark.parametrize("scale", [0.5, 1.0, 40.0])
def test_strokes_keep_their_width_at_any_zoom(paint, width, ratio, scale):
    camera = Camera2D((0.0, 0.0), scale)
    at = 13.3 / scale
    row = paint(
        [Segment((at, -1e5), (at, 1e5), width=width)], camera=camera, ratio=ratio
    )[20]
    assert row.sum() == pytest.approx(width * ratio, abs=0.03)
    middle = (row * (np.arange(len(row)) + 0.5)).sum() / row.sum()
    assert middle == pytest.approx((60 + 13.3) * ratio, abs=0.03)


@pytest.mark.slow
@pytest.mark.parametrize(
    "angle", one_and_exhaustively_each([0.3, 0.0, math.pi / 2, 2.5])
)
def test_an_ellipse_has_a_constant_width(paint, angle):
    image = paint([Ellipse((0.0, 0.0), (45, 12), angle, width=3)], size=(100, 100))
    u, v = turned(*np.meshgrid(np.arange(100) - 49.5, 49.5 - np.arange(100)), angle)
    at = np.linspace(0, math.tau, 4000)
    curve = np.stack([45 * np.cos(at), 12 * np.sin(at)], axis=-1)
    near = np.array(
        [np.hypot(*(curve - p).T).min() for p in zip(u.ravel(), v.ravel(), strict=True)]
    ).reshape(100, 100)
    assert (image[near < 0.8] > 0.97).all()
    assert (image[near > 2.2] == 0).all()
    assert np.abs(image - np.clip(2.0 - near, 0, 1)).max() < 0.06


@pytest.mark.parametrize("radius", [5e3, 1e6, 1e9])
@pytest.mark.parametrize("angle", [0.0, 0.7, 2.0])
@pytest.mark.parametrize("fill", [0.0, 1.0])
def test_a_huge_circle_has_a_smooth_edge_in_the_right_place(paint, radius, angle, fill):
    edge = np.array([7.3 * math.cos(angle), 7.3 * math.sin(angle)])
    center = edge - radius * np.array([math.cos(angle), math.sin(angle)])
    width = 0.0 if fill else 3.0
    image = paint([Circle(tuple(center), radius, fill=fill, width=width)])

    def distance(x, y):
        # Exact about the edge point: |q + e|^2 - r^2 without the large terms.
        dx, dy = x - edge[0], y - edge[1]
        out = dx * math.cos(angle) + dy * math.sin(angle)
        square = 2 * radius * out + dx * dx + dy * dy
        return square / (np.sqrt(radius**2 + square) + radius)

    x, y = np.meshgrid(np.arange(120) - 59.5, 49.5 - np.arange(100))
    d = distance(x, y)
    exact = np.clip(0.5 - d, 0, 1) if fill else np.clip(2.0 - np.abs(d), 0, 1)
    assert np.abs(image - exact).max() < 0.03


def test_a_viewport_inside_a_huge_circle_is_flooded(paint):
    image = paint([Circle((1e6, 0.0), 2e6, fill=0.5)])
    assert np.abs(image - 0.5).max() < 0.01
    assert paint([Circle((1e6, 0.0), 1e5, fill=0.5)]).max() == 0


def test_a_huge_ellipse_has_its_edge_in_the_right_place(paint):
    radii, angle = (3e6, 2e5), 0.5
    c, s = math.cos(angle), math.sin(angle)
    center = (4.0 - radii[0] * c, 1.0 - radii[0] * s)
    image = paint([Ellipse(center, radii, angle, fill=1.0, width=0)])
    x, y = np.meshgrid(np.arange(120) - 59.5, 49.5 - np.arange(100))
    out = (x - 4.0) * c + (y - 1.0) * s
    side = (y - 1.0) * c - (x - 4.0) * s
    # At its tip, an ellipse bends with radius b^2 / a.
    out += side**2 / 2 * radii[0] / radii[1] ** 2
    assert np.abs(image - np.clip(0.5 - out, 0, 1)).max() < 0.02


def period_of(row):
    lit = row > 0.5
    starts = np.flatnonzero(lit[1:] & ~lit[:-1])
    return np.diff(starts).mean()


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_dashes_have_a_constant_length_on_screen(paint, ratio):
    periods = []
    for scale in (1.0, 33.0):
        image = paint(
            [Line((0.0, 0.0), (1.0, 0.0), width=2, dashed=True)],
            camera=Camera2D((0.0, 0.0), scale),
            ratio=ratio,
        )
        periods.append(period_of(image[int(50 * ratio)]))
    assert periods[0] == pytest.approx(periods[1], abs=0.3)
    assert 8 * ratio < periods[0] < 20 * ratio


def test_dashes_move_with_the_line(paint):
    line = Line((0.0, 0.0), (1.0, 0.5), dashed=True)
    still = paint([line], camera=Camera2D((0.0, 0.0), 1.0))
    moved = paint([line], camera=Camera2D((10.0, 5.0), 1.0))
    assert np.abs(still[10:80, 20:100] - moved[15:85, 10:90]).max() < 0.02


def test_dashes_close_around_a_circle(paint):
    image = paint([Circle((0.0, 0.0), 40, width=2, dashed=True)])
    at = np.linspace(0, math.tau, 2000, endpoint=False)
    column = np.floor(60 + 40 * np.cos(at)).astype(int)
    row = np.floor(50 - 40 * np.sin(at)).astype(int)
    lit = image[row, column] > 0.4
    starts = np.flatnonzero(lit & ~np.roll(lit, 1))
    gaps = np.diff(np.append(starts, starts[0] + 2000)) * math.tau * 40 / 2000
    assert gaps.std() < 1.5
    assert 8 < gaps.mean() < 20


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_an_arrow_ends_at_its_tip(paint, ratio):
    row = paint([Arrow((-40.0, 0.0), (42.0, 0.0), width=2)], ratio=ratio)
    lit = np.flatnonzero(row.max(axis=0) > 0.12)
    assert lit.max() + 1 == pytest.approx((60 + 42) * ratio, abs=2.5)
    assert lit.max() + 1 <= (60 + 42) * ratio
    width = row.sum(axis=0)
    assert width[int((60 + 20) * ratio)] == pytest.approx(2 * ratio, abs=0.05)
    assert width[int((60 + 31) * ratio)] > 6 * ratio


@pytest.mark.parametrize("length", [0.0, 0.5, 3.0, 8.0])
def test_tiny_arrows_stay_small_and_visible(paint, length):
    image = paint([Arrow((0.0, 0.0), (length, 0.0), width=2)])
    assert image.max() > 0.35
    rows, columns = np.nonzero(image > 0.05)
    assert np.ptp(columns) <= length + 4
    assert np.ptp(rows) <= max(length, 4)


def test_translucent_chains_are_even(paint):
    zigzag = [(-45.0, -30.0), (-15.0, 30.0), (10.0, -30.0), (40.0, 25.0)]
    image = paint([Polyline(zigzag, width=8, alpha=0.5)])
    assert image.max() == pytest.approx(0.5, abs=0.01)
    closed = paint([Rect((0.0, 0.0), (30, 20), 0.3, width=8, alpha=0.5)])
    assert closed.max() == pytest.approx(0.5, abs=0.01)
    arrow = paint([Arrow((-40.0, -10.0), (40.0, 15.0), width=6, alpha=0.5)])
    assert arrow.max() == pytest.approx(0.5, abs=0.01)


def test_dense_chains_have_no_holes(paint):
    at = np.linspace(0, math.tau, 900)
    ring = np.stack([40 * np.cos(at), 40 * np.sin(at)], axis=-1)
    chain = paint([Polyline(ring, width=3)])
    circle = paint([Circle((0.0, 0.0), 40, width=3)])
    assert np.abs(chain - circle).max() < 0.05


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("marker", Marker)
def test_dots_have_their_size_whatever_the_zoom(paint, marker, ratio):
    dot = Dot((0.0, 0.0), size=8, marker=marker)
    near = paint([dot], camera=Camera2D((0.0, 0.0), 100.0), ratio=ratio)
    far = paint([dot], camera=Camera2D((0.0, 0.0), 0.01), ratio=ratio)
    assert np.array_equal(near, far)
    rows, columns = np.nonzero(near > 0.5)
    for spread in (np.ptp(rows), np.ptp(columns)):
        assert 12 * ratio <= spread + 1 <= 22 * ratio


def test_markers_are_told_apart_by_shape(paint):
    images = [paint([Dot((0.0, 0.0), size=8, marker=m)]) for m in Marker]
    for i, one in enumerate(images):
        assert all(np.abs(one - two).sum() > 15 for two in images[:i])


def test_a_ring_is_hollow_and_hides_what_is_below(paint):
    line = Segment((-50.0, 0.0), (50.0, 0.0), width=3)
    image = paint([line, Dot((0.0, 0.0), size=9, marker=Marker.RING)])
    assert image[50, 60] < 0.1
    assert image[50, 30] > 0.9


def test_a_grid_is_carried_by_its_matrix(paint):
    matrix = [[10.0, 0.0, 0.5], [0.0, 10.0, 0.5], [0.0, 0.0, 1.0]]
    image = paint([Grid(matrix, half=3, width=1)])
    lit = np.flatnonzero(image[50 - 6] > 0.9)
    assert {60 + 10 * k for k in range(-3, 4)} <= set(lit.tolist())
    assert image[50 - 6, :29].max() == 0


def test_a_grid_stretched_without_end_keeps_the_lines_that_are_in_sight(paint):
    largest = np.finfo(np.float64).max
    image = paint([Grid(((10, 0, 0.5), (0, largest, 0), (0, 0, 1)), half=3, width=1)])
    lit = np.flatnonzero(image[10] > 0.9)
    assert {60 + 10 * k for k in range(-3, 4)} <= set(lit.tolist())


def test_a_piece_that_leans_by_less_than_any_division_bears_is_upright(paint):
    leaning = paint([Segment((0.0, -30.0), (1e-310, 30.0), width=3)])
    assert np.array_equal(leaning, paint([Segment((0.0, -30.0), (0.0, 30.0), width=3)]))


def test_records_are_drawn_in_order(shoot):
    from playground.render.theme import DARK
    from playground.scene.primitives import Role

    below = Circle((0.0, 0.0), 20, fill=1.0, role=Role.HIT)
    above = Circle((0.0, 0.0), 20, fill=1.0, role=Role.MISS)
    for records, overlay in (([below, above], ()), ([below], (above,))):
        image = shoot(records, theme=DARK, overlay=overlay)
        assert image[50, 60, :3] == pytest.approx(DARK.roles[Role.MISS][:3], abs=0.01)


def test_axes_and_grid_are_crisp(shoot):
    from playground.render.theme import LIGHT

    image = shoot([], camera=Camera2D((0.013, 0.027), 60.0), theme=LIGHT)
    assert image[..., :3].min() >= min(LIGHT.axis) - 0.01
    column = np.abs(image[5, :, :3] - LIGHT.axis[:3]).max(axis=-1)
    assert (column < 0.01).sum() == 1
