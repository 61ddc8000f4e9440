"""A trial from end to end: what is found, shrunk, explained and written."""

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
from playground.judge.cases.generators import Family
from playground.judge.evaluation import Terms, TrialError, TrialOutcome, asked_in, judge
from playground.judge.findings import Wrong, found
from playground.judge.report.map import shown
from playground.judge.report.text import call, explained, summary, written
from playground.judge.report.wording import told
from playground.judge.runner import pipes
from playground.judge.runner.code_runner import AskedCode
from playground.judge.runner.protocol import CodeAnswer, Failed
from playground.judge.shrink import Smallest, all_smallest, smallest, typical
from playground.scene.math_text import show
from playground.scene.state_format import load_state
from scenes import BALL_BLOCK, RAY_CIRCLE, SCENES

SOME = Terms(count=900, seed=1)


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """Judges one of the functions; each is asked but once."""
    path = ray_file(tmp_path_factory.mktemp("judged"))
    opened, held = [], {}

    def run(name, terms=SOME, limit=1.0):
        if (name, terms) not in held:
            code = AskedCode.named(f"{path}:{name}", "ray_circle", limit)
            opened.append(code)
            held[name, terms] = judge(RAY_CIRCLE, code, terms)
        return held[name, terms]

    yield run
    for code in opened:
        code.close()


def test_right_code_in_float64_is_wrong_by_roundings_alone(trial):
    judgement = trial("right")
    assert set(judgement.findings.kinds()) == {Wrong.LOST, Wrong.MADE}
    for kind in judgement.findings.kinds():
        assert "rounding, as in float64" in explained(judgement, kind)


def test_a_forgotten_start_inside_is_found_and_told(trial):
    judgement = trial("forgets_inside")
    words = explained(judgement, Wrong.LOST)
    assert "the rule itself is wrong" in words
    assert "--excuse start_inside" in words
    # Some exact touches are lost to rounding, but not most.
    assert "exact touches" not in words
    inside = judgement.of(Family.INSIDE)
    assert judgement.findings.wrong[Wrong.LOST][inside].mean() > 0.8


def test_touches_that_are_lost_are_told_from_rounding(trial):
    judgement = trial("misses_tangents")
    words = explained(judgement, Wrong.LOST)
    assert "the rule itself is wrong" in words
    assert "cases where it touches exactly" in words
    assert "--excuse touch" in words


def test_its_smallest_case_is_short_and_wrong_in_the_same_way(trial):
    judgement = trial("forgets_inside")
    small = smallest(judgement, Wrong.LOST)
    assert small.shrunk
    numbers = [abs(x) for x in _numbers(small.arguments)]
    assert max(numbers) <= 1.0
    assert all(x.is_integer() for x in numbers)
    assert small.findings.cases.truth.inside[0]
    gap, t = small.findings.cases.gap[0], small.findings.cases.truth.t[0]
    assert told(small.findings, 0, Wrong.LOST) == (
        f"it answers None; the truth is a hit at t = {t:g}, {-gap:g} m inside the edge"
    )


@pytest.mark.slow
def test_the_smallest_case_can_be_asked(tmp_path):
    path = tmp_path / "large.py"
    path.write_text(
        "def sweep_ball_block(center, radius, velocity, rect_min, rect_max):\n"
        "    return center[0] > 1e5 and rect_max[1] - rect_min[1] > 1.5\n"
    )
    with AskedCode.named(f"{path}:sweep_ball_block", "sweep_ball_block") as code:
        for seed in range(2):
            judgement = judge(BALL_BLOCK, code, Terms(300, seed))
            small = smallest(judgement, Wrong.MADE)
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
    with AskedCode.named(f"{path}:ray_circle", "ray_circle") as code:
        small = smallest(judge(RAY_CIRCLE, code, SOME), Wrong.MADE)
    assert 0.25 < small.findings.cases.size[0] <= 8.0


@pytest.mark.slow
def test_a_case_of_the_smallest_numbers_is_made_shorter_too(tmp_path):
    path = tmp_path / "least.py"
    path.write_text(
        "def ray_circle(origin, direction, center, radius):\n"
        "    return 0 < abs(center[1]) < 1e-300\n"
    )
    with AskedCode.named(f"{path}:ray_circle", "ray_circle") as code:
        small = smallest(judge(RAY_CIRCLE, code, Terms(150, 1)), Wrong.MADE)
    assert small.findings.cases.size[0] < 1e-300


def _numbers(arguments):
    for value in arguments.values():
        yield from value if isinstance(value, tuple) else (value,)


def test_a_wrong_last_bit_stays_wrong_when_it_is_made_shorter(trial):
    judgement = trial("right")
    small = smallest(judgement, Wrong.MADE)
    before = judgement.findings.cases.rows[judgement.findings.widest(Wrong.MADE)]
    assert not small.findings.cases.hit[0]
    assert small.findings.cases.gap[0] < 1e-12 * small.findings.cases.size[0]
    assert len(repr(small.arguments)) < len(repr(before))
    (answer,) = judgement.code.answers(small.findings.cases.rows)
    assert answer.value is not None


def test_the_smallest_case_is_the_same_whatever_the_clock_says(trial, monkeypatch):
    judgement = trial("forgets_inside")
    one = [small.arguments for small in all_smallest(judgement)]
    clock, began = time.monotonic, time.monotonic()
    # As where everything else takes as much time again, and a half more.
    monkeypatch.setattr(time, "monotonic", lambda: began + 2.5 * (clock() - began))
    assert [small.arguments for small in all_smallest(judgement)] == one


def test_a_typical_case_is_wrong_so_and_nothing_special(trial):
    judgement = trial("forgets_inside")
    findings = judgement.findings
    place = typical(judgement, Wrong.LOST)
    assert findings.wrong[Wrong.LOST][place]
    numbers = [*_numbers(findings.cases.rows[place])]
    assert all(numbers)
    assert len({*map(abs, numbers)}) == len(numbers)
    assert findings.off[Wrong.LOST][place] > 0.05
    assert 0.1 < findings.cases.size[place] < 100.0
    with pytest.raises(ValueError, match="no answer"):
        typical(judgement, Wrong.CRASH)


@pytest.mark.slow
def test_a_hang_is_found_and_the_trial_goes_on(trial, monkeypatch):
    monkeypatch.setitem(pipes._ALL, pipes.Fault.HANG, 3)
    judgement = trial("hangs", limit=0.1)
    assert judgement.findings.wrong[Wrong.SLOW].any()
    assert judgement.findings.asked.sum() > 100
    assert judgement.unasked
    lines = summary(judgement, [])
    assert any(line.startswith("Not asked: ") for line in lines)


@pytest.mark.slow
def test_a_trial_ends_in_its_time_whatever_hangs(trial):
    judgement = trial("always_hangs", Terms(count=300, seconds=2.0), limit=60.0)
    assert not judgement.findings.asked.any()
    assert judgement.unasked
    assert judgement.seconds < 30.0


def test_an_argument_that_is_not_taken_is_told(trial):
    judgement = trial("of_less")
    assert list(judgement.fixed) == ["direction"]
    assert "Not taken by the code, and so not varied: direction" in " ".join(
        summary(judgement, [])
    )


def test_what_is_excused_is_counted_and_told(trial):
    judgement = trial(
        "forgets_inside", Terms(count=900, excuses=("start_inside", "rounding"))
    )
    assert not judgement.findings.any_wrong.any()
    assert any(
        line.startswith("Excused: ") and "start_inside" in line
        for line in summary(judgement, [])
    )


@pytest.mark.parametrize(
    ("unasked", "wrong", "failed", "least", "outcome"),
    [
        (0, 0, 0, 0.95, TrialOutcome.RIGHT),
        (5, 0, 0, 0.95, TrialOutcome.RIGHT),
        (6, 0, 0, 0.95, TrialOutcome.UNDECIDED),
        (6, 0, 0, 0.9, TrialOutcome.RIGHT),
        (90, 1, 0, 0.95, TrialOutcome.WRONG),
        (0, 0, 1, 0.95, TrialOutcome.WRONG),
        (90, 0, 10, 0.95, TrialOutcome.UNDECIDED),
        (100, 0, 0, 0.0, TrialOutcome.UNDECIDED),
    ],
)
def test_too_few_answers_are_undecided(trial, unasked, wrong, failed, least, outcome):
    judgement = trial("right")
    cases = judgement.findings.cases.at(np.arange(100))
    answers = told_answers(true_answers(cases))
    answers[:unasked] = [CodeAnswer(failed=Failed.UNASKED)] * unasked
    for place in range(99, 99 - wrong, -1):
        answers[place] = CodeAnswer({"hit": not cases.hit[place]})
    for place in range(99, 99 - failed, -1):
        answers[place] = CodeAnswer(failed=Failed.CRASH)
    held = replace(
        judgement,
        findings=found(cases, answers),
        terms=replace(judgement.terms, answered=least),
    )
    assert held.answered == 100 - unasked - failed
    assert held.outcome is outcome
    said = summary(held, [])[0]
    assert ("undecided" in said) == (outcome is TrialOutcome.UNDECIDED)


def test_an_unknown_excuse_is_refused_with_those_there_are(tmp_path):
    with AskedCode.named(f"{ray_file(tmp_path)}:right", "ray_circle") as code:
        terms = Terms(excuses=("whatever",))
        with pytest.raises(TrialError, match=r"'whatever'.*start_inside, touch, round"):
            judge(RAY_CIRCLE, code, terms)


def test_of_several_modes_the_one_with_a_query_is_judged():
    assert asked_in(BALL_BLOCK) is PARTS[-1]
    assert asked_in(BALL_BLOCK).query.name == "sweep_ball_block"


@pytest.fixture(scope="module")
def folder(trial, tmp_path_factory):
    judgement = trial("forgets_inside")
    found = [smallest(judgement, kind) for kind in judgement.findings.kinds()]

    def picture(path):
        path.write_bytes(b"a picture")
        return True

    new = tmp_path_factory.mktemp("report") / "new"
    files = written(judgement, found, new, picture)
    assert sorted(files) == sorted(new.iterdir())
    return new


def test_the_folder_has_a_report_with_all_families_and_kinds(folder, trial):
    report = (folder / "report.md").read_text(encoding="utf-8")
    there = set(trial("forgets_inside").findings.cases.family)
    assert Family.FLAT not in there  # a ray has nothing flat
    for family in Family:
        assert (f"| {family} | " in report) == (family in there)
    for words in (
        "## Hit lost",
        "## Hit made",
        "smallest case",
        "(map.png)",
        "Here it answers None; the truth is a hit at t = ",
    ):
        assert words in report
    assert "the rule itself is wrong" in report
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
    assert sums == [int(findings.asked.sum()), int(findings.any_wrong.sum()), *wrong]


def test_each_case_is_a_state_that_opens(folder, trial):
    text = (folder / "hit_lost.json").read_text(encoding="utf-8")
    entry, params = load_state(text, SCENES)
    assert entry is RAY_CIRCLE
    query = asked_in(entry).query
    shown = call(query, query.arguments(params))
    assert shown in (folder / "report.md").read_text(encoding="utf-8")
    assert json.loads(text)["scene"] == "ray_circle"


def test_each_case_is_a_script_and_a_test_of_the_code_that_was_judged(folder, capsys):
    runpy.run_path(str(folder / "hit_lost.py"))
    assert "answer: None\ntruth:  {'hit': True" in capsys.readouterr().out
    tests = runpy.run_path(str(folder / "test_hit_lost.py"))
    with pytest.raises(AssertionError):
        tests["test_hit_lost"]()


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
    with AskedCode.named(f"{path}:ray_circle", "ray_circle") as code:
        judgement = judge(RAY_CIRCLE, code, Terms(300, tolerance=1e-5))
        found = all_smallest(judgement)
        written(judgement, found, tmp_path / "found")
    (small,) = (x for x in found if x.kind is Wrong.POINT)
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
    files = written(judgement, [], tmp_path / "bare", lambda path: False)
    assert [path.name for path in files] == ["report.md"]
    assert "map" not in files[0].read_text(encoding="utf-8")


def test_the_program_s_last_words_are_in_the_report(trial, tmp_path, monkeypatch):
    monkeypatch.setitem(pipes._ALL, pipes.Fault.DEATH, 3)
    judgement = trial("dies")
    (report,) = written(judgement, [], tmp_path / "died")
    assert "last words" in report.read_text(encoding="utf-8")
    assert "exit status 3" in explained(judgement, Wrong.CRASH).lower()


STRICT = """
from math import hypot
def circle_rect(center, radius, rect_center, half_extents):
    beyond = [max(abs(c - k) - h, 0.0)
              for c, k, h in zip(center, rect_center, half_extents)]
    return hypot(*beyond) {less} radius{slack}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("less", "slack", "kind", "words"),
    [
        ("<", "", Wrong.LOST, "cases where it touches exactly"),
        ("<=", " + 1e-6", Wrong.MADE, "cases where it misses by a length <= "),
        ("<=", " * 1.001", Wrong.MADE, "the rule itself is wrong"),
        ("<=", " * 1.5", Wrong.MADE, "the rule itself is wrong"),
    ],
)
def test_what_is_common_to_the_wrong_answers_is_told(
    tmp_path, less, slack, kind, words
):
    path = tmp_path / "rect.py"
    path.write_text(STRICT.format(less=less, slack=slack))
    with AskedCode.named(f"{path}:circle_rect", "circle_rect") as code:
        judgement = judge(SCENES[1], code, SOME)
    assert words in explained(judgement, kind)
    assert judgement.fixed == {"angle": 0.0, "pivot": None}


@pytest.mark.slow
def test_the_truth_in_a_process_has_no_finding(tmp_path):
    path = tmp_path / "truth.py"
    path.write_text(
        "from playground import collision\n"
        "vectorized = True\n"
        "def sweep_ball_block(**given):\n"
        "    found = collision.sweep_ball_block(**given)\n"
        "    return {n: getattr(found, n) for n in ('hit', 't', 'contact', 'normal')}\n"
    )
    with AskedCode.named(f"{path}:sweep_ball_block", "sweep_ball_block") as code:
        judgement = judge(BALL_BLOCK, code, Terms())
    assert judgement.findings.kinds() == []
    assert not judgement.unasked
    assert summary(judgement, [])[0].endswith("answers is wrong.")


def test_a_map_is_shown_where_the_code_is_right_and_wrong(trial, tmp_path):
    judgement = trial("forgets_inside")
    params, axes = shown(judgement, judgement.mapped(), [])
    preset = judgement.scene.listing.preset
    assert params == judgement.scene.cases[preset.case].params
    assert [axis.path(params) for axis in axes] == [preset.x, preset.y]

    path = tmp_path / "rect.py"
    path.write_text(STRICT.format(less="<=", slack=" * 1.5"))
    with AskedCode.named(f"{path}:circle_rect", "circle_rect") as code:
        judgement = judge(SCENES[1], code, SOME)
        params, _ = shown(judgement, judgement.mapped(), [])
    # It takes neither angle nor pivot, and so it is shown as it is asked.
    assert (params.angle, params.pivot) == (0.0, params.rect_center)


@pytest.mark.slow
def test_where_the_preset_shows_no_mistake_another_state_does(trial):
    judgement = trial("raises")
    scene = judgement.mapped()
    # In the smallest case of all nothing has a size.
    arguments = row(center=(0.0, 0.0), radius=0.0)
    cases = Cases(judgement.query, in_columns([arguments]), np.array([""]))
    crashed = list(judgement.code.answers(cases.rows))
    small = Smallest(Wrong.CRASH, found(cases, crashed, 1e-9), shrunk=True)
    assert small.arguments == arguments
    for smallest_cases in ([], [small]):
        params, _ = shown(judgement, scene, smallest_cases)
        assert params.radius == 0.0


@pytest.mark.slow
def test_judged_code_takes_the_listings_place_on_a_map(trial):
    from playground.analysis.curve import Axis
    from playground.analysis.heat_map import AxisSamples, MapKind, MapQuestion, compute
    from playground.scene.solution import ask

    scene = trial("forgets_inside").mapped()
    params = scene.opened()
    question = MapQuestion(
        scene,
        params,
        Axis("origin", 0),
        Axis("origin", 1),
        MapKind.MISTAKES,
        dtype=scene.listing.dtypes[0],
    )
    samples = AxisSamples(-8, 17, 0.5)
    field = compute(question, samples, samples)
    assert field is not None
    lost = [kind.name for kind in field.kinds].index("Hit lost")
    x, y = samples.values[None, :], samples.values[:, None]
    inside = (x - params.center[0]) ** 2 + (y - params.center[1]) ** 2
    assert ((field.index == lost) == (inside < params.radius**2)).mean() > 0.99
    cases = scene.cases
    told = ask(scene, cases["Starts inside"].params).compare(scene.listing.dtypes[0])
    assert told is not None
    assert (told.agrees, told.kind) == (False, "Hit lost")
    hit = ask(scene, cases["Two hits"].params)
    assert hit.compare(float).agrees
    assert hit.compare(float).answer == f"hit, t = {show(hit.result.t)}"
    assert math.isfinite(field.columns.step)
