"""Article 5: which face of a block a ball hits, and how it bounces; y points down."""


def circle_rectangle(X, Y, Radius, vx, vy, Left, Top, Right, Bottom):
    yTop = Top - Y
    yBottom = Y - Bottom
    xLeft = Left - X
    xRight = X - Right

    _x = xLeft
    _vx = vx
    if xLeft < 0.0:
        _x = xRight
        _vx = -vx
    _y = yTop
    _vy = vy
    if yTop < 0.0:
        _y = yBottom
        _vy = -vy

    if _y >= 0.0:
        if _x >= 0.0:
            if _y * _y + _x * _x <= Radius * Radius:
                if _vx >= 0.0:
                    if _vy >= 0.0:
                        return "HitCorner"
                    return "HitLeftRight"
                if _vy >= 0.0:
                    return "HitTopBottom"
        elif _y <= Radius:
            if _vy >= 0.0:
                return "HitTopBottom"
    elif _x >= 0.0:
        if _x <= Radius:
            if _vx >= 0.0:
                return "HitLeftRight"
    return "NotHit"


def ball_block(X, Y, Radius, vx, vy, Left, Top, Right, Bottom):
    face = circle_rectangle(X, Y, Radius, vx, vy, Left, Top, Right, Bottom)
    if face == "HitCorner":
        return face, (-vy, -vx)
    if face == "HitLeftRight":
        return face, (-vx, vy)
    if face == "HitTopBottom":
        return face, (vx, -vy)
    return face, (vx, vy)
