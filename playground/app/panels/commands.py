"""One table of all that can be done, and the page of keys."""

from pyglet.window import key

from playground.app.panels.command import Command
from playground.app.panels.lesson_commands import (
    ADD_STOP,
    AS_PREPARED,
    CLOSE_LESSON,
    GO_ON,
    LESSON,
    NEW_LESSON,
    NEXT_QUESTION,
    REVEAL,
    SAVE_LESSON,
    SAY_HIT,
    SAY_MISS,
    WHY,
    WRITE,
)
from playground.app.panels.scene_commands import (
    ALL_STEPS,
    COMPARE,
    CURVE,
    FIRST_STEP,
    FIT,
    HANDLE_BEFORE,
    LOOP,
    LOUPE,
    MAP,
    NEXT_HANDLE,
    NEXT_MAP,
    NEXT_SCENE,
    NUMBERS,
    PAGES,
    PLAY,
    REDO,
    RESET,
    SCENE_BEFORE,
    STEP_BACK,
    STEP_ON,
    TIME_BACK,
    TIME_ON,
    UNDO,
    YOUR_CODE,
)
from playground.app.panels.window_commands import (
    AFRESH,
    ARTICLE,
    CLOSE,
    COPY,
    FIND,
    FULL_SCREEN,
    KEYS,
    LANGUAGES,
    LARGER,
    LINK,
    MENU,
    NEXT_PANEL,
    OPEN,
    PANEL_BEFORE,
    PASTE,
    PEN,
    PICTURE,
    PRESENT,
    PYTHON,
    QUIT,
    RECORD,
    SAVE,
    SAVE_AS,
    SIMPLE,
    SMALLER,
    TEST,
    THEME,
    USUAL_SIZE,
    WIPE,
)
from playground.language import message

GROUPS = {
    message("File", about="menu"): (
        OPEN,
        SAVE,
        SAVE_AS,
        COPY,
        LINK,
        PYTHON,
        TEST,
        PASTE,
        PICTURE,
        RECORD,
        AFRESH,
        QUIT,
    ),
    message("Edit", about="menu"): (
        UNDO,
        REDO,
        RESET,
        NEXT_HANDLE,
        HANDLE_BEFORE,
        MENU,
    ),
    message("Look", about="menu"): (
        SIMPLE,
        PRESENT,
        PEN,
        WIPE,
        FULL_SCREEN,
        FIT,
        *NUMBERS,
        THEME,
        *LANGUAGES,
        LARGER,
        SMALLER,
        USUAL_SIZE,
        LOUPE,
    ),
    message("Maps and comparison"): (MAP, NEXT_MAP, CURVE, COMPARE, YOUR_CODE),
    message("Go to"): (
        SCENE_BEFORE,
        NEXT_SCENE,
        *PAGES,
        NEXT_PANEL,
        PANEL_BEFORE,
        CLOSE,
    ),
    message("Time and steps"): (
        PLAY,
        TIME_BACK,
        TIME_ON,
        LOOP,
        STEP_BACK,
        STEP_ON,
        FIRST_STEP,
        ALL_STEPS,
    ),
    message("Lesson"): (
        LESSON,
        WHY,
        GO_ON,
        NEW_LESSON,
        WRITE,
        ADD_STOP,
        AS_PREPARED,
        SAVE_LESSON,
        CLOSE_LESSON,
    ),
    message("Quiz"): (SAY_HIT, SAY_MISS, REVEAL, NEXT_QUESTION),
    message("Help"): (FIND, KEYS, ARTICLE),
}
"""All that can be done, as menu, palette and page of keys have it in groups."""

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
