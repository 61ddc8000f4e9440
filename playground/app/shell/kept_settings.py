"""What is kept from one start to the next, as a value and as a file."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from playground.render.theme import ThemeName
from playground.scene.reading import LARGEST
from playground.scene.state import begun, read, said
from playground.study.saved_state import path_text

FORMAT = "geometry-playground-settings"
VERSION = 1
SIZE = (1280, 800)
# A window has so many pixels a side.
_WIDEST = 32768
_SCALES = (0.5, 4.0)


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
        How each scene was left that was ever opened, by its id: as JSON values, which
        are looked at when it is opened.
    lessons : tuple
        What was written of lessons and not saved, as JSON values: "plan", as in its
        file, and "file".
    """

    size: tuple[int, int] = SIZE
    full_screen: bool = False
    theme: ThemeName = ThemeName.DARK
    scale: float = 1.0
    folder: str = ""
    scene: str = ""
    scenes: Mapping[str, Any] = field(default_factory=dict)
    lessons: tuple[Any, ...] = ()


_NAMES = tuple(each.name for each in fields(Kept))
_LISTS = "scenes", "lessons"


def dump(kept: Kept) -> str:
    """Return what is kept as readable JSON text; ValueError if that is too much."""
    values = {name: getattr(kept, name) for name in _NAMES}
    text = json.dumps({"format": FORMAT, "version": VERSION, **values}, indent=1)
    if len(text) >= LARGEST:
        raise ValueError(f"it is more than {LARGEST >> 20} MB")
    return text + "\n"


def load(text: str) -> Kept:
    """Return what a text keeps; ValueError says what is wrong with it.

    Scenes and lessons are looked at when they are opened: one alone may be unfit.
    """
    values = read(text, LARGEST)
    # Of the older files each has one lesson at most.
    begun(values, FORMAT, VERSION, "settings file", (*_NAMES, "lesson"))
    size, scenes = values.get("size", [*SIZE]), values.get("scenes", {})
    if not isinstance(size, list) or len(size) != 2:
        raise ValueError(f"size must be two numbers, not {said(size)}")
    if not isinstance(scenes, dict):
        raise ValueError(f'"scenes" must be an object, not {said(scenes)}')
    lessons = values.get("lessons", [])
    if not isinstance(lessons, list):
        raise ValueError(f'"lessons" must be a list, not {said(lessons)}')
    if values.get("lesson") is not None:
        lessons = [*lessons, values["lesson"]]
    theme = values.get("theme", ThemeName.DARK)
    if theme not in tuple(ThemeName):
        raise ValueError(f"unknown theme {said(theme)}")
    full, scene = values.get("full_screen", False), values.get("scene", "")
    if not isinstance(full, bool):
        raise ValueError(f"full_screen must be true or false, not {said(full)}")
    if not isinstance(scene, str):
        raise ValueError(f"scene must be text, not {said(scene)}")
    return Kept(
        (round(_within("size", size[0], 1, _WIDEST)),
         round(_within("size", size[1], 1, _WIDEST))),
        full,
        ThemeName(theme),
        _within("scale", values.get("scale", 1.0), *_SCALES),
        path_text(values, "folder"),
        scene,
        scenes,
        tuple(lessons),
    )  # fmt: skip


def _within(name: str, value: object, low: float, high: float) -> float:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    if not plain or not low <= value <= high:  # type: ignore[operator]
        raise ValueError(f"{name} must lie in {low:g} to {high:g}, not {said(value)}")
    return float(value)  # type: ignore[arg-type]


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
    scenes = {
        name: left
        for name, left in now.scenes.items()
        if left != before.scenes.get(name)
    }
    return replace(
        there,
        **changed,
        scenes={**there.scenes, **scenes},
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
