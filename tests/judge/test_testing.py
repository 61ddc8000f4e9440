"""Judging a function by a line in the user's own tests."""

import json
import os
import subprocess
import sys
import tomllib
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from playground.judge.baseline import UNKNOWN_CAUSE
from playground.judge.testing import judged

ROOT = Path(__file__).parents[2]
FEW = partial(judged, scene="ray_circle", cases=60)
MINE = """
from math import dist as length

def right(origin, direction, center, radius):
    return length(origin, center) <= radius or _ahead(origin, direction, center, radius)

def _ahead(origin, direction, center, radius):
    dx, dy = direction
    mx, my = center[0] - origin[0], center[1] - origin[1]
    across = dx * my - dy * mx
    near = across * across <= radius * radius * (dx * dx + dy * dy)
    return near and dx * mx + dy * my >= 0

def outside(origin, direction, center, radius):
    if length(origin, center) < radius:
        return False
    return _ahead(origin, direction, center, radius)
"""
TESTS = """
import sys, pytest
from own_code import outside, right

def test_nothing_is_imported_yet():
    assert "numpy" not in sys.modules

def test_outside(judged):
    judged(outside, scene="ray_circle", cases=60)

def test_right(judged):
    judged(right, scene="ray_circle", cases=60, allow=["rounding"])

def own(center):
    raise ZeroDivisionError("by itself")

def test_own(judged):
    judged(own, scene="ray_circle", cases=60)
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Return a module, imported as in a user's tests."""
    (tmp_path / "own_code.py").write_text(MINE)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("own_code")
    del sys.modules["own_code"]


def test_right_code_is_no_failure(mine):
    FEW(mine.right, allow=["rounding"], seed=3)


@pytest.mark.slow
def test_what_tests_find_the_judge_finds(mine, tmp_path, monkeypatch):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "own_import.py").write_text("from own_code import right\n")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(mine, "__file__", str(folder / "own_import.py"))
    FEW(mine.right, allow=["rounding"])


@pytest.mark.slow
def test_wrong_code_fails_with_the_judge_s_report(mine):
    with pytest.raises(AssertionError) as raised:
        FEW(mine.outside, allow="rounding")
    first, second, *_, last = str(raised.value).splitlines()
    assert "it starts inside" in first
    assert second.endswith("answers are wrong.")
    command = f"judge {mine.__file__}:outside --scene ray_circle --allow rounding"
    assert last.endswith(f"{command} --cases 60")


@pytest.mark.slow
def test_what_is_known_is_no_failure(mine, tmp_path):
    known = tmp_path / "known.json"
    mistakes = [
        {"kind": "missed hit", "cause": cause, "count": 99}
        for cause in ("it starts inside", UNKNOWN_CAUSE)
    ]
    told = {"schema": 2, "scene": "ray_circle", "mistakes": mistakes}
    known.write_text(json.dumps(told))
    FEW(mine.outside, allow=["rounding"], baseline=known)


def test_what_no_other_process_finds_is_refused_in_words():
    def inner(center):
        return True

    for one in (inner, lambda center: True, partial(inner), len, TESTS.strip):
        with pytest.raises(ValueError, match="must be a module-level Python function"):
            FEW(one)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"scene": "nothing"}, "unknown scene 'nothing'"),
        ({"scene": "nothing.py"}, r"nothing\.py"),
        ({"allow": ["me"]}, "'me' cannot be allowed"),
        ({"baseline": "gone"}, "gone does not exist"),
        ({"function": "gone.py:f"}, "does not exist"),
    ],
)
def test_bad_usage_is_a_sentence(mine, given, words):
    with pytest.raises(ValueError, match=words):
        judged(**{"function": mine.right, "scene": "ray_circle", "cases": 60, **given})


@pytest.mark.slow
def test_pytest_has_it_as_a_fixture_that_costs_nothing_unused(mine, tmp_path):
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (plugin,) = points["entry-points"]["pytest11"].values()
    (tmp_path / "test_own.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", plugin, "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "2 failed, 2 passed" in done.stdout, done.stdout
    for words in (
        "E       AssertionError: Misses every hit where it starts inside (",
        "ZeroDivisionError: by itself (line 15)",
        "playground judge test_own.py:own --scene ray_circle",
    ):
        assert words in done.stdout
    assert "asserted.py" not in done.stdout
