"""Hit or not, by the plain formula in numbers of one kind.

The disc touches the block if the way of its centre comes within the radius of it. The
least distance D is at an end of the way, at a corner of the block that the way passes,
or zero where the way crosses the block. Squares are compared.
"""

from typing import Any

from playground.scene.scene import (Decision, NumberType, in_numbers)
from scenes._wall import Vec2

Numbers = tuple[Any, ...]
Corners = tuple[Numbers, Numbers]


def decide(
    center: Vec2,
    velocity: Vec2,
    radius: float,
    block: tuple[Vec2, Vec2],
    number: NumberType,
) -> Decision:
    """Return whether the disc meets the block and is not leaving it at the start.

    `block` is its lower left and upper right corner.
    """
    start, way, low, high = (
        in_numbers(vector, number) for vector in (center, velocity, *block)
    )
    return _decided(start, way, number(radius), (low, high))


def _decided(
    start: Numbers, velocity: Numbers, radius: Any, block: Corners
) -> Decision:
    at_start = _square_to_block(start, block)
    least = min(
        at_start,
        _square_to_block(_sum(start, velocity), block),
        *_squares_to_corners(start, velocity, block),
    )
    if _crosses(start, velocity, block):
        least = 0 * least
    reach = radius * radius
    leaving = at_start <= reach and _speed_in(start, velocity, block) < 0
    hit = bool(least <= reach and not leaving)
    return Decision(hit, left=least, right=reach, but="leaving" if leaving else "")


def _sum(a: Numbers, b: Numbers) -> Numbers:
    return a[0] + b[0], a[1] + b[1]


def _dot(a: Numbers, b: Numbers) -> Any:
    return a[0] * b[0] + a[1] * b[1]


def _cross(a: Numbers, b: Numbers) -> Any:
    return a[0] * b[1] - a[1] * b[0]


def _beyond(center: Numbers, block: Corners) -> Numbers:
    """Return per axis how far the centre is beyond the nearer side."""
    low, high = block
    return (
        max(low[0] - center[0], center[0] - high[0]),
        max(low[1] - center[1], center[1] - high[1]),
    )


def _square_to_block(center: Numbers, block: Corners) -> Any:
    x, y = (max(gap, 0 * gap) for gap in _beyond(center, block))
    return x * x + y * y


def _spokes(start: Numbers, block: Corners) -> list[Numbers]:
    """Return the ways from the start to the corners."""
    return [(x[0] - start[0], y[1] - start[1]) for x in block for y in block]


def _squares_to_corners(start: Numbers, velocity: Numbers, block: Corners) -> list[Any]:
    """Return D² for the corners that are level with a point of the way."""
    square = _dot(velocity, velocity)
    aside = [
        _cross(velocity, spoke)
        for spoke in _spokes(start, block)
        if square > 0 and 0 <= _dot(spoke, velocity) <= square
    ]
    return [area * area / square for area in aside]


def _crosses(start: Numbers, velocity: Numbers, block: Corners) -> bool:
    """Tell whether the way meets the block: neither has all of the other aside."""
    end, (low, high) = _sum(start, velocity), block
    sides = [_cross(velocity, spoke) for spoke in _spokes(start, block)]
    return (
        min(sides) <= 0 <= max(sides)
        and all(low[i] <= max(start[i], end[i]) for i in (0, 1))
        and all(min(start[i], end[i]) <= high[i] for i in (0, 1))
    )


def _speed_in(center: Numbers, velocity: Numbers, block: Corners) -> Any:
    """Return a number with the sign of the speed toward what is touched here.

    That is the nearest point, from inside the nearest side; exactly at a corner both
    sides. Ties go to the left and to the top, as in the core.
    """
    low, high = block
    left = low[0] - center[0] >= center[0] - high[0]
    top = center[1] - high[1] >= low[1] - center[1]
    toward = velocity[0] if left else -velocity[0], -velocity[1] if top else velocity[1]
    x, y = _beyond(center, block)
    if max(x, y) > 0:
        return _dot((max(x, 0 * x), max(y, 0 * y)), toward)
    if x == y == 0:
        return toward[0] + toward[1]
    return toward[0] if x > y else toward[1]
