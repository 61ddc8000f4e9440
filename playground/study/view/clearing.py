"""Where a picture goes so that nothing of it lies under what is on the canvas."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.drawlist import DrawList
from playground.scene.picking import outline
from playground.scene.records import Line
from playground.study.open_scene import Camera

Array = NDArray[np.float64]

# It is made smaller as far as this, if need be, and no farther.
_SHARES = (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5)
# Of the canvas's sides so much stays free, and so many pixels about what lies there.
_MARGIN, _APART = 0.06, 12.0
# Between two corners of an outline it is looked at in so many places.
_BETWEEN = np.linspace(0.0, 1.0, 24, endpoint=False)[:, None]
_ROUND = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)


class SeenView(NamedTuple):
    """A view: what is drawn in it, from where it is seen, and its place."""

    drawn: DrawList
    camera: Camera
    place: Viewport


def cleared(views: Sequence[SeenView], taken: Sequence[Viewport]) -> list[Camera]:
    """Return the cameras moved, and all drawn back alike, so that nothing is hidden.

    Where that would make the pictures too small, as many of them as can be are clear.
    """
    best, most = [view.camera for view in views], 0
    outlines = [_outlines(view) for view in views] if taken else []
    for share in _SHARES if taken else ():
        back = [_back(view, share) for view in views]
        found = [
            _beside(camera, view.place, points, taken)
            for camera, view, points in zip(back, views, outlines, strict=True)
        ]
        clear = sum(camera is not None for camera in found)
        if clear > most:
            most = clear
            best = [new or old for new, old in zip(found, back, strict=True)]
        if most == len(views):
            break
    return best


def _back(view: SeenView, share: float) -> Camera:
    """Return a camera from which all looks that share as large."""
    if isinstance(view.camera, Camera2D):
        return view.camera.zoomed(share, view.place.center, view.place)
    return view.camera.zoomed(share)


def _beside(
    camera: Camera, place: Viewport, points: Array, taken: Sequence[Viewport]
) -> Camera | None:
    """Return the camera, moved aside; None where something is hidden even so."""
    seen = camera.to_screen(points, place)
    seen = seen[np.isfinite(seen).all(axis=1)]
    if not len(seen):
        return camera
    low, high = seen.min(axis=0), seen.max(axis=0)
    margin = _MARGIN * np.array([place.width, place.height])
    first = np.array([place.x, place.y]) + margin - low
    last = np.array([place.x + place.width, place.y + place.height]) - margin - high
    below = (box.y + box.height + _APART + 1.0 - low[1] for box in taken)
    above = (box.y - _APART - 1.0 - high[1] for box in taken)
    between = [way for way in (*below, *above) if first[1] <= way <= last[1]]
    # As little of a move as will do: none, down, between two, to a side, or both.
    ways = 0.0, last[1], *between
    for dy, dx in product(ways, (0.0, last[0], first[0])):
        if not _hidden(seen + np.array([dx, dy]), taken):
            return _panned(camera, float(dx), float(dy), place)
    return None


def _panned(camera: Camera, dx: float, dy: float, place: Viewport) -> Camera:
    if isinstance(camera, OrbitCamera):
        return camera.panned(dx, dy, place)
    return camera.panned(dx, dy)


def _hidden(seen: Array, taken: Sequence[Viewport]) -> bool:
    x, y = seen.T
    return any(
        bool(
            (
                (x > box.x - _APART)
                & (x < box.x + box.width + _APART)
                & (y > box.y - _APART)
                & (y < box.y + box.height + _APART)
            ).any()
        )
        for box in taken
    )


def _outlines(view: SeenView) -> Array:
    """Return points all along what is drawn, but for what has no end."""
    if isinstance(view.camera, OrbitCamera):
        return _rounds(view.drawn, view.camera)
    chains = [
        chain
        for record in view.drawn.records
        if record.extent()
        and not isinstance(record, Line)
        and (chain := outline(record)) is not None
    ]
    if not chains:
        return np.zeros((0, view.drawn.dimension))
    return np.concatenate([_filled(chain) for chain in chains])


def _filled(chain: Array) -> Array:
    """Return a chain with places between its corners."""
    steps = np.diff(chain, axis=0)
    between = chain[:-1, None] + _BETWEEN * steps[:, None]
    return np.concatenate([between.reshape(-1, chain.shape[1]), chain[-1:]])


def _rounds(drawn: DrawList, camera: OrbitCamera) -> Array:
    """Return the outlines of balls about all points, as the camera sees them."""
    right, up = camera.axes[:2]
    ring = np.cos(_ROUND)[:, None] * right + np.sin(_ROUND)[:, None] * up
    balls = [
        np.asarray(at) + reach * ring
        for points, reach in drawn.extents()
        for at in points
    ]
    return np.concatenate(balls) if balls else np.zeros((0, 3))
