import math
import re
from dataclasses import replace

import numpy as np
import pytest
from pictures import records, unfit

from playground.collision.articles import FLT_MAX
from playground.scene.drawlist import (
    Arrow,
    Capsule,
    Circle,
    Dot,
    DrawList,
    Marker,
    Record,
    Role,
    Segment,
    Sphere,
)
from playground.scene.handles import GripKind
from playground.scene.params import drag, grips, with_values
from playground.scene.scene import (picture)
from playground.scene.terms import keys, plain
from scenes._sphere_model import crosses
from scenes.sphere_line import (
    EMBEDDED,
    HIT,
    MISS,
    TOUCH,
    SphereLineParams,
    SphereLineScene,
)

SCENE = SphereLineScene()
# Along -z past a line along x at height 2: the gap closes at z = 1 and opens at -1.
PLAIN = SphereLineParams(
    start=(0.5, 2.0, 3.0),
    end=(0.5, 2.0, -5.0),
    radius=1.0,
    line_point=(-3.0, 2.0, 0.0),
    line_direction=(4.0, 0.0, 0.0),
    t=0.125,
)


def row(p: SphereLineParams, name: str) -> object:
    rows = SCENE.readout(p, SCENE.solve(p))
    return next(x.value for x in rows if x.name == name)


def only(out: DrawList, kind: type[Record], key: str = "") -> list[Record]:
    return [x for x in out.records if isinstance(x, kind) and key in ("", x.key)]


def off_line(p: SphereLineParams, at: object) -> float:
    v = np.asarray(p.line_direction) / np.linalg.norm(p.line_direction)
    return float(np.linalg.norm(np.cross(np.subtract(at, p.line_point), v)))


def center(p: SphereLineParams, t: float) -> np.ndarray:
    return (1.0 - t) * np.asarray(p.start) + t * np.asarray(p.end)


def test_numbers_of_a_plain_crossing() -> None:
    assert row(PLAIN, "First t") == pytest.approx(0.25)
    assert row(PLAIN, "Contact") == pytest.approx((0.5, 2.0, 0.0))
    assert row(PLAIN, "Centre") == pytest.approx((0.5, 2.0, 1.0))
    assert (row(PLAIN, "t_enter"), row(PLAIN, "t_exit")) == pytest.approx((0.25, 0.5))
    assert row(PLAIN, "Nearest at") == pytest.approx(0.375)
    assert row(PLAIN, "Motion") == "crossing"
    # E = (0, 0, -8), so A = (0, 0, 8); R = (-3.5, 0, -3), so C = (0, 0, -3).
    assert row(PLAIN, "α") == pytest.approx(64.0)
    assert row(PLAIN, "β") == pytest.approx(-24.0)
    assert row(PLAIN, "ω") == pytest.approx(8.0)
    assert row(PLAIN, "Discriminant β² − αω") == pytest.approx(64.0)


def test_numbers_of_the_scrubbed_moment() -> None:
    assert row(PLAIN, "S(t)") == pytest.approx((0.5, 2.0, 2.0))
    assert row(PLAIN, "H(t)") == pytest.approx((0.5, 2.0, 0.0))
    assert row(PLAIN, "|N(t)|") == pytest.approx(2.0)
    assert row(PLAIN, "|N(t)|² − r²") == pytest.approx(3.0)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, HIT),
        ({"end": (0.5, 2.0, 1.5)}, MISS),
        ({"end": (0.5, 2.0, 1.0)}, TOUCH),
        ({"end": (0.5, 2.0, 7.0)}, MISS),
        ({"start": (0.5, 3.0, 3.0), "end": (0.5, 3.0, -5.0)}, TOUCH),
        ({"start": (0.5, 3.5, 3.0), "end": (0.5, 3.5, -5.0)}, MISS),
        ({"start": (0.5, 2.0, 0.5)}, EMBEDDED),
        ({"start": (0.5, 2.0, 1.0)}, HIT),
        ({"start": (0.5, 2.0, 1.0), "end": (0.5, 2.0, 5.0)}, TOUCH),
        ({"start": (0.0, 2.5, 0.0), "end": (3.0, 2.5, 0.0)}, EMBEDDED),
        ({"start": (0.0, 3.0, 0.0), "end": (3.0, 3.0, 0.0)}, TOUCH),
        ({"start": (0.0, 3.5, 0.0), "end": (0.0, 3.5, 0.0)}, MISS),
    ],
)
def test_verdicts(changes: dict[str, object], expected: str) -> None:
    p = with_values(PLAIN, **changes)
    assert SCENE.verdict(p, SCENE.solve(p)).text == expected


def test_the_contact_lies_on_the_line_and_on_the_sphere() -> None:
    for case in SCENE.cases.values():
        p = case.params
        dots = only(picture(SCENE, p), Dot, "contact")
        assert len(dots) == bool(SCENE.solve(p).exact.hit)
        for dot in dots:
            assert off_line(p, dot.at) == pytest.approx(0.0, abs=1e-12)
            away = math.dist(dot.at, row(p, "Centre"))
            if case.outcome == EMBEDDED:
                assert away < p.radius
            else:
                assert away == pytest.approx(p.radius, abs=1e-9)
            assert (dot.role, dot.marker) == (Role.HIT, Marker.DISC)


def test_there_is_no_earlier_contact() -> None:
    for case in SCENE.cases.values():
        p = case.params
        first = float(SCENE.solve(p).exact.t)
        times = np.linspace(0.0, 1.0, 101)
        for t in times if math.isnan(first) else times[:-1] * first if first else ():
            assert off_line(p, center(p, t)) > p.radius


def test_a_miss_is_marked_at_the_nearest_approach_by_a_cross() -> None:
    for case in SCENE.cases.values():
        p = case.params
        marks = only(picture(SCENE, p), Dot, "nearest")
        assert len(marks) == (case.outcome == MISS)
        for mark in marks:
            assert (mark.role, mark.marker) == (Role.MISS, Marker.CROSS)
            nearest = min(off_line(p, center(p, t)) for t in np.linspace(0, 1, 401))
            t = float(row(p, "Nearest at"))
            assert math.dist(mark.at, center(p, t)) <= nearest + 1e-9


def test_the_perpendicular_is_perpendicular_at_any_time() -> None:
    for t in (0.0, 0.2, 0.7, 1.0):
        p = with_values(SCENE.cases["Crossing"].params, t=t)
        (arrow,) = only(picture(SCENE, p), Arrow, "N")
        assert arrow.tail == pytest.approx(tuple(center(p, t)))
        assert off_line(p, arrow.tip) == pytest.approx(0.0, abs=1e-12)
        run = np.subtract(arrow.tip, arrow.tail) @ p.line_direction
        assert run == pytest.approx(0.0, abs=1e-12)


def test_the_spheres_stand_at_their_times() -> None:
    out = picture(SCENE, PLAIN)
    places = {x.key: x.center for x in only(out, Sphere)}
    times = {"start": 0.0, "sphere": 0.125, "t_enter": 0.25, "t_exit": 0.5, "end": 1.0}
    assert set(places) == set(times)
    for key, t in times.items():
        assert places[key] == pytest.approx(tuple(center(PLAIN, t)))
    (capsule,) = only(out, Capsule)
    assert (capsule.a, capsule.b, capsule.radius) == (PLAIN.start, PLAIN.end, 1.0)
    solid = [x.key for x in only(out, Sphere) if x.alpha == 1.0]
    assert solid == ["sphere"]


def test_a_resting_sphere_has_no_step_to_draw() -> None:
    out = picture(SCENE, SCENE.cases["Resting"].params)
    assert not only(out, Capsule)
    assert [x.key for x in only(out, Sphere)] == ["start", "sphere"]


def test_touches_outside_the_step_are_faint() -> None:
    (ball,) = only(
        picture(SCENE, SCENE.cases["Ends too early"].params), Sphere, "t_enter"
    )
    (inside,) = only(picture(SCENE, PLAIN), Sphere, "t_enter")
    assert ball.alpha < inside.alpha


def test_a_line_without_direction_is_refused_and_sketched() -> None:
    p = with_values(PLAIN, line_direction=(0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="line_direction"):
        SCENE.solve(p)
    out = picture(SCENE, p)
    assert {x.key for x in only(out, Sphere)} == {"start", "sphere", "end"}
    assert SCENE.timeline(p, None).stops == (0.0, 1.0)


@pytest.mark.parametrize(
    ("name", "target", "expected"),
    [
        ("start", (1.0, 3.0, 2.0), {"start": (1.0, 3.0, 2.0)}),
        ("end", (-1.0, 2.5, -2.0), {"end": (-1.0, 2.5, -2.0)}),
        ("radius", (0.5, 4.5, 3.0), {"radius": 2.5}),
        ("line_point", (1.0, 1.0, 1.0), {"line_point": (1.0, 1.0, 1.0)}),
        ("line_direction", (-3.0, 4.0, 1.0), {"line_direction": (0.0, 2.0, 1.0)}),
    ],
)
def test_each_grip_does_what_its_name_says(
    name: str, target: tuple[float, ...], expected: dict[str, object]
) -> None:
    moved = drag(PLAIN, name, 0, target)
    for key in ("start", "end", "radius", "line_point", "line_direction", "t"):
        value = expected.get(key, getattr(PLAIN, key))
        assert getattr(moved, key) == pytest.approx(value)


def test_the_radius_grip_stands_on_top_of_the_sphere() -> None:
    (grip,) = (g for g in grips(PLAIN, 0.01) if g.kind is GripKind.RIM)
    assert grip.at == (0.5, 3.0, 3.0)


@pytest.mark.parametrize("name", SCENE.cases)
def test_the_article_differs_where_the_case_says_so(name: str) -> None:
    case = SCENE.cases[name]
    rival = SCENE.rival(case.params, SCENE.solve(case.params), single=True)
    assert rival is not None
    assert rival.agrees == (not case.differs)
    assert (rival.step > 0) == bool(rival.why) == bool(case.differs)


@pytest.mark.parametrize(
    ("name", "answer", "word", "step"),
    [
        ("Crossing", "hit at t = ", "centre", 8),
        ("Ends too early", "no hit, yet t = 2", "beyond the end", 7),
        ("Already past", "no hit, yet t = ", "behind the start", 7),
        ("Embedded, going through", "hit at t = −", "in the past", 7),
        ("Embedded, leaving", "hit at t = −0.75", "in the past", 7),
        ("Embedded at rest", "hit at t = FLT_MAX", "does not move", 7),
        ("Embedded along the line", "hit at t = FLT_MAX", "along the line", 7),
        ("Rolling on the line", "no hit", "by <", 7),
        ("Touching at rest", "no hit", "by <", 7),
        ("Touching, leaving", "no hit", "leaves", 7),
        ("Arrives slowly", "no hit", "0.000009", 5),
        ("Arrives at a shallow angle", "no hit", "0.000009", 5),
        ("Grazing, lost in float", "no hit", "below 0", 5),
        ("Point, missed by 1.6 mm", "hit at t = ", "sign is wrong", 5),
        ("The centre for the place", "hit at t = 0.5", "1.5 m away", 8),
        ("Direction too short", "no hit", "the point Q", 2),
    ],
)
def test_why_the_article_differs(name: str, answer: str, word: str, step: int) -> None:
    p = SCENE.cases[name].params
    rival = SCENE.rival(p, SCENE.solve(p), single=True)
    assert rival.answer.startswith(answer)
    assert word in rival.why
    assert rival.step == step


def test_in_float64_what_float32_rounds_away_is_right() -> None:
    """Radius 0, so that the position is the place: nothing else can differ."""
    p = SCENE.cases["Point, missed by 1.6 mm"].params
    assert SCENE.rival(p, SCENE.solve(p), single=False).agrees
    hit = with_values(PLAIN, radius=0.0)
    for single in (True, False):
        assert SCENE.rival(hit, SCENE.solve(hit), single=single).agrees


def drawn_at_random(count: int) -> list[SphereLineParams]:
    """Params of few decimals, so that touches, rests and parallels are among them."""
    random = np.random.default_rng(4)
    found = []
    while len(found) < count:
        start, step, q, v = random.integers(-4, 5, (4, 3)) / 2.0
        step *= random.choice([0.0, 0.002, 1.0, 2.0])
        if v.any():
            found.append(
                SphereLineParams(
                    start=tuple(map(float, start)),
                    end=tuple(map(float, start + step)),
                    radius=float(random.choice([0.0, 0.5, 1.0, 2.0])),
                    line_point=tuple(map(float, q)),
                    line_direction=tuple(map(float, v)),
                    t=float(random.integers(0, 5) / 4),
                )
            )
    return found


def test_the_article_agrees_if_hit_time_and_place_are_right() -> None:
    seen = set()
    for p in drawn_at_random(800):
        r = SCENE.solve(p)
        for single in (True, False):
            rival = SCENE.rival(p, r, single=single)
            a, e = r.article if single else r.article64, r.exact
            size = max(map(abs, (*p.start, *p.end, *p.line_point, p.radius)))
            near = (1e-5 if single else 1e-12) * size
            if e.hit:
                late = abs(float(a.t) - float(e.t)) * math.dist(p.start, p.end)
                timed = late <= near and float(a.t) != FLT_MAX
                right = a.hit and timed and math.dist(a.position, e.contact) <= near
            else:
                right = not a.hit and float(a.t) == FLT_MAX
            assert rival.agrees == bool(right), p
            assert bool(rival.why) == (rival.step > 0) == (not rival.agrees)
            seen.add(rival.why.split("=")[0].split(" m ")[0][:24])
    assert len(seen) >= 8


def test_a_difference_is_never_put_down_to_rounding_that_is_none() -> None:
    for p in drawn_at_random(400):
        r = SCENE.solve(p)
        why = SCENE.rival(p, r, single=False).why
        if "rounding" in why or "rounded" in why:
            # In double precision only what is within 1e-6 of turning can be lost.
            lines = SCENE.measure(p)
            least = abs(float(lines["its least in the step (m²)"]))
            assert least < 1e-6 or abs(float(r.exact.omega)) < 1e-6


def test_the_article_is_drawn_hollow_in_both_views() -> None:
    for name in ("Crossing", "Embedded, leaving", "Ends too early", "Resting"):
        p = SCENE.cases[name].params
        r, out = SCENE.solve(p), picture(SCENE, p)
        before = len(out.records)
        SCENE.draw_rival(p, r, out, single=True)
        (dot,) = only(out, Dot, "article")
        assert dot.marker is Marker.RING
        assert dot.at == pytest.approx(tuple(r.article.position), abs=1e-6)
        assert {x.key for x in out.records[before:]} == {"article"}
        (beside,) = only(out.views[0], Dot, "article")
        assert math.hypot(*beside.at) == pytest.approx(off_line(p, dot.at), abs=1e-5)


def test_a_time_far_outside_the_step_is_not_drawn() -> None:
    p = with_values(PLAIN, end=(0.5, 2.0, 2.9))
    out = picture(SCENE, p)
    SCENE.draw_rival(p, SCENE.solve(p), out, single=True)
    assert not only(out, Record, "article")


SWEPT = [
    (name, i)
    for name in ("start", "end", "line_point", "line_direction")
    for i in range(3)
]


@pytest.mark.parametrize(("name", "component"), [*SWEPT, ("radius", -1), ("t", -1)])
def test_a_curve_holds_at_each_sample_what_the_scene_answers(
    name: str, component: int
) -> None:
    values = np.linspace(0.0, 1.0, 5) if component < 0 else np.linspace(-2.0, 2.0, 9)
    now, least = SCENE.measure(changed(PLAIN, name, component, values)).values()
    assert now.shape == least.shape == values.shape
    for i, value in enumerate(values):
        p = changed(PLAIN, name, component, float(value))
        if not any(p.line_direction):
            assert np.isnan(now[i])
            assert np.isnan(least[i])
            continue
        assert now[i] == pytest.approx(row(p, "|N(t)|² − r²"), abs=1e-12)
        gap = off_line(p, center(p, p.t)) ** 2 - p.radius**2
        assert now[i] == pytest.approx(gap, abs=1e-9)
        # The verdict turns where the least within the step passes zero.
        assert bool(SCENE.solve(p).exact.hit) == (least[i] <= 1e-12)


def changed(
    p: SphereLineParams, name: str, component: int, value: object
) -> SphereLineParams:
    if component >= 0:
        held = list(getattr(p, name))
        held[component] = value
        value = tuple(held)
    return replace(p, **{name: value})


def test_the_curve_against_time_is_the_quadratic() -> None:
    assert SCENE.measured_against() == ("t", 0)
    t = np.linspace(0.0, 1.0, 41)
    now, least = SCENE.measure(replace(PLAIN, t=t)).values()
    assert now == pytest.approx((3.0 - 8.0 * t) ** 2 - 1.0)
    assert now[[10, 20]] == pytest.approx((0.0, 0.0), abs=1e-12)
    assert least == pytest.approx(np.full(41, now.min()))


def test_a_line_without_direction_has_no_curve_but_nan() -> None:
    p = with_values(PLAIN, line_direction=(0.0, 0.0, 0.0))
    for line in SCENE.measure(replace(p, t=np.linspace(0.0, 1.0, 3))).values():
        assert np.isnan(line).all()


def test_the_target_is_the_time_at_which_the_sphere_touches() -> None:
    for case in SCENE.cases.values():
        p = case.params
        target = SCENE.target(p, SCENE.solve(p))
        assert (target is None) == (case.outcome == MISS)
        if target is not None:
            gap = off_line(p, center(p, target.value)) - p.radius
            assert gap < 0.0 if case.outcome == EMBEDDED else abs(gap) < 1e-9


def test_the_view_along_the_line_keeps_every_distance_to_it() -> None:
    for name in ("Crossing", "Miss", "Parallel", "Already past"):
        p = SCENE.cases[name].params
        view = picture(SCENE, p).views[0]
        (ball,) = only(view, Circle, "sphere")
        assert math.hypot(*ball.center) == pytest.approx(
            off_line(p, center(p, p.t)), abs=1e-12
        )
        assert ball.radius == p.radius


def test_the_triangle_of_c_and_t_a_closes_with_n() -> None:
    view = picture(SCENE, SCENE.cases["Crossing"].params).views[0]
    n, c, part = (only(view, Arrow, key)[0] for key in ("N", "C", "tA"))
    assert n.tail == part.tail
    assert part.tip == c.tail
    assert c.tip == n.tip == (0.0, 0.0)


def test_the_half_chord_is_the_root() -> None:
    p = SCENE.cases["Crossing"].params
    e = SCENE.solve(p).exact
    view = picture(SCENE, p).views[0]
    (half,) = only(view, Segment, "half_chord")
    length = math.sqrt(float(e.discriminant) / float(e.alpha))
    assert math.dist(half.a, half.b) == pytest.approx(length)
    (height,) = only(view, Segment, "h")
    assert math.dist(height.a, height.b) ** 2 + length**2 == pytest.approx(p.radius**2)
    for key in ("t_enter", "t_exit"):
        (dot,) = only(view, Dot, key)
        assert math.hypot(*dot.at) == pytest.approx(p.radius)


def test_the_unit_direction_and_the_offset_are_drawn() -> None:
    out = picture(SCENE, PLAIN)
    (one,), (offset,) = (only(out, Arrow, key) for key in ("V", "offset"))
    assert (one.tail, one.tip) == ((-3.0, 2.0, 0.0), (-2.0, 2.0, 0.0))
    assert offset.tip == (0.5, 2.0, 2.0)


def test_the_timeline_stops_at_touches_and_nearest_approach() -> None:
    timeline = SCENE.timeline(PLAIN, SCENE.solve(PLAIN))
    assert dict(zip(timeline.names, timeline.stops, strict=True)) == pytest.approx(
        {
            "start": 0.0,
            "first touch": 0.25,
            "nearest": 0.375,
            "last touch": 0.5,
            "end": 1.0,
        }
    )


def test_a_stop_at_an_end_is_told_once() -> None:
    for case in SCENE.cases.values():
        timeline = SCENE.timeline(case.params, SCENE.solve(case.params))
        assert len(set(timeline.stops)) == len(timeline.stops) == len(timeline.names)
        assert timeline.stops[0] == 0.0
        assert timeline.stops[-1] == 1.0


def test_steps_hold_this_moments_numbers() -> None:
    steps = SCENE.steps(PLAIN, SCENE.solve(PLAIN))
    numbers = [plain(step.numbers) for step in steps]
    results = [plain(step.result) for step in steps]
    assert results[0] == r"\vec{S}(0.125) = (0.5, 2, 2)"
    assert numbers[1] == r"(1, 0, 0) \cdot (3.5, 0, 2)"
    assert numbers[2] == r"(0, 0, -3) + 0.125 \cdot (0, 0, 8)"
    assert numbers[3] == r"\alpha = 64, \; \beta = -24, \; \omega = 8"
    assert numbers[4] == r"(-24)^2 - 64 \cdot 8 = 64"
    assert results[4] == r"h = 0 < 1, \; \text{two touches}"
    assert numbers[5] == r"0.375 \mp 0.125"
    assert results[5] == r"t_1 = 0.25, \; t_2 = 0.5"
    assert results[6] == "t = 0.25"
    assert results[7] == r"\vec{H}(0.25) = (0.5, 2, 0)"


def test_steps_are_true_where_there_is_no_root() -> None:
    for name, meaning in (
        ("Parallel", "stays apart"),
        ("Rolling on the line", "touches throughout"),
        ("Embedded at rest", "overlaps throughout"),
    ):
        p = SCENE.cases[name].params
        steps = SCENE.steps(p, SCENE.solve(p))
        assert meaning in steps[4].result
        assert steps[5].result == r"\text{none}"
        at_once = plain(steps[6].result) == "t = 0"
        assert at_once == (SCENE.cases[name].outcome != MISS)


# What is drawn only where it is not zero, or where there is a touch.
OPTIONAL = {"step", "end", "C", "A", "N1", "tA", "shadow", "radius", "h", "reach"}
OPTIONAL |= {"half_chord", "t_enter", "t_exit", "contact", "nearest"}


@pytest.mark.parametrize("name", SCENE.cases)
def test_terms_and_rows_stand_for_something_drawn_by_then(name: str) -> None:
    p = SCENE.cases[name].params
    r, out = SCENE.solve(p), picture(SCENE, p)
    optional = set() if name == "Crossing" else OPTIONAL
    for number, step in enumerate(SCENE.steps(p, r), 1):
        drawn = out.upto(number).keys()
        terms = keys(step.formula + step.numbers + step.result)
        assert terms
        assert set(terms) | set(step.keys) <= drawn | optional, step.title
    assert {x.key for x in SCENE.readout(p, r)} <= out.keys() | optional
    assert all(x.key and x.help for x in SCENE.readout(p, r))


def test_each_step_adds_to_the_picture_until_the_end() -> None:
    out = picture(SCENE, SCENE.cases["Crossing"].params)
    assert {record.since for record in out.records} == {0, 2, 3, 4, 5, 6, 8}
    assert {record.since for record in out.views[0].records} == {0, 2, 3, 4, 5, 6, 7}
    assert len(out.upto(0).records) >= 8


def evaluated(latex: str) -> float:
    r"""Return the value of a formula of numbers, `\cdot` and powers."""
    text = re.sub(r" \\times 10\^\{(-?\d+)\}", r"e\1", latex)
    text = text.replace(r"\cdot", "*").replace("^2", "**2")
    return float(eval(text))


@pytest.mark.parametrize("name", SCENE.cases)
def test_the_discriminant_follows_from_the_numbers_shown(name: str) -> None:
    p = SCENE.cases[name].params
    r = SCENE.solve(p)
    if not crosses(r.exact):
        return
    numbers = SCENE.steps(p, r)[4].numbers
    left, right = numbers.split(" = ")
    assert evaluated(left) == pytest.approx(evaluated(right), rel=0.01, abs=1e-9)


@pytest.mark.parametrize("name", SCENE.cases)
def test_no_step_shows_rounding_noise(name: str) -> None:
    p = SCENE.cases[name].params
    for step in SCENE.steps(p, SCENE.solve(p)):
        assert "10^{-1" not in step.formula + step.numbers + step.result


def test_a_touch_at_the_start_is_not_called_its_first_root() -> None:
    p = SCENE.cases["Touching, leaving"].params
    within = SCENE.steps(p, SCENE.solve(p))[6]
    assert "t_1" not in within.formula
    assert r"\omega" in within.numbers


@pytest.mark.parametrize("size", [1.0, 1e-163, 1e-200, 1e-310])
def test_squares_that_are_no_floats_do_no_harm(size: float) -> None:
    p = SphereLineParams(
        start=(size, 0.0, 0.0),
        end=(0.0, size, 0.0),
        radius=size,
        line_point=(0.0, 0.0, 0.0),
        line_direction=(0.0, 0.0, size),
    )
    r = SCENE.solve(p)
    # It touches at both ends, and overlaps most half-way.
    assert SCENE.verdict(p, r).text == HIT
    assert row(p, "Nearest at") == 0.5
    assert row(p, "h") == pytest.approx(math.sqrt(0.5) * size, rel=1e-12, abs=0)
    assert SCENE.zones(p).index == 3  # crossing, coming nearer
    assert len(SCENE.steps(p, r)) == 8
    assert not [bad for record in records(picture(SCENE, p)) if (bad := unfit(record))]


def test_a_way_all_but_along_the_line_is_drawn() -> None:
    # Its touches are farther off than any float tells.
    p = SphereLineParams(
        start=(0.0, 9.5, 0.0),
        end=(1.0, 9.5, 5e-324),
        radius=1.0,
        line_point=(0.0, 0.0, 0.0),
        line_direction=(1.0, 0.0, 0.0),
    )
    for height in (9.5, 0.5, 0.0):
        q = replace(p, start=(0.0, height, 0.0), end=(1.0, height, 5e-324))
        assert crosses(SCENE.solve(q).exact)
        shown = records(picture(SCENE, q))
        assert not [bad for record in shown if (bad := unfit(record))]
