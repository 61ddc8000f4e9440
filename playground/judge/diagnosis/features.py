"""Features of test cases: conditions and measures, in words, to explain failures."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from math import pi

import numpy as np

from playground.collision import BlockFace, RectFeature, SphereMotion
from playground.i18n import message
from playground.judge.cases.case_set import Array, Cases, Flags
from playground.judge.findings import TOUCH
from playground.quick_dataclass import dataclass
from playground.scene.query import ArgumentKind, ResultField

Vector = tuple[Array, ...]

TOUCHES = message("it touches exactly")
# Largest cross product of parallel vectors, relative to the product of their lengths.
_PARALLEL_TOLERANCE = 1e-13
# Relative clearance below which user code's own epsilon may decide.
_NEAR_EDGE_RATIO = 1e-3
_Tests = Mapping[str, Callable[[Array], Flags]]
# Conditions on an angle, on an exact time and on a component of the normal.
_ANGLE_TESTS: _Tests = {
    message("{name} < 0"): lambda x: x < 0,
    message("{name} = 0"): lambda x: x == 0,
    message("{name} is not 0"): lambda x: x != 0,
    message("{name} is more than a quarter turn, either way"): lambda x: (
        np.abs(x) > pi / 2
    ),
    message("{name} is more than half a turn, either way"): lambda x: np.abs(x) > pi,
    message("{name} is more than a turn, either way"): lambda x: np.abs(x) > 2 * pi,
    message("{name} is a multiple of a quarter turn"): lambda x: (
        np.abs(np.sin(2.0 * x)) < _PARALLEL_TOLERANCE
    ),
}
_NO_TIME_TEXT = message("there is no true {name}")
_TIME_TESTS: _Tests = {
    message("the true {name} is 0"): lambda t: t == 0,
    message("the true {name} is 1"): lambda t: t == 1,
    message("the true {name} is negative (behind)"): lambda t: t < 0,
    message("the true {name} is 0 or more"): lambda t: t >= 0,
    _NO_TIME_TEXT: np.isnan,
    message("the true {name} is above 1"): lambda t: t > 1,
}
_NORMAL_TESTS: _Tests = {
    message("the {letter} component of the normal is positive"): lambda x: x > 0,
    message("the {letter} component of the normal is negative"): lambda x: x < 0,
    message("the {letter} component of the normal is 0"): lambda x: x == 0,
}
_FEATURE_TEXTS: dict[str, Mapping[int, str]] = {
    "feature": {
        RectFeature.INSIDE: message("the inside is nearest"),
        RectFeature.EDGE: message("an edge is nearest"),
        RectFeature.CORNER: message("a corner is nearest"),
    },
    "face": {
        BlockFace.TOP_BOTTOM: message("it meets the top or bottom"),
        BlockFace.LEFT_RIGHT: message("it meets the left or right side"),
        BlockFace.CORNER: message("it meets a corner"),
    },
    "motion": {
        SphereMotion.CROSSING: message("it moves across the line"),
        SphereMotion.PARALLEL: message("it moves parallel to the line"),
        SphereMotion.RESTING: message("it does not move"),
    },
}


@dataclass(frozen=True, eq=False)
class Condition:
    """A property that some cases have.

    Attributes
    ----------
    text : str
        The property in words.
    flags : ndarray of bool, shape (n,)
        The cases that have it.
    deviation : str
        Name of the deviation that it is, else "".
    is_vague : bool
        Whether it says hardly more than a failure kind does.
    """

    text: str
    flags: Flags
    deviation: str = ""
    is_vague: bool = False


@dataclass(frozen=True, eq=False)
class Measure:
    """A numeric feature of each case.

    Attributes
    ----------
    name : str
        The feature in words.
    values : ndarray, shape (n,)
        Its values, NaN if undefined.
    is_clearance : bool
        Whether user code may compare it with an epsilon; only small values are tried as
        thresholds.
    """

    name: str
    values: Array
    is_clearance: bool = False


def conditions(cases: Cases) -> list[Condition]:
    """Return all conditions that can hold in the n cases, with flags of shape (n,)."""
    with np.errstate(all="ignore"):
        count = len(cases)
        listed_conditions = [
            *_argument_conditions(cases),
            *_pair_conditions(cases),
            *_truth_conditions(cases),
        ]
        return [
            replace(c, flags=np.broadcast_to(np.asarray(c.flags, bool), (count,)))
            for c in listed_conditions
        ]


def measures(cases: Cases) -> list[Measure]:
    """Return all measures of the n cases, for which thresholds can be found."""
    with np.errstate(all="ignore"):
        return [*_argument_measures(cases), *_clearance_measures(cases)]


def _select_arguments(cases: Cases, *kinds: ArgumentKind) -> dict[str, Vector]:
    """Return the arguments of some kinds, each as a tuple of arrays."""
    return {
        name: value if isinstance(value, tuple) else (value,)
        for name, value in cases.columns.items()
        if value is not None and cases.query.argument_kinds[name] in kinds
    }


def _lengths(cases: Cases) -> dict[str, Vector]:
    return _select_arguments(cases, ArgumentKind.LENGTH, ArgumentKind.POSITIVE)


def _vectors(cases: Cases) -> dict[str, Vector]:
    """Return displacements and directions, including that from start to end."""
    columns = cases.columns
    vectors: dict[str, Vector] = {}
    if {"start", "end"} <= columns.keys():
        pairs = zip(columns["start"], columns["end"], strict=True)
        vectors[message("the motion")] = tuple(b - a for a, b in pairs)
    return {**vectors, **_select_arguments(cases, ArgumentKind.STEP, ArgumentKind.WAY)}


def _argument_conditions(cases: Cases) -> Iterator[Condition]:
    for name, parts in _lengths(cases).items():
        if cases.query.argument_kinds[name] is ArgumentKind.LENGTH:
            zero = np.logical_or.reduce([x == 0 for x in parts])
            words = (
                message("{name} is 0", name=name)
                if len(parts) == 1
                else message("a component of {name} is 0", name=name)
            )
            yield Condition(words, zero)
        if len(parts) == 2:
            yield Condition(
                message("the two {name} are equal", name=name), parts[0] == parts[1]
            )
            yield Condition(
                message("the two {name} are not equal", name=name), parts[0] != parts[1]
            )
            yield Condition(f"{name}[0] > {name}[1]", parts[0] > parts[1])
    for name, (angle,) in _select_arguments(cases, ArgumentKind.ANGLE).items():
        for text, holds in _ANGLE_TESTS.items():
            yield Condition(message(text, name=name), holds(angle))
    for name, way in _vectors(cases).items():
        yield Condition(message("{name} is 0", name=name), _norm(way) == 0)
        is_parallel = sum((x == 0).astype(int) for x in way) == len(way) - 1
        yield Condition(message("{name} is along an axis", name=name), is_parallel)
        for letter, x in zip("xyz", way, strict=False):
            number = message("{name}.{letter}", name=name, letter=letter)
            yield Condition(message("{name} = 0", name=number), x == 0)
            yield Condition(message("{name} < 0", name=number), x < 0)
            yield Condition(message("{name} > 0", name=number), x > 0)
        not_one = np.abs(_norm(way) - 1.0) > 1e-9
        yield Condition(message("{name} is not of length 1", name=name), not_one)


def _pair_conditions(cases: Cases) -> Iterator[Condition]:
    ways, places = _vectors(cases), _select_arguments(cases, ArgumentKind.PLACE)
    for (a, x), (b, y) in combinations(ways.items(), 2):
        norms = _norm(x) * _norm(y)
        parallel = (_cross(x, y) <= _PARALLEL_TOLERANCE * norms) & (norms > 0)
        yield Condition(message("{a} is parallel to {b}", a=a, b=b), parallel)
        yield Condition(
            message("{a} is 0 or parallel to {b}", a=a, b=b), parallel | (norms == 0)
        )
        square = (np.abs(_dot(x, y)) <= _PARALLEL_TOLERANCE * norms) & (norms > 0)
        yield Condition(message("{a} is perpendicular to {b}", a=a, b=b), square)
        yield Condition(
            message("{a} is 0 or perpendicular to {b}", a=a, b=b), square | (norms == 0)
        )
    for (a, x), (b, y) in combinations(places.items(), 2):
        gap = tuple(q - p for p, q in zip(x, y, strict=True))
        yield Condition(message("{a} is {b}", a=a, b=b), _norm(gap) == 0)
        yield Condition(message("{a} is not {b}", a=a, b=b), _norm(gap) > 0)
        for letter, g in zip("xyz", gap, strict=False):
            yield Condition(
                message("{a} and {b} have the same {letter}", a=a, b=b, letter=letter),
                g == 0,
            )
        for name, way in ways.items():
            if name in ("velocity", "direction"):
                yield from _aim_conditions(name, way, a, b, gap)


def _aim_conditions(
    name: str, way: Vector, a: str, b: str, gap: Vector
) -> Iterator[Condition]:
    """Yield conditions on a direction relative to the vector between two points.

    `name` and `way` are the direction, `a` and `b` the points' names, `gap` is from a
    to b.
    """
    norms, dots = _norm(way) * _norm(gap), _dot(way, gap)
    yield Condition(
        message("{name} points away from {b} (seen from {a})", name=name, b=b, a=a),
        dots < 0,
    )
    square = (np.abs(dots) <= _PARALLEL_TOLERANCE * norms) & (norms > 0)
    yield Condition(
        message(
            "{name} is perpendicular to the direction from {a} to {b}",
            name=name,
            a=a,
            b=b,
        ),
        square,
    )
    straight = (_cross(way, gap) <= _PARALLEL_TOLERANCE * norms) & (dots > 0)
    yield Condition(
        message("{name} aims straight from {a} at {b}", name=name, a=a, b=b), straight
    )


def _truth_conditions(cases: Cases) -> Iterator[Condition]:
    yield Condition(message("the correct answer is a hit"), cases.hit, is_vague=True)
    yield Condition(message("the correct answer is a miss"), ~cases.hit, is_vague=True)
    yield Condition(TOUCHES, cases.gap == 0, TOUCH)
    for name, flags in cases.choice_flags.items():
        yield Condition(CHOICE_TEXTS.get(name, name.replace("_", " ")), flags, name)
    inside = getattr(cases.truth, "inside", None)
    if inside is not None:
        word = "start_inside" if "start_inside" in cases.choice_flags else ""
        yield Condition(message("it starts inside"), np.asarray(inside, bool), word)
    for field, kinds in _FEATURE_TEXTS.items():
        value = getattr(cases.truth, field, None)
        if value is not None:
            for kind, words in kinds.items():
                yield Condition(words, np.asarray(value) == kind)
    for name, result_field in cases.query.result_fields.items():
        value = cases.true(name)
        if result_field is ResultField.TIME:
            for text, holds in _TIME_TESTS.items():
                if text is not _NO_TIME_TEXT or name != cases.query.number:
                    yield Condition(message(text, name=name), holds(value))
        if result_field is ResultField.NORMAL:
            for letter, x in zip("xyz", value.T, strict=False):
                for text, holds in _NORMAL_TESTS.items():
                    yield Condition(message(text, letter=letter), holds(x))
    exit_ = getattr(cases.truth, "t_exit", None)
    if exit_ is not None:
        behind = np.asarray(exit_, float) < 0
        yield Condition(
            message("the circle is entirely behind the ray (t_exit < 0)"), behind
        )


_MISSES = (
    message("the gap of the miss"),
    message("the gap of the miss relative to the size"),
)
_HITS = (
    message("the depth of the hit"),
    message("the depth of the hit relative to the size"),
)
CHOICE_TEXTS = {
    "center_inside": message("the centre is inside"),
    "start_inside": message("it starts inside or on it"),
}
"""The condition of each choice, in words."""


def _argument_measures(cases: Cases) -> Iterator[Measure]:
    lengths, ways = _lengths(cases), _vectors(cases)
    for name, parts in lengths.items():
        if len(parts) == 2:
            ratio = np.maximum(*parts) / np.minimum(*parts)
            yield Measure(
                message("the ratio of the two {name}", name=name),
                np.nan_to_num(ratio, nan=1.0),
            )
        largest = np.maximum.reduce(parts)
        several = len(parts) > 1
        words = message("the larger of {name}", name=name) if several else name
        yield Measure(words, largest)
    for name, (angle,) in _select_arguments(cases, ArgumentKind.ANGLE).items():
        yield Measure(name, angle)
        yield Measure(f"|{name}|", np.abs(angle))
        to_side = np.abs(np.mod(angle, pi) - pi / 2)
        yield Measure(
            message("the angle between {name} and a quarter turn", name=name), to_side
        )
    world = [np.maximum.reduce(parts) for parts in lengths.values()]
    if "rect_min" in cases.columns:
        low, high = cases.columns["rect_min"], cases.columns["rect_max"]
        sides = [b - a for a, b in zip(low, high, strict=True)]
        world.append(np.maximum.reduce(sides))
    for name, way in ways.items():
        size = _norm(way)
        yield Measure(message("the length of {name}", name=name), size)
        if cases.query.argument_kinds.get(name) is not ArgumentKind.WAY and world:
            largest = np.maximum.reduce(world)
            by = size / np.where(largest > 0, largest, 1.0)
            yield Measure(
                message(
                    "the length of {name} relative to the largest extent", name=name
                ),
                by,
            )
    for (a, x), (b, y) in combinations(ways.items(), 2):
        sine = np.nan_to_num(_cross(x, y) / (_norm(x) * _norm(y)), nan=1.0)
        yield Measure(
            message("the sine between {a} and {b}", a=a, b=b), np.minimum(sine, 1.0)
        )
    places = _select_arguments(cases, ArgumentKind.PLACE)
    for name, place in places.items():
        far = np.maximum.reduce([np.abs(x) for x in place])
        yield Measure(message("the largest coordinate of {name}", name=name), far)
    for (a, x), (b, y) in combinations(places.items(), 2):
        gap = tuple(q - p for p, q in zip(x, y, strict=True))
        yield Measure(message("the distance between {a} and {b}", a=a, b=b), _norm(gap))
    yield Measure(message("the largest of all numbers"), cases.size)
    for name, result_field in cases.query.result_fields.items():
        if result_field is ResultField.TIME:
            value = cases.true(name)
            times = np.where(np.isfinite(value), value, np.nan)
            yield Measure(message("the true {name}", name=name), times)


def _clearance_measures(cases: Cases) -> Iterator[Measure]:
    clear, size = np.abs(cases.gap), np.where(cases.size > 0, cases.size, 1.0)
    part = clear / size
    short, small = clear <= _NEAR_EDGE_RATIO * np.median(size), part <= _NEAR_EDGE_RATIO
    for (length, share), side in ((_MISSES, cases.gap > 0), (_HITS, cases.gap <= 0)):
        yield Measure(length, np.where(side & short, clear, np.nan), True)
        yield Measure(share, np.where(side & small, part, np.nan), True)


def _dot(a: Vector, b: Vector) -> Array:
    return np.asarray(sum(x * y for x, y in zip(a, b, strict=True)))


def _norm(a: Vector) -> Array:
    return np.asarray(np.sqrt(_dot(a, a)))


def _cross(a: Vector, b: Vector) -> Array:
    """Return the length of the cross product, in 2D or 3D, shape (n,)."""
    pairs = combinations(range(len(a)), 2)
    return _norm(tuple(a[i] * b[j] - a[j] * b[i] for i, j in pairs))
