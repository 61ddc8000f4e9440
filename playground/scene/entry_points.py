"""Entry points of installed packages.

`importlib.metadata` does the same, but its import takes longer than all the rest of
finding scenes at startup.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

_FILES = "*.*-info/entry_points.txt"


class EntryPoint(NamedTuple):
    """The name and the location `module:attribute` of an offered object."""

    name: str
    value: str

    def load(self) -> Any:
        """Import the module and return the object.

        Raises
        ------
        ImportError
            The module cannot be imported.
        AttributeError
            It has no such attribute.
        """
        module, _, attribute = self.value.partition("[")[0].strip().partition(":")
        found = import_module(module.strip())
        return attrgetter(attribute.strip())(found) if attribute else found


def find_entry_points(group: str) -> list[EntryPoint]:
    """Return the entry points of a group from all installed packages.

    A package found in several folders of `sys.path` counts once, from the first one.
    """
    files: dict[str, Path] = {}
    for folder in sys.path:
        for file in sorted(Path(folder).glob(_FILES)):
            package = file.parent.name.partition("-")[0].lower()
            files.setdefault(package.replace(".", "_"), file)
    return [point for file in files.values() for point in _read_group(file, group)]


def _read_group(file: Path, group: str) -> Iterator[EntryPoint]:
    is_inside = False
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        name, is_entry, value = line.partition("=")
        if line.startswith("["):
            is_inside = line.strip() == f"[{group}]"
        elif is_inside and is_entry and not line.startswith(("#", ";")):
            yield EntryPoint(name.strip(), value.strip())
