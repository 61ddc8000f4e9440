"""Files opened and saved by keys, buttons and a drop; messages for invalid ones."""

import json
import os
import stat
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from every import ENTRIES
from pyglet.window import key

from playground.gui import file_dialogs
from playground.gui.view_state import WindowRequest
from playground.scene.serialization import to_json_values
from playground.session import files, saved_state
from playground.session.files import FilePurpose
from playground.session.saved_state import case_state

HAS_SYSTEM_DIALOG = file_dialogs._has_system_dialog
CTRL, SHIFT = key.MOD_CTRL, key.MOD_SHIFT
TITLE = "Geometry Playground"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder, on a system without file dialogs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def drop(driver: Any, path: Path) -> None:
    driver.window.dispatch_event("on_file_drop", 10, 10, [str(path)])
    driver.settle()


def enter(driver: Any, text: str = "") -> None:
    driver.type(text)
    driver.key(key.RETURN)


def read(path: Path) -> saved_state.State:
    return saved_state.load(path.read_text(encoding="utf-8"), ENTRIES)


def test_the_first_save_asks_for_a_name_and_the_next_does_not(driver, here):
    driver.open("circle_rect", None)
    driver.drag_grip("center", 0, 33, 21)
    assert driver.window.title == TITLE
    driver.key(key.S, CTRL)
    assert driver.window_view.choosing is FilePurpose.SAVE
    # The name before its suffix is selected: typing replaces it.
    enter(driver, "tomorrow")
    assert driver.window_view.choosing is None
    assert driver.session.notice == "Saved tomorrow.json"
    assert driver.window.title == f"tomorrow.json – {TITLE}"
    assert read(here / "tomorrow.json") == driver.session.state
    driver.drag_grip("center", 0, -30, 10)
    assert driver.window.title == f"tomorrow.json, changed – {TITLE}"
    assert read(here / "tomorrow.json") != driver.session.state
    driver.key(key.S, CTRL)
    assert driver.window.title == f"tomorrow.json – {TITLE}"
    assert read(here / "tomorrow.json") == driver.session.state
    assert [path.name for path in here.iterdir()] == ["tomorrow.json"]
    # Taken back, it is no longer as it lies in the file.
    driver.key(key.Z, CTRL)
    assert driver.session.has_unsaved_changes


def test_what_is_saved_is_opened_as_it_was_shown(driver, here):
    driver.open("ray_circle", "Tangent")
    driver.key(key.G)
    driver.key(key.A)
    driver.wheel(*driver.screen((1.0, 1.0)), 3.0)
    before = driver.session.state
    assert before.map
    assert before.compare
    assert len(before.cameras) == 1
    driver.key(key.S, CTRL)
    enter(driver)
    driver.open("sphere_line")
    driver.key(key.G)
    driver.key(key.O, CTRL)
    assert driver.window_view.choosing is FilePurpose.OPEN
    enter(driver, "ray")
    assert driver.session.notice == "Opened ray_circle.json"
    assert driver.session.state == before
    assert driver.window.title == f"ray_circle.json – {TITLE}"


def test_another_file_is_replaced_only_after_a_second_enter(driver, here):
    (here / "old.json").write_text("old")
    driver.key(key.S, CTRL)
    enter(driver, "old")
    assert driver.window_view.choosing is FilePurpose.SAVE
    assert (here / "old.json").read_text() == "old"
    # Another name asks anew.
    enter(driver, "er")
    assert driver.window_view.choosing is None
    assert (here / "old.json").read_text() == "old"
    driver.key(key.S, CTRL | SHIFT)
    enter(driver, "old")
    enter(driver)
    assert read(here / "old.json") == driver.session.state


def test_tab_completes_and_arrows_choose(driver, here):
    (here / "lessons").mkdir()
    for name in ("one", "other", "third"):
        params = replace(driver.params, radius={"one": 1.0}.get(name, 2.0))
        driver.session.edit(params)
        text = saved_state.dump(driver.session.state)
        (here / "lessons" / f"{name}.json").write_text(text)
    (here / "lessons" / "notes.txt").write_text("")
    driver.key(key.O, CTRL)
    driver.type("le")
    driver.key(key.TAB)
    driver.type("on")
    driver.key(key.TAB)
    driver.key(key.RETURN)
    assert driver.session.notice == "Opened one.json"
    assert driver.params.radius == 1.0
    # The next time it is the same folder.
    driver.key(key.O, CTRL)
    driver.key(key.DOWN)
    driver.key(key.DOWN)
    driver.key(key.RETURN)
    assert driver.session.notice == "Opened other.json"
    # Up a folder and down again by Enter.
    driver.key(key.O, CTRL)
    driver.type("../les")
    driver.key(key.RETURN)
    driver.type("thi")
    driver.key(key.RETURN)
    assert driver.session.notice == "Opened third.json"


WRONG_FILES: list[tuple[str, Callable[[Path], object], str]] = [
    ("a.json", lambda p: None, "No such file or directory"),
    ("a.json", lambda p: p.mkdir(), "it is a folder"),
    ("a.png", lambda p: p.write_bytes(b"\x89PNG\xff"), "not UTF-8 text"),
    ("a.json", lambda p: p.write_text("{"), "not JSON"),
    ("a.json", lambda p: p.write_text(" " * 2_000_000), "the text is too long"),
    ("a.json", lambda p: p.write_bytes(b"\0" * 5_000_000), "too large"),
    ("a.json", lambda p: p.write_text("[]"), "not a Geometry Playground file"),
    ("a.py", lambda p: p.write_bytes(b"\xff"), "not UTF-8 text"),
    ("a.py", lambda p: p.write_text("SCENE: object = 1"), "playground run a.py"),
]


def test_a_wrong_file_is_said_and_the_scene_lives_on(driver, here):
    driver.change(radius=1.25)
    before = driver.session.state
    for number, (name, make, message) in enumerate(WRONG_FILES):
        folder = here / str(number)
        folder.mkdir()
        make(folder / name)
        drop(driver, folder / name)
        notice = driver.session.notice
        assert notice.startswith(f"Cannot open {name}: ")
        assert message in notice
        assert len(notice) < 250
        assert driver.session.state == before
        assert driver.window.title == TITLE


def test_a_state_that_is_unfit_is_said_by_name(driver, here):
    before = driver.session.state
    for change, message in (
        ({"scene": "tetris"}, "unknown scene 'tetris'"),
        ({"show": {"quantity": "x" * 5000}}, '"quantity" is too long'),
    ):
        values = {**to_json_values(before), **change}
        (here / "a.json").write_text(json.dumps(values))
        driver.window.clipboard = json.dumps(values)
        drop(driver, here / "a.json")
        assert message in driver.session.notice
        driver.session.notice = ""
        driver.key(key.V, CTRL)
        assert message in driver.session.notice
        assert driver.session.state == before


@pytest.mark.skipif(os.name == "nt", reason="keeps a folder that is in use")
def test_a_folder_that_is_gone_is_no_end(driver, here, monkeypatch):
    gone = here / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    monkeypatch.setenv("HOME", str(here))
    gone.rmdir()
    driver.key(key.S, CTRL)
    enter(driver, "home")
    assert (here / "home.json").is_file()


def test_where_one_was_last_may_be_nowhere(driver, here):
    for folder in ("x" * 4000, "/tmp/\ud800", "/none", "a\n"):
        driver.session.folder = folder
        driver.key(key.O, CTRL)
        driver.key(key.ESCAPE)
        driver.key(key.S, CTRL)
        driver.key(key.ESCAPE)
        assert driver.window_view.choosing is None
        assert files.start_folder(driver.session) == Path.cwd()


def test_a_question_is_not_given_away(driver, here):
    driver.key(key.P)
    driver.key(key.RETURN)
    assert driver.session.asking
    asked = driver.params
    for symbol, held in ((key.C, CTRL), (key.S, CTRL), (key.C, CTRL | SHIFT)):
        driver.window.clipboard = ""
        driver.session.notice = ""
        driver.key(symbol, held)
        if held == CTRL:
            assert driver.session.notice.startswith("Answer the question first")
        assert driver.window.clipboard == ""
        assert driver.window_view.choosing is None
    driver.key(key.M)
    driver.key(key.C, CTRL)
    assert saved_state.load(driver.window.clipboard, ENTRIES).params == asked


def test_a_copied_link_opens_what_was_on_show(driver):
    driver.open("circle_rect")
    driver.drag_grip("center", 0, 33, 21)
    driver.key(key.ESCAPE)
    shown = driver.session.state
    driver.window_view.request = WindowRequest.LINK
    driver.settle(2)
    assert "#circle_rect/" in driver.window.clipboard
    driver.open("ray_circle")
    driver.key(key.V, CTRL)
    driver.settle(2)
    assert driver.session.state == shown
    driver.window.clipboard = driver.window.clipboard[:-20]
    driver.key(key.V, CTRL)
    driver.settle(2)
    assert "The link is damaged" in driver.session.notice
    assert driver.session.state == case_state(driver.session.scene)


# It ends once it was heard: the library reads, then asks whether the program has
# ended, and what is said between the two is lost.
SYSTEMS = """#!{python}
import array, fcntl, os, sys, termios, time
from pathlib import Path
folder = Path({folder!r})
(folder / "pid").write_text(str(os.getpid()))
(folder / "asked").write_text("\\n".join(sys.argv[1:]))
while not (folder / "answer").exists():
    time.sleep(0.01)
answer = (folder / "answer").read_text()
(folder / "answer").unlink()
print(answer, flush=True)
unread = array.array("i", [1])
while unread[0]:
    fcntl.ioctl(1, termios.FIONREAD, unread)
    time.sleep(0.01)
sys.exit(0 if answer else 1)
"""


@pytest.fixture
def system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Any, str], list[str]]:
    """Return a function that answers the system's next file dialog."""
    if not sys.platform.startswith("linux"):
        pytest.skip("elsewhere the window is the system's own")
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "zenity"
    program.write_text(SYSTEMS.format(python=sys.executable, folder=str(tmp_path)))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(file_dialogs, "_has_system_dialog", HAS_SYSTEM_DIALOG)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    asked = tmp_path / "asked"

    def answer(driver: Any, text: str) -> list[str]:
        while not asked.exists() or not asked.read_text():
            time.sleep(0.01)
        # Frames go on meanwhile.
        driver.change()
        told = asked.read_text().splitlines()
        asked.unlink()
        # All at once: otherwise it may be read while there is nothing in it yet.
        (tmp_path / "answer.part").write_text(text)
        (tmp_path / "answer.part").replace(tmp_path / "answer")
        while driver.window._file_dialogs._dialog:
            driver.window._file_dialogs._poll_dialog(0.0)
        driver.settle()
        return told

    return answer


@pytest.mark.slow
def test_the_systems_own_window_is_used_where_there_is_one(driver, system, tmp_path):
    path = tmp_path / "own.json"
    driver.key(key.S, CTRL)
    told = system(driver, str(tmp_path / "own"))
    assert "--save" in told
    assert any("ray_circle.json" in word for word in told)
    assert driver.session.notice == "Saved own.json"
    assert read(path) == driver.session.state
    driver.change(radius=1.25)
    driver.key(key.O, CTRL)
    driver.key(key.O, CTRL)
    assert driver.session.notice == "The window for choosing a file is already open"
    told = system(driver, str(path))
    assert any(str(tmp_path) in word for word in told)
    assert driver.session.notice == "Opened own.json"
    assert not driver.session.has_unsaved_changes
    # Given up, nothing happens; a name that nobody was asked about is not replaced.
    driver.key(key.O, CTRL)
    system(driver, "")
    assert read(path) == driver.session.state
    driver.change(radius=1.5)
    driver.key(key.S, CTRL | SHIFT)
    system(driver, str(tmp_path / "own"))
    assert driver.session.notice == "Not saved: own.json already exists"
    assert driver.session.has_unsaved_changes


def test_the_systems_window_is_closed_with_ours(driver, system, tmp_path):
    driver.key(key.O, CTRL)
    while not (tmp_path / "asked").exists():
        time.sleep(0.01)
    driver.window.close()
    # Otherwise its end would be waited for.
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_click_in_the_list_opens_and_the_field_goes_on(driver, here):
    (here / "lessons").mkdir()
    (here / "lessons" / "a##b.json").write_text(saved_state.dump(driver.session.state))
    driver.change(radius=1.25)
    driver.key(key.O, CTRL)
    driver.click_item("##lessons/")
    driver.type("a")
    driver.click_item("##a##b.json")
    assert driver.session.notice == "Opened a##b.json"
    assert driver.params.radius == driver.session.scene.initial_params().radius


def test_a_name_that_is_not_there_stays_in_the_field_with_why(driver, here, texts):
    driver.key(key.O, CTRL)
    enter(driver, "nothing.json")
    assert driver.window_view.choosing is FilePurpose.OPEN
    assert driver.window.main_view._file_field._text == str(here / "nothing.json")
    said = f"There is no file nothing.json in {here}"
    assert any(said in text for text in driver.anew(texts))
    # Mended, it is opened.
    (here / "nothing.jsons.json").write_text(saved_state.dump(driver.session.state))
    enter(driver, "s.json")
    assert driver.session.notice == "Opened nothing.jsons.json"


def test_files_that_were_used_are_offered_again(driver, here):
    for name in ("one", "two"):
        driver.change(radius=1.0 if name == "one" else 2.0)
        driver.key(key.S, CTRL | SHIFT)
        enter(driver, name)
    driver.key(key.O, CTRL)
    driver.click_item(f"one.json##recent {here / 'one.json'}")
    assert driver.params.radius == 1.0
    assert driver.session.recent_files[0] == str(here / "one.json")
    # In the menu they stand too.
    (here / "two.json").unlink()
    driver.click_item("All commands")
    driver.click_item("File")
    driver.click_item("Open a recent file")
    driver.click_item(f"two.json##{here / 'two.json'}")
    assert "two.json" in driver.session.notice
    assert driver.params.radius == 1.0


def test_a_picture_is_saved_where_one_says(driver, here):
    driver.key(key.F12)
    assert driver.window_view.choosing is FilePurpose.PICTURE
    enter(driver, "board")
    driver.until(lambda: (here / "board.png").exists())
    driver.key(key.F12)
    driver.key(key.ESCAPE)
    driver.settle(4)
    assert [path.name for path in here.iterdir()] == ["board.png"]
