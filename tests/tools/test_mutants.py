"""Mutation testing: faults that a toy's test does not notice are reported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(__file__).with_name("mutants.py")
TOY = """
def far(x: int) -> bool:
    return x > 1


def never_asked(x: int) -> int:
    return x + 1
"""
TEST = """
from toy import far


def test_far() -> None:
    assert far(2)
    assert not far(0)
"""
SAID = """
MOST = 3
HUGE = 1e99  # one more is the same


def word() -> None:
    print()
"""
WORD_TEST = """
from toy.said import word


def test_word() -> None:
    assert word() is None
"""
SAID_TEST = """
from pathlib import Path

from toy import said


def test_most() -> None:
    assert said.MOST == 3
    assert said.HUGE == 1e99


def test_its_text() -> None:
    assert "print()" in Path(said.__file__).read_text()
"""
ASIDE = """
[[mutant]]
file = "toy/__init__.py"
line = "return x > 1"
mutation = "1 -> 0"
reason = "No test of this toy is to notice it."
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it forks")
def test_a_fault_that_no_test_notices_is_named(tmp_path: Path) -> None:
    for name, text in {
        "toy/__init__.py": TOY,
        "tests/test_toy.py": TEST,
        "toy/said.py": SAID,
        "tests/test_word.py": WORD_TEST,
        "tests/test_said.py": SAID_TEST,
        "none.toml": "mutant = []",
        "aside.toml": ASIDE,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)

    def found(aside: str) -> list[str]:
        command = [sys.executable, str(COMMAND), "toy", "--tests", "tests"]
        command += ["--seconds", "1", "--equivalent", aside]
        return subprocess.run(
            command, cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout.splitlines()

    *names, sum_ = found("none.toml")
    assert set(names) == {
        "toy/__init__.py:3  x > 1 -> x >= 1  in  return x > 1",
        "toy/__init__.py:3  1 -> 0  in  return x > 1",
    }
    assert sum_.startswith("10 faults, 0 that change nothing, 2 not noticed: 80.0%")
    *names, sum_ = found("aside.toml")
    assert len(names) == 1
    assert sum_.startswith("10 faults, 1 that change nothing, 1 not noticed: 88.9%")
    assert (tmp_path / "toy/__init__.py").read_text() == TOY
