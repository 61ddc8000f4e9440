"""Which drawn quantity lies under the pointer: pure, for any camera."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from playground.scene.drawlist import DrawList
from playground.scene.faces import Disc, Mesh, Patch
from playground.scene.records import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dimension,
    Dot,
    Ellipse,
    Label,
    Line,
    Polygon,
    Polyline,
    Record,
    Rect,
    Segment,
    Sphere,
)

Array = NDArray[np.float64]
Project = Callable[[Array], Array]

# A quantity is pointed at within this many pixels.
POINTER_REACH = 7.0
_TURN = np.linspace(0.0, math.tau, 65)
# Lines have no end; this much of them is on any screen worth pointing at.
_FAR = np.linspace(-60.0, 60.0, 241)


def key_at(view: DrawList, pointer: tuple[float, float], project: Project) -> str:
    """Return the key of the keyed record nearest to a screen point, or "".

    `project` maps world points to the screen (NaN where they cannot be seen). Dots go
    before lines, since they lie on them.
    """
    best, nearest = "", POINTER_REACH
    for record in view.records:
        if not record.key or isinstance(record, Label) or record.alpha < 0.1:
            continue
        chain = outline(record)
        if chain is None:
            continue
        seen = project(chain)
        if isinstance(record, Dimension):
            seen = _beside(seen, record.gap)
        gap = _distance(seen, np.asarray(pointer, dtype=np.float64))
        gap -= record.size if isinstance(record, Dot) else 0.0
        if gap < nearest:
            best, nearest = record.key, gap
    return best


def outline(record: Record) -> Array | None:
    """Return the world points of the chain that a record draws, or None."""
    match record:
        case Dot(at=at) | Sphere(center=at):
            return np.array([at], dtype=np.float64)
        case Segment(a=a, b=b) | Arrow(tail=a, tip=b) | Dimension(a=a, b=b):
            return np.array([a, b], dtype=np.float64)
        case Line(at=at, direction=direction, start=start, stop=stop):
            length = math.hypot(*direction) or 1.0
            k = np.clip(_FAR / length, start, stop)
            return np.asarray(np.asarray(at) + k[:, None] * np.asarray(direction))
        case Polyline(points=points) if len(points):
            return np.array(points, dtype=np.float64)
        case Polygon(points=points) if len(points):
            return np.array([*points, points[0]], dtype=np.float64)
        case Capsule(a=a, b=b, radius=radius):
            ends = np.array([a, b], dtype=np.float64)
            return ends if len(a) == 3 else _stadium(ends, radius)
        case Disc():
            rim = record.rim(len(_TURN) - 1)
            return np.concatenate([rim, rim[:1]])
        case Patch():
            return record.corners()[[0, 1, 2, 3, 0]]
        case Mesh(points=points, triangles=triangles) if len(triangles):
            return _sides(np.asarray(points, np.float64), np.asarray(triangles))
        case Circle(center=center, radius=radius):
            return _oval(center, (radius, radius), 0.0, _TURN)
        case Ellipse(center=center, radii=radii, angle=angle):
            return _oval(center, radii, angle, _TURN)
        case Arc(center=center, radius=radius, start=start, sweep=sweep):
            part = start + sweep * np.linspace(0.0, 1.0, 33)
            return _oval(center, (radius, radius), 0.0, part)
        case Rect(center=center, half_extents=half, angle=angle):
            signs = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1), (1, 1)])
            return _turned(signs * np.asarray(half), center, angle)
    return None


def _stadium(ends: Array, radius: float) -> Array:
    along = ends[1] - ends[0]
    start = math.atan2(along[1], along[0]) - math.pi / 2
    caps = [
        _oval(end, (radius, radius), 0.0, turn + np.linspace(0.0, math.pi, 33))
        for end, turn in zip(ends[::-1], (start, start + math.pi), strict=True)
    ]
    return np.concatenate([*caps, caps[0][:1]])


def _sides(points: Array, triangles: NDArray[np.intp]) -> Array:
    """Return all sides as one chain, broken by NaN between the triangles."""
    chain = points[triangles[:, [0, 1, 2, 0]]]
    breaks = np.full((len(chain), 1, 3), math.nan)
    return np.asarray(np.concatenate([chain, breaks], axis=1).reshape(-1, 3))


def _beside(ends: Array, gap: float) -> Array:
    """Return the ends on screen (y down) moved so many pixels to their left."""
    along = ends[1] - ends[0]
    left = np.array([along[1], -along[0]]) / (math.hypot(*along) or 1.0)
    return np.asarray(ends + gap * left)


def _oval(center: object, radii: object, angle: float, turn: Array) -> Array:
    points = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    return _turned(points * np.asarray(radii), center, angle)


def _turned(points: Array, center: object, angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    turned = points @ np.array([[c, s], [-s, c]])
    return np.asarray(turned + np.asarray(center), dtype=np.float64)


def _distance(chain: Array, pointer: Array) -> float:
    """Return how far the chain passes from the pointer; infinity if unseen."""
    if len(chain) == 1:
        gaps = np.hypot(*(chain - pointer).T)
    else:
        a, step = chain[:-1], np.diff(chain, axis=0)
        square = np.maximum((step * step).sum(-1), 1e-12)
        share = np.clip(((pointer - a) * step).sum(-1) / square, 0.0, 1.0)
        gaps = np.hypot(*(a + share[:, None] * step - pointer).T)
    seen = gaps[np.isfinite(gaps)]
    return float(seen.min()) if seen.size else math.inf
