"""Where frames go: a GIF, an MP4, or a PNG for each. Nothing is there before all is."""

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
    """What cannot be recorded and why, in words for the user."""


class VideoWriter(Protocol):
    """Takes frames one by one, and is a file, or some, when it is closed."""

    def __init__(self, path: Path, fps: int) -> None: ...

    def add(self, pixels: Pixels) -> None:
        """Take the next frame."""

    def close(self) -> None:
        """Write what is still to be written."""


class PngSequenceWriter:
    """A PNG for each frame: out-0001.png and so on."""

    def __init__(self, path: Path, fps: int) -> None:
        self._path, self._count = path, 0

    def add(self, pixels: Pixels) -> None:
        """Take the next frame."""
        self._count += 1
        write_png(_frame_path(self._path, self._count), pixels)

    def close(self) -> None:
        """Do nothing: each is there."""


def _frame_path(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number:04}.png")


def describe_files(path: Path, count: int) -> str:
    """Return what a film of so many frames is called, once it is written."""
    if path.suffix != ".png":
        return str(path)
    return message(
        "{first} to {last}",
        first=_frame_path(path, 1),
        last=_frame_path(path, count).name,
    )


def writer_class(path: Path) -> type[VideoWriter]:
    """Return what makes a film of that name; RecordError where there is nothing."""
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
    """Open what frames are added to; it has its name when all went well.

    Until then it lies in a folder beside its place, which is gone afterwards. OSError
    where it cannot be written.
    """
    with temporary_folder(path.parent) as folder:
        film = writer_class(path)(folder / path.name, fps)
        yield film
        film.close()
        for part in sorted(folder.iterdir()):
            part.replace(path.with_name(part.name))
