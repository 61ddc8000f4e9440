"""Reference verdicts of queries, from geometry in integers of any size.

Every function takes the query's floats as plain numbers, and returns its verdicts, then
whether the shapes just touch. Distances are compared squared and without division, so
that nothing is rounded.
"""

from fractions import Fraction

from playground.collision import BlockFace, SphereMotion


def whole(*numbers):
    """Return the numbers times the power of two that makes all of them integers."""
    ratios = [number.as_integer_ratio() for number in numbers]
    common = max(below for _, below in ratios)  # powers of two divide each other
    return [above * (common // below) for above, below in ratios]


def least(square, double, constant, last=None):
    """Return the least of `square t^2 + 2 double t + constant`, as a fraction's parts.

    t is from 0 to `last`, which is 1 or, for None, unlimited.
    """
    if double >= 0 or square == 0:
        return constant, 1
    if last is not None and -double >= square:
        return square + 2 * double + constant, 1
    return constant * square - double * double, square


def ray_circle(ox, oy, dx, dy, cx, cy, r):
    """Return whether the ray meets the circle: the gap is |o + t d - c|^2 - r^2."""
    ox, oy, cx, cy, r = whole(ox, oy, cx, cy, r)
    dx, dy = whole(dx, dy)
    mx, my = ox - cx, oy - cy
    at_origin = mx * mx + my * my - r * r
    square, double = dx * dx + dy * dy, mx * dx + my * dy
    nearest, _ = least(square, double, at_origin)
    meets = at_origin * square <= double * double
    hit = nearest <= 0 or at_origin <= 0
    return (hit, at_origin < 0, nearest == 0, meets), nearest == 0


def swept_sphere_line(*numbers):
    """Return the verdicts from the least distance of the path from the line.

    `across` is the product of two components orthogonal to the line, times the squared
    length of its direction.
    """
    *lengths, r = whole(*numbers[:9], numbers[12])
    start, end, point = lengths[0:3], lengths[3:6], lengths[6:9]
    line = whole(*numbers[9:12])
    step = [b - a for a, b in zip(start, end, strict=True)]
    gap = [a - b for a, b in zip(start, point, strict=True)]

    def dot(a, b):
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

    def across(a, b):
        return dot(a, b) * dot(line, line) - dot(a, line) * dot(b, line)

    at_start = across(gap, gap) - r * r * dot(line, line)
    square = across(step, step)
    rate = across(gap, step)
    nearest, _ = least(square, rate, at_start, last=1)
    motion = SphereMotion.CROSSING if square else SphereMotion.PARALLEL
    motion = motion if any(step) else SphereMotion.RESTING
    verdicts = nearest <= 0, at_start < 0, nearest < 0, rate < 0, motion
    return verdicts, nearest == 0


def ball_block(cx, cy, vx, vy, x0, y0, x1, y1, r):
    """Return the result of the article's rules, one axis after the other."""
    cx, cy, x0, y0, x1, y1, r = whole(cx, cy, x0, y0, x1, y1, r)
    gap2 = square_distance(cx, cy, x0, y0, x1, y1) - r * r
    outward_x = -1 if cx <= x0 else 1 if cx >= x1 else 0  # of a point block: left
    outward_y = 1 if cy >= y1 else -1 if cy <= y0 else 0  # and top
    faces = {
        (False, False): BlockFace.NONE,
        (False, True): BlockFace.TOP_BOTTOM,
        (True, False): BlockFace.LEFT_RIGHT,
        (True, True): BlockFace.CORNER,
    }
    across, upright = outward_x and gap2 <= 0, outward_y and gap2 <= 0
    zone = faces[bool(across), bool(upright)]
    face = faces[
        bool(across and outward_x * vx <= 0), bool(upright and outward_y * vy <= 0)
    ]
    inside = not outward_x and not outward_y
    graze = face != BlockFace.NONE and face != zone
    return (zone, face, inside, graze), gap2 == 0


def square_distance(x, y, x0, y0, x1, y1):
    """Return the squared distance of a point from a box, by clamping."""
    return (x - min(max(x, x0), x1)) ** 2 + (y - min(max(y, y0), y1)) ** 2


def sweep_ball_block(cx, cy, vx, vy, x0, y0, x1, y1, r):
    """Return whether the path meets the rounded box: two boxes and four discs."""
    cx, cy, vx, vy, x0, y0, x1, y1, r = whole(cx, cy, vx, vy, x0, y0, x1, y1, r)

    def stay(c, v, low, high):
        """Return the first and last time at which one coordinate is between the two."""
        if v == 0:
            return (0, 1) if low <= c <= high else (1, 0)
        return sorted((Fraction(low - c, v), Fraction(high - c, v)))

    def cut(grow_x, grow_y):
        first_x, last_x = stay(cx, vx, x0 - grow_x, x1 + grow_x)
        first_y, last_y = stay(cy, vy, y0 - grow_y, y1 + grow_y)
        return min(last_x, last_y, 1) - max(first_x, first_y, 0)

    gaps = []
    for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        mx, my = cx - x, cy - y
        at_start = mx * mx + my * my - r * r
        gaps.append(least(vx * vx + vy * vy, mx * vx + my * vy, at_start, last=1)[0])
    cuts = cut(r, 0), cut(0, r)
    hit = max(cuts) >= 0 or min(gaps) <= 0
    touch = hit and max(cuts) <= 0 and min(gaps) >= 0
    if square_distance(cx, cy, x0, y0, x1, y1) > r * r:
        enters = hit and not _grazes(cx, cy, vx, vy, x0, y0, x1, y1, r)
        return (hit, False, enters), touch
    toward = _toward(cx, cy, vx, vy, x0, y0, x1, y1)
    return (hit, toward < 0, toward > 0), touch


def _toward(cx, cy, vx, vy, x0, y0, x1, y1):
    """Return the velocity towards a block's nearest point, or inside, nearest side."""
    out_x, out_y = max(x0 - cx, cx - x1), max(y0 - cy, cy - y1)
    to_x = -vx if cx - x1 > x0 - cx else vx  # ties: left and top
    to_y = -vy if cy - y1 >= y0 - cy else vy
    if out_x == out_y == 0:
        return to_x + to_y
    if max(out_x, out_y) > 0:
        return max(out_x, 0) * to_x + max(out_y, 0) * to_y
    return to_x if out_x > out_y else to_y


def _grazes(cx, cy, vx, vy, x0, y0, x1, y1, r):
    """Return whether the line of a disc's path passes a block at its radius or more."""
    sides = [vx * (y - cy) - vy * (x - cx) for x in (x0, x1) for y in (y0, y1)]
    beside = min(sides) > 0 or max(sides) < 0
    nearest = min(side * side for side in sides)
    return r > 0 and beside and nearest >= r * r * (vx * vx + vy * vy)


def circle_rect(x, y, rx, ry, hx, hy, px, py, r, cosine, sine):
    """Return the verdicts from the distance of the rotated centre from the box."""
    one, c, s = whole(1.0, cosine, sine)
    x, y, rx, ry, hx, hy, px, py, r = whole(x, y, rx, ry, hx, hy, px, py, r)
    dx, dy = x - px, y - py
    middle_x, middle_y = one * (rx - px), one * (ry - py)
    low_x, high_x = middle_x - one * hx, middle_x + one * hx
    low_y, high_y = middle_y - one * hy, middle_y + one * hy
    x, y = c * dx + s * dy, c * dy - s * dx
    gap2 = square_distance(x, y, low_x, low_y, high_x, high_y) - (one * r) ** 2
    within = low_x < x < high_x and low_y < y < high_y
    beyond = not (low_x < x < high_x or low_y < y < high_y)
    feature = 0 if within else 2 if beyond else 1
    return (gap2 <= 0, gap2 < 0 or within, feature), gap2 == 0


def point_ellipse(x, y, cx, cy, rx, ry, cosine, sine):
    """Return whether (x' / rx)^2 + (y' / ry)^2 is at most 1."""
    one, c, s = whole(1.0, cosine, sine)
    x, y, cx, cy, rx, ry = whole(x, y, cx, cy, rx, ry)
    along, across = c * (x - cx) + s * (y - cy), c * (y - cy) - s * (x - cx)
    gap = (along * ry) ** 2 + (across * rx) ** 2 - (one * rx * ry) ** 2
    return (gap <= 0, gap < 0), gap == 0
