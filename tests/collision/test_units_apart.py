"""Lengths of one size and directions of quite another: still exact, or as promised.

Touches, numbers beside a touch by up to 2**13 units in the last place, exact zeros and
random queries, in units from 2**-544 to 2**544. More of them are tried by

    PLAYGROUND_APART=100000 pytest -n 1 tests/collision/test_units_apart.py
"""

import os

import edge_cases
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


def queries(name, count):
    """Return queries in ordinary units: touches, what is beside them, any, zeros."""
    rng = np.random.default_rng(31)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edge_cases, "SCALES", np.ones(1))
        patch.setattr(edge_cases, "NUDGES", NUDGES)
        near = getattr(edge_cases, name)(rng, count * 2 // 3)
    usual = random_queries(name, count - len(near))[:, : near.shape[1]]
    table = np.concatenate([near, usual])
    zeros = rng.random(table.shape) < 0.3 * (rng.random((len(table), 1)) < 0.2)
    table[zeros] = 0.0
    if name.endswith("ball_block"):
        table = edge_cases.sorted_blocks(table)
    return rng.permutation(table)


def apart(name, table):
    """Yield the queries scaled: half of them mixed, of the others all in one unit."""
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
    """Return turns that floats hold nearly, and some that are not quite 1 long."""
    a, b, h = edge_cases.legs(np.random.default_rng(33), len(table))
    h *= np.where(np.arange(len(table)) % 2, 1.0, 1.0 + 2.0**-22)
    return np.stack([a / h, b / h], axis=-1)


def asked(name, count):
    """Yield answers, and the numbers that were asked as the truth takes them."""
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
            yield found.at(every), known[every]


@pytest.mark.slow
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
    assert touched > COUNT / 100  # the cases are hard
