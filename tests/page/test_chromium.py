"""The browser that lessons are tested in has what they need."""

import pytest

PAGE = """<!doctype html><meta charset="utf-8"><title>Δ ≥ 0</title><canvas></canvas>"""
HAS = """() => [
    !!document.querySelector("canvas").getContext("webgl2"),
    typeof DecompressionStream,
    innerWidth,
]"""


@pytest.mark.slow
def test_it_opens_a_file_from_disk(visit, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(PAGE, encoding="utf-8")
    page = visit(file, width=360)
    assert page.title() == "Δ ≥ 0"
    assert page.evaluate(HAS) == [True, "function", 360]
