"""Settings and unsaved work, saved in a folder that all windows share.

Each scene and each unsaved lesson has its own file. A window writes only the files of
what it has changed, as other windows may be open.
"""

import json
import os
import re
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import field, fields
from itertools import count
from pathlib import Path
from typing import Annotated, Any, ClassVar

from playground.gui.view_state import WindowView
from playground.i18n import join_sentences, languages, message
from playground.quick_dataclass import dataclass
from playground.render.theme import ThemeName
from playground.scene.author_files import MAX_FILE_BYTES, explain_error, read_text_file
from playground.scene.json_schema import LengthRange, integer_schema, number_schema
from playground.scene.json_text import parse_json
from playground.scene.serialization import FileFormat, from_json_values, to_json_values
from playground.scene.state_format import SceneMissingError
from playground.session import first_run, restore
from playground.session.atomic_write import remove_leftovers, write_atomically
from playground.session.files import MAX_RECENT_FILES
from playground.session.lesson import player
from playground.session.lesson.document import Lesson
from playground.session.lesson.open_lesson import OpenLesson, StopState
from playground.session.saved_state import PathText
from playground.session.session import Session

DEFAULT_WINDOW_SIZE = (1280, 800)
# Sides of a window in pixels.
_WindowSide = Annotated[int, integer_schema(1, 32768)]
_PanelWidth = Annotated[float, number_schema(0.0, 16384.0)]
_FORMAT, _FILE_KIND = "geometry-playground-settings", "settings file"


@dataclass(frozen=True)
class SavedSettings:
    """Settings of the window, independent of the scene.

    Attributes
    ----------
    size : tuple of int
        Width and height outside of full screen, in pixels of a display of scale 1.
    full_screen : bool
        Whether the window is in full screen.
    theme, scale, simple
        As in `WindowView`; the scale is from 0.5 to 4.
    sidebar_width, panel_width : float
        Widths chosen by the user, in px; 0 for automatic.
    folder : str
        The folder of the last opened or saved file; "" for none yet.
    recent_files : tuple of str
        Paths of recently opened or saved files, the latest first.
    scene : str
        The id of the displayed scene; "" for the first.
    language : str
        The language chosen in the window; "" for the system's.
    """

    FILE: ClassVar = FileFormat(_FORMAT, 3, _FILE_KIND)

    size: tuple[_WindowSide, _WindowSide] = DEFAULT_WINDOW_SIZE
    full_screen: bool = False
    theme: ThemeName = ThemeName.DARK
    scale: Annotated[float, number_schema(0.5, 4.0)] = 1.0
    simple: bool = True
    folder: PathText = ""
    recent_files: Annotated[tuple[PathText, ...], LengthRange(0, MAX_RECENT_FILES)] = ()
    scene: str = ""
    language: str = ""
    sidebar_width: _PanelWidth = 0.0
    panel_width: _PanelWidth = 0.0


@dataclass(frozen=True)
class SettingsOfVersion2(SavedSettings):
    """Settings of version 2, in which one file also held scenes and lessons.

    `scenes` and `lesson_progress` map names to the content of today's files; `lessons`
    are the unsaved lessons.
    """

    FILE: ClassVar = FileFormat(_FORMAT, 2, _FILE_KIND)

    scenes: Mapping[str, Any] = field(default_factory=dict)
    lessons: tuple[Any, ...] = ()
    lesson_progress: Mapping[str, Any] = field(default_factory=dict)


def load_older_settings(values: Any) -> SettingsOfVersion2:
    """Return the settings in JSON values of version 1 or 2.

    Version 1 had `walked` for `lesson_progress`, with a lesson's `plan` for its
    `fingerprint` and `at` for its `stop`; `plan` for the unsaved `lesson`; and, at
    first, one `lesson` in place of `lessons`.

    Raises
    ------
    ValueError
        The values are not valid settings.
    KeyError, TypeError
        The values are not an object with a version.
    """
    if values["version"] == 1:
        values = _rename({**values, "version": 2}, walked="lesson_progress")
        if "lesson" in values and "lessons" not in values:
            older = values.pop("lesson")
            values["lessons"] = [] if older is None else [older]
        if isinstance(lessons := values.get("lessons"), list):
            values["lessons"] = [_rename(lesson, plan="lesson") for lesson in lessons]
        if isinstance(progress := values.get("lesson_progress"), dict):
            values["lesson_progress"] = {
                name: _rename(progress_entry, plan="fingerprint", at="stop")
                for name, progress_entry in progress.items()
            }
    return from_json_values(SettingsOfVersion2, values)


def _rename(values: Any, **names: str) -> Any:
    """Return an object with renamed keys; other values unchanged."""
    if not isinstance(values, dict):
        return values
    return {names.get(name, name): value for name, value in values.items()}


# ----------------------------------------------------------------------------


SETTINGS_VARIABLE = "PLAYGROUND_SETTINGS"
"""Environment variable with the path of another settings folder."""
SETTINGS_FILE_NAME = "settings.json"
# A scene's id is its file name if it is portable; otherwise the name is this many
# letters of the id and a hash.
_FILE_STEM = re.compile(r"[a-z0-9_]{1,60}")
_MAX_STEM_LETTERS = 60


def settings_folder() -> Path:
    """Return the settings folder: the environment variable's, or the system's."""
    if told := os.environ.get(SETTINGS_VARIABLE):
        return Path(told)
    # With pyglet, slow to import.
    from pyglet.resource import get_settings_path

    return Path(get_settings_path("geometry-playground"))


# The attributes that a reset replaces and its undo restores.
_RESET_ATTRIBUTES = "saved_settings", "_known", "_lesson_files", "_files_to_keep"


@dataclass(frozen=True)
class _Reset:
    """State before a reset, for undoing it: the folder of its files, and attributes."""

    folder: Path | None
    settings: dict[str, Any]
    session: dict[str, Any]


class Settings:
    """The settings folder: restores a session and saves it.

    Attributes
    ----------
    path : Path
        The file of the window's settings.
    saved_settings : SavedSettings
        Its content at the start.
    failure : str
        Why the last save failed; "" if it succeeded, and before the first.
    language : str
        The initial language unless another is requested; "" for the system's.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / SETTINGS_FILE_NAME
        self.saved_settings = SavedSettings()
        self.failure = self.language = ""
        self._folders = folder / "scenes", folder / "lessons"
        self._scenes_folder, self._lessons_folder = self._folders
        self._progress_path = folder / "lesson_progress.json"
        # Last read or written contents, and files that must not be overwritten.
        self._known: dict[Path, bytes] = {}
        self._files_to_keep: set[Path] = set()
        # Files of unsaved lessons, and those that this window created.
        self._lesson_files: dict[OpenLesson, Path] = {}
        self._own_lesson_files: set[Path] = set()
        self._notices: list[str] = []
        self._thread: threading.Thread | None = None
        self._resets: list[_Reset] = []

    def restore_session(
        self, session: Session, scene_id: str = "", *, is_language_set: bool = False
    ) -> None:
        """Restore a session; failures become notices.

        Parameters
        ----------
        session : Session
            The session to restore into.
        scene_id : str
            The scene to open; "" for the one displayed last.
        is_language_set : bool
            Whether a language was requested, which overrides the saved one.
        """
        session.quarantine = self._quarantine_scene
        try:
            self._restore_from_files(session, scene_id)
        except Exception as error:  # from an author's scene
            self.reset(session)
            error_text = message(
                "The saved settings cannot be restored: {kind}: {why}.",
                kind=type(error).__name__,
                why=str(error),
            )
            session.notice = join_sentences(error_text, session.notice)
        if not is_language_set and self.saved_settings.language in languages():
            self.language = self.saved_settings.language
        # The folders may be on a slow drive.
        threading.Thread(
            target=_sweep_temporary_files, args=(self.saved_settings.folder,)
        ).start()

    def _restore_from_files(self, session: Session, scene_id: str) -> None:
        try:
            for folder in (self.path.parent, *self._folders):
                remove_leftovers(folder)
            self._read_settings()
            self._restore_scenes(session, scene_id or self.saved_settings.scene)
            progress = self._read(self._progress_path)
            session.lesson_progress = progress if isinstance(progress, dict) else {}
            for path in sorted(self._lessons_folder.glob("*.json")):
                self._restore_lesson(session, path)
        except OSError as error:
            text = message(
                "The settings cannot be read: {why}", why=explain_error(error)
            )
            self._notices.append(text)
        session.notice = _join_notices([session.notice, *self._notices])

    def _read_settings(self) -> None:
        """Read the window's settings; an invalid file is set aside."""
        values = self._read(self.path)
        try:
            if isinstance(values, dict) and values.get("version") in (1, 2):
                self.saved_settings = self._split(load_older_settings(values))
            elif values is not None:
                self.saved_settings = from_json_values(SavedSettings, values)
        except ValueError as error:
            self._quarantine_unfit_file(self.path, error)

    def _split(self, older: SettingsOfVersion2) -> SavedSettings:
        """Write older settings to separate files; return those of the window."""
        files = {self._scene_path(name): state for name, state in older.scenes.items()}
        files |= {self._make_lesson_path(): lesson for lesson in older.lessons}
        files[self._progress_path] = older.lesson_progress
        names = [each.name for each in fields(SavedSettings)]
        kept = SavedSettings(**{name: getattr(older, name) for name in names})
        # The settings last: if a write fails, the next start tries again.
        for path, values in (files | {self.path: to_json_values(kept)}).items():
            self._write_file(path, values)
        return kept

    def _read(self, path: Path) -> Any:
        """Return a file's JSON values; None if it is missing or invalid.

        An invalid file is set aside, with a notice.

        Raises
        ------
        OSError
            The file cannot be read.
        """
        try:
            text = read_text_file(path)
            values = parse_json(text, MAX_FILE_BYTES)
        except FileNotFoundError:
            return None
        except ValueError as error:
            self._quarantine_unfit_file(path, error)
            return None
        self._known[path] = text.encode()
        return values

    def _restore_scenes(self, session: Session, shown: str) -> None:
        session.folder = self.saved_settings.folder
        session.recent_files = self.saved_settings.recent_files
        names = {shown, *(opened.scene.id for opened in session.opened_scenes)} - {""}
        read = {name: self._read(self._scene_path(name)) for name in names}
        scenes = {name: values for name, values in read.items() if values is not None}
        restore.restore_scenes(session, scenes, shown)
        if session.scene.id not in scenes:
            first_run.open_start(session)
        else:
            first_run.offer_start_again(session)

    def _restore_lesson(self, session: Session, path: Path) -> None:
        """Restore an unsaved lesson, as a closed one that can be reopened."""
        values = self._read(path)
        if values is None:
            return
        text: str
        try:
            walk = _load_unsaved_lesson(values, session.scenes)
        except SceneMissingError as error:
            text = message(
                "An unsaved lesson is kept until it can be opened: {why}",
                why=str(error),
            )
        except ValueError as error:
            text = _invalid_lesson_text(self._set_aside(path, "lesson"), error)
        else:
            session.closed_lessons.insert(0, walk)
            self._lesson_files[walk] = path
            text = message("There is an unsaved lesson: Ctrl+P, Go on with the lesson")
        self._notices.append(text)

    def _quarantine_scene(self, name: str, _values: Any) -> str:
        """Set aside an invalid file of a scene; return the end of the notice."""
        path = self._scene_path(name)
        if aside := self._set_aside(path, path.stem):
            return message("; it was moved to {path}", path=aside)
        return message("; it stays in the settings")

    def _quarantine_unfit_file(self, path: Path, error: ValueError) -> None:
        backup = self._set_aside(path, path.stem)
        self._notices.append(_invalid_settings_text(backup, error))

    def _set_aside(self, path: Path, stem: str) -> Path | None:
        """Rename a file; return the new path, or None if renaming fails.

        In that case the file will not be overwritten.
        """
        backup = self._find_free_path(stem, ".json")
        try:
            path.rename(backup)
        except OSError:
            self._files_to_keep.add(path)
            return None
        self._known.pop(path, None)
        return backup

    def _find_free_path(self, stem: str, suffix: str = "") -> Path:
        candidates = (self.path.with_name(f"{stem}-{n}{suffix}") for n in count(1))
        return next(path for path in candidates if not path.exists())

    def _scene_path(self, name: str) -> Path:
        """Return the file of a scene."""
        stem = name
        if not _FILE_STEM.fullmatch(name):
            letters = "".join(c if c.isascii() and c.isalnum() else "_" for c in name)
            from hashlib import sha256  # slow to import

            code = sha256(name.encode(errors="surrogatepass")).hexdigest()
            stem = f"{letters[:_MAX_STEM_LETTERS]}-{code[:16]}"
        return self._scenes_folder / f"{stem}.json"

    def _make_lesson_path(self) -> Path:
        """Return a path for a new lesson; later ones sort after earlier ones."""
        path = self._lessons_folder / f"{time.time_ns():020}-{os.getpid()}.json"
        self._own_lesson_files.add(path)
        return path

    def reset(self, session: Session) -> bool:
        """Reset a session to the state of a first start, and set all files aside.

        Returns
        -------
        bool
            False if the files cannot be set aside; then nothing is reset.
        """
        try:
            backup = self._set_all_aside()
        except OSError:
            session.notice = message(
                "The settings file cannot be moved, so nothing was reset"
            )
            return False
        restore.close_user_code(session)
        values = {name: getattr(self, name) for name in _RESET_ATTRIBUTES}
        self._resets.append(_Reset(backup, values, dict(vars(session))))
        self.saved_settings = SavedSettings()
        self._known, self._lesson_files, self._files_to_keep = {}, {}, set()
        restore.reset_scenes(session)
        session.lesson, session.closed_lessons = None, []
        session.lesson_progress = {}
        first_run.open_start(session)
        session.notice = message("Everything was reset")
        if backup:
            session.notice = message(
                "Everything was reset; the old settings are in {path}",
                path=backup,
            )
        return True

    def undo_reset(self, session: Session) -> bool:
        """Undo the last reset, and set aside the files written since.

        Returns
        -------
        bool
            False if there was no reset, or files cannot be moved; a notice gives the
            reason of the latter.
        """
        if not self._resets:
            return False
        before = self._resets[-1]
        try:
            self._set_all_aside()
            if before.folder:
                for path in before.folder.iterdir():
                    path.rename(self.path.with_name(path.name))
                before.folder.rmdir()
        except OSError as error:
            session.notice = message(
                "The reset cannot be undone: {why}", why=explain_error(error)
            )
            return False
        self._resets.pop()
        vars(self).update(before.settings)
        restore.close_user_code(session)
        vars(session).update(before.session)
        session.begin_context()
        session.notice = message("The reset was undone")
        return True

    def _set_all_aside(self) -> Path | None:
        """Move all files into a new folder; return it, or None without files.

        Raises
        ------
        OSError
            A file cannot be moved.
        """
        self.finish()
        files, folders = (self.path, self._progress_path), self._folders
        existing = [path for path in (*files, *folders) if path.exists()]
        if not existing:
            return None
        backup = self._find_free_path(self.path.stem)
        backup.mkdir()
        for path in existing:
            path.rename(backup / path.name)
        return backup

    def save(
        self,
        session: Session,
        window_view: WindowView,
        size: tuple[int, int],
        *,
        full_screen: bool,
    ) -> None:
        """Write the changes of session and window, in a separate thread.

        It first waits for the previous save. A failure is reported in `failure`.

        Parameters
        ----------
        session : Session
            The session.
        window_view : WindowView
            The options of the window.
        size : tuple of int
            The window's size outside of full screen, in pixels of a display of scale 1.
        full_screen : bool
            Whether the window is in full screen.
        """
        self.finish()
        player.record_task_done(session)
        player.save_progress(session)
        current = SavedSettings(
            size,
            full_screen,
            window_view.theme,
            window_view.scale,
            window_view.simple,
            session.folder,
            session.recent_files,
            session.current_scene.scene.id,
            window_view.language or self.saved_settings.language,
            window_view.sidebar_width,
            window_view.panel_width,
        )
        files: dict[Path, Any] = {self.path: to_json_values(current)}
        for name, state in restore.serialize_scenes(session).items():
            files[self._scene_path(name)] = state
        if session.lesson_progress:
            files[self._progress_path] = session.lesson_progress.copy()
        walks = [*self._lesson_files, *session.closed_lessons, session.lesson]
        for walk in filter(None, dict.fromkeys(walks)):
            files |= self._lesson_changes(walk)
        for path in self._files_to_keep:
            files.pop(path, None)
        self._thread = threading.Thread(target=self._write, args=(files,))
        self._thread.start()

    def _lesson_changes(self, walk: "OpenLesson") -> dict[Path, Any]:
        """Return the new content of a lesson's files by path.

        The content is None for a file to delete.
        """
        values, path = _serialize_unsaved_lesson(walk), self._lesson_files.get(walk)
        if values is None:
            return {self._lesson_files.pop(walk): None} if path else {}
        if path in self._own_lesson_files:
            return {path: values}
        if path and _encode(values) == self._known[path]:
            return {}
        # Another window may have changed that lesson: both versions stay.
        own_path = self._lesson_files[walk] = self._make_lesson_path()
        return {own_path: values, path: None} if path else {own_path: values}

    def _write(self, files: dict[Path, Any]) -> None:
        try:
            if not self.path.exists():
                self._known.clear()
            for path, values in files.items():
                self._write_file(path, values)
        except (OSError, ValueError) as error:
            self.failure = explain_error(error)
        else:
            self.failure = ""

    def _write_file(self, path: Path, values: Any) -> None:
        """Write a file if its content has changed, or delete it for None.

        Raises
        ------
        ValueError
            The content is too large.
        OSError
            The file cannot be written.
        """
        if values is None:
            path.unlink(missing_ok=True)
            return
        data = _encode(values)
        if len(data) >= MAX_FILE_BYTES:
            raise ValueError(
                message("it is larger than {count} MB", count=MAX_FILE_BYTES >> 20)
            )
        if data != self._known.get(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, data)
            self._known[path] = data

    @property
    def is_saving(self) -> bool:
        """Whether a save is in progress."""
        return self._thread is not None and self._thread.is_alive()

    def finish(self) -> None:
        """Wait until the save in progress, if any, is complete."""
        if self._thread:
            self._thread.join()
            self._thread = None


def _encode(values: Any) -> bytes:
    return (json.dumps(values, indent=1) + "\n").encode()


def _join_notices(notices: list[str]) -> str:
    """Return the notices joined to one text, without repetitions."""
    texts = [*filter(None, dict.fromkeys(notices))]
    text = texts[0] if texts else ""
    for following in texts[1:]:
        text = message("{first}. {more}", first=text, more=following)
    return text


def _invalid_settings_text(aside: Path | None, error: ValueError) -> str:
    if aside is None:
        return message(
            "The settings file is invalid and cannot be moved: {why}", why=str(error)
        )
    return message(
        "The settings file is invalid and was moved to {file}: {why}",
        file=aside.name,
        why=str(error),
    )


def _invalid_lesson_text(aside: Path | None, error: ValueError) -> str:
    if aside is None:
        return message(
            "An unsaved lesson is invalid and stays in the settings: {why}",
            why=str(error),
        )
    return message(
        "An unsaved lesson is invalid and was moved to {file}: {why}",
        file=aside.name,
        why=str(error),
    )


@dataclass(frozen=True)
class _UnsavedLesson:
    """The document of an unsaved lesson, and the path of its file, "" for none."""

    lesson: Lesson
    file: PathText = ""


def _sweep_temporary_files(last: str) -> None:
    """Remove temporary files of crashed programs from the folders that are used."""
    # Path("") is the working directory.
    for folder in {Path(), Path(last), Path(tempfile.gettempdir())}:
        remove_leftovers(folder)


def _load_unsaved_lesson(values: Any, scenes: list[Any]) -> "OpenLesson":
    """Return an open lesson from JSON values.

    Raises
    ------
    ValueError
        The values are invalid.
    """
    unsaved = from_json_values(_UnsavedLesson, values, scenes=scenes)
    plan, path = unsaved.lesson, Path(unsaved.file) if unsaved.file else None
    visits: list[StopState] = [StopState(stop) for stop in plan.stops]
    return OpenLesson(plan.title, visits, plan.source, path=path, writing=True)


def _serialize_unsaved_lesson(walk: "OpenLesson") -> dict[str, Any] | None:
    """Return an unsaved lesson as JSON values; None without unsaved changes."""
    if not walk.has_unsaved_changes:
        return None
    return to_json_values(_UnsavedLesson(walk.document, str(walk.path or "")))
