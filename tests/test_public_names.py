"""Public names of the core, as in DESIGN section 3, and their docstrings."""

import dataclasses
import importlib
import inspect
import re
from enum import IntEnum
from types import ModuleType

import numpy as np
import pytest

from playground import collision
from playground.collision import articles

# Function: its arguments in order, "*" before those that go by name only.
CORE = {
    "ray_circle": "origin direction center radius * only=None",
    "circle_rect": (
        "center radius rect_center half_extents angle pivot=None * "
        "rotation=None only=None"
    ),
    "point_ellipse": "point center radii angle * rotation=None only=None",
    "normalizing_transform": "center radii angle progress",
    "swept_sphere_line": "start end radius line_point line_direction * only=None",
    "ball_block": "center radius velocity rect_min rect_max * only=None",
    "sweep_ball_block": "center radius velocity rect_min rect_max * only=None",
    "reflect": "velocity normal",
}
ARTICLES = {
    "circle_ray": "center radius origin direction * dtype=float32",
    "circle_rect": "center radius rect_min rect_max * dtype=float32",
    "circle_rotated_rect": (
        "center radius pivot angle_degrees rect_min rect_max * dtype=float32"
    ),
    "point_ellipse": "point center radii angle * dtype=float64",
    "sphere_line": "radius previous position line_point line_direction * dtype=float32",
    "circle_rectangle": "center radius velocity rect_min rect_max * dtype=float64",
    "corner_bounce": "velocity",
}
FIELDS = {
    "RayCircle": "hit inside t_enter t_exit t point normal point_enter point_exit "
    "discriminant closest_t closest",
    "CircleRect": "hit distance depth closest normal local_center feature corners "
    "cosine sine",
    "PointEllipse": "hit translated rotated normalized level distance closest "
    "cosine sine",
    "SweptSphereLine": "hit embedded t center contact t_enter t_exit motion "
    "alpha beta omega discriminant",
    "BallBlock": "face zone inside graze bounced",
    "SweepBallBlock": "hit t center contact normal face",
}
ARTICLE_FIELDS = {
    "CircleRay": "hit near far trace",
    "ArticleCircleRect": "hit trace",
    "ArticlePointEllipse": "hit normalized trace",
    "SphereLine": "hit t position trace",
    "CircleRectangle": "face trace",
}
MEMBERS = {
    "RectFeature": {"INSIDE", "EDGE", "CORNER"},
    "SphereMotion": {"CROSSING", "PARALLEL", "RESTING"},
    "BlockFace": {"NONE", "TOP_BOTTOM", "LEFT_RIGHT", "CORNER"},
}
# Whose work a module follows, said where the module starts.
SOURCES = {
    "ray_circle": ("article 1", "Haines"),
    "circle_rect": ("article 2", "Ericson"),
    "point_ellipse": ("article 3", "Eberly"),
    "swept_sphere_line": ("article 4", "Haines"),
    "ball_block": ("fifth article", "Ericson"),
    "exact.solver": ("Shewchuk",),
}
# One query each, which must come back as arrays without axes.
QUERIES = {
    "ray_circle": ((0, 0), (1, 0), (3, 0), 1),
    "circle_rect": ((0, 0), 1, (3, 0), (1, 1), 0.3),
    "point_ellipse": ((0, 0), (3, 0), (2, 1), 0.3),
    "swept_sphere_line": ((0, 0, 0), (1, 0, 0), 1, (3, 0, 0), (0, 1, 0)),
    "ball_block": ((0, 0), 1, (1, 0), (2, -1), (3, 1)),
    "sweep_ball_block": ((0, 0), 1, (1, 0), (2, -1), (3, 1)),
}
FUNCTIONS = [
    *((collision, name, shape) for name, shape in CORE.items()),
    *((articles, name, shape) for name, shape in ARTICLES.items()),
]
RESULTS = [(collision, name, names) for name, names in FIELDS.items()]


def asked(function: object) -> str:
    """Return a signature in the short form of the tables above."""
    words = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        default = parameter.default
        shown = getattr(default, "__name__", default)
        empty = default is inspect.Parameter.empty
        words.append(parameter.name if empty else f"{parameter.name}={shown}")
    return " ".join(words)


def section(text: str | None, title: str) -> str:
    """Return one section of a NumPy docstring."""
    lines = inspect.cleandoc(text or "")
    found = re.search(rf"{title}\n-+\n(.*?)(?=\n\n\w+\n-+\n|\Z)", lines, re.DOTALL)
    return found[1] if found else ""


def documented(text: str) -> set[str]:
    """Return the names that the entries of a section describe."""
    heads = re.findall(r"^(\w[\w, ]*?)(?: :.*)?$", text, re.MULTILINE)
    return {name.strip() for head in heads for name in head.split(",")}


@pytest.mark.parametrize(("module", "name", "shape"), FUNCTIONS)
def test_arguments_have_the_agreed_names_and_order(
    module: ModuleType, name: str, shape: str
) -> None:
    assert asked(getattr(module, name)) == shape


@pytest.mark.parametrize(("module", "name", "names"), RESULTS)
def test_results_have_the_agreed_fields(
    module: ModuleType, name: str, names: str
) -> None:
    fields = [field.name for field in dataclasses.fields(getattr(module, name))]
    assert set(names.split()) <= set(fields)


def test_nothing_public_is_missing_from_these_tables() -> None:
    assert {*CORE, *FIELDS, *MEMBERS, "Components", "articles"} == set(
        collision.__all__
    )
    more = {"FLT_MAX", "KINDS", "MistakeCase", "MistakeKind", "Nature"}
    assert {*ARTICLES, *ARTICLE_FIELDS} == set(articles.__all__) - more


@pytest.mark.parametrize("name", ARTICLE_FIELDS)
def test_a_listings_answer_has_the_agreed_fields_and_describes_them(name: str) -> None:
    kind = getattr(articles, name)
    for field in set(ARTICLE_FIELDS[name].split()) - {"trace"}:
        assert "(..." in getattr(kind, field).__doc__
    with pytest.raises(dataclasses.FrozenInstanceError):
        object.__new__(kind).trace = 0


@pytest.mark.parametrize("name", MEMBERS)
def test_kinds_are_integers_with_names(name: str) -> None:
    kind = getattr(collision, name)
    assert issubclass(kind, IntEnum)
    assert set(kind.__members__) == MEMBERS[name]
    assert kind.__doc__


@pytest.mark.parametrize(("module", "name", "shape"), FUNCTIONS)
def test_every_argument_is_described(module: ModuleType, name: str, shape: str) -> None:
    text = section(getattr(module, name).__doc__, "Parameters")
    assert documented(text) == set(inspect.signature(getattr(module, name)).parameters)


@pytest.mark.parametrize(("module", "name", "shape"), FUNCTIONS)
def test_every_function_names_shapes_and_what_it_refuses(
    module: ModuleType, name: str, shape: str
) -> None:
    text = getattr(module, name).__doc__
    assert "(..." in section(text, "Parameters")
    assert "ValueError" in section(text, "Raises")


@pytest.mark.parametrize("name", CORE)
def test_returns_are_described(name: str) -> None:
    text = getattr(collision, name).__doc__
    returns = section(text, "Returns")
    annotation = inspect.signature(getattr(collision, name)).return_annotation
    kind = getattr(annotation, "__name__", annotation)
    assert kind in FIELDS or "(..." in returns  # a result describes its own fields


@pytest.mark.parametrize(("module", "name", "names"), RESULTS)
def test_every_field_is_described_with_its_shape(
    module: ModuleType, name: str, names: str
) -> None:
    kind = getattr(module, name)
    text = section(kind.__doc__, "Attributes")
    fields = {field.name for field in dataclasses.fields(kind)}
    assert documented(text) == {name for name in fields if name[0] != "_"}
    assert "(..." in inspect.cleandoc(kind.__doc__)


@pytest.mark.parametrize("name", SOURCES)
def test_every_module_names_its_source(name: str) -> None:
    module = importlib.import_module(f"playground.collision.{name}")
    text = " ".join((module.__doc__ or "").split())
    for source in SOURCES[name]:
        assert source in text


@pytest.mark.parametrize(("module", "name", "names"), RESULTS)
def test_results_are_frozen(module: ModuleType, name: str, names: str) -> None:
    kind = getattr(module, name)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(object.__new__(kind), names.split()[0], 0)
    assert kind.__doc__


@pytest.mark.parametrize("name", QUERIES)
def test_one_query_gives_arrays_without_axes(name: str) -> None:
    result = getattr(collision, name)(*QUERIES[name])
    for field in FIELDS[type(result).__name__].split():
        value = getattr(result, field)
        assert isinstance(value, np.ndarray), field
        assert value.shape in ((), (2,), (3,), (4, 2)), field


@pytest.mark.parametrize("name", QUERIES)
def test_a_batch_leads_with_its_own_axes(name: str) -> None:
    first, *rest = QUERIES[name]
    batch = np.broadcast_to(np.asarray(first, dtype=float), (5, 1, len(first)))
    last = np.broadcast_to(np.asarray(rest[-1], dtype=float), (3, *np.shape(rest[-1])))
    result = getattr(collision, name)(batch, *rest[:-1], last)
    for field in FIELDS[type(result).__name__].split():
        assert getattr(result, field).shape[:2] == (5, 3), field
