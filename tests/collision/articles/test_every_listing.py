"""Common properties of all five articles' listings, traces and records."""

import inspect
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from article_checks import COUNT, close, meant, points, radii, traced

from playground import collision
from playground.collision import Components, articles
from playground.collision.articles import FLT_MAX, KINDS

# Of whom the truth is asked, article by article.
TRUTHS = {
    1: lambda p: collision.ray_circle(
        p["origin"], p["direction"], p["center"], p["radius"]
    ),
    2: lambda p: collision.circle_rect(
        p["center"],
        p["radius"],
        np.add(p["rect_max"], p["rect_min"]) / 2,
        np.subtract(p["rect_max"], p["rect_min"]) / 2,
        -np.radians(p.get("angle_degrees", 0.0)),
        p.get("pivot"),
    ),
    3: lambda p: collision.point_ellipse(**p),
    4: lambda p: collision.swept_sphere_line(
        p["previous"],
        p["position"],
        p["radius"],
        p["line_point"],
        p["line_direction"],
    ),
    5: lambda p: collision.sweep_ball_block(**p),
}


CASES = [(n, case) for n, kinds in KINDS.items() for k in kinds for case in k.cases]


@pytest.mark.parametrize(
    ("article", "case"), CASES, ids=lambda x: getattr(x, "name", str(x))
)
def test_smallest_cases_are_complete_and_frozen(article, case):
    function = getattr(articles, case.function)
    asked = inspect.signature(
        articles.circle_rectangle if case.function == "corner_bounce" else function
    )
    assert set(case.arguments) == {n for n in asked.parameters if n != "dtype"}
    assert set(case.meant) <= set(case.arguments)
    with pytest.raises(FrozenInstanceError):
        case.name = ""
    with pytest.raises(TypeError):
        case.arguments["radius"] = 2
    if case.core_refuses:
        with pytest.raises(ValueError, match="must"):
            TRUTHS[article](meant(case))
    else:
        TRUTHS[article](meant(case))


def test_names_are_unique_within_an_article():
    assert len({(article, case.name) for article, case in CASES}) == len(CASES)
    for kinds in KINDS.values():
        assert len({kind.name for kind in kinds}) == len(kinds)


def points_3(rng):
    return points(rng, 3)


def angles(rng):
    return rng.uniform(-400.0, 400.0, COUNT)


def signed_radii(rng):
    return radii(rng) - 0.5


# How random arguments are made, one after the other.
BATCHES = {
    "circle_ray": (points, signed_radii, points, points),
    "circle_rect": (points, radii, points, points),
    "circle_rotated_rect": (points, radii, points, angles, points, points),
    "point_ellipse": (points, points, points, angles),
    "sphere_line": (radii, points_3, points_3, points_3, points_3),
    "circle_rectangle": (points, radii, points, points, points),
}


def batch_of(name, count):
    rng = np.random.default_rng(5)
    return [make(rng)[:count] for make in BATCHES[name]]


def query_of(name, place=0):
    return [part[place] for part in batch_of(name, place + 1)]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", BATCHES)
def test_batch_equals_scalar_and_holds_the_dtype(name, dtype):
    arguments = batch_of(name, 40)
    function = getattr(articles, name)
    batch = traced(name, function(*arguments, dtype=dtype))
    for i in range(40):
        one = traced(name, function(*(part[i] for part in arguments), dtype=dtype))
        assert batch.keys() == one.keys()
        for field, value in one.items():
            assert isinstance(value, np.ndarray)
            np.testing.assert_array_equal(batch[field][i], value)
    for values in batch.values():
        if values.dtype == np.float64:
            np.testing.assert_array_equal(values.astype(dtype), values)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", sorted(BATCHES.keys() - {"sphere_line"}))
def test_components_are_vectors(name, dtype):
    def parted(argument):
        return Components(argument.T) if argument.ndim == 2 else argument

    function, arguments = getattr(articles, name), batch_of(name, 50)
    found = traced(name, function(*map(parted, arguments), dtype=dtype))
    for field, value in traced(name, function(*arguments, dtype=dtype)).items():
        np.testing.assert_array_equal(found[field], value)


LEAST, MOST = np.nextafter(0.0, 1.0), np.finfo(np.float64).max
SPECIAL = [0.0, 1.0, 90.0, 1e-45, 1e-38, FLT_MAX, 1e39, LEAST, 1e-300, 1e160, MOST]
SHAPES = {
    "circle_ray": [(2,), (), (2,), (2,)],
    "circle_rect": [(2,), (), (2,), (2,)],
    "circle_rotated_rect": [(2,), (), (2,), (), (2,), (2,)],
    "point_ellipse": [(2,), (2,), (2,), ()],
    "sphere_line": [(), (3,), (3,), (3,), (3,)],
    "circle_rectangle": [(2,), (), (2,), (2,), (2,)],
    "corner_bounce": [(2,)],
}
ELEMENTS = 2000


def elements(rng, shape):
    """Draw simple numbers, numbers of any size, and the limits of both types."""
    size = (ELEMENTS, *shape)
    signs = rng.choice([-1.0, 1.0], size)
    plain, special = rng.integers(-20, 21, size) / 4, signs * rng.choice(SPECIAL, size)
    spread = rng.normal(size=size) * 10.0 ** rng.uniform(-50.0, 50.0, size)
    normal, kind = rng.normal(size=size), rng.integers(0, 8, size)
    return np.select([kind < 3, kind < 6, kind < 7], [plain, normal, spread], special)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", SHAPES)
def test_each_element_is_bit_by_bit_the_answer_to_its_own_query(name, dtype):
    rng = np.random.default_rng(21)
    arguments = [elements(rng, shape) for shape in SHAPES[name]]
    options = {} if name == "corner_bounce" else {"dtype": dtype}
    function = getattr(articles, name)

    def answers(*given):
        found = function(*given, **options)
        if isinstance(found, np.ndarray):
            return [found]
        return list(traced(name, found).values())

    batch = answers(*arguments)
    singles = [answers(*row) for row in zip(*arguments, strict=True)]
    for whole, parts in zip(batch, zip(*singles, strict=True), strict=True):
        one_by_one = np.array(parts)
        assert whole.dtype == one_by_one.dtype
        np.testing.assert_array_equal(whole, one_by_one)
        known = whole == whole  # all but NaN, whose sign means nothing
        np.testing.assert_array_equal(
            np.signbit(whole * 1.0)[known], np.signbit(one_by_one * 1.0)[known]
        )


@pytest.mark.parametrize("name", BATCHES)
def test_meaningless_input_is_refused(name):
    good = query_of(name)
    function = getattr(articles, name)
    parameters = list(inspect.signature(function).parameters)
    for i, value in enumerate(good):
        for bad in (np.full(np.shape(value), np.nan), np.full(np.shape(value), np.inf)):
            with pytest.raises(ValueError, match=parameters[i]):
                function(*good[:i], bad, *good[i + 1 :])
        if np.ndim(value):
            with pytest.raises(ValueError, match=parameters[i]):
                function(*good[:i], np.zeros(4), *good[i + 1 :])
    with pytest.raises(ValueError, match="broadcast"):
        function(np.stack([good[0]] * 2), np.stack([good[1]] * 3), *good[2:])
    with pytest.raises(ValueError, match="dtype"):
        function(*good, dtype=np.int64)
    with pytest.raises(ValueError, match="velocity"):
        articles.corner_bounce((1, 2, 3))


def test_values_beyond_a_float_do_not_warn():
    """1e200 is infinite in float32; the listing then works with infinity and NaN."""
    for name in BATCHES:
        arguments = [part * 1e200 for part in batch_of(name, 50)]
        assert traced(name, getattr(articles, name)(*arguments))


def test_a_trace_is_of_what_was_asked_even_if_the_arguments_change():
    center, rectangle = np.array((0.0, 0.0)), ((-2, -1), (2, 1))
    ray = articles.circle_ray(center, 1, (-3, 0), (1, 0), dtype=np.float64)
    rect = articles.circle_rect(center, 1, *rectangle, dtype=np.float64)
    center += 5
    close(ray.trace["ax, ay"], (-3, 0))
    close(rect.trace["xc, yc"], (0, 0))
