"""User code in the page reaches nothing, and whatever ends Python is told."""

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served_site import PATIENCE, Server, Visited
from test_own_code_in_the_page import BROKEN, WRONG, OwnCode
from webassembly import needed

pytestmark = [pytest.mark.slow, needed]

VERDICT_ON_WRONG = "1,012 of 3,917 answers are wrong"
# What JavaScript can try, each by itself; OWN and OTHER are addresses that record.
ATTEMPTS = {
    "fetch": 'fetch("OWN/leak?fetch").catch(() => 0)',
    "elsewhere": 'fetch("OTHER/leak?fetch", { mode: "no-cors" }).catch(() => 0)',
    "xhr": """const x = new XMLHttpRequest();
        x.open("GET", "OWN/leak?xhr", false); x.send()""",
    "socket": 'new WebSocket("OWN/leak?socket".replace("http", "ws"))',
    "events": 'new EventSource("OWN/leak?events")',
    "import": 'importScripts("OWN/leak?script")',
    "module": 'import("OWN/leak?module").catch(() => 0)',
    "font": 'new FontFace("f", "url(OWN/leak?font)").load().catch(() => 0)',
    "worker": 'new Worker("OWN/leak?worker")',
    "nested": """new Worker(URL.createObjectURL(new Blob([
        'fetch("OWN/leak?nested")'])))""",
    "caches": """caches.keys().then((names) => { for (const name of names) {
        caches.open(name).then((cache) => cache.keys().then((all) => {
            for (const one of all) cache.put(one, new Response("owned"));
        })); } }).catch(() => 0)""",
    "database": 'indexedDB.open("leak")',
    "channel": 'new BroadcastChannel("leak").postMessage("leak")',
    "page": 'parent.postMessage("leak", "*"); top.location = "OWN/leak?top"',
}


def render_attempts(own: str, other: str) -> dict[str, str]:
    places = {"OWN": own.rstrip("/"), "OTHER": other.rstrip("/")}
    found = dict(ATTEMPTS)
    for place, address in places.items():
        found = {name: text.replace(place, address) for name, text in found.items()}
    return found


# The one thing of JavaScript that Python has: what is told how far it is.
FIND_CALLBACK = """
import sys
frame, said = sys._getframe(), None
while frame:
    said = said or getattr(frame.f_locals.get("self"), "on_progress", None)
    frame = frame.f_back
"""


def render_python_attack(own: str, other: str) -> str:
    """Return a function that tries all of it by every way from Python to JavaScript."""
    texts = list(render_attempts(own, other).values())
    return f"""\
{FIND_CALLBACK}
def evaluators():
    try:
        from pyodide.code import run_js
        yield run_js
    except ImportError:
        pass
    try:
        import js
        yield js.eval
    except ImportError:
        pass
    yield lambda text: said.constructor.new(text)()

for text in {texts!r}:
    for evaluate in evaluators():
        try:
            evaluate(text)
        except Exception as error:
            print(error)
{WRONG}"""


# The same in JavaScript, which nobody took a name from: it runs in a document as that
# of user code, in the place of the program, and tells what was refused at once.
SCRIPT_ATTACK = """
addEventListener("message", async ({ ports: [port] }) => {
    const refused = [];
    for (const [name, text] of Object.entries(ATTEMPTS)) {
        try { await text(); } catch (error) { refused.push(name); }
    }
    for (let i = 0; i < 10000; i++) postMessage({ kind: "file", name: "worker.js" });
    await new Promise((done) => setTimeout(done, 1500));
    port.postMessage({ refused, origin: self.origin });
});
"""


def render_script_attack(own: str, other: str) -> str:
    texts = [
        f"{json.dumps(name)}: async () => {{ {text} }}"
        for name, text in render_attempts(own, other).items()
    ]
    return SCRIPT_ATTACK.replace("ATTEMPTS", f"{{ {', '.join(texts)} }}")


# Begin that in a document as the page's own, or with the page's origin.
RUN_SCRIPT = """async ([script, inSandbox]) => {
    const { port1, port2 } = new MessageChannel();
    const told = new Promise((done) => { port2.onmessage = ({ data }) => done(data); });
    if (!inSandbox) {
        const worker = new Worker("attack.js");
        worker.postMessage(null, [port1]);
        const answer = await told;
        worker.terminate();
        return answer;
    }
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = player.lesson.site.python.sandbox;
    const loaded = new Promise((done) => { frame.onload = done; });
    document.body.append(frame);
    await loaded;
    const page = new MessageChannel(), text = new TextEncoder();
    frame.contentWindow.postMessage(null, "*", [page.port1]);
    const files = {
        "pyodide.asm.wasm": new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]),
        "pyodide.asm.js": text.encode(""), "pyodide.js": text.encode(""),
        "worker.js": text.encode(script),
    };
    for (const [name, bytes] of Object.entries(files))
        page.port2.postMessage({ kind: "file", name, bytes: bytes.buffer });
    page.port2.postMessage({ kind: "start", id: 1, init: {} }, [port1]);
    const answer = await told;
    frame.remove();
    return answer;
}"""
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
LISTEN = """() => {
    window.heard = [];
    window.channel = new BroadcastChannel("leak");
    channel.onmessage = ({ data }) => heard.push(data);
    addEventListener("message", ({ data }) => heard.push(data));
}"""


def leaks(*servers: Server) -> list[str]:
    """Return what arrived, also of what is no file."""
    return [name for server in servers for name in server.asked if "leak" in name]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Server]:
    """A server at another origin."""
    with Server(tmp_path) as server:
        yield server


@pytest.fixture(scope="module")
def own_card(with_python: Visited) -> OwnCode:
    return OwnCode(with_python)


@pytest.fixture
def own(own_card: OwnCode, server: Server) -> Iterator[OwnCode]:
    own_card.begin_anew(f"{server.address}ray_circle.html")
    yield own_card
    # What ends Python is said to the console too.
    own_card.seen.heard.clear()


def test_python_of_a_user_reaches_neither_network_nor_storage(
    own: OwnCode, server: Server, elsewhere: Server
) -> None:
    own.seen.kept()
    own.page.evaluate(LISTEN)
    before = own.page.evaluate(READ_KEPT)
    server.asked.clear()
    attack = render_python_attack(server.address, elsewhere.address)
    assert VERDICT_ON_WRONG in own.tried(attack)
    own.page.wait_for_timeout(1500)
    assert leaks(server, elsewhere) == []
    assert own.page.evaluate(READ_KEPT) == before
    assert own.page.url.startswith(server.address)


def test_nor_does_javascript_from_which_no_name_was_taken(
    own: OwnCode, server: Server, elsewhere: Server
) -> None:
    script = render_script_attack(server.address, elsewhere.address)
    own.seen.kept()
    own.page.evaluate(LISTEN)
    before = own.page.evaluate(READ_KEPT)
    server.asked.clear()
    told = own.page.evaluate(RUN_SCRIPT, [script, True])
    assert told["origin"] == "null"
    assert {"import", "caches", "page"} <= {*told["refused"], "caches"}
    assert leaks(server, elsewhere) == []
    assert own.page.evaluate(READ_KEPT) == before
    # With the page's own origin all of it arrives.
    server.more["attack.js"] = script.replace(ATTEMPTS["caches"], "").encode()
    own.page.evaluate(RUN_SCRIPT, ["", False])
    for way in ("fetch", "xhr", "socket", "events", "script", "module", "nested"):
        assert any(name.endswith(f"leak?{way}") for name in leaks(server)), way
    assert leaks(elsewhere)
    assert own.page.evaluate(READ_KEPT)[1] == ["leak"]


def test_no_worker_of_the_page_has_its_origin_or_a_name_that_reaches_out(
    own: OwnCode,
) -> None:
    own.page.evaluate("player.createEvaluationWorker().spareReady()")
    names = [
        *("fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource"),
        *("importScripts", "caches", "indexedDB", "BroadcastChannel", "Worker"),
        *("SharedWorker", "navigator", "postMessage"),
    ]
    workers = own.page.workers
    # The page's own, and those of user code.
    assert len(workers) >= 3
    for worker in workers:
        assert worker.url.startswith("blob:null/")
        assert worker.evaluate("self.origin") == "null"
        script = "(names) => names.filter((name) => self[name] !== undefined)"
        assert worker.evaluate(script, names) == []


HUNGRY = "def ray_circle(**_):\n    return bytes(2 * 10**9)\n"
DEEP = "import json\ndef ray_circle(**_):\n    return json.loads('[' * 10**5)\n"
FLOOD = f"""{FIND_CALLBACK}
def ray_circle(**_):
    while True:
        said('{{"answered": 1, "of": 2}}')
"""
HUGE = f"""{FIND_CALLBACK}
def ray_circle(**_):
    said("x" * 2 * 10**7)
"""
NESTED = f"""{FIND_CALLBACK}
def ray_circle(**_):
    said("[" * 10**5)
"""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        pytest.param(HUNGRY, "MemoryError", id="memory"),
        pytest.param(DEEP, "Maximum call stack|Recursion", id="recursion"),
        pytest.param(FLOOD, "more than a page can take in", id="flood"),
        pytest.param(HUGE, "more than a page can take in", id="huge"),
        pytest.param(NESTED, "more than 100 deep", id="nested answer"),
    ],
)
def test_code_that_takes_all_there_is_is_ended_and_the_page_lives(
    own: OwnCode, code: str, words: str
) -> None:
    own.tried(code)
    told = own.page.locator(".report").first.inner_text().replace("\u00a0", " ")
    assert any(one in told for one in words.split("|")), told
    assert own.seen.live == "ready"
    assert own.tried(BROKEN).startswith("Line 3: ")
    assert own.seen.told("case", "Miss")["set"]["verdict"]["word"] == "No hit"


def nested_link(depth: int = 20_000) -> str:
    """Return the address of a state that is nested so deep."""
    data = zlib.compress(("[" * depth + "]" * depth).encode(), 9)
    return f"#ray_circle/{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


REFUSED = "Objects and lists lie more than 100 deep in each other."


def test_a_link_that_is_nested_too_deep_is_refused_in_a_sentence(
    server: Server, opened: Any
) -> None:
    seen = opened(f"{server.address}ray_circle.html{nested_link()}")
    assert REFUSED in seen.page.inner_text(".notice")
    assert seen.ended() == "ready"
    assert seen.page.evaluate("player.whenIdle().then(() => 1)") == 1
    assert seen.page.inner_text(".verdict h2") == "Hit"
    # So it is where the page is open, and the state on show stays.
    assert seen.told("case", "Miss")["set"]["verdict"]["word"] == "No hit"
    seen.page.evaluate("(hash) => { location.hash = hash; }", nested_link(101))
    seen.page.get_by_text(REFUSED).wait_for()
    assert seen.page.evaluate("location.hash") != nested_link(101)
    assert seen.page.inner_text(".verdict h2") == "No hit"


def test_where_the_pages_python_dies_a_bar_says_so(server: Server, opened: Any) -> None:
    seen = opened(f"{server.address}ray_circle.html")
    assert seen.ended() == "ready"
    assert seen.told("case", "Miss")["set"]["verdict"]["word"] == "No hit"
    seen.until("() => location.hash.startsWith('#ray_circle/')")
    [worker] = seen.page.workers
    worker.evaluate("setTimeout(() => { throw new RangeError('out of memory'); })")
    seen.page.locator(".loading.failed[role=alert]").wait_for()
    assert seen.live == "failed"
    words = seen.page.inner_text(".loading.failed")
    assert "Python has ended" in words
    assert "out of memory" in words
    assert "taken out of the address" in words
    assert seen.page.evaluate("location.hash") == ""
    seen.page.get_by_role("button", name="Try again").click()
    assert seen.ended() == "ready"
    assert seen.page.inner_text(".verdict h2") == "Hit"
    # An answer that it died of.
    seen.page.evaluate("player.whenIdle()")
    seen.page.evaluate(
        """() => {
            const { worker } = player.live.worker, { onMessage } = worker;
            worker.onMessage = ({ id }) => {
                worker.onMessage = onMessage;
                onMessage({ id, error: "Maximum call stack size exceeded",
                    isFatal: true });
            };
            player.live.do("case", "Miss");
        }"""
    )
    seen.page.locator(".loading.failed[role=alert]").wait_for()
    assert seen.live == "failed"
    assert "Maximum call stack size exceeded" in seen.page.inner_text(".loading.failed")
    # A document that the browser ends.
    seen.page.get_by_role("button", name="Try again").click()
    assert seen.ended() == "ready"
    seen.page.evaluate("document.querySelector('iframe').remove()")
    seen.page.locator(".loading.failed").wait_for(timeout=PATIENCE)
    assert "The browser has ended Python" in seen.page.inner_text(".loading.failed")


def test_a_poisoned_cache_entry_is_not_served(server: Server, opened: Any) -> None:
    seen = opened(f"{server.address}ray_circle.html")
    assert seen.ended() == "ready"
    seen.kept()
    before = seen.page.evaluate(READ_KEPT)
    seen.page.evaluate(
        """async () => {
            const types = { html: "text/html", js: "text/javascript" };
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const { url } of await cache.keys()) {
                    const type = types[new URL(url).pathname.split(".").at(-1)];
                    if (type) await cache.put(url, new Response("<h1>owned</h1>",
                        { headers: { "Content-Type": type } }));
                }
            }
        }"""
    )
    seen.page.goto(f"{server.address}ray_circle-lesson.html")
    assert seen.page.locator("h1").first.inner_text() != "owned"
    seen.page.goto(f"{server.address}ray_circle.html?embed")
    assert seen.ended() == "ready"
    # What was asked for is there again as it was.
    after = seen.page.evaluate(READ_KEPT)[0]
    names = ("ray_circle.html", "lesson.html", "player.js", "pyodide.asm.js")
    for entry in before[0]:
        if any(name in entry for name in names) and "/ja/" not in entry:
            assert entry in after
