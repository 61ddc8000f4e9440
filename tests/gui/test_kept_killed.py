"""Shared settings of windows in separate processes, killed or not."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playground.gui import settings
from playground.session.session import Session
from scenes import SCENES

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
