"""flame-engine/flame 3063: rays from outside the circle are treated as from inside.

The start counts as inside if its distance along the ray to the point nearest to the
centre is less than a radius. That is so for some starts outside, and those rays meet
the circle where they leave it.
"""

from math import hypot, sqrt


def ray_circle(origin, direction, center, radius):
    """Return the time of the first point, or None."""
    speed = hypot(*direction)
    ux, uy = direction[0] / speed, direction[1] / speed
    mx, my = center[0] - origin[0], center[1] - origin[1]
    along = mx * ux + my * uy
    if along < 0 and hypot(mx, my) > radius:
        return None
    nearest = hypot(mx - along * ux, my - along * uy)
    if nearest > radius:
        return None
    half = sqrt(radius * radius - nearest * nearest)
    inside = abs(along) < radius
    return (along + half if inside else along - half) / speed
