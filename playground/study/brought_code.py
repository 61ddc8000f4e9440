"""Code that came with a link: a text in a file of its own, which nothing here runs."""

from itertools import count
from pathlib import Path

from playground.study.disk import write_whole


def put(folder: Path, name: str, code: str) -> Path:
    """Write code into a folder under a name that is free, and return its file.

    The same code is there but once.

    Raises
    ------
    OSError
        It cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    data = code.encode("utf-8", "replace")
    numbered = (folder / f"{name}{f'-{n}' if n > 1 else ''}.py" for n in count(1))
    path = next(p for p in numbered if not p.exists() or p.read_bytes() == data)
    if not path.exists():
        write_whole(path, data)
    return path
