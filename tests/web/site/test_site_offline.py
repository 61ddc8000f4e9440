"""Second visits: without a network, and with a newer version of the site."""

from pathlib import Path
from typing import Any

import pytest
from kept_pages import KeptPage
from native_live import answer_here, new_answer
from served_site import READ_KEPT, Server, Visited
from webassembly import needed

from playground.session.lesson.document import Lesson, Stop
from playground.session.saved_state import case_state
from playground.web.pyodide import locate_pyodide
from playground.web.site import SiteContents, write_site
from scenes import RAY_CIRCLE

pytestmark = [pytest.mark.slow, needed]

# All files are there that Python needs, and it begins.
FETCHED = """() => document.documentElement.dataset.live === "ready"
    || document.querySelector(".loading progress")?.value > 0.6"""


def test_the_second_visit_needs_no_network_and_serves_nothing_poisoned(
    with_python: Visited, server: Server
) -> None:
    seen, address = with_python, with_python.page.url.partition("#")[0]
    seen.kept()
    [before, *_] = seen.page.evaluate(READ_KEPT)
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
    for page in ("", "ray_circle-lesson.html"):
        seen.page.goto(f"{server.address}{page}")
        assert seen.page.locator("h1").first.inner_text() != "owned"
    seen.page.goto(address)
    seen.until(FETCHED)
    # What was asked for is there again as it was.
    [after, *_] = seen.page.evaluate(READ_KEPT)
    names = ("/ray_circle", "player.js", "pyodide.asm.js")
    for entry in before:
        if any(name in entry for name in names) and "/ja/" not in entry:
            assert entry in after
    server.is_gone = True
    try:
        seen.page.reload()
        assert seen.ended() == "ready"
        assert seen.told("case", "Miss")["set"]["verdict"]["word"] == "No hit"
        seen.page.goto(server.address)
        assert seen.page.title() == "Geometry Playground"
    finally:
        server.is_gone = False
    assert seen.heard == []


def write(folder: Path, *titles: str) -> None:
    """Write a site of lessons, whose pages find no Python."""
    stop = Stop(case_state(RAY_CIRCLE), "Look.")
    held = SiteContents((), [Lesson(title, (stop,)) for title in titles])
    nowhere = locate_pyodide("https://nowhere.test/python")
    write_site(folder, held, nowhere, lambda _: None, 1)


def test_a_newer_version_takes_the_place_of_the_older_whole(
    tmp_path: Path, opened: Any
) -> None:
    write(tmp_path, "First")
    with Server(tmp_path) as server:
        seen = opened(f"{server.address}ray_circle-lesson.html")
        seen.until("() => navigator.serviceWorker.controller")
        versions = """async () => (await caches.keys()).filter(
            (name) => name.includes(" site "))"""
        [old] = seen.page.evaluate(versions)
        # A newer program, of which at first one file has not arrived.
        write(tmp_path, "First", "Second")
        server.missing.add("ray_circle-lesson-2.html")
        seen.page.reload()
        seen.until("() => window.player")
        assert seen.page.evaluate("player.lesson.site.next") is None
        server.missing.clear()
        seen.page.evaluate(
            "navigator.serviceWorker.getRegistration().then((one) => one.update())"
        )
        seen.until(
            "() => navigator.serviceWorker.getRegistration().then((one) => one.waiting)"
        )
        # Whole, it is there with the next visit, and nothing of the older is left. A
        # page that was just left may still count as open, and two may not change: then
        # it is there with the visit after it.
        seen.until_renewed("() => window.player?.lesson.site.next?.title === 'Second'")
        seen.until(f"() => ({versions})().then((all) => all.length === 1)")
        [new] = seen.page.evaluate(versions)
        assert new != old
        # Python is nowhere, which the browser goes on to say while the page is open.
        seen.page.close()
        expected = ("404", "Failed to load resource: net::")
        seen.heard[:] = [
            words for words in seen.heard if not any(one in words for one in expected)
        ]


def test_the_site_is_kept_after_python_has_come_in_the_language_in_use(
    browser: Any, server: Server
) -> None:
    kept = KeptPage(browser.new_context())
    answer_here(kept, waits=True)
    kept.answer = new_answer()
    server.asked.clear()
    seen = Visited(kept, f"{server.address}ray_circle.html")
    seen.until("() => window.pythonComes")
    assert "/service.js" not in server.asked
    seen.page.evaluate("pythonComes()")
    seen.until("() => navigator.serviceWorker.controller")

    def pages() -> set[str]:
        held, *_ = seen.page.evaluate(READ_KEPT)
        return {one.split()[-2] for one in held if ".html " in one}

    english = {
        f"{server.address}{name}.html"
        for scene in ("ray_circle", "sphere_line", "point_ellipse")
        for name in (scene, f"{scene}-lesson")
    }
    assert pages() == english | {f"{server.address}index.html"}
    # A page of another language comes with its visit.
    japanese = f"{server.address}ja/ray_circle.html"
    seen.page.goto(japanese)
    assert japanese in pages()
    kept.context.close()
