"""What can be done to the scene that is open, and to how it is shown."""

from dataclasses import replace

from pyglet.window import key

from playground.app.panels import icons
from playground.app.panels.command import Command, Key, Seen
from playground.app.panels.window_view import WindowView
from playground.explore.map import MapKind
from playground.language import message
from playground.study import charts, lesson_walking, steps_and_time
from playground.study.lesson import ANSWERS
from playground.study.session import Session
from playground.study.shown import Page
from playground.study.view import handles
from playground.study.view.mouse import Controls


def _timed(u: Seen) -> bool:
    return u.study.timed


def steps(u: Seen) -> bool:
    """Return whether keys step the derivation: where it is on show."""
    return u.study.page is Page.DERIVATION or u.window_view.presenting


def _mapped(u: Seen) -> bool:
    return u.study.question is not None


def _turn_map(s: Session, w: WindowView) -> None:
    """Show the map of mistakes if there is one, or no map."""
    there = s.study.maps
    first = MapKind.MISTAKES if MapKind.MISTAKES in there else MapKind.REGIONS
    s.look(map=None if s.study.question else first)


def _loop(s: Session) -> None:
    s.playback = replace(s.playback, loop=not s.playback.loop)


def _scene(s: Session, direction: int) -> None:
    if not lesson_walking.step(s, direction):
        s.open((s.index + direction) % len(s.all_opened))


def _whole(s: Session) -> None:
    s.opened.step = None


PLAY = Command(
    "Play or pause",
    lambda s, c, w: steps_and_time.toggle_playing(s),
    (Key(key.SPACE, message("Space", about="key")),),
    can=_timed,
    icon=lambda u: icons.PAUSE if u.facts.playback.playing else icons.PLAY,
)

TIME_BACK = Command(
    "Time to the previous stop",
    lambda s, c, w: steps_and_time.step_time(s, -1),
    (Key(key.COMMA, ","),),
    can=_timed,
    icon=icons.STEP_BACK,
)

TIME_ON = Command(
    "Time to the next stop",
    lambda s, c, w: steps_and_time.step_time(s, 1),
    (Key(key.PERIOD, "."),),
    can=_timed,
    icon=icons.STEP_FORWARD,
)

LOOP = Command(
    "Start over at the end",
    lambda s, c, w: _loop(s),
    (Key(key.L, "L"),),
    on=lambda u: u.facts.playback.loop,
    icon=icons.LOOP,
)

UNDO = Command(
    "Undo",
    lambda s, c, w: s.undo(),
    (Key(key.Z, "Ctrl+Z", ctrl=True, shift=False),),
    can=lambda u: bool(u.facts.history.past),
    icon=icons.UNDO,
)

REDO = Command(
    "Redo",
    lambda s, c, w: s.redo(),
    (
        Key(key.Z, "Ctrl+Shift+Z", ctrl=True, shift=True),
        Key(key.Y, "Ctrl+Y", ctrl=True),
    ),
    can=lambda u: bool(u.facts.history.future),
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
    "Compare the code with the truth",
    lambda s, c, w: s.look(compare=not s.view.compare),
    (Key(key.A, "A"),),
    can=lambda u: u.study.scene.listing is not None,
    on=lambda u: u.study.showing.compare,
)

MAP = Command(
    "Show or hide the map",
    lambda s, c, w: _turn_map(s, w),
    there=lambda u: bool(u.study.maps),
    on=_mapped,
    icon=icons.MAP,
    word="Maps",
)

CURVE = Command(
    "Show or hide the curve",
    lambda s, c, w: s.look(curve=not s.view.curve),
    (Key(key.C, "C", shift=False),),
    there=lambda u: bool(u.study.scene.answer.curves) and not _mapped(u),
    on=lambda u: u.study.showing.curve,
    icon=icons.CURVE,
)

LOUPE = Command(
    "Magnify the deciding gap (on/off)",
    lambda s, c, w: s.look(loupe=not s.view.loupe),
    (Key(key.S, "S"),),
    on=lambda u: u.study.showing.loupe,
)

STEP_BACK = Command(
    "Derivation one step back",
    lambda s, c, w: steps_and_time.step_derivation(s, -1),
    (Key(key.LEFT, message("Left", about="key")),),
    can=steps,
    icon=icons.LEFT,
)

STEP_ON = Command(
    "Derivation one step forward",
    lambda s, c, w: steps_and_time.step_derivation(s, 1),
    (Key(key.RIGHT, message("Right", about="key")),),
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
    on=lambda u: u.study.wanted.step is None,
    icon=icons.ALL,
)

PAGES = tuple(
    Command(
        message("Page {page}", page=page),
        lambda s, c, w, page=page: s.look(page=page),  # type: ignore[misc]
        (Key(symbol, name),),
        can=lambda u, page=page: page in u.study.pages,  # type: ignore[misc]
        on=lambda u, page=page: u.study.page is page,  # type: ignore[misc]
    )
    for page, symbol, name in (
        (Page.EXPLORE, key.E, "E"),
        (Page.DERIVATION, key.D, "D"),
        (Page.CODE, key.K, "K"),
        (Page.PREDICT, key.P, "P"),
        (Page.LAB, key.B, "B"),
    )
)


def _your_code(s: Session) -> None:
    """Show the page of code, or go back from it."""
    s.look(page=Page.EXPLORE if s.study.page is Page.CODE else Page.CODE)


YOUR_CODE = Command(
    "The article's code, and your own beside it",
    lambda s, c, w: _your_code(s),
    there=lambda u: Page.CODE in u.study.pages,
    on=lambda u: u.study.page is Page.CODE,
    icon=icons.CODE,
    word="Your code",
)


def _numbered(symbol: int, name: str, side: str, title: str) -> Command:
    """Return what a number does: answer in a lesson, or else look from a side."""
    place = int(name) - 1

    def act(s: Session, c: Controls, w: WindowView) -> None:
        if not lesson_walking.answer(s, place) and side:
            c.face(side)

    def can(u: Seen) -> bool:
        in_space = bool(side) and u.study.entry.dimension == 3
        return in_space or (place < ANSWERS and u.facts.walk is not None)

    return Command(title, act, (Key(symbol, name),), can=can)


NEXT_HANDLE = Command(
    "Select the next handle",
    lambda s, c, w: handles.next_grip(s, 1),
    (Key(key.TAB, "Tab", shift=False),),
)
HANDLE_BEFORE = Command(
    "Select the previous handle",
    lambda s, c, w: handles.next_grip(s, -1),
    (Key(key.TAB, "Shift+Tab", shift=True),),
)
SCENE_BEFORE = Command(
    "Previous scene; in a lesson, the previous stop",
    lambda s, c, w: _scene(s, -1),
    (Key(key.PAGEUP, "Page Up"),),
)
NEXT_SCENE = Command(
    "Next scene; in a lesson, the next stop",
    lambda s, c, w: _scene(s, 1),
    (Key(key.PAGEDOWN, "Page Down"),),
)
NUMBERS = tuple(
    _numbered(symbol, name, side, title)
    for symbol, name, side, title in (
        (
            key._1,
            "1",
            "front",
            message("Look from the front (3D); answer 1 in a lesson"),
        ),
        (key._2, "2", "", message("Answer 2 in a lesson")),
        (
            key._3,
            "3",
            "right",
            message("Look from the right (3D); answer 3 in a lesson"),
        ),
        (key._4, "4", "", message("Answer 4 in a lesson")),
        (key._7, "7", "top", message("Look from the top (3D)")),
    )
)
