"""Shared settings of windows in separate processes, killed or not."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playground.gui import settings
from playground.session.session import Session
from scenes import SCENES

KILLS = 4
KEEPER = """
import sys
from pathlib import Path
from playground.gui.view_state import WindowView
from playground.session.lesson import editor
from playground.gui.settings import Settings
from playground.session.session import Session
from scenes import SCENES
folder, index, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
settings, session = Settings(folder), Session(SCENES)
settings.restore_session(session)
session.open(index)
editor.begin_lesson(session)
editor.edit_stop(session, say=f"Lesson {index}. " + "x" * 1900)
print("ready", flush=True)
while count:
    count -= 1
    window_view = WindowView(scale=1.0 + count % 100 / 100)
    editor.edit_stop(session, say=f"Lesson {index}. " + "xy"[count % 2] * 1900)
    settings.save(session, window_view, (1000, 700), full_screen=False)
    settings.finish()
    assert not settings.failure, settings.failure
"""


def keeper(folder: Path, index: int, count: int = -1) -> subprocess.Popen[bytes]:
    """Start a process that saves a lesson repeatedly."""
    program = subprocess.Popen(
        [sys.executable, "-c", KEEPER, str(folder), str(index), str(count)],
        stdout=subprocess.PIPE,
    )
    assert program.stdout is not None
    with program.stdout:
        program.stdout.readline()
    return program


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="has no such signal")
def test_whenever_a_window_is_killed_all_is_whole_at_the_next_start(
    tmp_path: Path,
) -> None:
    for number in range(KILLS):
        program = keeper(tmp_path, number % 2)
        time.sleep(random.Random(number).uniform(0.0, 0.05))
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        for file in tmp_path.rglob("*.json"):
            json.loads(file.read_text())
        session = Session(SCENES)
        settings.Settings(tmp_path).restore_session(session)
        assert "unfit" not in session.notice
        names = {each.name for each in tmp_path.iterdir()}
        assert names <= {"settings.json", "scenes", "lessons"}
        assert not [*tmp_path.rglob(".*")]


FILMER = """
import time
from pathlib import Path
from playground.gui.video_process import VideoProcess
from playground.gui.view_state import ExportSubject, VideoRequest
from playground.session.saved_state import case_state, dump
from scenes import SCENES
film = VideoProcess(VideoRequest(ExportSubject.PLAY), Path.cwd() / "film.gif", None)
ball = next(scene for scene in SCENES if scene.id == "ball_block")
film.render_state(dump(case_state(ball)), (960, 600), 1.0, "--speed", "0.01")
while not film.finished_frame_count and not film.is_done:
    time.sleep(0.01)
print(film.failure or "ready", flush=True)
time.sleep(600.0)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="has no such groups")
def test_of_a_film_that_is_killed_with_its_window_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passing = tmp_path / "passing"
    passing.mkdir()
    program = subprocess.Popen(
        [sys.executable, "-c", FILMER],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(passing)},
        start_new_session=True,
    )
    with program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"ready\n"
        os.killpg(program.pid, signal.SIGKILL)
    left = lambda: [*passing.iterdir(), *tmp_path.glob(".*")]  # noqa: E731
    assert left()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(passing))
    end = time.monotonic() + 60.0
    while left() and time.monotonic() < end:
        # Of the two, the film's own program may still be about to die.
        settings.Settings(tmp_path / "none yet").restore_session(Session(SCENES))
        time.sleep(0.1)
    assert not left()
