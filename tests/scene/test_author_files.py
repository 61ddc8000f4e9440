"""Files saved twice within a second, read in the last version."""

import importlib.util
import os
import sys

from playground.scene.author_files import spec_without_cache


def loaded(path):
    spec = spec_without_cache("saved", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.value


def test_two_saves_in_one_second_of_one_size_are_two(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "saved.py"
    for value in (1, 2):
        path.write_text(f"value = {value}\n")
        os.utime(path, (1_000_000_000, 1_000_000_000))
        assert loaded(path) == value
    # Nor is anything left beside the file of somebody else.
    assert [found.name for found in tmp_path.iterdir()] == ["saved.py"]
