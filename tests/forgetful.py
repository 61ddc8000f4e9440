"""User code for a ray with one mistake, and its correction."""

# A start inside is forgotten, and so counts as a miss.
FORGETS = """\
from math import sqrt


def ray_circle(origin, direction, center, radius):
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
"""
MENDED = FORGETS.replace(
    "    if t < 0:\n",
    "    if t < 0:\n        t = (-b + sqrt(s)) / a\n    if t < 0:\n",
)
