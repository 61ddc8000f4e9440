"""Each difference of article 3 is one of the scene's kinds, and a case where it can."""

from collections.abc import Mapping
from typing import Any

from differences import Asked, each_difference, kinds_without_a_case, told

from scenes.point_ellipse import SCENE
from scenes.point_ellipse.params import PointEllipseParams


def _ellipse(given: Mapping[str, Any], _meant: object) -> PointEllipseParams:
    pairs = ((float(x), float(y)) for x, y in map(given.get, ("point", "center")))
    rx, ry = given["radii"]
    return PointEllipseParams(*pairs, (float(rx), float(ry)), float(given["angle"]))


TABLE = {"point_ellipse": _ellipse}


@each_difference(SCENE, TABLE)
def test_a_difference_is_of_its_kind(asked: Asked) -> None:
    wanted = asked.kind.name, asked.kind.nature
    assert told(SCENE, asked.params) == wanted


def test_a_kind_in_reach_has_a_case() -> None:
    assert kinds_without_a_case(SCENE, TABLE) == set()
