"""Programs to copy in other languages: built, asked by the judge, and understood."""

import math
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from playground.judge.evaluation import (
    EvaluationOptions,
    EvaluationReport,
    evaluate_code,
    find_query,
)
from playground.judge.harnesses.languages import LANGUAGES
from playground.judge.harnesses.writer import commands, harness
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import CodeAnswer, NoAnswerReason
from scenes import RAY_CIRCLE, SCENES, SPHERE_LINE

NUMBERS = (
    *(0.1, 1.0 / 3.0, -123456789.12345679, 1e22, 1e-7, 3.0, -0.0),
    *(-7.45592831661541, 6.408505336579847),  # Mono's own reading is off here
    *(5e-324, 2.2250738585072009e-308, 1.7976931348623157e308, -1e300),
)


@dataclass(frozen=True)
class Written:
    """What stands in a program in place of functions that are not written yet.

    One gives back what it was given, one prints and is not a number, one breaks, and
    one never hits.
    """

    same: str
    nan: str
    breaks: str
    none: str
    words: str = "broken"


WRITTEN = {
    "c": Written(
        same="double all[] = {center[0], center[1], radius, pivot[0], pivot[1]};"
        'tell_flag("hit", 1); tell_vector("center", all, 5);'
        'tell_number("distance", angle);',
        nan='puts("noise"); double none = 0; tell_number("distance", none / none);',
        breaks="double *nowhere = (double *) (size_t) (radius < 0); *nowhere = 1;",
        none="",
        words="Segmentation fault",
    ),
    "cpp": Written(
        same='return names({{"hit", true}, {"distance", angle}, {"center", Vector'
        "{center[0], center[1], radius, pivot[0], pivot[1]}}});",
        nan=r'std::cout << "noise\n"; return std::nan("");',
        breaks='throw std::runtime_error("broken");',
        none="return {};",
    ),
    "csharp": Written(
        same='return new Dictionary<string, object> {{"hit", true}, {"distance",'
        'angle}, {"center", new[] {center[0], center[1], radius, pivot[0], pivot[1]}'
        "}};",
        nan='Console.WriteLine("noise"); return double.NaN;',
        breaks='throw new Exception("broken");',
        none="return null;",
    ),
    "java": Written(
        same='return Map.of("hit", true, "distance", angle, "center", new double[]'
        "{center[0], center[1], radius, pivot[0], pivot[1]});",
        nan='System.out.println("noise"); return Double.NaN;',
        breaks='throw new IllegalStateException("broken");',
        none="return null;",
    ),
    "javascript": Written(
        same="return { hit: true, distance: angle, center:"
        "new Float64Array([...center, radius, ...pivot]) };",
        nan='console.log("noise"); return NaN;',
        breaks='throw new Error("broken");',
        none="return null;",
    ),
    "lua": Written(
        same="return { hit = true, distance = angle,"
        "center = { center[1], center[2], radius, pivot[1], pivot[2] } }",
        nan='print("noise") return 0.0 / 0.0',
        breaks='error("broken")',
        none="return nil",
    ),
    "rust": Written(
        same='return Names(vec![("hit", Flag(true)), ("distance", Number(angle)),'
        '("center", Vector(vec![center[0], center[1], radius, pivot[0], pivot[1]]))]);',
        nan='eprintln!("noise"); return Number(f64::NAN);',
        breaks='panic!("broken");',
        none="return Nothing;",
    ),
}


def here(word: str) -> bool:
    """Return whether what a program is built and run with is on this machine."""
    ways = LANGUAGES[word].build, LANGUAGES[word].run
    tools = [way.split()[0] for way in ways if way and not way.startswith("{at}")]
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        print(f"{', '.join(missing)} is not here: programs in {word} are not tried")
    return not missing


HERE = [word for word in LANGUAGES if here(word)]


@pytest.mark.parametrize("word", LANGUAGES)
def test_every_question_is_asked_in_every_language(word: str) -> None:
    text = harness(LANGUAGES[word], {scene.id: scene for scene in SCENES})
    for scene in SCENES:
        assert text.count(find_query(scene).name) >= 3  # written, asked for and called
    assert not re.search(r"^@|@\w+@", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 88
    own = harness(LANGUAGES[word], {"mine.py": SCENES[1]})
    assert "--scene mine.py" in own
    assert "ray_circle" not in own


def test_a_name_that_a_language_has_for_itself_is_changed() -> None:
    text = harness(LANGUAGES["lua"], {"sphere_line": SPHERE_LINE})
    assert "swept_sphere_line(start, end_, radius, " in text
    assert 'q["end"]' in text


@pytest.fixture(scope="module", params=HERE)
def written(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, str]:
    """Return a language, and the command that runs its program with all functions."""
    word: str = request.param
    language, at = LANGUAGES[word], f"{tmp_path_factory.mktemp(word)}/"
    text = harness(language, {scene.id: scene for scene in SCENES})
    functions = {
        "circle_rect": WRITTEN[word].same,
        "point_ellipse": WRITTEN[word].nan,
        "swept_sphere_line": WRITTEN[word].breaks,
        "sweep_ball_block": WRITTEN[word].none,
    }
    for name, body in functions.items():
        line = re.compile(rf".*\b{name} is not written yet.*")
        text, count = line.subn(body.replace("\\", r"\\"), text)
        assert count == 1
    Path(at, language.file).write_text(text, encoding="utf-8")
    *build, judging = commands(language, at, "ray_circle")
    for line in build:
        subprocess.run(line.split(), check=True, timeout=300)
    found = re.search('--command "(.*)"', judging)
    assert found is not None
    return word, found[1]


@pytest.mark.slow
def test_the_sample_is_right(written: tuple[str, str]) -> None:
    with CodeRunner.from_command(written[1], "ray_circle") as code:
        judgement = evaluate_code(
            RAY_CIRCLE, code, EvaluationOptions(count=200, seed=1)
        )
    assert judgement.outcome is EvaluationReport.RIGHT
    assert judgement.findings.is_evaluated.all()


@pytest.mark.slow
def test_numbers_come_and_go_with_all_their_digits(written: tuple[str, str]) -> None:
    places = range(len(NUMBERS))
    rows = [[*NUMBERS[i:], *NUMBERS[:i]][:6] for i in places]
    asked = [
        {
            "center": (a, b),
            "radius": c,
            "rect_center": (0.0, 0.0),
            "half_extents": (1.0, 1.0),
            "angle": d,
            "pivot": (e, f),
        }
        for a, b, c, d, e, f in rows
    ]
    with CodeRunner.from_command(written[1], "circle_rect") as code:
        answers = [answer.value for answer in code.answers(asked)]
    for (a, b, c, d, e, f), answer in zip(rows, answers, strict=True):
        assert answer["hit"] is True
        given, back = (a, b, c, e, f, d), (*answer["center"], answer["distance"])
        assert [float(x).hex() for x in back] == [x.hex() for x in given]


@pytest.mark.slow
def test_what_is_no_answer_is_told_in_a_line(written: tuple[str, str]) -> None:
    ball = {name: (0.5, 1.0) for name in ("center", "velocity", "rect_min", "rect_max")}
    line = {name: (0.0, 1.0, 2.0) for name in ("start", "end", "line_point")}
    point = {"point": (1.0, 2.0), "center": (0.0, 0.0), "radii": (1.0, 2.0)}
    questions = {
        "sweep_ball_block": {**ball, "radius": 1.0},
        "point_ellipse": {**point, "angle": 0.0},
        "swept_sphere_line": {**line, "line_direction": (1.0, 0.0, 0.0), "radius": 1.0},
        "no_such_function": {"radius": 1.0},
    }
    said: dict[str, CodeAnswer] = {}
    for function, row in questions.items():
        with CodeRunner.from_command(written[1], function) as code:
            said[function], again = code.answers([row, row])
        assert again.text == said[function].text
    assert said["sweep_ball_block"].value is None
    assert not said["sweep_ball_block"].failed
    assert math.isnan(sole(said["point_ellipse"].value))
    for function, words in (
        ("swept_sphere_line", WRITTEN[written[0]].words),
        ("no_such_function", "there is no"),
    ):
        assert said[function].failed is NoAnswerReason.CRASH
        assert words in said[function].text


def sole(answer: Any) -> Any:
    """Return a number that may have a name."""
    return answer["distance"] if isinstance(answer, dict) else answer
