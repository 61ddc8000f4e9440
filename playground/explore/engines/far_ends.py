"""What has an end in a library and none in a query."""

from math import frexp, hypot, ldexp

from playground.explore.engines import Pair


def past_circle(origin: Pair, direction: Pair, center: Pair, radius: float) -> float:
    """Return the least power of two times the direction that leads past the circle.

    A segment of that length stands for the ray: a power of two rounds nothing, and a
    longer segment would cost digits. It is no shorter than 1: some have no use for
    segments that they find too short.
    """
    way = hypot(center[0] - origin[0], center[1] - origin[1]) + radius
    return ldexp(1.0, frexp(max(way, 1.0) / hypot(*direction))[1])


def along(origin: Pair, direction: Pair, times: float) -> Pair:
    """Return the point that many directions away."""
    return origin[0] + times * direction[0], origin[1] + times * direction[1]
