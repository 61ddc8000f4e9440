"""Ray against circle."""

from math import sqrt


def ray_circle(origin, direction, center, radius):
    """Return the time of the first hit, or None."""
    mx, my = origin[0] - center[0], origin[1] - center[1]
    vx, vy = direction
    a = vx * vx + vy * vy
    b = mx * vx + my * vy
    cross = mx * vy - my * vx
    s = a * radius * radius - cross * cross
    if s < 0:
        return None
    near = (-b - sqrt(s)) / a
    far = (-b + sqrt(s)) / a
    if far < 0:
        return None
    return near if near >= 0 else far
