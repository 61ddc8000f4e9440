"""The common part of painters in the plane and in space."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from playground.quick_dataclass import dataclass
from playground.render.instance_buffer import InstanceBuffer
from playground.render.shapes import Mark, ScreenPolyline
from playground.render.stroke_style import Pen, arrow_head, dot_rim_width
from playground.render.theme import RGBA, Theme, scale_opacity
from playground.scene.primitives import Arrow, Dot, Primitive, Stroke


@dataclass(frozen=True)
class Painter:
    """A painter of primitives into a buffer; `ratio` is physical per logical pixels.

    `painters` has the function for each type of primitive that it draws.
    """

    buffer: InstanceBuffer
    ratio: float
    theme: Theme

    painters: ClassVar[Mapping[type[Primitive], Callable[[Any, Any], None]]]

    def colour(self, record: Primitive, share: float = 1.0) -> RGBA:
        """Return a primitive's colour at `share`, 0 to 1, of its opacity."""
        return scale_opacity(self.theme.roles[record.role], record.alpha * share)

    def pen(self, record: Stroke) -> Pen:
        """Return the pen of a primitive's outline."""
        return Pen(self.colour(record), record.width * self.ratio, record.dashed)

    def draw(self, records: Iterable[Primitive]) -> None:
        """Draw primitives in order; those of other types are ignored."""
        for record in records:
            painter = self.painters.get(type(record))
            if painter:
                self.buffer.primitive = record
                painter(self, record)

    def draw_dot(self, dot: Dot, at: Sequence[float]) -> None:
        """Draw a dot at a point in pixels; in space it has an inverse depth."""
        rim = scale_opacity(self.theme.background, dot.alpha)
        size, width = dot.size * self.ratio, dot_rim_width(dot) * self.ratio
        self.buffer.add(Mark(at, size, dot.marker, self.colour(dot), rim, width))

    def draw_arrow(
        self, arrow: Arrow, tail: Sequence[float], tip: Sequence[float]
    ) -> None:
        """Draw an arrow between points in pixels; in space they have inverse depths."""
        length = math.hypot(tip[0] - tail[0], tip[1] - tail[1])
        # Too short for a direction on screen: a speck shows that it exists.
        head = 0.0, 0.0
        if length > self.ratio:
            long, half = arrow_head(arrow.width, length / self.ratio)
            head = long * self.ratio, half * self.ratio
        self.buffer.add(ScreenPolyline((tail, tip), self.pen(arrow), head=head))
