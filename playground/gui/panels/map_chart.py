"""A map over any two numbers of the params, as a plot with axes of its own."""

from functools import cached_property

import numpy as np
from imgui_bundle import imgui, implot
from numpy.typing import NDArray

from playground.gui.imgui_backend import colour, pack_colour
from playground.gui.map_controller import MapController
from playground.gui.panels.context import Ui, panel
from playground.gui.panels.curve_plot import (
    MIN_TICK_GAP_Y_PX,
    is_plot_pressed,
    open_plot,
    set_axis_ticks,
)
from playground.i18n import translate
from playground.render.gl.map_layer import MapTexture
from playground.render.grid import ANGLE_TICKS
from playground.render.map_colors import MapImage, MapRaster
from playground.render.map_labels import ContourNumbers, select_free_numbers
from playground.render.theme import canvas_label_size, tick_size
from playground.scene.camera import Viewport
from playground.scene.math_text import format_number
from playground.scene.params import Params
from playground.session import plot_controls
from playground.session.session import Session

Array = NDArray[np.float64]


class MapChart:
    """Draws the plot; owns the picture of the map in it.

    `is_pressed` says whether a press that began in the plot goes on.
    """

    def __init__(self) -> None:
        self.is_pressed = False
        self._contours = ContourNumbers()

    @cached_property
    def _inset(self) -> MapTexture:
        """The picture, made when there is a map to be shown."""
        return MapTexture()

    def draw(self, ui: Ui, place: Viewport, maps: MapController) -> Params | None:
        """Draw it; return the params of the cell that is pointed at."""
        at, self.is_pressed = None, False
        with panel("chart", place):
            imgui.set_cursor_pos((10, 12))
            size = (place.width - 20, place.height - 20)
            with open_plot(ui, "chart", size, has_text_ticks=True) as seen:
                if seen:
                    at = self._draw_plot(ui, maps, size)
        return at

    def _draw_plot(
        self, ui: Ui, maps: MapController, size: tuple[float, float]
    ) -> Params | None:
        x, y = ui.study.map_axes
        params = ui.study.params
        flags = implot.AxisFlags_.no_highlight | implot.AxisFlags_.lock
        flags |= implot.AxisFlags_.no_grid_lines
        across, up = (translate(axis.label(params)) for axis in (x, y))
        implot.setup_axes(across, up, flags, flags)
        painted = maps.current_map(ui.study)
        if painted is None:
            return None
        columns = np.array(painted.field.columns.edges) * x.display_factor(params)
        rows = np.array(painted.field.rows.edges) * y.display_factor(params)
        always = implot.Cond_.always
        (left, right), (low, high) = columns.tolist(), rows.tolist()
        implot.setup_axes_limits(left, right, low, high, always)
        for place, axis, ends in (
            (implot.ImAxis_.x1, x, columns),
            (implot.ImAxis_.y1, y, rows),
        ):
            if axis.display_factor(params) != 1.0:
                turns = [t for t in ANGLE_TICKS if ends[0] <= t <= ends[1]]
                implot.setup_axis_ticks(
                    place, turns, [*map(format_number, turns)], False
                )
            elif place == implot.ImAxis_.x1:
                set_axis_ticks(place, left, right, size[0])
            else:
                set_axis_ticks(place, low, high, size[1], MIN_TICK_GAP_Y_PX)
        self._draw_image(ui, painted, columns, rows)
        now = np.array([a.value(params) * a.display_factor(params) for a in (x, y)])
        self._draw_contour_numbers(ui, painted, columns, rows, now)
        corner = implot.get_plot_pos()
        implot.get_plot_draw_list().add_rect(
            corner, corner + implot.get_plot_size(), pack_colour(ui.theme.border)
        )
        self._draw_present_params(ui, now)
        self.is_pressed = is_plot_pressed(ui, x, y, is_hovered=implot.is_plot_hovered())
        if not implot.is_plot_hovered():
            return None
        mouse = implot.get_plot_mouse_pos()
        at = maps.cell_params(
            mouse.x / x.display_factor(params), mouse.y / y.display_factor(params)
        )
        if at and self.is_pressed:
            ui.enqueue(Session.stop_playback)
            ui.enqueue(plot_controls.go_to_cell, at, ui.facts.gesture_id)
        return at

    def _draw_image(self, ui: Ui, painted: MapRaster, across: Array, up: Array) -> None:
        ratio = ui.ratio
        plot = implot.get_plot_size()
        size = max(round(plot.x * ratio), 1), max(round(plot.y * ratio), 1)
        name = self._inset.bind(painted, ui.theme, size, ratio)
        implot.plot_image(
            "##map",
            imgui.ImTextureRef(name),
            implot.Point(across[0], up[0]),
            implot.Point(across[1], up[1]),
            (0, 1),
            (1, 0),
        )

    def _draw_contour_numbers(
        self, ui: Ui, painted: MapRaster, across: Array, up: Array, now: Array
    ) -> None:
        """Write the numbers of contour lines on them, but for where the params are."""
        corner, size = implot.get_plot_pos(), implot.get_plot_size()
        place = Viewport(corner.x, corner.y, size.x, size.y)
        begin, end = np.array([across, up]).T

        def to_screen(points: Array) -> Array:
            across, up = ((points - begin) / (end - begin)).T
            x, y = across * place.width, (1.0 - up) * place.height
            return np.stack([place.x + x, place.y + y], axis=-1)

        texts = self._contours.place_numbers(
            MapImage(painted, np.array([(x, y) for y in up for x in across])),
            to_screen,
            place,
            None,
            ui.theme,
            tick_size(canvas_label_size(place.height)),
            ui.gui.measure_name,
        )
        texts = select_free_numbers(texts, [], to_screen(now[None]))
        ui.gui.draw_texts(texts, place, implot.get_plot_draw_list())

    def _draw_present_params(self, ui: Ui, now: Array) -> None:
        """Mark the present params."""
        theme = ui.theme
        x, y = now[:1], now[1:]
        for size, tone in ((7.0, theme.background), (5.0, theme.text)):
            spec = implot.Spec(
                marker=implot.Marker_.circle,
                marker_size=size,
                marker_fill_color=colour(tone),
                marker_line_color=colour(tone),
                # Whole at the ends of the plot too.
                flags=implot.ScatterFlags_.no_clip,
            )
            implot.plot_scatter(f"##now {size}", x, y, spec=spec)

    def delete(self) -> None:
        """Free the GL objects."""
        if "_inset" in vars(self):
            self._inset.delete()
