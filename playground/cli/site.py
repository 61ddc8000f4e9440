"""`playground site`: saves the playground as static files for a web server."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.export import (
    load_shipped_lesson,
    require_answers,
    require_formula_converter,
)
from playground.cli.output import output_folder, print_line
from playground.cli.targets import load_scene_file, resolve_target
from playground.i18n import message
from playground.scene.author_files import read_bytes
from playground.scene.scene import SceneEntry
from playground.session.lesson.document import Lesson, single_stop_lesson
from playground.session.saved_state import is_link
from playground.web.pyodide import ADDRESS, Pyodide, locate_pyodide
from scenes import SCENES

if TYPE_CHECKING:
    from playground.web.site import SiteContents


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="SCENE|SCENE.py|LESSON.json",
        help="Scenes and lessons to include (default: all built-in ones)",
    )
    cli_parser.add_output_option(parser, "FOLDER", "Folder to write", required=True)
    parser.add_argument(
        "--pyodide",
        metavar="URL|FOLDER",
        help=message(
            "Address of Pyodide, or a folder to copy it from (default {address})",
            address=ADDRESS,
        ),
    )


def _site(options: Namespace) -> int:
    """Write the site and print its files."""
    require_formula_converter("site")
    from playground.web.process_pool import count_processors
    from playground.web.site import write_site

    python = find_pyodide(options.pyodide)
    contents = collect_contents(options.parts or [scene.id for scene in SCENES])
    with output_folder(options.output):
        write_site(
            options.output,
            contents,
            python,
            lambda name: print_line(str(options.output / name)),
            count_processors(),
        )
    return 0


def find_pyodide(place: str | None) -> Pyodide:
    """Return the Pyodide distribution at a URL or folder; None is its official server.

    Raises
    ------
    UsageError
        It is no URL, or the folder has no Pyodide.
    """
    try:
        return locate_pyodide(place)
    except ValueError as error:
        raise UsageError(str(error)) from error


def collect_contents(names: Iterable[str]) -> "SiteContents":
    """Return the contents of a site: scenes with their lessons, and further lessons.

    Parameters
    ----------
    names : iterable of str
        Scenes, files or links. A lesson can use the scene whose file is named before
        it.

    Raises
    ------
    UsageError
        A target is invalid, or cannot be displayed in a browser.
    """
    from playground.web.site import SiteContents

    scenes: dict[str, SceneEntry] = {}
    lessons: list[Lesson] = []
    own_files: dict[str, bytes] = {}
    sibling: Path | None = None
    for name in names:
        target = resolve_target(name, None, sibling)
        if name.endswith(".py"):
            sibling = Path(name)
            if sibling.name in own_files:
                raise UsageError(
                    "two files are called {name}: rename one", name=sibling.name
                )
            own_files[sibling.name] = read_bytes(sibling)
        if name.endswith(".json") or is_link(name):
            plan = require_answers(target.plan or single_stop_lesson(target.state))
            lessons.append(plan)
        else:
            plan = require_answers(single_stop_lesson(target.state))
            if (brought := load_shipped_lesson(target)) is not None:
                lessons.append(require_answers(brought))
        for stop in plan.stops:
            scene = stop.state.scene
            _check_servable(scene, sibling)
            scenes[scene.id] = scene
    return SiteContents(tuple(scenes.values()), lessons, own_files)


def _check_servable(scene: SceneEntry, beside: Path | None) -> None:
    """Raise UsageError if a scene is neither built in nor from a named file."""
    ours = any(scene.id == built_in.id for built_in in SCENES)
    if not (ours or (beside and load_scene_file(beside).id == scene.id)):
        raise UsageError(
            "{id}: give the scene's file instead, so that it can be included",
            id=scene.id,
        )


SITE = Subcommand(
    "site", "Save the playground as a folder for any web server", _declare, _site
)
