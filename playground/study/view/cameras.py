"""From where each view is seen: moved by somebody, or so that it shows all.

A view's place is its rectangle in the window, in logical pixels.
"""

from collections.abc import Sequence
from dataclasses import replace

from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.drawlist import DrawList
from playground.study.open_scene import Camera
from playground.study.session import Session
from playground.study.shown import Page


def camera(session: Session, places: Sequence[Viewport], view: int) -> Camera:
    """Return a view's camera; one that fits the picture if it has none yet."""
    opened = session.opened
    if view not in opened.cameras:
        opened.cameras[view] = opened.fitted[view] = _fitted(session, places, view)
    return opened.cameras[view]


def pixel(session: Session, places: Sequence[Viewport]) -> float:
    """Return the world length of one pixel in the first view."""
    seen = camera(session, places, 0)
    if isinstance(seen, Camera2D):
        return 1.0 / seen.scale
    return seen.pixel_size(seen.target, places[0])


def _fitted(session: Session, places: Sequence[Viewport], view: int) -> Camera:
    drawn = session.study.compared_picture
    # What only explains is drawn beside the derivation alone.
    if session.study.page is not Page.DERIVATION:
        drawn = drawn.plain({})
    views = drawn.all_views[: len(places)]
    fitted = _showing(session, views[view], places[view], view)
    alike = [i for i, drawn in enumerate(views) if i == 0 or drawn.to_scale]
    if view not in alike or len(alike) == 1 or not isinstance(fitted, Camera2D):
        return fitted
    beside = [_showing(session, views[i], places[i], i) for i in alike]
    scales = [camera.scale for camera in beside if isinstance(camera, Camera2D)]
    return replace(fitted, scale=min(scales))


def _showing(session: Session, drawn: DrawList, place: Viewport, view: int) -> Camera:
    """Return a camera that shows all of one view, clear of words that cover it."""
    top, foot = session.covered
    free = replace(place, y=place.y + top, height=max(place.height - top - foot, 1.0))
    camera, aside = _in_place(session, drawn, free, view), (top - foot) / 2.0
    if not aside:
        return camera
    if isinstance(camera, Camera2D):
        return camera.panned(0.0, aside)
    return camera.panned(0.0, aside, place)


def _in_place(session: Session, drawn: DrawList, place: Viewport, view: int) -> Camera:
    if drawn.dimension == 2:
        bounds = drawn.bounds()
        return Camera2D.fitted(bounds, place) if bounds else Camera2D()
    extents = drawn.extents()
    if not extents:
        return OrbitCamera()
    # From the side that it has been looked at from, if it has.
    before = session.opened.fitted.get(view)
    if isinstance(before, OrbitCamera):
        return before.fitted(extents, place)
    return OrbitCamera().best_side(extents, place)
