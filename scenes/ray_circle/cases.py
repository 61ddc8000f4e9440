"""Cases of article 1's scene."""

import playground.scene as sc
from playground.collision.articles import ray_circle as kinds
from scenes.ray_circle.params import RayCircleParams

CASES = sc.cases(
    sc.Case(
        "Two hits",
        RayCircleParams(),
        "The ray goes in through one side and out through another.",
        "Hit",
    ),
    sc.Case(
        "Tangent",
        RayCircleParams((-4.5, -1.5), (2.0, 1.5), (1.0, -0.5), 2.5),
        "The line touches: both times are the same, the discriminant is zero.",
        "Touch",
    ),
    sc.Case(
        "Miss",
        RayCircleParams((-4.5, -2.0), (2.5, 1.75), (1.5, -0.75), 2.0),
        "The line passes farther from the centre than the radius: no real time.",
        "Miss",
    ),
    sc.Case(
        "Pointing away",
        RayCircleParams((-1.5, 0.25), (-2.0, -0.75), (2.5, 0.75), 2.0),
        "The line meets the circle, but both times are negative: the circle is "
        "behind the ray.",
        "Behind",
    ),
    sc.Case(
        "Radius zero",
        RayCircleParams((-4.0, 1.0), (2.0, 0.0), (2.0, 1.0), 0.0),
        "The circle is a point, and the ray runs through it.",
        "Touch",
    ),
    sc.Case(
        "Starts inside",
        RayCircleParams((1.0, 0.25), (2.0, 1.0), (1.5, 0.75), 2.5),
        "One time is behind the start, the other ahead: the ray leaves once.",
        "Inside",
        kinds.START_INSIDE_MISSED.name,
    ),
    sc.Case(
        "Starts on the circle and leaves",
        RayCircleParams((2.5, 1.0), (2.0, 1.0), (0.5, 1.0), 2.0),
        "The start itself is the only point in common: a hit at t = 0.",
        "Touch",
        kinds.START_ON_CIRCLE_MISSED.name,
    ),
    sc.Case(
        "Starts on the circle and enters",
        RayCircleParams((-1.0, 0.0), (1.0, -3.0), (0.0, 0.0), 1.0),
        "The first hit is the start, at t = 0; then the ray crosses the circle.",
        "Hit",
        kinds.HIT_LOST_BY_ROUNDING.name,
    ),
    sc.Case(
        "Near miss of a point",
        RayCircleParams((-0.004, 0.0009), (0.002, 0.0), (0.0, 0.0), 0.0),
        "The whole scene is a few millimetres wide. The ray passes the point 0.9 "
        "mm away.",
        "Miss",
        kinds.SMALL_DISCRIMINANT_ZEROED.name,
    ),
    sc.Case(
        "Tiny circle",
        RayCircleParams((-0.003, 0.0), (0.001, 0.0), (0.0, 0.0), 0.0009),
        "A circle like any other, but a thousand times smaller.",
        "Hit",
        kinds.SMALL_DISCRIMINANT_ZEROED.name,
    ),
    sc.Case(
        "Diagonal at a point",
        RayCircleParams((3.0, 3.0), (-1.0, -1.0), (0.0, 0.0), 0.0),
        "The ray runs along the diagonal, straight through the point.",
        "Touch",
        kinds.HIT_LOST_BY_ROUNDING.name,
    ),
    sc.Case(
        "Far circle, article misses",
        RayCircleParams((-5.5, -1.1), (2.475, 0.65), (4.4, 1.5), 0.003),
        "Aimed at the very centre of a circle 3400 radii away.",
        "Hit",
        kinds.HIT_LOST_BY_ROUNDING.name,
    ),
    sc.Case(
        "Far circle, article hits",
        RayCircleParams((-5.6, -0.8), (2.7253, 0.824), (5.3, 2.5), 0.002),
        "The ray passes the centre at twice the radius. Zoom in to see the gap.",
        "Miss",
        kinds.PHANTOM_HIT_BY_ROUNDING.name,
    ),
    sc.Case(
        "Far points off the circle",
        RayCircleParams((-5.3, -0.5), (2.675, 1.05), (5.4, 3.7), 0.002),
        "Straight through a small circle. Zoom in to see the two points.",
        "Hit",
        kinds.POINTS_SHIFTED_BY_ROUNDING.name,
    ),
    sc.Case(
        "Tiny direction",
        RayCircleParams((-4.0, 0.5), (1e-23, 0.0), (1.5, 0.0), 2.0),
        "Only the direction of V decides whether the ray hits; t counts in "
        "multiples of V.",
        "Hit",
        kinds.UNDERFLOW.name,
    ),
)

# One short drag from the circle of "Starts inside".
START = sc.GuidedStart(
    RayCircleParams((-2.75, -1.75), (2.0, 1.0), (1.5, 0.75), 2.5),
    "origin",
    (0.25, 0.125),
    "Drag A into the circle: a published routine stops seeing it.",
    "You found it. The ray must leave the circle, and the routine says: no hit.",
)
