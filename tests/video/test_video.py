"""Films by the command: frames, times and files."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from playground.analysis.heat_map import MapKind
from playground.cli.main import main
from playground.gui.offscreen import save_picture
from playground.session.session import Session
from playground.session.view.animation import FadeIn
from playground.video import scripts, writers
from playground.video.scripts import (
    VideoSubject,
    frame_times,
    play_cuts,
    reading_seconds,
    total_seconds,
    video_cuts,
)
from scenes import SCENES

SIZE = (640, 400)
SMALL = ("--canvas", "--size", "640x400")


def record(*options: object) -> int:
    return main(["record", *map(str, options)])


def shown(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("RGB"))


def session(scene_id: str = "point_ellipse") -> Session:
    opened = Session(SCENES)
    opened.open(opened.find(scene_id))
    return opened


def state_at(now: float, path: Path) -> np.ndarray:
    """Return the picture of the ball at a time, with the initial camera."""
    at = session("ball_block")
    at.go_to(at.scene_view.timeline.start)
    save_picture(at, path, SIZE, 1.0, alone=True)
    at.open_scene.fitted.clear()
    at.go_to(now)
    save_picture(at, path, SIZE, 1.0, alone=True)
    return shown(path)


def test_each_frame_is_at_its_moment():
    at = session()
    cuts = video_cuts(at, VideoSubject.PLAY)
    line, times = at.scene_view.timeline, frame_times(total_seconds(cuts), 10, 2.0)
    assert times == [n * 2.0 / 10 for n in range(len(times))]
    assert len(times) == round(total_seconds(cuts) / 2.0 * 10)
    nows = [at.scene_view.current_time for _ in play_cuts(at, cuts, times)]
    span = line.end - line.start
    wanted = [min(line.start + t * span / line.seconds, line.end) for t in times]
    assert nows == pytest.approx(wanted, abs=1e-12)
    assert (nows[0], nows[-1]) == (line.start, line.end)


def test_a_step_arrives_and_stays_until_it_is_read():
    at = session("ray_circle")
    cuts = video_cuts(at, VideoSubject.STEPS)
    ages = []
    for afresh in play_cuts(at, cuts, frame_times(total_seconds(cuts), 10)):
        ages.append((at.open_scene.step, afresh, FadeIn(at).is_moving))
    assert [step for step, afresh, _ in ages if afresh] == list(
        range(1, len(at.scene_view.steps) + 1)
    )
    # The first is there at once; each other one begins to move, and comes to rest.
    assert not ages[0][2]
    for step in range(2, len(at.scene_view.steps) + 1):
        own = [moving for number, _, moving in ages if number == step]
        assert own[0]
        assert not own[-1]
    longer = max(at.scene_view.steps, key=lambda step: len(step.text))
    assert reading_seconds(longer.text) > reading_seconds("Short.")


def test_a_start_is_dragged_over_its_mistake_and_back():
    at = session("ray_circle")
    cuts = video_cuts(at, VideoSubject.DRAG)
    places, agreed = [], []
    for _ in play_cuts(at, cuts, frame_times(total_seconds(cuts), 20)):
        places.append(at.params.origin)
        agreed.append(at.scene_view.comparison.agrees)
        assert at.view.map is MapKind.MISTAKES
    start = at.scene.start
    assert places[0] == places[-1] == start.params.origin
    assert start.target in places
    # From outside in, where the code errs, and out again.
    turns = [a for a, b in zip(agreed, [None, *agreed], strict=False) if a != b]
    assert turns == [True, False, True]


@pytest.mark.slow
def test_a_gif_has_all_its_time_and_begins_and_ends_with_the_pictures(tmp_path, capsys):
    path = tmp_path / "out.gif"
    assert record("ball_block", *SMALL, "--fps", 4, "--seconds", 2, "-o", path) == 0
    assert capsys.readouterr().out.strip() == str(path)
    line = session("ball_block").scene_view.timeline
    with Image.open(path) as film:
        lasts, frames = [], []
        for number in range(film.n_frames):
            film.seek(number)
            lasts.append(film.info["duration"])
            frames.append(np.asarray(film.convert("RGB")).astype(int))
    assert sum(lasts) == 2000
    assert len(frames) > 4
    for frame, now in ((frames[0], line.start), (frames[-1], line.end)):
        wanted = state_at(now, tmp_path / "wanted.png")
        # One palette stands for all of the colours.
        assert np.abs(frame - wanted).mean() < 1.0
    assert np.abs(frames[0] - frames[-1]).mean() > 1.0


@pytest.mark.slow
def test_pictures_are_numbered_and_the_same_as_those_of_the_states(tmp_path, capsys):
    path = tmp_path / "out.png"
    assert record("ball_block", *SMALL, "--fps", 4, "--seconds", 1, "-o", path) == 0
    names = [f"out-{number:04}.png" for number in range(1, 5)]
    assert sorted(p.name for p in tmp_path.iterdir()) == names
    assert capsys.readouterr().out.strip() == f"{tmp_path / names[0]} to {names[-1]}"
    line = session("ball_block").scene_view.timeline
    for name, now in ((names[0], line.start), (names[-1], line.end)):
        wanted = state_at(now, tmp_path / "wanted.png")
        np.testing.assert_array_equal(shown(tmp_path / name), wanted)


@pytest.mark.slow
def test_an_mp4_is_decoded_to_its_frames(tmp_path):
    av = pytest.importorskip("av")
    path = tmp_path / "out.mp4"
    assert (
        record(
            *("ray_circle", "--what", "steps", "--canvas", "--size", "321x241"),
            *("--fps", 4, "--seconds", 2, "-o", path),
        )
        == 0
    )
    with av.open(str(path)) as film:
        frames = list(film.decode(video=0))
    assert [float(frame.time) for frame in frames] == [n / 4 for n in range(8)]
    assert (frames[0].width, frames[0].height) == (322, 242)
    at = session("ray_circle")
    video_cuts(at, VideoSubject.STEPS)[0].act(at)
    save_picture(at, tmp_path / "wanted.png", (321, 241), 1.0, alone=True)
    first = frames[0].to_ndarray(format="rgb24")[:241, :321].astype(int)
    assert np.abs(first - shown(tmp_path / "wanted.png")).mean() < 3.0


def test_a_lesson_is_walked_and_its_questions_answered():
    from playground.session.lesson import player

    at = session("ray_circle")
    player.start_shipped_lesson(at, at.scene)
    stops = at.lesson.document.stops
    cuts = video_cuts(at, VideoSubject.LESSON)
    seen, given = [], []
    for _ in play_cuts(at, cuts, frame_times(total_seconds(cuts), 2)):
        seen.append(at.lesson.at)
        given.append(at.lesson.stop_state.tries)
    assert sorted(set(seen)) == list(range(len(stops)))
    for place, stop in enumerate(stops):
        answers = [g for s, g in zip(seen, given, strict=True) if s == place]
        right = (stop.question.right,) if stop.question else ()
        assert answers[-1] == right
        assert not stop.question or answers[0] == ()


@pytest.mark.parametrize("name", ["out.gif", "out.png", "out.mp4"])
def test_what_is_given_up_leaves_nothing(tmp_path, monkeypatch, name):
    if name.endswith("mp4"):
        pytest.importorskip("av")
    path = tmp_path / name
    path.write_bytes(b"old")
    film, taken = writers.writer_class(path), []
    add = film.add

    def give_up_at_the_third(self, pixels) -> None:
        taken.append(pixels)
        if len(taken) == 3:
            raise KeyboardInterrupt
        add(self, pixels)

    monkeypatch.setattr(film, "add", give_up_at_the_third)
    assert record("point_ellipse", *SMALL, "-o", path) == 130
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert path.read_bytes() == b"old"


@pytest.mark.slow
def test_what_is_killed_is_gone_after_the_next(tmp_path):
    path = tmp_path / "out.gif"
    begun = ["record", "ball_block", *SMALL, "--progress", "-o", str(path)]
    program = subprocess.Popen(
        [sys.executable, "-m", "playground", *begun],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with program:
        assert program.stderr.readline().startswith(b"1 of ")
        program.kill()
    assert list(tmp_path.iterdir())
    assert record("point_ellipse", *SMALL, "--seconds", "0.1", "-o", path) == 0
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["point_ellipse", "-o", "x.webm"], "the name must end in .gif, .mp4, .png"),
        (["-o", "x.gif"], "needs either a scene"),
        (["nothing", "-o", "x.gif"], "unknown scene 'nothing'"),
        (["point_ellipse", "--size", "320x240", "-o", "x.gif"], "--size must be from"),
        (["--log", "none", "-o", "x.gif"], "cannot read none"),
        (["point_ellipse", "--speed", "0.001", "-o", "x.gif"], "frames are too many"),
    ],
)
def test_what_cannot_be_recorded_is_said_in_a_line(
    options, words, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert record(*options) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("kind", "needed"), [("gif", "Pillow"), ("mp4", "PyAV")])
def test_without_the_extra_a_line_says_what_to_install(
    kind, needed, tmp_path, monkeypatch, capsys
):
    monkeypatch.setitem(__import__("sys").modules, f"playground.video.{kind}", None)
    assert record("point_ellipse", "-o", tmp_path / f"x.{kind}") == 2
    said = capsys.readouterr().err
    assert needed in said
    assert "pip install 'geometry-playground[record]'" in said


@pytest.mark.slow
def test_a_log_is_recorded_in_its_own_size_and_time(tmp_path):
    from playground.gui.event_log import LogStart

    begun = {
        "format": LogStart.FILE.format, "version": 1, "fitted": [], "seed": 1,
        "playing": False, "loop": True, "speed": 1.0,
        "window": {
            "width": 960, "height": 600, "pixels_wide": 960, "pixels_high": 600,
            "fineness": 1.0,
        },
        "states": [json.loads(states_text())],
        "shown": {
            "theme": "light", "scale": 1.0, "curve": True, "loupe": True,
            "numbers": False, "presenting": False, "curve_share": 0.3,
        },
    }  # fmt: skip
    deeds = [
        {"at": 0.1, "do": "key_press", "with": [ord("d"), 0]},
        {"at": 0.1, "do": "frame", "with": [0.1]},
        {"at": 0.5, "do": "key_press", "with": [0xFF53, 0]},
        {"at": 0.5, "do": "text_motion", "with": [0xFF53]},
        {"at": 0.5, "do": "frame", "with": [0.1]},
    ]
    log = tmp_path / "log"
    log.write_text("".join(json.dumps(line) + "\n" for line in [begun, *deeds]))
    path = tmp_path / "out.png"
    assert record("--log", log, "--fps", 2, "-o", path) == 0
    pictures = [shown(p) for p in sorted(tmp_path.glob("out-*.png"))]
    assert len(pictures) == round((0.5 + scripts.HOLD_DURATION_S) * 2)
    assert pictures[0].shape == (600, 960, 3)
    # At half a second the page and the step are there, and then nothing moves.
    assert (pictures[0] != pictures[1]).any()
    np.testing.assert_array_equal(pictures[2], pictures[-1])


def states_text() -> str:
    from playground.session import saved_state as states

    return states.dump(session("ray_circle").state)
