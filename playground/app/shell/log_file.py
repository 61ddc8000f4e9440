"""A log of what was done in a window: JSON, a line a deed, from which it can be redone.

The first line says how the session and the window began. Each other one is an event or
a frame with the seconds that had passed for it, so that what plays and eases is redone
exactly too. A log is data only: no line of it opens code or writes a file.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from playground.app.panels.window_view import WindowView
from playground.render.theme import ThemeName
from playground.scene.reading import read_bytes, text_of
from playground.scene.scene import Entry
from playground.scene.state import begun, known, read, said
from playground.study import lesson as plans
from playground.study import lesson_walking
from playground.study import state as states
from playground.study.lesson import Plan
from playground.study.playback import SPEEDS
from playground.study.session import Session
from playground.study.shown import Showing
from playground.study.state import State

FORMAT = "geometry-playground-log"
VERSION = 1
FRAME, RESIZE, CLIPBOARD, HUSH, STATE = "frame", "resize", "clipboard", "hush", "state"

# What each line may say, and what numbers or texts it takes.
_NUMBER, _TEXT = (int, float), str
_DEEDS: dict[str, tuple[Any, ...]] = {
    "mouse_motion": (_NUMBER,) * 4,
    "mouse_press": (_NUMBER,) * 4,
    "mouse_drag": (_NUMBER,) * 6,
    "mouse_release": (_NUMBER,) * 4,
    "mouse_scroll": (_NUMBER,) * 4,
    "mouse_leave": (_NUMBER,) * 2,
    "key_press": (int, int),
    "key_release": (int, int),
    "text": (_TEXT,),
    "text_motion": (int,),
    "text_motion_select": (int,),
    RESIZE: (_NUMBER,) * 5,
    CLIPBOARD: (_TEXT,),
    HUSH: (),
    STATE: (_TEXT,),
    FRAME: (_NUMBER,),
}
# Files, lines and numbers beyond these are no logs.
_BYTES, _LINES, _LETTERS = 1 << 28, 1 << 21, 1 << 19
_LARGEST, _FRAME_SECONDS = 1e10, 1.0
_SIDES, _FINENESS = (1, 16384), (0.5, 8.0)


@dataclass(frozen=True)
class Surface:
    """What a window draws on: its size, its pixels, and these per unit of a display."""

    width: float
    height: float
    pixels_wide: float
    pixels_high: float
    fineness: float

    def __post_init__(self) -> None:
        low, high = _SIDES
        sides = (self.width, self.height, self.pixels_wide, self.pixels_high)
        if not all(low <= side <= high for side in sides):
            raise ValueError(f"a window's sides must lie in [{low}, {high}]")
        if not _FINENESS[0] <= self.fineness <= _FINENESS[1]:
            raise ValueError(f"its fineness must lie in {list(_FINENESS)}")


@dataclass(frozen=True)
class Start:
    """How a log begins.

    `states` are those of the scenes that were opened, the present one last; `fitted`
    are the views of it that nobody has moved.
    """

    surface: Surface
    states: tuple[State, ...]
    fitted: tuple[int, ...] = ()
    showing: Showing = field(default_factory=Showing)
    window_view: WindowView = field(default_factory=WindowView)
    seed: int = 1
    playing: bool = False
    loop: bool = True
    speed: float = 1.0
    plan: Plan | None = None
    stop: int = 0

    @classmethod
    def of(cls, session: Session, window_view: WindowView, surface: Surface) -> "Start":
        """Return how things are now."""
        own, walk, playback = session.opened, session.walk, session.playback
        others = [
            State(o.scene, o.history.present.params, o.case, mapped=o.mapped)
            for o in ([] if walk else session.all_opened)
            if o is not own and "history" in vars(o)
        ]
        return cls(
            surface,
            (*others, replace(session.state, cameras=dict(own.cameras))),
            tuple(n for n, c in own.cameras.items() if own.fitted.get(n) is c),
            session.view,
            replace(window_view),
            session.seed,
            playback.playing,
            playback.loop,
            playback.speed,
            walk.plan if walk else None,
            walk.at if walk else 0,
        )

    def show(self, session: Session, window_view: WindowView) -> None:
        """Bring a session there, but for where it is looked from."""
        if self.plan:
            lesson_walking.start(session, self.plan)
            lesson_walking.go(session, self.stop)
        for state in self.states:
            session.show(replace(state, cameras={}))
        session.look(**{name: getattr(self.showing, name) for name in _SHOWING})
        looks = {name: getattr(self.window_view, name) for name in _WINDOW_VIEW}
        window_view.look(**looks)
        session.seed = self.seed
        session.playback = replace(
            session.playback, playing=self.playing, loop=self.loop, speed=self.speed
        )

    def look_from_there(self, session: Session) -> None:
        """Give the views the cameras they had: a window fits them when it opens."""
        own, cameras = session.opened, self.states[-1].cameras
        own.cameras.update(cameras)
        own.fitted.update({n: cameras[n] for n in self.fitted if n in cameras})


_SHOWING = ("curve", "loupe", "numbers")
_WINDOW_VIEW = ("theme", "scale", "presenting", "curve_share")
_FIELDS = ("window", "states", "fitted", "shown", "seed", "playing", "loop", "speed")
_MORE = ("lesson", "stop")


@dataclass(frozen=True)
class Deed:
    """A line: after so many seconds, an event or a frame, with its numbers or text."""

    at: float
    name: str
    values: tuple[Any, ...]


class Log:
    """Writes a log line by line, each whole in the file before the next begins.

    OSError where it cannot be written.
    """

    def __init__(self, path: Path, start: Start) -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._begun = time.perf_counter()
        self._write(_start_values(start))
        self._pressed = self._file.tell()

    def note(self, name: str, *values: object) -> None:
        """Write that something is done now."""
        at = round(time.perf_counter() - self._begun, 6)
        if name in ("mouse_press", "key_press"):
            self._pressed = self._file.tell()
        self.add(Deed(at, name, values))

    def add(self, deed: Deed) -> None:
        """Write that something was done then."""
        self._write({"at": deed.at, "do": deed.name, "with": deed.values})

    def _write(self, values: dict[str, Any]) -> None:
        self._file.write(json.dumps(values, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self, *, pressed: bool = True) -> None:
        """Close the file; the last press may be left out: it has ended the log."""
        if not pressed:
            self._file.truncate(self._pressed)
        self._file.close()


def _start_values(start: Start) -> dict[str, Any]:
    values = {
        "format": FORMAT,
        "version": VERSION,
        "window": asdict(start.surface),
        "states": [states.to_dict(state) for state in start.states],
        "fitted": list(start.fitted),
        "shown": {
            **{name: getattr(start.showing, name) for name in _SHOWING},
            **{name: getattr(start.window_view, name) for name in _WINDOW_VIEW},
        },
        "seed": start.seed,
        "playing": start.playing,
        "loop": start.loop,
        "speed": start.speed,
    }
    if start.plan:
        values |= {"lesson": json.loads(plans.dump(start.plan)), "stop": start.stop}
    return values


def load(path: Path, scenes: Sequence[Entry]) -> tuple[Start, list[Deed]]:
    """Return what a log says; ValueError says what is wrong and where.

    A last line that a crash cut off is left out. OSError where it cannot be read.
    """
    # What was cut off may end within a letter.
    whole, _, _ = read_bytes(path, _BYTES).rpartition(b"\n")
    lines = text_of(whole).split("\n") if whole else []
    if not lines or len(lines) > _LINES:
        raise ValueError(f"a log has from 1 to {_LINES} lines")
    try:
        start = _start(read(lines[0]), scenes)
    except ValueError as error:
        raise ValueError(f"line 1: {error}") from error
    return start, list(_deeds(lines[1:]))


def _deeds(lines: Sequence[str]) -> Iterator[Deed]:
    last = 0.0
    for number, line in enumerate(lines, 2):
        try:
            deed = _deed(read(line))
            if deed.at < last:
                raise ValueError('"at" is before the line above')
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
        last = deed.at
        yield deed


def _deed(values: Any) -> Deed:
    if not isinstance(values, dict):
        raise ValueError("a line must be an object")
    known(values, ("at", "do", "with"), "a line")
    name, given = values.get("do"), values.get("with")
    if not isinstance(name, str) or name not in _DEEDS:
        raise ValueError(f'"do" says an unknown deed {said(name)}')
    wanted = _DEEDS[name]
    if not isinstance(given, list) or len(given) != len(wanted):
        raise ValueError(f'"with" of {name} takes {len(wanted)} values')
    where = f'"with" of {name}'
    for value, kind in zip(given, wanted, strict=True):
        if kind is _TEXT:
            if not isinstance(value, str) or len(value) > _LETTERS:
                raise ValueError(f"{where} takes a text, not {said(value)}")
        else:
            _checked(value, where, kind)
    if name == RESIZE:
        _surface(given, where)
    if name == FRAME and not 0.0 <= given[0] <= _FRAME_SECONDS:
        raise ValueError(f"{where} takes up to {_FRAME_SECONDS:g} seconds")
    at = _checked(values.get("at"), "at")
    return Deed(float(at), name, tuple(given))


def _surface(sides: Sequence[float], where: str) -> Surface:
    try:
        return Surface(*sides)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _checked(value: Any, name: str, kind: Any = _NUMBER) -> Any:
    plain = isinstance(value, kind) and not isinstance(value, bool)
    if not plain or not abs(value) <= _LARGEST:
        raise ValueError(f"{name} takes a number, not {said(value)}")
    return value


def _start(values: Any, scenes: Sequence[Entry]) -> Start:
    begun(values, FORMAT, VERSION, "log", (*_FIELDS, *_MORE))
    for name in _FIELDS:
        if name not in values:
            raise ValueError(f"{name} is missing")
    window, given = values["window"], values["states"]
    sides = tuple(Surface.__dataclass_fields__)
    if not isinstance(window, dict) or set(window) != set(sides):
        raise ValueError(f"window takes {', '.join(sides)}")
    if not isinstance(given, list) or not 1 <= len(given) <= len(scenes):
        raise ValueError("states must be a list: of one state at least, one a scene")
    fitted = values["fitted"]
    if not isinstance(fitted, list) or len(fitted) > 9:
        raise ValueError("fitted must be a list of views")
    speed, stop = values["speed"], values.get("stop", 0)
    if isinstance(speed, bool) or speed not in SPEEDS:
        raise ValueError(f"speed must be one of {', '.join(map(str, SPEEDS))}")
    plan = None
    if "lesson" in values:
        plan = plans.from_dict(values["lesson"], scenes)
        if not 0 <= _checked(stop, "stop", int) < len(plan.stops):
            raise ValueError("stop is none of the lesson's")
    return Start(
        _surface([_checked(window[name], name) for name in sides], ", ".join(sides)),
        tuple(_states(given, scenes)),
        tuple(_checked(view, "fitted", int) for view in fitted),
        *_shown(values["shown"]),
        _checked(values["seed"], "seed", int),
        _flag(values["playing"], "playing"),
        _flag(values["loop"], "loop"),
        float(speed),
        plan,
        stop,
    )


def _states(given: list[Any], scenes: Sequence[Entry]) -> Iterator[State]:
    for number, values in enumerate(given, 1):
        try:
            yield states.from_dict(values, scenes)
        except ValueError as error:
            raise ValueError(f"states {number}: {error}") from error


def _shown(values: Any) -> tuple[Showing, WindowView]:
    wanted = (*_SHOWING, *_WINDOW_VIEW)
    if not isinstance(values, dict) or set(values) != set(wanted):
        raise ValueError(f"shown takes {', '.join(wanted)}")
    if values["theme"] not in list(ThemeName):
        raise ValueError(f"unknown theme {said(values['theme'])}")
    for name in (*_SHOWING, "presenting"):
        _flag(values[name], name)
    for name, high in (("scale", 8.0), ("curve_share", 1.0)):
        if not 0.1 <= _checked(values[name], name) <= high:
            raise ValueError(f"{name} must lie in [0.1, {high:g}]")
    looks = {name: values[name] for name in _WINDOW_VIEW}
    return (
        Showing(**{name: values[name] for name in _SHOWING}),
        WindowView(**{**looks, "theme": ThemeName(looks["theme"])}),
    )


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {said(value)}")
    return value
