"""Fields: the same bytes for every kind of call, and shapes of empty queries."""

from dataclasses import fields
from functools import cache
from itertools import cycle, pairwise
from typing import NamedTuple

import edge_cases
import numpy as np
import pytest
from effort import one_and_slowly_each
from test_exact import ARGUMENTS

from playground import collision
from playground.collision._arguments import Components


class Asked(NamedTuple):
    """A kind of call: the function, and its arguments' columns in a table by name."""

    name: str
    columns: dict[str, int | slice]
    given: dict[str, object]


def asked_as_given(name):
    """Return the arguments of `test_exact`, as columns of its table."""
    at = ARGUMENTS[name](np.arange(13.0))
    columns = [slice(int(x[0]), int(x[-1]) + 1) if np.ndim(x) else int(x) for x in at]
    code = getattr(collision, name).__code__
    return dict(zip(code.co_varnames, columns, strict=False))


def ways():
    for name in ARGUMENTS:
        columns = asked_as_given(name)
        yield name, Asked(name, columns, {})
        if name == "circle_rect":
            of_its_own = {k: v for k, v in columns.items() if k != "pivot"}
            yield f"{name} about its centre", Asked(name, of_its_own, {})
            columns = of_its_own
        if "angle" in columns:
            turned = {k: v for k, v in columns.items() if k != "angle"}
            given = {"angle": None, "rotation": (0.8, 0.6)}
            yield f"{name} by a rotation", Asked(name, turned, given)


WAYS = dict(ways())
every_way = pytest.mark.parametrize("way", WAYS)
# Whatever is asked for has code of its own, which takes its time to be made.
every_way_at_length = pytest.mark.parametrize("way", one_and_slowly_each(WAYS))


def names(asked):
    """Return the names of a result's fields."""
    found = query(asked, np.ones(13))
    return [field.name for field in fields(found)]


def query(asked, table, change=lambda name, value: value, **options):
    """Query a table's columns, each transformed by `change(name, column)`."""
    given = {k: change(k, table[..., at]) for k, at in asked.columns.items()}
    return getattr(collision, asked.name)(**given, **asked.given, **options)


@cache
def table_of(name):
    """Return some edge queries of every kind."""
    return getattr(edge_cases, name)(np.random.default_rng(12), 108)[::18]


def same(one, other, field):
    """Assert equality, including the sign of zero and NaN."""
    assert one.dtype == other.dtype, field
    np.testing.assert_array_equal(one, other, field)
    if one.dtype.kind == "f":
        numbers = ~np.isnan(one)
        np.testing.assert_array_equal(
            np.signbit(one)[numbers], np.signbit(other)[numbers], field
        )


@every_way
def test_a_field_alone_is_that_of_the_whole_answer(way):
    asked = WAYS[way]
    table = table_of(asked.name)
    many = query(asked, table)
    ones = [query(asked, row) for row in table]
    for field in names(asked):
        known = getattr(many, field)
        same(getattr(query(asked, table, only=(field,)), field), known, field)
        for i, (row, one) in enumerate(zip(table, ones, strict=True)):
            found = getattr(one, field)
            same(getattr(query(asked, row, only=(field,)), field), found, field)
            same(found, known[i], field)


@pytest.mark.slow
@every_way_at_length
def test_fields_are_asked_for_together_in_any_order(way):
    """Verdicts are the same. Digits are those of what all of them together need."""
    asked = WAYS[way]
    every = names(asked)
    for table in (table_of(asked.name), table_of(asked.name)[0]):
        whole = query(asked, table)
        for only in (every, *pairwise(every)):
            some, turned = (query(asked, table, only=o) for o in (only, only[::-1]))
            for name in only:
                found, known = getattr(some, name), getattr(whole, name)
                same(found, getattr(turned, name), name)
                if known.dtype.kind == "f":
                    same(np.isnan(found), np.isnan(known), name)
                else:
                    same(found, known, name)


@pytest.mark.slow
@every_way_at_length
def test_rows_and_columns_answer_as_what_they_broadcast_to(way):
    """Each argument in turn is a grid, the others by turns one query or a column."""
    asked = WAYS[way]
    table = table_of(asked.name)[:4]
    for moved, others in zip(
        moved_together(asked), cycle((table[0], table[:, None])), strict=False
    ):
        grid, copied = grids(asked, table, moved, others)
        whole, broadcast = query(asked, table, copied), query(asked, table, grid)
        for field in names(asked):
            known = getattr(whole, field)
            alone = query(asked, table, grid, only=(field,))
            same(getattr(broadcast, field), known, field)
            same(getattr(alone, field), known, field)


def moved_together(asked):
    """Yield the arguments that can vary separately; a block's corners cannot."""
    ends = {"rect_min", "rect_max"} & asked.columns.keys()
    yield from ({name} for name in asked.columns if name not in ends)
    if ends:
        yield ends


def grids(asked, table, moved, others):
    """Return two functions: one makes some arguments a grid, the other plain arrays."""

    def grid(name, value):
        at = asked.columns[name]
        if name not in moved:
            return others[..., at]
        if isinstance(at, int):
            return table[None, :, at]
        last = [table[None, :, i] for i in range(at.start, at.stop - 1)]
        return Components((*last, table[:, None, at.stop - 1]))

    vectors = any(isinstance(asked.columns[name], slice) for name in moved)
    shape = (4 if others.ndim > 1 or vectors else 1), 4

    def copied(name, value):
        found = grid(name, value)
        size = () if isinstance(asked.columns[name], int) else (value.shape[-1],)
        if isinstance(found, Components):
            found = np.stack(np.broadcast_arrays(*found), axis=-1)
        return np.broadcast_to(found, (*shape, *size)).copy()

    return grid, copied


EMPTY = [(0,), (0, 3), (3, 0), (2, 0, 3)]
NO_GRID = [(0, 3), (3, 0), (0, 0), (0, 1), (1, 0)]


@every_way
def test_no_queries_have_fields_of_their_shape(way):
    """All arguments are empty, or one of them is."""
    asked = WAYS[way]
    for shape in EMPTY:

        def empty(name, value, shape=shape):
            return np.broadcast_to(value, (*shape, *np.shape(value)))

        is_empty(asked, shape, empty, asked.columns)


@every_way
def test_no_rows_or_no_columns_have_fields_of_their_shape(way):
    asked = WAYS[way]
    vectors = [k for k, at in asked.columns.items() if isinstance(at, slice)]
    for m, n in NO_GRID:

        def grid(name, value, m=m, n=n):
            if not np.ndim(value):
                return np.broadcast_to(value, (m, 1))
            last = [np.broadcast_to(x, (1, n)) for x in value[:-1]]
            return Components((*last, np.broadcast_to(value[-1], (m, 1))))

        is_empty(asked, (m, n), grid, vectors)


def is_empty(asked, shape, empty, alone):
    """Assert the fields' shape and type for empty arguments, or one of `alone`."""
    row = table_of(asked.name)[0]
    one = query(asked, row)
    for moved in (asked.columns, *({name} for name in alone)):

        def change(name, value, moved=moved):
            return empty(name, value) if name in moved else value

        whole = query(asked, row, change)
        for field in names(asked):
            known = getattr(one, field)
            for answer in (whole, query(asked, row, change, only=(field,))):
                found = getattr(answer, field)
                assert found.shape == (*shape, *known.shape), field
                assert found.dtype == known.dtype, field
