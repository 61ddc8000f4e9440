"""Main view: draws a frame of panels and canvas into the bound framebuffer."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from imgui_bundle import imgui

from playground.gui.commands import focus
from playground.gui.commands.command_types import (
    CommandContext,
    command_context,
    is_simple,
)
from playground.gui.imgui_backend import Gui, open_window, pack_colour
from playground.gui.map_controller import MapController
from playground.gui.panels import onboarding
from playground.gui.panels.command_palette import CommandPalette
from playground.gui.panels.context import Ui
from playground.gui.panels.curve_plot import draw_curve_plot
from playground.gui.panels.dividers import draw_dividers
from playground.gui.panels.file_dialog import FileField
from playground.gui.panels.inspector import draw_inspector
from playground.gui.panels.lesson import draw_lesson_panel
from playground.gui.panels.map_chart import MapChart
from playground.gui.panels.map_legend import draw_legend
from playground.gui.panels.pen import (
    black_out,
    draw_pen_lines,
    draw_pen_tools,
    draw_presentation_bar,
)
from playground.gui.panels.presentation import draw_caption, draw_over_figure
from playground.gui.panels.recording_panel import RecordingPanel
from playground.gui.panels.reset_question import draw_reset_question
from playground.gui.panels.sidebar import draw_sidebar
from playground.gui.panels.thumbnails import Thumbnails
from playground.gui.panels.top_bar import draw_context_menu, draw_top_bar
from playground.gui.panels.transport_bar import draw_transport_bar
from playground.gui.view_state import WindowView
from playground.gui.widgets import localized
from playground.gui.widgets.formula import Formulas
from playground.gui.widgets.numbers import Widgets
from playground.gui.window_geometry import MIN_WINDOW_SIZE
from playground.gui.window_layout import (
    CAPTION_HEIGHT_KEYS,
    Layout,
    WindowContents,
    compute_layout,
)
from playground.i18n import current_language, set_language
from playground.render.gl.canvas import Canvas, clear_framebuffer
from playground.render.labels import LabelSides, PlacedText, has_moving_labels
from playground.render.magnifier import MagnifierState
from playground.render.theme import (
    THEMES,
    Theme,
    canvas_label_size,
    presentation_label_size,
)
from playground.scene.camera import Viewport
from playground.scene.params import Params
from playground.scene.units import METRES
from playground.session import first_run, hot_reload, user_code
from playground.session.session import Session
from playground.session.view.figure_layout import figure_contents
from playground.session.view.pointer_controls import Controls
from playground.session.view_model import SceneView

# While a shape is dragged, panels are drawn in every third frame.
_PANEL_DRAW_INTERVAL = 3


class MainView:
    """Panels and canvas of a session; needs a current OpenGL context.

    Parameters
    ----------
    session : Session
        The session.
    read_clipboard, write_clipboard : callable
        As in `Gui`.
    window_view : WindowView
        Options and state of the window.
    alone : bool
        Whether the legend of a map is the only panel.
    """

    def __init__(
        self,
        session: Session,
        read_clipboard: Callable[[], str],
        write_clipboard: Callable[[str], None],
        window_view: WindowView,
        *,
        alone: bool = False,
    ) -> None:
        self.session, self.window_view = session, window_view
        self._alone = alone
        self.controls = Controls(session)
        self.gui = Gui(read_clipboard, write_clipboard)
        self._widgets = Widgets(self.gui)
        self.maps = MapController(session, self.controls, self._widgets)
        self.canvas = Canvas()
        self._chart = MapChart()
        self._formulas = Formulas(self.gui)
        self.thumbnails = Thumbnails()
        self._palette, self._file_field = CommandPalette(), FileField()
        self.recording = RecordingPanel()
        self._contents_key: object = None
        self._contents = WindowContents()
        # The view model of the last frame, and the frames since panels were drawn.
        self._drawn_view: SceneView | None = None
        self._skipped_frame_count = 0
        # Desired heights of the caption and its legend.
        self._caption_heights: dict[str, float] = {}
        # The default language, that of the cached measurements, and the chosen one.
        self._first_language = self._measured_language = current_language()
        self._chosen_language = ""
        self._stage = session.context_id
        # The size and the views to which cameras were last fitted.
        self._size = (0.0, 0.0)
        self._fitted: tuple[object, tuple[Viewport, ...]] = (None, ())
        # The context of the overlays to avoid, and whether they have settled.
        self._overlay_key: tuple[object, bool] = None, False
        # The context in which pen lines were drawn.
        self._pen_context: object = None
        # Area of a presentation's bar, and areas over the canvas that take the pointer:
        # buttons (film, pen, bar), and overlays on a figure without panels.
        self._bar: Viewport | None = None
        self._button_areas: list[Viewport] = []
        self._overlay_rects: list[Viewport] = []
        # All covered areas.
        self._occluded_areas: list[Viewport] = []
        self._map_title_area: Viewport | None = None
        # Label positions of each view.
        self._label_caches: defaultdict[int, LabelSides] = defaultdict(LabelSides)
        self._magnifiers: defaultdict[int, MagnifierState] = defaultdict(MagnifierState)
        # The context of the labels, whether it has changed since they were placed, and
        # whether the next frame may be the first at rest.
        self._label_context: tuple[object, ...] = (None,)
        self._needs_label_places = self._awaits_rest = False

    def delete(self) -> None:
        """Free the OpenGL objects and end the worker thread."""
        self.maps.worker.close()
        self._chart.delete()
        self._formulas.delete()
        self.thumbnails.delete()
        self.canvas.delete()
        self.gui.delete()

    def layout(self, size: tuple[float, float]) -> Layout:
        """Return the layout of a window of `size`, logical pixels.

        It is for the contents at the last update.
        """
        return compute_layout(*size, self._contents)

    def apply_layout(self, size: tuple[float, float]) -> Layout:
        """Update the layout, so that the mouse acts on the current positions.

        `size` is the window's, in logical pixels. Views that the user has not moved are
        fitted anew if it changes.
        """
        return self._apply_layout(self.session.scene_view, size)

    def _apply_layout(self, study: SceneView, size: tuple[float, float]) -> Layout:
        self._update_contents(study)
        layout, opened = self.layout(size), self.session.open_scene
        if size != self._size:
            self._size = size
            self.session.refit(layout.views)
        elif self._fitted != (opened, layout.views):
            opened.refit(layout.views)
        self._fitted = opened, layout.views
        self.controls.places = list(layout.views)
        return layout

    def _avoid_overlays(
        self, study: SceneView, layout: Layout, overlays: list[Viewport]
    ) -> None:
        """Fit a figure without panels into the space that overlays leave free.

        It is refitted for a new scene or view, in a presentation also for every step,
        but not during a drag or for changed values.
        """
        panels = layout.inspector is not None or self._alone
        is_presenting = self.window_view.presenting
        step = study.options.compared if is_presenting else study.options.step
        inputs = not panels and (self.session.context_id, step, layout.views)
        self.controls.fits_derivation = is_presenting
        self.controls.taken = tuple(overlays)
        if self._overlay_key != (inputs, True) and not self.controls.drag:
            # The overlays' sizes are known a frame later, so it is refitted twice.
            self._overlay_key = inputs, self._overlay_key[0] == inputs
            is_restored = self.session.context_id == self.session.restored_context_id
            self.session.refit(layout.views if is_restored else ())

    def _update_contents(self, study: SceneView) -> None:
        """Update the contents of the layout if their inputs have changed."""
        heights, window_view = self._widgets.heights, self.window_view
        is_presenting, walk = window_view.presenting, self.session.lesson
        # A dragged shape must stay under the pointer.
        if not self.controls.drag:
            names = CAPTION_HEIGHT_KEYS if is_presenting else ()
            self._caption_heights = {n: heights[n] for n in names if n in heights}
        below = self._caption_heights
        lesson = walk is not None and not walk.writing
        simple = is_simple(window_view, study, walk)
        sizes = {
            "sidebar": window_view.sidebar_width,
            "panel": window_view.panel_width,
            "share": window_view.curve_share,
            **below,
        }
        inputs = study, lesson, is_presenting, simple, sizes
        if inputs == self._contents_key:
            return
        self._contents_key = inputs
        if self._is_skipping_panels:
            return
        has_map, line = study.question is not None, study.timeline
        # A hidden curve is not sampled.
        bare = has_map or window_view.simple or is_presenting or self._alone
        curve = study.curve if study.showing.curve and not bare else None
        self._contents = WindowContents(
            figure=figure_contents(study),
            curve=curve is not None,
            timed=bool(curve and line and curve.axis.name == line.parameter),
            # An open question hides the time, and its bar moves nothing when it comes.
            transport=study.scene.timeline is not None,
            alone=self._alone,
            simple=simple,
            presented=is_presenting,
            lesson=lesson,
            **sizes,
        )

    def draw_frame(
        self, size: tuple[float, float], pixels: tuple[int, int], elapsed: float
    ) -> None:
        """Draw a frame of `size` logical pixels on a framebuffer of `pixels`.

        Panels draw the state at the begin of the frame. Their actions run after all of
        them, and the canvas draws the resulting state.

        Parameters
        ----------
        size : tuple of float
            Width and height in logical pixels.
        pixels : tuple of int
            Width and height of the framebuffer in physical pixels.
        elapsed : float
            Seconds since the previous frame.
        """
        ratio = pixels[0] / size[0]
        theme = THEMES[self.window_view.theme]
        if theme is not self.gui.theme:
            self.gui.apply_theme(theme)
        self._update_language()
        # Rectangles may meet between two pixels.
        clear_framebuffer(theme.panel)
        self._advance_time(elapsed)
        self._clear_old_pen_lines()
        context = command_context(self.session, self.window_view)
        self.gui.begin(size, ratio, elapsed, panel=focus.find_focused_panel(context))
        self._update_panel_skipping(context)
        if self._stage != self.session.context_id:
            self._stage = self.session.context_id
            self._clear_label_caches()
            self.gui.release_active_item()
        ui = Ui(
            **vars(context),
            layout=self._apply_layout(context.study, size),
            controls=self.controls,
            gui=self.gui,
            widgets=self._widgets,
            formulas=self._formulas,
            thumbnails=self.thumbnails,
            map_kind_roles=self.maps.map_kind_roles(context.study),
        )
        covers = self._draw_panels(ui)
        has_acted = ui.run_pending()
        study = self.session.scene_view if has_acted else context.study
        layout = self._apply_layout(study, size)
        self._avoid_overlays(study, layout, covers)
        self.maps.update(study, layout.chart, is_dragging=self._chart.is_pressed)
        # Labels grow with the canvas, and in a presentation with its scale.
        name = canvas_label_size(layout.canvas.height)
        if self.window_view.presenting:
            name = presentation_label_size(MIN_WINDOW_SIZE[1])
        self._draw_views(study, theme, pixels, ratio, name, elapsed)
        self._draw_separators(theme, layout)
        self.gui.end()

    def _update_panel_skipping(self, context: CommandContext) -> None:
        """Skip the panels in most frames while a shape is dragged.

        The figure and its labels follow the pointer; texts are read after the drag. A
        frame without changes draws all panels.
        """
        study, drag = context.study, self.controls.drag
        view_before, self._drawn_view = self._drawn_view, study
        moves = (
            drag is not None
            and drag.kind == "grip"
            and view_before is not None
            and view_before is not study
            and (view_before.entry, view_before.options) == (study.entry, study.options)
        )
        waits = (
            moves
            and self._skipped_frame_count < _PANEL_DRAW_INTERVAL - 1
            and self.gui.is_idle
            and not (self._alone or self.window_view.presenting)
            and figure_contents(study) == self._contents.figure
        )
        if self._is_skipping_panels and not waits:
            self._contents_key = None
        self._skipped_frame_count = self._skipped_frame_count + 1 if waits else 0

    @property
    def _is_skipping_panels(self) -> bool:
        return self._skipped_frame_count > 0

    def _update_language(self) -> None:
        """Switch to the chosen language and clear cached measurements."""
        language = self.window_view.language
        if language != self._chosen_language:
            self._chosen_language = language
            set_language(language or self._first_language)
        if current_language() != self._measured_language:
            self._measured_language = current_language()
            self._widgets.clear_measurements()
            self._clear_label_caches()

    def _clear_label_caches(self) -> None:
        """Clear the cached positions of labels and magnifiers."""
        self._label_caches.clear()
        self._magnifiers.clear()

    @property
    def is_moving(self) -> bool:
        """Whether the next frame will differ without any event."""
        labels = self._label_caches.values()
        return (
            self.controls.motion.is_moving
            or self.thumbnails.pending
            or self._awaits_rest
            or any(has_moving_labels(sides) for sides in labels)
        )

    def is_covered(self, x: float, y: float) -> bool:
        """Return whether a button or overlay on the canvas covers a point.

        The point is in logical pixels.
        """
        areas = [*self._button_areas, *self._overlay_rects]
        return any(area.contains(x, y) for area in areas)

    @property
    def is_bar_used(self) -> bool:
        """Whether the mouse is on a presentation's bar, or a popup is open."""
        self.gui.activate()
        mouse = imgui.get_io().mouse_pos
        on_bar = self._bar is not None and self._bar.contains(mouse.x, mouse.y)
        return on_bar or self.gui.has_popup_open

    def _clear_old_pen_lines(self) -> None:
        """Remove pen lines when their context is no longer displayed."""
        session, window_view = self.session, self.window_view
        walk = session.lesson
        context = session.context_id, session.open_scene.step, walk and walk.at
        drawn_on = context, window_view.presenting
        if drawn_on != self._pen_context:
            self._pen_context = drawn_on
            window_view.look(lines=())

    def _advance_time(self, elapsed: float) -> None:
        """Advance time by `elapsed` seconds, and apply results and changed files."""
        user_code.follow_code(self.session)
        hot_reload.follow_scene(self.session)
        first_run.update_offer(self.session, is_dragging=self.controls.drag is not None)
        self.session.advance(elapsed)
        self.controls.motion.advance(elapsed)

    def _draw_panels(self, ui: Ui) -> list[Viewport]:
        """Draw the panels and queue their actions; return the areas that they cover."""
        if imgui.is_mouse_double_clicked(0) and not imgui.get_io().want_capture_mouse:
            mouse = imgui.get_io().mouse_pos
            ui.enqueue_action(lambda s, c, w: c.reset_handle_at(mouse.x, mouse.y))
        aimed_params = self._draw_panels_in_order(ui)
        if aimed_params != self.session.aimed:
            ui.enqueue(setattr, "aimed", aimed_params)
        self.controls.motion.highlight_key = ui.hover.key or self.controls.hover_key
        self.controls.parameter = ui.hover.parameter
        if not self._is_skipping_panels:
            self._occluded_areas = ui.occluded_areas
        return self._occluded_areas

    def draw_message(self, size: tuple[float, float], ratio: float, words: str) -> None:
        """Draw a frame with nothing but a text.

        `size` is in logical pixels, `ratio` physical pixels per logical pixel.
        """
        self.gui.begin(size, ratio, 0.0)
        flags = imgui.WindowFlags_.no_decoration
        with open_window("##bare", (0.0, 0.0), size, flags):
            localized.text_wrapped(words)
        self.gui.end()

    def release_panel_drag(self) -> None:
        """Release the item that the mouse drags in a panel."""
        self.gui.release_active_item()
        self._widgets.pressed_plot = None

    def abandon_frame(self) -> None:
        """End a failed frame, and discard cached state."""
        self.gui.abandon_frame()
        self._contents_key = None
        # A fallback frame must not change cameras.
        self._fitted = None, ()
        self._clear_label_caches()

    def _draw_panels_in_order(self, ui: Ui) -> Params | None:
        layout, study = ui.layout, ui.study
        if layout.sidebar:
            draw_sidebar(ui, layout.sidebar)
        else:
            # Invisible pictures must not request frames.
            self.thumbnails.pending = False
        if layout.bar:
            draw_top_bar(ui, layout.bar)
        place = layout.inspector
        if place and not self._try_skip_panel(ui, "inspector", place):
            draw_inspector(ui, place)
        if not self._is_skipping_panels:
            is_bare = layout.bar and not (layout.inspector or layout.lesson)
            self._overlay_rects = (
                onboarding.draw_onboarding(ui, layout.canvas) if is_bare else []
            )
        elif self._overlay_rects:
            self.gui.reuse_windows(onboarding.ONBOARDING_WINDOWS)
        if layout.lesson and not self._try_skip_panel(ui, "lesson", layout.lesson):
            draw_lesson_panel(ui, layout.lesson)
        if layout.caption:
            draw_caption(ui, layout.caption)
            draw_over_figure(ui, layout.canvas)
            draw_pen_lines(ui)
        track = None
        if (
            (place := layout.curve)
            and not self._try_skip_panel(ui, "curve", place)
            and study.curve
        ):
            track = draw_curve_plot(ui, place, study.curve)
        place = layout.transport
        if (
            place
            and not self._try_skip_panel(ui, "transport", place)
            and study.timeline
        ):
            draw_transport_bar(ui, place, study.timeline, track)
        aimed_params = self._draw_chart(ui, layout.chart)
        self._map_title_area = None
        if study.question and layout.bar:
            place = layout.chart or layout.views[0]
            self._map_title_area = onboarding.draw_map_title(ui, place, study.question)
        if layout.legend:
            still = self._alone or self.window_view.presenting
            draw_legend(ui, layout.legend, self.maps, aimed_params, is_static=still)
        if layout.bar:
            draw_dividers(ui)
        if self.window_view.keys:
            onboarding.draw_keys_page(ui)
        if self.window_view.about:
            onboarding.draw_about_page(ui)
        if ui.session.notice:
            onboarding.draw_notice(ui, layout.canvas, self._overlay_rects)
        pen_tools = draw_pen_tools(ui, layout.canvas) if layout.caption else None
        self._bar = None
        if pen_tools and self.window_view.has_bar:
            self._bar = draw_presentation_bar(ui, layout.canvas, pen_tools)
        # Fields are centred in the window, whatever the canvas's width.
        full_width = replace(layout.canvas, x=0.0, width=imgui.get_io().display_size.x)
        self._palette.draw(ui, full_width)
        self._file_field.draw(ui, full_width)
        self.recording.draw(ui, layout.canvas)
        areas = self.recording.bar, pen_tools, self._bar
        self._button_areas = [area for area in areas if area]
        draw_reset_question(ui, layout.canvas)
        draw_context_menu(ui)
        if self.window_view.is_black:
            black_out(imgui.get_io().display_size)
        return aimed_params

    def _try_skip_panel(self, ui: Ui, name: str, place: Viewport) -> bool:
        """Reuse a panel's last content if panels are skipped; return whether it is."""
        if not self._is_skipping_panels:
            return False
        self.gui.reuse_next_panel()
        with ui.panel(name, place) as is_drawn:
            return not is_drawn

    def _draw_chart(self, ui: Ui, chart: Viewport | None) -> Params | None:
        """Draw the chart, if any; return the params of the cell under the pointer.

        It is None if there is no cell.
        """
        if chart:
            return self._chart.draw(ui, chart, self.maps)
        if ui.study.question is None:
            return None
        at, view = imgui.get_io().mouse_pos, self.window_view
        mouse = at.x, at.y
        is_covered = self.gui.has_popup_open or view.has_overlay
        free = not (is_covered or self.controls.drag)
        free = free and self.controls.view_at(*mouse) == 0
        return self.maps.cell_at(*mouse) if free else None

    def _draw_views(
        self,
        study: SceneView,
        theme: Theme,
        pixels: tuple[int, int],
        ratio: float,
        name: float,
        elapsed: float,
    ) -> None:
        """Draw the views; `name` is the font size of labels."""
        places = self.controls.places
        keeps_sides = self._must_keep_label_sides(study)
        views = self.controls.motion.draw_list.self_and_views[: len(places)]
        backdrop = self.maps.map_image(study, is_presenting=self.window_view.presenting)
        has_magnifier = study.showing.loupe and not study.asking
        handles = self.controls.overlay(selected=not self.window_view.presenting)
        for index, (view, place) in enumerate(zip(views, places, strict=True)):
            view_map = backdrop if index == 0 else None
            texts = self.canvas.draw(
                # A shape's fill would change the colours of the map.
                view.remove_fills() if view_map else view,
                self.controls.camera(index),
                place,
                framebuffer_size=pixels,
                pixel_ratio=ratio,
                theme=theme,
                overlay=handles if index == 0 else (),
                map_image=view_map,
                measure=self.gui.measure_name,
                label_size=name,
                label_sides=self._label_caches[index],
                keeps_label_sides=keeps_sides,
                elapsed_s=elapsed,
                magnifier_state=self._magnifiers[index] if has_magnifier else None,
                occupied_areas=self._overlay_areas,
                is_y_down=self.session.units.y_down,
            )
            self.gui.draw_texts(self._rewrite_texts(texts), place)

    @property
    def _overlay_areas(self) -> tuple[Viewport, ...]:
        """The rectangles that lie on the picture, with no label below them."""
        title = self._map_title_area
        return (*self.controls.taken, *([title] if title else []))

    def _must_keep_label_sides(self, study: SceneView) -> bool:
        """Return whether labels keep their sides, which change only at rest.

        That is once, in the first frame in which nothing moves or is held.
        """
        controls = self.controls
        cameras = [controls.camera(index) for index in range(len(controls.places))]
        shown = study.entry, study.options
        context = shown, study, controls.places, cameras, self._overlay_areas
        context_before, self._label_context = self._label_context, context
        is_held = (
            controls.drag is not None
            or self.session.playback.moving
            or imgui.is_any_item_active()
        )
        has_moved = context != context_before
        self._needs_label_places = self._needs_label_places or has_moved
        # Labels of a new scene or step are placed at once.
        self._awaits_rest = has_moved and not is_held and shown == context_before[0]
        if is_held or self._awaits_rest:
            return True
        keeps_sides = not self._needs_label_places
        self._needs_label_places = False
        return keeps_sides

    def _rewrite_texts(self, texts: list[PlacedText]) -> list[PlacedText]:
        """Return the texts of a figure in the scene's units."""
        units = self.session.units
        if units == METRES:
            return texts
        return [replace(text, text=units.rewrite(text.text)) for text in texts]

    def _draw_separators(self, theme: Theme, layout: Layout) -> None:
        """Draw lines between the canvas, its views and the panels."""
        draw = imgui.get_background_draw_list()
        tone = pack_colour(theme.border)
        canvas = layout.canvas
        if layout.sidebar:
            for x in (canvas.x, canvas.x + canvas.width - 1):
                height = layout.sidebar.height
                draw.add_line((x, 0), (x, height), tone)
        neighbors = [layout.chart] if layout.chart else []
        for place in (*self.controls.places[1:], *neighbors):
            high = place.x + place.width, place.y
            if place.x > canvas.x:
                high = place.x, place.y + place.height
            draw.add_line((place.x, place.y), high, tone)
