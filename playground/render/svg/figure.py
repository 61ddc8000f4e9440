"""A figure of a view: what the window's canvas shows of it, without OpenGL."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from playground.render import grid
from playground.render.arrays import Point
from playground.render.composing import Composer, PlaneView
from playground.render.frame import PixelViewport
from playground.render.free_labels import Words
from playground.render.labels import Measure, PlacedText
from playground.render.loupe import Loupe
from playground.render.paint import Backdrop
from playground.render.shapes import Prim
from playground.render.sheet import Sheet
from playground.render.space import Space
from playground.render.svg.flat import FlatPicture, Through, noted
from playground.render.svg.floor import floor
from playground.render.svg.space import shapes
from playground.render.theme import Theme
from playground.render.type_scale import name_size
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.drawlist import DrawList
from playground.scene.records import Record


@dataclass(frozen=True)
class Figure:
    """What one view shows: under everything its ground, then shapes, then texts."""

    size: Point
    theme: Theme
    ground: tuple[Prim, ...]
    prims: tuple[Prim, ...]
    texts: tuple[PlacedText, ...]


def figure_of(
    drawlist: DrawList,
    camera: Camera2D | OrbitCamera,
    size: Point,
    theme: Theme,
    measure: Measure,
    *,
    name: float = 0.0,
    overlay: Sequence[Record] = (),
    backdrop: Backdrop | None = None,
    lens: Loupe | None = None,
) -> Figure:
    """Return what `Canvas` would show of a view of `size` pixels; see there."""
    viewport = Viewport(0.0, 0.0, *size)
    frame = PixelViewport.of(viewport, (round(size[0]), round(size[1])), 1.0)
    words = Words(measure, name or name_size(size[1]), None, theme)
    composer, picture = Composer(), []
    if isinstance(camera, OrbitCamera):
        seen = composer.in_space(drawlist, camera, frame, overlay, backdrop, words)
        if backdrop:
            picture = [
                FlatPicture(backdrop.painted, _ends(seen.space, backdrop), size, theme)
            ]
        ground = *floor(seen), *picture
        prims, texts = tuple(shapes(seen)), seen.texts
    else:
        view = composer.in_plane(
            drawlist, camera, frame, overlay, backdrop, words, lens
        )
        if backdrop:
            flat = camera.to_screen(backdrop.corners[:, :2], viewport)
            ends = np.column_stack([flat, np.ones(4)])
            picture = [FlatPicture(backdrop.painted, ends, size, theme)]
        ruled = Sheet(frame.box)
        grid.draw(ruled, camera, viewport, 1.0, theme, view.opacity)
        covered = backdrop and backdrop.painted.covers
        lines = noted(ruled)
        ground = (*lines, *picture) if covered else (*picture, *lines)
        prims, texts = tuple(_shapes(view)), view.texts
    return Figure(size, theme, ground, prims, tuple(texts))


def _ends(space: Space, backdrop: Backdrop) -> np.ndarray:
    """Return a map's corners in pixels from the corner of the view, times w, and w."""
    eye = space.eye(backdrop.corners)
    weight = -eye[:, 2]
    wide, tall = space.sheet.box
    x = eye[:, 0] * space.focal + wide * weight
    y = -eye[:, 1] * space.focal + tall * weight
    return np.column_stack([x, y, weight])


def _shapes(view: PlaneView) -> Iterator[Prim]:
    yield from noted(view.plane.sheet)
    if view.glass:
        lens, inside = view.glass.lens, view.glass.inside
        yield from noted(view.glass.ground)
        yield Through(lens.center, lens.radius, tuple(noted(inside.sheet)))
        yield from noted(view.glass.rim)
    if view.leaders:
        yield from noted(view.leaders)
