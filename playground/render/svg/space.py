"""A view in space as a list of shapes: what is behind comes first.

Solids become outlines with gradients, and lines are cut where something hides them: as
in the window they go on behind it, fainter. What is told here in arrays is told to the
driver in `glsl/`.
"""

import math
from collections.abc import Iterator

import numpy as np

from playground.render.composing import SpaceView
from playground.render.light import matt
from playground.render.shapes import Area, Chain, Mark, Prim
from playground.render.solids import Solid
from playground.render.space import Space
from playground.render.svg.bodies import body
from playground.render.svg.corner import from_corner
from playground.render.svg.flat import noted
from playground.render.svg.hidden import parted


def shapes(view: SpaceView) -> Iterator[Prim]:
    """Yield what is in space, then what lies over it."""
    space = view.space
    drawn = sorted(noted(space.sheet), key=_rank)
    panes = [(_away(space, p), p) for p in drawn if isinstance(p, Area)]
    bodies = [(_depth(solid), body(space, solid)) for solid in view.solids]
    whole = [*bodies, *_faces(view), *panes]
    for _, prim in sorted(whole, key=lambda item: -item[0]):
        yield prim
    for mark in drawn:
        if not isinstance(mark, Area):
            yield from parted(view, mark)
    for sheet in (view.overlay, view.axes, view.leaders):
        if sheet:
            yield from noted(sheet)


def _depth(solid: Solid) -> float:
    return math.hypot(*solid.along(0.5))


def _away(space: Space, area: Area) -> float:
    """Return how far from the eye the middle of a flat shape is."""
    middle = (area.points - (*space.sheet.box, 0.0)).mean(axis=0)
    x, y, inverse = (float(part) for part in middle)
    return math.hypot(x, y, space.focal) / space.focal / max(inverse, 1e-9)


def _rank(prim: Prim) -> float:
    """Return how near a mark is: as in the window a dot wins against what it marks."""
    if isinstance(prim, Mark):
        return 1.02 * prim.inverse
    if isinstance(prim, Chain | Area) and prim.points.shape[1] > 2:
        return float(prim.points[:, 2].mean())
    return 0.0


def _faces(view: SpaceView) -> Iterator[tuple[float, Area]]:
    """Yield the triangles of meshes, and how far away each is."""
    space, sky = view.space, np.array(view.space.camera.world[1])
    for rows in (view.meshes.solid, view.meshes.clear):
        triangles = rows.astype(np.float64).reshape(-1, 3, rows.shape[1])
        # Strips about silhouettes only smooth what is drawn in pixels.
        for corners in triangles[(triangles[..., 3] == 1.0).all(axis=1)]:
            flat, normal, tint = corners[:, :3], corners[0, 4:7], corners[0, 8:]
            middle = flat.mean(axis=0)
            ray = np.array([*(middle[:2] / space.focal), -1.0])
            red, green, blue, alpha = tint.tolist()
            lit = matt(
                (red, green, blue, 1.0),
                normal[None],
                -ray / np.linalg.norm(ray),
                sky,
                space.theme.background,
            )
            points = np.column_stack([from_corner(space, flat[:, :2]), flat[:, 2]])
            away = float(np.linalg.norm(ray) / middle[2])
            yield away, Area(points, (*lit[:3], alpha))
