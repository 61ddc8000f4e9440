"""Viewports in logical and physical pixels."""

from functools import cached_property

import numpy as np

from playground.quick_dataclass import dataclass
from playground.render.instance_format import Array, Point
from playground.scene.camera import Viewport


@dataclass(frozen=True)
class PixelViewport:
    """A viewport in physical pixels.

    Attributes
    ----------
    left, bottom, width, height : int
        The rectangle as in OpenGL, y up.
    center : tuple of float
        The view's centre from the rectangle's lower left corner.
    box : tuple of float
        Half the view's width and height.
    ratio : float
        Physical pixels per logical pixel.
    viewport : Viewport
        The viewport in logical pixels.
    """

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
        """Return a viewport's pixels in a framebuffer of `framebuffer_size` pixels.

        `ratio` is physical per logical pixels. Width and height are at least 1.
        """
        left_edge = round(viewport.x * ratio)
        right = round((viewport.x + viewport.width) * ratio)
        top = round(viewport.y * ratio)
        bottom = round((viewport.y + viewport.height) * ratio)
        x, y = viewport.center
        return PixelViewport(
            left_edge,
            framebuffer_size[1] - bottom,
            max(right - left_edge, 1),
            max(bottom - top, 1),
            (x * ratio - left_edge, bottom - y * ratio),
            (viewport.width * ratio / 2, viewport.height * ratio / 2),
            ratio,
            viewport,
        )

    @cached_property
    def size(self) -> Point:
        """Width and height, physical pixels."""
        return float(self.width), float(self.height)

    @cached_property
    def top(self) -> Point:
        """The left and the upper edge, physical pixels."""
        return float(self.left), float(self.bottom + self.height)

    def to_clip(self, ends: Array) -> Array:
        """Convert homogeneous points `(n, 3)` to clip coordinates x, y and w.

        The points are pixels from the view's centre times w, and w.
        """
        shift = 2.0 * np.asarray(self.center) / self.size - 1.0
        flat = ends[:, :2] * (2.0 / np.asarray(self.size)) + shift * ends[:, 2:]
        return np.concatenate([flat, ends[:, 2:]], axis=1)

    def to_screen(self, pixels: Array) -> Array:
        """Convert pixels (..., 2) from the view's centre to logical screen points.

        Pixels have y up, screen points y down.
        """
        return np.asarray(self.viewport.center) + pixels * (1, -1) / self.ratio

    def to_pixels(self, points: Array) -> Array:
        """Convert logical screen points (..., 2) to pixels from the view's centre.

        Pixels have y up, screen points y down.
        """
        return (points - self.viewport.center) * (1, -1) * self.ratio
