"""From a name, a file or a link to what it stands for: a scene, a state, a lesson."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from playground.cli.command import UsageError
from playground.cli.output import complain
from playground.i18n import listed, message, translated
from playground.scene.author_files import read_whole, why
from playground.scene.loader import from_file, gathered, installed, why_shut
from playground.scene.scene import Entry
from playground.session import saved_state as states
from playground.session.lesson import document as plans
from playground.session.lesson.document import Lesson, is_lesson
from playground.session.saved_state import State, is_link, linked
from scenes import SCENES

if TYPE_CHECKING:
    from playground.gui.event_log import Deed, LogStart


@dataclass(frozen=True)
class Chosen:
    """What a command is about: all scenes there are, and the state of one of them.

    Of a lesson it is that of its first stop. `file` is where it comes from, if any, and
    `problem` what is wrong with a link. `code` is the text that a link brings.
    """

    scenes: tuple[Entry, ...]
    state: State
    plan: Lesson | None = None
    file: Path | None = None
    problem: str = ""
    code: str = ""


def choose(name: str, case: str | None, beside: Path | None = None) -> Chosen:
    """Return what is named; UsageError if there is none.

    A file's state may be of a scene that the file `beside` has.
    """
    if case is not None and (name.endswith(".json") or is_link(name)):
        raise UsageError(message("--case goes with a scene's name, not with a state"))
    if is_link(name):
        return _from_link(name, all_scenes())
    if name.endswith(".json"):
        return _from_file(Path(name), all_scenes(own_scene(beside) if beside else None))
    if name.endswith(".py"):
        scenes = all_scenes(own_scene(Path(name)))
        scene = scenes[-1]
    else:
        scenes = all_scenes()
        scene = _named(name, scenes)
    _refuse_shut(scene)
    return Chosen(scenes, _at_case(scene, case))


def all_scenes(own: Entry | None = None) -> tuple[Entry, ...]:
    """Return our scenes, those of installed packages, and last what a file has.

    A file that is named goes before an installed scene of its id: it is looked at anew.
    """
    if own is None:
        return gathered(SCENES, installed())
    others = [entry for entry in installed() if entry.id != own.id]
    return gathered(SCENES, [*others, own])


def own_scene(path: Path) -> Entry:
    """Return the scene of a file; UsageError says what is wrong with it."""
    try:
        return from_file(path)
    except ImportError as error:
        raise UsageError(str(error)) from error


def scene_or_file(name: str) -> Entry:
    """Return the scene of that id, or of a Python file; UsageError if there is none."""
    return own_scene(Path(name)) if name.endswith(".py") else scene_named(name)


def scene_named(name: str) -> Entry:
    """Return a scene by its id; UsageError if there is none, or it cannot be opened."""
    scene = _named(name, all_scenes())
    _refuse_shut(scene)
    return scene


def read_log(path: Path, scenes: Sequence[Entry]) -> "tuple[LogStart, list[Deed]]":
    """Return what a log says; UsageError if it is none."""
    from playground.gui import event_log

    try:
        return event_log.load(path, scenes)
    except OSError as error:
        raise UsageError(
            message("cannot read {path}: {reason}", path=path, reason=why(error))
        ) from error
    except ValueError as error:
        raise UsageError(
            message("{place}: {problem}", place=path, problem=str(error))
        ) from error


def _named(name: str, scenes: Sequence[Entry]) -> Entry:
    scene = next((scene for scene in scenes if scene.id == name), None)
    if scene is None:
        known = ", ".join(scene.id for scene in scenes)
        raise UsageError(
            message("unknown scene {name!r}; there are {known}", name=name, known=known)
        )
    return scene


def _refuse_shut(scene: Entry) -> None:
    if reason := why_shut(scene):
        raise UsageError(message("{place}: {problem}", place=scene.id, problem=reason))


def _at_case(scene: Entry, name: str | None) -> State:
    name = scene.first_case() if name is None else _case(scene, name)
    if name not in scene.cases:
        raise UsageError(
            message(
                "unknown case {name!r}; {id} has {names}",
                name=name,
                id=scene.id,
                names=listed(scene.cases, ","),
            )
        )
    case = scene.cases[name]
    return State(scene, case.params, name, compare=bool(case.mistake))


def _case(scene: Entry, name: str) -> str:
    """Return the case that is called so, in English or as it is told."""
    told = {translated(case): case for case in scene.cases}
    return name if name in scene.cases else told.get(name, name)


def _from_link(address: str, scenes: tuple[Entry, ...]) -> Chosen:
    """Return the state of a link; UsageError if it is of no scene."""
    try:
        state, problem, code = linked(address, scenes)
    except ValueError as error:
        raise UsageError(str(error)) from error
    _refuse_shut(state.scene)
    if problem:
        complain(problem)
    return Chosen(scenes, state, problem=problem, code=code)


def _from_file(path: Path, scenes: tuple[Entry, ...]) -> Chosen:
    """Return the state or the lesson of a file; UsageError if it is none."""
    try:
        text = read_whole(path)
    except (OSError, ValueError) as error:
        raise UsageError(
            message("cannot read {path}: {reason}", path=path, reason=why(error))
        ) from error
    try:
        if is_lesson(text):
            plan = plans.load(text, scenes)
            return Chosen(scenes, plan.stops[0].state, plan, path)
        return Chosen(scenes, states.load(text, scenes), file=path)
    except ValueError as error:
        raise UsageError(
            message("{place}: {problem}", place=path, problem=str(error))
        ) from error
