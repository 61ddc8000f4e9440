"""A log of what was done in a window: JSON, a line a deed, from which it can be redone.

The first line says how the session and the window began. Each other one is an event or
a frame with the seconds that had passed for it, so that what plays and eases is redone
exactly too. A log is data only: no line of it opens code or writes a file.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from playground.app.panels.window_view import WindowView
from playground.language import languages, message, spoken
from playground.render.theme import ThemeName
from playground.scene import codec, forms
from playground.scene.forms import Form, Known
from playground.scene.json_text import read
from playground.scene.reading import read_bytes, text_of
from playground.scene.scene import Entry
from playground.study import first_start, lesson_walking
from playground.study.lesson import Lesson
from playground.study.playback import SPEEDS
from playground.study.session import Session
from playground.study.shown import Showing
from playground.study.state import State

FRAME, RESIZE, CLIPBOARD, HUSH, STATE = "frame", "resize", "clipboard", "hush", "state"

# Files, lines and numbers beyond these are no logs.
_BYTES, _LINES, LETTERS, _LARGEST = 1 << 28, 1 << 21, 1 << 19, 1e10


def _as_it_is(form: Form) -> Form:
    """Return the form of what stays whole where it is: pixels, a key, a button."""

    def check(name: str, value: Any, known: Known) -> Any:
        form.check(name, value, known)
        return value

    return replace(form, check=check)


_Whole = Annotated[int, forms.whole(-int(_LARGEST), int(_LARGEST))]
_Side = Annotated[float, _as_it_is(forms.number(1.0, 16384.0))]
_Fineness = Annotated[float, forms.number(0.5, 8.0)]


@dataclass(frozen=True)
class Surface:
    """What a window draws on: its size, its pixels, and these per unit of a display."""

    width: _Side
    height: _Side
    pixels_wide: _Side
    pixels_high: _Side
    fineness: _Fineness


@dataclass(frozen=True)
class Looks:
    """How all is shown whatever scene is open: of `Showing` and of `WindowView`."""

    curve: bool
    loupe: bool
    numbers: bool
    theme: ThemeName
    scale: Annotated[float, forms.number(0.1, 8.0)]
    presenting: bool
    curve_share: Annotated[float, forms.number(0.1, 1.0)]
    stage_scale: Annotated[float, forms.number(0.1, 8.0)] = 1.0
    simple: bool = False
    language: Annotated[str, forms.one_of(lambda _: languages())] = "en"

    @classmethod
    def of(cls, showing: Showing, window_view: WindowView) -> "Looks":
        """Return how all is shown now."""
        every = vars(showing) | vars(window_view) | {"language": spoken()}
        return cls(**{field.name: every[field.name] for field in fields(cls)})


def _one_of_its_stops(name: str, stop: int, known: Known) -> int:
    plan: Lesson | None = known.get("plan")
    if stop and not (plan and 0 <= stop < len(plan.stops)):
        raise ValueError(message("{name} is none of the lesson's", name=name))
    return stop


@dataclass(frozen=True)
class LogStart:
    """How a log begins.

    `states` are those of the scenes that were opened, the present one last; `fitted`
    are the views of it that nobody has moved. Where its start was `offered`, it may be
    that the mistake was `found`.
    """

    FILE: ClassVar = codec.File("geometry-playground-log", 1, "log")

    surface: Annotated[Surface, codec.Written("window")]
    states: Annotated[tuple[State, ...], forms.Size(1)]
    fitted: Annotated[tuple[_Whole, ...], forms.Size(0, 9)]
    looks: Annotated[Looks, codec.Written("shown")]
    seed: _Whole = 1
    playing: bool = False
    loop: bool = True
    speed: Annotated[float, forms.one_of(lambda _: SPEEDS)] = 1.0
    plan: Annotated[Lesson | None, codec.Written("lesson")] = None
    stop: Annotated[_Whole, _one_of_its_stops] = 0
    offered: bool = False
    found: bool = False

    @classmethod
    def of(
        cls, session: Session, window_view: WindowView, surface: Surface
    ) -> "LogStart":
        """Return how things are now."""
        own, walk, playback = session.opened, session.walk, session.playback
        first = first_start.offered(session)
        others = [
            State(o.scene, o.history.present.params, o.case, mapped=o.mapped)
            for o in ([] if walk else session.all_opened)
            if o is not own and "history" in vars(o)
        ]
        return cls(
            surface,
            (*others, replace(session.state, cameras=dict(own.cameras))),
            tuple(n for n, c in own.cameras.items() if own.fitted.get(n) is c),
            Looks.of(session.view, window_view),
            session.seed,
            playback.playing,
            playback.loop,
            playback.speed,
            walk.plan if walk else None,
            walk.at if walk else 0,
            first is not None,
            first is not None and first.found,
        )

    def show(self, session: Session, window_view: WindowView) -> None:
        """Bring a session there, but for where it is looked from."""
        if self.plan:
            lesson_walking.start(session, self.plan)
            lesson_walking.go(session, self.stop)
        for state in self.states:
            session.show(replace(state, cameras={}))
        session.look(**{n: x for n, x in vars(self.looks).items() if n in _SHOWING})
        looks = {n: x for n, x in vars(self.looks).items() if n not in _SHOWING}
        window_view.look(**looks)
        if self.offered:
            first_start.take_up(session, found=self.found)
        session.seed = self.seed
        session.playback = replace(
            session.playback, playing=self.playing, loop=self.loop, speed=self.speed
        )

    def look_from_there(self, session: Session) -> None:
        """Give the views the cameras they had: a window fits them when it opens."""
        own, cameras = session.opened, self.states[-1].cameras
        own.cameras.update(cameras)
        own.fitted.update({n: cameras[n] for n in self.fitted if n in cameras})


_SHOWING = [field.name for field in fields(Showing)]


_NUMBER, _TEXT = _as_it_is(forms.number(-_LARGEST, _LARGEST)), forms.text(LETTERS)
_KEY, _SIDE = codec.form_of(_Whole), codec.form_of(_Side)
# What each line may say, and what numbers or texts it takes.
_DEEDS: dict[str, Form] = {
    name: forms.fixed(*taken)
    for name, taken in {
        "mouse_motion": [_NUMBER] * 4,
        "mouse_press": [_NUMBER] * 4,
        "mouse_drag": [_NUMBER] * 6,
        "mouse_release": [_NUMBER] * 4,
        "mouse_scroll": [_NUMBER] * 4,
        "mouse_leave": [_NUMBER] * 2,
        "deactivate": [],
        "key_press": [_KEY] * 2,
        "key_release": [_KEY] * 2,
        "text": [_TEXT],
        "text_motion": [_KEY],
        "text_motion_select": [_KEY],
        RESIZE: [*[_SIDE] * 4, codec.form_of(_Fineness)],
        CLIPBOARD: [_TEXT],
        HUSH: [],
        STATE: [_TEXT],
        FRAME: [_as_it_is(forms.number(0.0, 1.0))],
    }.items()
}


def _of_deed(name: str, values: Any, known: Known) -> Any:
    deed = known["name"]
    return _DEEDS[deed].check(f"{name} of {deed}", values, known)


@dataclass(frozen=True)
class Deed:
    """A line: after so many seconds, an event or a frame, with its numbers or text."""

    at: Annotated[float, forms.number(-_LARGEST, _LARGEST)]
    name: Annotated[str, forms.one_of(lambda _: list(_DEEDS)), codec.Written("do")]
    values: Annotated[tuple[Any, ...], Form(_of_deed), codec.Written("with")]


class Log:
    """Writes a log line by line, each whole in the file before the next begins.

    OSError where it cannot be written.
    """

    def __init__(self, path: Path, start: LogStart) -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._begun = time.perf_counter()
        self._write(codec.to_json_values(start))
        self._pressed = self._file.tell()

    def note(self, name: str, *values: object) -> None:
        """Write that something is done now."""
        at = round(time.perf_counter() - self._begun, 6)
        if name in ("mouse_press", "key_press"):
            self._pressed = self._file.tell()
        self.add(Deed(at, name, values))

    def add(self, deed: Deed) -> None:
        """Write that something was done then."""
        self._write(codec.to_json_values(deed))

    def _write(self, values: dict[str, Any]) -> None:
        self._file.write(json.dumps(values, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self, *, pressed: bool = True) -> None:
        """Close the file; the last press may be left out: it has ended the log."""
        if not pressed:
            self._file.truncate(self._pressed)
        self._file.close()


def load(path: Path, scenes: Sequence[Entry]) -> tuple[LogStart, list[Deed]]:
    """Return what a log says; ValueError says what is wrong and where.

    A last line that a crash cut off is left out. OSError where it cannot be read.
    """
    # What was cut off may end within a letter.
    whole, _, _ = read_bytes(path, _BYTES).rpartition(b"\n")
    lines = text_of(whole).split("\n") if whole else []
    if not lines or len(lines) > _LINES:
        raise ValueError(message("a log has from 1 to {most} lines", most=_LINES))
    with forms.placed(message("line {number}", number=1)):
        start = codec.from_json_values(LogStart, read(lines[0]), scenes=scenes)
    return start, list(_deeds(lines[1:]))


def _deeds(lines: Sequence[str]) -> Iterator[Deed]:
    last = 0.0
    for count, line in enumerate(lines, 2):
        with forms.placed(message("line {number}", number=count)):
            deed = codec.from_json_values(Deed, read(line))
            if deed.at < last:
                raise ValueError(message('"at" is before the line above'))
        last = deed.at
        yield deed
