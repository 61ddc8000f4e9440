"""Meshes as triangles on screen, lit, and smooth along their silhouettes.

A triangle covers the pixels whose middle it has, so that neighbours leave no seam; a
strip of one pixel about each silhouette then fades into what is behind.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.render.arrays import Array, Packed
from playground.render.light import NEAR
from playground.render.space import Space, cut_near
from playground.render.theme import RGBA
from playground.scene.faces import Mesh
from playground.scene.records import Record

COLUMNS = 12
_EMPTY = np.empty((0, COLUMNS), dtype=np.float32)


@dataclass(frozen=True)
class Faces:
    """Rows of three vertices a triangle: what hides others, and what shines through.

    A vertex is x, y, inverse depth, cover; normal, 0; colour. `solid` and `clear` are
    bodies, each with its strips; clear ones come in drawing order.
    """

    solid: Packed
    seams: Packed
    clear: Packed

    def __bool__(self) -> bool:
        return bool(len(self.solid) or len(self.clear))

    @property
    def ink(self) -> Array:
        """Points `(n, 2)` in pixels on what the bodies cover."""
        flat = np.concatenate([self.solid, self.clear])[:, :2].astype(np.float64)
        corners = flat.reshape(-1, 3, 2)
        sides = (corners + np.roll(corners, 1, axis=1)) / 2
        parts = corners, sides, corners.mean(axis=1, keepdims=True)
        return np.concatenate([part.reshape(-1, 2) for part in parts])


@dataclass(frozen=True)
class _SolidBody:
    """The visible triangles of a mesh: screen `(n, 3, 3)`, normals, what joins them."""

    flat: Array
    normals: Array
    corners: NDArray[np.intp]


def faces(space: Space, records: Iterable[Record]) -> Faces:
    """Return the meshes among the records as triangles on screen."""
    solid, seams, clear = [_EMPTY], [_EMPTY], [_EMPTY]
    seen = [
        (body, space.colour(record))
        for record in records
        if isinstance(record, Mesh) and (body := _seen(space, record))
    ]
    # The farther has the smaller inverse depth.
    for body, colour in sorted(
        seen, key=lambda item: float(item[0].flat[..., 2].mean())
    ):
        rows, strips = _packed(body, colour), _strips(body, colour)
        if colour[3] >= 1.0:
            solid.append(rows)
            seams.append(strips)
        else:
            clear += [rows, strips]
    return Faces(*(np.concatenate(part) for part in (solid, seams, clear)))


def _seen(space: Space, mesh: Mesh) -> _SolidBody | None:
    points = np.asarray(mesh.points, dtype=np.float64).reshape(-1, 3)
    if not len(points) or not len(mesh.triangles):
        return None
    # Corners in one place are one, however often the author lists them.
    points, same = np.unique(points, axis=0, return_inverse=True)
    corners = same.reshape(-1)[np.asarray(mesh.triangles, dtype=np.intp)]
    eye = space.eye(points)[corners]
    normals = np.cross(eye[:, 1] - eye[:, 0], eye[:, 2] - eye[:, 0])
    size = np.linalg.norm(normals, axis=1)
    kept = np.isfinite(eye).all(axis=(1, 2)) & (size > 0)
    eye, corners = eye[kept], corners[kept]
    normals = normals[kept] / size[kept, None]
    # Whichever side is seen is the lit one.
    away = (normals * eye.mean(axis=1)).sum(axis=1) > 0
    normals[away] *= -1.0
    eye, normals, corners = _before_the_eye(eye, normals, corners)
    if not len(eye):
        return None
    # Far ones first, for those that shine through.
    order = np.argsort(-np.linalg.norm(eye.mean(axis=1), axis=1), kind="stable")
    eye, normals, corners = eye[order], normals[order], corners[order]
    flat = space.flat(eye.reshape(-1, 3)).reshape(-1, 3, 3)
    return _SolidBody(flat, normals, corners)


def _before_the_eye(
    eye: Array, normals: Array, corners: NDArray[np.intp]
) -> tuple[Array, Array, NDArray[np.intp]]:
    """Cut off what is behind the eye; the pieces have no corner in common."""
    ahead = (-eye[..., 2] > NEAR).all(axis=1)
    if ahead.all():
        return eye, normals, corners
    fans = [
        (part[[0, k, k + 1]], normals[i])
        for i in np.flatnonzero(~ahead)
        for part in [cut_near(eye[i])]
        for k in range(1, len(part) - 1)
    ]
    count = len(fans)
    cut = np.array([points for points, _ in fans]).reshape(-1, 3, 3)
    lit = np.array([normal for _, normal in fans]).reshape(-1, 3)
    fresh = -1 - np.arange(3 * count).reshape(-1, 3)
    return (
        np.concatenate([eye[ahead], cut]),
        np.concatenate([normals[ahead], lit]),
        np.concatenate([corners[ahead], fresh]),
    )


def _packed(body: _SolidBody, colour: RGBA) -> Packed:
    rows = np.zeros((len(body.flat), 3, COLUMNS), dtype=np.float32)
    rows[..., :3] = body.flat
    rows[..., 3] = 1.0
    rows[..., 4:7] = body.normals[:, None]
    rows[..., 8:] = colour
    return rows.reshape(-1, COLUMNS)


def _strips(body: _SolidBody, colour: RGBA) -> Packed:
    """Return the strips about those sides beyond which the mesh does not go on."""
    sides = np.stack([body.corners, np.roll(body.corners, -1, axis=1)], axis=2)
    named = np.sort(sides.reshape(-1, 2), axis=1)
    _, which, count = np.unique(named, axis=0, return_inverse=True, return_counts=True)
    which = which.reshape(-1)
    a, b = body.flat, np.roll(body.flat, -1, axis=1)
    third = np.roll(body.flat, -2, axis=1)
    along = (b - a)[..., :2]
    out = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    turned = ((third - a)[..., :2] * out).sum(axis=-1)
    # Counter-clockwise or not on screen: where both meet, the mesh turns away.
    facing = np.repeat(np.sign(turned[:, 0]), 3)
    balance = np.bincount(which, weights=facing)
    lone = np.asarray((count[which] == 1) | (balance[which] == 0))
    size = np.hypot(out[..., 0], out[..., 1])
    lone &= (size > 0).reshape(-1)
    out = -np.sign(turned)[..., None] * out / np.where(size > 0, size, 1.0)[..., None]
    lifted = np.concatenate([out, np.zeros((*out.shape[:2], 1))], axis=-1)
    rows = np.zeros((len(facing), 6, COLUMNS), dtype=np.float32)
    p, q, beyond = (x.reshape(-1, 3) for x in (a, b, lifted))
    for place, (at, cover) in enumerate(_strip(p, q, beyond)):
        rows[:, place, :3] = at
        rows[:, place, 3] = cover
    rows[..., 4:7] = np.repeat(body.normals, 3, axis=0)[:, None]
    rows[..., 8:] = colour
    return np.asarray(rows[lone].reshape(-1, COLUMNS))


def _strip(p: Array, q: Array, beyond: Array) -> Iterator[tuple[Array, float]]:
    yield from ((p, 1.0), (q, 1.0), (q + beyond, 0.0))
    yield from ((p, 1.0), (q + beyond, 0.0), (p + beyond, 0.0))
