"""What a page is told of a state is the same where Python runs in the browser."""

import json
import subprocess

import pytest
from told_elsewhere import write
from webassembly import ASKED, differing, needed, program

# No more states of each lesson than its stops have themselves.
SAMPLES = 1

if ASKED:

    @pytest.mark.slow
    @needed
    def test_a_lesson_is_told_in_the_same_words_and_numbers(tmp_path):
        here, there = tmp_path / "here", tmp_path / "there"
        here.mkdir()
        there.mkdir()
        command = program("tests/web/told_elsewhere.py", "write")
        process = subprocess.Popen([*command, there, str(SAMPLES)])
        write(here, SAMPLES)
        assert process.wait() == 0
        for file in sorted(here.iterdir()):
            told, elsewhere = (
                json.loads(one.read_text()) for one in (file, there / file.name)
            )
            assert list(differing(told, elsewhere)) == [], file.name
