"""Listing of article 4: time and place at which a moving sphere meets a line."""

from functools import partial
from math import sqrt

from playground.collision.articles import mistakes
from playground.collision.articles.mistakes import MistakeCase, MistakeKind, Nature

FLT_MAX = 3.4028234663852886e38


def sphere_line(r, pre_x, pre_y, pre_z, pos_x, pos_y, pos_z, qx, qy, qz, dx, dy, dz):
    Ex, Ey, Ez = pos_x - pre_x, pos_y - pre_y, pos_z - pre_z
    size = sqrt(dx * dx + dy * dy + dz * dz)
    Vx, Vy, Vz = dx, dy, dz
    if size != 0.0:
        Vx, Vy, Vz = dx / size, dy / size, dz / size
    Rx, Ry, Rz = qx - pre_x, qy - pre_y, qz - pre_z
    dotEV = Ex * Vx + Ey * Vy + Ez * Vz
    dotRV = Rx * Vx + Ry * Vy + Rz * Vz
    Ax, Ay, Az = dotEV * Vx - Ex, dotEV * Vy - Ey, dotEV * Vz - Ez
    Cx, Cy, Cz = Rx - dotRV * Vx, Ry - dotRV * Vy, Rz - dotRV * Vz
    Alpha = Ax * Ax + Ay * Ay + Az * Az
    Beta = Ax * Cx + Ay * Cy + Az * Cz
    Omega = Cx * Cx + Cy * Cy + Cz * Cz - r * r

    tmp = Beta * Beta - Alpha * Omega
    if abs(Alpha) <= 0.00001 or tmp < 0.0:
        # Without a time and a place: the largest float and the start.
        colli = pre_x, pre_y, pre_z
        if Omega < 0.0:
            return True, FLT_MAX, colli
        return False, FLT_MAX, colli

    t = (-sqrt(tmp) - Beta) / Alpha
    colli = pre_x + t * Ex, pre_y + t * Ey, pre_z + t * Ez
    if t >= 0.0 and t <= 1.0:
        return True, t, colli
    # The sphere may overlap the line at the start.
    if Omega < 0.0:
        return True, t, colli
    return False, t, colli


_case = partial(
    MistakeCase, "sphere_line", radius=1, line_point=(0, 0, 0), line_direction=(1, 0, 0)
)
TIME_IN_THE_PAST = MistakeKind(
    "overlap: time in the past",
    Nature.ERROR,
    _case("embedded, going through", previous=(0, 0.5, 0), position=(0, -1.5, 0)),
    _case("embedded, leaving", previous=(0, 0.5, 0), position=(0, 2.5, 0)),
    why="It returns the earlier root, from before the motion.",
)
TIME_FLT_MAX = MistakeKind(
    "overlap: time FLT_MAX",
    Nature.CHOICE,
    _case("embedded, at rest", previous=(0, 0.5, 0), position=(0, 0.5, 0)),
    _case("embedded, along the line", previous=(-2, 0.5, 0), position=(2, 0.5, 0)),
    why="It returns FLT_MAX, the largest float, as the time.",
)
TIME_WITHOUT_HIT = MistakeKind(
    "no hit, yet a time",
    Nature.ERROR,
    _case("answers without a hit", previous=(0, 5, 0), position=(0, 3, 0)),
    why="No hit is right, yet a time and a place are returned.",
)
SLOW_APPROACH_MISSED = MistakeKind(
    "slow approach missed",
    Nature.ERROR,
    _case("arrives slowly", previous=(0, 1.002, 0), position=(0, 0.999, 0)),
    _case(
        "arrives at a shallow angle", previous=(-3, 1.002, 0), position=(3, 0.999, 0)
    ),
    why="A motion below a fixed limit counts as none.",
)
START_TOUCH_MISSED = MistakeKind(
    "touch at the start missed",
    Nature.ERROR,
    _case("touching, at rest", previous=(0, 1, 0), position=(0, 1, 0)),
    _case("touching, along the line", previous=(-2, 1, 0), position=(2, 1, 0)),
    _case("touching, leaving", previous=(0, 1, 0), position=(0, 3, 0)),
    why="It tests for overlap with <: touching counts as a miss.",
)
WRONG_BY_ROUNDING = MistakeKind(
    "wrong by rounding",
    Nature.ROUNDING,
    _case(
        "grazes", previous=(2, -1, 0), position=(-2, -1, 0), line_direction=(1, 0, -1)
    ),
    _case(
        "near miss of a point",
        radius=0,
        previous=(-17, -17, 1),
        position=(16, 19, 8),
        line_direction=(0, 1, 3),
    ),
    _case(
        "ends just before the line",
        radius=0.5,
        previous=(-0.3, 0.6, 0.2),
        position=(-0.3, 0.4, 0.3),
    ),
    _case(
        "far along the line",
        radius=2,
        previous=(5, 2, -1),
        position=(-299995, -199998, 199999),
        line_direction=(-3, -2, 2),
    ),
)
POSITION_IS_CENTER = MistakeKind(
    "position is the centre",
    Nature.CHOICE,
    _case("the centre for the place", previous=(0, 3, 0), position=(0, -1, 0)),
    why="The place is the sphere's centre, not the contact.",
)
TOO_LARGE = MistakeKind(
    mistakes.TOO_LARGE,
    Nature.ROUNDING,
    _case(
        "too far for fourth powers",
        radius=10000000000.0,
        previous=(0, 30000000000.0, 0),
        position=(0, -10000000000.0, 0),
    ),
)
UNDERFLOW = MistakeKind(
    mistakes.UNDERFLOW,
    Nature.ROUNDING,
    _case(
        "tiny direction",
        previous=(3, 3, 0),
        position=(3, -1, 0),
        line_direction=(1e-23, 0, 0),
    ),
)
OVERFLOW = MistakeKind(
    mistakes.OVERFLOW,
    Nature.ROUNDING,
    _case(
        "huge direction",
        previous=(3, 3, 0),
        position=(3, -1, 0),
        line_direction=(1e20, 0, 0),
    ),
)
NO_DIRECTION = MistakeKind(
    mistakes.NO_DIRECTION,
    Nature.ERROR,
    _case(
        "no direction",
        previous=(0, 3, 0),
        position=(0, -1, 0),
        line_direction=(0, 0, 0),
        core_refuses=True,
    ),
)
NEGATIVE_RADIUS = MistakeKind(
    mistakes.NEGATIVE_RADIUS,
    Nature.ERROR,
    _case(
        "negative radius",
        radius=-1,
        previous=(0, 3, 0),
        position=(0, -1, 0),
        core_refuses=True,
    ),
)
KINDS = mistakes.list_kinds(globals())
