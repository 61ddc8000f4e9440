"""How a Python file is imported: by which name, and from which folder.

It needs nothing but the standard library: the process of somebody's code begins with
it.
"""

from pathlib import Path


def own_import(path: Path, alone: str) -> tuple[Path, str]:
    """Return the folder to be searched, and the module's name below it.

    A file in a package may import what lies beside it by a dot; one that is not has the
    name `alone`.
    """
    folder, names = path.resolve().parent, [path.stem]
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        names.append(folder.name)
        folder = folder.parent
    return folder, ".".join(reversed(names)) if len(names) > 1 else alone
