"""Python in a page of a site: it loads in the background, and errors are shown."""

from pathlib import Path
from typing import Any

import pytest
from served_site import Server
from webassembly import needed

pytestmark = [pytest.mark.slow, needed]
WORKER = "worker-src 'self'; script-src 'self'"


def test_python_comes_behind_a_bar_which_says_where_it_dies(
    server: Server, browser: Any, opened: Any
) -> None:
    context = browser.new_context()
    context.clock.install()
    seen = opened(f"{server.address}ray_circle.html#ray_circle/nonsense", context)
    assert seen.page.inner_text(".verdict h2") == "Hit"
    assert seen.live == "loading"
    seen.page.locator(".loading progress").wait_for()
    seen.until("() => document.querySelector('progress')?.value > 0.2")
    assert seen.ended() == "ready"
    # The bar goes with what it waits for.
    assert seen.page.locator(".loading").count() == 0
    # A damaged link opens its scene and says so.
    told = seen.told("link", "#ray_circle/nonsense")
    assert "The link is damaged" in told["error"]
    assert told["live"]["scene"] == "ray_circle"
    told = seen.told("case", "Miss")
    assert told["error"] == ""
    assert told["set"]["verdict"]["word"] == "No hit"
    seen.until("() => location.hash.startsWith('#ray_circle/')")
    [worker] = seen.page.workers
    worker.evaluate("setTimeout(() => { throw new RangeError('out of memory'); })")
    seen.page.locator(".loading.failed[role=alert]").wait_for()
    assert seen.live == "failed"
    words = seen.page.inner_text(".loading.failed")
    assert "Python has stopped" in words
    assert "out of memory" in words
    assert "taken out of the address" in words
    assert seen.page.evaluate("location.hash") == ""
    seen.page.get_by_role("button", name="Try again").click()
    assert seen.ended() == "ready"
    assert seen.page.inner_text(".verdict h2") == "Hit"
    # A document that the browser ends gives no sign of life.
    seen.page.evaluate("document.querySelector('iframe').remove()")
    context.clock.run_for("00:40")
    seen.page.locator(".loading.failed").wait_for()
    assert "The browser stopped Python" in seen.page.inner_text(".loading.failed")


def test_where_python_is_missing_it_is_said(site_folder: Path, opened: Any) -> None:
    with Server(site_folder) as server:
        server.missing.add("pyodide.asm.wasm")
        seen = opened(f"{server.address}ray_circle.html")
        assert seen.ended() == "failed"
        words = seen.page.inner_text(".loading")
        assert "pyodide.asm.wasm could not be fetched from 127.0.0.1" in words
        assert "404" in words
        # The page goes on with what it has itself.
        assert seen.page.inner_text(".verdict h2") == "Hit"
        seen.page.get_by_role("button", name="Go on without it").click()
        assert seen.page.locator(".loading").count() == 0
        # The browser says as well what it could not fetch, and so does Pyodide.
        own = ("404", "wasm instantiation failed")
        seen.heard[:] = [
            words for words in seen.heard if not any(one in words for one in own)
        ]


def test_where_a_policy_forbids_webassembly_it_is_said(
    site_folder: Path, opened: Any
) -> None:
    with Server(site_folder, Content_Security_Policy=WORKER) as server:
        seen = opened(f"{server.address}ray_circle.html")
        assert seen.ended() == "failed"
        assert "'wasm-unsafe-eval'" in seen.page.inner_text(".loading")
        seen.heard.clear()


def test_a_page_from_a_folder_says_how_to_serve_it(
    site_folder: Path, opened: Any
) -> None:
    seen = opened((site_folder / "ray_circle.html").as_uri())
    assert seen.ended() == "failed"
    assert "python -m http.server" in seen.page.inner_text(".loading")
    assert seen.page.inner_text(".verdict h2") == "Hit"
