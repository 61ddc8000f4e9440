"""Logs: replays reproduce the window to the last pixel."""

import json
from pathlib import Path

import numpy as np
import pytest
from effort import one_and_exhaustively_each, one_and_slowly_each
from every import ENTRIES
from pyglet.window import Window, key

from playground.analysis.heat_map import MapKind
from playground.gui import file_dialogs
from playground.gui.event_log import load
from playground.session import files


def written(driver, path: Path, work) -> Path:
    """Record the actions of `work` in a log."""
    driver.window.event_recorder.set_log(path)
    work()
    driver.settle()
    driver.window.event_recorder.set_log(None)
    return path


def another(window_of):
    # The first one's has put its events at once into its hands.
    Window._enable_event_queue = True
    return window_of(*ENTRIES)


def redone(window_of, path: Path):
    """Return a window after the replay of a log."""
    driver = another(window_of)
    driver.window.event_recorder.start_replay(*load(path, ENTRIES))
    while driver.window.event_player.next_event:
        driver.window.event_recorder.replay_next_event(lambda: driver.window.draw(0.0))
    driver.window.event_recorder.end_replay()
    return driver


def drag(driver) -> None:
    driver.drag_grip("center", 0, 60, -30)
    driver.key(key.D)
    driver.key(key.RIGHT)
    driver.settle(5)
    driver.wheel(500, 300, 2)


def play(driver) -> None:
    driver.key(key.SPACE)
    driver.settle(9)
    driver.key(key.SPACE)


def typed(driver) -> None:
    driver.key(key.P, key.MOD_CTRL)
    driver.type("next scene")
    driver.key(key.ENTER)
    driver.settle()


@pytest.mark.slow
@pytest.mark.parametrize("work", one_and_exhaustively_each([drag, play, typed]))
def test_a_log_is_redone_to_the_last_pixel(window_of, driver, tmp_path, work):
    driver.settle()  # places letters in the atlas in the same order as another window
    driver.open("point_ellipse" if work is play else "ray_circle")
    begun = driver.session.state
    path = written(driver, tmp_path / "log", lambda: work(driver))
    assert driver.session.state != begun
    again = redone(window_of, path)
    assert again.session.state == driver.session.state
    assert again.session.playback == driver.session.playback
    np.testing.assert_array_equal(again.pixels(), driver.pixels())


@pytest.mark.slow
def test_a_click_on_a_map_waits_for_it(window_of, driver, tmp_path):
    driver.open("ray_circle")
    driver.session.look(map=MapKind.REGIONS)
    driver.settle()
    begun = driver.params
    path = written(driver, tmp_path / "log", lambda: driver.click(300, 80))
    again = redone(window_of, path)
    assert again.params == driver.params != begun


@pytest.mark.slow
def test_a_log_begins_with_the_view_as_it_was(window_of, driver, tmp_path):
    driver.open("sphere_line")
    driver.session.look(curve=False)
    driver.window_view.theme = "light"
    driver.drag((400, 100), (450, 140))
    driver.resize(1100, 700)
    path = written(driver, tmp_path / "log", lambda: driver.drag_grip("end", 0, 20, 9))
    again = redone(window_of, path)
    assert again.session.state == driver.session.state
    assert again.session.view == driver.session.view


@pytest.mark.slow
def test_the_user_is_not_heard_before_the_end(window_of, driver, tmp_path):
    driver.open("ray_circle")
    path = written(
        driver, tmp_path / "log", lambda: driver.drag_grip("center", 0, 9, 9)
    )
    again = another(window_of)
    again.window.event_recorder.start_replay(*load(path, ENTRIES))
    again.key(key.PAGEDOWN)
    assert again.session.scene.id == "ray_circle"
    again.key(key.ESCAPE)
    again.key(key.PAGEDOWN)
    assert again.session.scene.id != "ray_circle"


def test_a_log_opens_no_code_and_saves_nothing(
    window_of, driver, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    driver.open("ray_circle")
    path = written(driver, tmp_path / "log", lambda: driver.settle(1))
    for symbol in (key.F12, key.Q):
        with path.open("a") as file:
            held = key.MOD_CTRL if symbol == key.Q else 0
            deeds = ("key_press", [symbol, held]), ("frame", [0.01])
            for name, values in deeds:
                file.write(json.dumps({"at": 99, "do": name, "with": values}) + "\n")
    again = redone(window_of, path)
    assert again.window.context is not None
    assert [p.name for p in tmp_path.iterdir()] == ["log"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"at": 0, "do": "sing", "with": []}, '"do" must be one of .*, not .sing.'),
        ({"at": 0, "do": "text", "with": [1]}, '"with" of text must be text, not 1'),
        ({"at": -1, "do": "frame", "with": [0.1]}, "before the line above"),
        ({"at": 0, "do": "mouse_press", "with": [1]}, "must be a list of 4 numbers"),
    ],
)
def test_an_unfit_line_is_refused_by_its_number(driver, tmp_path, line, words):
    path = written(driver, tmp_path / "log", lambda: None)
    whole = path.read_text().split("\n")
    path.write_text("\n".join([whole[0], json.dumps(line), ""]))
    with pytest.raises(ValueError, match=f"line 2: .*{words}"):
        load(path, ENTRIES)


def by_field(driver, file: Path) -> None:
    driver.key(key.O, key.MOD_CTRL)
    driver.settle()
    driver.type(file.name)
    driver.key(key.ENTER)
    driver.settle()


def by_hand(driver, file: Path) -> None:
    driver.window.dispatch_event("on_file_drop", 9, 9, [str(file)])


@pytest.mark.parametrize("opened", one_and_slowly_each([by_hand, by_field]))
def test_a_log_has_what_a_file_shows(window_of, driver, tmp_path, monkeypatch, opened):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(file_dialogs.shutil, "which", lambda name: None)
    driver.open("circle_rect")
    driver.drag_grip("center", 0, 33, 21)
    # Its letters are keys too: beside the field they would do something.
    file = tmp_path / "gad.json"
    files.save(driver.session, file)
    driver.open("ray_circle")

    def work() -> None:
        opened(driver, file)
        driver.drag_grip("center", 0, 20, 9)

    path = written(driver, tmp_path / "log", work)
    assert driver.session.scene.id == "circle_rect"
    file.unlink()
    again = redone(window_of, path)
    assert again.session.state == driver.session.state
    assert file.stem not in path.read_text()
