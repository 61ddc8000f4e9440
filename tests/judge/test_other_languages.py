"""Translated reports of the judge: no English is left."""

import re

import numpy as np
import pytest
from judged_code import PARTS, told
from made_up_language import spoken

from playground.i18n import translate
from playground.judge.cases.generators import generate_cases
from playground.judge.diagnosis.features import conditions, measures
from playground.judge.evaluation import (
    EvaluationOptions,
    EvaluationRun,
    allowable_deviations,
    deviation_text,
)
from playground.judge.findings import FailureKind, compare_answers
from playground.judge.report.text import summary, write_report_files
from playground.judge.report.verdict import collect_verdict
from playground.judge.report.wording import answer_sentence as sentence
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import (
    CodeAnswer,
    NoAnswerReason,
    parse_answer_line,
)
from playground.judge.shrink import ShrunkCase
from scenes import SCENES

# In the made-up language these letters have accents.
PLAIN = re.compile(r"\b(?=\w*[aeionrst])[A-Za-z]{3,}\b")
# Calls, file names and options, and what Python says.
CODE = re.compile(
    r"`[^`]*`|\w+\(.*\)$|\([\w./]+\)|\b[\w/]+\.(?:py|json|md|png)\b", re.M
)
NAMES = {"mine", "hit", "None", "True", "False", "ZeroDivisionError", "float"}


def left_english(text, part):
    names = {
        *part.query.argument_kinds,
        *part.query.result_fields,
        part.query.name,
        *NAMES,
    }
    words = CODE.sub(" ", re.sub(r"```.*?```", "", text, flags=re.S))
    for name in sorted(names, key=len, reverse=True):
        words = re.sub(rf"\b{name}\b(?:\.[xyz])?", " ", words)
    return PLAIN.findall(words)


def trial(place, answers, cases):
    entry, part = SCENES[place], PARTS[place]
    code = CodeRunner.from_command("mine", part.query.name)
    findings = compare_answers(cases, answers)
    return EvaluationRun(
        entry, part, code, EvaluationOptions(), {}, findings, {}, seconds=0.0
    )


def small(judgement):
    findings = judgement.findings
    places = {k: int(np.flatnonzero(findings.wrong[k])[0]) for k in findings.kinds()}
    return [
        ShrunkCase(k, findings.select(at), shrunk=False) for k, at in places.items()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("place", range(len(PARTS)))
def test_conditions_are_told(place):
    part = PARTS[place]
    cases = generate_cases(part, 60, 0)
    words = [one.text for one in conditions(cases)]
    words += [one.name for one in measures(cases)]
    with spoken():
        assert [x for x in words if left_english(translate(x), part)] == []


def wrong_verdicts(cases):
    return told((cases.hit ^ np.asarray(cases.truth.inside)).tolist())


def failures(cases):
    raised = parse_answer_line('{"error": "ZeroDivisionError: 1", "line": 7}')
    strange = parse_answer_line("Bdf")
    slow = CodeAnswer(failed=NoAnswerReason.SLOW, words="")
    kinds = [raised, strange, slow, CodeAnswer(2.5), CodeAnswer("x")]
    return [kinds[i % len(kinds)] for i in range(len(cases))]


@pytest.mark.parametrize("answers", [wrong_verdicts, failures])
def test_a_whole_trial_is_told(answers, tmp_path):
    part = PARTS[0]
    cases = generate_cases(part, 400, 0)
    judgement = trial(0, answers(cases), cases)
    found_ones = small(judgement)
    with spoken():
        of = collect_verdict(judgement, found_ones)
        lines = [translate(x) for x in summary(of)]
        report = write_report_files(judgement, found_ones, of, tmp_path)
        lines += next(x for x in report if x.suffix == ".md").read_text().splitlines()
        lines += map(translate, [*of.lines, of.rounding, *of.notes])
        for kind in of.kinds:
            case = kind.smallest
            lines += map(translate, [kind.kind, kind.explained, case.label, case.told])
        text = "\n".join(lines)
    assert left_english(text, part) == []


@pytest.mark.slow
def test_a_guess_is_told():
    part = PARTS[1]
    cases = generate_cases(part, 600, 0)
    columns = {**cases.columns, "angle": np.radians(cases.columns["angle"])}
    hits = part.query.evaluate(part.query.normalize(columns)).hit
    judgement = trial(1, told(np.asarray(hits).tolist()), cases)
    lines = summary(collect_verdict(judgement, small(judgement)))
    assert any("as if angle were in degrees" in line for line in lines)
    with spoken():
        text = "\n".join(map(translate, lines))
    assert left_english(text, part) == []


def test_choices_are_told():
    for part in PARTS:
        for word in allowable_deviations(part.query):
            with spoken():
                assert left_english(translate(deviation_text(word)), part) == []


def test_an_answer_stays_one_message_where_it_is_shown():
    part = PARTS[0]
    cases = generate_cases(part, 60, 0)
    findings = trial(0, failures(cases), cases).findings
    place = int(np.flatnonzero(findings.wrong[FailureKind.CRASH])[0])
    with spoken():
        said = translate(sentence(findings, place, FailureKind.CRASH))
    assert "ZeroDivisionError: 1" in said
    assert "(line 7)" not in said
