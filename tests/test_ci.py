"""Completeness of CI runs, except for tests that only `-m exhaustive` runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

def test_skipped():
    pytest.skip("no reason")

@pytest.mark.exhaustive
def test_exhaustive():
    assert False
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ci", "expression", "code", "told"),
    [
        ("true", "not slow", pytest.ExitCode.TESTS_FAILED, "CI must skip nothing"),
        ("false", "", pytest.ExitCode.OK, "1 skipped, 1 deselected in"),
        ("true", "exhaustive", pytest.ExitCode.TESTS_FAILED, "1 failed, 1 deselected"),
    ],
)
def test_what_is_left_out_of_a_run(tmp_path, ci, expression, code, told):
    for name in ("conftest.py", "effort.py"):
        shutil.copy(Path(__file__).with_name(name), tmp_path)
    markers = "[pytest]\nmarkers =\n    slow\n    exhaustive\n"
    (tmp_path / "pytest.ini").write_text(markers, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    options = ("-p", "no:cacheprovider", "-m", expression)
    program = subprocess.run(
        [sys.executable, "-m", "pytest", *options, tmp_path],
        cwd=tmp_path,
        env={**os.environ, "CI": ci},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert program.returncode == code, program.stdout
    assert told in program.stdout
