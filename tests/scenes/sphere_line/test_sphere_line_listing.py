"""Mistakes of article 4's listing, each in a case by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
from sphere_states import DOWN, PLAIN, drawn_at_random

from playground.collision.articles import FLT_MAX
from playground.collision.articles.sphere_line import (
    POSITION_IS_CENTER,
    SLOW_APPROACH_MISSED,
    START_TOUCH_MISSED,
    TIME_FLT_MAX,
    TIME_IN_THE_PAST,
    TIME_WITHOUT_HIT,
    UNDERFLOW,
    WRONG_BY_ROUNDING,
)
from playground.scene import Nature, Regions, Vec3
from playground.scene.params import with_values
from playground.scene.solution import solve_scene
from scenes.sphere_line import SCENE
from scenes.sphere_line.params import SphereLineParams

BOTH = (np.float32, np.float64)


def kind(p: SphereLineParams, dtype: type) -> str:
    return solve_scene(SCENE, p).mistakes(dtype).name()


def cells(found: Regions, name: str) -> np.ndarray:
    return found.index == [kind.name for kind in found.kinds].index(name)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((0.0, 3.0, 0.0), (0.0, -1.0, 0.0), POSITION_IS_CENTER.name),
        ((0.0, 1.0, 0.0), (0.0, -3.0, 0.0), POSITION_IS_CENTER.name),
        # The roots of (0.5 - 2 t)² = 1 are -0.25 and 0.75, of (0.5 + 2 t)² -0.75, 0.25.
        ((0.0, 0.5, 0.0), (0.0, -1.5, 0.0), TIME_IN_THE_PAST.name),
        ((0.0, 0.5, 0.0), (0.0, 2.5, 0.0), TIME_IN_THE_PAST.name),
        ((0.0, 0.5, 0.0), (0.0, 0.5, 0.0), TIME_FLT_MAX.name),
        ((-2.0, 0.5, 0.0), (2.0, 0.5, 0.0), TIME_FLT_MAX.name),
        ((0.0, 0.5, 0.0), (0.0, 0.502, 0.0), TIME_FLT_MAX.name),
        # It would touch at t = 2, or did at -2.
        ((0.0, 5.0, 0.0), (0.0, 3.0, 0.0), TIME_WITHOUT_HIT.name),
        ((0.0, 3.0, 0.0), (0.0, 5.0, 0.0), TIME_WITHOUT_HIT.name),
        # 0.003 across the line is 0.000009 squared; 0.004 is 0.000016.
        ((0.0, 1.002, 0.0), (0.0, 0.999, 0.0), SLOW_APPROACH_MISSED.name),
        ((-3.0, 1.002, 0.0), (3.0, 0.999, 0.0), SLOW_APPROACH_MISSED.name),
        ((0.0, 1.003, 0.0), (0.0, 0.999, 0.0), POSITION_IS_CENTER.name),
        ((0.0, 1.0, 0.0), (0.0, 1.0, 0.0), START_TOUCH_MISSED.name),
        ((-2.0, 1.0, 0.0), (2.0, 1.0, 0.0), START_TOUCH_MISSED.name),
        ((0.0, 1.0, 0.0), (0.0, 3.0, 0.0), START_TOUCH_MISSED.name),
        # It passes at a distance of 3, or rests there: no root, no time, no hit.
        ((0.0, 3.0, 4.0), (0.0, 3.0, -4.0), ""),
        ((0.0, 3.0, 0.0), (0.0, 3.0, 0.0), ""),
    ],
)
def test_each_kind_of_mistake_but_rounding(
    start: tuple[float, ...], end: tuple[float, ...], expected: str
) -> None:
    p = with_values(DOWN, start=start, end=end)
    for dtype in BOTH:
        assert kind(p, dtype) == expected


# The direction of the line of DOWN.
X = (2.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("start", "end", "radius", "direction", "in_double", "word", "step"),
    [
        # Off along the tangent: both roots are at the start, in float32 around it.
        (
            *((0.0, 2.7 * 0.6, 2.7 * 0.8), (0.0, 2.7 * 0.6 - 3.2, 2.7 * 0.8 + 2.4)),
            *(2.7, X, POSITION_IS_CENTER.name, "moves the time by", 7),
        ),
        # At the end it overlaps by less than float32 holds, and comes too late there.
        (
            *((0.0, 0.18, 0.24), (0.0, 0.06, 0.08), 0.1 + 1e-9, X),
            *(POSITION_IS_CENTER.name, "out of the motion, to t = 1.0000001", 7),
        ),
        # The overlap of 1e-9 is not in float32, whose 1 - 1e-9 is 1.
        (
            *((0.0, 1.0 - 1e-9, 0.0), (0.0, 3.0, 0.0), 1.0, X),
            *(TIME_IN_THE_PAST.name, "overlap at the start is less", 8),
        ),
        # Nor is a gap of that size.
        (
            *((0.0, 0.06, 0.08), (0.0, 0.06, 0.08), 0.1 - 1e-9, X),
            *("", "makes it an overlap", 8),
        ),
        (
            *((0.0, 0.06, 0.08), (0.0, 0.12, 0.16), 0.1 - 1e-9, X),
            *(TIME_WITHOUT_HIT.name, "makes it an overlap", 8),
        ),
        # Squared in float32, 1e-23 is 0: a touch at rest is missed, not for its <.
        (
            *((3.0, 1.0, 0.0), (3.0, 1.0, 0.0), 1.0, (1e-23, 0.0, 0.0)),
            *(START_TOUCH_MISSED.name, "the point Q", 1),
        ),
        # The square of 3e-23, a denormal, has one digit or two.
        (
            *((3.0, 3.0, 0.0), (0.0, -1.0, 0.0), 1.0, (3e-23, 0.0, 0.0)),
            *(POSITION_IS_CENTER.name, "loses its digits", 1),
        ),
        # It stops 1e-9 short of the line: in float32 it arrives.
        (
            *((0.0, 1.25, 0.0), (0.0, 1.0 + 1e-9, 0.0), 1.0, X),
            *(TIME_WITHOUT_HIT.name, "into the motion", 7),
        ),
    ],
)
def test_rounding(
    start: Vec3,
    end: Vec3,
    radius: float,
    direction: Vec3,
    in_double: str,
    word: str,
    step: int,
) -> None:
    line = {"line_point": (0.0, 0.0, 0.0), "line_direction": direction}
    p = SphereLineParams(start=start, end=end, radius=radius, **line)
    single = WRONG_BY_ROUNDING if step > 1 else UNDERFLOW
    assert [kind(p, dtype) for dtype in BOTH] == [single.name, in_double]
    compared = solve_scene(SCENE, p).listing_verdict(np.float32)
    assert word in compared.why
    assert (compared.step, compared.nature) == (step, Nature.ROUNDING)


def test_a_point_has_no_centre_to_take_for_the_place() -> None:
    for p in (DOWN, PLAIN):
        for dtype in BOTH:
            assert (
                solve_scene(SCENE, replace(p, radius=0.0)).listing_verdict(dtype).agrees
            )


@pytest.mark.slow
def test_the_article_agrees_if_hit_time_and_place_are_right() -> None:
    seen = set()
    for p in drawn_at_random(600):
        solution = solve_scene(SCENE, p)
        e = solution.result
        for dtype in BOTH:
            compared, a = (
                solution.listing_verdict(dtype),
                SCENE.listing.evaluate(p, dtype),
            )
            size = max(map(abs, (*p.start, *p.end, *p.line_point, p.radius)))
            near = (1e-5 if dtype is np.float32 else 1e-12) * size
            if e.hit:
                late = abs(float(a.t) - float(e.t)) * math.dist(p.start, p.end)
                timed = late <= near and float(a.t) != FLT_MAX
                right = a.hit and timed and math.dist(a.position, e.contact) <= near
            else:
                right = not a.hit and float(a.t) == FLT_MAX
            assert compared.agrees == bool(right), p
            assert bool(compared.why) == (compared.step > 0) == (not compared.agrees)
            seen.add(compared.why.split("=")[0].split(" m ")[0][:24])
    assert len(seen) >= 8


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
    for dtype in BOTH:
        wrong = solve_scene(SCENE, p).mistakes(dtype)
        assert np.array_equal(cells(wrong, TIME_IN_THE_PAST.name), embedded)
        assert np.array_equal(cells(wrong, POSITION_IS_CENTER.name), hit & ~embedded)
        assert np.array_equal(
            cells(wrong, TIME_WITHOUT_HIT.name), within_one(nearest) & ~hit
        )


def test_a_time_without_a_hit_has_its_cause() -> None:
    # The motion is 100 000 times the direction; the root is of its rounding.
    along = SphereLineParams(
        *((-6.0, -8.0, 4.0), (99994.0, -300008.0, 400004.0), 0.5),
        *((-7.0, -5.0, 1.0), (1.0, -3.0, 4.0)),
    )
    large = SphereLineParams(
        *((0.0, 3e10, 0.0), (0.0, 2.5e10, 0.0), 1e9, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    )
    for p, why in (
        (along, "rounding error alone produces"),
        (large, "time and position are not numbers"),
    ):
        compared = solve_scene(SCENE, p).listing_verdict(np.float32)
        assert compared.kind == TIME_WITHOUT_HIT.name
        assert why in compared.why
