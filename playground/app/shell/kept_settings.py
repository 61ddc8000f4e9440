"""What is kept from one start to the next, as a value and as a file."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, ClassVar

from playground.language import message
from playground.render.theme import ThemeName
from playground.scene.codec import File, from_json_values, to_json_values
from playground.scene.forms import number, whole
from playground.scene.json_text import read
from playground.scene.reading import LARGEST
from playground.study.saved_state import PathText

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
