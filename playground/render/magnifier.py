"""The loupe: a round lens that opens by itself where the gap that decides is small.

Where it lies and how much it magnifies: pure arithmetic in logical pixels, y down.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.i18n import message
from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Point
from playground.render.labels import Measure, PlacedText
from playground.render.plane_painter import Plane
from playground.render.shapes import Chain, Ring
from playground.render.stroke_style import Pen
from playground.render.theme import RGBA, Theme, faded
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, Viewport
from playground.scene.math_text import show
from playground.scene.primitives import Gap, Grid, Record

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

# A gap of fewer pixels opens it, and one of more shuts it again.
_OPEN = 12.0
_SHUT = 14.0
# A gap is magnified to so many pixels, and to a few more or less while it changes.
_SEEN, _STILL_SEEN = (24.0, 60.0), (20.0, 70.0)
# A world unit is never more pixels than this: nothing is left of a number beyond it.
_FINEST = 1e9
# Its radius against the view's shorter side, within limits.
_SHARE = 0.15
_SMALLEST = 52.0
_LARGEST = 120.0
# What it shows has at least this radius, to be seen about a handle.
_LEAST = 9.0
# It keeps this far from the view's border, and its rim from the place it shows.
_RIM = 10.0
_CLEAR = 34.0
# What a place costs: a point of an outline under it, a pixel of the way to what it
# shows, a point to be kept clear.
_INK = 3.0
_WAY = 0.7
_KEPT = 1e5
# It goes to another place only where it costs less by so much.
_STAYS = 250.0
# How far its middles are apart that are tried, and how large the cells are in which
# what lies under it is counted.
_STEP = 16.0
_CELL = 8.0
# How far apart the boxes along its leader are, and half as wide as they are.
_WAY_STEP = 6.0
_WIDE = 3.0


@dataclass
class Loupe:
    """What the lens of one view remembers from one frame to the next.

    By how much it magnifies, 0 while it is shut, and where its middle was in the view.
    """

    factor: float = 0.0
    at: Point | None = None

    def shut(self) -> None:
        """Forget where it was."""
        self.factor, self.at = 0.0, None


@dataclass(frozen=True)
class OpenLoupe:
    """A lens that is open.

    `center` and `radius` are its own on the screen, `place` and `reach` those of what
    it shows; `camera` looks through it. `line` is how wide and high its words are.
    """

    center: Point
    radius: float
    place: Point
    reach: float
    camera: Camera2D
    factor: float
    text: str
    line: Point

    @property
    def words(self) -> float:
        """Where its line of words begins: on the side that is away from the place."""
        (_, y), r = self.center, self.radius
        return y - r - self.line[1] if y < self.place[1] else y + r

    @property
    def box(self) -> Box:
        """Left, top, right and bottom of the lens with its line of words."""
        (x, y), r, words = self.center, self.radius, self.words
        half = max(r, self.line[0] / 2)
        return x - half, min(y - r, words), x + half, max(y + r, words + self.line[1])

    @property
    def way(self) -> list[Box]:
        """Small boxes along the leader, which no name is to lie on."""
        (x, y), (u, v) = self.leader
        count = max(int(math.dist(*self.leader) // _WAY_STEP), 1)
        shares = [i / count for i in range(count + 1)]
        at = [(x + share * (u - x), y + share * (v - y)) for share in shares]
        return [(a - _WIDE, b - _WIDE, a + _WIDE, b + _WIDE) for a, b in at]

    @property
    def leader(self) -> tuple[Point, Point]:
        """The ends of the line from the rim of the place to that of the lens."""
        (x, y), (u, v) = self.place, self.center
        far = math.dist(self.place, self.center)
        across, down = (u - x) / far, (v - y) / far
        far -= self.radius
        near = self.reach
        return (x + across * near, y + down * near), (x + across * far, y + down * far)


def small_gap(records: Sequence[Record]) -> Gap | None:
    """Return the gap that decides, if the picture names one."""
    return next((record for record in records if isinstance(record, Gap)), None)


def opened(
    loupe: Loupe,
    gap: Gap,
    camera: Camera2D,
    viewport: Viewport,
    *,
    ink: Array,
    kept: Array,
    line: Point,
) -> OpenLoupe | None:
    """Return the lens on a gap, or None where there is no need or no room for one.

    Parameters
    ----------
    loupe
        What is remembered; takes what is to be.
    ink, kept
        Points `(n, 2)` on screen: on outlines, and what the lens shall not cover.
    line
        The width and height of its line of words.
    """
    size = math.dist(gap.a, gap.b)
    seen = size * camera.scale
    # Of a touch, or of less than numbers resolve, there is nothing to be enlarged.
    nothing = size * _FINEST < _SEEN[0]
    middle = gap.a[0] + (gap.b[0] - gap.a[0]) / 2, gap.a[1] + (gap.b[1] - gap.a[1]) / 2
    x, y = camera.to_screen(middle, viewport).tolist()
    needed = seen <= (_SHUT if loupe.factor else _OPEN)
    if nothing or not (needed and viewport.contains(x, y)):
        loupe.shut()
        return None
    radius = _SHARE * min(viewport.width, viewport.height)
    radius = min(max(radius, _SMALLEST), _LARGEST)
    center = _center(loupe.at, (x, y), radius, viewport, ink, kept, line)
    if center is None:
        loupe.shut()
        return None
    factor = _magnification(seen, camera.scale, loupe.factor)
    loupe.factor = factor
    loupe.at = center[0] - viewport.x, center[1] - viewport.y
    return OpenLoupe(
        center,
        radius,
        (x, y),
        max(radius / factor, _LEAST),
        Camera2D(middle, camera.scale * factor),
        factor,
        gap.text or message("gap {size}", size=show(size)),
        line,
    )


def _magnification(seen: float, scale: float, before: float) -> float:
    """Return by how much to magnify a gap of `seen` pixels: 1, 2 or 5 and noughts."""
    most = _FINEST / scale
    if _STILL_SEEN[0] <= seen * before <= _STILL_SEEN[1]:
        return min(before, most)
    rough = _SEEN[1] / seen
    power = 10.0 ** math.floor(math.log10(rough))
    round_ones = (m * power for m in (5.0, 2.0, 1.0) if m * power <= rough * 1.001)
    return min(next(round_ones), most)


def _center(
    before: Point | None,
    place: Point,
    radius: float,
    viewport: Viewport,
    ink: Array,
    kept: Array,
    line: Point,
) -> Point | None:
    """Return the cheapest place for a lens, or the one before if that will do."""
    border, beside = radius + _RIM, max(radius, line[0] / 2) + _RIM
    left, right = viewport.x + beside, viewport.x + viewport.width - beside
    top = viewport.y + border + line[1]
    low = viewport.y + viewport.height - border - line[1]
    if left > right or top > low:
        return None
    across = np.linspace(left, right, int((right - left) // _STEP) + 1)
    down = np.linspace(top, low, int((low - top) // _STEP) + 1)
    tried = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    if before:
        held = before[0] + viewport.x, before[1] + viewport.y
        tried = np.concatenate([[np.clip(held, (left, top), (right, low))], tried])
    way = np.hypot(*(tried - place).T)
    if not (way >= radius + _CLEAR).any():
        return None
    weights = np.repeat([_INK, _KEPT], [len(ink), len(kept)])
    summed = _summed(np.concatenate([ink, kept]), weights, viewport)
    reach = np.array([max(radius, line[0] / 2), radius + line[1]])
    cost = _inside(summed, tried - reach, tried + reach, viewport)
    cost += _WAY * way + _KEPT * (way < radius + _CLEAR)
    if before:
        cost[0] -= _STAYS
    x, y = tried[int(cost.argmin())].tolist()
    return x, y


def _summed(points: Array, weights: Array, viewport: Viewport) -> Array:
    """Return what all weighs that lies below and left of each corner of a raster."""
    size = math.ceil(viewport.width / _CELL), math.ceil(viewport.height / _CELL)
    cells = np.floor((points - (viewport.x, viewport.y)) / _CELL)
    seen = ((cells >= 0.0) & (cells < size)).all(axis=1)
    columns, rows = cells[seen].astype(np.intp).T
    flat = np.bincount(rows * size[0] + columns, weights[seen], size[0] * size[1])
    summed = np.zeros((size[1] + 1, size[0] + 1))
    summed[1:, 1:] = flat.reshape(size[1], size[0]).cumsum(0).cumsum(1)
    return summed


def _inside(summed: Array, low: Array, high: Array, viewport: Viewport) -> Array:
    """Return what all weighs that lies in boxes `(n, 2)` to `(n, 2)`."""
    last = np.array(summed.shape)[::-1] - 1
    begin = (viewport.x, viewport.y)
    left, top = np.clip((low - begin) // _CELL, 0, last).astype(np.intp).T
    right, foot = np.clip((high - begin) // _CELL + 1, 0, last).astype(np.intp).T
    sums = summed[foot, right] - summed[top, right]
    return np.asarray(sums - summed[foot, left] + summed[top, left])


# ----------------------------------------------------------------------------
# An open loupe: the place that it shows, the lens, and what is seen in it.
# ----------------------------------------------------------------------------


# The rim, the ground that parts it from the picture, and the thin lines, in pixels.
_PICTURE_RIM = 2.0
_APART = 7.0
_THIN = 1.25
_STRONG = 0.8
# Between the two parts of the line of words, and above and below it.
_BETWEEN = 10.0
BESIDE = 6.0
# By so much nothing is magnified in fewer letters.
_LONGEST = "×10000"


def ground(lens: OpenLoupe, frame: PixelViewport, sheet: Sheet, theme: Theme) -> None:
    """Draw what lies under the lens: its ground, its place and the way between."""
    at, place = frame.to_sheet(np.array([lens.center, lens.place])).tolist()
    way, ratio = frame.to_sheet(np.array(lens.leader)), frame.ratio
    thin, apart = (
        Pen(_tone(theme), _THIN * ratio),
        Pen(theme.background, _APART * ratio),
    )
    sheet.put(Chain(way, thin))
    sheet.put(Ring(place, lens.reach * ratio, thin))
    sheet.put(Ring(at, lens.radius * ratio, apart, theme.background))


def inside(
    lens: OpenLoupe,
    records: Sequence[Record],
    ratio: float,
    theme: Theme,
) -> Plane:
    """Return what is seen through the lens, about its middle."""
    radius = lens.radius * ratio
    plane = Plane.seen(lens.camera, ratio, (radius, radius), theme)
    # A carried grid would have no line in sight, or one that is not its own.
    plane.draw(record for record in records if not isinstance(record, Grid))
    return plane


def rim(lens: OpenLoupe, frame: PixelViewport, sheet: Sheet, theme: Theme) -> None:
    """Draw the edge of the lens."""
    at = frame.to_sheet(np.array(lens.center)).tolist()
    pen = Pen(_tone(theme), _PICTURE_RIM * frame.ratio)
    sheet.put(Ring(at, lens.radius * frame.ratio, pen))


def _tone(theme: Theme) -> RGBA:
    return faded(theme.text, _STRONG)


def extent(text: str, size: float, measure: Measure) -> Point:
    """Return how wide and high a loupe's line of words is at most."""
    wide, tall = measure(text or message("gap {size}", size="0.00001"), size)
    return wide + _BETWEEN + measure(_LONGEST, size)[0], tall


def words(
    lens: OpenLoupe, theme: Theme, size: float, measure: Measure
) -> list[PlacedText]:
    """Return how large the gap is and how much it is magnified."""
    factor = f"×{show(lens.factor, 0)}"
    plate = faded(theme.background, _STRONG)
    wide, tall = measure(lens.text, size)
    beside, _ = measure(factor, size)
    x, y = lens.center[0], lens.words + BESIDE
    left = x - (wide + _BETWEEN + beside) / 2
    return [
        PlacedText(left, y, lens.text, size, theme.text, wide, tall, plate),
        PlacedText(
            left + wide + _BETWEEN, y, factor, size, theme.text_muted, beside, tall,
            plate,
        ),
    ]  # fmt: skip
