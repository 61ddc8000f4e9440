"""Garbage collection: off while the program starts, on afterwards."""

import gc
import sys
from collections.abc import Iterator

import pytest

from playground import __main__ as program
from playground.cli import run
from playground.cli.main import main
from playground.gui import window


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_a_command_runs_with_garbage_collection(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["playground", "list"])
    program.prepare()
    assert not gc.isenabled()
    assert program.main() == 0
    assert gc.isenabled()
    assert "ray_circle" in capsys.readouterr().out


def test_a_window_opens_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    enabled = []
    monkeypatch.setattr(run, "has_display", lambda: True)
    monkeypatch.setattr(window, "run_window", lambda *_: enabled.append(gc.isenabled()))
    assert main(["run", "ray_circle"]) == 0
    assert enabled == [False]
    assert gc.isenabled()
