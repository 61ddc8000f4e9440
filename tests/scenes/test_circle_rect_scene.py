import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.collision import CircleRect, RectFeature, articles, circle_rect
from playground.collision.article_differences import DIFFERENCES
from playground.scene import terms
from playground.scene.drawlist import (
    Arrow,
    Circle,
    Dot,
    DrawList,
    Marker,
    Rect,
    Segment,
)
from playground.scene.params import Params, drag, grips, pick
from playground.scene.scene import (picture)
from scenes._rect_model import NODE, VALUES, listing
from scenes.circle_rect import CircleRectParams, CircleRectScene

SCENE = CircleRectScene()
PIXEL = 0.02

number = st.floats(-20.0, 20.0)
pair = st.tuples(number, number)
half = st.floats(0.0, 10.0)
# Near one another, now and then on a grid, so that all outcomes are met.
_near = st.one_of(st.floats(-4.0, 4.0), st.integers(-4, 4).map(float))
_pair = st.tuples(_near, _near)
_size = st.one_of(st.floats(0.0, 3.0), st.integers(0, 3).map(float))
DISCS = st.builds(
    CircleRectParams,
    _pair,
    _size,
    _pair,
    _pair,
    st.tuples(_size, _size),
    st.one_of(
        st.floats(-math.pi, math.pi),
        st.sampled_from([0.0, 0.3, -0.7, 45.0, 90.0, -90.5, 180.0]).map(math.radians),
    ),
    st.sampled_from([VALUES, NODE]),
)


def case(name: str) -> CircleRectParams:
    params = SCENE.cases[name].params
    assert isinstance(params, CircleRectParams)
    return params


def exact(name: str) -> CircleRect:
    return SCENE.solve(case(name)).exact


def views(p: Params) -> tuple[DrawList, DrawList]:
    world = picture(SCENE, p)
    (frame,) = world.views
    return world, frame


def only(view: DrawList, key: str, kind: type) -> object:
    (record,) = [r for r in view.records if r.key == key and isinstance(r, kind)]
    return record


def drawn_rect(view: DrawList) -> Rect:
    rect = only(view, "rectangle", Rect)
    assert isinstance(rect, Rect)
    return rect


def outside(rect: Rect, at: tuple[float, float]) -> float:
    """Signed distance of a point from a drawn rectangle, rounded or not."""
    x, y = at[0] - rect.center[0], at[1] - rect.center[1]
    c, s = math.cos(rect.angle), math.sin(rect.angle)
    local = abs(c * x + s * y), abs(-s * x + c * y)
    over = [
        v - (h - rect.rounding) for v, h in zip(local, rect.half_extents, strict=True)
    ]
    far = math.hypot(*(max(v, 0.0) for v in over))
    return (far or max(over)) - rect.rounding


def test_cases_by_hand() -> None:
    # The corner (2, 1) is (0.75, 0.5) from (2.75, 1.5).
    corner = exact("Upright corner")
    assert float(corner.depth) == pytest.approx(1.25 - math.hypot(0.75, 0.5))
    assert tuple(corner.closest) == pytest.approx((2.0, 1.0))
    # 0.75 below the top, and the radius beyond.
    assert float(exact("Inside").depth) == pytest.approx(1.5)
    assert tuple(exact("Inside").normal) == pytest.approx((0.0, 1.0))
    # Upright, the bar reaches x = 0.4; the disc's centre is at 0.5.
    assert float(exact("Quarter turn, missed").depth) == pytest.approx(1.1)
    assert float(exact("Touching a corner").distance) == 0.0
    assert float(exact("Quarter turn, hit").distance) == pytest.approx(2 - 0.4 - 1.2)


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_the_closest_point_lies_on_the_drawn_rectangle(name: str) -> None:
    for view in views(case(name)):
        dot = only(view, "closest", Dot)
        assert isinstance(dot, Dot)
        at = float(dot.at[0]), float(dot.at[1])
        assert outside(drawn_rect(view), at) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_both_views_show_the_same_distances(name: str) -> None:
    lengths = []
    for view in views(case(name)):
        way = only(view, "distance", Segment)
        assert isinstance(way, Segment)
        lengths.append(math.dist(way.a, way.b))
    assert lengths[0] == pytest.approx(lengths[1])


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_the_centre_is_in_the_grown_rectangle_when_they_overlap(name: str) -> None:
    p, e = case(name), exact(name)
    (grown,) = [r for r in views(p)[0].records if r.key == "expanded"]
    assert isinstance(grown, Rect)
    assert outside(grown, p.center) == pytest.approx(float(e.distance), abs=1e-9)


def test_the_second_view_is_upright_and_moves_along() -> None:
    p = case("Over a corner")
    _, frame = views(p)
    assert drawn_rect(frame).angle == 0.0
    before = only(frame, "circle", Circle)
    after = only(views(replace(p, angle=p.angle + 0.3))[1], "circle", Circle)
    assert isinstance(before, Circle)
    assert isinstance(after, Circle)
    # Seen from the rectangle, the circle turns the other way about the pivot.
    turned = np.subtract(after.center, p.pivot)
    at = np.subtract(before.center, p.pivot)
    assert math.dist(turned, (0, 0)) == pytest.approx(math.dist(at, (0, 0)))
    cross, dot = at[0] * turned[1] - at[1] * turned[0], at @ turned
    assert math.atan2(cross, dot) == pytest.approx(-0.3)


def test_depth_is_the_push_that_makes_them_touch() -> None:
    p, e = case("Over a corner"), exact("Over a corner")
    pushed = tuple(np.asarray(p.center) + float(e.depth) * e.normal)
    apart = SCENE.solve(replace(p, center=pushed)).exact
    assert float(apart.distance) == pytest.approx(0.0, abs=1e-12)
    arrow = only(views(p)[0], "normal", Arrow)
    assert isinstance(arrow, Arrow)
    along = np.subtract(arrow.tip, arrow.tail)
    assert tuple(along / np.hypot(*along)) == pytest.approx(tuple(e.normal))


def test_hit_and_miss_differ_by_marker() -> None:
    for name, marker in (("Over a corner", Marker.DISC), ("Miss", Marker.CROSS)):
        dot = only(views(case(name))[0], "closest", Dot)
        assert isinstance(dot, Dot)
        assert dot.marker is marker


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_the_article_differs_exactly_where_a_case_says_so(name: str) -> None:
    p = case(name)
    rival = SCENE.rival(p, SCENE.solve(p), single=True)
    assert rival.agrees == (not SCENE.cases[name].differs)
    assert "article" not in SCENE.verdict(p, SCENE.solve(p)).detail


# What is said to be the reason, and where in the derivation it arises.
@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize(
    ("name", "step", "words"),
    [
        ("Over a corner", 1, "turns it counter-clockwise"),
        ("Over the left side", 4, "left and right sides"),
        ("Over the top side", 4, "over the top or bottom"),
        ("Inside", 4, "both the top and the bottom"),
        ("Touching a corner", 6, "strict"),
        ("Touching a side", 6, "strict"),
        ("Turned the wrong way, missed", 1, "turns it clockwise"),
        ("Turned the wrong way, hit", 1, "turns it clockwise"),
        ("Quarter turn, missed", 1, "here 90,"),
        ("Quarter turn, hit", 1, "here 90,"),
        ("Half turn about an end", 1, "here 180,"),
        ("Less than a degree", 1, "less than a degree"),
        ("Anchor taken for a world point", 1, "own corner"),
        ("Anchor always in the middle", 2, "about P instead of about K"),
    ],
)
def test_a_difference_has_its_reason(
    name: str, step: int, words: str, single: bool
) -> None:
    p = case(name)
    rival = SCENE.rival(p, SCENE.solve(p), single=single)
    assert rival.step == step
    assert words in rival.why


@settings(max_examples=200)
@given(p=DISCS, single=st.booleans())
def test_agreement_is_that_of_the_hit(p: CircleRectParams, single: bool) -> None:
    low = np.subtract(p.rect_center, p.half_extents)
    anchor, middle = (p.pivot, p.rect_center)
    if p.call == NODE:
        anchor, middle = tuple(np.subtract(p.pivot, low)), p.pivot
    said = articles.circle_rotated_rect(
        p.center,
        p.radius,
        anchor,
        -math.degrees(p.angle),
        np.subtract(middle, p.half_extents),
        np.add(middle, p.half_extents),
        dtype=np.float32 if single else np.float64,
    )
    r = SCENE.solve(p)
    rival = SCENE.rival(p, r, single=single)
    assert rival.answer == ("hit" if said.hit else "no hit")
    assert rival.agrees == bool(said.hit == r.exact.hit)
    assert bool(rival.why) == (not rival.agrees)
    assert rival.step in (range(1, 9) if rival.why else (0,))


# Each reason holds wherever it is given: what it names is so for these params.
@settings(max_examples=400)
@given(p=DISCS)
def test_a_reason_is_true_of_the_params(p: CircleRectParams) -> None:
    rival = SCENE.rival(p, SCENE.solve(p), single=False)
    asked = listing(p, "float64")
    degrees = abs(math.degrees(p.angle))
    there = circle_rect(asked.center, p.radius, asked.rect_center, p.half_extents, 0.0)
    if "must turn" in rival.why:
        assert asked.turn == p.angle != 0.0
        assert ("turns it clockwise" in rival.why) == (p.angle < 0.0)
    elif "here" in rival.why:
        assert asked.turn == 0.0
        assert degrees >= 90.0
        assert math.floor(degrees) % 90 == 0
    elif "less than a degree" in rival.why:
        assert 0.0 < degrees < 1.0
    elif "own corner" in rival.why:
        assert p.call == NODE
        assert asked.turn != 0.0
        assert asked.pivot != p.pivot
    elif "instead of about K" in rival.why:
        assert p.call == NODE
        assert p.pivot != p.rect_center
    elif "strict" in rival.why:
        assert (rival.answer, float(there.distance)) == ("no hit", 0.0)
    elif "mix" in rival.why:
        assert rival.answer == "no hit"
        assert float(there.distance) < 0.0
        words = {RectFeature.INSIDE: "inside", RectFeature.EDGE: "side|over the top"}
        found = words[RectFeature(int(there.feature))].split("|")
        assert any(word in rival.why for word in found)


def test_the_article_is_drawn_hollow_in_both_views() -> None:
    p = case("Over a corner")
    r = SCENE.solve(p)
    out = picture(SCENE, p)
    assert "article" not in {x.key for v in (out, *out.views) for x in v.records}
    SCENE.draw_rival(p, r, out, single=True)
    circle = only(out.views[0], "article", Circle)
    assert isinstance(circle, Circle)
    assert circle.dashed
    assert circle.center == listing(p).center
    ring = only(out.views[0], "article", Dot)
    assert isinstance(ring, Dot)
    assert ring.marker is Marker.RING
    # The world shows the rectangle of that answer: as far from C as in the frame.
    meant = only(out, "article", Rect)
    assert isinstance(meant, Rect)
    assert meant.dashed
    there = circle_rect(
        circle.center, p.radius, p.rect_center, p.half_extents, 0.0
    ).distance
    assert outside(meant, p.center) - p.radius == pytest.approx(float(there))


@pytest.mark.parametrize(
    "name", ["Anchor taken for a world point", "Quarter turn, hit"]
)
def test_the_articles_rectangle_in_the_world_is_the_one_it_tests(name: str) -> None:
    p = case(name)
    asked, out = listing(p), picture(SCENE, p)
    SCENE.draw_rival(p, SCENE.solve(p), out, single=True)
    meant = only(out, "article", Rect)
    assert isinstance(meant, Rect)
    there = circle_rect(asked.center, 0.0, asked.rect_center, p.half_extents, 0.0)
    assert outside(meant, p.center) == pytest.approx(float(there.distance))


def test_every_difference_of_the_article_is_a_case() -> None:
    names = {
        d.name.capitalize()
        for d in DIFFERENCES
        if d.article == 2 and not d.core_refuses
    }
    assert names <= {name for name, case in SCENE.cases.items() if case.differs}


# The difference's own numbers, given as the scene's params: the same two answers.
@pytest.mark.parametrize(
    "difference",
    [d for d in DIFFERENCES if d.article == 2 and not d.core_refuses],
    ids=lambda d: d.name,
)
def test_the_recorded_differences_show_in_the_scene(difference) -> None:  # type: ignore[no-untyped-def]
    given_ = {**difference.arguments, **difference.meant}
    low, high = np.asarray(given_["rect_min"]), np.asarray(given_["rect_max"])
    p = CircleRectParams(
        center=given_["center"],
        radius=given_["radius"],
        pivot=given_.get("pivot", (0.0, 0.0)),
        rect_center=tuple((low + high) / 2),
        half_extents=tuple((high - low) / 2),
        angle=-math.radians(given_.get("angle_degrees", 0.0)),
        call=NODE if difference.meant else VALUES,
    )
    r = SCENE.solve(p)
    assert r.article.hit != r.exact.hit


def test_grips_do_what_they_are_called() -> None:
    p = case("Over a corner")
    assert drag(p, "center", 0, (1.0, 2.0)) == replace(p, center=(1.0, 2.0))
    assert drag(p, "radius", 0, (0.5, 4.4)).radius == pytest.approx(2.0)
    turned = drag(p, "angle", 0, (p.pivot[0], p.pivot[1] + 5.0))
    arm = math.atan2(0.25, 4.0)  # the grip is off the side's middle, P below K
    assert turned == replace(p, angle=pytest.approx(math.pi / 2 - arm))


def test_moving_the_rectangle_takes_the_pivot_along() -> None:
    p = case("Over a corner")
    (grip,) = [g for g in grips(p, PIXEL) if g.name == "rect_center"]
    moved = drag(p, "rect_center", 0, (grip.at[0] + 1.0, grip.at[1] - 2.0))
    before, after = SCENE.solve(p).exact.corners, SCENE.solve(moved).exact.corners
    assert np.allclose(after, np.add(before, (1.0, -2.0)))
    assert moved.pivot == pytest.approx((p.pivot[0] + 1.0, p.pivot[1] - 2.0))


def test_moving_the_pivot_leaves_the_rectangle_where_it_is() -> None:
    p = case("Over a corner")
    moved = drag(p, "pivot", 0, (2.0, 1.0))
    assert moved.pivot == (2.0, 1.0)
    assert np.allclose(SCENE.solve(moved).exact.corners, SCENE.solve(p).exact.corners)


@pytest.mark.parametrize("index", range(8))
def test_corners_and_sides_follow_the_pointer(index: int) -> None:
    p = case("Over a corner")
    grip = [g for g in grips(p, PIXEL) if g.name == "half_extents"][index]
    target = grip.at[0] + 0.2, grip.at[1] + 0.1
    moved = drag(p, "half_extents", index, target)
    after = [g for g in grips(moved, PIXEL) if g.name == "half_extents"][index]
    gap = math.dist(after.at, target)
    # A corner goes to the pointer, a side only across itself.
    assert gap == pytest.approx(0.0, abs=1e-9) if index < 4 else gap < 0.23
    corners = SCENE.solve(moved).exact.corners
    still = np.abs(corners - SCENE.solve(p).exact.corners).max(axis=1) < 1e-9
    assert still.sum() == (1 if index < 4 else 2)


def test_default_grips_stand_apart_and_the_inside_moves_the_rectangle() -> None:
    p = CircleRectParams()
    places = [g.at for g in grips(p, PIXEL)]
    gaps = [math.dist(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert min(gaps) > 24 * PIXEL
    held = pick(p, (-2.6, -1.0), PIXEL)
    assert held is not None
    assert held[0] == "rect_center"


def test_the_measure_is_zero_where_they_touch() -> None:
    # Upright, the disc of radius 1.25 is 1.25 from the corner (2, 1) at x = 2.75.
    p = replace(case("Touching a corner"), angle=0.0)
    x = np.array([2.0, 2.75, 3.0])
    (s,) = SCENE.measure(replace(p, center=(x, 2.0))).values()
    assert s == pytest.approx([-0.25, 0.0, math.hypot(1.0, 1.0) - 1.25])


NUMBERS = [
    *(
        (name, i)
        for name in ("center", "pivot", "rect_center", "half_extents")
        for i in (0, 1)
    ),
    ("radius", 0),
    ("angle", 0),
]


@pytest.mark.parametrize(("name", "component"), NUMBERS)
def test_measure_broadcasts_over_any_number(name: str, component: int) -> None:
    p = case("Over a corner")
    x = np.linspace(0.0, 3.0, 31)

    def measured(value: object) -> np.ndarray:
        held = getattr(p, name)
        if isinstance(held, tuple):
            value = (*held[:component], value, *held[component + 1 :])
        changed = replace(p, **{name: value})
        (line,) = SCENE.measure(changed).values()
        if np.ndim(line) == 0:
            e = SCENE.solve(changed).exact
            assert float(line) == float(e.distance)
            assert bool(line <= 0.0) == e.hit
        return line

    assert np.array_equal(measured(x), [float(measured(float(v))) for v in x])


def test_the_curve_opens_with_a_number_of_the_params() -> None:
    assert SCENE.measured_against() in NUMBERS


@settings(max_examples=150, deadline=None)
@given(
    st.builds(
        CircleRectParams,
        pair,
        half,
        pair,
        pair,
        st.tuples(half, half),
        st.floats(-math.pi, math.pi),
        st.sampled_from([VALUES, NODE]),
    )
)
def test_anything_solves_draws_and_explains(p: CircleRectParams) -> None:
    world, frame = views(p)
    for record in (*world.records, *frame.records):
        for place in ("at", "a", "b", "tail", "tip", "center"):
            assert np.isfinite(getattr(record, place, 0.0)).all()
    r = SCENE.solve(p)
    assert SCENE.verdict(p, r).text in {c.outcome for c in SCENE.cases.values()}
    steps = SCENE.steps(p, r)
    assert max(x.since for x in (*world.records, *frame.records)) <= len(steps) == 8
    assert all("none" not in s.numbers + s.result for s in steps)
    assert_all_keys_are_drawn(p)
    assert (SCENE.target(p, r) is not None) == r.exact.hit


def test_the_article_is_drawn_where_its_code_tests() -> None:
    random = np.random.default_rng(5)
    hits = 0
    for i in range(300):
        p = CircleRectParams(
            center=tuple(random.uniform(-4.0, 4.0, 2)),
            radius=random.uniform(0.0, 3.0),
            pivot=tuple(random.uniform(-2.0, 2.0, 2)),
            rect_center=tuple(random.uniform(-2.0, 2.0, 2)),
            half_extents=tuple(random.uniform(0.0, 3.0, 2)),
            angle=math.radians(random.choice([-90.0, 0.4, 90.5, -33.0, 70.0])),
            call=(VALUES, NODE)[i % 2],
        )
        drawn = listing(p)
        upright = articles.circle_rect(
            drawn.center,
            p.radius,
            np.subtract(drawn.rect_center, p.half_extents),
            np.add(drawn.rect_center, p.half_extents),
            dtype=np.float64,
        )
        assert upright.hit == SCENE.solve(p).article64.hit
        hits += bool(upright.hit)
    assert 30 < hits < 270


def assert_all_keys_are_drawn(p: CircleRectParams) -> None:
    r = SCENE.solve(p)
    drawn = [x for view in views(p) for x in view.records]
    for row in SCENE.readout(p, r):
        assert row.help
        assert row.key in {x.key for x in drawn}, row
    for number, step in enumerate(SCENE.steps(p, r), 1):
        known = {x.key for x in drawn if x.since <= number}
        formulas = (step.formula, step.numbers, step.result)
        marked = {key for latex in formulas for key in terms.keys(latex)}
        assert marked | set(step.keys) <= known, (step.title, marked - known)
        assert 2 <= len(marked) <= 5
        assert "term" not in "".join(map(terms.plain, formulas))


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_every_step_marks_what_the_picture_shows(name: str) -> None:
    assert_all_keys_are_drawn(case(name))


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_the_target_lies_on_the_rectangle_and_in_the_disc(name: str) -> None:
    p, e = case(name), exact(name)
    target = SCENE.target(p, SCENE.solve(p))
    if target is None:
        assert SCENE.cases[name].outcome == "Miss"
        return
    at = float(target.value[0]), float(target.value[1])  # type: ignore[index]
    assert outside(drawn_rect(views(p)[0]), at) == pytest.approx(0.0, abs=1e-9)
    # From inside, the nearest side may be farther off than the disc reaches.
    if e.feature != RectFeature.INSIDE:
        assert math.dist(at, p.center) <= p.radius + 1e-9


@pytest.mark.parametrize("name", list(SCENE.cases))
def test_the_excess_is_drawn_to_scale(name: str) -> None:
    p, e = case(name), exact(name)
    parts = [
        x for x in views(p)[1].records if x.key == "excess" and isinstance(x, Segment)
    ]
    over = np.abs(np.subtract(e.local_center, p.rect_center)) - p.half_extents
    drawn = [math.dist(x.a, x.b) for x in parts]
    assert drawn == pytest.approx(np.abs(over), abs=1e-12)
    assert [x.dashed for x in parts] == [bool(v < 0.0) for v in over]


@pytest.mark.parametrize(
    ("center", "formula", "k"),
    [
        ((0.5, 0.25), "k_x = q_x, k_y = h_y", "(0.5, 1)"),
        ((0.5, -0.25), "k_x = q_x, k_y = -h_y", "(0.5, -1)"),
        ((-1.75, 0.25), "k_x = -h_x, k_y = q_y", "(-2, 0.25)"),
    ],
)
def test_inside_the_nearest_side_is_taken(
    center: tuple[float, float], formula: str, k: str
) -> None:
    p = replace(case("Inside"), center=center)
    step = SCENE.steps(p, SCENE.solve(p))[2]
    assert terms.plain(step.formula).replace(r"\;", "").replace("  ", " ") == formula
    assert k in step.result


@pytest.mark.parametrize(
    ("center", "words"), [((2.0, 0.5), "side"), ((2.0, 1.0), "halves the corner")]
)
def test_on_the_boundary_the_normal_is_said_to_be_chosen(
    center: tuple[float, float], words: str
) -> None:
    p = replace(case("Inside"), center=center)
    step = SCENE.steps(p, SCENE.solve(p))[-1]
    assert words in step.formula
    assert words.split()[-1] in step.text
