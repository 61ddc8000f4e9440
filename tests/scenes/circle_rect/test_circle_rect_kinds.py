"""Each difference of article 2 is one of the scene's kinds, and a case where it can."""

import math
from collections.abc import Mapping
from typing import Any

from differences import Asked, each_difference, kinds_without_a_case, told

from scenes.circle_rect import SCENE
from scenes.circle_rect.params import NODE, VALUES, CircleRectParams


def _rect(given: Mapping[str, Any], meant: Mapping[str, Any]) -> CircleRectParams:
    """Return the rectangle that is meant; what is misread comes with a node."""
    (left, bottom), (right, top) = meant["rect_min"], meant["rect_max"]
    middle = (left + right) / 2, (bottom + top) / 2
    x, y = given["center"]
    px, py = meant.get("pivot", middle)
    return CircleRectParams(
        (float(x), float(y)),
        float(given["radius"]),
        (float(px), float(py)),
        middle,
        ((right - left) / 2, (top - bottom) / 2),
        -math.radians(given.get("angle_degrees", 0.0)),
        VALUES if given == meant else NODE,
    )


TABLE = {"circle_rect": _rect, "circle_rotated_rect": _rect}


@each_difference(SCENE, TABLE)
def test_a_difference_is_of_its_kind(asked: Asked) -> None:
    wanted = asked.kind.name, asked.kind.nature
    assert told(SCENE, asked.params) == wanted


def test_a_kind_in_reach_has_a_case() -> None:
    assert kinds_without_a_case(SCENE, TABLE) == set()
