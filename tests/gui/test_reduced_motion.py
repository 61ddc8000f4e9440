"""Setting for reduced motion, of a simulated system."""

import subprocess
from types import SimpleNamespace

import pytest

from playground.gui import reduced_motion


@pytest.mark.parametrize(
    ("system", "told", "wanted"),
    [
        ("linux", "false\n", True),
        ("linux", "true\n", False),
        ("darwin", "1\n", True),
        ("darwin", "", False),
        ("emscripten", "false\n", False),
    ],
)
def test_a_system_is_asked_in_its_own_way(monkeypatch, system, told, wanted):
    answer = SimpleNamespace(stdout=told)
    monkeypatch.setattr(reduced_motion.sys, "platform", system)
    monkeypatch.setattr(subprocess, "run", lambda *args, **options: answer)
    assert reduced_motion.is_preferred.__wrapped__() is wanted


def test_a_system_that_cannot_be_asked_moves(monkeypatch):
    monkeypatch.setattr(reduced_motion.sys, "platform", "linux")
    for problem in (FileNotFoundError(), subprocess.TimeoutExpired("gsettings", 1.0)):

        def fail(*args, problem=problem, **options):
            raise problem

        monkeypatch.setattr(subprocess, "run", fail)
        assert not reduced_motion.is_preferred.__wrapped__()
