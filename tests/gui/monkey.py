"""Random input for a window, reproducible by a seed."""

import json
import random
from collections import deque
from pathlib import Path
from typing import Any

from conftest import Driver
from pyglet.window import key, mouse
from using import Drawn

from playground.gui.commands.registry import AXES, COMMANDS, navigation_keys
from playground.scene import params as parameters
from playground.scene.parameter_types import (
    Choice,
    Integer,
    Number,
    Parameter,
    Points,
    Toggle,
    Vector,
)
from playground.scene.params import Params
from playground.session import saved_state as states
from playground.session.view_options import Page

_WORDS = (
    "nan", "1e308", "-3.5", "0", "abc", "1/0", "inf", "", "9" * 30, "-0", "1e-300",
    "sqrt(2)", "radius 1e-160", "\N{HIRAGANA LETTER A}", "case", "map", "?", "/",
)  # fmt: skip
_NUMBERS = (0.0, 5e-324, 1e-300, 1e-160, 1e-9, 0.5, 1.0, 3.0, 1e9, 1e160, 1e300)
_NONSENSE = (None, True, -1, 1e400, "", "x", [], ["x"], {}, {"x": 1}, [[1.0]], 10**400)
_SIDES = 1, 40, 300, 640, 960, 1280, 1920
_MODIFIERS = 0, 0, 0, key.MOD_SHIFT, key.MOD_CTRL, key.MOD_CTRL | key.MOD_SHIFT


class Monkey:
    """Source of random actions on a window; writes the files that it drops to `folder`.

    Attributes
    ----------
    done : sequence of str
        The last actions.
    events : int
        The number of events sent.
    """

    def __init__(self, driver: Driver, drawn: Drawn, folder: Path, seed: int) -> None:
        self.done: deque[str] = deque(maxlen=25)
        self.events = 0
        self._driver, self._drawn, self._folder = driver, drawn, folder
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
            self._paste: 1.5, self._drop: 0.7, self._open: 1, self._leave: 0.5,
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

    def _paste(self) -> None:
        self._driver.window.clipboard = self._text()
        self._say("paste", self._driver.window.clipboard)
        self._press(key.V, key.MOD_CTRL)

    def _drop(self) -> None:
        name = self._chance.choice(("a.json", "b.json", "c.txt", "d.py"))
        path = self._folder / name
        text = self._text()
        if name == "d.py":
            text = self._chance.choice(("", "def (", "SCENE = 1", "import nothing"))
        self._say("drop", name, text)
        path.write_text(text, encoding="utf-8")
        self._driver.window.dispatch_event("on_file_drop", 5, 5, [str(path)])

    def _text(self) -> str:
        """Return a state or a lesson as text, possibly damaged."""
        scene = self._chance.choice(self._scenes)
        if scene.lesson_path and self._chance.random() < 0.3:
            text = scene.lesson_path.read_text(encoding="utf-8")
        else:
            params = self._params(self._chance.choice([*scene.cases.values()]).params)
            text = states.dump(states.State(scene, params))
        if self._chance.random() < 0.4:
            text = json.dumps(self._spoiled(json.loads(text)))
        return text[: self._chance.randrange(len(text))] if self._rarely() else text

    def _rarely(self) -> bool:
        return self._chance.random() < 0.1

    def _params(self, params: Params) -> Params:
        """Return params, some of them extremely small or large."""
        values = {
            name: self._value(spec, getattr(params, name))
            for name, spec in parameters.parameters_of(type(params)).items()
            if self._chance.random() < 0.3
        }
        return parameters.with_values(params, **values)

    def _value(self, spec: Parameter, value: Any) -> Any:
        match spec:
            case Choice():
                return self._chance.choice(spec.options)
            case Toggle():
                return not value
            case Vector():
                return tuple(self._number() for _ in range(spec.size))
            case Points():
                return tuple(tuple(self._number() for _ in at) for at in value)
            case Number() | Integer():
                return self._number()
        return value

    def _number(self) -> float:
        return self._chance.choice(_NUMBERS) * self._chance.choice((1.0, -1.0))

    def _spoiled(self, values: Any) -> Any:
        """Return JSON values, one of them invalid."""
        if isinstance(values, dict | list) and values and not self._rarely():
            place = self._chance.choice(
                [*(values if isinstance(values, dict) else range(len(values)))]
            )
            values[place] = self._spoiled(values[place])
            return values
        return self._chance.choice(_NONSENSE)
