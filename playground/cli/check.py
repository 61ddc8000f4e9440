"""`playground check`: what a scene of one's own lacks."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from playground.cli.command import Subcommand
from playground.cli.output import say
from playground.cli.targets import own_scene, scene_named
from scenes import SCENES


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument("scene", metavar="SCENE.py|SCENE")


def _check(options: Namespace) -> int:
    """Hold a scene against the rules; 1 if it breaks one."""
    # With the rules and the fonts, slow to import.
    from playground.check.report import check
    from playground.render.fonts import BODY, letters

    known = letters(*BODY)
    name: str = options.scene
    if name.endswith(".py"):
        report = check(own_scene(Path(name)), {scene.id for scene in SCENES}, known)
    else:
        report = check(scene_named(name), letters=known)
    for line in report.lines():
        say(line)
    return 1 if report.faults else 0


CHECK = Subcommand("check", "say what a scene of your own lacks", _declare, _check)
