"""Cases of article 4's scene."""

import playground.scene as sc
from playground.collision.articles.sphere_line import (
    POSITION_IS_CENTER,
    SLOW_APPROACH_MISSED,
    START_TOUCH_MISSED,
    TIME_FLT_MAX,
    TIME_IN_THE_PAST,
    TIME_WITHOUT_HIT,
    UNDERFLOW,
    WRONG_BY_ROUNDING,
)
from scenes.sphere_line.params import SphereLineParams

CASES = sc.cases(
    sc.Case(
        "Crossing",
        SphereLineParams(),
        "The sphere meets the line, sinks in and leaves again: two roots.",
        "Hit",
        POSITION_IS_CENTER.name,
    ),
    sc.Case(
        "Tangent",
        SphereLineParams(
            *((-3.5, 2.25, 1.5), (3.5, 2.25, -1.0), 1.0),
            *((0.0, 1.25, 2.0), (0.0, 0.0, -2.0), 0.25),
        ),
        "The nearest approach is exactly one radius: both roots are one.",
        "Touch",
        POSITION_IS_CENTER.name,
    ),
    sc.Case(
        "Miss",
        SphereLineParams(
            *((-4.0, 3.2, 1.6), (4.0, 2.8, -1.4), 0.8),
            *((0.2, 0.9, 2.2), (0.2, 0.3, -1.8), 0.3),
        ),
        "The discriminant is negative: the sphere passes over the line.",
        "Miss",
    ),
    sc.Case(
        "Ends too early",
        SphereLineParams(
            *((-1.0, 1.5, 4.0), (-1.0, 1.5, 2.0), 1.0),
            *((0.0, 1.5, -1.0), (2.0, 0.0, 0.0), 0.5),
        ),
        "The sphere is on its way to the line, but the motion ends before.",
        "Miss",
        TIME_WITHOUT_HIT.name,
    ),
    sc.Case(
        "Already past",
        SphereLineParams(
            *((-1.5, 2.2, 0.8), (-4.0, 2.6, 2.6), 0.8),
            *((0.0, 1.2, 1.2), (0.2, 0.2, -1.8), 0.4),
        ),
        "Both roots are negative: the sphere is leaving the line behind.",
        "Miss",
        TIME_WITHOUT_HIT.name,
    ),
    sc.Case(
        "Embedded, going through",
        SphereLineParams(
            *((-0.5, 2.0, 0.75), (1.5, 2.0, -3.25), 1.0),
            *((1.5, 1.5, 0.25), (1.5, 0.0, 0.0), 0.5),
        ),
        "The sphere overlaps the line before it moves, and its centre is still coming "
        "nearer. The time is 0.",
        "Embedded",
        TIME_IN_THE_PAST.name,
    ),
    sc.Case(
        "Embedded, leaving",
        SphereLineParams(
            *((0.0, 3.0, 0.0), (0.0, 5.0, 0.0), 1.0),
            *((-2.0, 2.5, 0.0), (1.5, 0.0, 0.0), 0.6),
        ),
        "The sphere overlaps at the start and is on its way out.",
        "Embedded",
        TIME_IN_THE_PAST.name,
    ),
    sc.Case(
        "Embedded at rest",
        SphereLineParams(
            *((0.0, 2.0, 0.0), (0.0, 2.0, 0.0), 1.2),
            *((-2.5, 1.5, 0.5), (2.0, 0.0, -0.25), 0.0),
        ),
        "There is no motion, and still a hit: the sphere overlaps the line throughout.",
        "Embedded",
        TIME_FLT_MAX.name,
    ),
    sc.Case(
        "Embedded along the line",
        SphereLineParams(
            *((-3.0, 2.0, 0.0), (3.0, 2.0, 0.0), 1.0),
            *((-1.0, 1.5, 0.0), (2.0, 0.0, 0.0), 0.4),
        ),
        "Motion along the line never changes the distance, and the sphere "
        "overlaps throughout.",
        "Embedded",
        TIME_FLT_MAX.name,
    ),
    sc.Case(
        "Parallel",
        SphereLineParams(
            *((-3.5, 2.5, 1.0), (3.5, 2.5, 1.0), 0.8),
            *((-1.0, 1.0, -0.5), (2.0, 0.0, 0.0), 0.35),
        ),
        "α is 0: the sphere flies beside the line and keeps its distance.",
        "Miss",
    ),
    sc.Case(
        "Rolling on the line",
        SphereLineParams(
            *((-3.0, 2.5, 0.0), (3.0, 2.5, 0.0), 1.0),
            *((-1.0, 1.5, 0.0), (2.0, 0.0, 0.0), 0.4),
        ),
        "Motion along the line at exactly one radius: it touches throughout.",
        "Touch",
        START_TOUCH_MISSED.name,
    ),
    sc.Case(
        "Resting",
        SphereLineParams(
            *((0.5, 2.8, 1.0), (0.5, 2.8, 1.0), 0.9),
            *((-2.0, 1.0, 0.5), (2.0, 0.2, -0.4), 0.0),
        ),
        "There is no motion, so only the distance counts.",
        "Miss",
    ),
    sc.Case(
        "Touching at rest",
        SphereLineParams(
            *((0.0, 2.5, 0.0), (0.0, 2.5, 0.0), 1.0),
            *((-2.0, 1.5, 0.0), (2.0, 0.0, 0.0), 0.0),
        ),
        "The sphere lies on the line.",
        "Touch",
        START_TOUCH_MISSED.name,
    ),
    sc.Case(
        "Touching, leaving",
        SphereLineParams(
            *((0.0, 3.5, 0.0), (1.0, 5.5, 0.0), 1.0),
            *((-2.0, 2.5, 0.0), (2.0, 0.0, 0.0), 0.5),
        ),
        "The sphere touches at t = 0 and moves off.",
        "Touch",
        START_TOUCH_MISSED.name,
    ),
    sc.Case(
        "Arrives slowly",
        SphereLineParams(
            *((0.0, 2.502, 0.0), (0.0, 2.499, 0.0), 1.0),
            *((-2.0, 1.5, 0.0), (2.0, 0.0, 0.0), 0.0),
        ),
        "A motion of 3 mm, in which the sphere arrives.",
        "Hit",
        SLOW_APPROACH_MISSED.name,
    ),
    sc.Case(
        "Arrives at a shallow angle",
        SphereLineParams(
            *((-3.0, 2.502, 0.0), (3.0, 2.499, 0.0), 1.0),
            *((-1.0, 1.5, 0.0), (2.0, 0.0, 0.0), 0.3),
        ),
        "A fast sphere that nearly follows the line and settles on it.",
        "Hit",
        SLOW_APPROACH_MISSED.name,
    ),
    sc.Case(
        "Grazing, lost in float",
        SphereLineParams(
            *((-4.0, 1.0, 3.0), (4.0, 1.5, -0.5), 1.0),
            *((-1.0, 1.5, 0.5), (-2.0, 1.0, 2.0), 0.15),
        ),
        "The discriminant is exactly 0: the sphere touches once.",
        "Touch",
        WRONG_BY_ROUNDING.name,
    ),
    sc.Case(
        "Point, missed by 1.6 mm",
        SphereLineParams(
            *((-4.0, 3.75, 1.5), (4.0, 1.75, -0.75), 0.0),
            *((0.5, 2.5, 0.0), (-0.5, -1.0, -2.0), 0.3),
        ),
        "A sphere of radius 0 is a point; it passes the line 1.6 mm away.",
        "Miss",
        WRONG_BY_ROUNDING.name,
    ),
    sc.Case(
        "The centre for the place",
        SphereLineParams(
            *((-0.5, 1.5, 4.0), (-0.5, 1.5, -2.0), 1.5),
            *((1.0, 1.5, -0.5), (2.0, 0.0, 0.0), 0.5),
        ),
        "The line is touched at the foot H, one radius from the centre; the "
        "article's position is the centre.",
        "Hit",
        POSITION_IS_CENTER.name,
    ),
    sc.Case(
        "Direction too short",
        SphereLineParams(
            *((3.0, 5.0, 0.0), (3.0, 1.0, 0.0), 1.0),
            *((0.0, 2.0, 0.0), (1e-23, 0.0, 0.0), 0.25),
        ),
        "Only the direction of the arrow matters, however short it is.",
        "Hit",
        UNDERFLOW.name,
    ),
)

# A drag in 3D keeps its distance from the camera, and so does this one.
START = sc.GuidedStart(
    SphereLineParams(end=(2.4, 2.1, 1.7)),
    "end",
    (3.0, 1.02, 1.484),
    "Drag the sphere's end past the line: a published routine names a wrong point.",
    "You found it. They touch on the line, and the routine names the sphere's centre.",
)
