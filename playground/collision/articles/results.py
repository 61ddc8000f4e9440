"""Results of the articles' listings, mistakes included, for arrays of queries.

Only the interface differs from the listings: arguments broadcast, vectors are `(...,
2)` or `(..., 3)`, the world has y up, and results are float64 arrays with values of
`dtype`. With float32, arguments are first rounded to its 24 bits.

Arguments without meaning raise ValueError: NaN or infinity, a wrong last axis, shapes
that do not broadcast, a `dtype` that is not floating. A negative radius or a zero
direction gives the listing's own result.

Each listing's module describes how its results differ from the truth.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from playground.collision._arguments import (
    Argument,
    Array,
    Vectors,
    check_broadcast,
    check_vectors,
)
from playground.collision.articles.array_compiler import ArrayRun, BoolArray, run
from playground.collision.articles.ball_block import (
    circle_rectangle as _circle_rectangle,
)
from playground.collision.articles.circle_rect import circle_rotated_rect as _rotated
from playground.collision.articles.point_ellipse import point_ellipse as _point_ellipse
from playground.collision.articles.ray_circle import circle_ray as _circle_ray
from playground.collision.articles.sphere_line import sphere_line as _sphere_line
from playground.collision.ball_block import BlockFace
from playground.i18n import message

_FACES = {
    "HitTopBottom": BlockFace.TOP_BOTTOM,
    "HitLeftRight": BlockFace.LEFT_RIGHT,
    "HitCorner": BlockFace.CORNER,
}


@dataclass(frozen=True, eq=False)
class ListingResult:
    """Base class of the listings' results, with fields computed when first read.

    Attributes
    ----------
    trace : ArrayRun
        Every intermediate value (...), by its name in the listing.
    """

    trace: ArrayRun

    @cached_property
    def hit(self) -> BoolArray:
        """Verdict of the listing, bool (...)."""
        return self.trace.hit


class CircleRay(ListingResult):
    """Result of `circle_ray`."""

    @cached_property
    def near(self) -> Array:
        """Nearer intersection point, float64 (..., 2); NaN without a hit."""
        return self.trace.return_value(0)

    @cached_property
    def far(self) -> Array:
        """Farther intersection point, float64 (..., 2); NaN without a hit."""
        return self.trace.return_value(1)


class ArticleCircleRect(ListingResult):
    """Result of `circle_rect` and `circle_rotated_rect`."""


class ArticlePointEllipse(ListingResult):
    """Result of `point_ellipse`."""

    @cached_property
    def normalized(self) -> Array:
        """Point after all three steps, float64 (..., 2), to be compared with rx.

        Infinite or NaN where a radius is zero.
        """
        return self.trace["px, py"]


class SphereLine(ListingResult):
    """Result of `sphere_line`."""

    @cached_property
    def t(self) -> Array:
        """Returned time, float64 (...), even without a hit; at most FLT_MAX."""
        return self.trace.return_value(1)

    @cached_property
    def position(self) -> Array:
        """Returned position, float64 (..., 3), even without a hit.

        It is the sphere's centre at `t`, or at the start where `t` is the largest
        float32.
        """
        return self.trace.return_value(2)


class CircleRectangle(ListingResult):
    """Result of `circle_rectangle`."""

    @cached_property
    def hit(self) -> BoolArray:
        """Verdict, bool (...): a face was returned."""
        return np.asarray(~self.trace.returns_word("NotHit"))

    @cached_property
    def face(self) -> NDArray[np.int64]:
        """Returned `BlockFace`, int64 (...)."""
        face = np.zeros(self.trace.shape, np.int64)
        for word, number in _FACES.items():
            np.copyto(face, number, where=self.trace.returns_word(word))
        return face


def circle_ray(
    center: Vectors,
    radius: ArrayLike,
    origin: Vectors,
    direction: Vectors,
    *,
    dtype: DTypeLike = np.float32,
) -> CircleRay:
    """Intersect rays with circles as article 1 does.

    Parameters
    ----------
    center, origin, direction : array_like (..., 2) or Components
        World units; the direction may have any length.
    radius : array_like (...)
        World units.
    dtype : numpy floating type
        Number type of the computation; the listing's is float32.

    Returns
    -------
    CircleRay
        Arrays of the common batch shape, computed when first read.

    Raises
    ------
    ValueError
        For NaN or infinity, shapes that do not fit, or another `dtype`.
    """
    return CircleRay(
        _run_listing(
            _circle_ray,
            dtype,
            center=(center, 2),
            radius=(radius, 0),
            origin=(origin, 2),
            direction=(direction, 2),
        )
    )


def circle_rect(
    center: Vectors,
    radius: ArrayLike,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    dtype: DTypeLike = np.float32,
) -> ArticleCircleRect:
    """Test circles against unrotated rectangles as article 2 does.

    Parameters
    ----------
    center, rect_min, rect_max : array_like (..., 2) or Components
        World units, y up.
    radius : array_like (...)
        World units.
    dtype : numpy floating type
        Number type of the computation; the listing's is float32.

    Returns
    -------
    ArticleCircleRect
        Arrays of the common batch shape, computed when first read.

    Raises
    ------
    ValueError
        For NaN or infinity, shapes that do not fit, or another `dtype`.
    """
    return circle_rotated_rect(
        center, radius, (0.0, 0.0), 0.0, rect_min, rect_max, dtype=dtype
    )


def circle_rotated_rect(
    center: Vectors,
    radius: ArrayLike,
    pivot: Vectors,
    angle_degrees: ArrayLike,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    dtype: DTypeLike = np.float32,
) -> ArticleCircleRect:
    """Test circles against rectangles rotated about a pivot, as article 2 does.

    Parameters
    ----------
    center, pivot, rect_min, rect_max : array_like (..., 2) or Components
        World units, y up; the corners before the rotation.
    radius : array_like (...)
        World units.
    angle_degrees : array_like (...)
        The engine's angle: clockwise in a world with y up. Beyond the range of a C int
        the listing is undefined; here the fraction is cut off exactly.
    dtype : numpy floating type
        Number type of the computation; the listing's is float32.

    Returns
    -------
    ArticleCircleRect
        Arrays of the common batch shape, computed when first read.

    Raises
    ------
    ValueError
        For NaN or infinity, shapes that do not fit, or another `dtype`.
    """
    return ArticleCircleRect(
        _run_listing(
            _rotated,
            dtype,
            center=(center, 2),
            radius=(radius, 0),
            pivot=(pivot, 2),
            angle_degrees=(angle_degrees, 0),
            rect_min=(rect_min, 2),
            rect_max=(rect_max, 2),
        )
    )


def point_ellipse(
    point: Vectors,
    center: Vectors,
    radii: Vectors,
    angle: ArrayLike,
    *,
    dtype: DTypeLike = np.float64,
) -> ArticlePointEllipse:
    """Test points against ellipses as article 3 does.

    Parameters
    ----------
    point, center, radii : array_like (..., 2) or Components
        World units; `radii` is (rx, ry).
    angle : array_like (...)
        Rotation of the ellipse in radians, counter-clockwise with y up.
    dtype : numpy floating type
        Number type of the computation; the listing's is float64.

    Returns
    -------
    ArticlePointEllipse
        Arrays of the common batch shape, computed when first read.

    Raises
    ------
    ValueError
        For NaN or infinity, shapes that do not fit, or another `dtype`.
    """
    return ArticlePointEllipse(
        _run_listing(
            _point_ellipse,
            dtype,
            point=(point, 2),
            center=(center, 2),
            radii=(radii, 2),
            angle=(angle, 0),
        )
    )


def sphere_line(
    radius: ArrayLike,
    previous: Vectors,
    position: Vectors,
    line_point: Vectors,
    line_direction: Vectors,
    *,
    dtype: DTypeLike = np.float32,
) -> SphereLine:
    """Sweep spheres against lines as article 4 does.

    The direction is normalised as the library's function is documented to do it:
    divided by its length, with zero staying zero.

    Parameters
    ----------
    radius : array_like (...)
        World units.
    previous, position : array_like (..., 3) or Components
        The centre before and after the step.
    line_point, line_direction : array_like (..., 3) or Components
        The line; the direction may have any length.
    dtype : numpy floating type
        Number type of the computation; the listing's is float32. FLT_MAX stays the
        largest float32.

    Returns
    -------
    SphereLine
        Arrays of the common batch shape, computed when first read.

    Raises
    ------
    ValueError
        For NaN or infinity, shapes that do not fit, or another `dtype`.
    """
    return SphereLine(
        _run_listing(
            _sphere_line,
            dtype,
            radius=(radius, 0),
            previous=(previous, 3),
            position=(position, 3),
            line_point=(line_point, 3),
            line_direction=(line_direction, 3),
        )
    )


def circle_rectangle(
    center: Vectors,
    radius: ArrayLike,
    velocity: Vectors,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    dtype: DTypeLike = np.float64,
) -> CircleRectangle:
    """Find the face of a block that a ball hits as article 5 does.

    The article's screen has y down: y is negated on the way in.

    Parameters
    ----------
    center, velocity, rect_min, rect_max : array_like (..., 2) or Components
        World units, y up.
    radius : array_like (...)
        World units.
    dtype : numpy floating type
        Number type of the computation; the listing's is float64.

    Returns
    -------
    CircleRectangle
        Arrays of the common batch shape, computed when first read.

    Raises
    ------
    ValueError
        For NaN or infinity, shapes that do not fit, or another `dtype`.
    """
    x, y, r, vx, vy, left, bottom, right, top = _check_components(
        center=(center, 2),
        radius=(radius, 0),
        velocity=(velocity, 2),
        rect_min=(rect_min, 2),
        rect_max=(rect_max, 2),
    )
    screen = _to_screen(x, y, r, vx, vy, left, bottom, right, top)
    return CircleRectangle(run(_circle_rectangle, screen, _check_dtype(dtype)))


def find_single_face(
    center: tuple[float, float],
    radius: float,
    velocity: tuple[float, float],
    rect_min: tuple[float, float],
    rect_max: tuple[float, float],
) -> BlockFace:
    """Return the result of `circle_rectangle` for one ball and block, as plain floats.

    It skips the arrays, for a flight that queries one moment after another. World
    units, y up; arguments are not checked.
    """
    ends = *rect_min, *rect_max
    listing: Callable[..., str] = _circle_rectangle
    word = listing(*_to_screen(*center, radius, *velocity, *ends))
    return _FACES.get(word, BlockFace.NONE)


def _to_screen(
    x: Any,
    y: Any,
    r: Any,
    vx: Any,
    vy: Any,
    left: Any,
    bottom: Any,
    right: Any,
    top: Any,
) -> list[Any]:
    """Return coordinates on the article's screen, whose y points down."""
    return [x, -y, r, vx, -vy, left, -top, right, -bottom]


def corner_bounce(velocity: ArrayLike) -> Array:
    """Return the velocity after article 5's corner hit: one rule for all corners.

    On the article's screen, y down, the components are exchanged and both negated. With
    y up that is a plain exchange: the mirror image in the line y = x.

    Parameters
    ----------
    velocity : array_like (..., 2)
        y up.

    Returns
    -------
    array (..., 2)
        y up.

    Raises
    ------
    ValueError
        For NaN or infinity, and for another last axis.
    """
    return check_vectors("velocity", velocity, 2)[..., ::-1].copy()


def _check_components(**values: tuple[Vectors, int]) -> list[Array]:
    """Return the components of the arguments in order, checked.

    Each value comes with the length of its last axis; 0 for a scalar.
    """
    arrays, shapes = list[Array](), {}
    for name, (value, size) in values.items():
        argument = Argument(name, size)
        columns = argument.columns(value)
        argument.check(columns)
        shapes[name] = np.broadcast_shapes(*(x.shape for x in columns))
        arrays += columns
    check_broadcast(**shapes)
    return arrays


def _check_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    kind = np.dtype(dtype)
    if kind.kind != "f":
        raise ValueError(
            message("dtype must be a floating type, got {kind}", kind=kind)
        )
    return kind


def _run_listing(
    listing: Callable[..., Any], dtype: DTypeLike, **values: tuple[Vectors, int]
) -> ArrayRun:
    """Return the run of a listing on the components of some arguments."""
    return run(listing, _check_components(**values), _check_dtype(dtype))
