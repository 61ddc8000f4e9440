"""Discovery and use of the controls that a window draws in Dear ImGui."""

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyglet
import pytest
from conftest import Driver
from imgui_bundle import imgui
from pyglet.window import key

from playground.gui import file_dialogs, video_process
from playground.gui.imgui_backend import Gui
from playground.gui.panels.context import Ui
from playground.gui.view_state import WindowView
from playground.scene import params as parameters
from playground.scene.parameter_types import Number
from playground.scene.params import Params
from playground.session import restore
from playground.session.lesson.open_lesson import OpenLesson, StopState
from playground.session.open_scene import OpenScene
from playground.session.session import Session

# What is drawn under a name of its own takes that first.
_NAMED = re.compile(r"\w+\((label|str_id): str")
_FAR = 40.0


@dataclass(frozen=True)
class Control:
    """An item: its window, its name, its centre and its corners."""

    window: str
    label: object
    at: tuple[float, float]
    corners: tuple[float, ...]
    in_list: bool


class Drawn:
    """Recorder of items drawn by any function of Dear ImGui.

    Attributes
    ----------
    asked : set of tuple of float
        Centres of items that query whether they are hovered or clicked.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.controls: dict[tuple[str, object], Control] = {}
        self.asked: set[tuple[float, float]] = set()
        for name in dir(imgui):
            function = getattr(imgui, name)
            if _NAMED.match(getattr(function, "__doc__", None) or ""):
                monkeypatch.setattr(imgui, name, self._drawing(function))
        clicked, hovered = imgui.is_item_clicked, imgui.is_item_hovered
        monkeypatch.setattr(imgui, "is_item_clicked", self._clicking(clicked))
        monkeypatch.setattr(imgui, "is_item_hovered", self._hovering(hovered))

    def forget(self) -> None:
        """Clear the record."""
        self.controls.clear()
        self.asked.clear()

    def _drawing(self, draw: Callable[..., object]) -> Callable[..., object]:
        def drawn(label: str, *arguments: object, **options: object) -> object:
            before = imgui.internal.get_current_window_read()
            answer = draw(label, *arguments, **options)
            window = imgui.internal.get_current_window_read()
            # What opens a window is none of the items in it.
            if before and window and window.id_ == before.id_:
                self._note(label)
            return answer

        return drawn

    def _clicking(self, ask: Callable[..., bool]) -> Callable[..., bool]:
        def asked(*arguments: object) -> bool:
            self._note(_middle())
            return ask(*arguments)

        return asked

    def _hovering(self, ask: Callable[..., bool]) -> Callable[..., bool]:
        def asked(*arguments: object) -> bool:
            if not imgui.get_item_id() and imgui.is_item_visible():
                self.asked.add(_middle())
            return ask(*arguments)

        return asked

    def _note(self, label: object) -> None:
        window = imgui.internal.get_current_window_read()
        name = window.name, label
        if name not in self.controls and imgui.is_item_visible():
            in_list = bool(window.flags & imgui.WindowFlags_.popup)
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            corners = low.x, low.y, high.x, high.y
            self.controls[name] = Control(*name, _middle(), corners, in_list)


def _middle() -> tuple[float, float]:
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    return round((low.x + high.x) / 2), round((low.y + high.y) / 2)


def nothing_outside(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Prevent effects outside of the window and a folder.

    There are no delayed calls, no file dialogs, and no processes that render films.
    """
    start = subprocess.Popen

    def nothing(_program: object, **options: Any) -> object:
        return start(["true"], **options)

    patch.chdir(folder)
    for name in ("HOME", "USERPROFILE"):
        patch.setenv(name, str(folder))
    for name in ("schedule_once", "schedule_interval"):
        patch.setattr(pyglet.clock, name, lambda *_: None)
    patch.setattr(file_dialogs.shutil, "which", lambda name: None)
    started = SimpleNamespace(**{**vars(subprocess), "Popen": nothing})
    patch.setattr(video_process, "subprocess", started)


class Hand:
    """User of controls: uses each new one once, from a fresh session each.

    Controls of scenes other than `scene_id`, to which some controls lead, are ignored.

    Attributes
    ----------
    done : list of Control
        The controls used since the beginning.
    """

    def __init__(self, driver: Driver, drawn: Drawn) -> None:
        self._driver, self._drawn = driver, drawn
        self.scene_id = ""
        self._scenes = [own.scene for own in driver.session.opened_scenes]
        self._show: Callable[[], object] = lambda: None
        self._begin = self._show
        self._used: set[tuple[str, object]] = set()
        # Where the pointer has been, for some items have to be under it.
        self._pointed: set[tuple[float, float]] = set()
        self.done: list[Control] = []

    def use_all(self, show: Callable[[], object], begin: Callable[[], object]) -> None:
        """Use all new controls after `show` and `begin`.

        Both run on a fresh session.
        """
        for number, control in enumerate(self.pass_over(show, begin)):
            if number:
                self._go()
            self._use(control)

    def pass_over(
        self, show: Callable[[], object], begin: Callable[[], object]
    ) -> list[Control]:
        """Return all new controls, and mark them as used."""
        self._show, self._begin = show, begin
        self._go()
        return self._new()

    def _new(self) -> list[Control]:
        """Return the controls not used yet, and mark them as used."""
        driver, drawn = self._driver, self._drawn
        if driver.session.scene.id != self.scene_id:
            return []
        # What is new needs a frame to find its place.
        driver.settle(1)
        drawn.forget()
        driver.settle(1)
        for at in sorted(drawn.asked - self._pointed):
            driver.move(*at)
        self._pointed |= drawn.asked
        new = [c for name, c in drawn.controls.items() if name not in self._used]
        self._used.update((c.window, c.label) for c in new if not c.in_list)
        return [control for control in new if not control.in_list]

    def _go(self) -> None:
        driver, session = self._driver, self._driver.session
        gui = driver.window.main_view.gui
        if gui.has_text_focus or gui.has_popup_open:
            driver.key(key.ESCAPE)
        if film := driver.window.video_exporter.video_process:
            film.close()
        restore.close_user_code(session)
        session.__init__(self._scenes)
        driver.window_view.__init__()
        self._show()
        self._begin()
        driver.settle(1)
        self.done = []

    def _click(self, control: Control) -> None:
        """Click a control, and record the items drawn then."""
        driver = self._driver
        self.done.append(control)
        driver.move(*control.at)
        driver.press()
        driver.release()
        self._drawn.forget()
        driver.settle(1)

    def _use(self, control: Control) -> None:
        """Click a control, choose all its options, type into it, drag it."""
        driver, gui = self._driver, self._driver.window.main_view.gui
        before = driver.session.open_scene.history
        self._click(control)
        if choices := [c for c in self._drawn.controls.values() if c.in_list]:
            for choice in choices:
                self._go()
                self._click(control)
                self._click(choice)
                self._look(before)
            return
        typing = gui.has_text_focus
        if typing:
            driver.type("0.7")
            driver.key(key.ENTER)
        if typing or driver.session.open_scene.history is not before:
            x, y = control.at
            driver.drag((x, y), (x + _FAR, y + 1.0), pieces=1)
        self._look(before)

    def _look(self, before: object) -> None:
        """Assert that the session is valid, and that undo and redo work."""
        session = self._driver.session
        _is_whole(session)
        history = session.open_scene.history
        if history is before or not history.past:
            return
        opened, after = session.open_scene, _settings(session.params)
        for travel in (session.undo, session.redo):
            travel()
            self._driver.settle(1)
            _is_whole(session)
        if session.open_scene is opened:
            assert _settings(session.params) == after


def _settings(params: Params) -> dict[str, object]:
    """Return the relevant params without the time."""
    relevant = parameters.relevant_parameters(params)
    timed = {n for n, s in relevant.items() if isinstance(s, Number) and s.time}
    return {name: getattr(params, name) for name in relevant.keys() - timed}


def _is_whole(session: Session) -> None:
    params = session.params
    specs = parameters.parameters_of(type(params))
    assert params == parameters.with_values(
        params, **{name: getattr(params, name) for name in specs}
    )
    assert not session.scene_view.failure, session.scene_view.failure


# What was worked out for a frame is kept with it.
_KEPT = "_scene_view", "fitted_places", "restored_context_id", "_done"
_READ = Session, OpenScene, OpenLesson, StopState, WindowView


def refuse_changes_while_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise on any change of the session while panels and canvas are drawn."""
    drawn = False

    def drawing(begins: bool, work: Callable[..., object]) -> Callable[..., object]:
        def done(*given: object, **named: object) -> object:
            nonlocal drawn
            drawn = begins
            return work(*given, **named)

        return done

    def acting(deeds: Ui) -> bool:
        nonlocal drawn
        drawn = False
        acted = carry_out(deeds)
        drawn = True
        return acted

    def setting(kind: type) -> Callable[[object, str, object], None]:
        usual = kind.__setattr__

        def put(thing: object, name: str, value: object) -> None:
            # `ImGui` and the mouse have their own.
            assert not drawn or name in _KEPT, f"{kind.__name__}.{name} is set"
            usual(thing, name, value)

        return put

    carry_out = Ui.run_pending
    monkeypatch.setattr(Gui, "begin", drawing(True, Gui.begin))
    for end in ("end", "abandon_frame"):
        monkeypatch.setattr(Gui, end, drawing(False, getattr(Gui, end)))
    monkeypatch.setattr(Ui, "run_pending", acting)
    for kind in _READ:
        monkeypatch.setattr(kind, "__setattr__", setting(kind))
