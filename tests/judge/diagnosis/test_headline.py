"""First lines of a report: the mistake, its line, and the shrunk case."""

import re
from functools import cache

import pytest
from planted import RULES

from playground.judge.evaluation import (
    EvaluationError,
    EvaluationOptions,
    evaluate_code,
)
from playground.judge.report.text import summary
from playground.judge.report.verdict import collect_verdict
from playground.judge.runner.code_runner import CodeRunner, match_by_position
from playground.judge.runner.in_process import InProcessRunner
from playground.judge.runner.protocol import (
    CodeError,
    NoAnswerReason,
    parse_answer_line,
    parse_many_answers,
)
from playground.judge.shrink import shrink_failures
from scenes import SCENES

ENTRIES = {entry.id: entry for entry in SCENES}
NAMES = ("origin", "direction", "center", "radius")

INSIDE_FORGOTTEN = """
from math import hypot, sqrt

def ray_circle(o, d, c, r):
    print("asked", r)
    mx, my = c[0] - o[0], c[1] - o[1]
    if hypot(mx, my) < r:
        return None
    q, b, x = d[0] ** 2 + d[1] ** 2, mx * d[0] + my * d[1], d[0] * my - d[1] * mx
    rest = r * r * q - x * x
    if rest < 0:
        return None
    t = (b - sqrt(rest)) / q
    return t if t >= 0 else None
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Return a function that returns a code's summary and verdict."""
    path = tmp_path_factory.mktemp("judged") / "mine.py"

    @cache
    def told(text, function="ray_circle", scene="ray_circle"):
        path.write_text(text)
        with InProcessRunner(f"{path}:{function}") as code:
            run = evaluate_code(ENTRIES[scene], code, EvaluationOptions(300))
            found = shrink_failures(run)
            verdict = collect_verdict(run, found)
            return summary(verdict), verdict

    return told


@pytest.mark.slow
def test_three_lines_say_the_most(told):
    (what, head, smallest, *_), page = told(INSIDE_FORGOTTEN)
    assert re.search(r"\d answers are wrong, and [\d]+ more by rounding alone\.", head)
    assert re.fullmatch(
        r"Misses every hit where it starts inside \((\d+) of \1\)\. "
        r"Look at line 7\.",
        what,
    )
    assert smallest.startswith("Smallest case: ray_circle(origin=")
    assert "it answers None; the truth is a hit" in smallest
    assert page.line == 7


def test_what_is_taken_by_position_and_printed_is_said(told):
    lines, page = told(INSIDE_FORGOTTEN)
    said = "Passed by position: o = origin, d = direction, c = center, r = radius."
    assert said in lines
    assert said in page.notes
    at = lines.index("Printed, the first 20 lines:")
    assert len(lines[at + 1 :]) == 20
    assert all(line.startswith("    asked ") for line in lines[at + 1 :])


def test_a_name_that_is_known_means_itself():
    assert match_by_position(("origin", "d", "c", "radius"), NAMES) == {
        "origin": "origin",
        "d": "direction",
        "c": "center",
        "radius": "radius",
    }
    assert match_by_position(("center", "r", "o", "d"), NAMES) == {}
    assert match_by_position(NAMES[::-1], NAMES) == {}
    assert match_by_position(("o", "d", "c"), NAMES) == {}
    assert match_by_position(None, NAMES) == {}


def test_fewer_of_other_names_are_refused_still(told):
    with pytest.raises(CodeError, match="needs an argument 'o'"):
        told("def ray_circle(o, d): return True")


def test_a_point_taken_for_an_object_is_explained(told):
    lines, _ = told("def ray_circle(origin, direction): return origin.x > 0")
    assert "AttributeError" in lines[0]
    assert "Points and vectors are tuples here: write p[0]" in lines[0]
    assert lines[1].startswith("Undecided: none of ")


def test_what_stops_everywhere_is_told_once_and_nothing_of_rounding(told):
    lines, _ = told("def ray_circle(origin): return orgin")
    assert sum("NameError" in line for line in lines[:2]) == 1
    assert sum(line.startswith("Crash: ") for line in lines) == 1
    assert not any("rounding" in line for line in lines)


def test_where_no_answer_is_understood_it_says_what_to_return(told):
    lines, page = told("def ray_circle(origin): return 'yes', 3")
    assert lines[0].startswith("Not understood: ")
    assert lines[2].startswith("Return the first t (None for a miss), or True or ")
    assert page.lines == lines[:3]


@pytest.mark.parametrize(
    ("text", "scene", "words"),
    [
        (
            "def f(*, pivot): return True",
            "circle_rect",
            "takes nothing that changes the verdict: it is the same for every pivot",
        ),
        (
            "def f(rect_min): return True",
            "ball_block",
            "no cases can be made, because .* rect_min must not be greater than",
        ),
    ],
)
def test_code_that_takes_too_little_is_refused_in_a_sentence(told, text, scene, words):
    with pytest.raises(EvaluationError, match=words):
        told(text, "f", scene)


def test_an_answer_that_nests_too_deep_is_not_understood(tmp_path):
    deep = "[" * 100_000 + "]" * 100_000
    assert parse_answer_line(deep).failed is NoAnswerReason.NONSENSE
    with pytest.raises(ValueError, match="deep"):
        parse_many_answers(f'{{"answers": [{deep}], "late": [], "line": 0}}')
    path = tmp_path / "mine.py"
    path.write_text(
        "def f(radius):\n    x = []\n    for _ in range(400): x = [x]\n    return x\n"
    )
    with InProcessRunner(f"{path}:f") as code:
        code.begin(NAMES)
        row = {"origin": (0.0, 0.0), "radius": 1.0}
        (answer,) = code.answers([row])
    assert answer.failed is NoAnswerReason.NONSENSE


def test_cells_that_a_map_leaves_out_are_counted(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def ray_circle(radius): return True")
    entry = ENTRIES["ray_circle"]
    with CodeRunner.from_target(f"{path}:ray_circle", "ray_circle") as code:
        run = evaluate_code(entry, code, EvaluationOptions(100))
        assert code.unasked_count == 0
        code.answers_to(run.findings.cases, until=0.0)
        assert code.unasked_count == len(run.findings.cases)


@pytest.mark.slow
def test_every_planted_constant_is_told_as_one(trial):
    for name in ("always", "never", "half_a_second", "one_place"):
        scene, words = RULES[name]
        run = trial(scene, name)
        lead = summary(collect_verdict(run, shrink_failures(run)))[0]
        assert lead.startswith(words.partition(",")[0]), name
        assert "as if" not in lead
