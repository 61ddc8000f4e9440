"""`playground gallery`: every scene's picture, and some of what else there is."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from playground.command_line.command import Subcommand
from playground.command_line.drawing import MAP_SIZE, offscreen, save
from playground.command_line.output import say, writing
from playground.explore.map import MapKind
from playground.study import charts, lesson_walking, steps_and_time
from playground.study.session import Session
from scenes import SCENES

_FORM = ((1280, 800), 2.0)
_LESSON_STEP = 6
# Of the first scene's lesson, from 0: the one with a task.
_STOP = 6


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("screenshots"), metavar="DIR"
    )


def _gallery(options: Namespace) -> int:
    gallery(options.output)
    return 0


def gallery(folder: Path) -> None:
    """Save a picture of every scene, of the tour, of a lesson, and one of maps."""
    for scene in SCENES:
        session = Session(SCENES)
        session.open(session.find(scene.id))
        save(session, folder / f"{scene.id}.png", *_FORM)
    session = Session(SCENES)
    steps_and_time.go_to_step(session, _LESSON_STEP)
    session.advance(60.0)
    save(session, folder / "lesson.png", *_FORM)
    session = Session(SCENES)
    lesson_walking.start_shipped(session, SCENES[0])
    lesson_walking.go(session, _STOP)
    save(session, folder / "stop.png", *_FORM)
    _save_maps(folder / "maps.png")


def _save_maps(path: Path) -> None:
    """Save the maps of every article's mistakes, and one of values, in one picture."""
    sessions = []
    for scene in SCENES:
        session = Session(SCENES)
        session.open(session.find(scene.id))
        charts.show_preset(session)
        session.look(compare=False)
        sessions.append(session)
    session = Session(SCENES)
    session.open(session.find("point_ellipse"))
    session.look(map=MapKind.VALUES)
    sessions.insert(3, session)
    with offscreen() as pictures, writing(path):
        tiles = [pictures.canvas_picture(s, MAP_SIZE) for s in sessions]
        pictures.write_tiles(path, tiles, columns=3)
    say(str(path))


GALLERY = Subcommand("gallery", "save every scene's picture", _declare, _gallery)
