"""What is wrong in the answers of article 3's listing, by kind of mistake."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from playground.scene.regions import Kind, Regions, by_first

from playground.collision import PointEllipse, articles
from playground.scene.drawlist import Role
from playground.scene.params import Vec2
from playground.scene.scene import (stacked)
from scenes._ellipse_field import solved
from scenes._ellipse_model import PointEllipseParams

BoolArray = NDArray[np.bool_]

ON_EDGE = Kind("on the edge: < misses it", Role.INK)
LOST = Kind("inside: lost by rounding", Role.HIT)
INVENTED = Kind("outside: hit by rounding", Role.SIDE_A)
TOO_SMALL = Kind("radius too small to square", Role.CORNER)
FLAT = Kind("radius 0: not refused", Role.NORMAL)
MOVED = Kind("P′ moved by rounding", Role.MISS)


def mistakes(p: PointEllipseParams, *, single: bool) -> Regions:
    """Return what is wrong in the listing's answer for every element of `p`."""
    exact, flat = solved(p)
    return found(p, exact, answered(p, single), single, flat)


def answered(p: PointEllipseParams, single: bool) -> articles.PointEllipse:
    """Return what the listing answers in float32 or float64."""
    places = stacked(*p.point), stacked(*p.center), stacked(*p.radii)
    return articles.point_ellipse(*places, p.angle, dtype=number(single))


def found(
    p: PointEllipseParams,
    exact: PointEllipse,
    article: articles.PointEllipse,
    single: bool,
    flat: ArrayLike = False,
) -> Regions:
    """Return how the listing differs from the core, which refuses where `flat`."""
    refused = np.asarray(flat)
    lost = exact.hit & ~article.hit & ~refused
    invented = article.hit & ~exact.hit & ~refused
    agrees = (exact.hit == article.hit) & ~refused
    moved = agrees & ~_same_place(p, exact, article, single)
    scaled = scale_is_lost(p.radii, single)
    small = (lost & (scaled | square_is_lost(p.radii, single))) | (moved & scaled)
    return by_first(
        (ON_EDGE, lost & ~small & (exact.level == 1.0)),
        (LOST, lost & ~small),
        (INVENTED, invented),
        (TOO_SMALL, small),
        (FLAT, refused),
        (MOVED, moved),
    )


def number(single: bool) -> type[np.float32] | type[np.float64]:
    """Return the type the listing calculates in."""
    return np.float32 if single else np.float64


@np.errstate(all="ignore")
def scale_is_lost(radii: Vec2, single: bool) -> BoolArray:
    """Return whether rx / ry is no number of that type."""
    rx, ry = (np.asarray(radius).astype(number(single)) for radius in radii)
    return np.asarray(~np.isfinite(np.divide(rx, ry)))


@np.errstate(all="ignore")
def square_is_lost(radii: Vec2, single: bool) -> BoolArray:
    """Return whether the square of rx vanishes in that type."""
    rx = np.asarray(radii[0]).astype(number(single))
    return np.asarray(np.square(rx) == 0.0)


@np.errstate(invalid="ignore")
def _same_place(
    p: PointEllipseParams,
    exact: PointEllipse,
    article: articles.PointEllipse,
    single: bool,
) -> BoolArray:
    """Return whether both points after the three moves look the same."""
    true, said = exact.normalized, article.normalized
    size = np.abs(np.where(np.isfinite(true), true, 0.0)).max(-1)
    for part in (*p.point, *p.center, *p.radii):
        size = np.maximum(size, np.abs(part))
    tolerance = (1e-5 if single else 1e-12) * size[..., None]
    near = (true == said) | (np.abs(true - said) <= tolerance)
    return np.asarray(near.all(axis=-1))
