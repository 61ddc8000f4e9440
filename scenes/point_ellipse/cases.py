"""Cases of article 3's scene."""

import math

import playground.scene as sc
from playground.collision.articles.point_ellipse import (
    INSIDE_LOST_BY_ROUNDING,
    ON_EDGE,
    PHANTOM_HIT_BY_ROUNDING,
    RADIUS_RATIO_TOO_LARGE,
    TOO_SMALL,
    ZERO_RADIUS_ACCEPTED,
)
from scenes.point_ellipse.params import PointEllipseParams

CASES = sc.cases(
    sc.Case(
        "Inside",
        PointEllipseParams(),
        "The point moves with the ellipse to the origin and ends up in the circle.",
        "Inside",
    ),
    sc.Case(
        "Outside",
        PointEllipseParams(point=(2.89, 2.18)),
        "The point ends up outside the circle: |P′| is more than rx.",
        "Outside",
    ),
    sc.Case(
        "On the boundary",
        PointEllipseParams((4.5, 2.0), (3.0, 1.0), (2.5, 1.25), 0.0),
        "P is exactly on the ellipse, and P′ exactly on the circle.",
        "On the edge",
        ON_EDGE.name,
    ),
    sc.Case(
        "At the centre",
        PointEllipseParams((3.2, 1.2), (3.2, 1.2), angle=math.radians(20.0)),
        "P′ is the origin. Every point of the circle is equally near, but on the "
        "ellipse only the ends of the short axis are nearest.",
        "Inside",
    ),
    sc.Case(
        "Needle",
        PointEllipseParams((4.46, 1.79), (3.4, 1.2), (2.8, 0.14), math.radians(20.0)),
        "A few centimetres from a thin ellipse: scaled twentyfold, the gap "
        "looks like a metre and more.",
        "Outside",
    ),
    sc.Case(
        "Circle",
        PointEllipseParams((1.3, 2.9), (3.2, 1.2), (1.8, 1.8), math.radians(35.0)),
        "With rx = ry nothing is stretched: only here |P′| − rx is the distance "
        "for every P.",
        "Outside",
    ),
    sc.Case(
        "Turned by 90°",
        PointEllipseParams((3.6, 2.9), (3.2, 1.2), (2.2, 1.0), math.pi / 2),
        "P is inside only because the ellipse stands upright; turning back lays "
        "both of them down.",
        "Inside",
    ),
    sc.Case(
        "Scaled gap too large",
        PointEllipseParams((2.38, 2.09), (3.4, 0.6), (2.4, 0.8), math.radians(15.0)),
        "Stretching enlarges: the circle's gap |P′| − rx is several times the "
        "true distance.",
        "Outside",
    ),
    sc.Case(
        "Scaled gap too small",
        PointEllipseParams((1.53, 4.09), (3.2, 0.2), (0.8, 2.8), math.radians(30.0)),
        "With ry > rx the scaling shrinks, and the circle's gap is far less "
        "than the true distance.",
        "Outside",
    ),
    sc.Case(
        "Nearest elsewhere",
        PointEllipseParams((4.44, 1.69), (3.1, 1.2), (2.9, 0.9), math.radians(10.0)),
        "The circle's nearest point lies toward the end of the long axis, the "
        "ellipse's at the side.",
        "Inside",
    ),
    sc.Case(
        "Too thin to square",
        PointEllipseParams((3.2, 1.2), (3.2, 1.2), (1e-170, 2.0), math.radians(30.0)),
        "An ellipse thinner than any picture can show, and the point at its centre.",
        "Inside",
        TOO_SMALL.name,
    ),
    sc.Case(
        "Too thin to scale",
        PointEllipseParams((4.2, 0.0), (3.2, 0.0), (2.5, 1e-310), 0.0),
        "rx / ry is beyond every float64; the point is on the long axis.",
        "Inside",
        RADIUS_RATIO_TOO_LARGE.name,
    ),
    sc.Case(
        "Just inside",
        PointEllipseParams((2.5, 1.2), (0.0, 0.0), (6.5, 1.3), 0.0),
        "2.5 / 6.5 and 1.2 / 1.3 would be 5/13 and 12/13, a point exactly on the "
        "ellipse; rounding alone puts it inside.",
        "Inside",
        INSIDE_LOST_BY_ROUNDING.name,
    ),
    sc.Case(
        "Beside a needle",
        PointEllipseParams(
            (3.0 * math.cos(math.pi / 2), 3.0), (0.0, 0.0), (4.0, 1e-33), math.pi / 2
        ),
        "The needle is so thin that the rounding of a right angle leads past it.",
        "Outside",
        PHANTOM_HIT_BY_ROUNDING.name,
    ),
    sc.Case(
        "No height",
        PointEllipseParams((4.2, 1.2), (3.2, 1.2), (2.4, 0.0), 0.0),
        "With ry = 0 the ellipse is a segment and cannot be scaled to a circle.",
        "Refused",
        ZERO_RADIUS_ACCEPTED.name,
    ),
    sc.Case(
        "No width",
        PointEllipseParams((3.2, 2.2), (3.2, 1.2), (0.0, 2.0), 0.0),
        "With rx = 0 the ellipse is a segment, and the circle it becomes a point.",
        "Refused",
        ZERO_RADIUS_ACCEPTED.name,
    ),
)

# On the grid at every zoom that shows the whole ellipse, so that Shift snaps to it.
START = sc.GuidedStart(
    PointEllipseParams((5.0, 3.0), (1.0, 0.0), (5.0, 2.5), 0.0),
    "point",
    (4.0, 2.0),
    "Drag P exactly onto the edge: a published routine leaves it out. Shift or a "
    "second finger snaps to the grid.",
    "You found it. P belongs to the ellipse, and the routine says: outside.",
)
