"""erincatto/box2d 523: a ray that starts inside the circle does not meet it.

Of the two solutions only the nearer one is looked at.
"""

from math import sqrt


def ray_circle(origin, direction, center, radius):
    """Return the time of the first point, or None."""
    sx, sy = origin[0] - center[0], origin[1] - center[1]
    dx, dy = direction
    b = sx * sx + sy * sy - radius * radius
    c = sx * dx + sy * dy
    pace = dx * dx + dy * dy
    rest = c * c - pace * b
    if rest < 0:
        return None
    a = -(c + sqrt(rest))
    return a / pace if a >= 0 else None
