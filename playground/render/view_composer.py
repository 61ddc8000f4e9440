"""What a view consists of, before it is drawn: marks on sheets, and words in places.

The window draws it by OpenGL, and a figure outside the window is made of the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeGuard

import numpy as np

from playground.render import labels, magnifier, map_labels
from playground.render.axes_gizmo import Gizmo
from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Array
from playground.render.labels import (
    Box,
    Found,
    Measure,
    PlacedText,
    Words,
    axis_samples,
    free_ticks,
    heading,
    leaders,
    legible,
    samples,
    tick_texts,
)
from playground.render.magnifier import Loupe, OpenLoupe
from playground.render.map_colors import Backdrop
from playground.render.map_labels import ContourNumbers, MapNames, PlacedName, free
from playground.render.plane_painter import Plane
from playground.render.solids import Solid, inked, solids
from playground.render.space_painter import Faces, Space, faces
from playground.render.theme import Theme, in_ground, in_ink, tick_size
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Arrow, Dot, Label, Record, Segment, Stroke

# How much of the grid is left over a backdrop.
_OVER_BACKDROP = 0.4
# A line over a map of mistakes is so much wider, in the ground's colour, below its ink.
_CASING = 3.0
_HEAD = 1.2
# Points so far apart keep a loupe off a title, and off what lies on the figure.
_SPREAD = 40.0


@dataclass(frozen=True)
class Glass:
    """An open loupe: what lies under it, what is seen through it, and its rim."""

    lens: OpenLoupe
    ground: Sheet
    inside: Plane
    rim: Sheet


@dataclass(frozen=True)
class PlaneView:
    """A view in the plane, over its grid, of which `opacity` is left.

    `named` are the names on its map, which `leaders` and `texts` hold drawn.
    """

    opacity: float
    plane: Plane
    glass: Glass | None
    leaders: Sheet | None
    texts: list[PlacedText]
    named: list[PlacedName]


@dataclass(frozen=True)
class SpaceView:
    """A view in space: what is in it, and what lies over it."""

    space: Space
    solids: list[Solid]
    meshes: Faces
    overlay: Sheet
    axes: Sheet
    leaders: Sheet | None
    texts: list[PlacedText]


class Composer:
    """Puts views together; keeps what hangs on cameras only."""

    def __init__(self) -> None:
        # These change with the camera only, which stands while a shape is dragged.
        self._tick_texts = lru_cache(maxsize=8)(tick_texts)
        self._gizmo = lru_cache(maxsize=8)(self._axes)
        self._contours = ContourNumbers()
        self._names = MapNames()

    def in_plane(
        self,
        drawlist: DrawList,
        camera: Camera2D,
        frame: PixelViewport,
        overlay: Sequence[Record],
        backdrop: Backdrop | None,
        words: Words,
        remembered: Loupe | None,
    ) -> PlaneView:
        """Compose a view in the plane; `remembered` is its loupe's, if it has one."""
        words = _over(backdrop, words)
        viewport, theme = frame.viewport, words.theme
        plane = Plane.seen(camera, frame.ratio, frame.box, theme)
        _case(plane, drawlist, backdrop)
        plane.draw(drawlist.records)
        plane.draw(overlay)
        found = [
            (label, at, label.toward)
            for label, at in plane.labels((*drawlist.records, *overlay))
        ]
        drawn = samples(plane.sheet, frame)
        # Names keep off the axes too, and have a halo there.
        ink = np.concatenate([drawn, axis_samples(camera, viewport)])
        title = heading(drawlist.caption, viewport, words)
        own = title[1] if title else None
        glass = remembered and self._glass(
            remembered, drawlist, overlay, camera, found, ink, frame, words, own
        )
        boxes = [*words.taken]
        boxes += [glass.lens.box, *glass.lens.way] if glass else []
        boxes += [own] if own else []
        placed = _placed(found, ink, frame, words, boxes)
        boxes += [text.box for text in placed]
        ends = _flat(camera, backdrop, viewport)
        named = self._names.placed(backdrop, ends, viewport, drawn, boxes, words)
        boxes += [name.box for name in named]
        numbers = self._tick_texts(
            camera,
            viewport,
            (theme.tick_text, theme.background),
            words.measure,
            tick_size(words.name),
        )
        ticks = free_ticks(numbers, boxes, drawn)
        about = (
            magnifier.words(glass.lens, theme, words.small, words.measure)
            if glass
            else []
        )
        plated = legible(
            [*ticks, *placed],
            theme,
            plated=backdrop is not None,
            covered=_covered(backdrop),
        )
        boxes += [text.box for text in plated]
        lines = self._numbers(backdrop, camera, boxes, ink, frame, words)
        joined = self._leaders(placed, named, frame, theme)
        opacity = _OVER_BACKDROP if backdrop and not _covered(backdrop) else 1.0
        on_map = map_labels.texts(named, theme, words)
        texts = [*lines, *plated, *about, *on_map, *([title[0]] if title else [])]
        return PlaneView(opacity, plane, glass or None, joined, texts, named)

    def in_space(
        self,
        drawlist: DrawList,
        camera: OrbitCamera,
        frame: PixelViewport,
        overlay: Sequence[Record],
        backdrop: Backdrop | None,
        words: Words,
    ) -> SpaceView:
        """Compose a view in space."""
        words = _over(backdrop, words)
        viewport, ratio, theme = frame.viewport, frame.ratio, words.theme
        space, top = (
            Space.seen(camera, viewport, ratio, frame.box, theme) for _ in range(2)
        )
        _case(space, drawlist, backdrop)
        space.draw(drawlist.records)
        found = solids(space, drawlist.records)
        meshes = faces(space, drawlist.records)
        top.draw(overlay)
        axes, about_axes, names = self._gizmo(
            camera, frame, theme, words.measure, words.name, words.taken
        )
        labelled = [
            (label, at, space.direction(label.toward))
            for label in (*drawlist.records, *overlay)
            if isinstance(label, Label) and (at := space.project(label.at))
        ]
        covered = frame.to_screen(
            np.concatenate([inked(found, space.focal), meshes.ink])
        )
        drawn = samples(space.sheet, frame), samples(top.sheet, frame)
        ink = np.concatenate([covered, *drawn, about_axes])
        title = heading(drawlist.caption, viewport, words)
        kept = [*words.taken, *([title[1]] if title else [])]
        kept += [text.box for text in names]
        placed = _placed(labelled, ink, frame, words, kept)
        boxes = [*kept, *[text.box for text in placed]]
        ends = _corners(space, backdrop, frame)
        named = self._names.placed(backdrop, ends, viewport, ink, boxes, words)
        boxes += [name.box for name in named]
        lines = self._numbers(backdrop, camera, boxes, ink, frame, words)
        plated = legible(
            placed, theme, plated=backdrop is not None, covered=_covered(backdrop)
        )
        joined = self._leaders(placed, named, frame, theme)
        on_map = map_labels.texts(named, theme, words)
        texts = [*lines, *plated, *on_map, *names, *([title[0]] if title else [])]
        return SpaceView(space, found, meshes, top.sheet, axes, joined, texts)

    def _axes(
        self,
        camera: OrbitCamera,
        frame: PixelViewport,
        theme: Theme,
        measure: Measure,
        name: float,
        taken: tuple[Box, ...],
    ) -> tuple[Sheet, Array, list[PlacedText]]:
        """Return the little axes: drawn, points on them, and their names."""
        axes = Gizmo(camera, frame.viewport, name, taken)
        sheet = Sheet(frame.box)
        axes.draw(sheet, frame.ratio, theme)
        return sheet, samples(sheet, frame), axes.texts(theme, measure)

    def _leaders(
        self,
        placed: Sequence[PlacedText],
        named: Sequence[PlacedName],
        frame: PixelViewport,
        theme: Theme,
    ) -> Sheet | None:
        if not any([text.leader for text in placed] + [n.anchor for n in named]):
            return None
        sheet = Sheet(frame.box)
        leaders(placed, frame, theme, sheet)
        map_labels.tags(named, frame, theme, sheet)
        return sheet

    def _numbers(
        self,
        backdrop: Backdrop | None,
        camera: Camera2D | OrbitCamera,
        taken: Sequence[Box],
        ink: Array,
        frame: PixelViewport,
        words: Words,
    ) -> list[PlacedText]:
        """Return the numbers on a map's contour lines, where there is room for them."""
        if backdrop is None:
            return []
        found = self._contours.texts(
            backdrop,
            lambda points: camera.to_screen(points, frame.viewport),
            frame.viewport,
            camera,
            words.theme,
            tick_size(words.name),
            words.measure,
        )
        return free(found, taken, ink)

    def _glass(
        self,
        remembered: Loupe,
        drawlist: DrawList,
        overlay: Sequence[Record],
        camera: Camera2D,
        found: Sequence[Found],
        ink: Array,
        frame: PixelViewport,
        words: Words,
        title: Box | None,
    ) -> Glass | None:
        """Return the loupe, if the gap that decides is too small to be seen."""
        gap = magnifier.small_gap(drawlist.records)
        if gap is None:
            remembered.shut()
            return None
        kept = [
            camera.to_screen(r.at, frame.viewport) for r in overlay if _has_place(r)
        ]
        kept += [frame.to_screen(np.array(at)) for _, at, _ in found]
        covered = [*words.taken, *([title] if title else [])]
        kept += [point for box in covered for point in _spread(box)]
        wide, tall = magnifier.extent(gap.text, words.small, words.measure)
        seen = magnifier.opened(
            remembered,
            gap,
            camera,
            frame.viewport,
            ink=ink,
            kept=np.array(kept).reshape(-1, 2),
            line=(wide, tall + 2 * magnifier.BESIDE),
        )
        if seen is None:
            return None
        ground, rim = Sheet(frame.box), Sheet(frame.box)
        magnifier.ground(seen, frame, ground, words.theme)
        magnifier.rim(seen, frame, rim, words.theme)
        inside = magnifier.inside(seen, drawlist.records, frame.ratio, words.theme)
        return Glass(seen, ground, inside, rim)


def _spread(box: Box) -> Array:
    """Return points `(n, 2)` all over a box, no farther apart than a loupe is wide."""
    left, top, right, bottom = box
    # In a window far too small a box may have nothing in it.
    wide, tall = max(right - left, 0.0), max(bottom - top, 0.0)
    across = np.linspace(left, right, int(wide // _SPREAD) + 2)
    down = np.linspace(top, bottom, int(tall // _SPREAD) + 2)
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)


def _flat(
    camera: Camera2D, backdrop: Backdrop | None, viewport: Viewport
) -> Array | None:
    """Return where a map's corners are seen: x and y on screen, and 1."""
    if backdrop is None:
        return None
    corners = camera.to_screen(backdrop.corners[:, :2], viewport)
    return np.column_stack([corners, np.ones(len(corners))])


def _corners(
    space: Space, backdrop: Backdrop | None, frame: PixelViewport
) -> Array | None:
    """Return where a map's corners are seen: x and y on screen, times w, and w."""
    if backdrop is None:
        return None
    eye = space.eye(backdrop.corners)
    weight, scale = -eye[:, 2:], space.focal / frame.ratio
    seen = eye[:, :2] * (scale, -scale) + np.array(frame.viewport.center) * weight
    return np.concatenate([seen, weight], axis=1)


def _covered(backdrop: Backdrop | None) -> bool:
    return backdrop is not None and backdrop.painted.covers


def _over(backdrop: Backdrop | None, words: Words) -> Words:
    """Return how words are set over a map: over mistakes in ink, as all is drawn."""
    if not _covered(backdrop):
        return words
    return replace(words, theme=in_ink(words.theme))


def _case(plane: Plane | Space, drawlist: DrawList, backdrop: Backdrop | None) -> None:
    """Draw the lines over a map of mistakes, wider and in the ground's colour."""
    if _covered(backdrop):
        below = replace(plane, theme=in_ground(plane.theme))
        for record in drawlist.records:
            if isinstance(record, Stroke) and record.width:
                below.draw(_cases(record))


def _cases(record: Stroke) -> list[Record]:
    """Return what lies below a line; the head of an arrow grows with its width."""
    wide = record.width + _CASING
    if isinstance(record, Arrow):
        shaft = Segment(record.tail, record.tip, width=wide, alpha=record.alpha)
        return [shaft, record.but(width=record.width + _HEAD)]
    return [record.but(width=wide, dashed=False)]


def _placed(
    found: Sequence[Found],
    ink: Array,
    frame: PixelViewport,
    words: Words,
    taken: Sequence[Box] = (),
) -> list[PlacedText]:
    requests = words.requests(found, frame)
    return labels.place(
        requests, ink, frame.viewport, words.measure, words.sides, taken
    )


def _has_place(record: Record) -> TypeGuard[Dot | Label]:
    return isinstance(record, Dot | Label)
