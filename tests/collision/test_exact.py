"""Verdicts against rational arithmetic, to the last bit."""

from dataclasses import fields
from types import SimpleNamespace

import edge_cases
import exact_truth
import numpy as np
import pytest
from effort import examples

from playground import collision
from playground.collision.ball_block import SweepBallBlock
from playground.collision.exact import solver as exact_solver
from playground.collision.exact.solver import solve_per_query

COUNT = examples(12_000)

# Function: how it takes a row of `edge_cases`, and the verdicts that are exact.
ARGUMENTS = {
    "ray_circle": lambda q: (q[..., 0:2], q[..., 2:4], q[..., 4:6], q[..., 6]),
    "swept_sphere_line": lambda q: (
        q[..., 0:3], q[..., 3:6], q[..., 12], q[..., 6:9], q[..., 9:12],
    ),
    "ball_block": lambda q: (
        q[..., 0:2], q[..., 8], q[..., 2:4], q[..., 4:6], q[..., 6:8],
    ),
    "sweep_ball_block": lambda q: (
        q[..., 0:2], q[..., 8], q[..., 2:4], q[..., 4:6], q[..., 6:8],
    ),
    "circle_rect": lambda q: (
        q[..., 0:2], q[..., 8], q[..., 2:4], q[..., 4:6], q[..., 9], q[..., 6:8],
    ),
    "point_ellipse": lambda q: (q[..., 0:2], q[..., 2:4], q[..., 4:6], q[..., 6]),
}  # fmt: skip
VERDICTS = {
    "ray_circle": ("hit", "inside", "touches", "line_meets"),
    "swept_sphere_line": ("hit", "embedded", "overlaps", "nearing", "motion"),
    "ball_block": ("zone", "face", "inside", "graze"),
    "sweep_ball_block": ("hit", "leaves", "enters"),
    "circle_rect": ("hit", "overlaps", "feature"),
    "point_ellipse": ("hit", "inside"),
}
TURNED = ("circle_rect", "point_ellipse")


def ask(name, table, **options):
    return getattr(collision, name)(*ARGUMENTS[name](table), **options)


def edge_of(name):
    """Return edge queries of a function, with its answers and the truth."""
    table = getattr(edge_cases, name)(np.random.default_rng(5), COUNT)
    found = ask(name, table)
    known = table
    if name in TURNED:
        known = np.column_stack([table[:, :-1], found.cosine, found.sine])
    truth = getattr(exact_truth, name)
    verdicts, touches = zip(*(truth(*row) for row in known.tolist()), strict=True)
    columns = zip(VERDICTS[name], zip(*verdicts, strict=True), strict=True)
    return SimpleNamespace(
        name=name,
        table=table,
        found=found,
        truth={field: np.array(column) for field, column in columns},
        touches=np.array(touches),
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts_at_the_edge(name):
    """All in one: the truth takes long, and each processor would find it anew."""
    edge = edge_of(name)
    verdicts_are_those_of_rational_arithmetic(edge)
    the_cases_are_hard(edge)
    the_rest_of_the_answer_agrees_with_the_verdict(edge)
    what_a_bound_calls_sure_is_right(edge)


def verdicts_are_those_of_rational_arithmetic(edge):
    for field, truth in edge.truth.items():
        np.testing.assert_array_equal(getattr(edge.found, field), truth, field)


def the_cases_are_hard(edge):
    """Assert that there are many hits, misses and exact touches."""
    truth = next(iter(edge.truth.values()))
    assert len(truth) == COUNT
    assert np.count_nonzero(truth != 0) > COUNT / 5
    assert np.count_nonzero(truth == 0) > COUNT / 5
    assert np.count_nonzero(edge.touches) > COUNT / 20


def the_rest_of_the_answer_agrees_with_the_verdict(edge):
    found = edge.found
    if edge.name == "ball_block":
        still = (found.bounced == edge.table[:, 2:4]).all(-1)
        assert still[found.face == 0].all()
        return
    for field in ("t", "point", "normal", "center", "contact"):
        if edge.name != "circle_rect" and hasattr(found, field):
            value = np.asarray(getattr(found, field)).reshape(COUNT, -1)
            assert (np.isnan(value) == ~found.hit[:, None]).all(), field
    if edge.name == "ray_circle":
        met = found.discriminant >= 0.0
        np.testing.assert_array_equal(np.isnan(found.t_enter), ~met)
        assert met[found.hit].all()
        assert (found.t[found.hit] >= 0.0).all()
    if edge.name in ("swept_sphere_line", "sweep_ball_block"):
        t = found.t[found.hit]
        assert ((t >= 0.0) & (t <= 1.0)).all()
    if edge.name == "swept_sphere_line":
        crossing = found.motion == collision.SphereMotion.CROSSING
        np.testing.assert_array_equal(~np.isnan(found.t_enter) & ~crossing, False)
        assert (found.t[found.embedded] == 0.0).all()
    if edge.name == "sweep_ball_block":
        np.testing.assert_array_equal(found.face != 0, found.hit)
    if edge.name in TURNED:
        np.testing.assert_array_equal(found.distance <= 0.0, found.hit)
    if edge.name == "circle_rect":
        np.testing.assert_array_equal(found.depth, np.maximum(-found.distance, 0.0))
    if edge.name == "point_ellipse":
        np.testing.assert_array_equal(found.level <= 1.0, found.hit)


def test_the_contact_is_a_point_of_the_block_however_small():
    tiny = collision.sweep_ball_block((0, 0), 0.25, (0, -1), (0, LEAST), (0, LEAST))
    np.testing.assert_array_equal(tiny.contact, (0, LEAST))


def random_queries(name, count):
    table = np.random.default_rng(3).normal(size=(count, 13))
    if name.endswith("ball_block") or name == "ball_block":
        table[:, 6:8] = table[:, 4:6] + np.abs(table[:, 6:8])
    radii = {"point_ellipse": [4, 5], "circle_rect": [4, 5, 8], "ray_circle": [6]}
    columns = radii.get(name, [8, 12])
    table[:, columns] = np.abs(table[:, columns])
    return table


def in_floats(name, table):
    """Yield each verdict's field, float64 value, and whether that is certified."""
    found = ask(name, table)
    solver, given = found.SOLVER, found.argument_columns()
    for field in VERDICTS[name]:
        (value,), (sure,) = solve_per_query(solver, (field,), given)
        yield field, value, sure


def what_a_bound_calls_sure_is_right(edge):
    for field, value, sure in in_floats(edge.name, edge.table):
        np.testing.assert_array_equal(value[sure], edge.truth[field][sure], field)
        assert not sure.all(), field


@pytest.mark.parametrize("name", VERDICTS)
def test_hardly_a_random_query_is_in_doubt(name):
    count = examples(100_000)
    for field, _, sure in in_floats(name, random_queries(name, count)):
        assert np.count_nonzero(~sure) < max(count // 10_000, 2), field


def answers_are_compiled_the_same(name, tables, monkeypatch, **options):
    for table in tables:
        monkeypatch.setattr(exact_solver, "MIN_COMPILED_COUNT", 1)
        compiled = ask(name, table, **options)
        monkeypatch.setattr(exact_solver, "MIN_COMPILED_COUNT", np.inf)
        assert compiled == ask(name, table, **options)


NEAREST = [("point_ellipse", ("closest",)), ("point_ellipse", ("distance",))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "only"), [*((name, None) for name in VERDICTS), *NEAREST]
)
def test_compiled_answers_are_the_same_bit_by_bit(name, only, monkeypatch):
    assert exact_solver.is_numba_available()
    edges = getattr(edge_cases, name)(np.random.default_rng(4), 4_000)
    only = only or type(ask(name, edges)).INITIAL_FIELDS
    tables = random_queries(name, 4_000), edges
    answers_are_compiled_the_same(name, tables, monkeypatch, only=only)


@pytest.mark.slow
def test_compiled_blocks_of_other_sizes_have_other_bounds(monkeypatch):
    table = random_queries("ray_circle", 10 * exact_solver.COMPILED_BLOCK_SIZE)
    sizes = [1.0, 1e9, 1e-9, 1e3, 1e80, 1.0, 1e-80, 1e-3, 1e6, 1.0]
    table *= np.repeat(sizes, exact_solver.COMPILED_BLOCK_SIZE)[:, None]
    answers_are_compiled_the_same("ray_circle", [table], monkeypatch, only=("hit", "t"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [0, exact_solver.COMPILED_BLOCK_SIZE, 3 * exact_solver.COMPILED_BLOCK_SIZE - 1],
)
def test_what_is_no_number_is_found_in_a_compiled_loop(row, monkeypatch):
    monkeypatch.setattr(exact_solver, "MIN_COMPILED_COUNT", 1)
    for column, argument in ((0, "origin"), (3, "direction"), (6, "radius")):
        for wrong in (np.nan, np.inf):
            table = random_queries("ray_circle", 3 * exact_solver.COMPILED_BLOCK_SIZE)
            table[row, column] = wrong
            with pytest.raises(ValueError, match=argument):
                ask("ray_circle", table, only=("hit", "t"))


@pytest.mark.parametrize("name", VERDICTS)
def test_edge_queries_one_by_one_are_those_of_the_batch(name):
    table = getattr(edge_cases, name)(np.random.default_rng(8), 60)
    many = ask(name, table)
    for i, row in enumerate(table):
        one = ask(name, row)
        for field in fields(one):
            value = getattr(one, field.name)
            assert isinstance(value, np.ndarray)
            np.testing.assert_array_equal(value, getattr(many, field.name)[i])


def test_the_turn_that_was_used_is_told():
    angle = np.linspace(-9.0, 9.0, 50)
    rect = collision.circle_rect((1, 2), 1, (3, 4), (1, 1), angle)
    ellipse = collision.point_ellipse((1, 2), (3, 4), (2, 1), angle)
    for found in (rect, ellipse):
        np.testing.assert_array_max_ulp(found.cosine, np.cos(angle), 2)
        np.testing.assert_array_max_ulp(found.sine, np.sin(angle), 2)


SHAPES = {
    "circle_rect": ((0.3, 2.0), 0.5, (1.0, -0.5), (2.0, 0.75)),
    "point_ellipse": ((0.3, 2.0), (1.0, -0.5), (2.0, 0.75)),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_rotation_is_an_angle_by_its_cosine_and_sine(name):
    angles = np.linspace(-4.0, 4.0, 17)
    query = getattr(collision, name)
    by_angle = query(*SHAPES[name], angles)
    rotations = np.stack([by_angle.cosine, by_angle.sine], axis=-1)
    by_rotation = query(*SHAPES[name], None, rotation=rotations)
    for field in fields(by_angle):
        one, other = (getattr(r, field.name) for r in (by_angle, by_rotation))
        np.testing.assert_array_equal(one, other)


def test_an_exact_quarter_turn_touches_what_it_touches():
    """The float nearest to 90 degrees has a cosine of 6e-17, and misses by as much."""
    upright = {"rotation": (0.0, 1.0)}
    ellipse = collision.point_ellipse((0.0, 3.0), (0, 0), (3.0, 1.0), None, **upright)
    assert ellipse.hit
    assert ellipse.level == 1.0
    block = (0.0, 0.0), (3.0, 1.0)
    for x, hit in ((1.5, True), (np.nextafter(1.5, 2.0), False)):
        disc = collision.circle_rect((x, 2.0), 0.5, *block, None, **upright)
        assert disc.hit == hit
    turned = collision.point_ellipse((0.0, 3.0), (0, 0), (3.0, 1.0), np.pi / 2)
    assert turned.cosine != 0.0


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(
    ("angle", "rotation", "named"),
    [
        (None, None, "angle"),
        (0.0, (1.0, 0.0), "angle"),
        (None, (1.0, 1.0), "rotation"),
        (None, (np.nan, 0.0), "rotation"),
        (None, (1.0, 0.0, 0.0), "rotation"),
    ],
)
def test_an_unfit_rotation_is_refused_by_name(name, angle, rotation, named):
    with pytest.raises(ValueError, match=named):
        getattr(collision, name)(*SHAPES[name], angle, rotation=rotation)


# Queries that no scale suits: what is asked, and whether it hits.
TINY = 1e-300
HUGE = 1e300
LEAST = 5e-324
EXTREMES = [
    # The circle of radius 1e300 about (1e300, 1e-300) holds the origin's axis; a point
    # circle beside the ray by the least float is missed.
    ("ray_circle", ((0, 0), (1, 0), (HUGE, TINY), HUGE), True),
    ("ray_circle", ((0, 0), (1, 0), (HUGE, LEAST), 0), False),
    ("ray_circle", ((0, 0), (TINY, 0), (HUGE, LEAST), LEAST), True),
    ("ray_circle", ((0, 0), (TINY, 0), (HUGE, 2 * LEAST), LEAST), False),
    ("ray_circle", ((0, 0), (-1, 0), (HUGE, 0), HUGE), True),
    ("ray_circle", ((-LEAST, 0), (-1, 0), (HUGE, 0), HUGE), False),
    (  # A touch: what underflows in the direction is multiplied by large lengths.
        "ray_circle",
        (
            (4.163540522752783e27, -7.10848381933402e26),
            (2.170662841294021e-164, -4.883991392911547e-165),
            (4.53105397191563e27, 1.9342813113834067e25),
            7.930553376671967e26,
        ),
        True,
    ),
    ("swept_sphere_line", ((0, 1, 0), (0, 0, 0), 1, (0, 0, 0), (1, 0, 0)), True),
    (
        "swept_sphere_line",
        ((0, HUGE, 0), (0, LEAST, 0), LEAST, (0, 0, 0), (TINY, 0, 0)),
        True,
    ),
    (
        "swept_sphere_line",
        ((0, HUGE, 0), (0, 2 * LEAST, 0), LEAST, (0, 0, 0), (TINY, 0, 0)),
        False,
    ),
    # Parallel but for the least float: it arrives, or it stays.
    (
        "swept_sphere_line",
        ((0, 2 * LEAST, 0), (HUGE, LEAST, 0), LEAST, (0, 0, 0), (1, 0, 0)),
        True,
    ),
    (
        "swept_sphere_line",
        ((0, 2 * LEAST, 0), (HUGE, 2 * LEAST, 0), LEAST, (0, 0, 0), (1, 0, 0)),
        False,
    ),
    ("sweep_ball_block", ((0, 0), 1, (1, 0), (2, 0), (3, 0)), True),
    ("sweep_ball_block", ((-LEAST, 0), 1, (1, 0), (2, 0), (3, 0)), False),
    ("sweep_ball_block", ((0, HUGE), 0, (0, -HUGE), (-1, -1), (1, LEAST)), True),
    ("sweep_ball_block", ((0, HUGE), 0, (TINY, -HUGE), (-1, -1), (1, -LEAST)), False),
    ("sweep_ball_block", ((0, HUGE), LEAST, (0, -HUGE), (-1, -1), (1, -LEAST)), True),
    ("circle_rect", ((2, 0), 1, (0, 0), (1, 1), 0), True),
    ("circle_rect", ((2, LEAST), 1, (0, -1), (1, 1), 0), False),
    ("circle_rect", ((HUGE, 0), HUGE, (0, 0), (0, 0), 0.3), True),
    ("circle_rect", ((HUGE, LEAST), HUGE, (0, 0), (0, 0), 0), False),
    ("circle_rect", ((LEAST, LEAST), LEAST, (0, 0), (0, 0), 0), False),
    ("point_ellipse", ((HUGE, 0), (0, 0), (HUGE, TINY), 0), True),
    ("point_ellipse", ((HUGE, LEAST), (0, 0), (HUGE, TINY), 0), False),
    ("point_ellipse", ((HUGE, 0), (0, 0), (TINY, TINY), 0.3), False),
    ("point_ellipse", ((LEAST, 0), (0, 0), (LEAST, HUGE), 0), True),
    ("point_ellipse", ((LEAST, LEAST), (0, 0), (LEAST, LEAST), 0.8), False),
]


@pytest.mark.parametrize(("name", "arguments", "hit"), EXTREMES)
def test_extremes(name, arguments, hit):
    assert getattr(collision, name)(*arguments).hit == hit


@pytest.mark.parametrize("field", ["hit", "t"])
def test_a_miss_that_is_sure_leaves_no_doubt_whatever_else_is(field):
    """This one passes the block; how far it would be from a side is of no account."""
    query = (-3.5, -2.5, 1.0, 1.0, 0.5, -2.0, -1.0, 2.0, 1.0)
    given = [np.array([x]) for x in query]
    (value,), (sure,) = solve_per_query(SweepBallBlock.SOLVER, (field,), given)
    assert sure
    assert not value or np.isnan(value)
