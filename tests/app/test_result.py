"""The result's rows: whole values, and no heading over nothing."""

from dataclasses import replace

import pytest
import toys
from imgui_bundle import imgui

from playground.scene import Answer, show


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
    centre = next(r for r in driver.session.moment.rows if r.name == "Centre")
    assert len(show(centre.value)) > 22
    assert ends[f"{show(centre.value)} {centre.unit}"] >= 0.0


@pytest.mark.parametrize("told", [True, False])
def test_there_is_a_heading_where_there_are_rows(window_of, texts, told):
    answer = toys.ANSWER if told else Answer(toys.ANSWER.outcomes)
    driver = window_of(replace(toys.SCENE, answer=answer))
    driver.settle(1)
    assert ("RESULT" in texts) == told
