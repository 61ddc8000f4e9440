"""A lesson's page: a single complete file of limited size, without requests."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from page_data import decode_column, decode_lesson

from playground.scene.scene import SceneEntry
from playground.session.lesson import document as plans
from playground.session.lesson.document import (
    Lesson,
    LessonTask,
    Stop,
    read_shipped_lesson,
    single_stop_lesson,
)
from playground.session.saved_state import case_state
from playground.web import lesson_page
from playground.web.precompute import SharedSamples, group_stops
from scenes import SCENES

RAY = next(scene for scene in SCENES if scene.id == "ray_circle")


def shipped(scene: SceneEntry) -> Lesson:
    plan = read_shipped_lesson(scene, SCENES)
    assert plan is not None
    return plan


@cache
def small() -> str:
    return lesson_page.render_lesson_page(
        single_stop_lesson(case_state(RAY)), samples=30
    )


def test_it_fetches_nothing() -> None:
    text = small()
    assert "default-src 'none'" in text
    named = r"http-equiv|http://www\.w3\.org/[\w/]+"
    assert "http" not in re.sub(named, "", text)
    assert "src=" not in text
    assert "<link" not in text


def test_it_has_a_title_a_language_and_words_without_a_program() -> None:
    state = case_state(RAY)
    plan = Lesson("Rays & <circles>", (Stop(state, "One </script> of 2 < 3."),))
    text = lesson_page.render_lesson_page(plan, samples=20)
    assert '<html lang="en"' in text
    assert "<title>Rays &amp; &lt;circles&gt;</title>" in text
    told = text[text.index("<noscript>") : text.index("</noscript>")]
    assert "One &lt;/script&gt; of 2 &lt; 3." in told
    assert decode_lesson(text)["stops"][0]["say"] == "One </script> of 2 < 3."


def test_a_state_alone_is_a_lesson_of_one_stop() -> None:
    lesson = decode_lesson(small())
    (stop,) = lesson["stops"]
    assert lesson["title"] == stop["scene"] == RAY.title
    assert stop["say"] == RAY.cases[stop["case"]].shows
    assert stop["question"] is stop["task"] is stop["map"] is None


def test_both_themes_have_every_colour() -> None:
    lesson = decode_lesson(small())
    light, dark = lesson["tones"]["light"], lesson["tones"]["dark"]
    assert len(light) == len(dark) > max(lesson["named"].values())
    assert all(re.fullmatch("#([0-9a-f]{2}){3,4}", tone) for tone in (*light, *dark))
    assert light != dark


@pytest.mark.slow
def test_one_that_would_be_too_large_has_fewer_samples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = len(small()) - 2000
    monkeypatch.setattr(lesson_page, "MAX_PAGE_BYTES", most)
    text = lesson_page.render_lesson_page(
        single_stop_lesson(case_state(RAY)), samples=45
    )
    assert len(text) <= most
    found = decode_lesson(text)["sets"][0]["samples"]
    assert 0 < found < decode_lesson(small())["sets"][0]["samples"]


@pytest.mark.slow
def test_a_map_lies_where_its_point_is_dragged() -> None:
    plan = read_shipped_lesson(next(s for s in SCENES if s.id == "circle_rect"), SCENES)
    assert plan is not None
    mapped = next(stop for stop in plan.stops if stop.state.map)
    lesson = lesson_page.build_lesson_data(Lesson("", (mapped,)), 60)
    told, shown = lesson["stops"][0]["map"], lesson["sets"][0]
    columns, rows = told["size"]
    assert sum(told["cells"][1::2]) == columns * rows
    assert set(told["cells"][::2]) - {255} <= set(range(len(told["palette"]["light"])))
    left, top, width, height = told["box"]
    # It fills the view in every shape that a page may have where it is shown.
    for wide, tall, (x, y, scale) in shown["views"][0]["seen"]:
        if 0.5 <= wide / tall <= 2.5:
            assert left < x - wide / scale / 2
            assert top > y + tall / scale / 2
            assert left + width > x + wide / scale / 2
            assert top - height < y - tall / scale / 2
    # It holds wherever the disc is, for that is what it is over.
    assert decode_column(told["there"], shown["samples"]) == [1] * shown["samples"]


@pytest.mark.slow
def test_as_many_processes_as_you_like_make_the_same(tmp_path: Path) -> None:
    # In a process of its own, for one with other threads is not to be doubled.
    cases = tuple(RAY.cases)[:2]
    text = plans.dump(Lesson("Two", tuple(Stop(case_state(RAY, c), "") for c in cases)))
    (tmp_path / "plan.json").write_text(text, encoding="utf-8")
    code = (
        "import pathlib, sys; "
        "from playground.session.lesson import document as lesson; "
        "from scenes import *; "
        "from playground.web import lesson_page as page; "
        "read = lesson.load(pathlib.Path(sys.argv[1]).read_text('utf-8'), SCENES); "
        "one, two = ("
        "page.render_lesson_page(read, samples=16, processes=n) for n in (1, 2)); "
        "assert one == two"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path / "plan.json"], check=True)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_the_tasks_of_a_shipped_lesson_can_be_done_in_its_page(
    scene: SceneEntry,
) -> None:
    stops = shipped(scene).stops
    groups = group_stops(stops)
    for group in groups:
        with_task = [i for i in group if isinstance(stops[i].task, LessonTask)]
        if with_task:
            shared = SharedSamples(
                [stops[i] for i in group], lesson_page.limit_group_samples(groups)
            )
        for i in with_task:
            told = shared.serialize_stop(stops[i])
            done = decode_column(told["done"], len(shared.moments))
            assert any(done)
            assert not done[told["at"]]
