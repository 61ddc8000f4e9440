"""Scenes from a package: found by entry points, with all features."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

from playground.check.scene_checker import check
from playground.cli.main import main
from playground.scene.loader import (
    ENTRY_POINT_GROUP,
    load_installed_scenes,
    merge_scenes,
)
from scenes import SCENES

HERE = Path(__file__).parent
OFFERED = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"][
    "entry-points"
][ENTRY_POINT_GROUP]
MODULES = sorted((HERE / "more_scenes").glob("[!_]*.py"))


def offer(folder: Path, name: str, points: dict[str, str]) -> None:
    """Write an installed package's metadata: its name and its entry points."""
    info = folder / f"{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n")
    lines = [
        f"[{ENTRY_POINT_GROUP}]",
        *(f"{key} = {value}" for key, value in points.items()),
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Install the package temporarily; return its folder."""
    offer(tmp_path, "more-scenes", OFFERED)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_a_package_offers_its_scenes(package) -> None:
    ids = [scene.id for scene in merge_scenes(SCENES, load_installed_scenes())]
    assert ids[: len(SCENES)] == [scene.id for scene in SCENES]
    assert set(ids[len(SCENES) :]) >= set(OFFERED)


def test_the_command_lists_them_and_knows_them_by_name(package, capsys) -> None:
    assert main(["list"]) == 0
    listed = capsys.readouterr().out
    assert main(["check", "moving_discs"]) == 0
    assert all(f"\n{name}: " in listed for name in OFFERED)
    assert "moving_discs: no fault." in capsys.readouterr().out


@pytest.mark.parametrize("name", OFFERED)
def test_they_keep_every_rule_and_take_every_advice(package, name) -> None:
    (scene,) = (scene for scene in load_installed_scenes() if scene.id == name)
    assert list(check(scene).lines()) == [f"{name}: no fault."]


def test_one_that_fails_is_said_in_its_place_and_the_others_go_on(
    package, monkeypatch, capsys
) -> None:
    (package / "half_made.py").write_text("import no_such_thing\n")
    (package / "taken.py").write_text(
        "from more_scenes.capsules import SCENE as capsules\n"
        "from dataclasses import replace\n"
        "SCENE = replace(capsules, title='Mine')\n"
    )
    offer(
        package,
        "half-made",
        {"half_made": "half_made:SCENE", "taken": "taken:SCENE", "none": "taken:NONE"},
    )
    found = merge_scenes(SCENES, load_installed_scenes())
    said = {scene.id: next(iter(scene.cases.values())).shows for scene in found}
    assert "No module named 'no_such_thing'" in said["half_made"]
    assert "NONE" in said["none"]
    twice = [text for text in said.values() if "already exists" in text]
    assert twice == ["A scene with the id 'capsules' already exists."]
    assert set(OFFERED) <= set(said)
    assert main(["list"]) == 0
    assert capsys.readouterr().err == ""
    sys.modules.pop("taken", None)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_their_author_imports_from_one_place_of_ours(path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            imported.add(node.module)
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    ours = {name for name in imported if name.split(".")[0] in ("playground", "scenes")}
    assert ours == {"playground.scene"}
    others = {name.split(".")[0] for name in imported - ours}
    assert others <= {"numpy"} | sys.stdlib_module_names
