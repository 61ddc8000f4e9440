"""A mistake is told in two halves: beside its listing, and in its scene."""

import pytest

from playground.collision.articles import KINDS
from scenes.ball_block.one_hit import SCENE as ONE_HIT
from scenes.circle_rect import SCENE as CIRCLE_RECT
from scenes.point_ellipse import SCENE as POINT_ELLIPSE
from scenes.ray_circle import SCENE as RAY_CIRCLE
from scenes.sphere_line import SCENE as SPHERE_LINE

SCENES = [RAY_CIRCLE, CIRCLE_RECT, POINT_ELLIPSE, SPHERE_LINE, ONE_HIT]


@pytest.mark.parametrize(
    ("article", "scene"), [*enumerate(SCENES, 1)], ids=lambda x: getattr(x, "id", x)
)
def test_every_kind_has_both_halves(article: int, scene: object) -> None:
    """What only the core refuses to answer needs no words in the scene."""
    told = {mistake.kind for mistake in scene.listing.mistakes}
    refused = {
        kind
        for kind in KINDS[article]
        if kind.cases and all(case.core_refuses for case in kind.cases)
    }
    assert told <= set(KINDS[article])
    assert set(KINDS[article]) - refused <= told
