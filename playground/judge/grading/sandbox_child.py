"""Sandboxed worker process for one submission.

    python -I -S sandbox_child.py HIDDEN NUMPY FILE.py:FUNCTION

It is run as a file. It loads the few modules of ours that a worker needs, none of which
contains an answer, enters the sandbox, removes our packages from the import system, and
only then reads the submission. From then on it can read Python's library, NumPy and the
folder of the file, and cannot write. HIDDEN is the folder of our packages.
"""

import os
import sys
from contextlib import suppress
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location

_JUDGE = "playground.judge"
_WORKER = f"{_JUDGE}.runner.worker"
_SANDBOX_MODULES = tuple(
    f"{_JUDGE}.grading.{name}" for name in ("sandbox_linux", "sandbox_python")
)
_TOOLS = (f"{_JUDGE}.diagnosis.exact_arithmetic",)
# Modules that these import.
_PARTS = (
    "playground.tracing.shadow_math",
    "playground.tracing.shadow_value",
    "playground.tracing.high_precision",
    "playground.collision._sincos",
)
_MODULES = {_WORKER, *_SANDBOX_MODULES, *_TOOLS, *_PARTS}
_PACKAGES = {
    name.rsplit(".", depth)[0]
    for name in _MODULES
    for depth in range(1, name.count(".") + 1)
}
# Folders of third-party packages inside Python's library.
_PACKAGE_FOLDERS = "site-packages", "dist-packages"


class _PackageFinder:
    """Import finder of the modules of ours that the worker needs, and of no other."""

    def __init__(self, root: str) -> None:
        self._root = root

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name in _PACKAGES:
            spec = ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = []
            return spec
        if name not in _MODULES:
            return None
        path = os.path.join(self._root, *name.split(".")) + ".py"
        return spec_from_file_location(name, path)


class _NumpyFinder:
    """Import finder of NumPy, without the packages installed next to it."""

    def __init__(self, place: str) -> None:
        self._place = place

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        if name != "numpy":
            return None
        first = os.path.join(self._place, "__init__.py")
        return spec_from_file_location(
            name, first, submodule_search_locations=[self._place]
        )


def main(root: str, numpy: str, target: str) -> int:
    """Enter the sandbox and answer questions until the input ends; return exit code.

    Parameters
    ----------
    root : str
        Folder of our packages, which is hidden.
    numpy : str
        Folder of NumPy.
    target : str
        `FILE.py:FUNCTION`, the submission.
    """
    del sys.argv[1:]
    sys.dont_write_bytecode = True
    sys.meta_path.append(_NumpyFinder(numpy))
    ours = _PackageFinder(root)
    sys.meta_path.insert(0, ours)
    child = __import__(_WORKER, fromlist=["main"])
    for load in child.LAZY_IMPORTS:
        load()
    linux, python_fence = (
        __import__(name, fromlist=["main"]) for name in _SANDBOX_MODULES
    )
    sys.meta_path.remove(ours)
    for name in [n for n in sys.modules if n.partition(".")[0] == "playground"]:
        del sys.modules[name]
    folder = os.path.dirname(os.path.abspath(target.rpartition(":")[0]))
    os.chdir(folder)
    _limit_files()
    standard = os.path.dirname(os.__file__)
    readable = [*_library(), numpy, f"{numpy}.libs", folder, os.devnull]
    if linux.landlock_version():
        linux.restrict_files(readable, [standard])
    if linux.can_filter_calls():
        linux.filter_calls()
    hidden_folders = [os.path.join(root, name) for name in ("playground", "scenes")]
    python_fence.install_audit_hook([*readable, standard], hidden_folders)
    exit_code: int = child.main(target)
    return exit_code


def _limit_files() -> None:
    """Forbid writing to files, on systems with resource limits."""
    with suppress(ImportError):  # on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _library() -> list[str]:
    """Return the paths of Python's standard library, without third-party packages."""
    standard = os.path.dirname(os.__file__)
    entries = (name for name in os.listdir(standard) if name not in _PACKAGE_FOLDERS)
    others = [path for path in sys.path if os.path.isabs(path) and path != standard]
    return [*(os.path.join(standard, name) for name in entries), *others]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
