"""Cases of the mode "one hit"."""

import math

import playground.scene as sc
from playground.collision.articles import ball_block as kinds
from scenes.ball_block.one_hit.params import OneHitParams


def _corner(x: int, y: int) -> OneHitParams:
    """Return a ball that touches the corner toward (x, y) at exactly 45 degrees."""
    p = OneHitParams()
    corner = sc.point_along(p.block, (x * p.half_extents[0], y * p.half_extents[1]))
    touch = sc.point_along(corner, (x, y), p.radius * math.sqrt(0.5))
    velocity = -2.2 * x, -1.0 * y
    return OneHitParams(sc.point_along(touch, velocity, -0.75), velocity=velocity)


def _step(start: sc.Vec2, velocity: sc.Vec2, t: float = 1.0) -> OneHitParams:
    return OneHitParams(start, velocity=velocity, t=t)


_BOTH = sc.message(
    "Here the corner bounce as printed sends the ball on into the block; the "
    "bounce that is meant sends it away."
)
CASES = sc.cases(
    sc.Case(
        "Top side",
        # It opens at the start of the step: the ball is still on its way.
        OneHitParams(t=0.0),
        "The centre ends in the band above the top: the y part is reversed.",
        "Top or bottom",
    ),
    sc.Case(
        "Left side",
        _step((-4.4, -1.9), (2.1, 1.2)),
        "The centre ends in the band beside the left side: the x part is reversed.",
        "Left or right",
    ),
    sc.Case(
        "Upper left corner",
        _corner(-1, 1),
        "The centre ends in a corner's quarter disc, moving toward both sides: x "
        "and y change places. Touched at 45°, that is exact.",
        "Corner",
    ),
    sc.Case(
        "Lower right corner",
        _corner(1, -1),
        "The other corner at which the printed bounce turns the ball outward. Touched "
        "at 45°, that is exact.",
        "Corner",
    ),
    sc.Case(
        "Upper right corner",
        _corner(1, 1),
        _BOTH,
        "Corner",
        kinds.CORNER_BOUNCE_INWARD.name,
    ),
    sc.Case(
        "Lower left corner",
        _corner(-1, -1),
        _BOTH,
        "Corner",
        kinds.CORNER_BOUNCE_INWARD.name,
    ),
    sc.Case(
        "Corner almost on the side",
        _step((-2.0, 3.1), (0.0, -1.9)),
        "The ball comes straight down just past the end of the top: it should "
        "fly up again, and a little to the left.",
        "Corner",
        kinds.CORNER_NORMAL_IGNORED.name,
    ),
    sc.Case(
        "Graze",
        _step((5.1, 0.25), (-1.6, 0.8)),
        "At the upper right corner, moving left but also up: the rule treats it "
        "as the right side and reverses only x.",
        "Corner",
        kinds.CORNER_NORMAL_IGNORED.name,
    ),
    sc.Case(
        "Leaving, called a graze",
        _step((3.2, 1.2), (-0.6, 1.7), 0.0),
        "The ball overlaps a corner and is on its way out.",
        "Leaving",
        kinds.NOT_MOVING_IN.name,
    ),
    sc.Case(
        "Moving away",
        _step((-0.4, 1.2), (1.5, 1.9), 0.0),
        "It overlaps the top but moves up: the rule assumes it has already "
        "bounced, and lets it go.",
        "Leaving",
    ),
    sc.Case(
        "No overlap",
        _step((-3.6, 1.2), (3.2, 1.6)),
        "The ball passes over the block and is clear of it at every moment.",
        "No hit",
    ),
    sc.Case(
        "Touching, gliding",
        _step((-0.6, 1.5), (2.4, 0.0), 0.0),
        "The ball rolls along the top: it touches and never moves in.",
        "Resting or gliding",
    ),
    sc.Case(
        "Centre inside",
        _step((-4.6, 0.4), (3.9, -0.7)),
        "A ball that moves more than r in one frame can jump over the band and "
        "end inside the block.",
        "Left or right",
        kinds.CENTER_INSIDE_MISSED.name,
    ),
    sc.Case(
        "Fast ball",
        OneHitParams((-4.4, -0.9), 0.9, (8.4, 1.2), (0.0, -0.3), (0.8, 1.8)),
        "Clear of the block before and after, but straight through it in between.",
        "Left or right",
        kinds.HIT_ON_WAY_MISSED.name,
    ),
    sc.Case(
        "Overlap at the start, gone by",
        OneHitParams((-1.25, 0.0), 0.5, (10.0, 0.0), (0.0, 0.0), (1.0, 1.0)),
        "It overlaps the left side, moves in, and by the end of the frame is out "
        "on the other side.",
        "Left or right",
        kinds.START_OVERLAP_MISSED.name,
    ),
    sc.Case(
        "Too small to square",
        OneHitParams(
            (2e-170, 2e-170), 1e-170, (1.0, -0.5), (-0.5, -0.5), (0.5, 0.5), 0.0
        ),
        "A ball smaller than any picture can show passes the corner.",
        "No hit",
        kinds.TOO_SMALL.name,
    ),
    sc.Case(
        "Late, and at another face",
        _step((-3.5, 1.75), (2.7, -0.75)),
        "It meets the upper left corner but ends the frame above the top.",
        "Corner",
        kinds.LATE_OTHER_FACE.name,
    ),
)

# A smaller version of "Fast ball".
START = sc.GuidedStart(
    OneHitParams((-2.6, -0.4), 0.5, (1.7, 0.2), (0.0, 0.0), (0.6, 1.5)),
    "velocity",
    (1.4, 0.2),
    "Drag V's tip past the block: a published routine stops seeing the hit.",
    "You found it. The ball meets the block on its way, and the routine says: no hit.",
)
