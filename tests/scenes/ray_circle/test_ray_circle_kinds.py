"""Each difference of article 1 is one of the scene's kinds, and a case where it can."""

from collections.abc import Mapping
from typing import Any

from differences import Asked, each_difference, kinds_without_a_case, told

from scenes.ray_circle import SCENE
from scenes.ray_circle.params import RayCircleParams


def _ray(given: Mapping[str, Any], _meant: object) -> RayCircleParams:
    points = ((float(x), float(y)) for x, y in (given["origin"], given["direction"]))
    x, y = given["center"]
    return RayCircleParams(*points, (float(x), float(y)), float(given["radius"]))


TABLE = {"circle_ray": _ray}


@each_difference(SCENE, TABLE)
def test_a_difference_is_of_its_kind(asked: Asked) -> None:
    wanted = asked.kind.name, asked.kind.nature
    assert told(SCENE, asked.params) == wanted


def test_a_kind_in_reach_has_a_case() -> None:
    assert kinds_without_a_case(SCENE, TABLE) == set()
