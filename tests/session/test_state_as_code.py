"""Literals of a state in C++, JavaScript and GDScript, compiled and run."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from every import SCENES

from playground.scene.units import Units
from playground.session.session import Session
from playground.session.state_as_code import CodeFormat, as_code, copy_code
from playground.session.view_model import SceneView
from scenes import BALL_BLOCK, CIRCLE_RECT, RAY_CIRCLE

GAME = Units(pixels=True, y_down=True, clockwise=True)


def view(scene, **values) -> SceneView:
    return SceneView(scene, replace(scene.initial_params(), **values))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_cpp_has_the_numbers_of_the_query_and_its_answer(scene, tmp_path: Path) -> None:
    moment = view(scene)
    text = as_code(moment, CodeFormat.CPP)
    arguments = moment.scene.query.arguments(moment.solution.params)
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("needs a C++ compiler")
    shown = "".join(
        f'for (double x : {{{part}}}) std::printf("%.17g\\n", x);'
        for name, value in arguments.items()
        for part in [
            ", ".join(f"{name}[{i}]" for i in range(len(value)))
            if isinstance(value, tuple)
            else name
        ]
    )
    source = tmp_path / "literals.cpp"
    source.write_text(
        "#include <cstdio>\n#include <initializer_list>\n"
        f"{text}\nint main() {{ {shown} return !expected_hit; }}\n"
    )
    subprocess.run([compiler, source, "-o", tmp_path / "literals"], check=True)
    done = subprocess.run(
        tmp_path / "literals", capture_output=True, text=True, check=False
    )
    numbers = np.concatenate([np.ravel(value) for value in arguments.values()])
    assert [*map(float, done.stdout.split())] == numbers.tolist()
    assert done.returncode == (not moment.solution.verdict.hit)


def test_javascript_is_run_by_node(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    text = as_code(view(RAY_CIRCLE), CodeFormat.JAVASCRIPT)
    wanted = (
        "console.log(JSON.stringify([origin, radius, expectedHit, expectedTEnter]))"
    )
    file = tmp_path / "literals.mjs"
    file.write_text(text + wanted)
    done = subprocess.run([node, file], capture_output=True, text=True, check=True)
    origin, radius, hit, t = json.loads(done.stdout)
    assert (origin, radius, hit) == ([-4.5, -1.5], 2.5, True)
    assert t == pytest.approx(1.268, abs=1e-3)


def test_gdscript_has_vectors() -> None:
    lines = as_code(view(RAY_CIRCLE), CodeFormat.GDSCRIPT).splitlines()
    assert lines[0].startswith("# Ray vs circle: metres, y up")
    assert "var origin := Vector2(-4.5, -1.5)" in lines
    assert "var radius := 2.5" in lines
    assert "var expected_hit := true" in lines


def test_they_are_in_the_units_of_the_scene() -> None:
    lines = as_code(view(CIRCLE_RECT), CodeFormat.CPP, GAME).splitlines()
    assert (
        lines[0] == "// Circle vs rotated rectangle: pixels, y down, radians clockwise"
    )
    assert "const double center[2] = {0.5, -2.4};" in lines
    assert "const double half_extents[2] = {2.5, 1.25};" in lines
    assert "const double angle = -0.5235987755982988;" in lines
    (normal,) = [line for line in lines if "expected_normal" in line]
    assert "-0.947930" in normal


def test_with_y_down_the_lowest_corner_is_another() -> None:
    moment = view(BALL_BLOCK)
    given = moment.scene.query.arguments(moment.solution.params)
    (left, bottom), (right, top) = given["rect_min"], given["rect_max"]
    shown = GAME.arguments(given, moment.scene.query.argument_kinds)
    assert shown["rect_min"] == (left, -top)
    assert shown["rect_max"] == (right, -bottom)


def test_what_is_copied_is_said() -> None:
    session, texts = Session([RAY_CIRCLE]), []
    session.open_scene.units = GAME
    copy_code(session, texts.append, CodeFormat.JAVASCRIPT)
    assert session.notice == "Copied as JavaScript"
    assert "const origin = [-4.5, 1.5];" in texts[0]


@pytest.mark.parametrize("code_format", [CodeFormat.PYTHON, CodeFormat.TEST])
def test_a_call_of_the_core_says_that_it_is_in_the_cores_units(code_format):
    plain = as_code(view(RAY_CIRCLE), code_format)
    noted = as_code(view(RAY_CIRCLE), code_format, GAME)
    assert noted == f"# metres, y up, radians counter-clockwise\n{plain}"
    compile(noted, "copied", "exec")
