"""In Firefox, which needs no driver: the page itself tells what came of it."""

import contextlib
import json
import os
import queue
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served_site import PATIENCE, Server
from test_own_code_in_the_page import WRONG
from webassembly import needed

pytestmark = [pytest.mark.slow, needed]

# What somebody would do in the page, and see.
DONE = """
const post = (told) => fetch("/told", { method: "POST", body: JSON.stringify(told) });
const until = async (met) => {
    while (!met()) await new Promise((done) => setTimeout(done, 50));
};
const drawn = () => {
    const { canvas } = player.figures[0];
    const { data } = canvas.getContext("2d")
        .getImageData(0, 0, canvas.width, canvas.height);
    return data.reduce((sum, x, i) => (sum * 31 + x * (i % 7 + 1)) | 0, 7);
};
const button = (name) => [...document.querySelectorAll("button")]
    .find(({ textContent }) => textContent === name);
const verdict = () => document.querySelector("[data-verdict]").textContent;

addEventListener("error", ({ message }) => post({ error: message }));
addEventListener("unhandledrejection", ({ reason }) => post({ error: String(reason) }));
addEventListener("securitypolicyviolation", (event) => (
    post({ error: `${event.violatedDirective} ${event.blockedURI}` })));

async function all() {
    const { dataset } = document.documentElement;
    await until(() => dataset.live === "ready" || dataset.live === "failed");
    if (dataset.live === "ready") await until(() => player.source === player.live);
    await player.whenIdle();
    const before = [verdict(), drawn()];
    const field = document.getElementById("field-radius-0");
    [field.value] = ["1"];
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    await player.whenIdle();
    const after = [verdict(), drawn()];
    button("Your code").click();
    await until(() => button("Try it") && !button("Try it").disabled);
    const editor = document.getElementById("editor");
    editor.value = CODE;
    editor.dispatchEvent(new Event("input", { bubbles: true }));
    button("Try it").click();
    await until(() => document.querySelector(".report .head").textContent);
    const head = document.querySelector(".report .head").textContent;
    await post({ agent: navigator.userAgent, live: dataset.live, before, after, head });
}
all().catch((error) => post({ error: String(error) }));
""".replace("CODE", json.dumps(WRONG))


@pytest.fixture
def answers(server: Server, firefox: str, tmp_path: Path) -> Iterator[Any]:
    """What the page of a scene sends, in a Firefox that was never used."""
    page = (server.folder / "ray_circle.html").read_text("utf-8")
    script = '<script src="done.js" defer></script></body>'
    server.more["firefox.html"] = page.replace("</body>", script).encode()
    server.more["done.js"] = DONE.encode()
    for name in ("profile", "home"):
        (tmp_path / name).mkdir()
    program = subprocess.Popen(
        [
            firefox, "--headless", "--no-remote", "--profile", tmp_path / "profile",
            f"{server.address}firefox.html",
        ],
        env={**os.environ, "HOME": str(tmp_path / "home")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    yield server.sent
    program.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        program.wait(20)
    program.kill()


def test_firefox_plays_a_scene_and_judges_code(answers: queue.Queue[bytes]) -> None:
    told = json.loads(answers.get(timeout=PATIENCE / 1000))
    assert "error" not in told, told
    assert "Firefox" in told["agent"]
    assert told["live"] == "ready"
    assert [told[when][0] for when in ("before", "after")] == ["Hit", "Miss"]
    assert told["before"][1] != told["after"][1]
    assert "1,307 of 3,917 answers are wrong" in told["head"]
