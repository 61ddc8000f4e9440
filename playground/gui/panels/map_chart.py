"""Chart of a map over any two parameters, with its own axes."""

from functools import cached_property

from imgui_bundle import imgui

from playground.gui.map_controller import MapController
from playground.gui.panels.context import Ui
from playground.gui.panels.curve_plot import is_plot_pressed
from playground.gui.widgets.shape_painter import paint_shapes
from playground.render.chart import Chart, compose_chart
from playground.render.gl.map_layer import MapTexture
from playground.render.map_colors import MapRaster
from playground.render.map_labels import ContourNumbers
from playground.scene.camera import Viewport
from playground.scene.params import Params
from playground.session import plot_controls
from playground.session.session import Session


class MapChart:
    """Chart with the texture of its map.

    Attributes
    ----------
    is_pressed : bool
        Whether a press that began in the chart is held.
    """

    def __init__(self) -> None:
        self.is_pressed = False
        self._contours = ContourNumbers()

    @cached_property
    def _inset(self) -> MapTexture:
        """The texture, created on first use."""
        return MapTexture()

    def draw(self, ui: Ui, place: Viewport, maps: MapController) -> Params | None:
        """Draw the chart; return the params of the cell under the pointer.

        They are None outside of the plot, and while there is no map.
        """
        self.is_pressed = False
        with ui.panel("chart", place):
            image = maps.current_map(ui.study)
            if image is None:
                return None
            chart = compose_chart(
                image,
                ui.study.params,
                (place.width, place.height),
                ui.theme,
                ui.gui.measure_styled,
                self._contours,
                ui.session.units,
            )
            self._draw_image(ui, image, chart, place)
            paint_shapes(chart.shapes, (place.x, place.y))
            ui.gui.draw_texts(
                [text.move(place.x, place.y) for text in chart.texts],
                place,
                imgui.get_window_draw_list(),
            )
            return self._follow_pointer(ui, maps, chart, place)

    def _draw_image(
        self, ui: Ui, raster: MapRaster, chart: Chart, place: Viewport
    ) -> None:
        plot, ratio = chart.area.place, ui.gui.ratio
        size = max(round(plot.width * ratio), 1), max(round(plot.height * ratio), 1)
        name = self._inset.bind(raster, ui.theme, size, ratio)
        low = place.x + plot.x, place.y + plot.y
        high = low[0] + plot.width, low[1] + plot.height
        draw = imgui.get_window_draw_list()
        draw.add_image(imgui.ImTextureRef(name), low, high, (0, 1), (1, 0))

    def _follow_pointer(
        self, ui: Ui, maps: MapController, chart: Chart, place: Viewport
    ) -> Params | None:
        """Set both parameters on a press or drag.

        Return the params under the pointer, if any.
        """
        mouse, params = imgui.get_mouse_pos(), ui.study.params
        x, y = mouse.x - place.x, mouse.y - place.y
        axes = ui.study.map_axes
        held = imgui.HoveredFlags_.allow_when_blocked_by_active_item
        is_hovered = chart.area.place.contains(x, y) and imgui.is_window_hovered(held)
        self.is_pressed = is_plot_pressed(ui, *axes, is_hovered=is_hovered)
        if not is_hovered:
            return None
        x_value, y_value = (
            number / axis.display_factor(params, ui.session.units)
            for axis, number in zip(axes, chart.area.to_numbers(x, y), strict=True)
        )
        at = maps.cell_params(x_value, y_value)
        if at and self.is_pressed:
            ui.enqueue(Session.stop_playback)
            ui.enqueue(plot_controls.go_to_cell, at, ui.session.gesture_id)
        return at

    def delete(self) -> None:
        """Free the OpenGL objects."""
        if "_inset" in vars(self):
            self._inset.delete()
