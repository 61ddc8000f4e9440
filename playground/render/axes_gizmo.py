"""The three little axes in a corner that say which way is which in space."""

from dataclasses import dataclass

from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Point
from playground.render.labels import Box, Measure, PlacedText
from playground.render.shapes import Chain, Mark
from playground.render.stroke_style import Pen
from playground.render.theme import Theme, contrast, faded
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.primitives import Marker, Role

# Beside names of this size; it is as much larger as they are.
_NAME = 15.0
_REACH = 26.0
_MARGIN = 46.0
_BALL = 8.5
_SIZE = 12.0
# In a smaller viewport it would be in the way.
_ROOM = 240.0


@dataclass(frozen=True)
class Gizmo:
    """Axes x, y and z as `camera` turns them, in the viewport's top right corner.

    They are drawn beside names of the size `name`, below boxes on screen that are
    `taken`.
    """

    camera: OrbitCamera
    viewport: Viewport
    name: float = _NAME
    taken: tuple[Box, ...] = ()

    @property
    def _below(self) -> float:
        """How far down what lies over the corner reaches."""
        place, wide = self.viewport, 2.0 * _MARGIN * self._scale
        end = place.x + place.width
        foots = (
            foot - place.y
            for left, top, right, foot in self.taken
            if left < end < right + wide and top < place.y + wide
        )
        return max(foots, default=0.0)

    @property
    def _scale(self) -> float:
        return self.name / _NAME

    @property
    def middle(self) -> Point:
        """Where the axes meet on screen, in logical pixels."""
        return (
            self.viewport.x + self.viewport.width - _MARGIN * self._scale,
            self.viewport.y + self._below + _MARGIN * self._scale,
        )

    def _far_first(self) -> list[tuple[float, float, float, int, bool]]:
        if min(self.viewport.width, self.viewport.height) < _ROOM:
            return []
        right, up, back = self.camera.axes
        reach = _REACH * self._scale
        ends = [
            (
                sign * right[i] * reach,
                sign * up[i] * reach,
                sign * back[i],
                i,
                sign > 0,
            )
            for i in range(3)
            for sign in (1, -1)
        ]
        return sorted(ends, key=lambda end: end[2])

    def draw(self, sheet: Sheet, ratio: float, theme: Theme) -> None:
        """Draw the marks on a sheet."""
        margin, ball = _MARGIN * self._scale, _BALL * self._scale * ratio
        x = (self.viewport.width / 2 - margin) * ratio
        y = (self.viewport.height / 2 - margin - self._below) * ratio
        for dx, dy, _, axis, positive in self._far_first():
            end = x + dx * ratio, y + dy * ratio
            colour, ground = theme.axes[axis], theme.background
            if positive:
                sheet.put(Chain(((x, y), end), Pen(colour, 2.0 * ratio)))
                sheet.put(Mark(end, ball, Marker.DISC, colour, ground, 0.0))
                continue
            soft = faded(colour, 0.45)
            sheet.put(Mark(end, 0.55 * ball, Marker.DISC, soft, ground, 0.0))

    def texts(self, theme: Theme, measure: Measure) -> list[PlacedText]:
        """Return the axes' names, on their balls."""
        dark, light = theme.background, theme.roles[Role.INK]
        size = _SIZE * self._scale
        x, y = self.middle
        result = []
        for dx, dy, _, axis, positive in self._far_first():
            if not positive:
                continue
            ball = theme.axes[axis]
            better = contrast(dark, ball) > contrast(light, ball)
            ink = dark if better else light
            width, height = measure("xyz"[axis], size)
            at = x + dx - width / 2, y - dy - height / 2
            result.append(PlacedText(*at, "xyz"[axis], size, ink, width, height))
        return result
