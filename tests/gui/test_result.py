"""Rows of the result: whole values, and no heading without rows."""

from dataclasses import replace

import pytest
import toys
from every import ENTRIES, every_scene
from imgui_bundle import imgui

from playground.gui.imgui_backend import Gui
from playground.gui.widgets import symbol_text as widgets_text
from playground.render.theme import RGBA
from playground.scene import Answer
from playground.session.session import Session


def test_the_few_that_matter_stand_first_and_the_rest_on_demand(driver, texts):
    driver.open("ray_circle")

    def seen() -> list[str]:
        driver.anew(texts)
        return [r.name for r in driver.session.scene_view.rows if r.name in texts]

    main = ["First t", "Distance", "Point", "Discriminant s"]
    # The curve's names are written too, and the verdict's word.
    lines = [
        *driver.session.scene_view.curve.lines,
        driver.session.scene_view.verdict.headline,
    ]
    assert [name for name in seen() if name not in lines] == main
    driver.click_item("###all numbers")
    driver.resize(1280, 1400)
    assert len(seen()) == len(driver.session.scene_view.rows)


@every_scene
def test_a_scene_that_says_what_matters_says_it_of_three_to_five(scene):
    rows = Session([scene]).scene_view.rows
    assert sum(row.main for row in rows) in (0, 3, 4, 5)


@pytest.mark.parametrize("told", [True, False])
def test_there_is_a_heading_where_there_are_rows(window_of, texts, told):
    answer = toys.ANSWER if told else Answer(toys.ANSWER.outcomes)
    driver = window_of(replace(toys.SCENE, answer=answer))
    driver.settle(1)
    assert ("RESULT" in texts) == told


def test_the_first_results_are_in_sight_beside_the_articles_answer(driver, monkeypatch):
    seen: set[str] = set()
    write = widgets_text.write_name

    def noting(gui: Gui, text: str, tone: RGBA) -> None:
        write(gui, text, tone)
        foot = imgui.get_window_pos().y + imgui.get_window_size().y
        if imgui.get_item_rect_max().y <= foot:
            seen.add(text)

    driver.session.look(compare=True)
    driver.resize(1280, 800)
    monkeypatch.setattr(widgets_text, "write_name", noting)
    for scene in ENTRIES:
        driver.open(scene.id)
        driver.window.main_view.gui.invalidate_panels()
        seen.clear()
        driver.settle(1)
        main = [row.name for row in driver.session.scene_view.rows if row.main]
        assert len(seen & set(main)) >= min(len(main), 2), (seen, main)


def test_a_hidden_answer_of_the_article_is_told_apart_from_the_case(driver, texts):
    driver.open("sphere_line", "Crossing")
    session = driver.session
    session.look(compare=False)
    driver.settle(2)
    driver.anew(texts)
    listing, compared = session.scene_view.scene.listing, session.scene_view.comparison
    assert session.scene.cases["Crossing"].shows in texts
    assert f"{listing.name}: {compared.answer}. {compared.why}" in texts
    session.look(compare=True)
    driver.settle(2)
    said = [text for text in driver.anew(texts) if compared.why in text]
    assert said == [compared.why]
