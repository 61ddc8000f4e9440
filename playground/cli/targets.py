"""Targets of commands: the scene, state or lesson that a name, file or link denotes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from playground.cli.command import UsageError
from playground.cli.output import print_error
from playground.i18n import join_texts, translate
from playground.quick_dataclass import dataclass
from playground.scene import loader
from playground.scene.author_files import explain_error, read_text_file
from playground.scene.loader import (
    from_file,
    load_error,
    load_installed_scenes,
    merge_scenes,
)
from playground.scene.scene import SceneEntry
from playground.session import saved_state as states
from playground.session.lesson import document as plans
from playground.session.lesson.document import Lesson, is_lesson
from playground.session.saved_state import State, is_link, parse_link
from scenes import SCENES

if TYPE_CHECKING:
    from playground.gui.event_log import LoggedEvent, LogStart


@dataclass(frozen=True)
class ResolvedTarget:
    """The target of a command.

    Attributes
    ----------
    scenes : tuple of SceneEntry
        All known scenes.
    state : State
        The state; for a lesson that of its first stop.
    plan : Lesson or None
        The lesson; None if the target is none.
    file : Path or None
        The JSON file of the state or lesson; None for other targets.
    problem : str
        Message about a damaged link; "" for none.
    code : str
        User code of a link; "" for none.
    """

    scenes: tuple[SceneEntry, ...]
    state: State
    plan: Lesson | None = None
    file: Path | None = None
    problem: str = ""
    code: str = ""


def resolve_target(
    name: str, case: str | None, scene_file: Path | None = None
) -> ResolvedTarget:
    """Return the target of a name, file or link.

    Parameters
    ----------
    name : str
        Scene id, `SCENE.py`, `STATE.json`, `LESSON.json` or a link.
    case : str or None
        A case of the scene; None for its first one.
    scene_file : Path, optional
        File of the scene, if a JSON file is about a user's scene.

    Raises
    ------
    UsageError
        There is no such target.
    """
    if case is not None and (name.endswith(".json") or is_link(name)):
        raise UsageError("--case goes with a scene's name, not with a state")
    if is_link(name):
        return _resolve_link(name, list_scenes())
    if name.endswith(".json"):
        return _resolve_file(
            Path(name), list_scenes(load_scene_file(scene_file) if scene_file else None)
        )
    if name.endswith(".py"):
        scenes = list_scenes(load_scene_file(Path(name)))
        scene = scenes[-1]
        _check_openable(scene)
    else:
        scenes = list_scenes()
        scene = _find_scene(name, scenes)
    return ResolvedTarget(scenes, _state_of_case(scene, case))


def list_scenes(own: SceneEntry | None = None) -> tuple[SceneEntry, ...]:
    """Return our scenes, those of installed packages, and last `own`, of a file.

    That one replaces an installed scene with its id; if the id is one of ours, a
    placeholder with an error takes its place.
    """
    if own is None:
        return merge_scenes(SCENES, load_installed_scenes())
    other_scenes = [entry for entry in load_installed_scenes() if entry.id != own.id]
    return merge_scenes(SCENES, [*other_scenes, own])


def load_scene_file(path: Path) -> SceneEntry:
    """Return the scene of a Python file.

    Raises
    ------
    UsageError
        It cannot be loaded.
    """
    try:
        return from_file(path)
    except ImportError as error:
        raise UsageError(str(error)) from error


def find_scene_or_file(name: str) -> SceneEntry:
    """Return the scene with this id or of this file.

    Raises
    ------
    UsageError
        There is none, or it cannot be loaded.
    """
    return _find_scene(name, list_scenes())


def _find_scene(name: str, scenes: Sequence[SceneEntry]) -> SceneEntry:
    try:
        return loader.find_scene(name, scenes)
    except ImportError as error:
        raise UsageError(str(error)) from error


def read_log(
    path: Path, scenes: Sequence[SceneEntry]
) -> "tuple[LogStart, list[LoggedEvent]]":
    """Return the start and the events of an event log.

    Raises
    ------
    UsageError
        It cannot be read or is invalid.
    """
    from playground.gui import event_log

    try:
        return event_log.load(path, scenes)
    except OSError as error:
        raise UsageError(
            "cannot read {path}: {reason}", path=path, reason=explain_error(error)
        ) from error
    except ValueError as error:
        raise UsageError(
            "{place}: {problem}", place=path, problem=str(error)
        ) from error


def _check_openable(scene: SceneEntry) -> None:
    if reason := load_error(scene):
        raise UsageError("{place}: {problem}", place=scene.id, problem=reason)


def _state_of_case(scene: SceneEntry, name: str | None) -> State:
    name = scene.first_case_name() if name is None else _find_case_name(scene, name)
    if name not in scene.cases:
        raise UsageError(
            "unknown case {name!r}; {id} has {names}",
            name=name,
            id=scene.id,
            names=join_texts(scene.cases, ","),
        )
    case = scene.cases[name]
    return State(scene, case.params, name, compare=bool(case.mistake))


def _find_case_name(scene: SceneEntry, name: str) -> str:
    """Return the English name of a case, given in English or the active language."""
    cases_by_title = {translate(case): case for case in scene.cases}
    return name if name in scene.cases else cases_by_title.get(name, name)


def _resolve_link(address: str, scenes: tuple[SceneEntry, ...]) -> ResolvedTarget:
    """Return the target of a link; UsageError if its scene is unknown."""
    try:
        state, problem, code = parse_link(address, scenes)
    except ValueError as error:
        raise UsageError(str(error)) from error
    _check_openable(state.scene)
    if problem:
        print_error(problem)
    return ResolvedTarget(scenes, state, problem=problem, code=code)


def _resolve_file(path: Path, scenes: tuple[SceneEntry, ...]) -> ResolvedTarget:
    """Return the state or lesson in a file; UsageError if it is invalid."""
    try:
        text = read_text_file(path)
    except (OSError, ValueError) as error:
        raise UsageError(
            "cannot read {path}: {reason}", path=path, reason=explain_error(error)
        ) from error
    try:
        if is_lesson(text):
            plan = plans.load(text, scenes)
            return ResolvedTarget(scenes, plan.stops[0].state, plan, path)
        return ResolvedTarget(scenes, states.load(text, scenes), file=path)
    except ValueError as error:
        raise UsageError(
            "{place}: {problem}", place=path, problem=str(error)
        ) from error
