"""Benchmarks of a static site in a browser: start, states, drags, maps, playback."""

import functools
import gzip
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from playground.quick_dataclass import dataclass
from playground.scene.scene import SceneEntry

_PLAIN_FUNCTION = """
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
# Python cannot interrupt it, since it runs in C.
_ENDLESS_FUNCTION = "def ray_circle(origin, **_):\n    return sum(iter(int, 1))\n"
_RUN_COUNT = 4
# Times in milliseconds. The endless function runs for half a second before it is
# stopped.
_JUDGE_SCRIPT = """async ([plain, endless, runs]) => {
    const card = player.cards.evaluationCard, scene = "ray_circle";
    await card.requestWorker({ here: "" }); // starts its worker
    const judge = card.worker;
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


class JudgingTimes(NamedTuple):
    """Times of evaluation runs in milliseconds, and their number of cases.

    Attributes
    ----------
    asked : int
        Number of cases.
    trials : list of float
        Times of successive runs of a plain function.
    ended : list of float
        Times from stopping an endless function to the start of the next run.
    """

    asked: int
    trials: list[float]
    ended: list[float]


def time_judging(page: Any) -> JudgingTimes:
    """Time evaluation runs in an open scene page in which Python is ready.

    `page` is one of playwright.
    """
    return JudgingTimes(
        *page.evaluate(_JUDGE_SCRIPT, [_PLAIN_FUNCTION, _ENDLESS_FUNCTION, _RUN_COUNT])
    )


# ----------------------------------------------------------------------------


# Measured states per page, and states before them.
_STATE_COUNT = 60
_WARMUP_STATE_COUNT = 15
_MOVE_COUNT = 60
_MOVE_INTERVAL_S = 0.016
_START_COUNT = 3
# Duration of the measured playback.
_PLAYBACK_DURATION_MS = 3_000
# Pictures that are not counted.
_WARMUP_PICTURE_COUNT = 2
# Time limit of each operation.
_TIMEOUT_MS = 120_000
_TABS = {"explore": "numbers", "derivation": "derivation", "code": "code"}
_WALL_SCENE = "ball_block"
# Root cannot have a sandbox. SwiftShader renders WebGL without a graphics card. With
# --use-angle=swiftshader chromium would render the whole page with it, which is 17
# times slower and happens on no user's machine.
_BROWSER_ARGUMENTS = ("--no-sandbox", "--enable-unsafe-swiftshader")

# Send actions to Python in the page; return the worker's times in milliseconds.
_STATE_SCRIPT = """async ([before, deeds, tab]) => {
    const { worker } = player.live, heard = worker.listeners.onAnswer, took = [];
    const ask = (deed) => new Promise((done) => {
        worker.listeners.onAnswer = (told) => { took.push(worker.took); done(told); };
        worker.show = { tab, parts: [] };
        worker.doAll([deed]);
    });
    for (const deed of before) await ask(deed);
    took.length = 0;
    for (const deed of deeds) await ask(deed);
    worker.listeners.onAnswer = heard;
    return took;
}"""
_MAP_SCRIPT = """async ([kind, wide, coarse]) => {
    const { worker } = player.live, took = [];
    worker.doAll([["map", kind]]);
    await worker.whenIdle();
    for (let i = 0; i < 4; i++) {
        let told;
        // Where the page asks for its own meanwhile, nobody answers the older question.
        while (!told) told = await worker.ask(["map", wide, coarse]);
        if (!told.map) throw new Error(`no map: ${told.error}`);
        took.push(worker.took);
    }
    worker.doAll([["map", null]]);
    await worker.whenIdle();
    return took.slice(1);
}"""
# Measure from the newest pointer move in a question to drawing its answer.
_DRAG_SCRIPT = """() => {
    const { worker } = player.live, heard = worker.listeners.onAnswer;
    const { postMessage } = MessagePort.prototype, about = { capture: true };
    let moved = 0, asked = 0;
    window.drawn = [];
    for (const kind of ["pointermove", "pointerrawupdate"]) {
        addEventListener(kind, (event) => { moved = event.timeStamp; }, about);
    }
    MessagePort.prototype.postMessage = function (...given) {
        if (given[0].text) asked = moved;
        return postMessage.apply(this, given);
    };
    worker.listeners.onAnswer = (told) => {
        const since = asked;
        heard(told);
        requestAnimationFrame(() => window.drawn.push(performance.now() - since));
    };
}"""
# Play for a duration; return the times between pictures of different moments.
_PLAY_SCRIPT = """async (long) => {
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
    """A measurement: what, of which page, the median and the 95th percentile.

    Both are in `unit`; a single value is both.
    """

    what: str
    of: str
    middle: float
    most: float
    unit: str


class _SilentHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine like `python -m http.server`; yield its URL."""
    handler = functools.partial(_SilentHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def measure_site(
    folder: Path, scenes: Sequence[SceneEntry], chromium: str
) -> list[SiteCost]:
    """Measure a site that includes Python and all scenes.

    Parameters
    ----------
    folder : Path
        The folder of the site, with Pyodide in it.
    scenes : sequence of SceneEntry
        The built-in scenes.
    chromium : str
        Path of the browser.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=list(_BROWSER_ARGUMENTS)
        )
        try:
            return [
                *_measure_sizes(folder),
                *_measure_starts(browser, folder),
                *_measure_pages(browser, folder, scenes),
            ]
        finally:
            browser.close()


def _measure_sizes(folder: Path) -> Iterator[SiteCost]:
    """Yield the compressed sizes of all that the largest page fetches, in KB and MB."""

    def size(files: Sequence[Path]) -> float:
        return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1e3

    page = max(folder.glob("*-lesson.html"), key=lambda file: file.stat().st_size)
    shared = ("player.js", "player.css", "fallback.js", "worker.js", "service.js")
    plain = [page, *(folder / name for name in shared), *folder.glob("*.woff2")]
    python = [folder / "program.zip", *(folder / "pyodide").iterdir()]
    yield _single_cost("without Python", page.name, size(plain), "KB")
    yield _single_cost("with Python", page.name, size([*plain, *python]) / 1e3, "MB")


def _measure_starts(browser: Any, folder: Path) -> Iterator[SiteCost]:
    """Time the first picture of a page, and Python's first answer."""
    first, live, offline = [], [], []
    for _ in range(_START_COUNT):
        context = browser.new_context()
        with serve_folder(folder) as home:
            address = f"{home}ray_circle.html"
            shown_seconds, seconds = _load_page(context, address)
            first.append(shown_seconds)
            live.append(seconds)
            # Give the service worker time to cache files for the next visit.
            time.sleep(2.0)
        offline.append(_load_page(context, address)[1])
        context.close()
    yield _summarize_costs("first picture", "ray_circle", first, "s")
    yield _summarize_costs("live", "ray_circle", live, "s")
    yield _summarize_costs(
        "live, second visit without a network", "ray_circle", offline, "s"
    )


def _load_page(context: Any, address: str) -> tuple[float, float]:
    page = context.new_page()
    begin = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(".verdict")
    first = time.perf_counter() - begin
    _wait_until_live(page)
    seconds = time.perf_counter() - begin
    page.close()
    return first, seconds


def _wait_until_live(page: Any) -> None:
    """Wait until Python has answered the first state."""
    page.wait_for_selector(
        "html[data-live=ready]", state="attached", timeout=_TIMEOUT_MS
    )
    page.evaluate("player.live.worker.whenIdle()")


def _measure_pages(
    browser: Any, folder: Path, scenes: Sequence[SceneEntry]
) -> Iterator[SiteCost]:
    with serve_folder(folder) as home:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{home}ray_circle.html")
        _wait_until_live(page)
        for scene in scenes:
            yield from _measure_states(page, scene)
        for scene in scenes:
            yield from _measure_maps(page, scene)
        yield from _measure_judging(page)
        page.close()
        for scene in scenes:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{home}{scene.id}.html")
            _wait_until_live(page)
            yield _measure_drag(page, scene)
            yield from _measure_playback(page, scene)
            page.close()


def _measure_judging(page: Any) -> Iterator[SiteCost]:
    first_answer, trials, end_times = time_judging(page)
    cases = f"ray_circle, {first_answer} cases"
    yield _single_cost(
        "judging a plain function, at first", cases, trials[0] / 1e3, "s"
    )
    again = [time / 1e3 for time in trials[1:]]
    yield _summarize_costs("judging a plain function, again", cases, again, "s")
    yield _summarize_costs(
        "stopping an endless loop, to the next trial", cases, end_times, "ms"
    )


def _benchmark_cases(scene: SceneEntry) -> Iterator[tuple[str, str]]:
    """Yield label and name of the first case, and of one scene's case with a wall."""
    yield scene.id, scene.first_case_name()
    if scene.id == _WALL_SCENE:
        yield f"{scene.id}, wall", next(n for n in scene.cases if "Wall" in n)


def _measure_states(page: Any, scene: SceneEntry) -> Iterator[SiteCost]:
    """Time a series of states that differ slightly, for some cases."""
    for case_title, case in _benchmark_cases(scene):
        params = scene.cases[case].params
        name, value = _find_point_parameter(params)
        deeds = [
            ["set", name, [value[0] + 0.01 * i, *value[1:]]]
            for i in range(_STATE_COUNT)
        ]
        for tab, words in _TABS.items():
            opening = [["scene", scene.id], ["case", case], ["page", tab]]
            warmup = [*opening, *deeds[:_WARMUP_STATE_COUNT]]
            took = page.evaluate(_STATE_SCRIPT, [warmup, deeds, tab])
            wall = ", wall" if "wall" in case_title else ""
            yield _summarize_costs(f"state, {words}{wall}", case_title, took, "ms")


def _find_point_parameter(params: Any) -> tuple[str, list[float]]:
    """Return the name and value of the first parameter that is a point.

    Raises
    ------
    ValueError
        There is none.
    """
    from dataclasses import fields

    for field in fields(params):
        value = getattr(params, field.name)
        if isinstance(value, tuple) and all(isinstance(x, float) for x in value):
            return field.name, list(value)
    raise ValueError("there is no place to move")


def _measure_maps(page: Any, scene: SceneEntry) -> Iterator[SiteCost]:
    page.evaluate(
        _STATE_SCRIPT,
        [[["scene", scene.id], ["case", scene.first_case_name()]], [], "explore"],
    )
    for kind in ("Verdict", "Mistakes"):
        took = page.evaluate(_MAP_SCRIPT, [kind, 800, False])
        yield _summarize_costs(f"{kind.lower()} map", scene.id, took, "ms")
        took = page.evaluate(_MAP_SCRIPT, [kind, 800, True])
        yield _summarize_costs("coarse map", f"{scene.id}, {kind}", took, "ms")


def _measure_drag(page: Any, scene: SceneEntry) -> SiteCost:
    """Time a drag of the first handle, from each move to its picture."""
    box = page.locator("[data-handle]").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(_DRAG_SCRIPT)
    for i in range(_MOVE_COUNT):
        far = min(i, _MOVE_COUNT - i)
        page.mouse.move(x + 2 * far, y - far)
        time.sleep(_MOVE_INTERVAL_S)
    page.evaluate("player.live.worker.whenIdle()")
    page.mouse.up()
    draw_times = page.evaluate("window.drawn")
    return _summarize_costs("drag, move to picture", scene.id, draw_times[2:], "ms")


def _measure_playback(page: Any, scene: SceneEntry) -> Iterator[SiteCost]:
    """Time playback, from each picture to the next, in scenes with a time axis."""
    for case_title, case in _benchmark_cases(scene):
        page.evaluate("(name) => { player.live.do('case', name); }", case)
        page.evaluate("player.live.worker.whenIdle()")
        if not page.evaluate("Boolean(player.transport)"):
            continue
        flat = page.evaluate("player.stop.views.every(({ space }) => !space)")
        gaps = page.evaluate(_PLAY_SCRIPT, _PLAYBACK_DURATION_MS)
        if len(gaps) > _WARMUP_PICTURE_COUNT:
            title = f"playing in {'the plane' if flat else 'space'}, picture to picture"
            yield _summarize_costs(
                title, case_title, gaps[_WARMUP_PICTURE_COUNT:], "ms"
            )


def _single_cost(what: str, of: str, value: float, unit: str) -> SiteCost:
    return SiteCost(what, of, value, value, unit)


def _summarize_costs(
    what: str, of: str, values: Sequence[float], unit: str
) -> SiteCost:
    sorted_values = sorted(values)
    high = sorted_values[min(int(0.95 * len(sorted_values)), len(sorted_values) - 1)]
    return SiteCost(what, of, statistics.median(sorted_values), high, unit)
