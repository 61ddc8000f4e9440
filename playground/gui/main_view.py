"""One frame of the whole program, into whatever framebuffer is bound."""

from collections import defaultdict
from collections.abc import Callable

from imgui_bundle import imgui

from playground.gui.commands import focus
from playground.gui.commands.command import Deeds, Seen, is_simple, seen
from playground.gui.heat_map import Maps
from playground.gui.imgui_backend import Gui, packed
from playground.gui.layout import CAPTION_ROOM, KEY_ROOM, Contents, Layout, laid_out
from playground.gui.panels.command_palette import Palette
from playground.gui.panels.context import Ui, panel
from playground.gui.panels.curve import curve_plot
from playground.gui.panels.file_dialog import FileField
from playground.gui.panels.inspector import inspector
from playground.gui.panels.lesson import lesson_panel
from playground.gui.panels.map_chart import Chart
from playground.gui.panels.map_legend import legend
from playground.gui.panels.onboarding import first_steps, keys_page, notice
from playground.gui.panels.pen import drawn_lines, pen_tools
from playground.gui.panels.presentation import caption, on_the_figure
from playground.gui.panels.sidebar import sidebar
from playground.gui.panels.thumbnails import Thumbnails
from playground.gui.panels.timeline import transport
from playground.gui.panels.top_bar import menu, top_bar
from playground.gui.panels.video_export import Recording
from playground.gui.view_state import WindowView
from playground.gui.widgets import localized
from playground.gui.widgets.formula import Formulas
from playground.gui.widgets.numbers import Widgets
from playground.gui.window_geometry import MINIMUM
from playground.i18n import speak, spoken
from playground.render.gl.canvas import Canvas, wipe
from playground.render.labels import Sides
from playground.render.magnifier import Loupe
from playground.render.theme import THEMES, Theme, name_size, stage_name_size
from playground.scene.camera import Viewport
from playground.scene.params import Params
from playground.session import first_run, hot_reload, user_code
from playground.session.session import Session
from playground.session.view.layout import figure_contents
from playground.session.view.pointer_controls import Controls
from playground.session.view_model import Study
from playground.session.view_options import Page


class Frontend:
    """Panels and canvas of a session; needs a current OpenGL context.

    Of a figure `alone` there are no panels but the legend of a map.
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
        self.maps = Maps(session, self.controls)
        self._deeds = Deeds(session, self.controls, window_view)
        self.gui = Gui(read_clipboard, write_clipboard)
        self.canvas = Canvas()
        self._chart = Chart()
        self._widgets = Widgets(self.gui)
        self._formulas = Formulas()
        self.thumbnails = Thumbnails()
        self._palette, self._file_field = Palette(), FileField()
        self.recording = Recording()
        self._looked: object = None
        self._contents = Contents()
        # What the last frame was drawn of, and whether its panels waited.
        self._drawn: Study | None = None
        self._light = False
        # How high the caption and its last line were wanted.
        self._below: dict[str, float] = {}
        self._styled: Theme | None = None
        # What is spoken as long as nobody chooses another language, the one that was
        # chosen last, and the one that all was measured in.
        self._first_language = self._spoken = spoken()
        self._chosen = ""
        self._stage = session.stage
        # What the views were last fitted to.
        self._size = (0.0, 0.0)
        self._fitted: tuple[object, tuple[Viewport, ...]] = (None, ())
        # What a presented picture makes way for, and when that has changed.
        self._cleared_for: tuple[object, bool] = None, False
        # What was drawn with the pen was drawn on this.
        self._drawn_on: object = None
        # Where the pen's buttons are.
        self._pen_tools: Viewport | None = None
        # Where the two answers are, and what is next, on a figure without panels.
        self._over: list[Viewport] = []
        # Where the labels of each view are.
        self._sides: defaultdict[int, Sides] = defaultdict(Sides)
        self._loupes: defaultdict[int, Loupe] = defaultdict(Loupe)

    def delete(self) -> None:
        """Free what is held in OpenGL, and end the thread."""
        self.maps.worker.close()
        self._chart.delete()
        self._formulas.delete()
        self.thumbnails.delete()
        self.canvas.delete()
        self.gui.delete()

    def layout(self, size: tuple[float, float]) -> Layout:
        """Return where everything lies in a window of `size`; nothing is solved."""
        return laid_out(*size, self._contents)

    def lay_out(self, size: tuple[float, float]) -> Layout:
        """Put everything in its place: the mouse acts on what lies there."""
        return self._lay_out(self.session.study, size)

    def _lay_out(self, study: Study, size: tuple[float, float]) -> Layout:
        self._look(study)
        layout, own = self.layout(size), self.session.opened
        same = own is self._fitted[0] and layout.views != self._fitted[1]
        if size != self._size or same:
            self._size = size
            self.session.refit()
        self._fitted = own, layout.views
        self.controls.places = list(layout.views)
        return layout

    def _make_way(self, study: Study, layout: Layout, taken: list[Viewport]) -> None:
        """Let a picture without panels keep clear of what lies on it, step by step.

        It stays where it is while it is dragged, and while the numbers on it change.
        """
        panels = layout.inspector is not None or self._alone
        of = not panels and (self.session.stage, study.wanted.step, layout.views)
        self.controls.taken = tuple(taken)
        if self._cleared_for != (of, True) and not self.controls.drag:
            # How high the words are is known a frame later: twice is clear of them.
            self._cleared_for = of, self._cleared_for[0] == of
            self.session.refit()

    def _look(self, study: Study) -> None:
        """Note what there is to lay out, if anything has changed that it hangs on."""
        heights, window_view = self._widgets.heights, self.window_view
        presented = window_view.presenting
        rooms = {CAPTION_ROOM: "caption", KEY_ROOM: "key"} if presented else {}
        below = {name: heights[h] for h, name in rooms.items() if h in heights}
        if self.controls.drag:
            # What is dragged stays under the pointer.
            below = self._below
        self._below = below
        walk = self.session.walk
        lesson = walk is not None and not walk.writing
        simple = is_simple(window_view, study, walk)
        looked = (study, below, lesson, presented, window_view.curve_share, simple)
        if looked == self._looked:
            return
        self._looked = looked
        if self._light:
            return
        mapped, line = study.question is not None, study.timeline
        # What has no room for the curve does not ask for its samples.
        bare = mapped or simple or presented or self._alone
        curve = study.curve if study.showing.curve and not bare else None
        self._contents = Contents(
            figure=figure_contents(study),
            curve=curve is not None,
            timed=bool(curve and line and curve.axis.name == line.parameter),
            transport=line is not None,
            alone=self._alone,
            simple=simple,
            presented=presented,
            code=study.page is Page.CODE,
            steps=study.page is Page.DERIVATION and not study.asking,
            lesson=lesson,
            share=window_view.curve_share,
            **below,
        )

    def frame(
        self, size: tuple[float, float], pixels: tuple[int, int], elapsed: float
    ) -> None:
        """Draw a frame of `size` logical pixels on a framebuffer of `pixels`.

        Panels are drawn of what there is when it begins. What they ask for is done
        after all of them, and the canvas is drawn of what there is then.
        """
        ratio = pixels[0] / size[0]
        theme = THEMES[self.window_view.theme]
        if theme is not self._styled:
            self.gui.restyle(theme)
            self._styled = theme
        self._speak()
        # Places may part between two pixels.
        wipe(theme.panel)
        self._pass_time(elapsed)
        self._wipe()
        shown = seen(self.session, self.window_view)
        self.gui.begin(size, ratio, elapsed, panel=focus.panel(shown))
        self._lighten(shown)
        if self._stage != self.session.stage:
            self._stage = self.session.stage
            self._forget_places()
            self.gui.let_go()
        covers = self._draw_panels(shown, size, theme, ratio)
        acted = self._deeds.carry_out()
        study = self.session.study if acted else shown.study
        layout = self._lay_out(study, size)
        self._make_way(study, layout, covers)
        self.maps.update(study, layout.chart, held=self._chart.held)
        staged = self.window_view.presenting
        tall = layout.canvas.height
        # The least window fills any; what is made larger than that is larger.
        name = stage_name_size(MINIMUM[1]) if staged else name_size(tall)
        self._views(study, theme, pixels, ratio, name)
        self._frames(theme, layout)
        self.gui.end()

    def _lighten(self, shown: Seen) -> None:
        """Let the panels wait in every other frame while a shape is dragged.

        The figure follows the hand; what is told of it is read when that rests, and
        whatever rests is drawn in full.
        """
        study, drag = shown.study, self.controls.drag
        before, self._drawn = self._drawn, study
        moves = (
            drag is not None
            and drag.kind == "grip"
            and before is not None
            and before is not study
            and (before.entry, before.wanted) == (study.entry, study.wanted)
        )
        light = (
            moves
            and not self._light
            and self.gui.idle
            and study.question is None
            and not (self._alone or shown.simple or self.window_view.presenting)
            and figure_contents(study) == self._contents.figure
        )
        if self._light and not light:
            self._looked = None
        self._light = light

    def _speak(self) -> None:
        """Speak the language that was chosen, and measure all words of it anew."""
        chosen = self.window_view.language
        if chosen != self._chosen:
            self._chosen = chosen
            speak(chosen or self._first_language)
        if spoken() != self._spoken:
            self._spoken = spoken()
            self._widgets.measure_anew()
            self._forget_places()

    def _forget_places(self) -> None:
        """Let labels and loupes find their places anew."""
        self._sides.clear()
        self._loupes.clear()

    def covered(self, x: float, y: float) -> bool:
        """Return whether buttons that lie on the canvas are there."""
        bars = self.recording.bar, self._pen_tools, *self._over
        return any(bar is not None and bar.contains(x, y) for bar in bars)

    def _wipe(self) -> None:
        """Wipe away what was drawn with the pen on what is no longer on show."""
        session, window_view = self.session, self.window_view
        walk = session.walk
        on = session.stage, session.opened.step, walk and walk.at
        drawn_on = on, window_view.presenting
        if drawn_on != self._drawn_on:
            self._drawn_on = drawn_on
            window_view.look(lines=())

    def _pass_time(self, elapsed: float) -> None:
        """Let so many seconds pass, and take what has come in since the last frame."""
        user_code.follow_code(self.session)
        hot_reload.follow_scene(self.session)
        first_run.follow(self.session, held=self.controls.drag is not None)
        self.session.advance(elapsed)
        self.controls.motion.advance(elapsed)

    def _draw_panels(
        self, shown: Seen, size: tuple[float, float], theme: Theme, ratio: float
    ) -> list[Viewport]:
        """Draw the panels, and gather what they ask for; return what they cover."""
        ui = Ui(
            **vars(shown),
            layout=self._lay_out(shown.study, size),
            do=self._deeds.do,
            act=self._deeds.act,
            look=self._deeds.look,
            controls=self.controls,
            gui=self.gui,
            widgets=self._widgets,
            formulas=self._formulas,
            thumbnails=self.thumbnails,
            theme=theme,
            ratio=ratio,
            tones=self.maps.tones(shown.study),
        )
        if imgui.is_mouse_double_clicked(0) and not imgui.get_io().want_capture_mouse:
            at = imgui.get_io().mouse_pos
            ui.act(lambda s, c, w: c.reset_at(at.x, at.y))
        aimed = self._panels(ui)
        if aimed != self.session.aimed:
            ui.do(Session.aim, aimed)
        self.controls.motion.lit = ui.pointed.key or self.controls.pointed
        self.controls.parameter = ui.pointed.parameter
        return ui.covers

    def bare(self, size: tuple[float, float], ratio: float, words: str) -> None:
        """Draw a frame of nothing but words."""
        self.gui.begin(size, ratio, 0.0)
        imgui.set_next_window_pos(imgui.ImVec2(0.0, 0.0))
        imgui.set_next_window_size(imgui.ImVec2(*size))
        imgui.begin("##bare", None, imgui.WindowFlags_.no_decoration)
        localized.text_wrapped(words)
        imgui.end()
        self.gui.end()

    def let_go(self) -> None:
        """End the hold of whatever the mouse is dragging in a panel."""
        self.gui.let_go()
        self._widgets.plotted = None

    def abandon(self) -> None:
        """End a frame that failed, and draw the next one from the beginning."""
        self.gui.abandon()
        self._deeds.drop()
        self._looked, self._styled = None, None
        # What was tried in between changes no camera.
        self._fitted = None, ()
        self._forget_places()

    def _panels(self, ui: Ui) -> Params | None:
        layout, study = ui.layout, ui.study
        self._over = []
        if layout.sidebar:
            sidebar(ui, layout.sidebar)
        if layout.bar:
            top_bar(ui, layout.bar)
        if layout.inspector:
            if not self._waits("inspector", layout.inspector):
                inspector(ui, layout.inspector)
        elif layout.bar and not layout.lesson:
            self._over = first_steps(ui, layout.canvas)
        if layout.lesson:
            lesson_panel(ui, layout.lesson)
        if layout.caption:
            caption(ui, layout.caption)
            on_the_figure(ui, layout.canvas)
            drawn_lines(ui)
        track = None
        if (place := layout.curve) and not self._waits("curve", place) and study.curve:
            track = curve_plot(ui, place, study.curve)
        place = layout.transport
        if place and not self._waits("transport", place) and study.timeline:
            transport(ui, place, study.timeline, track)
        aimed = self._chart_cell(ui, layout.chart)
        if layout.legend:
            still = self._alone or self.window_view.presenting
            legend(ui, layout.legend, self.maps, aimed, still=still)
        if self.window_view.keys:
            keys_page(ui)
        if ui.facts.notice:
            notice(ui, layout.canvas, self._over)
        self._pen_tools = pen_tools(ui, layout.canvas) if layout.caption else None
        self._palette.draw(ui, layout.canvas)
        self._file_field.draw(ui, layout.canvas)
        self.recording.draw(ui, layout.canvas)
        menu(ui)
        return aimed

    def _waits(self, name: str, place: Viewport) -> bool:
        """Show a panel as it was, if it may wait; return whether it does."""
        if not self._light:
            return False
        self.gui.stay()
        with panel(name, place) as drawn:
            return not drawn

    def _chart_cell(self, ui: Ui, chart: Viewport | None) -> Params | None:
        """Draw the chart, if there is one; return the params of the cell pointed at."""
        if chart:
            return self._chart.draw(ui, chart, self.maps)
        if ui.study.question is None:
            return None
        at, view = imgui.get_io().mouse_pos, self.window_view
        mouse = at.x, at.y
        covered = self.gui.popup_open or view.keys or view.field_open or view.recording
        free = not (covered or self.controls.drag)
        free = free and self.controls.view_at(*mouse) == 0
        return self.maps.cell_at(*mouse) if free else None

    def _views(
        self,
        study: Study,
        theme: Theme,
        pixels: tuple[int, int],
        ratio: float,
        name: float,
    ) -> None:
        """Draw the views; a small second one has the type of the whole canvas."""
        places = self.controls.places
        views = self.controls.motion.picture.all_views[: len(places)]
        backdrop = self.maps.backdrop(study, staged=self.window_view.presenting)
        enlarged = study.showing.loupe and not study.asking
        for index, (view, place) in enumerate(zip(views, places, strict=True)):
            mapped = backdrop if index == 0 else None
            texts = self.canvas.draw(
                # A shape's own tint would change the colours of the map.
                view.outlined() if mapped else view,
                self.controls.camera(index),
                place,
                framebuffer_size=pixels,
                pixel_ratio=ratio,
                theme=theme,
                overlay=self.controls.overlay() if index == 0 else (),
                backdrop=mapped,
                measure=self.gui.measure_name,
                name=name,
                sides=self._sides[index],
                lens=self._loupes[index] if enlarged else None,
                taken=self.controls.taken,
            )
            self.gui.draw_texts(texts, place)

    def _frames(self, theme: Theme, layout: Layout) -> None:
        """Draw the hairlines that part the canvas from the panels and its views."""
        draw = imgui.get_background_draw_list()
        tone = packed(theme.border)
        canvas = layout.canvas
        if layout.sidebar:
            for x in (canvas.x, canvas.x + canvas.width - 1):
                height = layout.sidebar.height
                draw.add_line(imgui.ImVec2(x, 0), imgui.ImVec2(x, height), tone)
        beside = [layout.chart] if layout.chart else []
        for place in (*self.controls.places[1:], *beside):
            if place.x > canvas.x:
                low, high = (place.x, place.y), (place.x, place.y + place.height)
            else:
                low, high = (place.x, place.y), (place.x + place.width, place.y)
            draw.add_line(imgui.ImVec2(*low), imgui.ImVec2(*high), tone)
