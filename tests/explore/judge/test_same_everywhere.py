"""`playground cases` writes the same bytes on every machine that can be had here.

Pyodide, the core as WebAssembly, has another C library, 32-bit pointers and no wide
long double. It is looked for in the folder `PLAYGROUND_PYODIDE`, or in
`../shared/pyodide` beside the checkout, and run by node.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cases_elsewhere import SCENES
from effort import IN_CI

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PYODIDE = Path(
    os.environ.get("PLAYGROUND_PYODIDE") or ROOT.parent / "shared" / "pyodide"
)
COUNT = 1000

LACKING = "" if shutil.which("node") else "no node"
LACKING = LACKING or ("" if PYODIDE.is_dir() else f"no Pyodide in {PYODIDE}")
SIMD = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
PYTHON = [sys.executable, HERE / "cases_elsewhere.py"]
PROCESSES = {
    "as it is": ([], {}),
    "a narrow long double": (["narrow"], {}),
    "another order of sets": ([], {"PYTHONHASHSEED": "3"}),
    "a plain processor": ([], {"NPY_DISABLE_CPU_FEATURES": " ".join(SIMD)}),
}


def written(folder, program, *last, **environment):
    """Start writing every scene's cases, and return what waits and reads them."""
    folder.mkdir()
    process = subprocess.Popen(
        [*program, folder, str(COUNT), *last],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": "0", **environment},
    )

    def read():
        assert process.wait() == 0
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


@pytest.mark.slow
def test_cases_are_the_same_in_processes_of_other_kinds(tmp_path):
    started = {
        kind: written(tmp_path / str(i), PYTHON, *last, **environment)
        for i, (kind, (last, environment)) in enumerate(PROCESSES.items())
    }
    found = {kind: read() for kind, read in started.items()}
    for kind, there in found.items():
        assert differing(found["as it is"], there) == NONE, kind


# CI skips nothing, and where the machine has none of it, this is no test there.
if not (IN_CI and LACKING):

    @pytest.mark.slow
    @pytest.mark.skipif(bool(LACKING), reason=LACKING)
    def test_cases_are_the_same_in_webassembly(tmp_path):
        program = ["node", HERE / "pyodide.mjs", PYODIDE, ROOT]
        here, there = (
            written(tmp_path / name, p) for name, p in (("a", PYTHON), ("b", program))
        )
        assert differing(here(), there()) == NONE
