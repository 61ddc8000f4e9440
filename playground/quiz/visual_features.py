"""Visual features of a figure: relations of its shapes that can be seen at a glance.

A relation is a number: a distance of two points compared with lengths, the angle
between a direction and the line to a point, the overlap of a moving disc at its start,
halfway and end, a side, or a size. Relations follow from the declarations of a scene's
parameters, so that they exist for any scene.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.collision._sincos import cosine_and_sine
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.handles import ResizeHandle, RimHandle, RotatedFrame, TipHandle
from playground.scene.parameter_types import Angle, Number, Points, Vector
from playground.scene.params import Params

Array = NDArray[np.float64]

# Positions of a moving disc along its path.
_MOMENT_SHARES = {"start": 0.0, "halfway": 0.5, "end": 1.0}
# Value of an undefined relation, such as the angle to a coinciding point.
_MAX_RELATION_VALUE = 1e9


def measure_relations(
    kind: type[Params], values: Mapping[str, Array]
) -> dict[str, Array]:
    """Return every relation of many figures, float64 (n,) by name.

    Lengths are in metres, angles between directions in degrees. An undefined relation
    is 1e9, an infinite one 1e9 or -1e9.

    Parameters
    ----------
    kind : type of Params
        Class that declares the parameters.
    values : mapping of str to float64 array
        Each parameter of the figures, shape (n,) or (n, size), from `parameter_arrays`.
    """
    relations = _iterate_relations(_collect_elements(kind, values))
    largest = _MAX_RELATION_VALUE
    return {
        name: np.nan_to_num(row, nan=largest, posinf=largest, neginf=-largest)
        for name, row in relations
    }


def parameter_arrays(figures: Sequence[Params]) -> dict[str, Array]:
    """Stack the parameters of figures into arrays.

    Parameters
    ----------
    figures : sequence of Params
        Figures of one class, (n,).

    Returns
    -------
    dict of str to float64 array
        Each parameter, shape (n,) or (n, size). A list of points contributes its
        centroid and its first `min_count` points. Times, and parameters that are not
        real numbers, are left out.
    """
    arrays: dict[str, Array] = {}
    for name, spec in parameters.parameters_of(type(figures[0])).items():
        if isinstance(spec, Points):
            columns = [np.array(getattr(p, name), float) for p in figures]
            arrays[name] = np.stack([points.mean(axis=0) for points in columns])
            for i in range(spec.min_count):
                arrays[f"{name} {i + 1}"] = np.stack([points[i] for points in columns])
        elif isinstance(spec, Vector) or (isinstance(spec, Number) and not spec.time):
            arrays[name] = np.array([getattr(p, name) for p in figures], float)
    return arrays


class _Direction(NamedTuple):
    """Arrow, or path from a disc to a point."""

    tail: str
    vector: Array


class _Box(NamedTuple):
    center: str
    half: str
    angle: Array


@dataclass(frozen=True)
class _Elements:
    """Points, lengths, directions and shapes of many figures, by name.

    `discs` has the parameter of each disc's radius and of its centre.
    """

    points: dict[str, Array] = field(default_factory=dict)
    lengths: dict[str, Array] = field(default_factory=dict)
    directions: dict[str, _Direction] = field(default_factory=dict)
    angles: dict[str, Array] = field(default_factory=dict)
    discs: dict[str, str] = field(default_factory=dict)
    boxes: list[_Box] = field(default_factory=list)


def _collect_elements(kind: type[Params], values: Mapping[str, Array]) -> _Elements:
    count = len(next(iter(values.values())))
    elements = _Elements()
    for name, spec in parameters.parameters_of(kind).items():
        handle = spec.handle
        if isinstance(spec, Points):
            parts = {n: v for n, v in values.items() if n.split(" ")[0] == name}
            elements.points.update(parts)
        elif isinstance(spec, Angle):
            elements.angles[name] = values[name]
        elif isinstance(spec, Number) and name in values:
            elements.lengths[name] = np.abs(values[name])
            if isinstance(handle, RimHandle):
                elements.discs[name] = handle.center
        elif isinstance(spec, Vector) and spec.low >= 0.0:
            elements.lengths.update(_measure_sides(name, values[name]))
            if isinstance(handle, ResizeHandle):
                frame = handle.frame
                angle = values[frame.angle] if frame else np.zeros(count)
                elements.boxes.append(_Box(handle.center, name, angle))
        elif isinstance(spec, Vector) and not isinstance(handle, TipHandle):
            frame = getattr(handle, "frame", None)
            elements.points[name] = _rotate_to_world(frame, values, values[name])
    _add_directions(kind, values, elements)
    return elements


def _rotate_to_world(
    frame: RotatedFrame | None, values: Mapping[str, Array], at: Array
) -> Array:
    if frame is None:
        return at
    pivot = values[frame.pivot]
    return pivot + _rotate(at - pivot, values[frame.angle])


def _measure_sides(name: str, sides: Array) -> dict[str, Array]:
    """Return the visible lengths of a shape with two or three sides."""
    return {
        f"longest of {name}": sides.max(axis=-1),
        f"shortest of {name}": sides.min(axis=-1),
        f"{name} x": sides[..., 0],
        f"{name} y": sides[..., 1],
        f"mean of {name}": sides.mean(axis=-1),
        f"√product of {name}": np.sqrt(np.abs(sides.prod(axis=-1))),
        f"diagonal of {name}": _length(sides),
    }


def _add_directions(
    kind: type[Params], values: Mapping[str, Array], elements: _Elements
) -> None:
    """Add arrows and their tips; without an arrow, the path from a disc to a point."""
    bare = set(elements.points)
    for name, spec in parameters.parameters_of(kind).items():
        if isinstance(spec.handle, TipHandle):
            tail = spec.handle.tail
            elements.directions[name] = _Direction(tail, values[name])
            elements.points[f"tip of {name}"] = elements.points[tail] + values[name]
        if spec.handle:
            bare -= {*spec.handle.depends_on()}
    tails = {way.tail for way in elements.directions.values()}
    for center in elements.discs.values():
        for point in sorted(bare - tails) if center not in tails else ():
            vector = elements.points[point] - elements.points[center]
            elements.directions[f"way to {point}"] = _Direction(center, vector)
    elements.lengths.update(
        {f"|{n}|": _length(way.vector) for n, way in elements.directions.items()}
    )


def _iterate_relations(elements: _Elements) -> Iterator[tuple[str, Array]]:
    yield from _distances(elements)
    yield from _directions(elements)
    yield from _overlaps(elements)
    yield from _sizes(elements)
    for name, point in elements.points.items():
        yield from _coordinates(f"place of {name}", point)


def _distances(elements: _Elements) -> Iterator[tuple[str, Array]]:
    sums = dict(_sums(elements))
    for (a, start), (b, end) in combinations(elements.points.items(), 2):
        distance = _length(end - start)
        yield f"distance of {a} and {b}", distance
        for name, length in sums.items():
            yield f"distance of {a} and {b} less {name}", distance - length
        for name, length in elements.lengths.items():
            yield f"distance of {a} and {b} / {name}", _ratio(distance, length)
        yield from _coordinates(f"{b} from {a}", end - start)


def _sums(elements: _Elements) -> Iterator[tuple[str, Array]]:
    """Yield lengths, and sums and differences of two of different parameters."""
    yield from elements.lengths.items()
    for (a, length), (b, other_length) in combinations(elements.lengths.items(), 2):
        if a.split(" ")[-1] != b.split(" ")[-1] and a.split(" ")[0] != b.split(" ")[0]:
            yield f"({a} + {b})", length + other_length
            yield f"({a} − {b})", length - other_length


def _coordinates(name: str, at: Array) -> Iterator[tuple[str, Array]]:
    for axis, x in zip("xyz", np.moveaxis(at, -1, 0), strict=False):
        yield f"{name}, {axis}", x
        yield f"{name}, |{axis}|", np.abs(x)


def _directions(elements: _Elements) -> Iterator[tuple[str, Array]]:
    for name, way in elements.directions.items():
        yield from _coordinates(name, way.vector)
        for point, at in elements.points.items():
            if point in (way.tail, f"tip of {name}"):
                continue
            offset = at - elements.points[way.tail]
            turn = _angle(way.vector, offset)
            yield f"angle of {name} and the way to {point}", turn
            yield f"how far {point} is along {name}", _dot(way.vector, offset)
            if offset.shape[-1] == 2:
                cross_product = _cross(way.vector, offset)
                yield f"how far {point} is left of {name}", cross_product
    for (a, way), (b, other_way) in combinations(elements.directions.items(), 2):
        turn = _angle(way.vector, other_way.vector)
        yield f"angle of {a} and {b}", np.minimum(turn, 180.0 - turn)


def _overlaps(elements: _Elements) -> Iterator[tuple[str, Array]]:
    """Yield distances of a moving disc from boxes and lines at some moments."""
    moving = [
        (center, radius, name, way)
        for radius, center in elements.discs.items()
        for name, way in elements.directions.items()
        if way.tail == center
    ]
    for center, radius, own_name, way in moving:
        for moment, t in _MOMENT_SHARES.items():
            at = elements.points[center] + t * way.vector
            gaps = {
                box.half: _distance_to_box(elements, box, at) for box in elements.boxes
            }
            for name, line in elements.directions.items():
                if name != own_name and line.tail != center:
                    start = elements.points[line.tail]
                    gaps[name] = _distance_to_line(start, line.vector, at)
            for name, gap in gaps.items():
                yield f"gap to {name} at {moment}", gap - elements.lengths[radius]
                yield f"distance from {name} at {moment}", gap


def _distance_to_box(elements: _Elements, box: _Box, at: Array) -> Array:
    half = np.stack([elements.lengths[f"{box.half} {axis}"] for axis in "xy"], axis=-1)
    offset = _rotate(at - elements.points[box.center], -box.angle)
    return _length(np.maximum(np.abs(offset) - half, 0.0))


def _distance_to_line(on: Array, along: Array, at: Array) -> Array:
    offset = at - on
    share = _ratio(_dot(offset, along), _dot(along, along))
    return _length(offset - share[..., None] * along)


def _sizes(elements: _Elements) -> Iterator[tuple[str, Array]]:
    yield from elements.lengths.items()
    for (a, size), (b, other_size) in combinations(elements.lengths.items(), 2):
        yield f"{a} / {b}", _ratio(size, other_size)
    for name, angle in elements.angles.items():
        yield name, angle
        yield f"how far {name} is from upright", np.abs(np.sin(2.0 * angle))


def _length(v: Array) -> Array:
    return np.sqrt(_dot(v, v))


def _dot(a: Array, b: Array) -> Array:
    return np.asarray((a * b).sum(axis=-1))


def _cross(a: Array, b: Array) -> Array:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _rotate(v: Array, angle: Array) -> Array:
    c, s = np.moveaxis(cosine_and_sine(angle), -1, 0)
    x, y = v[..., 0], v[..., 1]
    return np.stack([c * x - s * y, s * x + c * y], axis=-1)


def _ratio(a: Array, b: Array) -> Array:
    with np.errstate(all="ignore"):
        return np.asarray(a / b)


def _angle(a: Array, b: Array) -> Array:
    """Return the angle between two directions in degrees; NaN for a zero vector."""
    cosine = _ratio(_dot(a, b), _length(a) * _length(b))
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
