"""Reading a file that somebody names, whatever it is: whole, and within bounds."""

import errno
import json
from pathlib import Path

from playground.language import message

# No file of ours has so many bytes, but for a log.
LARGEST = 1 << 22


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """Return a file's bytes.

    Raises
    ------
    OSError, ValueError
        It cannot be read, is no ordinary file or has more than `most` bytes.
    """
    if path.is_dir():
        raise ValueError(message("it is a folder"))
    # Others may never end, or never begin.
    if path.exists() and not path.is_file():
        raise ValueError(message("no ordinary file"))
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(message("too large: more than {count} MB", count=most >> 20))
    return data


def read_whole(path: Path, most: int = LARGEST) -> str:
    """Return a file's text.

    Raises
    ------
    OSError, ValueError
        It cannot be read, has more than `most` bytes or is not UTF-8.
    """
    return text_of(read_bytes(path, most))


def text_of(data: bytes) -> str:
    """Return what a file's bytes say; ValueError if they are no text."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(message("not UTF-8 text")) from None


def why(error: Exception) -> str:
    """Return what hinders, in a few words: our own where it is often so."""
    match error:
        case OSError():
            return _OFTEN.get(error.errno or 0) or error.strerror or str(error)
        case json.JSONDecodeError(lineno=line, colno=column):
            return message(
                "not JSON: line {line}, column {column}", line=line, column=column
            )
        case RecursionError():
            return message("objects and lists lie too deep in each other")
    return str(error)


_OFTEN = {
    errno.ENOENT: message("No such file or directory"),
    errno.EACCES: message("Permission denied"),
    errno.EPERM: message("Operation not permitted"),
    errno.EISDIR: message("Is a directory"),
    errno.ENOTDIR: message("Not a directory"),
    errno.EEXIST: message("File exists"),
    errno.ENOTEMPTY: message("Directory not empty"),
    errno.ENOSPC: message("No space left on device"),
    errno.EROFS: message("Read-only file system"),
    errno.ENAMETOOLONG: message("File name too long"),
    errno.EMFILE: message("Too many open files"),
    errno.EBUSY: message("Device or resource busy"),
    errno.EIO: message("Input/output error"),
    errno.EFBIG: message("File too large"),
    errno.ENOEXEC: message("Exec format error"),
}
