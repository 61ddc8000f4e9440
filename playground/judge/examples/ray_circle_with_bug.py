"""Ray against circle, with a bug to be found."""

from math import sqrt


def ray_circle(origin, direction, center, radius):
    """Return the time of the first hit, or None."""
    mx, my = origin[0] - center[0], origin[1] - center[1]
    vx, vy = direction
    a = vx * vx + vy * vy
    b = mx * vx + my * vy
    c = mx * mx + my * my - radius * radius
    s = b * b - a * c
    if s < 0:
        return None
    t = (-b - sqrt(s)) / a
    if t < 0:
        return None
    return t
