import math

import numpy as np
import pytest
from ellipses import TURNED, UPRIGHT, asked, drawn, on_ellipse, only, row
from pictures import find_undrawable_field

import playground.scene as sc
from playground.scene.params import with_values
from playground.scene.solution import solve_scene
from scenes.point_ellipse import SCENE
from scenes.point_ellipse.params import PointEllipseParams


def solid_ellipse(p: PointEllipseParams, progress: float) -> sc.Ellipse:
    ellipses = only(drawn(p, progress=progress), sc.Ellipse)
    return next(x for x in ellipses if not x.dashed)


@pytest.mark.parametrize("progress", [0.0, 0.3, 1.0, 1.6, 2.0, 2.4, 3.0])
def test_the_image_is_the_carried_ellipse(progress: float) -> None:
    """Each point of the ellipse, carried by hand, lies on the drawn image."""
    p, image = TURNED, solid_ellipse(TURNED, progress)
    move, turn, stretch = (min(max(progress - k, 0.0), 1.0) for k in range(3))
    scale = 1.0 + stretch * (p.radii[0] / p.radii[1] - 1.0)
    c, s = math.cos(p.angle * (1.0 - turn)), math.sin(p.angle * (1.0 - turn))
    for k in range(12):
        x = p.radii[0] * math.cos(k)
        y = p.radii[1] * math.sin(k) * scale
        at = (
            (1.0 - move) * p.center[0] + c * x - s * y,
            (1.0 - move) * p.center[1] + s * x + c * y,
        )
        carried = PointEllipseParams(
            center=image.center, radii=image.radii, angle=image.angle
        )
        assert on_ellipse(carried, at)


def test_the_point_goes_with_the_ellipse_and_the_grid() -> None:
    for progress in (0.0, 0.7, 1.4, 2.2, 3.0):
        out = drawn(TURNED, progress=progress)
        (grid,) = only(out, sc.Grid)
        carried = np.asarray(grid.matrix) @ (*TURNED.point, 1.0)
        dots = [
            x.at
            for x in only(out, sc.Dot, "normalized")
            if x.marker is not sc.Marker.RING
        ]
        assert any(np.allclose(at, carried[:2], rtol=0, atol=1e-12) for at in dots)


def test_the_comparison_is_shown_at_the_end_and_not_before() -> None:
    assert not only(drawn(TURNED, progress=2.99), sc.Primitive, "length")
    ends = [x.at for x in only(drawn(TURNED, progress=3.0), sc.Dot, "length")]
    reach = row(TURNED, "|P′|")
    carried, laid = ends
    assert math.hypot(*carried) == pytest.approx(reach)
    assert laid == (reach, 0.0)


def test_the_nearest_points_drawn_lie_on_both_pictures() -> None:
    out = drawn(TURNED)
    foot, carried = sorted((x.at for x in only(out, sc.Dot, "closest")), key=_far)[::-1]
    assert on_ellipse(TURNED, foot)
    assert math.hypot(*carried) == pytest.approx(TURNED.radii[0])
    (k,), (image,) = (only(out, sc.Dot, key) for key in ("ray_point", "gap"))
    assert on_ellipse(TURNED, k.at)
    assert math.hypot(*image.at) == pytest.approx(TURNED.radii[0])


def _far(at: tuple[float, float]) -> float:
    return math.hypot(*at)


def test_the_legs_and_the_vector_are_those_after_each_move() -> None:
    for progress, name in ((1.0, "P moved"), (2.0, "P turned"), (3.0, "P′")):
        out = drawn(TURNED, progress=progress)
        (x,), (y,) = (only(out, sc.Segment, key) for key in ("x", "y"))
        end = np.asarray(row(TURNED, name))
        assert x.a == pytest.approx((0.0, 0.0), abs=1e-12)
        assert x.b == pytest.approx(y.a)
        assert y.b == pytest.approx(end)
        if progress >= 2.0:
            assert x.b == pytest.approx((end[0], 0.0), abs=1e-12)
        if progress < 3.0:
            key = "translated" if progress == 1.0 else "rotated"
            (arrow,) = only(out, sc.Arrow, key)
            assert arrow.tail == pytest.approx((0.0, 0.0), abs=1e-12)
            assert arrow.tip == pytest.approx(end)


def test_the_tangent_is_at_a_right_angle_to_the_distance() -> None:
    for p in (TURNED, UPRIGHT, SCENE.cases["Needle"].params):
        (line,) = only(drawn(p), sc.Segment, "tangent")
        foot = np.asarray(row(p, "Nearest point Q"))
        along = np.subtract(line.b, line.a)
        assert np.add(line.a, line.b) / 2 == pytest.approx(foot)
        assert along @ (np.asarray(p.point) - foot) == pytest.approx(0.0, abs=1e-9)


def test_a_segment_goes_through_the_moves_that_it_can() -> None:
    p = with_values(SCENE.cases["No height"].params, angle=0.5)
    (still,) = (x for x in only(drawn(p), sc.Segment, "ellipse") if not x.dashed)
    assert sorted([still.a, still.b]) == [
        pytest.approx((-2.4, 0.0), abs=1e-12),
        pytest.approx((2.4, 0.0), abs=1e-12),
    ]


def test_radii_near_zero_have_an_answer_and_a_finite_picture() -> None:
    for radii in ((1e-300, 2.0), (2.0, 1e-300), (5e-324, 5e-324)):
        p = with_values(UPRIGHT, radii=radii)
        assert solve_scene(SCENE, p).verdict.text == "Outside"
        assert not any(map(find_undrawable_field, drawn(p).primitives))


def test_a_quarter_turned_ellipse_has_no_leg_of_rounding() -> None:
    """P is on the long axis: its shadow on the other one is a point."""
    p = PointEllipseParams((0.0, 3.0), (0.0, 0.0), (2.0, 1.0), math.pi / 2)
    for progress in (0.0, 3.0):
        out = drawn(p, progress=progress)
        assert [x.key for x in only(out, sc.Segment) if x.key in "xy"] == ["x"]


@pytest.mark.parametrize("dtype", SCENE.listing.dtypes)
@pytest.mark.parametrize("progress", [0.0, 2.5, 3.0])
def test_the_articles_point_is_drawn_hollow_where_it_ends_at_once(
    dtype: type, progress: float
) -> None:
    p = with_values(SCENE.cases["Outside"].params, progress=progress)
    out = solve_scene(SCENE, p).draw(dtype)
    (dot,), (name,) = only(out, sc.Dot, "article"), only(out, sc.Label, "article")
    assert dot.marker is sc.Marker.RING
    assert dot.at == name.at == pytest.approx(row(p, "P′"), abs=1e-5)
    assert name.text == "article: outside"


def test_no_point_of_the_article_is_drawn_where_it_has_none_but_its_word() -> None:
    out = asked("No height").draw(np.float32)
    assert not only(out, sc.Dot, "article")
    (name,) = only(out, sc.Label, "article")
    assert name.text == "article: outside, without a P′"
