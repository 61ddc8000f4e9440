"""Writing a file whole or not at all, whatever ends the program on the way."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from playground.i18n import message

if sys.platform == "emscripten":  # a browser has no locks, and nobody else writes

    def _lock(_file: int | BinaryIO, *, wait: bool) -> None:
        pass

elif sys.platform != "win32":
    import fcntl

    def _lock(file: int | BinaryIO, *, wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


_PART, _PARTS = ".playground-{}.part", ".playground-{}.parts"


def write_atomically(path: str | Path, data: bytes) -> None:
    """Write a file; OSError where that fails, and what was there before stays.

    Whatever happens on the way, the name stands for the old contents or for all of
    the new ones: these are written beside it and take its place at the end.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        place.write_bytes(data)  # a device or a pipe has no contents to lose
        return
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(0, message("it is read-only"), str(path))
    file = _open_part_file(place.parent)
    beside = Path(file.name)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if place.exists():
                beside.chmod(place.stat().st_mode)
            if sys.platform != "win32":
                beside.replace(place)
        if sys.platform == "win32":  # moves nothing that is open
            beside.replace(place)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _open_part_file(folder: Path) -> BinaryIO:
    """Open a new file that `remove_leftovers` leaves alone as long as it is open."""
    while True:
        file = (folder / _PART.format(os.urandom(8).hex())).open("xb")
        if sys.platform == "win32":
            return file
        with suppress(OSError):  # not every file system has locks
            _lock(file, wait=True)
        # It may have been swept before it was held.
        if os.fstat(file.fileno()).st_nlink:
            return file
        file.close()


@contextmanager
def temporary_folder(place: Path | None = None) -> Iterator[Path]:
    """Make a folder in another, by default the system's own, for a while.

    It is gone afterwards; where the program was killed meanwhile, `remove_leftovers`
    removes it. OSError where it cannot be made.
    """
    held = _open_part_file(place or Path(tempfile.gettempdir()))
    part = Path(held.name)
    parts = part.with_suffix(".parts")
    try:
        with held:
            # Its part is there before it and until it is gone: it tells whether
            # anybody needs it.
            parts.mkdir(0o700)
            try:
                yield parts
            finally:
                shutil.rmtree(parts, ignore_errors=True)
    finally:
        part.unlink(missing_ok=True)


def remove_leftovers(folder: Path) -> None:
    """Remove what was in work there by programs that were ended before it was done."""
    with suppress(OSError):
        for part in [*folder.glob(_PART.format("*"))]:
            _remove_part(part)
        for parts in [*folder.glob(_PARTS.format("*"))]:
            if not parts.with_suffix(".part").exists():
                shutil.rmtree(parts, ignore_errors=True)


def _remove_part(part: Path) -> None:
    """Remove a part; its writer, if alive, holds it."""
    with suppress(OSError):
        if sys.platform == "win32":  # removes nothing that is open
            part.unlink()
            return
        with part.open("rb") as file:
            _lock(file, wait=False)
            part.unlink()
