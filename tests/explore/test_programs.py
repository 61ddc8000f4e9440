"""Programs in other languages answer the judge's questions, line by line."""

import shutil
import subprocess
from pathlib import Path

import pytest
from planted import JUDGED

from playground.explore.judge.code_process import AskedCode
from playground.explore.judge.families import Family
from playground.explore.judge.trial import Terms, judge
from scenes import RAY_CIRCLE

ROUNDING = 1e-14


def compiled(folder: Path) -> str:
    program = folder / "ray_circle"
    source = str(JUDGED / "ray_circle.c")
    flags = ["-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["gcc", *flags, source, "-o", str(program), "-lm"], check=True)
    return str(program)


def scripted(_: Path) -> str:
    return f"node {JUDGED / 'ray_circle.js'}"


def here(tool: str) -> bool:
    """Return whether a tool is on this machine; say so where it is not."""
    found = shutil.which(tool) is not None
    if not found:
        print(f"{tool} is not here: its program is not judged")
    return found


WAYS = {"gcc": compiled, "node": scripted}


@pytest.mark.parametrize("made", [way for tool, way in WAYS.items() if here(tool)])
def test_a_program_is_judged_as_the_same_in_python(made, tmp_path: Path) -> None:
    with AskedCode.program(made(tmp_path)) as code:
        judgement = judge(RAY_CIRCLE, code, Terms(count=500, seed=3))
    findings = judgement.findings
    assert findings.asked.all()
    assert not judgement.unasked
    assert 0.0 < findings.any_wrong.mean() < 0.2
    cases = findings.cases
    touching = (cases.gap == 0.0) & (cases.family == Family.TOUCHING)  # whole numbers
    assert touching.sum() > 20
    assert not findings.any_wrong[touching].any()
    for kind in findings.kinds():
        assert kind.of_verdict
        assert findings.off[kind][findings.wrong[kind]].max() < ROUNDING
