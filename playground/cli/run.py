"""`playground run`: the window. Where none can be opened, the gallery is saved."""

import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from pathlib import Path

from playground.cli.command import Subcommand, UsageError
from playground.cli.gallery import gallery
from playground.cli.images import opengl
from playground.cli.output import complain, say, writing
from playground.cli.targets import Chosen, all_scenes, choose, read_log
from playground.gui.settings import Settings, settings_folder
from playground.i18n import capital, message
from playground.i18n.catalog import VARIABLE
from playground.scene.author_files import why
from playground.scene.scene import Entry
from playground.session import first_run, hot_reload, user_code
from playground.session.files import now_in
from playground.session.lesson import player
from playground.session.saved_state import is_link
from playground.session.session import Session


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "scene", nargs="?", metavar="SCENE|STATE.json|LESSON.json|SCENE.py|LINK"
    )
    parser.add_argument("--case", help="one of the scene's cases")
    logs = parser.add_mutually_exclusive_group()
    logs.add_argument("--log", type=Path, help="log everything that is done")
    logs.add_argument(
        "--replay", type=Path, metavar="LOG", help="repeat what a log says"
    )


def _run(options: Namespace) -> int:
    named = options.scene is not None
    if options.case is not None and not named:
        raise UsageError(message("--case needs a scene"))
    if options.replay and named and not options.scene.endswith(".py"):
        raise UsageError(
            message(
                "--replay shows what its log begins with: the only scene to name "
                "is the file of one's own in it"
            )
        )
    chosen = choose(options.scene, options.case) if named else None
    if not has_display():
        say(
            message("playground: there is no display, so the gallery is saved instead.")
        )
        gallery(Path("screenshots"))
        return 0
    session = Session(chosen.scenes if chosen else all_scenes())
    redone = read_log(options.replay, _everything(session)) if options.replay else None
    with opengl(), writing(options.log) if options.log else nullcontext():
        from playground.gui import window

        # What is redone begins as its log says, and leaves no trace.
        settings = None if redone else Settings(settings_folder())
        if settings:
            asked = options.lang or os.environ.get(VARIABLE)
            scene = chosen.state.scene.id if chosen else ""
            settings.recall(session, scene, spoken=bool(asked))
        if chosen and not redone:
            _show(session, chosen, options.scene, options.case)
            _tell(session, chosen)
        window.run(session, settings, options.log, redone)
        if settings and settings.failure:
            complain(
                message(
                    "how it was left is not kept: {failure}", failure=settings.failure
                )
            )
    return 0


def _everything(session: Session) -> list[Entry]:
    return [own.scene for own in session.all_opened]


def _show(session: Session, chosen: Chosen, name: str, case: str | None) -> None:
    """Show a state, or open a lesson at its first stop.

    A scene that is opened for the first time begins where it says.
    """
    if name.endswith(".py"):
        hot_reload.watch(session, Path(name).absolute(), chosen.state.scene)
    if chosen.plan:
        player.start(session, chosen.plan, chosen.file and chosen.file.absolute())
        return
    named = chosen.file is None and case is None and not is_link(name)
    if named and first_run.offered(session):
        return
    session.show(chosen.state)
    if chosen.file:
        now_in(session, chosen.file)


def _tell(session: Session, chosen: Chosen) -> None:
    """Say what is wrong with what was named, and what came with it."""
    if news := ". ".join(filter(None, (chosen.problem, _put_away(chosen)))):
        session.say(news)
    if failure := session.study.failure:  # the window says so in its place
        complain(
            message("{place}: {problem}", place=chosen.state.scene.id, problem=failure)
        )


def _put_away(chosen: Chosen) -> str:
    """Put a link's code where it can be read, and return where that is.

    It is nowhere run: whoever wants that has to say so.
    """
    if not chosen.code:
        return ""
    folder, name = settings_folder() / "from_links", chosen.state.scene.id
    try:
        path = user_code.put(folder, name, chosen.code)
    except OSError as error:
        words = message(
            "the link's code cannot be put into {folder}: {reason}",
            folder=folder,
            reason=why(error),
        )
    else:
        words = message(
            "the link brings code, which was not run: it is the text {path}", path=path
        )
    complain(words)
    return capital(words)


def has_display() -> bool:
    """Return whether a window can be opened (on Linux, whether X answers)."""
    if not sys.platform.startswith("linux"):
        return True
    if not os.environ.get("DISPLAY"):
        return False
    # Not pyglet.display: importing it settles for good whether there is a screen.
    try:
        from pyglet.libs.x11 import xlib
    except ImportError:
        return False
    display = xlib.XOpenDisplay(None)
    if display:
        xlib.XCloseDisplay(display)
    return bool(display)


RUN = Subcommand("run", "open the window", _declare, _run)
