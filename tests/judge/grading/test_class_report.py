"""Class report: students grouped by mistake, independent of numbers in texts."""

import csv
import io

import pytest

from playground.judge.grading.class_report import as_csv, common_mistakes, page_names
from playground.judge.grading.grade import (
    CategoryMark,
    GradedMistake,
    GradedOutcome,
    GradedSubmission,
)
from playground.judge.grading.submissions import Submission


def mistake(cause="angle < 0", kind="missed hit", where=0xF0, **more):
    given = {
        "nature": "rule",
        "count": 4,
        "explained": "Wrong.",
        "call": "f()",
        "answer_text": "it answers None",
        "cost": (1.0,),
        "picture": {"light": "<svg/>"},
        **more,
    }
    return GradedMistake(kind=kind, cause=cause, where=bytes([where]), **given)


def graded(name, *mistakes, points=50.0):
    marks = [CategoryMark("random", 100.0, int(points), 100)]
    one = Submission(name, f"{name}.py")
    return GradedSubmission(one, GradedOutcome.WRONG, "Wrong.", marks, mistakes)


def groups(*results):
    return [(one.label, one.text, one.names) for one in common_mistakes(results)]


def test_the_same_cause_in_much_the_same_cases_is_one_mistake():
    assert groups(
        graded("ann", mistake(where=0b11110000)),
        graded("ben", mistake(where=0b11100000)),
        graded("carol", mistake(where=0b00001111)),
    ) == [("A", "angle < 0", ["ann", "ben"]), ("B", "angle < 0", ["carol"])]


def test_errors_of_all_answers_are_one_mistake_only_if_they_are_the_same_error():
    assert groups(
        graded("ann", mistake("ZeroDivisionError", kind="crash")),
        graded("ben", mistake("PermissionError", kind="crash")),
        graded("carol", mistake("ZeroDivisionError", kind="crash")),
    ) == [
        ("A", "ZeroDivisionError", ["ann", "carol"]),
        ("B", "PermissionError", ["ben"]),
    ]


def test_the_same_wrong_cases_are_one_mistake_whatever_its_threshold():
    assert groups(
        graded("ann", mistake("the true t > 2.5e-15")),
        graded("ben", mistake("the true t > 0", cost=(0.5,))),
        graded("carol", mistake("the true t > 0", kind="phantom hit")),
    ) == [("A", "the true t > 0", ["ann", "ben"]), ("B", "the true t > 0", ["carol"])]


def test_two_ways_of_one_cause_are_one_mistake():
    own = [mistake(where=0xF0), mistake(kind="phantom hit", where=0x0F)]
    (common,) = common_mistakes([graded("ann", *own)])
    assert [made.kind for _, made in common.made] == ["missed hit", "phantom hit"]


def test_what_fails_is_one_mistake_by_what_it_says():
    said = "ValueError: math domain error"
    crash = [mistake(said, "crash", where=where) for where in (0xF0, 0x70)]
    assert groups(graded("ann", crash[0]), graded("ben", crash[1])) == [
        ("A", "ValueError: math domain error", ["ann", "ben"])
    ]


def test_rounding_comes_last_and_what_most_do_first():
    rounding = mistake("rounding", nature="rounding", where=0x01)
    found = groups(
        graded("ann", rounding, mistake(where=0x80)),
        graded("ben", rounding, mistake("radius is 0", where=0x0E)),
        graded("carol", rounding, mistake("radius is 0", where=0x0E)),
    )
    assert [words for _, words, _ in found] == ["radius is 0", "angle < 0", "rounding"]


def table(results, pages=None):
    common = common_mistakes(results)
    pages = pages or page_names([one.name for one in results])
    return as_csv(results, common, pages, 100.0)


def test_a_table_has_everybody_with_points_and_mistakes():
    text = table([graded("ann", mistake()), graded("=ben", points=100.0)])
    ann, ben = csv.DictReader(io.StringIO(text))
    assert (ann["name"], ann["points"], ann["random"]) == ("ann", "50", "50")
    assert ann["mistake A: angle < 0"] == "x"
    # No program takes it for a formula.
    assert (ben["name"], ben["points"]) == ("'=ben", "100")
    assert ben["mistake A: angle < 0"] == ""


def test_nobody_guesses_the_page_of_another_and_it_stays_where_it_is():
    names = ["ann", "ben b/../é", "=x", "con:"]
    first = page_names(names)
    assert len(set(first.values())) == 4
    for page in first.values():
        assert page.startswith("students/")
        assert len(page.rpartition("-")[2]) or page.count("-") > 1
        assert not set(page.removeprefix("students/")) & set('/\\:*?"<>| ')
    assert not set(first.values()) & set(page_names(names).values())
    before = table([graded(name) for name in names], first)
    assert page_names(names, before) == first


@pytest.mark.parametrize("before", ["", "nonsense", 'name,page\nann,"../../x.html"'])
def test_a_strange_table_from_before_leads_nowhere(before):
    assert page_names(["ann"], before)["ann"].startswith("students/ann-")
