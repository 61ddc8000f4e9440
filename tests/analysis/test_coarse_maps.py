"""Coarse maps: no content that the fine map lacks in the same cell."""

from itertools import product

import numpy as np
import pytest

from playground.analysis.heat_map import (
    AxisSamples,
    MapKind,
    MapQuery,
    compute_limited_map,
    compute_map,
    list_maps,
    map_point_axes,
)
from playground.render.map_colors import rasterize_map
from playground.scene.answer import NO_KIND_INDEX
from scenes import POINT_ELLIPSE, SCENES

FACTORS = 4, 8, 16, 32
LIMITED_FACTORS = (3,)
# No power of two and no centre of a scene is an end of it.
COLUMNS, ROWS = AxisSamples(-167, 331, 1 / 16), AxisSamples(-141, 283, 1 / 16)


def states():
    """Yield each scene with its first state and that of its start, and a map's axes."""
    for scene in SCENES:
        known = {"first": scene.initial_params()}
        if scene.start:
            known["start"] = scene.start.params
        for name, params in known.items():
            if axes := map_point_axes(scene, params):
                yield scene, name, params, axes


def asked_maps():
    for scene, name, params, axes in states():
        for kind in list_maps(scene, params):
            if kind is not MapKind.VALUES:
                # Each kind of each scene once, and each scene's other state.
                again = name == "start" and kind is not MapKind.MISTAKES
                yield pytest.param(
                    MapQuery(scene, params, *axes, kind),
                    marks=[pytest.mark.exhaustive] if again else [],
                    id=f"{scene.id}-{name}-{kind.name}",
                )


def asked_values():
    for scene, name, params, axes in states():
        for shown in scene.resolve(params)[0].answer.maps:
            asked = MapQuery(scene, params, *axes, MapKind.VALUES, shown.label)
            yield pytest.param(asked, id=f"{scene.id}-{name}-{shown.label}")


def blocks_of(field):
    """Return the kind of each block of 2 x 2 equal samples, by its lower left one."""
    index = field.index
    same = np.ones((index.shape[0] - 1, index.shape[1] - 1), np.bool_)
    for row, column in product((0, 1), repeat=2):
        part = index[row : row + same.shape[0], column : column + same.shape[1]]
        same &= part == index[:-1, :-1]
    return np.where(same, index[:-1, :-1], NO_KIND_INDEX)


def kinds_with_area(blocks, rows, columns, factor, kind_count):
    """Return whether each coarse cell has a block of each kind (row, column, kind)."""
    found = np.zeros((rows.count, columns.count, NO_KIND_INDEX + 1), np.bool_)
    low, left = (
        (own.first + np.arange(own.count) + factor // 2) // factor - coarse.first
        for own, coarse in ((ROWS, rows), (COLUMNS, columns))
    )
    whole = (low[1:] == low[:-1])[:, None] & (left[1:] == left[:-1])
    whole &= (low[:-1, None] >= 0) & (low[:-1, None] < rows.count)
    whole &= (left[:-1] >= 0) & (left[:-1] < columns.count)
    row, column = np.nonzero(whole)
    found[low[row], left[column], blocks[row, column]] = True
    return found[..., :kind_count]


@pytest.mark.slow
@pytest.mark.parametrize("question", [*asked_maps()])
def test_a_coarse_cell_is_of_a_kind_that_has_area_in_it(question):
    fine = compute_map(question, COLUMNS, ROWS)
    blocks = blocks_of(fine)
    names = [(kind.name, kind.effect) for kind in fine.kinds]
    for factor in FACTORS:
        coarse = compute_map(question, COLUMNS, ROWS, factor=factor)
        cells = rasterize_map(coarse).cells
        areas = kinds_with_area(blocks, coarse.rows, coarse.columns, factor, len(names))
        for place, kind in enumerate(coarse.kinds):
            shown = cells == place
            if shown.any():
                assert areas[shown, names.index((kind.name, kind.effect))].all()


@pytest.mark.slow
@pytest.mark.parametrize("question", [*asked_values()])
def test_a_coarse_cell_has_the_value_of_a_sample_of_its_own_or_none(question):
    fine = compute_map(question, COLUMNS, ROWS).values
    coarse = compute_map(question, COLUMNS, ROWS, factor=8)
    row, column = (
        (few.first + np.arange(few.count)) * 8 - own.first
        for own, few in ((ROWS, coarse.rows), (COLUMNS, coarse.columns))
    )
    own, known = fine[np.ix_(row, column)], np.isfinite(coarse.values)
    assert (coarse.values[known] == own[known]).all()
    # Of a lone value there is none, of an area nearly all.
    assert known.sum() <= np.isfinite(own).sum() <= 1.1 * known.sum() + 1


@pytest.mark.slow
@pytest.mark.parametrize("question", [*asked_maps()])
@pytest.mark.parametrize("factor", LIMITED_FACTORS)
def test_a_map_of_fewer_answers_shows_no_kind_that_is_not_there(question, factor):
    fine = compute_map(question, COLUMNS, ROWS)
    count = COLUMNS.count * ROWS.count
    limited = compute_limited_map(question, COLUMNS, ROWS, count / (factor - 0.5) ** 2)
    assert limited.index.shape == fine.index.shape
    names = [(kind.name, kind.effect) for kind in fine.kinds]
    blocks = blocks_of(fine)
    for place, kind in enumerate(limited.kinds):
        shown, own = limited.index == place, names.index((kind.name, kind.effect))
        there = fine.index == own
        if not (blocks == own).any():
            assert there[shown].all()
        # Nothing is farther from its kind than the next sample.
        rows, columns = np.nonzero(shown & ~there)
        for row, column in zip(rows, columns, strict=True):
            low, left = max(row - factor, 0), max(column - factor, 0)
            assert there[low : row + factor + 1, left : column + factor + 1].any()


def test_a_place_of_a_map_of_fewer_answers_is_a_mark_as_large_as_ever():
    start = POINT_ELLIPSE.start.params
    axes = map_point_axes(POINT_ELLIPSE, start)
    question = MapQuery(POINT_ELLIPSE, start, *axes, MapKind.MISTAKES)
    columns, rows = COLUMNS.coarsen(2), ROWS.coarsen(2)
    fine = rasterize_map(compute_map(question, columns, rows)).cells
    limited = compute_limited_map(question, columns, rows, fine.size / 10)
    marks = rasterize_map(limited).cells != NO_KIND_INDEX
    assert 0 < marks.sum() <= (fine != NO_KIND_INDEX).sum()
    assert (fine[marks] != NO_KIND_INDEX).all()


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_few_samples_are_answered_coarsely_too(count):
    start = POINT_ELLIPSE.start.params
    few = AxisSamples(3, count, 1 / 16)
    axes = map_point_axes(POINT_ELLIPSE, start)
    question = MapQuery(POINT_ELLIPSE, start, *axes, MapKind.REGIONS)
    coarse = compute_map(question, few, few, factor=4)
    assert coarse.index.shape == (few.coarsen(4).count,) * 2
