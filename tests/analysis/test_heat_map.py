"""Heat maps: sampling, queries and content."""

import itertools
import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest
from effort import examples
from every import every_scene_at_length
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import params_of

from playground.analysis import heat_map as maps
from playground.analysis.curve import Axis, axes
from playground.analysis.heat_map import (
    AxisSamples,
    MapKind,
    MapQuery,
    compute_map,
    list_maps,
    map_point_axes,
    sample_span,
)
from playground.scene import (
    NO_KIND_INDEX,
    Answer,
    Case,
    Listing,
    ListingComparison,
    Mistake,
    MistakeKind,
    Outcome,
    Quantity,
    RegionKind,
    Role,
    Scene,
    Zone,
    cases,
)
from playground.scene.answer import Effect
from playground.scene.params import (
    Params,
    Vec2,
    Vec3,
    angle,
    parameters_of,
    point,
    slider,
    time,
)
from playground.scene.scene import SceneEntry

MARGIN = 64

steps = st.integers(-9, 4).map(lambda power: 2.0**power)
places = st.floats(-40.0, 40.0)


@st.composite
def coverings(draw):
    """Draw arguments of `from_range`: both ends, the step and the limits."""
    low = draw(places)
    high = low + draw(st.floats(0.0, 30.0))
    limit = draw(st.sampled_from((1.0, 5.3, 20.0, 1e9)))
    return low, high, draw(steps), (-limit, limit)


@settings(max_examples=examples(40))
@given(coverings(), st.floats(-0.49, 0.49))
def test_samples_are_multiples_of_the_step_that_cover_what_is_asked(asked, off):
    low, high, step, limits = asked
    samples = AxisSamples.from_range(*asked)
    values = samples.values.tolist()
    numbers = [Fraction(x) for x in values]
    assert all(x % Fraction(step) == 0 for x in numbers)
    assert all(b - a == Fraction(step) for a, b in itertools.pairwise(numbers))
    assert samples.count <= (high - low) / step + 2 * MARGIN + 1
    wanted = max(low, limits[0]), min(high, limits[1])
    if wanted[1] - wanted[0] >= step:
        assert limits[0] <= values[0] < wanted[0] + step
        assert wanted[1] - step < values[-1] <= limits[1]
    for place, value in list(enumerate(values))[:: samples.count // 9 + 1]:
        assert samples.nearest(value) == samples.nearest(value + off * step) == place
    if values:
        (begin, end), nudge = samples.edges, step / 16
        assert samples.nearest(begin + nudge) == 0
        assert samples.nearest(end - nudge) == samples.count - 1
        assert samples.nearest(begin - nudge) is samples.nearest(end + nudge) is None


@settings(max_examples=examples(40))
@given(coverings(), st.sampled_from((2, 4, 8, 16)))
def test_coarser_samples_are_some_of_the_fine_ones_over_the_same_stretch(asked, factor):
    fine = AxisSamples.from_range(*asked)
    coarse = fine.coarsen(factor)
    expected = [x for x in fine.values.tolist() if x % (factor * fine.step) == 0]
    assert coarse.values.tolist() == expected
    for one, other in zip(fine.edges, coarse.edges, strict=True) if expected else ():
        assert abs(one - other) < factor * fine.step / 2


@every_scene_at_length
@given(data=st.data())
@settings(max_examples=examples(50))
def test_over_span_stays_within_it_in_about_as_many_cells(scene, data):
    params = data.draw(params_of(scene.params))
    axis = data.draw(st.sampled_from(axes(params)))
    low, high = axis.span(params)
    samples = sample_span(params, axis, 300.0)
    values = samples.values
    assert low <= values[0] < low + samples.step
    assert high - samples.step < values[-1] <= high
    assert 300 / 1.5 < samples.count < 300 * 1.5


@pytest.mark.parametrize("cells", [40.0, 333.0, 700.0])
def test_right_angles_are_met_exactly(cells):
    values = sample_span(Spot(), Axis("turn"), cells).values
    right = -math.pi, -math.pi / 2, 0.0, math.pi / 2, math.pi
    assert set(right) <= set(values.tolist())


@dataclass(frozen=True)
class Spot(Params):
    at: Vec2 = point(1.0, 2.0, label="P")
    place: Vec3 = point(0.0, 0.0, 0.0, label="Q")
    free: Vec2 = point(0.0, 0.0, label="F", handle=None)
    radius: float = slider(1.5, 0.0, 9.0, label="r", unit="m")
    turn: float = angle(0.5, label="a")
    moment: float = time(0.25, 0.0, 1.0, label="t", view=True)


def spot(x, y, r):
    far = x * x + y * y
    return far <= r


def spot_scene(asked: list | None = None) -> Scene:
    """Return a scene that tests |P| <= r, and appends each query to `asked`."""

    def solve(p):
        if asked is not None:
            asked.append(p)
        x, y = np.broadcast_arrays(*p.at)
        return x, y

    return Scene(
        id="spot",
        title="Spot",
        params=Spot,
        cases=cases(Case("One", Spot(), "A spot.")),
        solve=solve,
        picture=lambda p, r, out: None,
        answer=Answer(
            (
                Outcome("in", lambda p, r: np.hypot(*r) <= p.radius, True, Role.HIT),
                Outcome("out", lambda p, r: True, False, Role.MISS),
            ),
            (
                Quantity(name="x", value=lambda p, r: r[0], map=True, threshold=0.5),
                Quantity(
                    name="sum",
                    value=lambda p, r: r[0] + r[1],
                    threshold=lambda p: p.radius,
                    map=True,
                ),
            ),
            (Zone("left", lambda p, r: r[0] < 0.0, Role.SIDE_A),),
            "By the side.",
        ),
        listings=(
            Listing(
                code=spot,
                arguments=lambda p: (*p.at, p.radius),
                describe_answer=lambda t: "",
                comparison=ListingComparison,
                mistakes=tuple(
                    Mistake(
                        MistakeKind(dtype.__name__),
                        lambda t, dtype=dtype: (
                            (t.dtype is dtype) & (t.truth[0] > 0) & (t.truth[1] > 0)
                        ),
                        "",
                        line={"far =": lambda t: t.truth[0] > 1.0, "return": bool},
                    )
                    for dtype in (np.float32, np.float64)
                ),
            ),
        ),
    )


X, Y = Axis("at", 0), Axis("at", 1)


def asking(kind, scene=None, x=X, y=Y, **more):
    return MapQuery(scene or spot_scene(), Spot(), x, y, kind, **more)


def view_only(scene: SceneEntry, params: Params) -> dict[str, object]:
    """Return the params on which no answer depends."""
    known = parameters_of(scene.params)
    idle = (name for name in known if getattr(known[name], "view", False))
    return {name: getattr(params, name) for name in idle}


@every_scene_at_length
@given(data=st.data())
@settings(max_examples=examples(50))
def test_a_settled_question_forgets_only_what_the_answer_does_not_depend_on(
    scene, data
):
    params, other = (data.draw(params_of(scene.params)) for _ in range(2))
    known = axes(params)
    assume(len(known) > 1)
    x, y, *others = data.draw(st.permutations(known))
    question = MapQuery(scene, params, x, y, MapKind.REGIONS)
    idle = view_only(scene, other)
    elsewhere = replace(question, params=replace(params, **idle))
    moved = elsewhere.with_values(x.value(other), y.value(other))
    settled = question.canonicalize()
    assert replace(elsewhere, params=moved).canonicalize() == settled
    for axis in others:
        if axis.name not in idle:
            assert axis.value(settled.params) == axis.value(params)


COLUMNS, ROWS = AxisSamples(-3, 8, 0.5), AxisSamples(-5, 11, 0.25)


@pytest.mark.parametrize("kind", MapKind)
@pytest.mark.parametrize("chunk", [1, 9, 30, 10_000])
def test_the_pieces_it_is_computed_in_do_not_show(monkeypatch, kind, chunk):
    question = asking(kind, quantity="sum", dtype=np.float64)
    monkeypatch.setattr(maps, "_CHUNK_CELL_COUNT", chunk)
    found = compute_map(question, COLUMNS, ROWS)
    x, y = np.meshgrid(np.arange(-3, 5) * 0.5, np.arange(-5, 6) * 0.25)
    if kind is MapKind.VALUES:
        assert np.array_equal(found.values, x + y)
        assert (found.threshold == 1.5).all()
        assert found.index.size == 0
    elif kind is MapKind.REGIONS:
        assert np.array_equal(found.index == 0, np.hypot(x, y) <= 1.5)
        assert [kind.name for kind in found.kinds] == ["in", "out"]
    elif kind is MapKind.ZONES:
        assert np.array_equal(found.index, np.where(x < 0, 0, NO_KIND_INDEX))
        assert [kind.name for kind in found.kinds] == ["left"]
    elif kind is MapKind.BLAME:
        at = spot.__code__.co_firstlineno
        early = f"{at + 1}  far = x * x + y * y"
        late = f"{at + 2}  return far <= r"
        named = np.array([kind.name for kind in found.kinds] + [""])
        wrong = np.where(x > 1.0, early, late)
        expected = np.where((x > 0) & (y > 0), wrong, "")
        assert (named.take(found.index, mode="clip") == expected).all()
    else:
        assert np.array_equal(found.index != NO_KIND_INDEX, (x > 0) & (y > 0))
        # Of the kinds those that come, and what each makes of an answer.
        made = [("float64", effect) for effect in (Effect.MISSED_HIT, Effect.WRONG)]
        assert [(k.name, k.effect) for k in found.kinds] == made


@pytest.mark.parametrize("kind", [MapKind.ZONES, MapKind.VALUES])
def test_what_is_dropped_stops_between_two_pieces(monkeypatch, kind):
    monkeypatch.setattr(maps, "_CHUNK_CELL_COUNT", COLUMNS.count)
    asked, looks = [], []
    scene = spot_scene(asked)
    question = asking(kind, scene, quantity="x")
    assert compute_map(question, COLUMNS, ROWS, lambda: len(looks) > 3) is not None
    asked.clear()
    assert (
        compute_map(question, COLUMNS, ROWS, lambda: looks.append(0) or len(looks) > 3)
        is None
    )
    assert len(asked) == 3


@pytest.mark.parametrize("kind", [MapKind.ZONES, MapKind.VALUES])
def test_nothing_to_sample_asks_nothing(kind):
    asked, none = [], AxisSamples(0, 0, 1.0)
    scene = spot_scene(asked)
    for columns, rows in ((none, ROWS), (COLUMNS, none), (none, none)):
        found = compute_map(asking(kind, scene, quantity="x"), columns, rows)
        assert found.index.size == found.values.size == 0
    assert asked == []


def found_mistakes(index):
    index = np.array(index, dtype=np.uint8)
    columns = AxisSamples(10, index.shape[1], 0.5)
    rows = AxisSamples(-2, index.shape[0], 0.25)
    none = np.empty((0, 0))
    kind = (RegionKind("wrong", Role.EXIT),)
    question = asking(MapKind.MISTAKES)
    return maps.MapField(question, columns, rows, kind, index, none, none)


def test_a_cell_is_the_sample_nearest_to_the_numbers():
    found = compute_map(asking(MapKind.REGIONS), COLUMNS, ROWS)
    assert found.cell(0.7, 0.3) == (0.5, 0.25)
    assert found.cell(-1.74, 1.36) == (-1.5, 1.25)
    assert found.cell(-1.76, 0.0) is None
    assert found.cell(0.0, 1.4) is None


@given(st.data())
def test_near_mistakes_a_cell_is_the_nearest_of_them(data):
    some = st.lists(st.integers(0, 13), min_size=2, max_size=2)
    wrong = data.draw(st.lists(some, max_size=6))
    row, column = data.draw(some)
    index = np.full((14, 14), NO_KIND_INDEX)
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


def two_kinds(index):
    kinds = (RegionKind("wide", Role.EXIT), RegionKind("other", Role.ENTER))
    return replace(found_mistakes(index), kinds=kinds)


def test_a_line_of_a_mistake_inside_another_is_not_drawn():
    """A line one cell wide, as where two mistakes coincide, is not an area."""
    index = np.zeros((40, 60))
    index[:, 40:] = 1
    for line in (np.s_[:, 20], np.s_[17, :39]):
        lined = index.copy()
        lined[line] = 1
        assert np.array_equal(two_kinds(lined).display_index, index)
        lined[line] = NO_KIND_INDEX
        assert np.array_equal(two_kinds(lined).display_index, index)
    # What goes on beside its end is the tip of an area.
    tip = index.copy()
    tip[18:21, 30:40], tip[19, 20:30] = 1, 1
    shown = two_kinds(tip).display_index
    assert (shown[18:21, 30:40] == 1).all()


def test_a_mistake_that_fills_areas_is_not_spread_however_small_it_is():
    index = np.full((100, 100), NO_KIND_INDEX)
    index[20:24, 20:24] = 0
    assert np.array_equal(found_mistakes(index).display_index, index)


def test_a_rare_mistake_on_the_edge_of_another_is_not_spread_over_it():
    index = np.full((100, 100), NO_KIND_INDEX)
    index[:, 50:] = 0
    index[10, 50] = 1
    assert np.array_equal(two_kinds(index).display_index, index)
    index[30, 20] = 1
    assert (two_kinds(index).display_index == 1).sum() == 10


@given(st.floats(-9.0, 9.0), st.floats(-9.0, 9.0), st.floats(-9.0, 9.0))
def test_the_cells_within_some_numbers_are_those_whose_middles_are(a, b, low):
    index = np.arange(14 * 14).reshape(14, 14) % 7
    found = found_mistakes(index)
    left, right = sorted((a, b))
    part = found.crop(left, right, low, 9.0)
    x, y = found.columns.values, found.rows.values
    across, up = (left <= x) & (x <= right), (low <= y) & (y <= 9.0)
    assert part.index.tolist() == index[up][:, across].tolist()
    assert part.columns.values.tolist() == x[across].tolist()
    assert part.rows.values.tolist() == y[up].tolist()


def test_only_points_that_can_be_moved_lie_in_the_world():
    params = Spot()
    assert maps.list_movable_points(params) == ["at", "place"]
    assert maps.is_world_map(params, X, Y)
    assert maps.is_world_map(params, Axis("place", 0), Axis("place", 2))
    for pair in (
        (Y, X),
        (X, X),
        (X, Axis("place", 1)),
        (Axis("free", 0), Axis("free", 1)),
        (Axis("turn"), Y),
    ):
        assert not maps.is_world_map(params, *pair)


def test_there_are_the_maps_that_are_declared():
    scene = spot_scene()
    assert set(list_maps(scene, Spot())) == set(MapKind)
    bare = replace(scene, answer=Answer(), listings=())
    assert list_maps(bare, Spot()) == ()
    outcomes = replace(bare, answer=Answer(scene.answer.outcomes))
    assert list_maps(outcomes, Spot()) == (MapKind.REGIONS,)
    (listing,) = scene.listings
    quiet = tuple(replace(m, line="") for m in listing.mistakes)
    for less in (replace(listing, code=None), replace(listing, mistakes=quiet)):
        known = list_maps(replace(scene, listings=(less,)), Spot())
        assert set(MapKind) - set(known) == {MapKind.BLAME}
    values = replace(bare, answer=Answer(quantities=scene.answer.quantities))
    assert list_maps(values, Spot()) == (MapKind.VALUES,)


def test_a_map_moves_the_first_point_or_the_one_that_is_named():
    scene = spot_scene()
    assert map_point_axes(scene, Spot()) == (X, Y)
    place = replace(scene, map_point="place")
    assert map_point_axes(place, Spot()) == (Axis("place", 0), Axis("place", 1))
    assert map_point_axes(replace(scene, map_point="free"), Spot()) is None


TURNING = {
    "the same everywhere": (X, Y, (1, 1)),
    "of the columns": (Axis("radius"), Y, (1, 8)),
    "of the rows": (X, Axis("radius"), (11, 1)),
}


@pytest.mark.parametrize("name", TURNING)
@pytest.mark.parametrize("chunk", [1, 30, 10_000])
def test_where_the_verdict_turns_is_known_of_each_cell(monkeypatch, name, chunk):
    x, y, shape = TURNING[name]
    monkeypatch.setattr(maps, "_CHUNK_CELL_COUNT", chunk)
    question = asking(MapKind.VALUES, x=x, y=y, quantity="sum")
    found = compute_map(question, COLUMNS, ROWS)
    assert found.threshold.shape == shape
    expected = question.with_values(
        COLUMNS.values[None, :], ROWS.values[:, None]
    ).radius
    assert np.array_equal(found.threshold, np.broadcast_to(expected, shape))
