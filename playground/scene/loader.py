"""Loading of scenes from files and installed packages.

A scene that cannot be loaded is replaced by an entry that says why; the others still
load.
"""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene.author_files import (
    call_within,
    explain_error,
    read_bytes,
    spec_without_cache,
)
from playground.scene.draw_list import DrawList
from playground.scene.entry_points import find_entry_points
from playground.scene.params import Params
from playground.scene.scene import Case, Scene, SceneEntry, Source, cases

ENTRY_POINT_GROUP = "geometry_playground.scenes"
"""The entry-point group by which a package offers its scenes."""

SCENE_ATTRIBUTE = "SCENE"
"""The module attribute that holds the scene."""


FILE_MODULE_PREFIX = "scene_of_file_"
"""The prefix of module names of scenes loaded from files."""

_FAILURE_CASE = message("Cannot be shown")
# For a file and all its imports.
_LOAD_LIMIT_S = 20.0


@dataclass(frozen=True)
class _NoParams(Params):
    """Params of a scene that could not be loaded."""


def placeholder_scene(name: str, reason: str) -> Scene[_NoParams, None]:
    """Return an entry that only says why its scene cannot be shown.

    Its `solve` raises a ValueError with the reason.

    Parameters
    ----------
    name : str
        Id and title.
    reason : str
        The reason, in a sentence.
    """

    def refuse(p: _NoParams) -> None:
        raise ValueError(reason)

    def draw(p: _NoParams, r: None, out: DrawList) -> None:
        pass

    return Scene(
        id=name,
        title=name,
        params=_NoParams,
        cases=cases(Case(_FAILURE_CASE, _NoParams(), reason)),
        solve=refuse,
        picture=draw,
    )


def load_error(entry: SceneEntry) -> str:
    """Return the reason why a scene cannot be shown, "" if it can; load a lazy one."""
    return entry.cases[_FAILURE_CASE].shows if entry.params is _NoParams else ""


_LOADED_ATTRIBUTES = {
    *("params", "cases", "dimension", "start"),
    *("resolve", "sub_scenes", "join_params", "with_sub_scene"),
}


class LazyScene(SceneEntry):
    """A scene that is loaded on the first access to more than the list's texts.

    Parameters
    ----------
    module : str
        The module with the attribute `SCENE`; the last part of its name is the scene's
        id.
    title, source, lesson_path
        As in `SceneEntry`.
    """

    def __init__(
        self, module: str, title: str, source: Source, lesson_path: Path | None = None
    ) -> None:
        attributes = {"id": module.rpartition(".")[2], "title": title, "source": source}
        attributes["lesson_path"] = lesson_path
        vars(self).update(attributes, _module=module)

    @cached_property
    def scene(self) -> SceneEntry:
        """The loaded scene, or a placeholder that says why it cannot be shown."""
        return _load_or_placeholder(self.id, self._load)

    def _load(self) -> object:
        module: str = vars(self)["_module"]
        return getattr(importlib.import_module(module), SCENE_ATTRIBUTE, None)

    def __getattribute__(self, name: str) -> Any:
        """Return an attribute; those that the list does not need load the scene."""
        if name in _LOADED_ATTRIBUTES:
            return getattr(self.scene, name)
        return super().__getattribute__(name)


def from_file(path: Path) -> SceneEntry:
    """Load and return the scene of a Python file, its attribute `SCENE`.

    Raises
    ------
    ImportError
        The file has no scene or cannot be run; the message says why and in which line.
    """
    name, place = f"{FILE_MODULE_PREFIX}{path.stem}", path.absolute()
    spec = spec_without_cache(name, place)
    if spec is None or spec.loader is None:
        raise ImportError(message("{path} is not a Python file", path=path))
    try:
        read_bytes(path)
    except (OSError, ValueError) as error:
        raise ImportError(
            message("cannot read {path}: {why}", path=path, why=explain_error(error))
        ) from error
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look up their module by name.
    module_before = sys.modules.get(spec.name)
    sys.modules[spec.name] = module
    try:
        call_within(_LOAD_LIMIT_S, "loading it", spec.loader.exec_module, module)
    except (Exception, SystemExit) as error:  # the file may raise anything
        if module_before:
            sys.modules[spec.name] = module_before
        raise ImportError(_describe_load_error(error, path, spec.origin)) from error
    return require_scene(getattr(module, SCENE_ATTRIBUTE, None), str(path))


def load_installed_scenes() -> list[SceneEntry]:
    """Return the scenes that installed packages offer.

    One that cannot be loaded is replaced by a placeholder that says why.
    """
    entry_points = find_entry_points(ENTRY_POINT_GROUP)
    return [_load_or_placeholder(point.name, point.load) for point in entry_points]


def _load_or_placeholder(name: str, load: Callable[[], object]) -> SceneEntry:
    try:
        return require_scene(load(), name)
    except (Exception, SystemExit) as error:  # the package may raise anything
        reason = message(
            "This scene cannot be loaded: {error}", error=_describe_load_error(error)
        )
        return placeholder_scene(name, reason)


def require_scene(found: object, where: str) -> SceneEntry:
    """Return `found`, checked to be a scene.

    Raises
    ------
    ImportError
        It is not a scene; the message names `where`.
    """
    if isinstance(found, SceneEntry):
        return found
    raise ImportError(
        message(
            "{place} has no {name}: end it with {name} = Scene(…)",
            place=where,
            name=SCENE_ATTRIBUTE,
        )
    )


def find_scene(name: str, scenes: Sequence[SceneEntry]) -> SceneEntry:
    """Return the scene with an id, or load that of a Python file.

    Raises
    ------
    ImportError
        There is no such scene, or it cannot be loaded; the message says why.
    """
    if name.endswith(".py"):
        return from_file(Path(name))
    match = next((scene for scene in scenes if scene.id == name), None)
    if match is None:
        known = ", ".join(scene.id for scene in scenes)
        raise ImportError(
            message("unknown scene {name!r}; there are {known}", name=name, known=known)
        )
    if reason := load_error(match):
        raise ImportError(message("{place}: {problem}", place=name, problem=reason))
    return match


def merge_scenes(
    own: Sequence[SceneEntry], others: Iterable[SceneEntry]
) -> tuple[SceneEntry, ...]:
    """Return `own` and then `others`, each with an id of its own.

    One of `others` whose id is taken is replaced by a placeholder that says so, with
    the id "name (2)".
    """
    table = {entry.id: entry for entry in own}
    for entry in others:
        if entry.id in table:
            problem = message(
                "A scene with the id {name!r} already exists.", name=entry.id
            )
            names = (f"{entry.id} ({number})" for number in count(2))
            entry = placeholder_scene(next(n for n in names if n not in table), problem)
        table[entry.id] = entry
    return tuple(table.values())


def _describe_load_error(
    error: BaseException, path: Path | None = None, origin: str | None = None
) -> str:
    """Return the error in a sentence, with the line of the author's file.

    `origin` is the interpreter's name of the file.
    """
    if isinstance(error, SyntaxError) and error.lineno:
        return message(
            "{path}, line {line}: {error}",
            path=error.filename,
            line=error.lineno,
            error=error.msg,
        )
    error_text = str(error)
    first = error_text.splitlines()[0] if "\n" in error_text else error_text
    text = message("{kind}: {error}", kind=type(error).__name__, error=first)
    if path is None:
        return text
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == origin]
    if not lines:
        return message("{path}: {error}", path=path, error=text)
    return message(
        "{path}, line {line}: {error}", path=path, line=lines[-1], error=text
    )
