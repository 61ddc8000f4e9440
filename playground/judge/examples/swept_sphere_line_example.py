"""Moving sphere against line."""

from math import sqrt


def swept_sphere_line(start, end, radius, line_point, line_direction):
    """Return the time of the first touch within the step, or None."""
    step = cross(minus(end, start), line_direction)
    gap = cross(minus(start, line_point), line_direction)
    a = dot(step, step)
    b = dot(gap, step)
    c = dot(gap, gap) - radius * radius * dot(line_direction, line_direction)
    if c <= 0:
        return 0.0
    s = b * b - a * c
    if s < 0 or a == 0:
        return None
    t = (-b - sqrt(s)) / a
    return t if 0 <= t <= 1 else None


def minus(a, b):
    """Return the vector from b to a."""
    return [x - y for x, y in zip(a, b, strict=True)]


def dot(a, b):
    """Return the dot product."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a, b):
    """Return the cross product."""
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
