"""A film of the session, made by a process of its own: the window goes on meanwhile."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

import playground
from playground.gui.view_state import VideoRequest
from playground.i18n import current_language, message
from playground.session.atomic_write import remove_leftovers, temporary_folder

# Seconds that a process may take to clean up when it is given up: killed, it leaves
# half a film, and a busy machine is slow.
_SHUTDOWN_TIMEOUT_S = 10.0


class VideoProcess:
    """One film: what is done for it is noted, or it is being drawn, or it is done.

    Attributes
    ----------
    path : Path
        Where it will be.
    finished_frame_count, frame_count : int
        How many frames there are, and of how many; 0 before the first.
    failure : str
        Why there is none.
    """

    def __init__(self, wish: VideoRequest, path: Path, scene_file: Path | None) -> None:
        self.video_request, self.path = wish, path
        self._scene_file = scene_file
        self.finished_frame_count = self.frame_count = 0
        self.failure = ""
        self._resources = ExitStack()
        self._folder = self._resources.enter_context(temporary_folder())
        self._process: subprocess.Popen[bytes] | None = None
        self._reader_thread: threading.Thread | None = None

    @property
    def log(self) -> Path:
        """Where is noted what the user does."""
        return self._folder / "log"

    @property
    def is_logging(self) -> bool:
        """Whether it is still to be drawn: the user does what is to be seen."""
        return self._process is None

    def render_log(self, scale: float) -> None:
        """Begin to draw what was noted."""
        self._start_process(["--log", str(self.log)], scale)

    def render_state(
        self, text: str, size: tuple[float, float], scale: float, *options: str
    ) -> None:
        """Begin to draw what a state or a lesson shows, in a window of that size."""
        file = self._folder / "shown.json"
        file.write_text(text, encoding="utf-8")
        alone = ["--canvas"] if self.video_request.alone else []
        what = [
            str(file),
            "--what",
            self.video_request.subject,
            "--size",
            _format_size(size),
        ]
        self._start_process([*what, *alone, *options], scale)

    def _start_process(self, options: Sequence[str], scale: float) -> None:
        # What is bundled is the program itself and has no modules to be run.
        bundled = getattr(sys, "frozen", False)
        program = [sys.executable, *([] if bundled else ["-m", "playground"])]
        own = ["--scenes", str(self._scene_file)] if self._scene_file else []
        here = str(Path(playground.__file__).parents[1])
        paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [
                *(*program, "--lang", current_language()),
                *("record", *options, *own, "--progress"),
                *("--scale", f"{min(max(scale, 0.5), 4.0):g}", "-o", str(self.path)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self._reader_thread = threading.Thread(target=self._read_progress, daemon=True)
        self._reader_thread.start()

    def _read_progress(self) -> None:
        process = self._process
        assert process
        assert process.stderr
        said = ""
        with process.stderr as lines:
            for line in lines:
                text = line.decode(errors="replace").strip()
                now, of, all_ = text.partition(" of ")
                if of and now.isdigit() and all_.isdigit():
                    self.finished_frame_count, self.frame_count = int(now), int(all_)
                else:
                    said = text or said
        if process.wait():
            self.failure = said.removeprefix("playground: ") or message(
                "it was cancelled"
            )

    @property
    def is_done(self) -> bool:
        """Whether it is there, or never will be."""
        return self._reader_thread is not None and not self._reader_thread.is_alive()

    def close(self) -> None:
        """Give up what is not done: no half file stays. Free what it needed."""
        process = self._process
        if process:
            with suppress(OSError):
                # It listens for that.
                assert process.stdin
                process.stdin.close()
            try:
                process.wait(_SHUTDOWN_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            # It may have been killed.
            remove_leftovers(self.path.parent)
        self._resources.close()


def _format_size(size: tuple[float, float]) -> str:
    return "x".join(str(round(side)) for side in size)


def find_free_path(folder: Path, name: str, kind: str) -> Path:
    """Return a path that no film has yet, nor a frame of one."""
    taken: Callable[[Path], bool] = lambda path: any(  # noqa: E731
        folder.glob(f"{path.stem}[.-]*")
    )
    every = (folder / f"{name}-film-{number}{kind}" for number in count(1))
    return next(path for path in every if not taken(path))
