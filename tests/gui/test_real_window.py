"""Installed command in a real window: X server, mouse and keys."""

import configparser
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import PATIENCE

from playground.gui.window_layout import (
    WindowContents,
    layout_panels,
)
from playground.render.theme import (
    DARK,
    RGBA,
)
from playground.scene.state_format import dump_state
from playground.session.session import Session
from playground.session.view.pointer_controls import Controls
from scenes import SCENES, ray_circle

COMMAND = Path(sys.executable).with_name("playground")
STARTER = Path(__file__).with_name("starter.py")
ROOT = Path(__file__).parents[2]
SCREEN = (1400, 900)
SIZE = (1280, 800)
TITLE = "Geometry Playground"


def _lacking() -> str:
    """Return the missing tools, "" for none; CI must have all of them."""
    needed = ("Xvfb", "xdotool", "xprop", "openbox")
    tools = [tool for tool in needed if shutil.which(tool) is None]
    installed = [] if COMMAND.is_file() else ["the installed playground command"]
    return ", ".join(tools + installed)


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        bool(_lacking()) and not os.environ.get("CI"), reason=f"needs {_lacking()}"
    ),
]


def until(true: Callable[[], object], what: str) -> object:
    """Wait until a condition is true, and return its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := true():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"waited {PATIENCE:g} s for {what}")


def stop(process: subprocess.Popen) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _all_tools(settings: Path) -> None:
    """Write settings for a window with panels at the first case."""
    state = dump_state(ray_circle.SCENE, ray_circle.SCENE.initial_params())
    left = {"state": json.loads(state), "file": "", "changed": False}
    kept = {"format": "geometry-playground-settings", "version": 1, "simple": False}
    settings.mkdir()
    text = json.dumps({**kept, "scenes": {"ray_circle": left}})
    (settings / "settings.json").write_text(text)


class Screen:
    """Virtual X screen, whose pixels are in a file in the XWD format."""

    def __init__(self, folder: Path) -> None:
        self._shown = folder / "Xvfb_screen0"
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            [
                *("Xvfb", "-displayfd", str(writing), "-nolisten", "tcp", "-noreset"),
                *("-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24"),
                *("-fbdir", str(folder)),
            ],
            pass_fds=[writing],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        self.environment = {**os.environ, "DISPLAY": f":{number}"}

    def look(self) -> np.ndarray:
        """Return the screen's colours, shape (height, width, 3)."""
        data = self._shown.read_bytes()
        header = np.frombuffer(data, ">u4", 25)
        size, width, height, pitch, colours = header[[0, 4, 5, 12, 19]]
        assert (header[[1, 2, 7, 11]] == [7, 2, 0, 32]).all(), "an XWD of its own kind"
        rows = np.frombuffer(data, np.uint8, offset=size + 12 * colours)
        rows = rows[: pitch * height].reshape(height, pitch)[:, : 4 * width]
        return rows.reshape(height, width, 4)[..., 2::-1]

    def xdotool(self, *arguments: object) -> str:
        program = subprocess.run(
            ["xdotool", *map(str, arguments)],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return program.stdout.strip()


class Program:
    """The running command, with its window's mouse and keyboard."""

    def __init__(
        self,
        screen: Screen,
        folder: Path,
        *arguments: str,
        size: tuple[int, int] | None = SIZE,
        installed: bool = False,
    ) -> None:
        self._told, self._asked = folder / f"frames {uuid.uuid4()}", 0
        starter = [sys.executable, str(STARTER), str(self._told)]
        own = [str(COMMAND)] if installed else starter
        if not (folder / "settings").exists():
            _all_tools(folder / "settings")
        self.screen, self.folder = screen, folder
        self.errors = folder / "stderr"
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*own, *arguments],
                cwd=folder,
                # What it keeps is for the next one that starts in this folder.
                env={
                    **screen.environment,
                    "PLAYGROUND_SETTINGS": str(folder / "settings"),
                },
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        self.window = until(self._window, "the window")
        self.corner = (0, 0)
        if size:
            self.corner = self._place()
            self.settle()

    def _window(self) -> str:
        assert self.process.poll() is None, self.errors.read_text()
        # Before it a file that is open is named.
        return self.screen.xdotool("search", "--onlyvisible", "--name", f"{TITLE}$")

    def _place(self) -> tuple[int, int]:
        shell = self.screen.xdotool("getwindowgeometry", "--shell", self.window)
        values = dict(line.split("=") for line in shell.splitlines())
        assert (int(values["WIDTH"]), int(values["HEIGHT"])) == SIZE
        return int(values["X"]), int(values["Y"])

    def look(self) -> np.ndarray:
        x, y = self.corner
        return self.screen.look()[y : y + SIZE[1], x : x + SIZE[0]]

    def settle(self) -> np.ndarray:
        """Wait until no frame is left to draw, and return the window's pixels."""
        self._ask_frames(signal.SIGUSR2)
        return self.look().copy()

    def frames(self) -> int:
        """Return the number of frames drawn so far."""
        return self._ask_frames(signal.SIGUSR1)

    def _ask_frames(self, by: signal.Signals) -> int:
        self._asked += 1
        self.process.send_signal(by)

        def answer() -> list[int] | None:
            assert self.process.poll() is None, self.errors.read_text()
            told = json.loads(self._told.read_text()) if self._told.exists() else [0]
            return told if told[0] == self._asked else None

        return until(answer, "the frames")[1]

    def move(self, x: float, y: float) -> None:
        self.screen.xdotool("mousemove", "--window", self.window, round(x), round(y))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.move(*start)
        time.sleep(0.2)
        self.screen.xdotool("mousedown", 1)
        for i in range(1, 6):
            x, y = (a + (b - a) * i / 5 for a, b in zip(start, end, strict=True))
            self.move(x, y)
            time.sleep(0.05)
        self.screen.xdotool("mouseup", 1)

    def key(self, name: str) -> None:
        self.screen.xdotool("key", name)

    def left(self) -> int:
        """Wait for the end and return the exit status."""
        code = self.process.wait(PATIENCE)
        assert self.errors.read_text() == ""
        return code


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    assert not _lacking(), f"lacking {_lacking()}"
    screen = Screen(tmp_path_factory.mktemp("screen"))
    yield screen
    stop(screen.process)


@contextmanager
def starting(screen: Screen, folder: Path) -> Iterator[Callable[..., Program]]:
    started: list[Program] = []

    def run(*arguments: str, **more: Any) -> Program:
        started.append(Program(screen, folder, *arguments, **more))
        return started[-1]

    yield run
    for program in started:
        stop(program.process)


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    with starting(screen, tmp_path) as run:
        yield run


@pytest.fixture(scope="module")
def managed_screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """Provide a screen with a window manager."""
    assert not _lacking(), f"lacking {_lacking()}"
    screen = Screen(tmp_path_factory.mktemp("managed"))
    manager = subprocess.Popen(
        ["openbox", "--sm-disable"],
        env=screen.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # Only a window manager can say.
    until(lambda: screen.xdotool("get_num_desktops"), "the window manager")
    yield screen
    stop(manager)
    stop(screen.process)


@pytest.fixture
def managed(managed_screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Return a function that starts programs under a window manager."""
    with starting(managed_screen, tmp_path) as run:
        yield run


def levels(colour: RGBA) -> np.ndarray:
    return np.round(255 * np.array(colour[:3]))


def shows(picture: np.ndarray, colour: RGBA) -> int:
    """Return the number of pixels of a colour."""
    off = np.abs(picture.astype(np.int16) - levels(colour)).max(axis=2)
    return int((off <= 3).sum())


def opened(scene_id: str) -> Controls:
    """Return the controls of a window at a scene's first case, with its camera."""
    session = Session(SCENES)
    session.open(session.find(scene_id))
    moment = session.scene_view
    contents = WindowContents(
        curve=session.scene_view.curve is not None,
        transport=moment.timeline is not None,
    )
    layout = layout_panels(*SIZE, contents)
    controls = Controls(session)
    controls.places = [layout.canvas]
    return controls


def test_the_window_shows_the_first_scene_and_ctrl_q_quits(start):
    program = start()
    shown = program.settle()
    canvas = opened(SCENES[0].id).places[0]
    x, y = round(canvas.x), round(canvas.y)
    view = shown[y : y + round(canvas.height), x : x + round(canvas.width)]
    theme_pixels = shows(view, DARK.background)
    assert theme_pixels > 0.4 * view.shape[0] * view.shape[1]
    assert shows(view, DARK.roles["hit"]) > 50
    assert shows(view, DARK.roles["obstacle"]) > 200
    assert shows(shown[:, : x - 2], DARK.panel) > 0.3 * SIZE[1] * x
    knows_icon_and_class(program)
    program.key("ctrl+q")
    assert program.left() == 0


def test_a_drag_by_the_mouse_moves_the_circle(start):
    program = start("run", "ray_circle")
    controls = opened("ray_circle")
    p, camera, place = controls.session.params, controls.camera(0), controls.places[0]
    before = program.settle()
    x, y = camera.to_screen(p.center, place)
    dx, dy = 48.0, 60.0
    program.drag((x, y), (x + dx, y + dy))
    program.move(place.x + 20, place.y + 20)
    after = program.settle()

    def rim(picture: np.ndarray, dx: float, dy: float) -> int:
        """Count the obstacle's pixels at the lowest point of the circle."""
        low = x + dx, y + dy + p.radius * camera.scale
        row, column = round(low[1]), round(low[0])
        around = picture[row - 3 : row + 4, column - 3 : column + 4]
        return shows(around, DARK.roles["obstacle"])

    assert rim(before, 0.0, 0.0) > 5
    assert rim(before, dx, dy) == 0
    assert rim(after, dx, dy) > 5
    assert rim(after, 0.0, 0.0) == 0
    # Taken back, the picture is the first one again.
    program.key("ctrl+z")
    program.key("Escape")
    assert (program.settle() != before).any(axis=2).mean() < 0.002
    program.key("ctrl+q")
    assert program.left() == 0


def test_nothing_is_drawn_while_nothing_changes(start):
    program = start("run", "sphere_line")
    program.settle()
    drawn = program.frames()
    time.sleep(1.0)
    assert program.frames() == drawn
    program.key("space")
    until(lambda: program.frames() > drawn + 10, "frames of what is played")
    program.key("space")
    program.settle()
    program.key("ctrl+q")
    assert program.left() == 0


def test_ctrl_c_in_the_terminal_ends_it_without_a_word(start):
    program = start("run", "point_ellipse", size=None, installed=True)
    until(lambda: shows(program.screen.look(), DARK.background) > 100_000, "a picture")
    program.process.send_signal(signal.SIGINT)
    assert program.left() == 130


def state_of(program: Program) -> dict[str, object]:
    """Return the saved settings of a program."""
    path = program.folder / "settings" / "settings.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def test_the_full_screen_comes_back_and_the_window_after_it(managed):
    program = managed("run", "ray_circle")
    for larger in (1.1, 1.25):
        # Shift is let go before the key.
        program.key("ctrl+plus")
        until(lambda scale=larger: state_of(program).get("scale") == scale, "the scale")
    program.screen.xdotool("windowsize", program.window, 1100, 700)
    until(lambda: state_of(program).get("size") == [1100, 700], "its size")
    program.key("F11")
    until(lambda: state_of(program).get("full_screen"), "the full screen")
    program.process.kill()
    program.process.wait()

    again = managed(size=None)

    def size() -> str:
        told = again.screen.xdotool("getwindowfocus", "getwindowgeometry")
        return told.rpartition(" ")[2]

    until(lambda: size() == "{}x{}".format(*SCREEN), "the full screen again")
    again.key("F11")
    until(lambda: size() == "1100x700", "the window as it was")
    again.key("ctrl+q")
    assert again.left() == 0
    assert state_of(again)["size"] == [1100, 700]
    assert not state_of(again).get("full_screen", False)


def knows_icon_and_class(program: Program) -> None:
    """Assert that a desktop knows the window by its icon and its class."""
    wanted = configparser.RawConfigParser()
    wanted.read(ROOT / ".packaging" / "geometry-playground.desktop", "utf-8")

    def said(name: str) -> str:
        told = subprocess.run(
            ["xprop", "-id", program.window, "-notype", name],
            env=program.screen.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return told.stdout

    assert f'"{wanted["Desktop Entry"]["StartupWMClass"]}"' in said("WM_CLASS")
    icon = until(lambda: said("_NET_WM_ICON").partition("Icon (48 x 48):")[2], "icon")
    assert icon.count("\n") > 40
