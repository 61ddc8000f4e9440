"""A site in Firefox without a driver: the page itself reports the results."""

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from own_code_card import BROKEN
from served_site import PATIENCE, READ_KEPT, REFUSED, Server, nested_link
from test_sandbox import (
    LISTEN,
    RUN_SCRIPT,
    VERDICT_ON_WRONG,
    leaks,
    render_python_attack,
    render_script_attack,
)
from webassembly import needed

pytestmark = [pytest.mark.slow, needed]

# What the script begins with.
BEGINNING = """
const post = (told) => fetch("/told", { method: "POST", body: JSON.stringify(told) });
const until = async (met) => {
    while (!met()) await new Promise((done) => setTimeout(done, 50));
};
const button = (name) => [...document.querySelectorAll("button")]
    .find(({ textContent }) => textContent === name);
const { dataset } = document.documentElement;

async function start() {
    await until(() => dataset.live === "ready" || dataset.live === "failed");
    if (dataset.live === "ready") await until(() => player.source === player.live);
    await player.whenIdle();
}
async function tryCode(code) {
    button("Your code").click();
    await until(() => button("Test it") && !button("Test it").disabled);
    player.cards.evaluationCard.editor.replace(code);
    button("Test it").click();
    await until(() => document.querySelector(".report .head").textContent);
    return document.querySelector(".report .head").textContent;
}
addEventListener("error", ({ message }) => post({ error: message }));
addEventListener("unhandledrejection", ({ reason }) => post({ error: String(reason) }));
"""
# What somebody would do in the page, and see.
DONE = """
const drawn = () => {
    const { canvas } = player.figures[0];
    const { data } = canvas.getContext("2d")
        .getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((sum, x, i) => (sum * 31 + x * (i % 7 + 1)) | 0, 7);
};
const verdict = () => document.querySelector("[data-verdict]").textContent;

const refused = ({ violatedDirective, blockedURI }) => (
    post({ error: `${violatedDirective} ${blockedURI}` }));

async function play() {
    await start();
    addEventListener("securitypolicyviolation", refused);
    const before = [verdict(), drawn()];
    const field = document.getElementById("field-radius-0");
    [field.value] = ["1"];
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    await player.whenIdle();
    const after = [verdict(), drawn()];
    const head = await tryCode(CODE);
    removeEventListener("securitypolicyviolation", refused);
    await post({ agent: navigator.userAgent, live: dataset.live, before, after, head });
}
""".replace("CODE", json.dumps(BROKEN))


# What nobody should be able to do.
ATTACKED = f"""
{LISTEN.replace("() =>", "const listen = () =>", 1)};
const readKept = {READ_KEPT};
const runScript = {RUN_SCRIPT};
async function attack() {{
    listen();
    const before = await readKept();
    const head = await tryCode(PYTHON);
    const script = await runScript([SCRIPT, true]);
    const sandbox = document.querySelector("iframe").sandbox.value;
    const after = await readKept();
    const hash = new Promise((done) => addEventListener("hashchange", done));
    location.hash = LINK;
    await hash;
    await until(() => document.querySelector(".notice").textContent);
    const notice = document.querySelector(".notice").textContent;
    await post({{ head, script, sandbox, before, after, notice }});
}}
play().then(attack).catch((error) => post({{ error: String(error) }}));
"""


@contextlib.contextmanager
def run_firefox(
    firefox: str, server: Server, folder: Path, script: str
) -> Iterator[Any]:
    """Run a script in a scene's page in a fresh Firefox; yield what the page sends."""
    page = (server.folder / "ray_circle.html").read_text("utf-8")
    element = '<script src="done.js" defer></script></body>'
    server.more["firefox.html"] = page.replace("</body>", element).encode()
    server.more["done.js"] = f"{BEGINNING}{script}".encode()
    for name in ("profile", "home"):
        (folder / name).mkdir()
    program = subprocess.Popen(
        [
            firefox, "--headless", "--no-remote", "--profile", folder / "profile",
            f"{server.address}firefox.html",
        ],
        env={**os.environ, "HOME": str(folder / "home")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield server.sent
    finally:
        program.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(20)
        program.kill()


def test_firefox_judges_user_code_which_reaches_nothing(
    server: Server, firefox: str, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    with Server(tmp_path / "elsewhere") as elsewhere:
        addresses = server.address, elsewhere.address
        script = ATTACKED
        for name, text in (
            ("PYTHON", render_python_attack(*addresses)),
            ("SCRIPT", render_script_attack(*addresses)),
            ("LINK", nested_link()),
        ):
            script = script.replace(name, json.dumps(text))
        server.asked.clear()
        with run_firefox(firefox, server, tmp_path, f"{DONE}{script}") as sent:
            played, told = (
                json.loads(sent.get(timeout=PATIENCE / 1000)) for _ in range(2)
            )
        assert "error" not in played, played
        assert "Firefox" in played["agent"]
        assert played["live"] == "ready"
        assert [played[when][0] for when in ("before", "after")] == ["Hit", "No hit"]
        assert played["before"][1] != played["after"][1]
        assert played["head"].startswith("Line 3: ")
        assert "error" not in told, told
        assert VERDICT_ON_WRONG in told["head"]
        assert told["script"]["origin"] == "null"
        assert told["sandbox"] == "allow-scripts"
        assert leaks(server, elsewhere) == []
        # The cache may have got more, and nothing that was there is another.
        assert {*told["before"][0]} <= {*told["after"][0]}
        assert told["before"][1:] == told["after"][1:]
        assert REFUSED in told["notice"]
