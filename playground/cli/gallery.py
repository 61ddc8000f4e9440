"""`playground gallery`: saves pictures of all scenes and of further views."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from playground.analysis.heat_map import MapKind
from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand
from playground.cli.images import MAP_SIZE, offscreen, save
from playground.cli.output import output_folder, print_line
from playground.i18n import message
from playground.render.theme import ThemeName
from playground.scene.scene import SceneEntry
from playground.session import plot_controls, step_navigation
from playground.session.lesson import player
from playground.session.session import Session
from scenes import SCENES

_PICTURE_FORMAT = ((1280, 800), 2.0)
_LESSON_STEP = 6
# Index of a stop with a task, in the first scene's lesson.
_STOP_INDEX = 6


def _declare(parser: ArgumentParser) -> None:
    cli_parser.add_output_option(
        parser,
        "FOLDER",
        "Folder to write (default screenshots)",
        default=Path("screenshots"),
    )


def _gallery(options: Namespace) -> int:
    save_gallery(options.output)
    return 0


def save_gallery(folder: Path) -> None:
    """Save pictures of every scene, a step, a stop and maps; print their paths.

    They are PNG files.

    Raises
    ------
    UsageError
        There is no OpenGL, or a picture cannot be written.
    """
    for scene in SCENES:
        save(_open_session(scene), folder / f"{scene.id}.png", *_PICTURE_FORMAT)
    light = ThemeName.LIGHT
    save(
        _open_session(SCENES[0]),
        folder / f"{SCENES[0].id}_light.png",
        *_PICTURE_FORMAT,
        light,
    )
    session = Session(SCENES)
    step_navigation.go_to_step(session, _LESSON_STEP)
    session.advance(60.0)
    save(session, folder / "lesson.png", *_PICTURE_FORMAT)
    session = Session(SCENES)
    player.start_shipped_lesson(session, SCENES[0])
    player.go_to_stop(session, _STOP_INDEX)
    save(session, folder / "stop.png", *_PICTURE_FORMAT)
    _save_maps(folder / "maps.png")


def _open_session(scene: SceneEntry) -> Session:
    session = Session(SCENES)
    session.open(session.find(scene.id))
    return session


def _save_maps(path: Path) -> None:
    """Save the map of mistakes of every article, and a value map, in one picture."""
    tiles = []
    for scene in SCENES:
        session = _open_session(scene)
        plot_controls.show_preset(session)
        session.look(compare=False)
        tiles.append((session, scene.title))
    values = _open_session(SCENES[2])
    values.look(map=MapKind.VALUES)
    tiles.append((values, message("{title}: distances", title=SCENES[2].title)))
    with offscreen() as pictures, output_folder(path):
        figures = [
            pictures.figure_picture(
                session,
                MAP_SIZE,
                message("{number}  {title}", number=number, title=title),
            )
            for number, (session, title) in enumerate(tiles, 1)
        ]
        pictures.write_tiles(path, figures, columns=2)
    print_line(str(path))


GALLERY = Subcommand("gallery", "Save the pictures of all scenes", _declare, _gallery)
