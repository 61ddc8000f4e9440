"""Point against turned ellipse."""

from math import cos, sin


def point_ellipse(point, center, radii, angle):
    """Return whether the point is in the ellipse."""
    c, s = cos(-angle), sin(-angle)
    dx, dy = point[0] - center[0], point[1] - center[1]
    x = c * dx - s * dy
    y = s * dx + c * dy
    return (x / radii[0]) ** 2 + (y / radii[1]) ** 2 <= 1
