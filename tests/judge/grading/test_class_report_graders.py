"""Grading processes: a failure costs one submission, and does not block others."""

from pathlib import Path

import drawn_badly
import pytest

from playground.cli.targets import find_scene_or_file
from playground.judge.evaluation import EvaluationOptions
from playground.judge.grading import class_report
from playground.judge.grading.class_report import Assignment, grade_all
from playground.judge.grading.grade import Drawing, Rubric
from playground.judge.grading.submissions import Submission

WRONG = "def ray_circle(origin, direction, center, radius):\n    return None\n"


@pytest.fixture
def results(tmp_path, monkeypatch):
    """Return a function that grades with one process, in which pictures fail."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    drawing = Drawing(drawn_badly.of_case, drawn_badly.of_map)
    of = Assignment(
        "ray_circle", find_scene_or_file, EvaluationOptions(count=60), Rubric(), drawing
    )

    def graded(*names):
        handed_in = []
        for name in names:
            file = tmp_path / name / "mine.py"
            file.parent.mkdir()
            file.write_text(WRONG)
            handed_in.append(Submission(name, file.name, file))
        return [(one.outcome, one.verdict) for one in grade_all(handed_in, of, 1)]

    return graded


@pytest.mark.slow
def test_what_keeps_one_from_being_graded_is_told_and_others_are(results):
    dies, raises, wrong = results("dies", "raises", "wrong")
    assert dies == ("undecided", "The process that tested it has ended.")
    assert raises[0] == "undecided"
    assert raises[1].endswith("ValueError: no picture.")
    assert wrong[0] == "wrong"


@pytest.mark.slow
def test_nobody_waits_for_ever(results, monkeypatch):
    monkeypatch.setattr(class_report, "_TIME_LIMIT_FACTOR", 0.0)
    monkeypatch.setattr(class_report, "_EXTRA_TIME_S", 0.5)
    assert (
        results("sleeps", "wrong")
        == [("undecided", "The process that tested it took too long.")] * 2
    )
