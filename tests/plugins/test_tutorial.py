"""Steps of the tutorial: each runs, and equals its listing in the README."""

import re
from pathlib import Path

import pytest

from playground.check.scene_checker import check
from playground.scene.loader import from_file

STEPS = sorted((Path(__file__).parent / "tutorial").glob("step_*.py"))
README = (Path(__file__).parents[2] / "playground/scene/README.md").read_text("utf-8")


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_each_step_has_no_fault_and_takes_every_advice(path: Path) -> None:
    assert list(check(from_file(path)).lines()) == ["point_circle: no fault."]


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_the_readme_quotes_each_step(path: Path) -> None:
    section = README.split(f"[{path.name}]")[1]
    quoted = re.search(r"```py(?:thon)?\n(.*?)```", section, re.DOTALL)
    assert quoted
    assert quoted[1] in path.read_text(encoding="utf-8")


def test_the_steps_are_not_among_the_installed_scenes() -> None:
    project = Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8")
    assert "tutorial" not in project
