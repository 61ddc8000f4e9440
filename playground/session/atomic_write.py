"""Atomic writing of files, and temporary folders that are cleaned up after a crash."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from playground.i18n import message

if sys.platform == "emscripten":  # no locks, and no other process

    def _lock(_file: int | BinaryIO, *, wait: bool) -> None:
        pass

elif sys.platform != "win32":
    import fcntl

    def _lock(file: int | BinaryIO, *, wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


_PART, _PARTS = ".playground-{}.part", ".playground-{}.parts"


def write_atomically(path: str | Path, data: bytes) -> None:
    """Write a file completely or not at all.

    The data is written to a temporary file in the same folder, which then replaces the
    old file, so that an interruption leaves the old content. Links are followed. A
    device or a pipe is written directly.

    Raises
    ------
    OSError
        The file is read-only or cannot be written; the old content stays.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        place.write_bytes(data)  # a device or a pipe has no contents to lose
        return
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(0, message("it is read-only"), str(path))
    file = _open_part_file(place.parent)
    part_path = Path(file.name)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if place.exists():
                part_path.chmod(place.stat().st_mode)
            if sys.platform != "win32":
                part_path.replace(place)
        if sys.platform == "win32":  # cannot move an open file
            part_path.replace(place)
    except BaseException:
        with suppress(OSError):
            part_path.unlink()
        raise


def _open_part_file(folder: Path) -> BinaryIO:
    """Open a new temporary file, locked so that `remove_leftovers` keeps it."""
    while True:
        file = (folder / _PART.format(os.urandom(8).hex())).open("xb")
        if sys.platform == "win32":
            return file
        with suppress(OSError):  # not every file system has locks
            _lock(file, wait=True)
        # It may have been removed before it was locked.
        if os.fstat(file.fileno()).st_nlink:
            return file
        file.close()


@contextmanager
def temporary_folder(place: Path | None = None) -> Iterator[Path]:
    """Create a temporary folder, and remove it afterwards.

    After a crash `remove_leftovers` removes it.

    Parameters
    ----------
    place : Path, optional
        The folder in which it is created; by default the system's for temporary files.

    Raises
    ------
    OSError
        The folder cannot be created.
    """
    part_file = _open_part_file(place or Path(tempfile.gettempdir()))
    part = Path(part_file.name)
    parts = part.with_suffix(".parts")
    try:
        with part_file:
            # The part file exists longer than the folder and marks it as in use.
            parts.mkdir(0o700)
            try:
                yield parts
            finally:
                shutil.rmtree(parts, ignore_errors=True)
    finally:
        part.unlink(missing_ok=True)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files and folders that crashed programs left in `folder`.

    Errors are ignored.
    """
    with suppress(OSError):
        for part in [*folder.glob(_PART.format("*"))]:
            _remove_part(part)
        for parts in [*folder.glob(_PARTS.format("*"))]:
            if not parts.with_suffix(".part").exists():
                shutil.rmtree(parts, ignore_errors=True)


def _remove_part(part: Path) -> None:
    """Remove a temporary file unless its writer is alive and holds the lock."""
    with suppress(OSError):
        if sys.platform == "win32":  # cannot remove an open file
            part.unlink()
            return
        with part.open("rb") as file:
            _lock(file, wait=False)
            part.unlink()
