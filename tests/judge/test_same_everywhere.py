"""Command `cases`: the same bytes on every kind of machine that is available."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from cases_elsewhere import SCENES
from webassembly import ASKED, needed, program

HERE = Path(__file__).parent
# Fewer are other cases: of these, one told a cube root of one processor from another's.
COUNT = 333

SIMD = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
PYTHON = [sys.executable, HERE / "cases_elsewhere.py"]
# A narrow long double, another order of sets, and a plain processor.
OTHER = ["narrow"]
MACHINE = {"PYTHONHASHSEED": "3", "NPY_DISABLE_CPU_FEATURES": " ".join(SIMD)}


def written(folder, program, *last, **environment):
    """Start writing the cases of all scenes; return a function that reads them."""
    folder.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [*program, folder, str(COUNT), *last],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": "0", **environment},
    )

    def read():
        assert process.wait(600) == 0
        return {s: (folder / f"{s}.jsonl").read_text().splitlines() for s in SCENES}

    return read


def differing(one, other):
    return {
        scene: [
            pair for pair in zip(lines, other[scene], strict=True) if len({*pair}) > 1
        ]
        for scene, lines in one.items()
    }


NONE = {scene: [] for scene in SCENES}


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """Return the cases written by this machine's Python."""
    return cache(written(tmp_path_factory.mktemp("here"), PYTHON))


# WebAssembly has a narrow long double and a plain processor, too.
@pytest.mark.slow
@(pytest.mark.exhaustive if ASKED else pytest.mark.slow)
def test_cases_are_the_same_in_a_process_as_of_another_machine(here, tmp_path):
    there = written(tmp_path, PYTHON, *OTHER, **MACHINE)
    assert differing(here(), there()) == NONE


if ASKED:

    @pytest.mark.slow
    @needed
    def test_cases_are_the_same_in_webassembly(here, tmp_path):
        elsewhere = program("tests/judge/cases_elsewhere.py", "write")
        there = written(tmp_path, elsewhere)
        assert differing(here(), there()) == NONE
