"""Benchmarks of the window: CPU time of drag frames, maps and program starts.

Drag frames are measured on the main thread in a real window. The time of the driver
(drawing, uploading, swapping) is subtracted, which leaves that of this program and Dear
ImGui, independent of the graphics hardware.
"""

import gc
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from imgui_bundle import imgui
from pyglet import gl
from pyglet.window import Window, mouse

from playground.analysis.heat_map import AxisSamples, MapKind, compute_map
from playground.benchmarks.core import disable_numba, measure_seconds
from playground.collision.exact import solver
from playground.gui.window import PlaygroundWindow
from playground.quick_dataclass import dataclass
from playground.render.map_colors import rasterize_map
from playground.scene.scene import SceneEntry
from playground.session.session import Session
from playground.session.view_options import Page

# Frames that fill caches.
_WARMUP_FRAME_COUNT = 10
# Radius of the circle that the drag follows, and the angle per frame, in radians.
_DRAG_RADIUS_PX = 40.0
_DRAG_ANGLE_PER_FRAME = 0.3
_DRIVER_FUNCTIONS = (
    "glBufferData", "glBufferSubData", "glClear", "glDrawArrays",
    "glDrawArraysInstanced", "glTexImage2D", "glTexSubImage2D",
)  # fmt: skip


@dataclass(frozen=True)
class FrameCost:
    """Mean CPU time of a drag frame, in milliseconds.

    It is not the median, since panels are drawn in one of three frames only.

    Attributes
    ----------
    scene, dimension : str, int
        The scene and its dimension.
    tools : str
        "simple" or "all", the mode of the window.
    page : str
        Page of the inspector.
    events : int
        Number of mouse moves before each frame.
    map : str
        The displayed map; "none" for the curve in its place.
    own, driver : float
        CPU time of the program, and of the driver, in milliseconds.
    """

    scene: str
    dimension: int
    tools: str
    page: str
    events: int
    map: str
    own: float
    driver: float


class _DriverTimer:
    """Timer of the driver's CPU time on the main thread."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def wrap_call(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def call_and_time(*arguments: Any) -> Any:
            start = time.thread_time()
            try:
                return call(*arguments)
            finally:
                self.seconds += time.thread_time() - start

        return call_and_time


@contextmanager
def _time_driver_calls(window: Window) -> Iterator[_DriverTimer]:
    driver, backend = _DriverTimer(), imgui.backends
    places = [(gl, name) for name in _DRIVER_FUNCTIONS]
    places += [(backend, "opengl3_render_draw_data"), (window, "flip")]
    functions_before = [getattr(owner, name) for owner, name in places]
    for (owner, name), call in zip(places, functions_before, strict=True):
        setattr(owner, name, driver.wrap_call(call))
    try:
        yield driver
    finally:
        for (owner, name), call in zip(places, functions_before, strict=True):
            setattr(owner, name, call)


def measure_drag_frames(
    scenes: Sequence[SceneEntry],
    events: int = 1,
    frames: int = 120,
    kind: MapKind | None = None,
    page: Page = Page.EXPLORE,
    *,
    simple: bool = False,
) -> list[FrameCost]:
    """Measure frames while the first handle of each scene is dragged.

    Rasterization is disabled: software rendering would take most of a frame.

    Parameters
    ----------
    scenes : sequence of SceneEntry
        The scenes.
    events : int
        Mouse moves before each frame.
    frames : int
        Number of frames per scene; the first 10 are not counted.
    kind : MapKind or None
        The displayed map; None for none.
    page : Page
        Page of the inspector.
    simple : bool
        Whether the window is in simple mode.
    """
    session = Session(scenes)
    session.look(map=kind, page=page)
    window = PlaygroundWindow(session, visible=False)
    window.window_view.simple = simple
    Window._enable_event_queue = False
    window.dispatch_events()
    gl.glEnable(gl.GL_RASTERIZER_DISCARD)
    window.draw(0.0)
    gc.freeze()  # as the program does after its first frame
    try:
        with _time_driver_calls(window) as driver:
            return [
                _measure_drag(window, driver, scene, events, frames) for scene in scenes
            ]
    finally:
        gc.unfreeze()
        window.close()
        Window._enable_event_queue = True


def _measure_drag(
    window: PlaygroundWindow,
    driver: _DriverTimer,
    scene: SceneEntry,
    events: int,
    frames: int,
) -> FrameCost:
    session, controls = window.session, window.main_view.controls
    kind = session.view.map
    session.open(session.find(scene.id))
    for _ in range(3):
        window.draw(0.0)
    grip = session.scene_view.list_handle_marks(controls.pixel_size())[0]
    x, y = controls.camera(0).to_screen(grip.at, controls.places[0]).tolist()
    position = round(x), round(window.height - y)
    window.dispatch_event("on_mouse_motion", *position, 0, 0)
    window.draw(0.0)
    window.dispatch_event("on_mouse_press", *position, mouse.LEFT, 0)
    window.draw(0.0)
    begin, own_times, driver_times = position, [], []
    for frame in range(_WARMUP_FRAME_COUNT + frames):
        start, driver_before = time.thread_time(), driver.seconds
        for event in range(1, events + 1):
            turn = _DRAG_ANGLE_PER_FRAME * (frame + event / events)
            goal = (
                begin[0] + round(_DRAG_RADIUS_PX * (math.cos(turn) - 1.0)),
                begin[1] + round(_DRAG_RADIUS_PX * math.sin(turn)),
            )
            offset = goal[0] - position[0], goal[1] - position[1]
            position = goal
            window.dispatch_event("on_mouse_drag", *position, *offset, mouse.LEFT, 0)
        window.draw(0.0)
        elapsed, theirs = time.thread_time() - start, driver.seconds - driver_before
        own_times.append(elapsed - theirs)
        driver_times.append(theirs)
    window.dispatch_event("on_mouse_release", *position, mouse.LEFT, 0)
    window.draw(0.0)
    return FrameCost(
        scene.id,
        scene.dimension,
        "simple" if window.window_view.simple else "all",
        session.view.page.value,
        events,
        str(kind.value).lower() if kind else "none",
        1e3 * statistics.mean(own_times[_WARMUP_FRAME_COUNT:]),
        1e3 * statistics.mean(driver_times[_WARMUP_FRAME_COUNT:]),
    )


# ----------------------------------------------------------------------------
# Fine maps, from a change of the params to the texture data.
# ----------------------------------------------------------------------------


# Width of the map in world units. It makes the cells of the usual sizes a power of two
# wide, as in the window.
_WIDTH = 20.0
# Larger maps are computed only once; a smaller one before them has compiled the loops.
_MAX_REPEATED_CELLS = 2_000_000


@dataclass(frozen=True)
class MapCost:
    """Time of a fine map on one core, in milliseconds.

    Attributes
    ----------
    scene, map, size : str
        The scene's id, the kind of map and its cells, as "1280x800".
    plain : float
        Time with NumPy.
    fast : float or None
        Time with the extra `fast` after compilation; None if not measured.
    """

    scene: str
    map: str
    size: str
    plain: float
    fast: float | None


def measure_maps(
    scenes: Sequence[SceneEntry], sizes: Sequence[tuple[int, int]]
) -> list[MapCost]:
    """Measure each map of each scene at these sizes, columns and rows of cells."""
    results = []
    for scene in scenes:
        session = Session((scene,))
        for kind in session.scene_view.maps:
            for size in sizes:
                many = size[0] * size[1] > _MAX_REPEATED_CELLS

                def measure(times: int, *, skip_warmup: bool) -> float:
                    return 1e3 * measure_seconds(
                        lambda: _compute_map(session, kind, size),  # noqa: B023
                        times,
                        skip_warmup=skip_warmup,
                    )

                with disable_numba():
                    plain = measure(1 if many else 2, skip_warmup=many)
                fast = None
                if solver.is_numba_available() and not many:
                    fast = measure(2, skip_warmup=False)
                size_text = f"{size[0]}x{size[1]}"
                results.append(MapCost(scene.id, kind.value, size_text, plain, fast))
    return results


def _compute_map(session: Session, kind: MapKind, size: tuple[int, int]) -> None:
    """Compute and rasterize a map of `size` cells, as a worker does for new params."""
    session.look(map=kind)
    if (question := session.scene_view.question) is None:
        raise ValueError(f"{session.scene.id} has no map of its {kind}")
    step = _WIDTH / size[0]
    columns, rows = (AxisSamples(-n // 2, n, step) for n in size)
    field = compute_map(question, columns, rows)
    if field is not None:
        rasterize_map(field)


# ----------------------------------------------------------------------------
# Program starts, up to the first frame or the end of an import.
# ----------------------------------------------------------------------------


_ROOT = Path(__file__).parents[2]

# Headless where possible, so that other programs on the display have no influence.
_PROGRAM_START = f"""
import time, pyglet
pyglet.options.headless = {sys.platform.startswith("linux")}
pyglet.options.debug_gl = False
"""
# Wait for the drawing, but not for the shutdown of Python.
_PROGRAM_END = """
from pyglet import gl
gl.glFinish()
print(time.process_time(), flush=True)
import os
os._exit(0)
"""
_BARE_WINDOW_PROGRAM = """
from imgui_bundle import imgui
config = pyglet.gl.Config(double_buffer=True, depth_size=24)
window = pyglet.window.Window(1280, 800, visible=False, config=config)
imgui.create_context()
io = imgui.get_io()
io.set_ini_filename("")
imgui.backends.opengl3_init("#version 330")
io.display_size = imgui.ImVec2(1280, 800)
io.delta_time = 1e-3
imgui.backends.opengl3_new_frame()
imgui.new_frame()
imgui.begin("Bare")
imgui.text("A window")
imgui.end()
imgui.render()
imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())
window.flip()
"""
_PLAYGROUND_PROGRAM = """
from playground.__main__ import prepare
prepare()
import playground.cli.main
from playground.session.session import Session
from playground.session.view_options import Page
from playground.cli.images import opengl
from playground.scene.loader import load_installed_scenes, merge_scenes
from scenes import SCENES
session = Session(merge_scenes(SCENES, load_installed_scenes()))
with opengl():
    from pyglet.window import Window
    from playground.gui.window import PlaygroundWindow
    window = PlaygroundWindow(session, visible=False)
    Window._enable_event_queue = False  # else drawing is put off, and never done
    window.draw(0.0)
assert session.scene_view.solution is not None
"""
_FIRST_USE_PROGRAM = """
import time
from playground.benchmarks.core import BENCHMARKED_FUNCTIONS
import numpy as np
rng = np.random.default_rng(1)
given = {name: f.queries(rng, 1) for name, f in BENCHMARKED_FUNCTIONS.items()}
start = time.process_time()
for name, queries in given.items():
    result = BENCHMARKED_FUNCTIONS[name].function(*(x[0] for x in queries))
    repr(result)
print(time.process_time() - start)
"""
_IMPORT_PROGRAM = """
import time
start = time.process_time()
import {module}
print(time.process_time() - start)
"""


@dataclass(frozen=True)
class StartCost:
    """Median CPU times of a start and of a reference, in milliseconds.

    `ratio` is the median of the ratios of successive pairs of runs.
    """

    start: str
    beside: str
    ours: float
    theirs: float
    ratio: float


def measure_starts(times: int) -> list[StartCost]:
    """Measure the window's first frame, and the core's import and first use.

    Each program runs `times` times.
    """
    window = _compare_programs(
        _PROGRAM_START + _PLAYGROUND_PROGRAM + _PROGRAM_END,
        _PROGRAM_START + _BARE_WINDOW_PROGRAM + _PROGRAM_END,
        times,
    )
    core = _compare_programs(
        _IMPORT_PROGRAM.format(module="playground.collision"),
        _IMPORT_PROGRAM.format(module="numpy"),
        times,
    )
    use = _compare_programs(
        _FIRST_USE_PROGRAM, _IMPORT_PROGRAM.format(module="numpy"), times
    )
    return [
        StartCost("first frame", "a bare pyglet and ImGui window", *window),
        StartCost("import", "import numpy", *core),
        StartCost("first use", "import numpy", *use),
    ]


def _compare_programs(ours: str, theirs: str, times: int) -> tuple[float, float, float]:
    """Return the medians of two programs in ms, and of their ratios.

    They run alternately, each `times` times.
    """
    with TemporaryDirectory() as folder:
        for program in (ours, theirs):  # compile the modules
            _time_program(program, folder)
        pairs = [
            (_time_program(ours, folder), _time_program(theirs, folder))
            for _ in range(times)
        ]
    mine, other_times = zip(*pairs, strict=True)
    ratio = statistics.median(a / b for a, b in pairs)
    return 1e3 * statistics.median(mine), 1e3 * statistics.median(other_times), ratio


def _time_program(program: str, compiled: str) -> float:
    """Return the seconds that a program prints."""
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    own_environment = {
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "PYTHONPYCACHEPREFIX": compiled,
        "PYTHONDONTWRITEBYTECODE": "",
    }
    left_out = ("OPENBLAS_NUM_THREADS",)  # may be set for the benchmark itself
    environment = {k: v for k, v in os.environ.items() if k not in left_out}
    process = subprocess.run(
        [sys.executable, "-c", program],
        env=environment | own_environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return float(process.stdout.split()[-1])
