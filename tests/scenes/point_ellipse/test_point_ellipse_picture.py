import math

import numpy as np
import pytest
from ellipses import TURNED, UPRIGHT, asked, drawn, on_ellipse, only, row

from playground.scene import (
    Arrow,
    Circle,
    Dot,
    Ellipse,
    Grid,
    HandleKind,
    Label,
    Marker,
    Primitive,
    Segment,
)
from playground.scene.params import drag, list_handle_marks, with_values
from playground.scene.solution import solve_scene
from scenes.point_ellipse import SCENE
from scenes.point_ellipse.params import PointEllipseParams


def solid_ellipse(p: PointEllipseParams, progress: float) -> Ellipse:
    ellipses = only(drawn(p, progress=progress), Ellipse)
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


def test_at_the_end_the_image_is_the_circle_about_the_origin() -> None:
    image = solid_ellipse(TURNED, 3.0)
    assert image.center == pytest.approx((0.0, 0.0), abs=1e-15)
    assert image.radii == pytest.approx((2.0, 2.0))
    goal = only(drawn(TURNED), Circle)[0]
    assert (goal.center, goal.radius) == ((0.0, 0.0), 2.0)


def test_the_point_goes_with_the_ellipse_and_the_grid() -> None:
    for progress in (0.0, 0.7, 1.4, 2.2, 3.0):
        out = drawn(TURNED, progress=progress)
        (grid,) = only(out, Grid)
        carried = np.asarray(grid.matrix) @ (*TURNED.point, 1.0)
        dots = [
            x.at for x in only(out, Dot, "normalized") if x.marker is not Marker.RING
        ]
        assert any(np.allclose(at, carried[:2], rtol=0, atol=1e-12) for at in dots)


def test_the_comparison_is_shown_at_the_end_and_not_before() -> None:
    assert not only(drawn(TURNED, progress=2.99), Primitive, "length")
    ends = [x.at for x in only(drawn(TURNED, progress=3.0), Dot, "length")]
    reach = row(TURNED, "|P′|")
    carried, laid = ends
    assert math.hypot(*carried) == pytest.approx(reach)
    assert laid == (reach, 0.0)


def test_the_nearest_points_drawn_lie_on_both_pictures() -> None:
    out = drawn(TURNED)
    foot, carried = sorted((x.at for x in only(out, Dot, "closest")), key=_far)[::-1]
    assert on_ellipse(TURNED, foot)
    assert math.hypot(*carried) == pytest.approx(TURNED.radii[0])
    (k,), (image,) = (only(out, Dot, key) for key in ("ray_point", "gap"))
    assert on_ellipse(TURNED, k.at)
    assert math.hypot(*image.at) == pytest.approx(TURNED.radii[0])


def _far(at: tuple[float, float]) -> float:
    return math.hypot(*at)


@pytest.mark.parametrize(
    ("name", "index", "target", "expected"),
    [
        ("point", 0, (1.0, -2.0), {"point": (1.0, -2.0)}),
        ("center", 0, (0.5, 0.25), {"center": (0.5, 0.25)}),
        ("radii", 0, (5.0, 1.0), {"radii": (3.0, 1.0)}),
        ("radii", 1, (2.0, 3.5), {"radii": (2.0, 2.5)}),
        ("angle", 0, (2.0, 4.0), {"angle": math.pi / 2}),
    ],
)
def test_each_grip_does_what_its_name_says(
    name: str, index: int, target: tuple[float, float], expected: dict[str, object]
) -> None:
    moved = drag(UPRIGHT, name, index, target)
    for key in ("point", "center", "radii", "angle", "progress"):
        value = expected.get(key, getattr(UPRIGHT, key))
        assert getattr(moved, key) == pytest.approx(value)


def test_the_axis_grips_follow_the_turned_ellipse() -> None:
    for grip in list_handle_marks(TURNED, 0.0):
        if grip.kind is HandleKind.RIM:
            assert on_ellipse(TURNED, grip.at)
            away = np.subtract(grip.at, TURNED.center) * 1.25
            radii = drag(TURNED, "radii", grip.index, tuple(TURNED.center + away)).radii
            assert radii[grip.index] == pytest.approx(1.25 * TURNED.radii[grip.index])
            assert radii[1 - grip.index] == TURNED.radii[1 - grip.index]


def test_the_legs_are_the_components_after_each_move() -> None:
    for progress, name in ((1.0, "P moved"), (2.0, "P turned"), (3.0, "P′")):
        out = drawn(TURNED, progress=progress)
        (x,), (y,) = (only(out, Segment, key) for key in ("x", "y"))
        end = np.asarray(row(TURNED, name))
        assert x.a == pytest.approx((0.0, 0.0), abs=1e-12)
        assert x.b == pytest.approx(y.a)
        assert y.b == pytest.approx(end)
        if progress >= 2.0:
            assert x.b == pytest.approx((end[0], 0.0), abs=1e-12)


def test_the_vector_of_each_move_ends_in_its_point() -> None:
    for progress, key, name in (
        (1.0, "translated", "P moved"),
        (2.0, "rotated", "P turned"),
    ):
        (arrow,) = only(drawn(TURNED, progress=progress), Arrow, key)
        assert arrow.tail == pytest.approx((0.0, 0.0), abs=1e-12)
        assert arrow.tip == pytest.approx(row(TURNED, name))


def test_the_tangent_is_at_a_right_angle_to_the_distance() -> None:
    for p in (TURNED, UPRIGHT, SCENE.cases["Needle"].params):
        (line,) = only(drawn(p), Segment, "tangent")
        foot = np.asarray(row(p, "Nearest point Q"))
        along = np.subtract(line.b, line.a)
        assert np.add(line.a, line.b) / 2 == pytest.approx(foot)
        assert along @ (np.asarray(p.point) - foot) == pytest.approx(0.0, abs=1e-9)


def test_a_segment_goes_through_the_moves_that_it_can() -> None:
    p = with_values(SCENE.cases["No height"].params, angle=0.5)
    (still,) = (x for x in only(drawn(p), Segment, "ellipse") if not x.dashed)
    assert sorted([still.a, still.b]) == [
        pytest.approx((-2.4, 0.0), abs=1e-12),
        pytest.approx((2.4, 0.0), abs=1e-12),
    ]


def test_radii_near_zero_leave_a_finite_picture() -> None:
    for radii in ((1e-300, 2.0), (2.0, 1e-300), (5e-324, 5e-324)):
        p = with_values(UPRIGHT, radii=radii)
        for record in drawn(p).primitives:
            at = getattr(record, "at", (0.0,))
            assert np.isfinite(at).all()


def test_a_quarter_turned_ellipse_has_no_leg_of_rounding() -> None:
    """P is on the long axis: its shadow on the other one is a point."""
    p = PointEllipseParams((0.0, 3.0), (0.0, 0.0), (2.0, 1.0), math.pi / 2)
    for progress in (0.0, 3.0):
        out = drawn(p, progress=progress)
        assert [x.key for x in only(out, Segment) if x.key in "xy"] == ["x"]


@pytest.mark.parametrize("dtype", SCENE.listing.dtypes)
@pytest.mark.parametrize("progress", [0.0, 2.5, 3.0])
def test_the_articles_point_is_drawn_hollow_where_it_ends_at_once(
    dtype: type, progress: float
) -> None:
    p = with_values(SCENE.cases["Outside"].params, progress=progress)
    out = solve_scene(SCENE, p).draw(dtype)
    (dot,), (name,) = only(out, Dot, "article"), only(out, Label, "article")
    assert dot.marker is Marker.RING
    assert dot.at == name.at == pytest.approx(row(p, "P′"), abs=1e-5)
    assert name.text == "article: outside"


def test_no_point_of_the_article_is_drawn_where_it_has_none_but_its_word() -> None:
    out = asked("No height").draw(np.float32)
    assert not only(out, Dot, "article")
    (name,) = only(out, Label, "article")
    assert name.text == "article: outside, without a P′"
