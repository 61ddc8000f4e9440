"""One table of all that can be done: its keys, and the page of keys."""

from pyglet.window import key

from playground.app.canvas.mouse import Controls
from playground.app.panels.command import Command, Key
from playground.app.panels.lesson_commands import (
    ADD_STOP,
    AS_PREPARED,
    CLOSE_LESSON,
    GO_ON,
    LESSON,
    NEW_LESSON,
    SAVE_LESSON,
    WRITE,
)
from playground.app.panels.scene_commands import (
    ALL_STEPS,
    COMPARE,
    CURVE,
    FIRST_STEP,
    FIT,
    LOOP,
    LOUPE,
    MAP,
    NEXT_MAP,
    NEXT_QUESTION,
    PAGES,
    PLAY,
    REDO,
    RESET,
    REVEAL,
    SAY_HIT,
    SAY_MISS,
    STEP_BACK,
    STEP_ON,
    TIME_BACK,
    TIME_ON,
    UNDO,
)
from playground.app.panels.window_commands import (
    AFRESH,
    COPY,
    FIND,
    FULL_SCREEN,
    KEYS,
    LARGER,
    MENU,
    NEXT_PANEL,
    OPEN,
    PANEL_BEFORE,
    PASTE,
    PICTURE,
    PRESENT,
    PYTHON,
    QUIT,
    RECORD,
    SAVE,
    SAVE_AS,
    SMALLER,
    TEST,
    THEME,
    USUAL_SIZE,
)
from playground.app.panels.window_view import WindowView
from playground.study import (
    lesson_walking,
)
from playground.study.lesson import ANSWERS
from playground.study.session import Session
from playground.study.view import handles


def _scene(s: Session, direction: int) -> None:
    if not lesson_walking.step(s, direction):
        s.open((s.index + direction) % len(s.all_opened))


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
