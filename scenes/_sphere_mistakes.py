"""What is wrong in the answers of article 4's listing, by kind of mistake."""

import numpy as np
from numpy.typing import NDArray
from playground.scene.regions import Kind, Regions, by_first

from playground.collision import SweptSphereLine, articles
from playground.collision.numeric import length
from playground.scene.drawlist import Role
from playground.scene.scene import (stacked)
from scenes._sphere_field import solved
from scenes._sphere_model import Array, SphereLineParams, crosses

BoolArray = NDArray[np.bool_]

PAST = Kind("overlap: time in the past", Role.HIT)
NO_TIME = Kind("overlap: time FLT_MAX", Role.ENTER)
UNASKED = Kind("no hit, yet a time", Role.SIDE_A)
STILL = Kind("slow approach missed", Role.CORNER)
TOUCHING = Kind("touch at the start missed", Role.NORMAL)
ROUNDED = Kind("wrong by rounding", Role.INK)
CENTRE = Kind("position is the centre", Role.MISS)

# From there on the listing's step across the line counts as motion.
_EPSILON = 0.00001


def mistakes(p: SphereLineParams, *, single: bool) -> Regions:
    """Return what is wrong in the listing's answer for every element of `p`."""
    exact, lost = solved(p)
    return found(p, exact, answered(p, single), single).without(lost)


def answered(p: SphereLineParams, single: bool) -> articles.SphereLine:
    """Return what the listing answers in float32 or float64."""
    places = (p.start, p.end, p.line_point, p.line_direction)
    return articles.sphere_line(
        p.radius, *(stacked(*place) for place in places), dtype=number(single)
    )


@np.errstate(all="ignore")
def found(
    p: SphereLineParams, e: SweptSphereLine, article: articles.SphereLine, single: bool
) -> Regions:
    """Return how the listing differs from the core, the gravest reason first."""
    lost, both = e.hit & ~article.hit, e.hit & article.hit
    no_time = is_timeless(article)
    sound = lost & ~e.embedded & ~direction_is_lost(p, single)
    leaving = ~no_time & (e.omega == 0.0) & (e.beta > 0.0)
    late = _is_mistimed(p, e, article, single)
    there = length(article.position - e.contact) <= tolerance(p, single)
    return by_first(
        (PAST, both & _is_past(p, e, article, single)),
        (NO_TIME, both & no_time),
        (UNASKED, ~e.hit & ~article.hit & ~no_time),
        (STILL, sound & _counts_as_still(e, article)),
        (TOUCHING, sound & (~crosses(e) | leaving)),
        (ROUNDED, (e.hit != article.hit) | (both & late)),
        # At the right time, so it is where the sphere is.
        (CENTRE, both & ~there),
    )


def number(single: bool) -> type[np.float32] | type[np.float64]:
    """Return the type the listing calculates in."""
    return np.float32 if single else np.float64


def is_timeless(article: articles.SphereLine) -> BoolArray:
    """Return whether the listing hands out the largest float for the time."""
    return np.asarray(article.t == articles.FLT_MAX)


def _counts_as_still(e: SweptSphereLine, article: articles.SphereLine) -> BoolArray:
    """Return whether the listing has no time because of alpha, not of the root."""
    slow = crosses(e) & (e.alpha <= 1.001 * _EPSILON)
    return np.asarray(is_timeless(article) & slow)


def tolerance(p: SphereLineParams, single: bool) -> Array:
    """Return up to which length two places count as one."""
    numbers = (*p.start, *p.end, *p.line_point, p.radius)
    size = np.abs(numbers[0])
    for value in numbers[1:]:
        size = np.maximum(size, np.abs(value))
    return np.asarray((1e-5 if single else 1e-12) * size)


@np.errstate(all="ignore")
def length_found(p: SphereLineParams, single: bool) -> Array:
    """Return the direction's length as the listing has it, by its plain squares."""
    v = stacked(*p.line_direction).astype(number(single))
    squares = np.square(v)
    return np.asarray(np.sqrt(squares[..., 0] + squares[..., 1] + squares[..., 2]))


def direction_is_lost(p: SphereLineParams, single: bool) -> BoolArray:
    """Return whether that length, and so the unit direction, is far off."""
    size, true = length_found(p, single), length(stacked(*p.line_direction))
    return np.asarray(np.abs(true - size) > 1e-3 * size)


def _is_mistimed(
    p: SphereLineParams, e: SweptSphereLine, article: articles.SphereLine, single: bool
) -> BoolArray:
    """Return whether the time of a hit is wrong by more than a rounded length."""
    off = np.abs(article.t - e.t) * _step(p)
    return np.asarray(~(off <= tolerance(p, single)))


def _is_past(
    p: SphereLineParams, e: SweptSphereLine, article: articles.SphereLine, single: bool
) -> BoolArray:
    """Return whether a hit's time is the root before its start, and truly so."""
    root = np.fmax(article.t, e.t_enter)
    return np.asarray(root * _step(p) < -tolerance(p, single))


def _step(p: SphereLineParams) -> Array:
    return length(stacked(*p.end) - stacked(*p.start))
