"""Contrast of drawn widgets in every state: 3:1 for edges and 4.5:1 for text."""

from collections.abc import Callable, Iterator

import numpy as np
import pyglet
import pytest
from imgui_bundle import imgui
from pyglet import gl
from pyglet.window import mouse

from playground.gui.imgui_backend import Gui, colour
from playground.gui.widgets.numbers import Widgets
from playground.render.gl.framebuffer import Framebuffer
from playground.render.theme import THEMES, Theme, contrast

SIZE = (240, 120)
# Where a widget stands, its width, and a place in it.
LEFT = 40
TOP = 40
WIDTH = 120
INSIDE = (46.0, 52.0)

Draw = Callable[[Gui, Widgets, Theme], object]


def _combo(gui: Gui, widgets: Widgets, theme: Theme) -> None:
    imgui.set_next_item_width(WIDTH)
    if imgui.begin_combo("##combo", "Word"):
        imgui.end_combo()


def _number(gui: Gui, widgets: Widgets, theme: Theme) -> None:
    widgets.number("number", 12.5, 0.1, WIDTH, float)


def _slider(gui: Gui, widgets: Widgets, theme: Theme) -> None:
    widgets.slider("slider", 0.2, 0.0, 1.0, WIDTH)


BOXES: dict[str, Draw] = {
    "button": lambda *_: imgui.button("Word", imgui.ImVec2(WIDTH, 0)),
    "number": _number,
    "combo": _combo,
    "unchecked": lambda *_: imgui.checkbox("Word", False),
    "checked": lambda *_: imgui.checkbox("Word", True),
}
ROWS: dict[str, Draw] = {
    "row": lambda *_: imgui.selectable("Word", False),
    "selected row": lambda *_: imgui.selectable("Word", True),
    "muted row": lambda gui, widgets, theme: _muted(theme),
}

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def _muted(theme: Theme) -> None:
    imgui.push_style_color(imgui.Col_.text, colour(theme.text_muted))
    imgui.selectable("Word", True)
    imgui.pop_style_color()


@pytest.fixture(scope="module")
def gui() -> Iterator[Gui]:
    window = pyglet.window.Window(16, 16, visible=False)
    gui = Gui(str, lambda text: None)
    yield gui
    gui.delete()
    window.close()


class Frame:
    """Probe that draws one widget on the panel or a card, and reads the pixels."""

    def __init__(self, gui: Gui, theme: Theme, draw: Draw, *, card: bool = False):
        self.gui, self.theme, self.draw, self.card = gui, theme, draw, card
        self.widgets, self.target = Widgets(gui), Framebuffer(*SIZE)
        gui.apply_theme(theme)
        gui.button(mouse.LEFT, pressed=False)
        gui.pointer_leave()

    @property
    def ground(self) -> tuple[float, ...]:
        return self.theme.panel_alt if self.card else self.theme.panel

    def shown(self) -> np.ndarray:
        """Return the pixels of the settled widget, shape (height, width, 3)."""
        for _ in range(4):
            self.target.bind()
            gl.glClearColor(*self.ground)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            self.gui.begin(SIZE, 1.0, 0.1)
            imgui.push_style_color(imgui.Col_.window_bg, colour(self.ground))
            imgui.set_next_window_pos(imgui.ImVec2(0, 0))
            imgui.set_next_window_size(imgui.ImVec2(*SIZE))
            imgui.begin("probe", None, imgui.WindowFlags_.no_decoration)
            imgui.set_cursor_pos(imgui.ImVec2(LEFT, TOP))
            self.draw(self.gui, self.widgets, self.theme)
            imgui.end()
            imgui.pop_style_color()
            self.gui.end()
        return self.target.read()[..., :3] / 255.0

    def in_each_state(self) -> Iterator[tuple[str, np.ndarray]]:
        """Yield the pixels at rest, hovered and pressed."""
        yield "rest", self.shown()
        self.gui.pointer(*INSIDE)
        self.shown()
        yield "hovered", self.shown()
        self.gui.button(mouse.LEFT, pressed=True)
        yield "pressed", self.shown()
        # It is let go of elsewhere, so that nothing comes of it.
        self.gui.pointer_leave()
        self.gui.pointer(1.0, 1.0)
        self.shown()
        self.gui.button(mouse.LEFT, pressed=False)
        self.shown()
        self.target.delete()


def highest(pixels: np.ndarray, ground: tuple[float, ...]) -> float:
    """Return the highest contrast of any pixel."""
    tones = {tuple(tone) for tone in pixels.reshape(-1, 3).tolist()}
    return max(contrast((*tone, 1.0), ground) for tone in tones)


def fill(pixels: np.ndarray) -> tuple[float, ...]:
    """Return the most frequent colour."""
    tones, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    return (*tones[counts.argmax()].tolist(), 1.0)


@themes
@pytest.mark.parametrize("card", [False, True], ids=["panel", "card"])
def test_a_box_has_an_edge_and_legible_words(
    gui: Gui, theme: Theme, card: bool
) -> None:
    for name, draw in BOXES.items():
        frame = Frame(gui, theme, draw, card=card)
        for state, pixels in frame.in_each_state():
            across = pixels[TOP + 12, LEFT - 1 : LEFT + 2]
            down = pixels[TOP - 1 : TOP + 2, LEFT + 10]
            assert highest(across, frame.ground) >= 3.0, (name, state)
            assert highest(down, frame.ground) >= 3.0, (name, state)
            if "checked" in name:
                words = pixels[TOP + 4 : TOP + 20, LEFT + 32 : LEFT + 70]
                box = pixels[TOP + 2 : TOP + 22, LEFT + 2 : LEFT + 22]
                if name == "checked":
                    assert highest(box, fill(box)) >= 3.0, state
            else:
                words = pixels[TOP + 3 : TOP + 22, LEFT + 4 : LEFT + WIDTH - 30]
            assert highest(words, fill(words)) >= 4.5, (name, state)


@themes
@pytest.mark.parametrize("card", [False, True], ids=["panel", "card"])
def test_a_slider_s_groove_and_knob_are_seen(
    gui: Gui, theme: Theme, card: bool
) -> None:
    frame = Frame(gui, theme, _slider, card=card)
    for state, pixels in frame.in_each_state():
        empty = pixels[TOP : TOP + 26, LEFT + WIDTH - 20]
        full = pixels[TOP : TOP + 26, LEFT + 9]
        assert highest(empty, frame.ground) >= 3.0, state
        assert highest(full, frame.ground) >= 3.0, state
        # What is behind the knob is told from what is before it.
        middle = TOP + 12
        groove = (*pixels[middle, LEFT + WIDTH - 20].tolist(), 1.0)
        assert highest(pixels[middle, LEFT + 9 : LEFT + 12], groove) >= 1.5, state


@themes
def test_the_words_of_a_row_are_legible(gui: Gui, theme: Theme) -> None:
    for name, draw in ROWS.items():
        for state, pixels in Frame(gui, theme, draw).in_each_state():
            words = pixels[TOP : TOP + 15, LEFT : LEFT + 60]
            assert highest(words, fill(words)) >= 4.5, (name, state)
