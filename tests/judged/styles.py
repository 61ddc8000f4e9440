"""Right code in other styles, and in single precision."""

from fractions import Fraction
from math import sqrt

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
