"""Composition of views: shapes in drawing order, and texts in free places.

The window draws a composed view by OpenGL; figures are written from the same.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from playground.quick_dataclass import dataclass
from playground.render import labels, map_labels
from playground.render.axes_gizmo import AxesGizmo
from playground.render.boxes import Box
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Array
from playground.render.labels import AnchoredLabel, LabelStyle, Measure, PlacedText
from playground.render.magnifier import (
    MagnifierState,
    MagnifierView,
    compose_magnifier,
    find_magnifier,
    measure_caption,
)
from playground.render.map_colors import MapImage
from playground.render.map_labels import (
    ContourNumbers,
    MapNamePlacer,
    PlacedName,
    select_free_numbers,
)
from playground.render.plane_painter import PlanePainter
from playground.render.solids import Solid, collect_solids, sample_solids
from playground.render.space_painter import MeshTriangles, SpacePainter, collect_meshes
from playground.render.theme import (
    Theme,
    background_theme,
    ink_theme,
    scale_opacity,
    tick_size,
)
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import (
    Arrow,
    Dot,
    Label,
    MagnifierTarget,
    Primitive,
    Segment,
    Stroke,
)

# The grid's opacity over a map.
_GRID_OPACITY_OVER_MAP = 0.4
# A line's casing over a map of mistakes: this much wider, in the background's colour.
_CASING_WIDTH_PX = 3.0
_ARROW_CASING_WIDTH_PX = 1.2
# The spacing of sample points that keep the magnifier off titles and panels.
_KEEP_CLEAR_SPACING_PX = 40.0


@dataclass(frozen=True)
class PlaneView:
    """A composed view of the plane over its grid, whose opacity is `opacity`.

    `map_corners` are those of its map on screen, homogeneous (x w, y w, w), in logical
    pixels, and `map_names` the names placed on it; `leaders`, None for none, and
    `texts` contain their shapes and texts.
    """

    opacity: float
    plane: PlanePainter
    magnifier_view: MagnifierView | None
    leaders: InstanceBuffer | None
    texts: list[PlacedText]
    map_names: list[PlacedName]
    map_corners: Array | None


@dataclass(frozen=True)
class SpaceView:
    """A composed view of space: its contents and the shapes over them.

    `overlay` has the primitives drawn on top, `axes` the axes gizmo, `leaders` those of
    the `texts`, None for none. `map_corners` are as in `PlaneView`.
    """

    space: SpacePainter
    solids: list[Solid]
    meshes: MeshTriangles
    overlay: InstanceBuffer
    axes: InstanceBuffer
    leaders: InstanceBuffer | None
    texts: list[PlacedText]
    map_corners: Array | None


class ViewComposer:
    """A composer of views, with caches for all that depends on the camera alone."""

    def __init__(self) -> None:
        # These depend only on the camera, which stays while a shape is dragged.
        self._tick_texts = lru_cache(maxsize=8)(labels.place_tick_texts)
        self._gizmo = lru_cache(maxsize=8)(self._compose_gizmo)
        self._contours = ContourNumbers()
        self._names = MapNamePlacer()

    def compose_plane(
        self,
        drawlist: DrawList,
        camera: Camera2D,
        frame: PixelViewport,
        overlay: Sequence[Primitive],
        map_image: MapImage | None,
        style: LabelStyle,
        magnifier_state: MagnifierState | None,
    ) -> PlaneView:
        """Compose a view of the plane.

        Parameters
        ----------
        drawlist : DrawList
            The primitives.
        camera : Camera2D
            The camera.
        frame : PixelViewport
            The viewport with its pixel ratio.
        overlay : sequence of Primitive
            Primitives drawn on top, such as handles.
        map_image : MapImage or None
            The map below.
        style : LabelStyle
            The style of texts.
        magnifier_state : MagnifierState or None
            The state of the view's magnifier, updated; None for no magnifier.
        """
        style = _style_over_map(map_image, style)
        viewport, theme = frame.viewport, style.theme
        plane = PlanePainter.from_camera(camera, frame.ratio, frame.box, theme)
        _draw_casings(plane, drawlist, map_image)
        plane.draw(drawlist.primitives)
        plane.draw(overlay)
        found = [
            (label, position, label.toward)
            for label, position in plane.labels((*drawlist.primitives, *overlay))
        ]
        drawn = labels.sample_shapes(plane.buffer, frame)
        # Labels avoid the axes too, and have a halo there.
        occupied_samples = np.concatenate([drawn, labels.sample_axes(camera, viewport)])
        titles, title_boxes = labels.place_title(drawlist.caption, viewport, style)
        glass = magnifier_state and self._compose_magnifier(
            magnifier_state,
            drawlist,
            overlay,
            camera,
            found,
            occupied_samples,
            frame,
            style,
            [*style.occupied_boxes, *title_boxes],
        )
        boxes = [*style.occupied_boxes]
        boxes += [glass.magnifier.box, *glass.magnifier.leader_boxes] if glass else []
        boxes += title_boxes
        placed_labels = _place_labels(found, occupied_samples, frame, style, boxes)
        boxes += [text.box for text in placed_labels]
        corners = _plane_map_corners(camera, map_image, viewport)
        named = self._names.place_names(
            map_image, corners, viewport, drawn, boxes, style
        )
        boxes += [name.box for name in named]
        numbers = self._tick_texts(
            camera,
            viewport,
            (theme.tick_text, theme.background),
            style.measure,
            tick_size(style.label_size),
            is_y_down=style.is_y_down,
        )
        ticks = labels.select_free_ticks(numbers, boxes, drawn)
        backgrounds = _add_backgrounds([*ticks, *placed_labels], map_image, theme)
        boxes += [text.box for text in backgrounds]
        lines = self._place_contour_numbers(
            map_image, camera, boxes, occupied_samples, frame, style
        )
        leaders = _compose_leaders(placed_labels, named, frame, theme)
        shines_through = map_image is not None and not map_image.raster.is_opaque
        opacity = _GRID_OPACITY_OVER_MAP if shines_through else 1.0
        captions = glass.caption if glass else []
        on_map = map_labels.make_name_texts(named, theme, style)
        texts = [*lines, *backgrounds, *captions, *on_map, *titles]
        return PlaneView(opacity, plane, glass or None, leaders, texts, named, corners)

    def compose_space(
        self,
        drawlist: DrawList,
        camera: OrbitCamera,
        frame: PixelViewport,
        overlay: Sequence[Primitive],
        map_image: MapImage | None,
        style: LabelStyle,
    ) -> SpaceView:
        """Compose a view of space, with parameters as in `compose_plane`."""
        style = _style_over_map(map_image, style)
        viewport, ratio, theme = frame.viewport, frame.ratio, style.theme
        space, top = (
            SpacePainter.from_camera(camera, viewport, ratio, frame.box, theme)
            for _ in range(2)
        )
        _draw_casings(space, drawlist, map_image)
        space.draw(drawlist.primitives)
        solids = collect_solids(space, drawlist.primitives)
        meshes = collect_meshes(space, drawlist.primitives)
        top.draw(overlay)
        axes, about_axes, names = self._gizmo(
            camera, frame, theme, style.measure, style.label_size, style.occupied_boxes
        )
        labelled = [
            (label, at, space.direction(label.toward))
            for label in (*drawlist.primitives, *overlay)
            if isinstance(label, Label) and (at := space.project(label.at))
        ]
        covered_box = frame.to_screen(
            np.concatenate([sample_solids(solids, space.focal), meshes.body_samples])
        )
        samples = (
            labels.sample_shapes(space.buffer, frame),
            labels.sample_shapes(top.buffer, frame),
        )
        occupied_samples = np.concatenate([covered_box, *samples, about_axes])
        titles, title_boxes = labels.place_title(drawlist.caption, viewport, style)
        kept_boxes = [*style.occupied_boxes, *title_boxes]
        kept_boxes += [text.box for text in names]
        placed_labels = _place_labels(
            labelled, occupied_samples, frame, style, kept_boxes
        )
        opaque = [solid for solid in solids if solid.colour[3] == 1.0]
        bodies = frame.to_screen(sample_solids(opaque, space.focal))
        placed_labels = _add_backgrounds_on(placed_labels, bodies, theme)
        boxes = [*kept_boxes, *[text.box for text in placed_labels]]
        corners = _space_map_corners(space, map_image, frame)
        placed_names = self._names.place_names(
            map_image, corners, viewport, occupied_samples, boxes, style
        )
        boxes += [name.box for name in placed_names]
        lines = self._place_contour_numbers(
            map_image, camera, boxes, occupied_samples, frame, style
        )
        backgrounds = _add_backgrounds(placed_labels, map_image, theme)
        leaders = _compose_leaders(placed_labels, placed_names, frame, theme)
        on_map = map_labels.make_name_texts(placed_names, theme, style)
        texts = [*lines, *backgrounds, *on_map, *names, *titles]
        return SpaceView(
            space, solids, meshes, top.buffer, axes, leaders, texts, corners
        )

    def _compose_gizmo(
        self,
        camera: OrbitCamera,
        frame: PixelViewport,
        theme: Theme,
        measure: Measure,
        label_size: float,
        occupied_boxes: tuple[Box, ...],
    ) -> tuple[InstanceBuffer, Array, list[PlacedText]]:
        """Return the axes gizmo: its shapes, sample points on them, and its letters."""
        axes = AxesGizmo(camera, frame.viewport, label_size, occupied_boxes)
        buffer = InstanceBuffer(frame.box)
        axes.draw(buffer, frame.ratio, theme)
        return (
            buffer,
            labels.sample_shapes(buffer, frame),
            axes.place_letters(theme, measure),
        )

    def _place_contour_numbers(
        self,
        map_image: MapImage | None,
        camera: Camera2D | OrbitCamera,
        occupied_boxes: Sequence[Box],
        occupied_samples: Array,
        frame: PixelViewport,
        style: LabelStyle,
    ) -> list[PlacedText]:
        """Return the numbers on a map's contour lines where there is room."""
        if map_image is None:
            return []
        numbers = self._contours.place_numbers(
            map_image,
            lambda points: camera.to_screen(points, frame.viewport),
            frame.viewport,
            camera,
            style.theme,
            tick_size(style.label_size),
            style.measure,
        )
        return select_free_numbers(numbers, occupied_boxes, occupied_samples)

    def _compose_magnifier(
        self,
        magnifier_state: MagnifierState,
        drawlist: DrawList,
        overlay: Sequence[Primitive],
        camera: Camera2D,
        found: Sequence[AnchoredLabel],
        occupied_samples: Array,
        frame: PixelViewport,
        style: LabelStyle,
        kept_boxes: Sequence[Box],
    ) -> MagnifierView | None:
        """Return the magnifier if the decisive gap is too small to see; else None.

        `found` are the labels and `kept_boxes` the boxes to keep visible.
        """
        gaps = (r for r in drawlist.primitives if isinstance(r, MagnifierTarget))
        if (gap := next(gaps, None)) is None:
            magnifier_state.close()
            return None

        def keep_clear() -> Array:
            boxes = [
                camera.to_screen(r.at, frame.viewport)
                for r in overlay
                if isinstance(r, Dot | Label)
            ]
            boxes += [frame.to_screen(np.array(position)) for _, position, _ in found]
            boxes += [point for box in kept_boxes for point in _sample_box(box)]
            return np.array(boxes).reshape(-1, 2)

        magnifier = find_magnifier(
            magnifier_state,
            gap,
            camera,
            frame.viewport,
            occupied_samples=occupied_samples,
            keep_clear=keep_clear,
            caption_size=measure_caption(gap.text, style),
        )
        if magnifier is None:
            return None
        return compose_magnifier(magnifier, drawlist.primitives, frame, style)


def _sample_box(box: Box) -> Array:
    """Return points `(n, 2)` all over a box, at most 40 pixels apart."""
    left_edge, top, right, bottom = box
    # A box may be empty in a very small window.
    wide, tall = max(right - left_edge, 0.0), max(bottom - top, 0.0)
    xs = np.linspace(left_edge, right, int(wide // _KEEP_CLEAR_SPACING_PX) + 2)
    down = np.linspace(top, bottom, int(tall // _KEEP_CLEAR_SPACING_PX) + 2)
    return np.stack(np.meshgrid(xs, down), axis=-1).reshape(-1, 2)


def _plane_map_corners(
    camera: Camera2D, map_image: MapImage | None, viewport: Viewport
) -> Array | None:
    """Return a map's corners on screen as homogeneous (x, y, 1), shape (4, 3).

    They are in logical pixels; None without a map.
    """
    if map_image is None:
        return None
    corners = camera.to_screen(map_image.corners[:, :2], viewport)
    return np.column_stack([corners, np.ones(len(corners))])


def _add_backgrounds(
    texts: list[PlacedText], map_image: MapImage | None, theme: Theme
) -> list[PlacedText]:
    """Return the texts, over a map with a background and without halo.

    It is opaque over an opaque map, whose colours would show through.
    """
    if map_image is None:
        return texts
    opacity = 1.0 if map_image.raster.is_opaque else labels.LABEL_BACKGROUND_OPACITY
    ground = scale_opacity(theme.background, opacity)
    return [text.on_background(ground) for text in texts]


def _add_backgrounds_on(
    texts: Sequence[PlacedText], samples: Array, theme: Theme
) -> list[PlacedText]:
    """Give backgrounds to the texts that lie on bodies, of which samples are given."""
    boxes = np.array([text.box for text in texts]).reshape(-1, 4)
    is_covered = labels.find_occupied_boxes(boxes, samples)
    ground = scale_opacity(theme.background, labels.LABEL_BACKGROUND_OPACITY)
    return [
        text.on_background(ground) if covered else text
        for text, covered in zip(texts, is_covered, strict=True)
    ]


def _compose_leaders(
    placed: Sequence[PlacedText],
    names: Sequence[PlacedName],
    frame: PixelViewport,
    theme: Theme,
) -> InstanceBuffer | None:
    """Return the leaders of labels and the tags of names; None if there are none."""
    if not any([text.leader for text in placed] + [name.anchor for name in names]):
        return None
    buffer = InstanceBuffer(frame.box)
    labels.draw_leaders(placed, frame, theme, buffer)
    map_labels.draw_tags(names, frame, theme, buffer)
    return buffer


def _space_map_corners(
    space: SpacePainter, map_image: MapImage | None, frame: PixelViewport
) -> Array | None:
    """Return a map's corners on screen as homogeneous (x w, y w, w), shape (4, 3).

    They are in logical pixels; None without a map.
    """
    if map_image is None:
        return None
    eye = space.to_eye(map_image.corners)
    weight, scale = -eye[:, 2:], space.focal / frame.ratio
    corners = eye[:, :2] * (scale, -scale) + np.array(frame.viewport.center) * weight
    return np.concatenate([corners, weight], axis=1)


def _has_opaque_map(map_image: MapImage | None) -> bool:
    return map_image is not None and map_image.raster.is_opaque


def _style_over_map(map_image: MapImage | None, style: LabelStyle) -> LabelStyle:
    """Return the style over a map: in ink over a map of mistakes."""
    if not _has_opaque_map(map_image):
        return style
    return replace(style, theme=ink_theme(style.theme))


def _draw_casings(
    plane: PlanePainter | SpacePainter, drawlist: DrawList, map_image: MapImage | None
) -> None:
    """Draw the casings of lines over a map of mistakes."""
    if _has_opaque_map(map_image):
        below = replace(plane, theme=background_theme(plane.theme))
        for record in drawlist.primitives:
            if isinstance(record, Stroke) and record.width:
                below.draw(_make_casings(record))


def _make_casings(record: Stroke) -> list[Primitive]:
    """Return the casing of a line; an arrow's is a shaft and a larger arrow."""
    wide = record.width + _CASING_WIDTH_PX
    if isinstance(record, Arrow):
        shaft = Segment(record.tail, record.tip, width=wide, alpha=record.alpha)
        return [shaft, record.copy_with(width=record.width + _ARROW_CASING_WIDTH_PX)]
    return [record.copy_with(width=wide, dashed=False)]


def _place_labels(
    found: Sequence[AnchoredLabel],
    occupied_samples: Array,
    frame: PixelViewport,
    style: LabelStyle,
    occupied_boxes: Sequence[Box] = (),
) -> list[PlacedText]:
    requests = style.make_requests(found, frame)
    return labels.place_labels(
        requests,
        occupied_samples,
        frame.viewport,
        style.measure,
        style.label_sides,
        occupied_boxes,
        keeps_sides=style.keeps_sides,
        elapsed_s=style.elapsed_s,
    )
