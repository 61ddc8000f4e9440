"""Texts of two answers, and groups of cases, all derived from the scene."""

from dataclasses import replace

import pytest
from every import ENTRIES

from playground.session.answer_pair import YOUR_CODE, AnswerSign, answer_pair
from playground.session.lesson import player
from playground.session.session import Session
from playground.session.texts import CaseGroup, case_groups, case_label
from playground.session.view_model import SceneView, ViewOptions
from playground.session.view_options import Page
from scenes import SCENES, ball_block, point_ellipse, ray_circle


def told(scene, case, **wanted):
    study = SceneView(
        scene.SCENE, scene.SCENE.cases[case].params, None, ViewOptions(**wanted)
    )
    return answer_pair(study, is_user_code=False)


@pytest.mark.parametrize(
    ("scene", "case", "geometry", "sign", "article"),
    [
        (ray_circle, "Two hits", "Hit", "=", "Hit"),
        (ray_circle, "Miss", "No hit", "=", "No hit"),
        (ray_circle, "Starts inside", "Hit", "≠", "No hit"),
        (ray_circle, "Near miss of a point", "No hit", "≠", "Hit"),
        (point_ellipse, "On the boundary", "Inside", "≠", "Outside"),
        (point_ellipse, "No height", "Refused", "≠", "Outside"),
        (ball_block, "Top side", "Hit", " ", "Not yet"),
        (ball_block, "Fast ball", "Hit", "≠", "No hit"),
    ],
)
def test_the_two_answers_say_alike_whether_it_is_a_hit(
    scene, case, geometry, sign, article
):
    found = told(scene, case)
    assert (found.geometry.word, found.sign, found.code.word) == (
        geometry, sign, article
    )  # fmt: skip
    assert found.geometry.whose == "Geometry"
    assert found.code.whose == scene.SCENE.source.name


@pytest.mark.parametrize("entry", SCENES, ids=lambda entry: entry.id)
def test_no_pair_has_a_sign_that_its_words_deny(entry):
    for name, case in entry.cases.items():
        found = answer_pair(SceneView(entry, case.params), is_user_code=False)
        same = found.code is not None and found.code.word == found.geometry.word
        assert (found.sign is AnswerSign.SAME) is same, name
        # Where both say the same word, it is said what differs.
        difference = found.code.difference if found.code else ""
        assert bool(difference) is (found.differs and same), name


def test_which_side_of_the_block_is_hit_is_said():
    assert told(ball_block, "Top side").geometry.detail == (
        "First touch at t = 0.776, at the top."
    )
    assert told(ball_block, "Left side").geometry.detail.endswith("at the left side.")


def test_a_question_tells_neither_and_code_of_ones_own_is_yours():
    found = told(ray_circle, "Two hits", has_question=True)
    assert found.code is None
    params = ray_circle.SCENE.initial_params()
    assert (
        answer_pair(SceneView(ray_circle.SCENE, params), is_user_code=True).code.whose
        == YOUR_CODE
    )


def test_where_there_is_no_code_the_verdict_is_hit_or_no_hit():
    entry = replace(ray_circle.SCENE, listings=(), source=None)
    found = answer_pair(
        SceneView(entry, entry.cases["Tangent"].params), is_user_code=False
    )
    assert (found.geometry.word, found.sign, found.code) == (
        "Hit", AnswerSign.UNKNOWN, None
    )  # fmt: skip


def test_on_the_wall_the_rules_word_is_not_the_geometrys():
    found = told(ball_block, "Wall, article, slow")
    assert found.code is None
    assert found.geometry.whose == "Answer"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_every_case_is_in_the_group_that_its_answers_say(entry):
    groups = case_groups(entry)
    assert {*groups} == {*entry.cases}
    order = [*CaseGroup]
    assert sorted(groups.values(), key=order.index) == [*groups.values()]
    for name, group in groups.items():
        if entry.cases[name].mistake == "" and group is CaseGroup.DIFFERS:
            study = SceneView(entry, entry.cases[name].params)
            assert not study.comparison.agrees


def test_a_tangent_is_on_the_edge_and_a_start_inside_differs():
    groups = case_groups(ray_circle.SCENE)
    assert groups["Two hits"] is CaseGroup.TYPICAL
    assert groups["Tangent"] is CaseGroup.EDGE
    assert groups["Starts inside"] is CaseGroup.DIFFERS


@pytest.mark.parametrize("entry", SCENES, ids=lambda entry: entry.id)
def test_why_explains_at_once_and_asks_nothing(entry):
    explained = set()
    for name, case in entry.cases.items():
        session = Session(SCENES)
        session.open(session.find(entry.id))
        session.choose_case(name)
        if not case.mistake:
            continue
        before = session.params
        player.explain_mistake(session)
        if session.lesson:
            stop = session.lesson.stop
            assert stop.question is stop.task is None, name
            assert session.scene_view.comparison_in(session.scene_view.dtype).kind == (
                case.mistake
            )
            explained.add(case.mistake)
        else:  # No stop is about it: the line to blame is.
            assert session.scene_view.page is Page.CODE
            assert session.params == before
    assert explained


def test_the_name_of_a_case_tells_nothing_while_a_question_is_open():
    session = Session(SCENES)
    player.start_shipped_lesson(session, session.scene)
    assert case_label(session.scene_view) == "A question"
    player.answer_question(session, session.lesson.stop.question.right)
    assert case_label(session.scene_view) == "Two hits"
    player.start_quiz(session)
    assert case_label(session.scene_view) == "A question"
