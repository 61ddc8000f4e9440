"""Map of faulty lines: each cell names the line that a trace of that case finds."""

from dataclasses import replace

import numpy as np
import pytest
from every import own_scenes, own_scenes_at_length

from playground.analysis.heat_map import (
    MapKind,
    MapQuery,
    compute_map,
    list_maps,
    map_point_axes,
    sample_span,
)
from playground.collision.articles.mistakes import MistakeKind, Nature
from playground.scene.answer import NO_KIND_INDEX
from playground.scene.solution import solve_scene
from playground.tracing.listing_lines import (
    ROUNDING,
    faulty_line,
    possible_faulty_lines,
)
from playground.tracing.trace import trace_function, trace_listing
from scenes import circle_rect, ray_circle
from scenes.circle_rect.params import CircleRectParams

# About so many cells of each axis, and so many of each line that are run.
ACROSS = 40.0
EACH = 2


def cells(question):
    """Yield the map's name at some cells, and the params of each."""
    span = sample_span(question.params, question.x, ACROSS)
    rows = sample_span(question.params, question.y, ACROSS)
    field = compute_map(question.canonicalize(), span, rows)
    mistakes = compute_map(
        replace(question, kind=MapKind.MISTAKES).canonicalize(), span, rows
    )
    assert np.array_equal(field.index == NO_KIND_INDEX, mistakes.index == NO_KIND_INDEX)
    rng = np.random.default_rng(field.index.size)
    for kind in np.unique(field.index):
        name = "" if kind == NO_KIND_INDEX else field.kinds[kind].name
        for i, j in rng.permutation(np.argwhere(field.index == kind))[:EACH]:
            yield (
                name,
                question.with_values(float(span.values[j]), float(rows.values[i])),
            )


def told(scene, p, dtype):
    """Return the faulty line of a case's trace, as named in the legend."""
    solution = solve_scene(scene, p)
    found = solution.listing_verdict(dtype)
    if found.agrees:
        return ""
    if found.nature is Nature.ROUNDING:
        return ROUNDING
    opened = trace_listing(solution.scene.listing, solution.params, found, dtype)
    (text,) = (x.text.strip() for x in opened.lines if x.number == opened.blamed)
    return f"{opened.blamed}  {text}"


@own_scenes_at_length
def test_every_cell_names_the_line_that_a_run_of_it_blames(scene):
    seen = set()
    for case in scene.cases.values():
        if MapKind.BLAME not in list_maps(scene, case.params):
            continue
        part, _ = scene.resolve(case.params)
        for dtype in part.listing.dtypes:
            axes = map_point_axes(scene, case.params)
            question = MapQuery(scene, case.params, *axes, MapKind.BLAME, dtype=dtype)
            for name, p in cells(question):
                assert name == told(scene, p, dtype), (case.name, p)
                seen.add(name)
    assert len(seen) > 2


@own_scenes
def test_a_case_of_a_mistake_is_of_the_colour_of_its_line(scene):
    """All of the cases as one array: also those that no map comes by."""
    for case in scene.cases.values():
        part, _ = scene.resolve(case.params)
        for dtype in part.listing.dtypes if part.listing else ():
            solution = solve_scene(scene, case.params)
            kind = int(solution.find_faulty_lines(dtype))
            found = solution.listing_verdict(dtype)
            piece = (
                ""
                if kind == NO_KIND_INDEX
                else part.listing.faulty_line_fragments[kind]
            )
            rounding = found.nature is Nature.ROUNDING
            assert (kind == NO_KIND_INDEX) == found.agrees
            assert piece == ("" if rounding or found.agrees else found.line[0])


@pytest.mark.parametrize("right", [1.0, -1.0])
@pytest.mark.parametrize("above", [1.0, -1.0])
def test_a_corner_that_is_touched_blames_the_condition_that_is_all_but_met(
    right, above
):
    at = right * (2.0 + 3.0), above * (1.0 + 4.0)
    p = CircleRectParams(
        center=at,
        radius=5.0,
        rect_center=(0.0, 0.0),
        half_extents=(2.0, 1.0),
        angle=0.0,
    )
    solution = solve_scene(circle_rect.SCENE, p)
    listing = solution.scene.listing
    piece = listing.faulty_line_fragments[int(solution.find_faulty_lines(np.float32))]
    opened = trace_function(listing.code, listing.arguments(p), np.float32)
    known = {v.name: v.rounded for line in opened.lines for v in line.values}
    (line,) = (line.text for line in opened.lines if piece in line.text)
    sides = line.split(" = ")[1].split(" < ")
    one, other = (sum(known[name] for name in side.split(" + ")) for side in sides)
    assert one == other


def test_the_line_to_blame_for_a_kind_is_told_where_it_is_one():
    listing = ray_circle.SCENE.listing
    assert faulty_line(listing, "start inside: missed").endswith(
        "t1 < 0.0 or t2 < 0.0:"
    )
    assert faulty_line(listing, "missed hit by rounding") == ""


@pytest.mark.parametrize(("piece", "count"), [("no such", 0), ("if ", 5)])
def test_a_piece_that_is_not_in_one_line_is_said(piece, count):
    listing = ray_circle.SCENE.listing
    wrong = replace(listing.mistakes[0], kind=MistakeKind("late"), line=piece)
    with pytest.raises(ValueError, match=f"is in {count} lines of the code"):
        possible_faulty_lines(replace(listing, mistakes=(wrong,)))
