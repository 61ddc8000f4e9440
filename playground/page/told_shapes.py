"""What a page is told of any record: its looks, and its numbers as whole ones."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from playground.page import colours
from playground.page.slots import Shape
from playground.render.arrays import Array
from playground.render.fonts import BODY, font
from playground.render.free_labels import rank
from playground.scene.records import Label, Record, Stroke

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
    return tuple(round(x * _PIXEL) for x in numbers)


def whole(numbers: Array | Sequence[float], unit: float) -> tuple[int, ...]:
    """Return numbers, none of them infinite, as multiples of a unit."""
    each = numbers.ravel().tolist() if isinstance(numbers, np.ndarray) else numbers
    return tuple([round(min(max(x / unit, -FAR), FAR)) for x in each])


def turn(angle: float, unit: float = 1.0 / ANGLE) -> int:
    """Return an angle (radians), less whole turns, as a multiple of a unit."""
    return round(math.remainder(angle, math.tau) / unit)


def shape(
    kind: str,
    record: Record,
    numbers: tuple[int, ...],
    of_article: bool,
    *,
    width: float = 0.0,
    fill: float = 0.0,
    marker: str = "",
) -> Shape:
    """Return the shape of a record; `width` is in pixels, `fill` an opacity."""
    dashed = isinstance(record, Stroke) and record.dashed and width > 0.0
    fixed = (
        kind,
        colours.tone(record.role),
        int(dashed),
        marker,
        record.since,
        record.key,
        int(record.derivation),
        int(of_article),
        len(numbers),
    )
    looks = round(record.alpha * ALPHA), *tenths(width), round(fill * ALPHA)
    return Shape(fixed, (*looks, *numbers))


def worded(label: Label, name: float, of_article: bool) -> tuple[Any, ...]:
    """Return what does not change of a label, where names are `name` pixels high."""
    # A line of text is higher than its letters' em, which is what a page asks for.
    em = font(BODY[0]).em * label.size * name
    return (
        colours.text_tone(label.role),
        *tenths(em),
        label.since,
        label.key,
        int(label.derivation),
        int(of_article),
        rank(label),
    )
