"""What can be done to the window, and asked of it."""

from pyglet.window import key

from playground.app.panels import icons, keyboard_focus
from playground.app.panels.command import Command, Key, Seen, ask, seen
from playground.app.panels.window_view import LARGEST_SCALE, WindowRequest, WindowView
from playground.language import NAMES, languages, message, spoken
from playground.render.theme import ThemeName
from playground.study import lesson_walking
from playground.study.open_lesson import OpenLesson
from playground.study.open_scene import OpenScene
from playground.study.session import Session


def _asked_elsewhere(u: Seen) -> bool:
    return u.study.scene.query is not None


def _told(u: Seen) -> bool:
    return not u.study.asking


def _presented(u: Seen) -> bool:
    return u.window_view.presenting


def _drawn_on(u: Seen) -> bool:
    return bool(u.window_view.lines)


def _next_theme(w: WindowView) -> None:
    themes = tuple(ThemeName)
    w.look(theme=themes[(themes.index(w.theme) + 1) % len(themes)])


_SCALES = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, LARGEST_SCALE)


def _speak(language: str) -> Command:
    """Return what has all told in a language; it is named in itself."""
    return Command(
        message("Language: {language}", language=NAMES.get(language, language)),
        lambda s, c, w: w.look(language=language),
        on=lambda u: spoken() == language,
    )


def _look_at(w: WindowView, scale: float) -> None:
    """Choose the scale of the window, or while one is on show of the stage."""
    w.look(**{"stage_scale" if w.presenting else "scale": scale})


def _scale(s: Session, w: WindowView, direction: int) -> None:
    now = w.shown_scale(w.room)
    others = [x for x in _SCALES if (x - now) * direction > 1e-9]
    wanted = (min if direction > 0 else max)(others, default=now)
    _look_at(w, wanted)
    shown = w.shown_scale(w.room)
    if wanted <= shown:
        s.notice = message("Everything at {share:.0%}", share=shown)
    else:
        s.notice = message(
            "Everything at {share:.0%}, as large as the window has room for",
            share=shown,
        )


def _let_go(s: Session, w: WindowView) -> None:
    """Close what lies over the canvas, or else let go of the handle."""
    if w.field_open or w.keys or w.recording:
        w.look(finding=False, choosing=None, keys=False, recording=False)
    elif w.pen:
        w.look(pen=False)
    elif w.presenting or w.panel:
        w.look(presenting=False, panel="")
    elif s.opened.grip:
        s.opened.grip = None
    elif s.walk and s.walk.listing:
        lesson_walking.list_stops(s, False)
    elif walk := s.walk:
        lesson_walking.close(s)
        if walk.name and not walk.writing:
            s.notice = _goes_on(walk)


def _goes_on(walk: OpenLesson[OpenScene]) -> str:
    """Return where a lesson that was left goes on."""
    if walk.ending:
        return message("The lesson goes on at its end when you open it again")
    return message(
        "The lesson goes on at stop {number} when you open it again",
        number=walk.at + 1,
    )


def _go_on(s: Session, w: WindowView, way: int) -> None:
    """Give the keyboard to another panel."""
    w.look(panel=keyboard_focus.next_panel(seen(s, w), way))


THEME = Command(
    "The next theme: dark, light, projector",
    lambda s, c, w: _next_theme(w),
    (Key(key.T, "Ctrl+T", ctrl=True),),
    icon=lambda u: icons.THEMES[u.window_view.theme],
)

LANGUAGES = tuple(_speak(language) for language in languages())

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
    lambda s, c, w: _look_at(w, 1.0),
    (Key(key._0, "Ctrl+0", ctrl=True), Key(key.NUM_0, "Ctrl+0", ctrl=True)),
)

NEXT_PANEL = Command(
    "Next panel (then Tab, arrows and Enter move inside it)",
    lambda s, c, w: _go_on(s, w, 1),
    (Key(key.F6, "F6", shift=False),),
)

PANEL_BEFORE = Command(
    "Previous panel",
    lambda s, c, w: _go_on(s, w, -1),
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
    on=lambda u: u.window_view.finding,
    icon=icons.FIND,
)

PRESENT = Command(
    "Present: only the picture and its caption",
    lambda s, c, w: w.look(presenting=not w.presenting, pen=False),
    (Key(key.F5, "F5"),),
    on=lambda u: u.window_view.presenting,
    icon=icons.PRESENT,
    word="Present",
)

SIMPLE = Command(
    "Simple: the figure, the verdict and the lesson alone",
    lambda s, c, w: w.look(simple=not w.simple),
    (Key(key.F2, "F2"),),
    on=lambda u: u.window_view.simple,
    word="Simple",
)

ARTICLE = Command(
    "Read the article: open it in the browser, or copy its title",
    ask(WindowRequest.ARTICLE),
    there=lambda u: u.study.entry.source is not None,
    icon=icons.LINK,
)

PEN = Command(
    "A pen to draw over a presented picture",
    lambda s, c, w: w.look(pen=not w.pen),
    (Key(key.W, "W"),),
    can=_presented,
    there=_presented,
    on=lambda u: u.window_view.pen,
    icon=icons.PEN,
)

WIPE = Command(
    "Wipe away what was drawn with the pen",
    lambda s, c, w: w.look(lines=()),
    (Key(key.DELETE, "Delete"),),
    can=_drawn_on,
    there=_drawn_on,
    icon=icons.WIPE,
)

FULL_SCREEN = Command(
    "Full screen",
    ask(WindowRequest.FULL_SCREEN),
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
    on=lambda u: u.window_view.keys,
    icon=icons.KEYS,
)

COPY = Command(
    "Copy the state",
    ask(WindowRequest.COPY),
    (Key(key.C, "Ctrl+C", ctrl=True, shift=False),),
    icon=icons.SHARE,
)

LINK = Command("Copy a link to the state", ask(WindowRequest.LINK))

PYTHON = Command(
    "Copy as Python",
    ask(WindowRequest.PYTHON),
    (Key(key.C, "Ctrl+Shift+C", ctrl=True, shift=True),),
    there=_asked_elsewhere,
    can=_told,
)

TEST = Command(
    "Copy as a test", ask(WindowRequest.TEST), there=_asked_elsewhere, can=_told
)

PASTE = Command(
    "Open a copied state", ask(WindowRequest.PASTE), (Key(key.V, "Ctrl+V", ctrl=True),)
)

OPEN = Command(
    "Open a file",
    ask(WindowRequest.OPEN),
    (Key(key.O, "Ctrl+O", ctrl=True),),
    icon=icons.OPEN,
)

SAVE = Command(
    "Save",
    ask(WindowRequest.SAVE),
    (Key(key.S, "Ctrl+S", ctrl=True, shift=False),),
    icon=icons.SAVE,
)

SAVE_AS = Command(
    "Save as…",
    ask(WindowRequest.SAVE_AS),
    (Key(key.S, "Ctrl+Shift+S", ctrl=True, shift=True),),
)

AFRESH = Command(
    "Start afresh: forget what was saved from last time",
    ask(WindowRequest.AFRESH),
)

PICTURE = Command(
    "Save a picture",
    ask(WindowRequest.PICTURE),
    (Key(key.F12, "F12"),),
    icon=icons.PICTURE,
)

RECORD = Command(
    "Record a film…",
    lambda s, c, w: w.look(recording=not w.recording),
    can=lambda u: u.facts.quiz is None and u.window_view.film is None,
    on=lambda u: u.window_view.recording or u.window_view.film is not None,
    icon=icons.FILM,
)

QUIT = Command("Quit", ask(WindowRequest.QUIT), (Key(key.Q, "Ctrl+Q", ctrl=True),))

CLOSE = Command(
    "Close a page, release a handle, close a lesson",
    lambda s, c, w: _let_go(s, w),
    (Key(key.ESCAPE, "Esc"),),
)
