"""What every case of every scene must do, whatever the scene is about."""

import math
import re
from dataclasses import replace
from itertools import chain, pairwise

import numpy as np
import pytest
from pictures import keys, numbers, records, unfit, views

from playground.app.controls import Controls
from playground.app.layout import arrange, split
from playground.app.session import Moment, Session
from playground.explore.curve import Axis, Curve, axes
from playground.scene.drawlist import DrawList, Label
from playground.scene.params import (
    Angle,
    Number,
    Params,
    Vector,
    from_dict,
    specs,
    to_dict,
)
from playground.scene.scene import AnyScene, Case, dump_state, load_state, picture
from playground.view.camera import Camera2D
from scenes import SCENES

UNITS = {"", "m", "m²", "m⁴", "°", "step", "frame"}
# A grip is a disc of about 5 pixels; nearer than this two of them cannot be told apart.
APART = 14.0
WINDOW = (1280.0, 800.0)

every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
every_case = pytest.mark.parametrize(
    ("scene", "case"),
    [
        pytest.param(scene, case, id=f"{scene.id}-{name}")
        for scene in SCENES
        for name, case in scene.cases.items()
    ],
)


@pytest.fixture(scope="module")
def moments() -> dict[tuple[str, int], Moment]:
    return {}


@pytest.fixture
def moment(
    scene: AnyScene, case: Case, moments: dict[tuple[str, int], Moment]
) -> Moment:
    """The case solved, once for all tests of this file."""
    name = scene.id, id(case)
    if name not in moments:
        moments[name] = Moment(scene, case.params)
    return moments[name]


@every_scene
def test_a_scene_says_who_and_what_it_is(scene: AnyScene) -> None:
    assert type(scene).__module__ == f"scenes.{scene.id}"
    assert scene.title
    assert scene.article.title
    assert scene.article.author
    assert scene.dimension in (2, 3)
    assert scene.first_case() in scene.cases


def test_scenes_are_in_the_order_of_their_articles() -> None:
    assert [scene.article.number for scene in SCENES] == [1, 2, 3, 4, 5]
    assert len({scene.id for scene in SCENES}) == len({s.title for s in SCENES}) == 5


@every_scene
def test_every_parameter_is_explained_and_has_a_unit(scene: AnyScene) -> None:
    for name, spec in specs(scene.params).items():
        assert spec.label, name
        assert spec.help.endswith("."), name
        if isinstance(spec, Angle):
            assert spec.unit == "°", name
        elif isinstance(spec, Vector):
            assert spec.unit == "m", name
        elif isinstance(spec, Number) and not spec.time:
            assert spec.unit in UNITS - {""}, name
    labels = [spec.label for spec in specs(scene.params).values()]
    assert len({(s.label, s.when) for s in specs(scene.params).values()}) == len(labels)


@every_scene
def test_cases_cover_hits_and_misses_and_the_article_where_it_errs(
    scene: AnyScene,
) -> None:
    cases = scene.cases.values()
    answers = [scene.verdict(c.params, scene.solve(c.params)) for c in cases]
    assert {answer.hit for answer in answers} == {True, False}
    assert any(case.differs for case in cases)
    assert not all(case.differs for case in cases)


@every_case
def test_a_case_says_what_it_shows(scene: AnyScene, case: Case) -> None:
    for text in (case.shows, case.differs or "."):
        assert text.endswith(".")
        assert "  " not in text
    assert isinstance(case.params, scene.params)
    from_dict(scene.params, to_dict(case.params))  # within every range


@every_case
def test_a_case_has_the_outcome_it_promises(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    assert moment.error == ""
    assert moment.verdict is not None
    assert moment.verdict.text == case.outcome
    assert moment.verdict.detail.endswith(".")


@every_case
def test_a_case_comes_back_from_its_file(scene: AnyScene, case: Case) -> None:
    assert load_state(dump_state(scene, case.params), SCENES) == (scene, case.params)


@every_case
def test_all_that_is_drawn_can_be_drawn(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    assert records(moment.picture)
    assert not [bad for record in records(moment.picture) if (bad := unfit(record))]
    for view in views(moment.picture):
        assert view.bounds() is not None
        for record in view.records:
            for place in ("at", "center", "a", "b", "tail", "tip"):
                at = getattr(record, place, None)
                assert at is None or len(at) == view.dimension, record
            if isinstance(record, Label):
                assert record.text.strip() == record.text != ""


@every_case
def test_drawing_twice_draws_the_same(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    assert picture(scene, case.params) == moment.picture


@every_case
def test_rows_are_named_explained_and_have_units(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    assert moment.rows
    for row in moment.rows:
        assert row.name, row
        assert row.help.endswith("."), row
        assert row.unit in UNITS, row
        assert not (row.unit and isinstance(row.value, str)), row
        assert isinstance(row.value, str) or not any(
            math.isinf(n) for n in numbers(row.value)
        ), row
    names = [row.name for row in moment.rows]
    assert len(set(names)) == len(names)


@every_case
def test_rows_hold_the_same_numbers_each_time(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    again = scene.readout(case.params, scene.solve(case.params))
    for row, other in zip(moment.rows, again, strict=True):
        assert (row.name, row.unit, row.help) == (other.name, other.unit, other.help)
        if isinstance(row.value, str):
            assert row.value == other.value
        else:
            np.testing.assert_array_equal(row.value, other.value)


@every_case
def test_the_derivation_is_neither_a_jump_nor_a_lecture(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    assert 4 <= len(moment.steps) <= 9
    for step in moment.steps:
        assert 0 < len(step.title) <= 40
        assert step.text[-1] in ".:"
        assert step.formula
        assert step.keys
    titles = [step.title for step in moment.steps]
    assert len(set(titles)) == len(titles)


@every_case
def test_formulas_are_whole(scene: AnyScene, case: Case, moment: Moment) -> None:
    for step in moment.steps:
        for latex in (step.formula, step.numbers, step.result):
            assert latex.isascii()
            assert "nan" not in re.sub(r"\\[a-zA-Z]+", "", latex)
            bare = re.sub(r"\\[{}]", "", latex)
            depth = np.cumsum([(c == "{") - (c == "}") for c in bare] or [0])
            assert depth[-1] == 0
            assert depth.min() >= 0
            opened, closed = (
                len(re.findall(rf"\\{side}(?![a-z])", latex))
                for side in ("left", "right")
            )
            assert opened == closed


@every_case
def test_each_step_points_at_something_drawn(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    drawn = keys(moment.picture)
    for number, step in enumerate(moment.steps, 1):
        assert drawn & set(step.keys), (number, step.title)


@every_scene
def test_no_key_is_a_slip_of_the_pen(scene: AnyScene) -> None:
    """A quantity may be missing where it is zero, but not in every case."""
    moments = [Moment(scene, case.params) for case in scene.cases.values()]
    drawn = set(chain.from_iterable(keys(m.picture) for m in moments))
    named = {k for m in moments for step in m.steps for k in step.keys}
    named |= {row.key for m in moments for row in m.rows} - {""}
    assert named <= drawn


@every_case
def test_the_picture_grows_with_the_steps_until_it_is_whole(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    last = len(moment.steps)
    assert max(record.since for record in records(moment.picture)) <= last
    shown = [moment.picture.upto(k) for k in range(last + 1)]
    assert shown[last] == moment.picture
    assert records(shown[1])
    for fewer, more in pairwise(shown):
        kept = {id(record) for record in records(more)}
        assert all(id(record) in kept for record in records(fewer))


@every_case
def test_time_stops_within_its_range_and_each_stop_has_a_name(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    line = moment.timeline
    if line is None:
        assert not any(getattr(s, "time", False) for s in specs(scene.params).values())
        return
    spec = specs(scene.params)[line.parameter]
    assert isinstance(spec, Number)
    assert spec.time
    assert spec.low <= line.start < line.end <= spec.high
    assert line.seconds > 0.0
    assert all(line.start <= stop <= line.end for stop in line.stops)
    assert list(line.stops) == sorted(line.stops)
    assert len(line.names) == len(line.stops)
    assert all(line.names)
    assert line.start <= getattr(case.params, line.parameter) <= line.end


def check_curve(scene: AnyScene, params: Params, drawn: Curve) -> None:
    """See that every root is one, and that every change of sign has one."""
    axis, x = drawn.axis, drawn.x
    assert axis.label(params)
    assert (np.diff(x) > 0.0).all()
    assert all(drawn.lines)
    lines = np.stack(list(drawn.lines.values()))
    assert lines.shape == (len(drawn.lines), len(x))
    largest = np.abs(lines[np.isfinite(lines)]).max(initial=0.0)
    for root in drawn.roots:
        assert x[0] <= root <= x[-1]
        there = {axis.name: axis.replaced(params, root)}
        values = scene.measure(replace(params, **there)).values()
        assert min(abs(float(value)) for value in values) <= 1e-6 * largest
    for _, i in zip(*np.nonzero(lines[:, :-1] * lines[:, 1:] < 0.0), strict=True):
        assert any(x[i] <= root <= x[i + 1] for root in drawn.roots), (axis, x[i])


@every_case
def test_the_curve_is_zero_at_its_roots_and_nowhere_else(
    scene: AnyScene, case: Case, moment: Moment
) -> None:
    axis = Axis(*scene.measured_against())
    if axis in axes(case.params):
        drawn = moment.curve(axis)
        if case.outcome == "Refused":  # nothing is defined, so nothing is drawn
            assert drawn is None
            return
        assert drawn is not None
        check_curve(scene, case.params, drawn)


@every_scene
def test_every_number_can_be_the_axis_of_the_curve(scene: AnyScene) -> None:
    params = scene.cases[scene.first_case()].params
    moment = Moment(scene, params)
    for axis in axes(params):
        drawn = moment.curve(axis)
        assert drawn is not None
        assert drawn.x[0] <= axis.value(params) <= drawn.x[-1]
        check_curve(scene, params, drawn)


@every_scene
def test_grips_can_be_told_apart_when_a_scene_opens(scene: AnyScene) -> None:
    session = Session((scene,))
    controls = Controls(session)
    moment = session.moment
    panels = arrange(
        *WINDOW, curve=session.curve is not None, transport=moment.timeline is not None
    )
    controls.places = split(panels.canvas, 1 + len(moment.picture.views))
    camera, place = controls.camera(0), controls.places[0]
    grips = session.grips(controls.pixel())
    assert grips
    at = [camera.to_screen(grip.at, place) for grip in grips]
    for i, (x, y) in enumerate(at):
        assert place.contains(x, y), grips[i]
        for j in range(i):
            gap = math.dist(at[i], at[j])
            assert gap >= APART, (grips[i].label, grips[j].label, gap)


@every_scene
def test_opening_a_scene_fills_the_canvas(scene: AnyScene) -> None:
    drawn = picture(scene, scene.cases[scene.first_case()].params)
    for view in views(drawn):
        bounds = view.bounds()
        assert bounds is not None
        if view.dimension == 2:
            camera = Camera2D.fitted(
                bounds, arrange(*WINDOW, curve=False, transport=False).canvas
            )
            assert 20.0 <= camera.scale <= 200.0


@every_scene
def test_what_cannot_be_solved_is_sketched(scene: AnyScene) -> None:
    out = DrawList(dimension=scene.dimension)
    scene.sketch(scene.cases[scene.first_case()].params, out)
    assert not [bad for record in records(out) if (bad := unfit(record))]
