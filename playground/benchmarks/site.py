"""What a site costs in a browser: to begin, a state, a drag, a map, a time played."""

import functools
import gzip
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from playground.scene.scene import Entry

_PLAIN = """
from math import sqrt

def ray_circle(origin, direction, center, radius):
    mx, my = origin[0] - center[0], origin[1] - center[1]
    vx, vy = direction
    a, b, c = vx * vx + vy * vy, mx * vx + my * vy, mx * mx + my * my - radius * radius
    s = b * b - a * c
    if s < 0.0:
        return None
    t = (-b - sqrt(s)) / a
    t = (-b + sqrt(s)) / a if t < 0.0 else t
    return t if t >= 0.0 else None
"""
# Python cannot end it: no line of it is run again.
_ENDLESS = "def ray_circle(origin, **_):\n    return sum(iter(int, 1))\n"
_RUNS = 4
# Times in milliseconds. What is ended was at it for half a second.
_JUDGE = """async ([plain, endless, runs]) => {
    const judge = player.createEvaluationWorker(), scene = "ray_circle";
    const trials = [], ended = [];
    let asked = 0;
    await judge.spareReady();
    for (let i = 0; i < runs; i++) {
        const since = performance.now();
        const told = await judge.run({ scene, code: plain });
        if (told.error) throw new Error(told.error);
        trials.push(performance.now() - since);
        asked = told.asked;
    }
    for (let i = 0; i < runs; i++) {
        await judge.spareReady();
        const lost = judge.run({ scene, code: endless });
        await new Promise((done) => setTimeout(done, 500));
        const since = performance.now();
        judge.stop();
        await lost;
        let begun = 0;
        await judge.run({ scene, code: plain }, () => { begun ||= performance.now(); });
        ended.push(begun - since);
    }
    return [asked, trials, ended];
}"""


class Judging(NamedTuple):
    """How many cases were asked, and what was measured, in milliseconds.

    `trials` are of a plain function, one after the other; `ended` are from the stop of
    an endless one to the beginning of the next trial.
    """

    asked: int
    trials: list[float]
    ended: list[float]


def judging(page: Any) -> Judging:
    """Measure it in a page of a scene in which Python is ready."""
    return Judging(*page.evaluate(_JUDGE, [_PLAIN, _ENDLESS, _RUNS]))


# ----------------------------------------------------------------------------


# How many states of each page are asked for, and how many are not counted before them.
_STATES, _WARM = 60, 15
_MOVES, _PACE = 60, 0.016
_STARTS = 3
# So many milliseconds are played.
_PLAYED = 3_000
# The first pictures are not counted.
_FEW = 2
# Milliseconds that anything may take here.
_PATIENCE = 120_000
_TABS = {"explore": "numbers", "derivation": "derivation", "code": "code"}
_WALL = "ball_block"
# There is no sandbox for root. Without a graphics card SwiftShader reckons WebGL alone.
# With --use-angle=swiftshader chromium takes that for a card and gives it the whole
# page, as it does for nobody by itself: a picture then costs seventeen times as much.
_ARGUMENTS = ("--no-sandbox", "--enable-unsafe-swiftshader")

# Ask Python in the page, and return what its worker took, all in milliseconds.
_ASK = """async ([before, deeds, tab]) => {
    const { worker } = player.live, heard = worker.listeners.onAnswer, took = [];
    const ask = (deed) => new Promise((done) => {
        worker.listeners.onAnswer = (told) => { took.push(worker.took); done(told); };
        worker.show = { tab, parts: [] };
        worker.do(...deed);
    });
    for (const deed of before) await ask(deed);
    took.length = 0;
    for (const deed of deeds) await ask(deed);
    worker.listeners.onAnswer = heard;
    return took;
}"""
_MAP = """async ([kind, wide, coarse]) => {
    const { worker } = player.live, took = [];
    worker.do("map", kind);
    await worker.whenIdle();
    for (let i = 0; i < 4; i++) {
        let told;
        // Where the page asks for its own meanwhile, nobody answers the older question.
        while (!told) told = await worker.ask(["map", wide, coarse]);
        if (!told.map) throw new Error(`no map: ${told.error}`);
        took.push(worker.took);
    }
    worker.do("map", null);
    await worker.whenIdle();
    return took.slice(1);
}"""
# When the newest move came that a question tells, and when its answer was drawn.
_WATCH = """() => {
    const { worker } = player.live, heard = worker.listeners.onAnswer;
    const { postMessage } = Worker.prototype, about = { capture: true };
    let moved = 0, asked = 0;
    window.drawn = [];
    for (const kind of ["pointermove", "pointerrawupdate"]) {
        addEventListener(kind, (event) => { moved = event.timeStamp; }, about);
    }
    Worker.prototype.postMessage = function (...given) {
        asked = moved;
        return postMessage.apply(this, given);
    };
    worker.listeners.onAnswer = (told) => {
        const since = asked;
        heard(told);
        requestAnimationFrame(() => window.drawn.push(performance.now() - since));
    };
}"""
# Play for so long; the times from one picture of another moment to the next.
_PLAY = """async (long) => {
    const { figureArea, transport } = player, gaps = [];
    let before = 0, shown = null;
    player.live.do("time", player.stop.live.time.low);
    await player.live.worker.whenIdle();
    figureArea.draw = (...given) => {
        Object.getPrototypeOf(figureArea).draw.apply(figureArea, given);
        const { now } = player.stop.live.time, drawn = performance.now();
        if (now === shown) return;
        if (before) gaps.push(drawn - before);
        [before, shown] = [drawn, now];
    };
    transport.play(true);
    const end = performance.now() + long;
    while (player.isPlaying && performance.now() < end) {
        await new Promise((done) => setTimeout(done, 50));
    }
    transport.play(false);
    await player.live.worker.whenIdle();
    delete figureArea.draw;
    return gaps;
}"""


@dataclass(frozen=True)
class SiteCost:
    """A number that was measured: of what, its middle and what 95 % stay below."""

    what: str
    of: str
    middle: float
    most: float
    unit: str


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine, as `python -m http.server` does; its address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def site_costs(folder: Path, scenes: Sequence[Entry], chromium: str) -> list[SiteCost]:
    """Measure a site that was written with Python, all scenes among it.

    Parameters
    ----------
    folder
        Where the site lies.
    scenes
        Those of the program.
    chromium
        The browser's program.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=list(_ARGUMENTS)
        )
        try:
            return [
                *_sizes(folder),
                *_begun(browser, folder),
                *_asked(browser, folder, scenes),
            ]
        finally:
            browser.close()


def _sizes(folder: Path) -> Iterator[SiteCost]:
    """Tell what is fetched, compressed, for the largest page there is."""

    def size(files: Sequence[Path]) -> float:
        return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1e3

    page = max(folder.glob("*-lesson.html"), key=lambda file: file.stat().st_size)
    shared = ("player.js", "player.css", "fallback.js", "worker.js", "service.js")
    plain = [page, *(folder / name for name in shared), *folder.glob("*.woff2")]
    python = [folder / "program.zip", *(folder / "pyodide").iterdir()]
    yield _one("without Python", page.name, size(plain), "KB")
    yield _one("with Python", page.name, size([*plain, *python]) / 1e3, "MB")


def _begun(browser: Any, folder: Path) -> Iterator[SiteCost]:
    """Time the first picture of a page, and Python's first answer."""
    first, live, offline = [], [], []
    for _ in range(_STARTS):
        context = browser.new_context()
        with served(folder) as home:
            address = f"{home}ray_circle.html"
            shown, told = _start(context, address)
            first.append(shown)
            live.append(told)
            # What was fetched is put away for the next visit.
            time.sleep(2.0)
        offline.append(_start(context, address)[1])
        context.close()
    yield _of("first picture", "ray_circle", first, "s")
    yield _of("live", "ray_circle", live, "s")
    yield _of("live, second visit without a network", "ray_circle", offline, "s")


def _start(context: Any, address: str) -> tuple[float, float]:
    page = context.new_page()
    since = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(".verdict")
    first = time.perf_counter() - since
    _live(page)
    told = time.perf_counter() - since
    page.close()
    return first, told


def _live(page: Any) -> None:
    """Wait until Python has told the first state."""
    page.wait_for_selector("html[data-live=ready]", state="attached", timeout=_PATIENCE)
    page.evaluate("player.live.worker.whenIdle()")


def _asked(browser: Any, folder: Path, scenes: Sequence[Entry]) -> Iterator[SiteCost]:
    with served(folder) as home:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{home}ray_circle.html")
        _live(page)
        for scene in scenes:
            yield from _states(page, scene)
        for scene in scenes:
            yield from _maps(page, scene)
        yield from _judged(page)
        page.close()
        for scene in scenes:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{home}{scene.id}.html")
            _live(page)
            yield _drag(page, scene)
            yield from _played(page, scene)
            page.close()


def _judged(page: Any) -> Iterator[SiteCost]:
    asked, trials, ended = judging(page)
    cases = f"ray_circle, {asked} cases"
    yield _one("judging a plain function, at first", cases, trials[0] / 1e3, "s")
    again = [time / 1e3 for time in trials[1:]]
    yield _of("judging a plain function, again", cases, again, "s")
    yield _of("stopping an endless loop, to the next trial", cases, ended, "ms")


def _cases(scene: Entry) -> Iterator[tuple[str, str]]:
    """Return the first case, and one of the wall: how it is told, and its name."""
    yield scene.id, scene.first_case()
    if scene.id == _WALL:
        yield f"{scene.id}, wall", next(n for n in scene.cases if "Wall" in n)


def _states(page: Any, scene: Entry) -> Iterator[SiteCost]:
    """States of some cases, which differ a little each."""
    for told, case in _cases(scene):
        params = scene.cases[case].params
        name, value = _place(params)
        deeds = [
            ["set", name, [value[0] + 0.01 * i, *value[1:]]] for i in range(_STATES)
        ]
        for tab, words in _TABS.items():
            opened = [["scene", scene.id], ["case", case], ["page", tab]]
            before = [*opened, *deeds[:_WARM]]
            took = page.evaluate(_ASK, [before, deeds, tab])
            wall = ", wall" if "wall" in told else ""
            yield _of(f"state, {words}{wall}", told, took, "ms")


def _place(params: Any) -> tuple[str, list[float]]:
    """Return the first parameter that is a place, and where it is."""
    from dataclasses import fields

    for field in fields(params):
        value = getattr(params, field.name)
        if isinstance(value, tuple) and all(isinstance(x, float) for x in value):
            return field.name, list(value)
    raise ValueError("there is no place to move")


def _maps(page: Any, scene: Entry) -> Iterator[SiteCost]:
    page.evaluate(
        _ASK, [[["scene", scene.id], ["case", scene.first_case()]], [], "explore"]
    )
    for kind in ("Verdict", "Mistakes"):
        took = page.evaluate(_MAP, [kind, 800, False])
        yield _of(f"{kind.lower()} map", scene.id, took, "ms")
        took = page.evaluate(_MAP, [kind, 800, True])
        yield _of("coarse map", f"{scene.id}, {kind}", took, "ms")


def _drag(page: Any, scene: Entry) -> SiteCost:
    """Drag the first handle with the mouse: from each move to its picture."""
    box = page.locator("[data-handle]").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(_WATCH)
    for i in range(_MOVES):
        far = min(i, _MOVES - i)
        page.mouse.move(x + 2 * far, y - far)
        time.sleep(_PACE)
    page.evaluate("player.live.worker.whenIdle()")
    page.mouse.up()
    drawn = page.evaluate("window.drawn")
    return _of("drag, move to picture", scene.id, drawn[2:], "ms")


def _played(page: Any, scene: Entry) -> Iterator[SiteCost]:
    """Play where there is a time: from each picture to the next."""
    for told, case in _cases(scene):
        page.evaluate("(name) => { player.live.do('case', name); }", case)
        page.evaluate("player.live.worker.whenIdle()")
        if not page.evaluate("Boolean(player.transport)"):
            continue
        flat = page.evaluate("player.stop.views.every(({ space }) => !space)")
        gaps = page.evaluate(_PLAY, _PLAYED)
        if len(gaps) > _FEW:
            what = f"playing in {'the plane' if flat else 'space'}, picture to picture"
            yield _of(what, told, gaps[_FEW:], "ms")


def _one(what: str, of: str, value: float, unit: str) -> SiteCost:
    return SiteCost(what, of, value, value, unit)


def _of(what: str, of: str, values: Sequence[float], unit: str) -> SiteCost:
    ordered = sorted(values)
    most = ordered[min(int(0.95 * len(ordered)), len(ordered) - 1)]
    return SiteCost(what, of, statistics.median(ordered), most, unit)
