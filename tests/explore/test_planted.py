"""The judge finds every planted fault and every bug of the trackers, and no other."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from planted import BUGS, ENDLESS, FAULTS, FUNCTIONS, JUDGED, STRICT, Bug, Fault

from playground.explore.judge.asking import Code
from playground.explore.judge.families import Family
from playground.explore.judge.findings import Findings, Wrong
from playground.explore.judge.judging import Terms, judge
from playground.scene.scene import Entry
from scenes import SCENES

ENTRIES: dict[str, Entry] = {entry.id: entry for entry in SCENES}
TERMS = Terms(count=500, seed=3)
# What comes of rounding in plain floats is off by less, as a part of the size.
ROUNDING = 1e-14


# What hangs again and again is asked for some seconds only.
SHORT = replace(TERMS, seconds=8.0)


def judged(scene: str, path: Path, function: str, terms: Terms = TERMS) -> Findings:
    limit = 0.2 if terms is SHORT else 2.0
    with Code.named(f"{path}:{function}", function, limit) as code:
        return judge(ENTRIES[scene], code, terms).findings


@cache
def right(scene: str) -> Findings:
    """Return what is found in the code without a fault."""
    function = FUNCTIONS[scene]
    return judged(scene, JUDGED / f"{function}.py", function)


def beyond_right(scene: str, findings: Findings, kind: Wrong) -> np.ndarray:
    """Return which cases are wrong so where the code without a fault is right."""
    assert findings.cases.rows == right(scene).cases.rows
    return findings.wrong[kind] & ~right(scene).any_wrong


@pytest.mark.parametrize("scene", FUNCTIONS)
def test_right_code_is_wrong_by_rounding_only(scene: str) -> None:
    findings = right(scene)
    assert {kind for kind in findings.kinds() if not kind.of_verdict} == set()
    for kind in findings.kinds():
        assert findings.off[kind][findings.wrong[kind]].max() < ROUNDING
    cases = findings.cases
    touching = (cases.gap == 0.0) & (cases.family == Family.TOUCHING)  # whole numbers
    assert touching.sum() > 20
    assert not findings.any_wrong[touching].any()


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault", FAULTS, ids=lambda fault: f"{fault.scene}-{fault.name}"
)
def test_a_planted_fault_is_found(fault: Fault, tmp_path: Path) -> None:
    path = fault.write(tmp_path)
    terms = SHORT if fault.name == ENDLESS else TERMS
    findings = judged(fault.scene, path, fault.function, terms)
    kind = Wrong(fault.finds)
    wrong = beyond_right(fault.scene, findings, kind)
    assert wrong.any()
    touches = findings.cases.gap == 0.0
    if fault.name == STRICT:
        assert wrong[touches].any()
    elif kind.of_verdict:
        assert findings.off[kind][wrong & ~touches].max() > ROUNDING


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_of_a_tracker_is_found(bug: Bug) -> None:
    findings = judged(bug.scene, bug.path, FUNCTIONS[bug.scene])
    kind = Wrong(bug.finds)
    assert kind in findings.kinds()
    assert findings.off[kind][findings.wrong[kind]].max() > 1e-3
