"""Submissions of a class: files, folders or archives, copied safely from one folder."""

import ast
import re
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from playground.i18n import TextError, message, with_texts
from playground.judge.runner.protocol import escape_text
from playground.quick_dataclass import dataclass
from playground.scene.author_files import explain_error

SUFFIXES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
# Limits for the archive of a class.
MAX_ARCHIVE_FILES = 5000
MAX_ARCHIVE_BYTES = 256 << 20
_CHUNK_BYTES = 1 << 20
# Mask of the file type in a Unix mode, and the type of a symbolic link.
_FILE_TYPE_BITS = 0o170000
_SYMLINK_TYPE_BITS = 0o120000
# Characters that Windows forbids in file names, and that are rare elsewhere.
_FORBIDDEN_CHARS = set('<>:"|?*\\')


@with_texts("text", as_messages=False)
class ArchiveError(TextError):
    """Raised if an archive or submission is rejected; the message says why."""


_UNPACKING_ERRORS = (
    *(OSError, tarfile.TarError, zipfile.BadZipFile, zlib.error),
    *(RuntimeError, NotImplementedError, EOFError, ValueError),
)
_MemberOpener = Callable[[], IO[bytes] | None]


def _archive_suffix(path: Path) -> str:
    """Return an archive's longest suffix, such as `.tar.gz`; "" if it is none."""
    suffixes = (s for s in SUFFIXES if path.name.lower().endswith(s))
    return max(suffixes, key=len, default="")


def unpack(path: Path, folder: Path, most: int = MAX_ARCHIVE_BYTES) -> None:
    """Extract an archive into a folder.

    Parameters
    ----------
    path : Path
        The archive, zip or tar.
    folder : Path
        The destination.
    most : int
        Limit of the extracted size, in bytes.

    Raises
    ------
    ArchiveError
        It cannot be read, has links, devices or paths that lead outside, has more than
        `MAX_ARCHIVE_FILES` files, or is too large.
    """
    try:
        with _members(path) as members:
            bytes_left = most
            for count, (name, member) in enumerate(members, 1):
                if count > MAX_ARCHIVE_FILES:
                    raise ArchiveError(
                        "it has more than {most_files} files",
                        most_files=MAX_ARCHIVE_FILES,
                    )
                place = folder.joinpath(*_parts(name))
                stream = member()
                if stream is None:
                    place.mkdir(parents=True, exist_ok=True)
                    continue
                place.parent.mkdir(parents=True, exist_ok=True)
                with stream, place.open("xb") as file:
                    bytes_left = _copy_limited(stream, file, bytes_left)
    except _UNPACKING_ERRORS as error:
        raise ArchiveError(
            "it cannot be unpacked: {error}", error=explain_error(error)
        ) from error


def _copy_limited(stream: IO[bytes], file: IO[bytes], left: int) -> int:
    """Copy a stream of up to `left` bytes, whatever its header claims.

    Return the rest.
    """
    while piece := stream.read(_CHUNK_BYTES):
        left -= len(piece)
        if left < 0:
            raise ArchiveError("it is too large when unpacked")
        file.write(piece)
    return left


@contextmanager
def _members(path: Path) -> Iterator[Iterator[tuple[str, _MemberOpener]]]:
    if path.name.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            yield _zip_members(archive)
    else:
        with tarfile.open(path) as opened:
            yield _tar_members(opened)


def _zip_members(archive: zipfile.ZipFile) -> Iterator[tuple[str, _MemberOpener]]:
    for info in archive.infolist():
        if (info.external_attr >> 16) & _FILE_TYPE_BITS == _SYMLINK_TYPE_BITS:
            raise ArchiveError(
                "{filename!a} is a symbolic link", filename=info.filename
            )

        def open_member(info: zipfile.ZipInfo = info) -> IO[bytes] | None:
            return None if info.is_dir() else archive.open(info)

        yield info.filename, open_member


def _tar_members(archive: tarfile.TarFile) -> Iterator[tuple[str, _MemberOpener]]:
    for info in archive:
        if not (info.isreg() or info.isdir()):
            raise ArchiveError(
                "{name!a} is a symbolic link or a device", name=info.name
            )

        def open_member(info: tarfile.TarInfo = info) -> IO[bytes] | None:
            return archive.extractfile(info) if info.isreg() else None

        yield info.name, open_member


def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a path; ArchiveError if it leads outside."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    strange = any(
        p in ("..", "/") or _FORBIDDEN_CHARS & set(p) or "\0" in p for p in parts
    )
    if strange:
        raise ArchiveError(
            "{name!a} points outside the archive or is not a valid file name", name=name
        )
    return parts


# ----------------------------------------------------------------------------


# Limits for one submission.
_MAX_SUBMISSION_BYTES = 16 << 20
_MAX_SUBMISSION_FILES = 500
# Files left by systems and editors.
_IGNORED_NAMES = "__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini"


@dataclass(frozen=True)
class Submission:
    """The submission of a student.

    Attributes
    ----------
    name : str
        The student: the name of the file or folder, without a suffix.
    file : str
        The submitted file or folder, as named in the class folder.
    main : Path or None
        The copy of the file with the function; None if there is none.
    problem : str
        Why `main` is None; else "".
    """

    name: str
    file: str
    main: Path | None = None
    problem: str = ""


@with_texts("text", as_messages=False)
class ClassFolderError(TextError):
    """Raised if a class folder cannot be read or is empty."""


def collect_submissions(place: Path, function: str, folder: Path) -> list[Submission]:
    """Copy each submission into a folder of its own below `folder`.

    One that is rejected or has no such function gets a `problem`.

    Parameters
    ----------
    place : Path
        The class folder, or an archive of it.
    function : str
        Name of the function that each submission has to define.
    folder : Path
        An empty folder.

    Raises
    ------
    ClassFolderError
        The class folder cannot be read, or is empty.
    """
    entries = _entries(_root(place, folder / "class"))
    if not entries:
        raise ClassFolderError("{place} contains no submissions", place=place)
    stems = [escape_text(_stem(path)) for path in entries]
    names = [
        stem if stems.count(stem) == 1 else escape_text(path.name)
        for stem, path in zip(stems, entries, strict=True)
    ]
    return [
        _collect_submission(name, path, function, folder / f"{number:04}")
        for number, (name, path) in enumerate(zip(names, entries, strict=True))
    ]


def _root(place: Path, unpacked: Path) -> Path:
    """Return the folder with the submissions, extracted if necessary."""
    try:
        if place.is_dir():
            return place
        if not place.exists():
            raise ClassFolderError("there is no folder {place}", place=place)
        if not _archive_suffix(place):
            raise ClassFolderError(
                "{place} is neither a folder nor an archive", place=place
            )
        unpacked.mkdir(parents=True)
        unpack(place, unpacked)
    except ArchiveError as error:
        raise ClassFolderError(
            "cannot read {place}: {error}", place=place, error=error
        ) from error
    except OSError as error:
        raise ClassFolderError(
            "cannot read {place}: {reason}", place=place, reason=explain_error(error)
        ) from error
    inside = _entries(unpacked)
    # Many archives contain a single folder with everything else in it.
    if len(inside) == 1 and inside[0].is_dir() and len(_entries(inside[0])) > 1:
        return inside[0]
    return unpacked


def _entries(folder: Path) -> list[Path]:
    try:
        listed = sorted(folder.iterdir(), key=lambda path: path.name.casefold())
    except OSError as error:
        raise ClassFolderError(
            "cannot read {folder}: {reason}", folder=folder, reason=explain_error(error)
        ) from error
    return [
        p for p in listed if not p.name.startswith(".") and p.name not in _IGNORED_NAMES
    ]


def _stem(path: Path) -> str:
    suffix = _archive_suffix(path) or (".py" if path.suffix == ".py" else "")
    return path.name[: len(path.name) - len(suffix)]


def _collect_submission(
    name: str, path: Path, function: str, folder: Path
) -> Submission:
    file = escape_text(path.name)
    try:
        folder.mkdir(parents=True)
        if path.is_symlink():
            raise ArchiveError("it is a symbolic link")
        if path.is_dir():
            _copy(path, folder)
        elif _archive_suffix(path):
            unpack(path, folder, _MAX_SUBMISSION_BYTES)
        elif path.suffix == ".py" and path.is_file():
            _copy_file(path, folder / path.name)
        else:
            raise ArchiveError("it is neither a Python file nor a folder or archive")
        return Submission(name, file, _find_main_file(folder, function))
    except ArchiveError as error:
        return Submission(name, file, problem=str(error))
    except OSError as error:
        problem = message("it cannot be read: {reason}", reason=explain_error(error))
        return Submission(name, file, problem=problem)


def _copy(source: Path, folder: Path) -> None:
    """Copy the files of a folder, without links; ArchiveError if it is too large."""
    bytes_left = _MAX_SUBMISSION_BYTES
    for count, path in enumerate(_files(source), 1):
        bytes_left -= path.stat().st_size
        if bytes_left < 0 or count > _MAX_SUBMISSION_FILES:
            raise ArchiveError("it is too large")
        _copy_file(path, folder / path.relative_to(source))


def _copy_file(path: Path, place: Path) -> None:
    if path.stat().st_size > _MAX_SUBMISSION_BYTES:
        raise ArchiveError("it is too large")
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, place)


def _files(folder: Path) -> Iterator[Path]:
    for path in _entries(folder):
        if path.is_symlink():
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.is_file():
            yield path


def _find_main_file(folder: Path, function: str) -> Path:
    """Return the file that defines the function; ArchiveError without one.

    A single Python file is returned in any case.
    """
    python_files = [path for path in _files(folder) if path.suffix == ".py"]
    if len(python_files) == 1:
        return python_files[0]
    # Prefer the file named like the function, then the one nearest to the root.
    python_files.sort(key=lambda p: (p.stem != function, len(p.parts), p.name))
    for path in python_files:
        if _has_function(path, function):
            return path
    raise ArchiveError("it has no file with a function {function!r}", function=function)


def _has_function(path: Path, function: str) -> bool:
    data = path.read_bytes()
    try:
        body = ast.parse(data).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pattern = rf"^def\s+{re.escape(function)}\b".encode()
        return re.search(pattern, data, re.MULTILINE) is not None
    functions = (x for x in body if isinstance(x, ast.FunctionDef))
    return any(function_node.name == function for function_node in functions)
