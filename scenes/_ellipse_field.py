"""Many points and ellipses at once: what a map of article 3 shows, and one decision."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray
from playground.scene.regions import Kind, Regions, by_first

from playground.collision import PointEllipse, point_ellipse
from playground.scene.drawlist import Role
from playground.scene.scene import (Decision, NumberType, in_numbers, stacked)
from scenes._ellipse_model import PointEllipseParams
from scenes._turn import rotation

INSIDE, EDGE, OUTSIDE, REFUSED = "Inside", "On the edge", "Outside", "Refused"
COMPARED = "P′·P′ ≤ rx²"
DISTANCE, LEVEL = "Distance d (m)", "Level"


def solved(p: PointEllipseParams) -> tuple[PointEllipse, NDArray[np.bool_]]:
    """Return the core's answers, and where a radius of 0 makes them mean nothing."""
    radii = stacked(*p.radii)
    flat = np.asarray((radii <= 0.0).any(axis=-1))
    radii = np.where(flat[..., None], 1.0, radii)
    return asked(p, radii), flat


# A radius of 1e-300 scales P' beyond every float: infinity, so outside.
@np.errstate(over="ignore", invalid="ignore")
def asked(p: PointEllipseParams, radii: ArrayLike) -> PointEllipse:
    """Ask the core with these radii; ValueError for one that is not > 0."""
    places, turn = (stacked(*p.point), stacked(*p.center)), rotation(p.angle)
    return point_ellipse(*places, radii, None, rotation=turn, exact=True)


def outcome(exact: PointEllipse, flat: ArrayLike = False) -> Regions:
    """Return where the point is; the core refuses where the ellipse is `flat`."""
    refused, edge = np.asarray(flat), exact.level == 1.0
    return by_first(
        (Kind(INSIDE, Role.HIT), exact.hit & ~edge & ~refused),
        (Kind(EDGE, Role.NORMAL), edge & ~refused),
        (Kind(OUTSIDE, Role.MISS), ~refused),
        (Kind(REFUSED, Role.ACCENT), refused),
    )


def regions(p: PointEllipseParams) -> Regions:
    """Return the verdict for every element of `p`."""
    return outcome(*solved(p))


def quantities(p: PointEllipseParams) -> Mapping[str, NDArray[np.float64]]:
    """Return the true distance and what the article compares, NaN for a segment."""
    exact, flat = solved(p)
    values = {DISTANCE: exact.distance, LEVEL: exact.level}
    return {name: np.where(flat, np.nan, value) for name, value in values.items()}


@np.errstate(all="ignore")
def decide(p: PointEllipseParams, number: NumberType) -> Decision | None:
    """Compare squares after the three moves, as the article does; None if refused."""
    if min(p.radii) <= 0.0:
        return None
    (x, y), (cx, cy), (rx, ry) = (
        in_numbers(pair, number) for pair in (p.point, p.center, p.radii)
    )
    cosine, sine = in_numbers(rotation(p.angle).tolist(), number)
    x, y = x - cx, y - cy
    x, y = cosine * x + sine * y, cosine * y - sine * x
    y = rx / ry * y
    left, right = x * x + y * y, rx * rx
    return Decision(bool(left <= right), left, right)
