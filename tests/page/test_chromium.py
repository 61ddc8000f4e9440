"""The browser that lessons are tested in has what they need."""

import pytest

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
