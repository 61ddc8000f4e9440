"""The axes gizmo: small axes in a corner that show the orientation in space."""

from playground.quick_dataclass import dataclass
from playground.render.boxes import Box
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Point
from playground.render.labels import Measure, PlacedText
from playground.render.shapes import Mark, ScreenPolyline
from playground.render.stroke_style import Pen
from playground.render.theme import Theme, contrast, scale_opacity
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.primitives import Marker, Role

# The label size for which the lengths below hold; the gizmo scales with the labels.
_REFERENCE_LABEL_SIZE_PX = 15.0
_AXIS_LENGTH_PX = 26.0
_CORNER_MARGIN_PX = 46.0
_BALL_RADIUS_PX = 8.5
_LETTER_SIZE_PX = 12.0
# It is left out of smaller viewports.
_MIN_VIEWPORT_SIZE_PX = 240.0


@dataclass(frozen=True)
class AxesGizmo:
    """The axes x, y and z as rotated by `camera`, in the viewport's top right corner.

    All lengths are in logical pixels. It scales with `label_size`, and stays below the
    screen boxes `occupied_boxes`. Viewports under 240 pixels have none.
    """

    camera: OrbitCamera
    viewport: Viewport
    label_size: float = _REFERENCE_LABEL_SIZE_PX
    occupied_boxes: tuple[Box, ...] = ()

    @property
    def _top_inset(self) -> float:
        """The height of the boxes that cover the corner."""
        place, wide = self.viewport, 2.0 * _CORNER_MARGIN_PX * self._scale
        end = place.x + place.width
        foots = (
            foot - place.y
            for left_edge, top, right, foot in self.occupied_boxes
            if left_edge < end < right + wide and top < place.y + wide
        )
        return max(foots, default=0.0)

    @property
    def _scale(self) -> float:
        return self.label_size / _REFERENCE_LABEL_SIZE_PX

    @property
    def center(self) -> Point:
        """The origin of the axes on screen, in logical pixels."""
        return (
            self.viewport.x + self.viewport.width - _CORNER_MARGIN_PX * self._scale,
            self.viewport.y + self._top_inset + _CORNER_MARGIN_PX * self._scale,
        )

    def _sort_axis_ends(self) -> list[tuple[float, float, float, int, bool]]:
        if min(self.viewport.width, self.viewport.height) < _MIN_VIEWPORT_SIZE_PX:
            return []
        right, up_axis, back = self.camera.axes
        reach = _AXIS_LENGTH_PX * self._scale
        ends = [
            (
                sign * right[i] * reach,
                sign * up_axis[i] * reach,
                sign * back[i],
                i,
                sign > 0,
            )
            for i in range(3)
            for sign in (1, -1)
        ]
        return sorted(ends, key=lambda end: end[2])

    def draw(self, buffer: InstanceBuffer, ratio: float, theme: Theme) -> None:
        """Draw the axes into a buffer; `ratio` is physical per logical pixels."""
        margin = _CORNER_MARGIN_PX * self._scale
        ball = _BALL_RADIUS_PX * self._scale * ratio
        x = (self.viewport.width / 2 - margin) * ratio
        y = (self.viewport.height / 2 - margin - self._top_inset) * ratio
        for dx, dy, _, axis, positive in self._sort_axis_ends():
            end = x + dx * ratio, y + dy * ratio
            colour, ground = theme.axes[axis], theme.background
            if positive:
                buffer.add(ScreenPolyline(((x, y), end), Pen(colour, 2.0 * ratio)))
                buffer.add(Mark(end, ball, Marker.DISC, colour, ground, 0.0))
                continue
            soft = scale_opacity(colour, 0.45)
            buffer.add(Mark(end, 0.55 * ball, Marker.DISC, soft, ground, 0.0))

    def place_letters(self, theme: Theme, measure: Measure) -> list[PlacedText]:
        """Return the axes' letters, on their balls.

        `measure` returns width and height of a text in a size.
        """
        dark, light = theme.background, theme.roles[Role.INK]
        size = _LETTER_SIZE_PX * self._scale
        x, y = self.center
        result = []
        for dx, dy, _, axis, positive in self._sort_axis_ends():
            if not positive:
                continue
            ball = theme.axes[axis]
            better = contrast(dark, ball) > contrast(light, ball)
            ink = dark if better else light
            width, height = measure("xyz"[axis], size)
            corner = x + dx - width / 2, y - dy - height / 2
            result.append(PlacedText(*corner, "xyz"[axis], size, ink, width, height))
        return result
