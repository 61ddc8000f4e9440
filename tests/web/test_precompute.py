"""Precomputed samples of a page: texts and drawings as in the scene."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from effort import one_and_exhaustively_each, one_and_slowly_each
from lesson_page import read
from page_data import decode_column, decode_texts

from playground.scene import params as parameters
from playground.scene.camera import Camera2D
from playground.scene.math_text import format_number
from playground.scene.primitives import (
    Arrow,
    Capsule,
    Circle,
    Dimension,
    Dot,
    Label,
    Primitive,
    Segment,
    Sphere,
)
from playground.scene.solution import Solution, solve_scene
from playground.session.answer_pair import answer_pair
from playground.session.lesson.document import Stop
from playground.session.saved_state import State, case_state
from playground.session.view_options import Page
from playground.web.columns import Column, Texts
from playground.web.precompute import (
    SampleBudget,
    SharedSamples,
    group_stops,
    sample_states,
)
from playground.web.serialize.colors import role_color_index
from playground.web.serialize.sample_texts import mark_name_symbols
from scenes import SCENES

# One hit and the wall are two scenes.
STATES = [case_state(scene) for scene in SCENES]
STATES.append(case_state(SCENES[-1], "Wall, article, fast"))
STATES.append(case_state(SCENES[0], "Starts inside"))
# Their samples take seconds.
EVERY = pytest.mark.parametrize(
    "place",
    one_and_slowly_each(range(len(STATES))),
    ids=[f"{s.scene.id} {s.case}" for s in STATES],
)


@dataclass(frozen=True)
class Told:
    """The samples of a stop, as in the page."""

    state: State
    shared: SharedSamples
    set: dict[str, Any]

    @property
    def count(self) -> int:
        return len(self.shared.samples.states)

    def texts(self, packed: Texts) -> list[str]:
        return [read(text) for text in decode_texts(packed, self.count)]

    def numbers(self, packed: Column) -> list[int]:
        return decode_column(packed, self.count)

    def answers(self) -> list[Solution | None]:
        return [_asked(self.state, p) for p in self.shared.samples.states]


@cache
def told(place: int) -> Told:
    state = STATES[place]
    shared = SharedSamples([Stop(state, "Look.")], 40)
    return Told(state, shared, shared.serialize())


def _asked(state: State, p: parameters.Params) -> Solution | None:
    try:
        return solve_scene(state.scene, p)
    except ValueError:
        return None


@EVERY
def test_verdicts_and_numbers_are_the_scenes_own(place: int) -> None:
    one = told(place)
    counts = [dim["count"] for dim in one.set["dims"]]
    assert np.prod(counts) == one.count == one.set["samples"] > 8
    at = one.shared.serialize_stop(one.shared.stops[0])["at"]
    assert one.shared.samples.states[at] == one.state.params
    words = one.texts(one.set["verdict"]["word"])
    sentences = one.texts(one.set["verdict"]["sentence"])
    hits = one.numbers(one.set["verdict"]["hit"])
    rows = {read(row["name"]): one.texts(row["value"]) for row in one.set["rows"]}
    for i, answer in enumerate(one.answers()):
        verdict = answer and answer.verdict
        assert words[i] == (verdict.headline if verdict else "No answer")
        if verdict:
            assert sentences[i] == read(verdict.detail)
            assert hits[i] == (-1 if verdict.is_mistake else int(verdict.hit))
        values = {
            read(row.name): read(format_number(row.value, row.digits))
            for row in (answer.rows if answer else ())
        }
        assert values == {name: said[i] for name, said in rows.items() if said[i]}


@EVERY
def test_the_article_answers_in_each_as_it_does(place: int) -> None:
    one = told(place)
    told_of = one.set["article"]
    if told_of is None:
        assert one.shared.moments[0].scene.listing is None
        return
    found = zip(
        one.numbers(told_of["agrees"]),
        one.texts(told_of["word"]),
        one.texts(told_of["sign"]),
        one.texts(told_of["difference"]),
        one.texts(told_of["agreement"]),
        one.texts(told_of["why"]),
        strict=True,
    )
    for moment, said in zip(one.shared.moments, found, strict=True):
        compared = moment.comparison
        if compared:
            pair = answer_pair(moment, is_user_code=False)
            assert pair.code
            own = (
                compared.agrees,
                read(pair.code.word),
                pair.sign.value,
                read(pair.code.difference),
                read(pair.agreement),
                read(compared.why),
            )
            assert said == own


@EVERY
def test_steps_are_those_of_the_samples_state(place: int) -> None:
    one = told(place)
    titles = [one.texts(step["title"]) for step in one.set["steps"]]
    said = [one.texts(step["text"]) for step in one.set["steps"]]
    for i, answer in enumerate(one.answers()):
        steps = answer.steps if answer else []
        assert [read(step.title) for step in steps] == [t[i] for t in titles if t[i]]
        assert [read(step.text) for step in steps] == [s[i] for s in said[: len(steps)]]


def _numbers(one: Told, prim: dict[str, Any], i: int) -> list[int]:
    return [one.numbers(packed)[i] for packed in prim["n"]]


def _drawn(
    one: Told, view: dict[str, Any], i: int, compared: bool
) -> dict[tuple[Any, ...], list[list[float]]]:
    """Return a sample's simple shapes in the world, by kind and look."""
    found: dict[tuple[Any, ...], list[list[float]]] = {}
    for prim in view["prims"]:
        there = one.numbers(prim.get("there", 1))[i]
        if not there or (prim.get("article") and not compared):
            continue
        if prim["k"] in _SIMPLE.values():
            known = prim["k"], prim.get("key", ""), prim.get("since", 0)
            looks = prim["tone"], one.numbers(prim.get("a", 255))[i]
            numbers = [n * view["unit"] for n in _numbers(one, prim, i)]
            own = numbers[:2] if prim["k"] == "dot" else numbers
            found.setdefault((*known, *looks), []).append(own)
    return found


def _labelled(one: Told, view: dict[str, Any], i: int, compared: bool) -> Counter[str]:
    """Return the labels of a sample, counted."""
    labels = (
        one.texts(label["text"])[i]
        for label in view["texts"]
        if compared or not label.get("article")
    )
    return Counter(text for text in labels if text)


_SIMPLE = {Dot: "dot", Segment: "segment", Arrow: "arrow", Circle: "circle"}


def _places(record: Primitive) -> list[float]:
    if isinstance(record, Dot):
        return [*record.at]
    if isinstance(record, Circle):
        return [*record.center, record.radius]
    assert isinstance(record, Segment | Arrow)
    is_segment = isinstance(record, Segment)
    ends = (record.a, record.b) if is_segment else (record.tail, record.tip)
    return [float(x) for end in ends for x in end]


def _recorded(records: list[Primitive]) -> dict[tuple[Any, ...], list[list[float]]]:
    """Return the same shapes from the scene's primitives."""
    own: dict[tuple[Any, ...], list[list[float]]] = {}
    for record in records:
        if type(record) in _SIMPLE and np.isfinite(_places(record)).all():
            known = _SIMPLE[type(record)], record.key, record.first_step
            looks = role_color_index(record.role), round(record.alpha * 255)
            own.setdefault((*known, *looks), []).append(_places(record))
    return own


@EVERY
@pytest.mark.parametrize("compared", one_and_exhaustively_each([True, False]))
def test_figures_are_the_windows_own(place: int, compared: bool) -> None:
    one = told(place)
    for i in range(0, one.count, 7):
        answer = _asked(one.state, one.shared.samples.states[i])
        if answer is None:
            continue
        drawn = answer.draw(one.shared.dtype if compared else None)
        seen = zip(
            one.set["views"], drawn.self_and_views, one.shared.cameras, strict=True
        )
        for view, records, camera in seen:
            if not isinstance(camera, Camera2D):
                continue
            own = _recorded(records.primitives)
            found = _drawn(one, view, i, compared)
            assert own
            assert set(found) == set(own)
            for known, numbers in own.items():
                # A pixel has 20 units; what is nearer than half of one is the same.
                assert np.allclose(found[known], numbers, atol=0.51 * view["unit"])
            assert 19.0 < 1.0 / view["unit"] / camera.scale < 21.0
            assert view["camera"] == [*camera.center, camera.scale]
            assert _labelled(one, view, i, compared) == _said(records.primitives)


def _said(records: list[Primitive]) -> Counter[str]:
    """Return the texts of primitives, without marks and with plain letters, counted."""
    worded = (r for r in records if isinstance(r, Label | Dimension) and r.text)
    return Counter(read(mark_name_symbols(r.text)) for r in worded)


@EVERY
def test_a_handle_stands_where_its_parameter_is(place: int) -> None:
    one = told(place)
    camera = one.shared.cameras[0]
    for dim, way in zip(one.set["dims"], one.shared.samples.handles, strict=False):
        along = [one.numbers(dim[axis]) for axis in "xyz" if axis in dim]
        names = decode_texts(dim["names"], dim["count"])
        assert len(set(names)) == dim["count"]
        if isinstance(camera, Camera2D) and way.is_planar:
            unit = one.set["views"][0]["unit"]
            for p, x, y in zip(one.shared.samples.states, *along, strict=True):
                at = getattr(p, way.grip.name)
                assert (x * unit, y * unit) == pytest.approx(at, abs=unit)


def test_times_have_every_places_own_stops() -> None:
    one = told([s.scene.id for s in STATES].index("sphere_line"))
    moments = one.shared.samples.moments
    assert moments is not None
    stopped = 0
    for moment in one.shared.moments:
        timeline = moment.timeline
        assert timeline is not None
        place = one.shared.moments.index(moment) // len(moments.times[0])
        for stop in timeline.stops:
            assert timeline.clamp(stop) in moments.times[place]
            stopped += 1
    assert stopped
    assert all(list(row) == sorted(row) for row in moments.times)


def test_places_are_denser_where_the_verdict_turns() -> None:
    scene, p = SCENES[2], SCENES[2].initial_params()
    samples = sample_states(
        scene, [p], SampleBudget(800, (0.0, -2.0), (9.0, 5.0)), np.float64
    )
    count = len(samples.moments.times[0]) if samples.moments else 1
    places = [(s.point, solve_scene(scene, s).verdict) for s in samples.states[::count]]
    near, apart = [], []
    for i, (a, one) in enumerate(places):
        for b, other in places[:i]:
            assert one
            assert other
            gaps = near if one.text != other.text else apart
            gaps.append(np.hypot(*np.subtract(a, b)))
    assert min(near) < 0.01
    assert sorted(near)[10] < 0.01
    assert sorted(apart)[10] > 0.05


@EVERY
def test_every_place_is_in_sight(place: int) -> None:
    one = told(place)
    first = one.set["dims"][0]
    if isinstance(one.shared.cameras[0], Camera2D) and first["plane"]:
        unit, (x, y, scale) = (one.set["views"][0][n] for n in ("unit", "camera"))
        for axis, middle, most in zip("xy", (x, y), one.shared.size, strict=True):
            for at in one.numbers(first[axis]):
                assert abs(at * unit - middle) <= most / scale / 2


def test_stops_that_differ_in_the_time_alone_share_their_samples() -> None:
    state = next(s for s in STATES if s.scene.id == "sphere_line")
    p = state.params
    later = replace(state, params=replace(p, t=0.8125), page=Page.DERIVATION, step=3)
    other = replace(state, params=replace(p, radius=0.5))
    stops = [Stop(s, "") for s in (state, later, other)]
    assert group_stops(stops) == [[0, 1], [2]]
    shared = SharedSamples(stops[:2], 30)
    found = [
        shared.samples.states[shared.serialize_stop(stop)["at"]] for stop in stops[:2]
    ]
    assert found == [p, later.params]
    told_of = shared.serialize_stop(stops[1])
    assert (told_of["page"], told_of["step"]) == ("derivation", 3)


def _shapes(one: Told, i: int, kind: str) -> list[list[float]]:
    """Return the numbers of one kind of a sample's shapes in the first view, sorted."""
    return sorted(
        [float(n) for n in _numbers(one, prim, i)]
        for prim in one.set["views"][0]["prims"]
        if prim["k"] == kind and one.numbers(prim.get("there", 1))[i]
    )


def test_a_view_in_space_has_its_records_in_the_world() -> None:
    one = told([s.scene.id for s in STATES].index("sphere_line"))
    for i, p in enumerate(one.shared.samples.states):
        answer = _asked(one.state, p)
        assert answer
        records = answer.draw(one.shared.dtype).primitives
        own = {
            "sphere": [[*r.center, r.radius] for r in records if isinstance(r, Sphere)],
            "capsule": [
                [*r.a, *r.b, r.radius] for r in records if isinstance(r, Capsule)
            ],
            "arrow": [[*r.tail, *r.tip] for r in records if isinstance(r, Arrow)],
        }
        for kind, numbers in own.items():
            found = _shapes(one, i, kind)
            assert found
            assert np.allclose(found, 1e4 * np.array(sorted(numbers)), atol=0.51)
        words = [r.text for r in records if isinstance(r, Label)]
        assert _labelled(one, one.set["views"][0], i, True) == Counter(words)


def test_a_stop_that_shows_the_code_has_it_line_by_line() -> None:
    scene = SCENES[0]
    state = replace(case_state(scene, "Starts inside"), page=Page.CODE)
    shared = SharedSamples([Stop(state, "")], 20)
    laid_open, count = shared.serialize()["code"], len(shared.moments)
    assert shared.serialize_stop(shared.stops[0])["page"] == "code"
    blamed = decode_column(laid_open["blamed"], count)
    assert blamed[shared.samples.states.index(state.params)]
    for i, moment in enumerate(shared.moments):
        laid = moment.trace_in(shared.dtype)
        assert laid
        there = [line.text for line in laid.lines]
        assert there == [line["text"] for line in laid_open["lines"]]
        reached = [
            decode_column(line["reached"], count)[i] for line in laid_open["lines"]
        ]
        assert reached == [int(line.reached) for line in laid.lines]
        lit = laid.blamed - laid.lines[0].number + 1 if laid.blamed else 0
        assert blamed[i] == lit
    assert told(0).set["code"] is None
