"""A site's page whose worker is answered by this Python: no Pyodide is waited for."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kept_pages import KeptPage, kept_pages
from served_site import WATCHED, Server, Visited, build

from playground.scene.scene import SceneEntry
from playground.web.worker.session_worker import SessionWorker
from scenes import SCENES

# In the place of the document in which a browser's workers begin: each question is one
# of the test's process. Nothing is fetched of Pyodide.
_WORKER = """
    const { fetch } = window;
    window.fetch = (url, ...more) => (String(url).includes("/pyodide/")
        ? Promise.resolve(new Response(new Uint8Array(8))) : fetch(url, ...more));
    const begin = (port) => {
        port.onmessage = async ({ data: { id, text } }) => {
            const answer = await window.askPython(text);
            port.postMessage({ id, answer, took: 0 });
        };
        const ready = () => port.postMessage({ kind: "ready", times: {} });
        window.pythonComes = ready;
        if (!window.pythonWaits) ready();
    };
    const connect = (host) => {
        host.onmessage = ({ data: { kind }, ports: [port] }) => {
            if (kind === "start") begin(port);
            if (kind === "ping") host.postMessage({ kind: "pong" });
        };
        host.postMessage({ kind: "pong" });
    };
    Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
        get: () => ({ postMessage: (_, __, [host]) => connect(host) }),
    });
"""

Play = Callable[..., Visited]


def play(
    browser: Any,
    server: Server,
    address: str,
    scenes: Sequence[SceneEntry] = SCENES,
    *,
    waits: bool = False,
    **more: Any,
) -> Visited:
    """Open a page of a site; its Python is `SessionWorker` itself.

    With `waits` it comes when `pythonComes()` is called in the page.
    """
    kept = kept_pages(browser).taken(
        f"live, waits: {waits}", _answered(waits), service_workers="block", **more
    )
    kept.answer = SessionWorker(scenes).ask
    seen = Visited(kept, f"{server.address}{address}")
    if not waits:
        seen.until("() => player.live && !player.source.isPrecomputed")
        settle(seen)
    return seen


def _answered(waits: bool) -> Callable[[KeptPage], None]:
    def made(kept: KeptPage) -> None:
        def ask(text: str) -> str:
            assert kept.answer
            return kept.answer(text)

        kept.context.expose_function("askPython", ask)
        script = f"window.pythonWaits = {str(waits).lower()}; {_WORKER} {WATCHED}"
        kept.context.add_init_script(script)

    return made


def settle(seen: Visited) -> None:
    """Wait until it was asked, told, drawn and read."""
    seen.page.evaluate("player.whenIdle()")


def folder(path: Path, names: list[str]) -> Path:
    """Write a site of some scenes without Python."""
    build(path, names, None)
    return path


def visits(browser: Any, server: Server, *quiet: str) -> Iterator[Play]:
    """Yield what opens a page of a site.

    In the end nothing was said to its console but what begins with one of `quiet`.
    """
    quiet = ("Service Worker registration blocked by Playwright", *quiet)
    seen: list[Visited] = []

    def opened(address: str = "ray_circle.html", **more: Any) -> Visited:
        seen.append(play(browser, server, address, **more))
        return seen[-1]

    yield opened
    heard = []
    for one in seen:
        one.heard[:] = [said for said in one.heard if not said.startswith(quiet)]
        heard += one.heard
        kept_pages(browser).left(one.held)
    assert heard == []
