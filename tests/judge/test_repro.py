"""Exported scripts and tests: they run, with exactly the same query."""

import contextlib
import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_code import PARTS
from strategies import params_of

from playground import collision
from playground.judge.report.repro import as_python, as_test
from playground.scene.query import Arguments
from playground.scene.scene import Scene


def _is_accepted(function: Callable[..., Any], arguments: Arguments) -> bool:
    try:
        function(**arguments)
    except ValueError:
        return False
    return True


def arguments_of(part: Scene[Any, Any]) -> st.SearchStrategy[Arguments]:
    """Return a strategy of the arguments of a scene's query that the core accepts."""
    query = part.query
    assert query is not None
    return (
        params_of(part.params)
        .map(query.arguments)
        .filter(lambda arguments: _is_accepted(query.function, arguments))
    )


QUERIES = {part.query.function: arguments_of(part) for part in PARTS}
QUERIES[collision.ball_block] = QUERIES[collision.sweep_ball_block]
# A pivot may be left out.
QUERIES[collision.circle_rect] |= QUERIES[collision.circle_rect].map(
    lambda arguments: {**arguments, "pivot": None}
)
every_query = pytest.mark.parametrize(
    "function", QUERIES, ids=lambda function: function.__name__
)


def printed(code: str) -> list[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    return out.getvalue().splitlines()


def test_case_in(code: str) -> Callable[[], None]:
    names: dict[str, Any] = {}
    exec(code, names)
    return next(names[name] for name in names if name.startswith("test_"))


test_case_in.__test__ = False  # type: ignore[attr-defined]


@every_query
@given(data=st.data())
def test_the_script_prints_every_digit_of_what_the_core_finds(
    function: Callable[..., Any], data: st.DataObject
) -> None:
    arguments = data.draw(QUERIES[function])
    found = function(**arguments)
    assert printed(as_python(function, arguments)) == [
        f"{f.name} {getattr(found, f.name).tolist()}" for f in fields(found)
    ]


@every_query
@given(data=st.data())
def test_the_test_passes_for_the_core_and_fails_for_another_verdict(
    function: Callable[..., Any], data: st.DataObject
) -> None:
    arguments = data.draw(QUERIES[function])
    code = as_test(function, arguments)
    test_case_in(code)()
    verdict = "face" if function is collision.ball_block else "hit"
    wrong = f"return {'7' if verdict == 'face' else 'not found.hit'}"
    broken = code.replace(f"return found.{verdict}", wrong)
    with pytest.raises(AssertionError):
        test_case_in(broken)()


def test_the_test_compares_the_time_but_for_what_roundings_come_to() -> None:
    arguments = {
        "origin": (-3.0, 0.1),
        "direction": (1.0, 0.0),
        "center": (0.0, 0.0),
        "radius": 1.0,
    }
    code = as_test(collision.ray_circle, arguments)
    test_case_in(code.replace("found.t", "found.t + 1e-12"))()
    with pytest.raises(AssertionError):
        test_case_in(code.replace("found.t", "found.t + 1e-6"))()
    code = as_test(collision.ray_circle, arguments, verdict_only=True)
    assert "found.t" not in code


@pytest.mark.slow
def test_pytest_runs_the_file_and_blames_ones_own_function(tmp_path: Any) -> None:
    arguments = {"center": (2.0, 0.0), "radius": 1.0, "velocity": (-4.0, 0.0)}
    arguments |= {"rect_min": (-1.0, -1.0), "rect_max": (0.5, 1.0)}
    code = as_test(collision.sweep_ball_block, arguments)
    (tmp_path / "test_right.py").write_text(code)
    line = "found = sweep_ball_block(center, radius, velocity, rect_min, rect_max)"
    assert line in code
    own = line.replace("velocity", "(4.0, 0.0)")
    (tmp_path / "test_wrong.py").write_text(code.replace(line, own))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "test_wrong.py::test_sweep_ball_block" in done.stdout
