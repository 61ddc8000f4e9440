"""A file that is watched for saves by other programs."""

from pathlib import Path


class WatchedFile:
    """A file, and its modification stamp when it was last read or this was created."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = self._file_stamp()

    @property
    def is_outdated(self) -> bool:
        """Whether it has been saved since it was read.

        A missing file does not count, since editors save by renaming.
        """
        return self._file_stamp() not in (self._seen, None)

    def mark_as_read(self) -> None:
        """Note that the current content has been read."""
        self._seen = self._file_stamp()

    def _file_stamp(self) -> tuple[int, ...] | None:
        """Return modification time, size and inode; None without a file."""
        try:
            stat = self.path.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino
