"""An open loupe: the place that it shows, the lens, and what is seen in it."""

from collections.abc import Sequence

import numpy as np

from playground.language import message
from playground.render.arrays import Point
from playground.render.frame import PixelViewport
from playground.render.labels import Measure, PlacedText
from playground.render.loupe import OpenLoupe
from playground.render.pen import Pen
from playground.render.plane import Plane
from playground.render.shapes import Chain, Ring
from playground.render.sheet import Sheet
from playground.render.theme import RGBA, Theme, faded
from playground.scene.mathtext import show
from playground.scene.records import Grid, Record

# The rim, the ground that parts it from the picture, and the thin lines, in pixels.
_RIM, _APART, _THIN = 2.0, 7.0, 1.25
_STRONG = 0.8
# Between the two parts of the line of words, and above and below it.
_BETWEEN, BESIDE = 10.0, 6.0
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
    pen = Pen(_tone(theme), _RIM * frame.ratio)
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
