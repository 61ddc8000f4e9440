"""The background of a plane view: adaptive grid, axes and tick labels."""

import math
from functools import lru_cache

import numpy as np

from playground.quick_dataclass import dataclass
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Array, Point
from playground.render.shapes import ScreenPolyline
from playground.render.stroke_style import Pen
from playground.render.theme import RGBA, Theme, mix, scale_opacity
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, Viewport, tick_step
from playground.scene.math_text import with_power

_VIEW_MARGIN_PX = 6.0
_AXIS_GAP_PX = 2.0
# Grid lines fade in between the first two spacings (logical pixels), and turn from
# minor into major lines between the other two.
_FADE_IN_SPACING_PX = (7.0, 45.0)
_MAJOR_SPACING_PX = (60.0, 420.0)
ANGLE_TICKS = tuple(np.arange(-180.0, 181.0, 45.0).tolist())
"""The ticks of an axis in degrees."""


@dataclass(frozen=True)
class Tick:
    """A number on an axis: its position on screen (logical pixels), text and axis."""

    x: float
    y: float
    text: str
    upright: bool


def format_tick(value: float, step: float) -> str:
    """Return a tick's number with the digits that ticks `step` apart need.

    It has no rounding noise and a typographic minus sign; numbers from 1e5 or below
    1e-4 have a power of ten. `step` is positive.
    """
    if abs(value) < step / 2:
        return "0"
    places = -math.floor(math.log10(step) + 1e-9)
    size = math.floor(math.log10(abs(value)) + 1e-9)
    if -4 <= size < 5:
        text, power = f"{value:.{max(places, 0)}f}", "0"
    else:
        text, power = f"{value:.{max(size + places, 0)}e}".split("e")
    digits = text.rstrip("0").rstrip(".") if "." in text else text
    digits = digits.replace("-", "−")
    return with_power(digits, int(power)) if int(power) else digits


# The camera stays while a shape is dragged.
@lru_cache(maxsize=16)
def compose_grid(
    camera: Camera2D, frame: PixelViewport, theme: Theme, opacity: float = 1.0
) -> InstanceBuffer:
    """Return the grid and the axes; dense lines fade out.

    `opacity` is a factor of all opacities, 0 to 1.
    """
    buffer, ratio = InstanceBuffer(frame.box), frame.ratio
    level = math.floor(math.log10(_FADE_IN_SPACING_PX[0] / camera.scale)) + 1
    for power in range(level, level + 4):
        step = 10.0**power
        colour = scale_opacity(_line_colour(step * camera.scale, theme), opacity)
        for axis in (0, 1):
            low, high = _visible_indices(camera, frame.viewport, axis, step)
            index = np.arange(low, high + 1, dtype=np.float64)
            # The next coarser lines and the axis are drawn separately.
            index = index[index % 10 != 0]
            offsets = (index * step - camera.center[axis]) * camera.scale * ratio
            _draw_pixel_lines(buffer, offsets, axis, colour, max(1.0, round(ratio)))
    colour = scale_opacity(theme.axis, opacity)
    for axis in (0, 1):
        offset = -camera.center[axis] * camera.scale * ratio
        if abs(offset) <= buffer.box[axis]:
            width = max(1.0, round(1.25 * ratio))
            _draw_pixel_lines(buffer, np.array([offset]), axis, colour, width)
    return buffer


def _log_smoothstep(value: float, span: Point) -> float:
    share = math.log(value / span[0]) / math.log(span[1] / span[0])
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def _line_colour(spacing: float, theme: Theme) -> RGBA:
    colour = mix(
        theme.grid_minor, theme.grid_major, _log_smoothstep(spacing, _MAJOR_SPACING_PX)
    )
    return scale_opacity(colour, _log_smoothstep(spacing, _FADE_IN_SPACING_PX))


def _visible_indices(
    camera: Camera2D, viewport: Viewport, axis: int, step: float
) -> tuple[int, int]:
    half = (viewport.width, viewport.height)[axis] / 2 / camera.scale
    middle = camera.center[axis]
    return math.ceil((middle - half) / step), math.floor((middle + half) / step)


def _draw_pixel_lines(
    buffer: InstanceBuffer, offsets: Array, axis: int, colour: RGBA, width: float
) -> None:
    """Draw lines over whole pixel rows or columns, as others would be blurred.

    `offsets` (n,) and `width` are in physical pixels, from the viewport's centre;
    `axis` 0 is for vertical lines, 1 for horizontal ones.
    """
    corner = buffer.box[axis]
    pixels = np.round(offsets + corner - width / 2) + width / 2 - corner
    far = buffer.box[1 - axis] + 2.0
    pen = Pen(colour, width)
    for at in pixels.tolist():
        ends = ((at, -far), (at, far)) if axis == 0 else ((-far, at), (far, at))
        buffer.add(ScreenPolyline(ends, pen))


def compute_ticks(
    camera: Camera2D, viewport: Viewport, *, is_y_down: bool = False
) -> list[Tick]:
    """Return the ticks along the lower and the left edge of the view.

    A tick's `x` and `y` are where its grid line meets the edge. With `is_y_down` the
    numbers along the left edge grow downwards.
    """
    step = tick_step(camera.scale)
    left_edge, low_edge = viewport.x, viewport.y + viewport.height
    result = []
    for axis in (0, 1):
        low, high = _visible_indices(camera, viewport, axis, step)
        for index in range(low, high + 1):
            value = index * step
            point = (value, 0.0) if axis == 0 else (0.0, value)
            x, y = camera.to_screen(point, viewport)
            text = format_tick(value, step)
            if axis == 0:
                result.append(Tick(float(x), low_edge, text, False))
            else:
                upright = format_tick(-value, step) if is_y_down else text
                result.append(Tick(left_edge, float(y), upright, True))
    return result


def tick_corner(
    tick: Tick, extent: Point, viewport: Viewport
) -> tuple[float, float] | None:
    """Return the top left corner of a tick's text, or None if there is no room.

    `extent` is its width and height; all lengths are in logical pixels.
    """
    width, height = extent
    right = viewport.x + viewport.width - _VIEW_MARGIN_PX - width
    bottom = viewport.y + viewport.height - _VIEW_MARGIN_PX - height
    left_edge, top = viewport.x + _VIEW_MARGIN_PX, viewport.y + _VIEW_MARGIN_PX
    # The other axis passes through the zero and would look like a minus sign.
    is_zero = tick.text == "0"
    if tick.upright:
        y = tick.y - (height + _AXIS_GAP_PX if is_zero else height / 2)
        # The corner belongs to the numbers of the other edge.
        return (left_edge, y) if top <= y <= bottom - height else None
    x = tick.x + (_AXIS_GAP_PX if is_zero else -width / 2)
    return (x, bottom) if left_edge <= x <= right else None
