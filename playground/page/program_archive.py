"""The program as a site's worker unpacks it: only what it imports, byte for byte."""

import ast
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

import playground

_ROOT = Path(playground.__file__).parents[1]
# The beginning in the worker; scenes are imported by their names alone.
_FIRST = "playground.page.in_worker"
_OURS = ("playground", "scenes")
_CONVERTER = "latex2mathml"
# Data that modules read where they run: texts of other languages, words' widths, a
# picture's fonts, and lessons.
_DATA = (
    "playground/language/*.mo",
    "playground/render/embedded/advances.json",
    "playground/render/embedded/japanese.woff2",
    "playground/render/embedded/symbols.woff2",
    "playground/render/embedded/words.woff2",
    "scenes/*/lesson.json",
)
# The same archive whenever it is made: a zip file knows no earlier day.
_DAY = (1980, 1, 1, 0, 0, 0)
_PLAIN = 0o644 << 16


def archive(own: Mapping[str, bytes]) -> bytes:
    """Return the archive, with files of one's own beside it by their names."""
    held = dict(_files()) | {f"own/{name}": data for name, data in own.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in sorted(held.items()):
            about = zipfile.ZipInfo(name, _DAY)
            about.external_attr = _PLAIN
            about.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(about, data, compresslevel=9)
    return out.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield the files by their places in the archive."""
    scenes = (_module(file) for file in (_ROOT / "scenes").rglob("*.py"))
    for module in sorted(imported((_FIRST, *scenes))):
        file = _file(module)
        assert file is not None
        yield file.relative_to(_ROOT).as_posix(), file.read_bytes()
    for pattern in _DATA:
        for file in _ROOT.glob(pattern):
            yield file.relative_to(_ROOT).as_posix(), file.read_bytes()
    yield from _converter()


def imported(first: Iterable[str]) -> set[str]:
    """Return the modules of ours that those import, these themselves among them.

    What is imported where a function is called counts; what only types name does not.
    """
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        module = waiting.pop()
        file = _file(module)
        if file is None or module in found:
            continue
        found.add(module)
        # A package is imported before what is in it.
        waiting.append(module.rpartition(".")[0])
        waiting.extend(_names(ast.parse(file.read_bytes())))
    return found


def _names(tree: ast.AST) -> Iterator[str]:
    """Yield what may be a module of those that a syntax tree imports."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                for other in node.orelse:
                    yield from _names(other)
                continue
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module
                yield from (f"{module}.{alias.name}" for alias in node.names)
        yield from _names(node)


def _file(module: str) -> Path | None:
    """Return the file of a module of ours, if it is one."""
    if module.partition(".")[0] not in _OURS:
        return None
    place = _ROOT.joinpath(*module.split("."))
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)


def _module(file: Path) -> str:
    parts = file.relative_to(_ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _converter() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the converter of formulas, which is Python alone."""
    found = find_spec(_CONVERTER)
    assert found is not None
    assert found.origin is not None
    home = Path(found.origin).parent
    for file in sorted(home.rglob("*")):
        if file.suffix in (".py", ".txt") and file.is_file():
            name = file.relative_to(home.parent).as_posix()
            # It asks for its own version only, by what is slow to import.
            empty = file == home / "__init__.py"
            yield name, b"" if empty else file.read_bytes()
