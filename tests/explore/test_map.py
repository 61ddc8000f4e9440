"""Fields: where a map is sampled, what it is asked, and that it says what is asked."""

import itertools
import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from playground.scene.regions import Kind, by_first
from strategies import params_of

from playground.explore import map as field
from playground.explore.curve import Axis, axes
from playground.explore.map import (
    MapKind,
    Question,
    Samples,
    compute,
    over_span,
    step_near,
)
from playground.scene.drawlist import Role
from playground.scene.params import (
    Angle,
    Params,
    Vec2,
    Vec3,
    angle,
    point,
    slider,
    specs,
    time,
)
from playground.scene.scene import Scene
from scenes import SCENES

MARGIN = 64
every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)

steps = st.integers(-9, 4).map(lambda power: 2.0**power)
places = st.floats(-40.0, 40.0)


@st.composite
def coverings(draw):
    """What is asked of `covering`: both ends, the step, and the limits."""
    low = draw(places)
    high = low + draw(st.floats(0.0, 30.0))
    limit = draw(st.sampled_from((1.0, 5.3, 20.0, 1e9)))
    return low, high, draw(steps), (-limit, limit)


@settings(max_examples=40)
@given(coverings())
def test_samples_are_exact_multiples_of_the_step(asked):
    samples = Samples.covering(*asked)
    step = Fraction(asked[2])
    numbers = [Fraction(x) for x in samples.values.tolist()]
    assert all(x % step == 0 for x in numbers)
    assert all(b - a == step for a, b in itertools.pairwise(numbers))


@settings(max_examples=40)
@given(coverings())
def test_what_is_asked_is_covered_but_nothing_beyond_the_limits(asked):
    low, high, step, limits = asked
    values = Samples.covering(*asked).values
    wanted = max(low, limits[0]), min(high, limits[1])
    assume(wanted[1] - wanted[0] >= step)
    assert limits[0] <= values[0] < wanted[0] + step
    assert wanted[1] - step < values[-1] <= limits[1]


@settings(max_examples=40)
@given(coverings())
def test_not_much_more_is_sampled_than_is_asked(asked):
    low, high, step, _ = asked
    count = Samples.covering(*asked).count
    assert count <= (high - low) / step + 2 * MARGIN + 1


within = st.floats(1e-6, 1.0 - 1e-6)


@given(st.integers(-40, 40), st.integers(1, 9), steps, within, within, within, within)
def test_a_view_that_moves_within_the_margin_keeps_its_samples(
    first, blocks, step, one, two, three, four
):
    block, free = MARGIN * step, (-1e9, 1e9)
    low, high = first * block, (first + blocks) * block
    before = Samples.covering(low + one * block, high + two * block, step, free)
    after = Samples.covering(low + three * block, high + four * block, step, free)
    assert before == after


@settings(max_examples=40)
@given(coverings(), st.floats(-20.0, 20.0))
def test_panning_moves_no_sample(asked, way):
    low, high, step, limits = asked
    before = Samples.covering(*asked).values
    after = Samples.covering(low + way, high + way, step, limits).values
    if before.size and after.size:
        ends = max(before[0], after[0]), min(before[-1], after[-1])
        shared = [v[(v >= ends[0]) & (v <= ends[1])].tolist() for v in (before, after)]
        assert shared[0] == shared[1]


@settings(max_examples=40)
@given(coverings(), st.floats(-0.49, 0.49))
def test_nearest_is_the_inverse_of_values(asked, off):
    samples = Samples.covering(*asked)
    for place, value in list(enumerate(samples.values.tolist()))[
        :: samples.count // 9 + 1
    ]:
        assert samples.nearest(value) == place
        assert samples.nearest(value + off * samples.step) == place


@settings(max_examples=40)
@given(coverings())
def test_beyond_the_edges_nothing_is_nearest(asked):
    samples = Samples.covering(*asked)
    assume(samples.count)
    begin, end = samples.edges
    nudge = samples.step / 16
    assert samples.nearest(begin + nudge) == 0
    assert samples.nearest(end - nudge) == samples.count - 1
    assert samples.nearest(begin - nudge) is samples.nearest(end + nudge) is None


@settings(max_examples=40)
@given(coverings(), st.sampled_from((2, 4, 8, 16)))
def test_coarser_samples_are_some_of_the_fine_ones(asked, factor):
    fine = Samples.covering(*asked)
    coarse = fine.coarser(factor)
    expected = [x for x in fine.values.tolist() if x % (factor * fine.step) == 0]
    assert coarse.values.tolist() == expected


@settings(max_examples=40)
@given(coverings(), st.sampled_from((2, 4, 8, 16)))
def test_coarser_cells_cover_the_same_stretch(asked, factor):
    fine = Samples.covering(*asked)
    coarse = fine.coarser(factor)
    assume(coarse.count)
    for one, other in zip(fine.edges, coarse.edges, strict=True):
        assert abs(one - other) < factor * fine.step / 2


def test_limits_that_hold_no_sample_give_none():
    samples = Samples.covering(0.1, 0.2, 1.0, (0.3, 0.6))
    assert samples.count == 0
    assert samples.values.size == 0
    assert samples.nearest(0.5) is None
    assert samples.coarser(4).count == 0


@given(st.floats(1e-9, 1e9))
def test_step_near_is_the_nearest_power_of_two(size):
    step = step_near(size)
    assert math.frexp(step)[0] == 0.5
    assert 1 / 1.4143 < step / size < 1.4143


@every_scene
@given(data=st.data())
@settings(max_examples=20)
def test_over_span_stays_within_it_in_about_as_many_cells(scene, data):
    params = data.draw(params_of(scene.params))
    axis = data.draw(st.sampled_from(axes(params)))
    low, high = axis.span(params)
    samples = over_span(params, axis, 300.0)
    values = samples.values
    assert low <= values[0] < low + samples.step
    assert high - samples.step < values[-1] <= high
    assert 300 / 1.5 < samples.count < 300 * 1.5


@pytest.mark.parametrize("cells", [40.0, 333.0, 700.0])
def test_right_angles_are_met_exactly(cells):
    for scene in SCENES:
        params = scene.cases[scene.first_case()].params
        for axis in axes(params):
            if isinstance(specs(type(params))[axis.name], Angle):
                values = over_span(params, axis, cells).values
                right = -math.pi, -math.pi / 2, 0.0, math.pi / 2, math.pi
                assert set(right) <= set(values.tolist())


@dataclass(frozen=True)
class Spot(Params):
    at: Vec2 = point(1.0, 2.0, label="P")
    place: Vec3 = point(0.0, 0.0, 0.0, label="Q")
    free: Vec2 = point(0.0, 0.0, label="F", handle=None)
    radius: float = slider(1.5, 0.0, 9.0, label="r", unit="m")
    turn: float = angle(0.5, label="a")
    moment: float = time(0.25, 0.0, 1.0, label="t")


class SpotScene(Scene[Spot, float]):
    """Asks whether |P| <= r, and counts how often it is asked of many at once."""

    id, title, params = "spot", "Spot", Spot
    beside_the_answer: ClassVar[tuple[str, ...]] = ("moment",)
    zoned = "Which side."

    def __init__(self) -> None:
        self.asked = 0

    def regions(self, p):
        self.asked += 1
        x, y = p.at
        inside = x * x + y * y <= p.radius * p.radius
        return by_first((Kind("in", Role.HIT), inside), (Kind("out", Role.MISS), True))

    def quantities(self, p):
        self.asked += 1
        return {"x": p.at[0] + 0.0 * p.at[1], "sum": p.at[0] + p.at[1]}

    def zones(self, p):
        self.asked += 1
        return by_first((Kind("left", Role.SIDE_A), p.at[0] + 0.0 * p.at[1] < 0.0))

    def mistakes(self, p, *, single):
        self.asked += 1
        wrong = (p.at[0] > 0.0) & (p.at[1] > 0.0)
        return by_first((Kind("32" if single else "64", Role.EXIT), wrong))


X, Y = Axis("at", 0), Axis("at", 1)


def asking(sort, scene=None, x=X, y=Y, **more):
    return Question(scene or SpotScene(), Spot(), x, y, sort, **more)


def test_at_puts_both_numbers_in_place_and_leaves_the_rest():
    assert asking(MapKind.REGIONS).at(7.0, 8.0) == Spot(at=(7.0, 8.0))
    mixed = asking(MapKind.REGIONS, x=Axis("turn"), y=Axis("place", 2))
    assert mixed.at(1.0, 3.0) == Spot(turn=1.0, place=(0.0, 0.0, 3.0))
    turned = asking(MapKind.REGIONS, x=Y, y=X)
    assert turned.at(7.0, 8.0) == Spot(at=(8.0, 7.0))


@every_scene
@given(data=st.data())
@settings(max_examples=20)
def test_a_settled_question_forgets_what_the_answer_does_not_depend_on(scene, data):
    params, other = (data.draw(params_of(scene.params)) for _ in range(2))
    x, y = data.draw(st.permutations(axes(params)))[:2]
    question = Question(scene, params, x, y, MapKind.REGIONS)
    beside = {name: getattr(other, name) for name in scene.beside_the_answer}
    elsewhere = replace(question, params=replace(params, **beside))
    moved = elsewhere.at(x.value(other), y.value(other))
    assert replace(elsewhere, params=moved).settled() == question.settled()


@every_scene
@given(data=st.data())
@settings(max_examples=20)
def test_a_settled_question_keeps_everything_else(scene, data):
    params = data.draw(params_of(scene.params))
    known = axes(params)
    x, y, *others = data.draw(st.permutations(known))
    settled = Question(scene, params, x, y, MapKind.REGIONS).settled().params
    for axis in others:
        if axis.name not in scene.beside_the_answer:
            assert axis.value(settled) == axis.value(params)
    assert not set(axes(settled)) ^ set(known)


PAIRS = st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 2), (2, 3)])


@every_scene
@given(data=st.data())
@settings(max_examples=8)
def test_every_cell_is_the_answer_of_its_own_params(scene, data):
    names = data.draw(st.sampled_from(sorted(scene.cases)))
    params = scene.cases[names].params
    if not scene.quantities(params):
        return
    known = axes(params)
    x, y = (known[i] for i in data.draw(PAIRS))
    columns, rows = over_span(params, x, 5.0), over_span(params, y, 4.0)
    single = data.draw(st.booleans())
    name = data.draw(st.sampled_from(sorted(scene.quantities(params))))
    fields = {
        sort: compute(
            Question(scene, params, x, y, sort, name, single).settled(), columns, rows
        )
        for sort in MapKind
        if sort is not MapKind.ZONES or scene.zoned
    }
    for i, b in enumerate(rows.values.tolist()):
        for j, a in enumerate(columns.values.tolist()):
            there = replace(params, **{x.name: x.replaced(params, a)})
            there = replace(there, **{y.name: y.replaced(there, b)})
            says = {
                sort: ""
                if (k := fields[sort].index[i, j]) < 0
                else fields[sort].kinds[k].name
                for sort in (MapKind.REGIONS, MapKind.MISTAKES, MapKind.ZONES)
                if sort in fields
            }
            value = fields[MapKind.VALUES].values[i, j]
            if scene.zoned:
                assert says[MapKind.ZONES] == scene.zones(there).name()
            try:
                result = scene.solve(there)
            except ValueError:
                assert not any(says.values())
                assert np.isnan(value)
                continue
            rival = scene.rival(there, result, single=single)
            assert says[MapKind.REGIONS] == scene.verdict(there, result).text
            assert bool(says[MapKind.MISTAKES]) is not (rival is None or rival.agrees)
            assert value == pytest.approx(
                float(scene.quantities(there)[name]), rel=0, abs=0, nan_ok=True
            )


COLUMNS, ROWS = Samples(-3, 8, 0.5), Samples(-5, 11, 0.25)


@pytest.mark.parametrize("sort", MapKind)
@pytest.mark.parametrize("chunk", [1, 8, 9, 30, 88, 10_000])
def test_the_pieces_it_is_computed_in_do_not_show(monkeypatch, sort, chunk):
    question = asking(sort, quantity="sum", single=False)
    monkeypatch.setattr(field, "_CHUNK", chunk)
    found = compute(question, COLUMNS, ROWS)
    x, y = np.meshgrid(np.arange(-3, 5) * 0.5, np.arange(-5, 6) * 0.25)
    if sort is MapKind.VALUES:
        assert np.array_equal(found.values, x + y)
        assert found.index.size == 0
    elif sort is MapKind.REGIONS:
        assert np.array_equal(found.index == 0, np.hypot(x, y) <= 1.5)
        assert [kind.name for kind in found.kinds] == ["in", "out"]
    elif sort is MapKind.ZONES:
        assert np.array_equal(found.index, np.where(x < 0, 0, -1))
        assert [kind.name for kind in found.kinds] == ["left"]
    else:
        assert np.array_equal(found.index, np.where((x > 0) & (y > 0), 0, -1))
        assert [kind.name for kind in found.kinds] == ["64"]


@pytest.mark.parametrize("sort", MapKind)
def test_what_is_dropped_stops_between_two_pieces(monkeypatch, sort):
    monkeypatch.setattr(field, "_CHUNK", COLUMNS.count)
    scene, looks = SpotScene(), []
    question = asking(sort, scene, quantity="x")
    assert compute(question, COLUMNS, ROWS, lambda: len(looks) > 3) is not None
    scene.asked = 0
    assert (
        compute(question, COLUMNS, ROWS, lambda: looks.append(0) or len(looks) > 3)
        is None
    )
    assert scene.asked == 3


@pytest.mark.parametrize("sort", MapKind)
def test_nothing_to_sample_asks_nothing(sort):
    scene, none = SpotScene(), Samples(0, 0, 1.0)
    for columns, rows in ((none, ROWS), (COLUMNS, none), (none, none)):
        found = compute(asking(sort, scene, quantity="x"), columns, rows)
        assert found.index.size == found.values.size == 0
    assert scene.asked == 0


def found_mistakes(index):
    index = np.array(index, dtype=np.int8)
    columns = Samples(10, index.shape[1], 0.5)
    rows = Samples(-2, index.shape[0], 0.25)
    none = np.empty((0, 0))
    kind = (Kind("wrong", Role.EXIT),)
    return field.Field(asking(MapKind.MISTAKES), columns, rows, kind, index, none)


def test_a_cell_is_the_sample_nearest_to_the_numbers():
    found = compute(asking(MapKind.REGIONS), COLUMNS, ROWS)
    assert found.cell(0.7, 0.3) == (0.5, 0.25)
    assert found.cell(-1.74, 1.36) == (-1.5, 1.25)
    assert found.cell(-1.76, 0.0) is None
    assert found.cell(0.0, 1.4) is None


@given(st.data())
def test_near_mistakes_a_cell_is_the_nearest_of_them(data):
    some = st.lists(st.integers(0, 13), min_size=2, max_size=2)
    wrong = data.draw(st.lists(some, max_size=6))
    row, column = data.draw(some)
    index = np.full((14, 14), -1)
    for place in wrong:
        index[tuple(place)] = 0
    x, y = found_mistakes(index).cell((10 + column) * 0.5, (-2 + row) * 0.25)
    chosen = round(y / 0.25) + 2, round(x / 0.5) - 10
    gaps = {tuple(place): math.dist(place, (row, column)) for place in wrong}
    near = [p for p in gaps if max(abs(p[0] - row), abs(p[1] - column)) <= 3]
    if near:
        assert gaps[chosen] == min(gaps[place] for place in near)
    else:
        assert chosen == (row, column)


def test_only_points_that_can_be_moved_lie_in_the_world():
    params = Spot()
    assert field.points(params) == ["at", "place"]
    assert field.in_the_world(params, X, Y)
    assert field.in_the_world(params, Axis("place", 0), Axis("place", 2))
    for pair in (
        (Y, X),
        (X, X),
        (X, Axis("place", 1)),
        (Axis("free", 0), Axis("free", 1)),
        (Axis("turn"), Y),
    ):
        assert not field.in_the_world(params, *pair)


def test_limits_are_those_of_the_declaration():
    assert X.limits(Spot()) == (-20.0, 20.0)
    assert Axis("radius").limits(Spot()) == (0.0, 9.0)
    assert Axis("turn").limits(Spot()) == (-math.pi, math.pi)
