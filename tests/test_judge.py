"""Commands `judge` and `cases`."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from effort import one_and_slowly_each
from every import few_own_scenes, own_scenes, own_scenes_at_length
from PIL import Image

from playground import collision
from playground.cli.main import main
from playground.judge.cases import export
from playground.judge.cases.generators import CaseCategory
from playground.judge.evaluation import find_query

STRICT = """
from math import hypot
def f(center, radius, rect_center, half_extents):
    beyond = [max(abs(c - k) - h, 0.0)
              for c, k, h in zip(center, rect_center, half_extents)]
    return hypot(*beyond) < radius
"""
# A scene has not all of these.
AIMED = set(list(CaseCategory)[list(CaseCategory).index(CaseCategory.FAST) :])
FEW = ("--cases", "180", "--seed", "2")
# With these the strict one is right.
ALLOWED = ("--allow", "touch", "--allow", "center_inside", "--allow", "rounding")


@pytest.fixture
def said(capsys):
    """Return a function that runs a command: exit code, and lines of both streams."""

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


def test_code_without_a_mistake_exits_with_0(said, strict):
    code, out, err = said("judge", strict, "--scene", "circle_rect", *FEW, *ALLOWED)
    assert (code, err) == (0, [])
    assert out[0].endswith("answers is wrong.")
    assert out[1].startswith("Allowed: ")


def test_of_a_file_alone_the_function_is_judged_that_takes_such_arguments(
    said, tmp_path
):
    path = tmp_path / "three.py"
    path.write_text(
        "def helper(a): return a\n"
        "def inside(point, center, radii, angle): return True\n"
        "def other(p, q): return None\n"
        "def size(radii): return radii\n"
    )
    code, out, err = said("judge", path, "--scene", "point_ellipse", *FEW)
    assert (code, err) == (1, [])
    assert out[0] == "It always answers a hit. Look at line 2."
    path.write_text("radius = 1\n")
    code, _, err = said("judge", path, "--scene", "point_ellipse", *FEW)
    assert (code, err) == (2, [f"playground: {path} has no function"])


def test_a_program_in_any_language_is_judged(said, tmp_path):
    path = tmp_path / "always.py"
    path.write_text("import sys\nfor _ in sys.stdin:\n    print('true', flush=True)\n")
    command = f"{sys.executable} {path}"
    code, out, _ = said("judge", "--command", command, "--scene", "point_ellipse", *FEW)
    assert code == 1
    assert any(line.startswith("Phantom hit: ") for line in out)


EXAMPLES = Path(export.__file__).parents[1] / "examples"


@pytest.mark.parametrize(
    ("file", "tool"),
    [
        ("judged.c", "gcc"),
        pytest.param("judged.js", "node", marks=pytest.mark.slow),
    ],
)
def test_the_programs_to_copy_are_wrong_by_rounding_alone(said, tmp_path, file, tool):
    if not shutil.which(tool):
        pytest.skip(f"needs {tool}")
    path, command = EXAMPLES / file, f"{tool} {EXAMPLES / file}"
    if tool == "gcc":
        strict, out = ["-Wall", "-Wextra", "-Werror"], tmp_path / "judged"
        subprocess.run([tool, *strict, path, "-o", out, "-lm"], check=True, timeout=120)
        command = str(out)
    verdict = tmp_path / "verdict.json"
    few = (*FEW, "--json", verdict)
    said("judge", "--command", command, "--scene", "ray_circle", *few)
    found = json.loads(verdict.read_text(encoding="utf-8"))
    assert found["answered"] == found["cases"]
    assert found["wrong"] < 0.1 * found["cases"]
    for kind in found["kinds"]:
        near = "{0:,} of {0:,} are within 16 units".format(kind["count"])
        assert near in kind["explained"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("FILE", "--scene", "nothing"), "unknown scene 'nothing'"),
        (("--scene", "ray_circle"), "either FILE.py, FILE.py:FUNCTION"),
        (
            ("FILE", "--command", "x", "--scene", "ray_circle"),
            "either FILE.py, FILE.py:FUNCTION",
        ),
        (("gone.py:f", "--scene", "ray_circle"), "the file gone.py does not exist"),
        (("engine:none", "--scene", "ray_circle"), "unknown engine 'none'"),
        (("FILE", "--scene", "ray_circle"), "needs an argument 'rect_center'"),
        (("FILE", "--scene", "circle_rect", "--allow", "me"), "'me' cannot be allowed"),
        (("--command", "no-such-program", "--scene", "ray_circle"), "cannot start"),
        (
            ("FILE", "--scene", "circle_rect", "--baseline", "gone"),
            "gone does not exist",
        ),
        (("FILE",), "the question that the code answers: ray_circle, circle_rect, "),
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
    "option",
    [
        ("--cases", "-1"),
        ("--seconds", "0"),
        ("--tolerance", "nan"),
        ("--min-answered", "1.1"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(said, strict, option):
    code, out, err = said("judge", strict, "--scene", "circle_rect", *option)
    assert (code, out) == (2, [])
    assert option[0] in err[-1]


@pytest.mark.slow
@few_own_scenes
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
    assert {"report.md", "map.png", "missed_hit.py", "test_missed_hit.py"} <= names
    assert "missed_hit.json" in names
    with Image.open(folder / "map.png") as image:
        assert len(set(np.asarray(image.convert("RGB")).reshape(-1, 3)[:, 0])) > 10


@pytest.mark.slow
@few_own_scenes
def test_cases_are_lines_with_exact_answers(said, tmp_path, scene):
    path = tmp_path / "new" / "cases.jsonl"
    assert said("cases", scene.id, *FEW, "-o", path) == (0, [str(path)], [])
    lines = [json.loads(x) for x in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) > 90
    assert {line["category"] for line in lines} >= {*CaseCategory} - AIMED
    for line in lines[::7]:
        found = getattr(collision, line["function"])(**line["arguments"])
        assert line["hit"] == found.hit
        for name, answer in line["answers"].items():
            true = np.asarray(getattr(found, name))
            finite = bool(np.isfinite(true).all())
            assert (answer is not None) == finite
            assert not finite or np.array_equal(answer, true)
        assert (line["gap"] <= 0.0) == line["hit"]
        assert ("touch" in line["choices"]) == (line["gap"] == 0.0)


READERS = Path(export.__file__).parents[1] / "readers"
RUNS = {
    "read_cases.py": lambda path, folder: [sys.executable, path],
    "read_cases.mjs": lambda path, folder: ["node", path],
    "read_cases.c": lambda path, folder: [folder / "read_cases"],
}


@pytest.fixture(scope="module")
def ray_cases(tmp_path_factory):
    path = tmp_path_factory.mktemp("cases") / "cases.jsonl"
    assert main(["cases", "ray_circle", "--cases", "600", "-o", str(path)]) == 0
    return path


@own_scenes_at_length
def test_the_schema_says_what_the_lines_are(said, scene):
    schema = json.loads((READERS / "cases.schema.json").read_text(encoding="utf-8"))
    for text in said("cases", scene.id, *FEW)[1]:
        line = json.loads(text)
        assert fits(line, schema, schema), text
    for wrong in ({"version": 1}, {"hit": 1}, {"gap": None}, {"more": 0}):
        assert not fits({**line, **wrong}, schema, schema), wrong
    assert not fits({"version": 2}, schema, schema)


@own_scenes
def test_what_the_lines_say_is_explained_beside_the_readers(scene):
    told = (READERS / "README.md").read_text(encoding="utf-8")
    query = find_query(scene)
    row = next(x for x in told.splitlines() if x.startswith(f"| `{query.name}`"))
    for name in query.result_fields:
        assert f"`{name}`" in row or name.startswith("point_")
    for word in query.choices:
        assert f"| `{word}` |" in told


TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "number": float,
    "null": type(None),
}


def fits(value, schema, whole):
    """Return whether JSON is valid for a schema, as far as our schemas need."""
    if "$ref" in schema:
        return fits(value, whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in schema:
        return any(fits(value, one, whole) for one in schema["anyOf"])
    if "const" in schema:
        return value == schema["const"]
    if type(value) is not TYPES[schema["type"]]:
        return False
    if isinstance(value, list):
        most = schema.get("maxItems", len(value))
        fine = schema.get("minItems", 0) <= len(value) <= most
        return fine and all(fits(x, schema["items"], whole) for x in value)
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema["additionalProperties"]
        own = {name: known.get(name, others) for name in value}
        return set(schema.get("required", ())) <= set(value) and all(
            own[name] and fits(x, own[name], whole) for name, x in value.items()
        )
    return True


def is_clear(arguments, gap, **others):
    places = *arguments["origin"], *arguments["center"], arguments["radius"]
    return abs(gap) >= 1e-9 * max(map(abs, places))


@pytest.mark.parametrize("name", one_and_slowly_each(RUNS))
def test_readers_in_other_languages_ask_the_cases(ray_cases, tmp_path, name):
    tool = {"read_cases.mjs": "node", "read_cases.c": "gcc"}.get(name, sys.executable)
    if not shutil.which(tool):
        pytest.skip(f"needs {tool}")
    path, out = READERS / name, tmp_path / "read_cases"
    if tool == "gcc":
        strict = ["-Wall", "-Wextra", "-Werror"]
        subprocess.run([tool, *strict, path, "-o", out, "-lm"], check=True, timeout=120)
    lines = ray_cases.read_text(encoding="utf-8").splitlines()
    clear = [x for x in map(json.loads, lines) if is_clear(**x)]
    with ray_cases.open() as cases:
        command = [*RUNS[name](path, tmp_path), ray_cases]
        done = subprocess.run(
            command, stdin=cases, capture_output=True, text=True, check=True, timeout=60
        )
    counts = re.findall(r"(\d+) of (\d+) wrong", done.stdout)
    wrong, asked = (sum(map(int, column)) for column in zip(*counts, strict=True))
    assert asked == len(clear)
    assert wrong == 0


def test_cases_go_to_standard_output_too_and_a_seed_gives_them_again(said):
    code, out, _ = said("cases", "ray_circle", *FEW)
    assert code == 0
    assert said("cases", "ray_circle", *FEW)[1] == out
    assert json.loads(out[0])["function"] == "ray_circle"


def test_a_folder_that_cannot_be_written_is_one_line(said, strict, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("")
    judge = ("judge", strict, "--scene", "circle_rect", *FEW, *ALLOWED)
    code, _, err = said(*judge, "-o", taken / "folder")
    assert code == 2
    assert len(err) == 1
    assert "cannot write" in err[0]


@pytest.mark.skipif(not shutil.which("true"), reason="needs a program called true")
def test_a_program_that_only_ends_is_undecided(said):
    code, out, _ = said("judge", "--command", "true", "--scene", "ray_circle", *FEW)
    assert code == 3
    assert out[1].startswith("Undecided: none of ")
    assert any(line.startswith("Crash: ") for line in out)


@pytest.mark.slow
def test_wrong_code_is_told_and_written_for_other_programs(said, strict, tmp_path):
    file, tests = tmp_path / "new" / "verdict.json", tmp_path / "tests.xml"
    given = ("judge", strict, "--scene", "circle_rect", *FEW)
    code, out, err = said(*given, "--json", file, "--junit", tests)
    assert (code, err) == (1, [])
    assert "answers are wrong" in out[1]
    assert any(line.startswith("Missed hit: ") for line in out)
    assert any("circle_rect(center=(" in line for line in out)
    found = json.loads(file.read_text(encoding="utf-8"))
    assert (found["outcome"], found["exit_code"]) == ("wrong", code)
    assert found["verdict"] in out[1]
    assert found["scene"] == "circle_rect"
    assert found["cases"] == found["asked"] == found["answered"]
    for word in ("asked", "wrong"):
        assert sum(row[word] for row in found["categories"]) == found[word]
    lost = next(kind for kind in found["kinds"] if kind["kind"] == "missed hit")
    assert lost["count"] == sum(
        row["kinds"].get("missed hit", 0) for row in found["categories"]
    )
    assert any(lost["smallest"]["call"] in line for line in out)

    suite = ElementTree.fromstring(tests.read_text(encoding="utf-8"))
    failed = {
        test.get("name"): test.find("failure").text
        for test in suite.iter("testcase")
        if test.find("failure") is not None
    }
    wrong = {row["category"] for row in found["categories"] if row["wrong"]}
    assert set(failed) == wrong
    assert int(suite.get("failures")) == len(wrong)
    assert lost["smallest"]["call"] in "".join(failed.values())

    # What is known does not count.
    code, out, _ = said(*given, "--baseline", file, "--json", file)
    assert code == 0
    assert "answers are wrong" in out[1]
    assert any(line.startswith(f"Known from {file}") for line in out)
    assert json.loads(file.read_text(encoding="utf-8"))["exit_code"] == 0
