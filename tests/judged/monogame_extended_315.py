"""MonoGame-Extended 315: the distances are taken from the rectangle's corner.

They are compared as if they were from its centre. The rectangle does not turn.
"""


def circle_rect(center, radius, rect_center, half_extents):
    """Return whether they share a point."""
    w, h = half_extents
    left, low = rect_center[0] - w, rect_center[1] - h
    dx, dy = abs(center[0] - left), abs(center[1] - low)
    if dx > w + radius or dy > h + radius:
        return False
    if dx <= w or dy <= h:
        return True
    return (dx - w) ** 2 + (dy - h) ** 2 <= radius**2
