"""Listing of article 5: the face of a block that a ball hits; y points down."""

from functools import partial

from playground.collision.articles import mistakes
from playground.collision.articles.mistakes import MistakeCase, MistakeKind, Nature


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


_unit_block = partial(MistakeCase, radius=0.5, rect_min=(-1, -1), rect_max=(1, 1))
_case = partial(_unit_block, "circle_rectangle")
_bounce = partial(_unit_block, "corner_bounce")
START_OVERLAP_MISSED = MistakeKind(
    "overlap at the start: missed",
    Nature.ERROR,
    _case(
        "overlap at the start, gone by",
        center=(8.75, 0),
        velocity=(10, 0),
        meant={"center": (-1.25, 0)},
    ),
    why="The rule looks at one moment, and sees no touch then.",
)
HIT_ON_WAY_MISSED = MistakeKind(
    "hit on the way: missed",
    Nature.ERROR,
    _case("fast ball", center=(-5, 0), velocity=(10, 0)),
    why="The rule looks at one moment, and sees no touch then.",
)
CENTER_INSIDE_MISSED = MistakeKind(
    "centre inside: missed",
    Nature.CHOICE,
    _case("centre inside", center=(0.5, 0), velocity=(-1, 0)),
    why="The centre is assumed never to get inside the block.",
)
LATE_OTHER_FACE = MistakeKind(
    "late: another face",
    Nature.ERROR,
    _case(
        "late, and at another face",
        center=(-0.5, 1.25),
        velocity=(1.5, -0.25),
        meant={"center": (-2, 1.5)},
    ),
    why="It names the side the ball is at, not the one it met.",
)
NOT_MOVING_IN = MistakeKind(
    "leaving or gliding: turned",
    Nature.CHOICE,
    _case("leaving, called a graze", center=(1.125, 1.375), velocity=(-2, 1)),
    _case(
        "gliding past, called a graze", center=(1.75, 2), radius=1.25, velocity=(-4, 3)
    ),
    _case("gliding over a corner", center=(-1, 1.5), velocity=(1, 0)),
    why="Signs decide, even for a ball that moves out.",
)
CORNER_BOUNCE_INWARD = MistakeKind(
    "corner: sent on inward",
    Nature.ERROR,
    _bounce("upper right corner", center=(1.25, 1.25), velocity=(-2, -1)),
    _bounce("lower left corner", center=(-1.25, -1.25), velocity=(2, 1)),
    why="Every corner swaps vx and vy alike: it flies on in.",
)
CORNER_NORMAL_IGNORED = MistakeKind(
    "corner: normal ignored",
    Nature.CHOICE,
    _bounce("corner almost on the side", center=(-1.125, 1.375), velocity=(0, -2)),
    _case("graze, counted as a side", center=(1.125, 1.375), velocity=(1, -1)),
    why="Bounced as at the arc's middle, wherever it touched.",
)
ROUNDING = MistakeKind(
    "rounding",
    Nature.ROUNDING,
    _case("just past a corner", center=(1.07, 1.24), radius=0.25, velocity=(24, -6)),
)
TOO_SMALL = MistakeKind(
    mistakes.TOO_SMALL,
    Nature.ROUNDING,
    _case(
        "too small to square",
        center=(2e-170, 2e-170),
        radius=1e-170,
        velocity=(1, -0.5),
        rect_max=(0, 0),
    ),
)
TOO_LARGE = MistakeKind(
    mistakes.TOO_LARGE,
    Nature.ROUNDING,
    _case(
        "too large to square",
        center=(2e160, 2e160),
        radius=1e160,
        velocity=(1e160, -5e159),
        rect_min=(-1e160, -1e160),
        rect_max=(0, 0),
    ),
)
EXCHANGED = MistakeKind(
    mistakes.EXCHANGED,
    Nature.ERROR,
    _case(
        "corners exchanged",
        center=(0, 0),
        radius=1.5,
        velocity=(1, -1),
        rect_min=(1, 1),
        rect_max=(-1, -1),
        core_refuses=True,
    ),
)
NEGATIVE_RADIUS = MistakeKind(
    mistakes.NEGATIVE_RADIUS,
    Nature.ERROR,
    _case(
        "negative radius",
        center=(1.25, 1.25),
        radius=-0.5,
        velocity=(-1, -1),
        core_refuses=True,
    ),
)
KINDS = mistakes.list_kinds(globals())
