"""Scenes of one's own: from a file, or from packages that offer them.

One that cannot be loaded is an entry with a message in its place; the others go on.
"""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from playground.i18n import message
from playground.scene.author_files import ended_within, read_bytes, spec_as_saved, why
from playground.scene.draw_list import DrawList
from playground.scene.params import Params
from playground.scene.scene import Case, Entry, Scene, Source, Start, cases

GROUP = "geometry_playground.scenes"
"""The entry-point group by which a package offers its scenes."""

ATTRIBUTE = "SCENE"
"""What a module with a scene calls it."""


OF_FILE = "scene_of_file_"
"""How the name of a module begins that is loaded from a scene's file."""

_SHUT = message("Cannot be shown")
# Seconds for a file and all that it imports.
_LONGEST = 20.0


@dataclass(frozen=True)
class _Nothing(Params):
    """The params of a scene that could not be loaded."""


def broken(name: str, said: str) -> Scene[_Nothing, None]:
    """Return an entry that only says why its scene cannot be shown.

    Parameters
    ----------
    name : str
        Its id and title.
    said : str
        Why, in a sentence.
    """

    def refuse(p: _Nothing) -> None:
        raise ValueError(said)

    def draw(p: _Nothing, r: None, out: DrawList) -> None:
        pass

    return Scene(
        id=name,
        title=name,
        params=_Nothing,
        cases=cases(Case(_SHUT, _Nothing(), said)),
        solve=refuse,
        picture=draw,
    )


def why_shut(entry: Entry) -> str:
    """Return why a scene cannot be shown; "" if it can."""
    return entry.cases[_SHUT].shows if entry.params is _Nothing else ""


class Later(Entry):
    """A scene that is loaded when more is asked of it than a list of scenes shows.

    Parameters
    ----------
    module : str
        The module that calls it SCENE; the last part of its name is the scene's id.
    title, source, plan
        As of the scene.
    """

    def __init__(
        self, module: str, title: str, source: Source, plan: Path | None = None
    ) -> None:
        own = {"id": module.rpartition(".")[2], "title": title, "source": source}
        own["plan"] = plan
        vars(self).update(own, _module=module)

    @cached_property
    def loaded(self) -> Entry:
        """The scene itself, or in its place what says why it cannot be shown."""
        return _offered(self.id, self._load)

    def _load(self) -> object:
        module: str = vars(self)["_module"]
        return getattr(importlib.import_module(module), ATTRIBUTE, None)

    @property
    def params(self) -> type[Params]:
        """The scene's own."""
        return self.loaded.params

    @property
    def cases(self) -> Mapping[str, Case]:
        """The scene's own."""
        return self.loaded.cases

    @property
    def start(self) -> Start | None:
        """The scene's own."""
        return self.loaded.start

    @property
    def dimension(self) -> int:
        """The scene's own."""
        return self.loaded.dimension

    def at(self, p: Params) -> tuple[Scene[Any, Any], Params]:
        """Return the scene that these params belong to, and its own params."""
        return self.loaded.at(p)

    def parts(self) -> tuple[Scene[Any, Any], ...]:
        """Return the scene, or those behind its choice."""
        return self.loaded.parts()

    def holding(self, scene: Scene[Any, Any], p: Params) -> Params:
        """Return params of which `at` gives that part and its params again."""
        return self.loaded.holding(scene, p)

    def with_part(self, part: Scene[Any, Any], other: Scene[Any, Any]) -> Entry:
        """Return the same with another scene of the same params in a part's place."""
        return self.loaded.with_part(part, other)


def from_file(path: Path) -> Entry:
    """Return the scene that a Python file calls SCENE.

    Raises
    ------
    ImportError
        There is none, or the file cannot be run: why, and in which line.
    """
    name, place = f"{OF_FILE}{path.stem}", path.absolute()
    spec = spec_as_saved(name, place)
    if spec is None or spec.loader is None:
        raise ImportError(message("{path} is no Python file", path=path))
    try:
        read_bytes(path)
    except (OSError, ValueError) as error:
        raise ImportError(
            message("cannot read {path}: {why}", path=path, why=why(error))
        ) from error
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by its name.
    before = sys.modules.get(spec.name)
    sys.modules[spec.name] = module
    try:
        ended_within(_LONGEST, "loading it", spec.loader.exec_module, module)
    except (Exception, SystemExit) as error:  # whatever somebody's file raises
        if before:
            sys.modules[spec.name] = before
        raise ImportError(_said(error, path, spec.origin)) from error
    return checked(getattr(module, ATTRIBUTE, None), str(path))


def installed() -> list[Entry]:
    """Return the scenes that installed packages offer."""
    from importlib.metadata import entry_points  # slow to import

    offered = entry_points(group=GROUP)
    return [_offered(point.name, point.load) for point in offered]


def _offered(name: str, load: Callable[[], object]) -> Entry:
    try:
        return checked(load(), name)
    except (Exception, SystemExit) as error:  # whatever somebody's package raises
        why = message("This scene cannot be loaded: {error}", error=_said(error))
        return broken(name, why)


def checked(found: object, where: str) -> Entry:
    """Return a scene.

    Raises
    ------
    ImportError
        It is none; `where` is said to have none.
    """
    if isinstance(found, Entry):
        return found
    raise ImportError(
        message(
            "{place} has no {name}: end it with {name} = Scene(…)",
            place=where,
            name=ATTRIBUTE,
        )
    )


def gathered(own: Sequence[Entry], others: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return all scenes; in the place of one whose id is taken it is said so."""
    table = {entry.id: entry for entry in own}
    for entry in others:
        if entry.id in table:
            said = message(
                "A scene with the id {name!r} is there already.", name=entry.id
            )
            names = (f"{entry.id} ({number})" for number in count(2))
            entry = broken(next(n for n in names if n not in table), said)
        table[entry.id] = entry
    return tuple(table.values())


def _said(
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
