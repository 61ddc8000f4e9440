"""User code evaluated by the query of a scene in a file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from playground.cli import templates as starts
from playground.cli.main import main

START = (Path(starts.__file__).with_name("plane.py")).read_text(encoding="utf-8")
ASKED = '''
from playground.scene import ArgumentKind, Query, ResultField


@dataclass(frozen=True)
class Found:
    hit: Any
    distance: Any


def point_circle(at, center, radius):
    """Ask as an author does: without `only`."""
    x, y = at[0] - center[0], at[1] - center[1]
    away = np.sqrt(np.asarray(x * x + y * y, np.float64)) - radius
    return Found(away <= 0.0, away)


QUERY = Query(
    function=point_circle,
    argument_kinds={
        "at": ArgumentKind.PLACE,
        "center": ArgumentKind.PLACE,
        "radius": ArgumentKind.LENGTH,
    },
    arguments=lambda p: {
        "at": p.at, "center": p.center, "radius": p.radius
    },
    params=lambda a: Numbers(a["at"], Circle(a["center"], a["radius"])),
    gap=lambda arguments, found: found.distance,
    result_fields={"distance": ResultField.DISTANCE},
    number="distance",
)

SCENE = Scene('''
RIGHT = "return ((at[0] - center[0]) ** 2 + (at[1] - center[1]) ** 2) ** 0.5 - radius"
CODE = "def point_circle(at, center, radius):\n    "


@pytest.fixture
def scene(tmp_path) -> Path:
    text = START.replace("\nSCENE = Scene(", ASKED)
    text = text.replace("    solve=solve,\n", "    solve=solve,\n    query=QUERY,\n")
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    return path


def judge(scene: Path, code: str) -> int:
    judged = scene.with_name("code.py")
    judged.write_text(CODE + code + "\n", encoding="utf-8")
    found = scene.with_name("found")
    few = ["--cases", "120", "--allow", "rounding"]
    return main(
        [
            "judge",
            f"{judged}:point_circle",
            "--scene",
            str(scene),
            *few,
            "-o",
            str(found),
        ]
    )


@pytest.mark.slow
def test_code_that_is_wrong_is_found_out_and_what_is_written_runs(scene) -> None:
    assert judge(scene, "return abs(at[0] - center[0]) - radius") == 1
    found = scene.with_name("found")
    script = next(
        path for path in sorted(found.rglob("*.py")) if "test" not in path.name
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        cwd=found,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("answer: ")


@pytest.mark.slow
def test_code_that_is_right_is_not(scene) -> None:
    assert judge(scene, RIGHT) == 0


def test_its_questions_can_be_written(scene, capsys) -> None:
    assert main(["cases", str(scene), "--cases", "50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 20
    assert {json.loads(line)["function"] for line in lines} == {"point_circle"}
