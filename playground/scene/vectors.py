"""Small vectors of plain numbers, for figures and texts."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision._sincos import cosine_and_sine
from playground.scene.params import Vec2, Vec3

Array = NDArray[np.float64]


def xy(vector: Sequence[float] | Array) -> Vec2:
    """Return a plane vector `(2,)` as a tuple of floats."""
    return float(vector[0]), float(vector[1])


def xyz(vector: Sequence[float] | Array) -> Vec3:
    """Return a vector in space `(3,)` as a tuple of floats."""
    return float(vector[0]), float(vector[1]), float(vector[2])


def stack_components(*components: ArrayLike) -> Array:
    """Stack components to vectors, as for an array from a vector of the params.

    Parameters
    ----------
    *components : array_like (...)
        Each a number or an array of many.

    Returns
    -------
    ndarray (..., n)
        The n components, broadcast, along the last axis.

    Examples
    --------
    >>> stack_components(np.array([1.0, 2.0]), 5.0)
    array([[1., 5.],
           [2., 5.]])
    """
    if set(map(type, components)) == {float}:
        return np.array(components, dtype=np.float64)  # a single state
    return np.stack(np.broadcast_arrays(*components), axis=-1, dtype=np.float64)


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the dot product of two vectors of any number type, even fractions.

    Raises
    ------
    ValueError
        Their numbers of components differ.
    """
    return sum(x * y for x, y in zip(a, b, strict=True))


def perpendicular(v: Vec2) -> Vec2:
    """Return a plane vector rotated by 90°, counter-clockwise."""
    return -v[1], v[0]


def point_along(start: Vec2, step: Vec2, times: float = 1.0) -> Vec2:
    """Return the point `start + times * step` of the plane.

    Examples
    --------
    >>> point_along((1.0, 2.0), (4.0, 0.0), 0.5)
    (3.0, 2.0)
    """
    return start[0] + times * step[0], start[1] + times * step[1]


def midpoint(a: Vec2, b: Vec2) -> Vec2:
    """Return the midpoint (x, y) of two points of the plane."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def unit_vector(v: Sequence[float]) -> tuple[float, ...]:
    """Return the vector of length 1 in a direction, without over- or underflow.

    Raises
    ------
    ZeroDivisionError
        All components are 0.

    Examples
    --------
    >>> unit_vector((3e-200, 4e-200))
    (0.6, 0.8)
    """
    largest = max(map(abs, v))
    scaled_components = [x / largest for x in v]
    size = math.hypot(*scaled_components)
    return tuple(x / size for x in scaled_components)


def max_magnitude(*numbers: ArrayLike) -> Array:
    """Return the largest absolute value among numbers, elementwise.

    Parameters
    ----------
    *numbers : array_like (...)
        At least one number or array; all broadcast.

    Returns
    -------
    ndarray (...)
        A scale for tolerances.

    Examples
    --------
    >>> max_magnitude(-3.0, np.array([1.0, 5.0]))
    array([3., 5.])
    """
    if set(map(type, numbers)) == {float}:
        return np.asarray(np.abs(np.array(numbers)).max())  # a single state
    # Small arrays first: rows and columns broadcast only once.
    first, *others = sorted((np.asarray(x, np.float64) for x in numbers), key=np.size)
    size = np.abs(first)
    for number in others:
        size = np.maximum(size, np.abs(number))
    return np.asarray(size)


def rotation(angle: ArrayLike) -> Array:
    """Return cosine and sine of an angle, exactly 0, 1 or -1 at multiples of 90°.

    The float64 nearest to π/2 is not π/2, and its cosine is 6e-17. A shape rotated by
    it would, in exact arithmetic, no longer touch another that it touches in the
    figure.

    Parameters
    ----------
    angle : array_like (...)
        Radians, counter-clockwise.

    Returns
    -------
    ndarray (..., 2)
        Cosine and sine.

    Examples
    --------
    >>> rotation(math.pi / 2)
    array([0., 1.])
    """
    theta = np.asarray(angle, dtype=np.float64)
    quarters = np.round(theta / (math.pi / 2))
    turn = cosine_and_sine(theta)
    is_exact_quarter = (quarters * (math.pi / 2) == theta)[..., None]
    return np.where(is_exact_quarter, np.round(turn), turn)
