"""Evaluation jobs in the background: progress, outcome and end."""

import pickle
import time
from pathlib import Path

import pytest
from forgetful import FORGETS

from playground.judge.evaluation import EvaluationOptions, EvaluationOutcome
from playground.session.evaluation_job import (
    EvaluationJob,
    EvaluationRequest,
    run_evaluation,
)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FORGETS)
    return path


def until_over(trial: EvaluationJob) -> None:
    end = time.monotonic() + 60.0
    while trial.state.runs:
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
def test_a_trial_tells_how_far_it_is_and_its_kinds_rules_first(mine):
    said = []
    terms = EvaluationOptions(count=300)
    of = EvaluationRequest("ray_circle", f"{mine}:ray_circle", terms)
    told = run_evaluation(lambda *x: said.append(x), of)
    assert told.outcome is EvaluationOutcome.WRONG
    assert told.lines[0].startswith("Misses every hit where it starts inside (")
    assert f" of {told.asked:,} answers are wrong" in told.lines[1]
    first = told.kinds_by_nature[0]
    assert (first.kind, first.nature) == ("missed hit", "rule")
    assert "starts inside" in first.explained
    assert "tick “start inside”" in first.explained
    assert isinstance(first.smallest.arguments["origin"], tuple)
    assert first.typical != first.smallest
    assert sum(kind.count for kind in told.kinds) == told.wrong
    shares = [share for _, share in said]
    assert shares == sorted(shares)
    assert shares[-1] < 1.0
    assert pickle.loads(pickle.dumps(told)) == told


@pytest.mark.slow
def test_it_is_held_elsewhere_and_a_save_makes_it_older(mine):
    of = EvaluationRequest(
        "ray_circle", f"{mine}:ray_circle", EvaluationOptions(count=200)
    )
    trial = EvaluationJob(of)
    assert trial.state.runs
    until_over(trial)
    assert trial.state.failure == ""
    assert trial.state.report is not None
    assert trial.state.report.kinds[0].kind == "missed hit"
    assert not trial.is_outdated
    mine.write_text(f"{FORGETS}\n")
    assert trial.is_outdated


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "scene", "says", "line"),
    [
        ("def ray_circle(:\n", "ray_circle", "SyntaxError", 1),
        (FORGETS, "nothing_of_this_name", "unknown scene 'nothing_of_this_name'", 0),
    ],
)
def test_what_cannot_be_tried_says_why(mine, text, scene, says, line):
    mine.write_text(text)
    trial = EvaluationJob(EvaluationRequest(scene, f"{mine}:ray_circle"))
    until_over(trial)
    assert says in trial.state.failure
    assert trial.state.line == line


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="of Linux")
def test_what_is_ended_leaves_nothing(mine):
    mine.write_text(FORGETS.replace("    a = ", "    while True: pass\n    a = "))
    trial = EvaluationJob(EvaluationRequest("ray_circle", f"{mine}:ray_circle"))

    def running() -> int:
        paths = Path("/proc").glob("[0-9]*/cmdline")
        return sum(str(mine).encode() in read(path) for path in paths)

    end = time.monotonic() + 60.0
    while not running():
        assert time.monotonic() < end
        time.sleep(0.02)
    trial.close()
    assert not trial.state.runs
    while running():
        assert time.monotonic() < end
        time.sleep(0.02)


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has just ended
        return b""
