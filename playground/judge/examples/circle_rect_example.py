"""Disc against turned rectangle."""

from math import cos, sin


def circle_rect(center, radius, rect_center, half_extents, angle, pivot):
    """Return whether they share a point."""
    w, h = half_extents
    c, s = cos(angle), sin(angle)
    dx, dy = center[0] - pivot[0], center[1] - pivot[1]
    x = c * dx + s * dy - (rect_center[0] - pivot[0])
    y = c * dy - s * dx - (rect_center[1] - pivot[1])
    gap_x, gap_y = max(abs(x) - w, 0), max(abs(y) - h, 0)
    return gap_x**2 + gap_y**2 <= radius**2
