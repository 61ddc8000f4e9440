"""The kinds of mistakes in article 4's listing, each by a case worked out by hand."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from playground.scene.params import with_values
from playground.scene.regions import NONE, Kind, Regions
from scenes import _sphere_mistakes as mistakes
from scenes.sphere_line import (
    EMBEDDED,
    HIT,
    MISS,
    TOUCH,
    SphereLineParams,
    SphereLineScene,
)

SCENE = SphereLineScene()
# Down past the x axis: the gap closes at y = 1, that is t = 0.5, and opens at the end.
DOWN = SphereLineParams(
    start=(0.0, 3.0, 0.0),
    end=(0.0, -1.0, 0.0),
    radius=1.0,
    line_point=(0.0, 0.0, 0.0),
    line_direction=(2.0, 0.0, 0.0),
    t=0.25,
)
BOTH = (True, False)
TOUCHES = next(kind for kind in SCENE.regions(DOWN).kinds if kind.name == TOUCH)


def cells(found: Regions, kind: Kind) -> np.ndarray:
    return found.index == found.kinds.index(kind)


@pytest.mark.parametrize(
    ("start", "end", "kind"),
    [
        ((0.0, 3.0, 0.0), (0.0, -1.0, 0.0), mistakes.CENTRE),
        ((0.0, 1.0, 0.0), (0.0, -3.0, 0.0), mistakes.CENTRE),
        # The roots of (0.5 - 2 t)² = 1 are -0.25 and 0.75, of (0.5 + 2 t)² -0.75, 0.25.
        ((0.0, 0.5, 0.0), (0.0, -1.5, 0.0), mistakes.PAST),
        ((0.0, 0.5, 0.0), (0.0, 2.5, 0.0), mistakes.PAST),
        ((0.0, 0.5, 0.0), (0.0, 0.5, 0.0), mistakes.NO_TIME),
        ((-2.0, 0.5, 0.0), (2.0, 0.5, 0.0), mistakes.NO_TIME),
        ((0.0, 0.5, 0.0), (0.0, 0.502, 0.0), mistakes.NO_TIME),
        # It would touch at t = 2, or did at -2.
        ((0.0, 5.0, 0.0), (0.0, 3.0, 0.0), mistakes.UNASKED),
        ((0.0, 3.0, 0.0), (0.0, 5.0, 0.0), mistakes.UNASKED),
        # 0.003 across the line is 0.000009 squared; 0.004 is 0.000016.
        ((0.0, 1.002, 0.0), (0.0, 0.999, 0.0), mistakes.STILL),
        ((-3.0, 1.002, 0.0), (3.0, 0.999, 0.0), mistakes.STILL),
        ((0.0, 1.003, 0.0), (0.0, 0.999, 0.0), mistakes.CENTRE),
        ((0.0, 1.0, 0.0), (0.0, 1.0, 0.0), mistakes.TOUCHING),
        ((-2.0, 1.0, 0.0), (2.0, 1.0, 0.0), mistakes.TOUCHING),
        ((0.0, 1.0, 0.0), (0.0, 3.0, 0.0), mistakes.TOUCHING),
        # It passes at a distance of 3, or rests there: no root, no time, no hit.
        ((0.0, 3.0, 4.0), (0.0, 3.0, -4.0), None),
        ((0.0, 3.0, 0.0), (0.0, 3.0, 0.0), None),
    ],
)
def test_each_kind_of_mistake_but_rounding(
    start: tuple[float, ...], end: tuple[float, ...], kind: Kind | None
) -> None:
    p = with_values(DOWN, start=start, end=end)
    for single in BOTH:
        name = SCENE.mistakes(p, single=single).name()
        assert name == (kind.name if kind else "")


@pytest.mark.parametrize(
    ("changes", "in_double"),
    [
        # Squared in float32, 1e-23 is 0, and of the line only the point is left.
        (
            {
                "start": (3.0, 3.0, 0.0),
                "end": (3.0, -1.0, 0.0),
                "line_direction": (1e-23, 0.0, 0.0),
            },
            mistakes.CENTRE.name,
        ),
        # So a touch at rest is missed too, though not for its <.
        (
            {
                "start": (3.0, 1.0, 0.0),
                "end": (3.0, 1.0, 0.0),
                "line_direction": (1e-23, 0.0, 0.0),
            },
            mistakes.TOUCHING.name,
        ),
        # Off along the tangent: both roots are at the start, in float32 around it.
        (
            {
                "start": (0.0, 2.7 * 0.6, 2.7 * 0.8),
                "end": (0.0, 2.7 * 0.6 - 3.2, 2.7 * 0.8 + 2.4),
                "radius": 2.7,
            },
            mistakes.CENTRE.name,
        ),
        # The overlap of 1e-9 is not in float32, whose 1 - 1e-9 is 1.
        (
            {"start": (0.0, 1.0 - 1e-9, 0.0), "end": (0.0, 3.0, 0.0)},
            mistakes.PAST.name,
        ),
        # A point that passes the line by 1.6 mm.
        (
            {
                "start": (-4.0, 3.75, 1.5),
                "end": (4.0, 1.75, -0.75),
                "radius": 0.0,
                "line_point": (0.5, 2.5, 0.0),
                "line_direction": (-0.5, -1.0, -2.0),
            },
            "",
        ),
        # It stops 1e-9 short of the line: in float32 it arrives.
        (
            {"end": (0.0, 1.0 + 1e-9, 0.0)},
            mistakes.UNASKED.name,
        ),
    ],
)
def test_rounding(changes: dict[str, object], in_double: str) -> None:
    p = with_values(DOWN, **changes)
    assert SCENE.mistakes(p, single=True).name() == mistakes.ROUNDED.name
    assert SCENE.mistakes(p, single=False).name() == in_double


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Crossing", mistakes.CENTRE),
        ("Tangent", mistakes.CENTRE),
        ("Ends too early", mistakes.UNASKED),
        ("Already past", mistakes.UNASKED),
        ("Embedded, going through", mistakes.PAST),
        ("Embedded, leaving", mistakes.PAST),
        ("Embedded at rest", mistakes.NO_TIME),
        ("Embedded along the line", mistakes.NO_TIME),
        ("Rolling on the line", mistakes.TOUCHING),
        ("Touching at rest", mistakes.TOUCHING),
        ("Touching, leaving", mistakes.TOUCHING),
        ("Arrives slowly", mistakes.STILL),
        ("Arrives at a shallow angle", mistakes.STILL),
        ("Grazing, lost in float", mistakes.ROUNDED),
        ("Point, missed by 1.6 mm", mistakes.ROUNDED),
        ("The centre for the place", mistakes.CENTRE),
        ("Direction too short", mistakes.ROUNDED),
    ],
)
def test_the_kind_of_each_case_that_differs(name: str, kind: Kind) -> None:
    assert SCENE.cases[name].differs
    assert SCENE.mistakes(SCENE.cases[name].params, single=True).name() == kind.name


def test_a_point_has_no_centre_to_take_for_the_place() -> None:
    for single in BOTH:
        p = with_values(DOWN, radius=0.0)
        assert SCENE.mistakes(p, single=single).index == NONE


def test_kinds_differ_in_name_and_colour() -> None:
    for kinds in (SCENE.regions(DOWN).kinds, SCENE.mistakes(DOWN, single=True).kinds):
        assert len({kind.name for kind in kinds}) == len(kinds)
        assert len({kind.role for kind in kinds}) == len(kinds)


def test_a_moved_start_has_a_cylinder_a_shadow_and_a_light_behind() -> None:
    """Seen along the line all is plane: a disc about the origin, and a way past it."""
    y, z = np.arange(-63, 64, 2)[:, None] / 16, np.arange(-63, 64, 2)[None, :] / 16
    end = np.array([-3.0, 0.5])
    p = replace(DOWN, start=(0.0, y, z), end=(0.0, *map(float, end)))
    start = np.stack(np.broadcast_arrays(y, z), axis=-1)
    way = end - start
    nearest = -(start * way).sum(-1) / (way * way).sum(-1)

    def within_one(t: np.ndarray) -> np.ndarray:
        return np.linalg.norm(start + t[..., None] * way, axis=-1) <= 1.0

    embedded = np.linalg.norm(start, axis=-1) < 1.0
    hit = within_one(np.clip(nearest, 0.0, 1.0))
    found = SCENE.regions(p)
    names = np.array([kind.name for kind in found.kinds])[found.index]
    truth = np.select([embedded, hit], [EMBEDDED, HIT], MISS)
    assert np.array_equal(names, truth)
    for single in BOTH:
        wrong = SCENE.mistakes(p, single=single)
        assert np.array_equal(cells(wrong, mistakes.PAST), embedded)
        assert np.array_equal(cells(wrong, mistakes.CENTRE), hit & ~embedded)
        assert np.array_equal(
            cells(wrong, mistakes.UNASKED), within_one(nearest) & ~hit
        )


def test_tangents_are_lost_by_rounding_on_a_whole_region() -> None:
    """Wherever it starts and the line runs, the sphere stays one radius above."""
    x, v = np.arange(1, 64)[:, None] / 16, np.arange(1, 64)[None, :] / 16
    p = replace(
        DOWN, start=(x, 1.0, 0.0), end=(-2.0, 1.0, 0.0), line_direction=(2.0, 0.0, v)
    )
    assert cells(SCENE.regions(p), TOUCHES).all()
    for single in BOTH:
        wrong = SCENE.mistakes(p, single=single)
        assert 0.1 < cells(wrong, mistakes.ROUNDED).mean() < 0.9
        right = cells(wrong, mistakes.ROUNDED) | cells(wrong, mistakes.CENTRE)
        assert right.all()


def test_a_line_without_direction_has_no_cells() -> None:
    p = replace(DOWN, line_direction=(np.array([0.0, 1.0]), 0.0, 0.0))
    assert list(SCENE.regions(p).index == NONE) == [True, False]
    assert list(SCENE.mistakes(p, single=True).index == NONE) == [True, False]
    for values in SCENE.quantities(p).values():
        assert list(np.isnan(values)) == [True, False]


def test_values_of_the_way_down() -> None:
    way = {"start": (0.0, np.array([3.0, -2.0]), np.array([0.0, 8.0]))}
    p = replace(DOWN, end=(0.0, -2.0, 0.0), **way)
    first, least, discriminant = SCENE.quantities(p).values()
    assert first == pytest.approx([0.4, np.nan], nan_ok=True)
    # One goes from 3 to -2 through the line, the other beside it at -2.
    assert least == pytest.approx([-1.0, 1.0])
    # α (r² - h²): 5² (1 - 0), and 8² (1 - 2²).
    assert discriminant == pytest.approx([25.0, -192.0])


def test_the_decision_is_the_discriminant() -> None:
    # α = 4², β = 4 · (-3), ω = 3² - 1: 16 · 8 against 12².
    decision = SCENE.decide(DOWN, Fraction)
    assert (decision.hit, decision.left, decision.right) == (True, 128, 144)
    early = with_values(DOWN, end=(0.0, 2.0, 0.0))
    decision = SCENE.decide(early, Fraction)
    assert (decision.hit, decision.left <= decision.right) == (False, True)


def test_exact_numbers_decide_any_step_as_the_core_does() -> None:
    random, seen = np.random.default_rng(1), set()
    for _ in range(400):
        start, step, point, v = random.integers(-4, 5, (4, 3)) / 2.0
        if not v.any():
            continue
        p = SphereLineParams(
            start=tuple(map(float, start)),
            end=tuple(map(float, start + step * random.choice([0.0, 1.0, 2.0]))),
            radius=float(random.choice([0.0, 0.5, 1.0, 2.0])),
            line_point=tuple(map(float, point)),
            line_direction=tuple(map(float, v)),
        )
        verdict = SCENE.verdict(p, SCENE.solve(p))
        assert SCENE.decide(p, Fraction).hit == verdict.hit, p
        seen.add(verdict.text)
    assert len(seen) == 4


def test_float32_loses_the_graze_that_fractions_keep() -> None:
    p = SCENE.cases["Point, missed by 1.6 mm"].params
    hits = [SCENE.decide(p, number).hit for number in (np.float32, Fraction)]
    assert hits == [True, False]
