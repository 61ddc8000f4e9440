"""Features of the browser in which lessons are tested."""

import pytest
from lesson_page import text

PAGE = """<!doctype html><meta charset="utf-8"><title>Δ ≥ 0</title><canvas></canvas>"""
HAS = """() => [
    !!document.querySelector("canvas").getContext("webgl2"),
    typeof DecompressionStream,
    innerWidth,
]"""


@pytest.mark.slow
def test_it_opens_a_file_from_disk(browser, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(PAGE, encoding="utf-8")
    page = browser.new_page(viewport={"width": 360, "height": 800})
    try:
        page.goto(file.as_uri())
        assert page.title() == "Δ ≥ 0"
        assert page.evaluate(HAS) == [True, "function", 360]
    finally:
        page.close()


@pytest.mark.slow
def test_no_script_runs_but_its_own(browser, tmp_path):
    file = tmp_path / "lesson.html"
    planted = "<script>window.planted = 1</script><img src=x onerror='planted = 2'>"
    file.write_text(text().replace("<body>", f"<body>{planted}"), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("h1")
    assert page.evaluate("window.planted") is None
    page.close()
