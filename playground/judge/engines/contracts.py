"""Contracts of the engines: the meaning of each engine's answers, with sources.

The deviations and the tolerance that the judge allows an engine follow from its
contract, and so does the selection of cases: only numbers that it represents exactly
and accepts.
"""

from collections.abc import Mapping
from enum import StrEnum
from math import frexp, hypot, inf, ldexp
from typing import Any

from playground.quick_dataclass import dataclass


class Numbers(StrEnum):
    """Float type of an engine."""

    FLOAT32 = "float32"
    FLOAT64 = "float64"


class StartInside(StrEnum):
    """Answer of an engine if the start lies inside or touches."""

    LEAVES = "hollow: t is where it leaves"
    AT_ONCE = "solid: a hit at t = 0"
    HIT = "solid: a hit, without a time"
    MISS = "no hit"


CORE_START_INSIDE = {
    "ray_circle": StartInside.LEAVES,
    "swept_sphere_line": StartInside.AT_ONCE,
    "sweep_ball_block": StartInside.AT_ONCE,
}
"""The core's answer, by function; the other functions have no start."""


@dataclass(frozen=True)
class Quote:
    """Quotation from an engine's manual or source code, and its location."""

    says: str
    where: str


@dataclass(frozen=True)
class QueryContract:
    """Contract of an engine for one of the core's functions.

    Attributes
    ----------
    asks : str
        The engine's functions that are called.
    sources : tuple of Quote
        Evidence for the contract.
    inside : StartInside or None
        The answer if the start lies inside; None if there is no start.
    off : float
        Error that the engine permits by its own tolerance or margin, in world units.
    above_0 : tuple of str
        Arguments, or differences of two ("a - b"), that have to be positive.
    """

    asks: str
    sources: tuple[Quote, ...] = ()
    inside: StartInside | None = None
    off: float = 0.0
    above_0: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contract:
    """Contract of an engine.

    Attributes
    ----------
    name : str
        The engine's own name.
    install : str
        The command that installs it.
    numbers : Numbers
        Its float type.
    queries : mapping
        The contract of each supported function of the core.
    sources : tuple of Quote
        Evidence that concerns all of them.
    within : float
        Largest coordinate or length that it accepts, in world units.
    """

    name: str
    install: str
    numbers: Numbers
    queries: Mapping[str, QueryContract]
    sources: tuple[Quote, ...] = ()
    within: float = inf

    @property
    def is_npm_package(self) -> bool:
        """Whether it runs in Node, as `npm/NAME.mjs`."""
        return self.install.startswith("npm ")

    def find_allowed_deviations(self, function: str) -> tuple[str, ...]:
        """Return the query's choices in which it differs from the core.

        Raises
        ------
        KeyError
            It does not support the function.
        """
        inside = self.queries[function].inside
        alike = None, StartInside.HIT, CORE_START_INSIDE.get(function)
        return () if inside in alike else ("start_inside",)

    def serialize(self, function: str) -> dict[str, Any]:
        """Return the contract for a function as a JSON object, for the judge."""
        meaning = self.queries[function]
        return {
            "NAME": self.name,
            "NUMBERS": str(self.numbers),
            "ALLOWED": list(self.find_allowed_deviations(function)),
            "SLOP": meaning.off,
            "ABOVE_0": list(meaning.above_0),
            "WITHIN": self.within,
        }


# ----------------------------------------------------------------------------
# The contracts of all engines, by module name.
# ----------------------------------------------------------------------------


_CHIPMUNK = Contract(
    name="pymunk",
    install="pip install pymunk",
    numbers=Numbers.FLOAT64,
    queries={
        "ray_circle": QueryContract(
            "Space.segment_query_first with radius 0",
            (
                Quote(
                    "Segment queries started inside of a shape now return t=0 and "
                    "n=cpvzero instead of being undefined.",
                    "github.com/slembcke/Chipmunk2D, VERSION.txt, 6.1.5",
                ),
            ),
            inside=StartInside.AT_ONCE,
        ),
        "circle_rect": QueryContract("Space.shape_query with the circle"),
        "sweep_ball_block": QueryContract(
            "Space.segment_query_first as thick as the ball", inside=StartInside.AT_ONCE
        ),
    },
)

_SHAPELY = Contract(
    name="shapely",
    install="pip install shapely",
    numbers=Numbers.FLOAT64,
    queries={
        "ray_circle": QueryContract(
            "dwithin of a path that leads past the circle, and its centre",
            (
                Quote(
                    "Return True if the geometries are within a given distance.",
                    "shapely.readthedocs.io, shapely.dwithin",
                ),
            ),
            inside=StartInside.HIT,
        ),
        "circle_rect": QueryContract("dwithin of the turned box and the centre"),
        "sweep_ball_block": QueryContract(
            "dwithin of the centre's path and the box", inside=StartInside.HIT
        ),
    },
)

_COAL = Contract(
    name="coal",
    install="pip install coal",
    numbers=Numbers.FLOAT64,
    sources=(
        Quote(
            "collision_distance_threshold: threshold below which a collision is "
            "considered; NumTraits<Scalar>::dummy_precision(), which is 1e-12",
            "github.com/coal-library/coal, include/coal/collision_data.h",
        ),
        Quote(
            "gjk_tolerance, epa_tolerance: the precision on the estimated distance "
            "between two geometries which are not, or which are in collision; 1e-6",
            "github.com/coal-library/coal, include/coal/collision_data.h",
        ),
    ),
    queries={
        "circle_rect": QueryContract(
            "collide and distance of Box and Sphere", off=1e-12
        ),
        "point_ellipse": QueryContract(
            "collide and distance of Ellipsoid and a Sphere of radius 0", off=1e-6
        ),
        "swept_sphere_line": QueryContract(
            "collide of two Capsules, of which one has radius 0",
            inside=StartInside.HIT,
            off=1e-12,
        ),
        "sweep_ball_block": QueryContract(
            "collide of Capsule and Box", inside=StartInside.HIT, off=1e-6
        ),
    },
)

_BOX2D = Contract(
    name="Box2D",
    install="npm install box2d3-wasm",
    numbers=Numbers.FLOAT32,
    sources=(
        Quote(
            "Positions greater than about 16km will have precision problems, so "
            "100km as a limit should be fine in all cases.",
            "github.com/erincatto/box2d, src/constants.h",
        ),
        Quote(
            "A small length used as a collision and constraint tolerance. [...] "
            "Normally this is 0.5cm.",
            "github.com/erincatto/box2d, src/constants.h",
        ),
    ),
    within=1e5,
    queries={
        "ray_circle": QueryContract(
            "b2World_CastRayClosest",
            (
                Quote(
                    "Ignores initial overlap.",
                    "github.com/erincatto/box2d, include/box2d/box2d.h",
                ),
            ),
            inside=StartInside.MISS,
        ),
        "circle_rect": QueryContract(
            "b2World_OverlapShape of a b2MakeOffsetBox",
            (
                Quote(
                    "tolerance = 0.1f * B2_LINEAR_SLOP; "
                    "if ( output.distance > tolerance ) return true",
                    "github.com/erincatto/box2d, src/world.c",
                ),
            ),
            off=0.0005,
        ),
        "sweep_ball_block": QueryContract(
            "b2World_CastShape at a b2MakeBox",
            (
                Quote(
                    "target = b2MaxFloat( linearSlop, totalRadius - linearSlop ); "
                    "tolerance = 0.25f * linearSlop",
                    "github.com/erincatto/box2d, src/distance.c, b2ShapeCast",
                ),
            ),
            inside=StartInside.AT_ONCE,
            off=0.00625,
        ),
    },
)

_PLANCK = Contract(
    name="planck",
    install="npm install planck",
    numbers=Numbers.FLOAT64,
    sources=(
        Quote(
            "linearSlop: number = 0.005; polygonRadius: 2.0 * Settings.linearSlop",
            "planck 1.4.2, src/Settings.ts, lines 55 and 69",
        ),
    ),
    queries={
        "ray_circle": QueryContract(
            "CircleShape.rayCast",
            (
                Quote(
                    "if (0.0 <= a && a <= input.maxFraction * rr), where a is of the "
                    "first of both times",
                    "planck 1.4.2, src/collision/shape/CircleShape.ts, line 166",
                ),
            ),
            inside=StartInside.MISS,
        ),
        "circle_rect": QueryContract(
            "testOverlap of a Box, whose skin is polygonRadius",
            (
                Quote(
                    "The radius of the polygon/edge shape skin.",
                    "planck 1.4.2, src/Settings.ts, line 64",
                ),
            ),
            off=0.01,
        ),
        "sweep_ball_block": QueryContract(
            "TimeOfImpact",
            (
                Quote(
                    "target = math_max(linearSlop, totalRadius - 3.0 * linearSlop); "
                    "tolerance = 0.25 * linearSlop",
                    "planck 1.4.2, src/collision/TimeOfImpact.ts, lines 116 and 117",
                ),
            ),
            inside=StartInside.AT_ONCE,
            off=0.00625,
        ),
    },
)

_RAPIER = Contract(
    name="Rapier",
    install="pip install rapier3d",
    numbers=Numbers.FLOAT32,
    sources=(
        Quote(
            "All components should be positive.", "docs.rs, rapier3d::geometry::Cuboid"
        ),
        Quote(
            "A radius of 0.0 is valid but represents a degenerate ball (a single "
            "point).",
            "docs.rs, parry3d::shape::Ball",
        ),
    ),
    queries={
        "ray_circle": QueryContract(
            "QueryPipeline.cast_ray_and_get_normal with solid=False",
            (
                Quote(
                    "If the origin of the ray is inside the shape and the shape is not "
                    "solid, the normal will point towards the interior of the shape.",
                    "docs.rs, rapier3d::geometry::RayIntersection",
                ),
            ),
            inside=StartInside.LEAVES,
        ),
        "circle_rect": QueryContract(
            "QueryPipeline.intersect_shape of a ball at a cuboid",
            above_0=("half_extents",),
        ),
        "swept_sphere_line": QueryContract(
            "QueryPipeline.cast_shape of a ball at a segment",
            (
                Quote(
                    "Returns `0.0` if the objects are touching or closer than "
                    "`options.target_distance`, or penetrating.",
                    "docs.rs, parry3d::query::cast_shapes",
                ),
                Quote(
                    "if relative_eq!(ray_length, 0.0) { return None; }",
                    "parry3d, src/query/gjk/gjk.rs; what does not move is asked by "
                    "QueryPipeline.intersect_shape",
                ),
            ),
            inside=StartInside.AT_ONCE,
        ),
        "sweep_ball_block": QueryContract(
            "QueryPipeline.cast_shape of a ball at a cuboid",
            inside=StartInside.AT_ONCE,
            above_0=("rect_max - rect_min",),
        ),
    },
)

_JOLT = Contract(
    name="Jolt",
    install="npm install jolt-physics",
    numbers=Numbers.FLOAT32,
    sources=(
        Quote(
            'if (inSettings.mRadius <= 0.0f) outResult.SetError("Invalid radius")',
            "github.com/jrouwe/JoltPhysics, SphereShape.cpp and CapsuleShape.cpp",
        ),
        Quote(
            "If objects are closer than this distance, they are considered to be "
            "colliding (used for GJK) (unit: meter) [...] 1.0e-4f",
            "github.com/jrouwe/JoltPhysics, PhysicsSettings.h",
        ),
    ),
    queries={
        "ray_circle": QueryContract(
            "CastRay with a single result",
            (
                Quote(
                    "Convex objects will be treated as solid (meaning if the ray "
                    "starts inside, you'll get a hit fraction of 0)",
                    "github.com/jrouwe/JoltPhysics, NarrowPhaseQuery.h",
                ),
            ),
            inside=StartInside.AT_ONCE,
            above_0=("radius",),
        ),
        "circle_rect": QueryContract(
            "CollideShape of a SphereShape and a BoxShape without convex radius",
            off=1e-4,
            above_0=("radius",),
        ),
        "swept_sphere_line": QueryContract(
            "CastRay of the centre at a CapsuleShape of the ball's radius",
            inside=StartInside.AT_ONCE,
            above_0=("radius",),
        ),
        "sweep_ball_block": QueryContract(
            "CastShape of a SphereShape at a BoxShape, with back faces",
            (
                Quote(
                    "(inShapeCastSettings.mBackFaceModeConvex == "
                    "EBackFaceMode::CollideWithBackFaces || "
                    "contact_normal.Dot(inShapeCast.mDirection) > 0.0f)",
                    "github.com/jrouwe/JoltPhysics, ConvexShape.cpp",
                ),
            ),
            inside=StartInside.AT_ONCE,
            off=1e-4,
            above_0=("radius",),
        ),
    },
)

CONTRACTS = {
    "pymunk": _CHIPMUNK,
    "shapely": _SHAPELY,
    "coal": _COAL,
    "box2d": _BOX2D,
    "planck": _PLANCK,
    "rapier": _RAPIER,
    "jolt": _JOLT,
}


# ----------------------------------------------------------------------------
# Shared code of the adapters. Each adapter module has a `VERSION` and those of the
# core's functions that its library supports, with the core's names and arguments. They
# return whether there is a hit, the first time (None for a miss), or a mapping of
# result fields. Libraries from npm have programs in `npm/` instead, which run in Node.
# ----------------------------------------------------------------------------


Pair = tuple[float, float]
Triple = tuple[float, float, float]


# ----------------------------------------------------------------------------
# Rays, which are segments in a library.
# ----------------------------------------------------------------------------


def scale_past_circle(
    origin: Pair, direction: Pair, center: Pair, radius: float
) -> float:
    """Return the smallest power of two that scales the direction past the circle.

    A power of two scales the ray to a segment without rounding; a longer segment would
    lose digits. The segment is at least 1 long, since some libraries ignore short ones.

    Parameters
    ----------
    origin, direction, center : tuple of float
        The ray, of any direction but zero, and the circle's center, in world units.
    radius : float
        The circle's radius, in world units.
    """
    way = hypot(center[0] - origin[0], center[1] - origin[1]) + radius
    return ldexp(1.0, frexp(max(way, 1.0) / hypot(*direction))[1])


def point_along(origin: Pair, direction: Pair, times: float) -> Pair:
    """Return the point `origin + times * direction`."""
    return origin[0] + times * direction[0], origin[1] + times * direction[1]
