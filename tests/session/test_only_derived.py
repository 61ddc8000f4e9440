"""Hidden answers: nothing reveals more than the current step or question allows."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from effort import one_and_slowly_each
from every import ENTRIES

from playground.scene.primitives import Label, MagnifierTarget
from playground.scene.scene import SceneEntry
from playground.session.lesson import player
from playground.session.lesson.document import read_shipped_lesson
from playground.session.session import Session
from playground.session.view.animation import (
    MAX_NAMES,
    animate_primitives,
    find_mentioned_keys,
)
from playground.session.view_model import SceneView
from playground.session.view_options import Page
from playground.web import svg_figure

DERIVED = [entry for entry in ENTRIES if SceneView(entry, entry.initial_params()).steps]
TAUGHT = [entry for entry in ENTRIES if entry.lesson_path]
each_derived, each_taught = (
    pytest.mark.parametrize("entry", one_and_slowly_each(x), ids=lambda entry: entry.id)
    for x in (DERIVED, TAUGHT)
)


def _steps(entry: SceneEntry) -> Iterator[tuple[Session, SceneView]]:
    """Yield a session at every step of every case, with all its texts."""
    session = Session([entry])
    for name, case in entry.cases.items():
        whole = SceneView(entry, case.params)
        for step in range(1, len(whole.steps) + 1):
            session.choose_case(name)
            session.look(page=Page.DERIVATION, compare=True)
            session.open_scene.step = step
            yield session, whole


def _words(study: SceneView) -> set[str]:
    """Return the texts of the canvas."""
    return {
        r.text
        for view in animate_primitives(study).self_and_views
        for r in view.primitives
        if isinstance(r, Label | MagnifierTarget)
    }


@each_derived
def test_every_step_tells_nothing_of_a_later_one(entry: SceneEntry) -> None:
    for session, whole in _steps(entry):
        study, step = session.scene_view, session.open_scene.step
        where = session.open_scene.case, step
        drawn = {
            r.key
            for v in whole.picture.limit_to_step(step).self_and_views
            for r in v.primitives
        }
        told = step >= (whole.deciding(of_article=False) or len(whole.steps))
        assert study.verdict == (whole.verdict if told else None), where
        # A yes or no, or a word, is an answer; a number stands for what is drawn.
        rows = {row.name: row for row in study.rows}
        if not told:
            assert not [r for r in rows.values() if isinstance(r.value, str)], where
            assert {row.key for row in rows.values()} <= drawn, where
        curve = study.curve
        named = {q.label: q.title for q in study.scene.answer.curves if q.row}
        for line in curve.lines if curve else ():
            assert line not in named or named[line] in rows, (where, line)
        if curve and not told:
            assert any(one.plots for one in whole.steps[:step]), where
            assert (curve.decides, curve.roots) == ("", ()), where
        assert curve is None or {n for _, n, _ in curve.crossings} <= {*curve.lines}
        if not told:
            assert study.comparison is None, where
            assert animate_primitives(study) == animate_primitives(
                study.with_options(_plain(study))
            ), where
            assert (
                whole.verdict is None
                or whole.verdict.text not in svg_figure.describe_figure(session)
            ), where
        if study.timeline and not told:
            ends = study.timeline.start, study.timeline.end
            untold = study.scene.timeline(study.params, None)
            assert {*study.timeline.stops} <= {*ends, *untold.stops}, where


def _plain(study: SceneView):
    return study.options._replace(compared=False)


@each_derived
def test_what_is_derived_stays_told(entry: SceneEntry) -> None:
    known: dict[tuple[str, int | None], set[str]] = {}
    for session, whole in _steps(entry):
        where = session.open_scene.case, session.open_scene.step
        known[where] = {row.name for row in session.scene_view.rows}
        if where[1] == len(whole.steps):
            assert known[where] == {row.name for row in whole.rows}, where
            assert session.scene_view.comparison == whole.comparison_in(whole.dtype)
    for (one, before), (case, after) in pairwise(known):
        assert case != one or known[one, before] <= known[case, after], (case, after)


@each_derived
def test_a_step_names_what_it_is_about_and_at_most_five_things(
    entry: SceneEntry,
) -> None:
    for session, whole in _steps(entry):
        step = session.open_scene.step
        own = whole.steps[step - 1]
        shown = [
            r
            for view in animate_primitives(session.scene_view).self_and_views
            for r in view.primitives
            if isinstance(r, Label) and r.key
        ]
        assert len({r.key for r in shown}) <= MAX_NAMES, (session.open_scene.case, step)
        new = {r.key for r in shown if r.first_step == step}
        mentioned = find_mentioned_keys(shown, own.text)
        assert {r.key for r in shown} <= {*own.keys, *mentioned} | new


def test_a_name_that_is_pointed_at_is_there_at_any_step() -> None:
    entry = next(e for e in ENTRIES if e.id == "ray_circle")
    session = Session([entry])
    session.look(page=Page.DERIVATION)
    session.open_scene.step = 7
    assert "O" not in _words(session.scene_view)
    lit = animate_primitives(session.scene_view, 1.0, {"O": 1.0})
    assert "O" in {r.text for r in lit.primitives if isinstance(r, Label)}


@each_taught
def test_every_question_of_a_lesson_tells_nothing_before_its_answer(
    entry: SceneEntry,
) -> None:
    session = Session(ENTRIES)
    plan = read_shipped_lesson(entry, ENTRIES)
    assert plan is not None
    player.start_lesson(session, plan)
    asked = 0
    for place, stop in enumerate(plan.stops):
        player.go_to_stop(session, place)
        if stop.question is None:
            continue
        asked += 1
        study = session.scene_view
        whole = SceneView(stop.state.scene, stop.state.params)
        assert (study.verdict, study.rows, study.steps) == (None, [], [])
        assert (study.curve, study.question, study.comparison) == (None, None, None)
        assert (study.trace, study.precision) == (None, [])
        assert study.timeline is None or not study.timeline.stops
        given = {
            r.text
            for r in whole.picture.limit_to_step(0).primitives
            if isinstance(r, Label)
        }
        assert _words(study) <= given
        title = entry.title
        assert svg_figure.describe_figure(session) == (title, title)
        player.answer_question(session, stop.question.right)
        assert session.scene_view.verdict is not None or session.scene_view.current_step
    assert asked
