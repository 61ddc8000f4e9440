"""A run in CI must have run everything."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ci", "body", "code"),
    [
        ("true", "pass", pytest.ExitCode.OK),
        ("true", "pytest.skip('no reason')", pytest.ExitCode.TESTS_FAILED),
        ("", "pytest.skip('no reason')", pytest.ExitCode.OK),
        ("false", "pytest.skip('no reason')", pytest.ExitCode.OK),
        ("", "assert False", pytest.ExitCode.TESTS_FAILED),
    ],
)
def test_a_skipped_test_fails_the_run_in_ci_only(tmp_path, ci, body, code):
    for name in ("conftest.py", "effort.py"):
        shutil.copy(Path(__file__).with_name(name), tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    test = tmp_path / "test_it.py"
    test.write_text(f"import pytest\ndef test_it():\n    {body}\n", encoding="utf-8")
    program = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "CI": ci},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert program.returncode == code, program.stdout
    told = "1 skipped: CI must skip nothing" in program.stdout
    assert told == (ci == "true" and "skip" in body)
