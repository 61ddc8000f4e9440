"""Fixtures of a real browser, Debian's chromium, with a lesson from disk."""

import os
import shutil
import threading
from typing import TYPE_CHECKING, Any

import pytest
from kept_pages import end_browsers, kept_pages
from lesson_page import Open, Visit, text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium")
_PATIENCE = 60.0


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Return the browser, with WebGL2 in software; CI must have it."""
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("needs chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            # There is no sandbox for root, and no graphics card in CI.
            args=[
                "--no-sandbox",
                "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader",
                # WebGL is drawn by the processor, and nothing else that way: slower.
                "--disable-gpu-compositing",
            ],
        )
        yield browser
        # A page that is stuck keeps the browser from closing, for ever.
        impatient = threading.Timer(_PATIENCE, end_browsers)
        impatient.start()
        browser.close()
        impatient.cancel()


@pytest.fixture
def visit(browser: "Browser", tmp_path: "Path") -> "Iterator[Open]":
    """Return a function that opens the lesson, without console messages or requests."""
    kept = kept_pages(browser)
    taken = []

    def opened(
        width: int = 1280, height: int = 800, source: str = "", **more: Any
    ) -> Visit:
        file = tmp_path / "lesson.html"
        file.write_text(source or text(), encoding="utf-8")
        size = {"width": width, "height": height}
        found = kept.taken("lesson", viewport=size, **more)
        taken.append(found)
        own, heard = file.as_uri(), found.heard

        def asked(route: Any) -> None:
            url = route.request.url
            if url == own or url.startswith(("data:", "blob:")):
                route.continue_()
                return
            heard.append(url)
            route.abort()

        found.context.unroute_all()
        found.context.route("**/*", asked)
        found.page.goto(own)
        seen = Visit(found.page, heard)
        if "<iframe" not in source:
            seen.page.wait_for_selector(".verdict", state="attached")
            seen.settle()
        return seen

    yield opened
    heard = [words for one in taken for words in one.heard]
    for one in taken:
        kept.left(one)
    assert heard == []
