"""Generated cases: true to their categories, reproducible by a seed."""

import numpy as np
import pytest
from effort import one_and_slowly_each
from judged_code import PARTS

from playground.judge.cases.case_set import Cases
from playground.judge.cases.generators import (
    CaseCategory,
    CaseGenerator,
    find_fixed_arguments,
    generate_cases,
)
from playground.scene.query import ArgumentKind, component_value, components
from playground.scene.scene import Scene

COUNT = 360


@pytest.fixture(
    scope="module", params=one_and_slowly_each(PARTS), ids=lambda scene: scene.id
)
def scene(request) -> Scene:
    return request.param


@pytest.fixture(scope="module")
def cases(scene) -> Cases:
    return generate_cases(scene, COUNT, seed=1)


@pytest.fixture(scope="module")
def many(scene) -> Cases:
    return generate_cases(scene, 6 * COUNT, seed=1)


# What a scene has no argument for, it has no cases of.
LACKING = {
    "ray_circle": {CaseCategory.FLAT, CaseCategory.TURNED, CaseCategory.OFF_CENTRE},
    "circle_rect": {CaseCategory.FAST, CaseCategory.SLIGHT},
    "point_ellipse": {
        CaseCategory.FAST,
        CaseCategory.SLIGHT,
        CaseCategory.EMPTY,
        CaseCategory.OFF_CENTRE,
    },
    "sphere_line": {CaseCategory.FLAT, CaseCategory.TURNED, CaseCategory.OFF_CENTRE},
    "ball_one_hit": {CaseCategory.TURNED, CaseCategory.SLIGHT, CaseCategory.OFF_CENTRE},
}


def of(cases: Cases, category: CaseCategory) -> Cases:
    return cases.select(cases.category == category)


def relative(cases: Cases) -> np.ndarray:
    return np.abs(cases.gap) / np.where(cases.size > 0.0, cases.size, 1.0)


@pytest.mark.slow
def test_every_category_is_there_that_the_scene_can_have(scene, cases):
    for category in CaseCategory:
        count = len(of(cases, category))
        assert (count >= 5) == (category not in LACKING[scene.id]), category
    assert COUNT / 2 < len(cases) < 1.2 * COUNT


@pytest.mark.slow
@pytest.mark.parametrize(
    "category",
    [
        CaseCategory.FAST,
        CaseCategory.FLAT,
        CaseCategory.TURNED,
        CaseCategory.SLIGHT,
        CaseCategory.EMPTY,
    ],
)
def test_what_is_aimed_hits_as_often_as_not(scene, many, category):
    some = of(many, category)
    if len(some):
        assert 0.3 < some.hit.mean() < 0.7


@pytest.mark.slow
def test_fast_ones_cross_many_times_their_size(scene, many):
    some = of(many, CaseCategory.FAST)
    if len(some) and scene.id != "ray_circle":  # its size is not its way's
        radius = np.maximum(some.columns["radius"], 0.25)
        fast = some.query.speed(some.columns) > 10.0 * radius
        assert (fast & some.hit).sum() > 0.3 * len(some)


def test_one_extent_of_flat_ones_is_much_less(scene, many):
    columns = of(many, CaseCategory.FLAT).columns
    if scene.id == "ball_one_hit":
        ends = zip(columns["rect_min"], columns["rect_max"], strict=True)
        extents = [high - low for low, high in ends]
    elif name := {"point_ellipse": "radii", "circle_rect": "half_extents"}.get(
        scene.id
    ):
        extents = columns[name]
    else:
        return
    ratio = np.minimum(*extents) / np.maximum(*extents)
    assert np.nanmedian(ratio) < 0.02
    assert np.nanmin(ratio) < 1e-4


def test_turned_ones_are_turned_often_or_by_nearly_a_quarter(many):
    angle = of(many, CaseCategory.TURNED).columns.get("angle")
    if angle is not None:
        off = np.abs(angle / (np.pi / 2) - np.round(angle / (np.pi / 2)))
        assert (np.abs(angle) > 2 * np.pi).mean() > 0.2
        assert ((off > 0.0) & (off < 0.03)).mean() > 0.3


def test_slight_directions_are_short_and_long(scene, many):
    columns = of(many, CaseCategory.SLIGHT).columns
    for name, given in scene.query.argument_kinds.items():
        if given is ArgumentKind.WAY:
            size = np.max(np.abs(columns[name]), axis=0)
            assert (size < 1e-6).mean() > 0.2
            assert (size > 1e6).mean() > 0.2


def test_empty_ones_have_a_length_of_nothing_and_hit_yet(scene, many):
    some = of(many, CaseCategory.EMPTY)
    if len(some):
        lengths = [
            n for n, g in scene.query.argument_kinds.items() if g is ArgumentKind.LENGTH
        ]
        values = [x for n in lengths for x in np.atleast_2d(some.columns[n])]
        nothing = np.equal(values, 0.0).any(axis=0)
        assert nothing.mean() > 0.5
        assert (nothing & some.hit).sum() > 0.2 * len(some)


def test_pivots_are_off_the_centre_of_a_body(many):
    columns = of(many, CaseCategory.OFF_CENTRE).columns
    if "pivot" in columns:
        pivot, center = np.array(columns["pivot"]), np.array(columns["rect_center"])
        assert (np.abs(pivot - center).max(axis=0) > 0.1).mean() > 0.9
        assert np.min(columns["half_extents"]) >= 0.25


def test_what_grazes_touches_exactly_along_an_axis_as_others_miss_beside_it(many):
    some = of(many, CaseCategory.GRAZING)
    assert (some.gap == 0.0).mean() > 0.05
    assert (~some.hit).mean() > 0.1
    for name in {"velocity", "direction"} & set(some.columns):
        assert np.equal(some.columns[name], 0.0).any(axis=0).all()


@pytest.mark.slow
def test_a_seed_gives_the_same_cases_and_another_does_not():
    def drawn(seed):
        maker = CaseGenerator(PARTS[0], np.random.default_rng(seed), {})
        return [some.rows for some in maker.generate_categories(COUNT)]

    assert drawn(1) == drawn(1) != drawn(2)


def test_random_cases_hit_and_are_in_short_numbers_as_often_as_not(many):
    some = of(many, CaseCategory.RANDOM)
    assert abs(some.hit.mean() - 0.5) < 0.1
    rows = some.rows
    digits = [
        np.mean([len(f"{component_value(row, at):.17g}") for at in components(row)])
        for row in rows
    ]
    assert 0.3 < np.less(digits, 9.0).mean() < 0.7


def test_exact_touches_are_often_level_with_something_but_not_always(many):
    some = of(many, CaseCategory.TOUCHING)
    rows = some.select(some.gap == 0.0).rows
    numbers = [component_value(row, at) for row in rows for at in components(row)]
    assert 0.25 < np.equal(numbers, 0.0).mean() < 0.5


def test_what_touches_hits_and_some_of_it_exactly(cases):
    some = of(cases, CaseCategory.TOUCHING)
    assert some.hit.all()
    assert (some.gap == 0.0).sum() >= 5
    assert (relative(some) < 1e-12).all()


def test_what_is_beside_misses_by_next_to_nothing(cases):
    some = of(cases, CaseCategory.BESIDE)
    assert not some.hit.any()
    assert (relative(some) < 1e-12).all()


def test_near_cases_are_off_the_edge_by_every_measure(many):
    away = relative(of(many, CaseCategory.NEAR))
    for low, high in ((1e-14, 1e-10), (1e-10, 1e-6), (1e-6, 0.1)):
        assert ((low < away) & (away < high)).any()
    assert away.max() < 0.5


def test_worlds_are_tiny_huge_and_far(cases):
    usual = np.median(of(cases, CaseCategory.RANDOM).size)
    assert np.median(of(cases, CaseCategory.TINY).size) < 1e-3 * usual
    assert np.median(of(cases, CaseCategory.HUGE).size) > 1e3 * usual
    assert np.median(of(cases, CaseCategory.FAR).size) > 1e3
    # Ordinary worlds of other units, not those at the ends of what floats hold.
    assert np.median(of(cases, CaseCategory.TINY).size) > 1e-9 * usual
    assert np.median(of(cases, CaseCategory.HUGE).size) < 1e9 * usual
    assert np.median(of(cases, CaseCategory.FAR).size) < 1e9


def test_a_touch_is_kept_in_other_worlds(many):
    for category in (CaseCategory.TINY, CaseCategory.HUGE, CaseCategory.FAR):
        assert (of(many, category).gap == 0.0).any(), category


def test_inside_is_inside(scene, cases):
    some = of(cases, CaseCategory.INSIDE)
    assert some.hit.all()
    for flags in some.choice_flags.values():
        assert flags.mean() > 0.9


def test_lengths_and_steps_of_nothing_and_quarter_turns_are_degenerate(scene, many):
    columns = of(many, CaseCategory.DEGENERATE).columns
    for name, given in scene.query.argument_kinds.items():
        if given in (ArgumentKind.LENGTH, ArgumentKind.STEP):
            nothing = np.all(np.atleast_2d(columns[name]) == 0.0, axis=0)
            assert nothing.mean() > 0.02, name
        if given is ArgumentKind.ANGLE:
            quarters = columns[name] / (np.pi / 2)
            whole = (quarters == np.round(quarters)) & (quarters % 4.0 != 0.0)
            assert whole.mean() > 0.02


def test_arguments_that_code_does_not_take_stay(scene):
    taken = frozenset(list(scene.query.argument_kinds)[:2])
    fixed = find_fixed_arguments(scene, taken)
    assert set(fixed) == set(scene.query.argument_kinds) - taken
    for row in generate_cases(scene, COUNT, 0, fixed).rows:
        assert {name: row[name] for name in fixed} == fixed


def test_an_angle_or_pivot_that_is_not_taken_is_none():
    for scene in PARTS:
        fixed = find_fixed_arguments(scene, frozenset())
        assert fixed.get("angle", 0.0) == 0.0
        assert fixed.get("pivot") is None
