"""Point against turned ellipse, as it should be, in plain floats."""

from math import cos, hypot, sin


def point_ellipse(point, center, radii, angle):
    """Return whether the point is in the ellipse."""
    rx, ry = radii
    c, s = cos(angle), sin(angle)
    dx, dy = point[0] - center[0], point[1] - center[1]
    x = c * dx + s * dy
    y = c * dy - s * dx
    return hypot(x / rx, y / ry) <= 1
