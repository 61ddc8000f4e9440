"""From where each view is seen: moved by somebody, or so that it shows all.

A view's place is its rectangle in the window, in logical pixels.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.drawlist import DrawList
from playground.scene.params import REACH
from playground.study.open_scene import Camera
from playground.study.session import Session
from playground.study.shown import Page
from playground.study.view.clearing import SeenView, cleared

# From a side one looks aslant by no more than this, in radians, so that handles are
# told apart that are farther from each other than so many pixels of their own.
_TILTS, _TOLD_APART = (0.0, 0.06, 0.12, 0.18, 0.24, 0.32, 0.4), 40.0


def camera(
    session: Session,
    places: Sequence[Viewport],
    view: int,
    taken: Sequence[Viewport] = (),
) -> Camera:
    """Return a view's camera; one that fits the picture if it has none yet.

    What it fits does not lie under the places that are `taken`, if that can be.
    """
    opened = session.opened
    if view not in opened.cameras:
        opened.cameras[view] = opened.fitted[view] = _fitted(
            session, places, view, taken
        )
    return opened.cameras[view]


def pixel(
    session: Session, places: Sequence[Viewport], taken: Sequence[Viewport] = ()
) -> float:
    """Return the world length of one pixel in the first view."""
    seen = camera(session, places, 0, taken)
    if isinstance(seen, Camera2D):
        return 1.0 / seen.scale
    return seen.pixel_size(seen.target, places[0])


def facing(
    session: Session, places: Sequence[Viewport], axis: str
) -> OrbitCamera | None:
    """Return the camera that sees all of the first view along an axis; None in a plane.

    Where a handle would lie on another one it looks a little aslant.
    """
    drawn, place = session.study.compared_picture, places[0]
    seen, extents = camera(session, places, 0), drawn.extents()
    if not isinstance(seen, OrbitCamera):
        return None
    straight = seen.facing(axis)
    straight = straight.fitted(extents, place) if extents else straight
    pixel = straight.pixel_size(straight.target, place)
    grips = np.array([grip.at for grip in session.study.grips(pixel)])
    apart = [
        (a, b)
        for a, b in combinations(grips.reshape(-1, 3), 2)
        if math.dist(a, b) > _TOLD_APART * pixel
    ]
    for tilt in _TILTS:
        turned = replace(
            straight, yaw=straight.yaw + tilt, pitch=straight.pitch + _rise(tilt, axis)
        )
        turned = turned.fitted(extents, place) if tilt else straight
        on_screen = [turned.to_screen(np.array(pair), place) for pair in apart]
        if all(math.dist(a, b) > REACH for a, b in on_screen):
            return turned
    return straight


def _rise(tilt: float, axis: str) -> float:
    """Return how far a camera rises that is turned aside: from the top it sinks."""
    return -tilt if axis == "top" else tilt


def _fitted(
    session: Session, places: Sequence[Viewport], view: int, taken: Sequence[Viewport]
) -> Camera:
    drawn = session.study.compared_picture
    # What only explains is drawn beside the derivation alone.
    if session.study.page is not Page.DERIVATION:
        drawn = drawn.plain({})
    views = drawn.all_views[: len(places)]
    fitted = _showing(session, views[view], places[view], view)
    alike = [i for i, drawn in enumerate(views) if i == 0 or drawn.to_scale]
    if view not in alike or len(alike) == 1 or not isinstance(fitted, Camera2D):
        (found,) = cleared([SeenView(views[view], fitted, places[view])], taken)
        return found
    beside = {i: _showing(session, views[i], places[i], i) for i in alike}
    flat = {i: seen for i, seen in beside.items() if isinstance(seen, Camera2D)}
    scale = min(seen.scale for seen in flat.values())
    every = [
        SeenView(views[i], replace(seen, scale=scale), places[i])
        for i, seen in flat.items()
    ]
    return cleared(every, taken)[[*flat].index(view)]


def _showing(session: Session, drawn: DrawList, place: Viewport, view: int) -> Camera:
    """Return a camera that shows all of one view."""
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
