"""A real browser, in which a lesson is opened from disk: Debian's chromium."""

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """The browser, with WebGL2 in software; CI must have it."""
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
            ],
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: "Browser") -> "Iterator[Callable[..., Page]]":
    """Opens a file in a window of a size; the page must run without an error.

    Further arguments are those of a context: `color_scheme`, `has_touch` and so on.
    """
    faults: list[str] = []
    contexts = []

    def opened(
        file: "Path", width: int = 1280, height: int = 800, **more: Any
    ) -> "Page":
        size = {"width": width, "height": height}
        contexts.append(browser.new_context(viewport=size, offline=True, **more))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda said: faults.append(said.text) if said.type == "error" else None,
        )
        page.goto(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
