"""Quiz, lens and lesson say the same where Python runs in the browser."""

import json
import subprocess
from pathlib import Path

import pytest
from deeds_elsewhere import write
from webassembly import ASKED, needed, program

if ASKED:

    @pytest.mark.slow
    @needed
    def test_deeds_are_told_in_the_same_words(tmp_path: Path) -> None:
        here, there = tmp_path / "here", tmp_path / "there"
        here.mkdir()
        there.mkdir()
        command = program("tests/page/live/deeds_elsewhere.py", "write")
        process = subprocess.Popen([*command, there, "0"])
        write(here, 0)
        assert process.wait() == 0
        for file in sorted(here.iterdir()):
            told, elsewhere = (
                json.loads(one.read_text()) for one in (file, there / file.name)
            )
            for one, other in zip(told, elsewhere, strict=True):
                assert one["error"] == other["error"]
                for part in ("quiz", "lab", "lesson", "fields"):
                    assert one["live"][part] == other["live"][part], file.name
                for part in ("alt", "verdict", "rows", "article"):
                    assert one["set"][part] == other["set"][part], file.name
