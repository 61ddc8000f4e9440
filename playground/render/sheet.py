"""The sheet of a view, on which shapes are put one after the other."""

from functools import cached_property
from typing import TYPE_CHECKING

from playground.render.arrays import Array, Packed, Point
from playground.render.rows import ShapeRows
from playground.render.shapes import Prim

if TYPE_CHECKING:
    from playground.scene.records import Record


class Sheet:
    """Shapes of one viewport, in drawing order.

    Parameters
    ----------
    box
        Half the viewport's width and height in physical pixels.
    deep
        Whether shapes lie in space: then far ones are drawn first.
    """

    def __init__(self, box: Point, deep: bool = False) -> None:
        self.box = box
        self.deep = deep
        # What is drawn now.
        self.record: Record | None = None
        self.prims: list[Prim] = []

    def put(self, prim: Prim) -> None:
        """Draw a shape over the others, unless it is nowhere."""
        if prim.known:
            prim.record = self.record
            self.prims.append(prim)

    @cached_property
    def _rows(self) -> ShapeRows:
        """What is told of all shapes, once nothing more is put on it."""
        return ShapeRows(self.prims, self.box)

    @cached_property
    def packed(self) -> Packed:
        """The instances `(n, 32)` for the shader, in drawing order."""
        return self._rows.packed(self.deep)

    def samples(self, spacing: float) -> Array:
        """Return points `(n, 2)` on lines and dots, about `spacing` pixels apart."""
        return self._rows.samples(spacing)
