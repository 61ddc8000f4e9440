"""Moving ball against block, as it should be, in plain floats."""

from math import hypot, sqrt


def sweep_ball_block(center, radius, velocity, rect_min, rect_max):
    """Return the time of the first touch within the step, or None."""
    (cx, cy), (vx, vy) = center, velocity
    (x0, y0), (x1, y1) = rect_min, rect_max
    away = max(x0 - cx, cx - x1, 0.0), max(y0 - cy, cy - y1, 0.0)
    if hypot(*away) <= radius:
        return 0.0
    times = [
        box_time(center, velocity, (x0 - radius, y0), (x1 + radius, y1)),
        box_time(center, velocity, (x0, y0 - radius), (x1, y1 + radius)),
    ]
    for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        times.append(circle_time(x - cx, y - cy, vx, vy, radius))
    return min((t for t in times if t is not None and t <= 1), default=None)


def box_time(point, velocity, low, high):
    """Return the time at which a point enters a box, or None."""
    first, last = 0.0, 1.0
    for p, v, a, b in zip(point, velocity, low, high, strict=True):
        if v < 0:
            p, v, a, b = -p, -v, -b, -a
        if p > b or (v == 0 and p < a):
            return None
        if v > 0:
            first, last = max(first, (a - p) / v), min(last, (b - p) / v)
    return first if first <= last else None


def circle_time(mx, my, vx, vy, radius):
    """Return the time at which a point at offset m enters a circle, or None."""
    toward = mx * vx + my * vy
    across = vx * my - vy * mx
    rest = radius * radius * (vx * vx + vy * vy) - across * across
    if rest < 0 or toward <= 0:
        return None
    return (mx * mx + my * my - radius * radius) / (toward + sqrt(rest))
