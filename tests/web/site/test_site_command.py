"""Arguments of the command `site`: scenes, files and Python."""

import json
import shutil
from pathlib import Path

import pytest

from playground.cli.command import UsageError
from playground.cli.main import main
from playground.cli.site import collect_contents
from playground.session.lesson import document as plans
from playground.session.lesson.document import single_stop_lesson
from playground.session.saved_state import case_state, dump
from playground.web.pyodide import locate_pyodide
from scenes import SCENES

SIZES = locate_pyodide(None).sizes


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a user's scene as `playground new` writes it."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "my_scene"]) == 0
    return tmp_path / "my_scene.py"


def copied(folder: Path) -> Path:
    """Return a folder with empty files of Pyodide's names."""
    folder.mkdir()
    for name in SIZES:
        (folder / name).write_bytes(b"")
    wheel = next(name for name in SIZES if name.endswith(".whl"))
    lock = {
        "info": {"version": "0.27.7"},
        "packages": {"numpy": {"file_name": wheel}},
    }
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return folder


def test_a_scene_brings_its_lesson() -> None:
    held = collect_contents(["ray_circle"])
    assert [scene.id for scene in held.scenes] == ["ray_circle"]
    assert held.lessons == [plans.read_shipped_lesson(SCENES[0], SCENES)]


def test_a_scene_of_ones_own_is_taken_with_its_lesson(
    own: Path, tmp_path: Path
) -> None:
    [scene] = collect_contents([str(own)]).scenes
    lesson = tmp_path / "lesson.json"
    lesson.write_text(
        plans.dump(single_stop_lesson(case_state(scene))), encoding="utf-8"
    )
    held = collect_contents([str(own), str(lesson)])
    assert [one.id for one in held.scenes] == [scene.id]
    assert held.own == {"my_scene.py": own.read_bytes()}
    assert len(held.lessons) == 1


def test_a_state_is_a_lesson_of_one_stop(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text(dump(case_state(SCENES[2], "")), encoding="utf-8")
    held = collect_contents([str(file)])
    assert [scene.id for scene in held.scenes] == [SCENES[2].id]
    assert len(held.lessons[0].stops) == 1


def test_what_is_none_of_these_is_said() -> None:
    with pytest.raises(UsageError, match="unknown scene 'nothing'"):
        collect_contents(["nothing"])


def test_two_files_of_one_name_are_refused(own: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(own, other)
    with pytest.raises(UsageError, match=r"two files are called my_scene\.py"):
        collect_contents([str(own), str(other / own.name)])


def test_a_folder_of_pyodide_is_copied_with_what_a_page_asks_for(
    tmp_path: Path,
) -> None:
    folder = copied(tmp_path / "pyodide")
    found = locate_pyodide(str(folder))
    assert (found.address, found.origin) == ("pyodide/", "")
    assert set(found.sizes) == set(SIZES)
    # Another one is kept under another name.
    assert locate_pyodide(str(folder)).cache_key == found.cache_key
    (folder / "pyodide.js").write_bytes(b"// newer")
    assert locate_pyodide(str(folder)).cache_key != found.cache_key


@pytest.mark.parametrize("missing", ["pyodide.js", "pyodide-lock.json"])
def test_a_folder_without_pyodide_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    folder = copied(tmp_path / "pyodide")
    (folder / missing).unlink()
    out = tmp_path / "out"
    assert main(["site", "-o", str(out), "--pyodide", str(folder)]) == 2
    assert f"it has no {missing}" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    "address", ["ftp://host/", "https://host/; script-src *", "https://host/ a"]
)
def test_an_address_that_would_open_the_policy_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="is not a web address"):
        locate_pyodide(address)


def test_an_address_is_allowed_by_its_origin() -> None:
    found = locate_pyodide("https://host:8443/pyodide")
    assert found.address == "https://host:8443/pyodide/"
    assert found.origin == "https://host:8443"
    assert locate_pyodide(None).origin == "https://cdn.jsdelivr.net"
