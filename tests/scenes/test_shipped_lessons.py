"""Shipped lessons: every stop is true, and every task can be done."""

import json
import math
import re
from collections import defaultdict
from dataclasses import replace
from typing import Any

from every import own_scenes

from playground.render.fonts import BODY, font_letters
from playground.scene import params as parameters
from playground.scene.math_text import format_number
from playground.scene.parameter_types import Number
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.serialization import to_json_values
from playground.scene.solution import Solution, solve_scene
from playground.session.lesson.document import (
    MAX_ANSWERS,
    Lesson,
    Stop,
    dump,
    load,
    read_shipped_lesson,
)
from playground.session.session import Session
from scenes import SCENES

# What a student may do to a task's state, by the number of the stop.
DONE: dict[str, dict[int, dict[str, Any]]] = {
    "ray_circle": {7: {"direction": (6.0, 3.5)}, 12: {"origin": (1.0, 0.0)}},
    "circle_rect": {8: {"center": (1.5, 2.3)}, 12: {"center": (0.5, 2.4)}},
    "point_ellipse": {9: {"point": (3.434, 1.9)}, 12: {"point": (4.0, 2.0)}},
    "sphere_line": {
        8: {"line_point": (-1.7, 0.2, 3.14)},
        12: {"start": (0.2, 1.8, 0.5)},
    },
    "ball_block": {12: {"center": (-3.0, -0.5)}},
}
# "t = 1.268", "s = −8.1×10⁻⁷", "P′ = (1.303, 1.106)", "θ = 30°"
_NUMBER = r"−?\d+(?:\.\d+)?(?:×10)?[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*°?"
_TOLD = re.compile(rf"= ({_NUMBER}|\({_NUMBER}(?:, {_NUMBER})+\))")

# "16 times", "0.776 of the frame": some number of the state, whatever its name.
_COUNTED = re.compile(rf"({_NUMBER})(?= times| of the frame)")


def lesson(scene: SceneEntry) -> Lesson:
    return read_shipped_lesson(scene, SCENES)


def solved(stop: Stop) -> Solution:
    return solve_scene(stop.state.scene, stop.state.params)


def known(stop: Stop) -> dict[str, set[str]]:
    """Return the displayed values of each name at this state."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    solution = solved(stop)
    for row in solution.rows:
        found[row.name].add(format_number(row.value, row.digits))
    for quantity in solution.scene.answer.quantities:
        for row in solution.rows:
            if row.name == quantity.title:
                text = format_number(row.value, row.digits)
                found[quantity.name].add(text)
                found[quantity.symbol].add(text)
    for name, value in given(stop.state.params).items():
        found[name].add(value)
    del found[""]
    return found


def given(p: Params) -> dict[str, str]:
    """Return the displayed values of numeric parameters by letter: r, θ, rx, ry."""
    found = {}
    for name, spec in parameters.relevant_parameters(p).items():
        value = getattr(p, name)
        letter = spec.label.split()[-1]
        if isinstance(spec, Number) and letter == "θ":
            found[letter] = f"{format_number(math.degrees(value))}°"
        elif isinstance(spec, Number):
            found[letter] = format_number(value)
        elif parts := getattr(spec, "parts", ()):
            found |= {
                part: format_number(x) for part, x in zip(parts, value, strict=False)
            }
    return found


def texts(stop: Stop) -> list[str]:
    question, task = stop.question, stop.task
    asked = [question.text, question.why, *question.answers] if question else []
    return [stop.say, *asked, *([task.text] if task else [])]


def misstated(stop: Stop, text: str) -> list[str]:
    """Return the numbers of a text that differ from those of its state."""
    names, wrong = known(stop), []
    for found in _TOLD.finditer(text):
        before = text[: found.start()].rstrip()
        named = max((n for n in names if ended(before, n)), key=len, default="")
        if found[1] not in names.get(named, ()):
            wrong.append(f"{before[-20:]} = {found[1]}, not {names.get(named)}")
    every = set().union(*names.values())
    wrong += [one for one in _COUNTED.findall(text) if one not in every]
    return wrong


def ended(text: str, name: str) -> bool:
    """Return whether a text ends with a name, and not with a longer word."""
    before = text.removesuffix(name)
    return before != text and not before[-1:].isalnum()


@own_scenes
def test_each_scene_has_a_lesson_of_so_many_stops(scene: SceneEntry) -> None:
    plan = lesson(scene)
    assert 8 <= len(plan.stops) <= 12
    assert all(stop.state.scene is scene for stop in plan.stops)
    assert any(stop.question for stop in plan.stops)
    assert plan.stops[-1].task


@own_scenes
def test_its_file_says_only_what_is_not_its_cases(scene: SceneEntry) -> None:
    for stop in json.loads(scene.lesson_path.read_text(encoding="utf-8"))["stops"]:
        case = to_json_values(scene.cases[stop["case"]].params)
        params = stop.get("params", {})
        assert not [name for name in params if params[name] == case[name]]


@own_scenes
def test_it_is_saved_with_whole_states(scene: SceneEntry) -> None:
    saved = dump(lesson(scene))
    assert all("params" in stop["state"] for stop in json.loads(saved)["stops"])
    assert load(saved, SCENES) == lesson(scene)


@own_scenes
def test_each_state_can_be_shown_as_it_says(scene: SceneEntry) -> None:
    for stop in lesson(scene).stops:
        session = Session([scene])
        session.show(stop.state)
        assert not session.scene_view.error
        assert session.scene_view.page is stop.state.page
        assert session.open_scene.step == stop.state.step
        assert (session.scene_view.question is not None) is (stop.state.map is not None)
        assert not stop.state.compare or session.scene_view.comparison


@own_scenes
def test_the_numbers_of_its_sentences_are_those_of_the_state(scene: SceneEntry) -> None:
    for number, stop in enumerate(lesson(scene).stops, start=1):
        question = stop.question
        told = [stop.say, question.why if question else ""]
        for text in told:
            assert misstated(stop, text) == [], number


def test_a_wrong_number_would_be_found() -> None:
    stop = lesson(SCENES[0]).stops[0]
    assert misstated(stop, "So s = 4.65, t = 1.268 and r = 2.5.") == []
    assert len(misstated(stop, "So s = 4.6, t = 1.3, r = 2 and u = 1.")) == 4
    assert misstated(stop, "At 1.268 of the frame, 2.5 times.") == []
    assert len(misstated(stop, "At 1.269 of the frame, 16 times.")) == 2


@own_scenes
def test_its_sentences_are_short_and_can_be_shown(scene: SceneEntry) -> None:
    there = font_letters(*BODY)
    for stop in lesson(scene).stops:
        for text in texts(stop):
            assert len(text) <= 240, text
            assert set(text) - {" "} <= set(there), text
            assert all(len(s.split()) <= 30 for s in re.split(r"[.?!] ", text)), text


@own_scenes
def test_only_the_right_answer_of_a_question_holds(scene: SceneEntry) -> None:
    for stop in lesson(scene).stops:
        if asked := stop.question:
            dtype = dtype_of(stop)
            holds = [
                check and check.holds(solved(stop), dtype) for check in asked.checks
            ]
            assert holds[asked.right] is True, asked.text
            assert not any(h for i, h in enumerate(holds) if i != asked.right)
            assert 2 <= len(asked.answers) <= MAX_ANSWERS
            assert asked.why


def dtype_of(stop: Stop):
    session = Session([stop.state.scene])
    session.show(stop.state)
    return session.scene_view.dtype


@own_scenes
def test_a_task_is_still_to_be_done_and_can_be_done(scene: SceneEntry) -> None:
    tasks = {n: s for n, s in enumerate(lesson(scene).stops, start=1) if s.task}
    assert tasks.keys() == DONE[scene.id].keys()
    for number, stop in tasks.items():
        changed = replace(stop.state.params, **DONE[scene.id][number])
        assert not stop.task.is_done(solved(stop), dtype_of(stop)), number
        after = solve_scene(stop.state.scene, changed)
        assert stop.task.is_done(after, dtype_of(stop)), (number, after.rows)


@own_scenes
def test_it_comes_to_the_articles_mistake(scene: SceneEntry) -> None:
    stops = lesson(scene).stops
    compared = [stop for stop in stops if stop.state.compare]
    differs = [
        not solved(stop).listing_verdict(dtype_of(stop)).agrees for stop in compared
    ]
    assert any(differs)
    assert any("article" in stop.say for stop in stops)
