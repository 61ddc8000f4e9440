"""Archives that others have made, unpacked with care: nothing leads out of the folder.

An archive is taken whole or not at all.
"""

import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from playground.language import message
from playground.scene.reading import why

SUFFIXES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
# So many files, and so many bytes of all of them, are enough for a class.
MOST_FILES, MOST_BYTES = 5000, 256 << 20
_PIECE = 1 << 20
# Of a member's mode in a zip made on Unix: its kind, and that of a link.
_KIND, _LINK = 0o170000, 0o120000
# What no file name of Windows may hold; elsewhere it is as good as none.
_NEVER = set('<>:"|?*\\')


class ArchiveError(Exception):
    """An archive that is not unpacked, and why."""


_Opened = Callable[[], IO[bytes] | None]


def is_archive(path: Path) -> bool:
    """Return whether a file's name is an archive's."""
    return path.name.lower().endswith(SUFFIXES)


def bare_name(path: Path) -> str:
    """Return an archive's name without its suffix."""
    found = (s for s in sorted(SUFFIXES, key=len) if path.name.lower().endswith(s))
    return path.name[: -len([*found][-1])]


def unpack(path: Path, folder: Path, most: int = MOST_BYTES) -> None:
    """Write an archive's files into a folder.

    Raises
    ------
    ArchiveError
        It cannot be read, leads outside, has links, or is too large.
    """
    try:
        with _members(path) as members:
            left = most
            for count, (name, opened) in enumerate(members, 1):
                if count > MOST_FILES:
                    raise ArchiveError(
                        message(
                            "it has more than {most_files} files", most_files=MOST_FILES
                        )
                    )
                place = folder.joinpath(*_parts(name))
                stream = opened()
                if stream is None:
                    place.mkdir(parents=True, exist_ok=True)
                    continue
                place.parent.mkdir(parents=True, exist_ok=True)
                with stream, place.open("xb") as file:
                    left = _copied(stream, file, left)
    except (OSError, tarfile.TarError, zipfile.BadZipFile, zlib.error) as error:
        raise ArchiveError(
            message("it cannot be unpacked: {error}", error=why(error))
        ) from error
    except (RuntimeError, NotImplementedError, EOFError, ValueError) as error:
        raise ArchiveError(
            message("it cannot be unpacked: {error}", error=why(error))
        ) from error


def _copied(stream: IO[bytes], file: IO[bytes], left: int) -> int:
    """Copy what is there, whatever its size is said to be; return what is left."""
    while piece := stream.read(_PIECE):
        left -= len(piece)
        if left < 0:
            raise ArchiveError(message("it is too large when unpacked"))
        file.write(piece)
    return left


@contextmanager
def _members(path: Path) -> Iterator[Iterator[tuple[str, _Opened]]]:
    if path.name.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            yield _of_zip(archive)
    else:
        with tarfile.open(path) as opened:
            yield _of_tar(opened)


def _of_zip(archive: zipfile.ZipFile) -> Iterator[tuple[str, _Opened]]:
    for info in archive.infolist():
        if (info.external_attr >> 16) & _KIND == _LINK:
            raise ArchiveError(
                message("{filename!a} is a link", filename=info.filename)
            )

        def opened(info: zipfile.ZipInfo = info) -> IO[bytes] | None:
            return None if info.is_dir() else archive.open(info)

        yield info.filename, opened


def _of_tar(archive: tarfile.TarFile) -> Iterator[tuple[str, _Opened]]:
    for info in archive:
        if not (info.isreg() or info.isdir()):
            raise ArchiveError(
                message("{name!a} is a link or a device", name=info.name)
            )

        def opened(info: tarfile.TarInfo = info) -> IO[bytes] | None:
            return archive.extractfile(info) if info.isreg() else None

        yield info.name, opened


def _parts(name: str) -> tuple[str, ...]:
    """Return a path in parts; ArchiveError if it leads outside."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    strange = any(p in ("..", "/") or _NEVER & set(p) or "\0" in p for p in parts)
    if strange:
        raise ArchiveError(
            message("{name!a} leads outside, or is no name of a file", name=name)
        )
    return parts
