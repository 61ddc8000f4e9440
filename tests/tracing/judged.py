"""User code for the tests of traces."""

import dataclasses
import enum
import functools
import math
import typing
from math import hypot as length

import numpy as np

EPSILON = 1e-9


def ray_circle(origin, direction, center, radius):
    """Return the time at which a ray meets a circle."""
    ox, oy = origin[0] - center[0], origin[1] - center[1]
    a = dot(direction, direction)
    b = 2 * dot((ox, oy), direction)
    c = dot((ox, oy), (ox, oy)) - radius**2
    root = b * b - 4 * a * c
    if root < 0:
        return None
    times = sorted([(-b - math.sqrt(root)) / (2 * a), (-b + math.sqrt(root)) / (2 * a)])
    for t in times:
        if t >= 0:
            return t
    return None


def dot(u, v):
    return sum(p * q for p, q in zip(u, v, strict=True))


def outside(x, low, high):
    return not low <= x <= high


def clamped(center, radius, low, high):
    near = [max(a, min(x, b)) for x, a, b in zip(center, low, high, strict=True)]
    gap = length(center[0] - near[0], center[1] - near[1])
    hit = (gap <= radius and not math.isnan(gap)) or radius == abs(gap)
    return {"hit": hit, "distance": gap - radius}


def slabs(origin, direction, low, high):
    first, last = -math.inf, float("inf")
    for i in range(2):
        if direction[i] == 0:
            if outside(origin[i], low[i], high[i]):
                return None
            continue
        t = (low[i] - origin[i]) / direction[i]
        u = (high[i] - origin[i]) / direction[i]
        first, last = max(first, min(t, u)), min(last, max(t, u))
    return first if first <= last else None


def unguarded(x, y):
    ratio = x / y
    return ratio


def guarded(x, y):
    try:
        return x / y
    except ZeroDivisionError:
        return None


def root_of(x):
    return math.sqrt(x)


def endless(x):
    while x > 0.0:
        x = x + 0.0
    return x


def endless_and_deaf(x):
    while True:
        try:
            x = x + 1.0
        except Exception:
            x = 0.0


def converging(x):
    guess = x
    while True:
        better = (guess + x / guess) / 2
        if better == guess:
            return guess
        guess = better


def by_numpy(x, y):
    v = np.asarray((x, y), dtype=float)
    norm = float(np.linalg.norm(v))
    return norm <= 5.0


class Side(enum.Enum):
    IN = 1
    OUT = 2


@dataclasses.dataclass(frozen=True)
class Vector:
    x: float
    y: float

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    @property
    def length(self):
        return math.sqrt(self.x * self.x + self.y * self.y)


def by_vectors(point, center):
    apart = Vector(*point) - Vector(*center)
    side = Side.IN if apart.length < 1.0 else Side.OUT
    return apart.length if side is Side.OUT else 0.0


def deep(x, n=40):
    return x if n == 0 else deep(x * 0.5 + 1.0, n - 1)


class Shape:
    def __init__(self, center):
        self.center = center

    @property
    def far(self):
        return math.hypot(*self.center)


class Disc(Shape):
    def __init__(self, center, radius):
        Shape.__init__(self, center)
        self.radius = radius

    @classmethod
    def unit(cls, center):
        return cls(center, 1.0)

    @staticmethod
    def root(x):
        return math.sqrt(x)


class Place(typing.NamedTuple):
    x: float
    y: float

    def size(self):
        return math.sqrt(self.x * self.x + self.y * self.y)


def by_objects(center, radius):
    place = Place(*center)
    disc = Disc(place, radius)
    if isinstance(disc, Shape) and disc.far > place.size():
        return None
    return Disc.unit(center).radius * disc.far - Disc.root(radius)


def with_a_class(x):
    class Pair:
        a = 1.0

    def twice(y):
        return y * 2.0

    return twice(x) * Pair.a + (lambda y: y)(0.0)


def with_its_own_counter(x, steps=3, *, more=1.0):
    total = 0.0
    for _ in range(steps):
        total += x
    else:
        total += more
    while (gap := total - x) > 10.0:
        total = gap
    return total


@functools.cache
def unit():
    return math.radians(1.0)


def turned(x, degrees):
    whole = int(degrees)
    if whole % 90 == 0:
        return x
    return x * math.cos(math.radians(degrees)) + 0.0 * unit()


def typed(x):
    import math

    if isinstance(x, float):
        return math.floor(x) + math.copysign(0.5, x)
    raise TypeError("a float, please")


def cancelled(x):
    far = x + 1e8
    back = far - 1e8
    other = x * 3.0
    return back + other * 0.0


def handed_on(x):
    y = x
    return y


def rejoined(x):
    y = x * 1.0
    if y > 0.1:
        y = y + 0.0
    z = y * 2.0
    if z > -1.0:
        return z
    return None


# fmt: off
def spread(
    x,
    y,
):
    # a comment
    total = (
        x
        + y
    )

    if (
        total > 0.0
        and x > 0.0
    ):
        return total
    else:
        return None


# fmt: on
def equal_sides(x):
    a = x * x < 0.01
    b = x > 5.0
    return a or b
