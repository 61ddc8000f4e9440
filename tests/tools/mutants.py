"""Plant small faults in a package, one at a time, and see whether tests notice.

`python tests/tools/mutants.py playground/scene --sample 200` prints each fault that no
test noticed and the share of those that were. All is done in a copy of the tree, so a
process that a test starts has the fault as well. It needs `os.fork`.
"""

import argparse
import contextlib
import hashlib
import importlib
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from mutations import Mutant, mutants

_EQUIVALENT = Path(__file__).with_name("equivalent.toml")
# What most tests import, and no fault is planted in: imported once.
_WARM = "numpy", "hypothesis.strategies", "mpmath", "pyglet", "imgui_bundle", "PIL"
_OPTIONS = (
    *("-q", "-x", "-p", "no:randomly", "-p", "no:cacheprovider", "-o", "addopts="),
    *("-m", "not slow", "--benchmark-disable", "--hypothesis-seed=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
_MEMORY = 8 << 30  # bytes of address space


class _Lines:
    """A plugin that notes which lines each test runs."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders = tuple(str(Path(x).resolve()) for x in folders)
        self.left: dict[CodeType, set[int]] = {}
        self.told: dict[str, Any] = {"collected": {}, "tests": {}}
        self.failed: set[str] = set()
        self.root = Path.cwd()  # a test may go elsewhere
        self._begin()

    def _trace(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        left = self.left.get(code)
        if left is None:
            ours = code.co_filename.startswith(self.folders)
            left = {line for *_, line in code.co_lines() if line} if ours else set()
            self.left[code] = left
        # What has run whole is watched no longer: most of the time is spent there.
        if not left:
            return None
        left.discard(frame.f_lineno)

        def line(frame: FrameType, event: str, arg: object) -> Any:
            left.discard(frame.f_lineno)
            return line if left else None

        return line

    def _begin(self) -> None:
        self.left.clear()
        threading.settrace(self._trace)
        sys.settrace(self._trace)

    def _end(self) -> dict[str, list[int]]:
        sys.settrace(None)
        threading.settrace(None)
        run: dict[str, set[int]] = defaultdict(set)
        for code, left in self.left.items():
            if code.co_filename.startswith(self.folders):
                lines = {line for *_, line in code.co_lines() if line}
                run[os.path.relpath(code.co_filename, self.root)] |= lines - left
        return {file: sorted(lines) for file, lines in run.items()}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_collection_finish(self) -> None:
        self.told["collected"] = self._end()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._begin()
        begun = sum(os.times()[:4])
        yield
        # Of the processor, its children's too: the machine may be busy.
        seconds = sum(os.times()[:4]) - begun
        lines = self._end()
        if item.nodeid not in self.failed:
            self.told["tests"][item.nodeid] = {"seconds": seconds, "lines": lines}


class _Chosen:
    """A plugin that runs these tests alone, in this order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.order = {name: i for i, name in enumerate(names)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.order]
        items.sort(key=lambda item: self.order[item.nodeid])


def _forked(deed: Callable[[], int], seconds: float) -> int | None:
    """Return what a deed returns in a process of its own; None, out of time."""
    child = os.fork()
    if not child:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        code = 1
        with contextlib.suppress(BaseException):
            code = deed()
        os._exit(code)
    until = time.monotonic() + seconds
    told, status = os.waitpid(child, os.WNOHANG)
    while not told and time.monotonic() < until:
        time.sleep(0.02)
        told, status = os.waitpid(child, os.WNOHANG)
    # Whatever it started and left goes too.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if not told:
        os.waitpid(child, 0)
        return None
    return os.waitstatus_to_exitcode(status)


def _digest(folders: Sequence[str]) -> str:
    """Return a name for the text of all modules in some folders."""
    sum_ = hashlib.sha256(repr(folders).encode())
    for file in sorted(x for folder in folders for x in _modules(folder)):
        sum_.update(Path(file).read_bytes())
    return sum_.hexdigest()[:16]


def _modules(folder: str) -> list[str]:
    path = Path(folder)
    return [folder] if path.is_file() else sorted(map(str, path.rglob("*.py")))


def _covered(packages: Sequence[str], tests: str) -> dict[str, Any]:
    """Return which lines of the packages each test runs, from an earlier run's file."""
    asked = tests.split(",")
    name = f"lines-{_digest([*packages, *asked])}.json"
    kept = Path(tempfile.gettempdir(), "mutants", name)

    def noted() -> int:
        plugin = _Lines(packages)
        options = [x for x in _OPTIONS if x != "-x"]
        pytest.main([*options, *asked], plugins=[plugin])
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps({**plugin.told, "failed": sorted(plugin.failed)}))
        return 0

    if not kept.exists():
        _forked(noted, 3600)
    told: dict[str, Any] = json.loads(kept.read_text())
    for name in told["failed"]:
        print(f"{name} fails where no fault is planted, and is left out")
    return told


def _noticing(mutant: Mutant, told: dict[str, Any], seconds: float) -> list[str]:
    """Return the tests to ask, the quick ones that run the line first.

    What a fixture or a cache holds is run by the first test that wants it; so the
    others in its file are asked too.
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
    if early and not run:
        run = set(tests)
    files = {name.partition("::")[0] for name in run}
    ordered = sorted(
        (name not in run, test["seconds"], name)
        for name, test in tests.items()
        if name.partition("::")[0] in files
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
    """Return whether a test fails, or never ends, with a fault planted."""
    names = _noticing(mutant, told, seconds)
    if not names:
        return False
    files = sorted({name.split("::")[0] for name in names})
    path = Path(mutant.file)
    whole = path.read_bytes()

    def asked() -> int:
        return int(pytest.main([*_OPTIONS, *files], plugins=[_Chosen(names)]))

    def write(text: bytes) -> None:
        path.write_bytes(text)
        # Python takes an old .pyc for this text's where size and second are the same.
        Path(cache_from_source(str(path))).unlink(missing_ok=True)

    write(whole[: mutant.start] + mutant.code.encode() + whole[mutant.end :])
    try:
        return _forked(asked, 30 + 3 * seconds) not in (
            pytest.ExitCode.OK,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        )
    finally:
        write(whole)


def _in_order(
    packages: Sequence[str], all_told: list[dict[str, Any]], seed: int
) -> list[Mutant]:
    """Return the faults in lines that run, mixed, alike though other lines change."""
    lines: dict[str, set[int]] = defaultdict(set)
    for told in all_told:
        for run in told["collected"], *(x["lines"] for x in told["tests"].values()):
            for file, numbers in run.items():
                lines[file].update(numbers)
    files = [file for package in packages for file in _modules(package)]
    all_ = [m for x in files for m in mutants(Path(), x) if m.line in lines[x]]
    return sorted(
        all_, key=lambda m: hashlib.sha256(repr((seed, m.name)).encode()).digest()
    )


def _told(mutant: Mutant) -> str:
    return f"{mutant.mutation}  in  {mutant.text}"


def main() -> None:
    """Do what the command line asks."""
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
    tests = asked.tests or [x.replace("playground", "tests", 1) for x in asked.package]
    equivalent = {
        (x["file"], x["line"], x["mutation"])
        for x in tomllib.loads(asked.equivalent.read_text())["mutant"]
    }
    again = asked.again.read_text().splitlines() if asked.again else []
    with tempfile.TemporaryDirectory() as folder:
        left = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache")
        shutil.copytree(".", folder, dirs_exist_ok=True, ignore=left)
        os.chdir(folder)
        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = folder
        for name in _WARM:
            with contextlib.suppress(ImportError):
                importlib.import_module(name)
        begun = time.monotonic()
        told = [_covered(asked.package, x) for x in tests]
        drawn = _in_order(asked.package, told, asked.seed)
        if asked.again:
            # Lines may have moved since.
            shown = {tuple(re.split(r":\d+  ", line, maxsplit=1)) for line in again}
            drawn = [m for m in drawn if (m.file, _told(m)) in shown]
        else:
            drawn = drawn[: asked.sample]
        same = [mutant for mutant in drawn if mutant.name in equivalent]
        left_over = 0
        for mutant in drawn:
            if mutant.name in equivalent:
                continue
            if not any(_noticed(mutant, each, asked.seconds) for each in told):
                left_over += 1
                print(f"{mutant.file}:{mutant.line}  {_told(mutant)}", flush=True)
        told_of = len(drawn) - len(same)
        minutes = (time.monotonic() - begun) / 60
        print(
            f"{len(drawn)} faults, {len(same)} that change nothing, {left_over} not "
            f"noticed: {1 - left_over / max(told_of, 1):.1%} in {minutes:.1f} minutes"
        )


if __name__ == "__main__":
    main()
