"""The program in WebAssembly: Pyodide, run by node, if the machine has both.

It has another C library, 32-bit pointers, no wide long double, and an older Python and
NumPy. It is searched in the folder `PLAYGROUND_PYODIDE`, or in `../shared/pyodide`
beside the checkout.
"""

import math
import os
import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from effort import IN_CI

ROOT = Path(__file__).parents[1]
PYODIDE = Path(
    os.environ.get("PLAYGROUND_PYODIDE") or ROOT.parent / "shared" / "pyodide"
)
LACKING = "" if shutil.which("node") else "no node"
LACKING = LACKING or ("" if PYODIDE.is_dir() else f"no Pyodide in {PYODIDE}")
# CI skips nothing, and where the machine has none of it, there is no test there.
ASKED = not (IN_CI and LACKING)
needed = pytest.mark.skipif(bool(LACKING), reason=LACKING)


def program(module: str, function: str) -> list[str | Path]:
    """Return the command that calls a function of a test's module, as `tests/m.py`.

    Its two further arguments are a folder and an integer.
    """
    found = find_spec("latex2mathml")
    assert found is not None
    assert found.origin is not None
    libraries = Path(found.origin).parents[1]
    return [
        "node", ROOT / "tests/pyodide.mjs", PYODIDE, ROOT, libraries,
        module.removesuffix(".py"), function,
    ]  # fmt: skip


def differing(one, other, at=""):
    """Yield the differences of two values, each with its place."""
    if isinstance(one, dict) and isinstance(other, dict) and [*one] == [*other]:
        for name in one:
            yield from differing(one[name], other[name], f"{at}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from differing(a, b, f"{at}[{i}]")
    elif isinstance(one, float) and isinstance(other, float):
        # From where space is seen hangs on the C library's sine.
        if not math.isclose(one, other, rel_tol=1e-12):
            yield at, one, other
    elif re.search(r"\.prims\[\d+\]\.n\[\d+\]$", at):
        # Rounded for drawing: such a sine tips it where it lies between two.
        if abs(one - other) > 1:
            yield at, one, other
    elif one != other:
        yield at, one, other
