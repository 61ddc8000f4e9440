"""Lines of a package that each test runs, cached in a temporary folder."""

import contextlib
import hashlib
import json
import os
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

OPTIONS = (
    *("-q", "-x", "-p", "no:randomly", "-p", "no:cacheprovider", "-o", "addopts="),
    *("-m", "not slow", "--hypothesis-seed=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
"""How tests are run: the quick ones, in the order of their files, the same again."""
_MEMORY = 8 << 30  # bytes of address space


class _Lines:
    """Pytest plugin that records the lines each test runs."""

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


def forked(deed: Callable[[], int], seconds: float) -> int | None:
    """Return the result of a function in a forked process; None on a timeout."""
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
    """Return a hash of all modules in some folders."""
    sum_ = hashlib.sha256(repr(folders).encode())
    for file in sorted(x for folder in folders for x in modules(folder)):
        sum_.update(Path(file).read_bytes())
    return sum_.hexdigest()[:16]


def modules(folder: str) -> list[str]:
    path = Path(folder)
    return [folder] if path.is_file() else sorted(map(str, path.rglob("*.py")))


def covered(packages: Sequence[str], tests: str) -> dict[str, Any]:
    """Return the lines of the packages that each test runs, cached between runs."""
    asked = tests.split(",")
    name = f"lines-{_digest([*packages, *asked, __file__])}.json"
    kept = Path(tempfile.gettempdir(), "mutants", name)

    def noted() -> int:
        plugin = _Lines(packages)
        options = [x for x in OPTIONS if x != "-x"]
        pytest.main([*options, *asked], plugins=[plugin])
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps({**plugin.told, "failed": sorted(plugin.failed)}))
        return 0

    if not kept.exists():
        forked(noted, 3600)
    told: dict[str, Any] = json.loads(kept.read_text())
    for name in told["failed"]:
        print(f"{name} fails where no fault is planted, and is left out")
    return told
