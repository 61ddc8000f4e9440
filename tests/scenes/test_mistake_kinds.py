"""Mistakes in their two parts: beside the listing, and in the scene.

The article's shrunk cases are checked in its scene.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from playground.check.sample_states import solve_state
from playground.collision import BlockFace, articles
from playground.collision.articles import KINDS, MistakeCase, MistakeKind
from playground.scene.parameter_types import Ranged
from playground.scene.params import Params, parameters_of
from playground.scene.scene import Scene
from scenes.ball_block.one_hit import SCENE as ONE_HIT
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.circle_rect import SCENE as CIRCLE_RECT
from scenes.circle_rect.params import NODE, VALUES, CircleRectParams
from scenes.point_ellipse import SCENE as POINT_ELLIPSE
from scenes.point_ellipse.params import PointEllipseParams
from scenes.ray_circle import SCENE as RAY_CIRCLE
from scenes.ray_circle.params import RayCircleParams
from scenes.sphere_line import SCENE as SPHERE_LINE
from scenes.sphere_line.params import SphereLineParams

Arguments = Mapping[str, Any]


def _ray(given: Arguments, _meant: Arguments) -> Params:
    points = ((float(x), float(y)) for x, y in (given["origin"], given["direction"]))
    x, y = given["center"]
    return RayCircleParams(*points, (float(x), float(y)), float(given["radius"]))


def _rect(given: Arguments, meant: Arguments) -> Params:
    """Return the intended rectangle; a misread one is given by a node."""
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


def _ellipse(given: Arguments, _meant: Arguments) -> Params:
    pairs = ((float(x), float(y)) for x, y in map(given.get, ("point", "center")))
    rx, ry = given["radii"]
    return PointEllipseParams(*pairs, (float(rx), float(ry)), float(given["angle"]))


def _sphere(given: Arguments, _meant: Arguments) -> Params:
    places = {
        "start": given["previous"],
        "end": given["position"],
        "line_point": given["line_point"],
        "line_direction": given["line_direction"],
    }
    vectors = {name: tuple(map(float, place)) for name, place in places.items()}
    return SphereLineParams(radius=float(given["radius"]), **vectors)


def _hit(given: Arguments, meant: Arguments) -> Params:
    """Return the intended step, at the time that the article checks.

    That is its end if the article's ball has moved already, and if at the start there
    is neither an overlap nor an answer.
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


# By the number of the article its scene, and by the name of its functions the params
# that ask the scene the same. They are made of the function's arguments, and of those
# that it should have used.
ARTICLES: dict[int, tuple[Scene, dict[str, Callable[[Arguments, Arguments], Params]]]]
ARTICLES = {
    1: (RAY_CIRCLE, {"circle_ray": _ray}),
    2: (CIRCLE_RECT, {"circle_rect": _rect, "circle_rotated_rect": _rect}),
    3: (POINT_ELLIPSE, {"point_ellipse": _ellipse}),
    4: (SPHERE_LINE, {"sphere_line": _sphere}),
    5: (ONE_HIT, {"circle_rectangle": _hit, "corner_bounce": _hit}),
}
every_article = pytest.mark.parametrize("article", ARTICLES)


@dataclass(frozen=True)
class Asked:
    """A shrunk case of a kind, and the state of the scene that shows it."""

    scene: Scene
    kind: MistakeKind
    case: MistakeCase
    params: Params

    @property
    def in_reach(self) -> bool:
        """Whether the scene's sliders can reach it."""
        return all(
            spec.includes(getattr(self.params, name))
            for name, spec in parameters_of(type(self.params)).items()
            if isinstance(spec, Ranged)
        )


def asked(article: int) -> Iterator[Asked]:
    """Yield each case of the article's functions that the scene can answer.

    Params that the core refuses count only if the scene refuses them itself.
    """
    scene, table = ARTICLES[article]
    every = ((k, case) for kinds in KINDS.values() for k in kinds for case in k.cases)
    for kind, case in every:
        if case.function in table:
            given = case.arguments
            params = table[case.function](given, {**given, **case.meant})
            found = Asked(scene, kind, case, params)
            answered = solve_state(scene, params).solution is not None
            if answered and (found.in_reach or not case.core_refuses):
                yield found


@every_article
def test_every_kind_has_both_halves(article: int) -> None:
    """A case that only the core refuses needs no texts in the scene."""
    told = {mistake.kind for mistake in ARTICLES[article][0].listing.mistakes}
    refused = {
        kind
        for kind in KINDS[article]
        if kind.cases and all(case.core_refuses for case in kind.cases)
    }
    assert told <= set(KINDS[article])
    assert set(KINDS[article]) - refused <= told


@pytest.mark.parametrize(
    "found",
    [found for article in ARTICLES for found in asked(article)],
    ids=lambda found: f"{found.scene.id}: {found.case.name}",
)
def test_a_smallest_case_is_of_its_kind(found: Asked) -> None:
    solution = solve_state(found.scene, found.params).solution
    compared = solution.listing_verdict(found.scene.listing.dtypes[0])
    wanted = found.kind.name, found.kind.nature
    assert (compared.kind, compared.nature) == wanted


@every_article
def test_a_case_shows_the_mistake_that_it_names_and_no_other(article: int) -> None:
    scene, _ = ARTICLES[article]
    dtype = scene.listing.dtypes[0]
    shown = {
        name: solve_state(scene, case.params).solution.listing_verdict(dtype).kind
        for name, case in scene.cases.items()
    }
    assert shown == {name: case.mistake for name, case in scene.cases.items()}


@every_article
def test_a_kind_that_the_sliders_reach_has_a_case(article: int) -> None:
    shown = {case.mistake for case in ARTICLES[article][0].cases.values()}
    reached = {found.kind.name for found in asked(article) if found.in_reach}
    assert reached - shown == set()
