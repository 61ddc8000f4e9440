"""What can be done to the scene: its time, history, steps, maps, and the quiz."""

from dataclasses import replace

from pyglet.window import key

from playground.app.panels import icons
from playground.app.panels.command import Command, Key
from playground.app.panels.window_view import WindowView
from playground.explore.map import MapKind
from playground.study import (
    charts,
    quiz_play,
    steps_and_time,
)
from playground.study.session import Session
from playground.study.shown import Page


def _timed(s: Session, w: WindowView) -> bool:
    return s.moment.timed


def steps(s: Session, w: WindowView) -> bool:
    """Return whether keys step the derivation: where it is on show."""
    return s.page is Page.DERIVATION or w.presenting


def _mapped(s: Session, w: WindowView) -> bool:
    return charts.question(s) is not None


def _turn_map(s: Session, w: WindowView) -> None:
    s.look(map=None if _mapped(s, w) else MapKind.REGIONS)


def _loop(s: Session) -> None:
    s.playback = replace(s.playback, loop=not s.playback.loop)


def _whole(s: Session) -> None:
    s.opened.step = None


PLAY = Command(
    "Play or pause",
    lambda s, c, w: steps_and_time.toggle_playing(s),
    (Key(key.SPACE, "Space"),),
    can=_timed,
    icon=lambda s, w: icons.PAUSE if s.playback.playing else icons.PLAY,
)
TIME_BACK = Command(
    "Time one stop back",
    lambda s, c, w: steps_and_time.step_time(s, -1),
    (Key(key.COMMA, ","),),
    can=_timed,
    icon=icons.STEP_BACK,
)
TIME_ON = Command(
    "Time one stop on",
    lambda s, c, w: steps_and_time.step_time(s, 1),
    (Key(key.PERIOD, "."),),
    can=_timed,
    icon=icons.STEP_FORWARD,
)
LOOP = Command(
    "Start over at the end",
    lambda s, c, w: _loop(s),
    (Key(key.L, "L"),),
    on=lambda s, w: s.playback.loop,
    icon=icons.LOOP,
)
UNDO = Command(
    "Undo",
    lambda s, c, w: s.undo(),
    (Key(key.Z, "Ctrl+Z", ctrl=True, shift=False),),
    can=lambda s, w: bool(s.opened.history.past),
    icon=icons.UNDO,
)
REDO = Command(
    "Redo",
    lambda s, c, w: s.redo(),
    (
        Key(key.Z, "Ctrl+Shift+Z", ctrl=True, shift=True),
        Key(key.Y, "Ctrl+Y", ctrl=True),
    ),
    can=lambda s, w: bool(s.opened.history.future),
    icon=icons.REDO,
)
RESET = Command(
    "Back to the case", lambda s, c, w: s.reset(), (Key(key.R, "R"),), icon=icons.RESET
)
FIT = Command(
    "Fit the view", lambda s, c, w: c.fit(), (Key(key.F, "F"),), icon=icons.FIT
)
NEXT_MAP = Command(
    "The next map, or none", lambda s, c, w: charts.next_map(s), (Key(key.G, "G"),)
)
COMPARE = Command(
    "The code's answer beside truth",
    lambda s, c, w: s.look(compare=not s.view.compare),
    (Key(key.A, "A"),),
    can=lambda s, w: s.moment.scene.listing is not None,
    on=lambda s, w: s.view.compare,
)
MAP = Command(
    "Show or hide the map",
    lambda s, c, w: _turn_map(s, w),
    there=lambda s, w: bool(s.moment.maps),
    on=_mapped,
    icon=icons.MAP,
)
CURVE = Command(
    "Show or hide the curve",
    lambda s, c, w: s.look(curve=not s.view.curve),
    (Key(key.C, "C", shift=False),),
    there=lambda s, w: bool(s.moment.scene.answer.curves) and not _mapped(s, w),
    on=lambda s, w: s.view.curve,
    icon=icons.CURVE,
)
LOUPE = Command(
    "Enlarge a small gap that decides, or not",
    lambda s, c, w: s.look(loupe=not s.view.loupe),
    (Key(key.S, "S"),),
    on=lambda s, w: s.view.loupe,
)
STEP_BACK = Command(
    "One step back",
    lambda s, c, w: steps_and_time.step_derivation(s, -1),
    (Key(key.LEFT, "Left"),),
    can=steps,
    icon=icons.LEFT,
)
STEP_ON = Command(
    "One step on",
    lambda s, c, w: steps_and_time.step_derivation(s, 1),
    (Key(key.RIGHT, "Right"),),
    can=steps,
    icon=icons.RIGHT,
)
FIRST_STEP = Command(
    "First step of the derivation",
    lambda s, c, w: steps_and_time.step_derivation(s, -99),
    (Key(key.HOME, "Home"),),
    can=steps,
)
ALL_STEPS = Command(
    "Show the whole derivation",
    lambda s, c, w: _whole(s),
    (Key(key.END, "End"),),
    can=steps,
    on=lambda s, w: s.opened.step is None,
    icon=icons.ALL,
)
SAY_HIT = Command(
    "Predict a hit", lambda s, c, w: quiz_play.say(s, True), (Key(key.H, "H"),)
)
SAY_MISS = Command(
    "Predict a miss", lambda s, c, w: quiz_play.say(s, False), (Key(key.M, "M"),)
)
PAGES = tuple(
    Command(
        f"Page {page}",
        lambda s, c, w, page=page: s.look(page=page),  # type: ignore[misc]
        (Key(symbol, name),),
        can=lambda s, w, page=page: page in s.pages,  # type: ignore[misc]
        on=lambda s, w, page=page: s.page is page,  # type: ignore[misc]
    )
    for page, symbol, name in (
        (Page.EXPLORE, key.E, "E"),
        (Page.DERIVATION, key.D, "D"),
        (Page.CODE, key.K, "K"),
        (Page.PREDICT, key.P, "P"),
        (Page.LAB, key.B, "B"),
    )
)
REVEAL = Command(
    "Start, reveal, or the next question",
    lambda s, c, w: quiz_play.enter(s),
    (Key(key.RETURN, "Enter"), Key(key.ENTER, "Enter")),
)
NEXT_QUESTION = Command(
    "Next question", lambda s, c, w: quiz_play.proceed(s), (Key(key.N, "N"),)
)
