"""Embedded scene and lesson, in frames of a course's page on another server."""

import time
from pathlib import Path
from typing import Any

import pytest
from kept_pages import WAIT_FOR_REST, KeptPage
from native_live import answer_here, new_answer
from served_site import PATIENCE, Server, Visited

pytestmark = pytest.mark.slow

COURSE = """<!doctype html>
<title>Course</title>
<link rel="icon" href="data:,">
<h1 class="verdict">Rays</h1>
<iframe id="scene" width="640" height="480"
  src="{site}ray_circle.html?embed&theme=dark"></iframe>
<iframe id="lesson" width="640" height="480"></iframe>
<iframe id="far" width="640" height="480" style="margin-top: 3000px"></iframe>
<script>
heard = [];
addEventListener("message", ({{ origin, data }}) => heard.push([origin, data]));
</script>
"""
# As where a browser keeps nothing for what another site frames.
NOTHING_KEPT = """
if (window !== top) {
    const error = new DOMException("Access is denied.", "SecurityError");
    const none = () => { throw error; };
    const refused = () => Promise.reject(error);
    Object.defineProperty(window, "localStorage", { get: none });
    CacheStorage.prototype.open = refused;
    ServiceWorkerContainer.prototype.register = refused;
}
"""


def test_a_course_shows_figures_with_their_controls_and_hears_answers(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    (tmp_path / "course.html").write_text(COURSE.format(site=server.address))
    kept = KeptPage(browser.new_context(viewport={"width": 1400, "height": 800}))
    kept.answer = new_answer()
    answer_here(kept)
    kept.context.add_init_script(NOTHING_KEPT)
    with Server(tmp_path) as other:
        # By another name too: else all is kept as for one site.
        address = other.address.replace("127.0.0.1", "localhost")
        page = Visited(kept, f"{address}course.html").page
        scene = page.wait_for_selector("#scene").content_frame()
        scene.wait_for_selector(
            "html[data-live=ready]", timeout=PATIENCE, state="attached"
        )
        scene.evaluate(WAIT_FOR_REST)
        for alone in ("header", ".tabs", ".hint"):
            assert not scene.is_visible(alone)
        assert scene.evaluate("document.documentElement.dataset.theme") == "dark"
        # The course may let the frame be as high as it needs to be.
        told = page.evaluate("heard.map(([, one]) => one)")
        assert [one for one in told if one["kind"] == "ready"]
        side = "player.sidePanel.scrollHeight - player.sidePanel.clientHeight"
        seen_whole = f"async () => {{ await player.whenIdle(); return {side}; }}"
        follow = """() => {
            const heights = heard.filter(([, { kind }]) => kind === "height");
            const { height } = heights.at(-1)[1];
            document.querySelector("#scene").height = height;
            return height;
        }"""
        until = time.monotonic() + PATIENCE / 1000
        # It is told again whenever there is more in it.
        while page.evaluate(follow) <= 480 or scene.evaluate(seen_whole) > 2:
            assert time.monotonic() < until
        page.evaluate("document.querySelector('#scene').height = 480")
        larger = scene.get_by_role("link", name="Open larger")
        assert larger.get_attribute("target") == "_blank"
        assert "?" not in larger.get_attribute("href")
        scene.get_by_text("Parameters").first.click()
        radius = scene.get_by_role("textbox", name="radius")
        radius.fill("1")
        radius.press("Enter")
        scene.evaluate(WAIT_FOR_REST)
        assert scene.inner_text("[data-verdict]") == "No hit"
        figure = scene.locator(".view").bounding_box()
        assert figure["height"] > 0.45 * 480
        assert figure["width"] > figure["height"]
        page.evaluate(
            "(address) => { document.querySelector('#lesson').src = address; }",
            f"{server.address}ray_circle-lesson.html?embed",
        )
        lesson = page.frame_locator("#lesson")
        lesson.locator(".verdict").wait_for(state="attached")
        assert not lesson.locator("header").is_visible()
        lesson.get_by_role("button", name="No, it misses the circle").click()
        lesson.get_by_role("button", name="Show the answer").click()
        lesson.get_by_text("The answer is “Yes, it crosses the circle”.").wait_for()
        [[origin, told]] = page.evaluate(
            "heard.filter(([, { kind }]) => kind === 'answer')"
        )
        assert origin == server.address.rstrip("/")
        assert told == {
            "from": "geometry-playground",
            "kind": "answer",
            "question": "Look first, without a formula: does it hit the circle?",
            "chosen": "No, it misses the circle",
            "right": False,
        }
        # Python waits until its frame is in sight.
        page.evaluate(
            "(address) => { document.querySelector('#far').src = address; }",
            f"{server.address}ray_circle.html?embed",
        )
        far = page.wait_for_selector("#far").content_frame()
        far.wait_for_selector(".verdict")
        page.wait_for_timeout(300)
        assert not far.evaluate("Boolean(player.live.worker)")
        page.evaluate("document.querySelector('#far').scrollIntoView()")
        far.wait_for_selector(
            "html[data-live=ready]", timeout=PATIENCE, state="attached"
        )
    kept.context.close()
    assert kept.heard == []
