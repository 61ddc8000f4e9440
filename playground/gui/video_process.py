"""Export of a film in a separate process, while the window stays usable."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

import playground
from playground.gui.view_state import VideoRequest
from playground.i18n import current_language, message
from playground.session.atomic_write import remove_leftovers, temporary_folder

# Time for a cancelled process to clean up; when killed it leaves an incomplete film.
_SHUTDOWN_TIMEOUT_S = 10.0


class VideoProcess:
    """Export of one film: recorded, then rendered, then done.

    Parameters
    ----------
    wish : VideoRequest
        Options of the film.
    path : Path
        The film's file.
    scene_file : Path or None
        The open file of the user's scenes; None for none.

    Attributes
    ----------
    path : Path
        The film's file.
    finished_frame_count, frame_count : int
        Rendered and total frames; both are 0 until the first is reported.
    failure : str
        Why the export failed or that it was cancelled; "" otherwise.
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
        """Log of the user's actions."""
        return self._folder / "log"

    @property
    def is_logging(self) -> bool:
        """Whether the user's actions are being recorded, before rendering."""
        return self._process is None

    def render_log(self, scale: float) -> None:
        """Start rendering the recorded log.

        Parameters
        ----------
        scale : float
            Pixels per logical pixel, limited to 0.5 to 4.

        Raises
        ------
        OSError
            The process cannot be started.
        """
        self._start_process(["--log", str(self.log)], scale)

    def render_state(
        self, text: str, size: tuple[float, float], scale: float, *options: str
    ) -> None:
        """Start rendering a state or lesson.

        Parameters
        ----------
        text : str
            The saved state or lesson.
        size : tuple of float
            Width and height of the window or figure, in logical pixels.
        scale : float
            Pixels per logical pixel, limited to 0.5 to 4.
        *options : str
            Further options of the command `record`.

        Raises
        ------
        OSError
            The text cannot be written or the process cannot be started.
        """
        file = self._folder / "shown.json"
        file.write_text(text, encoding="utf-8")
        alone = ["--canvas"] if self.video_request.alone else []
        size_text = "x".join(str(round(side)) for side in size)
        arguments = "--what", self.video_request.subject, "--size", size_text
        self._start_process([str(file), *arguments, *alone, *options], scale)

    def _start_process(self, options: Sequence[str], scale: float) -> None:
        # A bundled executable is the program itself.
        is_bundled = getattr(sys, "frozen", False)
        program = [sys.executable, *([] if is_bundled else ["-m", "playground"])]
        own_options = ["--scenes", str(self._scene_file)] if self._scene_file else []
        package_folder = str(Path(playground.__file__).parents[1])
        paths = [package_folder, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [
                *(*program, "--lang", current_language()),
                *("record", *options, *own_options, "--progress"),
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
        text_read = ""
        with process.stderr as lines:
            for line in lines:
                text = line.decode(errors="replace").strip()
                now, separator, all_ = text.partition(" of ")
                if separator and now.isdigit() and all_.isdigit():
                    self.finished_frame_count, self.frame_count = int(now), int(all_)
                else:
                    text_read = text or text_read
        if process.wait():
            self.failure = text_read.removeprefix("playground: ") or message(
                "it was cancelled"
            )

    @property
    def is_done(self) -> bool:
        """Whether the export has finished, successfully or not."""
        return self._reader_thread is not None and not self._reader_thread.is_alive()

    def close(self) -> None:
        """Cancel an unfinished export without an incomplete file; free resources.

        It waits up to 10 s before it kills the process.
        """
        process = self._process
        if process:
            with suppress(OSError):
                # The process ends when its input is closed.
                assert process.stdin
                process.stdin.close()
            try:
                process.wait(_SHUTDOWN_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            # After a kill.
            remove_leftovers(self.path.parent)
        self._resources.close()


def find_free_path(folder: Path, name: str, kind: str) -> Path:
    """Return a path `folder/name-film-N` that no film and no frame of one uses.

    `kind` is the suffix, such as ".gif".
    """
    paths = (folder / f"{name}-film-{number}{kind}" for number in count(1))
    return next(p for p in paths if not any(folder.glob(f"{p.stem}[.-]*")))
