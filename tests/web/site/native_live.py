"""Pages of a site whose worker is this Python process, instead of Pyodide."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from kept_pages import KeptPage, kept_pages
from served_site import WATCHED, Server, Visited

from playground.web.worker.evaluation_worker import EvaluationWorker
from playground.web.worker.session_worker import SessionWorker
from scenes import SCENES

# In the place of the document in which a browser's workers begin: each question is one
# of the test's process. Nothing is fetched of Pyodide, and no hash is compared, as in a
# page that came by plain HTTP.
_WORKER = """
    const { fetch } = window;
    window.fetch = (url, ...more) => (String(url).includes("/pyodide/")
        ? Promise.resolve(new Response(new Uint8Array(8))) : fetch(url, ...more));
    Object.defineProperty(Crypto.prototype, "subtle", { get: () => undefined });
    // Each visit has a Python of its own.
    const visit = `${performance.timeOrigin} ${location.pathname}`;
    const begin = (port, kind) => {
        port.onmessage = async ({ data: { id, text } }) => {
            const answer = await window.askPython(text, `${kind} ${visit}`);
            port.postMessage({ id, answer, took: 0 });
        };
        const ready = () => port.postMessage({ kind: "ready" });
        window.pythonComes = ready;
        if (!window.pythonWaits) ready();
    };
    const connect = (host) => {
        host.onmessage = ({ data: { kind, init }, ports: [port] }) => {
            if (kind === "start") begin(port, init.kind);
            if (kind === "ping") host.postMessage({ kind: "pong" });
        };
        host.postMessage({ kind: "pong" });
    };
    Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
        get: () => ({ postMessage: (_, __, [host]) => connect(host) }),
    });
"""

Play = Callable[..., Visited]
# What the browser says of its own, of how it is driven and asked for colours.
QUIET = (
    "Service Worker registration blocked by Playwright",
    "Canvas2D: Multiple readback",
)


def answer_here(kept: KeptPage, *, waits: bool = False) -> None:
    """Let `kept.answer` handle the requests of later pages.

    With `waits` the answers begin when the page calls `pythonComes()`.
    """
    kept.context.expose_function(
        "askPython", lambda text, worker: kept.answer(text, worker)
    )
    script = f"window.pythonWaits = {str(waits).lower()}; {_WORKER} {WATCHED}"
    kept.context.add_init_script(script)


def new_answer() -> Callable[[str, str], str]:
    """Return a function that answers for a worker by name: session or evaluation."""

    @cache
    def begun(worker: str) -> SessionWorker | EvaluationWorker:
        if worker.startswith("Judge"):
            return EvaluationWorker(SCENES, lambda _: None)
        return SessionWorker(SCENES)

    return lambda text, worker: begun(worker).ask(text)


def visits(browser: Any, server: Server) -> Iterator[Play]:
    """Yield a function that opens a page of a site; at the end, check its console."""
    seen: list[Visited] = []

    def opened(
        address: str = "ray_circle.html", *, waits: bool = False, **more: Any
    ) -> Visited:
        kept = kept_pages(browser).taken(
            f"live, waits: {waits}",
            lambda new: answer_here(new, waits=waits),
            service_workers="block",
            **more,
        )
        kept.answer = new_answer()
        one = Visited(kept, f"{server.address}{address}")
        seen.append(one)
        if not waits:
            one.until("() => player.live && !player.source.isPrecomputed")
            one.settle()
        return one

    yield opened
    heard = []
    for one in seen:
        one.heard[:] = [said for said in one.heard if not said.startswith(QUIET)]
        heard += one.heard
        kept_pages(browser).left(one.held)
    assert heard == []
