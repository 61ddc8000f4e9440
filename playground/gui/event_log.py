"""Event logs: a window's input as JSON lines, from which it can be replayed.

The first line holds the initial session and window. Each other line is an event or a
frame with its elapsed seconds, so that playback and animations replay exactly. A log
is only data: no line opens code or writes a file.
"""

import json
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from playground.gui.view_state import WindowView
from playground.i18n import current_language, languages, message
from playground.quick_dataclass import dataclass
from playground.render.theme import ThemeName
from playground.scene import json_schema, serialization
from playground.scene.author_files import decode_text, read_bytes
from playground.scene.json_schema import Schema, ValidationContext
from playground.scene.json_text import parse_json
from playground.scene.scene import SceneEntry
from playground.session import first_run
from playground.session.lesson import player
from playground.session.lesson.document import Lesson
from playground.session.playback import SPEEDS
from playground.session.saved_state import State
from playground.session.session import Session
from playground.session.view_options import DisplayOptions

FRAME = "frame"
RESIZE = "resize"
CLIPBOARD = "clipboard"
HIDE_NOTICE = "hush"
HIDE_BAR = "rest"
STATE = "state"

# Limits of a valid log.
_MAX_LOG_BYTES = 1 << 28
_MAX_LOG_LINES = 1 << 21
MAX_TEXT_LETTERS = 1 << 19
_MAX_NUMBER = 1e10


def _validate_unchanged(form: Schema) -> Schema:
    """Return a schema that validates a number but keeps its type, int or float."""

    def check(name: str, value: Any, context: ValidationContext) -> Any:
        form.validate(name, value, context)
        return value

    return replace(form, validate=check)


_LoggedInteger = Annotated[
    int, json_schema.integer_schema(-int(_MAX_NUMBER), int(_MAX_NUMBER))
]
_SideLength = Annotated[
    float, _validate_unchanged(json_schema.number_schema(1.0, 16384.0))
]
_PanelWidth = Annotated[float, json_schema.number_schema(0.0, 16384.0)]
_PixelScale = Annotated[float, json_schema.number_schema(0.5, 8.0)]


@dataclass(frozen=True)
class DrawingSurface:
    """Size of a window in pyglet's units and in pixels, and the display's scale.

    Attributes
    ----------
    width, height : float
        Size in pyglet's units.
    pixels_wide, pixels_high : float
        Size in physical pixels.
    fineness : float
        Scale of the display; 1 is usual.
    """

    width: _SideLength
    height: _SideLength
    pixels_wide: _SideLength
    pixels_high: _SideLength
    fineness: _PixelScale


@dataclass(frozen=True)
class LoggedAppearance:
    """Options of the view that scenes share, from `DisplayOptions` and `WindowView`."""

    curve: bool
    loupe: bool
    numbers: bool
    theme: ThemeName
    scale: Annotated[float, json_schema.number_schema(0.1, 8.0)]
    presenting: bool
    curve_share: Annotated[float, json_schema.number_schema(0.1, 1.0)]
    stage_scale: Annotated[float, json_schema.number_schema(0.1, 8.0)] = 1.0
    simple: bool = False
    sidebar_width: _PanelWidth = 0.0
    panel_width: _PanelWidth = 0.0
    user_code: bool = False
    language: Annotated[
        str, json_schema.membership_validator(lambda _: languages())
    ] = "en"

    @classmethod
    def capture(
        cls, showing: DisplayOptions, window_view: WindowView
    ) -> "LoggedAppearance":
        """Return the current options."""
        every = vars(showing) | vars(window_view) | {"language": current_language()}
        return cls(**{field.name: every[field.name] for field in fields(cls)})


def _check_stop(name: str, stop: int, context: ValidationContext) -> int:
    plan: Lesson | None = context.get("plan")
    if stop and not (plan and 0 <= stop < len(plan.stops)):
        raise ValueError(message("{name} is not part of the lesson", name=name))
    return stop


@dataclass(frozen=True)
class LogStart:
    """First line of a log: the initial session and window.

    Attributes
    ----------
    surface : DrawingSurface
        The window's size.
    states : tuple of State
        The states of the opened scenes, the current one last.
    fitted : tuple of int
        The current scene's views whose camera is still fitted.
    looks : LoggedAppearance
        Options of the view.
    seed : int
        Seed of the next quiz round.
    playing, loop, speed
        As in the session's playback.
    plan : Lesson or None
        The open lesson, of which `stop` is the current stop.
    offered : bool
        Whether the scene's guided start is offered.
    found : bool
        Whether the mistake that it leads to was reached.
    """

    FILE: ClassVar = serialization.FileFormat("geometry-playground-log", 1, "log")

    surface: Annotated[DrawingSurface, serialization.FieldFormat("window")]
    states: Annotated[tuple[State, ...], json_schema.LengthRange(1)]
    fitted: Annotated[tuple[_LoggedInteger, ...], json_schema.LengthRange(0, 9)]
    looks: Annotated[LoggedAppearance, serialization.FieldFormat("shown")]
    seed: _LoggedInteger = 1
    playing: bool = False
    loop: bool = True
    speed: Annotated[float, json_schema.membership_validator(lambda _: SPEEDS)] = 1.0
    plan: Annotated[Lesson | None, serialization.FieldFormat("lesson")] = None
    stop: Annotated[_LoggedInteger, _check_stop] = 0
    offered: bool = False
    found: bool = False

    @classmethod
    def capture(
        cls, session: Session, window_view: WindowView, surface: DrawingSurface
    ) -> "LogStart":
        """Return the current state of session and window."""
        opened, walk, playback = session.open_scene, session.lesson, session.playback
        first = session.active_offer
        other_values = [
            State(o.scene, o.history.present.params, o.case, mapped=o.mapped)
            for o in ([] if walk else session.opened_scenes)
            if o is not opened and "history" in vars(o)
        ]
        return cls(
            surface,
            (*other_values, replace(session.state, cameras=dict(opened.cameras))),
            tuple(n for n, c in opened.cameras.items() if opened.fitted.get(n) is c),
            LoggedAppearance.capture(session.view, window_view),
            session.seed,
            playback.playing,
            playback.loop,
            playback.speed,
            walk.document if walk else None,
            walk.at if walk else 0,
            first is not None,
            first is not None and first.found,
        )

    def apply(self, session: Session, window_view: WindowView) -> None:
        """Apply the state to a session, except for the cameras."""
        if self.plan:
            player.start_lesson(session, self.plan)
            player.go_to_stop(session, self.stop)
        for state in self.states:
            session.show(replace(state, cameras={}))
        looks = dict(vars(self.looks))
        names = [field.name for field in fields(DisplayOptions) if field.name in looks]
        session.look(**{name: looks.pop(name) for name in names})
        window_view.look(**looks)
        if self.offered:
            first_run.restore_offer(session, found=self.found)
        session.seed = self.seed
        session.set_playback(playing=self.playing, loop=self.loop, speed=self.speed)

    def apply_cameras(self, session: Session) -> None:
        """Set the cameras, which a window fits on opening."""
        opened, cameras = session.open_scene, self.states[-1].cameras
        opened.cameras.update(cameras)
        opened.fitted.update({n: cameras[n] for n in self.fitted if n in cameras})


_NUMBER = _validate_unchanged(json_schema.number_schema(-_MAX_NUMBER, _MAX_NUMBER))
_TEXT = json_schema.text_schema(MAX_TEXT_LETTERS)
_KEY = serialization.schema_of(_LoggedInteger)
_SIDE = serialization.schema_of(_SideLength)
# The values of each event.
_EVENT_SCHEMAS: dict[str, Schema] = {
    name: json_schema.tuple_schema(*event_class)
    for name, event_class in {
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
        RESIZE: [*[_SIDE] * 4, serialization.schema_of(_PixelScale)],
        CLIPBOARD: [_TEXT],
        HIDE_NOTICE: [],
        HIDE_BAR: [],
        STATE: [_TEXT],
        FRAME: [_validate_unchanged(json_schema.number_schema(0.0, 1.0))],
    }.items()
}


def _check_event_values(name: str, values: Any, context: ValidationContext) -> Any:
    event = context["name"]
    return _EVENT_SCHEMAS[event].validate(f"{name} of {event}", values, context)


@dataclass(frozen=True)
class LoggedEvent:
    """Line of a log: an event or a frame, with its values.

    `at` is the time since the log's start, in seconds.
    """

    at: Annotated[float, json_schema.number_schema(-_MAX_NUMBER, _MAX_NUMBER)]
    name: Annotated[
        str,
        json_schema.membership_validator(lambda _: list(_EVENT_SCHEMAS)),
        serialization.FieldFormat("do"),
    ]
    values: Annotated[
        tuple[Any, ...], Schema(_check_event_values), serialization.FieldFormat("with")
    ]


class LogWriter:
    """Writer of a log; each line is flushed to the file.

    Parameters
    ----------
    path : Path
        The file, which is overwritten.
    start : LogStart
        The first line.

    Raises
    ------
    OSError
        The file cannot be written; the methods raise it too.
    """

    def __init__(self, path: Path, start: LogStart) -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._started_at_s = time.perf_counter()
        self._write(serialization.to_json_values(start))
        self._last_press_offset = self._file.tell()

    def write_event(self, name: str, *values: object) -> None:
        """Write an event that happens now."""
        seconds = round(time.perf_counter() - self._started_at_s, 6)
        if name in ("mouse_press", "key_press"):
            self._last_press_offset = self._file.tell()
        self.append(LoggedEvent(seconds, name, values))

    def append(self, event: LoggedEvent) -> None:
        """Write an event with its time."""
        self._write(serialization.to_json_values(event))

    def _write(self, values: dict[str, Any]) -> None:
        self._file.write(json.dumps(values, ensure_ascii=False) + "\n")
        self._file.flush()

    def close(self, *, keep_last_press: bool = True) -> None:
        """Close the file.

        Unless `keep_last_press`, without the last press and what follows.
        """
        if not keep_last_press:
            self._file.truncate(self._last_press_offset)
        self._file.close()


def load(
    path: Path, scenes: Sequence[SceneEntry]
) -> tuple[LogStart, list[LoggedEvent]]:
    """Return the start and the events of a log; an incomplete last line is ignored.

    Raises
    ------
    ValueError
        The log is invalid; the text names the line.
    OSError
        The file cannot be read.
    """
    # An incomplete line may end within a character.
    whole_lines, _, _ = read_bytes(path, _MAX_LOG_BYTES).rpartition(b"\n")
    lines = decode_text(whole_lines).split("\n") if whole_lines else []
    if not lines or len(lines) > _MAX_LOG_LINES:
        raise ValueError(
            message("a log has from 1 to {most} lines", most=_MAX_LOG_LINES)
        )
    with json_schema.prefix_errors(message("line {number}", number=1)):
        start = serialization.from_json_values(
            LogStart, parse_json(lines[0]), scenes=scenes
        )
    return start, list(_read_events(lines[1:]))


def _read_events(lines: Sequence[str]) -> Iterator[LoggedEvent]:
    last = 0.0
    for count, line in enumerate(lines, 2):
        with json_schema.prefix_errors(message("line {number}", number=count)):
            event = serialization.from_json_values(LoggedEvent, parse_json(line))
            if event.at < last:
                raise ValueError(message('"at" is before the line above'))
        last = event.at
        yield event


# ----------------------------------------------------------------------------
# Recent events, saved as a log after a failure.
# ----------------------------------------------------------------------------


# Segments kept, and events after which a segment counts as long.
_MAX_SEGMENTS = 4
_MAX_SEGMENT_EVENTS = 3000
# Longer pauses are shortened.
_MAX_PAUSE_S = 1.0
_FAILURE_LOG_NAME = "failure-{}.log"
# Older logs are deleted.
_MAX_FAILURE_LOGS = 9


class RecentEvents:
    """Recent events in segments, each beginning at a point where a log can begin.

    Only the last `_MAX_SEGMENTS` are kept.
    """

    def __init__(self) -> None:
        # The start and the events of each segment.
        self._segments = deque[tuple[LogStart, list[LoggedEvent]]](maxlen=_MAX_SEGMENTS)
        self._elapsed_s = self._last_event_at_s = 0.0

    @property
    def is_empty(self) -> bool:
        """Whether no segment has begun, so that events are not recorded."""
        return not self._segments

    @property
    def is_long(self) -> bool:
        """Whether the segment has over 3000 events, so that a new one should begin.

        Then even an incomplete start is good enough.
        """
        return not self.is_empty and len(self._segments[-1][1]) > _MAX_SEGMENT_EVENTS

    def begin(self, start: LogStart) -> None:
        """Begin a segment; of more than four the oldest one is dropped."""
        self._segments.append((start, []))

    def record_event(self, name: str, *values: object) -> None:
        """Record an event that happens now, if a segment has begun.

        Pauses of more than `_MAX_PAUSE_S` are shortened to it.
        """
        if self.is_empty:
            return
        current_time = time.perf_counter()
        self._elapsed_s += min(current_time - self._last_event_at_s, _MAX_PAUSE_S)
        self._last_event_at_s = current_time
        self._segments[-1][1].append(LoggedEvent(self._elapsed_s, name, values))

    def clear(self) -> None:
        """Drop all segments."""
        self._segments.clear()

    def save(self, folder: Path) -> Path | None:
        """Write all segments as a new log and clear them; keep the latest nine logs.

        Returns
        -------
        Path or None
            The log's file; None without events.

        Raises
        ------
        OSError
            The log cannot be written.
        """
        segments = [*self._segments]
        self.clear()
        if not segments:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        numbers = _failure_log_numbers(folder)
        path = folder / _FAILURE_LOG_NAME.format(max(numbers, default=0) + 1)
        events = [event for _, segment in segments for event in segment]
        log = LogWriter(path, segments[0][0])
        for event in events:
            log.append(replace(event, at=round(event.at - events[0].at, 6)))
        log.close()
        for number in sorted(numbers)[: 1 - _MAX_FAILURE_LOGS]:
            with suppress(OSError):
                (folder / _FAILURE_LOG_NAME.format(number)).unlink()
        return path


def _failure_log_numbers(folder: Path) -> list[int]:
    """Return the numbers of the logs of failures in a folder."""
    prefix, suffix = _FAILURE_LOG_NAME.split("{}")
    file_names = (path.name for path in folder.glob(_FAILURE_LOG_NAME.format("*")))
    numbers = (name.removeprefix(prefix).removesuffix(suffix) for name in file_names)
    return [int(number) for number in numbers if number.isascii() and number.isdigit()]


# ----------------------------------------------------------------------------
# The events of a window: written to a log, remembered, or replayed from a log.
# ----------------------------------------------------------------------------


class EventPlayer:
    """Recorder of a window's events, or player of a log in place of its user.

    Attributes
    ----------
    log : LogWriter or None
        The log being written; None for none, and after it could not be written.
    recent_events : RecentEvents
        Recent events, recorded with or without a log.
    surface : DrawingSurface or None
        The surface of the log being replayed; None outside of a replay.
    elapsed : float
        The seconds since the frame before, of the current frame of a replay.
    """

    def __init__(self) -> None:
        self.recent_events = RecentEvents()
        self.log: LogWriter | None = None
        self.surface: DrawingSurface | None = None
        self.elapsed = 0.0
        self._events: list[LoggedEvent] = []
        self._next_index = 0
        self._is_dispatching = False

    def begin(self, start: LogStart, events: list[LoggedEvent]) -> None:
        """Begin a replay: events come from the log, and the user's are ignored."""
        self.recent_events.clear()
        self.surface, self._events, self._next_index = start.surface, events, 0

    def end(self) -> None:
        """End the replay; the user's events count again."""
        self.surface, self._events, self._next_index = None, [], 0

    @property
    def is_replaying(self) -> bool:
        """Whether a log is being replayed."""
        return self.surface is not None

    @property
    def is_deterministic(self) -> bool:
        """Whether results must not depend on speed: while recording or replaying."""
        return self.is_replaying or self.log is not None

    @property
    def clock_seconds(self) -> float:
        """The current time in seconds: the log's during a replay."""
        if self.is_replaying:
            return self._events[self._next_index - 1].at if self._next_index else 0.0
        return time.perf_counter()

    @property
    def next_event(self) -> LoggedEvent | None:
        """The next event of the replay; None at its end."""
        index, events = self._next_index, self._events
        return events[index] if index < len(events) else None

    def pop_event(self) -> LoggedEvent:
        """Return the next event of the replay and advance.

        Raises
        ------
        IndexError
            The replay has ended.
        """
        self._next_index += 1
        return self._events[self._next_index - 1]

    def record_event(self, name: str, *values: object) -> bool:
        """Record an event, unless a log is being replayed.

        Return whether to handle it: False for one of the user's during a replay.
        """
        if self.is_replaying:
            return self._is_dispatching
        self.recent_events.record_event(name, *values)
        if self.log:
            try:
                self.log.write_event(name, *values)
            except OSError:
                self.log = None
        return True

    def dispatch_event(self, handler: Any, values: Sequence[Any]) -> None:
        """Call an event handler of the window with the values of a replayed event."""
        self._is_dispatching = True
        try:
            handler(*values)
        finally:
            self._is_dispatching = False

    def replay_clipboard(self, text: str) -> str:
        """Return the clipboard's text from the replayed log, "" if it has none here.

        Outside of a replay, record `text` and return it.
        """
        if not self.is_replaying:
            self.record_event(CLIPBOARD, text[:MAX_TEXT_LETTERS])
            return text
        if self.next_event and self.next_event.name == CLIPBOARD:
            return str(self.pop_event().values[0])
        return ""
