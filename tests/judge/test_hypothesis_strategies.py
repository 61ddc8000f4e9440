"""What Hypothesis draws is of its category, and shrinks to short numbers."""

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings

from playground.judge.cases.case_set import Cases, find_valid_rows, in_columns
from playground.judge.cases.generators import CaseCategory, CaseGenerator
from playground.judge.evaluation import find_scene, scene_with_query
from playground.judge.hypothesis_strategies import arguments
from playground.scene.query import ArgumentKind, component_value, components
from scenes import SCENES

FEW = settings(
    max_examples=6,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
QUARTER = np.pi / 2


def drawn(scene, category):
    """Return what is drawn first."""
    rows = []

    def keep(row):
        rows.append(row)

    FEW(given(arguments(scene, category))(keep))()
    query = scene_with_query(find_scene(scene)).query
    return Cases(query, in_columns(rows), np.full(len(rows), str(category)))


def relative(cases):
    return np.abs(cases.gap) / cases.size


def all_of(cases, *kinds):
    """Return the arguments of some kinds, each of their numbers in a row."""
    names = [name for name, kind in cases.query.argument_kinds.items() if kind in kinds]
    return np.vstack([cases.columns[name] for name in names])


def extents(cases):
    columns = cases.columns
    if "rect_min" in columns:
        return np.subtract(columns["rect_max"], columns["rect_min"])
    return np.array(columns["radii" if "radii" in columns else "half_extents"])


def is_turned(cases):
    angle = cases.columns["angle"]
    off = np.abs(angle - np.round(angle / QUARTER) * QUARTER)
    return (np.abs(angle) >= 2.0) | (off < 0.04)


def is_slight(cases):
    sizes = np.abs(all_of(cases, ArgumentKind.WAY)).max(axis=0)
    return (sizes < 0.04) | (sizes > 100.0)


def is_upright(cases):
    ways = {"velocity", "direction"} & set(cases.columns)
    return [np.equal(cases.columns[name], 0.0).any(axis=0) for name in ways] or True


IS = {
    CaseCategory.NEAR: lambda c: relative(c) < 0.5,
    CaseCategory.TOUCHING: lambda c: c.hit & (relative(c) < 1e-12),
    CaseCategory.BESIDE: lambda c: ~c.hit & (relative(c) < 1e-12),
    CaseCategory.INSIDE: lambda c: c.hit & (c.gap < 1e-12),
    CaseCategory.FAR: lambda c: c.size > 100.0,
    CaseCategory.TINY: lambda c: c.size < 1.0,
    CaseCategory.HUGE: lambda c: c.size > 1.0,
    CaseCategory.FAST: lambda c: c.query.speed(c.columns) > 10.0,
    CaseCategory.FLAT: lambda c: extents(c).min(axis=0) < 0.5 * extents(c).max(axis=0),
    CaseCategory.TURNED: is_turned,
    CaseCategory.SLIGHT: is_slight,
    CaseCategory.EMPTY: lambda c: (all_of(c, ArgumentKind.LENGTH) == 0.0).any(axis=0),
    CaseCategory.OFF_CENTRE: lambda c: np.not_equal(
        c.columns["pivot"], c.columns["rect_center"]
    ).any(axis=0),
    CaseCategory.GRAZING: is_upright,
}


@pytest.mark.slow
@pytest.mark.parametrize("scene", [scene.id for scene in SCENES])
def test_what_is_drawn_is_of_its_category(scene):
    part = scene_with_query(find_scene(scene))
    categories = CaseGenerator(part, np.random.default_rng(0), {}).possible_categories()
    assert len(categories) >= 12
    for category in categories:
        cases = drawn(scene, category)
        assert len(cases) > 4
        assert find_valid_rows(cases.query, cases.columns).all(), category
        assert np.all(IS.get(category, lambda cases: True)(cases)), category


def test_the_simplest_are_in_short_numbers():
    query = scene_with_query(find_scene("ball_block")).query
    case = find(
        arguments("ball_block", "random"),
        lambda case: bool(query.evaluate(case).hit),
        settings=settings(database=None, derandomize=True),
    )
    numbers = [component_value(case, at) for at in components(case)]
    assert all(x * 16.0 == round(x * 16.0) for x in numbers), case


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("nothing", "near"), "unknown scene"),
        (("ray_circle", "flat"), "has no category 'flat'; there are scene, random"),
        (("ray_circle", "round"), "has no category 'round'"),
    ],
)
def test_what_is_not_there_is_refused(given, words):
    with pytest.raises(ValueError, match=words):
        arguments(*given)
