"""Public names of the core, as in DESIGN section 3, and their docstrings."""

import dataclasses
import importlib
import inspect
import re
from enum import IntEnum
from types import ModuleType

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
FUNCTIONS = [
    *((collision, name, shape) for name, shape in CORE.items()),
    *((articles, name, shape) for name, shape in ARTICLES.items()),
]


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
def test_arguments_have_the_agreed_names_and_are_described(
    module: ModuleType, name: str, shape: str
) -> None:
    function = getattr(module, name)
    assert asked(function) == shape
    text = section(function.__doc__, "Parameters")
    assert documented(text) == set(inspect.signature(function).parameters)
    assert "(..." in text
    assert "ValueError" in section(function.__doc__, "Raises")
    if module is collision:
        annotation = inspect.signature(function).return_annotation
        kind = getattr(annotation, "__name__", annotation)
        # A result describes its own fields.
        assert kind in FIELDS or "(..." in section(function.__doc__, "Returns")


@pytest.mark.parametrize("name", FIELDS)
def test_results_have_the_agreed_fields_and_describe_them(name: str) -> None:
    kind = getattr(collision, name)
    fields = {field.name for field in dataclasses.fields(kind)}
    assert set(FIELDS[name].split()) <= fields
    text = section(kind.__doc__, "Attributes")
    assert documented(text) == {name for name in fields if name[0] != "_"}
    assert "(..." in inspect.cleandoc(kind.__doc__)
    with pytest.raises(dataclasses.FrozenInstanceError):
        object.__new__(kind).hit = 0


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


@pytest.mark.parametrize("name", SOURCES)
def test_every_module_names_its_source(name: str) -> None:
    module = importlib.import_module(f"playground.collision.{name}")
    text = " ".join((module.__doc__ or "").split())
    for source in SOURCES[name]:
        assert source in text
