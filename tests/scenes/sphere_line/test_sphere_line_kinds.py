"""Each difference of article 4 is one of the scene's kinds, and a case where it can."""

from collections.abc import Mapping
from typing import Any

from differences import Asked, each_difference, kinds_without_a_case, told

from scenes.sphere_line import SCENE
from scenes.sphere_line.params import SphereLineParams


def _sphere(given: Mapping[str, Any], _meant: object) -> SphereLineParams:
    places = {
        "start": given["previous"],
        "end": given["position"],
        "line_point": given["line_point"],
        "line_direction": given["line_direction"],
    }
    vectors = {name: tuple(map(float, place)) for name, place in places.items()}
    return SphereLineParams(radius=float(given["radius"]), **vectors)


TABLE = {"sphere_line": _sphere}


@each_difference(SCENE, TABLE)
def test_a_difference_is_of_its_kind(asked: Asked) -> None:
    wanted = asked.kind.name, asked.kind.nature
    assert told(SCENE, asked.params) == wanted


def test_a_kind_in_reach_has_a_case() -> None:
    assert kinds_without_a_case(SCENE, TABLE) == set()
