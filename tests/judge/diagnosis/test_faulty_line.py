"""Faulty line of user code, and the texts beside its answer."""

import re
import threading
from pathlib import Path

import numpy as np
from forgetful import FORGETS

from playground.i18n import translate, use_language
from playground.judge.cases.case_set import Cases
from playground.judge.diagnosis.faulty_line import (
    find_timeout_line,
    mark_faulty_line,
    trace_endless_code,
)
from playground.judge.evaluation import scene_with_query
from playground.judge.listing_adapter import EvaluatedAnswers, replace_listing
from playground.judge.runner.in_process import InProcessRunner
from playground.judge.runner.protocol import CodeAnswer, CodeHeader, NoAnswerReason
from playground.scene.listing import ListingVerdict
from playground.tracing.trace import trace_function
from scenes import SCENES

RAY = scene_with_query(SCENES[0])
LATE = FORGETS.replace("    return t\n", "    t *= 1.5\n    return t\n")
STRICT = FORGETS.replace("if s < 0:", "if s <= 400:")
STOPS = FORGETS.replace("    s = b", "    a.none\n    s = b")


def shown(tmp_path: Path, text: str, case: str = ""):
    """Return the trace of the code at a case of the scene, with the faulty line."""
    path = tmp_path / "mine.py"
    path.write_text(text)
    scope: dict = {}
    exec(compile(text, str(path), "exec"), scope)
    p = RAY.cases[case].params if case else RAY.initial_params()
    with InProcessRunner(f"{path}:ray_circle") as code:
        code.begin(tuple(RAY.query.argument_kinds))
        own = replace_listing(RAY, code, 1e-6, ())
        found = own.listing.evaluate(p, np.float64)
    laid = trace_function(scope["ray_circle"], RAY.query.arguments(p), float)
    return mark_faulty_line(laid, found, RAY, p)


def test_of_a_wrong_number_the_line_is_lit_that_spoils_the_true_one(tmp_path):
    laid = shown(tmp_path, LATE)
    assert (laid.blamed, laid.answered_at) == (16, 17)
    assert laid.why == "It is wrong from here on. On line 13, t is still correct."
    assert laid.truth == "1.268"


def test_a_variable_with_the_name_of_a_translated_word_keeps_its_name(tmp_path):
    laid = shown(tmp_path, re.sub(r"\bt\b", "far", LATE))
    with use_language("ja"):
        assert "13行目のfarは" in translate(laid.why)


def test_without_the_true_number_the_last_is_told_that_ours_has_too(tmp_path):
    laid = shown(tmp_path, FORGETS.replace("-b - sqrt", "-2 * b - sqrt"))
    assert laid.blamed == laid.answered_at == 16
    assert "that agrees with the article's code is mx = −6.25 on line 5" in laid.why


def test_of_a_lost_hit_the_comparison_is_lit_that_decides(tmp_path):
    laid = shown(tmp_path, STRICT)
    assert (laid.blamed, laid.answered_at) == (11, 12)
    assert laid.truth.startswith("a hit at t = 1.268")


IN_ONE = """
from math import sqrt
def ray_circle(origin, direction, center, radius):
    (mx, my), (vx, vy) = [o - c for o, c in zip(origin, center)], direction
    a, b = vx * vx + vy * vy, mx * vx + my * vy
    s = b * b - a * (mx * mx + my * my - radius * radius)
    t = (-b - sqrt(s)) / a if s >= 0 else -1
    return t if t >= 0 else None
"""


def test_the_line_that_answers_may_decide_too(tmp_path):
    laid = shown(tmp_path, IN_ONE, "Starts inside")
    assert laid.blamed == laid.answered_at == 8
    assert laid.why.startswith("It decides “no hit” here.")


def test_where_the_article_is_wrong_too_it_is_no_witness(tmp_path):
    laid = shown(tmp_path, FORGETS, "Starts inside")
    assert laid.blamed == 14
    assert "article" not in laid.why


def test_beside_an_answer_that_is_not_understood_it_says_what_to_return(tmp_path):
    laid = shown(tmp_path, "def ray_circle(**_):\n    return 'yes', 3\n")
    assert laid.blamed == 2
    assert laid.why.startswith(
        "This answer is not understood. Return the first t (None for a miss), or True"
    )


def test_what_is_right_has_no_line_lit(tmp_path):
    laid = shown(tmp_path, FORGETS)
    assert (laid.blamed, laid.truth) == (0, "")


def test_where_it_stops_that_line_is_lit(tmp_path):
    laid = shown(tmp_path, STOPS)
    assert laid.blamed == laid.raised_at == 10


class Silent:
    """Code without an answer, for a given reason."""

    name, header = "silent", CodeHeader()

    def __init__(self, failed: NoAnswerReason, words: str, line: int) -> None:
        self.lock = threading.Lock()
        self._answer = CodeAnswer(failed=failed, words=words, line=line)

    def answers_to(self, cases: Cases, until: float) -> list[CodeAnswer]:
        return [self._answer] * len(cases)


def silent(
    failed: NoAnswerReason, words: str, line: int = 0
) -> tuple[EvaluatedAnswers, ListingVerdict]:
    listing = replace_listing(RAY, Silent(failed, words, line), 1e-6, ()).listing
    trial = listing.compare_with_truth(RAY.initial_params(), None, np.float64)
    return trial.answer, listing.verdict(trial)


def test_the_line_that_never_ends_is_lit():
    found, told = silent(NoAnswerReason.SLOW, "no answer within 0.5 s", 7)
    assert (told.kind, find_timeout_line(found)) == ("Too slow", 7)
    laid = trace_endless_code(FORGETS, "ray_circle", 7)
    assert laid.blamed == 7
    assert [x.number for x in laid.lines] == list(range(4, 17))


def test_what_was_not_asked_is_no_answer_that_agrees():
    found, told = silent(
        NoAnswerReason.NOT_EVALUATED, "it did not answer in time, 2 times"
    )
    assert (told.agrees, told.kind, find_timeout_line(found)) == (
        False,
        "Not tested",
        0,
    )
