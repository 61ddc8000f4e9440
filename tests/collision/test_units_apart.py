"""Lengths and directions of very different size: exact, or of the stated accuracy.

Touches, numbers up to 2**13 units in the last place from a touch, exact zeros and
random queries, in units from 2**-544 to 2**544. To test more of them:

    PLAYGROUND_APART=100000 pytest -n 1 tests/collision/test_units_apart.py
"""

import os
from dataclasses import fields
from fractions import Fraction

import edge_cases
import exact_numbers
import exact_truth
import numpy as np
import pytest
from effort import examples
from test_exact import ARGUMENTS, TURNED, VERDICTS, random_queries

from playground import collision

COUNT = int(os.environ.get("PLAYGROUND_APART", examples(9_000)))
# Numbers take longer: so many of the queries.
NUMBERED = COUNT // 10

UNITS = 2.0 ** np.array(
    [0, 60, -60, 90, 120, -180, 200, 250, -250, 500, -500, 544, -544]
)
NUDGES = np.concatenate([[0.0], *(s * 2.0 ** np.arange(14) for s in (1, -1))])

# Of each table of `edge_cases`: the columns of directions or velocities that have a
# unit of their own. All others are lengths, but for the angle, the last of some.
DIRECTIONS = {
    "ray_circle": [2, 3],
    "swept_sphere_line": [9, 10, 11],
    "ball_block": [2, 3],
}
# Columns of which one at least may not be 0.
NOT_ZERO = {
    "ray_circle": [[2, 3]],
    "swept_sphere_line": [[9, 10, 11]],
    "point_ellipse": [[4], [5]],
}
POSITIVE = {"point_ellipse": [4, 5]}


def queries(name, count):
    """Return queries in ordinary units: touches, near touches, random ones, zeros."""
    rng = np.random.default_rng(31)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edge_cases, "SCALES", np.ones(1))
        patch.setattr(edge_cases, "NUDGES", NUDGES)
        near = getattr(edge_cases, name)(rng, count * 2 // 3)
    usual = random_queries(name, count - len(near))[:, : near.shape[1]]
    table = np.concatenate([near, usual])
    zeros = rng.random(table.shape) < 0.3 * (rng.random((len(table), 1)) < 0.2)
    zeros[:, POSITIVE.get(name, [])] = False
    table[zeros] = 0.0
    if name.endswith("ball_block"):
        table = edge_cases.sorted_blocks(table)
    return rng.permutation(table)


def apart(name, table):
    """Yield the scaled queries: half with mixed units, half with one unit."""
    rng = np.random.default_rng(32)
    half = len(table) // 2
    by = rng.choice(UNITS, (2, half))
    yield scaled(name, table[:half], *by[..., None])
    rest = table[half:]
    for part in np.array_split(rest, min(12, len(rest))):
        yield scaled(name, part, *rng.choice(UNITS, 2))


def scaled(name, table, lengths, directions):
    ways = DIRECTIONS.get(name, [])
    angles = [table.shape[1] - 1] if name in TURNED else []
    measured = [i for i in range(table.shape[1]) if i not in ways + angles]
    table = table.copy()
    table[:, measured] *= lengths
    table[:, ways] *= directions
    # What may not be 0 is at least the least float.
    for some in NOT_ZERO.get(name, []):
        zero = (table[:, some] == 0.0).all(axis=1)
        table[zero, some[0]] = np.nextafter(0.0, 1.0)
    return table


def rotations(table):
    """Return rotations as floats, some of them not quite of length 1."""
    a, b, h = edge_cases.legs(np.random.default_rng(33), len(table))
    h *= np.where(np.arange(len(table)) % 2, 1.0, 1.0 + 2.0**-22)
    return np.stack([a / h, b / h], axis=-1)


def asked(name, count):
    """Yield results, and the queried numbers in the truth's order."""
    for table in apart(name, queries(name, count)):
        arguments = list(ARGUMENTS[name](table))
        if name not in TURNED:
            yield getattr(collision, name)(*arguments), table
            continue
        by_angle = getattr(collision, name)(*arguments)
        arguments[3 if name == "point_ellipse" else 4] = None
        by_turn = getattr(collision, name)(*arguments, rotation=rotations(table))
        for found, some in (
            (by_angle, slice(0, None, 2)),
            (by_turn, slice(1, None, 2)),
        ):
            every = np.zeros(len(table), bool)
            every[some] = True
            known = np.column_stack([table[:, :-1], found.cosine, found.sine])
            yield found.select_queries(every), known[every]


@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts_are_those_of_rational_arithmetic(name):
    truth, touched = getattr(exact_truth, name), 0
    for found, known in asked(name, COUNT):
        verdicts, touches = zip(*(truth(*row) for row in known.tolist()), strict=True)
        touched += sum(touches)
        for field, column in zip(
            VERDICTS[name], zip(*verdicts, strict=True), strict=True
        ):
            np.testing.assert_array_equal(getattr(found, field), column, field)
    assert touched > COUNT / 200  # the cases are hard


# How far a number may be off: what docstrings say.
TIMES, DISCRIMINANTS, NORMALS = (Fraction(x) for x in ("1e-13", "2e-11", "1e-12"))
PLACES = Fraction(1, 2**46)
LEAST, LARGEST = (
    Fraction(float(x)) for x in (np.nextafter(0.0, 1.0), np.finfo(float).max)
)


def digits(part):
    """Return an accuracy relative to the number itself."""
    return lambda true, sizes: part * max(map(abs, true))


def place(true, sizes):
    """Return an accuracy relative to the query's largest length."""
    return PLACES * sizes["length"]


def place_in(unit):
    return lambda true, sizes: place(true, sizes) * sizes[unit]


def exactly(true, sizes):
    return 0


def rounded_once(true, sizes):
    return Fraction(2) ** -53 * max(map(abs, true))


def unit_vector(true, sizes):
    return NORMALS


PROMISED = {
    "ray_circle": {
        **dict.fromkeys(("t_enter", "t_exit", "t"), digits(TIMES)),
        **dict.fromkeys(("point", "point_enter", "point_exit", "closest"), place),
        "normal": unit_vector,
        "discriminant": digits(DISCRIMINANTS),
        "closest_t": place_in("per pace"),
    },
    "swept_sphere_line": {
        **dict.fromkeys(("t", "t_enter", "t_exit", "alpha", "omega"), digits(TIMES)),
        **dict.fromkeys(("beta", "closest_t"), digits(3 * TIMES)),
        **dict.fromkeys(("center", "contact", "closest_distance"), place),
        "discriminant": digits(DISCRIMINANTS),
        "speed": digits(TIMES),
    },
    "ball_block": {
        "gap": rounded_once,
        "outward": exactly,
        "distance": place,
        "bounced": exactly,
    },
    "sweep_ball_block": {
        "t": digits(TIMES),
        "center": place,
        "contact": place,
        "normal": unit_vector,
    },
    "circle_rect": {
        **dict.fromkeys(("distance", "depth", "closest", "local_center"), place),
        "corners": place,
        "normal": unit_vector,
        "cosine": exactly,
        "sine": exactly,
    },
    "point_ellipse": {
        "translated": rounded_once,
        "rotated": place,
        "normalized": place_in("stretch"),
        "level": place_in("per radius"),
        "distance": place,
        "closest": place,
        "cosine": exactly,
        "sine": exactly,
    },
}


def sizes_of(name, row):
    """Return the largest length of a query, and the scale of its accuracies."""
    ways = DIRECTIONS.get(name, [])
    lengths = row[:-2] if name in TURNED else row
    sizes = {
        "length": max(abs(Fraction(x)) for i, x in enumerate(lengths) if i not in ways)
    }
    if name == "ray_circle":
        sizes["per pace"] = 1 / max(abs(Fraction(row[i])) for i in ways)
    if name == "point_ellipse":
        rx, ry = map(Fraction, row[4:6])
        sizes |= {"per radius": 1 / min(rx, ry), "stretch": max(rx / ry, 1)}
    return sizes


def near(value, true, slack):
    """Return whether a float is within the accuracy; beyond all floats, infinite."""
    if np.isinf(value):
        return abs(true) > LARGEST - slack and (true > 0) == (value > 0)
    return abs(Fraction(float(value)) - true) <= slack + 4 * LEAST


@pytest.mark.parametrize("name", VERDICTS)
def test_numbers_and_points_are_as_near_as_promised(name):
    promised, broken = PROMISED[name], {}
    for found, known in asked(name, NUMBERED):
        values = {f.name: getattr(found, f.name) for f in fields(found)}
        numbers = {field: x for field, x in values.items() if x.dtype == float}
        assert numbers.keys() == promised.keys()
        for i, row in enumerate(known.tolist()):
            truth, sizes = getattr(exact_numbers, name)(*row), sizes_of(name, row)
            for field, true in truth.items():
                if not is_kept(
                    promised[field], np.ravel(numbers[field][i]), true, sizes
                ):
                    broken[field] = row
    assert not broken


def is_kept(promise, value, true, sizes):
    """Return whether a field is undefined where it should be, and otherwise near."""
    if true is None or np.isnan(value).any():
        return true is None and np.isnan(value).all()
    true = true if isinstance(true, list) else [true]
    slack = promise(true, sizes)
    return all(near(x, y, slack) for x, y in zip(value, true, strict=True))


NEEDLES = [
    ((2.0, 3.0), (1.0, 5e-324)),
    ((2e36, 3e36), (1e36, 5e-324)),
    ((2e200, 1e200), (1e200, 1e-150)),
    ((2e200, 1e200), (1e-150, 1e200)),
    ((1.0, 1.0), (1e20, 5e-324)),
    ((0.0, 1.0), (1e20, 1e-310)),
]


@pytest.mark.parametrize(("point", "radii"), NEEDLES)
def test_a_needle_of_any_thinness_is_as_far_as_it_is(point, radii):
    found = collision.point_ellipse(point, (0.0, 0.0), radii, 0.0)
    row = *point, 0.0, 0.0, *radii, 1.0, 0.0
    true = exact_numbers.point_ellipse(*row)
    for field in ("distance", "closest"):
        value = np.ravel(getattr(found, field))
        assert is_kept(place, value, true[field], sizes_of("point_ellipse", row))


def test_a_normal_beside_a_corner_has_its_digits():
    """The gap is 1e-14 of the lengths, and whole numbers know where it points."""
    turn, corner = np.array([0.8, 0.6]), np.array([2.0, 1.0])
    for over in np.random.default_rng(34).integers(1, 40, (50, 2)) * 2.0**-52:
        x, y = corner + over
        center = turn[0] * x - turn[1] * y, turn[1] * x + turn[0] * y
        found = collision.circle_rect(center, 0, (0, 0), corner, None, rotation=turn)
        row = *center, 0.0, 0.0, *corner, 0.0, 0.0, 0.0, *turn
        true = exact_numbers.circle_rect(*row)["normal"]
        assert is_kept(unit_vector, found.normal, true, {})
