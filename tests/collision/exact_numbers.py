"""Reference numbers and points of a query, in fractions of any size.

Every function takes the query's floats as `exact_truth` does, and returns its fields by
name: fractions, lists of them for points, and None for "not defined". Everything is
exact except for roots, which have at least `DIGITS` binary digits.
"""

from fractions import Fraction
from math import isqrt

import exact_truth
import mpmath

from playground.collision import BlockFace

DIGITS = 300
# By itself: others set the digits of the one that all share.
_mp = mpmath.MPContext()
_mp.prec = DIGITS


def root(x):
    """Return the square root of a fraction >= 0, to `DIGITS` binary digits."""
    above, below = x.numerator * x.denominator, x.denominator
    spare = max(2 * DIGITS - above.bit_length(), 0) // 2
    return Fraction(isqrt(above << 2 * spare), below << spare)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def minus(a, b):
    return [x - y for x, y in zip(a, b, strict=True)]


def along(start, step, t):
    """Return the point at a time, None without a time."""
    return None if t is None else [s + t * v for s, v in zip(start, step, strict=True)]


def unit(vector):
    size = root(dot(vector, vector))
    return [x / size for x in vector]


def roots(a, b, c, disc):
    """Return both roots of a t^2 + 2 b t + c for disc = b^2 - a c >= 0, in order."""
    far = abs(b) + root(disc)
    if not far:
        return Fraction(0), Fraction(0)
    # That of b's own sign has no cancellation, and their product is c / a.
    near = -c / far if b > 0 else c / far
    other = -far / a if b > 0 else far / a
    return min(near, other), max(near, other)


def ray_circle(*numbers):
    ox, oy, dx, dy, cx, cy, r = map(Fraction, numbers)
    origin, way, center = [ox, oy], [dx, dy], [cx, cy]
    gap = minus(origin, center)
    square, rate, power = dot(way, way), dot(gap, way), dot(gap, gap) - r * r
    across = gap[0] * way[1] - gap[1] * way[0]
    disc = r * r * square - across * across
    enter, leave = roots(square, rate, power, disc) if disc >= 0 else (None, None)
    ahead = [t for t in (enter, leave) if t is not None and t >= 0]
    t = ahead[0] if ahead else None
    point = along(origin, way, t)
    normal = (
        point and [-x for x in unit(way)]
        if not r
        else point and unit(minus(point, center))
    )
    nearest = -rate / square
    return {
        "t_enter": enter,
        "t_exit": leave,
        "t": t,
        "point": point,
        "normal": normal,
        "point_enter": along(origin, way, enter),
        "point_exit": along(origin, way, leave),
        "discriminant": disc / square,
        "closest_t": nearest,
        "closest": along(origin, way, nearest),
    }


def swept_sphere_line(*numbers):
    *numbers, r = map(Fraction, numbers)
    start, end, point, line = (numbers[i : i + 3] for i in (0, 3, 6, 9))
    step, gap, long = minus(end, start), minus(start, point), dot(line, line)

    def across(a, b):
        return dot(a, b) - dot(a, line) * dot(b, line) / long

    alpha, beta, c2 = across(step, step), across(step, gap), across(gap, gap)
    omega = c2 - r * r
    disc = beta * beta - alpha * omega
    crossing = alpha > 0
    enter, leave, nearest = None, None, None
    if crossing:
        nearest = -beta / alpha
        if disc >= 0:
            enter, leave = roots(alpha, beta, omega, disc)
    t = Fraction(0) if omega <= 0 else enter
    t = None if t is None or not 0 <= t <= 1 else t
    center = along(start, step, t)
    contact = center and along(point, line, dot(minus(center, point), line) / long)
    least = c2 - beta * beta / alpha if crossing else c2
    return {
        "t": t,
        "center": center,
        "contact": contact,
        "t_enter": enter,
        "t_exit": leave,
        "alpha": alpha,
        "beta": beta,
        "omega": omega,
        "discriminant": disc,
        "closest_t": nearest,
        "closest_distance": root(least),
        "speed": root(alpha),
    }


def nearest_of(x, y, box):
    x0, y0, x1, y1 = box
    return [min(max(x, x0), x1), min(max(y, y0), y1)]


def ball_block(*numbers):
    (_, face, _, _), _ = exact_truth.ball_block(*numbers)
    cx, cy, vx, vy, x0, y0, x1, y1, r = map(Fraction, numbers)
    gap = [max(x0 - cx, cx - x1), max(y0 - cy, cy - y1)]
    outward = [-1 if x0 - cx >= cx - x1 else 1, -1 if y0 - cy > cy - y1 else 1]
    beyond = [max(g, 0) for g in gap]
    inside = max(gap) < 0
    distance = max(gap) - r if inside else root(dot(beyond, beyond)) - r
    if not inside and dot(beyond, beyond) == r * r:
        distance = Fraction(0)
    bounced = {
        BlockFace.NONE: [vx, vy],
        BlockFace.TOP_BOTTOM: [vx, -vy],
        BlockFace.LEFT_RIGHT: [-vx, vy],
        # In the line that leans 45 degrees on both sides.
        BlockFace.CORNER: [-outward[0] * outward[1] * v for v in (vy, vx)],
    }[face]
    return {"gap": gap, "outward": outward, "distance": distance, "bounced": bounced}


def sweep_ball_block(*numbers):
    cx, cy, vx, vy, x0, y0, x1, y1, r = map(Fraction, numbers)
    center, step, box = [cx, cy], [vx, vy], [x0, y0, x1, y1]
    off = minus(center, nearest_of(cx, cy, box))
    if dot(off, off) <= r * r:
        t = Fraction(0)
    else:
        t = min(_touches(center, step, box, r), default=None)
    at = along(center, step, t)
    contact = at and nearest_of(*at, box)
    found = {"t": t, "center": at, "contact": contact}
    if at is None:
        return {**found, "normal": None}
    off = minus(at, contact)
    # A touch that a root puts at a corner, or less than its digits beside it, is there;
    # a point has no normal of its own where it touches, nor a centre inside.
    return {**found, "normal": unit(off)} if r and any(off) else found


def _touches(center, step, box, r):
    """Yield the times of the step at which the disc touches sides and corners."""
    x0, y0, x1, y1 = box
    for axis, places in enumerate(((x0, x1), (y0, y1))):
        low, high = ((x0, x1), (y0, y1))[1 - axis]
        for place, way in zip(places, (-1, 1), strict=True):
            if step[axis] * way < 0:
                t = (place + way * r - center[axis]) / step[axis]
                if 0 <= t <= 1 and low <= center[1 - axis] + t * step[1 - axis] <= high:
                    yield t
    square = dot(step, step)
    for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        gap = minus(center, corner)
        rate, power = dot(gap, step), dot(gap, gap) - r * r
        across = gap[0] * step[1] - gap[1] * step[0]
        disc = r * r * square - across * across
        if square and disc >= 0:
            t, _ = roots(square, rate, power, disc)
            if 0 <= t <= 1:
                yield t


def circle_rect(*numbers):
    x, y, rx, ry, hx, hy, px, py, r, c, s = map(Fraction, numbers)
    dx, dy = x - px, y - py
    local = [px + c * dx + s * dy, py + c * dy - s * dx]
    at = minus(local, [rx, ry])
    beyond = [abs(at[0]) - hx, abs(at[1]) - hy]
    half, sides = [hx, hy], [-1 if a < 0 else 1 for a in at]
    outer = [max(b, 0) for b in beyond]
    inside = max(beyond) < 0
    distance = max(beyond) - r if inside else root(dot(outer, outer)) - r
    if not inside and dot(outer, outer) == r * r:
        distance = Fraction(0)
    through = 0 if beyond[0] >= beyond[1] else 1

    def back(a, b):
        """Return a point of the rectangle's frame in the world."""
        a, b = rx - px + a, ry - py + b
        return [px + c * a - s * b, py + s * a + c * b]

    closest = [
        sides[i] * half[i] if beyond[i] >= 0 or (inside and i == through) else at[i]
        for i in range(2)
    ]
    if inside:
        normal = [sides[i] if i == through else 0 for i in range(2)]
    elif any(outer):
        normal = [side * b for side, b in zip(sides, outer, strict=True)]
    else:
        normal = [side * (not b) for side, b in zip(sides, beyond, strict=True)]
    nx, ny = unit(normal)
    corners = ((-hx, -hy), (hx, -hy), (hx, hy), (-hx, hy))
    return {
        "distance": distance,
        "depth": max(-distance, Fraction(0)),
        "closest": back(*closest),
        "normal": [c * nx - s * ny, s * nx + c * ny],
        "local_center": local,
        "corners": [x for corner in corners for x in back(*corner)],
        "cosine": c,
        "sine": s,
    }


def point_ellipse(*numbers):
    x, y, cx, cy, rx, ry, c, s = map(Fraction, numbers)
    dx, dy = x - cx, y - cy
    at = [c * dx + s * dy, c * dy - s * dx]
    level = (at[0] / rx) ** 2 + (at[1] / ry) ** 2
    upright = rx < ry
    major, minor = max(rx, ry), min(rx, ry)
    near = _nearest(*map(abs, reversed(at) if upright else at), major, minor)
    near = [
        -p if a < 0 else p
        for p, a in zip(reversed(near) if upright else near, at, strict=True)
    ]
    off = minus(at, near)
    distance = root(dot(off, off))
    return {
        "translated": [dx, dy],
        "rotated": at,
        "normalized": [at[0], at[1] * rx / ry],
        "level": Fraction(1) if level == 1 else root(level),
        "distance": Fraction(0) if level == 1 else distance if level > 1 else -distance,
        "closest": [cx + c * near[0] - s * near[1], cy + s * near[0] + c * near[1]],
        "cosine": c,
        "sine": s,
    }


def _nearest(u, v, major, minor):
    """Return the nearest point of an upright ellipse to (u, v) >= 0, by Lagrange.

    With e = major^2 - minor^2 it is (major^2 u / (s + e), minor^2 v / s) for the s > 0
    that puts it on the ellipse. Both squared terms decrease as s grows, so Newton's
    method from below converges monotonically.
    """
    e, x, y = major**2 - minor**2, major * u, minor * v
    if not y:
        if x < e:  # within the evolute's cusps: above the axis
            cosine = x / e
            return [major * cosine, minor * root((1 - cosine) * (1 + cosine))]
        return [major, Fraction(0)]
    e, x, y = (_mp.mpf(n.numerator) / n.denominator for n in (e, x, y))
    s = max(y, x - e)
    for _ in range(400):
        first, second = (x / (s + e)) ** 2, (y / s) ** 2
        size = first + second
        # On 1 / root(size), which is nearly straight.
        step = (_mp.sqrt(size) - 1) * size / (first / (s + e) + second / s)
        s += step
        if abs(step) < s * _mp.mpf(2) ** (-DIGITS + 40):
            break
    return [major * _fraction(x / (s + e)), minor * _fraction(y / s)]


def _fraction(x):
    sign, man, exponent, _ = x._mpf_
    whole = Fraction(-int(man) if sign else int(man))
    return whole * Fraction(2) ** exponent
