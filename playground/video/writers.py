"""Video writers for GIF, MP4 and PNG sequences; files appear only when complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from playground.gui.offscreen import write_png
from playground.i18n import message
from playground.render.png import Pixels
from playground.session.atomic_write import temporary_folder

SUFFIXES = (".gif", ".mp4", ".png")
_MISSING_PACKAGE_TEXTS = {
    ".gif": message("a GIF needs Pillow: pip install 'geometry-playground[record]'"),
    ".mp4": message("an MP4 needs PyAV: pip install 'geometry-playground[record]'"),
}


class RecordError(Exception):
    """Raised if a video cannot be recorded; the message is for the user."""


class VideoWriter(Protocol):
    """Protocol of a writer: takes frames, and completes its files when closed.

    `path` is the file to write, or that from which names are derived.
    """

    def __init__(self, path: Path, fps: int) -> None: ...

    def add(self, pixels: Pixels) -> None:
        """Add the next frame: RGB or RGBA, uint8, shape (height, width, 3 or 4)."""

    def close(self) -> None:
        """Write the rest, and close the file."""


class PngSequenceWriter:
    """Writer of one PNG per frame: out-0001.png and so on."""

    def __init__(self, path: Path, fps: int) -> None:
        self._path, self._count = path, 0

    def add(self, pixels: Pixels) -> None:
        """Write the next frame: RGBA, uint8, shape (height, width, 4)."""
        self._count += 1
        write_png(_frame_path(self._path, self._count), pixels)

    def close(self) -> None:
        """Do nothing, since each frame is written."""


def _frame_path(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number:04}.png")


def describe_files(path: Path, count: int) -> str:
    """Return the names of the files of a video with `count` frames.

    That is the path, or for PNG the path of the first and the name of the last.
    """
    if path.suffix != ".png":
        return str(path)
    return message(
        "{first} to {last}",
        first=_frame_path(path, 1),
        last=_frame_path(path, count).name,
    )


def writer_class(path: Path) -> type[VideoWriter]:
    """Return the writer for a file name.

    Raises
    ------
    RecordError
        The suffix is unknown, or a package is missing.
    """
    try:
        if path.suffix == ".gif":
            from playground.video.gif import GifWriter

            return GifWriter
        if path.suffix == ".mp4":
            from playground.video.mp4 import Mp4Writer

            return Mp4Writer
    except ImportError as error:
        raise RecordError(_MISSING_PACKAGE_TEXTS[path.suffix]) from error
    if path.suffix == ".png":
        return PngSequenceWriter
    raise RecordError(
        message(
            "{path}: the name must end in {names}", path=path, names=", ".join(SUFFIXES)
        )
    )


@contextmanager
def open_writer(path: Path, fps: int) -> Iterator[VideoWriter]:
    """Open a writer; its files are moved to `path` if the block ends without an error.

    Until then they are in a temporary folder next to it.

    Raises
    ------
    OSError
        The files cannot be written.
    RecordError
        The suffix is unknown, or a package is missing.
    """
    with temporary_folder(path.parent) as folder:
        film = writer_class(path)(folder / path.name, fps)
        yield film
        film.close()
        for part in sorted(folder.iterdir()):
            part.replace(path.with_name(part.name))
