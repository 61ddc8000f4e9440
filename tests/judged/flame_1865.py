"""flame-engine/flame 1865: a ray from within the circle ignores it.

The ray is first followed to its point nearest to the centre. From the very centre that
way has no length, and then there is nothing that could cross the circle.
"""

from math import hypot, sqrt


def ray_circle(origin, direction, center, radius):
    """Return the time of the first point, or None."""
    speed = hypot(*direction)
    ux, uy = direction[0] / speed, direction[1] / speed
    mx, my = center[0] - origin[0], center[1] - origin[1]
    along = mx * ux + my * uy
    if along == 0:
        return None
    if along < 0 and hypot(mx, my) > radius:
        return None
    nearest = hypot(mx - along * ux, my - along * uy)
    if nearest > radius:
        return None
    half = sqrt(radius * radius - nearest * nearest)
    way = along + half if hypot(mx, my) < radius else along - half
    return way / speed
