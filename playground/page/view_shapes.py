"""How large views are told, and from where each is seen in a stage of any shape."""

import math

from playground.render.arrays import Point
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.scene import Entry
from playground.study.session import Session
from playground.study.view.cameras import camera

ALONE = 520.0, 416.0
"""How large a view is drawn by itself: a phone shows it smaller, a screen larger."""
_BESIDE = 440.0, 400.0

SHAPES = tuple(round(1.25**n, 4) for n in range(-3, 8))
"""Widths against heights that views are told for: a page takes the nearest."""


def view_size(count: int, shape: float | None = None) -> Point:
    """Return how large each of so many views is told, in pixels.

    In all shapes it has the same area.
    """
    size = ALONE if count == 1 else _BESIDE
    if shape is None:
        return size
    wide = math.sqrt(size[0] * size[1] * shape)
    return round(wide, 1), round(wide / shape, 1)


def fitted(session: Session, shape: float) -> list[Camera2D | OrbitCamera]:
    """Return from where each view of that shape is seen; the session keeps its own."""
    own, views = session.opened, session.study.picture.all_views
    cameras, before = {**own.cameras}, {**own.fitted}
    own.refit()
    places = [Viewport(0.0, 0.0, *view_size(len(views), shape)) for _ in views]
    found = [camera(session, places, i) for i in range(len(views))]
    own.cameras, own.fitted = cameras, before
    return found


def columns(scene: Entry) -> list[int]:
    """Return how many views stand beside each other in a stage of each shape.

    They stand one above the other where that makes them larger, as the scene begins.
    """
    session = Session((scene,))
    count = len(session.study.picture.all_views)

    def large(shape: float) -> float:
        height = view_size(count, shape)[1]
        return sum(
            math.log(c.scale if isinstance(c, Camera2D) else height / c.distance)
            for c in fitted(session, shape)
        )

    return [
        count if large(shape / count) >= large(shape * count) else 1 for shape in SHAPES
    ]
