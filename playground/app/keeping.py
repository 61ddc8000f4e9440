"""What outlives the program: whole files, and how the window and scenes were left."""

import json
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.app import leaving
from playground.app import plan as plans
from playground.app.saved import Left
from playground.app.session import Session
from playground.app.walk import Visit, Walk
from playground.render.files import write_whole
from playground.render.theme import ThemeName
from playground.scene.reading import read_whole, why
from playground.scene.state import begun, known, read, said

if TYPE_CHECKING:
    from playground.app.opened import OpenScene

SETTINGS = "PLAYGROUND_SETTINGS"
"""The environment variable that names another folder for the settings."""
FORMAT = "geometry-playground-settings"
VERSION = 1
NAME = "settings.json"
SIZE = (1280, 800)
# A window has so many pixels a side, and a list that is kept so many scenes.
_WIDEST, _SCENES = 32768, 200
_SCALES = (0.5, 4.0)


def settings_folder() -> Path:
    """Return where settings lie: the system's place for them, or as we are told."""
    if told := os.environ.get(SETTINGS):
        return Path(told)
    # With pyglet, slow to import.
    from pyglet.resource import get_settings_path

    return Path(get_settings_path("geometry-playground"))


@dataclass(frozen=True)
class Kept:
    """What is kept from one start to the next.

    Attributes
    ----------
    size : tuple of int
        The window's, on a display of usual fineness, when it does not fill the screen.
    full_screen : bool
        Whether it fills the screen.
    theme, scale
        As in `View`.
    folder : str
        Where files were last opened or saved; "" for nowhere yet.
    scene : str
        The id of the scene on show; "" for the first.
    scenes : mapping
        How each scene was left that was ever opened, by its id.
    lesson : mapping or None
        What was written of a lesson and not saved: "plan", as in its file, and "file".
    """

    size: tuple[int, int] = SIZE
    full_screen: bool = False
    theme: ThemeName = ThemeName.DARK
    scale: float = 1.0
    folder: str = ""
    scene: str = ""
    scenes: Mapping[str, Left] = field(default_factory=dict)
    lesson: Mapping[str, Any] | None = None


def dump(kept: Kept) -> str:
    """Return what is kept as readable JSON text."""
    values = {
        "format": FORMAT,
        "version": VERSION,
        "size": kept.size,
        "full_screen": kept.full_screen,
        "theme": kept.theme,
        "scale": kept.scale,
        "folder": kept.folder,
        "scene": kept.scene,
        "scenes": {
            name: {"state": left.state, "file": left.file, "changed": left.changed}
            for name, left in kept.scenes.items()
        },
    }
    if kept.lesson:
        values["lesson"] = kept.lesson
    return json.dumps(values, indent=1) + "\n"


def load(text: str) -> Kept:
    """Return what a text keeps; ValueError says what is wrong with it.

    The states are looked at when their scenes are opened.
    """
    values = read(text)
    names = ("size", "full_screen", "theme", "scale", "folder", "scene", "scenes")
    begun(values, FORMAT, VERSION, "settings file", (*names, "lesson"))
    size, scenes = values.get("size", [*SIZE]), values.get("scenes", {})
    if not isinstance(size, list) or len(size) != 2:
        raise ValueError(f"size must be two numbers, not {said(size)}")
    if not isinstance(scenes, dict) or len(scenes) > _SCENES:
        raise ValueError(f'"scenes" must be an object of at most {_SCENES}')
    theme = values.get("theme", ThemeName.DARK)
    if theme not in tuple(ThemeName):
        raise ValueError(f"unknown theme {said(theme)}")
    return Kept(
        (round(_within("size", size[0], 1, _WIDEST)),
         round(_within("size", size[1], 1, _WIDEST))),
        _is(bool, "full_screen", values.get("full_screen", False)),
        ThemeName(theme),
        _within("scale", values.get("scale", 1.0), *_SCALES),
        _is(str, "folder", values.get("folder", "")),
        _is(str, "scene", values.get("scene", "")),
        {name: _left(name, left) for name, left in scenes.items()},
        _lesson(values.get("lesson")),
    )  # fmt: skip


def _lesson(values: object) -> Mapping[str, Any] | None:
    if values is None:
        return None
    if not isinstance(values, dict):
        raise ValueError('"lesson" must be an object')
    known(values, ("plan", "file"), "the lesson")
    _is(str, "file", values.get("file", ""))
    return values


def _left(name: str, values: object) -> Left:
    if not isinstance(values, dict) or not isinstance(values.get("state"), dict):
        raise ValueError(f"there is no state of {said(name)}")
    known(values, ("state", "file", "changed"), f"scene {said(name)}")
    return Left(
        values["state"],
        _is(str, "file", values.get("file", "")),
        _is(bool, "changed", values.get("changed", False)),
    )


def _is(kind: type, name: str, value: object) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"{name} must not be {said(value)}")
    return value


def _within(name: str, value: object, low: float, high: float) -> float:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    if not plain or not low <= value <= high:  # type: ignore[operator]
        raise ValueError(f"{name} must lie in {low:g} to {high:g}, not {said(value)}")
    return float(value)  # type: ignore[arg-type]


class Settings:
    """The file in which the program keeps how it was left.

    Attributes
    ----------
    kept : Kept
        What was in the file at the start.
    failure : str
        Why the file could not be written, once that was so.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.kept = Kept()
        self.failure = ""
        self._written = ""
        self._thread: threading.Thread | None = None

    def recall(self, session: Session, scene_id: str = "") -> None:
        """Let a session go on where it was left; a notice says what hinders.

        `scene_id` is to be opened instead of the scene that was on show.
        """
        try:
            self._written = read_whole(self.path)
            self.kept = load(self._written)
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            aside = self.set_aside()
            now = f"lie in {aside.name} now" if aside else "cannot be set aside"
            session.notice = f"The settings are unfit and {now}: {why(error)}"
            return
        session.look(theme=self.kept.theme, scale=self.kept.scale)
        session.folder = self.kept.folder
        leaving.recall(session, self.kept.scenes, scene_id or self.kept.scene)
        if self.kept.lesson:
            self._recall_lesson(session, self.kept.lesson)

    @staticmethod
    def _recall_lesson(session: Session, lesson: Mapping[str, Any]) -> None:
        """Let one go on with a lesson that was not saved."""
        scenes, file = [own.scene for own in session.all_opened], lesson.get("file", "")
        try:
            plan = plans.from_dict(lesson.get("plan"), scenes)
        except ValueError as error:
            session.notice = f"The lesson that was not saved is unfit: {error}"
            return
        visits: list[Visit[OpenScene]] = [Visit(stop) for stop in plan.stops]
        path = Path(file) if file else None
        walk = Walk(plan.title, visits, plan.source, path=path, writing=True)
        session.left_walk = walk
        session.notice = "A lesson was not saved: Ctrl+P, Go on with the lesson"

    def forget(self, session: Session) -> None:
        """Let a session begin as on the very first start; the file is set aside."""
        aside = self.set_aside()
        self.kept = Kept()
        leaving.start_afresh(session)
        lies = f"; what was kept lies in {aside}" if aside else ""
        session.notice = f"Everything is as on the first start{lies}"

    def set_aside(self) -> Path | None:
        """Give the file another name; return it, or None where that cannot be."""
        self.finish()
        numbered = (self.path.with_name(f"settings-{n}.json") for n in count(1))
        aside = next(path for path in numbered if not path.exists())
        self._written = ""
        try:
            self.path.rename(aside)
        except OSError:
            return None
        return aside

    def keep(
        self, session: Session, size: tuple[int, int], *, full_screen: bool
    ) -> None:
        """Write how all is left now, if that is new; this takes a thread of its own."""
        view, left = session.view, leaving.left(session)
        # Those of scenes that are not there now may be again.
        scenes = {**self.kept.scenes, **left}
        newest = dict([*scenes.items()][-_SCENES:])
        kept = Kept(
            size,
            full_screen,
            view.theme,
            view.scale,
            session.folder,
            session.all_opened[session.index].scene.id,
            newest,
            _unsaved(session),
        )
        text = dump(kept)
        if text == self._written:
            return
        self.finish()
        self._written = text
        self._thread = threading.Thread(target=self._write, args=(text,))
        self._thread.start()

    def _write(self, text: str) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, text.encode())
        except OSError as error:
            self.failure = why(error)

    def finish(self) -> None:
        """Wait until the file is written."""
        if self._thread:
            self._thread.join()
            self._thread = None


def _unsaved(session: Session) -> dict[str, Any] | None:
    """Return what was written of a lesson and is in no file."""
    walk = session.walk or session.left_walk
    if walk is None or not walk.unsaved:
        return None
    return {"plan": plans.to_dict(walk.plan), "file": str(walk.path or "")}
