"""Command `new`: files that satisfy every rule and are never overwritten."""

import runpy
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from playground.analysis.curve import find_axis
from playground.analysis.heat_map import AxisSamples, MapKind, MapQuery, compute_map
from playground.cli.main import main
from playground.scene.answer import NO_KIND_INDEX, Effect
from playground.scene.loader import ENTRY_POINT_GROUP, from_file
from playground.session.answer_pair import AnswerSign, answer_pair
from playground.session.view_model import SceneView

WAYS = [(), ("--listing",), ("--3d",), ("--3d", "--listing")]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_tests(path: Path) -> list[str]:
    """Run the tests of a file; return their names."""
    found = runpy.run_path(str(path))
    tests = {name: test for name, test in found.items() if name.startswith("test_")}
    for test in tests.values():
        test()
    return list(tests)


@pytest.mark.parametrize("way", WAYS, ids="".join)
def test_it_keeps_every_rule_and_its_own_test(here, capsys, way) -> None:
    assert main(["new", "my_scene", *way]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "my_scene.py",
        "test_my_scene.py",
    ]
    assert main(["check", "my_scene.py"]) == 0
    assert capsys.readouterr().out == "my_scene: no fault.\n"
    assert len(run_tests(here / "test_my_scene.py")) == 2
    scene = from_file(here / "my_scene.py")
    assert scene.dimension == (3 if "--3d" in way else 2)
    assert bool(scene.listings) == ("--listing" in way)
    assert "--listing" not in (here / "my_scene.py").read_text("utf-8")


@pytest.mark.parametrize("way", [(), ("--3d",)], ids="".join)
def test_what_its_listing_answers_is_told_as_the_truth_is(here, way) -> None:
    assert main(["new", "my_scene", *way, "--listing"]) == 0
    scene = from_file(here / "my_scene.py")
    for case in scene.cases.values():
        told = answer_pair(SceneView(scene, case.params), is_user_code=False)
        same = not case.mistake
        assert (told.geometry.word == told.code.word) is same
        assert told.sign is (AnswerSign.SAME if same else AnswerSign.OTHER)


def test_its_mistake_is_mapped_as_hits_that_are_missed(here) -> None:
    assert main(["new", "my_scene", "--listing"]) == 0
    scene = from_file(here / "my_scene.py")
    p = scene.cases["Off the axes"].params
    x, y = (find_axis(p, path) for path in ("at.x", "at.y"))
    samples = AxisSamples(-20, 41, 0.1)
    found = compute_map(MapQuery(scene, p, x, y, MapKind.MISTAKES), samples, samples)
    met = {found.kinds[i].effect for i in np.unique(found.index) if i != NO_KIND_INDEX}
    assert met == {Effect.MISSED_HIT}


def test_a_package_offers_its_scene(here, monkeypatch, capsys) -> None:
    assert main(["new", "my_pack", "--package"]) == 0
    root = here / "my_pack"
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    offered = project["project"]["entry-points"][ENTRY_POINT_GROUP]
    assert offered == {"my_pack": "my_pack.scene:SCENE"}
    monkeypatch.syspath_prepend(root)
    try:
        assert len(run_tests(root / "tests" / "test_my_pack.py")) == 2
        assert sys.modules["my_pack.scene"].SCENE.id == "my_pack"
    finally:
        for name in ("my_pack", "my_pack.scene"):
            sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "My scene",
            "the name 'My scene' may contain only a-z, 0-9 and _, like my_scene",
        ),
        ("class", "the name 'class' may contain only a-z, 0-9 and _, like my_scene"),
        ("random", "random would hide a module of that name; give another name"),
        ("ray_circle", "a scene with the id 'ray_circle' already exists"),
    ],
)
def test_a_name_that_would_not_do_is_said(here, capsys, name, said) -> None:
    assert main(["new", name]) == 2
    assert capsys.readouterr().err == f"playground: {said}\n"
    assert not list(here.iterdir())


@pytest.mark.parametrize(
    ("there", "way"),
    [("mine.py", []), ("test_mine.py", ["--3d"]), ("mine", ["--package"])],
)
def test_nothing_that_is_there_is_written_over(here, capsys, there, way) -> None:
    (here / there).write_text("mine", encoding="utf-8")
    assert main(["new", "mine", *way]) == 2
    said = capsys.readouterr().err
    assert said == f"playground: {there} already exists; give another name\n"
    assert [path.name for path in here.iterdir()] == [there]
    assert (here / there).read_text("utf-8") == "mine"
