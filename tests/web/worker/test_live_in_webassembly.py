"""Answers of Python in the browser: the same as here."""

import json
import subprocess

import pytest
from live_elsewhere import write
from webassembly import ASKED, differing, needed, program

from playground.scene import author_files
from playground.scene.serialization import to_json_values
from playground.session.saved_state import parse_link
from scenes import SCENES

if ASKED:

    @pytest.mark.slow
    @needed
    @pytest.mark.parametrize(
        "each", [50, pytest.param(5, marks=pytest.mark.exhaustive)]
    )
    def test_a_state_is_told_in_the_same_words_and_numbers(tmp_path, monkeypatch, each):
        """Of each scene every so many-th case is told."""
        # A busy machine is no slow scene; in a browser there is no limit.
        monkeypatch.setattr(author_files, "CALL_LIMIT_S", 60.0)
        here, there = tmp_path / "here", tmp_path / "there"
        here.mkdir()
        there.mkdir()
        command = program("tests/web/worker/live_elsewhere.py", "write")
        process = subprocess.Popen([*command, there, str(each)])
        write(here, each)
        assert process.wait() == 0
        for file in sorted(here.iterdir()):
            told, elsewhere = (
                json.loads(one.read_text(), object_hook=followed)
                for one in (file, there / file.name)
            )
            assert list(differing(told, elsewhere)) == [], file.name


def followed(answer):
    """Return an answer with its link decoded, as it is compressed differently there."""
    for name in ("link", "text"):
        if str(answer.get(name, "")).startswith("#"):
            found = parse_link(answer[name], SCENES)
            assert not found.problem
            answer[name] = to_json_values(found.state)
    return answer
