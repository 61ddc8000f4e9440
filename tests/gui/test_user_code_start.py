"""Start page of user code: its buttons, and errors at its field."""

import stat
from pathlib import Path

import pytest
from conftest import Driver
from every import own_scenes_at_length
from forgetful import FORGETS
from pyglet.window import key

from playground.gui import file_dialogs
from playground.gui.commands import registry
from playground.gui.view_state import WindowRequest
from playground.session.view_options import Page


class Dialog:
    """File dialog of the system in which a file was chosen at once."""

    def __init__(self, chosen: str) -> None:
        self.chosen = chosen
        self.asked: list[str] = []

    def open_file(self, title: str, place: str, kinds: list[str]) -> "Dialog":
        self.asked = [title, place, *kinds]
        return self

    def ready(self, _timeout: int) -> bool:
        return True

    def kill(self) -> bool:
        return True

    def result(self) -> list[str]:
        return [self.chosen] if self.chosen else []


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder without an editor, and a working folder."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr(file_dialogs.shutil, "which", lambda name: None)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


@pytest.fixture
def start(driver: Driver, home: Path) -> Driver:
    """Return a window on the start page of user code."""
    driver.open("ray_circle")
    driver.click_item("Your code")
    driver.settle()
    return driver


def failure(driver: Driver) -> str:
    return driver.session.opened_scenes[driver.session.index].code_failure


def test_the_bar_leads_to_a_start_that_says_what_to_write(start, texts, monkeypatch):
    assert start.session.scene_view.page is Page.CODE
    start.settle()
    assert any("radius: not negative" in text for text in texts)
    assert any("None for a miss" in text for text in texts)
    # The article's answer is not the user's, neither in the panel nor in the figure.
    start.session.look(compare=True)
    start.settle()
    assert not start.session.scene_view.options.compared
    assert not any("Article 1" in text for text in start.anew(texts))
    # Once more, and the first page is back.
    start.click_item("Your code")
    assert start.session.scene_view.page is Page.EXPLORE
    assert not registry.YOUR_CODE.is_checked(start.seen)


def test_the_key_of_the_page_shows_the_articles_code_until_the_users_is_wanted(driver):
    driver.open("ray_circle")
    driver.key(key.K)
    assert not driver.session.view.user_code
    driver.click_item("Your code")
    assert driver.session.view.user_code
    driver.click_item("The article's code")
    assert not driver.session.view.user_code


def test_a_new_file_has_the_signature_and_is_followed(start, home, texts):
    start.click_item("New file")
    start.until_code_answers()
    path = home / "Geometry Playground" / "ray_circle.py"
    assert "def ray_circle(origin, direction, center, radius):" in path.read_text()
    judged = start.session.open_scene.user_code
    assert judged.file == path
    # No editor could be opened: that is said, with the file's place.
    assert str(path) in failure(start)
    path.write_text(FORGETS)

    def agrees() -> bool:
        compared = start.session.scene_view.comparison
        return compared is not None and compared.agrees

    start.until(agrees)
    assert str(Path("~", "Geometry Playground")) in start.anew(texts)
    # Closed, the start is back. The next new file takes no name that is taken.
    start.click_item("Close")
    start.click_item("New file")
    start.until_code_answers()
    assert start.session.open_scene.user_code.file == path.with_name("ray_circle-2.py")
    assert path.read_text() == FORGETS


@pytest.mark.slow
def test_a_new_file_is_opened_in_the_systems_editor(start, home, monkeypatch):
    if not file_dialogs.sys.platform.startswith("linux"):
        pytest.skip("elsewhere it is another program")
    for exit_code in (0, 3):
        program = home / f"xdg-open-{exit_code}"
        program.write_text(f'#!/bin/sh\necho "$1" > {home}/edited\nexit {exit_code}\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setattr(
            file_dialogs.shutil,
            "which",
            lambda name, program=program: str(program) if name == "xdg-open" else None,
        )
        if exit_code:
            start.window_view.request = WindowRequest.EDIT_CODE
            start.settle()
        else:
            start.click_item("New file")
            start.until_code_answers()
        dialogs = start.window._file_dialogs
        dialogs._editor.wait()
        dialogs._poll_editor(0.0)
        path = start.session.open_scene.user_code.file
        assert (home / "edited").read_text().strip() == str(path)
        assert (str(path) in failure(start)) == bool(exit_code)


def test_where_no_file_can_be_written_it_is_said_at_the_field(start, home, texts):
    (home / "Geometry Playground").write_text("a file")
    start.click_item("New file")
    assert "Geometry Playground" in failure(start)
    start.settle()
    assert failure(start) in "".join(texts)
    assert start.session.open_scene.user_code is None


@pytest.mark.slow
def test_a_file_is_chosen_in_the_systems_window(start, home, monkeypatch):
    mine = home / "work" / "mine.py"
    mine.write_text(FORGETS)
    dialog = Dialog("")
    monkeypatch.setattr(file_dialogs, "system", dialog)
    monkeypatch.setattr(file_dialogs, "_has_system_dialog", lambda: True)
    # Given up, all is as before.
    start.click_item("Choose file")
    start.window._file_dialogs._poll_dialog(0.0)
    assert start.session.open_scene.user_code is None
    dialog.chosen = str(mine)
    start.click_item("Choose file")
    assert "*.py" in dialog.asked
    start.window._file_dialogs._poll_dialog(0.0)
    start.until_code_answers()
    assert start.session.open_scene.user_code.file == mine
    # From now on it is one of the recent files.
    start.click_item("Close")
    start.click_item(f"mine.py##recent {mine}")
    start.until_code_answers()
    assert start.session.open_scene.user_code.file == mine


@own_scenes_at_length
def test_each_scene_has_an_example_that_is_wrong_somewhere(start, home, scene):
    start.open(scene.id)
    start.settle()
    start.click_item("Example with a bug")
    start.until_code_answers()
    session = start.session
    assert session.open_scene.user_code.file.parent == home / "Geometry Playground"

    def is_wrong(name: str) -> bool:
        session.choose_case(name)
        start.until(lambda: session.scene_view.comparison)
        return not session.scene_view.comparison.agrees

    asked = [
        name
        for name, case in session.scene.cases.items()
        if session.scene.resolve(case.params)[0].query
    ]
    wrong = [is_wrong(name) for name in asked]
    assert any(wrong)
    assert not all(wrong)


@pytest.mark.slow
def test_engines_are_offered_that_know_the_question(start):
    pytest.importorskip("pymunk")
    start.click_item("##engine")
    with pytest.raises(StopIteration):
        start.item("coal")
    start.click_item("pymunk")
    start.until_code_answers()
    assert start.session.open_scene.user_code.text == "engine:pymunk"


def enter(driver: Driver, text: str) -> None:
    driver.click_item("##own")
    driver.key(key.A, key.MOD_CTRL)
    driver.type(text)
    driver.key(key.RETURN)
    driver.settle()


def test_what_is_wrong_stands_at_the_field_until_the_next_try(
    start: Driver, home: Path, texts: list[str]
) -> None:
    enter(start, "nofile.py")
    said = failure(start)
    assert said.startswith("There is no file nofile.py in ")
    assert str(home / "work") in said
    assert "choose the file" in said
    assert start.session.notice == ""
    # It stays however long one waits, and what was typed as well.
    start.window._notice_timer.hide()
    start.settle(3)
    assert any("nofile.py" in text for text in start.anew(texts))
    below = start.item("##own")
    assert start.window.main_view._widgets.user_code_text == "nofile.py"
    assert below[0] > start.layout.canvas.x + start.layout.canvas.width
    enter(start, "engine:none")
    assert "engine" in failure(start)
    assert "nofile.py" not in failure(start)
    (home / "work" / "mine.py").write_text(FORGETS)
    enter(start, "mine.py")
    start.until_code_answers()
    assert failure(start) == ""


@pytest.mark.slow
def test_code_that_cannot_be_loaded_is_mended_in_its_place(start, home, texts):
    mine = home / "work" / "mine.py"
    mine.write_text("def intersect(ray, circle):\n    return None\n")
    enter(start, "mine.py")
    start.until(lambda: start.session.open_scene.user_code.failure)
    start.settle()
    assert start.session.notice == ""
    said = "needs an argument 'ray'"
    assert any(said in text.lower() for text in start.anew(texts))
    # Start and field are there, and no answer of the article's as if it were mine.
    start.item("##own")
    assert not any("Article 1" in text for text in texts)
    # Its function may have another name by now.
    mine.write_text(FORGETS)
    start.until_code_answers()
    assert start.session.open_scene.user_code.failure is None
