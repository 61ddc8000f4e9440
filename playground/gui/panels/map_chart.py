"""A map over any two numbers of the params, as a plot with axes of its own."""

from functools import cached_property

import numpy as np
from imgui_bundle import imgui, implot
from numpy.typing import NDArray

from playground.gui.heat_map import Maps
from playground.gui.imgui_backend import colour, packed
from playground.gui.panels.context import Ui, panel
from playground.gui.panels.curve import UP_APART, axis_numbers, held, plot
from playground.i18n import translated
from playground.render.gl.map_layer import Inset
from playground.render.grid import TURNS
from playground.render.map_colors import Backdrop, Painted
from playground.render.map_labels import ContourNumbers, free
from playground.render.theme import name_size, tick_size
from playground.scene.camera import Viewport
from playground.scene.math_text import show
from playground.scene.params import Params
from playground.session import plots
from playground.session.session import Session

Array = NDArray[np.float64]


class Chart:
    """Draws the plot; owns the picture of the map in it.

    `held` says whether a press that began in the plot goes on.
    """

    def __init__(self) -> None:
        self.held = False
        self._contours = ContourNumbers()

    @cached_property
    def _inset(self) -> Inset:
        """The picture, made when there is a map to be shown."""
        return Inset()

    def draw(self, ui: Ui, place: Viewport, maps: Maps) -> Params | None:
        """Draw it; return the params of the cell that is pointed at."""
        at, self.held = None, False
        with panel("chart", place):
            imgui.set_cursor_pos(imgui.ImVec2(10, 12))
            size = imgui.ImVec2(place.width - 20, place.height - 20)
            with plot(ui, "chart", size, worded=True) as seen:
                if seen:
                    at = self._plot(ui, maps, size)
        return at

    def _plot(self, ui: Ui, maps: Maps, size: imgui.ImVec2) -> Params | None:
        x, y = ui.study.map_axes
        params = ui.study.params
        flags = implot.AxisFlags_.no_highlight | implot.AxisFlags_.lock
        flags |= implot.AxisFlags_.no_grid_lines
        across, up = (translated(axis.label(params)) for axis in (x, y))
        implot.setup_axes(across, up, flags, flags)
        painted = maps.painted(ui.study)
        if painted is None:
            return None
        columns = np.array(painted.field.columns.edges) * x.shown(params)
        rows = np.array(painted.field.rows.edges) * y.shown(params)
        always = implot.Cond_.always
        (left, right), (low, high) = columns.tolist(), rows.tolist()
        implot.setup_axes_limits(left, right, low, high, always)
        for place, axis, ends in (
            (implot.ImAxis_.x1, x, columns),
            (implot.ImAxis_.y1, y, rows),
        ):
            if axis.shown(params) != 1.0:
                turns = [t for t in TURNS if ends[0] <= t <= ends[1]]
                implot.setup_axis_ticks(place, turns, [*map(show, turns)], False)
            elif place == implot.ImAxis_.x1:
                axis_numbers(place, left, right, size.x)
            else:
                axis_numbers(place, low, high, size.y, UP_APART)
        self._image(ui, painted, columns, rows)
        now = np.array([a.value(params) * a.shown(params) for a in (x, y)])
        self._numbers(ui, painted, columns, rows, now)
        corner, size = implot.get_plot_pos(), implot.get_plot_size()
        implot.get_plot_draw_list().add_rect(
            corner, corner + size, packed(ui.theme.border)
        )
        self._present(ui, now)
        self.held = held(ui, x, y, pointed=implot.is_plot_hovered())
        if not implot.is_plot_hovered():
            return None
        mouse = implot.get_plot_mouse_pos()
        at = maps.cell(mouse.x / x.shown(params), mouse.y / y.shown(params))
        if at and self.held:
            ui.do(Session.stand_still)
            ui.do(plots.go_to_cell, at, ui.facts.press)
        return at

    def _image(self, ui: Ui, painted: Painted, across: Array, up: Array) -> None:
        ratio = ui.ratio
        plot = implot.get_plot_size()
        size = max(round(plot.x * ratio), 1), max(round(plot.y * ratio), 1)
        name = self._inset.bind(painted, ui.theme, size, ratio)
        implot.plot_image(
            "##map",
            imgui.ImTextureRef(name),
            implot.Point(across[0], up[0]),
            implot.Point(across[1], up[1]),
            imgui.ImVec2(0, 1),
            imgui.ImVec2(1, 0),
        )

    def _numbers(
        self, ui: Ui, painted: Painted, across: Array, up: Array, now: Array
    ) -> None:
        """Write the numbers of contour lines on them, but for where the params are."""
        corner, size = implot.get_plot_pos(), implot.get_plot_size()
        place = Viewport(corner.x, corner.y, size.x, size.y)
        begin, end = np.array([across, up]).T

        def to_screen(points: Array) -> Array:
            across, up = ((points - begin) / (end - begin)).T
            x, y = across * place.width, (1.0 - up) * place.height
            return np.stack([place.x + x, place.y + y], axis=-1)

        texts = self._contours.texts(
            Backdrop(painted, np.array([(x, y) for y in up for x in across])),
            to_screen,
            place,
            None,
            ui.theme,
            tick_size(name_size(place.height)),
            ui.gui.measure_name,
        )
        texts = free(texts, [], to_screen(now[None]))
        ui.gui.draw_texts(texts, place, implot.get_plot_draw_list())

    def _present(self, ui: Ui, now: Array) -> None:
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
