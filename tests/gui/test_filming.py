"""Films from the window: options, rendering in the background, cancellation."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pyglet import clock
from pyglet.window import key

from playground.gui import settings
from playground.gui.video_process import VideoProcess
from playground.gui.view_state import WindowRequest
from playground.gui.window_geometry import MIN_WINDOW_SIZE
from playground.session.files import FilePurpose
from playground.session.playback import Playback
from playground.session.session import Session
from scenes import SCENES

# A busy machine draws slowly, but it draws.
PATIENCE = 120.0


def until(driver, true: Callable[[], object]) -> None:
    """Draw frames by the window's clock until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        clock.tick()
        driver.settle(1)
        time.sleep(0.04)


@pytest.fixture
def filming(driver, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # As few pixels as a window may have.
    driver.resize(*MIN_WINDOW_SIZE)
    driver.open("ball_block")
    return driver


def wish(driver, *items: str) -> None:
    """Open the film panel by the palette and choose options by the mouse."""
    driver.key(key.P, key.MOD_CTRL)
    driver.type("record a film")
    driver.key(key.ENTER)
    driver.settle()
    for item in items:
        driver.click_item(item)
    driver.click_item("Choose where to save")
    driver.settle()
    # There the name stands already.
    driver.key(key.ENTER)
    driver.settle()


@pytest.mark.slow
@pytest.mark.parametrize("by_key", [False, True])
def test_the_window_goes_on_while_a_film_is_drawn(filming, tmp_path, by_key):
    # So long a film that no slow window finds it done already.
    filming.session.playback = Playback(speed=0.1)
    wish(filming, "The time", "GIF", "Only the figure")
    film = filming.window.video_exporter.video_process
    until(filming, lambda: film.finished_frame_count > 1)
    # It can be worked with, and is drawn again and again.
    frames, now = filming.window.frame_count, film.finished_frame_count
    before = filming.params
    filming.drag_grip("center", 0, 20, 10)
    assert filming.params != before
    until(filming, lambda: film.finished_frame_count > now)
    assert filming.window.frame_count > frames
    if by_key:
        filming.key(key.ESCAPE)
    else:
        filming.click_item("Cancel the film")
    until(filming, lambda: filming.window.video_exporter.video_process is None)
    assert filming.session.notice == "The film was cancelled"
    until(filming, lambda: not list(tmp_path.iterdir()))


@pytest.mark.slow
def test_what_i_do_is_noted_until_i_stop(filming, tmp_path):
    wish(filming, "What I do", "PNG")
    log = filming.window.video_exporter.video_process.log
    filming.drag_grip("center", 0, 20, 10)
    drawn = log.read_text()
    assert "mouse_drag" in drawn
    filming.click_item("Stop and make the film")
    assert not filming.window.video_exporter.video_process.is_logging
    # The press that stopped it is none of what was done.
    presses = [line for line in log.read_text().splitlines() if "mouse_press" in line]
    assert len(presses) == 1
    until(filming, lambda: filming.window.video_exporter.video_process is None)
    assert filming.session.notice.startswith("Saved")
    assert list(tmp_path.glob("ball_block-film-1-*.png"))


def test_what_cannot_be_recorded_is_said(filming, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONHOME", str(tmp_path))
    wish(filming, "The time")
    until(filming, lambda: filming.window.video_exporter.video_process is None)
    assert filming.session.notice.startswith("No film: ")


@pytest.mark.slow
def test_the_window_takes_its_film_with_it(filming, tmp_path):
    filming.session.playback = Playback(speed=0.1)
    wish(filming, "The time", "GIF", "Only the figure")
    film = filming.window.video_exporter.video_process
    until(filming, lambda: film.finished_frame_count > 0)
    filming.window.close()
    assert film.is_done or film._process.poll() is not None
    assert not list(tmp_path.iterdir())


def test_a_film_asks_where_and_shows_what_is_on_show(filming, tmp_path, monkeypatch):
    begun = []

    def begin(_film: VideoProcess, options: list[str], _scale: float) -> None:
        begun.append(options)

    monkeypatch.setattr(VideoProcess, "_start_process", begin)
    filming.key(key.P, key.MOD_CTRL)
    filming.type("record a film")
    filming.key(key.ENTER)
    filming.click_item("MP4")
    filming.click_item("The window")
    filming.click_item("Choose where to save")
    filming.settle()
    assert filming.window_view.choosing is FilePurpose.FILM
    # Given up, nothing is filmed.
    filming.key(key.ESCAPE)
    assert filming.window.video_exporter.video_process is None
    filming.window_view.simple = True
    filming.window_view.request = WindowRequest.FILM
    filming.settle()
    filming.type("lesson")
    filming.key(key.ENTER)
    filming.settle()
    film = filming.window.video_exporter.video_process
    assert film.path == tmp_path / "lesson.mp4"
    assert "--simple" in begun[0]
    assert not list(tmp_path.iterdir())
    # The next one begins in the same folder.
    assert filming.session.folder == str(tmp_path)


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
