"""One table of all that can be done: its keys, its button, and the page of keys."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pyglet.window import key

from playground.app.canvas.mouse import Controls
from playground.app.panels import icons, keyboard_focus
from playground.app.panels.window_view import WindowRequest, WindowView
from playground.explore.map import MapKind
from playground.render.theme import ThemeName
from playground.study import (
    charts,
    lesson_walking,
    lesson_writing,
    quiz_play,
    steps_and_time,
)
from playground.study.lesson import ANSWERS
from playground.study.session import Session
from playground.study.shown import Page
from playground.study.view import handles

CTRL = key.MOD_CTRL | key.MOD_COMMAND


@dataclass(frozen=True)
class Key:
    """A key with its modifiers; `shift` None stands for with and without."""

    symbol: int
    name: str
    ctrl: bool = False
    shift: bool | None = None

    def meant(self, symbol: int, modifiers: int) -> bool:
        """Return whether a press is of this key."""
        ctrl, shift = bool(modifiers & CTRL), bool(modifiers & key.MOD_SHIFT)
        held = self.shift is None or self.shift == shift
        return self.symbol == symbol and self.ctrl == ctrl and held


def _always(session: Session, window_view: WindowView) -> bool:
    return True


def _never(session: Session, window_view: WindowView) -> bool:
    return False


@dataclass(frozen=True)
class Command:
    """Something that can be done.

    Attributes
    ----------
    title : str
        What it does, in a few words.
    act : callable
        Does it.
    keys : tuple of Key
        The first is the one that is shown.
    can : callable
        Whether it can be done now; its button is dimmed where not.
    there : callable
        Whether there is anything to do it to; without it there is no button.
    on : callable
        Whether what it switches is on.
    icon : str or callable
        The sign on its button.
    """

    title: str
    act: Callable[[Session, Controls, WindowView], object]
    keys: tuple[Key, ...] = ()
    can: Callable[[Session, WindowView], bool] = _always
    there: Callable[[Session, WindowView], bool] = _always
    on: Callable[[Session, WindowView], bool] = _never
    icon: str | Callable[[Session, WindowView], str] = ""

    @property
    def help(self) -> str:
        """The title with its key."""
        return f"{self.title} ({self.keys[0].name})" if self.keys else self.title

    def sign(self, session: Session, window_view: WindowView) -> str:
        """Return the sign on its button, now."""
        if isinstance(self.icon, str):
            return self.icon
        return self.icon(session, window_view)


def _timed(s: Session, w: WindowView) -> bool:
    return s.study.timed


def steps(s: Session, w: WindowView) -> bool:
    """Return whether keys step the derivation: where it is on show."""
    return s.study.page is Page.DERIVATION or w.presenting


def _asked_elsewhere(s: Session, w: WindowView) -> bool:
    return s.study.scene.query is not None


def _told(s: Session, w: WindowView) -> bool:
    return not s.asking


def _mapped(s: Session, w: WindowView) -> bool:
    return s.study.question is not None


def _turn_map(s: Session, w: WindowView) -> None:
    s.look(map=None if _mapped(s, w) else MapKind.REGIONS)


def _next_theme(w: WindowView) -> None:
    themes = tuple(ThemeName)
    w.look(theme=themes[(themes.index(w.theme) + 1) % len(themes)])


_SCALES = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)


def _scale(s: Session, w: WindowView, direction: int) -> None:
    now = min(w.scale, w.room)
    others = [x for x in _SCALES if (x - now) * direction > 1e-9]
    wanted = (min if direction > 0 else max)(others, default=w.scale)
    w.look(scale=wanted)
    full = "" if wanted <= w.room else ", as large as the window has room for"
    s.notice = f"Everything at {min(wanted, w.room):.0%}{full}"


def _loop(s: Session) -> None:
    s.playback = replace(s.playback, loop=not s.playback.loop)


def _scene(s: Session, direction: int) -> None:
    if not lesson_walking.step(s, direction):
        s.open((s.index + direction) % len(s.all_opened))


def _whole(s: Session) -> None:
    s.opened.step = None


def _let_go(s: Session, w: WindowView) -> None:
    """Close what lies over the canvas, or else let go of the handle."""
    if w.field_open or w.keys or w.recording:
        w.look(finding=False, choosing=None, keys=False, recording=False)
    elif w.presenting or w.panel:
        w.look(presenting=False, panel="")
    elif s.opened.grip:
        s.opened.grip = None
    else:
        lesson_walking.close(s)


def _ask(request: WindowRequest) -> Callable[[Session, Controls, WindowView], None]:
    def act(s: Session, c: Controls, w: WindowView) -> None:
        w.request = request

    return act


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
    can=lambda s, w: s.study.scene.listing is not None,
    on=lambda s, w: s.view.compare,
)
MAP = Command(
    "Show or hide the map",
    lambda s, c, w: _turn_map(s, w),
    there=lambda s, w: bool(s.study.maps),
    on=_mapped,
    icon=icons.MAP,
)
CURVE = Command(
    "Show or hide the curve",
    lambda s, c, w: s.look(curve=not s.view.curve),
    (Key(key.C, "C", shift=False),),
    there=lambda s, w: bool(s.study.scene.answer.curves) and not _mapped(s, w),
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
THEME = Command(
    "The next theme: dark, light, projector",
    lambda s, c, w: _next_theme(w),
    (Key(key.T, "Ctrl+T", ctrl=True),),
    icon=lambda s, w: icons.THEMES[w.theme],
)
LARGER = Command(
    "Everything larger",
    lambda s, c, w: _scale(s, w, 1),
    (
        Key(key.PLUS, "Ctrl+plus", ctrl=True),
        Key(key.EQUAL, "Ctrl+plus", ctrl=True),
        Key(key.NUM_ADD, "Ctrl+plus", ctrl=True),
    ),
)
SMALLER = Command(
    "Everything smaller",
    lambda s, c, w: _scale(s, w, -1),
    (
        Key(key.MINUS, "Ctrl+minus", ctrl=True),
        Key(key.NUM_SUBTRACT, "Ctrl+minus", ctrl=True),
    ),
)
USUAL_SIZE = Command(
    "Everything at its usual size",
    lambda s, c, w: w.look(scale=1.0),
    (Key(key._0, "Ctrl+0", ctrl=True), Key(key.NUM_0, "Ctrl+0", ctrl=True)),
)
NEXT_PANEL = Command(
    "Next panel: Tab, arrows, Enter go about it",
    lambda s, c, w: keyboard_focus.next_panel(s, w, 1),
    (Key(key.F6, "F6", shift=False),),
)
PANEL_BEFORE = Command(
    "The panel before",
    lambda s, c, w: keyboard_focus.next_panel(s, w, -1),
    (Key(key.F6, "Shift+F6", shift=True),),
)
MENU = Command(
    "Menu of the selected handle, or the canvas",
    lambda s, c, w: c.ask(),
    (Key(key.F10, "Shift+F10", shift=True), Key(key.MENU, "Menu")),
)
FIND = Command(
    "Find by name, or set a number",
    lambda s, c, w: w.look(finding=not w.finding, choosing=None, keys=False),
    (Key(key.P, "Ctrl+P", ctrl=True),),
    on=lambda s, w: w.finding,
    icon=icons.FIND,
)
PRESENT = Command(
    "Present: the picture and its caption alone",
    lambda s, c, w: w.look(presenting=not w.presenting),
    (Key(key.F5, "F5"),),
    on=lambda s, w: w.presenting,
    icon=icons.PRESENT,
)
FULL_SCREEN = Command(
    "Full screen",
    _ask(WindowRequest.FULL_SCREEN),
    (Key(key.F11, "F11"),),
    icon=icons.FULL_SCREEN,
)
KEYS = Command(
    "Mouse and keys",
    lambda s, c, w: w.look(keys=not w.keys),
    (
        Key(key.F1, "F1"),
        Key(key.QUESTION, "?"),
        Key(key.SLASH, "?", shift=True),
    ),
    on=lambda s, w: w.keys,
    icon=icons.KEYS,
)
COPY = Command(
    "Copy the state",
    _ask(WindowRequest.COPY),
    (Key(key.C, "Ctrl+C", ctrl=True, shift=False),),
    icon=icons.SHARE,
)
PYTHON = Command(
    "Copy as Python",
    _ask(WindowRequest.PYTHON),
    (Key(key.C, "Ctrl+Shift+C", ctrl=True, shift=True),),
    there=_asked_elsewhere,
    can=_told,
)
TEST = Command(
    "Copy as a test", _ask(WindowRequest.TEST), there=_asked_elsewhere, can=_told
)
PASTE = Command(
    "Open a copied state", _ask(WindowRequest.PASTE), (Key(key.V, "Ctrl+V", ctrl=True),)
)
OPEN = Command(
    "Open a file",
    _ask(WindowRequest.OPEN),
    (Key(key.O, "Ctrl+O", ctrl=True),),
    icon=icons.OPEN,
)
SAVE = Command(
    "Save",
    _ask(WindowRequest.SAVE),
    (Key(key.S, "Ctrl+S", ctrl=True, shift=False),),
    icon=icons.SAVE,
)
SAVE_AS = Command(
    "Save as…",
    _ask(WindowRequest.SAVE_AS),
    (Key(key.S, "Ctrl+Shift+S", ctrl=True, shift=True),),
)
AFRESH = Command("Start afresh: forget what was kept", _ask(WindowRequest.AFRESH))
PICTURE = Command(
    "Save a picture",
    _ask(WindowRequest.PICTURE),
    (Key(key.F12, "F12"),),
    icon=icons.PICTURE,
)
RECORD = Command(
    "Record a film…",
    lambda s, c, w: w.look(recording=not w.recording),
    can=lambda s, w: s.quiz is None and w.film is None,
    on=lambda s, w: w.recording or w.film is not None,
    icon=icons.FILM,
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
        can=lambda s, w, page=page: page in s.study.pages,  # type: ignore[misc]
        on=lambda s, w, page=page: s.study.page is page,  # type: ignore[misc]
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


def _walking(s: Session, w: WindowView) -> bool:
    return s.walk is not None


def _writing(s: Session, w: WindowView) -> bool:
    return s.walk is not None and s.walk.writing


LESSON = Command(
    "Open this scene's lesson",
    lambda s, c, w: lesson_walking.start_shipped(s, s.scene),
    there=lambda s, w: s.scene.plan is not None and s.walk is None,
    icon=icons.LESSON,
)
GO_ON = Command(
    "Go on with the lesson that was closed",
    lambda s, c, w: lesson_walking.reopen(s),
    there=lambda s, w: bool(s.left_walks),
)
NEW_LESSON = Command(
    "New lesson from this state",
    lambda s, c, w: lesson_writing.begin(s),
    there=lambda s, w: s.walk is None,
    icon=icons.WRITE,
)
STOP_BACK = Command(
    "The stop before (Page Up)",
    lambda s, c, w: lesson_walking.step(s, -1),
    there=_walking,
    icon=icons.LEFT,
)
STOP_ON = Command(
    "The next stop (Page Down)",
    lambda s, c, w: lesson_walking.step(s, 1),
    there=_walking,
    icon=icons.RIGHT,
)
AS_PREPARED = Command(
    "The stop as it was prepared",
    lambda s, c, w: lesson_walking.again(s),
    there=_walking,
    icon=icons.RESET,
)
WRITE = Command(
    "Write in the lesson",
    lambda s, c, w: lesson_writing.write(s),
    there=_walking,
    on=_writing,
    icon=icons.WRITE,
)
ADD_STOP = Command(
    "Add this state to the lesson",
    lambda s, c, w: lesson_writing.add(s),
    there=_walking,
)
SAVE_LESSON = Command(
    "Save the lesson", _ask(WindowRequest.SAVE_LESSON), there=_walking
)
CLOSE_LESSON = Command(
    "Close the lesson",
    lambda s, c, w: lesson_walking.close(s),
    there=_walking,
    icon=icons.CLOSE,
)


def _numbered(symbol: int, name: str, side: str) -> Command:
    """Return what a number does: answer in a lesson, or else look from a side."""
    place = int(name) - 1
    looks, answers = f"Look from the {side} (3D)", f"answer {name} in a lesson"
    titles = [*([looks] if side else []), *([answers] if place < ANSWERS else [])]
    title = "; ".join(titles)

    def act(s: Session, c: Controls, w: WindowView) -> None:
        if not lesson_walking.answer(s, place) and side:
            c.face(side)

    return Command(title[0].upper() + title[1:], act, (Key(symbol, name),))


QUIT = Command("Quit", _ask(WindowRequest.QUIT), (Key(key.Q, "Ctrl+Q", ctrl=True),))

COMMANDS = (
    PLAY,
    TIME_BACK,
    TIME_ON,
    LOOP,
    Command(
        "Select the next handle",
        lambda s, c, w: handles.next_grip(s, 1),
        (Key(key.TAB, "Tab", shift=False),),
    ),
    Command(
        "Select the handle before",
        lambda s, c, w: handles.next_grip(s, -1),
        (Key(key.TAB, "Shift+Tab", shift=True),),
    ),
    RESET,
    FIT,
    NEXT_MAP,
    MAP,
    CURVE,
    LOUPE,
    *(
        _numbered(symbol, name, side)
        for symbol, name, side in (
            (key._1, "1", "front"),
            (key._2, "2", ""),
            (key._3, "3", "right"),
            (key._4, "4", ""),
            (key._7, "7", "top"),
        )
    ),
    STEP_BACK,
    STEP_ON,
    FIRST_STEP,
    ALL_STEPS,
    Command(
        "Scene before; in a lesson the stop before",
        lambda s, c, w: _scene(s, -1),
        (Key(key.PAGEUP, "Page Up"),),
    ),
    Command(
        "Next scene; in a lesson the next stop",
        lambda s, c, w: _scene(s, 1),
        (Key(key.PAGEDOWN, "Page Down"),),
    ),
    *PAGES,
    COMPARE,
    SAY_HIT,
    SAY_MISS,
    REVEAL,
    NEXT_QUESTION,
    UNDO,
    REDO,
    OPEN,
    SAVE,
    SAVE_AS,
    COPY,
    PYTHON,
    TEST,
    PASTE,
    LESSON,
    GO_ON,
    NEW_LESSON,
    WRITE,
    ADD_STOP,
    AS_PREPARED,
    SAVE_LESSON,
    CLOSE_LESSON,
    THEME,
    LARGER,
    SMALLER,
    USUAL_SIZE,
    FULL_SCREEN,
    PRESENT,
    FIND,
    NEXT_PANEL,
    PANEL_BEFORE,
    MENU,
    PICTURE,
    RECORD,
    AFRESH,
    KEYS,
    Command(
        "Close a page, let go of a handle, close a lesson",
        lambda s, c, w: _let_go(s, w),
        (Key(key.ESCAPE, "Esc"),),
    ),
    QUIT,
)

# What goes from item to item while a panel has the keyboard.
STEERING = {
    key.TAB,
    key.LEFT, key.RIGHT, key.UP, key.DOWN, key.SPACE, key.ENTER, key.RETURN,
    key.NUM_ENTER, key.HOME, key.END, key.PAGEUP, key.PAGEDOWN,
}  # fmt: skip
ARROWS = {
    key.LEFT: (-1, 0),
    key.RIGHT: (1, 0),
    key.UP: (0, 1),
    key.DOWN: (0, -1),
}
AXES = {key.X: "x", key.Y: "y", key.Z: "z"}

MOUSE = (
    ("Drag a handle or a shape", "Move, resize or turn it"),
    ("Shift while dragging", "Snap to the grid, angles to 15°"),
    ("X, Y or Z while dragging", "Keep to that axis (3D)"),
    ("Arrow keys", "Nudge the handle or guess; Shift for more"),
    ("Left, Right", "Step the derivation, or a presented picture"),
    ("Wheel", "Zoom about the pointer, in the curve too"),
    ("Double click the curve", "Show all of its axis; drag its top edge"),
    ("Middle or right drag, Space + drag", "Pan"),
    ("Drag on empty space", "Pan; orbit in 3D"),
    ("Double click a handle", "Give it the case's value again"),
    ("Right click", "A menu for the handle or shape, or the canvas"),
    ("Click in a map's legend", "Show one kind alone, or all again"),
    ("Click a number", "Type it; drag it to change it"),
)


def find(symbol: int, modifiers: int) -> Command | None:
    """Return what a key press means, or None; arrow keys also nudge, elsewhere."""
    if symbol in ARROWS:
        return None
    return next(
        (c for c in COMMANDS for k in c.keys if k.meant(symbol, modifiers)), None
    )


def keyed() -> list[tuple[str, str]]:
    """Return the keys and what they do, as the page of keys shows them."""
    return [
        (command.keys[0].name, command.title)
        for command in COMMANDS
        if command.keys and command.keys[0].symbol not in ARROWS
    ]
