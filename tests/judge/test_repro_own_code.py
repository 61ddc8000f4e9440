"""Exported tests of user code: they call the code, and fail while it is wrong."""

import runpy
import subprocess
import sys

import numpy as np
import pytest
from judged_code import PARTS

from playground.judge.cases.generators import generate_cases
from playground.judge.evaluation import EvaluationOptions, EvaluationRun
from playground.judge.findings import FailureKind, compare_answers
from playground.judge.report.repro import build_repro_script, build_repro_test
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import CodeAnswer, CodeHeader, NoAnswerReason
from playground.judge.shrink import ShrunkCase
from scenes import SCENES

RIGHT = """
from math import sqrt
def right(origin, direction, center, radius):
    dx, dy = direction
    mx, my = center[0] - origin[0], center[1] - origin[1]
    q, b, x = dx * dx + dy * dy, mx * dx + my * dy, dx * my - dy * mx
    root = sqrt(radius * radius * q - x * x)
    return (b - root) / q
"""
HEAD = "def f(origin, direction, center, radius):\n"
BODY = "    t = right(origin, direction, center, radius)\n"
# What is returned, what the judge made of it, and what is right in the same style.
STYLES = {
    "None is a miss": ("None", FailureKind.MISSED_HIT, "t"),
    "a time": ("t + 1", FailureKind.TIME, "t"),
    "true or false": ("False", FailureKind.MISSED_HIT, "True"),
    "a mapping": ('{"hit": 1, "t": t + 1}', FailureKind.TIME, '{"hit": 1, "t": t}'),
    "a mapping's number": ('{"t": None}', FailureKind.MISSED_HIT, '{"t": t}'),
    "it raises": ("t / 0", FailureKind.CRASH, "t"),
    "not a number": ('float("nan")', FailureKind.NAN, "t"),
    "no answer": ("'yes'", FailureKind.NONSENSE, "t"),
}
ANSWERS = {
    FailureKind.MISSED_HIT: CodeAnswer(False),
    FailureKind.TIME: CodeAnswer({"hit": True, "t": 1e3}),
    FailureKind.CRASH: CodeAnswer(
        failed=NoAnswerReason.CRASH, words='it "died"\\ \N{SNOWMAN}'
    ),
    FailureKind.NAN: CodeAnswer(float("nan")),
    FailureKind.NONSENSE: CodeAnswer("yes"),
    FailureKind.SLOW: CodeAnswer(
        failed=NoAnswerReason.SLOW, words="no answer within 1 s"
    ),
}
ERRORS = (AssertionError, ArithmeticError, subprocess.CalledProcessError)


@pytest.fixture
def taken(tmp_path, monkeypatch):
    """Return a function that exports a test and a script of a wrong answer."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    ray_circle = PARTS[0]
    cases = generate_cases(ray_circle, 60, 0)
    clear = cases.hit & (cases.gap < -0.1) & (cases.true("t") > 0.1)
    clear &= cases.choice_flags["start_inside"] == 0
    case = cases.select(np.flatnonzero(clear)[:1])

    def write(code, kind):
        findings = compare_answers(case, [ANSWERS[kind]])
        assert findings.kinds() == [kind]
        trial = EvaluationRun(
            SCENES[0],
            ray_circle,
            code,
            EvaluationOptions(),
            {},
            findings,
            {},
            seconds=0.0,
        )
        small = ShrunkCase(kind, findings, shrunk=True)
        test, script = tmp_path / "test_it.py", tmp_path / "script.py"
        test.write_text(build_repro_test(trial, small, tmp_path), encoding="utf-8")
        script.write_text(build_repro_script(trial, small, tmp_path), encoding="utf-8")

    return write


def run(folder):
    """Run the exported test."""
    names = runpy.run_path(str(folder / "test_it.py"))
    (test,) = (names[name] for name in names if name.startswith("test_"))
    test()


def named(file):
    return CodeRunner.from_target(f"{file}:f", "ray_circle")


@pytest.mark.parametrize("style", STYLES)
def test_the_test_fails_until_the_code_is_right(style, taken, tmp_path, capsys):
    wrong, kind, right = STYLES[style]
    file = tmp_path / "mine.py"
    file.write_text(f"{RIGHT}{HEAD}{BODY}    return {wrong}\n")
    taken(named(file), kind)
    with pytest.raises(ERRORS):
        run(tmp_path)
    file.write_text(f"{RIGHT}{HEAD}{BODY}    return {right}\n")
    run(tmp_path)
    runpy.run_path(str(tmp_path / "script.py"))
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == ["answer", "truth"]


UNPACKED = "    origin, direction, center, radius = "
CALLED = {
    "by position only": "def f(origin, direction, center, radius, /):\n",
    "with a star": f"def f(*given):\n{UNPACKED}given\n",
    "with two stars": f"def f(**given):\n{UNPACKED}given.values()\n",
}


@pytest.mark.parametrize("way", CALLED)
def test_it_calls_the_code_as_the_judge_does(way, taken, tmp_path):
    file = tmp_path / "mine.py"
    text = f"{RIGHT}{CALLED[way]}{BODY}    return "
    file.write_text(f"{text}2 * t\n")
    taken(named(file), FailureKind.TIME)
    file.write_text(f"{text}t\n")
    run(tmp_path)


def test_what_the_code_does_not_take_it_is_not_given(taken, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def f(center): return True\n")
    code = named(file)
    code.header = CodeHeader(frozenset({"center"}))
    taken(code, FailureKind.MISSED_HIT)
    run(tmp_path)


def test_it_imports_a_file_of_a_package_by_its_name(taken, tmp_path):
    package = tmp_path / "shapes_of_mine"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "right.py").write_text(RIGHT)
    text = f"from .right import right\n{HEAD}{BODY}    return "
    (package / "ray.py").write_text(f"{text} t\n")
    taken(named(package / "ray.py"), FailureKind.TIME)
    run(tmp_path)
    assert "from shapes_of_mine.ray import f" in (tmp_path / "test_it.py").read_text()


def test_in_a_project_its_paths_may_be_moved_with_it(taken, tmp_path, monkeypatch):
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(tmp_path)
    (project / "mine.py").write_text(f"{RIGHT}{HEAD}{BODY}    return t\n")
    taken(named("project/mine.py"), FailureKind.TIME)
    run(tmp_path)
    assert str(tmp_path) not in (tmp_path / "test_it.py").read_text()


def test_what_never_ends_fails_as_well(taken, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}    while True: pass\n")
    taken(named(file), FailureKind.SLOW)
    text = (tmp_path / "test_it.py").read_text(encoding="utf-8")
    (tmp_path / "test_it.py").write_text(text.replace("join(10)", "join(0.1)"))
    file.write_text(f"from time import sleep\n{HEAD}    sleep(0.5)\n")
    with pytest.raises(AssertionError, match="no answer"):
        run(tmp_path)


PROGRAM = "import json, sys\nfor line in sys.stdin: print(json.dumps({}), flush=True)\n"


def test_a_program_is_asked_as_one(taken, tmp_path):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM.format("None"))
    taken(
        CodeRunner.from_command(f"{sys.executable} {file}", "ray_circle"),
        FailureKind.MISSED_HIT,
    )
    with pytest.raises(AssertionError):
        run(tmp_path)
    file.write_text(PROGRAM.format("json.loads(line)['function'] == 'ray_circle'"))
    run(tmp_path)


def test_an_engine_is_imported_as_ours(taken, tmp_path):
    taken(CodeRunner.from_target("engine:pymunk", "ray_circle"), FailureKind.MISSED_HIT)
    run(tmp_path)
