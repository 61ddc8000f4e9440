"""Results: immutable, computed on access, independent of changed arguments."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest

from playground.collision import Components, point_ellipse, ray_circle

RNG = np.random.default_rng(11)
COUNT = 9_000  # more than a block
RAYS = (
    RNG.uniform(-4, 4, (COUNT, 2)),
    RNG.normal(size=(COUNT, 2)),
    RNG.uniform(-4, 4, (COUNT, 2)),
    RNG.uniform(0, 3, COUNT),
)


def copies():
    return [x.copy() for x in RAYS]


def test_a_field_is_of_the_numbers_as_they_were_asked():
    given = copies()
    found, expected = ray_circle(*given), ray_circle(*RAYS).point
    for array in given:
        array[...] = np.nan
    np.testing.assert_array_equal(found.point, expected)


def test_all_fields_are_listed_and_shown():
    found = ray_circle((0, 0), (1, 0), (3, 0), 1)
    listed = [f.name for f in fields(found)]
    assert listed[:3] == ["hit", "inside", "touches"]
    assert all(isinstance(getattr(found, name), np.ndarray) for name in listed)
    shown = repr(found)
    assert shown.startswith("RayCircle(hit=array(True), inside=array(False), ")
    assert "closest=array([3., 0.])" in shown


def test_it_is_frozen():
    found = ray_circle((0, 0), (1, 0), (3, 0), 1)
    for act in (lambda: setattr(found, "t", 1.0), lambda: delattr(found, "t")):
        with pytest.raises(FrozenInstanceError):
            act()


def test_results_are_equal_by_their_fields():
    one, same, other = (ray_circle((0, 0), (1, 0), (3, y), 1) for y in (0, 0, 0.5))
    missed = [ray_circle((0, 0), (1, 0), (3, 7), 1) for _ in range(2)]
    assert one == same
    assert one != other
    assert missed[0] == missed[1]  # NaN is NaN
    assert one != "RayCircle"


def test_it_can_be_pickled_and_replaced():
    found = ray_circle(*(x[:20] for x in RAYS))
    assert pickle.loads(pickle.dumps(found)) == found
    changed = replace(found, t=found.t + 1.0)
    np.testing.assert_array_equal(changed.point, found.point)
    assert changed != found


ROW, COLUMN = np.linspace(-4, 4, 90)[None, :], np.linspace(-3, 3, 70)[:, None]


def test_rows_and_columns_are_checked_and_kept_as_they_were_asked():
    row, column = ROW.copy(), COLUMN.copy()
    found = ray_circle(Components((row, column)), (3, 1), (1, 0), 1.5)
    row[...] = column[...] = np.nan
    places = np.stack(np.broadcast_arrays(ROW, COLUMN), axis=-1)
    assert found == ray_circle(places, (3, 1), (1, 0), 1.5)
    with pytest.raises(ValueError, match="origin must be finite"):
        ray_circle(Components((row, column)), (3, 1), (1, 0), 1.5)


@pytest.mark.parametrize("kept", [True, False])
def test_some_of_the_queries_answer_as_among_all(kept):
    found = ray_circle(Components((ROW, COLUMN)), (3, 1), (1, 0), 1.5)
    if not kept:
        found = replace(found, t=found.t)
    where = found.hit & (ROW > 0.5)
    some = found.select_queries(where)
    for name in ("t", "point", "inside"):
        np.testing.assert_array_equal(getattr(some, name), getattr(found, name)[where])


def test_only_the_fields_asked_for_are_there():
    found = ray_circle(*RAYS, only=("hit", "normal"))
    whole = ray_circle(*RAYS)
    np.testing.assert_array_equal(found.hit, whole.hit)
    np.testing.assert_array_equal(found.normal, whole.normal)
    with pytest.raises(AttributeError, match="RayCircle has no t"):
        found.t  # noqa: B018
    with pytest.raises(ValueError, match="only must name fields, got nonsense"):
        ray_circle(*RAYS, only=("nonsense",))


def test_some_of_the_queries_alone():
    whole = ray_circle(*RAYS)
    for field in fields(whole):
        # Each by itself: what one has worked out would be there for the next.
        found = ray_circle(*RAYS)
        where = found.hit & (found.t > 1.0)
        some = getattr(found.select_queries(where), field.name)
        expected = getattr(whole, field.name)[where]
        np.testing.assert_array_equal(some, expected, field.name)


ACROSS = np.stack([np.linspace(-5, 5, 200), np.full(200, 0.5)], -1)
DOWN = np.stack([np.full(130, 0.5), np.linspace(-4, 4, 130)], -1)[:, None]


@pytest.mark.parametrize(
    "arguments",
    [
        (ACROSS, (1.5, 0.5), (0.25, -0.5), abs(DOWN[..., 1])),
        # Whether it is inside depends on the rows alone, the time on both.
        ((-1.0, 0.25), ACROSS, DOWN, 2.0),
    ],
)
def test_axes_that_only_broadcast_give_what_full_ones_do(arguments):
    found = ray_circle(*arguments)
    shape = 130, 200  # more than a block
    full = [np.broadcast_to(x, (*shape, 2)) for x in arguments[:3]]
    full.append(np.broadcast_to(arguments[3], shape))
    for place in ((0, 0), (70, 199), (110, 150), (129, 3)):
        alone = ray_circle(*(x[place] for x in full))
        for name in ("hit", "inside", "t", "normal", "closest_t", "discriminant"):
            whole, one = getattr(found, name), getattr(alone, name)
            np.testing.assert_array_equal(whole[place], one, name)


def test_components_that_only_broadcast_are_vectors():
    x, y = np.linspace(-5, 5, 70)[None, :], np.linspace(-4, 4, 50)[:, None]
    rest = (1.5, 0.5), (0.25, -0.5), 2.0
    found = ray_circle(Components((x, y)), *rest)
    stacked = ray_circle(np.stack(np.broadcast_arrays(x, y), axis=-1), *rest)
    assert found == stacked
    with pytest.raises(ValueError, match="origin must have 2 components"):
        ray_circle(Components((x, y, x)), *rest)
    with pytest.raises(ValueError, match="origin must be finite"):
        ray_circle(Components((x, y * np.nan)), *rest)


def test_some_of_no_queries_are_none():
    none = ray_circle(np.zeros((0, 2)), (1.0, 0.0), (2.0, 0.0), 1.0)
    assert none.select_queries(np.zeros(0, bool)).point.shape == (0, 2)


def test_what_a_field_is_worked_out_from_was_not_asked_for():
    found = point_ellipse((3.0, 1.0), (0.0, 0.0), (2.0, 1.0), 0.3, only=("distance",))
    assert found.distance > 0.0
    with pytest.raises(AttributeError, match="PointEllipse has no hit"):
        found.hit  # noqa: B018
