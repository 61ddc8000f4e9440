"""Fixtures of the window: tests drive it by pyglet's own events."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partialmethod, wraps
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyglet
import pytest
from every import ENTRIES
from imgui_bundle import imgui
from pyglet import gl
from pyglet.libs.egl import egl
from pyglet.window import Window, key, mouse

from playground.analysis.heat_map import round_to_power_of_two
from playground.gui import file_dialogs
from playground.gui.commands.command_types import command_context
from playground.gui.error_boundary import Failure
from playground.gui.imgui_backend import Gui
from playground.gui.offscreen import render_window
from playground.gui.panels import curve_plot, map_chart, map_legend, thumbnails
from playground.gui.panels.context import Ui
from playground.gui.settings import Settings
from playground.gui.widgets import symbol_text as widgets_text
from playground.gui.widgets.formula import Formulas
from playground.gui.widgets.paragraphs import RunInParagraph
from playground.gui.window import PlaygroundWindow
from playground.judge.runner.code_runner import CodeRunner
from playground.render import labels as canvas_labels
from playground.render.gl.thumbnail import Thumbnail
from playground.render.labels import PlacedText
from playground.scene.camera import Viewport
from playground.scene.math_text import RunKind, split_runs
from playground.scene.params import HandleMark, Params
from playground.scene.scene import SceneEntry
from playground.session.files import FilePurpose
from playground.session.session import Session
from playground.session.view import map_samples
from playground.session.view_model import SceneView

T = TypeVar("T")
# Only what hangs takes so many seconds.
PATIENCE = 300.0

_LABELLED = (
    "invisible_button", "button", "begin_combo", "selectable", "checkbox",
    "begin_tab_item", "input_text", "input_text_with_hint", "input_text_multiline",
    "menu_item", "begin_menu", "radio_button",
)  # fmt: skip


class Items:
    """Recorder of the positions of labelled ImGui items in the last frames.

    Attributes
    ----------
    focused : str
        The label of the item with the keyboard focus.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.places: dict[str, tuple[float, float]] = {}
        self.focused = ""
        for name in _LABELLED:
            monkeypatch.setattr(imgui, name, self._noting(getattr(imgui, name)))

    def _noting(self, draw: Callable[..., object]) -> Callable[..., object]:
        @wraps(draw)
        def drawn(label: str, *arguments: object) -> object:
            answer = draw(label, *arguments)
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            self.places[label] = ((low.x + high.x) / 2, (low.y + high.y) / 2)
            if imgui.is_item_focused():
                self.focused = label
            return answer

        return drawn


class ClipboardWindow(PlaygroundWindow):
    """The program's window with a clipboard and a title, which headless ones lack."""

    clipboard = ""
    title = "Geometry Playground"

    def set_caption(self, caption: str) -> None:
        self.title = caption

    def get_clipboard_text(self) -> str:
        return self.clipboard

    def set_clipboard_text(self, text: str) -> None:
        self.clipboard = text


_spare_contexts: list[Any] = []


def _keep_context(context: Any) -> None:
    """Let the next window have the context of one that closes; a new one is dear."""

    def destroy() -> None:
        surface = context.egl_surface
        context.set_current()
        # What a failed test left bound or enabled is not for the next window.
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        for flag in (gl.GL_SCISSOR_TEST, gl.GL_RASTERIZER_DISCARD):
            gl.glDisable(flag)
        context.detach()
        gl.current_context = None
        egl.eglDestroySurface(context.display_connection, surface)
        _spare_contexts.append(context)

    context.destroy = destroy


class Driver:
    """Driver of the mouse and the keyboard, in logical pixels, y down.

    Software rendering takes most of a frame, and few tests need pixels: while the
    driver is `blind`, frames are composed but not drawn.
    """

    blind = False

    def __init__(
        self,
        items: Items,
        scenes: Sequence[SceneEntry],
        settings: Settings | None = None,
    ) -> None:
        self.items = items
        self.session = Session(scenes)
        if settings:
            settings.restore_session(self.session)
        Window._enable_event_queue = True
        context = _spare_contexts.pop() if _spare_contexts else None
        self._window = ClipboardWindow(
            self.session, settings, visible=False, context=context
        )
        if context is None and pyglet.options.headless:
            _keep_context(self._window.context)
        # Most of what is tested is not there in simple mode.
        self._window.window_view.simple = False
        Window._enable_event_queue = False
        self._window.dispatch_events()
        self._look(blind=True)
        self.at = (0.0, 0.0)
        self._is_drawn = False

    @property
    def window(self) -> ClipboardWindow:
        """The window, which has been drawn."""
        if not self._is_drawn:
            self.settle()
        return self._window

    def close(self) -> None:
        if self.window.context is not None:
            self.window.close()
        Window._enable_event_queue = True
        Driver.blind = False

    def failures(self) -> list[Failure]:
        """Return and clear the caught failures."""
        taken = [*self.window.boundary.failures]
        self.window.boundary.failures.clear()
        return taken

    def see(self) -> None:
        """Draw the pixels of frames from now on."""
        self._look(blind=False)
        self.window.main_view.thumbnails.invalidate()
        self.window.main_view.gui.invalidate_panels()

    @contextmanager
    def seeing(self) -> Iterator[None]:
        """Draw pixels of frames; what is drawn only once, like charts, needs `see`."""
        blind = Driver.blind
        self._look(blind=False)
        yield
        self._look(blind=blind)

    def _look(self, *, blind: bool) -> None:
        Driver.blind = blind
        # What is cleared counts too.
        (gl.glEnable if blind else gl.glDisable)(gl.GL_RASTERIZER_DISCARD)

    @property
    def window_view(self):
        return self.window.window_view

    @property
    def controls(self):
        return self.window.main_view.controls

    @property
    def seen(self):
        return command_context(self.session, self.window_view)

    @property
    def params(self):
        return self.session.params

    @property
    def layout(self):
        return self.window.main_view.layout(self.window.geometry.logical_size)

    def settle(self, frames: int = 2) -> None:
        self._is_drawn = True
        for _ in range(frames):
            self.window.draw(0.0)

    def anew(self, shown: list[T]) -> list[T]:
        """Return what is recorded in `shown` in one more frame, with all panels."""
        shown.clear()
        self.window.main_view.gui.invalidate_panels()
        self.settle(1)
        return shown

    def until(self, done: Callable[[], object]) -> None:
        """Draw frames until a condition holds."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end
            self.settle(1)
            time.sleep(0.02)

    @property
    def has_code_answered(self) -> bool:
        """Whether the open user code has answered in the current state."""
        own = self.session.open_scene.user_code
        there = own is not None and self.session.scene is own.opened
        return there and self.session.scene_view.comparison is not None

    def until_code_answers(self) -> None:
        """Draw frames until the open user code has answered."""
        self.until(lambda: self.has_code_answered)
        self.settle()

    def pixels(self) -> np.ndarray:
        """Return a picture of the window, and draw pixels from now on."""
        self.window.switch_to()
        self.see()
        size = self.window.geometry.logical_size
        return render_window(self.window.main_view, size, 1.0)

    def resize(self, width: int, height: int) -> None:
        """Change the size and send the event, as a window system does."""
        self.window._width, self.window._height = width, height
        self.window.dispatch_event("on_resize", width, height)
        self.settle()

    def open(self, scene_id: str, case: str | None = None) -> None:
        self.session.open(self.session.find(scene_id))
        if case:
            self.session.choose_case(case)
        self.settle()

    def change(self, **values: object) -> None:
        self.session.edit(replace(self.params, **values))
        self.settle()

    def _go(self, x: float, y: float) -> tuple[int, int, int, int]:
        """Return pyglet's x, y, dx, dy for a move of the pointer to (x, y)."""
        goal = (round(x), round(y))
        dx, dy = round(goal[0] - self.at[0]), round(self.at[1] - goal[1])
        self.at = goal
        return *self._flip(), dx, dy

    def _flip(self) -> tuple[int, int]:
        return round(self.at[0]), round(self.window.height - self.at[1])

    def move(self, x: float, y: float) -> None:
        self.window.dispatch_event("on_mouse_motion", *self._go(x, y))
        self.settle(1)

    def press(self, button: int = mouse.LEFT, modifiers: int = 0) -> None:
        at = self._flip()
        self.window.dispatch_event("on_mouse_press", *at, button, modifiers)
        self.settle(1)

    def drag_to(
        self, x: float, y: float, button: int = mouse.LEFT, modifiers: int = 0
    ) -> None:
        moved = self._go(x, y)
        self.window.dispatch_event("on_mouse_drag", *moved, button, modifiers)
        self.settle(1)

    def release(self, button: int = mouse.LEFT, modifiers: int = 0) -> None:
        at = self._flip()
        self.window.dispatch_event("on_mouse_release", *at, button, modifiers)
        self.settle(1)

    def click(self, x: float, y: float, button: int = mouse.LEFT) -> None:
        self.move(x, y)
        self.press(button)
        self.release(button)
        self.settle(1)

    def double_click(self, x: float, y: float) -> None:
        self.click(x, y)
        self.window.main_view.gui.activate()
        io = imgui.get_io()
        usual = io.mouse_single_click_delay, io.mouse_double_click_time
        # A double click however slow the machine is.
        io.mouse_single_click_delay, io.mouse_double_click_time = 61.0, 60.0
        self.press()
        self.release()
        self.settle(1)
        io.mouse_single_click_delay, io.mouse_double_click_time = usual

    def drag(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        button: int = mouse.LEFT,
        modifiers: int = 0,
        pieces: int = 2,
    ) -> None:
        self.move(*start)
        self.press(button, modifiers)
        for i in range(1, pieces + 1):
            x, y = (a + (b - a) * i / pieces for a, b in zip(start, end, strict=True))
            self.drag_to(x, y, button, modifiers)
        self.release(button, modifiers)

    def wheel(self, x: float, y: float, notches: float) -> None:
        self.move(x, y)
        at = self._flip()
        self.window.dispatch_event("on_mouse_scroll", *at, 0.0, notches)
        self.settle(1)

    def key(self, symbol: int, modifiers: int = 0) -> None:
        self.window.dispatch_event("on_key_press", symbol, modifiers)
        if symbol in (key.LEFT, key.RIGHT, key.UP, key.DOWN):
            self.window.dispatch_event("on_text_motion", symbol)
        self.settle(1)
        if self.window.context is not None:
            self.window.dispatch_event("on_key_release", symbol, modifiers)
            if modifiers & key.MOD_CTRL:
                # X11 tells what was held before the release.
                self.window.dispatch_event("on_key_release", key.LCTRL, modifiers)
            # A field that opens is there in the second frame.
            self.settle(2 if modifiers or symbol in (key.ENTER, key.RETURN) else 1)

    def type(self, text: str) -> None:
        for letter in text:
            self.window.dispatch_event("on_text", letter)
        self.settle(2)

    def grip(self, name: str, index: int = 0) -> HandleMark:
        grips = self.session.scene_view.list_handle_marks(self.controls.pixel_size())
        return next(g for g in grips if (g.name, g.index) == (name, index))

    def screen(self, world: tuple[float, ...], view: int = 0) -> tuple[float, float]:
        camera, place = self.controls.camera(view), self.controls.places[view]
        x, y = camera.to_screen(world, place)
        return float(x), float(y)

    def drag_grip(
        self, name: str, index: int, dx: float, dy: float, modifiers: int = 0
    ) -> None:
        x, y = self.screen(self.grip(name, index).at)
        self.drag((x, y), (x + dx, y + dy), modifiers=modifiers)

    def item(self, label: str) -> tuple[float, float]:
        """Return the middle of the item whose ImGui label contains `label`."""
        self.items.places.clear()
        self.window.main_view.gui.invalidate_panels()
        self.settle(1)
        return next(at for name, at in self.items.places.items() if label in name)

    def save(self, purpose: FilePurpose, path: Path) -> None:
        """Save to a file as if it had been chosen."""
        self.window._use_file(purpose, path)
        self.settle(5)

    def click_item(self, label: str) -> None:
        self.click(*self.item(label))


_DRAWING = (
    (gl, "glDrawArrays", lambda: False),
    (gl, "glDrawArraysInstanced", lambda: False),
    (Thumbnail, "draw", lambda: False),
    (curve_plot, "paint_shapes", lambda: False),
    (map_chart, "paint_shapes", lambda: False),
    (map_legend, "paint_shapes", lambda: False),
    (imgui.backends, "opengl3_render_draw_data", lambda: _has_new_letters()),
)


def _unless_blind(
    draw: Callable[..., object], is_needed: Callable[[], bool]
) -> Callable[..., object]:
    @wraps(draw)
    def drawn(*given: object, **named: object) -> None:
        if not Driver.blind or is_needed():
            draw(*given, **named)

    return drawn


def _has_new_letters() -> bool:
    """Return whether ImGui still has to create a texture, as it does on drawing."""
    made = imgui.ImTextureStatus.ok
    return any(x.status != made for x in imgui.get_platform_io().textures)


_glimpsed: dict[tuple[str, Params], SceneView] = {}


def _study(entry: SceneEntry, params: Params) -> SceneView:
    """Return the cached view model of a thumbnail, which most windows need."""
    if entry not in ENTRIES:
        return SceneView(entry, params)
    found = _glimpsed.get((entry.id, params))
    if found is None or found.error:
        found = _glimpsed[entry.id, params] = SceneView(entry, params)
    return found


@pytest.fixture
def window_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Driver]]:
    """Return a function that opens a window with the given scenes."""
    opened = []
    # No window of the system's comes up, whatever it has.
    monkeypatch.setattr(file_dialogs, "_has_system_dialog", lambda: False)
    monkeypatch.setattr(thumbnails, "SceneView", _study)
    # Labels are where they are going at once: pictures would hang on the clock.
    monkeypatch.setattr(canvas_labels, "_SIDE_CHANGE_S", 0.0)
    for owner, name, is_needed in _DRAWING:
        drawn = _unless_blind(getattr(owner, name), is_needed)
        monkeypatch.setattr(owner, name, drawn)

    def open_with(*scenes: SceneEntry, settings: Settings | None = None) -> Driver:
        opened.append(Driver(Items(monkeypatch), scenes, settings))
        return opened[-1]

    yield open_with
    for driver in opened:
        driver.close()
    for driver in opened:
        # Nobody plants a failure and does not look at it.
        for failure in driver.failures():
            raise failure.error


@pytest.fixture
def short_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait no longer for the first answer of user code than for others."""
    create = partialmethod(CodeRunner.__init__, starting=0.5)
    monkeypatch.setattr(CodeRunner, "__init__", create)


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enlarge the cells of maps, so that maps are computed at once."""
    monkeypatch.setattr(
        map_samples,
        "round_to_power_of_two",
        lambda size: 8 * round_to_power_of_two(size),
    )
    monkeypatch.setattr(map_samples, "_MIN_CELL_WIDTH_PX", 8.0)


def _noting(draw: Callable[..., object], shown: list[str]) -> Callable[..., object]:
    """Return a function that records a text which ImGui does not draw."""

    @wraps(draw)
    def drawn(gui: object, text: str, *looks: object, **named: object) -> object:
        symbols = any(run.kind is not RunKind.WORD for run in split_runs(text))
        if symbols or "pitch" in named:
            shown.append(text)
        return draw(gui, text, *looks, **named)

    return drawn


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of texts drawn in panels, the latest at the end."""
    shown: list[str] = []
    for name in ("text", "text_wrapped"):
        write = getattr(imgui, name)
        monkeypatch.setattr(
            imgui,
            name,
            # What keeps to a line has other blanks.
            lambda text, write=write: (
                shown.append(text.replace("\u00a0", " ")),
                write(text),
            ),
        )
    run_in = RunInParagraph.draw

    def drawn(self: RunInParagraph, ui: Ui) -> None:
        shown.extend(part for part in (self.words.heading, self.words.text) if part)
        run_in(self, ui)

    monkeypatch.setattr(RunInParagraph, "draw", drawn)
    for name in ("write", "write_name"):
        draw = getattr(widgets_text, name)
        monkeypatch.setattr(widgets_text, name, _noting(draw, shown))
    return shown


@pytest.fixture
def labels(monkeypatch: pytest.MonkeyPatch) -> list[tuple[PlacedText, Viewport]]:
    """Return the list of texts drawn on figures and plots, with their places."""
    shown: list[tuple[PlacedText, Viewport]] = []
    draw = Gui.draw_texts

    def drawn(
        gui: Gui, texts: list[PlacedText], place: Viewport, *onto: object
    ) -> None:
        shown.extend((text, place) for text in texts)
        draw(gui, texts, place, *onto)

    monkeypatch.setattr(Gui, "draw_texts", drawn)
    return shown


@dataclass(frozen=True)
class DrawnFormula:
    """A drawn formula with its size and its rectangle on the screen."""

    latex: str
    size: float
    box: tuple[float, float, float, float]


@pytest.fixture
def formulas(monkeypatch: pytest.MonkeyPatch) -> list[DrawnFormula]:
    """Return the list of formulas drawn."""
    shown: list[DrawnFormula] = []
    draw = Formulas.draw

    def drawn(own: Formulas, latex: str, size: float, *looks: Any, **named: Any) -> str:
        answer = draw(own, latex, size, *looks, **named)
        box = *imgui.get_item_rect_min(), *imgui.get_item_rect_max()
        shown.append(DrawnFormula(latex, size, box))
        return answer

    monkeypatch.setattr(Formulas, "draw", drawn)
    return shown


@pytest.fixture
def driver(window_of: Callable[..., Driver]) -> Driver:
    return window_of(*ENTRIES)
