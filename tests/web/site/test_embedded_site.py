"""A scene and a lesson in frames of a course's page, which is on another server."""

from pathlib import Path
from typing import Any

import pytest
from served_site import PATIENCE, Server, Visited
from webassembly import needed

pytestmark = [pytest.mark.slow, needed]

COURSE = """<!doctype html>
<title>Course</title>
<link rel="icon" href="data:,">
<h1 class="verdict">Rays</h1>
<iframe id="scene" src="{site}ray_circle.html?embed" width="640" height="480"></iframe>
<iframe id="lesson" width="640" height="480"></iframe>
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


@pytest.fixture
def course(server: Server, opened: Any, tmp_path: Path, browser: Any) -> Any:
    (tmp_path / "course.html").write_text(COURSE.format(site=server.address))
    context = browser.new_context(viewport={"width": 1400, "height": 800})
    context.add_init_script(NOTHING_KEPT)
    with Server(tmp_path) as other:
        # By another name too: else all is kept as for one site.
        address = other.address.replace("127.0.0.1", "localhost")
        yield opened(f"{address}course.html", context)


def live(page: Any, frame: str) -> Any:
    """Return a frame once Python is there."""
    found = page.wait_for_selector(frame).content_frame()
    found.wait_for_selector("html[data-live=ready]", timeout=PATIENCE, state="attached")
    found.evaluate("player.whenIdle()")
    return found


def test_a_course_shows_figures_with_their_controls_and_hears_answers(
    course: Visited, server: Server
) -> None:
    page = course.page
    scene = live(page, "#scene")
    for alone in ("header", ".tabs"):
        assert not scene.is_visible(alone)
    radius = scene.get_by_role("textbox", name="radius")
    radius.fill("1")
    radius.press("Enter")
    scene.evaluate("player.whenIdle()")
    assert scene.inner_text("[data-verdict]") == "No hit"
    figure = scene.locator(".view").bounding_box()
    assert figure["height"] > 0.45 * 480
    assert figure["width"] > figure["height"]
    # A lesson goes on whether Python is there or not.
    page.evaluate(
        "(address) => { document.querySelector('#lesson').src = address; }",
        f"{server.address}ray_circle-lesson.html?embed",
    )
    lesson = page.frame_locator("#lesson")
    lesson.locator(".verdict").wait_for(state="attached")
    assert not lesson.locator("header").is_visible()
    lesson.get_by_role("button", name="No, it misses the circle").click()
    lesson.get_by_text("The answer is “Yes, it crosses the circle”.").wait_for()
    assert page.evaluate("heard") == [
        [
            server.address.rstrip("/"),
            {
                "from": "geometry-playground",
                "kind": "answer",
                "question": "Look first, without a formula: does it hit the circle?",
                "chosen": "No, it misses the circle",
                "right": False,
            },
        ]
    ]
