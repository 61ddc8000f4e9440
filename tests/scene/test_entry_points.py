"""Entry points of installed packages, as `importlib.metadata` finds them."""

import importlib.metadata
from pathlib import Path

import pytest

from playground.scene.entry_points import find_entry_points

TEXT = """
[console_scripts]
made_up = made_up.__main__:main

[made.up]
# one = nowhere:THIS
one = made_up.scenes:ONE
two=made_up.scenes : Two.inner
module = made_up
"""


def install(folder: Path, info: str, text: str = TEXT) -> None:
    (folder / info).mkdir(parents=True)
    (folder / info / "entry_points.txt").write_text(text)
    (folder / info / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_all_of_a_group_are_found(folder: Path) -> None:
    install(folder, "made_up-1.0.dist-info")
    found = [(point.name, point.value) for point in find_entry_points("made.up")]
    known = importlib.metadata.entry_points(group="made.up")
    assert sorted(found) == sorted((point.name, point.value) for point in known)
    assert len(found) == 3
    assert not find_entry_points("nothing")


def test_they_load_a_module_or_something_in_it(folder: Path) -> None:
    install(folder, "made_up-1.0.dist-info")
    (folder / "made_up").mkdir()
    (folder / "made_up" / "__init__.py").write_text("NAME = 'made up'")
    (folder / "made_up" / "scenes.py").write_text(
        "ONE = 1\nclass Two:\n    inner = 'within'\n"
    )
    one, two, module = (point.load() for point in find_entry_points("made.up"))
    assert (one, two, module.NAME) == (1, "within", "made up")


def test_of_a_package_that_is_there_twice_the_first_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("behind", "before"):
        text = f"[made.up]\n{name} = made_up:X\n"
        install(tmp_path / name, "made_up-1.0.dist-info", text)
        monkeypatch.syspath_prepend(tmp_path / name)
    assert [point.name for point in find_entry_points("made.up")] == ["before"]
