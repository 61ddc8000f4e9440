"""Lesson files: round trips, and errors that name the invalid part."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from written import CROSSING, DONE, FIRST, INSIDE, LOST, PLAN, S

from playground.scene.solution import solve_scene
from playground.session.lesson.document import (
    MAX_STOPS,
    AgreementCheck,
    Lesson,
    LessonTask,
    MistakeCheck,
    OutcomeCheck,
    QuantityCheck,
    QuantityRelation,
    dump,
    is_lesson,
    load,
    read_shipped_lesson,
    scalar_quantities,
)
from playground.session.saved_state import State
from scenes import RAY_CIRCLE, SCENES
from scenes.ray_circle.params import RayCircleParams

ASKED_VALUES = json.loads(dump(PLAN))["stops"][1]["question"]


def solved(state: State):
    return solve_scene(state.scene, state.params)


def changed(at: int = 2, **parts: object) -> str:
    """Return the lesson's text with some parts of one stop replaced."""
    values = json.loads(dump(PLAN))
    values["stops"][at] |= parts
    return json.dumps(values)


def test_a_lesson_comes_back_the_same_and_is_to_be_read_by_hand() -> None:
    text = dump(PLAN)
    assert load(text, SCENES) == PLAN
    assert "Ray – and circle" in text
    assert '"right": 2' in text
    assert is_lesson(text)
    for other in ('{"format": "geometry-playground"}', "{", "[]"):
        assert not is_lesson(other)


def short(stop: object, **parts: object) -> str:
    """Return a lesson's text that names its scene, with one stop."""
    head = {name: json.loads(dump(PLAN))[name] for name in ("format", "version")}
    return json.dumps(
        {**head, "title": "", "scene": "ray_circle", "stops": [stop], **parts}
    )


def test_a_stop_may_name_its_case_and_say_only_what_differs() -> None:
    stop = {"say": "", "case": "Miss", "params": {"radius": 0.5}}
    state = load(short({**stop, "show": {"step": 2}}), SCENES).stops[0].state
    case = RAY_CIRCLE.cases["Miss"].params
    assert state == State(RAY_CIRCLE, replace(case, radius=0.5), "Miss", step=2)
    first = load(short({"say": ""}), SCENES).stops[0].state
    assert first == State(RAY_CIRCLE, RAY_CIRCLE.initial_params())


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (short({"say": "", "case": "Mist"}), "unknown case 'Mist'"),
        (short({"say": "", "case": ["Miss"]}), '"case" must be text'),
        (short({"say": "", "params": {"radius": -1}}), "radius must be in"),
        (short({"say": "", "params": {"r": 1}}), "unknown field 'r'"),
        (short({"say": ""}, scene="ray"), "unknown scene 'ray'"),
        (short("Miss"), "stop 1"),
    ],
)
def test_a_short_stop_that_is_unfit_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        load(text, SCENES)


def test_a_symbol_or_a_name_stands_for_the_quantity() -> None:
    task = {"text": "", "checks": [{"quantity": "s", "is": 0}]}
    by_symbol = load(changed(task=task), SCENES).stops[2].task
    task["checks"] = [{"quantity": "Discriminant", "is": 0, "within": 0.0}]
    assert load(changed(task=task), SCENES).stops[2].task == by_symbol
    assert by_symbol == LessonTask("", (QuantityCheck(S),))


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ({"quantity": "q", "is": 0}, '"quantity" must be one of First t, .*, not .q.'),
        (
            {"quantity": "t", "is": 0},
            "'t' may be First t, Enter t, Exit t or Nearest t",
        ),
        ({"quantity": "Point", "is": 0}, '"quantity" must be one of .*, not .Point.'),
        ({"quantity": "s"}, "a quantity has one of is, above, below"),
        ({"quantity": "s", "above": 0, "below": 1}, "unknown field 'below' in it"),
        ({"quantity": "s", "above": 0, "within": 1}, "unknown field 'within'"),
        (
            {"outcome": "Bounce"},
            '"outcome" must be one of Inside, Touch, .*, not .Bounce.',
        ),
        ({"mistake": "typo"}, '"mistake" must be one of .*, not .typo.'),
        ({"article": "wins"}, '"article" must be one of agrees, differs, not .wins.'),
        ({"sign": 1}, "it must have one of quantity, outcome, mistake, article"),
        ({"outcome": "Hit", "mistake": "x"}, "unknown field 'mistake' in it"),
    ],
)
def test_every_name_of_a_check_is_one_of_the_scene(check: object, said: str) -> None:
    with pytest.raises(ValueError, match=said) as error:
        load(changed(task={"text": "Do", "checks": [check]}), SCENES)
    assert str(error.value).startswith("stop 3: ")


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"say": "a" * 2001}, '"say" is too long: more than 2000 characters'),
        ({"say": "\0"}, '"say" contains a character that cannot be shown'),
        ({"task": {"text": "Do", "checks": []}}, '"checks" must be a list of 1 to 4'),
        ({"task": {"text": "Do", "checks": [], "x": 1}}, 'unknown field .x. in "task"'),
        ({"question": ASKED_VALUES}, "it has a question and a task"),
    ],
)
def test_an_unfit_stop_is_refused_with_its_number(
    parts: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=said) as error:
        load(changed(**parts), SCENES)
    assert str(error.value).startswith("stop 3: ")


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"answers": ["One"]}, '"answers" must be a list of 2 to 4 texts'),
        ({"answers": ["One", 2]}, "answer 2: it must be text"),
        ({"right": 0}, r'"right" must be in \[1, 2\], not 0'),
        ({"right": 3}, r'"right" must be in \[1, 2\], not 3'),
        ({"checks": [None]}, '"checks" must be a list, one for each answer'),
        ({"checks": [None, {"outcome": "x"}]}, 'check 2: "outcome" must be one of'),
    ],
)
def test_an_unfit_question_is_refused(parts: dict[str, object], said: str) -> None:
    question = ASKED_VALUES | parts
    with pytest.raises(ValueError, match=said):
        load(changed(1, question=question), SCENES)


def test_a_lesson_has_so_many_stops_at_most() -> None:
    most = Lesson("Long", PLAN.stops[:1] * MAX_STOPS)
    assert load(dump(most), SCENES) == most
    with pytest.raises(ValueError, match="a list of 1 to 99"):
        load(dump(Lesson("Long", PLAN.stops[:1] * (MAX_STOPS + 1))), SCENES)


def test_a_task_is_done_where_all_its_checks_hold() -> None:
    inside, crossing = solved(INSIDE), solved(CROSSING)
    assert DONE.is_done(inside, np.float32)
    assert not DONE.is_done(crossing, np.float32)
    assert not LessonTask("", (OutcomeCheck("Inside"), OutcomeCheck("Hit"))).is_done(
        inside, np.float32
    )
    assert LessonTask("", (AgreementCheck(True),)).is_done(crossing, np.float32)
    assert MistakeCheck(LOST).holds(inside, np.float64)
    assert not MistakeCheck("another").holds(inside, np.float64)
    assert not MistakeCheck(LOST).holds(crossing, np.float64)
    # A number that is not there is no number.
    miss = solved(replace(CROSSING, params=RAY_CIRCLE.cases["Miss"].params))
    for sense in QuantityRelation:
        assert not QuantityCheck(FIRST, sense, 0.0, 1e9).holds(miss, np.float64)


@pytest.mark.parametrize(
    ("check", "holds"),
    [
        (QuantityCheck(S, QuantityRelation.ABOVE, 3.9), True),
        (QuantityCheck(S, QuantityRelation.ABOVE, 4.0), False),
        (QuantityCheck(S, QuantityRelation.BELOW, 4.1), True),
        (QuantityCheck(S, QuantityRelation.BELOW, 4.0), False),
        (QuantityCheck(S, QuantityRelation.IS, 3.5, 0.5), True),
        (QuantityCheck(S, QuantityRelation.IS, 3.4, 0.5), False),
        (QuantityCheck("no such number", QuantityRelation.BELOW, 9.0), False),
    ],
)
def test_a_quantity_is_compared_with_a_number(
    check: QuantityCheck, holds: bool
) -> None:
    # 2.5² − 1.5² = 4
    params = RayCircleParams((-4.0, 1.5), (1.0, 0.0), (0.0, 0.0), 2.5)
    assert (
        LessonTask("", (check,)).is_done(solve_scene(RAY_CIRCLE, params), np.float64)
        is holds
    )


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_only_plain_numbers_are_compared(scene) -> None:
    for part in scene.sub_scenes():
        assert scalar_quantities(part)
        for case in part.cases.values():
            try:
                solution = solve_scene(part, case.params)
            except ValueError:
                continue
            for quantity in scalar_quantities(part).values():
                assert np.ndim(solution.value(quantity)) == 0


def test_a_scene_of_ones_own_has_its_lesson_in_a_file(tmp_path) -> None:
    file = tmp_path / "lesson.json"
    file.write_text(dump(PLAN), encoding="utf-8")
    with_one = replace(RAY_CIRCLE.scene, lesson_path=file)
    without = replace(RAY_CIRCLE.scene, lesson_path=None)
    assert read_shipped_lesson(with_one, SCENES) == PLAN
    assert read_shipped_lesson(without, SCENES) is None
