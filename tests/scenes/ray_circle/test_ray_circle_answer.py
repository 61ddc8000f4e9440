"""Answer, picture and derivation of the ray, by hand and by geometry."""

import math

import numpy as np
import pytest
from effort import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rays import RAYS, SCENE, case, exact, records

from playground.collision import articles, ray_circle
from playground.scene.primitives import (
    Arrow,
    Dot,
    Label,
    Marker,
    RightAngle,
    Segment,
)
from playground.scene.solution import draw_solution, solve_scene
from scenes.ray_circle.params import RayCircleParams


def test_the_rows_by_hand() -> None:
    # From (-1, 0), on the unit circle about (0, 0), along (1, -3): nearest at t = 0.1.
    solution = solve_scene(SCENE, case("Starts on the circle and enters"))
    rows = {row.name: row.value for row in solution.rows}
    pace, normal = math.sqrt(10.0), (-0.8, -0.6)
    assert (rows.pop("Hit"), rows.pop("Inside")) == ("yes", "no")
    expected = {
        **{"First t": 0.0, "Distance": 0.0, "Point": (-1.0, 0.0)},
        **{"Normal": (-1.0, 0.0), "Enter t": 0.0, "Enter distance": 0.0},
        **{"Enter point": (-1.0, 0.0), "Enter normal": (-1.0, 0.0), "Exit t": 0.2},
        **{"Exit distance": 0.2 * pace, "Exit point": normal, "Exit normal": normal},
        **{"Discriminant s": 0.1, "Distance D to the line": 0.3 * pace},
        **{"Nearest t": 0.1, "Nearest point": (-0.9, -0.3)},
    }
    assert rows.keys() == expected.keys()
    for name, value in expected.items():
        assert rows[name] == pytest.approx(value, abs=1e-12), name


@pytest.mark.parametrize("name", ["Two hits", "Starts inside", "Pointing away"])
def test_crossings_are_drawn_on_both_shapes(name: str) -> None:
    p = case(name)
    for key in ("t_enter", "t_exit"):
        (dot,) = records(name, key, Dot)
        assert math.dist(dot.at, p.center) == pytest.approx(p.radius)
        x, y = dot.at[0] - p.origin[0], dot.at[1] - p.origin[1]
        assert x * p.direction[1] - y * p.direction[0] == pytest.approx(0, abs=1e-9)


def test_the_distance_and_the_gap_are_drawn_to_the_line() -> None:
    p = case("Miss")
    (side,), (gap,) = (records("Miss", key, Segment) for key in ("D", "gap"))
    (mark,) = records("Miss", "D", RightAngle)
    across = np.subtract(side.b, side.a)
    assert across @ p.direction == pytest.approx(0.0, abs=1e-9)
    assert mark.at == side.a
    reaches = math.dist(gap.a, p.center), math.dist(gap.b, p.center)
    assert reaches == pytest.approx((p.radius, p.radius + math.dist(gap.a, gap.b)))


def test_normals_and_the_projection_are_drawn_along_their_directions() -> None:
    p = case("Two hits")
    for key in ("normal_enter", "normal_exit"):
        (arrow,) = records("Two hits", key, Arrow)
        out = np.subtract(arrow.tail, p.center)
        along = np.subtract(arrow.tip, arrow.tail)
        assert out[0] * along[1] - out[1] * along[0] == pytest.approx(0.0, abs=1e-9)
        assert out @ along > 0.0
    (band,) = records("Two hits", "along", Segment)
    m, size = np.subtract(p.origin, p.center), math.hypot(*p.direction)
    along = m @ p.direction / size
    assert np.subtract(band.b, band.a) @ p.direction / size == pytest.approx(along)
    assert math.dist(band.a, band.b) == pytest.approx(abs(along))


def at_distance(y: float, center_y: float) -> RayCircleParams:
    return RayCircleParams((0.0, y), (0.0, 1.0), (0.0, center_y), 0.0)


LOST = {
    # 20 plus 1e-7 is 20 in float32: the ray then grazes the point it passes.
    "other numbers": RayCircleParams((-3.0, 20.0 - 1e-7), (1.0, 0.0), (0.0, 20.0), 0.0),
    # So near to 0 that float32 knows none of it, or less than half.
    **{str(y): at_distance(y, y) for y in (1.07e-151, 1.688899041375297e-89, 3e-44)},
    "no direction": RayCircleParams(direction=(1e-60, 0.0)),
}


@pytest.mark.parametrize("name", LOST)
def test_numbers_that_a_float_loses_are_said_to_be_lost(name: str) -> None:
    said = solve_scene(SCENE, LOST[name]).listing_verdict(np.float32)
    words = "too short for float32" if name == "no direction" else "a different ray"
    assert (said.agrees, said.step) == (False, 1)
    assert words in said.why
    if name != "other numbers":
        assert solve_scene(SCENE, LOST[name]).listing_verdict(np.float64).agrees


@pytest.mark.slow
@settings(max_examples=examples(300))
@given(p=RAYS, kind=st.sampled_from((np.float32, np.float64)))
@example(p=at_distance(1.07e-151, 1.07e-151), kind=np.float32)
@example(p=at_distance(1.688899041375297e-89, 1.688899041375297e-89), kind=np.float32)
def test_agreement_is_that_of_hit_and_points(p: RayCircleParams, kind: type) -> None:
    share = 1e-5 if kind is np.float32 else 1e-12
    told = articles.circle_ray(p.center, p.radius, p.origin, p.direction, dtype=kind)
    e = ray_circle(p.origin, p.direction, p.center, p.radius)
    largest = max(abs(x) for x in (*p.center, *p.origin, p.radius))
    same = bool(told.hit == e.hit)
    if same and e.hit:
        near = math.dist(told.near, e.point_enter)
        far = math.dist(told.far, e.point_exit)
        same = max(near, far) <= share * largest and not math.isnan(near)
    said = solve_scene(SCENE, p).listing_verdict(kind)
    assert said.agrees == same
    assert bool(said.why) == (not same)
    assert said.step in (range(1, 10) if said.why else (0,))
    assert ("no hit" not in said.answer) == told.hit


def test_the_articles_points_are_drawn_hollow_where_it_says() -> None:
    for name, kind in (
        ("Two hits", np.float64),
        ("Far points off the circle", np.float32),
        ("Miss", np.float32),
    ):
        p = case(name)
        assert not records(name, "article", Dot)
        out = solve_scene(SCENE, p).draw(kind)
        rings = [x for x in out.primitives if x.key == "article" and isinstance(x, Dot)]
        said = articles.circle_ray(
            p.center, p.radius, p.origin, p.direction, dtype=kind
        )
        assert {x.marker for x in rings} <= {Marker.RING}
        points = [tuple(said.near), tuple(said.far)] if said.hit else []
        assert [tuple(x.at) for x in rings] == points


@pytest.mark.parametrize(
    "name",
    [
        "Starts inside",
        "Starts on the circle and leaves",
        "Diagonal at a point",
        "Far circle, article misses",
        "Tiny direction",
    ],
)
def test_a_hit_that_the_article_misses_is_marked_where_it_is(name: str) -> None:
    p = case(name)
    drawn = [
        x
        for x in solve_scene(SCENE, p).draw(np.float32).primitives
        if x.key == "article"
    ]
    ring, label = sorted(drawn, key=lambda x: isinstance(x, Label))
    assert tuple(ring.at) == tuple(label.at) == tuple(exact(name).point)
    # Of numbers that are none it answers a hit.
    found = "no points" if name == "Tiny direction" else "no hit"
    assert (ring.marker, label.text) == (Marker.RING, f"article: {found}")


@pytest.mark.parametrize(
    ("name", "step", "words"),
    [
        ("Two hits", 6, "s is the square of half the chord"),
        ("Miss", 6, "there is no chord"),
        ("Tangent", 7, "the chord is a single point"),
        ("Two hits", 7, "half a chord before"),
    ],
)
def test_no_chord_is_spoken_of_where_there_is_none(
    name: str, step: int, words: str
) -> None:
    p = SCENE.cases[name].params
    assert words in solve_scene(SCENE, p).steps[step - 1].text.lower().replace(
        "by pythagoras ", ""
    )


def test_times_and_places_close_together_are_told_apart() -> None:
    out = draw_solution(SCENE, SCENE.cases["Far points off the circle"].params)
    times = [
        x.text for x in out.primitives if isinstance(x, Label) and "t = " in x.text
    ]
    assert len(times) == len(set(times)) == 2
    p = SCENE.cases["Near miss of a point"].params
    said = solve_scene(SCENE, p).listing_verdict(np.float32).answer
    assert said == "hit at (0, 0.000900)"


@pytest.mark.parametrize("size", [1.0, 1e-170, 1e-200, 1e-300])
@pytest.mark.parametrize(("height", "word"), [(1, "Hit"), (2, "Touch"), (3, "Miss")])
def test_the_word_is_right_where_squares_are_no_floats(
    size: float, height: int, word: str
) -> None:
    p = RayCircleParams((-8 * size, height * size), (1.0, 0.0), (0.0, 0.0), 2 * size)
    assert solve_scene(SCENE, p).verdict.text == word
    regions = solve_scene(SCENE, p).regions
    assert regions.kinds[int(regions.index)].name == word
    drawn = draw_solution(SCENE, p).primitives
    dots = {r.key for r in drawn if isinstance(r, Dot)} & {"t_enter", "t_exit"}
    assert len(dots) == {"Hit": 2, "Touch": 1, "Miss": 0}[word]


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (5e-324, "Enters the circle at t > 10³⁰⁸, leaves it at t > 10³⁰⁸."),
        (-5e-324, "The line meets the circle only behind the start."),
        (1e-307, "Enters the circle at t = 1.76×10³⁰⁸, leaves it at t > 10³⁰⁸."),
    ],
)
def test_times_beyond_every_float_are_said_to_be_so(way: float, said: str) -> None:
    p = RayCircleParams((-10.0, 0.5), (way, 0.0), (10.0, 0.0), 2.5)
    found = solve_scene(SCENE, p)
    assert found.verdict.detail == said
    texts = [step.numbers + step.result + step.text for step in found.steps]
    texts += [
        r.text for r in draw_solution(SCENE, p).primitives if isinstance(r, Label)
    ]
    assert not [text for text in texts if "inf" in text]
    beyond = "t < −10³⁰⁸" if way < 0.0 else "t > 10³⁰⁸"
    assert beyond in texts


def test_the_article_s_time_has_no_more_digits_than_it_needs_beside_a_miss() -> None:
    (label,) = (
        r
        for r in solve_scene(SCENE, case("Far circle, article hits"))
        .draw(np.float32)
        .primitives
        if isinstance(r, Label) and r.key == "article"
    )
    assert label.text == "article: t = 3.999"
