"""What tests read out of a picture: its views, its records, their numbers."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import fields

import numpy as np

from playground.scene.drawlist import (
    DrawList,
    Line,
    Record,
)


def views(picture: DrawList) -> Iterator[DrawList]:
    """Yield the picture and every view in it."""
    yield picture
    for view in picture.views:
        yield from views(view)


def records(picture: DrawList) -> list[Record]:
    """Return the records of all views."""
    return [record for view in views(picture) for record in view.records]


def keys(picture: DrawList) -> set[str]:
    """Return the names of the quantities that are drawn."""
    return {record.key for record in records(picture)} - {""}


def numbers(value: object) -> Iterator[float]:
    """Yield every number within a value, however nested."""
    if isinstance(value, str | bool):
        return
    if isinstance(value, int | float | np.number):
        yield float(value)
    elif isinstance(value, Sequence | np.ndarray):
        for item in value:
            yield from numbers(item)


def unfit(record: Record) -> str:
    """Return what of a record cannot be drawn, or nothing."""
    for field in fields(record):
        endless = isinstance(record, Line) and field.name in ("start", "stop")
        for number in numbers(getattr(record, field.name)):
            if math.isnan(number) or (math.isinf(number) and not endless):
                return f"{field.name} = {number} in {record}"
    sizes = ("radius", "width", "size", "rounding", "alpha", "fill", "half")
    negative = [s for s in sizes if getattr(record, s, 0.0) < 0.0]
    return f"{negative} in {record}" if negative else ""
