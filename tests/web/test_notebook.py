"""Scenes and states in a notebook, as the page's player, or at least as a picture."""

import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_data import decode_lesson

from playground.scene import html_repr as hook
from playground.scene.entry_points import EntryPoint
from playground.session.saved_state import case_state
from playground.web import notebook_html
from playground.web.serialize import sample_texts
from scenes import SCENES

RAY = SCENES[0]
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture(autouse=True)
def _few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_html, "_CELL_SAMPLE_COUNT", 20)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Return the installed entry points that show a scene in a notebook: our own."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    ours = project["entry-points"][hook.ENTRY_POINT_GROUP]
    points = [EntryPoint(name, value) for name, value in ours.items()]
    monkeypatch.setattr(
        hook,
        "find_entry_points",
        lambda group: points if group == hook.ENTRY_POINT_GROUP else [],
    )
    hook._load_renderer.cache_clear()
    yield points
    hook._load_renderer.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("offered")
def test_a_scene_and_a_state_show_the_player() -> None:
    for value, case in (
        (RAY, RAY.first_case_name()),
        (case_state(RAY, "Miss"), "Miss"),
    ):
        shown = value._repr_html_()
        assert shown
        found = re.fullmatch(
            r'<iframe srcdoc="([^"]*)" title="[^"]*".*</iframe>', shown
        )
        assert found
        lesson = decode_lesson(html.unescape(found[1]))
        assert [stop["case"] for stop in lesson["stops"]] == [case]


@pytest.mark.usefixtures("offered")
def test_without_the_extra_it_is_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample_texts, "can_convert_formulas", lambda: False)
    shown = RAY._repr_html_()
    assert shown
    assert "<svg" in shown
    assert "<iframe" not in shown


def test_where_nothing_offers_it_there_is_the_text(offered: list[EntryPoint]) -> None:
    offered.clear()
    assert RAY._repr_html_() is None
    assert case_state(RAY)._repr_html_() is None
