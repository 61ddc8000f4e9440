"""Settings: atomic files, and restored windows and scenes."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from effort import examples
from every import ENTRIES
from hypothesis import given, settings
from toys import SCENE as POINT_CIRCLE
from written import states

from playground.analysis.heat_map import MapKind
from playground.gui import settings as keeping
from playground.gui.settings import SavedSettings, Settings
from playground.gui.view_state import WindowView
from playground.render.theme import ThemeName
from playground.scene.loader import placeholder_scene
from playground.scene.scene import SceneEntry
from playground.scene.serialization import to_json_values
from playground.session import plot_controls, quiz, step_navigation
from playground.session.lesson import editor, player
from playground.session.session import Session
from playground.session.view_options import Page
from scenes import SCENES


def unfit(**changes: object) -> str:
    return json.dumps({**to_json_values(SavedSettings()), **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": "geo', "not JSON"),
        ("[]", "not a settings file"),
        (unfit(version=4), '"version" must be the number 3, not 4'),
        (unfit(version=2, scenes=[]), '"scenes" must be an object'),
        (unfit(version=1, lessons={}), '"lessons" must be a list'),
        (unfit(colour="red"), "unknown field 'colour' in the settings file"),
        (unfit(size=[10**9, 800]), r'"size" must be in \[1, 32768\]'),
        (unfit(theme="pink"), '"theme" must be one of .*, not .pink.'),
        (unfit(folder="a\0b"), '"folder" must be a path'),
    ],
)
def test_settings_that_are_unfit_are_set_aside_with_a_message(tmp_path, text, message):
    for number in (1, 2):
        path = tmp_path / keeping.SETTINGS_FILE_NAME
        path.write_text(text)
        settings, session = start(tmp_path)
        assert f"settings-{number}.json" in session.notice
        assert re.search(message, session.notice)
        assert (tmp_path / f"settings-{number}.json").read_text() == text
        assert not path.exists()
        assert settings.saved_settings == SavedSettings()


def start(
    folder: Path, *scenes: SceneEntry, scene_id: str = ""
) -> tuple[Settings, Session]:
    """Return the settings and the session of a newly opened window."""
    settings, session = Settings(folder), Session(scenes or SCENES)
    settings.restore_session(session, scene_id)
    return settings, session


def close(
    settings: Settings, session: Session, window_view: WindowView | None = None
) -> None:
    """Save everything, as a closing window does."""
    view = window_view or WindowView(settings.saved_settings.theme)
    settings.save(session, view, (1000, 700), full_screen=False)
    settings.finish()
    assert not settings.failure


def opened_ids(session: Session) -> list[str]:
    return [o.scene.id for o in session.opened_scenes if "history" in vars(o)]


def used() -> Session:
    """Return a session in which much has been done."""
    session = Session(SCENES)
    session.choose_case("Starts inside")
    session.set_value("radius", 3.25)
    session.open(2)
    step_navigation.step_derivation(session, 2)
    plot_controls.set_map_choice(session, quantity="distance")
    session.look(page=Page.LAB, map=MapKind.VALUES)
    return session


@pytest.fixture
def left(tmp_path: Path) -> Session:
    """Return a session that was saved to `tmp_path`."""
    session = used()
    close(Settings(tmp_path), session, WindowView(ThemeName.LIGHT, 1.5))
    return session


def test_a_session_goes_on_where_it_was_left(tmp_path, left):
    settings, after = start(tmp_path)
    saved = settings.saved_settings
    assert (saved.theme, saved.scale) == (ThemeName.LIGHT, 1.5)
    assert (after.state, after.notice) == (left.state, "")
    # It is no step that is taken back.
    assert not after.open_scene.history.past
    # What is not shown is not opened yet, but goes on as it was when it is.
    assert opened_ids(after) == ["point_ellipse"]
    after.open(0)
    assert after.params == left.opened_scenes[0].history.present.params
    assert after.open_scene.case == "Starts inside"
    assert after.open_scene.is_edited


def test_what_is_named_goes_before_what_was_kept_and_that_is_a_step_back(
    tmp_path, left
):
    _, after = start(tmp_path, scene_id="ray_circle")
    after.choose_case("Tangent")
    after.undo()
    assert after.params == left.opened_scenes[0].history.present.params


def test_a_scene_that_is_gone_or_fails_is_kept_for_its_return(tmp_path, left):
    settings, fewer = start(tmp_path, *SCENES[3:])
    assert fewer.scene.id == SCENES[3].id
    said = "The scene 'point_ellipse' no longer exists; its last state is kept"
    assert said in fewer.notice
    close(settings, fewer)
    shut = placeholder_scene("ray_circle", "It cannot be loaded")
    settings, failing = start(tmp_path, shut, scene_id="ray_circle")
    assert failing.scene is shut
    close(settings, failing)
    after = start(tmp_path, scene_id="ray_circle")[1]
    assert after.open_scene.case == "Starts inside"


def test_of_two_windows_each_writes_what_it_changes(tmp_path):
    one, (first, (second, other)) = used(), (Settings(tmp_path), start(tmp_path))
    close(first, one)
    other.open(4)
    for _ in range(5):
        one.set_value("angle", one.params.angle + 0.1)
        first.save(one, WindowView(), (1000, 700), full_screen=False)
        second.save(other, WindowView(), (1100, 700), full_screen=True)
    first.finish()
    second.save(other, WindowView(), (1100, 701), full_screen=True)
    second.finish()
    assert {p.name for p in tmp_path.iterdir()} == {"scenes", "settings.json"}
    last, session = start(tmp_path)
    assert (last.saved_settings.size, session.scene.id) == ((1100, 701), "ball_block")
    session.open(2)
    assert session.params.angle == one.params.angle


@pytest.mark.slow
@settings(max_examples=examples(30))
@given(states())
def test_every_state_goes_on_as_it_was(tmp_path_factory, state):
    folder = tmp_path_factory.mktemp("kept", numbered=True)
    before = Session(ENTRIES)
    before.show(state)
    close(Settings(folder), before)
    after = start(folder, *ENTRIES)[1]
    assert (after.notice, after.state) == ("", before.state)


def test_start_afresh_forgets_all_but_sets_the_file_aside(tmp_path):
    settings, session = Settings(tmp_path), used()
    close(settings, session)
    settings.reset(session)
    assert str(tmp_path / "settings-1") in session.notice
    assert settings.saved_settings.theme == "dark"
    assert session.params == SCENES[0].start.params
    session.open(2)
    assert session.params == session.scene.initial_params()
    assert [path.name for path in tmp_path.iterdir()] == ["settings-1"]
    assert opened_ids(start(tmp_path / "settings-1")[1]) == ["point_ellipse"]


def test_a_question_is_not_kept(tmp_path):
    session = Session(SCENES)
    own = session.params
    quiz.begin_round(session, 1)
    assert session.params != own
    close(Settings(tmp_path), session)
    text = (tmp_path / "scenes" / "ray_circle.json").read_text()
    kept = json.loads(text)["state"]["params"]
    assert kept == json.loads(json.dumps(to_json_values(own)))


def test_where_settings_lie_can_be_told(monkeypatch, tmp_path):
    monkeypatch.setenv(keeping.SETTINGS_VARIABLE, str(tmp_path))
    assert keeping.settings_folder() == tmp_path
    monkeypatch.delenv(keeping.SETTINGS_VARIABLE)
    assert keeping.settings_folder().name == "geometry-playground"


def begin_lesson(session: Session, text: str) -> None:
    """Begin a lesson with this sentence."""
    editor.begin_lesson(session)
    editor.edit_stop(session, say=text)


def sentences(session: Session) -> list[str]:
    """Return the first sentence of each lesson that can be resumed."""
    return [walk.document.stops[0].say for walk in session.closed_lessons]


def lesson_paths(folder: Path) -> list[Path]:
    return sorted(folder.glob("lessons/*.json"))


def test_each_lesson_that_was_not_saved_can_be_gone_on_with(tmp_path):
    settings, session = start(tmp_path)
    begin_lesson(session, "One")
    begin_lesson(session, "Two")
    editor.add_stop(session)
    written = session.lesson.document
    player.start_shipped_lesson(session, SCENES[0])
    close(settings, session)
    settings, again = start(tmp_path)
    assert again.lesson is None
    assert "Go on with the lesson" in again.notice
    assert sorted(sentences(again)) == ["One", "Two"]
    seen = []
    for _ in range(3):
        player.reopen_lesson(again)
        assert again.lesson.has_unsaved_changes
        seen.append(again.lesson.document)
    assert written in seen
    assert seen[0] != seen[1]
    assert seen[2] == seen[0]
    editor.save_lesson(again, tmp_path / "lesson.json")
    close(settings, again)
    assert sentences(start(tmp_path)[1]) == [seen[1].stops[0].say]


def test_a_lesson_whose_scene_is_not_there_stays_in_the_file(tmp_path):
    session = Session(SCENES)
    session.open(1)
    begin_lesson(session, "Look at this.")
    close(Settings(tmp_path), session)
    [path] = lesson_paths(tmp_path)
    before = path.read_text()
    settings, fewer = start(tmp_path, SCENES[0], *SCENES[2:])
    assert "is kept until it can be opened: stop 1: unknown scene" in fewer.notice
    begin_lesson(fewer, "Another")
    close(settings, fewer)
    assert path.read_text() == before
    assert sentences(start(tmp_path)[1]) == ["Another", "Look at this."]


PROGRESS = {"fingerprint": "abc", "stop": 3, "stops": [{"seen": True, "tries": [1]}]}


def join(folder: Path, version: int, **changes: object) -> None:
    """Move all settings into one file, as up to version 2."""
    read = {p.stem: json.loads(p.read_text()) for p in folder.glob("scenes/*.json")}
    lessons = [json.loads(path.read_text()) for path in lesson_paths(folder)]
    path = folder / keeping.SETTINGS_FILE_NAME
    values = {**json.loads(path.read_text()), "version": version, "scenes": read}
    shutil.rmtree(folder / "scenes")
    shutil.rmtree(folder / "lessons")
    path.write_text(json.dumps({**values, "lessons": lessons, **changes}))


def test_settings_of_version_2_are_read(tmp_path):
    before = used()
    begin_lesson(before, "One")
    begin_lesson(before, "Two")
    close(Settings(tmp_path), before, WindowView(ThemeName.LIGHT))
    join(tmp_path, 2, lesson_progress={"ray_circle": PROGRESS})
    for _ in range(2):
        settings, session = start(tmp_path)
        assert settings.saved_settings.theme == "light"
        assert sorted(sentences(session)) == ["One", "Two"]
        assert session.lesson_progress == {"ray_circle": PROGRESS}
        close(settings, session)
    session.open(0)
    assert session.open_scene.case == "Starts inside"
    names = {"lesson_progress.json", "lessons", "scenes", "settings.json"}
    assert {path.name for path in tmp_path.iterdir()} == names


@pytest.mark.parametrize("single", [True, False])
def test_settings_of_version_1_are_read(tmp_path, single):
    session = used()
    begin_lesson(session, "Look at this.")
    close(Settings(tmp_path), session)
    [unsaved] = (json.loads(path.read_text()) for path in lesson_paths(tmp_path))
    unsaved["plan"] = unsaved.pop("lesson")
    progress = {"plan": "abc", "at": 3, "stops": PROGRESS["stops"]}
    join(tmp_path, 1, lessons=[unsaved], walked={"ray_circle": progress})
    if single:
        path = tmp_path / keeping.SETTINGS_FILE_NAME
        values = json.loads(path.read_text())
        [values["lesson"]] = values.pop("lessons")
        path.write_text(json.dumps(values))
    after = start(tmp_path)[1]
    assert sentences(after) == ["Look at this."]
    assert after.lesson_progress == {"ray_circle": PROGRESS}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 2}, '"version" must be the number 1, not 2'),
        ({"case": ["x"]}, '"case" must be text'),
        ({"params": {"width": 1}}, "unknown field 'width' in \"params\""),
    ],
)
def test_a_state_that_is_unfit_is_set_aside_alone(tmp_path, left, changes, said):
    path = tmp_path / "scenes" / "point_ellipse.json"
    values = json.loads(path.read_text())
    values["state"] |= changes
    path.write_text(json.dumps(values))
    settings, session = start(tmp_path)
    lead = "The saved state of Point vs ellipse cannot be restored: "
    assert session.notice.startswith(lead)
    assert said in session.notice
    aside = tmp_path / "point_ellipse-1.json"
    assert str(aside) in session.notice
    assert json.loads(aside.read_text()) == values
    close(settings, session)
    after = start(tmp_path)[1]
    assert after.notice == ""
    # The others go on.
    after.open(0)
    assert after.open_scene.case == "Starts inside"


def test_whatever_a_scene_raises_a_window_starts(tmp_path, left, monkeypatch):
    text = (tmp_path / keeping.SETTINGS_FILE_NAME).read_text()

    def fails(self: Session) -> None:
        raise ZeroDivisionError("by an author")

    monkeypatch.setattr(Session, "restore_saved_scene", fails)
    session = start(tmp_path)[1]
    said = "The saved settings cannot be restored: ZeroDivisionError: by an author"
    assert said in session.notice
    assert (tmp_path / "settings-1" / "settings.json").read_text() == text
    assert session.state.scene is SCENES[0]


def test_a_lesson_that_two_windows_go_on_with_is_kept_as_each_has_it(tmp_path):
    session = Session(SCENES)
    begin_lesson(session, "Old")
    close(Settings(tmp_path), session)
    windows = start(tmp_path), start(tmp_path)
    for (_, session), text in zip(windows, ("One", "Two"), strict=True):
        player.reopen_lesson(session)
        editor.edit_stop(session, say=text)
    for window in (*windows, *windows):
        close(*window)
    assert sorted(sentences(start(tmp_path)[1])) == ["One", "Two"]


def test_a_lesson_that_is_too_large_is_said(tmp_path):
    settings, session = start(tmp_path)
    begin_lesson(session, "x" * (1 << 22))
    settings.save(session, WindowView(), (1000, 700), full_screen=False)
    settings.finish()
    assert settings.failure == "it is larger than 4 MB"


def test_a_scene_of_any_name_is_kept(tmp_path):
    names = "a/b", "Größe", "..", "x" * 300, "CON"
    scenes = [replace(POINT_CIRCLE, id=name) for name in names]
    session = Session(scenes)
    for index in range(len(names)):
        session.open(index)
        session.set_value("radius", 1.0 + index)
    close(Settings(tmp_path), session)
    after = start(tmp_path, *scenes)[1]
    for index in range(len(names)):
        after.open(index)
        assert after.params.radius == 1.0 + index


def test_what_cannot_be_set_aside_is_not_forgotten(tmp_path, left, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    settings, session = start(tmp_path)
    monkeypatch.setattr(Path, "rename", full)
    settings.reset(session)
    assert "cannot be moved" in session.notice
    assert session.state == left.state
