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
from playground.study.view.clearing import Seen, cleared


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
        (found,) = cleared([Seen(views[view], fitted, places[view])], taken)
        return found
    beside = {i: _showing(session, views[i], places[i], i) for i in alike}
    flat = {i: seen for i, seen in beside.items() if isinstance(seen, Camera2D)}
    scale = min(seen.scale for seen in flat.values())
    every = [
        Seen(views[i], replace(seen, scale=scale), places[i])
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
