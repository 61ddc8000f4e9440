"""User code evaluated in the answering process, as in a browser's worker."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from forgetful import FORGETS, MENDED

from playground.i18n import use_language
from playground.judge.evaluation import EvaluationOptions, evaluate_code, find_query
from playground.judge.report.text import summary
from playground.judge.report.verdict import collect_verdict
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.shrink import shrink_failures
from playground.scene.scene import SceneEntry
from playground.session.saved_state import State, make_link, parse_link
from playground.web.worker.evaluation_worker import EvaluationWorker
from playground.web.worker.requests import serialize_code_template
from scenes import SCENES

NAIVE = """
import math

def hits(origin, direction, center, radius):
    ox, oy = origin[0] - center[0], origin[1] - center[1]
    dx, dy = direction
    a, b = dx * dx + dy * dy, ox * dx + oy * dy
    d = b * b - a * (ox * ox + oy * oy - radius * radius)
    return d > 0 and -b - math.sqrt(d) > 0
"""

FIBONACCI = """
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

"""


def asked(code: str, **more: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    said: list[str] = []
    question = {"scene": "ray_circle", "code": code, "cases": 400, **more}
    told = json.loads(EvaluationWorker(SCENES, said.append).ask(json.dumps(question)))
    return told, [*map(json.loads, said)]


Evaluated = tuple[EvaluationWorker, dict[str, Any]]


@pytest.fixture(scope="module")
def naive() -> Evaluated:
    """Return the worker that has evaluated that code, and its answer."""
    worker = EvaluationWorker(SCENES, print)
    question = {"scene": "ray_circle", "code": NAIVE, "cases": 400}
    return worker, json.loads(worker.ask(json.dumps(question)))


@pytest.mark.slow
def test_wrong_code_is_told_by_kinds_with_a_case_of_each(naive: Evaluated) -> None:
    _, told = naive
    assert told["error"] == ""
    assert 0 < told["wrong"] < told["asked"]
    lead, count, smallest = told["lines"]
    assert lead.endswith(" Look at line 9.")
    assert told["line"] == 9
    assert re.search(r"are wrong, and \d+ more by rounding alone\.$", count)
    assert f" of {told['asked']:,} answers are wrong" in count
    assert told["kinds"][told["main"]]["call"] in smallest
    kinds = {one["kind"]: one for one in told["kinds"]}
    assert "missed hit" in kinds
    lost = kinds["missed hit"]
    assert lost["call"].startswith("ray_circle(origin=")
    assert "the truth is a hit" in lost["told"]
    state, problem, _ = parse_link(lost["link"], SCENES)
    assert problem == ""
    assert f"origin={vars(state.params)['origin']!r}" in lost["call"]
    # Nothing can be installed in a page.
    assert not any("pip" in note for note in told["notes"])


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_in_japanese_the_beginning_is_told_in_japanese(scene: SceneEntry) -> None:
    with use_language("ja"):
        begun = serialize_code_template(scene)
    assert f"\n{begun['signature']}\n" in begun["text"]
    docstring = begun["text"].split('"""')[1]
    for line in docstring.splitlines():
        assert re.search(r"[ぁ-ん一-龯]|^ *$", line), line
    # What it may be told by is Python's.
    assert "hit, " in begun["about"][1]
    for name in find_query(scene).argument_kinds:
        assert name in begun["about"][0]
        assert f"    {name}: " in begun["text"]
    compile(begun["text"] + begun["example"], "begun", "exec")


@pytest.mark.slow
def test_the_page_says_what_the_command_says(naive: Evaluated, tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text(NAIVE, encoding="utf-8")
    with CodeRunner.from_target(f"{file}:hits", "ray_circle") as code:
        run = evaluate_code(SCENES[0], code, EvaluationOptions(count=400))
        lines = summary(collect_verdict(run, shrink_failures(run)))
    _, told = naive
    assert told["lines"] == lines[:3]
    assert told["wrong"] == int(run.findings.any_wrong.sum())
    assert {one["kind"]: one["count"] for one in told["kinds"]} == {
        str(kind): int(run.findings.wrong[kind].sum()) for kind in run.findings.kinds()
    }


@pytest.mark.slow
def test_the_map_of_the_trial_lies_under_what_the_page_sees(naive: Evaluated) -> None:
    question = json.dumps({"map": "", "size": [260, 208]})
    unasked = EvaluationWorker(SCENES, print)
    assert json.loads(unasked.ask(question))["map"] is None
    own, _ = naive
    told = json.loads(own.ask(question))
    assert told["map"]["legend"]
    state, problem, _ = parse_link(told["link"], SCENES)
    assert (state.scene, problem) == (SCENES[0], "")
    here = make_link(State(SCENES[0], SCENES[0].initial_params()))
    told = json.loads(
        own.ask(json.dumps({"map": here, "camera": [1, 0, 50], "size": [200, 100]}))
    )
    assert told["map"]["box"] == pytest.approx([-1.0, 1.0, 4.0, 2.0], abs=0.1)
    other = json.dumps({"map": "#circle_rect/", "size": [200, 100]})
    assert json.loads(own.ask(other))["map"] is None


@pytest.mark.slow
def test_what_it_answers_in_a_state_is_told() -> None:
    own = EvaluationWorker(SCENES, print)
    scene = SCENES[0]
    own.ask(json.dumps({"scene": "ray_circle", "code": FORGETS, "cases": 60}))

    def here(**values: Any) -> str:
        at = make_link(State(scene, replace(scene.initial_params(), **values)))
        return str(json.loads(own.ask(json.dumps({"here": at})))["here"])

    assert here().startswith("it answers 1.268")
    assert here().endswith(", which is right")
    inside = here(origin=(1.75, -0.75))
    assert inside.startswith("it answers None; the truth is a hit at t = ")
    assert json.loads(own.ask('{"here": "#circle_rect/"}'))["here"] == ""


@pytest.mark.slow
def test_where_the_article_differs_all_three_answers_are_told() -> None:
    own, scene = EvaluationWorker(SCENES, print), SCENES[0]

    def beside(code: str, **values: Any) -> list[tuple[str, ...]]:
        own.ask(json.dumps({"scene": "ray_circle", "code": code, "cases": 60}))
        at = make_link(State(scene, replace(scene.initial_params(), **values)))
        told = json.loads(own.ask(json.dumps({"here": at})))["beside"]
        return [tuple(one.values()) for one in told]

    inside = {"origin": (1.75, -0.75)}
    assert beside(FORGETS) == []
    truth, article = ("Geometry", "", "Hit"), ("Article 1", "≠", "No hit")
    assert beside(MENDED, **inside) == [truth, article, ("Your code", "=", "Hit")]
    assert beside(FORGETS, **inside) == [truth, article, ("Your code", "≠", "No hit")]


def test_what_it_prints_is_told() -> None:
    told, _ = asked('print("loaded")\n\ndef hits(**_):\n    return True\n')
    assert told["printed"] == ["loaded"]


@pytest.mark.slow
def test_code_that_must_be_called_tells_how_far_it_is() -> None:
    calling = NAIVE.replace("math.sqrt(d)", "float(str(math.sqrt(d)))")
    told, said = asked(calling)
    assert told["error"] == ""
    assert said[0] == {"answered": 0, "of": 400}
    assert all(one["answered"] <= one["of"] for one in said)
    answered = [one["answered"] for one in said]
    assert answered == sorted(answered)


@pytest.mark.parametrize(
    ("code", "words", "line"),
    [
        ("def hits(:\n", "SyntaxError", 1),
        ("import nothing_at_all\n", "ModuleNotFoundError", 1),
        ("x = 1\n", "it has no function 'ray_circle'", 0),
        ("def hits(origin, other): pass\n", "needs an argument 'other'", 0),
    ],
)
def test_code_that_cannot_be_asked_says_why(code: str, words: str, line: int) -> None:
    told, _ = asked(code)
    assert words in told["error"]
    assert told["line"] == line


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"scene": "none", "code": ""}', '{"scene": 3}', "NaN"]
)
def test_a_damaged_question_is_answered_with_a_sentence(text: str) -> None:
    told = json.loads(EvaluationWorker(SCENES, print).ask(text))
    assert told["error"]


@pytest.mark.slow
def test_errors_of_the_code_are_its_answers() -> None:
    told, _ = asked("def hits(**_):\n    return hits()\n")
    assert [one["kind"] for one in told["kinds"]] == ["crash"]
    assert "RecursionError" in told["kinds"][0]["told"]
    assert told["wrong"] == told["asked"]


@pytest.mark.slow
def test_what_is_allowed_is_no_mistake_and_named_as_in_the_page() -> None:
    told, _ = asked(FORGETS)
    lost = next(one for one in told["kinds"] if one["kind"] == "missed hit")
    assert "tick “start inside” if that is intended" in lost["why"]
    allowed, _ = asked(FORGETS, allow=["start_inside", "rounding"])
    assert allowed["wrong"] == 0
    assert any("Allowed: " in note for note in allowed["notes"])


# Python watches itself from then on, as in Pyodide.
if sys.version_info >= (3, 12):

    @pytest.mark.parametrize("loop", ["while True: pass", "return fibonacci(60)"])
    def test_what_does_not_end_is_ended(loop: str) -> None:
        told, _ = asked(f"{FIBONACCI}def hits(**_):\n    print('.')\n    {loop}\n")
        assert [one["kind"] for one in told["kinds"]] == ["too slow"]
        assert "it gives no answer within 0.25 s" in told["kinds"][0]["told"]
        told, _ = asked("while True: pass\n")
        assert "it took more than 2 s" in told["error"]


@pytest.mark.slow
def test_the_first_text_is_a_right_function_and_the_example_is_wrong() -> None:
    for scene in SCENES:
        begun = serialize_code_template(scene)
        rounding = {"scene": scene.id, "cases": 400, "allow": ["rounding"]}
        right, _ = asked(begun["text"], **rounding)
        assert right["error"] == ""
        assert right["function"] == begun["name"]
        assert right["wrong"] == 0
        bug, _ = asked(begun["example"], **rounding)
        assert bug["wrong"] > 0
