"""`playground check`: checks a scene against the rules for scenes."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from playground.cli.command import Subcommand
from playground.cli.output import print_line
from playground.cli.targets import find_scene_or_file, load_scene_file
from scenes import SCENES


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "scene", metavar="SCENE.py|SCENE", help="Scene file, or scene, to check"
    )


def _check(options: Namespace) -> int:
    """Check a scene and print the report; return 1 if it has faults."""
    # Slow to import.
    from playground.check.scene_checker import check
    from playground.render.fonts import BODY, font_letters

    letters = font_letters(*BODY)
    name: str = options.scene
    if name.endswith(".py"):
        report = check(
            load_scene_file(Path(name)), {scene.id for scene in SCENES}, letters
        )
    else:
        report = check(find_scene_or_file(name), letters=letters)
    for line in report.lines():
        print_line(line)
    return 1 if report.faults else 0


CHECK = Subcommand("check", "Report faults and omissions of a scene", _declare, _check)
