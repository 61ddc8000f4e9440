"""Article 2: does a circle overlap a rectangle that is turned about a pivot."""

from math import cos, sin


def circle_rotated_rect(xc, yc, r, px, py, angle, left, bottom, right, top):
    # To undo the rectangle's turn, turn the circle about the pivot.
    if int(angle) % 90 != 0:
        theta = -angle * 0.01745329252
        cosine = cos(theta)
        sine = sin(theta)
        x = cosine * (xc - px) - sine * (yc - py) + px
        y = sine * (xc - px) + cosine * (yc - py) + py
        xc = x
        yc = y

    # The rectangle as the engine keeps it: a corner and a size.
    width = right - left
    height = top - bottom
    x1 = left
    y1 = bottom + height
    x2 = left + width
    y2 = bottom

    r2 = r * r
    x1c2 = (x1 - xc) * (x1 - xc)
    x2c2 = (x2 - xc) * (x2 - xc)
    y1c2 = (y1 - yc) * (y1 - yc)
    y2c2 = (y2 - yc) * (y2 - yc)

    a = xc > x1 and xc < x2 and yc > y1 - r and yc < y2 + r
    b = xc > x1 - r and xc < x2 + r and yc > y1 and yc < y2
    c = x1c2 + y1c2 < r2
    d = x2c2 + y1c2 < r2
    e = x1c2 + y2c2 < r2
    f = x2c2 + y2c2 < r2
    return a or b or c or d or e or f
