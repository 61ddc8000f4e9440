"""How the window and the scenes were left, kept in a file that windows share."""

import json
import os
import tempfile
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from playground.gui.old_settings import upgrade_settings
from playground.gui.view_state import WindowView
from playground.i18n import join_sentences, languages, message
from playground.render.theme import ThemeName
from playground.scene.author_files import MAX_FILE_BYTES, explain_error, read_text_file
from playground.scene.json_schema import integer_schema, number_schema
from playground.scene.json_text import parse_json
from playground.scene.serialization import FileFormat, from_json_values, to_json_values
from playground.scene.state_format import SceneMissingError
from playground.session import first_run, restore
from playground.session.atomic_write import (
    lock_folder,
    remove_leftovers,
    write_atomically,
)
from playground.session.lesson import player
from playground.session.lesson.document import Lesson
from playground.session.lesson.open_lesson import OpenLesson, StopState
from playground.session.saved_state import PathText
from playground.session.session import Session

if TYPE_CHECKING:
    from playground.session.open_scene import OpenScene


DEFAULT_WINDOW_SIZE = (1280, 800)
# A window has so many pixels a side.
_WindowSide = Annotated[int, integer_schema(1, 32768)]


@dataclass(frozen=True)
class SavedSettings:
    """What is kept from one start to the next.

    Attributes
    ----------
    size : tuple of int
        The window's, on a display of usual fineness, when it does not fill the screen.
    full_screen : bool
        Whether it fills the screen.
    theme, scale, simple
        As in `WindowView`.
    folder : str
        Where files were last opened or saved; "" for nowhere yet.
    scene : str
        The id of the scene on show; "" for the first.
    scenes : mapping
        How each scene was left that was ever opened, by its id: as JSON values, which
        are looked at when it is opened.
    lessons : tuple
        What was written of lessons and not saved, as JSON values: "lesson", as in its
        file, and "file".
    lesson_progress : mapping
        The progress in each lesson, by its scene's id or its file, as JSON values.
    language : str
        The one that was chosen in the window; "" for the system's.
    """

    FILE: ClassVar = FileFormat("geometry-playground-settings", 2, "settings file")

    size: tuple[_WindowSide, _WindowSide] = DEFAULT_WINDOW_SIZE
    full_screen: bool = False
    theme: ThemeName = ThemeName.DARK
    scale: Annotated[float, number_schema(0.5, 4.0)] = 1.0
    simple: bool = True
    folder: PathText = ""
    scene: str = ""
    scenes: Mapping[str, Any] = field(default_factory=dict)
    lessons: tuple[Any, ...] = ()
    lesson_progress: Mapping[str, Any] = field(default_factory=dict)
    language: str = ""


_FIELD_NAMES = tuple(each.name for each in fields(SavedSettings))
_MAPPING_FIELDS = "scenes", "lesson_progress"
_MERGED_FIELDS = *_MAPPING_FIELDS, "lessons"


def dump(kept: SavedSettings) -> str:
    """Return what is kept as readable JSON text; ValueError if that is too much."""
    text = json.dumps(to_json_values(kept), indent=1)
    if len(text) >= MAX_FILE_BYTES:
        raise ValueError(
            message("it is more than {count} MB", count=MAX_FILE_BYTES >> 20)
        )
    return text + "\n"


def load(text: str) -> SavedSettings:
    """Return what a text keeps; ValueError says what is wrong with it.

    Scenes and lessons are looked at when they are opened: one alone may be unfit.
    """
    values = upgrade_settings(parse_json(text, MAX_FILE_BYTES))
    return from_json_values(SavedSettings, values)


def merge_settings(
    before: SavedSettings,
    now: SavedSettings,
    there: SavedSettings,
    lessons: Iterable[tuple[Any, Any]],
) -> SavedSettings:
    """Return what lies there with what one window has changed in it.

    `before` is how the window knew it and `now` how it has it; `lessons` are what it
    knew and has of each that was written in it, None for what is in no need of it.
    """
    changed = {
        name: getattr(now, name)
        for name in _FIELD_NAMES
        if name not in _MERGED_FIELDS and getattr(now, name) != getattr(before, name)
    }
    for name in _MAPPING_FIELDS:
        known = getattr(before, name)
        new = {k: v for k, v in getattr(now, name).items() if v != known.get(k)}
        changed[name] = {**getattr(there, name), **new}
    return replace(
        there,
        **changed,
        lessons=_merge_lessons(there.lessons, lessons),
    )


def _merge_lessons(
    there: tuple[Any, ...], changes: Iterable[tuple[Any, Any]]
) -> tuple[Any, ...]:
    lessons = [*there]
    for before, now in changes:
        new = [] if now is None else [now]
        if before == now:
            continue
        if before is not None and before in lessons:
            at = lessons.index(before)
            lessons[at : at + 1] = new
        elif now not in lessons:
            # Another window has changed it too: both stay.
            lessons += new
    return tuple(lessons)


# ----------------------------------------------------------------------------


SETTINGS_VARIABLE = "PLAYGROUND_SETTINGS"
"""The environment variable that names another folder for the settings."""
SETTINGS_FILE_NAME = "settings.json"
# The name of a file begins with so many letters of what it is about.
_MAX_STEM_LETTERS = 60


def settings_folder() -> Path:
    """Return where settings lie: the system's place for them, or as we are told."""
    if told := os.environ.get(SETTINGS_VARIABLE):
        return Path(told)
    # With pyglet, slow to import.
    from pyglet.resource import get_settings_path

    return Path(get_settings_path("geometry-playground"))


class Settings:
    """The file in which the program keeps how it was left.

    Of what lies there, a window writes over only what it has changed itself: others
    may be open.

    Attributes
    ----------
    saved_settings : Kept
        What was in the file at the start.
    failure : str
        Why the file could not be written the last time; "" where it could.
    pending_notice : str
        What is to be said of a file that had to be set aside since.
    language : str
        The language in which the window is to begin, where no other is asked for; ""
        for the system's.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / SETTINGS_FILE_NAME
        self.saved_settings = SavedSettings()
        self.failure = self.pending_notice = self.language = ""
        # How this window has known the file, its lessons each as it was walked.
        self._last_saved = SavedSettings()
        self._lessons: dict[OpenLesson[OpenScene], Any] = {}
        # Lessons and scenes that lie elsewhere now, and scenes that must stay there.
        self._quarantined_lessons: list[Any] = []
        self._quarantined_scenes: dict[str, Any] = {}
        self._scenes_to_keep: set[str] = set()
        self._thread: threading.Thread | None = None

    def restore_session(
        self, session: Session, scene_id: str = "", *, is_language_set: bool = False
    ) -> None:
        """Let a session go on where it was left; a notice says what hinders.

        `scene_id` is to be opened instead of the scene that was on show. With
        `is_language_set` one was asked for: the language that was chosen once waits.
        """
        session.quarantine = self._quarantine_scene
        try:
            self._restore_from_file(session, scene_id)
        except Exception as error:  # whatever an author's scene raises
            self.reset(session)
            failed = message(
                "What was kept cannot be shown: {kind}: {why}.",
                kind=type(error).__name__,
                why=str(error),
            )
            session.notice = join_sentences(failed, session.notice)
        if not is_language_set and self.saved_settings.language in languages():
            self.language = self.saved_settings.language
        # They may be far away.
        threading.Thread(
            target=_sweep_temporary_files, args=(self.saved_settings.folder,)
        ).start()

    def _restore_from_file(self, session: Session, scene_id: str) -> None:
        try:
            with lock_folder(self.path.parent):
                remove_leftovers(self.path.parent)
                self.saved_settings = self._last_saved = (
                    self._read_settings_file() or SavedSettings()
                )
        except FileNotFoundError:
            pass
        except OSError as error:
            self.pending_notice = message(
                "The settings cannot be read: {why}", why=explain_error(error)
            )
        kept = self.saved_settings
        session.folder, session.lesson_progress = kept.folder, {**kept.lesson_progress}
        restore.restore_scenes(session, kept.scenes, scene_id or kept.scene)
        if session.scene.id not in kept.scenes:
            first_run.open_start(session)
        else:
            first_run.offer_start_again(session)
        lessons = [self._restore_lesson(session, values) for values in kept.lessons]
        session.notice = _join_notices([self.pending_notice, session.notice, *lessons])
        self.pending_notice = ""

    def _read_settings_file(self) -> SavedSettings | None:
        """Return what lies in the file now; None for no file, or an unfit one.

        That is set aside. OSError where it cannot be read.
        """
        if not self.path.exists():
            return None
        try:
            return load(read_text_file(self.path))
        except ValueError as error:
            self.pending_notice = _invalid_settings_text(self._rename_file(), error)
            return None

    def _restore_lesson(self, session: Session, values: Any) -> str:
        """Let one go on with a lesson that was not saved; return what to say of it."""
        scenes = [own.scene for own in session.opened_scenes]
        try:
            walk = _load_unsaved_lesson(values, scenes)
        except SceneMissingError as error:
            return message(
                "A lesson that was not saved waits until it can be opened: {why}",
                why=str(error),
            )
        except ValueError as error:
            plan = values.get("lesson", values) if isinstance(values, dict) else values
            aside = self._quarantine_values("lesson", plan)
            if aside:
                self._quarantined_lessons.append(values)
            return _invalid_lesson_text(aside, error)
        session.closed_lessons.insert(0, walk)
        self._lessons[walk] = values
        return message("A lesson was not saved: Ctrl+P, Go on with the lesson")

    def _quarantine_scene(self, name: str, values: Any) -> str:
        """Keep how a scene was left that cannot go on so; return what to say of it."""
        state = values.get("state", values) if isinstance(values, dict) else values
        aside = self._quarantine_values(name, state)
        if aside:
            self._quarantined_scenes[name] = values
            return message("; that lies in {path} now", path=aside)
        self._scenes_to_keep.add(name)
        return message("; that stays in the settings")

    def _quarantine_values(self, name: str, values: Any) -> Path | None:
        """Write beside the file; return where, or None where that cannot be."""
        stem = "".join(c if c.isalnum() else "_" for c in name)[:_MAX_STEM_LETTERS]
        try:
            with lock_folder(self.path.parent):
                path = self._find_free_path(stem)
                write_atomically(path, (json.dumps(values, indent=2) + "\n").encode())
        except (OSError, ValueError):
            return None
        return path

    def reset(self, session: Session) -> bool:
        """Let a session begin as on the very first start; the file is set aside.

        Return whether that could be.
        """
        aside = self.quarantine_file()
        if aside is None and self.path.exists():
            session.notice = message(
                "What was kept cannot be set aside, and so not forgotten"
            )
            return False
        self.saved_settings = self._last_saved = SavedSettings()
        self._lessons = {}
        restore.reset_scenes(session)
        session.lesson_progress = {}
        first_run.open_start(session)
        session.notice = message("Everything is as on the first start")
        if aside:
            session.notice = message(
                "Everything is as on the first start; what was kept lies in {path}",
                path=aside,
            )
        return True

    def quarantine_file(self) -> Path | None:
        """Give the file another name; return it, or None where that cannot be."""
        self.finish()
        try:
            with lock_folder(self.path.parent):
                return self._rename_file()
        except OSError:
            return None

    def _rename_file(self) -> Path | None:
        try:
            return self.path.rename(self._find_free_path(self.path.stem))
        except OSError:
            return None

    def _find_free_path(self, stem: str) -> Path:
        numbered = (self.path.with_name(f"{stem}-{n}.json") for n in count(1))
        return next(path for path in numbered if not path.exists())

    def save(
        self,
        session: Session,
        window_view: WindowView,
        size: tuple[int, int],
        *,
        full_screen: bool,
    ) -> None:
        """Write what is new in how all is left; this takes a thread of its own."""
        self.finish()
        restore.merge_saved_scenes(session, self._last_saved.scenes)
        player.record_task_done(session)
        player.save_progress(session)
        left = restore.serialize_scenes(session)
        for name in self._scenes_to_keep:
            left.pop(name, None)
        now = SavedSettings(
            size,
            full_screen,
            window_view.theme,
            window_view.scale,
            window_view.simple,
            session.folder,
            session.opened_scenes[session.index].scene.id,
            left,
            lesson_progress={**session.lesson_progress},
            language=window_view.language or self.saved_settings.language,
        )
        walks = {
            *self._lessons,
            *session.closed_lessons,
            *filter(None, [session.lesson]),
        }
        lessons = {walk: _serialize_unsaved_lesson(walk) for walk in walks}
        self._thread = threading.Thread(target=self._write, args=(now, lessons))
        self._thread.start()

    def _write(
        self, now: SavedSettings, lessons: dict["OpenLesson[OpenScene]", Any]
    ) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with lock_folder(self.path.parent):
                there = self._merge(now, lessons)
        except (OSError, ValueError) as error:
            self.failure = explain_error(error)
            return
        self.failure, self._quarantined_lessons, self._quarantined_scenes = "", [], {}
        # Of what others have changed meanwhile, this window still has its own.
        self._last_saved = replace(
            now,
            scenes={**there.scenes, **now.scenes},
            lesson_progress={**there.lesson_progress, **now.lesson_progress},
        )
        self._lessons = {walk: values for walk, values in lessons.items() if values}

    def _merge(
        self, now: SavedSettings, lessons: dict["OpenLesson[OpenScene]", Any]
    ) -> SavedSettings:
        """Write into the file what is new; return what it keeps then."""
        there = self._read_settings_file()
        if there is None:  # all is new
            changes = [(None, values) for values in lessons.values()]
            scenes = {**self._last_saved.scenes, **now.scenes}
            whole = replace(now, scenes=scenes)
            new = merge_settings(SavedSettings(), whole, SavedSettings(), changes)
        else:
            moved = [(values, None) for values in self._quarantined_lessons]
            changes = [(self._lessons.get(walk), new) for walk, new in lessons.items()]
            known, gone = there.scenes, self._quarantined_scenes
            scenes = {n: left for n, left in known.items() if left != gone.get(n)}
            left = replace(there, scenes=scenes)
            new = merge_settings(self._last_saved, now, left, [*moved, *changes])
        if new != there:
            write_atomically(self.path, dump(new).encode())
        return new

    @property
    def is_saving(self) -> bool:
        """Whether it is being written just now."""
        return self._thread is not None and self._thread.is_alive()

    def finish(self) -> None:
        """Wait until the file is written."""
        if self._thread:
            self._thread.join()
            self._thread = None


def _join_notices(told: list[str]) -> str:
    """Return what is to be said one after the other, each once."""
    texts = [*filter(None, dict.fromkeys(told))]
    text = texts[0] if texts else ""
    for more in texts[1:]:
        text = message("{first}. {more}", first=text, more=more)
    return text


def _invalid_settings_text(aside: Path | None, error: ValueError) -> str:
    if aside is None:
        return message(
            "The settings are unfit and cannot be set aside: {why}", why=str(error)
        )
    return message(
        "The settings are unfit and lie in {file} now: {why}",
        file=aside.name,
        why=str(error),
    )


def _invalid_lesson_text(aside: Path | None, error: ValueError) -> str:
    if aside is None:
        return message(
            "A lesson that was not saved is unfit and stays in the settings: {why}",
            why=str(error),
        )
    return message(
        "A lesson that was not saved is unfit and lies in {file} now: {why}",
        file=aside.name,
        why=str(error),
    )


@dataclass(frozen=True)
class _UnsavedLesson:
    """A lesson that was not saved as it is now, and its file, "" for none."""

    lesson: Lesson
    file: PathText = ""


def _sweep_temporary_files(last: str) -> None:
    """Remove what killed programs left: here, where files were last, for a while."""
    # The path of no folder is this one.
    for folder in {Path(), Path(last), Path(tempfile.gettempdir())}:
        remove_leftovers(folder)


def _load_unsaved_lesson(values: Any, scenes: list[Any]) -> "OpenLesson[OpenScene]":
    """Return a lesson to go on with; ValueError says what is wrong with it."""
    found = from_json_values(_UnsavedLesson, values, scenes=scenes)
    plan, path = found.lesson, Path(found.file) if found.file else None
    visits: list[StopState[OpenScene]] = [StopState(stop) for stop in plan.stops]
    return OpenLesson(plan.title, visits, plan.source, path=path, writing=True)


def _serialize_unsaved_lesson(walk: "OpenLesson[OpenScene]") -> dict[str, Any] | None:
    """Return what was written of a lesson, if it is in no file."""
    if not walk.has_unsaved_changes:
        return None
    return to_json_values(_UnsavedLesson(walk.document, str(walk.path or "")))
