"""The magnifier: a round inset that opens where the decisive gap is small.

All lengths are in logical pixels, y down, except where a name says otherwise.
"""

import math
from collections.abc import Callable, Iterable

import numpy as np

from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.render.boxes import Box, boxes_along
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Array, Point
from playground.render.labels import LabelStyle, PlacedText
from playground.render.plane_painter import PlanePainter
from playground.render.shapes import Ring, ScreenPolyline
from playground.render.stroke_style import Pen
from playground.render.summed_area import build_summed_area_table, sum_boxes
from playground.render.theme import scale_opacity
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, Viewport
from playground.scene.math_text import format_number
from playground.scene.primitives import Grid, MagnifierTarget, Primitive

# A smaller gap opens it, a larger one closes it again.
_OPEN_GAP_PX = 12.0
_CLOSE_GAP_PX = 14.0
# The magnified size of a gap, and the range in which the factor is kept.
_TARGET_GAP_PX, _TARGET_GAP_LIMITS_PX = (24.0, 60.0), (20.0, 70.0)
# The largest number of pixels per world unit; beyond it numbers lose all precision.
_MAX_SCALE = 1e9
# Its radius relative to the view's shorter side, with limits.
_RADIUS_SHARE = 0.15
_MIN_RADIUS_PX = 52.0
_MAX_RADIUS_PX = 120.0
# The least radius of the source circle, visible around a handle.
_MIN_SOURCE_RADIUS_PX = 9.0
# The distances from the view's border, and of its rim from the source's centre.
_VIEWPORT_MARGIN_PX = 10.0
_SOURCE_GAP_PX = 34.0
# Costs of a position: per covered outline point, per pixel of distance from the source,
# per covered point that must stay clear.
_COST_OCCUPIED = 3.0
_COST_DISTANCE = 0.7
_COST_KEEP_CLEAR = 1e5
# The gain for which it moves to another position.
_COST_MOVE = 250.0
# The spacing of candidate centres, and the cell size for counting covered points.
_POSITION_STEP_PX = 16.0
_CELL_SIZE_PX = 8.0
# Spacing and half width of the boxes along its leader.
_LEADER_BOX_SPACING_PX = 6.0
_LEADER_BOX_HALF_WIDTH_PX = 3.0


@dataclass
class MagnifierState:
    """The state of a view's magnifier between frames.

    `factor` is the magnification, 0 while closed, and `center` its centre relative to
    the view's corner.
    """

    factor: float = 0.0
    center: Point | None = None

    def close(self) -> None:
        """Close the magnifier."""
        self.factor, self.center = 0.0, None


@dataclass(frozen=True)
class Magnifier:
    """An open magnifier, in logical pixels on screen.

    Attributes
    ----------
    center, radius : Point, float
        Its circle.
    source_center, source_radius : Point, float
        The circle that it shows.
    camera : Camera2D
        The camera of its contents, which are centred at the gap.
    factor : float
        Its magnification.
    text : str
        The gap's size, in its caption.
    caption_size : Point
        Width and height of its caption.
    """

    center: Point
    radius: float
    source_center: Point
    source_radius: float
    camera: Camera2D
    factor: float
    text: str
    caption_size: Point

    @property
    def caption_top(self) -> float:
        """The caption's top edge in px, on the side away from the source."""
        (_, y), r = self.center, self.radius
        return y - r - self.caption_size[1] if y < self.source_center[1] else y + r

    @property
    def box(self) -> Box:
        """Left, top, right and bottom of the magnifier with its caption, in px."""
        (x, y), r, words = self.center, self.radius, self.caption_top
        half = max(r, self.caption_size[0] / 2)
        return (
            x - half,
            min(y - r, words),
            x + half,
            max(y + r, words + self.caption_size[1]),
        )

    @property
    def leader_boxes(self) -> list[Box]:
        """Small boxes along the leader that labels must avoid, in logical pixels."""
        return boxes_along(
            self.leader, _LEADER_BOX_SPACING_PX, _LEADER_BOX_HALF_WIDTH_PX
        )

    @property
    def leader(self) -> tuple[Point, Point]:
        """The ends of the line from the source's rim to the magnifier's rim, pixels."""
        (x, y), (u, v) = self.source_center, self.center
        far = math.dist(self.source_center, self.center)
        dx, down = (u - x) / far, (v - y) / far
        far -= self.radius
        near = self.source_radius
        return (x + dx * near, y + down * near), (x + dx * far, y + down * far)


def find_magnifier(
    state: MagnifierState,
    gap: MagnifierTarget,
    camera: Camera2D,
    viewport: Viewport,
    *,
    occupied_samples: Array,
    keep_clear: Callable[[], Array],
    caption_size: Point,
) -> Magnifier | None:
    """Return the magnifier for a gap, or None if it is not needed or has no room.

    Parameters
    ----------
    state : MagnifierState
        The state, updated.
    gap : MagnifierTarget
        The gap.
    camera, viewport
        Those of the view.
    occupied_samples : array (n, 2)
        Screen points on outlines.
    keep_clear : callable
        Returns screen points `(n, 2)` that it must not cover; called only if needed.
    caption_size : tuple of float
        Width and height of the caption, in logical pixels.
    """
    size = math.dist(gap.a, gap.b)
    width_px = size * camera.scale
    # A gap of 0, or below the precision of numbers, cannot be enlarged.
    nothing = size * _MAX_SCALE < _TARGET_GAP_PX[0]
    middle = gap.a[0] + (gap.b[0] - gap.a[0]) / 2, gap.a[1] + (gap.b[1] - gap.a[1]) / 2
    x, y = camera.to_screen(middle, viewport).tolist()
    is_needed = width_px <= (_CLOSE_GAP_PX if state.factor else _OPEN_GAP_PX)
    if nothing or not (is_needed and viewport.contains(x, y)):
        state.close()
        return None
    radius = _RADIUS_SHARE * min(viewport.width, viewport.height)
    radius = min(max(radius, _MIN_RADIUS_PX), _MAX_RADIUS_PX)
    center = _choose_center(
        state.center,
        (x, y),
        radius,
        viewport,
        occupied_samples,
        keep_clear(),
        caption_size,
    )
    if center is None:
        state.close()
        return None
    factor = _choose_factor(width_px, camera.scale, state.factor)
    state.factor = factor
    state.center = center[0] - viewport.x, center[1] - viewport.y
    return Magnifier(
        center,
        radius,
        (x, y),
        max(radius / factor, _MIN_SOURCE_RADIUS_PX),
        Camera2D(middle, camera.scale * factor),
        factor,
        gap.text or message("gap {size}", size=format_number(size)),
        caption_size,
    )


def _choose_factor(seen: float, scale: float, before: float) -> float:
    """Return the factor for a gap of `seen` pixels: 1, 2 or 5 times a power of ten.

    `scale` is pixels per world unit, which limits it; the factor `before` is kept while
    it suits.
    """
    max_factor = _MAX_SCALE / scale
    if _TARGET_GAP_LIMITS_PX[0] <= seen * before <= _TARGET_GAP_LIMITS_PX[1]:
        return min(before, max_factor)
    rough = _TARGET_GAP_PX[1] / seen
    power = 10.0 ** math.floor(math.log10(rough))
    round_ones = (m * power for m in (5.0, 2.0, 1.0) if m * power <= rough * 1.001)
    return min(next(round_ones), max_factor)


def _choose_center(
    before: Point | None,
    place: Point,
    radius: float,
    viewport: Viewport,
    occupied_samples: Array,
    keep_clear: Array,
    caption_size: Point,
) -> Point | None:
    """Return the cheapest centre, or the previous one if it is good enough.

    It is None if the view has no room. Lengths are logical pixels; `place` is the
    source's centre.
    """
    side_margin = max(radius, caption_size[0] / 2) + _VIEWPORT_MARGIN_PX
    left, right = viewport.x + side_margin, viewport.x + viewport.width - side_margin
    border = radius + _VIEWPORT_MARGIN_PX
    top = viewport.y + border + caption_size[1]
    low = viewport.y + viewport.height - border - caption_size[1]
    if left > right or top > low:
        return None
    xs = np.linspace(left, right, int((right - left) // _POSITION_STEP_PX) + 1)
    down = np.linspace(top, low, int((low - top) // _POSITION_STEP_PX) + 1)
    tried = np.stack(np.meshgrid(xs, down), axis=-1).reshape(-1, 2)
    if before:
        held = before[0] + viewport.x, before[1] + viewport.y
        tried = np.concatenate([[np.clip(held, (left, top), (right, low))], tried])
    way = np.hypot(*(tried - place).T)
    if not (way >= radius + _SOURCE_GAP_PX).any():
        return None
    weights = np.repeat(
        [_COST_OCCUPIED, _COST_KEEP_CLEAR], [len(occupied_samples), len(keep_clear)]
    )
    summed = _weigh_points(
        np.concatenate([occupied_samples, keep_clear]), weights, viewport
    )
    reach = np.array([max(radius, caption_size[0] / 2), radius + caption_size[1]])
    cost = _weigh_boxes(summed, tried - reach, tried + reach, viewport)
    cost += _COST_DISTANCE * way + _COST_KEEP_CLEAR * (way < radius + _SOURCE_GAP_PX)
    if before:
        cost[0] -= _COST_MOVE
    x, y = tried[int(cost.argmin())].tolist()
    return x, y


def _weigh_points(points: Array, weights: Array, viewport: Viewport) -> Array:
    """Return a summed-area table of the points' weights in cells of the viewport.

    `points` are (n, 2) on screen, `weights` (n,).
    """
    size = (
        math.ceil(viewport.width / _CELL_SIZE_PX),
        math.ceil(viewport.height / _CELL_SIZE_PX),
    )
    cells = np.floor((points - (viewport.x, viewport.y)) / _CELL_SIZE_PX)
    is_inside = ((cells >= 0.0) & (cells < size)).all(axis=1)
    columns, rows = cells[is_inside].astype(np.intp).T
    flat = np.bincount(rows * size[0] + columns, weights[is_inside], size[0] * size[1])
    # Without points `bincount` returns integers.
    return build_summed_area_table(flat.reshape(size[1], size[0]).astype(np.float64))


def _weigh_boxes(summed: Array, low: Array, high: Array, viewport: Viewport) -> Array:
    """Return the total weights (n,) in boxes from `low` `(n, 2)` to `high` `(n, 2)`."""
    last = np.array(summed.shape)[::-1] - 1
    begin = (viewport.x, viewport.y)
    left_cells, top = np.clip((low - begin) // _CELL_SIZE_PX, 0, last).astype(np.intp).T
    right, foot = (
        np.clip((high - begin) // _CELL_SIZE_PX + 1, 0, last).astype(np.intp).T
    )
    return sum_boxes(summed, left_cells, top, right, foot)


# ----------------------------------------------------------------------------
# Drawing of an open magnifier: source circle, leader, contents, rim and caption.
# ----------------------------------------------------------------------------


# The widths of the rim, its casing and the thin lines.
_RIM_WIDTH_PX = 2.0
_CASING_WIDTH_PX = 7.0
_LINE_WIDTH_PX = 1.25
_OPACITY = 0.8
# The gap between the caption's two parts, and the padding above and below.
_CAPTION_GAP_PX = 10.0
_CAPTION_PADDING_PX = 6.0
# The longest text of a factor, for measuring.
_LONGEST_FACTOR_TEXT = "×10000"


@dataclass(frozen=True)
class MagnifierView:
    """An open magnifier: the shapes below it, its contents, its rim and caption.

    The contents are in physical pixels from the magnifier's centre.
    """

    magnifier: Magnifier
    background: InstanceBuffer
    contents: PlanePainter
    rim: InstanceBuffer
    caption: list[PlacedText]


def compose_magnifier(
    magnifier: Magnifier,
    records: Iterable[Primitive],
    frame: PixelViewport,
    style: LabelStyle,
) -> MagnifierView:
    """Return the shapes of a magnifier with the primitives that it shows."""
    theme, ratio = style.theme, frame.ratio
    radius, line_colour = magnifier.radius * ratio, scale_opacity(theme.text, _OPACITY)
    thin = Pen(line_colour, _LINE_WIDTH_PX * ratio)
    casing = Pen(theme.background, _CASING_WIDTH_PX * ratio)
    centers = np.array([magnifier.center, magnifier.source_center])
    center, source = frame.to_pixels(centers).tolist()
    below, rim = InstanceBuffer(frame.box), InstanceBuffer(frame.box)
    below.add(ScreenPolyline(frame.to_pixels(np.array(magnifier.leader)), thin))
    below.add(Ring(source, magnifier.source_radius * ratio, thin))
    below.add(Ring(center, radius, casing, theme.background))
    rim.add(Ring(center, radius, Pen(line_colour, _RIM_WIDTH_PX * ratio)))
    plane = PlanePainter.from_camera(magnifier.camera, ratio, (radius, radius), theme)
    # A transformed grid would show no line at all, or a misleading one.
    plane.draw(record for record in records if not isinstance(record, Grid))
    return MagnifierView(magnifier, below, plane, rim, _place_caption(magnifier, style))


def measure_caption(text: str, style: LabelStyle) -> Point:
    """Return the largest width and height, pixels, of a caption with its padding."""
    size, measure = style.note_size, style.measure
    wide, tall = measure(text or message("gap {size}", size="0.00001"), size)
    wide += _CAPTION_GAP_PX + measure(_LONGEST_FACTOR_TEXT, size)[0]
    return wide, tall + 2 * _CAPTION_PADDING_PX


def _place_caption(magnifier: Magnifier, style: LabelStyle) -> list[PlacedText]:
    """Return the caption's texts: the gap and the factor."""
    theme, size = style.theme, style.note_size
    factor = f"×{format_number(magnifier.factor, 0)}"
    plate = scale_opacity(theme.background, _OPACITY)
    wide, tall = style.measure(magnifier.text, size)
    factor_width, _ = style.measure(factor, size)
    x, y = magnifier.center[0], magnifier.caption_top + _CAPTION_PADDING_PX
    left_edge = x - (wide + _CAPTION_GAP_PX + factor_width) / 2
    right = left_edge + wide + _CAPTION_GAP_PX
    text, muted_colour = theme.text, theme.text_muted
    return [
        PlacedText(left_edge, y, magnifier.text, size, text, wide, tall, plate),
        PlacedText(right, y, factor, size, muted_colour, factor_width, tall, plate),
    ]
