"""Precision panel in a page: the window's readings and actions."""

from asked_live import AskedLive

from playground.analysis.precision import steppable_axes
from playground.session import precision_controls, texts
from playground.session.session import Session
from playground.web.serialize.sample_texts import mark_symbols
from scenes import SCENES


def test_three_kinds_of_numbers_say_what_they_say_in_the_window() -> None:
    asked, session = AskedLive(), Session(SCENES)
    lens = asked.do(["page", "Lab"], tab="lab")["live"]["lens"]
    study = session.scene_view
    assert [(r["name"], r["word"], r["gap"]) for r in lens["readings"]] == [
        (
            one.name,
            texts.reading_word(study, one),
            mark_symbols(texts.precision_gap_text(one)),
        )
        for one in study.precision
    ]
    axes = steppable_axes(session.params)
    assert lens["axes"] == [axis.label(session.params) for axis in axes]
    assert lens["axis"] == lens["axes"][0]


def test_a_number_goes_to_the_next_of_its_kind_and_to_the_edge() -> None:
    asked, session = AskedLive(), Session(SCENES)
    axis = steppable_axes(session.params)[-1]
    label = axis.label(session.params)
    asked.do(["lens", "choose", label], ["lens", "step", "float64", 1], tab="lab")
    precision_controls.step_number(session, axis, float, 1)
    told = asked.told["live"]["lens"]
    assert told["axis"] == label
    assert told["value"] == texts.axis_value_text(session.params, axis)
    asked.do(["lens", "edge"], tab="lab")
    precision_controls.go_to_edge(session, axis)
    assert asked.told["error"] == session.notice
    told = asked.told["live"]["lens"]
    assert told["value"] == texts.axis_value_text(session.params, axis)


def test_each_map_is_explained() -> None:
    asked = AskedLive()
    said = {asked.do(tab="map")["live"]["mapping"]["explained"]}
    for name, _ in asked.told["live"]["maps"]:
        said.add(asked.do(["map", name], tab="map")["live"]["mapping"]["explained"])
    assert len(said) == 1 + len(asked.told["live"]["maps"])
