"""Cameras of the views: set by the user, or fitted to the picture around overlays.

A view's place is its rectangle in the window, in logical pixels.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.scene.camera import Camera2D, OrbitCamera, Viewport, outline
from playground.scene.draw_list import DrawList
from playground.scene.params import PICK_RADIUS_PX
from playground.scene.primitives import Line
from playground.session.open_scene import Camera
from playground.session.session import Session
from playground.session.view_options import Page

Array = NDArray[np.float64]

# Zoom factors to try for avoiding overlays.
_ZOOM_FACTORS = (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5)
# Margin relative to the canvas's size, and gap around overlays.
_MARGIN_RATIO = 0.06
_OVERLAY_GAP_PX = 12.0
# Parts of the way to a side of the canvas to try for avoiding overlays.
_SIDE_STEPS = (0.25, 0.5, 0.75, 1.0)
# Limit for zooming out with the wheel, relative to the fitted view.
_MAX_ZOOM_OUT = 50.0
_SAME_ZOOM_FACTOR = 1.0 - 1e-9
# Sample positions along a segment of an outline, and around a circle.
_EDGE_FRACTIONS = np.linspace(0.0, 1.0, 24, endpoint=False)[:, None]
_CIRCLE_ANGLES = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)


class ProjectedView(NamedTuple):
    """A view's primitives, camera and place, its rectangle in logical pixels."""

    drawn: DrawList
    camera: Camera
    place: Viewport


def avoid_overlays(
    views: Sequence[ProjectedView], taken: Sequence[Viewport]
) -> list[Camera]:
    """Return cameras, moved and zoomed out alike, whose pictures avoid overlays.

    Zooms down to 0.5 and a few moves are tried. If none clears all pictures, it is the
    one that clears most.

    Parameters
    ----------
    views : sequence of ProjectedView
        The views, all zoomed by the same factor.
    taken : sequence of Viewport
        Rectangles of the overlays, in logical pixels.
    """
    best, min_overlap = [view.camera for view in views], 0
    outlines = [_outline_points(view) for view in views] if taken else []
    for share in _ZOOM_FACTORS if taken else ():
        back = [_zoom_out(view, share) for view in views]
        candidates = [
            _move_aside(camera, view.place, points, taken)
            for camera, view, points in zip(back, views, outlines, strict=True)
        ]
        clear = sum(camera is not None for camera in candidates)
        if clear > min_overlap:
            min_overlap = clear
            best = [new or old for new, old in zip(candidates, back, strict=True)]
        if min_overlap == len(views):
            break
    return best


def _zoom_out(view: ProjectedView, share: float) -> Camera:
    """Return a camera that shows everything scaled by the factor `share`."""
    if isinstance(view.camera, Camera2D):
        return view.camera.zoom(share, view.place.center, view.place)
    return view.camera.zoom(share)


def _move_aside(
    camera: Camera, place: Viewport, points: Array, overlays: Sequence[Viewport]
) -> Camera | None:
    """Return the camera panned so that no point is covered; None if no move does it.

    `points` are world positions, (n, 2) or (n, 3).
    """
    screen_points = camera.to_screen(points, place)
    screen_points = screen_points[np.isfinite(screen_points).all(axis=1)]
    if not len(screen_points):
        return camera
    low, high = screen_points.min(axis=0), screen_points.max(axis=0)
    margin = _MARGIN_RATIO * np.array([place.width, place.height])
    first = np.array([place.x, place.y]) + margin - low
    last = np.array([place.x + place.width, place.y + place.height]) - margin - high
    below = (box.y + box.height + _OVERLAY_GAP_PX + 1.0 - low[1] for box in overlays)
    above = (box.y - _OVERLAY_GAP_PX - 1.0 - high[1] for box in overlays)
    between = [way for way in (*below, *above) if first[1] <= way <= last[1]]
    # The smallest moves first: none, down, between overlays, sideways, or both.
    ways = 0.0, last[1], *between
    aside = [end * share for share in _SIDE_STEPS for end in (last[0], first[0])]
    for dy, dx in product(ways, (0.0, *aside)):
        if not _is_covered(screen_points + np.array([dx, dy]), overlays):
            return _pan_camera(camera, float(dx), float(dy), place)
    return None


def _pan_camera(camera: Camera, dx: float, dy: float, place: Viewport) -> Camera:
    if isinstance(camera, OrbitCamera):
        return camera.pan(dx, dy, place)
    return camera.pan(dx, dy)


def _is_covered(seen: Array, overlays: Sequence[Viewport]) -> bool:
    """Return whether an overlay covers a point of `seen`, (n, 2) in logical pixels."""
    x, y = seen.T
    return any(
        bool(
            (
                (x > box.x - _OVERLAY_GAP_PX)
                & (x < box.x + box.width + _OVERLAY_GAP_PX)
                & (y > box.y - _OVERLAY_GAP_PX)
                & (y < box.y + box.height + _OVERLAY_GAP_PX)
            ).any()
        )
        for box in overlays
    )


def _outline_points(view: ProjectedView) -> Array:
    """Return world points (n, 2 or 3) along all outlines except infinite lines."""
    if isinstance(view.camera, OrbitCamera):
        return _ball_outlines(view.drawn, view.camera)
    chains = [
        chain
        for record in view.drawn.primitives
        if record.extent()
        and not isinstance(record, Line)
        and (chain := outline(record)) is not None
    ]
    if not chains:
        return np.zeros((0, view.drawn.dimension))
    return np.concatenate([_subdivide_polyline(chain) for chain in chains])


def _subdivide_polyline(chain: Array) -> Array:
    """Return a polyline (n, 2 or 3) with 23 points between adjacent corners."""
    steps = np.diff(chain, axis=0)
    between = chain[:-1, None] + _EDGE_FRACTIONS * steps[:, None]
    return np.concatenate([between.reshape(-1, chain.shape[1]), chain[-1:]])


def _ball_outlines(drawing: DrawList, camera: OrbitCamera) -> Array:
    """Return the outlines, as the camera sees them, of balls around all points."""
    right, up = camera.axes[:2]
    ring = (
        np.cos(_CIRCLE_ANGLES)[:, None] * right + np.sin(_CIRCLE_ANGLES)[:, None] * up
    )
    balls = [
        np.asarray(position) + reach * ring
        for points, reach in drawing.extents()
        for position in points
    ]
    return np.concatenate(balls) if balls else np.zeros((0, 3))


# ----------------------------------------------------------------------------


# Tilts to try, in radians, until handles that are this far apart in space are separate
# on the screen.
_TILT_ANGLES = (0.0, 0.06, 0.12, 0.18, 0.24, 0.32, 0.4)
_MIN_HANDLE_DISTANCE_PX = 40.0


def view_camera(
    session: Session,
    places: Sequence[Viewport],
    view: int,
    taken: Sequence[Viewport] = (),
    *,
    with_derivation: bool = False,
) -> Camera:
    """Return a view's camera, fitted to the picture if it has none yet.

    Parameters
    ----------
    session : Session
        The session.
    places : sequence of Viewport
        The rectangle of each view.
    view : int
        Index of the view in `places`.
    taken : sequence of Viewport
        Rectangles of overlays to avoid if possible.
    with_derivation : bool
        Whether to fit primitives that only the derivation page draws, too.
    """
    opened = session.open_scene
    if view not in opened.cameras:
        opened.cameras[view] = opened.fitted[view] = _fit_camera(
            session, places, view, taken, with_derivation=with_derivation
        )
        opened.fitted_places = tuple(places)
        session.restored_context_id = None  # it is not as it was before
    return opened.cameras[view]


def min_zoom_factor(
    session: Session, places: Sequence[Viewport], view: int, camera: Camera
) -> float:
    """Return the smallest factor by which a view can be zoomed out, at most 1.

    It leads to the fitted view zoomed out by `_MAX_ZOOM_OUT`.

    Parameters
    ----------
    session : Session
        The session.
    places : sequence of Viewport
        The rectangle of each view.
    view : int
        Index of the view.
    camera : Camera2D or OrbitCamera
        Its camera.
    """
    fitted_camera = _fit_camera(session, places, view, ())
    if isinstance(camera, Camera2D):
        assert isinstance(fitted_camera, Camera2D)
        share = fitted_camera.scale / camera.scale
    else:
        assert isinstance(fitted_camera, OrbitCamera)
        share = camera.distance / fitted_camera.distance
    min_share = share / _MAX_ZOOM_OUT
    return min_share if min_share < _SAME_ZOOM_FACTOR else 1.0


def pixel_size(
    session: Session, places: Sequence[Viewport], taken: Sequence[Viewport] = ()
) -> float:
    """Return the world length of one logical pixel in the first view.

    In 3D it is that at the camera's target.
    """
    camera = view_camera(session, places, 0, taken)
    if isinstance(camera, Camera2D):
        return 1.0 / camera.scale
    return camera.pixel_size(camera.target, places[0])


def camera_along_axis(
    session: Session, places: Sequence[Viewport], axis: str
) -> OrbitCamera | None:
    """Return a camera that shows the first view along an axis; None in 2D.

    `axis` is "front", "right" or "top". The camera is tilted, by up to 0.4 radians, if
    handles would overlap otherwise.
    """
    drawing, place = session.scene_view.comparison_primitives, places[0]
    camera, extents = view_camera(session, places, 0), drawing.extents()
    if not isinstance(camera, OrbitCamera):
        return None
    straight = camera.look_along(axis)
    straight = straight.fit(extents, place) if extents else straight
    pixel = straight.pixel_size(straight.target, place)
    grips = np.array([grip.at for grip in session.scene_view.list_handle_marks(pixel)])
    distances = [
        (a, b)
        for a, b in combinations(grips.reshape(-1, 3), 2)
        if math.dist(a, b) > _MIN_HANDLE_DISTANCE_PX * pixel
    ]
    for tilt in _TILT_ANGLES:
        # A tilt lowers a camera at the top.
        pitch = straight.pitch + (-tilt if axis == "top" else tilt)
        turned_camera = replace(straight, yaw=straight.yaw + tilt, pitch=pitch)
        turned_camera = turned_camera.fit(extents, place) if tilt else straight
        on_screen = [
            turned_camera.to_screen(np.array(pair), place) for pair in distances
        ]
        if all(math.dist(a, b) > PICK_RADIUS_PX for a, b in on_screen):
            return turned_camera
    return straight


def _fit_camera(
    session: Session,
    places: Sequence[Viewport],
    view: int,
    overlays: Sequence[Viewport],
    *,
    with_derivation: bool = False,
) -> Camera:
    drawing = session.scene_view.comparison_primitives
    # Explanatory primitives are drawn on the derivation page only.
    if not with_derivation and session.scene_view.page is not Page.DERIVATION:
        drawing = drawing.hide_derivation({})
    views = drawing.self_and_views[: len(places)]
    fitted_camera = _fit_view(session, views[view], places[view], view)
    alike = [i for i, drawing in enumerate(views) if i == 0 or drawing.to_scale]
    if view not in alike or len(alike) == 1 or not isinstance(fitted_camera, Camera2D):
        (clear_camera,) = avoid_overlays(
            [ProjectedView(views[view], fitted_camera, places[view])], overlays
        )
        return clear_camera
    fitted_views = {i: _fit_view(session, views[i], places[i], i) for i in alike}
    flat = {
        i: camera for i, camera in fitted_views.items() if isinstance(camera, Camera2D)
    }
    scale = min(camera.scale for camera in flat.values())
    cameras = [
        ProjectedView(views[i], replace(camera, scale=scale), places[i])
        for i, camera in flat.items()
    ]
    return avoid_overlays(cameras, overlays)[[*flat].index(view)]


def _fit_view(
    session: Session, drawing: DrawList, place: Viewport, view: int
) -> Camera:
    """Return a camera fitted to one view; in 3D from the previous or best direction."""
    if drawing.dimension == 2:
        bounds = drawing.bounds()
        return Camera2D.fit(bounds, place) if bounds else Camera2D()
    extents = drawing.extents()
    if not extents:
        return OrbitCamera()
    # Keep the previous direction.
    camera_before = session.open_scene.fitted.get(view)
    if isinstance(camera_before, OrbitCamera):
        return camera_before.fit(extents, place)
    return OrbitCamera().fit_best_side(extents, place)
