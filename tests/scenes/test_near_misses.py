"""Near misses: where a sign decides, nothing that is told of it is rounded to 0."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from playground.scene.primitives import Label, MagnifierTarget
from playground.scene.solution import Solution, solve_scene
from scenes import ball_block, circle_rect, ray_circle, sphere_line
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
    """Yield states whose radius is what it takes to touch, or a float less."""
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
