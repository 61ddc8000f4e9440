"""Rubrics: weights of categories, and of rounding errors."""

from types import SimpleNamespace

import numpy as np
import pytest

from playground.judge.grading.grade import (
    Rubric,
    RubricError,
    read_rubric,
    round_points,
)


def findings(wrong, rule, asked=(1, 1, 1, 1)):
    """Return the findings of two random cases and two that touch."""
    category = np.array(["random", "random", "touching", "touching"])
    return SimpleNamespace(
        any_wrong=np.array(wrong, bool),
        rule=np.array(rule, float),
        is_evaluated=np.array(asked, bool),
        cases=SimpleNamespace(category=category),
    )


def had(rubric, found):
    return {mark.category: mark.score for mark in rubric.marks(found)}


ONE_BY_RULE = findings([1, 0, 1, 0], [1.0, np.nan, 0.0, np.nan])


@pytest.mark.parametrize(
    ("rubric", "points"),
    [
        (Rubric(), {"random": 25.0, "touching": 50.0}),
        (Rubric(rounding=False), {"random": 25.0, "touching": 25.0}),
        (Rubric({"random": 30.0}), {"random": 15.0, "touching": 0.0}),
    ],
)
def test_a_category_counts_by_the_part_answered_right(rubric, points):
    assert had(rubric, ONE_BY_RULE) == points


def test_what_is_not_known_to_be_rounding_is_not_allowed():
    unknown = findings([1, 0, 0, 0], [np.nan] * 4)
    assert had(Rubric(), unknown) == {"random": 25.0, "touching": 50.0}


def test_what_was_not_asked_counts_as_nothing():
    part = findings([0, 0, 0, 0], [np.nan] * 4, asked=[1, 0, 0, 0])
    assert had(Rubric(), part) == {"random": 25.0, "touching": 0.0}


def test_all_points_are_had_only_by_who_has_all():
    assert [round_points(x) for x in (99.99, 100.0 * (1 - 1e-12), 7.25)] == [
        99.9,
        100,
        7.2,
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"points": {"random": 3, "off centre": 1.5}, "rounding": "wrong"}'),
        ("a.toml", 'rounding = "wrong"\n[points]\nrandom = 3\n"off centre" = 1.5'),
    ],
)
def test_it_is_read_from_json_and_toml(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    points = {"random": 3.0, "off centre": 1.5}
    assert read_rubric(tmp_path / name) == Rubric(points, rounding=False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "cannot read"),
        ("[]", "must be an object"),
        ('{"point": {}}', "unknown key 'point'"),
        ('{"points": {"easy": 1}}', "unknown category 'easy'"),
        ('{"points": {"random": -1}}', "must be a number, at least 0"),
        ('{"points": {"random": true}}', "must be a number, at least 0"),
        ('{"points": {"random": 0}}', "all categories are worth 0 points"),
        ('{"rounding": "half"}', "allowed or wrong"),
        ('{"allow": "touch"}', "a list of words"),
    ],
)
def test_what_is_wrong_with_it_is_said(tmp_path, text, told):
    path = tmp_path / "rubric.json"
    path.write_text(text)
    with pytest.raises(RubricError, match=told):
        read_rubric(path)
