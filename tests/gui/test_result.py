"""The result's rows: whole values, and no heading over nothing."""

from dataclasses import replace

import pytest
import toys
from every import ENTRIES, every_scene
from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.imgui_backend import Gui
from playground.gui.widgets import symbol_text as widgets_text
from playground.render.theme import RGBA
from playground.scene import Answer, format_number
from playground.session.session import Session


def test_a_vector_with_small_numbers_is_seen_to_its_unit(driver, monkeypatch):
    ends: dict[str, float] = {}
    write = imgui.text

    def noting(text: str) -> None:
        write(text)
        room = imgui.get_window_draw_list().get_clip_rect_max().x
        ends[text] = room - imgui.get_item_rect_max().x

    driver.open("sphere_line", "Crossing")
    monkeypatch.setattr(imgui, "text", noting)
    driver.settle(1)
    centre = next(r for r in driver.session.scene_view.rows if r.name == "Centre")
    assert len(format_number(centre.value)) > 22
    assert ends[format_number(centre.value)] >= 0.0
    assert ends[centre.unit] >= 0.0


def test_the_few_that_matter_stand_first_and_the_rest_on_demand(driver, texts):
    driver.open("ray_circle")

    def seen() -> list[str]:
        texts.clear()
        driver.settle(1)
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


@pytest.mark.parametrize("scene", ENTRIES, ids=lambda scene: scene.id)
def test_a_scene_that_says_what_matters_says_it_of_three_to_five(scene):
    rows = Session([scene]).scene_view.rows
    assert sum(row.main for row in rows) in (0, 3, 4, 5)


def test_the_points_of_numbers_stand_under_each_other(driver, monkeypatch):
    places: dict[str, float] = {}
    write = imgui.text

    def noting(text: str) -> None:
        write(text)
        if "." in text and "(" not in text:
            low, wide = imgui.get_item_rect_min().x, imgui.get_item_rect_size().x
            places[text.strip()] = low + wide * text.index(".") / len(text)

    driver.open("ray_circle")
    driver.change(radius=2.4)
    rows = [r for r in driver.session.scene_view.rows if r.main]
    monkeypatch.setattr(imgui, "text", noting)
    driver.settle(1)
    told = [places[format_number(r.value)] for r in rows if isinstance(r.value, float)]
    assert len(told) == 3
    assert max(told) - min(told) < 1.0


@pytest.mark.parametrize("told", [True, False])
def test_there_is_a_heading_where_there_are_rows(window_of, texts, told):
    answer = toys.ANSWER if told else Answer(toys.ANSWER.outcomes)
    driver = window_of(replace(toys.SCENE, answer=answer))
    driver.settle(1)
    assert ("RESULT" in texts) == told


def test_the_worst_error_looks_like_one_and_a_miss_does_not(driver, texts):
    """In the wall the rule of article 5 lets the ball go into a block."""
    driver.open("ball_block", "Wall, article, fast")
    signs = {}
    for frame in range(0, 200, 5):
        driver.session.go_to(float(frame))
        texts.clear()
        driver.settle(1)
        verdict = driver.session.scene_view.verdict
        shown = next(text for text in texts if text.endswith(verdict.headline))
        signs[verdict.text] = shown[0]
    assert signs["Gone into a block"] == imgui_fonts.WARNING
    assert signs["No hit"].isdigit()


@pytest.fixture
def values(driver, monkeypatch):
    """The values of the last frames: where each text ended, and how large it was."""
    seen: list[tuple[str, float, float]] = []
    write = imgui.text

    def noting(text: str) -> None:
        write(text)
        end, wide = imgui.get_item_rect_max().x, imgui.get_item_rect_size().x
        end -= wide * (1 - len(text.rstrip()) / max(len(text), 1))
        seen.append((text, end, imgui.get_font_size()))

    monkeypatch.setattr(imgui, "text", noting)
    return seen


def test_what_there_is_none_of_ends_at_one_place(driver, values):
    driver.open("ray_circle", "Miss")
    kinds = {type(r.value) for r in driver.session.scene_view.rows if r.main}
    assert len(kinds) > 1
    values.clear()
    driver.settle(1)
    ends = [end for text, end, _ in values if text.strip() == "none"]
    assert len(ends) > 1
    assert max(ends) - min(ends) < 1.0


@pytest.mark.parametrize("case", ["Crossing", "Two hits"])
def test_all_values_of_a_result_are_of_one_size(driver, values, case):
    driver.open("sphere_line" if case == "Crossing" else "ray_circle", case)
    rows = [r for r in driver.session.scene_view.rows if r.main]
    values.clear()
    driver.settle(1)
    shown = {format_number(row.value) for row in rows}
    assert len({size for text, _, size in values if text.strip() in shown}) == 1


@every_scene
def test_the_first_results_are_in_sight_beside_the_articles_answer(
    window_of, monkeypatch, scene
):
    driver = window_of(scene)
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
    driver.settle(1)
    main = [row.name for row in driver.session.scene_view.rows if row.main]
    assert len(seen & set(main)) >= min(len(main), 2), (seen, main)


def test_a_hidden_answer_of_the_article_is_told_apart_from_the_case(driver, texts):
    driver.open("sphere_line", "Crossing")
    session = driver.session
    session.look(compare=False)
    driver.settle(2)
    texts.clear()
    driver.settle(1)
    listing, compared = session.scene_view.scene.listing, session.scene_view.comparison
    assert session.scene.cases["Crossing"].shows in texts
    assert f"{listing.name}: {compared.answer}. {compared.why}" in texts
    session.look(compare=True)
    driver.settle(2)
    texts.clear()
    driver.settle(1)
    assert [text for text in texts if compared.why in text] == [compared.why]
