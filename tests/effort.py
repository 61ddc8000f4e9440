"""Effort of tests: examples and seeds in quick runs and in CI."""

import itertools
import os
from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import settings

IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")


def quick() -> bool:
    """Return whether slow tests are deselected."""
    return settings.get_current_profile_name() == "quick"


def examples(count: int) -> int:
    """Return the number of examples: `count`, or a tenth without the slow tests.

    In CI they are always the same, and a third of that; elsewhere they are random.
    """
    return max(count // (10 if quick() else 3 if IN_CI else 1), 5)


def seeds(count: int) -> list[object]:
    """Return the seeds of a test: the first alone, but exhaustively all."""
    return one_and_exhaustively_each(range(count))


def one_and_slowly_each(values: Iterable[object]) -> list[object]:
    """Return parameters of a test, of which all but the first are slow."""
    first, *others = values
    return [first, *(pytest.param(value, marks=pytest.mark.slow) for value in others)]


def one_and_exhaustively_each(values: Iterable[object]) -> list[object]:
    """Return parameters of a test, of which all but the first are exhaustive."""
    first, *others = values
    return [first, *(pytest.param(x, marks=pytest.mark.exhaustive) for x in others)]


def each_value_once(names: str, *axes: Sequence[object]) -> pytest.MarkDecorator:
    """Return rows of a product in which each value occurs in few of them.

    The first row is quick, the others are slow, and those without a new value are
    exhaustive.
    """
    rows = [
        tuple(axis[number % len(axis)] for axis in axes)
        for number in range(max(map(len, axes)))
    ]
    rest = [row for row in itertools.product(*axes) if row not in rows]
    marks = [(), *[(pytest.mark.slow,)] * (len(rows) - 1)]
    marks += [(pytest.mark.slow, pytest.mark.exhaustive)] * len(rest)
    return pytest.mark.parametrize(
        names.split(", "),
        [
            pytest.param(*row, marks=mark, id="-".join(map(_name, row)))
            for row, mark in zip([*rows, *rest], marks, strict=True)
        ],
    )


def on_diagonals(
    names: str, rows: Iterable[str], columns: Mapping[str, object], apart: int
) -> pytest.MarkDecorator:
    """Return the pairs of rows and columns, exhaustive but on every few diagonals.

    Each row has every `apart`-th column, and each column every `apart`-th row.
    """
    return pytest.mark.parametrize(
        names.split(", "),
        [
            pytest.param(
                *(row, value),
                marks=pytest.mark.exhaustive if (i + j) % apart else (),
                id=f"{row}-{name}",
            )
            for i, row in enumerate(rows)
            for j, (name, value) in enumerate(columns.items())
        ],
    )


def _name(value: object) -> str:
    """Return the text of a value in a test's name."""
    if isinstance(value, tuple):
        return "x".join(map(_name, value))
    return str(getattr(value, "id", value))
