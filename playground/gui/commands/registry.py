"""One table of all that can be done: with its keys, and when it can be."""

from dataclasses import replace

from pyglet.window import key

from playground.analysis.heat_map import MapKind
from playground.gui import fonts
from playground.gui.commands import focus
from playground.gui.commands.command import Command, Seen, ask, pressed, seen
from playground.gui.view_state import LARGEST_SCALE, WindowRequest, WindowView
from playground.i18n import NAMES, languages, message, spoken
from playground.render.theme import ThemeName
from playground.session import first_run, plots, quiz, step_navigation
from playground.session.lesson import editor, player
from playground.session.lesson.document import ANSWERS
from playground.session.lesson.open_lesson import OpenLesson
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.view import pointer_controls
from playground.session.view.pointer_controls import Controls
from playground.session.view_options import Page

_SCALES = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, LARGEST_SCALE)


# ---- what commands ask of the moment: u is what is seen ----


def _told(u: Seen) -> bool:
    return not u.study.asking


def _coded(u: Seen) -> bool:
    return u.study.scene.query is not None


def _timed(u: Seen) -> bool:
    return u.study.timed


def _mapped(u: Seen) -> bool:
    return u.study.question is not None


def _presented(u: Seen) -> bool:
    return u.window_view.presenting


def _drawn_on(u: Seen) -> bool:
    return bool(u.window_view.lines)


def _walking(u: Seen) -> bool:
    return u.facts.walk is not None


def _taught(u: Seen) -> bool:
    return u.study.entry.plan is not None and u.facts.walk is None


def _asked(u: Seen) -> bool:
    return u.facts.quiz is not None and u.facts.quiz.answer is None


def _answered(u: Seen) -> bool:
    return u.facts.quiz is not None and u.facts.quiz.answer is not None


def steps(u: Seen) -> bool:
    """Return whether keys step the derivation: where it is on show."""
    return u.study.page is Page.DERIVATION or u.window_view.presenting


# ---- what they do: of the session, the controls and the window's view ----


def _turn_map(s: Session) -> None:
    """Show the map of mistakes if there is one, or no map."""
    there = s.study.maps
    first = MapKind.MISTAKES if MapKind.MISTAKES in there else MapKind.REGIONS
    s.look(map=None if s.study.question else first)


def _loop(s: Session) -> None:
    s.playback = replace(s.playback, loop=not s.playback.loop)


def _whole(s: Session) -> None:
    s.opened.step = None


def _scene(s: Session, way: int) -> None:
    if not player.step(s, way):
        s.open((s.index + way) % len(s.all_opened))


def _next_theme(w: WindowView) -> None:
    themes = tuple(ThemeName)
    w.look(theme=themes[(themes.index(w.theme) + 1) % len(themes)])


def _look_at(w: WindowView, scale: float) -> None:
    """Choose the scale of the window, or while one is on show of the stage."""
    w.look(**{"stage_scale" if w.presenting else "scale": scale})


def _scale(s: Session, w: WindowView, way: int) -> None:
    now = w.shown_scale(w.room)
    others = [x for x in _SCALES if (x - now) * way > 1e-9]
    wanted = (min if way > 0 else max)(others, default=now)
    _look_at(w, wanted)
    shown = w.shown_scale(w.room)
    if wanted <= shown:
        s.notice = message("Everything at {share:.0%}", share=shown)
    else:
        s.notice = message(
            "Everything at {share:.0%}, as large as the window has room for",
            share=shown,
        )


def _go_on(s: Session, w: WindowView, way: int) -> None:
    """Give the keyboard to another panel."""
    w.look(panel=focus.next_panel(seen(s, w), way))


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
        player.list_stops(s, False)
    elif walk := s.walk:
        player.close(s)
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


def _enter(s: Session) -> None:
    walk, after = s.walk, player.next_lesson(s)
    if walk is None or s.view.page is Page.PREDICT:
        quiz.enter(s)
    elif walk.ending and after and not walk.listing:
        player.open_next_lesson(s, after)
    else:
        player.go_on(s)


def _open_lesson(s: Session, w: WindowView) -> None:
    player.start_shipped(s, s.scene)
    # From the bar's button Enter would close it again.
    w.look(panel="")


def _language(name: str) -> Command:
    """Return what has all told in a language; it is named in itself."""
    return Command(
        message("Language: {language}", language=NAMES.get(name, name)),
        lambda s, c, w: w.look(language=name),
        on=lambda u: spoken() == name,
    )


def _page(page: Page, letter: str) -> Command:
    return Command(
        message("Page {page}", page=page),
        lambda s, c, w: s.look(page=page),
        pressed(letter),
        can=lambda u: page in u.study.pages,
        on=lambda u: u.study.page is page,
    )


def _numbered(number: str, side: str, title: str) -> Command:
    """Return what a number does: answer in a lesson, or else look from a side."""
    place = int(number) - 1

    def act(s: Session, c: Controls, w: WindowView) -> None:
        if not player.answer(s, place) and side:
            c.face(side)

    def can(u: Seen) -> bool:
        in_space = bool(side) and u.study.entry.dimension == 3
        return in_space or (place < ANSWERS and u.facts.walk is not None)

    return Command(title, act, pressed(number), can=can)


# fmt: off
# ---- file ----
OPEN = Command("Open a file", ask(WindowRequest.OPEN), pressed("Ctrl+O"),
    icon=fonts.OPEN)
SAVE = Command("Save", ask(WindowRequest.SAVE), pressed("Ctrl+S", shift=False),
    icon=fonts.SAVE)
SAVE_AS = Command("Save as…", ask(WindowRequest.SAVE_AS), pressed("Ctrl+Shift+S"))
COPY = Command("Copy the state", ask(WindowRequest.COPY),
    pressed("Ctrl+C", shift=False), icon=fonts.SHARE)
LINK = Command("Copy a link to the state", ask(WindowRequest.LINK))
PYTHON = Command("Copy as Python", ask(WindowRequest.PYTHON),
    pressed("Ctrl+Shift+C"), can=_told, there=_coded)
TEST = Command("Copy as a test", ask(WindowRequest.TEST), can=_told, there=_coded)
PASTE = Command("Open a copied state", ask(WindowRequest.PASTE), pressed("Ctrl+V"))
PICTURE = Command("Save a picture", ask(WindowRequest.PICTURE), pressed("F12"),
    icon=fonts.PICTURE)
RECORD = Command("Record a film…", lambda s, c, w: w.look(recording=not w.recording),
    can=lambda u: u.facts.quiz is None and u.window_view.film is None,
    on=lambda u: u.window_view.recording or u.window_view.film is not None,
    icon=fonts.FILM)
AFRESH = Command("Start afresh: forget what was saved from last time",
    ask(WindowRequest.AFRESH))
QUIT = Command("Quit", ask(WindowRequest.QUIT), pressed("Ctrl+Q"))
# ---- edit ----
UNDO = Command("Undo", lambda s, c, w: s.undo(), pressed("Ctrl+Z", shift=False),
    can=lambda u: bool(u.facts.history.past), icon=fonts.UNDO)
REDO = Command("Redo", lambda s, c, w: s.redo(), pressed("Ctrl+Shift+Z", "Ctrl+Y"),
    can=lambda u: bool(u.facts.history.future), icon=fonts.REDO)
RESET = Command("Back to the case", lambda s, c, w: s.reset(), pressed("R"),
    icon=fonts.RESET)
NEXT_HANDLE = Command("Select the next handle",
    lambda s, c, w: pointer_controls.next_grip(s, 1), pressed("Tab", shift=False))
HANDLE_BEFORE = Command("Select the previous handle",
    lambda s, c, w: pointer_controls.next_grip(s, -1), pressed("Shift+Tab"))
MENU = Command("Menu of the selected handle, or the canvas",
    lambda s, c, w: c.ask(), pressed("Shift+F10", "Menu"))
# ---- look ----
SIMPLE = Command("Simple: the figure, the verdict and the lesson alone",
    lambda s, c, w: w.look(simple=not w.simple), pressed("F2"),
    on=lambda u: u.window_view.simple, word="Simple")
PRESENT = Command("Present: only the picture and its caption",
    lambda s, c, w: w.look(presenting=not w.presenting, pen=False), pressed("F5"),
    on=_presented, icon=fonts.PRESENT, word="Present")
PEN = Command("A pen to draw over a presented picture",
    lambda s, c, w: w.look(pen=not w.pen), pressed("W"), can=_presented,
    there=_presented, on=lambda u: u.window_view.pen, icon=fonts.PEN)
WIPE = Command("Wipe away what was drawn with the pen",
    lambda s, c, w: w.look(lines=()), pressed("Delete"), can=_drawn_on,
    there=_drawn_on, icon=fonts.WIPE)
FULL_SCREEN = Command("Full screen", ask(WindowRequest.FULL_SCREEN), pressed("F11"),
    icon=fonts.FULL_SCREEN)
FIT = Command("Fit the view", lambda s, c, w: c.fit(), pressed("F"), icon=fonts.FIT)
NUMBERS = (
    _numbered("1", "front", message("Look from the front (3D); answer 1 in a lesson")),
    _numbered("2", "", message("Answer 2 in a lesson")),
    _numbered("3", "right", message("Look from the right (3D); answer 3 in a lesson")),
    _numbered("4", "", message("Answer 4 in a lesson")),
    _numbered("7", "top", message("Look from the top (3D)")),
)
THEME = Command("The next theme: dark, light, projector",
    lambda s, c, w: _next_theme(w), pressed("Ctrl+T"),
    icon=lambda u: fonts.THEMES[u.window_view.theme])
LANGUAGES = tuple(_language(name) for name in languages())
LARGER = Command("Everything larger", lambda s, c, w: _scale(s, w, 1),
    pressed("Ctrl+plus"))
SMALLER = Command("Everything smaller", lambda s, c, w: _scale(s, w, -1),
    pressed("Ctrl+minus"))
USUAL_SIZE = Command("Everything at its usual size", lambda s, c, w: _look_at(w, 1.0),
    pressed("Ctrl+0"))
LOUPE = Command("Magnify the deciding gap (on/off)",
    lambda s, c, w: s.look(loupe=not s.view.loupe), pressed("S"),
    on=lambda u: u.study.showing.loupe)
# ---- maps and comparison ----
MAP = Command("Show or hide the map", lambda s, c, w: _turn_map(s),
    there=lambda u: bool(u.study.maps), on=_mapped, icon=fonts.MAP, word="Maps")
NEXT_MAP = Command("The next map, or none", lambda s, c, w: plots.next_map(s),
    pressed("G"))
CURVE = Command("Show or hide the curve",
    lambda s, c, w: s.look(curve=not s.view.curve), pressed("C", shift=False),
    there=lambda u: bool(u.study.scene.answer.curves) and not _mapped(u),
    on=lambda u: u.study.showing.curve, icon=fonts.CURVE)
COMPARE = Command("Compare the code with the truth",
    lambda s, c, w: s.look(compare=not s.view.compare), pressed("A"),
    can=lambda u: u.study.scene.listing is not None,
    on=lambda u: u.study.showing.compare)
YOUR_CODE = Command("The article's code, and your own beside it",
    lambda s, c, w: s.look(
        page=Page.EXPLORE if s.study.page is Page.CODE else Page.CODE),
    there=lambda u: Page.CODE in u.study.pages,
    on=lambda u: u.study.page is Page.CODE, icon=fonts.CODE, word="Your code")
# ---- go to ----
SCENE_BEFORE = Command("Previous scene; in a lesson, the previous stop",
    lambda s, c, w: _scene(s, -1), pressed("Page Up"))
NEXT_SCENE = Command("Next scene; in a lesson, the next stop",
    lambda s, c, w: _scene(s, 1), pressed("Page Down"))
PAGES = (
    _page(Page.EXPLORE, "E"), _page(Page.DERIVATION, "D"), _page(Page.CODE, "K"),
    _page(Page.PREDICT, "P"), _page(Page.LAB, "B"),
)
NEXT_PANEL = Command("Next panel (then Tab, arrows and Enter move inside it)",
    lambda s, c, w: _go_on(s, w, 1), pressed("F6", shift=False))
PANEL_BEFORE = Command("Previous panel", lambda s, c, w: _go_on(s, w, -1),
    pressed("Shift+F6"))
CLOSE = Command("Close a page, release a handle, close a lesson",
    lambda s, c, w: _let_go(s, w), pressed("Esc"))
# ---- time and steps ----
PLAY = Command("Play or pause", lambda s, c, w: step_navigation.toggle_playing(s),
    pressed("Space"), can=_timed,
    icon=lambda u: fonts.PAUSE if u.facts.playback.playing else fonts.PLAY)
TIME_BACK = Command("Time to the previous stop",
    lambda s, c, w: step_navigation.step_time(s, -1), pressed(","), can=_timed,
    icon=fonts.STEP_BACK)
TIME_ON = Command("Time to the next stop",
    lambda s, c, w: step_navigation.step_time(s, 1), pressed("."), can=_timed,
    icon=fonts.STEP_FORWARD)
LOOP = Command("Start over at the end", lambda s, c, w: _loop(s), pressed("L"),
    on=lambda u: u.facts.playback.loop, icon=fonts.LOOP)
STEP_BACK = Command("Derivation one step back",
    lambda s, c, w: step_navigation.step_derivation(s, -1), pressed("Left"), can=steps,
    icon=fonts.LEFT)
STEP_ON = Command("Derivation one step forward",
    lambda s, c, w: step_navigation.step_derivation(s, 1), pressed("Right"), can=steps,
    icon=fonts.RIGHT)
FIRST_STEP = Command("First step of the derivation",
    lambda s, c, w: step_navigation.step_derivation(s, -99), pressed("Home"), can=steps)
ALL_STEPS = Command("Show the whole derivation", lambda s, c, w: _whole(s),
    pressed("End"), can=steps, on=lambda u: u.study.wanted.step is None,
    icon=fonts.ALL)
# ---- lesson ----
LESSON = Command("Open this scene's lesson", lambda s, c, w: _open_lesson(s, w),
    there=_taught, icon=fonts.LESSON, word="Lesson")
WHY = Command("Why? The lesson's stop about this mistake",
    lambda s, c, w: player.explain(s),
    there=lambda u: _taught(u) and first_run.parted(u.study), icon=fonts.LESSON)
GO_ON = Command("Go on with the lesson that was closed",
    lambda s, c, w: player.reopen(s), there=lambda u: u.facts.left_lesson)
NEW_LESSON = Command("New lesson from this state",
    lambda s, c, w: editor.begin(s), there=lambda u: u.facts.walk is None,
    icon=fonts.WRITE)
WRITE = Command("Write in the lesson", lambda s, c, w: editor.write(s),
    there=_walking, on=lambda u: u.facts.walk is not None and u.facts.walk.writing,
    icon=fonts.WRITE)
ADD_STOP = Command("Add this state to the lesson",
    lambda s, c, w: editor.add(s), there=_walking)
AS_PREPARED = Command("Put the stop back as it was prepared",
    lambda s, c, w: player.again(s), there=_walking, icon=fonts.RESET)
SAVE_LESSON = Command("Save the lesson", ask(WindowRequest.SAVE_LESSON), there=_walking)
CLOSE_LESSON = Command("Close the lesson", lambda s, c, w: player.close(s),
    there=_walking, on=_walking, icon=fonts.CLOSE, word="Lesson")
STOP_BACK = Command("Previous stop (Page Up)",
    lambda s, c, w: player.step(s, -1), there=_walking, icon=fonts.LEFT)
STOP_ON = Command("Next stop (Page Down)",
    lambda s, c, w: player.step(s, 1), there=_walking, icon=fonts.RIGHT)
# ---- quiz ----
SAY_HIT = Command("Predict a hit", lambda s, c, w: quiz.say(s, True),
    pressed("H"), can=_asked)
SAY_MISS = Command("Predict a miss", lambda s, c, w: quiz.say(s, False),
    pressed("M"), can=_asked)
REVEAL = Command("Start, reveal, or the next question; in a lesson, go on",
    lambda s, c, w: _enter(s), pressed("Enter"))
NEXT_QUESTION = Command("Next question", lambda s, c, w: quiz.proceed(s),
    pressed("N"), can=_answered)
# ---- help ----
FIND = Command("Find by name, or set a number",
    lambda s, c, w: w.look(finding=not w.finding, choosing=None, keys=False),
    pressed("Ctrl+P"), on=lambda u: u.window_view.finding, icon=fonts.FIND)
KEYS = Command("Mouse and keys", lambda s, c, w: w.look(keys=not w.keys),
    pressed("F1", "?"), on=lambda u: u.window_view.keys, icon=fonts.KEYS)
ARTICLE = Command("Read the article: open it in the browser, or copy its title",
    ask(WindowRequest.ARTICLE), there=lambda u: u.study.entry.source is not None,
    icon=fonts.LINK)

GROUPS = {
    message("File", about="menu"): (
        OPEN, SAVE, SAVE_AS, COPY, LINK, PYTHON, TEST, PASTE, PICTURE, RECORD, AFRESH,
        QUIT,
    ),
    message("Edit", about="menu"): (
        UNDO, REDO, RESET, NEXT_HANDLE, HANDLE_BEFORE, MENU,
    ),
    message("Look", about="menu"): (
        SIMPLE, PRESENT, PEN, WIPE, FULL_SCREEN, FIT, *NUMBERS, THEME, *LANGUAGES,
        LARGER, SMALLER, USUAL_SIZE, LOUPE,
    ),
    message("Maps and comparison"): (MAP, NEXT_MAP, CURVE, COMPARE, YOUR_CODE),
    message("Go to"): (
        SCENE_BEFORE, NEXT_SCENE, *PAGES, NEXT_PANEL, PANEL_BEFORE, CLOSE,
    ),
    message("Time and steps"): (
        PLAY, TIME_BACK, TIME_ON, LOOP, STEP_BACK, STEP_ON, FIRST_STEP, ALL_STEPS,
    ),
    message("Lesson"): (
        LESSON, WHY, GO_ON, NEW_LESSON, WRITE, ADD_STOP, AS_PREPARED, SAVE_LESSON,
        CLOSE_LESSON,
    ),
    message("Quiz"): (SAY_HIT, SAY_MISS, REVEAL, NEXT_QUESTION),
    message("Help"): (FIND, KEYS, ARTICLE),
}
"""All that can be done, as menu, palette and page of keys have it in groups."""
# fmt: on

COMMANDS = tuple(command for group in GROUPS.values() for command in group)

# What goes from item to item while a panel has the keyboard.
_STEERING = {
    key.TAB,
    key.LEFT, key.RIGHT, key.UP, key.DOWN, key.SPACE, key.ENTER, key.RETURN,
    key.NUM_ENTER, key.HOME, key.END,
}  # fmt: skip
PAGING = {key.PAGEUP, key.PAGEDOWN}


def steering(panel: str) -> set[int]:
    """Return the keys that go about a panel; those of pages walk a lesson's stops."""
    if not panel:
        return set()
    return _STEERING if panel == "lesson" else _STEERING | PAGING


ARROWS = {
    key.LEFT: (-1, 0),
    key.RIGHT: (1, 0),
    key.UP: (0, 1),
    key.DOWN: (0, -1),
}

AXES = {key.X: "x", key.Y: "y", key.Z: "z"}

MOUSE = (
    (message("Drag a handle or a shape"), message("Move, resize or turn it")),
    (message("Shift while dragging"), message("Snap to the grid, angles to 15°")),
    (message("X, Y or Z while dragging"), message("Move along that axis only (3D)")),
    (message("Esc while dragging"), message("Put it back where it was")),
    (message("Arrow keys"), message("Nudge the handle or guess; Shift for more")),
    (message("Left, Right"), message("Step the derivation, or a presented picture")),
    (message("Wheel"), message("Zoom at the pointer, also in the curve")),
    (
        message("Double click the curve"),
        message("Show the whole axis; drag the top edge to resize it"),
    ),
    (message("Middle or right drag, Space + drag"), message("Pan")),
    (message("Drag on empty space"), message("Pan; orbit in 3D")),
    (message("Double click a handle"), message("Set it back to the case's value")),
    (message("Right click"), message("A menu for the handle or shape, or the canvas")),
    (message("Click in a map's legend"), message("Show only that kind, or all again")),
    (message("Click a number"), message("Type it; drag it to change it")),
)


def find(symbol: int, modifiers: int) -> Command | None:
    """Return what a key press means, or None; arrow keys also nudge, elsewhere."""
    if symbol in ARROWS:
        return None
    return next(
        (c for c in COMMANDS for k in c.keys if k.meant(symbol, modifiers)), None
    )


def keyed() -> dict[str, list[tuple[str, str]]]:
    """Return the keys and what they do in groups, as the page of keys shows them."""
    groups = {
        name: [
            (command.keys[0].name, command.title)
            for command in group
            if command.keys and command.keys[0].symbol not in ARROWS
        ]
        for name, group in GROUPS.items()
    }
    return {name: lines for name, lines in groups.items() if lines}
