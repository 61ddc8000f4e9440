"""Article 3: is a point in an ellipse."""

from math import cos, sin


def point_ellipse(x, y, cx, cy, rx, ry, rad):
    # What makes the ellipse a circle about 0 is done to the point.
    sine = sin(rad)
    cosine = cos(rad)
    px = (x - cx) * cosine + (y - cy) * sine
    py = (rx / ry) * (-(x - cx) * sine + (y - cy) * cosine)
    return px * px + py * py < rx * rx
