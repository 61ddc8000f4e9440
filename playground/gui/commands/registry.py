"""Registry of all commands, with their keys and conditions."""

from dataclasses import replace

from pyglet.window import key

from playground.gui import imgui_fonts
from playground.gui.commands import actions, availability
from playground.gui.commands.command_types import (
    Command,
    CommandContext,
    parse_keys,
    window_request,
)
from playground.gui.view_state import WindowRequest, WindowView
from playground.i18n import (
    LANGUAGE_NAMES,
    current_language,
    languages,
    message,
    with_texts,
)
from playground.render.theme import ThemeName
from playground.session import (
    first_run,
    plot_controls,
    quiz,
    step_navigation,
)
from playground.session.lesson import editor, player
from playground.session.lesson.document import MAX_ANSWERS
from playground.session.session import Session
from playground.session.view import pointer_controls
from playground.session.view.pointer_controls import Controls
from playground.session.view_options import Page


def _language_command(name: str) -> Command:
    """Return the command to switch to a language, named in that language."""
    return Command(
        message("Language: {language}", language=LANGUAGE_NAMES.get(name, name)),
        lambda s, c, w: w.look(language=name),
        is_checked=lambda u: current_language() == name,
    )


def _theme_command(theme: ThemeName, name: str) -> Command:
    return Command(
        name,
        lambda s, c, w: w.look(theme=theme),
        is_checked=lambda u: u.window_view.theme is theme,
    )


@with_texts("title")
def _copy_command(title: str, request: WindowRequest, *names: str) -> Command:
    """Return the command that copies the state as code, with keys of these names."""
    return Command(
        title,
        window_request(request),
        parse_keys(*names),
        is_enabled=lambda u: not u.study.asking,
        is_available=lambda u: u.study.scene.query is not None,
    )


@with_texts("title")
def _units_command(
    title: str, name: str, dimensions: tuple[int, ...] = (2, 3)
) -> Command:
    """Return the command that toggles a field of the units."""

    def act(s: Session, c: Controls, w: WindowView) -> None:
        units = replace(s.units, **{name: not getattr(s.units, name)})
        s.set_scene_options(units=units)

    return Command(
        title,
        act,
        is_enabled=lambda u: u.study.entry.dimension in dimensions,
        is_checked=lambda u: getattr(u.session.units, name),
    )


def _page_command(page: Page, letter: str) -> Command:
    return Command(
        message("Page {page}", page=page),
        lambda s, c, w: s.look(page=page),
        parse_keys(letter),
        is_enabled=lambda u: page in u.study.pages,
        is_checked=lambda u: u.study.page is page,
    )


def _number_command(number: str, side: str, title: str) -> Command:
    """Return a number key's command: answer in a lesson, or look from a side."""
    place = int(number) - 1

    def act(s: Session, c: Controls, w: WindowView) -> None:
        if not player.answer_question(s, place) and side:
            c.look_along(side)

    def can(u: CommandContext) -> bool:
        in_space = bool(side) and u.study.entry.dimension == 3
        return in_space or (place < MAX_ANSWERS and u.session.lesson is not None)

    return Command(title, act, parse_keys(number), is_enabled=can)


# ---- file ----
OPEN = Command(
    "Open a file",
    window_request(WindowRequest.OPEN),
    parse_keys("Ctrl+O"),
    icon=imgui_fonts.OPEN,
)
SAVE = Command(
    "Save",
    window_request(WindowRequest.SAVE),
    parse_keys("Ctrl+S", shift=False),
    icon=imgui_fonts.SAVE,
)
SAVE_AS = Command(
    "Save as…", window_request(WindowRequest.SAVE_AS), parse_keys("Ctrl+Shift+S")
)
COPY = Command(
    "Copy the state",
    window_request(WindowRequest.COPY),
    parse_keys("Ctrl+C", shift=False),
    icon=imgui_fonts.SHARE,
)
LINK = Command("Copy a link to the state", window_request(WindowRequest.LINK))
PYTHON = _copy_command("Copy as Python", WindowRequest.PYTHON, "Ctrl+Shift+C")
TEST = _copy_command("Copy as a test", WindowRequest.TEST)
LITERALS = (
    _copy_command("Copy as C++", WindowRequest.CPP),
    _copy_command("Copy as JavaScript", WindowRequest.JAVASCRIPT),
    _copy_command("Copy as GDScript", WindowRequest.GDSCRIPT),
)
PASTE = Command(
    "Open a copied state", window_request(WindowRequest.PASTE), parse_keys("Ctrl+V")
)
PICTURE = Command(
    "Save a picture",
    window_request(WindowRequest.PICTURE),
    parse_keys("F12"),
    icon=imgui_fonts.PICTURE,
)
RECORD = Command(
    "Record a film…",
    lambda s, c, w: w.look(recording=not w.recording),
    is_enabled=lambda u: u.session.quiz is None and u.window_view.film is None,
    is_checked=lambda u: u.window_view.recording or u.window_view.film is not None,
    icon=imgui_fonts.FILM,
    reason=lambda u: (
        message("A quiz is open.")
        if u.window_view.film is None
        else message("A film is being made.")
    ),
)
START_AFRESH = Command(
    "Start afresh: forget what was saved from last time…",
    lambda s, c, w: w.look(asks_reset=True),
)
UNDO_START_AFRESH = Command(
    "Undo the reset",
    window_request(WindowRequest.UNDO_RESET),
    is_available=lambda u: u.window_view.can_undo_reset,
)
QUIT = Command("Quit", window_request(WindowRequest.QUIT), parse_keys("Ctrl+Q"))
# ---- edit ----
UNDO = Command(
    "Undo",
    lambda s, c, w: s.undo(),
    parse_keys("Ctrl+Z", shift=False),
    is_enabled=lambda u: bool(u.session.open_scene.history.past),
    icon=imgui_fonts.UNDO,
    reason=lambda u: message("There is nothing to undo."),
)
REDO = Command(
    "Redo",
    lambda s, c, w: s.redo(),
    parse_keys("Ctrl+Shift+Z", "Ctrl+Y"),
    is_enabled=lambda u: bool(u.session.open_scene.history.future),
    icon=imgui_fonts.REDO,
    reason=lambda u: message("There is nothing to redo."),
)
RESET = Command(
    "Back to the case",
    lambda s, c, w: s.reset(),
    parse_keys("R"),
    icon=imgui_fonts.RESET,
)
NEXT_HANDLE = Command(
    "Select the next handle",
    lambda s, c, w: pointer_controls.select_next_handle(s, 1),
    parse_keys("Tab", shift=False),
)
PREVIOUS_HANDLE = Command(
    "Select the previous handle",
    lambda s, c, w: pointer_controls.select_next_handle(s, -1),
    parse_keys("Shift+Tab"),
)
MENU = Command(
    "Menu of the selected handle, or the canvas",
    lambda s, c, w: c.request_menu(),
    parse_keys("Shift+F10", "Menu"),
)
# ---- look ----
SIMPLE = Command(
    "Simple: the figure, the verdict and the lesson alone",
    lambda s, c, w: w.look(simple=not w.simple),
    parse_keys("F2"),
    is_checked=lambda u: u.window_view.simple,
    word="Simple",
)
PRESENT = Command(
    "Present: only the picture and its caption",
    lambda s, c, w: actions.toggle_talk(s, w),
    parse_keys("F5"),
    is_checked=availability.is_presenting,
    icon=imgui_fonts.PRESENT,
    word="Present",
)
PRESENT_BACK = Command(
    "Back in the presentation",
    lambda s, c, w: actions.step_presentation(s, w, -1),
    is_enabled=availability.is_presenting,
    is_available=availability.is_presenting,
    icon=imgui_fonts.LEFT,
)
PRESENT_NEXT = Command(
    "Forward in the presentation",
    lambda s, c, w: actions.step_presentation(s, w, 1),
    is_enabled=availability.is_presenting,
    is_available=availability.is_presenting,
    icon=imgui_fonts.RIGHT,
)
BLACK = Command(
    "A black screen in a presentation (on/off)",
    lambda s, c, w: w.look(is_black=not w.is_black),
    parse_keys("B", "."),
    is_enabled=availability.is_presenting,
    is_available=availability.is_presenting,
    is_checked=lambda u: u.window_view.is_black,
)
END_PRESENTATION = Command(
    "End the presentation (Esc)",
    lambda s, c, w: actions.toggle_talk(s, w),
    is_enabled=availability.is_presenting,
    is_available=availability.is_presenting,
    icon=imgui_fonts.CLOSE,
)
PEN = Command(
    "A pen to draw over a presented picture",
    lambda s, c, w: w.look(pen=not w.pen),
    parse_keys("W"),
    is_enabled=availability.is_presenting,
    is_available=availability.is_presenting,
    is_checked=lambda u: u.window_view.pen,
    icon=imgui_fonts.PEN,
)
CLEAR_PEN = Command(
    "Wipe away what was drawn with the pen",
    lambda s, c, w: w.look(lines=()),
    parse_keys("Delete"),
    is_enabled=availability.has_pen_lines,
    is_available=availability.has_pen_lines,
    icon=imgui_fonts.WIPE,
)
FULL_SCREEN = Command(
    "Full screen",
    window_request(WindowRequest.FULL_SCREEN),
    parse_keys("F11"),
    icon=imgui_fonts.FULL_SCREEN,
)
FIT = Command(
    "Fit the view", lambda s, c, w: c.fit(), parse_keys("F"), icon=imgui_fonts.FIT
)
NUMBER_COMMANDS = (
    _number_command(
        "1", "front", message("Look from the front (3D); answer 1 in a lesson")
    ),
    _number_command("2", "", message("Answer 2 in a lesson")),
    _number_command(
        "3", "right", message("Look from the right (3D); answer 3 in a lesson")
    ),
    _number_command("4", "", message("Answer 4 in a lesson")),
    _number_command("7", "top", message("Look from the top (3D)")),
)
THEME = Command(
    "The next theme: dark, light, projector",
    lambda s, c, w: actions.next_theme(w),
    parse_keys("Ctrl+T"),
    icon=lambda u: imgui_fonts.THEMES[u.window_view.theme],
)
THEMES = (
    _theme_command(ThemeName.DARK, message("Theme: dark")),
    _theme_command(ThemeName.LIGHT, message("Theme: light")),
    _theme_command(ThemeName.PROJECTOR, message("Theme: for a projector")),
)
LANGUAGES = tuple(_language_command(name) for name in languages())
LARGER = Command(
    "Everything larger",
    lambda s, c, w: actions.change_scale(s, w, 1),
    parse_keys("Ctrl+plus"),
)
SMALLER = Command(
    "Everything smaller",
    lambda s, c, w: actions.change_scale(s, w, -1),
    parse_keys("Ctrl+minus"),
)
DEFAULT_SCALE = Command(
    "Everything at its usual size",
    lambda s, c, w: actions.set_scale(w, 1.0),
    parse_keys("Ctrl+0"),
)
UNITS = (
    _units_command("Lengths in pixels", "pixels"),
    _units_command("y points down", "y_down", dimensions=(2,)),
    _units_command("Angles clockwise", "clockwise"),
)
MAGNIFIER = Command(
    "Magnify the deciding gap (on/off)",
    lambda s, c, w: s.look(loupe=not s.view.loupe),
    parse_keys("S"),
    is_checked=lambda u: u.study.showing.loupe,
)
# ---- maps and comparison ----
MAP = Command(
    "Show or hide the map",
    lambda s, c, w: actions.toggle_map(s),
    is_available=lambda u: bool(u.study.maps),
    is_checked=availability.has_map,
    icon=imgui_fonts.MAP,
    word="Maps",
    reason=availability.map_reason,
)
NEXT_MAP = Command(
    "The next map, or none", lambda s, c, w: plot_controls.next_map(s), parse_keys("G")
)
CURVE = Command(
    "Show or hide the curve",
    lambda s, c, w: s.toggle_curve(),
    parse_keys("C", shift=False),
    is_available=lambda u: (
        bool(u.study.scene.answer.curves) and not availability.has_map(u)
    ),
    is_checked=lambda u: u.study.showing.curve,
    icon=imgui_fonts.CURVE,
    reason=lambda u: (
        message("A map is shown in its place.")
        if availability.has_map(u)
        else message("This scene has no curve.")
    ),
)
COMPARE = Command(
    "Compare the code with the exact answer",
    lambda s, c, w: s.look(compare=not s.view.compare),
    parse_keys("A"),
    is_enabled=lambda u: u.study.scene.listing is not None,
    is_checked=lambda u: u.study.showing.compare,
)
YOUR_CODE = Command(
    "Your code in the article's place",
    lambda s, c, w: actions.toggle_user_code(s),
    is_available=lambda u: Page.CODE in u.study.pages,
    is_checked=availability.is_user_code_page,
    icon=imgui_fonts.CODE,
    word="Your code",
    reason=lambda u: (
        availability.QUESTION_OPEN
        if u.study.asking
        else message("This scene has no code.")
    ),
)
# ---- go to ----
PREVIOUS_SCENE = Command(
    "Previous scene; in a lesson, the previous stop",
    lambda s, c, w: actions.page_back_or_on(s, w, -1),
    parse_keys("Page Up"),
)
NEXT_SCENE = Command(
    "Next scene; in a lesson, the next stop",
    lambda s, c, w: actions.page_back_or_on(s, w, 1),
    parse_keys("Page Down"),
)
PAGES = (
    _page_command(Page.EXPLORE, "E"),
    _page_command(Page.DERIVATION, "D"),
    _page_command(Page.CODE, "K"),
    _page_command(Page.PREDICT, "P"),
    _page_command(Page.LAB, "B"),
)
NEXT_PANEL = Command(
    "Next panel (then Tab, arrows and Enter move inside it)",
    lambda s, c, w: actions.focus_next_panel(s, w, 1),
    parse_keys("F6", shift=False),
)
PREVIOUS_PANEL = Command(
    "Previous panel",
    lambda s, c, w: actions.focus_next_panel(s, w, -1),
    parse_keys("Shift+F6"),
)
CLOSE = Command(
    "Close a page, release a handle, close a lesson",
    lambda s, c, w: actions.close_topmost(s, w),
    parse_keys("Esc"),
)
# ---- time and steps ----
PLAY = Command(
    "Play or pause",
    lambda s, c, w: step_navigation.toggle_playing(s),
    parse_keys("Space"),
    is_enabled=availability.has_timeline,
    icon=lambda u: (
        imgui_fonts.PAUSE if u.session.playback.playing else imgui_fonts.PLAY
    ),
)
TIME_BACK = Command(
    "Time to the previous stop",
    lambda s, c, w: step_navigation.step_time(s, -1),
    parse_keys(","),
    is_enabled=availability.has_timeline,
    icon=imgui_fonts.STEP_BACK,
)
TIME_FORWARD = Command(
    "Time to the next stop",
    lambda s, c, w: step_navigation.step_time(s, 1),
    parse_keys("."),
    is_enabled=availability.has_timeline,
    icon=imgui_fonts.STEP_FORWARD,
)
LOOP = Command(
    "Loop the time",
    lambda s, c, w: actions.toggle_loop(s),
    parse_keys("L"),
    is_checked=lambda u: u.session.playback.loop,
    icon=imgui_fonts.LOOP,
)
STEP_BACK = Command(
    "Derivation one step back",
    lambda s, c, w: step_navigation.step_derivation(s, -1),
    parse_keys("Left"),
    is_enabled=availability.can_step_derivation,
    icon=imgui_fonts.LEFT,
)
STEP_FORWARD = Command(
    "Derivation one step forward",
    lambda s, c, w: step_navigation.step_derivation(s, 1),
    parse_keys("Right"),
    is_enabled=availability.can_step_derivation,
    icon=imgui_fonts.RIGHT,
)
FIRST_STEP = Command(
    "First step of the derivation",
    lambda s, c, w: step_navigation.step_derivation(s, -99),
    parse_keys("Home"),
    is_enabled=availability.can_step_derivation,
)
ALL_STEPS = Command(
    "Show the whole derivation",
    lambda s, c, w: actions.show_all_steps(s),
    parse_keys("End"),
    is_enabled=availability.can_step_derivation,
    is_checked=lambda u: u.study.options.step is None,
    icon=imgui_fonts.ALL,
)
# ---- lesson ----
LESSON = Command(
    "Open this scene's lesson",
    lambda s, c, w: actions.open_lesson(s, w),
    is_available=availability.can_open_lesson,
    icon=imgui_fonts.LESSON,
    word="Lesson",
    reason=availability.lesson_reason,
)
WHY = Command(
    "Why? The stop of the lesson that explains this mistake",
    lambda s, c, w: player.explain_mistake(s),
    is_available=lambda u: (
        availability.can_open_lesson(u) and first_run.is_listing_wrong(u.study)
    ),
    icon=imgui_fonts.LESSON,
)
RESUME_LESSON = Command(
    "Go on with the lesson that was closed",
    lambda s, c, w: player.reopen_lesson(s),
    is_available=lambda u: bool(u.session.closed_lessons),
)
NEW_LESSON = Command(
    "New lesson from this state",
    lambda s, c, w: editor.begin_lesson(s),
    is_available=lambda u: u.session.lesson is None,
)
WRITE = Command(
    "Write in the lesson",
    lambda s, c, w: editor.toggle_writing(s),
    is_available=availability.has_open_lesson,
    is_checked=lambda u: u.session.lesson is not None and u.session.lesson.writing,
    icon=imgui_fonts.WRITE,
)
ADD_STOP = Command(
    "Add this state to the lesson",
    lambda s, c, w: editor.add_stop(s),
    is_available=availability.has_open_lesson,
)
RESET_STOP = Command(
    "Reset this stop",
    lambda s, c, w: player.repeat_stop(s),
    is_available=availability.has_open_lesson,
    icon=imgui_fonts.AGAIN,
)
SAVE_LESSON = Command(
    "Save the lesson",
    window_request(WindowRequest.SAVE_LESSON),
    is_available=availability.has_open_lesson,
)
CLOSE_LESSON = Command(
    "Close the lesson",
    lambda s, c, w: player.leave_lesson(s),
    is_available=availability.has_open_lesson,
    is_checked=availability.has_open_lesson,
    icon=imgui_fonts.CLOSE,
    word="Lesson",
)
PREVIOUS_STOP = Command(
    "Previous stop (Page Up)",
    lambda s, c, w: player.step_stop(s, -1),
    is_available=availability.has_open_lesson,
    icon=imgui_fonts.LEFT,
)
NEXT_STOP = Command(
    "Next stop (Page Down)",
    lambda s, c, w: player.step_stop(s, 1),
    is_available=availability.has_open_lesson,
    icon=imgui_fonts.RIGHT,
)
# ---- quiz ----
GUESS_HIT = Command(
    "Predict a hit",
    lambda s, c, w: quiz.guess_hit(s, True),
    parse_keys("H"),
    is_enabled=availability.is_question_open,
)
GUESS_MISS = Command(
    "Predict a miss",
    lambda s, c, w: quiz.guess_hit(s, False),
    parse_keys("M"),
    is_enabled=availability.is_question_open,
)
REVEAL = Command(
    "Start, reveal, or the next question; in a lesson, go on",
    lambda s, c, w: actions.press_enter(s),
    parse_keys("Enter"),
)
NEXT_QUESTION = Command(
    "Next question",
    lambda s, c, w: quiz.go_to_next_question(s),
    parse_keys("N"),
    is_enabled=availability.is_question_answered,
)
# ---- help ----
FIND = Command(
    "Find by name, or set a number",
    lambda s, c, w: w.look(finding=not w.finding, choosing=None, keys=False),
    parse_keys("Ctrl+P"),
    is_checked=lambda u: u.window_view.finding,
    icon=imgui_fonts.FIND,
)
KEYS = Command(
    "Mouse and keys",
    lambda s, c, w: w.look(keys=not w.keys, about=False),
    parse_keys("F1", "?"),
    is_checked=lambda u: u.window_view.keys,
    icon=imgui_fonts.KEYS,
)
ARTICLE = Command(
    "Read the article: open it in the browser, or copy its title",
    window_request(WindowRequest.ARTICLE),
    is_available=lambda u: u.study.entry.source is not None,
    icon=imgui_fonts.LINK,
)

ABOUT = Command(
    "About Geometry Playground",
    lambda s, c, w: w.look(about=not w.about, keys=False),
    is_checked=lambda u: u.window_view.about,
)

GROUPS = {
    message("File", about="menu"): (
        OPEN,
        SAVE,
        SAVE_AS,
        COPY,
        LINK,
        PYTHON,
        TEST,
        *LITERALS,
        PASTE,
        PICTURE,
        RECORD,
        QUIT,
    ),
    message("Edit", about="menu"): (
        UNDO,
        REDO,
        RESET,
        NEXT_HANDLE,
        PREVIOUS_HANDLE,
        MENU,
    ),
    message("View", about="menu"): (
        SIMPLE,
        PRESENT,
        PRESENT_BACK,
        PRESENT_NEXT,
        BLACK,
        END_PRESENTATION,
        PEN,
        CLEAR_PEN,
        FULL_SCREEN,
        FIT,
        *NUMBER_COMMANDS,
        *THEMES,
        THEME,
        *LANGUAGES,
        LARGER,
        SMALLER,
        DEFAULT_SCALE,
        MAGNIFIER,
        *UNITS,
    ),
    message("Maps and comparison"): (MAP, NEXT_MAP, CURVE, COMPARE, YOUR_CODE),
    message("Go to"): (
        PREVIOUS_SCENE,
        NEXT_SCENE,
        *PAGES,
        NEXT_PANEL,
        PREVIOUS_PANEL,
        CLOSE,
    ),
    message("Time and steps"): (
        PLAY,
        TIME_BACK,
        TIME_FORWARD,
        LOOP,
        STEP_BACK,
        STEP_FORWARD,
        FIRST_STEP,
        ALL_STEPS,
    ),
    message("Lesson"): (
        LESSON,
        WHY,
        RESUME_LESSON,
        NEW_LESSON,
        WRITE,
        ADD_STOP,
        RESET_STOP,
        SAVE_LESSON,
        CLOSE_LESSON,
    ),
    message("Quiz"): (GUESS_HIT, GUESS_MISS, REVEAL, NEXT_QUESTION),
    message("Help"): (
        FIND,
        KEYS,
        ARTICLE,
        START_AFRESH,
        UNDO_START_AFRESH,
        ABOUT,
    ),
}
"""All commands in the groups of the menu, the palette and the list of keys."""

TOOLS = (
    UNDO, REDO, RESET, FIT, CURVE, SAVE, OPEN, THEME, COPY, PICTURE, RECORD, KEYS,
    FULL_SCREEN,
)  # fmt: skip
"""Commands of the bar's buttons, which shows as many as fit."""

COMMANDS = tuple(command for group in GROUPS.values() for command in group)

# Keys that navigate within a focused panel.
_NAVIGATION_KEYS = {
    key.TAB,
    key.LEFT, key.RIGHT, key.UP, key.DOWN, key.SPACE, key.ENTER, key.RETURN,
    key.NUM_ENTER, key.HOME, key.END,
}  # fmt: skip
PAGING_KEYS = {key.PAGEUP, key.PAGEDOWN}


def navigation_keys(panel: str) -> set[int]:
    """Return the navigation keys of a panel by its name; none for "".

    The lesson's panel has no paging keys, which change its stops.
    """
    if not panel:
        return set()
    return _NAVIGATION_KEYS if panel == "lesson" else _NAVIGATION_KEYS | PAGING_KEYS


ARROWS = {key.LEFT: (-1, 0), key.RIGHT: (1, 0), key.UP: (0, 1), key.DOWN: (0, -1)}

AXES = {key.X: "x", key.Y: "y", key.Z: "z"}

MOUSE_HELP = (
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
    (
        message("Drag the edge of the scenes or the panel"),
        message("Make it wider or narrower; double click for its usual width"),
    ),
    (message("Middle or right drag, Space + drag"), message("Pan")),
    (message("Drag on empty space"), message("Pan; orbit in 3D")),
    (message("Double click a handle"), message("Set it back to the case's value")),
    (message("Right click"), message("A menu for the handle or shape, or the canvas")),
    (message("Click in a map's legend"), message("Show only that kind, or all again")),
    (message("Click a number"), message("Type it; drag it to change it")),
)


def find_commands(symbol: int, modifiers: int) -> list[Command]:
    """Return the commands of a key press, of which the first enabled one runs.

    `symbol` and `modifiers` are pyglet's. Arrow keys have none, as they nudge handles.
    """
    if symbol in ARROWS:
        return []
    return [c for c in COMMANDS if any(k.matches(symbol, modifiers) for k in c.keys)]


def list_shortcuts() -> dict[str, list[tuple[str, str]]]:
    """Return the names of shortcuts with titles, by the names of their groups."""
    groups = {
        name: [
            (command.keys[0].name, command.title)
            for command in group
            if command.keys and command.keys[0].symbol not in ARROWS
        ]
        for name, group in GROUPS.items()
    }
    return {name: lines for name, lines in groups.items() if lines}
