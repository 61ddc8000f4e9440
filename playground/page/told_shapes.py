"""What a page is told of any record: its looks, and its numbers as whole ones."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from playground.page import colours
from playground.page.slots import Shape
from playground.render.arrays import Array
from playground.render.fonts import BODY, font
from playground.render.free_labels import rank
from playground.scene.records import Dot, Filled, Label, Record, Stroke

ALPHA, ANGLE = 255.0, 1e4
# What is a size on screen is told in such parts of a pixel.
_PIXEL = 10.0
# No number of a page is larger: what is so far off is out of sight.
FAR = 1e11


def pixels(points: Array) -> tuple[int, ...]:
    """Return places in tenths of a pixel, x and y in turn."""
    return tuple(np.rint(points[:, :2] * _PIXEL).astype(int).ravel().tolist())


def tenths(*numbers: float) -> tuple[int, ...]:
    """Return lengths in tenths of a pixel."""
    return tuple([round(x * _PIXEL) for x in numbers])


def plain(numbers: Array | Sequence[float]) -> Sequence[float]:
    """Return numbers in a row."""
    return numbers.ravel().tolist() if isinstance(numbers, np.ndarray) else numbers


def finite(numbers: Sequence[float]) -> bool:
    """Return whether all numbers are finite; their sum is, but for very large ones."""
    return math.isfinite(sum(numbers)) or all(map(math.isfinite, numbers))


def whole(numbers: Sequence[float], unit: float) -> tuple[int, ...]:
    """Return numbers, none of them infinite, as multiples of a unit."""
    return tuple(
        [round(n if -FAR < (n := x / unit) < FAR else _far(n)) for x in numbers]
    )


def _far(number: float) -> float:
    return math.copysign(FAR, number)


def turn(angle: float, unit: float = 1.0 / ANGLE) -> int:
    """Return an angle (radians), less whole turns, as a multiple of a unit."""
    return round(math.remainder(angle, math.tau) / unit)


def shape(
    kind: str,
    record: Record,
    numbers: tuple[int, ...],
    of_article: bool,
    rim: float = 0.0,
) -> Shape:
    """Return the shape of a record; `rim` is how wide a marker's is, in pixels."""
    width, fill, dashed, marker = rim, 0.0, False, ""
    if isinstance(record, Stroke):
        width = record.width
        dashed = record.dashed and width > 0.0
        if isinstance(record, Filled):
            fill = record.fill * record.alpha
    elif isinstance(record, Dot):
        marker = record.marker.value
    fixed = (
        kind,
        colours.tone(record.role),
        1 if dashed else 0,
        marker,
        record.since,
        record.key,
        1 if record.derivation else 0,
        1 if of_article else 0,
        len(numbers),
    )
    looks = round(record.alpha * ALPHA), round(width * _PIXEL), round(fill * ALPHA)
    return Shape(fixed, (*looks, *numbers))


def worded(label: Label, name: float, of_article: bool) -> tuple[Any, ...]:
    """Return what does not change of a label, where names are `name` pixels high."""
    return (
        colours.text_tone(label.role),
        _em(label.size, name),
        label.since,
        label.key,
        int(label.derivation),
        int(of_article),
        rank(label),
    )


@lru_cache(maxsize=256)
def _em(size: float, name: float) -> int:
    """Return how high letters are in tenths of a pixel, as a page asks for it.

    A line of text is higher than that.
    """
    return tenths(font(BODY[0]).em * size * name)[0]
