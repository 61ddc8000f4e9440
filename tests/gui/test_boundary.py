"""Error boundary: after any exception the window goes on and reports it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pyglet
import pytest
from conftest import PATIENCE
from every import ENTRIES
from imgui_bundle import imgui
from pyglet.window import Window, key
from test_log import redone

from playground.gui import main_view, map_worker
from playground.gui import window as gui_window
from playground.gui.file_dialogs import FileDialogs
from playground.gui.main_view import MainView
from playground.gui.panels import inspector
from playground.gui.settings import Settings
from playground.gui.window import PlaygroundWindow
from playground.render.labels import LabelStyle
from playground.session.lesson import editor
from playground.session.session import Session
from playground.session.view import map_samples
from playground.session.view_options import Page

pytestmark = pytest.mark.usefixtures("coarse")
LAST = "The last action"
WORDS = "failed: ZeroDivisionError: nine in"


def boom(*_: object, **__: object) -> None:
    """Raise with several of ImGui's stacks not closed."""
    raise ZeroDivisionError("nine")


def untidy(*_: object, **__: object) -> None:
    """Raise in the middle of windows, styles and fonts."""
    imgui.begin("##untidy")
    imgui.push_style_var(imgui.StyleVar_.alpha, 0.25)
    imgui.push_style_color(imgui.Col_.text, 0xFF0000FF)
    imgui.push_font(None, 40.0)
    imgui.push_clip_rect(imgui.ImVec2(0, 0), imgui.ImVec2(5, 5), True)
    imgui.begin_group()
    imgui.begin_disabled()
    imgui.push_id("untidy")
    raise ZeroDivisionError("nine")


@dataclass(frozen=True)
class Plant:
    """Place where an exception is raised, and the action that causes it."""

    owner: Any
    name: str
    raised: Callable[..., Any] = boom
    act: Callable[[Any], None] = lambda _: None

    @contextmanager
    def planted(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            is_table = isinstance(self.owner, dict)
            plant = patch.setitem if is_table else patch.setattr
            plant(self.owner, self.name, self.raised)
            yield


def mapped(driver: Any) -> None:
    driver.key(key.G)
    driver.window.wait_for_map()
    driver.settle()


PLANTS = {
    "panel": Plant(inspector._PAGES, Page.CODE, untidy, lambda d: d.click_item("Code")),
    "command": Plant(Session, "reset", boom, lambda d: d.key(key.R)),
    "map": Plant(map_samples, "sample_view", boom, mapped),
    "worker": Plant(map_worker, "rasterize_map", boom, mapped),
}


@pytest.fixture
def start(window_of: Callable[..., Any], tmp_path: Path) -> Callable[[], Any]:
    def started() -> Any:
        Window._enable_event_queue = True
        return window_of(*ENTRIES, settings=Settings(tmp_path))

    return started


def pixels(driver: Any) -> np.ndarray:
    """Return a picture without the notice and the pointer."""
    driver.session.notice = ""
    # Labels and loupe stay where they were for as long as a stage lasts.
    driver.session.reset_view()
    driver.window.main_view.gui.pointer_leave()
    return driver.pixels()


def logs(folder: Path) -> list[Path]:
    return sorted(folder.glob("failure-*.log"))


def caught(driver: Any) -> Any:
    """Return the only failure that the window has caught; wait for a worker's."""
    failures = driver.failures()
    end = time.monotonic() + PATIENCE
    while not failures:
        assert time.monotonic() < end
        time.sleep(0.02)
        driver.settle(1)
        failures = driver.failures()
    (failure,) = failures
    assert isinstance(failure.error, ZeroDivisionError)
    return failure


def edited(driver: Any) -> None:
    driver.open("ray_circle")
    driver.change(radius=1.25)
    driver.settle()


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTS)
def test_the_window_goes_back_and_says_what_failed(start, tmp_path, name, capsys):
    plant, driver = PLANTS[name], start()
    edited(driver)
    before, history = pixels(driver), driver.session.open_scene.history
    state = driver.session.state
    with plant.planted():
        plant.act(driver)
        driver.settle(1)
    driver.settle()
    failure = caught(driver)
    assert failure.log == tmp_path / "failure-1.log"
    notice = driver.session.notice
    assert notice.startswith(f"{LAST} {WORDS}")
    assert notice.endswith(f"; the log is in {failure.log}")
    assert "Traceback" in capsys.readouterr().err
    driver.session.look(map=None)
    assert driver.session.state == state
    assert driver.session.open_scene.history == history
    # A letter that lies elsewhere in the font's texture has edges a level off.
    after = pixels(driver).astype(int)
    np.testing.assert_allclose(after, before.astype(int), atol=1)
    assert (after != before).mean() < 1e-5
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params.radius != 1.25


def test_the_figure_is_alone_where_all_else_cannot_be_drawn(start):
    driver = start()
    edited(driver)
    driver.key(key.F1)
    with Plant(main_view, "draw_curve_plot", untidy).planted():
        driver.change(radius=1.75)
        assert driver.window_view.simple
        assert not driver.window_view.keys
        assert driver.session.notice.startswith(f"The display {WORDS}")
        driver.settle(5)
        caught(driver)
        # What was done before is not lost for that, nor what is done now.
        assert driver.params.radius == 1.25
        driver.change(radius=1.5)
        driver.settle(3)
        assert driver.params.radius == 1.5
        assert not driver.failures()
    driver.window_view.simple = False
    driver.settle()
    assert driver.session.view.curve


def test_a_scene_that_cannot_be_drawn_is_shut(start, texts):
    driver = start()
    edited(driver)
    requests = LabelStyle.make_requests

    def some(words: LabelStyle, found: Any, view: Any) -> Any:
        return boom() if found else requests(words, found, view)

    with Plant(LabelStyle, "make_requests", some).planted():
        # What has not changed is not placed anew.
        driver.resize(1200, 760)
        assert driver.session.notice.startswith(f"The scene {WORDS}")
        assert any("The scene failed: ZeroDivisionError" in text for text in texts)
        driver.settle()
        caught(driver)
    driver.key(key.PAGEDOWN)
    driver.settle()
    assert driver.session.scene.id != "ray_circle"
    assert driver.session.scene_view.verdict


def test_where_no_frame_can_be_drawn_there_is_a_message(start, texts):
    driver = start()
    edited(driver)
    state, drawn = driver.session.state, []

    def counted(*_: object, **__: object) -> None:
        drawn.append(1)
        untidy()

    with Plant(MainView, "_draw_panels_in_order", counted).planted():
        driver.settle()
        texts.clear()
        drawn.clear()
        driver.settle(4)
        # Nothing is tried again and again while nothing changes.
        assert len(drawn) == 4
        assert any(text.startswith(f"The window {WORDS}") for text in texts)
        driver.key(key.C)
        driver.click(300, 300)
        driver.key(key.PAGEDOWN)
    driver.settle()
    caught(driver)
    assert driver.session.state == state


def test_who_ends_the_program_ends_it(start):
    driver = start()
    for error in (KeyboardInterrupt, SystemExit):
        end = Mock(side_effect=error)
        with Plant(Session, "reset", end).planted(), pytest.raises(error):
            driver.key(key.R)
        drawing = Plant(MainView, "_draw_panels_in_order", end)
        with drawing.planted(), pytest.raises(error):
            driver.settle(1)
        driver.window.main_view.abandon_frame()


def test_a_time_that_plays_into_a_failure_stands_still(start):
    driver = start()
    driver.open("ball_block")
    driver.session.go_to(0.0)
    driver.settle()
    driver.key(key.SPACE)
    assert driver.session.playback.playing

    def late(*_: object) -> None:
        if driver.session.scene_view.current_time > 0.0:
            boom()

    with Plant(main_view, "draw_transport_bar", late).planted():
        driver.settle(3)
        assert not driver.session.playback.playing
        shown = driver.session.scene_view.current_time
        driver.settle(2)
        assert driver.session.scene_view.current_time == shown
    caught(driver)


def test_a_button_that_was_held_is_let_go(start):
    driver = start()
    edited(driver)
    x, y = driver.screen(driver.params.center)
    driver.move(x, y)
    driver.press()
    driver.drag_to(x + 20, y)
    before = driver.params
    with Plant(main_view.Controls, "pointer_drag", boom).planted():
        driver.drag_to(x + 40, y)
    caught(driver)
    assert not driver.window.main_view.gui.is_button_down
    driver.drag_to(x + 80, y)
    driver.release()
    assert driver.params == before
    driver.drag_grip("center", 0, 30, 0)
    assert driver.params != before


def test_all_is_kept_where_the_end_fails(start, tmp_path):
    driver = start()
    edited(driver)
    with Plant(FileDialogs, "close", boom).planted():
        driver.window.close()
    caught(driver)
    assert '"radius": 1.25' in (tmp_path / "scenes" / "ray_circle.json").read_text()


def test_a_lesson_being_written_goes_back_to_its_last_good_words(start):
    driver = start()
    editor.begin_lesson(driver.session)
    editor.edit_stop(driver.session, say="one")
    editor.add_stop(driver.session)
    driver.settle()

    def spoil(session: Session) -> None:
        editor.edit_stop(session, say="lost")
        editor.delete_stop(session)
        boom()

    with Plant(Session, "reset", spoil).planted():
        driver.key(key.R)
    driver.settle()
    caught(driver)
    plan = driver.session.lesson.document
    assert [stop.say for stop in plan.stops] == ["one", ""]
    assert driver.session.lesson.at == 1


@pytest.mark.slow
def test_the_log_shows_it_again(start, window_of, tmp_path):
    plant, driver = PLANTS["panel"], start()
    driver.drag_grip("center", 0, 30, -20)
    driver.click_item("Lab")
    driver.click_item("Explore")
    with plant.planted():
        plant.act(driver)
        first = caught(driver)
        said = driver.session.notice
        (log,) = logs(tmp_path)
        again = redone(window_of, log)
        again.settle()
    second = caught(again)
    assert (second.location, second.log) == (first.location, None)
    assert said.startswith(again.session.notice)
    assert again.params == driver.params
    assert again.session.scene_view.page == driver.session.scene_view.page


@pytest.mark.slow
def test_of_the_logs_a_few_are_kept(start, tmp_path):
    driver = start()
    for number in range(12):
        error = type(f"Error{number}", (Exception,), {})
        with Plant(Session, "reset", Mock(side_effect=error)).planted():
            driver.key(key.R)
    assert len(driver.failures()) == 12
    left = {path.name for path in logs(tmp_path)}
    assert left == {f"failure-{n}.log" for n in range(4, 13)}


def test_where_no_log_can_be_written_all_else_is_said(start, tmp_path):
    driver = start()
    driver.window._settings.path = tmp_path / "file" / "settings.json"
    (tmp_path / "file").write_text("")
    with Plant(Session, "reset", boom).planted():
        driver.key(key.R)
    assert caught(driver).log is None
    assert driver.session.notice.startswith(f"The last action {WORDS}")
    assert "log" not in driver.session.notice


def run(settings: Settings, at: dict[int, Callable[[Any], None]]) -> Any:
    """Run the program with actions at some frames, and then end it."""
    session, opened, ending = Session(ENTRIES), [], []

    class Acting(PlaygroundWindow):
        def _draw_frame(self, pixels: tuple[int, int], elapsed: float) -> None:
            super()._draw_frame(pixels, elapsed)
            opened.append(self)
            self.frame_scheduler.request_frames()
            at.pop(self.frame_count, lambda _: None)(self)
            if not ending and (self.boundary.failures or self.frame_count > 200):
                # Another end would be that of the next test's window.
                ending.append(True)
                self.frame_scheduler.schedule.call_once(self._end, 0.05)

        def _end(self, _elapsed: float) -> None:
            self.close()
            # Another test's window may be open.
            pyglet.app.exit()

    Window._enable_event_queue = True
    with Plant(gui_window, "PlaygroundWindow", Acting).planted():
        gui_window.run_window(session, settings)
    Window._enable_event_queue = True
    return opened[0]


def raise_in_thread(window: Any) -> None:
    threading.Thread(target=boom).start()


def raise_in_pyglet(window: Any) -> None:
    pyglet.clock.schedule_once(boom, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("act", [raise_in_thread, raise_in_pyglet])
def test_what_is_raised_elsewhere_ends_no_window(tmp_path, act):
    hook = threading.excepthook
    window = run(Settings(tmp_path), {3: act})
    (failure,) = window.boundary.failures
    assert isinstance(failure.error, ZeroDivisionError)
    assert window.frame_count > 3
    assert threading.excepthook is hook
    assert len(logs(tmp_path)) == 1
    assert "ray_circle" in (tmp_path / "scenes" / "ray_circle.json").read_text()


def test_even_a_message_that_fails_ends_nothing(start):
    driver = start()
    with (
        Plant(MainView, "_draw_panels_in_order", untidy).planted(),
        Plant(MainView, "draw_message", boom).planted(),
    ):
        driver.settle(3)
        driver.key(key.G)
    driver.settle()
    assert {type(failure.error) for failure in driver.failures()} == {ZeroDivisionError}
    assert driver.session.view.map is None


def test_a_frame_goes_on_that_failed_outside_of_the_boundary(start):
    driver = start()
    driver.window.frame_scheduler.cancel_frames()
    with Plant(Window, "flip", boom).planted():
        driver.window.frame_scheduler.request_frames()
        for _ in range(4):
            pyglet.clock.tick()
    caught(driver)
    frames = driver.window.frame_count
    driver.window.dispatch_event("on_expose")
    pyglet.clock.tick()
    assert driver.window.frame_count > frames
