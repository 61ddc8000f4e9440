import math

import numpy as np
import pytest

from playground.render.grid import (
    compute_ticks,
    format_tick,
    tick_corner,
)
from playground.render.instance_buffer import InstanceBuffer
from playground.render.plane_painter import (
    PlanePainter,
    clip_line,
    ellipse_points,
    rect_points,
)
from playground.render.polylines import arc_points, clip_polygon
from playground.render.shapes import Area, Ring, ScreenPolyline, ScreenSegments
from playground.render.stroke_style import Pen
from playground.render.theme import DARK
from playground.scene.camera import Camera2D, Viewport, tick_step
from playground.scene.primitives import Circle, Dot, Line, Polygon, Polyline, Segment

BOX = (200.0, 150.0)
WHITE = (1.0, 1.0, 1.0, 1.0)


def area(points):
    x, y = points.T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@pytest.mark.parametrize(
    ("low", "high", "kept"),
    [
        ((-5, -5), (5, 5), 100),
        ((-1e9, -1e9), (1e9, 1e9), 400 * 300),
        ((150, -50), (250, 50), 50 * 100),
        ((900, 0), (901, 1), 0),
    ],
)
def test_a_polygon_is_clipped_to_the_box(low, high, kept):
    square = np.array([low, (high[0], low[1]), high, (low[0], high[1])], float)
    found = clip_polygon(square, BOX)
    assert area(found) == pytest.approx(kept)
    assert len(found) > 0 or not kept


@pytest.mark.parametrize("radius", [3.0, 50.0, 900.0, 1e5])
def test_arc_points_stay_within_a_twentieth_of_a_pixel(radius):
    center = (-radius + 20.0, 0.0)
    points = arc_points(center, radius, -1.0, 2.0, BOX)
    middle = (points[:-1] + points[1:]) / 2
    seen = (np.abs(middle) < BOX).all(axis=1)
    stray = radius - np.hypot(*(middle[seen] - center).T)
    assert seen.any()
    assert stray.max() < 0.05


@pytest.mark.parametrize("radius", [1e9, 1e18, 1e300])
@pytest.mark.parametrize("center", [(0.0, 0.0), (350.0, -90.0), (1e9, 1e9)])
def test_an_arc_far_round_the_box_needs_few_points(center, radius):
    points = arc_points(center, radius, -1.0, 6.0, BOX)
    assert len(points) < 2000
    assert np.hypot(*(points - center).T) == pytest.approx(radius)


def test_an_arc_that_goes_round_and_round_is_sampled_once_round():
    sheet = InstanceBuffer(BOX)
    sheet.add(Ring((0.0, 0.0), 50.0, Pen(WHITE, 1.0), start=0.5, sweep=-1e12))
    points = sheet.sample_points(5.0)
    assert 60 < len(points) < 70
    assert np.hypot(*points.T) == pytest.approx(50.0)


def test_arc_points_follow_a_negative_sweep():
    points = arc_points((0.0, 0.0), 10.0, 1.0, -2.0, BOX)
    assert points[0] == pytest.approx([10 * math.cos(1), 10 * math.sin(1)])
    assert points[-1] == pytest.approx([10 * math.cos(1), -10 * math.sin(1)])


@pytest.mark.parametrize(
    ("radii", "center"),
    [
        ((80.0, 30.0), (5.0, 2.0)),
        ((900.0, 4.0), (-700.0, 9.0)),
        ((1e6, 3e5), (-1e6 + 30.0, 0.0)),
    ],
)
def test_ellipse_points_lie_close(radii, center):
    points = ellipse_points(center, radii, 0.0, BOX)
    middle = (points + np.roll(points, -1, axis=0)) / 2
    seen = (np.abs(middle) < BOX).all(axis=1)
    x, y = (middle[seen] - center).T
    level = (x / radii[0]) ** 2 + (y / radii[1]) ** 2 - 1
    slope = 2 * np.hypot(x / radii[0] ** 2, y / radii[1] ** 2)
    assert seen.any()
    assert np.abs(level / slope).max() < 0.1


def test_rectangle_points_have_the_area_of_a_rounded_rectangle():
    points = rect_points((3.0, 4.0), (60.0, 40.0), 0.7, 15.0, BOX)
    exact = 4 * 60 * 40 - (4 - math.pi) * 15**2
    assert area(points) == pytest.approx(exact, rel=1e-3)
    sharp = rect_points((3.0, 4.0), (60.0, 40.0), 0.7, 0.0, BOX)
    assert len(sharp) == 4
    assert area(sharp) == pytest.approx(4 * 60 * 40)


def test_a_line_is_clipped_to_the_box_only():
    low, high = clip_line((0.0, 0.0), (2.0, 0.0), (-math.inf, math.inf), BOX)
    assert -130 < low < -99
    assert 99 < high < 130
    low, high = clip_line((0.0, 0.0), (2.0, 0.0), (0.0, 3.0), BOX)
    assert (low, high) == (0.0, 3.0)
    low, high = clip_line((0.0, 900.0), (2.0, 0.0), (-math.inf, math.inf), BOX)
    assert low > high


def test_samples_follow_what_is_seen():
    sheet = InstanceBuffer(BOX)
    sheet.add(ScreenPolyline([(-1e7, 10.0), (1e7, 10.0)], Pen(WHITE, 2.0)))
    x, y = sheet.sample_points(5.0).T
    assert (y == 10).all()
    assert np.abs(x).max() < 220
    assert np.diff(np.sort(x)).max() <= 5.0 + 1e-9


def test_what_is_out_of_sight_costs_nothing():
    sheet = InstanceBuffer(BOX)
    pen = Pen(WHITE, 2.0)
    sheet.add(Ring((1e4, 0.0), 50.0, pen))
    sheet.add(ScreenPolyline([(900.0, 0.0), (901.0, 40.0)], pen))
    sheet.add(Area(np.array([[900.0, 0], [950, 0], [900, 50]]), WHITE))
    assert len(sheet.instances) == 0


def test_undefined_records_are_left_out():
    plane = PlanePainter.from_camera(Camera2D(), 1.0, BOX, DARK)
    nan = math.nan
    plane.draw(
        [
            Dot((nan, 0.0)),
            Segment((nan, 0.0), (1.0, 1.0)),
            Line((0.0, nan), (1.0, 0.0)),
            Line((0.0, 0.0), (nan, nan)),
            Circle((0.0, 0.0), nan),
            Polyline([(nan, nan), (1.0, 1.0)]),
            Polygon([(0.0, 0.0), (1.0, nan), (1.0, 0.0)], fill=0.5),
        ]
    )
    assert len(plane.buffer.instances) <= 1


@pytest.mark.parametrize(
    ("value", "step", "text"),
    [
        (0.1 + 0.2, 0.1, "0.3"),
        (-2.0, 1.0, "−2"),
        (1e-17, 0.1, "0"),
        (250000.0, 50000.0, "2.5×10⁵"),
        (-0.00002, 0.00001, "−2×10⁻⁵"),
        (100000000.2, 0.2, "1.000000002×10⁸"),
        (1500.0, 500.0, "1500"),
        (-1e6, 1e6, "−10⁶"),
    ],
)
def test_tick_numbers_are_short(value, step, text):
    assert format_tick(value, step) == text


@pytest.mark.parametrize("center", [(0.0, 0.0), (1e8, -3e5), (0.003, 70.0)])
@pytest.mark.parametrize("scale", [1e-6, 0.37, 60.0, 4e4])
def test_ticks_have_distinct_numbers_inside_the_viewport(center, scale):
    view, camera = Viewport(100.0, 50.0, 700.0, 500.0), Camera2D(center, scale)
    found = compute_ticks(camera, view)
    for upright in (False, True):
        names = [tick.text for tick in found if tick.upright is upright]
        assert len(set(names)) == len(names)
        assert len(names) <= 700 / 70 + 1
    for tick in found:
        corner = tick_corner(tick, (30.0, 14.0), view)
        if corner:
            assert view.contains(*corner)
            assert view.contains(corner[0] + 30, corner[1] + 14)


def test_an_axis_runs_through_no_zero():
    view, camera = Viewport(0.0, 0.0, 700.0, 500.0), Camera2D((0.3, 0.1), 40.0)
    x_axis, y_axis = camera.to_screen((0.0, 0.0), view)[::-1]
    zeros = [tick for tick in compute_ticks(camera, view) if tick.text == "0"]
    assert len(zeros) == 2
    for tick in zeros:
        left, top = tick_corner(tick, (8.0, 14.0), view)
        if tick.upright:
            assert not top <= x_axis <= top + 14.0
        else:
            assert not left <= y_axis <= left + 8.0


def test_tick_positions_are_multiples_of_the_step():
    view, camera = Viewport(0.0, 0.0, 700.0, 500.0), Camera2D((0.3, 0.1), 40.0)
    step = tick_step(camera.scale)
    for tick in compute_ticks(camera, view):
        value = camera.to_world((tick.x, tick.y), view)[int(tick.upright)]
        assert value / step == pytest.approx(round(value / step), abs=1e-9)


def test_dashes_go_on_along_a_chain_and_begin_anew_with_each_loose_piece():
    pen, ends = Pen(WHITE, 1.0, dashed=True), [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)]
    chain, loose = InstanceBuffer(BOX), InstanceBuffer(BOX)
    chain.add(ScreenPolyline(ends, pen))
    loose.add(ScreenSegments([*ends[:2], *ends[1:]], pen))
    assert chain.instances[:, 19].tolist() == [0.0, 5.0]
    assert loose.instances[:, 19].tolist() == [0.0, 0.0]
    # Their neighbours cut the pieces of a chain only.
    assert chain.instances[:, 12:16].any()
    assert not loose.instances[:, 12:16].any()
