"""How the window and the scenes were left, kept in a file that windows share."""

import json
import os
import tempfile
import threading
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.app.panels.window_view import WindowView
from playground.app.shell.kept_settings import Kept, dump, load, merged
from playground.language import languages, message, sentences
from playground.scene.codec import from_json_values, to_json_values
from playground.scene.reading import read_whole, why
from playground.scene.state import SceneMissingError
from playground.study import (
    first_start,
    left_scenes,
    lesson_progress,
    lesson_walking,
)
from playground.study.disk import alone, sweep, write_whole
from playground.study.lesson import Lesson
from playground.study.open_lesson import OpenLesson, OpenStop
from playground.study.saved_state import PathText
from playground.study.session import Session

if TYPE_CHECKING:
    from playground.study.open_scene import OpenScene

SETTINGS = "PLAYGROUND_SETTINGS"
"""The environment variable that names another folder for the settings."""
NAME = "settings.json"
# The name of a file begins with so many letters of what it is about.
_LETTERS = 60


def settings_folder() -> Path:
    """Return where settings lie: the system's place for them, or as we are told."""
    if told := os.environ.get(SETTINGS):
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
    kept : Kept
        What was in the file at the start.
    failure : str
        Why the file could not be written the last time; "" where it could.
    news : str
        What is to be said of a file that had to be set aside since.
    language : str
        The language in which the window is to begin, where no other is asked for; ""
        for the system's.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.kept = Kept()
        self.failure = self.news = self.language = ""
        # How this window has known the file, its lessons each as it was walked.
        self._before = Kept()
        self._lessons: dict[OpenLesson[OpenScene], Any] = {}
        # Lessons and scenes that lie elsewhere now, and scenes that must stay there.
        self._moved: list[Any] = []
        self._moved_scenes: dict[str, Any] = {}
        self._spared: set[str] = set()
        self._thread: threading.Thread | None = None

    def recall(
        self, session: Session, scene_id: str = "", *, spoken: bool = False
    ) -> None:
        """Let a session go on where it was left; a notice says what hinders.

        `scene_id` is to be opened instead of the scene that was on show. What is
        `spoken` was asked for: the language that was chosen once waits.
        """
        session.put_aside = self._put_scene_aside
        try:
            self._recall(session, scene_id)
        except Exception as error:  # whatever an author's scene raises
            self.forget(session)
            failed = message(
                "What was kept cannot be shown: {kind}: {why}.",
                kind=type(error).__name__,
                why=str(error),
            )
            session.notice = sentences(failed, session.notice)
        if not spoken and self.kept.language in languages():
            self.language = self.kept.language
        # They may be far away.
        threading.Thread(target=_sweep_all, args=(self.kept.folder,)).start()

    def _recall(self, session: Session, scene_id: str) -> None:
        try:
            with alone(self.path.parent):
                sweep(self.path.parent)
                self.kept = self._before = self._there() or Kept()
        except FileNotFoundError:
            pass
        except OSError as error:
            self.news = message("The settings cannot be read: {why}", why=why(error))
        kept = self.kept
        session.folder, session.walked = kept.folder, {**kept.walked}
        left_scenes.recall(session, kept.scenes, scene_id or kept.scene)
        if session.scene.id not in kept.scenes:
            first_start.begin(session)
        else:
            first_start.begin_again(session)
        lessons = [self._recall_lesson(session, values) for values in kept.lessons]
        session.notice = _parted([self.news, session.notice, *lessons])
        self.news = ""

    def _there(self) -> Kept | None:
        """Return what lies in the file now; None for no file, or an unfit one.

        That is set aside. OSError where it cannot be read.
        """
        if not self.path.exists():
            return None
        try:
            return load(read_whole(self.path))
        except ValueError as error:
            self.news = _unfit(self._renamed(), error)
            return None

    def _recall_lesson(self, session: Session, values: Any) -> str:
        """Let one go on with a lesson that was not saved; return what to say of it."""
        scenes = [own.scene for own in session.all_opened]
        try:
            walk = _unsaved_walk(values, scenes)
        except SceneMissingError as error:
            return message(
                "A lesson that was not saved waits until it can be opened: {why}",
                why=str(error),
            )
        except ValueError as error:
            plan = values.get("plan", values) if isinstance(values, dict) else values
            aside = self._put_aside("lesson", plan)
            if aside:
                self._moved.append(values)
            return _unfit_lesson(aside, error)
        session.left_walks.insert(0, walk)
        self._lessons[walk] = values
        return message("A lesson was not saved: Ctrl+P, Go on with the lesson")

    def _put_scene_aside(self, name: str, values: Any) -> str:
        """Keep how a scene was left that cannot go on so; return what to say of it."""
        state = values.get("state", values) if isinstance(values, dict) else values
        aside = self._put_aside(name, state)
        if aside:
            self._moved_scenes[name] = values
            return message("; that lies in {path} now", path=aside)
        self._spared.add(name)
        return message("; that stays in the settings")

    def _put_aside(self, name: str, values: Any) -> Path | None:
        """Write beside the file; return where, or None where that cannot be."""
        stem = "".join(c if c.isalnum() else "_" for c in name)[:_LETTERS]
        try:
            with alone(self.path.parent):
                path = self._free(stem)
                write_whole(path, (json.dumps(values, indent=2) + "\n").encode())
        except (OSError, ValueError):
            return None
        return path

    def forget(self, session: Session) -> bool:
        """Let a session begin as on the very first start; the file is set aside.

        Return whether that could be.
        """
        aside = self.set_aside()
        if aside is None and self.path.exists():
            session.notice = message(
                "What was kept cannot be set aside, and so not forgotten"
            )
            return False
        self.kept = self._before = Kept()
        self._lessons = {}
        left_scenes.start_afresh(session)
        session.walked = {}
        first_start.begin(session)
        session.notice = message("Everything is as on the first start")
        if aside:
            session.notice = message(
                "Everything is as on the first start; what was kept lies in {path}",
                path=aside,
            )
        return True

    def set_aside(self) -> Path | None:
        """Give the file another name; return it, or None where that cannot be."""
        self.finish()
        try:
            with alone(self.path.parent):
                return self._renamed()
        except OSError:
            return None

    def _renamed(self) -> Path | None:
        try:
            return self.path.rename(self._free(self.path.stem))
        except OSError:
            return None

    def _free(self, stem: str) -> Path:
        numbered = (self.path.with_name(f"{stem}-{n}.json") for n in count(1))
        return next(path for path in numbered if not path.exists())

    def keep(
        self,
        session: Session,
        window_view: WindowView,
        size: tuple[int, int],
        *,
        full_screen: bool,
    ) -> None:
        """Write what is new in how all is left; this takes a thread of its own."""
        self.finish()
        left_scenes.learn(session, self._before.scenes)
        lesson_walking.note(session)
        lesson_progress.keep(session)
        left = left_scenes.left(session)
        for name in self._spared:
            left.pop(name, None)
        now = Kept(
            size,
            full_screen,
            window_view.theme,
            window_view.scale,
            window_view.simple,
            session.folder,
            session.all_opened[session.index].scene.id,
            left,
            walked={**session.walked},
            language=window_view.language or self.kept.language,
        )
        walks = {*self._lessons, *session.left_walks, *filter(None, [session.walk])}
        lessons = {walk: _unsaved(walk) for walk in walks}
        self._thread = threading.Thread(target=self._write, args=(now, lessons))
        self._thread.start()

    def _write(self, now: Kept, lessons: dict["OpenLesson[OpenScene]", Any]) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with alone(self.path.parent):
                there = self._merge(now, lessons)
        except (OSError, ValueError) as error:
            self.failure = why(error)
            return
        self.failure, self._moved, self._moved_scenes = "", [], {}
        # Of what others have changed meanwhile, this window still has its own.
        self._before = replace(
            now,
            scenes={**there.scenes, **now.scenes},
            walked={**there.walked, **now.walked},
        )
        self._lessons = {walk: values for walk, values in lessons.items() if values}

    def _merge(self, now: Kept, lessons: dict["OpenLesson[OpenScene]", Any]) -> Kept:
        """Write into the file what is new; return what it keeps then."""
        there = self._there()
        if there is None:  # all is new
            changes = [(None, values) for values in lessons.values()]
            scenes = {**self._before.scenes, **now.scenes}
            whole = replace(now, scenes=scenes)
            new = merged(Kept(), whole, Kept(), changes)
        else:
            moved = [(values, None) for values in self._moved]
            changes = [(self._lessons.get(walk), new) for walk, new in lessons.items()]
            known, gone = there.scenes, self._moved_scenes
            scenes = {n: left for n, left in known.items() if left != gone.get(n)}
            left = replace(there, scenes=scenes)
            new = merged(self._before, now, left, [*moved, *changes])
        if new != there:
            write_whole(self.path, dump(new).encode())
        return new

    @property
    def busy(self) -> bool:
        """Whether it is being written just now."""
        return self._thread is not None and self._thread.is_alive()

    def finish(self) -> None:
        """Wait until the file is written."""
        if self._thread:
            self._thread.join()
            self._thread = None


def _parted(told: list[str]) -> str:
    """Return what is to be said one after the other, each once."""
    texts = [*filter(None, dict.fromkeys(told))]
    text = texts[0] if texts else ""
    for more in texts[1:]:
        text = message("{first}. {more}", first=text, more=more)
    return text


def _unfit(aside: Path | None, error: ValueError) -> str:
    if aside is None:
        return message(
            "The settings are unfit and cannot be set aside: {why}", why=str(error)
        )
    return message(
        "The settings are unfit and lie in {file} now: {why}",
        file=aside.name,
        why=str(error),
    )


def _unfit_lesson(aside: Path | None, error: ValueError) -> str:
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

    plan: Lesson
    file: PathText = ""


def _sweep_all(last: str) -> None:
    """Remove what killed programs left: here, where files were last, for a while."""
    # The path of no folder is this one.
    for folder in {Path(), Path(last), Path(tempfile.gettempdir())}:
        sweep(folder)


def _unsaved_walk(values: Any, scenes: list[Any]) -> "OpenLesson[OpenScene]":
    """Return a lesson to go on with; ValueError says what is wrong with it."""
    found = from_json_values(_UnsavedLesson, values, scenes=scenes)
    plan, path = found.plan, Path(found.file) if found.file else None
    visits: list[OpenStop[OpenScene]] = [OpenStop(stop) for stop in plan.stops]
    return OpenLesson(plan.title, visits, plan.source, path=path, writing=True)


def _unsaved(walk: "OpenLesson[OpenScene]") -> dict[str, Any] | None:
    """Return what was written of a lesson, if it is in no file."""
    if not walk.unsaved:
        return None
    return to_json_values(_UnsavedLesson(walk.plan, str(walk.path or "")))
