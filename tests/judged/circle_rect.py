"""Disc against turned rectangle, as it should be, in plain floats."""

from math import cos, hypot, sin


def circle_rect(center, radius, rect_center, half_extents, angle, pivot):
    """Return whether they share a point."""
    w, h = half_extents
    c, s = cos(angle), sin(angle)
    dx, dy = center[0] - pivot[0], center[1] - pivot[1]
    x = c * dx + s * dy - (rect_center[0] - pivot[0])
    y = c * dy - s * dx - (rect_center[1] - pivot[1])
    beyond_x, beyond_y = max(abs(x) - w, 0.0), max(abs(y) - h, 0.0)
    return hypot(beyond_x, beyond_y) <= radius
