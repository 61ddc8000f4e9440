"""`playground judge` and `playground cases` on the command line."""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from playground import collision
from playground.command_line.main import main
from playground.explore.judge.families import Family
from scenes import SCENES

STRICT = """
from math import hypot
def f(center, radius, rect_center, half_extents):
    beyond = [max(abs(c - k) - h, 0.0)
              for c, k, h in zip(center, rect_center, half_extents)]
    return hypot(*beyond) < radius
"""
FEW = ("--cases", "180", "--seed", "2")


@pytest.fixture
def said(capsys):
    """Runs a command; gives its exit code and the lines on either stream."""

    def run(*arguments: object) -> tuple[int, list[str], list[str]]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = left.code
        printed = capsys.readouterr()
        return code, printed.out.splitlines(), printed.err.splitlines()

    return run


@pytest.fixture
def strict(tmp_path) -> str:
    path = tmp_path / "strict.py"
    path.write_text(STRICT, encoding="utf-8")
    return f"{path}:f"


@pytest.mark.slow
def test_wrong_code_is_said_to_be_and_the_exit_code_is_1(said, strict):
    code, out, err = said("judge", strict, "--scene", "circle_rect", *FEW)
    assert (code, err) == (1, [])
    assert "answers are wrong" in out[0]
    assert any(line.startswith("hit lost: ") for line in out)
    assert any(line.strip().startswith("circle_rect(center=(") for line in out)


def test_code_without_a_mistake_exits_with_0(said, strict):
    excused = ("--excuse", "touch", "--excuse", "center_inside", "--excuse", "rounding")
    code, out, err = said("judge", strict, "--scene", "circle_rect", *FEW, *excused)
    assert (code, err) == (0, [])
    assert out[0].endswith("answers is wrong.")
    assert out[1].startswith("Excused: ")


def test_a_program_in_any_language_is_judged(said, tmp_path):
    path = tmp_path / "always.py"
    path.write_text("import sys\nfor _ in sys.stdin:\n    print('true', flush=True)\n")
    command = f"{sys.executable} {path}"
    code, out, _ = said("judge", "--command", command, "--scene", "point_ellipse", *FEW)
    assert code == 1
    assert any(line.startswith("hit made: ") for line in out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("FILE", "--scene", "nothing"), "unknown scene 'nothing'"),
        (("--scene", "ray_circle"), "either FILE.py:FUNCTION"),
        (
            ("FILE", "--command", "x", "--scene", "ray_circle"),
            "either FILE.py:FUNCTION",
        ),
        (("gone.py:f", "--scene", "ray_circle"), "no file gone.py"),
        (("engine:none", "--scene", "ray_circle"), "no engine 'none'"),
        (("FILE", "--scene", "ray_circle"), "needs 'rect_center'"),
        (("FILE", "--scene", "circle_rect", "--excuse", "me"), "unknown excuse 'me'"),
        (("--command", "no-such-program", "--scene", "ray_circle"), "cannot start"),
    ],
)
def test_bad_usage_is_one_line(said, strict, arguments, words):
    given = [strict if argument == "FILE" else argument for argument in arguments]
    code, out, err = said("judge", *given)
    assert (code, out) == (2, [])
    assert len(err) == 1
    assert err[0].startswith("playground: ")
    assert words in err[0]


@pytest.mark.parametrize(
    "option", [("--cases", "-1"), ("--seconds", "0"), ("--tolerance", "nan")]
)
def test_numbers_that_make_no_sense_are_refused(said, strict, option):
    code, out, err = said("judge", strict, "--scene", "circle_rect", *option)
    assert (code, out) == (2, [])
    assert option[0] in err[-1]


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES[::3], ids=lambda scene: scene.id)
def test_the_folder_has_a_map_of_mistakes(said, tmp_path, scene):
    path = tmp_path / "never.py"
    path.write_text("def never(**given):\n    return False\n", encoding="utf-8")
    folder = tmp_path / "folder"
    code, out, err = said(
        "judge", f"{path}:never", "--scene", scene.id, *FEW, "-o", folder
    )
    assert (code, err) == (1, [])
    files = sorted(folder.iterdir())
    assert out[-len(files) :] == sorted(out[-len(files) :], key=out.index)
    assert {Path(line) for line in out[-len(files) :]} == set(files)
    names = {path.name for path in files}
    assert {"report.md", "map.png", "hit_lost.py", "test_hit_lost.py"} <= names
    assert "hit_lost.json" in names
    with Image.open(folder / "map.png") as image:
        assert len(set(np.asarray(image.convert("RGB")).reshape(-1, 3)[:, 0])) > 10


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_cases_are_lines_with_exact_answers(said, tmp_path, scene):
    path = tmp_path / "new" / "cases.jsonl"
    assert said("cases", scene.id, *FEW, "-o", path) == (0, [str(path)], [])
    lines = [json.loads(x) for x in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 90
    assert {line["family"] for line in lines} == set(Family)
    for line in lines[::7]:
        found = getattr(collision, line["function"])(**line["arguments"])
        assert line["hit"] == found.hit
        (number,) = set(line) - {"function", "family", "arguments", "hit", "gap"}
        true = float(getattr(found, number))
        assert line[number] == true or (line[number] is None and true != true)
        assert (line["gap"] <= 0.0) == line["hit"]


def test_cases_go_to_standard_output_too_and_a_seed_gives_them_again(said):
    code, out, _ = said("cases", "ray_circle", *FEW)
    assert code == 0
    assert said("cases", "ray_circle", *FEW)[1] == out
    assert json.loads(out[0])["function"] == "ray_circle"


def test_a_folder_that_cannot_be_written_is_one_line(said, strict, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("")
    code, _, err = said(
        "judge", strict, "--scene", "circle_rect", *FEW, "-o", taken / "folder"
    )
    assert code == 2
    assert len(err) == 1
    assert "cannot write" in err[0]


@pytest.mark.skipif(not shutil.which("true"), reason="needs a program called true")
def test_a_program_that_only_ends_is_a_finding(said):
    code, out, _ = said("judge", "--command", "true", "--scene", "ray_circle", *FEW)
    assert code == 1
    assert any(line.startswith("crash: ") for line in out)
