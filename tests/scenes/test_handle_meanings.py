"""Handles of each scene: the parameter that a drag changes, and by how much."""

import math
from dataclasses import replace
from typing import Any

import pytest

from playground.scene.params import drag
from playground.scene.scene import SceneEntry
from scenes import BALL_BLOCK, CIRCLE_RECT, POINT_ELLIPSE, RAY_CIRCLE, SPHERE_LINE

# The scene and its case, the handle, where it is dragged, and what that changes.
DRAGS: list[tuple[SceneEntry, str, str, int, tuple[float, ...], dict[str, Any]]] = [
    (RAY_CIRCLE, "Two hits", "origin", 0, (-4.0, -2.0), {"origin": (-4.0, -2.0)}),
    (RAY_CIRCLE, "Two hits", "direction", 0, (0.0, 0.0), {"direction": (4.5, 1.5)}),
    (RAY_CIRCLE, "Two hits", "center", 0, (2.0, 1.0), {"center": (2.0, 1.0)}),
    (RAY_CIRCLE, "Two hits", "radius", 0, (1.75, 2.25), {"radius": 3.0}),
    (CIRCLE_RECT, "Over a corner", "center", 0, (1.0, 2.0), {"center": (1.0, 2.0)}),
    (CIRCLE_RECT, "Over a corner", "radius", 0, (0.5, 4.4), {"radius": 2.0}),
    # The handle is off the side's middle, P below K.
    (
        *(CIRCLE_RECT, "Over a corner", "angle", 0, (-2.5, 3.25)),
        {"angle": math.pi / 2 - math.atan2(0.25, 4.0)},
    ),
    # K is turned about P: both move by the same way.
    (
        *(CIRCLE_RECT, "Inside", "rect_center", 0, (1.0, -2.0)),
        {"rect_center": (1.0, -2.0), "pivot": (0.0, -2.5)},
    ),
    # The opposite corner stays at (-2, -1).
    (
        *(CIRCLE_RECT, "Inside", "half_extents", 0, (3.0, 2.0)),
        {"rect_center": (0.5, 0.5), "half_extents": (2.5, 1.5)},
    ),
    (POINT_ELLIPSE, "On the boundary", "point", 0, (1.0, 2.0), {"point": (1.0, 2.0)}),
    (POINT_ELLIPSE, "On the boundary", "center", 0, (1.0, 2.0), {"center": (1.0, 2.0)}),
    (POINT_ELLIPSE, "On the boundary", "radii", 0, (6.0, 1.0), {"radii": (3.0, 1.25)}),
    (POINT_ELLIPSE, "On the boundary", "radii", 1, (3.0, 3.5), {"radii": (2.5, 2.5)}),
    (POINT_ELLIPSE, "On the boundary", "angle", 0, (3.0, 4.0), {"angle": math.pi / 2}),
    (SPHERE_LINE, "Crossing", "start", 0, (1.0, 3.0, 2.0), {"start": (1.0, 3.0, 2.0)}),
    (SPHERE_LINE, "Crossing", "end", 0, (1.0, 3.0, 2.0), {"end": (1.0, 3.0, 2.0)}),
    (SPHERE_LINE, "Crossing", "radius", 0, (-3.6, 5.2, 1.5), {"radius": 2.5}),
    (
        *(SPHERE_LINE, "Parallel", "line_point", 0, (1.0, 1.0, 1.0)),
        {"line_point": (1.0, 1.0, 1.0)},
    ),
    (
        *(SPHERE_LINE, "Parallel", "line_direction", 0, (-1.0, 3.0, 0.5)),
        {"line_direction": (0.0, 2.0, 1.0)},
    ),
    (BALL_BLOCK, "Top side", "radius", 0, (-2.8, 4.6), {"radius": 1.2}),
    (BALL_BLOCK, "Top side", "velocity", 0, (0.2, 1.4), {"velocity": (3.0, -2.0)}),
    (BALL_BLOCK, "Top side", "block", 0, (1.0, 0.0), {"block": (1.0, 0.0)}),
    # The lower left corner stays at (-1.8, -1.8).
    (
        *(BALL_BLOCK, "Top side", "half_extents", 0, (4.0, 1.6)),
        {"block": (1.1, -0.1), "half_extents": (2.9, 1.7)},
    ),
]


@pytest.mark.parametrize(
    ("scene", "case", "handle", "index", "target", "changes"),
    DRAGS,
    ids=[f"{drag[0].id}-{drag[2]}-{drag[3]}" for drag in DRAGS],
)
def test_a_handle_changes_what_it_is_called(
    scene: SceneEntry,
    case: str,
    handle: str,
    index: int,
    target: tuple[float, ...],
    changes: dict[str, Any],
) -> None:
    p: Any = scene.cases[case].params
    moved = drag(p, handle, index, target)
    for name, value in changes.items():
        assert getattr(moved, name) == pytest.approx(value), name
    assert replace(moved, **{name: getattr(p, name) for name in changes}) == p
