"""Each difference of article 5 is one of the scene's kinds, and a case where it can."""

import math
from collections.abc import Mapping
from typing import Any

from differences import Asked, each_difference, kinds_without_a_case, told

from playground.collision import BlockFace, articles
from scenes.ball_block.one_hit import SCENE
from scenes.ball_block.one_hit.params import OneHitParams


def _hit(given: Mapping[str, Any], meant: Mapping[str, Any]) -> OneHitParams:
    """Return the step as it is meant, at the moment that the article looks at.

    That is its end where the article's ball has moved already, and where at the start
    there is neither an overlap nor an answer.
    """
    center, velocity, low, high = (
        tuple(map(float, meant[name]))
        for name in ("center", "velocity", "rect_min", "rect_max")
    )
    sides = list(zip(center, low, high, strict=True))
    away = math.hypot(*(max(a - x, 0.0, x - b) for x, a, b in sides))
    free = away > given["radius"]
    silent = articles.circle_rectangle(**given).face == BlockFace.NONE
    return OneHitParams(
        center=center,
        velocity=velocity,
        radius=float(given["radius"]),
        block=tuple((a + b) / 2 for _, a, b in sides),
        half_extents=tuple((b - a) / 2 for _, a, b in sides),
        t=1.0 if given != meant or (free and silent) else 0.0,
    )


TABLE = {"circle_rectangle": _hit, "corner_bounce": _hit}


@each_difference(SCENE, TABLE)
def test_a_difference_is_of_its_kind(asked: Asked) -> None:
    wanted = asked.kind.name, asked.kind.nature
    assert told(SCENE, asked.params) == wanted


def test_a_kind_in_reach_has_a_case() -> None:
    assert kinds_without_a_case(SCENE, TABLE) == set()
