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
from pyglet.window import key
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
from playground.session import plot_controls, step_navigation
from playground.session.lesson import editor, player
from playground.session.session import Session
from playground.session.view_options import Page
from scenes import SCENES


def unfit(**changes: object) -> str:
    return json.dumps({**to_json_values(SavedSettings()), **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ('{"format": "geo', "not JSON"),
        ("[]", "not a settings file"),
        (unfit(version=4), '"version" must be the number 3, not 4'),
        (unfit(version=2, scenes=[]), '"scenes" must be an object'),
        (unfit(version=1, lessons={}), '"lessons" must be a list'),
        (unfit(colour="red"), "unknown field 'colour' in the settings file"),
        (unfit(size=[1280]), '"size" must be a list of 2 whole numbers'),
        (unfit(size=[10**9, 800]), r'"size" must be in \[1, 32768\]'),
        (unfit(size=[True, 800]), '"size" must be a whole number, not True'),
        (unfit(scale=float("nan")), '"scale" must be finite'),
        (unfit(theme="pink"), '"theme" must be one of .*, not .pink.'),
        (unfit(theme=[]), '"theme" must be one of .*, not \\[\\]'),
        (unfit(full_screen=1), '"full_screen" must be true or false, not 1'),
        (unfit(folder="a\0b"), '"folder" must be a path'),
    ],
)
def test_settings_that_are_unfit_are_set_aside_with_a_message(tmp_path, text, message):
    for number in (1, 2):
        path = tmp_path / keeping.SETTINGS_FILE_NAME
        path.write_text(text)
        session = Session(SCENES)
        kept = Settings(tmp_path)
        kept.restore_session(session)
        assert f"settings-{number}.json" in session.notice
        assert re.search(message, session.notice)
        assert (tmp_path / f"settings-{number}.json").read_text() == text
        assert not path.exists()
        assert kept.saved_settings == SavedSettings()


def scene_path(folder: Path, name: str) -> Path:
    return folder / "scenes" / f"{name}.json"


def lesson_paths(folder: Path) -> list[Path]:
    return sorted(folder.glob("lessons/*.json"))


def opened_ids(session: Session) -> list[str]:
    return [o.scene.id for o in session.opened_scenes if "history" in vars(o)]


def keep(
    session: Session, folder: Path, window_view: WindowView | None = None
) -> Settings:
    """Save a session to a folder, as a closing window does."""
    kept = Settings(folder)
    kept.save(session, window_view or WindowView(), (1000, 700), full_screen=False)
    kept.finish()
    assert not kept.failure
    return kept


def recalled(folder: Path, scene_id: str = "") -> Session:
    session = Session(SCENES)
    Settings(folder).restore_session(session, scene_id)
    return session


def left_behind() -> Session:
    session = Session(SCENES)
    session.choose_case("Starts inside")
    session.set_value("radius", 3.25)
    session.open(2)
    step_navigation.step_derivation(session, 2)
    plot_controls.set_map_choice(session, quantity="distance")
    session.look(page=Page.LAB, map=MapKind.VALUES)
    return session


def test_a_session_goes_on_where_it_was_left(tmp_path):
    before = left_behind()
    keep(before, tmp_path, WindowView(ThemeName.LIGHT, 1.5))
    settings, after = go_on(tmp_path)
    assert after.state == before.state
    assert (settings.saved_settings.theme, settings.saved_settings.scale) == (
        ThemeName.LIGHT,
        1.5,
    )
    assert after.notice == ""
    # It is no step that is taken back.
    assert not after.open_scene.history.past
    # What is not shown is not opened yet, but goes on as it was when it is.
    assert opened_ids(after) == ["point_ellipse"]
    after.open(0)
    assert after.params == before.opened_scenes[0].history.present.params
    assert after.open_scene.case == "Starts inside"
    assert after.open_scene.is_edited


def test_what_is_named_goes_before_what_was_kept_and_that_is_a_step_back(tmp_path):
    before = left_behind()
    keep(before, tmp_path)
    after = recalled(tmp_path, "ray_circle")
    after.choose_case("Tangent")
    assert after.open_scene.case == "Tangent"
    after.undo()
    assert after.params == before.opened_scenes[0].history.present.params


def test_a_scene_that_is_gone_is_skipped_and_kept_for_its_return(tmp_path):
    keep(left_behind(), tmp_path)
    fewer = Session(SCENES[3:])
    gone = Settings(tmp_path)
    gone.restore_session(fewer)
    assert fewer.scene.id == SCENES[3].id
    assert (
        "The scene 'point_ellipse' no longer exists; its last state is kept"
        in fewer.notice
    )
    gone.save(fewer, WindowView(), (1000, 700), full_screen=False)
    gone.finish()
    assert recalled(tmp_path, "ray_circle").open_scene.case == "Starts inside"


def test_a_scene_that_has_changed_begins_anew_with_a_message(tmp_path):
    keep(left_behind(), tmp_path)
    path = scene_path(tmp_path, "ray_circle")
    path.write_text(path.read_text().replace('"radius"', '"width"'))
    after = recalled(tmp_path)
    assert after.notice == ""
    after.open(0)
    assert after.params == after.scene.initial_params()
    assert "cannot be restored: unknown" in after.notice


def test_of_two_windows_each_writes_what_it_changes(tmp_path):
    one, other = left_behind(), Session(SCENES)
    first, second = keep(one, tmp_path), Settings(tmp_path)
    second.restore_session(other)
    other.open(4)
    for _ in range(5):
        one.set_value("angle", one.params.angle + 0.1)
        first.save(one, WindowView(), (1000, 700), full_screen=False)
        second.save(other, WindowView(), (1100, 700), full_screen=True)
    first.finish()
    second.save(other, WindowView(), (1100, 701), full_screen=True)
    second.finish()
    assert {p.name for p in tmp_path.iterdir()} == {"scenes", "settings.json"}
    last, session = go_on(tmp_path)
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
    shown = before.state
    keep(before, folder)
    after = Session(ENTRIES)
    Settings(folder).restore_session(after)
    assert after.notice == ""
    assert after.state == shown


def test_start_afresh_forgets_all_but_sets_the_file_aside(tmp_path):
    session = left_behind()
    kept = keep(session, tmp_path)
    kept.reset(session)
    assert str(tmp_path / "settings-1") in session.notice
    assert session.scene.id == SCENES[0].id
    assert kept.saved_settings.theme == "dark"
    assert session.params == session.scene.start.params
    session.open(2)
    assert session.params == session.scene.initial_params()
    assert [path.name for path in tmp_path.iterdir()] == ["settings-1"]
    assert opened_ids(recalled(tmp_path / "settings-1")) == ["point_ellipse"]


def test_a_question_is_not_kept(tmp_path, driver):
    driver.open("ray_circle")
    own = driver.params
    driver.key(key.P)
    driver.key(key.RETURN)
    assert driver.session.asking
    asked = driver.params
    assert asked != own
    keep(driver.session, tmp_path)
    text = scene_path(tmp_path, "ray_circle").read_text()
    kept = json.loads(text)["state"]["params"]
    assert kept == json.loads(json.dumps(to_json_values(own)))


def test_where_settings_lie_can_be_told(monkeypatch, tmp_path):
    monkeypatch.setenv(keeping.SETTINGS_VARIABLE, str(tmp_path))
    assert keeping.settings_folder() == tmp_path
    monkeypatch.delenv(keeping.SETTINGS_VARIABLE)
    assert keeping.settings_folder().name == "geometry-playground"


def go_on(folder: Path, *scenes: SceneEntry) -> tuple[Settings, Session]:
    """Return the settings and the session of a newly opened window."""
    kept, session = Settings(folder), Session(scenes or SCENES)
    kept.restore_session(session)
    return kept, session


def closed(window: tuple[Settings, Session], theme: ThemeName | None = None) -> None:
    """Save everything, as a closing window does."""
    kept, session = window
    window_view = WindowView(theme or kept.saved_settings.theme)
    kept.save(session, window_view, (1000, 700), full_screen=False)
    kept.finish()
    assert not kept.failure


def writing(session: Session, text: str) -> None:
    """Begin a lesson with this sentence."""
    editor.begin_lesson(session)
    editor.edit_stop(session, say=text)


def sentences(session: Session) -> list[str]:
    """Return the first sentence of each lesson that can be resumed."""
    return [walk.document.stops[0].say for walk in session.closed_lessons]


def test_a_lesson_that_was_not_saved_can_be_gone_on_with(tmp_path):
    session = left_behind()
    writing(session, "Look at this.")
    editor.add_stop(session)
    keep(session, tmp_path)
    kept, again = go_on(tmp_path)
    assert again.lesson is None
    assert "Go on with the lesson" in again.notice
    player.reopen_lesson(again)
    assert again.lesson is not None
    assert again.lesson.document == session.lesson.document
    assert again.lesson.has_unsaved_changes
    editor.save_lesson(again, tmp_path / "lesson.json")
    closed((kept, again))
    assert not recalled(tmp_path).closed_lessons


def test_each_lesson_that_was_not_saved_is_kept(tmp_path):
    first = go_on(tmp_path)
    writing(first[1], "One")
    writing(first[1], "Two")
    player.start_shipped_lesson(first[1], SCENES[0])
    closed(first)
    again = go_on(tmp_path)
    assert sorted(sentences(again[1])) == ["One", "Two"]
    seen = []
    for _ in range(3):
        player.reopen_lesson(again[1])
        seen.append(again[1].lesson.document.stops[0].say)
    assert sorted(seen[:2]) == ["One", "Two"]
    assert seen[2] == seen[0]
    editor.save_lesson(again[1], tmp_path / "lesson.json")
    closed(again)
    assert sentences(recalled(tmp_path)) == seen[1:2]


def test_a_lesson_whose_scene_is_not_there_stays_in_the_file(tmp_path):
    session = Session(SCENES)
    session.open(1)
    writing(session, "Look at this.")
    keep(session, tmp_path)
    [path] = lesson_paths(tmp_path)
    before = path.read_text()
    others = [scene for scene in SCENES if scene.id != SCENES[1].id]
    fewer = go_on(tmp_path, *others)
    assert "is kept until it can be opened: stop 1: unknown scene" in fewer[1].notice
    writing(fewer[1], "Another")
    closed(fewer)
    assert path.read_text() == before
    assert sentences(recalled(tmp_path)) == ["Another", "Look at this."]


def test_a_lesson_that_is_unfit_is_set_aside_alone(tmp_path):
    session = left_behind()
    writing(session, "Look at this.")
    keep(session, tmp_path)
    [path] = lesson_paths(tmp_path)
    values = json.loads(path.read_text())
    values["lesson"]["stops"][0]["state"]["version"] = 2
    path.write_text(json.dumps(values))
    again = go_on(tmp_path)
    assert "is invalid and was moved to lesson-1.json: stop 1" in again[1].notice
    assert again[1].params == session.params
    closed(again)
    assert json.loads((tmp_path / "lesson-1.json").read_text()) == values
    assert not path.exists()
    assert recalled(tmp_path).notice == ""


def join(folder: Path, version: int, **changes: object) -> None:
    """Move all settings into one file, as up to version 2."""
    names = [path.stem for path in folder.glob("scenes/*.json")]
    read = {name: json.loads(scene_path(folder, name).read_text()) for name in names}
    lessons = [json.loads(path.read_text()) for path in lesson_paths(folder)]
    path = folder / keeping.SETTINGS_FILE_NAME
    values = {**json.loads(path.read_text()), "version": version, "scenes": read}
    shutil.rmtree(folder / "scenes")
    shutil.rmtree(folder / "lessons")
    path.write_text(json.dumps({**values, "lessons": lessons, **changes}))


PROGRESS = {"fingerprint": "abc", "stop": 3, "stops": [{"seen": True, "tries": [1]}]}


def test_settings_of_version_2_are_read(tmp_path):
    before = left_behind()
    writing(before, "One")
    writing(before, "Two")
    keep(before, tmp_path, WindowView(ThemeName.LIGHT))
    join(tmp_path, 2, lesson_progress={"ray_circle": PROGRESS})
    for _ in range(2):
        window = go_on(tmp_path)
        assert window[0].saved_settings.theme == "light"
        assert sorted(sentences(window[1])) == ["One", "Two"]
        assert window[1].lesson_progress == {"ray_circle": PROGRESS}
        closed(window)
    window[1].open(0)
    assert window[1].open_scene.case == "Starts inside"
    assert {path.name for path in tmp_path.iterdir()} == {
        "lesson_progress.json",
        "lessons",
        "scenes",
        "settings.json",
    }


@pytest.mark.parametrize("single", [True, False])
def test_settings_of_version_1_are_read(tmp_path, single):
    session = left_behind()
    writing(session, "Look at this.")
    keep(session, tmp_path)
    [unsaved] = (json.loads(path.read_text()) for path in lesson_paths(tmp_path))
    unsaved["plan"] = unsaved.pop("lesson")
    progress = {"plan": "abc", "at": 3, "stops": PROGRESS["stops"]}
    join(tmp_path, 1, lessons=[unsaved], walked={"ray_circle": progress})
    if single:
        path = tmp_path / keeping.SETTINGS_FILE_NAME
        values = json.loads(path.read_text())
        [values["lesson"]] = values.pop("lessons")
        path.write_text(json.dumps(values))
    after = recalled(tmp_path)
    assert sentences(after) == ["Look at this."]
    assert after.lesson_progress == {"ray_circle": PROGRESS}


def spoil(folder: Path, scene: str, **changes: object) -> dict[str, object]:
    """Change a saved state; return the content of its file."""
    path = scene_path(folder, scene)
    values = json.loads(path.read_text())
    values["state"] |= changes
    path.write_text(json.dumps(values))
    return values


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 2}, '"version" must be the number 1, not 2'),
        ({"case": ["x"]}, '"case" must be text'),
        ({"params": {"width": 1}}, "unknown field 'width' in \"params\""),
    ],
)
def test_a_state_that_is_unfit_is_set_aside_alone(tmp_path, changes, said):
    keep(left_behind(), tmp_path)
    state = spoil(tmp_path, "point_ellipse", **changes)
    again = go_on(tmp_path)
    notice = again[1].notice
    assert notice.startswith("The saved state of Point vs ellipse cannot be restored: ")
    assert said in notice
    aside = tmp_path / "point_ellipse-1.json"
    assert str(aside) in notice
    assert json.loads(aside.read_text()) == state
    closed(again)
    after = recalled(tmp_path)
    assert after.notice == ""
    # The others go on.
    after.open(0)
    assert after.open_scene.case == "Starts inside"


def test_a_scene_that_cannot_be_loaded_is_kept_as_it_was_left(tmp_path):
    keep(left_behind(), tmp_path)
    before = scene_path(tmp_path, "point_ellipse").read_text()
    shut = placeholder_scene("point_ellipse", "It cannot be loaded")
    again = go_on(tmp_path, SCENES[0], shut)
    assert again[1].scene is shut
    closed(again)
    assert scene_path(tmp_path, "point_ellipse").read_text() == before


def test_whatever_a_scene_raises_a_window_starts(tmp_path, monkeypatch):
    keep(left_behind(), tmp_path)
    text = (tmp_path / keeping.SETTINGS_FILE_NAME).read_text()

    def fails(self: Session) -> None:
        raise ZeroDivisionError("by an author")

    with monkeypatch.context() as patch:
        patch.setattr(Session, "restore_saved_scene", fails)
        again = go_on(tmp_path)
    said = "The saved settings cannot be restored: ZeroDivisionError: by an author"
    assert said in again[1].notice
    assert (tmp_path / "settings-1" / "settings.json").read_text() == text
    assert again[1].state.scene is SCENES[0]


def test_a_lesson_that_two_windows_go_on_with_is_kept_as_each_has_it(tmp_path):
    session = Session(SCENES)
    writing(session, "Old")
    keep(session, tmp_path)
    windows = go_on(tmp_path), go_on(tmp_path)
    for window, text in zip(windows, ("One", "Two"), strict=True):
        player.reopen_lesson(window[1])
        editor.edit_stop(window[1], say=text)
    for window in (*windows, *windows):
        closed(window)
    assert sorted(sentences(recalled(tmp_path))) == ["One", "Two"]


def test_a_lesson_that_is_too_large_is_said(tmp_path):
    one = go_on(tmp_path)
    writing(one[1], "x" * (1 << 22))
    one[0].save(one[1], WindowView(), (1000, 700), full_screen=False)
    one[0].finish()
    assert one[0].failure == "it is larger than 4 MB"


def test_a_scene_of_any_name_is_kept(tmp_path):
    names = "a/b", "Größe", "..", "x" * 300, "CON"
    scenes = [replace(POINT_CIRCLE, id=name) for name in names]
    session = Session(scenes)
    for index in range(len(names)):
        session.open(index)
        session.set_value("radius", 1.0 + index)
    keep(session, tmp_path)
    after = go_on(tmp_path, *scenes)[1]
    for index in range(len(names)):
        after.open(index)
        assert after.params.radius == 1.0 + index


def test_what_cannot_be_set_aside_is_not_forgotten(tmp_path, monkeypatch):
    session = Session(SCENES)
    session.set_value("radius", 1.25)
    kept = keep(session, tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    kept.reset(session)
    assert "cannot be moved" in session.notice
    assert session.params.radius == 1.25
