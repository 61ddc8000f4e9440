"""A site written and served for tests, and a page of it in a browser."""

import base64
import functools
import queue
import threading
import zlib
from contextlib import suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Any

from kept_pages import KeptPage, OpenPage
from playwright.sync_api import Error

from playground.cli.site import collect_contents
from playground.web.pyodide import locate_pyodide
from playground.web.site import write_site

# A busy machine is no failure: Python starts in 5 s on a quiet one.
PATIENCE = 120_000


def build(folder: Path, names: list[str], python: Path | None = None) -> None:
    """Write a site of these scenes."""
    found = locate_pyodide(python and str(python))
    write_site(folder, collect_contents(names), found, lambda _: None, 1)


class Server:
    """Server of static files, like `python -m http.server`."""

    def __init__(self, folder: Path, **headers: str) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.missing: set[str] = set()
        self.is_gone = False
        # What it has beside its files, and what was sent to it.
        self.more: dict[str, bytes] = {}
        self.sent: queue.Queue[bytes] = queue.Queue()
        of_server = self

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                of_server.asked.append(self.path)

            def do_GET(self) -> None:
                name = self.path.partition("?")[0].rpartition("/")[2]
                if of_server.is_gone:
                    self.close_connection = True
                elif name in of_server.missing:
                    self.send_error(404)
                elif name in of_server.more:
                    self.send_response(200)
                    self.send_header("Content-Type", self.guess_type(name))
                    self.end_headers()
                    self.wfile.write(of_server.more[name])
                else:
                    super().do_GET()

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                of_server.sent.put(self.rfile.read(length))
                self.send_response(204)
                self.end_headers()

            def end_headers(self) -> None:
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                super().end_headers()

        handler = functools.partial(Handler, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> "Server":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def nested_link(depth: int = 20_000) -> str:
    """Return the address of a state with extremely deep nesting."""
    data = zlib.compress(("[" * depth + "]" * depth).encode(), 9)
    return f"#ray_circle/{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


REFUSED = "Objects and lists are nested more than 100 deep."


# What a page's policy refused is said to its console.
WATCHED = (
    "addEventListener('securitypolicyviolation', (event) => "
    "console.error(`${event.violatedDirective} ${event.blockedURI}`));"
)


# All that a browser keeps of the site; the page hears what is broadcast.
READ_KEPT = """async () => {
    const kept = [];
    for (const name of (await caches.keys()).sort()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const text = await (await cache.match(request)).text();
            kept.push(`${name} ${request.url} ${text.length}`);
        }
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return [kept.sort(), databases, Object.keys(localStorage)
        .filter((key) => key.includes("leak")), window.heard ?? []];
}"""


class Visited(OpenPage):
    """A page of a site with its console messages."""

    def __init__(self, kept: KeptPage, address: str) -> None:
        self.held = kept
        self.context, self.page, self.heard = kept.context, kept.page, kept.heard
        self.page.goto(address)
        self.page.wait_for_selector(".verdict")

    @property
    def live(self) -> str:
        """State of Python in the page."""
        return str(self.page.evaluate("document.documentElement.dataset.live"))

    def ended(self) -> str:
        """Wait until Python is ready or has failed; return its state."""
        self.page.wait_for_selector(
            "html:not([data-live=loading])", timeout=PATIENCE, state="attached"
        )
        return self.live

    def until(self, condition: str) -> None:
        """Wait until a function in the page is true; the policy allows no `eval`."""
        assert self.comes(condition, PATIENCE), condition

    def comes(self, condition: str, patience: int) -> bool:
        """Return whether a condition becomes true within `patience` ms."""
        met = self.page.evaluate(
            f"""async () => {{
                const end = Date.now() + {patience};
                while (Date.now() < end) {{
                    if (await ({condition})()) return true;
                    await new Promise((done) => setTimeout(done, 30));
                }}
                return false;
            }}"""
        )
        return bool(met)

    def until_renewed(self, condition: str) -> None:
        """Reload the page until a condition is true, each time waiting twice as long.

        The page may also reload itself, which aborts another reload or a wait in it.
        """
        visit = 2.0
        while visit < PATIENCE / 1000:
            with suppress(Error):
                self.page.reload(wait_until="commit")
            end = monotonic() + visit
            while monotonic() < end:
                with suppress(Error):
                    if self.comes(condition, 1000):
                        return
            visit *= 2.0
        raise AssertionError(condition)

    def kept(self) -> None:
        """Wait until everything is cached for offline use."""
        self.until(
            """async () => {
                const files = [];
                for (const name of await caches.keys()) {
                    files.push(...await (await caches.open(name)).keys());
                }
                const kept = (name) => files.some(({ url }) => url.includes(name));
                return navigator.serviceWorker.controller
                    && kept("pyodide.asm.js") && kept("program.zip");
            }"""
        )

    def told(self, *verb: object) -> Any:
        """Run a command in Python, and return its answer."""
        return self.page.evaluate(
            """async (verb) => {
                const source = player.live.worker, before = source.listeners.onAnswer;
                await source.whenIdle();
                return new Promise((done) => {
                    source.listeners.onAnswer = (told) => {
                        source.listeners.onAnswer = before;
                        before?.(told);
                        done(told);
                    };
                    source.doAll([verb]);
                });
            }""",
            list(verb),
        )
