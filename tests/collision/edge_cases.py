"""Queries at the very edge of a hit: tangent to the last bit, and a float off.

Each function returns a table of floats, one query per row, with the columns in the
order of `exact_truth`'s arguments. Half of the queries touch exactly: integers based on
Pythagorean triples, then translated and scaled by powers of two. In the other half the
radius is the float nearest to the true distance of random shapes. In two of three
queries one number is then changed by one or two units in the last place.
"""

import math

import numpy as np

SCALES = 2.0 ** np.array([0, 0, 0, 1, -40, 300, 940, -1000, -1060])
NUDGES = np.array([-2, -1, 0, 0, 1, 2])


def edge(rng, exact, rounded, lengths, others=()):
    """Join both halves, scale the columns `lengths` and `others`, and nudge."""
    for table in exact, rounded:
        for columns in (lengths, others):
            table[:, columns] *= rng.choice(SCALES, (len(table), 1))
    table = np.concatenate([exact, rounded])
    rows, column = np.arange(len(table)), rng.integers(0, table.shape[1], len(table))
    number = table[rows, column]
    table[rows, column] = number + rng.choice(NUDGES, len(table)) * np.spacing(number)
    return table


def legs(rng, count, most=100):
    """Return integers a, b, h with a^2 + b^2 = h^2, in all directions."""
    m, n = rng.integers(1, most, count), rng.integers(0, most, count)
    pair = np.stack([m * m - n * n, 2 * m * n], -1) * rng.choice([-1, 1], (count, 2))
    a, b = np.where(rng.random((count, 1)) < 0.5, pair, pair[:, ::-1]).T
    return a.astype(float), b.astype(float), (m * m + n * n).astype(float)


def ints(rng, low, high, *shape):
    return rng.integers(low, high, shape).astype(float)


def places(rng, count, size):
    """Return integers around zero, and far away."""
    return ints(rng, -50, 50, count, size) * rng.choice([0.0, 1.0, 2.0**40], (count, 1))


def wide(*arrays):
    """Return arrays in higher precision, if available, so that one rounding is left."""
    return [array.astype(np.longdouble) for array in arrays]


def length(vector):
    return np.sqrt((vector * vector).sum(-1))


def rows(*parts):
    return np.concatenate(
        [part[:, None] if part.ndim == 1 else part for part in parts], axis=1
    ).astype(np.float64)


def deep_lines(rng, count):
    """Return point, direction, place, radius of lines that double-double can't settle.

    The line through the point passes the place, 2**105 away, at so small a distance,
    almost the radius, that 32 digits of the cross product cancel: with integers of 53
    and 106 bits, (dx, dy) x (mx, my) = k by Euclid's algorithm, and (mx, my) the
    difference of two floats.
    """
    found = []
    while len(found) < count:
        dx, dy = (int(x) for x in rng.integers(2**51, 2**53, 2))
        if math.gcd(dx, dy) == 1:
            k = int(rng.integers(1, 2**62)) << int(rng.integers(0, 6))
            my = k * pow(dx, -1, dy) % dy
            mx, away = (dx * my - k) // dy, int(rng.integers(2**50, 2**52))
            m = mx + away * dx, my + away * dy
            high = [(x >> 53) + 1 << 53 for x in m]
            low = [a - x for a, x in zip(high, m, strict=True)]
            radius = k / math.hypot(dx, dy)
            found.append([float(x) for x in (*low, dx, dy, *high, radius)])
    table = np.array(found)
    near = rng.normal(size=count) * 2.0 ** -rng.integers(4, 54, count)
    table[:, 6] *= 1.0 + near
    return table


def ray_circle(rng, count):
    deep = deep_lines(rng, count // 50)
    count -= len(deep)
    half = count // 2
    a, b, h = legs(rng, half)
    along, left = np.stack([a, b], -1), np.stack([-b, a], -1)
    side, back = ints(rng, 0, 50, half, 1), ints(rng, -3, 20, half, 1)
    origin = places(rng, half, 2)
    on_circle = rng.random((half, 1)) < 0.3
    center = origin + side * left + np.where(on_circle, 0.0, back * along)
    direction = along * ints(rng, 1, 9, half, 1)
    anywhere = ints(rng, -9, 9, half, 2)
    anywhere[(anywhere == 0.0).all(-1)] = 1.0
    direction = np.where(on_circle, anywhere, direction)
    exact = rows(origin, direction, center, side[:, 0] * h)

    origin, direction, center = rng.normal(size=(3, count - half, 2))
    o, d, c = wide(origin, direction, center)
    m = c - o
    radius = np.where(
        rng.random(count - half) < 0.7,
        np.abs(d[:, 0] * m[:, 1] - d[:, 1] * m[:, 0]) / length(d),
        length(m),
    )
    table = edge(
        rng, exact, rows(origin, direction, center, radius), [0, 1, 4, 5, 6], [2, 3]
    )
    table[:, 6] = np.abs(table[:, 6])
    return np.concatenate([table, deep])


def frames(rng, count):
    """Return integer matrices with orthogonal columns of equal length."""
    w, x, y, z = rng.integers(-3, 4, (4, count)).astype(float)
    w[(w == 0) & (x == 0) & (y == 0) & (z == 0)] = 1.0
    matrix = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    return np.moveaxis(np.array(matrix), -1, 0), w * w + x * x + y * y + z * z


def deep_spheres(rng, count):
    """Return spheres at rest, or nearly, beside a line of `deep_lines`."""
    deep, flat = deep_lines(rng, count), np.zeros(count)
    start = rows(deep[:, 0:2], flat)
    end = start + rng.choice([0.0, 1.0], (count, 1)) * rng.normal(size=(count, 3))
    place, line = rows(deep[:, 4:6], flat), rows(deep[:, 2:4], flat)
    return rows(start, end, place, line, deep[:, 6])


def swept_sphere_line(rng, count):
    deep = deep_spheres(rng, count // 50)
    count -= len(deep)
    half = count // 2
    a, b, h = legs(rng, half, 30)
    along, left = np.stack([a, b], -1), np.stack([-b, a], -1)
    side = ints(rng, 0, 20, half, 1)
    kind = rng.integers(0, 6, (half, 1))
    start = side * left + ints(rng, -6, 3, half, 1) * along
    end = side * left + ints(rng, -2, 6, half, 1) * along
    start = np.where(kind >= 4, side * left, start)
    start = np.where(kind == 3, side * left + ints(rng, -99, 99, half, 2), start)
    end = np.where(kind == 3, side * left, end)
    end = np.where(kind >= 4, start, end)
    end = np.where(kind == 2, start + ints(rng, -99, 99, half, 2), end)
    start = np.where(kind == 2, side * left, start)

    frame, size = frames(rng, half)
    ahead = ints(rng, -20, 20, half, 2)
    ahead[kind[:, 0] == 5, 1] = ahead[kind[:, 0] == 5, 0]  # at rest; 4 is parallel
    point = places(rng, half, 3)
    first, last = (
        point + (frame @ np.concatenate([p, z], -1)[..., None])[..., 0]
        for p, z in ((start, ahead[:, :1]), (end, ahead[:, 1:]))
    )
    line = frame[..., 2]
    place = point + ints(rng, -9, 9, half, 1) * line
    exact = rows(first, last, place, line, side[:, 0] * h * size)

    start, end, point, line = rng.normal(size=(4, count - half, 3))
    pace = rng.choice([0.0, 1e-20, 1e-9, 1.0], (count - half, 1))
    end = start + rng.normal(size=(count - half, 1)) * line + pace * end
    s, e, p, v = wide(start, end, point, line)
    v = v / length(v)[:, None]
    c, step = (x - (x * v).sum(-1, keepdims=True) * v for x in (s - p, e - s))
    square = (step * step).sum(-1)
    t = np.clip(-(c * step).sum(-1) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    rounded = rows(start, end, point, line, length(c + t[:, None] * step))
    table = edge(rng, exact, rounded, [*range(9), 12], [9, 10, 11])
    table[:, 12] = np.abs(table[:, 12])
    return np.concatenate([table, deep])


def blocks(rng, count):
    low = places(rng, count, 2)
    return low, low + ints(rng, 0, 30, count, 2)


def corner_of(low, high, way):
    return np.where(way > 0.0, high, low)


def sorted_blocks(table):
    """Restore the order of corners that a nudge has swapped."""
    low, high = table[:, 4:6].copy(), table[:, 6:8].copy()
    table[:, 4:6], table[:, 6:8] = np.minimum(low, high), np.maximum(low, high)
    table[:, 8] = np.abs(table[:, 8])
    return table


def beside_blocks(rng, count):
    """Return discs that exactly touch a corner or side, their velocities, blocks."""
    a, b, h = legs(rng, count)
    away, side = np.stack([a, b], -1), ints(rng, 0, 20, count, 1)
    low, high = blocks(rng, count)
    center, radius = corner_of(low, high, away) + side * away, side[:, 0] * h
    beside = rng.random(count) < 0.3
    center[beside, 0] = (low[:, 0] - radius)[beside]
    center[beside, 1] = ((low + high) / 2)[beside, 1]
    return rows(center, ints(rng, -2, 3, count, 2), low, high, radius)


def ball_block(rng, count):
    exact = beside_blocks(rng, count // 2)
    half = len(exact)
    low, center, away = rng.normal(size=(3, count - half, 2))
    high = low + np.abs(rng.normal(size=low.shape))
    center = np.where(away > 0.8, rng.uniform(low, high), away * 0.1 + center)
    c, x, y = wide(center, low, high)
    radius = length(np.maximum(np.maximum(x - c, c - y), 0.0))
    velocity = ints(rng, -2, 3, count - half, 2)
    rounded = rows(center, velocity, low, high, radius)
    return sorted_blocks(edge(rng, exact, rounded, [0, 1, 4, 5, 6, 7, 8], [2, 3]))


def sweep_ball_block(rng, count):
    half = count // 2
    a, b, h = legs(rng, half)
    along, left = np.stack([a, b], -1), np.stack([-b, a], -1)
    side = ints(rng, 0, 20, half, 1) * (rng.random((half, 1)) < 0.8)
    low, high = blocks(rng, half)
    touch = corner_of(low, high, left) + side * left
    kind = rng.integers(0, 4, (half, 1))
    elsewhere = touch + ints(rng, -999, 999, half, 2)
    center = touch + ints(rng, -9, 2, half, 1) * along
    end = touch + ints(rng, -1, 9, half, 1) * along
    center = np.select([kind == 1, kind == 2], [touch, elsewhere], center)
    end = np.select([kind == 1, kind == 2], [elsewhere, touch], end)
    radius = side[:, 0] * h
    over = kind[:, 0] == 3  # along the top, or down upon it
    center[over, 1], end[over, 1] = ((high[:, 1] + radius)[over],) * 2
    center[over, 1] += rng.choice([0.0, 999.0], half)[over]
    exact = rows(center, end - center, low, high, radius)

    low, center, velocity = rng.normal(size=(3, count - half, 2))
    high = low + np.abs(rng.normal(size=low.shape))
    velocity *= rng.choice([1e-9, 1.0, 10.0], (count - half, 1))
    c, v, x, y = wide(center, velocity, low, high)
    distance = [length(np.maximum(np.maximum(x - p, p - y), 0.0)) for p in (c, c + v)]
    for corner in ((x, x), (y, x), (y, y), (x, y)):
        spoke = np.stack([corner[0][:, 0], corner[1][:, 1]], -1) - c
        t = np.clip((spoke * v).sum(-1) / (v * v).sum(-1), 0.0, 1.0)
        distance.append(length(spoke - t[:, None] * v))
    rounded = rows(center, velocity, low, high, np.min(distance, axis=0))
    return sorted_blocks(edge(rng, exact, rounded, list(range(9))))


def turned_rows(rng, count):
    """Return rectangles at any angle that touch exactly.

    The circle's centre is a power of two from the pivot along a world axis, so that it
    lies at integer multiples of the cosine and the sine; the half extents are these,
    reduced by the radius.
    """
    angle = rng.uniform(-7.0, 7.0, count)
    cosine, sine, zero = np.cos(angle), np.sin(angle), np.zeros(count)
    far, flat = 2.0 ** rng.integers(0, 4, count), rng.random(count) < 0.5
    pivot = ints(rng, -50, 50, count, 2)
    center = pivot + np.stack(
        [np.where(flat, far, zero), np.where(flat, zero, far)], -1
    )
    local = (
        np.stack([np.where(flat, cosine, sine), np.where(flat, -sine, cosine)], -1)
        * far[:, None]
    )
    arm = np.floor(local * 8.0) / 8.0 * rng.integers(0, 2, (count, 1))
    half = np.abs(local - arm)
    radius = half[:, 0] - np.floor(half[:, 0] * 1024.0) / 1024.0
    at_corner = rng.random(count) < 0.3
    half[~at_corner, 0] -= radius[~at_corner]
    half[~at_corner, 1] *= 2.0
    radius[at_corner] = 0.0
    return rows(center, pivot + arm, half, pivot, radius, angle)


def circle_rect(rng, count):
    half = count // 4
    block = beside_blocks(rng, half)
    low, high = block[:, 4:6], block[:, 6:8]
    middle, extent = (low + high) / 2, (high - low) / 2
    upright = rows(block[:, 0:2], middle, extent, middle, block[:, 8], np.zeros(half))
    exact = np.concatenate([upright, turned_rows(rng, half)])

    left = count - 2 * half
    center, middle, extent, pivot = rng.normal(size=(4, left, 2))
    extent, angle = np.abs(extent), rng.uniform(-7.0, 7.0, left)
    pivot = np.where(rng.random((left, 1)) < 0.5, middle, pivot)
    c, m, h, p, cosine, sine = wide(
        center, middle, extent, pivot, np.cos(angle), np.sin(angle)
    )
    (dx, dy), arm = (c - p).T, m - p
    local = np.stack([cosine * dx + sine * dy, cosine * dy - sine * dx], -1) - arm
    radius = length(np.maximum(np.abs(local) - h, 0.0))
    rounded = rows(center, middle, extent, pivot, radius, angle)
    table = edge(rng, exact, rounded, list(range(9)))
    table[:, [4, 5, 8]] = np.abs(table[:, [4, 5, 8]])
    return table


def point_ellipse(rng, count):
    half = count // 2
    a, b, h = legs(rng, half)
    x_unit, y_unit = 2.0 ** rng.integers(0, 20, (2, half)) * ints(rng, 1, 9, 2, half)
    center = places(rng, half, 2)
    point = center + np.stack([a * x_unit, b * y_unit], -1)
    exact = rows(point, center, h * x_unit, h * y_unit, np.zeros(half))

    left = count - half
    point, center = rng.normal(size=(2, left, 2))
    angle = rng.uniform(-7.0, 7.0, left)
    p, m, cosine, sine = wide(point, center, np.cos(angle), np.sin(angle))
    dx, dy = (p - m).T
    x, y = cosine * dx + sine * dy, cosine * dy - sine * dx
    share = rng.uniform(0.01, 0.99, left)
    ry = (np.abs(y) / share).astype(np.float64)
    rx = np.abs(x) / np.sqrt((1 - y / ry) * (1 + y / ry))
    table = edge(rng, exact, rows(point, center, rx, ry, angle), list(range(6)))
    table[:, 4:6] = np.maximum(np.abs(table[:, 4:6]), np.nextafter(0.0, 1.0))
    return table
