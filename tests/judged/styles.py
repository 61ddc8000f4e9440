"""Right code in other styles, and in single precision."""

from dataclasses import dataclass
from fractions import Fraction
from math import atan2, cos, hypot, sin, sqrt

import numpy as np


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def dot(self, other):
        return self.x * other.x + self.y * other.y

    @property
    def square(self):
        return self.dot(self)


def by_class(origin, direction, center, radius):
    d, f = Vector(*direction), Vector(*origin) - Vector(*center)
    a, b, c = d.square, 2.0 * f.dot(d), f.square - radius**2
    rest = b**2 - 4.0 * a * c
    if rest < 0.0:
        return None
    for t in ((-b - sqrt(rest)) / (2.0 * a), (-b + sqrt(rest)) / (2.0 * a)):
        if t >= 0.0:
            return t
    return None


def by_numpy(center, radius, rect_center, half_extents, angle, pivot):
    center, rect_center, pivot = map(np.array, (center, rect_center, pivot))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    beyond = np.abs(turn @ (center - pivot) - (rect_center - pivot)) - half_extents
    beyond = np.maximum(beyond, 0.0)
    return bool(beyond @ beyond <= radius**2)


def by_fractions(origin, direction, center, radius):
    dx, dy = map(Fraction, direction)
    mx = Fraction(center[0]) - Fraction(origin[0])
    my = Fraction(center[1]) - Fraction(origin[1])
    along, across, pace = mx * dx + my * dy, dx * my - dy * mx, dx * dx + dy * dy
    rest = Fraction(radius) ** 2 * pace - across**2
    power = mx * mx + my * my - Fraction(radius) ** 2
    return rest >= 0 and (power <= 0 or along >= 0)


def single(origin, direction, center, radius):
    dx, dy = map(np.float32, direction)
    mx, my = np.float32(center[0] - origin[0]), np.float32(center[1] - origin[1])
    along, across = mx * dx + my * dy, dx * my - dy * mx
    pace, r = dx * dx + dy * dy, np.float32(radius)
    rest = r * r * pace - across * across
    if rest < 0:
        return None
    root = np.sqrt(rest)
    for t in ((along - root) / pace, (along + root) / pace):
        if t >= 0:
            return float(t)
    return None


def by_lists(start, end, radius, line_point, line_direction):
    way, to_line = [], []
    for a, b, p in zip(start, end, line_point, strict=True):
        way.append(b - a)
        to_line.append(a - p)

    def product(a, b):
        return sum([x * y for x, y in zip(a, b, strict=True)])

    length = product(line_direction, line_direction)
    across = []
    for vector in (to_line, way):
        part = product(vector, line_direction) / length
        across.append(
            [x - part * d for x, d in zip(vector, line_direction, strict=True)]
        )
    away, moved = across
    a, b, c = product(moved, moved), product(away, moved), product(away, away)
    try:
        if c <= radius * radius:
            return {"hit": True, "t": 0.0}
        t = (-b - sqrt(b * b - a * (c - radius * radius))) / a
    except (ValueError, ZeroDivisionError):
        return {"hit": False}
    return {"hit": True, "t": t} if 0 <= t <= 1 else {"hit": False}


def by_angles(point, center, radii, angle):
    away = hypot(point[0] - center[0], point[1] - center[1])
    turned = atan2(point[1] - center[1], point[0] - center[0]) - angle
    x, y = away * cos(turned) / radii[0], away * sin(turned) / radii[1]
    return x * x + y * y <= 1


def by_distance(point, center, radii, angle):
    return normal_form(Transform(center, angle).inverse(point), *radii) <= 1.0


@dataclass(frozen=True)
class Transform:
    origin: tuple
    angle: float

    def inverse(self, point):
        c, s = cos(self.angle), sin(self.angle)
        (x, y), (ox, oy) = point, self.origin
        return c * (x - ox) + s * (y - oy), -s * (x - ox) + c * (y - oy)


def normal_form(place, a, b):
    return (place[0] / a) ** 2 + (place[1] / b) ** 2
