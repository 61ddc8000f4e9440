"""Evaluation from end to end: found, shrunk, explained and written."""

import json
import math
import runpy
import time
from dataclasses import replace

import numpy as np
import pytest
from judged_code import PARTS, ray_file, row, true_answers
from judged_code import told as told_answers

from playground.judge.cases.case_set import Cases, in_columns
from playground.judge.cases.generators import CaseCategory
from playground.judge.evaluation import (
    EvaluationError,
    EvaluationOptions,
    EvaluationOutcome,
    evaluate_code,
    scene_with_query,
)
from playground.judge.findings import FailureKind, compare_answers
from playground.judge.report.sentences import explain_failures, format_call
from playground.judge.report.text import summary, write_report_files
from playground.judge.report.verdict import collect_verdict
from playground.judge.report.wording import answer_sentence
from playground.judge.runner import pipes
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.in_process import InProcessRunner
from playground.judge.runner.protocol import CodeAnswer, NoAnswerReason
from playground.judge.shrink import (
    ShrunkCase,
    find_typical_failure,
    shrink_failure,
    shrink_failures,
)
from playground.scene.math_text import format_number
from playground.scene.state_format import load_state
from playground.session.failure_map import map_view_of_failures
from scenes import BALL_BLOCK, RAY_CIRCLE, SCENES

SOME = EvaluationOptions(count=900, seed=1)


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """Return a function that evaluates user code by name, cached."""
    path = ray_file(tmp_path_factory.mktemp("judged"))
    opened, held = [], {}

    def run(name, terms=SOME, limit=1.0):
        if (name, terms) not in held:
            code = CodeRunner.from_target(f"{path}:{name}", "ray_circle", limit)
            opened.append(code)
            held[name, terms] = evaluate_code(RAY_CIRCLE, code, terms)
        return held[name, terms]

    yield run
    for code in opened:
        code.close()


@pytest.mark.parametrize(
    ("name", "where", "choice"),
    [
        ("forgets_inside", "where it starts inside", "start_inside"),
        ("misses_tangents", "where it touches exactly", "touch"),
    ],
)
def test_a_wrong_rule_is_told_with_the_choice_that_it_may_be(
    trial, name, where, choice
):
    words = explain_failures(trial(name), FailureKind.MISSED_HIT)
    assert "the algorithm is wrong" in words
    assert where in words
    assert f"--allow {choice}" in words


def test_its_smallest_case_is_short_and_wrong_in_the_same_way(trial):
    judgement = trial("forgets_inside")
    small = shrink_failure(judgement, FailureKind.MISSED_HIT)
    assert small.shrunk
    numbers = [abs(x) for x in _numbers(small.arguments)]
    assert max(numbers) <= 1.0
    assert all(x.is_integer() for x in numbers)
    assert small.findings.cases.truth.inside[0]
    gap, t = small.findings.cases.gap[0], small.findings.cases.truth.t[0]
    assert answer_sentence(small.findings, 0, FailureKind.MISSED_HIT) == (
        f"it answers None; the truth is a hit at t = {t:g}, {-gap:g} m inside the edge"
    )


@pytest.mark.slow
def test_the_smallest_case_can_be_asked(tmp_path):
    path = tmp_path / "large.py"
    path.write_text(
        "def sweep_ball_block(center, radius, velocity, rect_min, rect_max):\n"
        "    return center[0] > 1e5 and rect_max[1] - rect_min[1] > 1.5\n"
    )
    with InProcessRunner(f"{path}:sweep_ball_block") as code:
        for seed in range(2):
            judgement = evaluate_code(BALL_BLOCK, code, EvaluationOptions(300, seed))
            small = shrink_failure(judgement, FailureKind.PHANTOM_HIT)
            low, high = small.arguments["rect_min"], small.arguments["rect_max"]
            assert low[0] <= high[0]
            assert low[1] <= high[1]
            assert not small.findings.cases.hit[0]
            assert all(len(repr(x)) <= 10 for x in _numbers(small.arguments))


@pytest.mark.slow
def test_a_case_of_huge_numbers_is_told_at_a_usual_size(trial, tmp_path):
    asked = trial("right").findings.cases
    largest = asked.rows[int(np.argmax(np.where(asked.hit, 0.0, asked.size)))]
    digits = math.frexp(largest["center"][0])[0]
    path = tmp_path / "one_number.py"
    path.write_text(
        "import math\n"
        "def ray_circle(origin, direction, center, radius):\n"
        f"    return math.frexp(center[0])[0] == {digits!r}\n"
    )
    with InProcessRunner(f"{path}:ray_circle") as code:
        small = shrink_failure(
            evaluate_code(RAY_CIRCLE, code, SOME), FailureKind.PHANTOM_HIT
        )
    assert 0.25 < small.findings.cases.size[0] <= 8.0


@pytest.mark.slow
def test_a_case_of_the_smallest_numbers_is_made_shorter_too(tmp_path):
    path = tmp_path / "least.py"
    path.write_text(
        "def ray_circle(origin, direction, center, radius):\n"
        "    return 0 < abs(center[1]) < 1e-300\n"
    )
    with InProcessRunner(f"{path}:ray_circle") as code:
        small = shrink_failure(
            evaluate_code(RAY_CIRCLE, code, EvaluationOptions(150, 1)),
            FailureKind.PHANTOM_HIT,
        )
    assert small.findings.cases.size[0] < 1e-300


def _numbers(arguments):
    for value in arguments.values():
        yield from value if isinstance(value, tuple) else (value,)


def test_a_wrong_last_bit_stays_wrong_when_it_is_made_shorter(trial):
    judgement = trial("right")
    small = shrink_failure(judgement, FailureKind.PHANTOM_HIT)
    before = judgement.findings.cases.rows[
        judgement.findings.worst_index(FailureKind.PHANTOM_HIT)
    ]
    assert not small.findings.cases.hit[0]
    assert small.findings.cases.gap[0] < 1e-12 * small.findings.cases.size[0]
    assert len(repr(small.arguments)) < len(repr(before))
    (answer,) = judgement.code.answers(small.findings.cases.rows)
    assert answer.value is not None


def test_the_smallest_case_is_the_same_whatever_the_clock_says(trial, monkeypatch):
    judgement = trial("forgets_inside")
    one = [small.arguments for small in shrink_failures(judgement)]
    clock, began = time.monotonic, time.monotonic()
    # As where everything else takes as much time again, and a half more.
    monkeypatch.setattr(time, "monotonic", lambda: began + 2.5 * (clock() - began))
    assert [small.arguments for small in shrink_failures(judgement)] == one


def test_a_typical_case_is_wrong_so_and_nothing_special(trial):
    judgement = trial("forgets_inside")
    findings = judgement.findings
    place = find_typical_failure(judgement, FailureKind.MISSED_HIT)
    assert findings.wrong[FailureKind.MISSED_HIT][place]
    numbers = [*_numbers(findings.cases.rows[place])]
    assert all(numbers)
    assert len({*map(abs, numbers)}) == len(numbers)
    assert findings.error_sizes[FailureKind.MISSED_HIT][place] > 0.05
    assert 0.1 < findings.cases.size[place] < 100.0
    with pytest.raises(ValueError, match="no answer"):
        find_typical_failure(judgement, FailureKind.CRASH)


@pytest.mark.slow
def test_a_hang_is_found_and_the_trial_goes_on(trial, monkeypatch):
    monkeypatch.setitem(pipes._FAULT_LIMITS_IN_TOTAL, pipes.Fault.HANG, 3)
    judgement = trial("hangs", EvaluationOptions(count=400), limit=0.1)
    assert judgement.findings.wrong[FailureKind.SLOW].any()
    assert judgement.findings.is_evaluated.sum() > 50
    assert judgement.not_evaluated
    lines = summary(collect_verdict(judgement, []))
    assert any(line.startswith("Not tested: ") for line in lines)


@pytest.mark.slow
def test_a_trial_ends_in_its_time_whatever_hangs(trial):
    judgement = trial(
        "always_hangs", EvaluationOptions(count=300, seconds=2.0), limit=60.0
    )
    assert not judgement.findings.is_evaluated.any()
    assert judgement.not_evaluated
    assert judgement.seconds < 30.0


def test_an_argument_that_is_not_taken_is_told(trial):
    judgement = trial("of_less")
    assert list(judgement.fixed) == ["direction"]
    assert "Not varied, because the code does not take them: direction" in " ".join(
        summary(collect_verdict(judgement, []))
    )


def test_what_is_allowed_is_counted_and_told(trial):
    judgement = trial(
        "forgets_inside",
        EvaluationOptions(count=900, allow=("start_inside", "rounding")),
    )
    assert not judgement.findings.any_wrong.any()
    assert any(
        line.startswith("Allowed: ") and "start_inside" in line
        for line in summary(collect_verdict(judgement, []))
    )


@pytest.mark.parametrize(
    ("unasked", "wrong", "failed", "least", "outcome"),
    [
        (0, 0, 0, 0.95, EvaluationOutcome.RIGHT),
        (5, 0, 0, 0.95, EvaluationOutcome.RIGHT),
        (6, 0, 0, 0.95, EvaluationOutcome.UNDECIDED),
        (6, 0, 0, 0.9, EvaluationOutcome.RIGHT),
        (90, 1, 0, 0.95, EvaluationOutcome.WRONG),
        (0, 0, 1, 0.95, EvaluationOutcome.WRONG),
        (90, 0, 10, 0.95, EvaluationOutcome.UNDECIDED),
        (100, 0, 0, 0.0, EvaluationOutcome.UNDECIDED),
    ],
)
def test_too_few_answers_are_undecided(trial, unasked, wrong, failed, least, outcome):
    judgement = trial("right")
    cases = judgement.findings.cases.select(np.arange(100))
    answers = told_answers(true_answers(cases))
    answers[:unasked] = [CodeAnswer(failed=NoAnswerReason.NOT_EVALUATED)] * unasked
    for place in range(99, 99 - wrong, -1):
        answers[place] = CodeAnswer({"hit": not cases.hit[place]})
    for place in range(99, 99 - failed, -1):
        answers[place] = CodeAnswer(failed=NoAnswerReason.CRASH)
    held = replace(
        judgement,
        findings=compare_answers(cases, answers),
        options=replace(judgement.options, answered=least),
    )
    assert held.answer_count == 100 - unasked - failed
    assert held.outcome is outcome
    said = summary(collect_verdict(held, []))[0]
    assert said.startswith("Undecided: ") == (outcome is EvaluationOutcome.UNDECIDED)


def test_an_unknown_word_to_allow_is_refused_with_those_there_are(tmp_path):
    with CodeRunner.from_target(f"{ray_file(tmp_path)}:right", "ray_circle") as code:
        terms = EvaluationOptions(allow=("whatever",))
        with pytest.raises(
            EvaluationError, match=r"'whatever'.*start_inside, touch, round"
        ):
            evaluate_code(RAY_CIRCLE, code, terms)


def test_of_several_modes_the_one_with_a_query_is_judged():
    assert scene_with_query(BALL_BLOCK) is PARTS[-1]
    assert scene_with_query(BALL_BLOCK).query.name == "sweep_ball_block"


@pytest.fixture(scope="module")
def folder(trial, tmp_path_factory):
    judgement = trial("forgets_inside")
    found = [shrink_failure(judgement, kind) for kind in judgement.findings.kinds()]

    def picture(path):
        path.write_bytes(b"a picture")
        return True

    new = tmp_path_factory.mktemp("report") / "new"
    files = write_report_files(
        judgement, found, collect_verdict(judgement, found), new, picture
    )
    assert sorted(files) == sorted(new.iterdir())
    return new


def test_the_folder_has_a_report_with_all_categories_and_kinds(folder, trial):
    report = (folder / "report.md").read_text(encoding="utf-8")
    there = set(trial("forgets_inside").findings.cases.category)
    assert CaseCategory.FLAT not in there  # a ray has nothing flat
    for category in CaseCategory:
        assert (f"| {category} | " in report) == (category in there)
    for words in (
        "## Missed hit",
        "## Phantom hit",
        "Smallest case:",
        "(map.png)",
        "Here it answers None; the truth is a hit at t = ",
    ):
        assert words in report
    assert "the algorithm is wrong" in report
    assert "float64" in report


def test_the_table_adds_up_to_all_that_is_wrong(folder, trial):
    findings = trial("forgets_inside").findings
    report = (folder / "report.md").read_text(encoding="utf-8")
    head, _, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in report.splitlines()
        if line.startswith("|")
    )
    sums = [sum(map(int, column)) for column in list(zip(*rows, strict=True))[1:]]
    wrong = [int(findings.wrong[kind].sum()) for kind in findings.kinds()]
    assert head[3:] == list(findings.kinds())
    assert sums == [
        int(findings.is_evaluated.sum()),
        int(findings.any_wrong.sum()),
        *wrong,
    ]


def test_each_case_is_a_state_that_opens(folder, trial):
    text = (folder / "missed_hit.json").read_text(encoding="utf-8")
    entry, params = load_state(text, SCENES)
    assert entry is RAY_CIRCLE
    query = scene_with_query(entry).query
    shown = format_call(query, query.arguments(params))
    assert shown in (folder / "report.md").read_text(encoding="utf-8")
    assert json.loads(text)["scene"] == "ray_circle"


def test_each_case_is_a_script_and_a_test_of_the_code_that_was_judged(folder, capsys):
    runpy.run_path(str(folder / "missed_hit.py"))
    assert "answer: None\ntruth:  {'hit': True" in capsys.readouterr().out
    tests = runpy.run_path(str(folder / "test_missed_hit.py"))
    with pytest.raises(AssertionError):
        tests["test_missed_hit"]()


LATE = """
from playground import collision
def ray_circle(origin, direction, center, radius):
    found = collision.ray_circle(origin, direction, center, radius)
    if not found.hit:
        return {"hit": False}
    x, y = found.point.tolist()
    return {"hit": True, "t": float(found.t), "point": (x + 1e-3 * radius, y)}
"""


@pytest.mark.slow
def test_its_test_compares_what_was_judged_with_the_same_tolerance(tmp_path):
    path = tmp_path / "late.py"
    path.write_text(LATE)
    with InProcessRunner(f"{path}:ray_circle") as code:
        judgement = evaluate_code(
            RAY_CIRCLE, code, EvaluationOptions(300, tolerance=1e-5)
        )
        found = shrink_failures(judgement)
        write_report_files(
            judgement, found, collect_verdict(judgement, found), tmp_path / "found"
        )
    (small,) = (x for x in found if x.kind is FailureKind.POINT)
    cases = small.findings.cases
    t, (x, y) = float(cases.truth.t[0]), cases.truth.point[0].tolist()
    size = float(cases.size[0])
    scope = runpy.run_path(str(tmp_path / "found" / "test_wrong_point.py"))
    test = scope["test_point"]
    scope = test.__globals__
    scope["ray_circle"] = lambda **_: {"hit": 1, "t": t, "point": (x, y)}
    test()
    near = (x, y + 0.9e-5 * size)
    scope["ray_circle"] = lambda **_: {"hit": 1, "t": t, "point": near}
    test()
    off = (x + 1e-3 * small.arguments["radius"], y)
    scope["ray_circle"] = lambda **_: {"hit": 1, "t": t, "point": off}
    with pytest.raises(AssertionError):
        test()


def test_a_report_without_a_map_says_nothing_of_one(trial, tmp_path):
    judgement = trial("right")
    files = write_report_files(
        judgement,
        [],
        collect_verdict(judgement, []),
        tmp_path / "bare",
        lambda path: False,
    )
    assert [path.name for path in files] == ["report.md"]
    assert "map" not in files[0].read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_program_s_last_words_are_in_the_report(trial, tmp_path, monkeypatch):
    monkeypatch.setitem(pipes._FAULT_LIMITS_IN_TOTAL, pipes.Fault.DEATH, 3)
    judgement = trial("dies")
    (report,) = write_report_files(
        judgement, [], collect_verdict(judgement, []), tmp_path / "died"
    )
    assert "last words" in report.read_text(encoding="utf-8")
    assert "exit status 3" in explain_failures(judgement, FailureKind.CRASH).lower()


LARGER = """
from math import hypot
def circle_rect(center, radius, rect_center, half_extents):
    beyond = [max(abs(c - k) - h, 0.0)
              for c, k, h in zip(center, rect_center, half_extents)]
    return hypot(*beyond) <= radius * 1.5
"""


@pytest.mark.slow
def test_a_map_is_shown_where_the_code_is_right_and_wrong(trial, tmp_path):
    judgement = trial("forgets_inside")
    params, axes = map_view_of_failures(judgement, [])
    preset = judgement.scene.listing.preset
    assert params == judgement.scene.cases[preset.case].params
    assert [axis.path(params) for axis in axes] == [preset.x, preset.y]

    path = tmp_path / "rect.py"
    path.write_text(LARGER)
    with InProcessRunner(f"{path}:circle_rect") as code:
        judgement = evaluate_code(SCENES[1], code, SOME)
        params, _ = map_view_of_failures(judgement, [])
    # It takes neither angle nor pivot, and so it is shown as it is asked.
    assert (params.angle, params.pivot) == (0.0, params.rect_center)


@pytest.mark.slow
def test_where_the_preset_shows_no_mistake_another_state_does(trial):
    judgement = trial("raises")
    # In the smallest case of all nothing has a size.
    arguments = row(center=(0.0, 0.0), radius=0.0)
    cases = Cases(judgement.query, in_columns([arguments]), np.array([""]))
    crashed = list(judgement.code.answers(cases.rows))
    small = ShrunkCase(
        FailureKind.CRASH, compare_answers(cases, crashed, 1e-9), shrunk=True
    )
    assert small.arguments == arguments
    for smallest_cases in ([], [small]):
        params, _ = map_view_of_failures(judgement, smallest_cases)
        assert params.radius == 0.0


@pytest.mark.slow
def test_judged_code_takes_the_listings_place_on_a_map(trial):
    from playground.analysis.curve import Axis
    from playground.analysis.heat_map import AxisSamples, MapKind, MapQuery, compute_map
    from playground.scene.solution import solve_scene

    scene = trial("forgets_inside").build_map_scene()
    params = scene.initial_params()
    question = MapQuery(
        scene,
        params,
        Axis("origin", 0),
        Axis("origin", 1),
        MapKind.MISTAKES,
        dtype=scene.listing.dtypes[0],
    )
    samples = AxisSamples(-8, 17, 0.5)
    field = compute_map(question, samples, samples)
    assert field is not None
    lost = [kind.name for kind in field.kinds].index("Missed hit")
    x, y = samples.values[None, :], samples.values[:, None]
    inside = (x - params.center[0]) ** 2 + (y - params.center[1]) ** 2
    assert ((field.index == lost) == (inside < params.radius**2)).mean() > 0.99
    cases = scene.cases
    told = solve_scene(scene, cases["Starts inside"].params).listing_verdict(
        scene.listing.dtypes[0]
    )
    assert told is not None
    assert (told.agrees, told.kind) == (False, "Missed hit")
    hit = solve_scene(scene, cases["Two hits"].params)
    assert hit.listing_verdict(float).agrees
    assert (
        hit.listing_verdict(float).answer == f"hit, t = {format_number(hit.result.t)}"
    )
    assert math.isfinite(field.columns.step)
