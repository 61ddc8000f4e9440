"""Browser pages that are reused by later tests.

A new page takes 2 s of processor time, mostly for its renderer; one that navigates to
another address takes a tenth of that.
"""

import json
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

# What the browser says of its own driver, which draws by the processor.
OF_DRIVER = "GPU stall due to ReadPixels"
WINDOW = {"width": 1280, "height": 720}
# A kept page's clock runs fast, so that animations and short timers do not hold up a
# test. Timers of a second and more, as that of a notice, keep their time.
_FAST_CLOCK = """(() => {
    const SPEED = 5, now = performance.now.bind(performance);
    const { setTimeout, requestAnimationFrame } = window;
    performance.now = () => SPEED * now();
    window.setTimeout = (run, ms = 0, ...more) => (
        setTimeout(run, ms < 1000 ? ms / SPEED : ms, ...more));
    window.requestAnimationFrame = (run) => (
        requestAnimationFrame((time) => run(SPEED * time)));
})();"""
# A page that never comes to rest fails its test; the driver would wait for ever.
WAIT_FOR_REST = """Promise.race([player.whenIdle(), new Promise((_, fail) => {
    setTimeout(fail, 120000, Error("the page does not come to rest"));
})])"""


class KeptPage:
    """A page with its console messages since it was taken."""

    def __init__(self, context: Any, kind: str = "") -> None:
        self.context = context
        self.kind = kind
        self.heard: list[str] = []
        self.page = context.new_page()
        self.page.on("console", lambda said: self._said(said.text))
        self.page.on("pageerror", lambda error: self.heard.append(str(error)))
        # What answers a text of a page's worker, where it asks this process.
        self.answer: Callable[[str, str], str] = lambda *_: ""

    def _said(self, words: str) -> None:
        if OF_DRIVER not in words:
            self.heard.append(words)

    def cleared(self) -> None:
        """Leave the address, and clear the data stored for it."""
        own = urlsplit(self.page.url)
        self.page.mouse.move(0, 0)
        self.page.goto("about:blank")
        wire = self.context.new_cdp_session(self.page)
        origin = f"{own.scheme}://{own.netloc}"
        wire.send(
            "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"}
        )
        wire.detach()


LOOKS = (Path(__file__).parent / "looks.js").read_text(encoding="utf-8")


def look(page: Any, name: str) -> Any:
    """Call one of the functions that check a page's looks."""
    return page.evaluate(f"(() => {{ {LOOKS} return {name}(); }})()")


class OpenPage:
    """A page of the player, which is at rest whenever a method returns."""

    page: Any

    def settle(self) -> None:
        """Wait until answers, animations, drawing and announcements have finished."""
        self.page.evaluate(WAIT_FOR_REST)

    def look(self, name: str) -> Any:
        return look(self.page, name)

    def run(self, *script: Any) -> None:
        self.page.evaluate(*script)
        self.settle()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    def click(self, name: str) -> None:
        """Click the first button of this name."""
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.settle()

    def choose(self, label: str, option: str) -> None:
        """Choose an option of the list with this label."""
        self.page.get_by_label(label, exact=True).select_option(option)
        self.settle()

    def middle(self, css: str) -> tuple[float, float]:
        box = self.page.locator(css).first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start: tuple[float, float], dx: float, dy: float) -> None:
        (x, y), mouse = start, self.page.mouse
        mouse.move(x, y)
        mouse.down()
        for share in (0.3, 0.7, 1.0):
            mouse.move(x + share * dx, y + share * dy)
        mouse.up()
        self.settle()

    def touch(self, *frames: list[tuple[float, float]]) -> None:
        """Put fingers on the page, move them from frame to frame, and lift them."""
        wire = self.page.context.new_cdp_session(self.page)
        for number, frame in enumerate(frames):
            kind = "touchMove" if number else "touchStart"
            points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(frame)]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.settle()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})
        self.settle()


class KeptPages:
    """Pool of a browser's unused pages, by the options of their contexts."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._free: dict[str, list[KeptPage]] = {}

    def taken(
        self,
        kind: str,
        made: Callable[[KeptPage], None] = lambda _: None,
        viewport: dict[str, int] = WINDOW,
        **context: Any,
    ) -> KeptPage:
        """Return a page as for a new visitor; a new one is passed to `made`."""
        key = f"{kind} {json.dumps(context, sort_keys=True)}"
        free = self._free.setdefault(key, [])
        if free:
            found = free.pop()
            found.page.set_viewport_size(viewport)
        else:
            new = self._browser.new_context(viewport=viewport, **context)
            new.add_init_script(_FAST_CLOCK)
            found = KeptPage(new, key)
            made(found)
        found.heard = []
        return found

    def left(self, kept: KeptPage) -> None:
        """Return a page to the pool, unless it has messages."""
        if kept.heard or kept.page.is_closed():
            kept.context.close()
        else:
            kept.cleared()
            self._free[kept.kind].append(kept)


kept_pages = cache(KeptPages)


def end_browsers() -> None:
    """Kill every browser that this process has started, with its child processes."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name of a program, in brackets, may hold anything.
            text = stat.read_text(errors="replace")
            parents[int(stat.parent.name)] = int(text.rpartition(")")[2].split()[1])
    own = {os.getpid()}
    while more := {p for p, above in parents.items() if above in own} - own:
        own |= more
    for process in own:
        with suppress(OSError):
            if "chromium" in Path(f"/proc/{process}/exe").resolve().name:
                os.kill(process, signal.SIGKILL)
