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

from playground.gui.view_state import WindowView
from playground.i18n import languages, message, sentences
from playground.render.theme import ThemeName
from playground.scene.author_files import LARGEST, read_whole, why
from playground.scene.json_schema import number, whole
from playground.scene.json_text import read
from playground.scene.serialization import File, from_json_values, to_json_values
from playground.scene.state_format import SceneMissingError
from playground.session import first_run, restore
from playground.session.atomic_write import alone, sweep, write_whole
from playground.session.lesson import player
from playground.session.lesson.document import Lesson
from playground.session.lesson.open_lesson import OpenLesson, OpenStop
from playground.session.saved_state import PathText
from playground.session.session import Session

if TYPE_CHECKING:
    from playground.session.open_scene import OpenScene


SIZE = (1280, 800)
# A window has so many pixels a side.
_Side = Annotated[int, whole(1, 32768)]


@dataclass(frozen=True)
class Kept:
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
        What was written of lessons and not saved, as JSON values: "plan", as in its
        file, and "file".
    walked : mapping
        How far each lesson was walked, by its scene's id or its file, as JSON values.
    language : str
        The one that was chosen in the window; "" for the system's.
    """

    FILE: ClassVar = File("geometry-playground-settings", 1, "settings file")

    size: tuple[_Side, _Side] = SIZE
    full_screen: bool = False
    theme: ThemeName = ThemeName.DARK
    scale: Annotated[float, number(0.5, 4.0)] = 1.0
    simple: bool = True
    folder: PathText = ""
    scene: str = ""
    scenes: Mapping[str, Any] = field(default_factory=dict)
    lessons: tuple[Any, ...] = ()
    walked: Mapping[str, Any] = field(default_factory=dict)
    language: str = ""


_NAMES = tuple(each.name for each in fields(Kept))
_MAPPINGS = "scenes", "walked"
_LISTS = *_MAPPINGS, "lessons"


def dump(kept: Kept) -> str:
    """Return what is kept as readable JSON text; ValueError if that is too much."""
    text = json.dumps(to_json_values(kept), indent=1)
    if len(text) >= LARGEST:
        raise ValueError(message("it is more than {count} MB", count=LARGEST >> 20))
    return text + "\n"


def load(text: str) -> Kept:
    """Return what a text keeps; ValueError says what is wrong with it.

    Scenes and lessons are looked at when they are opened: one alone may be unfit.
    """
    values = read(text, LARGEST)
    if isinstance(values, dict) and "lesson" in values and "lessons" not in values:
        # Of the older files each has one lesson at most.
        older = values.pop("lesson")
        values["lessons"] = [] if older is None else [older]
    return from_json_values(Kept, values)


def merged(
    before: Kept, now: Kept, there: Kept, lessons: Iterable[tuple[Any, Any]]
) -> Kept:
    """Return what lies there with what one window has changed in it.

    `before` is how the window knew it and `now` how it has it; `lessons` are what it
    knew and has of each that was written in it, None for what is in no need of it.
    """
    changed = {
        name: getattr(now, name)
        for name in _NAMES
        if name not in _LISTS and getattr(now, name) != getattr(before, name)
    }
    for name in _MAPPINGS:
        known = getattr(before, name)
        new = {k: v for k, v in getattr(now, name).items() if v != known.get(k)}
        changed[name] = {**getattr(there, name), **new}
    return replace(
        there,
        **changed,
        lessons=_with_lessons(there.lessons, lessons),
    )


def _with_lessons(
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
        restore.recall(session, kept.scenes, scene_id or kept.scene)
        if session.scene.id not in kept.scenes:
            first_run.begin(session)
        else:
            first_run.begin_again(session)
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
        restore.start_afresh(session)
        session.walked = {}
        first_run.begin(session)
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
        restore.learn(session, self._before.scenes)
        player.note(session)
        player.keep(session)
        left = restore.left(session)
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
