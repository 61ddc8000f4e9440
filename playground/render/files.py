"""Writing a file whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: str | Path, data: bytes) -> None:
    """Write a file; OSError where that fails, and what was there before stays.

    Whatever happens on the way, the name stands for the old contents or for all of
    the new ones: these are written beside it and take its place at the end.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        place.write_bytes(data)  # a device or a pipe has no contents to lose
        return
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(0, "it is read-only", str(path))
    beside = place.with_name(f".playground-{os.urandom(8).hex()}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            beside.chmod(place.stat().st_mode)
        beside.replace(place)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
