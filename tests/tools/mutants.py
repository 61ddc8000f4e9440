"""Plant small faults in a package, one at a time, and see whether tests notice.

`python tests/tools/mutants.py playground/scene --sample 200` prints each fault that no
test noticed and the share of those that were. All is done in a copy of the tree, so a
process that a test starts has the fault as well. It needs `os.fork`.
"""

import argparse
import contextlib
import hashlib
import importlib
import math
import os
import re
import resource
import shutil
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest
from covering import OPTIONS, covered, forked, modules
from mutations import Mutant, mutants

_EQUIVALENT = Path(__file__).with_name("equivalent.toml")
# What most tests import, and no fault is planted in: imported once.
_WARM = "numpy", "hypothesis.strategies", "mpmath", "pyglet", "imgui_bundle", "PIL"


class _Chosen:
    """Pytest plugin that runs only these tests, in this order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.order = {name: i for i, name in enumerate(names)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.order]
        items.sort(key=lambda item: self.order[item.nodeid])


def _named_after(test: str, file: str) -> bool:
    """Return whether a test is in a file that mirrors a module."""
    own, module = Path(test.partition("::")[0]), Path(file)
    return own.parts[1:-1] == module.parts[1:-1] and module.stem in own.stem


def _noticing(mutant: Mutant, told: dict[str, Any], seconds: float) -> list[str]:
    """Return the tests to run, first the quick ones that run the line.

    Fixtures and caches are computed by the first test that needs them, so the other
    tests in its file are included. So are those in files named after the module, as
    reading its text is not recorded. For code that runs on import, all tests are
    included.
    """
    early = not mutant.in_function or mutant.line in told["collected"].get(
        mutant.file, ()
    )
    tests = told["tests"]
    run = {
        name
        for name, test in tests.items()
        if (lines := test["lines"].get(mutant.file)) and (early or mutant.line in lines)
    }
    named = {name for name in tests if _named_after(name, mutant.file)}
    files = {name.partition("::")[0] for name in run | named}
    ordered = sorted(
        (name not in (run | named if early else run), test["seconds"], name)
        for name, test in tests.items()
        if early or name.partition("::")[0] in files
    )
    chosen: list[str] = []
    sum_ = 0.0
    for _, cost, name in ordered:
        sum_ += cost
        if chosen and sum_ > seconds:
            break
        chosen.append(name)
    return chosen


def _noticed(mutant: Mutant, told: dict[str, Any], seconds: float) -> bool:
    """Return whether a test fails or times out with a planted fault."""
    names = _noticing(mutant, told, seconds)
    if not names:
        return False
    files = sorted({name.split("::")[0] for name in names})
    path = Path(mutant.file)
    whole = path.read_bytes()

    # Of the processor, as the tests' own costs are: the machine may be busy.
    limit = math.ceil(30 + 3 * seconds)

    def asked() -> int:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        return int(pytest.main([*OPTIONS, *files], plugins=[_Chosen(names)]))

    def write(text: bytes) -> None:
        path.write_bytes(text)
        # Python takes an old .pyc for this text's where size and second are the same.
        Path(cache_from_source(str(path))).unlink(missing_ok=True)

    write(whole[: mutant.start] + mutant.code.encode() + whole[mutant.end :])
    try:
        return forked(asked, 10 * limit) not in (
            pytest.ExitCode.OK,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        )
    finally:
        write(whole)


def _in_order(
    packages: Sequence[str], all_told: list[dict[str, Any]], seed: int
) -> list[Mutant]:
    """Return the faults in lines that run, in an order independent of other lines."""
    lines: dict[str, set[int]] = defaultdict(set)
    for told in all_told:
        for run in told["collected"], *(x["lines"] for x in told["tests"].values()):
            for file, numbers in run.items():
                lines[file].update(numbers)
    files = [file for package in packages for file in modules(package)]
    all_ = [m for x in files for m in mutants(Path(), x) if m.line in lines[x]]
    return sorted(
        all_, key=lambda m: hashlib.sha256(repr((seed, m.name)).encode()).digest()
    )


def _told(mutant: Mutant) -> str:
    return f"{mutant.mutation}  in  {mutant.text}"


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", nargs="+", help="folders or files to plant in")
    parser.add_argument(
        "--tests",
        nargs="+",
        help="folders, or files with commas between, asked one after another; by "
        "default the package's own",
    )
    parser.add_argument("--sample", type=int, default=200, help="how many faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0, help="of tests a fault")
    parser.add_argument(
        "--again", type=Path, help="only those that an earlier run printed to this file"
    )
    parser.add_argument(
        "--equivalent", type=Path, default=_EQUIVALENT, help="those set aside, by name"
    )
    asked = parser.parse_args()
    if asked.tests is None:
        asked.tests = [x.replace("playground", "tests", 1) for x in asked.package]
    # The folder is soon another.
    listed = asked.again.read_text().splitlines() if asked.again else []
    # Lines may have moved since.
    asked.again = {tuple(re.split(r":\d+  ", line, maxsplit=1)) for line in listed}
    asked.equivalent = {
        (x["file"], x["line"], x["mutation"])
        for x in tomllib.loads(asked.equivalent.read_text())["mutant"]
    }
    return asked


@contextlib.contextmanager
def _in_a_copy() -> Iterator[None]:
    """Work in a copy of the tree, in a process with slow modules imported."""
    with tempfile.TemporaryDirectory() as folder:
        left = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache")
        shutil.copytree(".", folder, dirs_exist_ok=True, ignore=left)
        os.chdir(folder)
        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = folder
        for name in _WARM:
            with contextlib.suppress(ImportError):
                importlib.import_module(name)
        yield


def main() -> None:
    """Run the command line."""
    asked = _asked()
    with _in_a_copy():
        begun = time.monotonic()
        told = [covered(asked.package, tests) for tests in asked.tests]
        drawn = _in_order(asked.package, told, asked.seed)
        if asked.again:
            drawn = [m for m in drawn if (m.file, _told(m)) in asked.again]
        else:
            drawn = drawn[: asked.sample]
        real = [mutant for mutant in drawn if mutant.name not in asked.equivalent]
        survivors = 0
        for mutant in real:
            if not any(_noticed(mutant, each, asked.seconds) for each in told):
                survivors += 1
                print(f"{mutant.file}:{mutant.line}  {_told(mutant)}", flush=True)
        minutes = (time.monotonic() - begun) / 60
        print(
            f"{len(drawn)} faults, {len(drawn) - len(real)} that change nothing, "
            f"{survivors} not noticed: {1 - survivors / max(len(real), 1):.1%} "
            f"in {minutes:.1f} minutes"
        )


if __name__ == "__main__":
    main()
