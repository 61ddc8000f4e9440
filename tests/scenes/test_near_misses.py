"""Near misses: a quantity whose sign decides is never displayed as 0."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from playground.scene.math_text import format_number
from playground.scene.primitives import Label, MagnifierTarget
from playground.scene.solution import Solution, solve_scene
from scenes import ball_block, circle_rect, point_ellipse, ray_circle, sphere_line
from scenes.ray_circle.answer import line_distance

RANDOM = np.random.default_rng(33)


def vector(size: int) -> tuple[float, ...]:
    return tuple(map(float, RANDOM.normal(size=size) * 2.0))


MOVED: dict[str, tuple[Any, Any]] = {
    "ray_circle": (
        lambda: {"origin": vector(2), "direction": vector(2), "center": vector(2)},
        lambda s: line_distance(s.params, s.result),
    ),
    "circle_rect": (
        lambda: {"center": vector(2), "angle": vector(1)[0], "radius": 0.0},
        lambda s: s.result.distance,
    ),
    "sphere_line": (
        lambda: {
            "start": vector(3), "end": vector(3), "line_point": vector(3),
            "line_direction": vector(3),
        },
        lambda s: s.result.distance(np.clip(s.result.closest_t, 0.0, 1.0)),
    ),
    "ball_block": (
        lambda: {
            "mode": "One hit", "center": vector(2), "velocity": vector(2),
            "radius": 0.0,
        },
        lambda s: s.result.closest[1],
    ),
}  # fmt: skip


def near_misses(entry: Any) -> Iterator[Solution]:
    """Yield states with a radius that just touches, or one float less."""
    move, distance = MOVED[entry.id]
    for _ in range(40):
        p = replace(entry.initial_params(), **move())
        touch = float(distance(solve_scene(entry, p)))
        for radius in (touch, float(np.nextafter(touch, 0.0))):
            found = solve_scene(entry, replace(p, radius=max(radius, 0.0)))
            if found.verdict and not found.verdict.hit and touch > 0.0:
                yield found


@pytest.mark.parametrize(
    "module",
    [ray_circle, circle_rect, sphere_line, ball_block],
    ids=lambda m: m.__name__,
)
def test_a_near_miss_has_a_gap_that_is_not_0(module):
    count = 0
    for found in near_misses(module.SCENE):
        if "Leaving" in found.verdict.text or found.verdict.text == "Behind":
            continue
        count += 1
        shown = [found.verdict.detail]
        for view in found.draw().self_and_views:
            for drawn in view.primitives:
                if isinstance(drawn, Label | MagnifierTarget):
                    shown.append(str(drawn.text))
        for text in shown:
            if "gap" in text:
                assert "gap 0" not in text, found.params
                assert "gap −" not in text, found.params
                assert "than 0 m" not in text, found.params
                assert "than −" not in text, found.params
                assert "of 0 m" not in text, found.params
        for row in found.rows:
            if row.name.startswith("Distance D"):
                assert row.value != 0.0
    assert count > 10


def test_a_line_a_float_beside_a_point_has_a_distance():
    p = ray_circle.SCENE.cases["Radius zero"].params
    beside = replace(p, center=(2.0, float(np.nextafter(1.0, 2.0))))
    found = solve_scene(ray_circle.SCENE, beside)
    labels = [r.text for r in found.draw().primitives if isinstance(r, Label)]
    assert "D = 2.22×10⁻¹⁶" in labels
    assert "s < 0: gap 2.22×10⁻¹⁶" in labels


TINY = 1e-170
"""A length whose square no float64 holds."""
TINY_MISSES: list[tuple[Any, dict[str, Any], dict[str, float]]] = [
    (
        ray_circle,
        {"origin": (0.0, TINY), "direction": (1.0, 0.0), "center": (2.0, 0.0),
         "radius": 0.0},
        {"Distance D to the line": TINY},
    ),
    (
        ray_circle,
        {"origin": (-TINY, 2.0 * TINY), "direction": (TINY, 0.0),
         "center": (0.0, 0.0), "radius": TINY},
        {"Distance D to the line": 2.0 * TINY},
    ),
    (
        circle_rect,
        {"center": (2.0 * TINY, 0.0), "pivot": (0.0, 0.0), "rect_center": (0.0, 0.0),
         "half_extents": (TINY, TINY), "angle": 0.0, "radius": 0.5 * TINY},
        {"Distance g": 0.5 * TINY},
    ),
    (
        sphere_line,
        {"start": (-1.0, TINY, 0.0), "end": (1.0, TINY, 0.0), "t": 0.5,
         "line_point": (0.0, 0.0, 0.0), "line_direction": (0.0, 0.0, 1.0),
         "radius": 0.0},
        {"Least gap in the motion": TINY},
    ),
    (
        sphere_line,
        {"start": (3.0 * TINY, 0.0, 0.0), "end": (2.0 * TINY, 0.0, 0.0), "t": 0.0,
         "line_point": (0.0, 0.0, 0.0), "line_direction": (0.0, 0.0, 1.0),
         "radius": TINY},
        {"Least gap in the motion": TINY},
    ),
    (
        ball_block,
        {"mode": "One hit", "center": (-0.5 * TINY, 0.0), "velocity": (0.0, TINY),
         "block": (TINY, 0.0), "half_extents": (TINY, TINY), "radius": 0.25 * TINY},
        {"Least gap": 0.25 * TINY},
    ),
    (
        point_ellipse,
        {"point": (1.0, TINY), "center": (0.0, 0.0), "radii": (1.0, 1.0),
         "angle": 0.0},
        {},
    ),
    (
        point_ellipse,
        {"point": (2.0 * TINY, 0.0), "center": (0.0, 0.0), "radii": (TINY, TINY),
         "angle": 0.0},
        {"Distance d": TINY},
    ),
]  # fmt: skip
DECIDING = {
    "Distance D to the line", "Discriminant s", "Distance g", "Circle's gap",
    "Distance d", "Least gap", "Least gap in the motion", "|N(t)|² − r²",
    "Smallest |N(t)|² − r² during the motion", "Discriminant β² − αω",
}  # fmt: skip


@pytest.mark.parametrize(("module", "values", "known"), TINY_MISSES)
def test_what_decides_is_not_0_where_its_square_underflows(module, values, known):
    found = solve_scene(module.SCENE, replace(module.SCENE.initial_params(), **values))
    assert not found.verdict.hit
    rows = {
        q.title: float(found.value(q))
        for q in found.scene.answer.quantities
        if q.title in DECIDING
    }
    for name in rows:
        assert rows[name] != 0.0, name
        assert format_number(rows[name]) != "0", name
    for name, value in known.items():
        assert rows[name] == pytest.approx(value, rel=1e-9, abs=0.0), name
    shown = [found.verdict.detail]
    for view in found.draw().self_and_views:
        shown += [str(r.text) for r in view.primitives if isinstance(r, Label)]
    for text in shown:
        assert not re.search(r"(?:gap|D =|d =|than|of) −?0(?![.\d])", text), text
    for step in found.steps:
        for formula in (step.numbers, step.result):
            assert not re.search(r"\\term\{(?:gap|depth|D)\}\{0\}", formula), formula
