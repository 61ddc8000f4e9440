"""What starting costs: programs of their own, to the first frame or an import's end."""

import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).parents[2]

# Without a screen where that can be: the time is not to hang on who else draws there.
_BEFORE = f"""
import time, pyglet
pyglet.options.headless = {sys.platform.startswith("linux")}
pyglet.options.debug_gl = False
"""
# All of it has been drawn then, and what Python does at its end is not waited for.
_AFTER = """
from pyglet import gl
gl.glFinish()
print(time.process_time(), flush=True)
import os
os._exit(0)
"""
_BARE = """
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
_OURS = """
from playground.__main__ import prepare
prepare()
import playground.command_line.main
from playground.study.session import Session
from playground.command_line.drawing import opengl
from playground.scene.loading import gathered, installed
from scenes import SCENES
session = Session(gathered(SCENES, installed()))
with opengl():
    from pyglet.window import Window
    from playground.app.shell.window import PlaygroundWindow
    window = PlaygroundWindow(session, visible=False)
    Window._enable_event_queue = False  # else drawing is put off, and never done
    window.draw(0.0)
assert session.study.solution is not None
"""
_IMPORT = """
import time
start = time.process_time()
import {module}
print(time.process_time() - start)
"""


@dataclass(frozen=True)
class StartCost:
    """Median milliseconds of processor time of a start, and of what it stands beside.

    The ratio is the median of those of runs one after the other.
    """

    start: str
    beside: str
    ours: float
    theirs: float
    ratio: float


def starts(times: int) -> list[StartCost]:
    """Measure the window's first frame, and the import of the core."""
    window = _beside(_BEFORE + _OURS + _AFTER, _BEFORE + _BARE + _AFTER, times)
    core = _beside(
        _IMPORT.format(module="playground.collision"),
        _IMPORT.format(module="numpy"),
        times,
    )
    return [
        StartCost("first frame", "a bare pyglet and ImGui window", *window),
        StartCost("import", "import numpy", *core),
    ]


def _beside(ours: str, theirs: str, times: int) -> tuple[float, float, float]:
    """Return both programs' milliseconds, run by turns, and their ratio."""
    with TemporaryDirectory() as compiled:
        for program in (ours, theirs):  # at first modules are compiled
            _spent(program, compiled)
        pairs = [
            (_spent(ours, compiled), _spent(theirs, compiled)) for _ in range(times)
        ]
    mine, others = zip(*pairs, strict=True)
    ratio = statistics.median(a / b for a, b in pairs)
    return 1e3 * statistics.median(mine), 1e3 * statistics.median(others), ratio


def _spent(program: str, compiled: str) -> float:
    """Return the seconds that a program says it took."""
    paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
    own = {
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "PYTHONPYCACHEPREFIX": compiled,
        "PYTHONDONTWRITEBYTECODE": "",
    }
    left_out = ("OPENBLAS_NUM_THREADS",)  # whoever starts the bench may have set it
    given = {k: v for k, v in os.environ.items() if k not in left_out}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=given | own,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])
