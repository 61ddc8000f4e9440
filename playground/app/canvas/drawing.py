"""What is drawn by hand over a presented picture: lines of a pen, point by point."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

# Corners are cut so often: a hand draws no corners, but a mouse tells of few places.
_CUTS = 2


@dataclass(frozen=True)
class HandLine:
    """A line drawn by hand, in one of the pen's colours, by its number.

    Its points are shares of the window's width and height, from the top left.
    """

    points: tuple[tuple[float, float], ...]
    colour: int = 0

    def led_to(self, x: float, y: float) -> "HandLine":
        """Return the line drawn on to another point."""
        if self.points[-1] == (x, y):
            return self
        return replace(self, points=(*self.points, (x, y)))

    def smooth(self, width: float, height: float) -> NDArray[np.float64]:
        """Return places `(n, 2)` along the line in a window of that size.

        Its corners are rounded; where it begins and ends is as it was drawn.
        """
        points = np.array(self.points) * (width, height)
        for _ in range(_CUTS):
            if len(points) < 3:
                break
            before, after = points[:-1], points[1:]
            cut = np.stack([0.75 * before + 0.25 * after, 0.25 * before + 0.75 * after])
            between = cut.transpose(1, 0, 2).reshape(-1, 2)
            points = np.concatenate([points[:1], between[1:-1], points[-1:]])
        return np.asarray(points)
