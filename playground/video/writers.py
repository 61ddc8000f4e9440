"""Where frames go: a GIF, an MP4, or a PNG for each. Nothing is there before all is."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from playground.gui.offscreen import write_png
from playground.i18n import message
from playground.render.png import Pixels
from playground.session.atomic_write import passing_folder

KINDS = (".gif", ".mp4", ".png")
_NEEDS = {
    ".gif": message("a GIF needs Pillow: pip install 'geometry-playground[record]'"),
    ".mp4": message("an MP4 needs PyAV: pip install 'geometry-playground[record]'"),
}


class RecordError(Exception):
    """What cannot be recorded and why, in words for the user."""


class FilmWriter(Protocol):
    """Takes frames one by one, and is a file, or some, when it is closed."""

    def __init__(self, path: Path, fps: int) -> None: ...

    def add(self, pixels: Pixels) -> None:
        """Take the next frame."""

    def close(self) -> None:
        """Write what is still to be written."""


class Pictures:
    """A PNG for each frame: out-0001.png and so on."""

    def __init__(self, path: Path, fps: int) -> None:
        self._path, self._count = path, 0

    def add(self, pixels: Pixels) -> None:
        """Take the next frame."""
        self._count += 1
        write_png(_numbered(self._path, self._count), pixels)

    def close(self) -> None:
        """Do nothing: each is there."""


def _numbered(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number:04}.png")


def named(path: Path, count: int) -> str:
    """Return what a film of so many frames is called, once it is written."""
    if path.suffix != ".png":
        return str(path)
    return message(
        "{first} to {last}",
        first=_numbered(path, 1),
        last=_numbered(path, count).name,
    )


def kind_of(path: Path) -> type[FilmWriter]:
    """Return what makes a film of that name; RecordError where there is nothing."""
    try:
        if path.suffix == ".gif":
            from playground.video.gif import Gif

            return Gif
        if path.suffix == ".mp4":
            from playground.video.mp4 import Mp4

            return Mp4
    except ImportError as error:
        raise RecordError(_NEEDS[path.suffix]) from error
    if path.suffix == ".png":
        return Pictures
    raise RecordError(
        message(
            "{path}: the name must end in {names}", path=path, names=", ".join(KINDS)
        )
    )


@contextmanager
def written(path: Path, fps: int) -> Iterator[FilmWriter]:
    """Open what frames are added to; it has its name when all went well.

    Until then it lies in a folder beside its place, which is gone afterwards. OSError
    where it cannot be written.
    """
    with passing_folder(path.parent) as folder:
        film = kind_of(path)(folder / path.name, fps)
        yield film
        film.close()
        for part in sorted(folder.iterdir()):
            part.replace(path.with_name(part.name))
