"""Moving sphere against line, as it should be, in plain floats."""

from math import sqrt


def swept_sphere_line(start, end, radius, line_point, line_direction):
    """Return the time of the first touch within the step, or None."""
    u = line_direction
    step = cross(minus(end, start), u)
    gap = cross(minus(start, line_point), u)
    pace = dot(step, step)
    toward = -dot(step, gap)
    reach = radius * radius * dot(u, u)
    power = dot(gap, gap) - reach
    if power <= 0:
        return 0.0
    across = cross(step, gap)
    rest = pace * reach - dot(across, across)
    if rest < 0:
        return None
    if toward <= 0:
        return None
    t = power / (toward + sqrt(rest))
    return t if t <= 1 else None


def minus(a, b):
    return [x - y for x, y in zip(a, b, strict=True)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a, b):
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
