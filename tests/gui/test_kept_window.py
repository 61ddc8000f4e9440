"""Restored windows, and autosave in pauses but not during drags."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyglet
import pytest
from every import ENTRIES
from pyglet.window import key

from playground.gui import autosave
from playground.gui import settings as keeping
from playground.gui.commands import registry
from playground.gui.settings import Settings
from playground.gui.view_state import WindowRequest
from playground.session.session import Session
from scenes import SCENES

CTRL = key.MOD_CTRL


@pytest.fixture
def start(
    window_of: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Any]:
    """Return a function that opens the saved window, with autosave at each tick."""
    monkeypatch.setattr(autosave, "_SAVE_DELAY_S", 0.0)
    monkeypatch.chdir(tmp_path)
    return lambda folder=tmp_path: window_of(*ENTRIES, settings=Settings(folder))


def kept(driver: Any, folder: Path) -> dict[str, object]:
    """Return the settings saved in a pause."""
    pyglet.clock.tick()
    driver.window._autosave._settings.finish()
    path = folder / keeping.SETTINGS_FILE_NAME
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def kept_scenes(folder: Path) -> dict[str, Any]:
    return {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in folder.glob("scenes/*.json")
    }


def test_all_that_is_done_is_kept_in_a_pause(start, tmp_path):
    driver = start()
    driver.open("circle_rect")
    driver.drag_grip("center", 0, 33, 21)
    driver.resize(1100, 700)
    driver.key(key.T, CTRL)
    now = kept(driver, tmp_path)
    assert (now["size"], now["theme"], now["scene"]) == (
        [1100, 700],
        "light",
        "circle_rect",
    )
    state = driver.session.state
    # As if it had been killed then.
    shutil.copytree(tmp_path, tmp_path / "killed")
    driver.session.reset()
    driver.window.close()
    again = start(tmp_path / "killed")
    assert again.session.state == state
    assert again.window.get_size() == (1100, 700)
    assert again.window_view.theme == "light"


@pytest.mark.slow
def test_nothing_is_written_in_a_drag(start, tmp_path):
    driver = start()
    kept(driver, tmp_path)
    before = kept_scenes(tmp_path)
    x, y = driver.screen(driver.grip("center").at)
    driver.move(x, y)
    driver.press()
    for far in range(5):
        driver.drag_to(x + 9.0 * far, y)
        kept(driver, tmp_path)
        assert kept_scenes(tmp_path) == before
    driver.release()
    kept(driver, tmp_path)
    assert kept_scenes(tmp_path)["ray_circle"]["state"]["params"]["center"] == list(
        driver.params.center
    )


def test_closing_keeps_at_once(start, tmp_path):
    driver = start()
    driver.change(radius=1.25)
    driver.window.close()
    assert Session(SCENES).params.radius != 1.25
    assert start().params.radius == 1.25


def test_a_playing_time_is_left_standing(start, tmp_path):
    driver = start()
    driver.open("sphere_line")
    driver.key(key.SPACE)
    assert driver.session.playback.playing
    driver.settle(5)
    driver.window.close()
    again = start()
    assert again.session.scene.id == "sphere_line"
    assert not again.session.playback.playing
    moment = again.session.scene_view
    assert moment.current_time > moment.timeline.start


@pytest.mark.slow
def test_a_fresh_start_is_asked_for_and_undone_until_the_window_is_closed(
    start, tmp_path
):
    driver = start()
    driver.open("ball_block")
    driver.open("circle_rect")
    driver.drag_grip("center", 0, 33, 21)
    driver.key(key.T, CTRL)
    before, edits = driver.session.state, driver.session.open_scene.history
    theme = driver.window_view.theme
    kept(driver, tmp_path)
    files = {p: p.read_text() for p in tmp_path.rglob("*.json")}
    assert not registry.UNDO_START_AFRESH.is_available(driver.seen)
    driver.key(key.P, CTRL)
    driver.type("afresh")
    driver.key(key.RETURN)
    # It is asked first, and Esc leaves all as it is.
    assert driver.window_view.asks_reset
    driver.key(key.ESCAPE)
    assert not driver.window_view.asks_reset
    assert driver.session.state == before
    registry.START_AFRESH.act(driver.session, driver.controls, driver.window_view)
    driver.settle()
    driver.click_item("Start afresh")
    driver.settle()
    assert driver.session.scene.id == "ray_circle"
    assert driver.window_view.theme == "dark"
    assert "settings-1" in driver.session.notice
    driver.settle()
    kept(driver, tmp_path)
    assert [*kept_scenes(tmp_path)] == ["ray_circle"]
    aside = tmp_path / "settings-1"
    assert Settings(aside).path.exists()
    assert "ball_block" in kept_scenes(aside)
    driver.window_view.request = WindowRequest.RESET
    driver.settle(2)
    driver.open("sphere_line")
    kept(driver, tmp_path)
    for _ in range(2):
        assert registry.UNDO_START_AFRESH.is_available(driver.seen)
        assert driver.session.state != before
        driver.window_view.request = WindowRequest.UNDO_RESET
        driver.settle(2)
    assert not registry.UNDO_START_AFRESH.is_available(driver.seen)
    assert driver.session.state == before
    assert driver.session.open_scene.history == edits
    assert driver.window_view.theme == theme
    now = {p: p.read_text() for p in files}
    assert now == files
    driver.key(key.Z, CTRL)
    assert driver.session.state != before
    driver.window.close()
    again = start()
    assert again.session.scene.id == "circle_rect"
    assert again.window_view.theme == theme


@pytest.mark.skipif(os.name == "nt", reason="says it in other words")
def test_what_cannot_be_kept_is_said_once(start, tmp_path, texts):
    driver = start()
    driver.window._autosave._settings.path = (
        tmp_path / "file" / keeping.SETTINGS_FILE_NAME
    )
    (tmp_path / "file").write_text("")
    for radius in (1.0, 1.5, 2.0):
        driver.change(radius=radius)
        kept(driver, tmp_path)
    said = "Settings cannot be saved: File exists"
    assert said in texts
    driver.session.notice = ""
    driver.change(radius=2.5)
    kept(driver, tmp_path)
    assert driver.session.notice == ""
