"""Where a view lies in a picture, in logical and in physical pixels."""

from functools import cached_property

import numpy as np

from playground.quick_dataclass import dataclass
from playground.render.instance_format import Array, Point
from playground.scene.camera import Viewport


@dataclass(frozen=True)
class PixelViewport:
    """A viewport in physical pixels: OpenGL's rectangle and the view's middle in it."""

    left: int
    bottom: int
    width: int
    height: int
    center: Point
    box: Point
    ratio: float
    viewport: Viewport

    @staticmethod
    def from_viewport(
        viewport: Viewport, framebuffer_size: tuple[int, int], ratio: float
    ) -> "PixelViewport":
        """Return the frame of a viewport in a framebuffer of that size."""
        left = round(viewport.x * ratio)
        right = round((viewport.x + viewport.width) * ratio)
        top = round(viewport.y * ratio)
        bottom = round((viewport.y + viewport.height) * ratio)
        x, y = viewport.center
        return PixelViewport(
            left,
            framebuffer_size[1] - bottom,
            max(right - left, 1),
            max(bottom - top, 1),
            (x * ratio - left, bottom - y * ratio),
            (viewport.width * ratio / 2, viewport.height * ratio / 2),
            ratio,
            viewport,
        )

    @cached_property
    def size(self) -> Point:
        """Width and height."""
        return float(self.width), float(self.height)

    @cached_property
    def corner(self) -> Point:
        """The left and the lower edge."""
        return float(self.left), float(self.bottom)

    @cached_property
    def top(self) -> Point:
        """The left and the upper edge."""
        return float(self.left), float(self.bottom + self.height)

    def to_clip(self, ends: Array) -> Array:
        """Return x, y and w `(n, 3)` in clip coordinates.

        Given are pixels from the view's middle, times w, and w.
        """
        shift = 2.0 * np.asarray(self.center) / self.size - 1.0
        flat = ends[:, :2] * (2.0 / np.asarray(self.size)) + shift * ends[:, 2:]
        return np.concatenate([flat, ends[:, 2:]], axis=1)

    def to_screen(self, pixels: Array) -> Array:
        """Return sheet pixels as logical screen points."""
        return np.asarray(self.viewport.center) + pixels * (1, -1) / self.ratio

    def to_pixels(self, points: Array) -> Array:
        """Return logical screen points as sheet pixels."""
        return (points - self.viewport.center) * (1, -1) * self.ratio
