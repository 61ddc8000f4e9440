"""Ray against circle, as it should be, in plain floats."""

from math import sqrt


def ray_circle(origin, direction, center, radius):
    """Return the time of the ray's first point on the circle's line, or None."""
    dx, dy = direction
    mx, my = center[0] - origin[0], center[1] - origin[1]
    along = mx * dx + my * dy
    across = dx * my - dy * mx
    pace = dx * dx + dy * dy
    power = mx * mx + my * my - radius * radius
    rest = radius * radius * pace - across * across
    if rest < 0:
        return None
    if power > 0 and along < 0:
        return None
    far = abs(along) + sqrt(rest)
    if power < 0 and along > 0:
        return far / pace
    return abs(power) / far if power else 0.0
