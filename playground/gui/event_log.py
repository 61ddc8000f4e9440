"""A log of what was done in a window: JSON, a line a deed, from which it can be redone.

The first line says how the session and the window began. Each other one is an event or
a frame with the seconds that had passed for it, so that what plays and eases is redone
exactly too. A log is data only: no line of it opens code or writes a file.
"""

import json
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from playground.gui.view_state import WindowView
from playground.i18n import languages, message, spoken
from playground.render.theme import ThemeName
from playground.scene import json_schema, serialization
from playground.scene.author_files import read_bytes, text_of
from playground.scene.json_schema import Form, Known
from playground.scene.json_text import read
from playground.scene.scene import Entry
from playground.session import first_run
from playground.session.lesson import player
from playground.session.lesson.document import Lesson
from playground.session.playback import SPEEDS
from playground.session.saved_state import State
from playground.session.session import Session
from playground.session.view_options import Showing

FRAME, RESIZE, CLIPBOARD, HUSH, STATE = "frame", "resize", "clipboard", "hush", "state"

# Files, lines and numbers beyond these are no logs.
_BYTES = 1 << 28
_LINES = 1 << 21
LETTERS = 1 << 19
_LARGEST = 1e10


def _as_it_is(form: Form) -> Form:
    """Return the form of what stays whole where it is: pixels, a key, a button."""

    def check(name: str, value: Any, known: Known) -> Any:
        form.check(name, value, known)
        return value

    return replace(form, check=check)


_Whole = Annotated[int, json_schema.whole(-int(_LARGEST), int(_LARGEST))]
_Side = Annotated[float, _as_it_is(json_schema.number(1.0, 16384.0))]
_Fineness = Annotated[float, json_schema.number(0.5, 8.0)]


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
    scale: Annotated[float, json_schema.number(0.1, 8.0)]
    presenting: bool
    curve_share: Annotated[float, json_schema.number(0.1, 1.0)]
    stage_scale: Annotated[float, json_schema.number(0.1, 8.0)] = 1.0
    simple: bool = False
    language: Annotated[str, json_schema.one_of(lambda _: languages())] = "en"

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

    FILE: ClassVar = serialization.File("geometry-playground-log", 1, "log")

    surface: Annotated[Surface, serialization.Written("window")]
    states: Annotated[tuple[State, ...], json_schema.Size(1)]
    fitted: Annotated[tuple[_Whole, ...], json_schema.Size(0, 9)]
    looks: Annotated[Looks, serialization.Written("shown")]
    seed: _Whole = 1
    playing: bool = False
    loop: bool = True
    speed: Annotated[float, json_schema.one_of(lambda _: SPEEDS)] = 1.0
    plan: Annotated[Lesson | None, serialization.Written("lesson")] = None
    stop: Annotated[_Whole, _one_of_its_stops] = 0
    offered: bool = False
    found: bool = False

    @classmethod
    def of(
        cls, session: Session, window_view: WindowView, surface: Surface
    ) -> "LogStart":
        """Return how things are now."""
        own, walk, playback = session.opened, session.walk, session.playback
        first = first_run.offered(session)
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
            player.start(session, self.plan)
            player.go(session, self.stop)
        for state in self.states:
            session.show(replace(state, cameras={}))
        session.look(**{n: x for n, x in vars(self.looks).items() if n in _SHOWING})
        looks = {n: x for n, x in vars(self.looks).items() if n not in _SHOWING}
        window_view.look(**looks)
        if self.offered:
            first_run.take_up(session, found=self.found)
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


_NUMBER, _TEXT = (
    _as_it_is(json_schema.number(-_LARGEST, _LARGEST)),
    json_schema.text(LETTERS),
)
_KEY, _SIDE = serialization.form_of(_Whole), serialization.form_of(_Side)
# What each line may say, and what numbers or texts it takes.
_DEEDS: dict[str, Form] = {
    name: json_schema.fixed(*taken)
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
        RESIZE: [*[_SIDE] * 4, serialization.form_of(_Fineness)],
        CLIPBOARD: [_TEXT],
        HUSH: [],
        STATE: [_TEXT],
        FRAME: [_as_it_is(json_schema.number(0.0, 1.0))],
    }.items()
}


def _of_deed(name: str, values: Any, known: Known) -> Any:
    deed = known["name"]
    return _DEEDS[deed].check(f"{name} of {deed}", values, known)


@dataclass(frozen=True)
class Deed:
    """A line: after so many seconds, an event or a frame, with its numbers or text."""

    at: Annotated[float, json_schema.number(-_LARGEST, _LARGEST)]
    name: Annotated[
        str, json_schema.one_of(lambda _: list(_DEEDS)), serialization.Written("do")
    ]
    values: Annotated[tuple[Any, ...], Form(_of_deed), serialization.Written("with")]


class Log:
    """Writes a log line by line, each whole in the file before the next begins.

    OSError where it cannot be written.
    """

    def __init__(self, path: Path, start: LogStart) -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._begun = time.perf_counter()
        self._write(serialization.to_json_values(start))
        self._pressed = self._file.tell()

    def note(self, name: str, *values: object) -> None:
        """Write that something is done now."""
        at = round(time.perf_counter() - self._begun, 6)
        if name in ("mouse_press", "key_press"):
            self._pressed = self._file.tell()
        self.add(Deed(at, name, values))

    def add(self, deed: Deed) -> None:
        """Write that something was done then."""
        self._write(serialization.to_json_values(deed))

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
    with json_schema.placed(message("line {number}", number=1)):
        start = serialization.from_json_values(LogStart, read(lines[0]), scenes=scenes)
    return start, list(_deeds(lines[1:]))


def _deeds(lines: Sequence[str]) -> Iterator[Deed]:
    last = 0.0
    for count, line in enumerate(lines, 2):
        with json_schema.placed(message("line {number}", number=count)):
            deed = serialization.from_json_values(Deed, read(line))
            if deed.at < last:
                raise ValueError(message('"at" is before the line above'))
        last = deed.at
        yield deed


# ----------------------------------------------------------------------------
# What was done lately, to be written as a log when something fails.
# ----------------------------------------------------------------------------


# So many pieces are remembered, and so many deeds of one make it a long one.
_PIECES = 4
_LONG = 3000
# No pause is redone that is longer, in seconds.
_PAUSE = 1.0
_NAME = "failure-{}.log"
# So many logs are left to lie.
_LOGS = 9


@dataclass
class _Piece:
    """What was done since a moment of which a log can say how all was."""

    start: LogStart
    deeds: list[Deed] = field(default_factory=list)


class Recent:
    """Remembers what was done lately, from a moment on that a log can begin with."""

    def __init__(self) -> None:
        self._pieces: deque[_Piece] = deque(maxlen=_PIECES)
        self._at = self._noted = 0.0

    @property
    def empty(self) -> bool:
        """Whether nothing is remembered, and nothing will be before it begins."""
        return not self._pieces

    @property
    def long(self) -> bool:
        """Whether it should begin anew even where that is less exact."""
        return not self.empty and len(self._pieces[-1].deeds) > _LONG

    def begin(self, start: LogStart) -> None:
        """Note how all is now; what was done long before is forgotten."""
        self._pieces.append(_Piece(start))

    def note(self, name: str, *values: object) -> None:
        """Note that something is done now."""
        if self.empty:
            return
        now = time.perf_counter()
        self._at += min(now - self._noted, _PAUSE)
        self._noted = now
        self._pieces[-1].deeds.append(Deed(self._at, name, values))

    def forget(self) -> None:
        """Remember nothing."""
        self._pieces.clear()

    def save(self, folder: Path) -> Path | None:
        """Write all as a log of a new name; None where there is nothing.

        OSError where it cannot be written. Of older ones a few are kept.
        """
        if self.empty:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        numbers = _numbers(folder)
        path = folder / _NAME.format(max(numbers, default=0) + 1)
        deeds = [deed for piece in self._pieces for deed in piece.deeds]
        log = Log(path, self._pieces[0].start)
        first = deeds[0].at if deeds else 0.0
        for deed in deeds:
            log.add(Deed(round(deed.at - first, 6), deed.name, deed.values))
        log.close()
        for number in sorted(numbers)[: 1 - _LOGS]:
            with suppress(OSError):
                (folder / _NAME.format(number)).unlink()
        return path


def _numbers(folder: Path) -> list[int]:
    """Return the numbers of the logs that lie there."""
    before, after = _NAME.split("{}")
    named = (path.name for path in folder.glob(_NAME.format("*")))
    told = (name.removeprefix(before).removesuffix(after) for name in named)
    return [int(number) for number in told if number.isascii() and number.isdigit()]


# ----------------------------------------------------------------------------
# The events of a window: written to a log, remembered, or replayed from a log.
# ----------------------------------------------------------------------------


class Tape:
    """Writes a window's events to a log, or replays a log in place of its user.

    Attributes
    ----------
    log : Log or None
        What is written.
    recent : Recent
        What was done lately, written or not.
    surface : Surface or None
        While a log is redone: what it was drawn on then.
    elapsed : float
        While it is redone: the seconds that its present frame takes.
    """

    def __init__(self, recent: Recent) -> None:
        self.recent = recent
        self.log: Log | None = None
        self.surface: Surface | None = None
        self.elapsed = 0.0
        self._deeds: list[Deed] = []
        self._next = 0
        self._telling = False

    def begin(self, start: LogStart, deeds: list[Deed]) -> None:
        """Begin a replay: events come from the log, and the user's are ignored."""
        self.recent.forget()
        self.surface, self._deeds, self._next = start.surface, deeds, 0

    def end(self) -> None:
        """End the replay: the window listens to its user again."""
        self.surface, self._deeds, self._next = None, [], 0

    @property
    def redoing(self) -> bool:
        """Whether a log is being redone."""
        return self.surface is not None

    @property
    def exact(self) -> bool:
        """Whether nothing may depend on the machine's speed: in logs and replays."""
        return self.redoing or self.log is not None

    @property
    def now(self) -> float:
        """The seconds on the clock that counts: the log's, while one is redone."""
        if self.redoing:
            return self._deeds[self._next - 1].at if self._next else 0.0
        return time.perf_counter()

    @property
    def coming(self) -> Deed | None:
        """The next event of the replay; None at its end."""
        return self._deeds[self._next] if self._next < len(self._deeds) else None

    def take(self) -> Deed:
        """Return the next event of the replay, and go on to the one after it."""
        self._next += 1
        return self._deeds[self._next - 1]

    def hears(self, name: str, *values: object) -> bool:
        """Write an event down; False for the user's own during a replay."""
        if self.redoing:
            return self._telling
        self.recent.note(name, *values)
        if self.log:
            try:
                self.log.note(name, *values)
            except OSError:
                self.log = None
        return True

    def tell(self, handler: Any, values: Sequence[Any]) -> None:
        """Call a window's handler with an event of the replay."""
        self._telling = True
        try:
            handler(*values)
        finally:
            self._telling = False

    def clipboard(self, text: str) -> str:
        """Return the clipboard's text: that of the log, or what it is, written down."""
        if not self.redoing:
            self.hears(CLIPBOARD, text[:LETTERS])
            return text
        if self.coming and self.coming.name == CLIPBOARD:
            return str(self.take().values[0])
        return ""
