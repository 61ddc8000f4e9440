"""The numbers of a page in pixels, with y down and angles clockwise."""

from typing import Any

import pytest
from asked_live import AskedLive

from playground.i18n import use_language

ALL = ["unit", "pixels"], ["unit", "y_down"], ["unit", "clockwise"]


def test_only_what_there_is_something_for_can_be_chosen() -> None:
    assert AskedLive("circle_rect").told["live"]["units"] == [
        ["pixels", False],
        ["y_down", False],
        ["clockwise", False],
    ]
    asked = AskedLive("sphere_line")
    assert asked.told["live"]["units"] == [["pixels", False]]
    assert asked.do(["unit", "y_down"])["error"] != ""
    assert asked.do(["unit", "pixels"])["live"]["units"] == [["pixels", True]]
    # They are of a scene.
    assert asked.do(["scene", "circle_rect"])["live"]["units"][0] == ["pixels", False]


def test_all_that_is_told_is_in_them_but_the_state() -> None:
    asked = AskedLive("circle_rect")
    before = asked.link
    told = asked.do(*ALL)
    assert asked.link == before
    shown = told["set"]
    assert shown["verdict"]["sentence"].endswith(" by 0.602 px.")
    rows = {row["name"]: row for row in shown["rows"]}
    assert rows["Normal"]["value"] == "(0.318, −0.948)"
    assert {row["unit"] for row in shown["rows"]} <= {"px", ""}
    labels = [text["text"] for text in shown["views"][0]["texts"]]
    assert any("−30°" in label for label in labels)
    assert "Circle centre C = (0.5, −2.4)" in {dim["names"] for dim in shown["dims"]}
    assert told["live"]["axes"][1] == "Circle centre C y (px)"
    assert "const double center[2] = {0.5, -2.4};" in asked.ask("copy", "cpp")["text"]


@pytest.mark.parametrize(
    ("name", "component", "text", "value"),
    [("center", 1, "480", -480.0), ("angle", 0, "90", -1.5707963267948966)],
)
def test_what_is_typed_is_read_in_them(
    name: str, component: int, text: str, value: float
) -> None:
    asked = AskedLive("circle_rect")
    told = asked.do(*ALL, ["type", name, component, text])
    field = next(f for f in told["live"]["fields"] if f["name"] == name)
    assert field["values"][component] == pytest.approx(value)
    assert field["texts"][component] == text
    # A slider's values are the program's own, and shown by its factor.
    if name == "angle":
        assert field["shown"] < 0.0 < field["high"]


def test_axes_are_chosen_by_the_names_that_they_have_then() -> None:
    asked = AskedLive("circle_rect")
    asked.do(*ALL, ["axis", "Circle centre C y (px)"], ["map", "REGIONS"])
    assert asked.told["error"] == ""
    curve = asked.told["live"]["curve"]
    assert curve["axis"] == "Circle centre C y (px)"
    told = asked.do(["over", "Radius r (px)", "Circle centre C y (px)"])
    assert told["live"]["map"]["over"] == ["Radius r (px)", "Circle centre C y (px)"]


def names_in_code(told: dict[str, Any]) -> list[list[Any]]:
    return [
        [(one.get("k"), one.get("kind"), one.get("key")) for one in view["prims"]]
        for view in told["set"]["views"]
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_drawn_stays_as_it_is(language: str) -> None:
    with use_language(language):
        asked = AskedLive("circle_rect")
        before = names_in_code(asked.told)
        assert names_in_code(asked.do(*ALL)) == before
