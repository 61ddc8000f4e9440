"""Scenes of one's own: from a file, or from packages that offer them.

One that cannot be loaded is an entry with a message in its place; the others go on.
"""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
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
from playground.scene.scene import Case, GuidedStart, Scene, SceneEntry, Source, cases

ENTRY_POINT_GROUP = "geometry_playground.scenes"
"""The entry-point group by which a package offers its scenes."""

SCENE_ATTRIBUTE = "SCENE"
"""What a module with a scene calls it."""


FILE_MODULE_PREFIX = "scene_of_file_"
"""How the name of a module begins that is loaded from a scene's file."""

_FAILURE_CASE = message("Cannot be shown")
# Seconds for a file and all that it imports.
_LOAD_LIMIT_S = 20.0


@dataclass(frozen=True)
class _NoParams(Params):
    """The params of a scene that could not be loaded."""


def placeholder_scene(name: str, reason: str) -> Scene[_NoParams, None]:
    """Return an entry that only says why its scene cannot be shown.

    Parameters
    ----------
    name : str
        Its id and title.
    reason : str
        Why, in a sentence.
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
    """Return why a scene cannot be shown; "" if it can."""
    return entry.cases[_FAILURE_CASE].shows if entry.params is _NoParams else ""


class LazyScene(SceneEntry):
    """A scene that is loaded when more is asked of it than a list of scenes shows.

    Parameters
    ----------
    module : str
        The module that calls it SCENE; the last part of its name is the scene's id.
    title, source, lesson_path
        As of the scene.
    """

    def __init__(
        self, module: str, title: str, source: Source, lesson_path: Path | None = None
    ) -> None:
        own = {"id": module.rpartition(".")[2], "title": title, "source": source}
        own["lesson_path"] = lesson_path
        vars(self).update(own, _module=module)

    @cached_property
    def scene(self) -> SceneEntry:
        """The scene itself, or in its place what says why it cannot be shown."""
        return _load_or_placeholder(self.id, self._load)

    def _load(self) -> object:
        module: str = vars(self)["_module"]
        return getattr(importlib.import_module(module), SCENE_ATTRIBUTE, None)

    @property
    def params(self) -> type[Params]:
        """The scene's own."""
        return self.scene.params

    @property
    def cases(self) -> Mapping[str, Case]:
        """The scene's own."""
        return self.scene.cases

    @property
    def start(self) -> GuidedStart | None:
        """The scene's own."""
        return self.scene.start

    @property
    def dimension(self) -> int:
        """The scene's own."""
        return self.scene.dimension

    def resolve(self, p: Params) -> tuple[Scene[Any, Any], Params]:
        """Return the scene that these params belong to, and its own params."""
        return self.scene.resolve(p)

    def sub_scenes(self) -> tuple[Scene[Any, Any], ...]:
        """Return the scene, or those behind its choice."""
        return self.scene.sub_scenes()

    def join_params(self, scene: Scene[Any, Any], p: Params) -> Params:
        """Return params of which `resolve` gives that part and its params again."""
        return self.scene.join_params(scene, p)

    def with_sub_scene(
        self, part: Scene[Any, Any], other: Scene[Any, Any]
    ) -> SceneEntry:
        """Return the same with another scene of the same params in a part's place."""
        return self.scene.with_sub_scene(part, other)


def from_file(path: Path) -> SceneEntry:
    """Return the scene that a Python file calls SCENE.

    Raises
    ------
    ImportError
        There is none, or the file cannot be run: why, and in which line.
    """
    name, place = f"{FILE_MODULE_PREFIX}{path.stem}", path.absolute()
    spec = spec_without_cache(name, place)
    if spec is None or spec.loader is None:
        raise ImportError(message("{path} is no Python file", path=path))
    try:
        read_bytes(path)
    except (OSError, ValueError) as error:
        raise ImportError(
            message("cannot read {path}: {why}", path=path, why=explain_error(error))
        ) from error
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by its name.
    before = sys.modules.get(spec.name)
    sys.modules[spec.name] = module
    try:
        call_within(_LOAD_LIMIT_S, "loading it", spec.loader.exec_module, module)
    except (Exception, SystemExit) as error:  # whatever somebody's file raises
        if before:
            sys.modules[spec.name] = before
        raise ImportError(_describe_load_error(error, path, spec.origin)) from error
    return require_scene(getattr(module, SCENE_ATTRIBUTE, None), str(path))


def load_installed_scenes() -> list[SceneEntry]:
    """Return the scenes that installed packages offer."""
    offered = find_entry_points(ENTRY_POINT_GROUP)
    return [_load_or_placeholder(point.name, point.load) for point in offered]


def _load_or_placeholder(name: str, load: Callable[[], object]) -> SceneEntry:
    try:
        return require_scene(load(), name)
    except (Exception, SystemExit) as error:  # whatever somebody's package raises
        why = message(
            "This scene cannot be loaded: {error}", error=_describe_load_error(error)
        )
        return placeholder_scene(name, why)


def require_scene(found: object, where: str) -> SceneEntry:
    """Return a scene.

    Raises
    ------
    ImportError
        It is none; `where` is said to have none.
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
    """Return the scene of that id, or of a Python file.

    Raises
    ------
    ImportError
        There is none, or it cannot be opened: why.
    """
    if name.endswith(".py"):
        return from_file(Path(name))
    found = next((scene for scene in scenes if scene.id == name), None)
    if found is None:
        known = ", ".join(scene.id for scene in scenes)
        raise ImportError(
            message("unknown scene {name!r}; there are {known}", name=name, known=known)
        )
    if reason := load_error(found):
        raise ImportError(message("{place}: {problem}", place=name, problem=reason))
    return found


def merge_scenes(
    own: Sequence[SceneEntry], others: Iterable[SceneEntry]
) -> tuple[SceneEntry, ...]:
    """Return all scenes; in the place of one whose id is taken it is said so."""
    table = {entry.id: entry for entry in own}
    for entry in others:
        if entry.id in table:
            said = message(
                "A scene with the id {name!r} is there already.", name=entry.id
            )
            names = (f"{entry.id} ({number})" for number in count(2))
            entry = placeholder_scene(next(n for n in names if n not in table), said)
        table[entry.id] = entry
    return tuple(table.values())


def _describe_load_error(
    error: BaseException, path: Path | None = None, origin: str | None = None
) -> str:
    """Return what went wrong in a sentence, with the line of the author's own file.

    `origin` is what the interpreter calls the file.
    """
    if isinstance(error, SyntaxError) and error.lineno:
        return message(
            "{path}, line {line}: {error}",
            path=error.filename,
            line=error.lineno,
            error=error.msg,
        )
    whole = str(error)
    first = whole.splitlines()[0] if "\n" in whole else whole
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
