"""Random input for a window, reproducible by a seed."""

import random
from collections import deque

from conftest import Driver
from pyglet.window import key, mouse
from using import Drawn

from playground.gui.commands.registry import AXES, COMMANDS, navigation_keys
from playground.session.view_options import Page

_WORDS = (
    "nan", "1e308", "-3.5", "0", "abc", "1/0", "inf", "", "9" * 30, "-0", "1e-300",
    "sqrt(2)", "radius 1e-160", "\N{HIRAGANA LETTER A}", "case", "map", "?", "/",
)  # fmt: skip
_SIDES = 1, 40, 300, 640, 960, 1280, 1920
_MODIFIERS = 0, 0, 0, key.MOD_SHIFT, key.MOD_CTRL, key.MOD_CTRL | key.MOD_SHIFT


class Monkey:
    """Source of random actions on a window.

    Attributes
    ----------
    done : sequence of str
        The last actions.
    events : int
        The number of events sent.
    """

    def __init__(self, driver: Driver, drawn: Drawn, seed: int) -> None:
        self.done: deque[str] = deque(maxlen=25)
        self.events = 0
        self._driver, self._drawn = driver, drawn
        self._tell, driver.window.dispatch_event = (
            driver.window.dispatch_event,
            self._counted,
        )
        self._chance = random.Random(seed)
        self._scenes = [own.scene for own in driver.session.opened_scenes]
        self._keys = self._known_keys()
        # What it does, and how often in comparison.
        self._deeds = {
            self._drag: 6, self._click: 6, self._click_item: 14, self._choose: 4,
            self._wheel: 2, self._key: 12, self._type: 3, self._resize: 0.5,
            self._open: 1, self._leave: 0.5,
        }  # fmt: skip

    def act(self) -> None:
        """Run an action, and usually draw a frame."""
        (deed,) = self._chance.choices([*self._deeds], [*self._deeds.values()])
        deed()
        if self._chance.random() < 0.7:
            self._driver.settle(self._chance.choice((1, 1, 2)))

    def _known_keys(self) -> list[tuple[int, int]]:
        """Return every key that has a meaning, with its modifiers."""
        commands = [(k.symbol, k.ctrl, k.shift) for c in COMMANDS for k in c.keys]
        held = [
            (symbol, key.MOD_CTRL * bool(ctrl) | key.MOD_SHIFT * bool(shift))
            for symbol, ctrl, shift in commands
        ]
        bare = [*navigation_keys("panel"), *AXES, key.ESCAPE, key.BACKSPACE, key.DELETE]
        return [*held, *((symbol, 0) for symbol in sorted(bare))]

    def _counted(self, event: str, *arguments: object) -> object:
        self.events += event != "on_draw"
        return self._tell(event, *arguments)

    def _say(self, *words: object) -> None:
        self.done.append(" ".join(map(str, words)))

    def _place(self) -> tuple[float, float]:
        wide, high = self._driver.window.get_size()
        return self._chance.randrange(wide), self._chance.randrange(high)

    def _drag(self) -> None:
        button = self._chance.choice((mouse.LEFT,) * 4 + (mouse.MIDDLE, mouse.RIGHT))
        modifiers = self._chance.choice((0, 0, key.MOD_SHIFT))
        start = self._item() if self._chance.random() < 0.3 else self._place()
        self._say("drag", start, button)
        self._driver.move(*start)
        self._driver.press(button, modifiers)
        for _ in range(self._chance.randrange(4)):
            self._driver.drag_to(*self._place(), button, modifiers)
            if self._chance.random() < 0.3:
                self._key()
        if self._chance.random() < 0.95:
            self._driver.release(button, modifiers)

    def _click(self) -> None:
        at, button = self._place(), self._chance.choice((1, 1, 1, mouse.RIGHT))
        self._say("click", at, button)
        self._driver.click(*at, button)

    def _item(self) -> tuple[float, float]:
        self._drawn.forget()
        self._driver.settle(1)
        controls = list(self._drawn.controls.values())
        if not controls:
            return self._place()
        control = self._chance.choice(controls)
        self._say("at", control.window, control.label)
        return control.at

    def _click_item(self) -> None:
        self._driver.click(*self._item())

    def _choose(self) -> None:
        self._click_item()
        for _ in range(self._chance.randrange(1, 4)):
            self._press(self._chance.choice((key.DOWN, key.UP, key.DOWN)))
        self._press(self._chance.choice((key.ENTER, key.ENTER, key.ESCAPE)))

    def _wheel(self) -> None:
        notches = self._chance.choice((1, -1, 3, -3, 1e3, -1e6))
        at = self._place()
        self._say("wheel", at, notches)
        self._driver.wheel(*at, notches)

    def _key(self) -> None:
        symbol, modifiers = self._chance.choice(self._keys)
        if self._chance.random() < 0.15:
            modifiers = self._chance.choice(_MODIFIERS)
        self._press(symbol, modifiers)

    def _press(self, symbol: int, modifiers: int = 0) -> None:
        self._say("key", key.symbol_string(symbol), modifiers)
        if self._chance.random() < 0.5:
            self._driver.key(symbol, modifiers)
        else:  # nothing is drawn before what comes next
            self._driver.window.dispatch_event("on_key_press", symbol, modifiers)
            self._driver.window.dispatch_event("on_key_release", symbol, modifiers)

    def _type(self) -> None:
        if self._chance.random() < 0.7:
            self._driver.double_click(*self._item())
        word = self._chance.choice(_WORDS)
        self._say("type", word)
        self._driver.type(word)
        self._press(self._chance.choice((key.ENTER, key.TAB, key.ESCAPE)))

    def _resize(self) -> None:
        size = self._chance.choice(_SIDES), self._chance.choice(_SIDES)
        if self._chance.random() < 0.6:
            size = 1280, 800
        self._say("resize", size)
        self._driver.resize(*size)

    def _leave(self) -> None:
        self._say("leave")
        self._driver.window.dispatch_event("on_mouse_leave", 0, 0)

    def _open(self) -> None:
        session = self._driver.session
        scene = self._chance.choice(self._scenes)
        case = self._chance.choice([*scene.cases])
        self._say("open", scene.id, case)
        session.open(session.find(scene.id))
        session.choose_case(case)
        session.look(page=self._chance.choice([*Page]))
