"""Cameras: fixed points, visible range, and the OpenGL matrices."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from playground.scene.bounds import Extent
from playground.scene.camera import Camera2D, OrbitCamera, Viewport, tick_step
from playground.scene.draw_list import Bounds

VIEW = Viewport(216.0, 0.0, 720.0, 584.0)

coordinates = st.floats(-50.0, 50.0)
points = st.tuples(coordinates, coordinates)
views = st.builds(
    Viewport,
    st.floats(0.0, 500.0),
    st.floats(0.0, 500.0),
    st.floats(50.0, 2000.0),
    st.floats(50.0, 2000.0),
)
pixels = st.tuples(st.floats(0.0, 1500.0), st.floats(0.0, 1500.0))
plane_cameras = st.builds(Camera2D, points, st.floats(1e-3, 1e4))
space_points = st.tuples(coordinates, coordinates, coordinates)
orbits = st.builds(
    OrbitCamera,
    space_points,
    st.floats(0.5, 100.0),
    st.floats(-3.1, 3.1),
    st.floats(-1.57, 1.57),
    st.floats(0.2, 1.2),
)


extents = st.lists(
    st.tuples(st.lists(space_points, min_size=1, max_size=4), st.floats(0.0, 5.0)),
    min_size=1,
    max_size=4,
)
# Points all over a ball of radius 1.
_TURN, _RISE = (a.ravel() for a in np.mgrid[-3.1:3.1:60j, -1.57:1.57:40j])  # type: ignore[misc]
SPHERE = np.stack(
    [np.cos(_TURN) * np.cos(_RISE), np.sin(_RISE), np.sin(_TURN) * np.cos(_RISE)], -1
)


def boxes(size: int) -> st.SearchStrategy[Bounds]:
    ends = st.tuples(coordinates, coordinates).map(sorted)
    return st.lists(ends, min_size=size, max_size=size).map(
        lambda pairs: Bounds(tuple(p[0] for p in pairs), tuple(p[1] for p in pairs))
    )


class TestViewport:
    def test_its_middle_and_its_inside(self) -> None:
        view = Viewport(10.0, 20.0, 100.0, 50.0)
        assert view.center == (60.0, 45.0)
        assert view.contains(10.0, 20.0)
        assert view.contains(109.9, 69.9)
        for x, y in ((9.9, 30.0), (110.0, 30.0), (30.0, 19.9), (30.0, 70.0)):
            assert not view.contains(x, y)


class TestPlane:
    @given(plane_cameras, views, st.lists(points, min_size=1, max_size=4))
    def test_screen_and_world_are_inverse(
        self, camera: Camera2D, view: Viewport, world: list[tuple[float, float]]
    ) -> None:
        there = camera.to_screen(world, view)
        assert there.shape == (len(world), 2)
        back = camera.to_world(there, view)
        # A coordinate on screen is at most 1e6 pixels, so known to about 1e-10 pixels.
        assert np.abs(back - world).max() <= 1e-9 * max(1.0, 1.0 / camera.scale)

    @given(plane_cameras, views, points, st.tuples(coordinates, coordinates))
    def test_a_pan_moves_the_picture_with_the_pointer(
        self,
        camera: Camera2D,
        view: Viewport,
        world: tuple[float, float],
        by: tuple[float, float],
    ) -> None:
        before = camera.to_screen(world, view)
        after = camera.pan(*by).to_screen(world, view)
        assert after - before == pytest.approx(np.array(by), abs=1e-6)

    @given(plane_cameras, views, pixels, st.floats(0.2, 5.0))
    def test_a_zoom_keeps_the_point_under_the_pointer(
        self,
        camera: Camera2D,
        view: Viewport,
        about: tuple[float, float],
        factor: float,
    ) -> None:
        zoomed = camera.zoom(factor, about, view)
        assert zoomed.scale == pytest.approx(camera.scale * factor)
        fixed = camera.to_world(about, view)
        assert zoomed.to_screen(fixed, view) == pytest.approx(np.array(about), abs=1e-6)

    def test_zooming_ends_before_float32_runs_out(self) -> None:
        near, far = Camera2D(), Camera2D()
        for _ in range(400):
            near, far = near.zoom(2.0, (9, 9), VIEW), far.zoom(0.5, (9, 9), VIEW)
        assert near.scale == 1e9
        assert far.scale == 1e-12
        assert all(map(math.isfinite, (*near.center, *far.center)))

    @given(boxes(2), views)
    def test_fitting_shows_all_with_a_margin(self, box: Bounds, view: Viewport) -> None:
        camera = Camera2D.fit(box, view)
        corners = list(product(*zip(box.low, box.high, strict=True)))
        screen = camera.to_screen(corners, view)
        half = np.array([view.width / 2, view.height / 2])
        share = np.abs(screen - view.center) / half
        assert share.max() < 0.8
        middle = [(a + b) / 2 for a, b in zip(box.low, box.high, strict=True)]
        assert camera.center == pytest.approx(middle, abs=1e-9)

    @given(boxes(2), views)
    def test_fitting_does_not_waste_the_view(self, box: Bounds, view: Viewport) -> None:
        width, height = (b - a for a, b in zip(box.low, box.high, strict=True))
        assume(max(width, height) > 1e-3)
        scale = Camera2D.fit(box, view).scale
        used = max(width * scale / view.width, height * scale / view.height)
        assert used > 0.7

    def test_a_single_point_is_fitted_too(self) -> None:
        camera = Camera2D.fit(Bounds((3.0, 4.0), (3.0, 4.0)), VIEW)
        assert camera == Camera2D((3.0, 4.0))
        eye = OrbitCamera().fit([([(3.0, 4.0, 5.0)], 0.0)], VIEW)
        assert eye == OrbitCamera((3.0, 4.0, 5.0))


@given(st.floats(1e-7, 1e9), st.floats(10.0, 200.0))
def test_ticks_are_round_and_far_enough_apart(scale: float, apart: float) -> None:
    step = tick_step(scale, apart)
    power = math.floor(math.log10(step) + 1e-9)
    assert any(step == pytest.approx(m * 10.0**power) for m in (1, 2, 5))
    # From one round number to the next it is a factor of 2.5 at most.
    assert apart * 0.998 <= step * scale <= apart * 2.51


def along_sight(camera: OrbitCamera, x: float, y: float, far: float) -> np.ndarray:
    origin, direction = camera.ray(x, y, VIEW)
    return origin + far * direction


class TestOrbit:
    @given(orbits)
    def test_its_axes_are_right_handed_and_of_unit_length(
        self, camera: OrbitCamera
    ) -> None:
        axes = camera.axes
        assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(axes) == pytest.approx(1.0)
        assert axes[0][1] == pytest.approx(0.0, abs=1e-12)  # the horizon is level
        assert axes[1][1] >= -1e-12  # and up is up

    @pytest.mark.parametrize(
        ("axis", "eye", "right"),
        [
            ("front", (0, 0, 1), (1, 0, 0)),
            ("right", (1, 0, 0), (0, 0, -1)),
            ("top", (0, 1, 0), (1, 0, 0)),
        ],
    )
    def test_axis_views(
        self, axis: str, eye: tuple[int, ...], right: tuple[int, ...]
    ) -> None:
        camera = OrbitCamera(distance=5.0).look_along(axis)
        assert camera.eye == pytest.approx(5.0 * np.array(eye), abs=1e-12)
        assert camera.axes[0] == pytest.approx(np.array(right), abs=1e-12)

    @given(orbits, space_points)
    def test_to_screen_is_what_opengl_matrices_do(
        self, camera: OrbitCamera, world: tuple[float, float, float]
    ) -> None:
        f = 1.0 / math.tan(camera.fov / 2)
        projection = np.array(
            [[f * VIEW.height / VIEW.width, 0, 0, 0], [0, f, 0, 0], [0, 0, -1, 0]]
        )
        look = np.eye(4)
        look[:3, :3], look[:3, 3] = camera.axes, -camera.axes @ camera.eye
        x, y, depth = projection @ look @ [*world, 1.0]
        assume(depth > 0.03 * camera.distance)
        x, y = x / depth, y / depth
        screen = camera.to_screen(world, VIEW)
        shown = VIEW.x + (x + 1) / 2 * VIEW.width, VIEW.y + (1 - y) / 2 * VIEW.height
        assert screen == pytest.approx(np.array(shown), rel=1e-6, abs=1e-6)

    @given(orbits, st.floats(216.0, 936.0), st.floats(0.0, 584.0), st.floats(1.0, 50.0))
    def test_a_sight_line_goes_through_its_pixel(
        self, camera: OrbitCamera, x: float, y: float, far: float
    ) -> None:
        there = along_sight(camera, x, y, far * camera.distance)
        assert camera.to_screen(there, VIEW) == pytest.approx(
            np.array([x, y]), abs=1e-5
        )
        assert np.linalg.norm(camera.ray(x, y, VIEW)[1]) == pytest.approx(1.0)

    @given(orbits, st.floats(216.0, 936.0), st.floats(0.0, 584.0))
    def test_a_drag_stays_in_the_view_plane_and_under_the_pointer(
        self, camera: OrbitCamera, x: float, y: float
    ) -> None:
        held = np.asarray(camera.target) + camera.axes[0] - 0.3 * camera.axes[2]
        moved = camera.on_plane(x, y, VIEW, held)
        assert moved is not None
        assert camera.depth(moved) == pytest.approx(float(camera.depth(held)))
        assert camera.to_screen(moved, VIEW) == pytest.approx(
            np.array([x, y]), abs=1e-5
        )

    @pytest.mark.parametrize("x", [1e17, -1e30, 1e100])
    def test_a_pixel_far_beside_the_picture_has_its_point_in_the_view_plane(
        self, x: float
    ) -> None:
        camera = OrbitCamera(yaw=0.7, pitch=0.4)
        moved = camera.on_plane(x, 300.0, VIEW, camera.target)
        assert moved is not None
        assert math.copysign(1.0, moved @ camera.axes[0]) == math.copysign(1.0, x)
        # As far aside, by the focal length, as the pixel is.
        focal = VIEW.height / 2 / math.tan(camera.fov / 2)
        length = abs(x) / focal * camera.distance
        assert np.linalg.norm(moved) == pytest.approx(length)

    def test_behind_the_eye_there_is_nothing_to_drag(self) -> None:
        camera = OrbitCamera()
        behind = camera.eye + camera.axes[2]
        assert camera.on_plane(500.0, 300.0, VIEW, behind) is None

    @given(orbits)
    def test_a_pixel_is_as_long_as_it_looks(self, camera: OrbitCamera) -> None:
        at = np.asarray(camera.target) + 0.3 * camera.distance * camera.axes[1]
        length = camera.pixel_size(at, VIEW)
        ends = camera.to_screen([at, at + length * camera.axes[0]], VIEW)
        assert math.dist(*ends) == pytest.approx(1.0, rel=1e-6)

    def test_dragging_right_turns_what_is_seen_to_the_right(self) -> None:
        camera = OrbitCamera(yaw=0.0, pitch=0.0)
        near = np.array([0.0, 0.0, 1.0])  # in front of the target
        before = camera.to_screen(near, VIEW)
        assert camera.orbit(50.0, 0.0).to_screen(near, VIEW)[0] > before[0]
        assert camera.orbit(0.0, 50.0).to_screen(near, VIEW)[1] > before[1]

    @given(orbits, st.floats(-5000, 5000), st.floats(-5000, 5000))
    def test_an_orbit_never_turns_over(
        self, camera: OrbitCamera, dx: float, dy: float
    ) -> None:
        turned = camera.orbit(dx, dy)
        assert abs(turned.pitch) <= math.pi / 2
        assert abs(turned.yaw) <= math.pi
        assert (turned.target, turned.distance) == (camera.target, camera.distance)

    @given(orbits, st.floats(-300, 300), st.floats(-300, 300))
    def test_a_pan_moves_the_target_with_the_pointer(
        self, camera: OrbitCamera, dx: float, dy: float
    ) -> None:
        x, y = camera.pan(dx, dy, VIEW).to_screen(camera.target, VIEW)
        at = VIEW.center[0] + dx, VIEW.center[1] + dy
        assert (x, y) == pytest.approx(at, abs=1e-5)

    def test_zooming_in_comes_nearer_and_stops(self) -> None:
        camera = OrbitCamera(distance=8.0)
        assert camera.zoom(2.0).distance == 4.0
        for _ in range(200):
            camera = camera.zoom(4.0)
        assert camera.distance > 0.0

    @given(orbits, extents, views)
    def test_fitting_fills_the_view_with_all_of_it(
        self, camera: OrbitCamera, extents: list[Extent], view: Viewport
    ) -> None:
        surface = np.concatenate(
            [at + r * SPHERE for points, r in extents for at in np.array(points)]
        )
        assume(np.ptp(surface, axis=0).max() > 1e-3)
        fitted = camera.fit(extents, view)
        assert (fitted.yaw, fitted.pitch) == (camera.yaw, camera.pitch)
        assert fitted.depth(surface).min() > 0.02 * fitted.distance
        seen = fitted.to_screen(surface, view) - view.center
        low, high = (side(seen, axis=0) for side in (np.min, np.max))
        ends = np.array([view.width, view.height]) / 2
        used = np.stack([-low, high]) / ends
        assert used.max() <= 0.8 + 1e-9
        # It reaches as far on either hand where it is largest, and could be no nearer,
        # but for what is all depth.
        room = fitted.distance - fitted.depth(surface).min()
        filled = (used > 0.79).all(axis=0).any()
        assert filled or fitted.distance <= 1.3 * room

    @pytest.mark.parametrize("size", [(700, 300), (417, 565), (300, 900), (900, 900)])
    def test_a_long_thing_is_seen_long_in_a_view_of_any_shape(
        self, size: tuple[int, int]
    ) -> None:
        """A motion across the view of a sphere, as in the scene of article 4."""
        view = Viewport(0.0, 0.0, *size)
        motion = [([(-3.6, 2.7, 1.5), (3.4, 1.9, -1.3)], 0.9)]
        camera = OrbitCamera().fit_best_side(motion, view)
        ends = camera.to_screen(motion[0][0], view)
        across, down = np.abs(np.diff(ends, axis=0))[0]
        assert math.hypot(across, down) > 0.6 * min(size)
        tall = view.height > 1.2 * view.width
        assert not tall or down > across
        # As large as it is from the side that it has been looked at from, at least.
        before = OrbitCamera().fit(motion, view)
        assert camera.distance <= before.distance

    def test_a_flat_thing_is_not_seen_from_its_edge(self) -> None:
        """A triangle with a segment through it, whose ends are farther apart so."""
        triangle = [(-2.5, 0.25, 0.5), (3.0, 0.5, 1.0), (-0.5, 4.0, -1.0)]
        segment = [(-3.0, 3.0, 1.75), (3.0, 0.25, -4.0)]
        view = Viewport(0.0, 0.0, 417.0, 560.0)
        camera = OrbitCamera().fit_best_side([(triangle, 0.0), (segment, 0.0)], view)
        a, b, c = (np.array(corner) for corner in triangle)
        normal = np.cross(b - a, c - a)
        facing = abs(camera.axes[2] @ normal) / np.linalg.norm(normal)
        assert facing > 0.7


@pytest.mark.parametrize("distance", [1e-3, 1.0, 50.0])
def test_the_near_plane_is_a_fiftieth_of_the_distance_before_the_eye(
    distance: float,
) -> None:
    camera = OrbitCamera((1.0, 2.0, 3.0), distance, 0.4, 0.3)
    for share, seen in ((0.0201, True), (0.0199, False)):
        at = camera.eye - share * distance * camera.axes[2]
        assert np.isfinite(camera.to_screen(at, VIEW)).all() == seen
