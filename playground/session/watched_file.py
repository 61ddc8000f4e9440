"""A file that somebody edits, looked at again after every save."""

from pathlib import Path


class WatchedFile:
    """A file, and whether it is another than when it was looked at last."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = self._file_stamp()

    @property
    def is_outdated(self) -> bool:
        """Whether it has been saved since.

        One that is not there is about to be: editors save by renaming.
        """
        return self._file_stamp() not in (self._seen, None)

    def mark_as_read(self) -> None:
        """Note that it is looked at now."""
        self._seen = self._file_stamp()

    def _file_stamp(self) -> tuple[int, ...] | None:
        """Return what changes with every save; None where there is no file."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino
