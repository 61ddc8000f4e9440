"""Triangulation of polygons: the inside is covered once, and nothing else."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from playground.scene import Polygon
from playground.scene.triangulation import triangulate

COMB = [(0, 0), (5, 0), (5, 3), (4, 3), (4, 1), (3, 1), (3, 3), (2, 3), (2, 1), (0, 2)]
SPIRAL = [
    (0, 0), (4, 0), (4, 4), (1, 4), (1, 2), (2, 2), (2, 3), (3, 3), (3, 1), (0, 1),
]  # fmt: skip


def area(points: np.ndarray) -> float:
    x, y = points[..., 0], points[..., 1]
    after = np.roll(points, -1, axis=-2)
    return float((x * after[..., 1] - y * after[..., 0]).sum(axis=-1)) / 2


def cross(a: np.ndarray, b: np.ndarray) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def covered(points, triangles, at):
    """Return the number of triangles that contain a point."""
    count = 0
    for a, b, c in points[triangles]:
        sides = [cross(q - p, at - p) for p, q in ((a, b), (b, c), (c, a))]
        count += all(s > 0 for s in sides) or all(s < 0 for s in sides)
    return count


def wound(points, at):
    """Return the winding number of the outline around a point."""
    angle = np.angle((points - at) @ (1, 1j))
    return round(np.angle(np.exp(1j * np.diff([*angle, angle[0]]))).sum() / math.tau)


def stars(turns):
    """Return a star-shaped polygon around the origin, with the given radii."""
    angle = np.linspace(0, math.tau, len(turns), endpoint=False)
    return np.stack([np.cos(angle), np.sin(angle)], -1) * np.array(turns)[:, None]


lengths = st.lists(st.floats(0.2, 3.0), min_size=3, max_size=14)
near = st.tuples(st.floats(-3, 3), st.floats(-3, 3))


@given(lengths, near, st.booleans())
def test_every_point_of_the_inside_is_covered_once(turns, at, clockwise):
    points = stars(turns)[:: -1 if clockwise else 1]
    triangles = triangulate(points.tolist())
    assert len(triangles) == len(points) - 2
    nearest = min(
        abs(cross(q - p, at - p)) / max(np.hypot(*(q - p)), 1e-9)
        for tri in points[triangles]
        for p, q in zip(tri, np.roll(tri, -1, axis=0), strict=True)
    )
    assume(nearest > 1e-6)
    assert covered(points, triangles, np.array(at)) == abs(wound(points, at))


@pytest.mark.parametrize("outline", [COMB, SPIRAL])
def test_narrow_gaps_stay_open(outline):
    points = np.array(outline, dtype=float)
    triangles = triangulate(outline)
    total = sum(abs(area(tri)) for tri in points[triangles])
    assert total == pytest.approx(abs(area(points)))


@pytest.mark.parametrize("across", range(3))
def test_a_polygon_across_any_axis_is_cut(across):
    outline = np.insert(np.array(SPIRAL, float), across, 0.5, axis=1)
    triangles = outline[triangulate(outline.tolist())]
    flat = np.delete(triangles, across, axis=2)
    assert sum(map(abs, map(area, flat))) == pytest.approx(area(np.array(SPIRAL)))


@pytest.mark.parametrize("size", [1e-12, 1e12])
def test_a_polygon_of_any_size_is_cut_and_may_not_cross_itself(size):
    assert triangulate((size * np.array(COMB)).tolist()).tolist() == (
        triangulate(COMB).tolist()
    )
    with pytest.raises(ValueError, match="must not cross itself"):
        triangulate((size * np.array([(0, 0), (2, 2), (2, 0), (0, 2)])).tolist())


@pytest.mark.parametrize("count", range(3))
def test_fewer_than_three_points_have_no_inside(count):
    assert triangulate([(0, 0), (2, 1)][:count]).shape == (0, 3)


@pytest.mark.parametrize(
    "outline",
    [[(0, 0), (2, 2), (2, 0), (0, 2)], [(0, 0), (3, 1), (0, 2), (2, 0), (2, 2)]],
)
def test_what_crosses_itself_has_no_inside(outline):
    with pytest.raises(ValueError, match="a filled polygon must not cross itself"):
        Polygon(outline, fill=0.5)
    assert Polygon(outline).points == outline  # its outline can be drawn


@pytest.mark.parametrize(
    "outline",
    [
        [(0, 0), (1, 1), (2, 2)],
        [(1, 1)] * 5,
        [(0, 0), (2, 0), (2, 0), (2, 2), (0, 2)],
        [(0, 0), (2, 0), (4, 0), (4, 2), (2, 0), (0, 2)],
        [(0, 0), (math.nan, 0), (4, 0)],
    ],
)
def test_flat_repeated_touching_and_undefined_points_do_no_harm(outline):
    assert Polygon(outline, fill=0.5).points == outline
