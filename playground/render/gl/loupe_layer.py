"""Draws on OpenGL what is seen through an open loupe."""

from playground.render.arrays import Point
from playground.render.gl.shape_layer import ShapeLayer
from playground.render.plane import Plane


class LensLayer:
    """What draws the inside of lenses; owns a program."""

    def __init__(self) -> None:
        self._round = ShapeLayer("round_shape_fragment")

    def draw(self, seen: Plane, middle: Point, size: Point, corner: Point) -> None:
        """Draw what is seen through a lens whose middle is at a pixel of the viewport.

        For the viewport's size and corner see `ShapeLayer.draw`.
        """
        self._round.use()
        self._round.uniforms.floats("u_round", seen.sheet.box[0])
        self._round.draw(seen.sheet.packed, middle, size, corner)

    def delete(self) -> None:
        """Free the GL objects."""
        self._round.delete()
