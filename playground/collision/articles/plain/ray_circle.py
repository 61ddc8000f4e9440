"""Article 1: where a ray meets a circle."""

from math import sqrt


def circle_ray(ox, oy, r, ax, ay, vx, vy):
    if r < 0.0:
        return None
    if vx == 0.0 and vy == 0.0:
        return None

    # The ray's start as seen from the circle's centre.
    ax -= ox
    ay -= oy

    # The direction, 1 long.
    len = sqrt(vx * vx + vy * vy)
    vx /= len
    vy /= len

    dotAV = ax * vx + ay * vy
    dotAA = ax * ax + ay * ay
    s = dotAV * dotAV - dotAA + r * r
    if abs(s) < 0.000001:
        s = 0.0
    if s < 0.0:
        return None

    sq = sqrt(s)
    t1 = -dotAV - sq
    t2 = -dotAV + sq
    if t1 < 0.0 or t2 < 0.0:
        return None

    c1x = ax + t1 * vx + ox
    c1y = ay + t1 * vy + oy
    c2x = ax + t2 * vx + ox
    c2y = ay + t2 * vy + oy
    return (c1x, c1y), (c2x, c2y)
