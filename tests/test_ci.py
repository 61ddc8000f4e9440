"""A run in CI must have run everything, but for what only `-m exhaustive` runs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SKIPPED = "def test_it():\n    pytest.skip('no reason')\n"
EXHAUSTIVE = "@pytest.mark.exhaustive\ndef test_it():\n    assert False\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ci", "body", "options", "code", "told"),
    [
        ("true", SKIPPED, (), pytest.ExitCode.TESTS_FAILED, "CI must skip nothing"),
        ("false", SKIPPED, (), pytest.ExitCode.OK, "1 skipped in"),
        ("true", EXHAUSTIVE, (), pytest.ExitCode.NO_TESTS_COLLECTED, "1 deselected"),
        (
            *("true", EXHAUSTIVE, ("-m", "not slow")),
            *(pytest.ExitCode.NO_TESTS_COLLECTED, "1 deselected"),
        ),
        (
            *("true", EXHAUSTIVE, ("-m", "exhaustive")),
            *(pytest.ExitCode.TESTS_FAILED, "1 failed"),
        ),
    ],
)
def test_what_is_left_out_of_a_run(tmp_path, ci, body, options, code, told):
    for name in ("conftest.py", "effort.py"):
        shutil.copy(Path(__file__).with_name(name), tmp_path)
    markers = "[pytest]\nmarkers =\n    slow\n    exhaustive\n"
    (tmp_path / "pytest.ini").write_text(markers, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(f"import pytest\n{body}", encoding="utf-8")
    program = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, tmp_path],
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
