"""Fixtures of a site with Python, served here and opened in Debian's chromium."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kept_pages import WAIT_FOR_REST, KeptPage
from native_live import visits
from served_site import PATIENCE, WATCHED, Server, Visited, build
from webassembly import ASKED, LACKING, PYODIDE

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
# Where Pyodide is missing these are skipped, and say why.
collect_ignore: list[str] = []
if not ASKED:
    collect_ignore += [
        "test_sandbox.py",
        "test_site_live.py",
        "test_site_offline.py",
    ]
if not (ASKED and FIREFOX):
    collect_ignore.append("test_site_in_firefox.py")


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site of scenes in plane, space and time, with lessons, and with Python.

    It is written once for all processes of a run.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = shared / "site"
        if not (folder / "service.js").exists():
            names = ["ray_circle", "sphere_line", "point_ellipse"]
            build(folder, names, None if LACKING else PYODIDE)
    return folder


@pytest.fixture(scope="session")
def server(site_folder: Path) -> Iterator[Server]:
    with Server(site_folder) as server:
        yield server


@pytest.fixture
def opened_live(browser: Any, server: Server) -> Iterator[Any]:
    """Return a function that opens a page whose Python is this process."""
    yield from visits(browser, server)


@pytest.fixture(scope="session")
def python_page(server: Server, browser: Any) -> Iterator[Visited]:
    kept = KeptPage(browser.new_context())
    kept.page.add_init_script(WATCHED)
    kept.page.set_default_timeout(PATIENCE)
    yield Visited(kept, f"{server.address}ray_circle.html")
    kept.context.close()


@pytest.fixture
def with_python(python_page: Visited, server: Server) -> Visited:
    """Return a page in which Python is ready, shared between tests."""
    address = f"{server.address}ray_circle.html"
    if python_page.page.url.partition("#")[0] != address:
        python_page.page.goto(address)
    assert python_page.ended() == "ready"
    python_page.page.evaluate(WAIT_FOR_REST)
    python_page.heard.clear()
    return python_page


@pytest.fixture
def firefox() -> str:
    """Return the path of Firefox."""
    assert FIREFOX
    return FIREFOX


@pytest.fixture
def opened(browser: Any) -> Iterator[Any]:
    """Return a function that opens an address as a new visitor, without messages."""
    visits: list[Visited] = []

    def visit(address: str, context: Any = None, **more: Any) -> Visited:
        kept = KeptPage(context or browser.new_context(**more))
        kept.page.add_init_script(WATCHED)
        kept.page.set_default_timeout(PATIENCE)
        seen = Visited(kept, address)
        visits.append(seen)
        return seen

    yield visit
    for seen in visits:
        seen.context.close()
    assert [words for seen in visits for words in seen.heard] == []
