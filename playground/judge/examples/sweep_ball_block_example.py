"""Moving ball against block."""

from math import sqrt


def sweep_ball_block(center, radius, velocity, rect_min, rect_max):
    """Return the time of the first touch within the step, or None."""
    (left, bottom), (right, top), r = rect_min, rect_max, radius
    times = [
        enter_box(center, velocity, (left - r, bottom), (right + r, top)),
        enter_box(center, velocity, (left, bottom - r), (right, top + r)),
        *(
            enter_circle(center, velocity, (x, y), r)
            for x in (left, right)
            for y in (bottom, top)
        ),
    ]
    return min((t for t in times if t is not None), default=None)


def enter_box(point, velocity, lows, highs):
    """Return the time at which a moving point enters a box, or None."""
    enter, leave = 0.0, 1.0
    for p, v, low, high in zip(point, velocity, lows, highs, strict=True):
        if v == 0:
            if not low <= p <= high:
                return None
            continue
        first, last = sorted(((low - p) / v, (high - p) / v))
        enter, leave = max(enter, first), min(leave, last)
    return enter if enter <= leave else None


def enter_circle(point, velocity, center, radius):
    """Return the time at which a moving point enters a circle, or None."""
    x, y = point[0] - center[0], point[1] - center[1]
    vx, vy = velocity
    if x * x + y * y <= radius * radius:
        return 0.0
    a, b, cross = vx * vx + vy * vy, x * vx + y * vy, x * vy - y * vx
    s = a * radius * radius - cross * cross
    if s < 0 or a == 0:
        return None
    t = (-b - sqrt(s)) / a
    return t if 0 <= t <= 1 else None
