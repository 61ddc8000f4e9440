"""Draws an open loupe: the place that it shows, the lens, and what is seen in it."""

from collections.abc import Sequence

import numpy as np

from playground.render.instances import Packed, Pen, Point, Sheet
from playground.render.labels import Measure, PlacedText
from playground.render.loupe import Lens
from playground.render.plane import Plane
from playground.render.shaders import ROUND_SHAPE_FRAGMENT
from playground.render.shapes import ShapeLayer
from playground.render.theme import RGBA, Theme, faded
from playground.scene.drawlist import Grid, Record
from playground.scene.mathtext import show

# The rim, the ground that parts it from the picture, and the thin lines, in pixels.
_RIM, _APART, _THIN = 2.0, 7.0, 1.25
_STRONG = 0.8
# Between the two parts of the line of words, and above and below it.
_BETWEEN, BESIDE = 10.0, 6.0


class LensLayer:
    """What draws the inside of lenses; owns a program."""

    def __init__(self) -> None:
        self._round = ShapeLayer(ROUND_SHAPE_FRAGMENT)

    def draw(
        self,
        lens: Lens,
        records: Sequence[Record],
        at: Point,
        frame: tuple[Point, Point, Point],
        ratio: float,
        theme: Theme,
    ) -> None:
        """Draw what is seen through a lens whose middle is at a pixel of the sheet.

        `frame` is the sheet's origin, the viewport's size and its corner.
        """
        radius = lens.radius * ratio
        plane = Plane.seen(lens.camera, ratio, (radius, radius), theme)
        # A carried grid would have no line in sight, or one that is not its own.
        plane.draw(record for record in records if not isinstance(record, Grid))
        center, size, corner = frame
        self._round.use()
        self._round.uniforms.floats("u_round", radius)
        middle = center[0] + at[0], center[1] + at[1]
        self._round.draw(plane.sheet.pack(), middle, size, corner)

    def delete(self) -> None:
        """Free the GL objects."""
        self._round.delete()


def ground(
    lens: Lens, at: Point, place: Point, way: np.ndarray, box: Point, ratio: float,
    theme: Theme,
) -> Packed:  # fmt: skip
    """Return what lies under the lens: its ground, its place and the way between."""
    sheet, thin = Sheet(box), Pen(_tone(theme), _THIN * ratio)
    apart = Pen(theme.background, _APART * ratio)
    sheet.chain(way.tolist(), thin)
    sheet.ring(place, lens.reach * ratio, thin)
    sheet.ring(at, lens.radius * ratio, apart, theme.background)
    return sheet.pack()


def rim(lens: Lens, at: Point, box: Point, ratio: float, theme: Theme) -> Packed:
    """Return the edge of the lens."""
    sheet = Sheet(box)
    sheet.ring(at, lens.radius * ratio, Pen(_tone(theme), _RIM * ratio))
    return sheet.pack()


def _tone(theme: Theme) -> RGBA:
    return faded(theme.text, _STRONG)


def words(lens: Lens, theme: Theme, size: float, measure: Measure) -> list[PlacedText]:
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
