"""Window sizes in physical and logical pixels."""

from functools import lru_cache

import pyglet
from pyglet.window import Window

from playground.gui.event_log import DrawingSurface, EventPlayer
from playground.gui.view_state import WindowView

MIN_WINDOW_SIZE = (960, 600)


class WindowGeometry:
    """Current sizes of a window; in a replay, those of the log."""

    def __init__(
        self, window: Window, window_view: WindowView, event_player: EventPlayer
    ) -> None:
        self._window = window
        self._window_view = window_view
        self._event_player = event_player

    @property
    def ratio(self) -> float:
        """Physical pixels per logical pixel."""
        return float(
            self._pixel_scale * self._window_view.effective_scale(self.max_scale)
        )

    @property
    def _pixel_scale(self) -> float:
        """Scale of the display, at least 1."""
        return self.surface.fineness

    @property
    def surface(self) -> DrawingSurface:
        """The window's size in pixels and its display's scale.

        In a replay, the log's.
        """
        window = self._window
        return self._event_player.surface or _drawing_surface(
            window.get_size(), window.get_framebuffer_size(), float(window.scale)
        )

    @property
    def size(self) -> tuple[int, int]:
        """The window's size, at least `MIN_WINDOW_SIZE`.

        It is in pixels of a display of scale 1.
        """
        sides = zip(self._window.get_framebuffer_size(), MIN_WINDOW_SIZE, strict=True)
        width, height = (max(round(n / self._pixel_scale), low) for n, low in sides)
        return width, height

    @property
    def max_scale(self) -> float:
        """The largest scale of the content at which the panels fit, at least 1."""
        surface, (wide, high) = self.surface, MIN_WINDOW_SIZE
        pixels_across = surface.pixels_wide / (wide * surface.fineness)
        down = surface.pixels_high / (high * surface.fineness)
        return float(max(min(pixels_across, down), 1.0))

    @property
    def logical_size(self) -> tuple[float, float]:
        """The window's size in logical pixels."""
        surface, ratio = self.surface, self.ratio
        return surface.pixels_wide / ratio, surface.pixels_high / ratio

    def to_logical_point(self, x: float, y: float) -> tuple[float, float]:
        """Convert a window position of pyglet (y up) to logical pixels (y down)."""
        surface = self.surface
        unit = self.logical_size[0] / surface.width
        return x * unit, (surface.height - y) * unit


# Used several times per frame; rarely changes.
@lru_cache(maxsize=1)
def _drawing_surface(
    size: tuple[int, int], pixels: tuple[int, int], scale: float
) -> DrawingSurface:
    width, height, wide, high = (max(n, 1) for n in (*size, *pixels))
    return DrawingSurface(width, height, wide, high, max(scale, 1.0))


def fit_to_screen(size: tuple[int, int]) -> tuple[int, int]:
    """Return a window's size, limited to the screen but at least `MIN_WINDOW_SIZE`.

    Sizes are in pixels of a display of scale 1.
    """
    screen = pyglet.display.get_display().get_default_screen()
    try:
        fine = max(screen.get_scale(), 1.0)
    except NotImplementedError:  # a headless display
        fine = 1.0
    sides = zip(size, (screen.width, screen.height), MIN_WINDOW_SIZE, strict=True)
    width, height = (max(min(side, int(most / fine)), low) for side, most, low in sides)
    return width, height
