import faulthandler
import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import hypothesis
import pyglet
import pytest
from effort import IN_CI

from playground.collision.exact import solver
from playground.i18n import current_language, set_language

# Seconds for a run to end when all has been told.
_LEAVING = 60.0

# No test touches what the user's own program keeps, nor does one that a test starts.
_settings = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
os.environ["PLAYGROUND_SETTINGS"] = _settings.name
# Texts are asked for in English wherever no other language is spoken.
os.environ["PLAYGROUND_LANG"] = "en"

# Only Linux has pyglet's headless mode; elsewhere the windows stay hidden.
pyglet.options.headless = sys.platform.startswith("linux")

_MIN_COMPILED_COUNT = solver.MIN_COMPILED_COUNT

# A busy machine is no failure, so no example has a time limit.
hypothesis.settings.register_profile(
    "playground",
    hypothesis.settings.get_profile("ci" if IN_CI else "default"),
    max_examples=50 if IN_CI else 100,
    deadline=None,
)
hypothesis.settings.register_profile(
    "quick", hypothesis.settings.get_profile("playground"), max_examples=10
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="save the pictures that tests/test_goldens.py draws as the expected ones",
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)


def pytest_configure(config: pytest.Config) -> None:
    # Without the slow tests a property is tried on fewer examples as well.
    quick = config.getoption("markexpr") == "not slow"
    hypothesis.settings.load_profile("quick" if quick else "playground")
    if IN_CI and config.getoption("--update-goldens"):
        raise pytest.UsageError("--update-goldens is refused where CI is set")
    # A compiled loop takes seconds to be made and answers the same bit by bit.
    solver.MIN_COMPILED_COUNT = sys.maxsize


def _leave_out_exhaustive(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests that only `-m exhaustive` runs."""
    if "exhaustive" in config.getoption("markexpr"):
        return
    left_out = [item for item in items if item.get_closest_marker("exhaustive")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    _leave_out_exhaustive(config, items)
    _run_slow_ones_again(items)
    _share_slow_files(config, items)


def _run_slow_ones_again(items: list[pytest.Item]) -> None:
    """Rerun failed slow tests once in CI, as browsers and displays can stall."""
    for item in items:
        if IN_CI and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def _share_slow_files(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each process its share of the slow files at the beginning.

    Only quick tests are left for the end, so that all processes end together. Tests of
    pages stay in one process, which has one browser.
    """
    count = getattr(config, "workerinput", {}).get("workercount", 1)
    if count == 1:
        return
    files: dict[Any, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(count)]
    quick: list[pytest.Item] = []
    others = cycle(shares[1:])
    for path, own in files.items():
        if not any(item.get_closest_marker("slow") for item in own):
            quick += own
        elif "web" in path.relative_to(config.rootpath).parts:
            shares[0] += own
        else:
            next(others).extend(own)
    # A process begins with so many that follow each other.
    items[:] = []
    for number, share in enumerate(shares):
        left = sum(map(len, shares[number:])) + len(quick)
        room = max(left // (count - number) - len(share), 0)
        items += share + quick[:room]
        del quick[:room]


@pytest.fixture(autouse=True)
def _language_of_before() -> Iterator[None]:
    """Let the next test begin in the language of this one's beginning."""
    language = current_language()
    yield
    if current_language() != language:
        set_language(language)


def _skipped(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", [])) if reporter else 0


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in CI that has skipped tests."""
    passed = session.exitstatus == pytest.ExitCode.OK
    if IN_CI and passed and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_unconfigure(config: pytest.Config) -> None:
    """End a finished run after a while, even if threads or processes are left."""
    if not hasattr(config, "workerinput"):
        faulthandler.dump_traceback_later(_LEAVING, exit=True, file=sys.__stderr__)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if IN_CI and (count := _skipped(config)):
        terminalreporter.write_line(f"{count} skipped: CI must skip nothing", red=True)


def _free_surfaces() -> None:
    """Free the surfaces of closed windows, which pyglet keeps: 4 MB per test."""
    from pyglet.gl.headless import HeadlessContext
    from pyglet.libs.egl import egl

    destroy = HeadlessContext.destroy

    def freed(context: Any) -> None:
        surface = context.egl_surface
        destroy(context)
        if surface:
            egl.eglDestroySurface(context.display_connection, surface)

    HeadlessContext.destroy = freed


if pyglet.options.headless:
    _free_surfaces()

_hidden: list[Any] = []


@pytest.fixture
def compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer batches by compiled loops, as for a user."""
    monkeypatch.setattr(solver, "MIN_COMPILED_COUNT", _MIN_COMPILED_COUNT)


@pytest.fixture(scope="session")
def gl() -> Iterator[object]:
    """Provide a hidden window whose OpenGL context is current in the test."""
    window = pyglet.window.Window(visible=False)
    _hidden.append(window)
    yield window
    _hidden.remove(window)
    window.close()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Make the hidden window's context current before any fixture draws."""
    if "gl" in getattr(item, "fixturenames", ()):
        for window in _hidden:
            window.switch_to()
