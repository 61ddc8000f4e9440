"""`playground site`: a folder of lessons for any web server."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from playground.command_line.command import Subcommand
from playground.command_line.export import lesson_named, see_converter
from playground.command_line.output import say, writing
from scenes import SCENES


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "lessons",
        nargs="*",
        metavar="SCENE|LESSON.json|SCENE.py",
        help="what it holds; without any, all our own",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")


def _site(options: Namespace) -> int:
    """Write the folder, and say what was written."""
    see_converter("site")
    from playground.page.processes import processors
    from playground.page.site import site

    names = options.lessons or [scene.id for scene in SCENES]
    lessons = [lesson_named(name) for name in names]
    with writing(options.output):
        site(
            options.output,
            lessons,
            lambda name: say(str(options.output / name)),
            processors(),
        )
    return 0


SITE = Subcommand("site", "save a folder of lessons for a web server", _declare, _site)
