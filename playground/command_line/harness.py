"""`playground judge --harness`: a program to copy, in another language than Python."""

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from playground.command_line.chosen import scene_or_file
from playground.command_line.command import UsageError
from playground.command_line.output import say, writing
from playground.explore.judge.harnesses.languages import LANGUAGES
from playground.language import message
from playground.scene.scene import Entry
from scenes import SCENES


def write_harness(options: Namespace) -> int:
    """Write the program that is asked for; nothing that is there already is touched."""
    from playground.explore.judge.harnesses.write import commands, harness
    from playground.explore.judge.trial import TrialError

    if options.code is not None or options.command is not None:
        raise UsageError(
            message("--harness writes a program; it goes with no code to judge")
        )
    language, scenes = LANGUAGES[options.harness], _scenes(options.scene)
    folder = options.output or Path()
    path = folder / language.file
    if path.exists():
        raise UsageError(
            message("{path} already exists; give another folder by -o", path=path)
        )
    try:
        text = harness(language, scenes)
    except TrialError as error:
        raise UsageError(str(error)) from error
    with writing(path):
        path.write_text(text, encoding="utf-8", newline="\n")
    say(str(path))
    for command in commands(language, f"{folder.as_posix()}/", next(iter(scenes))):
        say(command)
    return 0


def _scenes(named: str | None) -> Mapping[str, Entry]:
    """Return the scene that is named, or all of ours."""
    if named is None:
        return {scene.id: scene for scene in SCENES}
    return {named: scene_or_file(named)}
